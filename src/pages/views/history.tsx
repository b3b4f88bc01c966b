/** Results of runs: one of them, two side by side. */
import type { TestRun } from '../../schemas/test-run.ts';
import { AccountArticle } from './account-page.tsx';
import { failureTitle } from './failure.tsx';
import { duration, number, size, Time } from './format.tsx';
import { ButtonLink } from './inputs.tsx';
import { isJson, linesOfJson } from './json-lines.ts';
import { Status, Target } from './method.tsx';
import { ResponseView } from './response.tsx';
import { type Columns, ListTable, Pairs } from './table.tsx';
import { phasesOf } from './timing.tsx';
import { Block, Isolated, Name, Shown } from './visible-text.tsx';

interface TestPageProps {
  run: TestRun;
  /** Whether readers of its playground see it; undefined where they cannot. */
  example: 'pinned' | 'possible' | undefined;
}

export function TestPage({ run, example }: TestPageProps) {
  return (
    <AccountArticle
      title="Result"
      section="playgrounds"
      scripts={['result.js']}
      heading={
        <>
          Result of <Time value={run.created_at} precise />
        </>
      }
    >
      {run.playground_id !== null && (
        <p>
          <a href={`/account/playgrounds/${run.playground_id}`}>Back to the playground</a>
        </p>
      )}
      {example === 'pinned' && <p class="pg-good">Readers see this result as the example response.</p>}
      {example === 'possible' && (
        <p>
          <ButtonLink href={`/account/tests/${run.id}/example`}>Use as example response</ButtonLink>
        </p>
      )}
      <div data-run={run.id}>
        <ResponseView run={run} group="response" live={false} />
      </div>
    </AccountArticle>
  );
}

type Row = readonly [name: string, older: string, newer: string];

/** A result, with the name of its playground where the account has it. */
interface NamedRun {
  run: TestRun;
  name: string | undefined;
}

/** @param runs in any order */
export function ComparePage({ runs }: { runs: readonly [NamedRun, NamedRun] }) {
  const [left, right] = runs[0].run.created_at <= runs[1].run.created_at ? runs : [runs[1], runs[0]];
  const [older, newer] = [left.run, right.run];
  const headers = pairs(headersOf(older), headersOf(newer)).filter(([, a, b]) => a !== b);
  const [before, after] = [linesOf(older), linesOf(newer)];
  return (
    <AccountArticle title="Two results" section="playgrounds">
      <div class="pg-compare" tabIndex={0} role="region" aria-label="Differences">
        <Comparison title="Summary" first="What" rows={pairs(facts(older), facts(newer))} />
        <Comparison title="Headers that differ" first="Name" rows={headers} />
      </div>
      <div class="pg-compare__sides">
        <Side {...left} lines={before} other={after} title="Older" />
        <Side {...right} lines={after} other={before} title="Newer" />
      </div>
    </AccountArticle>
  );
}

function Comparison({ title, first, rows }: { title: string; first: string; rows: readonly Row[] }) {
  const columns: Columns<Row> = [
    [first, ([name]) => <Name text={name} />],
    ['Older', ([, older]) => <Isolated class="pg-value" text={older} />],
    ['Newer', ([, , newer]) => <Isolated class="pg-value" text={newer} />],
  ];
  const rowClass = ([, older, newer]: Row) => (older === newer ? 'pg-compare__same' : 'pg-compare__differs');
  return <ListTable caption={title} columns={columns} items={rows} rowClass={rowClass} />;
}

function facts({ response, error, timings }: TestRun): Map<string, string> {
  const status = [
    ...(response === null ? [] : [`${response.status} ${response.status_text}`.trim()]),
    ...(error === null ? [] : [failureTitle(error.code)]),
  ];
  return new Map([
    ['Status', status.join(', ')],
    ['Duration', duration(timings.total_ms)],
    ...phasesOf({ timings, response, error }).map(({ title, ms }): [string, string] => [title, duration(ms)]),
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

/** Lines of a body that are shown and compared, and their characters in all. */
const MAX_LINES = 2_000;
const MAX_TEXT = 100_000;

interface Lines {
  lines: readonly string[];
  /** Whether the body has more. */
  isCut: boolean;
}

/** The first lines of a body; JSON is laid out. */
function linesOf(run: TestRun): Lines {
  if (run.response?.body_encoding === 'base64')
    return { lines: [`(${size(run.response.body_size)} of binary data)`], isCut: false };
  const body = run.response?.body ?? '';
  const lines: string[] = [];
  let room = MAX_TEXT;
  const start = body.slice(0, 2 * MAX_TEXT);
  for (const line of isJson(body) ? linesOfJson(start) : start.split('\n')) {
    if (lines.length === MAX_LINES || room <= 0) return { lines, isCut: true };
    lines.push(line.slice(0, room));
    room -= line.length + 1;
  }
  return { lines, isCut: room < 0 || body.length > start.length };
}

interface SideProps {
  lines: Lines;
  other: Lines;
  title: string;
}

/** A body with the lines marked that the other one has nowhere. */
function Side({ run, name, lines, other, title }: NamedRun & SideProps) {
  const known = new Set(other.lines);
  const { request, response, created_at, playground_id: id } = run;
  const label = `Body of the ${title.toLowerCase()} result`;
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
      <Target {...request}>
        <Status head={response} />
      </Target>
      <Block label={label} wraps>
        <code>
          {lines.lines.map((line) => (
            <span class={known.has(line) ? 'line' : 'line new'}>
              <Shown text={line} />
              {'\n'}
            </span>
          ))}
        </code>
      </Block>
      {lines.isCut && (
        <p class="pg-quiet pg-small">The first {number(lines.lines.length)} lines of the body.</p>
      )}
      <Pairs title="Headers" rows={Object.entries(response?.headers ?? {})} />
    </section>
  );
}
