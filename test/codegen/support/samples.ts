/**
 * Arbitrary texts in every field. What must arrive is known from the request alone, without curl: each language
 * reads its own literals back by sending them.
 */
import fc from 'fast-check';
import { multipartChunks } from '../../../src/request/multipart.ts';
import { normalize } from '../../../src/request/normalize.ts';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import { type Case, HOSTILE, PLACEHOLDER } from './cases.ts';
import type { StoredRequest } from './compare.ts';

/** Fixed, so that a run can be repeated; another one is tried with the environment variable SEED. */
const SEED = Number(process.env['SEED'] ?? 20261120);
const BOUNDARY = 'sample';

/** Characters that mean something in one language or another, among all the others. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\'"`\\$#{}@%<>?!()[]&|;:/*~^ \n\r\t\0\u2028\u2029\u0085\ufeff\u202e'),
      fc.constantFrom(
        '${',
        '#{',
        '$(',
        '?>',
        '"""',
        "'''",
        '\\u0041',
        '\\x41',
        '\\0',
        '{{',
        '</script>',
        '\\"',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.string({ minLength: 1, maxLength: 5 }),
      fc.constantFrom(...HOSTILE),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));
/** A text that a header can carry in every language: no control characters, no blanks at its ends. */
const headerText = text.map((value) => value.replace(/[\0-\x1f\x7f]/g, ' ').trim());
/** curl can say no NUL in a command line. */
const partText = text.map((value) => value.replaceAll('\0', ''));

const request: fc.Arbitrary<RequestShape> = fc.oneof(
  fc.record({ body: text, header: headerText }).map(({ body, header }) => ({
    url: `http://${PLACEHOLDER}/text`,
    headers: { 'Content-Type': 'text/plain', 'X-Text': header },
    body,
  })),
  fc.array(fc.record({ name: partText, value: partText }), { minLength: 1, maxLength: 3 }).map((parts) => ({
    url: `http://${PLACEHOLDER}/form`,
    form: parts.map(({ name, value }) => ({ name: `n${name}`.replaceAll('=', ''), value })),
  })),
  fc.tuple(headerText, headerText).map(([username, password]) => ({
    url: `http://${PLACEHOLDER}/basic`,
    headers: {
      Authorization: `Basic ${Buffer.from(`u${username.replaceAll(':', '')}:${password}`).toString('base64')}`,
    },
  })),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => ({
    url: `http://${PLACEHOLDER}/bytes`,
    headers: { 'Content-Type': 'application/octet-stream' },
    body_base64: Buffer.from(bytes).toString('base64'),
  })),
);

export interface Sample extends Case {
  expected: StoredRequest[];
}

/** Requests with arbitrary texts, and what the server must receive. */
export function samples(count: number): Sample[] {
  return fc.sample(request, { seed: SEED, numRuns: count }).map((sampled, index) => ({
    name: `sample ${index} of seed ${SEED}`,
    request: sampled,
    scenario: 'ok',
    expected: [expectation(sampled)],
  }));
}

function expectation(sampled: RequestShape): StoredRequest {
  const { method, headers, body, url } = normalize(sampled);
  const latin1 = (value: string) => Buffer.from(value).toString('latin1');
  let bytes = Buffer.alloc(0);
  const type: [string, string][] = [];
  if (body.kind === 'text') bytes = Buffer.from(body.text);
  else if (body.kind === 'bytes') bytes = Buffer.from(body.bytes);
  else if (body.kind === 'form') {
    const chunks = multipartChunks(body.parts, BOUNDARY);
    bytes = Buffer.from(chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join(''));
    type.push(['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`]);
  }
  return {
    method,
    target: new URL(url).pathname,
    version: 'HTTP/1.1',
    headers: [
      ['Host', PLACEHOLDER],
      ...headers.map(({ name, value }): [string, string] => [name, latin1(value)]),
      ...type,
    ],
    body: bytes.toString('base64'),
  };
}
