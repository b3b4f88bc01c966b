/** Results of a playground's runs, to look at and to compare. */
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { Time } from './account-page.tsx';
import { failureTitle } from './failure.tsx';
import { duration, size } from './format.ts';
import { statusClass } from './method.tsx';

const TEXTS = {
  caption: 'Results, the newest first',
  compare: 'Compare',
  when: 'Time',
  result: 'Result',
  took: 'Duration',
  size: 'Size',
  compareTwo: 'Compare two',
  compareResult: (when: string) => `Compare the result of ${when}`,
};

type Listed = Pick<TestRunSummary, 'id' | 'created_at' | 'error' | 'timings'> & {
  response: { status: number; body_size: number } | null;
};

/** Runs to look at, and to choose two of for comparing; works without scripts. */
export function HistoryTable({ runs }: { runs: readonly Listed[] }) {
  return (
    <form method="get" action="/account/tests/compare">
      <table id="history" class="list">
        <caption class="hidden">{TEXTS.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXTS.compare}</th>
            <th scope="col">{TEXTS.when}</th>
            <th scope="col">{TEXTS.result}</th>
            <th scope="col" class="number">
              {TEXTS.took}
            </th>
            <th scope="col" class="number">
              {TEXTS.size}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <HistoryRow run={run} />
          ))}
        </tbody>
      </table>
      <p>
        <button type="submit">{TEXTS.compareTwo}</button>
      </p>
    </form>
  );
}

/** Shows one result of the list. */
export function HistoryRow({ run: { id, created_at, response, error, timings } }: { run: Listed }) {
  const when = `${created_at.slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <tr>
      <td data-head={TEXTS.compare}>
        <input type="checkbox" name="test" value={id} aria-label={TEXTS.compareResult(when)} />
      </td>
      <td data-head={TEXTS.when}>
        <a href={`/account/tests/${id}`}>
          <Time value={created_at} precise />
        </a>
      </td>
      <td data-head={TEXTS.result}>
        {response !== null && <span class={statusClass(response.status)}>{response.status}</span>}{' '}
        {error !== null && <span class="failed">{failureTitle(error.code)}</span>}
      </td>
      <td class="number" data-head={TEXTS.took}>
        {duration(timings.total_ms)}
      </td>
      <td class="number" data-head={TEXTS.size}>
        {response === null ? '' : size(response.body_size)}
      </td>
    </tr>
  );
}
