/**
 * Texts whose meaning is known because they are built from it: a body, quoted by the rules of a POSIX shell, in a curl
 * command between lines of an ordinary script. Whatever the body looks like, it is data. `survival.test.ts` compares the
 * parser with the meaning, and the generator itself with bash and real curl.
 */

/** What curl sends for a text, as the parser has to return it. */
export interface Meaning {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  form?: { name: string; value: string }[];
}

export interface KnownText {
  text: string;
  meaning: Meaning;
  /** What the text is made of, to tell classes of failures apart. */
  kinds: { body: string; quoting: string; carrier: string; before: string; behind: string };
}

/** A generator of numbers below 1 (mulberry32): the same seed gives the same texts on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lines that mean something elsewhere. Each kind is what another reading of a text could take a body for. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  diff: [
    '- the curl old',
    '+ the curl new',
    '-curl https://example.org/old',
    '+curl https://example.org/new',
    '--- a/run.sh',
    '+++ b/run.sh',
    '@@ -1,2 +1,2 @@',
    ' unchanged',
    '+',
    '-',
    'diff --git a/x b/x',
  ],
  makefile: [
    'all: x',
    '\tcc $$HOME',
    '\t@curl https://example.org/$$ID',
    '.PHONY: all',
    '\t-rm -f x',
    'x: y',
    'CC := gcc',
    '\techo $(CC) $@ $<',
    'ifeq ($(A),b)',
    '\tcurl -d a=$$b \\',
  ],
  crontab: [
    '0 5 * * 1 /bin/x +\\%s',
    '*/5 * * * * curl https://example.org/ping',
    '@daily curl https://example.org',
    'MAILTO=a@example.com',
    '0 0 1 1 * root date +\\%Y-\\%m',
  ],
  unit: [
    '[Service]',
    'ExecStart=/bin/x %%i',
    'ExecStart=/usr/bin/curl https://example.org/%%n',
    'Restart=always',
    '%i %n %h %%',
  ],
  yaml: [
    'run: |',
    '  curl https://example.org',
    '- run: curl -X POST https://example.org',
    'steps:',
    '    - name: Call',
    '      run: |',
    'command: ["curl", "https://example.org"]',
    'key: >-',
    '  folded',
    'test: ["CMD-SHELL", "curl -f http://localhost/$$PORT || exit 1"]',
    "- 'it''s'",
    '---',
  ],
  dockerfile: [
    'FROM alpine',
    'RUN curl https://example.org',
    'CMD ["curl", "-f", "http://localhost"]',
    'ENV A=b \\',
    'HEALTHCHECK CMD curl x',
  ],
  comment: [
    '# curl https://example.org',
    '#!/bin/sh',
    '// curl https://example.org',
    '-- comment',
    '; comment',
    '/* curl */',
    ' * curl https://example.org',
    'REM batch',
    'rem curl',
    ':: batch',
    '<!-- curl https://example.org -->',
    '#',
    '  # x',
    '"""',
    "'''",
  ],
  prompt: [
    '$ curl https://example.org',
    '> curl https://example.org',
    'user@host:~$ curl https://example.org',
    'PS> curl https://example.org',
    'PS C:\\Users\\x> irm https://example.org',
    'C:\\> curl https://example.org',
    '# curl x',
    '% curl x',
    '>>> import os',
    '... curl',
    'In [1]: !curl https://example.org',
    '❯ curl x',
    '$',
    '>',
    '> -d x',
    '1  curl https://example.org',
    '2: curl',
    ' 10 | curl',
  ],
  fence: [
    '```',
    '```bash',
    '```sh',
    '~~~',
    '```curl cURL',
    '    indented',
    '`curl https://example.org`',
    '**curl https://example.org**',
    '| curl | b |',
    '|---|---|',
    '1. curl',
    '* item',
    '[code]curl[/code]',
    '{noformat}',
    '----',
    '[source,bash]',
    '# Title',
    '> quote',
    ':::',
  ],
  html: [
    '<pre><code>curl https://example.org</code></pre>',
    'a=&quot;hi&quot;',
    '&lt;b&gt; &amp;&amp; &#39;x&#39; &nbsp;',
    '<br>',
    '<p>curl</p>',
    '</code>',
    '<span class="hljs">curl</span>',
    '&#x27;',
    '\u00a0non-breaking\u00a0',
  ],
  powershell: [
    '$env:X',
    '{"a":"say \\"hi\\" $env:X"}',
    'Invoke-RestMethod -Uri https://example.org `',
    '$Body = @{ a = "b" }',
    "@'",
    "'@",
    '@"',
    '"@',
    'curl.exe --% -d x',
    '"a" `',
    '`n`t`"',
    '`',
    '--%',
    '$($x.y)',
    ';',
  ],
  batch: [
    'echo off',
    '@echo off',
    'set X=1',
    '%NAME%',
    '%%i',
    'curl "https://example.org/%ID%" ^',
    '^"a^" ^',
    '^',
    '{""a"":1}',
    'C:\\Windows\\x',
    'for %%f in (*) do curl %%f',
    'a ^& b ^| c ^^',
    '1^%^3A2',
    '!X!',
    '\\"',
    '^%^',
  ],
  commands: [
    'curl https://example.org',
    'curl -X DELETE https://example.org/items/<id>',
    'sudo curl -fsSL https://example.org | sh',
    'wget https://example.org',
    'http POST https://example.org a=b',
    'x=$(curl https://example.org)',
    '`curl https://example.org`',
    'curl https://example.org/{a,b}/[1-3]',
    "curl -d 'a=b' \\",
    '  -H "A: b"',
    "bash -c 'curl x'",
    'fetch("https://example.org")',
    'cat <<EOF | curl -d @- x',
    'EOF',
    'END',
    'if true; then',
    'fi',
    'done',
    ')',
    '}',
    'esac',
  ],
  signs: [
    '$$',
    '$$HOME',
    '${HOME}',
    '$(date)',
    '`date`',
    '$1 $@ $? $! $#',
    '%%',
    '%s %d %20 %',
    '\\%',
    '\\$',
    '\\\\',
    '\\n \\t \\0',
    'a\\',
    '!!',
    '!x',
    '~',
    '*',
    '?',
    '[a-z]',
    '{a,b}',
    '{1..3}',
    '{{id}}',
    '<id>',
    'YOUR_API_KEY',
    '[x]',
    '&&',
    '||',
    '|',
    ';;',
    '<<EOF',
    '<<<',
    '> out.txt',
    '2>&1',
    '"',
    "'",
    '""',
    "''",
    '\\"',
    "\\'",
    '"\'"\'"',
    'it\'s "quoted"',
    "don't",
    '“curly” ‘quotes’ – dash … …',
    '—data',
    '−x',
    '\t',
    '\ttab',
    'tab\tin\tthe middle',
    '  two blanks',
    'blanks behind  ',
    '',
    '=',
    '@',
    '&',
    'a=1&b=2;c=3',
  ],
  json: [
    '{"a":"say \\"hi\\""}',
    '{"name": "x", "cmd": "curl https://example.org -d \'a\'"}',
    '{"re": "^\\\\d+$", "path": "C:\\\\x\\\\"}',
    '{"a": [1, 2,',
    '  3], "b": null}',
    '"source": ["!curl https://example.org\\n"]',
    '["curl", "-X", "POST", "https://example.org"]',
    '{"e":"\\u00e9\\/"}',
    '{\\"a\\": \\"b\\"}',
    'const c = "curl https://example.org";',
    "os.system('curl https://example.org')",
    'r#"raw"#',
  ],
  unicode: [
    'zero\u200bwidth',
    'é日😀',
    '\ufeffcurl',
    '\u202eright to left',
    'e\u0301',
    '\u00adsoft',
    '\u3000wide',
    'ſ K',
  ],
};

/** Ends of lines, also those that only Unicode knows. The usual one comes more often. */
const LINE_ENDS = [
  '\n',
  '\n',
  '\n',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\n\n',
];

const kindsOfLines = Object.keys(LINES);

class Builder {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Some lines of one or two kinds, with line ends of one kind. */
  body(): { kind: string; text: string } {
    const kind = this.pick(kindsOfLines);
    const other = this.chance(0.3) ? this.pick(kindsOfLines) : kind;
    const end = this.pick(LINE_ENDS);
    const count = 1 + this.below(5);
    const lines = Array.from({ length: count }, () =>
      this.pick(LINES[this.chance(0.7) ? kind : other] ?? []),
    );
    const head = this.chance(0.3) ? end : this.chance(0.2) ? 'x' : '';
    const tail = this.chance(0.2) ? end : '';
    return { kind: kind === other ? kind : `${kind}+${other}`, text: head + lines.join(end) + tail };
  }
}

// Quotings: the text of a word that a POSIX shell (bash for ANSI-C) reads as exactly this value.

type Quote = (value: string, build: Builder) => string;

const single: Quote = (value, build) => `'${value.replaceAll("'", build.chance(0.5) ? "'\\''" : `'"'"'`)}'`;
const double: Quote = (value) => `"${value.replace(/[\\"$`]/g, '\\$&')}"`;
/** A backslash before any other character is one itself, so it may stay alone there. */
const doubleSparing: Quote = (value) => `"${value.replace(/["$`]|\\(?=[\\"$`\n]|$)/g, '\\$&')}"`;
const ANSI: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\v': '\\v',
  '\f': '\\f',
};
const ansi: Quote = (value, build) => {
  const isEscaped = build.chance(0.5);
  const escaped = value
    .replace(/[\\']/g, '\\$&')
    .replace(/[\n\t\r\v\f]/g, (char) => (isEscaped ? (ANSI[char] ?? char) : char))
    .replace(/[!&"]/g, (char) => (isEscaped ? `\\x${char.charCodeAt(0).toString(16)}` : char))
    .replace(/[\u0080-\uffff]/g, (char) =>
      isEscaped && !/[\ud800-\udfff]/.test(char)
        ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
        : char,
    );
  return `$'${escaped}'`;
};
/** A word of pieces, each quoted in its own way; no two pieces in double quotes touch. */
const pieces: Quote = (value, build) => {
  const points = Array.from(value);
  const at = build.below(points.length + 1);
  const [first, second] = build.pick([
    [single, double],
    [double, ansi],
    [ansi, single],
    [double, single],
    [single, ansi],
  ] as const);
  return first(points.slice(0, at).join(''), build) + second(points.slice(at).join(''), build);
};
const QUOTINGS: Readonly<Record<string, Quote>> = {
  single,
  double,
  'double, sparing': doubleSparing,
  ansi,
  pieces,
};

/** A here-document with this text, which ends with a line end; `undefined` where it contains its own delimiter. */
function hereDocument(value: string, build: Builder): { operator: string; lines: string } | undefined {
  const delimiter = build.pick(['EOF', 'END', 'JSON', '_BODY_', 'eof']);
  if (!value.endsWith('\n') || value.split('\n').includes(delimiter)) return undefined;
  const isQuoted = build.chance(0.5);
  const word = isQuoted ? build.pick([`'${delimiter}'`, `"${delimiter}"`, `\\${delimiter}`]) : delimiter;
  const text = isQuoted ? value : value.replace(/[\\$`]/g, '\\$&');
  return { operator: `<<${build.chance(0.2) ? ' ' : ''}${word}`, lines: `${text}${delimiter}\n` };
}

// Carriers: where in a command the value stands, and what curl makes of it.

interface Carried {
  /** Lines of the script that the command needs before it. */
  before?: string;
  options: string;
  /** What follows behind the command's line: a here-document. */
  behind?: string;
  meaning: Partial<Meaning>;
  quoting: string;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

type Carrier = (value: string, build: Builder) => Carried | undefined;

function quoted(value: string, build: Builder): { word: string; quoting: string } {
  const quoting = build.pick(Object.keys(QUOTINGS));
  return { word: QUOTINGS[quoting]?.(value, build) ?? '', quoting };
}

const isOneLine = (value: string) =>
  !/[\r\n\v\f\u0085\u2028\u2029]/.test(value) &&
  value.trim() === value &&
  value !== '' &&
  !/[^\t -~]/.test(value);

const CARRIERS: Readonly<Record<string, Carrier>> = {
  data(value, build) {
    const option = build.pick(['-d', '--data', '--data-binary', '--data-ascii', '--data-raw']);
    const { word, quoting } = quoted(value, build);
    if (value.startsWith('@') && option !== '--data-raw') return undefined;
    const gap = option === '-d' && build.chance(0.1) ? '' : ' ';
    return { options: `${option}${gap}${word}`, meaning: { body: value, headers: FORM }, quoting };
  },
  json(value, build) {
    const { word, quoting } = quoted(value, build);
    if (value.startsWith('@')) return undefined;
    return { options: `--json ${word}`, meaning: { body: value, headers: JSON_HEADERS }, quoting };
  },
  'data with its type'(value, build) {
    const { word, quoting } = quoted(value, build);
    const header = build.pick([
      `-H 'Content-Type: text/plain'`,
      `-H "Content-Type: text/plain"`,
      '-H Content-Type:\\ text/plain',
    ]);
    return {
      options: build.chance(0.5) ? `${header} --data-raw ${word}` : `--data-raw ${word} ${header}`,
      meaning: { body: value, headers: { 'Content-Type': 'text/plain' } },
      quoting,
    };
  },
  header(value, build) {
    if (!isOneLine(value)) return undefined;
    const { word, quoting } = quoted(`X-Note: ${value}`, build);
    return { options: `-H ${word}`, meaning: { headers: { 'X-Note': value } }, quoting };
  },
  password(value, build) {
    // A placeholder in credentials is a variable of `auth`, by the contract.
    if (!isOneLine(value) || value.includes('{{')) return undefined;
    const { word, quoting } = quoted(`ada:${value}`, build);
    const credentials = Buffer.from(`ada:${value}`).toString('base64');
    return {
      options: `-u ${word}`,
      meaning: { headers: { Authorization: `Basic ${credentials}` } },
      quoting,
    };
  },
  'form string'(value, build) {
    const { word, quoting } = quoted(`note=${value}`, build);
    return {
      options: `--form-string ${word}`,
      meaning: { method: 'POST', headers: {}, form: [{ name: 'note', value }] },
      quoting,
    };
  },
  'here-document'(value, build) {
    const document = hereDocument(value, build);
    if (document === undefined) return undefined;
    return {
      options: `--data-binary @- ${document.operator}`,
      behind: document.lines,
      meaning: { body: value, headers: FORM },
      quoting: 'here-document',
    };
  },
  'here-document in $(…)'(value, build) {
    const document = hereDocument(value, build);
    // The substitution takes all line ends off the end.
    if (document === undefined || value.replace(/\n+$/, '').startsWith('@')) return undefined;
    return {
      options: `-d "$(cat ${document.operator}\n${document.lines})"`,
      meaning: { body: value.replace(/\n+$/, ''), headers: FORM },
      quoting: 'here-document in $(…)',
    };
  },
  'here-string'(value, build) {
    const { word, quoting } = quoted(value, build);
    return {
      options: `--data-binary @- <<< ${word}`,
      meaning: { body: `${value}\n`, headers: FORM },
      quoting: `here-string, ${quoting}`,
    };
  },
  variable(value, build) {
    const { word, quoting } = quoted(value, build);
    if (value.startsWith('@')) return undefined;
    return {
      before: `${build.pick(['', 'export ', 'readonly '])}BODY=${word}\n`,
      options: `-d ${build.pick(['"$BODY"', `"\${BODY}"`])}`,
      meaning: { body: value, headers: FORM },
      quoting: `variable, ${quoting}`,
    };
  },
};

/** What stands before commands in scripts, and decides nothing about the request. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  nothing: ['', '', ''],
  assignment: [
    'TOKEN=abc\n',
    'X=1\n',
    'export A="b c"\n',
    "URL='https://example.org'\n",
    'A=1; B=2\n',
    'IDS=(1 2 3)\n',
  ],
  comment: [
    '# create it\n',
    '# curl https://example.org\n',
    '#!/bin/bash\n',
    '#!/usr/bin/env bash\n\n# Usage: run.sh <id>\n',
    '## it\'s "here"\n',
    '  # indented\n',
  ],
  set: ['set -e\n', 'set -euo pipefail\n', 'set -x\n\n'],
  function: [
    'log() { echo "$1"; }\n',
    'function die {\n    echo "$1" >&2\n    exit 1\n}\n',
    'log() {\n\techo "[$(date)] $*"\n}\n',
  ],
  block: [
    'if [ -z "$HOME" ]; then\n    echo "no home"\n    exit 1\nfi\n',
    'for i in 1 2; do echo "$i"; done\n',
    '[ -n "$HOME" ] || exit 1\n',
    'case "$HOME" in\n  x) exit 1 ;;\nesac\n',
  ],
  echo: [
    'echo "Calling"\n',
    "echo 'Run: curl https://example.org'\n",
    'printf "%s\\n" x\n',
    'mkdir -p /tmp\n',
    'cd /tmp\n',
    'true &&\n',
  ],
  'earlier document': [
    "cat > /dev/null <<'EOF'\nkey: value\n\tcurl https://example.org\nEOF\n",
    'cat <<EOF\n$ curl https://example.org\n- a\nEOF\n',
  ],
  'deeper line': ['   X=1\n', '\tY=2\n', '        echo a\n', '    # deeper\n'],
};

/** What stands behind them. The command's own line goes on before the line end. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  nothing: ['', '\n', '\n\n'],
  pipe: [' | cat\n', ' | cat > /dev/null', ' 2>/dev/null | cat\n', ' |\n  cat\n'],
  redirection: [' > /dev/null\n', ' -o /dev/null\n', ' >/dev/null 2>&1\n'],
  list: [' && echo ok\n', ' || exit 1\n', '; echo done\n', '\necho done\n', '\nexit 0\n'],
  comment: ['\n# done\n', ' # the request\n', '\n# curl https://example.org\n'],
  lines: ['\nX=2\n', '\nif [ $? -ne 0 ]; then\n  exit 1\nfi\n', '\n\necho "$TOKEN"\n'],
};

/** What commands stand in, here-documents included. */
const WRAPPERS: Readonly<Record<string, (command: string, build: Builder) => string>> = {
  assignment: (command, build) =>
    build.pick([`R=$(${command}\n)`, `R="$(${command}\n)"`, `export R=$(${command}\n)`]),
  condition: (command, build) =>
    build.pick([
      `if ${command}\nthen\n  echo ok\nfi`,
      `if ! ${command}\nthen exit 1; fi`,
      `while ! ${command}\ndo sleep 1; done`,
      `{ ${command}\n}`,
      `(\n  ${command}\n)`,
    ]),
  shell: (command, build) =>
    build.pick(['sh -c ', 'bash -c ', 'bash -ec ']) + build.pick([single, double])(command, build),
};

/** How the options of a command are spread over lines. */
const LAYOUTS: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.join(' '),
  (parts) => parts.join(' '),
  (parts) => parts.join(' \\\n  '),
  (parts) => parts.join(' \\\n\t'),
  (parts) => parts.join(' \\\n'),
];

const URLS = [
  'https://example.com',
  'https://example.com/v1/items',
  'http://localhost:8080/x',
  'https://api.example.com/v1/a?b=c',
];

/** Returns the next text of a random sequence. */
export function knownText(random: () => number): KnownText {
  const build = new Builder(random);
  for (;;) {
    const carrier = build.pick(Object.keys(CARRIERS));
    const body = build.body();
    const value = carrier.startsWith('here-document') ? body.text.replace(/\n?$/, '\n') : body.text;
    const carried = CARRIERS[carrier]?.(value, build);
    if (carried === undefined) continue;
    const before = build.pick(Object.keys(BEFORE));
    const { command, meaning } = commandOf(carried, build);
    const around = wrapped(command, carried, build) ?? withTail(command, carried, build);
    const text = [build.pick(BEFORE[before] ?? []), carried.before ?? '', around.text].join('');
    const kinds = { body: body.kind, quoting: carried.quoting, carrier, before, behind: around.kind };
    return { text, meaning, kinds };
  }
}

/** A command in something else; undefined where it stands alone. */
function wrapped(
  command: string,
  carried: Carried,
  build: Builder,
): { kind: string; text: string } | undefined {
  const kind = build.chance(0.3) ? build.pick(Object.keys(WRAPPERS)) : '';
  // Of the other shell nothing is known but that it is POSIX's, and none of the script's variables.
  const needsBash = carried.before !== undefined || /ansi|pieces|<<</.test(carried.quoting + command);
  if (kind === 'shell' && needsBash) return undefined;
  const lines = carried.behind === undefined ? '' : `\n${carried.behind.replace(/\n$/, '')}`;
  const text = WRAPPERS[kind]?.(command + lines, build);
  return text === undefined ? undefined : { kind, text: `${text}\n` };
}

/** A command with what a script has behind it. */
function withTail(command: string, { behind }: Carried, build: Builder): { kind: string; text: string } {
  const kind = build.pick(Object.keys(BEHIND));
  const tail = build.pick(BEHIND[kind] ?? []);
  return { kind, text: behind === undefined ? command + tail : withDocument(command, tail, behind) };
}

/** Puts a here-document behind the line of its command. */
function withDocument(command: string, tail: string, lines: string): string {
  const at = tail.indexOf('\n');
  const [first, rest] = at < 0 ? [tail, ''] : [tail.slice(0, at), tail.slice(at + 1)];
  // A pipe that goes on in the next line has its document first.
  return `${command}${first}\n${lines}${rest}`;
}

function commandOf(carried: Carried, build: Builder): { command: string; meaning: Meaning } {
  const url = build.pick(URLS);
  const hasBody = carried.meaning.body !== undefined || carried.meaning.form !== undefined;
  const method = build.chance(0.3) ? build.pick(['PUT', 'PATCH', 'POST']) : undefined;
  const address = build.pick([url, `'${url}'`, `"${url}"`].slice(url.includes('?') ? 1 : 0));
  const parts = [address, carried.options];
  // A here-document's operator and a string have to stay the last, since a layout may break lines.
  const isLast = /^--data-binary @- <</.test(carried.options);
  if (!isLast && build.chance(0.4)) parts.reverse();
  if (method !== undefined) parts.unshift(`-X ${method}`);
  if (build.chance(0.2)) parts.unshift(build.pick(['-s', '-sS', '--fail', '-L']));
  const program = build.pick([
    'curl',
    'curl',
    'curl',
    'curl',
    ' curl',
    'time curl',
    'A=1 curl',
    'command curl',
  ]);
  const [first = '', ...others] = parts;
  const command = build.pick(LAYOUTS)([`${program} ${first}`, ...others]);
  return {
    command,
    meaning: {
      headers: {},
      ...carried.meaning,
      method: method ?? (hasBody ? 'POST' : 'GET'),
      url: url === 'https://example.com' ? 'https://example.com/' : url,
    },
  };
}
