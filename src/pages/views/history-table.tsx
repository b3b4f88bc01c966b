/** Results of a playground's runs, to look at and to compare. */
import type { TestRunSummary } from '../../schemas/test-run.ts';
import { duration, size } from './answer.tsx';

type Listed = Pick<TestRunSummary, 'id' | 'created_at' | 'error' | 'timings'> & {
  response: { status: number; body_size: number } | null;
};

/** Runs to look at, and to choose two of for comparing; works without scripts. */
export function HistoryTable({ runs }: { runs: readonly Listed[] }) {
  return (
    <form method="get" action="/account/tests/compare">
      <table id="history">
        <caption class="hidden">Results, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Compare</th>
            <th scope="col">When</th>
            <th scope="col">Result</th>
            <th scope="col">Time</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <HistoryRow run={run} />
          ))}
        </tbody>
      </table>
      <p>
        <button type="submit">Compare two</button>
      </p>
    </form>
  );
}

export function HistoryRow({ run: { id, created_at, response, error, timings } }: { run: Listed }) {
  const when = `${created_at.slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <tr>
      <td>
        <input type="checkbox" name="test" value={id} aria-label={`Compare the result of ${when}`} />
      </td>
      <td>
        <a href={`/account/tests/${id}`}>
          <time dateTime={created_at} data-local="">
            {when}
          </time>
        </a>
      </td>
      <td>{response === null ? (error?.code ?? 'failed') : String(response.status)}</td>
      <td>{duration(timings.total_ms)}</td>
      <td>{response === null ? '' : size(response.body_size)}</td>
    </tr>
  );
}
