/** Results of runs: one of them, two side by side. */
import type { TestRun } from '../../schemas/test-run.ts';
import { AccountPage, type PageContext, Time } from './account-page.tsx';
import { failureTitle } from './failure.tsx';
import { duration, size } from './format.ts';
import { compareJson } from './json-compare.ts';
import { Method, statusClass } from './method.tsx';
import { prettyJson, Table } from './request.tsx';
import { ResponseView } from './response.tsx';
import { Name, plain, Shown } from './visible-text.tsx';
import { phasesOf } from './waterfall.tsx';

const TEXTS = {
  older: 'Older',
  newer: 'Newer',
  moreKeys: (shown: number, all: number) => `The first ${shown} of ${all} differences.`,
  bodyOf: (side: string) => `Body of the ${side.toLowerCase()} result`,
  headersHead: ['Name', 'Value'],
  binary: (bytes: string) => `(${bytes} of binary data)`,
} as const;

export interface TestPageProps extends PageContext {
  run: TestRun;
  /** Whether readers of its playground see it; undefined where they cannot. */
  example: 'pinned' | 'possible' | undefined;
}

/** The page of one result. */
export function TestPage({ run, example, ...pageContext }: TestPageProps) {
  return AccountPage({
    ...pageContext,
    title: 'Result',
    section: 'playgrounds',
    scripts: ['result.js'],
    children: (
      <article>
        <h1>
          Result of <Time value={run.created_at} precise />
        </h1>
        <BackTo run={run} />
        {example === 'pinned' && <p class="good">Readers see this result as the example response.</p>}
        {example === 'possible' && (
          <p>
            <a class="button" href={`/account/tests/${run.id}/example`}>
              Use as example response
            </a>
          </p>
        )}
        <div data-run={run.id}>
          <ResponseView run={run} group="response" live={false} />
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

type Row = readonly [name: string, older: string, newer: string];

/** A result, with the name of its playground where the account has it. */
export interface NamedRun {
  run: TestRun;
  name: string | undefined;
}

/** @param runs in any order */
export function ComparePage({ runs, ...pageContext }: PageContext & { runs: readonly [NamedRun, NamedRun] }) {
  const [left, right] = runs[0].run.created_at <= runs[1].run.created_at ? runs : [runs[1], runs[0]];
  const [older, newer] = [left.run, right.run];
  const keys = compareJson(textOf(older), textOf(newer));
  return AccountPage({
    ...pageContext,
    title: 'Two results',
    section: 'playgrounds',
    children: (
      <article>
        <h1>Two results</h1>
        <div class="scroll compare" tabIndex={0} role="region" aria-label="Differences">
          <Comparison title="Summary" first="What" rows={pairs(facts(older), facts(newer))} />
          <Comparison
            title="Headers that differ"
            first="Name"
            rows={differing(headersOf(older), headersOf(newer))}
          />
          {keys !== undefined && (
            <Comparison title="Values that differ in the body" first="Key" rows={keys.slice(0, MAX_KEYS)} />
          )}
          {keys !== undefined && keys.length > MAX_KEYS && (
            <p class="note">{TEXTS.moreKeys(MAX_KEYS, keys.length)}</p>
          )}
          {keys?.length === 0 && <p class="note">The JSON of both bodies is the same.</p>}
        </div>
        <div class="sides">
          <Side {...left} other={newer} title={TEXTS.older} />
          <Side {...right} other={older} title={TEXTS.newer} />
        </div>
      </article>
    ),
  });
}

/** Differences of a body that are listed. */
const MAX_KEYS = 500;

function Comparison({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <table class="list">
      <caption>{title}</caption>
      <thead>
        <tr>
          {[first, TEXTS.older, TEXTS.newer].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, a, b]) => (
          <tr class={a === b ? 'same' : 'differs'}>
            <th scope="row">
              <Name text={name} />
            </th>
            {[a, b].map((value, index) => (
              <td data-head={index === 0 ? TEXTS.older : TEXTS.newer}>
                <bdi class="value">
                  <Shown text={value} />
                </bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function facts({ response, error, timings }: TestRun): Map<string, string> {
  const status = [
    ...(response === null ? [] : [`${response.status} ${response.status_text}`.trim()]),
    ...(error === null ? [] : [failureTitle(error.code)]),
  ];
  return new Map([
    ['Status', status.join(', ')],
    ['Duration', duration(timings.total_ms)],
    ...phasesOf(timings).map(({ title, ms }): [string, string] => [title, duration(ms)]),
    ...(response === null ? [] : [['Size', size(response.body_size)] as [string, string]]),
  ]);
}

const headersOf = ({ response }: TestRun) => new Map(Object.entries(response?.headers ?? {}));

/** The values of both under each name that either has. */
function pairs(older: ReadonlyMap<string, string>, newer: ReadonlyMap<string, string>): Row[] {
  return [...new Set([...older.keys(), ...newer.keys()])].map((name) => [
    name,
    older.get(name) ?? '–',
    newer.get(name) ?? '–',
  ]);
}

const differing = (...maps: Parameters<typeof pairs>): Row[] => pairs(...maps).filter(([, a, b]) => a !== b);

/** Lines that are shown and compared. */
const MAX_LINES = 2_000;

const textOf = ({ response }: TestRun): string =>
  response?.body_encoding === 'base64' ? '' : (response?.body ?? '');

const linesOf = (run: TestRun): string[] => {
  if (run.response?.body_encoding === 'base64') return [TEXTS.binary(size(run.response.body_size))];
  const body = textOf(run);
  return (prettyJson(body) ?? body).split('\n').slice(0, MAX_LINES);
};

/** A body with the lines marked that the other one has nowhere. */
function Side({ run, name, other, title }: NamedRun & { other: TestRun; title: string }) {
  const known = new Set(linesOf(other));
  const { request, response, created_at, playground_id: id } = run;
  return (
    <section aria-label={title}>
      <h2>
        {title}: <Time value={created_at} precise />
      </h2>
      {name !== undefined && (
        <p>
          <a href={`/account/playgrounds/${id}`}>
            <Name text={name} />
          </a>
        </p>
      )}
      <p class="target">
        <Method name={request.method} /> <Name text={request.url} />{' '}
        {response !== null && (
          <strong class={statusClass(response.status)}>
            {response.status} {plain(response.status_text)}
          </strong>
        )}
      </p>
      <pre tabIndex={0} role="region" aria-label={TEXTS.bodyOf(title)} class="wrap">
        <code>
          {linesOf(run).map((line) => (
            <span class={known.has(line) ? 'line' : 'line new'}>
              <Shown text={line} />
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
      <Table title="Headers" head={TEXTS.headersHead} rows={Object.entries(response?.headers ?? {})} />
    </section>
  );
}
