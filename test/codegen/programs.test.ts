/** What the programs look like: nothing that nobody would write by hand, and no longer than somebody would. */
import t from 'tap';
import { EMITTERS, generateCode, LANGUAGES, type Language } from '../../src/codegen/index.ts';
import { parseCurl, readCommand } from '../../src/curl/index.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { isFull } from '../support/full.ts';
import { EVERYDAY } from './support/cases/everyday.ts';
import { CASES } from './support/cases.ts';
import { corpusCases } from './support/corpus.ts';

/** Sockets, hashes, decompression by hand, reflection, subclasses and replaced methods of the library. */
const FORBIDDEN: Readonly<Record<Language, RegExp>> = {
  python:
    /\b(?:socket|hashlib|hmac|zlib|gzip|http\.client|setattr|getattr|inspect|class \w+|(?<=\.)__\w+__|__import__|urllib3\.(?:connection|util\.request))\b/,
  javascript:
    /\b(?:node:(?:net|tls|zlib|crypto)|createHash|Reflect|Proxy\(|prototype|class \w+|eval|new Function)\b/,
  curl: /\/dev\/tcp|\b(?:nc|openssl|md5sum|sha256sum|gunzip|eval)\b/,
  go: /"(?:crypto\/(?!tls"|x509")\w+|compress\/\w+|reflect|unsafe|bufio)"|net\.Dial(?!er)/,
  ruby: /\b(?:TCPSocket|OpenSSL::Digest|Digest::(?:MD5|SHA)\w*|Zlib|instance_variable_\w+|define_\w*method|class \w+|send\(|prepend|singleton)\b|^\s*def \w+\./m,
  php: /\b(?:fsockopen|stream_socket_client|socket_create|md5|sha1|hash|gzinflate|gzdecode|eval)\(|\bReflection|\bclass /,
  // The answer to --compressed is a GZIPInputStream: java.net.http decodes nothing by itself.
  java: /\b(?:(?:Ssl)?Socket\(|SocketChannel|MessageDigest|Inflater\w*|java\.lang\.reflect|getDeclared\w+|setAccessible|extends)\b/,
  csharp:
    /\b(?:TcpClient|NetworkStream|new Socket\(|MD5|SHA256|DeflateStream|GZipStream|BindingFlags|GetField|GetMethod|class \w+|DelegatingHandler)\b/,
  rust: /\b(?:TcpStream|std::net::Tcp\w+|flate2|md5|sha2|unsafe|transmute|impl \w+|struct \w+)\b/,
};

t.test('no program does the work of its library', (t) => {
  for (const { name, request } of [
    ...CASES,
    ...corpusCases().filter((_, index) => index % (isFull ? 4 : 64) === 0),
  ])
    for (const language of LANGUAGES) {
      // A word that the request itself has says nothing about the program.
      if (FORBIDDEN[language].test(JSON.stringify(request))) continue;
      const { code } = generateCode(request, language);
      const found = FORBIDDEN[language].exec(code);
      if (found !== null) t.fail(`${name} in ${language}: ${found[0]}`, { code });
    }
  t.pass(`${CASES.length} cases in ${LANGUAGES.length} languages`);
  t.end();
});

const lines = (request: RequestShape, language: Language) =>
  generateCode(request, language).code.trimEnd().split('\n').length;

t.test('following redirects costs a line or two, a limit a few', (t) => {
  const url = 'https://api.example.com/things';
  const PLAIN: readonly RequestShape[] = [
    { url },
    { url, headers: { Accept: 'application/json', Authorization: 'Bearer t' } },
    { url, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    { url, headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' },
    {
      method: 'PUT',
      url,
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
      options: { custom_method: true },
    },
    { method: 'DELETE', url, options: { custom_method: true } },
    { url, form: [{ name: 'a', value: 'b' }] },
  ];
  for (const language of LANGUAGES)
    for (const request of PLAIN)
      for (const more of [{}, { max_redirects: 3 }]) {
        const options = { ...request.options, follow_redirects: true, ...more };
        const cost = lines({ ...request, options }, language) - lines(request, language);
        // Ruby's net/http follows none; Go takes a function for a limit; two options of PHP are an array, one is not.
        const most = { ruby: 11, go: 9, php: 4 }[language as string] ?? ('max_redirects' in more ? 6 : 2);
        t.ok(cost <= most, `${language}: ${cost} lines for ${JSON.stringify({ ...request, options })}`);
      }
  t.end();
});

t.test('an empty filename: fetch leaves it out, and a CURLFile has the path for it', (t) => {
  const request = parseCurl("curl -F 'file=@file.txt;filename=' http://h.example/");
  t.match(generateCode(request, 'javascript').warnings, [{ code: 'body_changed', option: '-F' }]);
  for (const library of ['fetch', 'axios']) {
    const field = generateCode(
      { url: 'https://h.example/', form: [{ name: 'a', file: 'note.txt' }] },
      'javascript',
      { library },
    );
    t.match(field.code, 'form.append("a", await readFile("note.txt", "utf8"));', 'a text without a filename');
  }
  const { code, warnings } = generateCode(request, 'php');
  t.match(code, String.raw`filename=\"\"`);
  t.strictSame(warnings, []);
  t.end();
});

/** Lines of the median program over the own cases and the corpus when the programs still did all by themselves. */
const MEDIANS: Readonly<Partial<Record<Language, number>>> = {
  python: 19,
  javascript: 17,
  go: 42,
  ruby: 18,
  php: 18,
  java: 31,
  csharp: 38,
  rust: 21,
};

/** Lines of the shortest program that sends the request below, written by hand from the quickstart of each library. */
const BY_HAND: Readonly<Record<string, number>> = {
  requests: 10,
  httpx: 10,
  'httpx-async': 17,
  fetch: 9,
  axios: 9,
  'net/http': 26,
  curl: 13,
  Guzzle: 13,
  'java.net.http': 25,
  OkHttp: 24,
  HttpClient: 10,
  reqwest: 17,
};

t.test('a minimal program is as short as a quickstart, and says once where it differs', (t) => {
  const request = parseCurl(
    `curl -L -m 10 --compressed https://api.example.com/things -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name":"Ada","tags":["a","b"]}'`,
  );
  for (const language of LANGUAGES)
    for (const { name: library } of EMITTERS[language].libraries) {
      const { code, warnings, style } = generateCode(request, language, { library, style: 'minimal' });
      const most = language === 'curl' ? 6 : (BY_HAND[library] ?? 0) + (language === 'php' ? 3 : 2);
      const count = code.trimEnd().split('\n').length;
      t.ok(count <= most, `${library}: ${count} lines, ${most} at most`) || t.comment(code);
      t.equal(style, 'minimal');
      t.notMatch(code, /\b(?:try:|try \{\n|catch|rescue|except|log\.Fatal|imeout)\b/);
      const about = warnings.filter(({ code }) => code === 'minimal_style');
      t.ok(about.length <= 1, `${library}: nothing, or once`);
    }
  t.end();
});

t.test('a program prints the status code alone where the command does', (t) => {
  for (const command of [
    '-s -o /dev/null -w %{http_code}',
    '--write-out "%{response_code}\\n"',
    '-I -o /dev/null',
  ]) {
    const { request, extras } = readCommand(`curl https://h.example/x ${command}`);
    for (const language of LANGUAGES.filter((one) => one !== 'curl'))
      for (const { name: library } of EMITTERS[language].libraries)
        for (const style of ['complete', 'minimal'] as const) {
          const { code } = generateCode(request, language, { library, extras, style });
          t.match(code, /(?:status|code)/i, `${language} ${library}: ${command}`);
          t.notMatch(
            code,
            /reason|statusText|resp\.Status\)|response\.message|status\(\)\)/i,
            `${language} ${library}: ${command}`,
          );
        }
  }
  t.end();
});

t.test('what a minimal program leaves to its library is said, and it stops where a file is missing', (t) => {
  const minimal = (command: string, language: Language, library?: string) =>
    generateCode(parseCurl(command), language, { library, style: 'minimal' });
  const said = (...request: Parameters<typeof minimal>) =>
    minimal(...request)
      .warnings.filter(({ code }) => code === 'minimal_style')
      .map(({ message }) => message.replace(/^In the minimal style, the program with /, ''));
  const url = 'https://h.example/x';
  t.strictSame(said(`curl ${url}`, 'python'), ['requests follows redirects, which the command does not.']);
  // requests.head() follows none by default.
  t.strictSame(said(`curl -I ${url}`, 'python'), []);
  t.strictSame(said(`curl -IL ${url}`, 'python'), []);
  t.match(
    minimal(`curl -IL ${url}`, 'python').code,
    'requests.head("https://h.example/x", allow_redirects=True)',
  );
  t.strictSame(said(`curl ${url}`, 'python', 'httpx'), ['httpx gives up after 5 s without data.']);
  t.strictSame(said(`curl -L --retry 3 ${url}`, 'csharp'), [
    'HttpClient gives up after 100 s; and leaves out --retry.',
  ]);
  t.strictSame(said(`curl -L -m 3 ${url}`, 'csharp'), [], 'an option of one argument is kept');
  t.strictSame(said(`curl -fL ${url}`, 'javascript', 'axios'), []);
  t.strictSame(said(`curl -L ${url}`, 'javascript', 'axios'), ['axios fails at a status from 400.']);
  t.strictSame(said(`curl --unix-socket /a ${url}`, 'python'), [], 'it only stops');
  const sent = `curl ${url} -d @a.json`;
  t.strictSame(said(`${sent} -H 'Content-Type: application/json'`, 'java'), [
    'java.net.http sends the file with its line ends.',
  ]);
  t.strictSame(said(sent, 'java'), [], 'any other file goes without them');
  t.match(minimal(sent, 'java').code, 'replaceAll("[\\r\\n\\0]", "")');
  const failing = minimal(`curl -f ${url} -o a`, 'php').code;
  t.match(
    failing,
    /if \(curl_exec\(\$curl\) === false\) \{[^}]*exit\(1\);\n\}\n$/,
    'PHP ends as curl -f does',
  );
  for (const command of [`curl -T a.jpg ${url}`, `curl -F a=@a.jpg ${url}`, `curl --cert c.pem ${url}`])
    t.match(minimal(command, 'go').code, / err := (?:os|tls)\.\w+\(.*\n\tif err != nil \{/, command);
  t.end();
});

t.test('what looks like a package in a text is not imported', (t) => {
  const { code } = generateCode(parseCurl('curl https://api.catalog.example/ -d fmt.x=1'), 'go', {
    style: 'minimal',
  });
  t.notMatch(code, /"log"/);
  t.match(code, /\t"fmt"\n/, 'the body is printed');
  t.end();
});

t.test('an API that needs a User-Agent gets one of each library', (t) => {
  const names = (command: string) =>
    (['php', 'csharp', 'rust', 'go', 'curl'] as const).filter((language) =>
      generateCode(parseCurl(command), language, {}).code.includes('curl/8'),
    );
  t.strictSame(names('curl https://api.github.com/user'), ['php', 'csharp', 'rust']);
  t.strictSame(names('curl https://en.wikipedia.org/w/api.php?action=query'), ['php', 'csharp', 'rust']);
  t.strictSame(names('curl https://api.github.com.example/user'), []);
  t.strictSame(names('curl https://api.github.com/user -A me'), []);
  t.strictSame(names("curl https://api.github.com/user -A ''"), []);
  t.end();
});

t.test('a command for curl keeps --data-urlencode, whose variables curl encodes', (t) => {
  const written = (command: string, library?: string) => {
    const { request, extras } = readCommand(command);
    return generateCode(request, 'curl', { library, extras }).code;
  };
  const cases = {
    '-d a=1 --data-urlencode "secret=$S" --data-urlencode \'m=x & y\'': `-d 'a=1' \\\n  --data-urlencode "secret=$S" \\\n  --data-urlencode 'm=x & y'\n`,
    '--data-urlencode "Body=Hello $NAME, 50% off"': '--data-urlencode "Body=Hello $NAME, 50% off"\n',
    '-d foo --data-urlencode "b=$B"': `-d 'foo' \\\n  --data-urlencode "b=$B"\n`,
    '--data-urlencode "=$B"': '--data-urlencode "=$B"\n',
    '-d "a=$B"': '-d "a=$B"\n',
  };
  for (const [options, kept] of Object.entries(cases))
    t.ok(
      written(`curl https://h.example/x ${options}`).endsWith(`curl 'https://h.example/x' \\\n  ${kept}`),
      options,
    );
  t.match(
    written('curl -G https://h.example/s --data-urlencode "q=$Q" -d page=2'),
    `curl -G 'https://h.example/s' \\\n  --data-urlencode "q=$Q" \\\n  -d 'page=2'\n`,
  );
  t.match(
    written('curl https://h.example/x --data-urlencode "a=$B"', 'powershell'),
    '--data-urlencode "a=$env:B"',
  );
  t.end();
});

t.test('the values of a query are written as one reads them', (t) => {
  const request = parseCurl(
    `curl -G https://h.example/x --data-urlencode 'query=up{job="a b"} == 0' -d step=15 -d sum=1`,
  );
  for (const language of LANGUAGES)
    for (const { name } of EMITTERS[language].libraries) {
      if (language === 'curl') continue;
      const { code } = generateCode(request, language, { library: name });
      t.match(code, /up\{job=\\?"a b\\?"\} == 0/, name);
    }
  t.match(
    generateCode(parseCurl("curl 'https://h.example/x?a=b%26c'"), 'csharp').code,
    'Uri.EscapeDataString("b&c")',
  );
  t.end();
});

t.test('a presigned URL and a Host that the URL has are as short as they can be', (t) => {
  const url =
    'https://b.example/p.jpg?X-Amz-Credential=A%2F20260101%2Fs3&X-Amz-SignedHeaders=a%3Bb&X-Amz-Signature=ab';
  const request = parseCurl(`curl '${url}' -H 'Host: b.example'`);
  for (const language of LANGUAGES)
    for (const { name } of EMITTERS[language].libraries) {
      const { code, warnings } = generateCode(request, language, { library: name, style: 'minimal' });
      t.match(code, url, name);
      if (language !== 'curl') t.notMatch(code, /Host|undici/, name);
      t.notMatch(warnings, [{ code: 'header_changed' }], name);
    }
  t.end();
});

t.test('a program uses the call that its library has for the request', (t) => {
  const written = (command: string, language: Language, library?: string) =>
    generateCode(parseCurl(command), language, { library });
  const json = `curl https://h.example/x -H 'Content-Type: application/json' -d '{"a":1}'`;
  t.match(
    written(json, 'javascript', 'axios').code,
    /^try \{\n {2}const response = await axios\.post\(\n {4}"https:\/\/h\.example\/x",\n {4}\{ a: 1 \},\n/m,
  );
  t.match(written('curl -X DELETE https://h.example/x', 'javascript', 'axios').code, 'axios.delete(');
  t.match(written('curl -X PURGE https://h.example/x', 'javascript', 'axios').code, 'method: "PURGE"');
  t.match(written('curl https://h.example/x', 'go').code, 'client.Get("https://h.example/x")');
  t.match(written('curl -I https://h.example/x', 'go').code, 'client.Head(');
  t.match(written(json, 'go').code, 'client.Post("https://h.example/x", "application/json", body)');
  t.match(
    written('curl https://h.example/x -d a=1', 'go').code,
    'client.PostForm("https://h.example/x", form)',
  );
  t.match(written('curl https://h.example/x -H A:b', 'go').code, 'http.NewRequest(');
  t.match(written('curl --retry 1 https://h.example/x -d a=1', 'go').code, 'http.NewRequest(');
  t.match(written('curl -F f=@a.pdf https://h.example/x', 'go').code, 'io.Copy(part, file)');
  const minimal = generateCode(parseCurl('curl https://h.example/x'), 'go', { style: 'minimal' });
  t.match(minimal.code, 'http.Get("https://h.example/x")');
  t.match(written('curl -r 0-99 https://h.example/x', 'csharp').code, 'Range = new RangeHeaderValue(0, 99)');
  t.match(written('curl -r 9- https://h.example/x', 'csharp').code, 'new RangeHeaderValue(9, null)');
  t.match(written('curl -r 0-99 https://h.example/x', 'ruby').code, 'request.range = 0..99');
  t.match(written('curl -r -99 https://h.example/x', 'ruby').code, 'request["Range"] = "bytes=-99"');
  const features = (command: string) => written(command, 'rust').files?.[0]?.content ?? '';
  t.match(features('curl https://h.example/x'), 'features = ["blocking"] }\n');
  t.notMatch(features('curl https://h.example/x'), 'serde_json');
  t.match(features(`${json} --compressed`), '"blocking", "gzip", "json"');
  t.match(features('curl -x socks5://p.example https://h.example/x -F a=b'), '"multipart", "socks"');
  t.end();
});

t.test('programs are short', (t) => {
  const everyday = Object.entries(EVERYDAY).map(([name, command]) => ({ name, request: parseCurl(command) }));
  const all = [...CASES, ...corpusCases().filter((_, index) => isFull || index % 8 === 0)];
  const table: string[] = ['language    median  longest everyday (without its body)'];
  for (const language of LANGUAGES) {
    const counts = all.map(({ request }) => lines(request, language)).sort((a, b) => a - b);
    const median = counts[counts.length >> 1] ?? 0;
    const most = MEDIANS[language] ?? median;
    t.ok(median <= most, `${language}: the median program has ${median} lines, ${most} at most`);
    let longest = { name: '', count: 0 };
    for (const { name, request } of everyday) {
      const count = lines(request, language) - content(request);
      if (count > longest.count) longest = { name, count };
    }
    if (language !== 'curl')
      t.ok(
        longest.count <= 2 * most + 2,
        `${language}: the longest everyday program, ${longest.name}, has ${longest.count}`,
      );
    table.push(
      `${language.padEnd(11)} ${String(median).padStart(6)}  ${String(longest.count).padStart(7)} ${longest.name}`,
    );
  }
  t.comment(table.join('\n'));
  t.end();
});

/** Lines that what is sent takes by itself: of a body, of the values in it, and of header lines beyond a few. */
function content({ body, form = [], headers = {} }: RequestShape): number {
  const given = typeof body === 'string' ? body : '';
  const ofBody = Math.max(jsonLines(given), given.split('&').length, given.split('\n').length);
  return (given === '' ? 0 : ofBody) + form.length * 4 + Math.max(0, Object.keys(headers).length - 6);
}

function jsonLines(text: string): number {
  try {
    return JSON.stringify(JSON.parse(text), null, 1).split('\n').length;
  } catch {
    return 0;
  }
}

t.test('a string of JSON as long as a body may be set to be', async (t) => {
  const text = 'ab\\t'.repeat(3_000_000);
  const headers = { 'Content-Type': 'application/json' };
  const request = { url: 'https://h.example/', method: 'POST', headers, body: `{"a":"${text}"}` };
  t.ok(generateCode(request, 'python').code.includes(`"a": "${text}"`));
});
