/** fetch(…): as Chrome, Firefox, Safari and Postman write it, and as people do. */
import t from 'tap';
import { type Case, check, checkRefused } from './meaning.ts';

const COOKIES = 'The browser sends its cookies';
const TEXT = { 'Content-Type': 'text/plain;charset=UTF-8' };

const CASES: readonly Case[] = [
  {
    title: 'Chrome, a GET',
    text: `fetch("https://api.example.com/v1/users?page=2&sort=name", {
  "headers": {
    "accept": "application/json, text/plain, */*",
    "accept-language": "en-US,en;q=0.9,de;q=0.8",
    "authorization": "Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc",
    "sec-ch-ua": "\\"Chromium\\";v=\\"124\\", \\"Google Chrome\\";v=\\"124\\", \\"Not-A.Brand\\";v=\\"99\\"",
    "sec-ch-ua-mobile": "?0",
    "sec-fetch-mode": "cors"
  },
  "referrer": "https://app.example.com/",
  "referrerPolicy": "strict-origin-when-cross-origin",
  "body": null,
  "method": "GET",
  "mode": "cors",
  "credentials": "include"
});`,
    means: {
      url: 'https://api.example.com/v1/users?page=2&sort=name',
      headers: {
        accept: 'application/json, text/plain, */*',
        'accept-language': 'en-US,en;q=0.9,de;q=0.8',
        authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc',
        'sec-ch-ua': '"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"',
        'sec-ch-ua-mobile': '?0',
        'sec-fetch-mode': 'cors',
        Referer: 'https://app.example.com/',
      },
      options: { follow_redirects: true },
    },
    says: [COOKIES],
  },
  {
    title: 'Chrome, a POST with JSON',
    text: `fetch("https://shop.example.com/api/cart", {
  "headers": { "accept": "*/*", "content-type": "application/json", "x-csrf-token": "a'b$c" },
  "referrer": "https://shop.example.com/p/1",
  "body": "{\\"sku\\":\\"A-1\\",\\"note\\":\\"it's \\\\\\"here\\\\\\"\\\\n\\u00e9\\",\\"n\\":2}",
  "method": "POST",
  "mode": "cors",
  "credentials": "omit"
});`,
    means: {
      method: 'POST',
      url: 'https://shop.example.com/api/cart',
      headers: {
        accept: '*/*',
        'content-type': 'application/json',
        'x-csrf-token': "a'b$c",
        Referer: 'https://shop.example.com/p/1',
      },
      body: '{"sku":"A-1","note":"it\'s \\"here\\"\\né","n":2}',
    },
  },
  {
    title: 'Chrome for Node.js, with cookies',
    text: `fetch("https://www.example.com/", {
  "headers": {
    "cookie": "session=abc; theme=dark",
    "Referer": "https://www.example.com/a"
  },
  "body": null,
  "method": "GET"
});`,
    means: {
      url: 'https://www.example.com/',
      headers: { cookie: 'session=abc; theme=dark', Referer: 'https://www.example.com/a' },
    },
  },
  {
    title: 'Firefox',
    text: `await fetch("https://api.example.com/items/7", {
    "credentials": "same-origin",
    "headers": {
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0",
        "Accept": "*/*",
        "Content-Type": "application/x-www-form-urlencoded"
    },
    "referrer": "https://api.example.com/",
    "body": "a=1&b=two+words",
    "method": "PUT",
    "mode": "cors"
});`,
    means: {
      method: 'PUT',
      url: 'https://api.example.com/items/7',
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0',
        Accept: '*/*',
        'Content-Type': 'application/x-www-form-urlencoded',
        Referer: 'https://api.example.com/',
      },
      body: 'a=1&b=two+words',
    },
  },
  {
    title: 'Safari, single quotes',
    text: `fetch('https://example.com/api', {
    'body': '{"q":"x"}',
    'cache': 'default',
    'credentials': 'omit',
    'headers': { 'Accept': 'application/json', 'Content-Type': 'application/json' },
    'method': 'POST', 'mode': 'cors', 'redirect': 'follow', 'referrerPolicy': 'no-referrer'
})`,
    means: {
      method: 'POST',
      url: 'https://example.com/api',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{"q":"x"}',
    },
  },
  {
    title: 'a URL alone, relative to its page',
    text: "fetch('/api/health').then(r => r.json())",
    means: { url: '{{origin}}/api/health' },
    says: ['fill in `{{origin}}`'],
  },
  {
    title: 'documentation: names without quotes, comments',
    text: `// Create a user
const res = await fetch('https://api.example.com/users', {
  method: 'post', // of HTTP
  headers: { Authorization: 'Bearer abc', 'Content-Type': 'application/json', },
  body: '{"name":"Ada","is":"it\\'s"}',
});
const data = await res.json();`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: { Authorization: 'Bearer abc', 'Content-Type': 'application/json' },
      body: '{"name":"Ada","is":"it\'s"}',
    },
  },
  {
    title: 'a placeholder in a text',
    text: `fetch("https://api.example.com/users/{{id}}", { headers: { Authorization: "Bearer {{token}}" } })`,
    means: {
      url: 'https://api.example.com/users/{{id}}',
      headers: { Authorization: 'Bearer {{token}}' },
    },
  },
  {
    title: 'headers as a list',
    text: `fetch("https://h.example/v1/x", {
  method: "POST",
  headers: [["X-A", "1"], ["Content-Type", "application/json"]],
  body: "{}",
})`,
    means: {
      method: 'POST',
      url: 'https://h.example/v1/x',
      headers: { 'X-A': '1', 'Content-Type': 'application/json' },
      body: '{}',
    },
  },
  {
    title: 'what fetch alone can do is named',
    text: `fetch("https://h.example/x", { cache: "no-store", integrity: "sha256-abc", signal: null })`,
    means: { url: 'https://h.example/x' },
    says: ['`cache` is left out', '`integrity` is left out'],
  },
  {
    title: 'a text body without a type',
    text: "fetch('https://h.example/', {method: 'POST', body: 'plain'})",
    means: { method: 'POST', url: 'https://h.example/', headers: TEXT, body: 'plain' },
  },
  {
    title: 'hostile texts stay texts',
    text: `fetch("https://h.example/a'b?x=$(id)&y=\`id\`&z=$HOME;rm", {
  method: "POST",
  headers: { "X-Evil": "'; rm -rf / #", "Content-Type": "text/plain" },
  body: "'\\"$(touch /tmp/x)\\\\ \`x\` $HOME \\ud83d\\ude00\\n-d @/etc/passwd"
})`,
    means: {
      method: 'POST',
      url: "https://h.example/a'b?x=$(id)&y=%60id%60&z=$HOME;rm",
      headers: { 'X-Evil': "'; rm -rf / #", 'Content-Type': 'text/plain' },
      body: '\'"$(touch /tmp/x)\\ `x` $HOME 😀\n-d @/etc/passwd',
    },
  },
  {
    title: 'a body that begins with @ is no file',
    text: `fetch("https://h.example/", {method: "POST", headers: {"content-type": "text/plain"}, body: "@/etc/passwd"})`,
    means: {
      method: 'POST',
      url: 'https://h.example/',
      headers: { 'content-type': 'text/plain' },
      body: '@/etc/passwd',
    },
  },
  {
    title: 'the first of several',
    text: "fetch('https://a.example/'); fetch('https://b.example/')",
    means: { url: 'https://a.example/' },
    says: ['Only the first of several fetch calls'],
  },
];

t.test('fetch', async (t) => {
  t.ok(CASES.length >= 14);
  check(t, CASES);
});

t.test('what cannot be converted says why', async (t) => {
  checkRefused(t, [
    ['fetch()', /has no URL/],
    ["fetch('https://h.example/', {method: 'POST', body: {a: 1}})", /an object where a text belongs/],
    ["fetch('ftp://h.example/')", /cannot be converted/],
    [`fetch('https://h.example/', {headers: {'a b': 'c'}})`, /cannot be converted/],
    [`fetch(${'['.repeat(60_000)}`, /cannot be converted/],
    [`fetch("${'(`${'.repeat(15_000)}`, /cannot be converted/],
    // Expressions: the message says what to write instead.
    ['fetch(url)', /`url` is not a value that the text shows\. Write the value there/],
    ["fetch('https://h.example/' + id)", /`\+` is not a value/],
    ['fetch(`https://h.example/${id}`)', /`https:\/\/h\.example\/\$\{id\}` is not a value/],
    ["const o = {}; fetch('https://h.example/', o)", /`o` is not a value/],
    ["fetch('https://h.example/', {method: 'POST', body: new FormData()})", /`new` is not a value/],
    ["fetch('https://h.example/', {...rest})", /`\.\.\.rest` is not a value/],
    ["fetch('https://h.example/', {headers: {a: f('b')}})", /`f` is not a value/],
    ["fetch('https://h.example/', {body: JSON.stringify({a: 1})})", /`JSON.stringify` is not a value/],
    ["fetch('https://h.example/', {body: '1'", /not complete/],
    ["fetch('https://h.example/', {'a' 1})", /`1` is not a value/],
  ]);
});
