/** The results of a playground in the editor's History tab: filtered, and further back. */
import type { Pagination } from '../../schemas/common.ts';
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { NoSuchPage } from './account-page.tsx';
import { counted } from './format.tsx';
import { HistoryTable } from './history-table.tsx';
import { Button, ButtonLink, Select } from './inputs.tsx';

const KINDS = {
  '': 'All results',
  success: 'Successful (status below 400)',
  error_status: 'Error status (400 and above)',
  no_response: 'No response',
};

export interface ResultsProps {
  /** The playground. */
  id: string;
  runs: readonly TestRunSummary[];
  pagination: Pagination;
  kind: string;
}

/** A filter, results, and a link to older ones. */
export function Results({ id, runs, pagination, kind }: ResultsProps) {
  const path = `/account/playgrounds/${id}`;
  const query = kind === '' ? undefined : { kind };
  const { total, next_cursor: next } = pagination;
  return (
    <>
      <HistoryTable runs={runs}>
        <Select kind="quiet" name="kind" aria-label="Show" options={Object.entries(KINDS)} value={kind} />
        <Button type="submit" class="pg-unscripted" formAction={path}>
          Filter
        </Button>
        {kind !== '' && (
          <span class="pg-quiet pg-small" role="status">
            {total === 0 ? 'There are no such results.' : counted(total, 'result')}
          </span>
        )}
      </HistoryTable>
      <NoSuchPage path={path} query={query} pagination={pagination} />
      {next !== null && (
        <p class="pg-row">
          <ButtonLink href={`${path}?${new URLSearchParams({ ...query, cursor: next })}`}>
            Older results
          </ButtonLink>
        </p>
      )}
    </>
  );
}
