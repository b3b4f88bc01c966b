/** Results of a playground's runs, to look at and to compare. */
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { failureTitle } from './failure.tsx';
import { duration, size, Time } from './format.tsx';
import { Button } from './inputs.tsx';
import { statusClass } from './method.tsx';

type Listed = Pick<TestRunSummary, 'id' | 'created_at' | 'error' | 'timings'> & {
  response: { status: number; body_size: number } | null;
};

/** Runs to look at, and to choose two of for comparing; works without scripts. */
export function HistoryTable({ runs }: { runs: readonly Listed[] }) {
  return (
    <form method="get" action="/account/tests/compare">
      <table id="history" class="pg-list">
        <caption class="pg-hide">Results, the newest first</caption>
        <thead>
          <tr>
            {['Compare', 'Time', 'Result', 'Duration', 'Size'].map((head, index) => (
              <th scope="col" class={index < 3 ? undefined : 'pg-list__num'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <HistoryRow run={run} />
          ))}
        </tbody>
      </table>
      <p class="pg-row">
        <Button type="submit">Compare two</Button>
        <span class="pg-problem" role="alert" data-choose-two />
      </p>
    </form>
  );
}

export function HistoryRow({ run: { id, created_at, response, error, timings } }: { run: Listed }) {
  const when = `${created_at.slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <tr>
      <td data-head="Compare">
        <input
          class="pg-check__box"
          type="checkbox"
          name="test"
          value={id}
          aria-label={`Compare the result of ${when}`}
        />
      </td>
      <td data-head="Time">
        <a href={`/account/tests/${id}`}>
          <Time value={created_at} precise />
        </a>
      </td>
      <td data-head="Result">
        {response !== null && <span class={statusClass(response.status)}>{response.status}</span>}{' '}
        {error !== null && <span class="pg-status pg-status--failed">{failureTitle(error.code)}</span>}
      </td>
      <td class="pg-list__num" data-head="Duration">
        {duration(timings.total_ms)}
      </td>
      <td class="pg-list__num" data-head="Size">
        {response !== null && size(response.body_size)}
      </td>
    </tr>
  );
}
