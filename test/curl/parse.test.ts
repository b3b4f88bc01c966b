/** What the parser says beyond the bytes on the wire: options, variables, warnings and errors with their places. */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { normalize } from '../../src/request/normalize.ts';
import { WARNING_CODES } from '../../src/schemas/diagnostics.ts';

const URL = 'http://h/';

function refusal(command: string) {
  try {
    parseCurl(command);
  } catch (error) {
    if (error instanceof InputError) {
      const [{ code, offset, field }] = error.issues;
      return { code, offset, field };
    }
    throw error;
  }
  throw new Error(`not refused: ${command}`);
}

/** The stretches of the command that warnings of a code point at. */
function warned(command: string, code: string): string[] {
  const points = [...command];
  return (parseCurl(command).warnings ?? [])
    .filter((warning) => warning.code === code)
    .map(({ start = -1, end = -1 }) => points.slice(start, end).join(''));
}

t.test('errors point at where it went wrong, in code points', async (t) => {
  const cases: [command: string, code: string, offset: number][] = [
    ['curl', 'no_url', 4],
    ['  curl -s', 'no_url', 9],
    ['wget x', 'no_curl', 0],
    ['', 'no_curl', 0],
    ["curl h -d 'x", 'unterminated_quote', 10],
    ['curl h -d "x', 'unterminated_quote', 10],
    ["curl h -d $'x", 'unterminated_quote', 11],
    ['curl h -d "$(x', 'unterminated_expansion', 11],
    // The quote behind the x begins a text within the substitution.
    ['curl h -d "$(x"', 'unterminated_quote', 14],
    ["curl '😀😀' -d 'x", 'unterminated_quote', 13],
    ['curl h --nosuch', 'unknown_option', 7],
    ['curl h -sZ5', 'unknown_option', 7],
    ['curl h -d', 'missing_value', 7],
    ['curl h -m x', 'invalid_number', 7],
    ["curl 'http://h/a b'", 'invalid_url', 16],
    ["curl -H '😀: x' 'http://h/a b'", 'invalid_url', 26],
    ['curl http://h/[size]', 'bad_glob', 14],
    ["curl 'http://h/{a'", 'bad_glob', 15],
    ['curl ftp://h/', 'unsupported_scheme', 5],
    ['curl http://h:x/', 'invalid_url', 14],
    ['curl http://h/(x)', 'shell_syntax', 14],
    ['curl -I h -d x', 'conflicting_methods', 10],
    ['curl --next h', 'no_url_before_next', 5],
    ['curl -V', 'not_a_request', 5],
    ['$ curl h -m x', 'invalid_number', 9],
    ['```sh\ncurl h -m x\n```', 'invalid_number', 13],
    // A shell takes these for redirections: what is missing then is not what is wrong.
    // For cmd.exe \" ends the quotes: the operator stands outside of them.
    [String.raw`curl.exe http://h/ -d "{\"a\":\"b&c\"}"`, 'shell_syntax', 33],
    [String.raw`curl.exe -d "{\"a\":\"<p>\"}" http://h/`, 'shell_syntax', 22],
  ];
  for (const [command, code, offset] of cases) t.same(refusal(command), { code, offset, field: '' }, command);
  t.same(refusal('curl \ud800'), { code: 'lone_surrogate', offset: 5, field: '' });
});

t.test('warnings have a known code, the option and its place', async (t) => {
  t.same(parseCurl(`curl -s --capath ca.pem ${URL}`).warnings, [
    {
      code: 'output_option',
      message: '-s changes only what curl prints or saves; the request is the same.',
      option: '-s',
      start: 5,
      end: 7,
    },
    {
      code: 'option_ignored',
      message: '--capath is left out: the request shape cannot express it (local certificates).',
      option: '--capath',
      start: 8,
      end: 23,
    },
  ]);
  t.same(warned(`curl -d '😀' --capath ca.pem ${URL}`, 'option_ignored'), ['--capath ca.pem']);
  t.same(warned(`curl -b jar.txt ${URL}`, 'cookie_file'), ['-b jar.txt']);
  t.same(warned(`curl -c - ${URL}`, 'output_option'), ['-c -']);
  t.same(warned(`curl -C 500 -o big.iso ${URL}`, 'output_option'), ['-C 500']);
  t.same(warned(`curl -C 500 ${URL}`, 'output_option'), []);
  t.same(parseCurl(`curl -L -b '' -c jar.txt ${URL}`).warnings, undefined);
  t.same(warned(`curl ${URL} "$A" | jq .`, 'shell_text'), [' jq .']);
  t.same(warned('```sh\n$ curl http://h/{a,b}\n```', 'many_requests').length, 1);
  t.same(warned(`curl -d a=1 \\ \n ${URL}`, 'space_after_backslash'), ['\\ ']);
  t.match(warned(`curl -F 'bio=tea; cake' ${URL}`, 'form_trailing_text'), [`-F 'bio=tea; cake'`]);
  for (const command of [
    `curl -sSvkLi -o f -m 3 --retry 2 ${URL}`,
    `curl --tr-encoding -H 'Upgrade: x' -n ${URL}`,
  ])
    for (const { code } of parseCurl(command).warnings ?? []) t.ok(code in WARNING_CODES, code);
});

t.test('what a command says about the transfer is in options', async (t) => {
  const said = (command: string) => parseCurl(`curl ${command}`).options;
  const table: [string, object | undefined][] = [
    ['-o out.bin -i -N http://h/', { output: 'out.bin', show_headers: true, stream: true }],
    ['-O --output-dir d http://h/a/b.txt?x=1', { output: 'd/b.txt' }],
    ['-O http://h/', { output: 'curl_response' }],
    ['-o - http://h/', undefined],
    ['-f http://h/', { fail: true }],
    ['--fail-with-body http://h/', { fail: true, fail_with_body: true }],
    [
      '--retry 3 --retry-delay 1.5 --retry-all-errors http://h/',
      { retry: { count: 3, delay_ms: 1500, all_errors: true } },
    ],
    [
      '-E c.pem:secret --key k.pem --cacert ca.pem http://h/',
      { cert: 'c.pem', key: 'k.pem', cacert: 'ca.pem' },
    ],
    ['--unix-socket /s --interface eth0 http://h/', { unix_socket: '/s', interface: 'eth0' }],
    ['-b in.txt -c jar.txt http://h/', { cookie_file: 'in.txt', cookie_jar: 'jar.txt' }],
    // Printed cookies: only with redirects does it matter for the requests that the engine is on.
    ['-c - http://h/', undefined],
    ['-L -c - http://h/', { follow_redirects: true, cookie_file: '/dev/null' }],
    ['-L -b in.txt -c - http://h/', { follow_redirects: true, cookie_file: 'in.txt' }],
  ];
  for (const [command, options] of table) t.same(said(command), options, command);
  t.same(warned(`curl -E c.pem --key k.pem --unix-socket /s ${URL}`, 'not_executable').length, 3);
});

t.test("commands in texts that are not a shell's alone", async (t) => {
  for (const text of [
    `*/5 * * * * curl -d a=1 ${URL}`,
    `RUN apk add curl && curl -d a=1 ${URL}`,
    `HEALTHCHECK CMD ["curl", "-d", "a=1", "${URL}"]`,
    `subprocess.run(['curl', '-d', 'a=1', '${URL}'])`,
    `{"ping": "curl -d \\"a=1\\" ${URL}"}`,
    `ExecStart=/usr/bin/curl -d a=1 ${URL}`,
    `ssh -p 22 me@host "curl -d 'a=1' ${URL}"`,
    `ssh me@host curl -d a=1 ${URL}`,
    `eval "curl -d a=1 ${URL}"`,
    `watch -n 1 'curl -d a=1 ${URL}'`,
    `kubectl run c --image=curlimages/curl -- sh -c 'curl -d a=1 ${URL}'`,
    `kubectl run c --rm -it --image=curlimages/curl:8.1 -- -d a=1 ${URL}`,
    `CURL -d a=1 ${URL}`,
  ])
    t.match(parseCurl(text), { method: 'POST', url: URL, body: 'a=1' }, text);
  t.same(warned(`CURL ${URL}`, 'program_spelling'), ['CURL']);
  t.same(warned(`0 1 * * * curl ${URL}`, 'read_as'), [`curl ${URL}`]);
  const template = parseCurl(`curl {{ base_url }}/{{id}} -H 'A: {{ b }}' -d "{{ c }}"`);
  t.match(template, { url: '{{base_url}}/{{id}}', headers: { A: '{{b}}' }, body: '{{c}}' }, 'a template');
  t.match(template.warnings, [{ code: 'read_as' }]);
  for (const text of [
    'I love curl and REST',
    'apt-get install curl',
    `echo curl ${URL}`,
    `# see: curling ${URL}`,
  ])
    t.equal(refusal(text).code, 'no_curl', text);
});

t.test('what runs curl several times is told, and what differs from run to run stays open', async (t) => {
  const open = (name: string) => [{ name, text: `$${name}` }];
  for (const [text, name] of [
    ['for i in 7 8; do curl http://h/$i; done', 'i'],
    ['while read -r i; do curl http://h/$i; done < ids', 'i'],
    ['for ((i = 0; i < 3; i++)); do curl http://h/$i; done', 'i'],
    ['for i in "$@"; do curl http://h/$i; done', 'i'],
  ] as const) {
    t.same(parseCurl(text).variables, open(name), text);
    t.equal(warned(text, 'many_requests').length, 1, text);
  }
});

t.test('what depends on a condition, a loop or a program is open', async (t) => {
  for (const text of [
    'A=1; [ -n "$B" ] && A=2; curl -d "$A" http://h/',
    'if [ "$B" ]; then A=1; else A=2; fi; curl -d "$A" http://h/',
    'case $B in x) A=1;; *) A=2;; esac; curl -d "$A" http://h/',
    'A=1; for i in 1 2; do A=$A$i; done; curl -d "$A" http://h/',
    'A=1; ((A++)); curl -d "$A" http://h/',
    'A=1; read -r A; curl -d "$A" http://h/',
    'f() { A=2; }; A=1; f; curl -d "$A" http://h/',
    'A=1; (A=2); curl -d "$A" http://h/',
    'A=1; A=3 | true; curl -d "$A" http://h/',
    'test -f f && A=1 && curl -d "$A" http://h/',
    'if true; then A=1; curl -d "$A" http://h/; fi',
  ]) {
    t.match(parseCurl(text), { body: '$A', variables: [{ name: 'A', text: '$A' }] }, text);
    t.same(warned(text, 'condition_unknown'), ['$A'], text);
  }
  t.match(parseCurl('A=1 && B=$A$A && curl -d "$B" http://h/'), { body: '11' }, 'assignments always succeed');
  t.match(parseCurl('curl -d "$((1+2))" http://h/'), { body: '$((1+2))' }, 'arithmetic');
});

t.test('curl as an argument of something else is not the command', async (t) => {
  for (const text of [
    'sudo apt-get install -y curl',
    'docker exec web which curl',
    'kubectl exec pod -- apk add curl',
    'command -v curl',
    'sudo -u bob man curl',
  ])
    t.equal(refusal(text).code, 'no_curl', text);
  for (const text of [
    `sudo -nu bob env A=b timeout -k 5 10 curl -d a=1 ${URL}`,
    `docker exec -it -e X=y web curl -d a=1 ${URL}`,
    `kubectl -n ns exec pod -c main -- curl -d a=1 ${URL}`,
    `docker run --rm curlimages/curl:8 -d a=1 ${URL}`,
  ])
    t.match(parseCurl(text), { method: 'POST', url: URL, body: 'a=1' }, text);
});

t.test("a command in a string of another language's code", async (t) => {
  for (const text of [
    `$out = shell_exec("curl -d 'a=1' ${URL}");`,
    `<?php echo shell_exec("curl -d a=1 ${URL}"); ?>`,
    `$out = \`curl -d a=1 ${URL}\`;`,
    `subprocess.run("curl -d a=1 ${URL}", shell=True)`,
    `os.system('curl -d a=1 ${URL}')`,
    `const out = execSync(\`curl -d a=1 ${URL}\`)`,
  ])
    t.match(parseCurl(text), { method: 'POST', url: URL, body: 'a=1' }, text);
});

t.test('a URL that curl cannot read is refused, although curl goes on with the next', async (t) => {
  t.equal(refusal(`curl 'a b' ${URL}`).offset, 7);
});

t.test('what runs around the command is told', async (t) => {
  t.same(warned(`gzip -c f | curl -T - ${URL}`, 'shell_text'), ['gzip -c f']);
  t.same(warned(`T=$(curl ${URL}login) && curl -H "A: $T" ${URL}`, 'many_commands').length, 1);
  t.match(parseCurl('curl -H "A: ${{ secrets.TOKEN }}" -d \'${{ github.ref }}\' http://h/'), {
    headers: { A: '${{ secrets.TOKEN }}' },
    body: '${{ github.ref }}',
    variables: [
      { name: 'TOKEN', text: '${{ secrets.TOKEN }}' },
      { name: 'github.ref', text: '${{ github.ref }}' },
    ],
  });
});

t.test('options that the request shape can say', async (t) => {
  const options = (rest: string) => parseCurl(`curl ${rest} ${URL}`).options;
  t.same(options('-L --max-redirs 3'), { follow_redirects: true, max_redirects: 3 });
  t.same(options('-L -X POST'), { follow_redirects: true, custom_method: true });
  t.same(options('-L -T f -X POST --post303'), {
    follow_redirects: true,
    keep_method_on: [301, 302],
    custom_method: true,
  });
  t.same(options('-L -T f --post303'), { follow_redirects: true, keep_method_on: [303] });
  t.same(options('--follow -X POST'), { follow_redirects: true });
  t.same(options('--location-trusted --post301 --post302 --no-post301'), {
    follow_redirects: true,
    keep_method_on: [302],
    auth_on_redirect: true,
  });
  t.same(options('-L --no-location'), undefined);
  t.same(options('-m 1.5 --connect-timeout 0.25'), { timeout_ms: 1500, connect_timeout_ms: 250 });
  t.same(options('-k --compressed -4'), { insecure: true, compressed: true, ip_version: 4 });
  t.same(options('-0'), { http_version: '1.0' });
  t.same(options('--http2-prior-knowledge'), { http_version: '2-prior-knowledge' });
  t.same(options("-x proxy:3128 -U 'u:p w'"), { proxy: 'http://u:p%20w@proxy:3128' });
  t.same(options('--socks5-hostname s:1080'), { proxy: 'socks5h://s:1080' });
  t.same(options('-x proxy:3128 --noproxy .example,h'), undefined);
  t.same(options("-H 'User-Agent:' -H 'accept:'"), { omit_headers: ['User-Agent', 'accept'] });
  t.same(options('-d @f'), { strip_newlines: true });
});

t.test('files are references, never their names as text', async (t) => {
  t.match(parseCurl(`curl -d @f.json ${URL}`), { body_file: 'f.json', options: { strip_newlines: true } });
  t.match(parseCurl(`curl -T up.bin ${URL}`), { method: 'PUT', url: 'http://h/up.bin', body_file: 'up.bin' });
  t.match(parseCurl(`curl -d @- ${URL}`), { body_file: '-' });
  t.match(parseCurl(`curl -d @- ${URL} < in.txt`), { body_file: 'in.txt' });
  t.match(parseCurl(`cat in.txt | curl -d @- ${URL}`), { body_file: 'in.txt' });
  t.match(parseCurl(`curl -F a=@p.png ${URL}`).form, [
    { name: 'a', file: 'p.png', filename: 'p.png', content_type: 'image/png' },
  ]);
  // curl for Windows takes off what stands before a backslash, too.
  for (const [command, filename] of [
    [String.raw`curl -F 'a=@C:\x\p.png' http://h/`, 'p.png'],
    [String.raw`curl.exe -F "a=@x\p.png" http://h/`, 'p.png'],
    [String.raw`curl -F 'a=@x\p.png' http://h/`, String.raw`x\p.png`],
  ] as const)
    t.match(parseCurl(command).form, [{ filename }], command);
  const mixed = parseCurl(`curl -d a=1 -d @f.json ${URL}`);
  t.match(mixed, { body: 'a=1&$(cat f.json)', variables: [{ name: 'F_JSON', text: '$(cat f.json)' }] });
});

t.test('variables are named, placed and never mixed up with literal text', async (t) => {
  const plain = parseCurl(
    'curl -H "Authorization: Bearer $TOKEN" "https://$HOST/u/${ID}" -H "X: {{key}}" -d "$(date +%s)"',
  );
  t.match(plain, {
    url: 'https://$HOST/u/${ID}',
    headers: { Authorization: 'Bearer $TOKEN' },
    body: '$(date +%s)',
  });
  t.same(
    new Set(plain.variables?.map(({ name, text }) => `${name} ${text}`)),
    new Set(['TOKEN $TOKEN', 'HOST $HOST', 'ID ${ID}', 'key {{key}}', 'DATE_S $(date +%s)']),
  );
  const clash = parseCurl(`curl -H "A: $T" -d '$T and \${T}' ${URL}`);
  t.same(clash.headers['A'], '{{T}}');
  t.same(clash.variables, [{ name: 'T', text: '{{T}}' }]);
  const prefix = parseCurl(`curl -H "A: $T" -d '$TOKEN' ${URL}`);
  t.same(prefix.headers['A'], '{{T}}', 'a literal that begins like the variable');
  t.same(parseCurl(`curl -d "\${A:-x}" ${URL}`).variables, [{ name: 'A', text: '${A:-x}', value: 'x' }]);
  t.match(parseCurl(`curl -u "$U:$P" ${URL}`).auth, { scheme: 'basic', username: '$U', password: '$P' });
  t.same(parseCurl(`curl -d '{{a}}' ${URL}`).variables, [{ name: 'a', text: '{{a}}' }]);
  t.match(parseCurl('curl {{base_url}}/users/{{id}}'), { url: '{{base_url}}/users/{{id}}' });
  t.match(parseCurl('curl http://h/{{id}}'), { url: 'http://h/{{id}}', variables: [{ name: 'id' }] });
});

t.test('a variable may bring the scheme of a URL, as its default tells', async (t) => {
  const table: [url: string, expected: string][] = [
    ['$BASE/x', '$BASE/x'],
    ['$HOST/x', '$HOST/x'],
    ['${BASE:-http://localhost:3000}/x?y', '${BASE:-http://localhost:3000}/x?y'],
    ['${BASE:-http://localhost:3000}:80/x', '${BASE:-http://localhost:3000}:80/x'],
    ['${API:-api.example.com/v1}/x', 'http://${API:-api.example.com/v1}/x'],
    ['$SCHEME://h', '$SCHEME://h/'],
    ['${SCHEME:-http}://ada@h:80/a/../b?c', '${SCHEME:-http}://h:80/b?c'],
  ];
  for (const [url, expected] of table) {
    const parsed = parseCurl(`curl "${url}"`);
    t.equal(parsed.url, expected);
    t.doesNotThrow(() => normalize(parsed), `${url} is a request`);
  }
});

t.test('a variable has one name, however it is spelled', async (t) => {
  const command = 'curl -H "A: $T" -d "${T}x ${T:-y} $Tx ${B:-${C:-z}}" http://h/';
  t.match(parseCurl(command), {
    headers: { A: '$T' },
    body: '${T}x ${T:-y} $Tx ${B:-${C:-z}}',
    variables: [
      { name: 'T', text: '$T' },
      { name: 'T', text: '${T}' },
      { name: 'T', text: '${T:-y}', value: 'y' },
      { name: 'Tx', text: '$Tx' },
      { name: 'B', value: 'z' },
    ],
  });
  t.match(parseCurl('curl -d "$T {{T}}" http://h/').variables, [{ name: 'T' }, { name: 'T_2' }]);
  t.match(parseCurl(': "${T:=1}"; curl -d "$T" http://h/').variables, [{ name: 'T', value: '1' }]);
});

t.test('every result is a request that the other rooms take', async (t) => {
  for (const command of [
    `curl ${URL}`,
    `curl -u a:b -H 'X: 1' -H 'x: 2' -b c=d -d e=f ${URL}`,
    `curl -F a=b -F c=@d ${URL}`,
    'curl "$URL" -u "$A:$B" -H "$N: $V"',
    `curl --data-binary $'\\xff' ${URL}`,
    `curl -H '1: x' -H '__proto__: y' ${URL}`,
  ])
    t.ok(normalize(parseCurl(command)), command);
});

t.test('the environment that a text gives to curl names proxies', async (t) => {
  // As curl 8.23 did with two listening proxies.
  const table: [text: string, proxy: string | undefined][] = [
    ['http_proxy=http://p:1 curl http://h.example/x', 'http://p:1'],
    ['https_proxy=p:1 curl http://h.example/x', undefined],
    ['HTTPS_PROXY=http://u:p@p:1 curl https://h.example/x', 'http://u:p@p:1'],
    ['HTTP_PROXY=p:1 curl http://h.example/x', undefined],
    ['export ALL_PROXY=socks5://p:1\ncurl https://h.example/x', 'socks5://p:1'],
    ['http_proxy= all_proxy=p:1 curl http://h.example/x', 'http://p:1'],
    ['all_proxy=p:1 no_proxy=example curl http://h.example/x', undefined],
    ['no_proxy=other.example http_proxy=p:1 curl http://h.example/x', 'http://p:1'],
    ['http_proxy=p:1 curl -x "" http://h.example/x', undefined],
    ['http_proxy=p:1 curl --noproxy "*" http://h.example/x', undefined],
    ['http_proxy=p:1 curl -x q:2 http://h.example/x', 'http://q:2'],
    ['NO_PROXY=h.example curl -x q:2 http://h.example/x', undefined],
    ['NO_PROXY=h.example http_proxy=p:1 curl --noproxy "" http://h.example/x', 'http://p:1'],
    ['http_proxy=p:1 curl -U a:b http://h.example/x', 'http://a:b@p:1'],
    ['http_proxy=p:1; curl http://h.example/x', undefined],
  ];
  for (const [text, proxy] of table) t.equal(parseCurl(text).options?.proxy, proxy, text);
  for (const text of ['set HTTP_PROXY=p:1\r\n', '$env:HTTPS_PROXY = "http://p:1"; '])
    t.match(parseCurl(`${text}curl.exe http://h.example/x`).warnings, [{ code: 'shell_text' }], text);
});

t.test('a text for cmd.exe may have the line ends of Windows', async (t) => {
  const { headers } = parseCurl('set X=p:1\r\ncurl -H "A: %X%" ^"http://h.example/x^"\r\n');
  t.same(headers, { A: 'p:1' });
});

t.test('arrays of PowerShell as arguments and what is for Invoke-WebRequest are refused', async (t) => {
  for (const [text, code] of [
    ["$p = @{ Uri = 'http://h/' }\ncurl.exe http://h/ @p", 'shell_syntax'],
    ["$a = @('-X', 'PUT')\ncurl.exe http://h/ @a", 'shell_syntax'],
    ['curl http://h/ -Headers @{ "A" = "b" }', 'not_curl'],
    ['curl http://h/ -H @{ "A" = "b" }', 'not_curl'],
    ['curl http://h/ -OutFile a', 'not_curl'],
  ] as const) {
    try {
      parseCurl(text);
      t.fail(`accepted: ${text}`);
    } catch (error) {
      t.match(error, { issues: [{ code }] }, text);
    }
  }
});

t.test('carets in double quotes stay for cmd.exe, unless a browser wrote them', async (t) => {
  t.equal(parseCurl('curl "http://h/" ^\n -d "a^b" -H "A: ^c"').body, 'a^b');
  t.equal(parseCurl('curl "http://h/?a=1^&b=2" ^\n -H "A: b"').url, 'http://h/?a=1&b=2');
});

t.test('dates of -z, encoders of form parts and here-documents through tee are said', async (t) => {
  for (const [date, header] of [
    ['2 Jan 2024', 'Tue, 02 Jan 2024 00:00:00 GMT'],
    ['Tue, 02 Jan 2024 03:04:05 GMT', 'Tue, 02 Jan 2024 03:04:05 GMT'],
  ] as const)
    t.equal(parseCurl(`curl -z '${date}' http://h/`).headers['If-Modified-Since'], header, date);
  t.match(parseCurl("curl -z 'Jan 2 2024' http://h/").warnings, [{ code: 'date_ignored' }]);
  t.match(parseCurl("curl -F 'a=b;encoder=base64' http://h/"), {
    form: [{ value: 'b' }],
    warnings: [{ code: 'form_part' }],
  });
  t.equal(parseCurl('tee f <<E | curl -d @- http://h/\na=1\nE').body, 'a=1');
});

t.test('values behind a command that may fail are open', async (t) => {
  const token = parseCurl('cd x && export TOKEN=abc && curl -H "X: $TOKEN" http://h/');
  t.equal(token.headers['X'], 'abc');
  t.equal(token.variables, undefined);
  for (const behind of [
    'test -f f && A=1; curl -d "$A" http://h/',
    'a && { b && A=1; curl -d "$A" http://h/; }',
  ])
    t.match(parseCurl(behind).variables, [{ name: 'A' }], behind);
  const local = 'A=a true; A=b; sh -c \'curl -d "$A" http://h/\'';
  t.match(parseCurl(local).variables, [{ name: 'A' }], 'exported for one command only');
  t.match(parseCurl('A=(x y); unset "A[0]"; curl -d "${A[0]}" http://h/').variables, [{ name: 'A' }]);
});
