/** The support contract of docs/parsing.md: what is understood of a POSIX shell, and what stays unresolved. */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';

/** What `-d "…"` sends, as bash 5 does it. */
const UNDERSTOOD: Readonly<Record<string, readonly [script: string, body: string][]>> = {
  quoting: [
    [`curl h -d 'a "b" $C'`, 'a "b" $C'],
    [`B=1; curl h -d "a \\"$B\\" \\$C"`, 'a "1" $C'],
    [`curl h -d a\\ b\\'c`, "a b'c"],
    [`curl h -d $'a\\tb\\x41\\u00e9'`, 'a\tbAé'],
    [`curl h -d $"a b"`, 'a b'],
    [`curl h -d 'a'"b"c$'d'`, 'abcd'],
  ],
  'continuation and comments': [
    [`curl h \\\n  -d a # b\n`, 'a'],
    [`curl h -d a#b`, 'a#b'],
    [`cu\\\nrl h -d a`, 'a'],
  ],
  assignments: [
    [`A=1; A+=2; curl h -d "$A"`, '12'],
    [`export A=1; export B=$A; curl h -d "x$B"`, 'x1'],
    ['A=old; export A=1 B=$A; curl h -d "x$B"', 'xold'],
    [`declare A="x y"; curl h -d "$A"`, 'x y'],
    [`A=1 B=2\nreadonly C=3; curl h -d "$A$B$C"`, '123'],
  ],
  variables: [
    [`A=x; curl h -d "\${A}y$A"`, 'xyx'],
    [`A=; curl h -d "\${A:-b}\${A-c}\${A:+d}\${A+e}"`, 'be'],
    [`A=; curl h -d "\${A:=b}$A"`, 'bb'],
    [`A=abc; curl h -d "\${A:?no}"`, 'abc'],
    [`O='-d b'; curl h $O`, 'b'],
    [`T=x; curl h \${T:+-d "a $T"}`, 'a x'],
  ],
  arrays: [
    [`A=(-d 'a b'); A+=(-s); curl h "\${A[@]}"`, 'a b'],
    [`A=(x 'y z'); curl h -d "\${A[*]} \${A[1]}"`, 'x y z y z'],
  ],
  'here-documents and here-strings': [
    [`A=1; curl h --data-binary @- <<EOF\na $A\nEOF`, 'a 1\n'],
    [`curl h --data-binary @- <<'EOF'\na $A\nEOF`, 'a $A\n'],
    [`curl h --data-binary @- <<-EOF\n\ta\n\tEOF`, 'a\n'],
    [`curl h --data-binary @- <<< "a b"`, 'a b\n'],
  ],
  'known output': [
    [`echo a b | curl h --data-binary @-`, 'a b\n'],
    [`echo -n a | cat | curl h -d @-`, 'a'],
    [`curl h -d "$(printf '%s-%s\\n' a 7)"`, 'a-7'],
    [`echo a | tee f | curl h --data-binary @-`, 'a\n'],
    [`curl h -d "$(cat <<EOF\na "b"\nEOF\n)"`, 'a "b"'],
    [`curl h -d "\`echo a\`"`, 'a'],
    [`curl h -d @<(echo a)`, 'a'],
  ],
  'lists and wrappers': [
    [`true && A=1; sudo -u bob env B=2 curl h -d x`, 'x'],
    [`{ curl h -d a; } | jq .`, 'a'],
    [`(cd /tmp && curl h -d a)`, 'a'],
    [`A=1 sh -c 'curl h -d "$A"'`, '1'],
    [`ssh me@host "curl h -d 'a b'"`, 'a b'],
    [`A=$(/usr/bin/curl h -d "a b")`, 'a b'],
    [`A=$(echo a | \\curl h -d @-)`, 'a'],
    [`A=\`"curl" h -d a\``, 'a'],
    [`curl h -d \\$env:A\\ curl.exe\\ a`, '$env:A curl.exe a'],
  ],
};

for (const [feature, cases] of Object.entries(UNDERSTOOD))
  t.test(feature, async (t) => {
    for (const [script, body] of cases) {
      const parsed = parseCurl(script);
      t.equal(parsed.body, body, script);
      t.equal(parsed.variables, undefined, `${script} leaves nothing open`);
    }
  });

t.test('what is not computed is open, with a warning where it stands', async (t) => {
  for (const [script, text, sent = text] of [
    ['curl h -d "$A"', '$A'],
    ['curl h -d "$(date +%s)"', '$(date +%s)'],
    ['curl h -d "$((1+2))"', '$((1+2))'],
    ['A=ab; curl h -d "${A//a/b}"', '${A//a/b}'],
    ['A=ab; curl h -d "${A:0:1}"', '${A:0:1}'],
    ['A=ab; curl h -d "${A^^}"', '${A^^}'],
    ['A=ab; curl h -d "${A%b}"', '${A%b}'],
    ['A=ab; curl h -d "${#A}"', '${#A}', '{{ARG_A}}'],
    ['A=(a b c); curl h -d "${A[*]:1:2}"', '${A[*]:1:2}'],
    ['B=x; A=B; curl h -d "${!A}"', '${!A}', '{{ARG_A}}'],
    ['f() { curl h -d "$1"; }; f a', '$1'],
    ['printf -v A x; curl h -d "$A"', '$A'],
    ['curl h -d "$(echo a | tr a b)"', '$(echo a | tr a b)'],
    ['curl h -d "$(printf %05d 7)"', '$(printf %05d 7)'],
    ['curl h -d "$(printf %d 7)"', '$(printf %d 7)'],
    [`read -r A <<< 'x'; curl h -d "$A"`, '$A'],
    ['f() { A=2; }; A=1; f; curl h -d "$A"', '$A'],
    ['f() { curl h -d "$A"; }; A=1; f; A=2; f', '$A'],
    ['A=1; f() { curl h -d "$A"; }; A=2; f', '$A'],
    ['g() { A=2; }; f() { A=1; g; curl h -d "$A"; }; f', '$A'],
    ['A=1; eval "A=2"; curl h -d "$A"', '$A'],
    ['A=1; if test -f x; then A=2; fi; curl h -d "$A"', '$A'],
    ['A=1; test -f x && A=2; curl h -d "$A"', '$A'],
    ['A=1; (A=2); curl h -d "$A"', '$A'],
    ['A=1; A=2 & curl h -d "$A"', '$A'],
    ['A=$(date); curl h -d "${A:+x}"', '${A:+x}', '{{A_2}}'],
    ['f() { local A=1; curl h -d "$A"; }; f', '$A'],
    ['for A in 1 2; do curl h -d "$A"; done', '$A'],
    ['echo x > f; curl h -d "$(cat f)"', '$(cat f)'],
  ] as const) {
    const { body, variables, warnings = [] } = parseCurl(script);
    t.equal(body, sent, script);
    t.match(variables, [{ text: sent }], script);
    const placed = warnings.map(({ start, end }) => script.slice(start, end));
    t.ok(placed.includes(text), `${script}: ${placed.join(' ')}`);
  }
  const codes = (script: string) => parseCurl(script).warnings?.map(({ code }) => code);
  for (const script of ['curl h -d{a,b}', 'curl h/{1..3}', 'curl h -d "$(echo {a,b})"'])
    t.ok(codes(script)?.includes('brace_expansion'), script);
  t.equal(codes(`curl h -d '{a,b}'`), undefined, 'braces in quotes are text');
  for (const script of ['curl h -d @- <<E\na\n', 'curl h -d @- <<E', 'A=$(cat <<E\na\n E\n)\ncurl h -d "$A"'])
    t.ok(codes(script)?.includes('here_document_open'), script);
  const made = parseCurl(`cat > f.json <<EOF\n{"a":1}\nEOF\ncurl h -d @f.json`);
  t.match(made, { body_file: 'f.json', warnings: [{ code: 'local_file' }] }, 'a file that a command makes');
  const placeholder = parseCurl('curl h -u "ada:${PW:-{{password}}}"');
  t.match(placeholder.auth, { password: '{{password}}' }, 'a placeholder as a default');
  t.match(placeholder.variables, [{ name: 'password', text: '{{password}}' }]);
  t.equal(parseCurl('A=1; f() { curl h -d "$A"; }; f').body, '1', 'what is set once is known in functions');
  t.match(parseCurl("all:\n\tcurl h -d '$(A)'").warnings, [{ code: 'read_as' }], 'a makefile');
});

t.test('what a shell would refuse is refused', async (t) => {
  for (const script of [`curl h -d 'a`, 'curl h -d "$(a"', 'curl h/(a)', 'curl h >'])
    t.throws(() => parseCurl(script), InputError, script);
});

t.test('an assignment that may not have been run gives no value', (t) => {
  const before = [
    'if true; then V=1; fi',
    'if [ -z "$X" ]; then\n  V=1\nelse\n  V=2\nfi',
    'if a; then V=1; elif b; then V=2; fi',
    '[ -n "$X" ] && V=1',
    '[ -n "$X" ] || V=1',
    '[[ $X ]] && V=1 || V=2',
    'test -f x && { V=1; }',
    'false && V=1',
    'case $1 in\n  a) V=1 ;;\n  *) V=2 ;;\nesac',
    'for V in 1 2; do :; done',
    'for i in 1; do V=$i; done',
    'select V in a b; do break; done',
    'while read V; do :; done < f',
    'until ready; do V=1; done',
    'echo a | while read x; do V=1; done',
    'set_v() { V=1; }\nset_v',
    'eval V=1',
    'x | V=1',
    'V=1 | cat',
    'V=1 true',
    'if a; then A=1; fi\nV=$A',
    'V=0\nif a; then V=1; fi',
    'V=0\ncase $1 in a) V=1 ;; esac',
    'V=0 && false || V=1',
  ];
  for (const line of before) {
    const { url, variables = [], warnings = [] } = parseCurl(`${line}\ncurl https://h.example/$V`);
    t.match(url, /^https:\/\/h\.example\/\$\w$/, line);
    t.equal(variables.length, 1, line);
    t.ok(
      warnings.some(({ code }) => code === 'condition_unknown' || code === 'variable'),
      line,
    );
  }
  t.end();
});

t.test('the command behind other programs', (t) => {
  const url = 'https://h.example/x';
  for (const text of [
    `sudo -u bob curl ${url}`,
    `sudo -n sh -c 'curl ${url}'`,
    `env -i A=1 curl ${url}`,
    `time -p curl ${url}`,
    `timeout -k 5 10 curl ${url}`,
    `nice -n 5 sudo curl ${url}`,
    `docker exec -it web curl ${url}`,
    `docker exec -it web sh -c 'curl ${url}'`,
    `docker compose -f a.yml exec web curl ${url}`,
    `docker run --rm --name curl curlimages/curl ${url}`,
    `docker run --rm curlimages/curl:8.1 ${url}`,
    `docker run --rm curlimages/curl@sha256:abc curl ${url}`,
    `kubectl -n x exec -it pod -c app -- curl ${url}`,
    `kubectl run curl --image=curlimages/curl --rm -it -- curl ${url}`,
    `ssh -p 22 -t host 'cd /x && curl ${url}'`,
    `ssh host sudo curl ${url}`,
    `su - bob -c 'curl ${url}'`,
    `watch -n 5 curl ${url}`,
    `eval "curl ${url}"`,
    `bash <<'EOF'\ncurl ${url}\nEOF`,
  ]) {
    const parsed = parseCurl(text);
    t.equal(parsed.url, url, text);
    t.notOk(
      parsed.warnings?.some(({ code }) => code === 'read_as' || code === 'many_requests'),
      text,
    );
  }
  for (const text of [
    'sudo apt-get install -y curl git',
    'sudo -E apt install curl git',
    'docker run --rm alpine apk add curl jq',
    'kubectl exec pod -- apt install curl git',
    'command -v curl',
  ])
    t.throws(() => parseCurl(text), InputError, text);
  t.end();
});
