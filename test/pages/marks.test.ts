/** A reader's value, written where a variable stands, is an argument of the copied command and nothing else. */
import { execFileSync } from 'node:child_process';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { shellText, variableMarks } from '../../src/pages/views/marks.ts';
import { missing } from '../support/installed.ts';

const skip = missing('bash', 'bash', '-c', ':');

/** The command as a reader copies it. */
function filled(command: string, value: string): string {
  let text = '';
  let from = 0;
  for (const { start, end, quotes = 'none' } of variableMarks(command, parseCurl(command).variables ?? [])) {
    text += command.slice(from, start) + shellText(value, quotes);
    from = end;
  }
  return text + command.slice(from);
}

/** What a shell passes to curl. */
function argumentsIn(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', input: '' }).split('\0').slice(0, -1);
}

const VALUES = [
  'plain',
  '$(echo live >&2; echo live)',
  '`echo live`',
  `it's "q" \\ $HOME`,
  '"; echo live; "',
  "'; echo live; '",
];

t.test('values reach the command unchanged', { skip }, (t) => {
  const commands: [string, (value: string) => string][] = [
    [`# don't forget this\ncurl "http://a.example/{{x}}"`, (value) => `http://a.example/${value}`],
    [`# it's "{{x}}"\ncurl "http://a.example/{{x}}"`, (value) => `http://a.example/${value}`],
    [`curl 'http://a.example/{{x}}'`, (value) => `http://a.example/${value}`],
    [`curl http://a.example/{{x}}`, (value) => `http://a.example/${value}`],
    [`curl h -d "it's {{x}}"`, (value) => `it's ${value}`],
    [`curl h -d $'a\\'{{x}}'`, (value) => `a'${value}`],
    [`curl h -d 'a'"b'{{x}}"'c'`, (value) => `ab'${value}c`],
    [`curl h -d "a\\"{{x}}"`, (value) => `a"${value}`],
    [`curl "http://a.example/$X"`, (value) => `http://a.example/${value}`],
  ];
  for (const [command, wanted] of commands)
    for (const value of VALUES) {
      const [sent] = argumentsIn(filled(command, value)).slice(-1);
      t.equal(sent, wanted(value), `${command} with ${value}`);
    }
  t.end();
});

t.test('values in here-documents', { skip }, (t) => {
  for (const delimiter of ['E', "'E'"]) {
    const command = `curl http://a.example/ -d @- <<${delimiter}\nit's {{x}}\nE\n`;
    for (const value of VALUES) {
      const script = `curl() { cat; }\n${filled(command, value)}`;
      t.equal(execFileSync('bash', ['-c', script], { encoding: 'utf8' }), `it's ${value}\n`, command + value);
    }
  }
  t.end();
});

t.test('what no value can be written into safely stays as it is', (t) => {
  for (const command of [
    '# {{x}}\ncurl http://a.example/{{y}}',
    'curl.exe ^"http://a.example/{{x}}^" ^\n -H "A: %V%"',
    'curl `\n  "http://a.example/$env:X{{x}}"',
  ])
    t.notMatch(filled(command, 'VALUE').split('\n')[0], 'VALUE', command);
  t.end();
});
