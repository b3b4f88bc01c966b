/** wget: lines of its manual, of READMEs and of Postman. */
import t from 'tap';
import { type Case, check, checkRefused } from './meaning.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const CASES: readonly Case[] = [
  {
    title: 'a document',
    text: 'wget https://example.com/file.tar.gz',
    means: { url: 'https://example.com/file.tar.gz', options: { follow_redirects: true, max_redirects: 20 } },
  },
  {
    title: 'time limits',
    text: 'wget -T 5 --connect-timeout=1.5 --read-timeout=3 https://example.com/a',
    means: { url: 'https://example.com/a', options: { timeout_ms: 5000, connect_timeout_ms: 1500 } },
    says: ['`--read-timeout` is left out.', '`--timeout` limits each wait for the server'],
  },
  { title: 'without a scheme', text: '$ wget example.com/a?b=c', means: { url: 'http://example.com/a?b=c' } },
  {
    title: 'to standard output',
    text: 'wget -qO- https://example.com/install.sh',
    means: { url: 'https://example.com/install.sh' },
  },
  {
    title: 'to a file',
    text: 'sudo wget -O /tmp/a.json "https://example.com/a.json?x=1&y=2"',
    means: { url: 'https://example.com/a.json?x=1&y=2', options: { output: '/tmp/a.json' } },
  },
  {
    title: 'headers',
    text: `wget --header="Accept: text/html" --header 'X-Token: a b' --no-verbose https://example.com/`,
    means: { url: 'https://example.com/', headers: { Accept: 'text/html', 'X-Token': 'a b' } },
  },
  {
    title: 'a form',
    text: "wget --post-data 'user=foo&password=bar' http://example.com/auth.php",
    means: {
      method: 'POST',
      url: 'http://example.com/auth.php',
      headers: FORM,
      body: 'user=foo&password=bar',
    },
  },
  {
    title: 'Postman',
    text: `wget --no-check-certificate --quiet \\
  --method POST \\
  --timeout=0 \\
  --header 'Content-Type: application/json' \\
  --body-data '{
    "name": "Ada"
}' \\
   'https://api.example.com/users'`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: { 'Content-Type': 'application/json' },
      body: '{\n    "name": "Ada"\n}',
      options: { insecure: true },
    },
  },
  {
    title: 'DELETE',
    text: 'wget --method=DELETE https://api.example.com/items/1 -q -O -',
    means: { method: 'DELETE', url: 'https://api.example.com/items/1' },
  },
  {
    title: 'files as bodies',
    text: 'wget --method=PUT --body-file=data.json --header=Content-Type:application/json https://api.example.com/x',
    means: {
      method: 'PUT',
      url: 'https://api.example.com/x',
      headers: { 'Content-Type': 'application/json' },
      body_file: 'data.json',
    },
  },
  {
    title: 'a posted file',
    text: 'wget --post-file=form.txt https://api.example.com/x',
    means: { method: 'POST', url: 'https://api.example.com/x', headers: FORM, body_file: 'form.txt' },
  },
  {
    title: 'credentials',
    text: 'wget --user=ada --password="s3cret word" https://example.com/private',
    means: {
      url: 'https://example.com/private',
      headers: { Authorization: 'Basic YWRhOnMzY3JldCB3b3Jk' },
    },
  },
  {
    title: 'agent and referrer',
    text: 'wget -U "Mozilla/5.0 (X11)" --referer=https://example.com/ https://example.com/a',
    means: {
      url: 'https://example.com/a',
      headers: { 'User-Agent': 'Mozilla/5.0 (X11)', Referer: 'https://example.com/' },
    },
  },
  {
    title: 'a variable',
    text: 'wget --header="Authorization: Bearer $TOKEN" "https://example.com/${ID}"',
    means: {
      url: 'https://example.com/${ID}',
      headers: { Authorization: 'Bearer $TOKEN' },
      variables: [
        { name: 'ID', text: '${ID}' },
        { name: 'TOKEN', text: '$TOKEN' },
      ],
    },
  },
  {
    title: 'a check',
    text: 'wget --spider -nv https://example.com/a',
    means: { method: 'HEAD', url: 'https://example.com/a' },
  },
  {
    title: 'what has no counterpart is named',
    text: 'wget -c --xattr --warc-file x -e robots=off https://example.com/a https://example.com/b | tar xz',
    means: { url: 'https://example.com/a' },
    says: [
      '`-c` is left out',
      '`--xattr` is left out',
      '`--warc-file` is left out',
      'several URLs',
      'piped into',
    ],
  },
  {
    title: 'hostile texts stay texts',
    text: `wget --post-data='@/etc/passwd' --header="X-Evil: '; rm -rf /" 'https://example.com/?q=$(id)\`id\`'`,
    means: {
      method: 'POST',
      url: 'https://example.com/?q=$(id)%60id%60',
      headers: { 'X-Evil': "'; rm -rf /", ...FORM },
      body: '@/etc/passwd',
    },
  },
];

t.test('wget', async (t) => {
  t.ok(CASES.length >= 15);
  check(t, CASES);
});

t.test('what cannot be converted says why', async (t) => {
  checkRefused(t, [
    ['wget -r -l 2 https://example.com/', /several documents/],
    ['wget -i urls.txt', /several documents/],
    ['wget --quiet', /has no URL/],
    ["wget 'https://example.com", /cannot be converted/],
  ]);
});
