/**
 * Some generators write the program of an ordinary request from one template. It must be the program that they
 * write without it, to the letter: what is ordinary is a matter of speed alone.
 */
import fc from 'fast-check';
import t from 'tap';
import { Warnings } from '../../src/codegen/generator.ts';
import { GENERATORS } from '../../src/codegen/index.ts';
import { normalize } from '../../src/request/normalize.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { CASES, HOSTILE } from './support/cases.ts';
import { corpusCases } from './support/corpus.ts';

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PURGE',
  'get',
  'QUERY',
];
const NAMES = [
  'Accept',
  'accept',
  'ACCEPT',
  'Content-Type',
  'content-type',
  'Content-Language',
  'Content-Length',
  'Authorization',
  'Cookie',
  'User-Agent',
  'X-Api-Key',
  'x-request-id',
  'Host',
  'Date',
  'If-Match',
  'If-Modified-Since',
  'Range',
  'Referer',
  'Accept-Encoding',
  'Connection',
  'Expect',
  'TE',
  'x_y.z',
  '__proto__',
  '7',
];
const VALUES = [
  '',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'Basic bWU6cHc=',
  'Basic bWU6',
  'Basic !!',
  'Bearer abc.def',
  'Bearer  two blanks',
  'Bearer ',
  `Bearer ${'token.'.repeat(20)}`,
  `Basic ${btoa(`user:${'password'.repeat(8)}`)}`,
  'a=1; b=2',
  'a=1,b=2',
  '*/*',
  'gzip, br',
  'text/html,application/xhtml+xml;q=0.9',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  '"abc"',
  'W/"x", *',
  'bytes=0-1',
  'Sat, 01 Jan 2022 00:00:00 GMT',
  ' two  blanks ',
  'héllo',
  '0',
];
const URLS = [
  'http://example.com/',
  'https://example.com/v1/users?limit=10&page=2',
  'http://example.com:8080/a/b%20c?x=%2F',
  'http://example.com/a?b=c&d=',
  'http://example.com/?a=1&a=2',
  'http://example.com/x?q=a+b',
  'http://example.com/%41',
  'http://example.com/it?x=~a_b.c-d',
  'https://EXAMPLE.com/Path;v=1',
];
const BODIES = [
  undefined,
  '',
  '{"a":1}',
  '{"a": 1, "b": [true, null]}',
  '{\n  "name": "Ada",\n  "tags": ["x"]\n}',
  '{"a": 1.0}',
  '{"a": 1',
  '[]',
  'a=1&b=two+words',
  'a=1&a=2',
  'a=%C3%A9&b=',
  `a=${'long'.repeat(20)}&c=d`,
  Array.from({ length: 33 }, (_, index) => `key${index}=value`).join('&'),
  'a',
  'plain text\nin lines\n',
  'tab\tand\r\nCRLF',
  '<a>é</a>',
  ...HOSTILE,
];

const request: fc.Arbitrary<RequestShape> = fc.record({
  method: fc.constantFrom(...METHODS),
  url: fc.constantFrom(...URLS),
  headers: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES, ...HOSTILE)), { maxLength: 5 })
    .map((lines) => Object.fromEntries(lines)),
  body: fc.oneof(fc.constantFrom(...BODIES), fc.jsonValue({ maxDepth: 2 }), fc.string()),
});

/** Counts the programs that a request makes, and tells those in which the template changes something. */
function compare(given: RequestShape): { programs: number; different: string[] } {
  let normal: ReturnType<typeof normalize>;
  try {
    normal = normalize(given);
  } catch {
    return { programs: 0, different: [] };
  }
  if (!normal.isOrdinary) return { programs: 0, different: [] };
  const different: string[] = [];
  for (const { language, write } of GENERATORS) {
    const [template, general] = [true, false].map((isOrdinary) => {
      const warnings = new Warnings();
      const code = write({ ...normal, isOrdinary }, warnings);
      return `${code}\n${JSON.stringify(warnings.list)}`;
    });
    if (template !== general)
      different.push(`${language}, ${JSON.stringify(given)}:\n${template}\n---\n${general}`);
  }
  return { programs: GENERATORS.length, different };
}

t.test('the requests that are run', async (t) => {
  let count = 0;
  for (const { name, request: given } of [...CASES, ...corpusCases()]) {
    const { programs, different } = compare(given);
    count += programs;
    if (different.length > 0) t.fail(name, { different });
  }
  t.ok(count > 5000, 'most requests are ordinary');
});

t.test('requests put together at random', async (t) => {
  let count = 0;
  fc.assert(
    fc.property(request, (given) => {
      const { programs, different } = compare(given);
      count += programs;
      return different.length === 0;
    }),
    { numRuns: 5000 },
  );
  t.ok(count > 5000, `${count} programs`);
});
