/** Results of a playground's runs, to look at and to compare. */
import type { ComponentChildren } from 'preact';
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { failureTitle } from './failure.tsx';
import { duration, size, Time } from './format.tsx';
import { Button } from './inputs.tsx';
import { Status } from './method.tsx';
import { type Columns, ListTable, NUMBER, WIDE } from './table.tsx';

type Listed = Pick<TestRunSummary, 'id' | 'created_at' | 'error' | 'timings'> & {
  response: { status: number; status_text: string; body_size: number } | null;
};

/** What came of a run, in the colour of its kind. */
export const Outcome = ({ response, error }: Pick<Listed, 'response' | 'error'>) => (
  <>
    <Status head={response} />{' '}
    {error !== null && <span class="pg-status pg-status--failed">{failureTitle(error.code)}</span>}
  </>
);

const COLUMNS: Columns<Listed> = [
  [
    'Compare',
    ({ id, created_at }) => (
      <input
        class="pg-check__box"
        type="checkbox"
        name="test"
        value={id}
        aria-label={`Compare the result of ${created_at.slice(0, 19).replace('T', ' ')} UTC`}
      />
    ),
  ],
  [
    'Result',
    ({ id, response, error }) => (
      <a href={`/account/tests/${id}`}>
        <Outcome response={response} error={error} />
      </a>
    ),
  ],
  ['Time', ({ created_at }) => <Time value={created_at} as="brief" />],
  ['Duration', ({ timings }) => duration(timings.total_ms), `${NUMBER} ${WIDE}`],
  ['Size', ({ response }) => response !== null && size(response.body_size), `${NUMBER} ${WIDE}`],
];

/**
 * Runs to look at, and to choose two of for comparing; works without scripts.
 * @param props.children what chooses the runs
 */
export function HistoryTable({ runs, children }: { runs: readonly Listed[]; children?: ComponentChildren }) {
  return (
    <form method="get" action="/account/tests/compare">
      <div class="pg-row pg-search">
        {children}
        <span class="pg-problem" role="alert" data-choose-two />
        <Button type="submit">Compare two</Button>
      </div>
      <div id="history">
        <ListTable label="Results, the newest first" columns={COLUMNS} items={runs} naming={-1} />
      </div>
    </form>
  );
}
