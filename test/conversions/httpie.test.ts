/** HTTPie: lines of its documentation and of READMEs. */
import t from 'tap';
import { type Case, check, checkRefused } from './meaning.ts';

const JSON_HEADERS = { Accept: 'application/json, */*;q=0.5', 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' };

const CASES: readonly Case[] = [
  { title: 'a GET', text: 'http httpie.io/hello', means: { url: 'http://httpie.io/hello' } },
  { title: 'https', text: '$ https pie.dev/get', means: { url: 'https://pie.dev/get' } },
  {
    title: 'JSON, a header and a query',
    text: 'http PUT pie.dev/put X-API-Token:123 name=John page==2',
    means: {
      method: 'PUT',
      url: 'http://pie.dev/put?page=2',
      headers: { 'X-API-Token': '123', ...JSON_HEADERS },
      body: '{"name": "John"}',
    },
  },
  {
    title: 'JSON of other types',
    text: `http POST https://api.example.com/users name='Ada L.' age:=36 married:=false tags:='["a","b"]' big:=12345678901234567890`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: JSON_HEADERS,
      body: '{"name": "Ada L.", "age": 36, "married": false, "tags": ["a","b"], "big": 12345678901234567890}',
    },
  },
  {
    title: 'data makes it a POST',
    text: 'https api.example.com/items sku=A-1',
    means: {
      method: 'POST',
      url: 'https://api.example.com/items',
      headers: JSON_HEADERS,
      body: '{"sku": "A-1"}',
    },
  },
  {
    title: 'a form',
    text: "http --form POST pie.dev/post name='John Smith' cookie:a=1",
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      headers: { cookie: 'a=1', ...FORM },
      body: 'name=John%20Smith',
    },
  },
  {
    title: 'certificates to trust, a time limit',
    text: 'https --verify=/etc/ssl/ca.pem --timeout=2.5 internal.example/a',
    means: { url: 'https://internal.example/a', options: { cacert: '/etc/ssl/ca.pem', timeout_ms: 2500 } },
    says: ['`--timeout` limits each wait for the server'],
  },
  {
    title: 'the type of a file',
    text: "http --multipart POST pie.dev/post photo@'./a b.png;type=image/png'",
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      form: [{ name: 'photo', file: './a b.png', filename: 'a b.png', content_type: 'image/png' }],
    },
  },
  {
    title: 'a file as the body',
    text: 'http PUT pie.dev/put @./body.json',
    means: {
      method: 'PUT',
      url: 'http://pie.dev/put',
      headers: { 'Content-Type': 'application/json' },
      body_file: './body.json',
    },
  },
  {
    title: 'a form with a file',
    text: "http -f POST pie.dev/post name='John Smith' cv@~/files/data.xml",
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      form: [
        { name: 'name', value: 'John Smith' },
        { name: 'cv', filename: 'data.xml' },
      ],
    },
  },
  {
    title: 'parts',
    text: 'http --multipart pie.dev/post hello=world',
    means: { method: 'POST', url: 'http://pie.dev/post', form: [{ name: 'hello', value: 'world' }] },
  },
  {
    title: 'this machine',
    text: 'http :3000/api/users',
    means: { url: 'http://localhost:3000/api/users' },
  },
  { title: 'this machine, port 80', text: 'http :/foo', means: { url: 'http://localhost/foo' } },
  {
    title: 'credentials',
    text: 'https -a ada:pa:ss pie.dev/basic-auth/ada/pass --follow',
    means: {
      url: 'https://pie.dev/basic-auth/ada/pass',
      headers: { Authorization: 'Basic YWRhOnBhOnNz' },
      options: { follow_redirects: true },
    },
  },
  {
    title: 'a token of the environment',
    text: 'https -A bearer -a "$TOKEN" pie.dev/bearer',
    means: {
      url: 'https://pie.dev/bearer',
      headers: { Authorization: 'Bearer $TOKEN' },
      variables: [{ name: 'TOKEN', text: '$TOKEN' }],
    },
  },
  {
    title: 'Digest',
    text: 'http -A digest -a user:pw pie.dev/digest-auth/x',
    means: {
      url: 'http://pie.dev/digest-auth/x',
      auth: { scheme: 'digest', username: 'user', password: 'pw' },
    },
  },
  {
    title: 'a raw body',
    text: `http POST pie.dev/post Content-Type:text/plain --raw 'Hello, world!'`,
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      headers: { 'Content-Type': 'text/plain', Accept: 'application/json, */*;q=0.5' },
      body: 'Hello, world!',
    },
  },
  {
    title: 'what is piped in',
    text: `echo -n '{"a": 1}' | http POST pie.dev/post`,
    means: { method: 'POST', url: 'http://pie.dev/post', headers: JSON_HEADERS, body: '{"a": 1}' },
  },
  {
    title: 'a file',
    text: 'http PUT pie.dev/put Content-Type:image/png < photo.png',
    means: {
      method: 'PUT',
      url: 'http://pie.dev/put',
      headers: { 'Content-Type': 'image/png', Accept: 'application/json, */*;q=0.5' },
      body_file: 'photo.png',
    },
  },
  {
    title: 'display and certificates',
    text: 'http --verify=no -v --pretty=all --print=HhBb -b https://self-signed.example/',
    means: { url: 'https://self-signed.example/', options: { insecure: true } },
  },
  {
    title: 'what is escaped',
    text: String.raw`http POST pie.dev/post 'a\:b=c' 'x\=y=z'`,
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      headers: JSON_HEADERS,
      body: '{"a:b": "c", "x=y": "z"}',
    },
  },
  {
    title: 'what has no counterpart is named',
    text: 'http --session ada -x POST pie.dev/post a=b User-Agent:',
    means: { method: 'POST', url: 'http://pie.dev/post', headers: JSON_HEADERS, body: '{"a": "b"}' },
    says: ['`--session` is left out', '`-x` is left out', '`User-Agent:` is left out'],
  },
  {
    title: 'hostile texts stay texts',
    text: `http POST pie.dev/post 'q=it'"'"'s "x" $(id) \`id\` \\ 😀' 'X-Evil:a"; rm -rf /'`,
    means: {
      method: 'POST',
      url: 'http://pie.dev/post',
      headers: { 'X-Evil': 'a"; rm -rf /', ...JSON_HEADERS },
      body: '{"q": "it\'s \\"x\\" $(id) `id` \\\\ 😀"}',
    },
  },
];

t.test('HTTPie', async (t) => {
  t.ok(CASES.length >= 15);
  check(t, CASES);
});

t.test('what cannot be converted says why', async (t) => {
  checkRefused(t, [
    ['http POST pie.dev/post a[b]=c', /is nested, or a file\. Write the JSON with --raw/],
    ['http POST pie.dev/post a:=nope', /is no JSON/],
    ['http -f POST pie.dev/post a=@b.txt', /is read from a file/],
    ['http POST pie.dev/post a:=@b.json', /is read from a file/],
    ['http pie.dev/get X-A:@a.txt', /is read from a file/],
    ['http POST pie.dev/post a@b.txt', /is nested, or a file/],
    ['http POST pie.dev/post oops', /`oops` is no item/],
    ["http POST pie.dev/post 'a=b", /cannot be converted/],
  ]);
});
