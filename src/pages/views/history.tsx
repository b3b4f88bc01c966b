/** Results of a playground's runs: one of them, two side by side. */
import type { TestRun } from '../../schemas/test-run.ts';
import { AccountPage, type Around } from './account-page.tsx';
import { AnswerView, duration, size } from './answer.tsx';
import { prettyJson, Table } from './request.tsx';
import { Name, plain, Shown } from './text.tsx';

export function TestPage({ run, ...around }: Around & { run: TestRun }) {
  return AccountPage({
    ...around,
    title: 'Result',
    section: 'playgrounds',
    scripts: ['result.js'],
    children: (
      <article>
        <h1>Result of {run.created_at.slice(0, 19).replace('T', ' ')} UTC</h1>
        <BackTo run={run} />
        <div data-run={run.id}>
          <AnswerView run={run} group="answer" live={false} />
        </div>
      </article>
    ),
  });
}

function BackTo({ run: { playground_id: id } }: { run: TestRun }) {
  if (id === null) return null;
  return (
    <p>
      <a href={`/account/playgrounds/${id}`}>Back to the playground</a>
    </p>
  );
}

export function ComparePage({
  runs: [left, right],
  ...around
}: Around & { runs: readonly [TestRun, TestRun] }) {
  const rows = facts(left).flatMap(([name, value], index): [string, string, string][] => {
    const other = facts(right)[index]?.[1] ?? '';
    return [[name, value, other]];
  });
  return AccountPage({
    ...around,
    title: 'Two results',
    section: 'playgrounds',
    children: (
      <article>
        <h1>Two results</h1>
        <BackTo run={left} />
        <div class="scroll" tabIndex={0} role="region" aria-label="Differences">
          <table>
            <caption>What differs</caption>
            <tbody>
              {[...rows, ...headerRows(left, right)].map(([name, a, b]) => (
                <tr class={a === b ? 'same' : 'differs'}>
                  <th scope="row">{plain(name)}</th>
                  <td>
                    <Name text={a} />
                  </td>
                  <td>
                    <Name text={b} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div class="sides">
          <Side run={left} other={right} title="First" />
          <Side run={right} other={left} title="Second" />
        </div>
      </article>
    ),
  });
}

function facts({ created_at, response, error, timings }: TestRun): [string, string][] {
  return [
    ['When', created_at],
    ['Result', response === null ? (error?.code ?? '') : `${response.status} ${response.status_text}`],
    ['Time', duration(timings.total_ms)],
    ['Size', response === null ? '' : size(response.body_size)],
  ];
}

/** Headers of either answer whose values differ. */
function headerRows(left: TestRun, right: TestRun): [string, string, string][] {
  const a = left.response?.headers ?? {};
  const b = right.response?.headers ?? {};
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => a[name] !== b[name])
    .map((name) => [name, a[name] ?? '–', b[name] ?? '–']);
}

/** Lines that are shown and compared. */
const MAX_LINES = 2_000;

const linesOf = ({ response }: TestRun): string[] => {
  const { body = '', body_encoding: encoding = 'utf8' } = response ?? {};
  if (encoding === 'base64') return [`(${size(response?.body_size ?? 0)} that are no text)`];
  return (prettyJson(body) ?? body).split('\n').slice(0, MAX_LINES);
};

/** A body with the lines marked that the other one has nowhere. */
function Side({ run, other, title }: { run: TestRun; other: TestRun; title: string }) {
  const known = new Set(linesOf(other));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <pre tabIndex={0} role="region" aria-label={`Body of the ${title.toLowerCase()}`} class="wrap">
        <code>
          {linesOf(run).map((line) => (
            <span class={known.has(line) ? 'line' : 'line new'}>
              <Shown text={line} />
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
      <Table title="Headers" head={['Name', 'Value']} rows={Object.entries(run.response?.headers ?? {})} />
    </section>
  );
}
