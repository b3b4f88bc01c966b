/** Requests of .http files, as HTTP/1.1 writes them, and URLs. */
import t from 'tap';
import { convert } from '../../src/conversions/index.ts';
import { type Case, check, checkRefused } from './meaning.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const SCHEME = 'whether it is http or https';

const CASES: readonly Case[] = [
  {
    title: 'a line',
    text: 'GET https://api.example.com/users',
    means: { url: 'https://api.example.com/users' },
  },
  {
    title: 'VS Code, a POST',
    text: `### Create a user
# @name createUser
POST https://api.example.com/users HTTP/1.1
Content-Type: application/json
Authorization: Bearer {{token}}

{
  "name": "Ada",
  "tags": ["a", "b"]
}
`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: { ...JSON_TYPE, Authorization: 'Bearer {{token}}' },
      body: '{\n  "name": "Ada",\n  "tags": ["a", "b"]\n}',
      variables: [{ name: 'token', text: '{{token}}' }],
    },
  },
  {
    title: 'variables of the file',
    text: `@host = https://api.example.com
@version = v2

GET {{host}}/{{version}}/users/{{id}}
Accept: application/json`,
    means: { url: 'https://api.example.com/v2/users/{{id}}', headers: { Accept: 'application/json' } },
  },
  {
    title: 'a query in lines',
    text: `GET https://api.example.com/comments
    ?page=2
    &pageSize=10
Accept: */*`,
    means: { url: 'https://api.example.com/comments?page=2&pageSize=10', headers: { Accept: '*/*' } },
  },
  {
    title: 'the first of several',
    text: `DELETE https://api.example.com/items/1

###
GET https://api.example.com/items`,
    means: { method: 'DELETE', url: 'https://api.example.com/items/1' },
    says: ['Only the first of several requests'],
  },
  {
    title: 'a form in lines',
    text: `POST https://api.example.com/login HTTP/1.1
Content-Type: application/x-www-form-urlencoded

name=foo
&password=bar`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/login',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'name=foo&password=bar',
    },
  },
  {
    title: 'JetBrains, with a script for the response',
    text: `PUT https://api.example.com/items/1
Content-Type: application/json

{"a": 1}

> {%
client.test("ok", function() { client.assert(response.status === 200); });
%}`,
    means: { method: 'PUT', url: 'https://api.example.com/items/1', headers: JSON_TYPE, body: '{"a": 1}' },
    says: ['script that handles the response'],
  },
  {
    title: 'a file as body',
    text: `POST https://api.example.com/import
Content-Type: text/csv

< ./data.csv`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/import',
      headers: { 'Content-Type': 'text/csv' },
      body_file: './data.csv',
    },
  },
  {
    title: 'as HTTP/1.1 writes it',
    text: `POST /v1/items?x=1 HTTP/1.1
Host: api.example.com
Content-Type: application/json
Content-Length: 8
Connection: keep-alive

{"a": 1}`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/v1/items?x=1',
      headers: JSON_TYPE,
      body: '{"a": 1}',
    },
    says: [SCHEME],
  },
  {
    title: 'with Windows line ends, on a port',
    text: 'GET /health HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\n\r\n',
    means: { url: 'http://localhost:8080/health', headers: { Accept: '*/*' } },
    says: [SCHEME],
  },
  {
    title: 'Basic credentials',
    text: `GET https://api.example.com/
Authorization: Basic ada secret`,
    means: { url: 'https://api.example.com/', headers: { Authorization: 'Basic YWRhOnNlY3JldA==' } },
  },
  {
    title: 'a path alone',
    text: 'GET /api/users',
    means: { url: '{{origin}}/api/users' },
    says: ['fill in `{{origin}}`'],
  },
  {
    title: 'what a client computes',
    text: `POST https://api.example.com/
X-Request-Id: {{$guid}}
Content-Type: text/plain

{{$timestamp}}`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/',
      headers: { 'X-Request-Id': '{{guid}}', 'Content-Type': 'text/plain' },
      body: '{{timestamp}}',
    },
    says: ['{{guid}}', '{{timestamp}}'],
  },
  {
    title: 'repeated headers and comments',
    text: `GET https://api.example.com/
// the tenant
X-Id: 1
# X-Not: sent
X-Id: 2`,
    means: { url: 'https://api.example.com/', headers: { 'X-Id': '1, 2' } },
  },
  {
    title: 'a form of parts as it is written',
    text: `POST https://api.example.com/up
Content-Type: multipart/form-data; boundary=x

--x
Content-Disposition: form-data; name="a"

1
--x--`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/up',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    },
  },
  {
    title: 'hostile texts stay texts',
    text: `POST https://api.example.com/?q=$(id)'
X-Evil: '; rm -rf / # "
Content-Type: text/plain

@/etc/passwd $(id) \`id\` 'x' \\`,
    means: {
      method: 'POST',
      url: "https://api.example.com/?q=$(id)'",
      headers: { 'X-Evil': `'; rm -rf / # "`, 'Content-Type': 'text/plain' },
      body: "@/etc/passwd $(id) `id` 'x' \\",
    },
  },
];

t.test('.http', async (t) => {
  t.ok(CASES.length >= 15);
  check(t, CASES);
});

const URLS: readonly Case[] = [
  {
    title: 'a URL',
    text: 'https://api.example.com/users?page=2&x=a%20b',
    means: { url: 'https://api.example.com/users?page=2&x=a%20b' },
  },
  {
    title: 'with blanks around it',
    text: '\n  http://localhost:3000/a \n',
    means: { url: 'http://localhost:3000/a' },
  },
  {
    title: 'without a scheme',
    text: 'api.example.com/users',
    means: { url: 'http://api.example.com/users' },
  },
  { title: 'with a port', text: 'localhost:8080', means: { url: 'http://localhost:8080/' } },
  {
    title: 'with a fragment',
    text: 'https://example.com/docs#intro',
    means: { url: 'https://example.com/docs' },
  },
  {
    title: 'with brackets',
    text: 'https://example.com/?a[b]={c,d}',
    means: { url: 'https://example.com/?a[b]={c,d}' },
  },
  {
    title: 'hostile',
    text: "https://example.com/?q='$(id)`id`;rm",
    means: { url: "https://example.com/?q='$(id)%60id%60;rm" },
  },
];

t.test('URLs', async (t) => check(t, URLS));

t.test('what is a command, or nothing at all, stays as it is', async (t) => {
  for (const text of [
    'curl https://example.com/',
    '$ curl -X POST https://example.com/ -d \'fetch("https://x.example/")\'',
    'http is a protocol',
    'package.json',
    'hello',
    '',
    'pip install curl',
    'HTTP/1.1 200 OK\ncontent-type: text/html',
    "curl 'https://example.com",
  ])
    t.equal(convert(text), undefined, text);
});

t.test('what cannot be converted says why', async (t) => {
  checkRefused(t, [
    [
      'POST https://api.example.com/up\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name="a"; filename="b"\n\n< ./b\n--x--',
      /reads files of your machine/,
    ],
    ['GET ftp://example.com/', /cannot be converted/],
    ['@a = x\n@b = {{a}}/y\nGET https://{{b}}', /`@b` is made of other variables/],
  ]);
});
