/** The command for cmd.exe and for PowerShell, read back by the parser, is the same request as that for bash. */
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { isFull } from '../support/full.ts';
import { CASES } from './support/cases.ts';
import { corpusCases } from './support/corpus.ts';
import { essence } from './support/essence.ts';

/** Literal `$HOME`, quotes, carets and `&amp;`, which the parser guesses to be those of another shell and of a page. */
const KNOWN = new Set([
  'hostile-query-4',
  'hostile-json-13',
  'hostile-form-13',
  'hostile-body-13',
  'hostile-body-9',
  'url: quotes in path',
  'url: pipe path',
  'fresh: Firefox ESR 2023: the caret before the ampersand',
  'outside: PowerShell: ConvertFrom-Json pipeline',
  'outside: fish prompt',
  "outside: curl 'http://odd.example/pipe|x?a=^b`c'",
]);

/** In a command for cmd.exe what a batch file, PowerShell or a browser's copy would mean otherwise. */
const AMBIGUOUS = /\$[A-Za-z]|%%|%\d(?![\dA-Fa-f])|\^&/;

/** A here-string with an apostrophe, which the parser does not read as one of PowerShell yet. */
const APOSTROPHE = /^@'\n.*'.*\n'@ \|/s;

/** The request with a common text for each variable, and JSON without the blanks between its tokens. */
function comparable(request: RequestShape): unknown {
  let text = JSON.stringify(essence(request));
  for (const variable of request.variables ?? [])
    for (const written of [variable.text, `\${${variable.name}}`])
      text = text.replaceAll(JSON.stringify(written).slice(1, -1), `<${variable.name.toUpperCase()}>`);
  const same = JSON.parse(text) as { body: unknown; options: Record<string, unknown>; variables: string[] };
  same.variables = [...new Set(same.variables)];
  for (const name of ['output', 'cookie_jar'])
    if (same.options[name] === 'NUL') same.options[name] = '/dev/null';
  const { body } = same;
  if (typeof body === 'string' && /^\s*[[{]/.test(body))
    try {
      same.body = JSON.parse(body);
    } catch {
      same.body = body.trimEnd();
    }
  return same;
}

/** Only a shell of Unix has defaults and substitutions; a literal placeholder cannot be told from one. */
function isForUnix(request: RequestShape, code: string): boolean {
  const variables = request.variables ?? [];
  const isNamed = variables.every(({ name, text }) => text === `$${name}` || text === `\${${name}}`);
  return !isNamed || (variables.length === 0 && (JSON.stringify(request) + code).includes('{{'));
}

for (const library of ['cmd', 'powershell'])
  t.test(library, async (t) => {
    let count = 0;
    const corpus = corpusCases().filter((_, index) => isFull || index % 32 === 0);
    for (const { name, request } of [...CASES, ...corpus]) {
      if (KNOWN.has(name)) continue;
      const { code, warnings } = generateCode(request, 'curl', { library });
      if (warnings.length > 0 || isForUnix(request, code) || APOSTROPHE.test(code)) continue;
      if (library === 'cmd' && AMBIGUOUS.test(code)) continue;
      count += 1;
      let found: unknown;
      let wanted: unknown;
      try {
        found = comparable(parseCurl(code));
        wanted = comparable(parseCurl(generateCode(request, 'curl').code));
      } catch (error) {
        found = String(error);
      }
      if (!t.strictSame(found, wanted, name)) t.comment(code);
    }
    t.ok(count > 500, `${count} commands`);
  });

t.test('bytes are no words of a command', async (t) => {
  const request: RequestShape = { url: 'https://h.example/', body_base64: 'AP8=' };
  for (const library of ['cmd', 'powershell']) {
    const { code, warnings } = generateCode(request, 'curl', { library });
    t.notMatch(code, 'https:');
    t.match(warnings, [{ code: 'option_unsupported' }]);
  }
});
