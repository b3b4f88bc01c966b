/** Found by examining the programs with requests from elsewhere. */
import { add, FORM, ORIGIN, PLACEHOLDER, typed } from './make.ts';

/** Found by examining the programs with requests from elsewhere. */
export function addExamined(): void {
  add('query-apostrophe', { url: `${ORIGIN}/s?a='x'&b=(1)*,!` });
  add('multipart-attachment', {
    url: `${ORIGIN}/m`,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [
      { name: 'a', value: '1' },
      { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
    ],
  });
  add('multipart-nameless', {
    url: `${ORIGIN}/m`,
    form: [
      { name: '', value: 'x', headers: ['Content-Disposition: form-data'] },
      {
        name: '',
        file: 'photo.png',
        headers: ['Content-Disposition: form-data; filename="photo.png"', 'Content-Type: image/png'],
      },
      { name: 'a', value: 'b', headers: ['Content-Disposition: form-data; name="other"'] },
    ],
  });
  add('multipart-nameless-attachment', {
    url: `${ORIGIN}/m`,
    headers: { 'Content-Type': 'multipart/mixed' },
    form: [
      { name: '', value: '{}', headers: ['Content-Disposition:', 'Content-Type: application/json'] },
      { name: 'f', value: 'b' },
    ],
  });
  add('mkcol-without-body', {
    method: 'MKCOL',
    url: `${ORIGIN}/new/`,
    options: { custom_method: true },
  });
  add('compressed-own-encoding', {
    url: `${ORIGIN}/z`,
    headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
    options: { compressed: true },
  });
  add('nul-before-digits', typed('text/plain', { body: '\u00001\u00012\u001f7\u007ff\0' }));
  add('multipart-standard-name', {
    url: `${ORIGIN}/m`,
    form: [
      { name: 'a', value: 'x;y', content_type: 'text/plain' },
      { name: 'b', value: '@"c"' },
    ],
  });
}

/** What makes libraries change a request: the programs of some languages write these on a socket. */
export function addExact(): void {
  const url = `${ORIGIN}/exact`;
  const odd = { 'X-API-Key': 'k', DNT: '1', 'sec-ch-ua': '"x";v="1"', Cookie: 'a=b' };
  const json = { ...odd, 'Content-Type': 'application/json' };
  const follow = { follow_redirects: true };
  const parts = [
    { name: 'a', value: 'b' },
    { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
  ];
  add('names-odd', { url, headers: odd });
  add('names-odd-head', { method: 'HEAD', url, headers: odd });
  add('names-odd-json', { url, headers: json, body: '{\n  "a": 1\n}\n' });
  add('names-odd-form', { url, headers: odd, form: parts });
  add('names-odd-bytes', { url, headers: json, body_base64: '//79AAE=' });
  add('names-odd-file', { method: 'PUT', url, headers: odd, body_file: 'photo.png' });
  add('names-odd-chunked', { url, headers: json, body: '{}', options: { chunked: true } });
  add('names-odd-expect', { url, headers: json, body: '{}', options: { expect_continue: true } });
  add('names-odd-timeouts', {
    url,
    headers: odd,
    options: { timeout_ms: 10_000, connect_timeout_ms: 2500, ip_version: 4 },
  });
  add('names-odd-proxy', {
    url: 'http://api.example.com/x?y=z',
    headers: odd,
    options: { proxy: `http://us:p%40w@${PLACEHOLDER}` },
  });
  add('names-odd-variables', {
    url: `${url}/{{id}}?k={{id}}`,
    headers: { 'X-API-Key': 'k{{id}}' },
    body: '{{id}}',
    options: { omit_headers: ['Content-Type'] },
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  for (const status of [301, 303, 307] as const)
    add(
      `names-odd-follow-${status}`,
      { url, headers: { ...json, Authorization: 'Bearer t' }, body: '{"a":1}', options: follow },
      `redirect-${status}`,
    );
  add('names-odd-follow-form', { url, headers: odd, form: parts, options: follow }, 'redirect-302');
  add('names-odd-follow-twice', { url, headers: odd, options: follow }, 'redirect-twice');
  add(
    'names-odd-follow-put',
    { method: 'PUT', url, headers: json, body: 'x', options: { ...follow, custom_method: true } },
    'redirect-303',
  );
  add('form-type-lower', {
    url,
    headers: { 'content-type': FORM, accept: 'text/html' },
    body: 'a=1&b=c+d',
  });
  add('json-type-lower', { url, headers: { 'content-type': 'application/json' }, body: '{"a": 1}' });
  add('multipart-follow', { url, form: parts, options: follow }, 'redirect-302');
  add('header-unicode-body', { url, headers: { 'X-Name': 'Zoë', 'Content-Type': 'text/plain' }, body: 'é' });
  add('header-repeated-body', {
    url,
    headers: { 'X-A': '1, 2', 'Content-Type': 'text/plain' },
    body: 'x',
    options: {
      header_list: [
        { name: 'X-A', value: '1' },
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'X-A', value: '2' },
      ],
    },
  });
  add('omit-user-agent-form', { url, form: parts, options: { omit_headers: ['User-Agent'] } });
  add('compressed-no-encoding', { url, options: { compressed: true, omit_headers: ['Accept-Encoding'] } });
  add(
    'follow-json-patch',
    typed('application/json', {
      method: 'PATCH',
      body: '{"a": 1}',
      options: { ...follow, custom_method: true },
    }),
    'redirect-302',
  );
  add('host-empty', { url, headers: { Host: '' } });
  add('http-1.0-post', typed('text/plain', { body: 'x', options: { http_version: '1.0' } }));
  add(
    'method-lower-case-post',
    typed('text/plain', { method: 'post', body: 'x', options: { custom_method: true } }),
  );
  add(
    'digest-post',
    typed('application/json', {
      url,
      body: '{"a":1}',
      auth: { scheme: 'digest', username: 'ada', password: 'é"\\' },
    }),
    'digest',
  );
  const digest = { scheme: 'digest', username: 'ada', password: 'x' } as const;
  add(
    'chunked-variable',
    typed('text/plain', {
      url,
      body: 'a{{id}}b',
      options: { chunked: true },
      variables: [{ name: 'id', text: '{{id}}' }],
    }),
  );
  add('form-type-variable', {
    url,
    headers: { 'Content-Type': 'multipart/{{id}}' },
    form: parts,
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  add('digest-bare-query', { url: `${url}?`, auth: digest }, 'digest');
  add('digest-not-needed', typed('text/plain', { url, body: 'a=b', auth: digest }));
  add('any-not-needed', typed('text/plain', { url, body: 'a=b', auth: { ...digest, scheme: 'any' } }));
  add('any-post', typed('text/plain', { url, body: 'a=b', auth: { ...digest, scheme: 'any' } }), 'digest');
  add('any-basic', { url, auth: { ...digest, scheme: 'any' } }, 'basic');
  add('accept-encoding-empty', { url, headers: { 'Accept-Encoding': '' } });
  add(
    'follow-form-own-type',
    {
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
      options: follow,
    },
    'redirect-302',
  );
  const page = `${ORIGIN}/list/items?page=1`;
  add('follow-relative', { url: page, headers: { 'X-API-Key': 'k' }, options: follow }, 'redirect-relative');
  add(
    'follow-relative-post',
    typed('application/json', { url: page, body: '{}', options: follow }),
    'redirect-relative',
  );
  add(
    'follow-away',
    {
      url,
      headers: { Authorization: 'Bearer t', Cookie: 'a=b', Host: 'api.test', 'X-A': 'b' },
      options: follow,
    },
    'redirect-away',
  );
  add(
    'follow-away-basic',
    { url, headers: { Authorization: 'Basic YTpi' }, options: follow },
    'redirect-away',
  );
  add('follow-no-end', { url, options: { ...follow, max_redirects: -1 } }, 'redirect-twice');
  add('compressed-odd-names', {
    url,
    headers: { DNT: '1', 'X-API-Key': 'k' },
    options: { compressed: true },
  });
  add('compressed-odd-target', { url: `${ORIGIN}/a/../b?"c"`, options: { compressed: true } });
  add('address-other-ip', { url, options: { ip_version: 6 } });
  add(
    'digest-form',
    { url, form: [{ name: 'a', value: 'b' }], auth: { scheme: 'digest', username: 'u', password: 'p' } },
    'digest',
  );
}
