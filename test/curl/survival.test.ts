/**
 * What a shell can read is read as the shell reads it: of texts whose meaning is known, none is changed, and hardly any is
 * refused. `TEST_FULL=1` runs 20,000 texts; `SHOW=20` prints that many failures, and counts them by kind.
 */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';
import { isFull } from '../support/full.ts';
import { findCurl, startRealCurl } from './support/real-curl.ts';
import { type KnownText, knownText, type Meaning, seeded } from './support/survival.ts';
import { wireOf } from './support/wire.ts';

const SEED = 20261126;
const TEXTS = isFull ? 20_000 : 1_500;
/** How many of them bash and curl run, too. */
const RUN = isFull ? 400 : 40;
const MAX_REFUSED = 0.003;

function texts(count: number): KnownText[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () => knownText(random));
}

/** What is compared. curl's URL and the parser's may have the slash of an empty path or not. */
function comparable({ method, url, headers, body, form }: Meaning | ParsedRequest): string {
  const path = url.replace(/^(https?:\/\/[^/]+)$/, '$1/');
  const pairs = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ method, url: path, pairs, body, form });
}

/** What is wrong with the parser's result, or undefined. A guess that changes nothing is still a guess. */
function problemOf({ text, meaning }: KnownText): 'refused' | 'changed' | 'guessed' | undefined {
  let parsed: ParsedRequest;
  try {
    parsed = parseCurl(text);
  } catch (error) {
    if (error instanceof InputError) return 'refused';
    throw error;
  }
  if (comparable(parsed) !== comparable(meaning)) return 'changed';
  // The type does not know the code before the parser does.
  const codes: readonly string[] = parsed.warnings?.map(({ code }) => code) ?? [];
  return codes.includes('read_as') ? 'guessed' : undefined;
}

t.test('no text whose meaning is known is changed', (t) => {
  const counts = { refused: 0, changed: 0, guessed: 0 };
  const byKind = new Map<string, number>();
  let shown = Number(process.env['SHOW'] ?? 3);
  for (const known of texts(TEXTS)) {
    const problem = problemOf(known);
    if (problem === undefined) continue;
    counts[problem] += 1;
    for (const [name, kind] of Object.entries(known.kinds)) {
      const key = `${problem}, ${name}: ${kind}`;
      byKind.set(key, (byKind.get(key) ?? 0) + 1);
    }
    shown -= 1;
    if (shown >= 0) t.comment(`${problem}: ${ascii(known.text)} means ${ascii(comparable(known.meaning))}`);
  }
  t.comment(`${TEXTS} texts: ${JSON.stringify(counts)}`);
  if (process.env['SHOW'] !== undefined)
    for (const [key, count] of [...byKind].sort(([, a], [, b]) => b - a)) t.comment(`${count} ${key}`);
  t.equal(counts.changed, 0, 'none is changed');
  t.equal(counts.guessed, 0, 'none is read in another way than as it stands');
  t.ok(counts.refused / TEXTS <= MAX_REFUSED, `at most ${MAX_REFUSED * 100} % are refused`);
  t.end();
});

const curl = findCurl();

t.test('the generator means what bash and curl do', { skip: curl === undefined && 'no curl' }, async (t) => {
  if (curl === undefined) return;
  t.setTimeout(isFull ? 600_000 : 60_000);
  const real = await startRealCurl(curl);
  t.teardown(() => real.close());
  const step = Math.floor(TEXTS / RUN);
  const sample = texts(TEXTS).filter((_, at) => at % step === 0);
  let wrong = 0;
  for (const { text, meaning } of sample) {
    const { request, exit, error } = await real.run(text);
    const wire = request && wireOf({ ...request, body: Buffer.from(request.body, 'base64') });
    const sent = wire && {
      method: wire.method,
      target: wire.target,
      headers: wire.headers.filter((line) => !/^(?:User-Agent|content-length|Accept: \*|expect)/.test(line)),
      body: typeof wire.body === 'string' ? wire.body : wire.body.map(({ body }) => body),
    };
    const wanted = {
      method: meaning.method,
      target: meaning.url.replace(/^https?:\/\/[^/]+/, ''),
      headers: Object.entries(meaning.headers)
        .map(([name, value]) => `${name}: ${latin1(value)}`)
        .sort(),
      body: meaning.form?.map(({ value }) => latin1(value)) ?? latin1(meaning.body ?? ''),
    };
    if (meaning.form !== undefined && sent !== null)
      sent.headers = sent.headers.filter((line) => !/^Content-Type: multipart/.test(line));
    if (JSON.stringify(sent) === JSON.stringify(wanted)) continue;
    wrong += 1;
    t.comment(
      `${exit} ${error}\n${JSON.stringify(text)}\n${JSON.stringify(sent)}\n${JSON.stringify(wanted)}`,
    );
  }
  t.equal(wrong, 0, `${sample.length} texts`);
});

/** As JSON in ASCII, so that no character breaks the reporter's lines. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
