/** Some languages write the program of an ordinary request from a template: it is the program that they write anyway. */
import t from 'tap';
import { generateCode, LANGUAGES } from '../../src/codegen/index.ts';
import type { HttpRequest } from '../../src/schemas/http-request.ts';
import { CASES } from './support/cases.ts';
import { corpusCases } from './support/corpus.ts';

const VALUES = [
  '',
  ' blank',
  'a\tb',
  'a b\\',
  '"quoted"',
  "it's",
  '$HOME #{x} `y` ${z} <!-- </script> ?>',
  'text/html; charset=utf-8, */*;q=0.8',
  'Basic YWRhOmxvdmVsYWNl',
  'Basic YWRhOmxvdmVsYWNm',
  'Basic Og==',
  'größe \u2028 \u{1f600}',
  'x'.repeat(70),
];
const NAMES = [
  'Accept',
  'accept',
  'ACCEPT',
  'Authorization',
  'Host',
  'If-Match',
  'X-A',
  'x-a',
  "X'$`#",
  'TE',
  'Allow',
];
const BODIES: HttpRequest['body'][] = [
  undefined,
  '',
  'plain',
  'a=1&b=x+y%20%7E&c=',
  'a=1&a=2&1=3&=4',
  '{"a":[1,2,{"b":"c"}],"d":"e"}',
  '{\n  "a": "b"\n}\n',
  'line \n"#\\n\r\n\u2028',
  '\n'.repeat(300),
  { a: 1 },
];
const TYPES = [undefined, 'application/x-www-form-urlencoded', 'application/json', 'text/plain'];
const URLS = [
  'http://h',
  'http://h/',
  'https://h.example:8443/a/b?c=d&e=%20',
  'http://h/%7e/.x',
  `https://h/${'x'.repeat(60)}`,
];

function* requests(): Generator<HttpRequest> {
  for (const { request } of [...CASES, ...corpusCases()]) yield request;
  for (const name of NAMES)
    for (const value of VALUES) {
      yield { url: 'https://h/', headers: { [name]: value } };
      yield {
        url: 'https://h/',
        headers: { Accept: 'a/b', [name]: value, 'Content-Type': 'text/x' },
        body: 'x',
      };
    }
  for (const body of BODIES)
    for (const type of TYPES)
      for (const method of ['GET', 'POST', 'PATCH', 'HEAD', 'get', 'TRACE', 'PURGE'])
        for (const url of URLS)
          yield {
            method,
            url,
            headers: type === undefined ? {} : { 'Content-Type': type },
            ...(body === undefined ? {} : { body }),
          };
}

for (const language of LANGUAGES)
  t.test(language, async (t) => {
    let compared = 0;
    for (const request of requests()) {
      if (request.options !== undefined) continue;
      // Empty options say nothing, but make the request go the general way.
      const general = generateCode({ ...request, options: {} }, language);
      const written = generateCode(request, language);
      compared += 1;
      if (written.code !== general.code || written.warnings.length !== general.warnings.length)
        t.strictSame(written, general, JSON.stringify(request));
    }
    t.ok(compared > 1000, `${compared} requests`);
  });
