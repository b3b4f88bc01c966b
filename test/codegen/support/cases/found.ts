/** Found by combining what other cases have one at a time. */
import { add, FORM, NAMES, ORIGIN, PLACEHOLDER, typed } from './make.ts';

export function addFound(): void {
  const url = `${ORIGIN}/found`;
  const json = { 'Content-Type': 'application/json' };
  const follow = { follow_redirects: true };
  const encodings = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
  add('encodings-lower-case', { url, headers: encodings });
  add('encodings-lower-case-compressed', { url, headers: encodings, options: { compressed: true } });
  add('proxy-long', {
    url: 'http://api.example.com/x',
    options: { proxy: `http://user-of-the-proxy:its-long-password@${PLACEHOLDER}` },
  });
  add('proxy-variable', {
    url: 'http://api.example.com/x',
    headers: { 'X-Token': '$TOKEN' },
    options: { proxy: `http://us:p%40w@${PLACEHOLDER}/` },
    variables: [{ name: 'TOKEN', text: '$TOKEN' }],
  });
  add('target-dots-and-slashes', { url: `${ORIGIN}/a/./b/../../c//d/..` });
  add('follow-delete', { method: 'DELETE', url, options: follow }, 'redirect-302');
  add(
    'follow-patch',
    { method: 'PATCH', url, headers: json, body: '{"a":1}', options: follow },
    'redirect-303',
  );
  add(
    'follow-put-json-secret',
    {
      method: 'PUT',
      url,
      headers: { ...json, Authorization: 'Bearer t' },
      body: '{"a":1}',
      options: { ...follow, custom_method: true },
    },
    'redirect-302',
  );
  add('chunked-nothing', { method: 'POST', url, options: { chunked: true, omit_headers: ['Content-Type'] } });
  add('json-exponent', { url, body: { small: 1e-7, large: -3e21 } });
  add('file-stdin', typed('application/json', { body_file: '-' }));
  add('file-stdin-part', {
    method: 'POST',
    url,
    form: [{ name: 'a', file: '-', filename: 'a.txt', content_type: 'text/plain' }],
  });
  add('text-charset', typed('text/plain; charset=utf-8', { body: 'naïve "text"' }));
  // Lines that a heredoc would take blanks off, would end at, or would add an end to.
  add('lines-indented', typed('text/plain', { body: '  a: "1"\n    b: #{2}\n\t c\n' }));
  add('lines-indented-open', typed('text/plain', { body: '  a: "1"\n    b' }));
  add('lines-blank', typed('text/plain', { body: 'a\n\n   \n\t#{b} \\n #$c\n\n' }));
  add('lines-end', typed('text/plain', { body: 'a\n  BODY\nb' }));
  add('lines-variable', {
    ...typed('application/xml', { body: '<a id="#{1}">\n  <b>$USER_NAME</b>\n$id' }),
    variables: ['USER_NAME', 'id'].map((name) => ({ name, text: `$${name}` })),
  });
  add('form-text-and-files', {
    method: 'POST',
    url: `${ORIGIN}/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it`,
    form: [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
      { name: 'photo', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
      { name: 'meta', value: '{"a":1}', content_type: 'application/json' },
      { name: 'last', value: 'x' },
    ],
  });
  add('text-many-quotes', typed('text/plain', { body: '  "a" "b" "c" \\ "d" "e" "f" ""' }));
  add('json-many-quotes', {
    ...typed('application/json', { body: '{"a":"100 %","b":"$USER_NAME \\\\ \\n","c":"d","e":"f"}' }),
    variables: [{ name: 'USER_NAME', text: '$USER_NAME' }],
  });
  add('json-records', {
    url,
    headers: json,
    body: '{"records":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"pairs":[[1,2],[3,4]],"prompt":"A text that is as long as people write them for a model, all of it on one line."}',
  });
  add(
    'follow-keep-once',
    { url, headers: { 'Content-Type': FORM }, body: 'a=1', options: { ...follow, keep_method_on: [302] } },
    'redirect-both',
  );
  add('head-forced', { method: 'HEAD', url, options: { custom_method: true } });
  const names = NAMES.split(' ');
  const variables = names.map((name) => ({ name, text: `$${name}` }));
  const all = names.map((name) => `$${name}`).join(' ');
  const alike = { url, headers: { ...json, 'X-All': all, Cookie: 'a=$password' }, variables };
  add('variables-alike', alike);
  add('variables-alike-basic', {
    ...alike,
    auth: { scheme: 'basic', username: '$username', password: '$password' },
  });
  add(
    'variables-alike-digest',
    { ...alike, body: all, auth: { scheme: 'digest', username: '$username', password: '$password' } },
    'digest',
  );
  add(
    'variables-alike-follow',
    { ...alike, method: 'PUT', body: all, options: { ...follow, custom_method: true } },
    'redirect-302',
  );
  add('variables-alike-twice', { ...alike, body: all, options: follow }, 'redirect-twice');
  add('variables-alike-form', {
    ...alike,
    headers: { 'X-All': all },
    form: [
      { name: '$form', value: all },
      { name: 'f', file: 'photo.png', filename: '$path', content_type: 'image/$content' },
    ],
  });
  add('variables-alike-target', { ...alike, url: `${ORIGIN}/../$target`, options: follow }, 'redirect-301');
  add('follow-get-type', { url, headers: json, options: follow }, 'redirect-302');
  add('follow-own-host', { url, headers: { Host: 'api.example.com' }, options: follow }, 'redirect-302');
  add(
    'follow-chunked',
    typed('text/plain', { body: 'in chunks', options: { ...follow, chunked: true } }),
    'redirect-307',
  );
  add(
    'follow-empty-body',
    typed(FORM, { method: 'PUT', body: '', options: { ...follow, custom_method: true } }),
    'redirect-302',
  );
  add('encoding-of-range', { url, headers: { Range: 'bytes=0-9', 'Accept-Encoding': 'gzip' } });
  add('user-agent-empty', { url, headers: { 'User-Agent': '' } });
  add('target-brackets', { url: `${url}/[0]?page[size]=1&f={a|b}` });
  const proxied = 'http://api.example.com/x?y=z';
  add('proxy-own-host', {
    url: proxied,
    headers: { Host: 'other.example.com' },
    options: { proxy: ORIGIN },
  });
  add('proxy-other-target', { url: proxied, options: { proxy: ORIGIN, request_target: '/other?z=1' } });
  add('proxy-host-capitals', { url: 'http://API.Example.com/x', options: { proxy: ORIGIN } });
  add('proxy-host-capitals-own', {
    url: 'http://API.Example.com/x',
    headers: { Host: 'other.example.com' },
    options: { proxy: ORIGIN },
  });
  add('target-hash', { url, options: { request_target: '/a?b#c' } });
  add('timeout-endless', { url, options: { timeout_ms: 4_294_967_295 } });
  add('basic-nobody', { url, auth: { scheme: 'basic' } });
  add('digest-nobody', { url, auth: { scheme: 'digest', username: '', password: '' } }, 'digest');
  const user = { name: 'RUN_USER', text: '$RUN_USER' };
  add(
    'variable-alone-digest',
    { url, auth: { scheme: 'digest', username: '$RUN_USER', password: '$RUN_USER' }, variables: [user] },
    'digest',
  );
  add('variable-alone-bearer', {
    url,
    headers: { Authorization: 'Bearer $RUN_USER' },
    variables: [user],
    options: follow,
  });
  const given = { username: 'ada', password: 'x' };
  add(
    'any-chunked',
    typed('text/plain', { url, body: 'a=b', auth: { scheme: 'any', ...given }, options: { chunked: true } }),
    'digest',
  );
  add(
    'digest-other-target',
    { url, auth: { scheme: 'digest', ...given }, options: { request_target: '/other?z=1' } },
    'digest',
  );
  add('follow-other-target', { url, options: { ...follow, request_target: '/other?z=1' } }, 'redirect-302');
  add('bearer-two-blanks', { url, headers: { Authorization: 'Bearer  t' } });
  add('json-variables', {
    url,
    headers: json,
    body: '{"user":"$RUN_USER","{}":"\\\\"}',
    variables: [user],
  });
  add('form-many', {
    url,
    headers: { 'Content-Type': FORM },
    body: Array.from({ length: 40 }, (_, index) => `key${index}=value+${index}`).join('&'),
  });
  add('form-get', {
    method: 'GET',
    url,
    headers: { 'Content-Type': FORM, Accept: '*/*' },
    body: 'a=1&b=%C3%A9&c=*-._',
    options: { custom_method: true },
  });
  add('multipart-plain', {
    method: 'PUT',
    url,
    headers: { Authorization: 'Bearer t', 'X-Key': 'k' },
    form: [
      { name: 'user[name]', value: 'Ada "the" first\nof her name, who wrote a program' },
      { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
      { name: 'g', file: 'notes.txt', filename: 'notes.txt', content_type: 'text/plain' },
      { name: 'h', file: 'photo.png', filename: 'h 日.png', content_type: 'image/png' },
      { name: 'i', file: 'photo.png', filename: 'photo.png', content_type: 'application/octet-stream' },
      { name: 'j', value: '{"a":1}', content_type: 'application/json' },
      { name: 'k', value: 'text', filename: 'k.svg', content_type: 'image/svg+xml' },
      { name: 'm', file: 'notes.txt', content_type: 'text/x-notes' },
    ],
    options: { custom_method: true },
  });
  add('multipart-odd-types', {
    url,
    form: [
      { name: 'a', value: 'x', content_type: 'Text/Plain; charset=UTF-8' },
      { name: 'b', value: 'y', content_type: 'x/Y' },
      { name: 'a b/c?', value: 'z' },
    ],
  });
  add('proxy-omit-host', { url: proxied, options: { proxy: ORIGIN, omit_headers: ['Host'] } });
  add(
    'proxy-digest',
    {
      url: proxied,
      auth: { scheme: 'digest', username: 'ada', password: 'x' },
      options: { proxy: ORIGIN },
    },
    'digest',
  );
}

/** Found by combining what other cases have one at a time. */
export function addCombined(): void {
  const url = `${ORIGIN}/combined`;
  const follow = { follow_redirects: true };
  add(
    'follow-repeated-form',
    {
      url,
      headers: { 'X-A': '1, 2', 'Content-Type': FORM },
      body: 'a=b',
      options: {
        ...follow,
        header_list: [
          { name: 'X-A', value: '1' },
          { name: 'X-A', value: '2' },
          { name: 'Content-Type', value: FORM },
        ],
      },
    },
    'redirect-302',
  );
  add('trusted-not-follow', { url, options: { auth_on_redirect: true } }, 'redirect-302');
  const typedPart = { name: 'a', value: 'b', headers: ['X-Part: one'] };
  add('follow-multipart-headers', { url, form: [typedPart], options: follow }, 'redirect-302');
  add(
    'follow-multipart-own-type',
    {
      url,
      headers: { 'Content-Type': 'multipart/mixed' },
      form: [{ name: 'a', value: 'b' }],
      options: follow,
    },
    'redirect-302',
  );
  add('proxy-unicode-path', { url: 'http://api.example.com/é?q=ü', options: { proxy: ORIGIN } });
  add('omit-connection', { url, options: { omit_headers: ['Connection'] } });
  add(
    'compressed-chunked-file',
    typed(FORM, {
      url,
      body_file: 'notes.txt',
      options: { strip_newlines: true, compressed: true, chunked: true },
    }),
  );
  add(
    'any-upload',
    {
      method: 'PUT',
      url,
      body_file: 'photo.png',
      auth: { scheme: 'any', username: 'ada', password: 'x' },
    },
    'basic',
  );
  add('multipart-value-with-known-name', { url, form: [{ name: 'a', value: 'b', filename: 'a.txt' }] });
  add('proxy-address-other-ip', {
    url: 'http://api.example.com/',
    options: { proxy: ORIGIN, ip_version: 6 },
  });
  add('header-authorization-capitals', { url, headers: { AUTHORIZATION: 'Basic YTpi' } });
  add('header-blank', { url, headers: { 'X-Blank': ' ' } });
  add('multipart-empty-type', {
    url,
    headers: { 'Content-Type': '' },
    form: [{ name: 'a', value: 'b', filename: 'a.txt' }],
  });
  add('multipart-written-lower-type', {
    url,
    headers: { 'content-type': 'multipart/mixed' },
    form: [{ name: 'a', value: 'b', filename: 'a.txt' }],
  });
  add('multipart-written-variable', {
    url,
    form: [
      { name: 'a', value: "it's $TOKEN", content_type: 'text/plain' },
      { name: 'b', value_base64: '/wE=', content_type: 'text/plain' },
    ],
    variables: [{ name: 'TOKEN', text: '$TOKEN' }],
  });
  add('multipart-bytes-and-wide', {
    url,
    form: [
      { name: 'wide', value: 'ü' },
      { name: 'raw', value_base64: '/wEC/g==' },
      { name: 'last', value: '日' },
    ],
  });
  add('multipart-text-wide-target', {
    url: `${url}?ü`,
    form: [{ name: 'a', value: 'b', headers: ['X-Part: one'] }],
  });
  add('variable-empty-header', {
    url,
    headers: { 'X-Empty': '${EMPTY:-}', 'X-A': 'b' },
    variables: [{ name: 'EMPTY', text: '${EMPTY:-}' }],
  });
}
