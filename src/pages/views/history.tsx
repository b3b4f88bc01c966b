/** Results of runs: one of them, two side by side. */
import type { TestRun } from '../../schemas/test-run.ts';
import { AccountArticle, Under } from './account-page.tsx';
import { counted, duration, number, size, Time } from './format.tsx';
import { Outcome } from './history-table.tsx';
import { ButtonLink } from './inputs.tsx';
import { isJson, linesOfJson } from './json-lines.ts';
import { Target } from './method.tsx';
import { ResponseView } from './response.tsx';
import { type Columns, ListTable } from './table.tsx';
import { Timing } from './timing.tsx';
import { Block, Isolated, Name, Shown } from './visible-text.tsx';

/** A result, with the name of its playground where the account has it. */
interface NamedRun {
  run: TestRun;
  name: string | undefined;
}

interface TestPageProps extends NamedRun {
  /** Whether readers of its playground see it; undefined where they cannot. */
  example: 'pinned' | 'possible' | undefined;
}

export function TestPage({ run, name, example }: TestPageProps) {
  return (
    <AccountArticle
      title="Result"
      section="playgrounds"
      scripts={['result.js']}
      heading={
        <Under {...placeOf({ run, name })}>
          Result of <Time value={run.created_at} as="seconds" />
        </Under>
      }
    >
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

/** @param runs in any order */
export function ComparePage({ runs }: { runs: readonly [NamedRun, NamedRun] }) {
  const [left, right] = runs[0].run.created_at <= runs[1].run.created_at ? runs : [runs[1], runs[0]];
  const [older, newer] = [left.run, right.run];
  const place = older.playground_id === newer.playground_id ? placeOf(left) : LIST;
  const isOneRequest =
    older.request.method === newer.request.method && older.request.url === newer.request.url;
  const [differing, others] = headersOf(older, newer);
  const [before, after] = [linesOf(older), linesOf(newer)];
  return (
    <AccountArticle title="Two results" section="playgrounds" heading={<Under {...place}>Two results</Under>}>
      {isOneRequest && <Target {...older.request} />}
      <div class="pg-compare__sides">
        <Side run={older} lines={before} other={after} title="Older" isAlike={isOneRequest} />
        <Side run={newer} lines={after} other={before} title="Newer" isAlike={isOneRequest} />
      </div>
      {differing.length + others.length > 0 && (
        <section class="pg-panel pg-compare" aria-labelledby="headers">
          <h2 class="pg-panel__head" id="headers">
            Headers
            <span class="pg-panel__note">{differing.length === 0 ? 'None differ' : 'These differ'}</span>
          </h2>
          <ListTable label="Headers that differ" columns={COLUMNS} items={differing} />
          {others.length > 0 && (
            <details class="pg-fold">
              <summary class="pg-fold__summary">{counted(others.length, 'other header')}</summary>
              <ListTable label="Other headers" columns={COLUMNS} items={others} />
            </details>
          )}
        </section>
      )}
    </AccountArticle>
  );
}

const LIST = { href: '/account/playgrounds', name: 'Playgrounds' };

/** The editor of a result's playground, where the account has it. */
const placeOf = ({ run, name }: NamedRun) =>
  name === undefined ? LIST : { href: `/account/playgrounds/${run.playground_id}`, name };

const COLUMNS: Columns<Row> = [
  ['Name', ([name]) => <Name text={name} />],
  ['Older', ([, older]) => <Isolated class="pg-value" text={older} />],
  ['Newer', ([, , newer]) => <Isolated class="pg-value" text={newer} />],
];

/** The headers that differ, and the others. Each response has a date of its own. */
function headersOf(older: TestRun, newer: TestRun): [differing: Row[], others: Row[]] {
  const [a, b] = [older.response?.headers ?? {}, newer.response?.headers ?? {}];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const rows = names.map((name): Row => [name, a[name] ?? '–', b[name] ?? '–']);
  const differs = ([name, before, after]: Row) => before !== after && name !== 'date';
  return [rows.filter(differs), rows.filter((row) => !differs(row))];
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
  if (body === '') return { lines: [], isCut: false };
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
  run: TestRun;
  lines: Lines;
  other: Lines;
  title: 'Older' | 'Newer';
  /** Whether both have the request that is above them. */
  isAlike: boolean;
}

/** A body with the lines marked that the other one has nowhere. */
function Side({ run, lines, other, title, isAlike }: SideProps) {
  const known = new Set(other.lines);
  const mark = title === 'Older' ? 'removed' : 'new';
  return (
    <section class="pg-panel" aria-label={title}>
      <h2 class="pg-panel__head">
        {title}
        <span class="pg-panel__note">
          <Time value={run.created_at} as="seconds" />
        </span>
        <span class="pg-panel__end pg-resp__meta">
          <Outcome {...run} />
          <span>{duration(run.timings.total_ms)}</span>
          {run.response !== null && <span>{size(run.response.body_size)}</span>}
        </span>
      </h2>
      <Timing run={run} />
      {!isAlike && (
        <div class="pg-compare__of">
          <Target {...run.request} />
        </div>
      )}
      {lines.lines.length === 0 ? (
        <p class="pg-wait">{run.error?.message ?? 'The response has no body.'}</p>
      ) : (
        <Block label={`Body of the ${title.toLowerCase()} result`} wraps>
          <code>
            {lines.lines.map((line) => (
              <span class={known.has(line) ? 'line' : `line ${mark}`}>
                <Shown text={line} />
                {'\n'}
              </span>
            ))}
          </code>
        </Block>
      )}
      {lines.isCut && (
        <p class="pg-compare__of pg-quiet pg-small">
          The first {number(lines.lines.length)} lines of the body.
        </p>
      )}
    </section>
  );
}
