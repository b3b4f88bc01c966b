/** What most requests are made of. */
import { add, FORM, ORIGIN, PLACEHOLDER, typed } from './make.ts';

export function addOrdinary(): void {
  add('get', { url: `${ORIGIN}/users` });
  add('get-root', { url: ORIGIN });
  add('get-query', { url: `${ORIGIN}/search?q=tea&page=2&sort=name` });
  add('get-query-escaped', { url: `${ORIGIN}/search?q=green+tea&tag=caf%C3%A9` });
  add('get-query-repeated', { url: `${ORIGIN}/search?tag=a&tag=b&empty=&bare` });
  add('get-headers', {
    url: `${ORIGIN}/users`,
    headers: { Accept: 'application/json', 'X-Api-Key': 'abc123', 'x-lower-case': 'yes' },
  });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE'])
    add(`method-${method}`, { method, url: `${ORIGIN}/thing`, options: { custom_method: true } });
  add('head', { method: 'HEAD', url: `${ORIGIN}/thing` });
  add(
    'json-compact',
    typed('application/json', { body: '{"name":"Ada","age":36,"tags":["a","b"],"ok":true}' }),
  );
  add(
    'json-spaced',
    typed('application/json', { body: '{"name": "Ada", "age": 36, "none": null, "big": [1, 2.5]}' }),
  );
  add(
    'json-lines',
    typed('application/json', { body: '{\n  "name": "Ada",\n  "nested": {\n    "a": [1, 2]\n  }\n}\n' }),
  );
  add('json-duplicate-keys', typed('application/json', { body: '{"a":1,"a":2,"2":0,"1":0,"__proto__":{}}' }));
  add(
    'json-numbers',
    typed('application/json', { body: '{"a":1.0,"b":1e3,"c":12345678901234567890,"d":-0}' }),
  );
  add('json-list', typed('application/json', { body: '[{"a":1},{"b":{"c":"d"}}]' }));
  add('json-value', { url: `${ORIGIN}/things`, body: { name: 'Ada', list: [1, null, 'x'] } });
  add('json-unicode', typed('application/json', { body: '{"name":"Zoë","text":"日本"}' }));
  add('json-vendor', typed('application/vnd.api+json', { body: '{"data":{"type":"x"}}' }));
  add('json-charset', typed('application/json; charset=utf-8', { body: '{"a":1}' }));
  add('form', typed(FORM, { body: 'name=Ada&role=admin' }));
  add('form-escaped', typed(FORM, { body: 'q=green+tea&m=caf%C3%A9&e=' }));
  add('form-odd', typed(FORM, { body: 'a=1&a=2&b&=c&d=%2f ~&' }));
  add('form-empty', typed(FORM, { body: '' }));
  add('xml', typed('text/xml', { body: '<?xml version="1.0"?>\n<a b="c">d</a>\n' }));
  add('no-content-type', {
    method: 'POST',
    url: `${ORIGIN}/x`,
    body: 'plain',
    options: { omit_headers: ['Content-Type'] },
  });
  add('text-crlf', typed('text/plain', { body: 'a\r\nb\r\n' }));
  add(
    'put-json',
    typed('application/json', { method: 'PUT', body: '{"a":1}', options: { custom_method: true } }),
  );
  add(
    'delete-with-body',
    typed('application/json', { method: 'DELETE', body: '{"a":1}', options: { custom_method: true } }),
  );
  add(
    'get-with-body',
    typed('application/json', { method: 'GET', body: '{"q":1}', options: { custom_method: true } }),
  );
  add(
    'patch',
    typed('application/merge-patch+json', {
      method: 'PATCH',
      body: '{"a":null}',
      options: { custom_method: true },
    }),
  );
  add(
    'bytes',
    typed('application/octet-stream', {
      body_base64: Buffer.from([0, 1, 255, 254, 10, 13, 39, 34]).toString('base64'),
    }),
  );
  add(
    'bytes-no-nul',
    typed('application/octet-stream', {
      body_base64: Buffer.from([1, 255, 254, 10, 13, 39, 34, 64]).toString('base64'),
    }),
  );
  add('body-at-sign', typed(FORM, { body: '@notes.txt' }));
}

export function addFiles(): void {
  add('file-data', typed(FORM, { body_file: 'notes.txt', options: { strip_newlines: true } }));
  add('file-binary', typed('image/png', { body_file: 'photo.png' }));
  add('file-upload', { method: 'PUT', url: `${ORIGIN}/up/photo.png`, body_file: 'photo.png' });
  add('file-odd-name', typed('text/plain', { body_file: "it's a $file.txt" }));
  add('file-empty', typed('text/plain', { body_file: 'empty.bin' }));
}

export function addForms(): void {
  const url = `${ORIGIN}/upload`;
  add('multipart', {
    url,
    form: [
      { name: 'title', value: 'Tea' },
      { name: 'note', value: 'two words; and more' },
    ],
  });
  add('multipart-file', {
    url,
    form: [
      { name: 'title', value: 'Tea' },
      { name: 'photo', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
    ],
  });
  add('multipart-file-renamed', {
    url,
    form: [{ name: 'doc', file: 'notes.txt', filename: 'other name.md', content_type: 'text/markdown' }],
  });
  add('multipart-typed-value', {
    url,
    form: [{ name: 'meta', value: '{"a":1}', content_type: 'application/json' }],
  });
  add('multipart-value-with-filename', {
    url,
    form: [{ name: 'f', value: 'inline', filename: 'a.txt', content_type: 'text/plain' }],
  });
  add('multipart-headers', {
    url,
    form: [{ name: 'a', value: 'b', content_type: 'text/plain', headers: ['X-Part: one', 'X-Other: two'] }],
  });
  add('multipart-content', { url, form: [{ name: 'text', file: 'notes.txt', content_type: 'text/plain' }] });
  add('multipart-bytes', { url, form: [{ name: 'raw', value_base64: '/wEC/g==' }] });
  add('multipart-odd-names', {
    url,
    form: [
      { name: 'a"b\\c', value: 'x' },
      { name: 'naïve', value: 'ü' },
      { name: 'f', file: 'photo.png', filename: 'a"b\\c 日.png', content_type: 'image/png' },
    ],
  });
  add('multipart-backslash', {
    url,
    form: [{ name: 'a"b\\c', value: 'x' }],
    options: { form_escape: 'backslash' },
  });
  add('multipart-lines', {
    url,
    form: [
      { name: 'text', value: 'a\nb\r\nc\n' },
      { name: 'empty', value: '' },
    ],
  });
  add('multipart-own-type', {
    url,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [{ name: 'a', value: 'b' }],
  });
  add('multipart-put', {
    method: 'PUT',
    url,
    form: [{ name: 'a', value: 'b' }],
    options: { custom_method: true },
  });
  add('multipart-special-values', {
    url,
    form: [
      { name: 'at', value: '@notes.txt' },
      { name: 'lt', value: '<notes.txt' },
      { name: 'quote', value: '"quoted"' },
      { name: 'space', value: ' a ' },
    ],
  });
}

export function addAuth(): void {
  const url = `${ORIGIN}/private`;
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  add('basic', { url, headers: basic('ada:lovelace') });
  add('basic-odd', { url, headers: basic('a da:p:w"\'\\$x') });
  add('basic-unicode', { url, headers: basic('zoë:日本') });
  add('basic-empty', { url, headers: basic('ada:') });
  add('basic-not-canonical', { url, headers: { Authorization: 'Basic not base64' } });
  add('basic-in-url', { url: `http://ada:love%40lace@${PLACEHOLDER}/private` });
  add('bearer', { url, headers: { Authorization: 'Bearer abc.def-ghi' } });
  add('digest', { url, auth: { scheme: 'digest', username: 'ada', password: 'love"lace' } }, 'digest');
  add('any', { url: `${url}?a=b`, auth: { scheme: 'any', username: 'ada', password: 'x' } }, 'digest');
}
