/** Results of a playground's runs, to look at and to compare. */
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { failureTitle } from './failure.tsx';
import { duration, size, Time } from './format.tsx';
import { Button } from './inputs.tsx';
import { statusClass } from './method.tsx';
import { type Columns, ListTable, NUMBER } from './table.tsx';

type Listed = Pick<TestRunSummary, 'id' | 'created_at' | 'error' | 'timings'> & {
  response: { status: number; body_size: number } | null;
};

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
    'Time',
    ({ id, created_at }) => (
      <a href={`/account/tests/${id}`}>
        <Time value={created_at} precise />
      </a>
    ),
  ],
  [
    'Result',
    ({ response, error }) => (
      <>
        {response !== null && <span class={statusClass(response.status)}>{response.status}</span>}{' '}
        {error !== null && <span class="pg-status pg-status--failed">{failureTitle(error.code)}</span>}
      </>
    ),
  ],
  ['Duration', ({ timings }) => duration(timings.total_ms), NUMBER],
  ['Size', ({ response }) => response !== null && size(response.body_size), NUMBER],
];

/** Runs to look at, and to choose two of for comparing; works without scripts. */
export function HistoryTable({ runs }: { runs: readonly Listed[] }) {
  return (
    <form method="get" action="/account/tests/compare">
      <div id="history">
        <ListTable label="Results, the newest first" columns={COLUMNS} items={runs} isNamed={false} />
      </div>
      <p class="pg-row">
        <Button type="submit">Compare two</Button>
        <span class="pg-problem" role="alert" data-choose-two />
      </p>
    </form>
  );
}
