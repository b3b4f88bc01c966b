/**
 * Twenty documents of each of Postman, OpenAPI and HAR: what a server receives when an imported command is executed is what the
 * tool of the format sends. The documents are valid by the formats' own schemas.
 */
import { createRequire } from 'node:module';
import t, { type Test } from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { EXPORTS } from '../../src/exports/index.ts';
import { readDocument } from '../../src/imports/document.ts';
import { readImport } from '../../src/imports/index.ts';
import { type TestApp, testApp } from '../helper.ts';
import { isFull } from '../support/full.ts';
import { headerOf, type RecordedRequest, type Recorder, startRecorder } from '../support/recorder.ts';
import type { Corpus, CorpusDocument, Sent } from './corpus/corpus.ts';
import { HAR } from './corpus/har.ts';
import { OPENAPI } from './corpus/openapi.ts';
import { POSTMAN } from './corpus/postman.ts';

// Its package is a script, whose names an import does not find.
const { HarValidator, OASValidator, PostmanValidator }: typeof import('@har-sdk/validator') = createRequire(
  import.meta.url,
)('@har-sdk/validator');

/** What a connection or a client adds. */
const OF_CLIENTS =
  /^(?:host|connection|content-length|user-agent: (?:curl|playgrounds)|accept: \*\/\*$|accept-encoding)/i;

/** A recorded request as the corpus writes it. */
function received(request: RecordedRequest): Sent {
  const type = headerOf(request, 'content-type') ?? '';
  const headers = request.headers
    .map(([name, value]) =>
      `${name.toLowerCase()}: ${Buffer.from(value, 'latin1').toString()}`.replace(/; boundary=.*/, ''),
    )
    .filter((line) => !OF_CLIENTS.test(line))
    .sort((a, b) => (a < b ? -1 : 1));
  const line = `${request.method} ${request.target}`;
  return request.body.length === 0 ? [line, headers] : [line, headers, bodyOf(request.body.toString(), type)];
}

function bodyOf(text: string, type: string): unknown {
  if (/^application\/([\w.-]+\+)?json\b/.test(type)) return JSON.parse(text);
  if (/urlencoded/.test(type)) return [...new URLSearchParams(text)];
  const [, boundary] = /boundary=(.*)/.exec(type) ?? [];
  if (boundary === undefined) return text;
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n');
    const [, name] = /name="((?:[^"\\]|\\.)*)"/.exec(head) ?? [];
    const [, kind] = /content-type: (.*)/i.exec(head) ?? [];
    return [name, body.join('\r\n\r\n').replace(/\r\n$/, ''), ...(kind === undefined ? [] : [kind])];
  });
}

async function check(
  t: Test,
  api: TestApp,
  recorder: Recorder,
  { document, sends, values = {} }: CorpusDocument,
) {
  const source = typeof document === 'string' ? document : JSON.stringify(document);
  const { items, skipped } = readImport({ source });
  t.strictSame(skipped, []);
  const all: Sent[] = [];
  for (const { command, variables } of items) {
    recorder.clear();
    const defaults = variables.flatMap(({ name, default: value }) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const { warnings: _, ...request } = parseCurl(command);
    const known = new Set((request.variables ?? []).map(({ name }) => name));
    const filled = Object.fromEntries(
      [...defaults, ...Object.entries(values)].filter(([name]) => known.has(name)),
    );
    const answer = await api.call('POST', '/api/tests/execute', { ...request, variables: filled });
    const got = recorder.requests[0];
    if (got === undefined) t.fail(`${command}\n${answer.body}`);
    else all.push(received(got));
  }
  const wanted = sends.map(([line, headers, ...body]) => [
    line,
    headers.toSorted((a, b) => (a < b ? -1 : 1)),
    ...body,
  ]);
  t.strictSame(all, wanted);
}

const CORPORA: readonly (readonly [name: 'Postman' | 'OpenAPI' | 'HAR', corpus: Corpus])[] = [
  ['Postman', POSTMAN],
  ['OpenAPI', OPENAPI],
  ['HAR', HAR],
];

t.test('documents of each kind', async (t) => {
  const recorder = await startRecorder();
  t.teardown(() => recorder.close());
  const api = await testApp(t, 'pglite');
  for (const [name, corpus] of CORPORA)
    for (const [index, document] of corpus(recorder.origin).entries())
      if (isFull || index % 7 === 0)
        await t.test(`${name} ${index}`, (t) => check(t, api, recorder, document));
});

t.test("the documents, and Postman's files of exports, are valid by the formats' own schemas", async (t) => {
  t.capture(console, 'warn'); // a format in OpenAPI's schema that the validator does not know
  const validators = {
    Postman: new PostmanValidator(),
    OpenAPI: new OASValidator(),
    HAR: new HarValidator(),
  };
  for (const [name, corpus] of CORPORA)
    for (const [index, { document }] of corpus('http://127.0.0.1:80').entries()) {
      if (!isFull && index % 7 !== 0) continue;
      const parsed = typeof document === 'string' ? readDocument(document) : document;
      t.strictSame(await validators[name].verify(parsed as never), [], `${name} ${index}`);
      const { items } = readImport({
        source: typeof document === 'string' ? document : JSON.stringify(document),
      });
      const exported = EXPORTS.postman.write({ name: 'API', description: '*', playgrounds: items });
      t.strictSame(await validators.Postman.verify(JSON.parse(exported)), [], `${name} ${index}, exported`);
    }
});
