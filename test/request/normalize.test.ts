import t from 'tap';
import { InputError } from '../../src/errors.ts';
import { multipartChunks } from '../../src/request/multipart.ts';
import { joinHeaders, type NormalRequest, normalize } from '../../src/request/normalize.ts';
import type { HeaderLine, RequestShape } from '../../src/schemas/request-shape.ts';

t.test('fills in what is left out', async (t) => {
  type Expected = Partial<Omit<NormalRequest, 'headers'>> & { headers?: HeaderLine[] };
  const table: [what: string, request: RequestShape, expected: Expected][] = [
    ['GET without a body', { url: 'http://h/' }, { method: 'GET', headers: [], body: { kind: 'none' } }],
    [
      'POST with one',
      { url: 'http://h/', body: '' },
      { method: 'POST', body: { kind: 'text', text: '', json: false } },
    ],
    [
      'JSON for what is no text',
      { url: 'http://h/', body: { a: [1, null] } },
      {
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        body: { kind: 'text', text: '{"a":[1,null]}', json: true },
      },
    ],
    [
      'no second content type',
      { url: 'http://h/', headers: { 'content-TYPE': 'text/x' }, body: 1 },
      { headers: [{ name: 'content-TYPE', value: 'text/x' }] },
    ],
    ['null is no body', { url: 'http://h/', body: null }, { method: 'GET', body: { kind: 'none' } }],
    [
      'null is no body of a method that has one',
      { url: 'http://h/', method: 'PUT', body: null },
      { method: 'PUT', body: { kind: 'none' } },
    ],
    // Clients write it so when they hand back what parse-curl returned.
    ['null is no body of GET', { url: 'http://h/', method: 'GET', body: null }, { body: { kind: 'none' } }],
    ['nor of HEAD', { url: 'http://h/', method: 'HEAD', body: null }, { body: { kind: 'none' } }],
    [
      'nor with -X',
      { url: 'http://h/', method: 'DELETE', body: null, options: { custom_method: true } },
      { method: 'DELETE', headers: [], body: { kind: 'none' } },
    ],
    [
      'nor beside another body',
      { url: 'http://h/', method: 'POST', body: null, body_file: 'a' },
      { method: 'POST', body: { kind: 'file', path: 'a', stripNewlines: false } },
    ],
    [
      'a # or @ in a variable is none of the URL',
      {
        url: 'http://$(a@b):x@h/${#U[@]}/$(date +#%Y)#c',
        variables: [
          { name: 'A', text: '$(a@b)' },
          { name: 'U', text: '${#U[@]}' },
          { name: 'D', text: '$(date +#%Y)' },
        ],
      },
      // Plain texts stand for such ones.
      { url: 'http://h/${U}/${D}' },
    ],
    ['the fragment is dropped', { url: 'http://h/a?b#c' }, { url: 'http://h/a?b' }],
    ['the path stays', { url: 'http://h/a/../b%zz' }, { url: 'http://h/a/../b%zz' }],
    [
      'credentials of the URL are a header, decoded',
      { url: 'http://a%40b:c%3a@h/' },
      { url: 'http://h/', headers: [{ name: 'Authorization', value: `Basic ${btoa('a@b:c:')}` }] },
    ],
    [
      'but an own header wins',
      { url: 'http://a:b@h/', headers: { authorization: 'x' } },
      { headers: [{ name: 'authorization', value: 'x' }] },
    ],
    [
      'the exact lines are sent',
      {
        url: 'http://h/',
        headers: { 'X-A': '1, 2' },
        options: {
          header_list: [
            { name: 'X-A', value: '1' },
            { name: 'x-a', value: '2' },
          ],
        },
      },
      {
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
        ],
      },
    ],
    [
      'a URL may start with a variable',
      { url: '$B/x', variables: [{ name: 'B', text: '$B' }] },
      { url: '$B/x' },
    ],
  ];
  for (const [what, request, expected] of table) t.match(normalize(request), expected, what);
});

t.test('refuses what contradicts itself, and names the field', async (t) => {
  const table: [request: RequestShape, field: string, code: string][] = [
    [{ url: 'ftp://h/' }, '/url', 'unsupported_scheme'],
    [{ url: '/relative' }, '/url', 'invalid_url'],
    [{ url: 'http:///x' }, '/url', 'invalid_url'],
    [{ url: 'http://h/', method: 'A B' }, '/method', 'invalid_method'],
    [{ url: 'http://h/', headers: { 'a b': '' } }, '/headers/a b', 'invalid_header_name'],
    [{ url: 'http://h/', headers: { 'a/~b': '' } }, '/headers/a~1~0b', 'invalid_header_name'],
    [{ url: 'http://h/', headers: { a: 'x\r\ny: z' } }, '/headers/a', 'invalid_header_value'],
    [{ url: 'http://h/', body: 'a', form: [] }, '/form', 'conflicting_bodies'],
    [{ url: 'http://h/', body_base64: 'a' }, '/body_base64', 'invalid_base64'],
    [{ url: 'http://h/', form: [{ name: 'a' }] }, '/form/0', 'invalid_form_part'],
    [{ url: 'http://h/', form: [{ name: 'a', value: '', file: 'f' }] }, '/form/0', 'invalid_form_part'],
    [
      { url: 'http://h/', form: [{ name: 'a', value: '', headers: ['x\ny'] }] },
      '/form/0/headers/0',
      'invalid_header_value',
    ],
    [{ url: 'http://h/', body: { a: ['\ud800'] } }, '/body/a/0', 'lone_surrogate'],
    [
      { url: 'http://h/', headers: { a: '1' }, options: { header_list: [{ name: 'a', value: '2' }] } },
      '/options/header_list',
      'header_list_mismatch',
    ],
  ];
  for (const [request, field, code] of table) {
    try {
      normalize(request);
      t.fail(`${field} ${code} was taken`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      t.match(error.issues, [{ field, code }], `${field} ${code}`);
    }
  }
});

t.test('joins repeated headers under their first spelling', async (t) => {
  const lines = ['X-A: 1', 'Cookie: a=1', 'x-a: 2', 'cookie: b=2', '__proto__: 3'].map((line) => {
    const [name = '', value = ''] = line.split(': ');
    return { name, value };
  });
  t.same(Object.entries(joinHeaders(lines)), [
    ['X-A', '1, 2'],
    ['Cookie', 'a=1; b=2'],
    ['__proto__', '3'],
  ]);
});

t.test('writes multipart as curl does', async (t) => {
  const { body } = normalize({
    url: 'http://h/',
    form: [
      { name: 'a"b\r', value: 'x' },
      { name: 'f', file: 'p.png', filename: 'p "1".png', content_type: 'image/png', headers: ['X-P: 1'] },
      { name: 'z', value_base64: '//8=' },
    ],
  });
  if (body.kind !== 'form') return t.fail('it is a form');
  t.same(
    multipartChunks(body.parts, 'B').map((chunk) => (chunk.kind === 'text' ? chunk.text : chunk.kind)),
    [
      '--B\r\nContent-Disposition: form-data; name="a%22b%0D"\r\n\r\nx\r\n--B\r\nContent-Disposition: form-data; name="f"; filename="p %221%22.png"\r\nContent-Type: image/png\r\nX-P: 1\r\n\r\n',
      'file',
      '\r\n--B\r\nContent-Disposition: form-data; name="z"\r\n\r\n',
      'bytes',
      '\r\n--B--\r\n',
    ],
  );
  const [first] = multipartChunks(body.parts, 'B', 'backslash');
  t.match(first, { text: /name="a\\"b\r"/ });
});
