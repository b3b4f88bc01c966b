/** What cases are made with. */
import type { RequestShape } from '../../../../src/schemas/request-shape.ts';
import type { Case, Scenario } from '../cases.ts';

export const PLACEHOLDER = 'playground.test:8080';
export const ORIGIN = `http://${PLACEHOLDER}`;
export const FORM = 'application/x-www-form-urlencoded';

/** What the programs find in their working directory. */
export const FILES: Readonly<Record<string, Buffer>> = {
  'notes.txt': Buffer.from('line one\nline two\r\nlast\n'),
  'photo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]),
  'empty.bin': Buffer.alloc(0),
  'payload.json': Buffer.from('{\n  "name": "Ada"\n}\n'),
  ...Object.fromEntries(
    ['rows.csv', 'report.pdf', 'cat.jpg', 'backup.tar.gz'].map((name) => [name, Buffer.from(`in ${name}`)]),
  ),
  "it's a $file.txt": Buffer.from('odd name'),
};

/** Names that programs give to things of their own; each stands in the environment as `value-of-<name>`. */
export const NAMES =
  'location target redirects origin username password content lines form message errors has_body path method custom';

/** What the programs find in their environment. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  TOKEN: 's3cr3t-token',
  API_KEY: 'key with "quotes" and $dollar',
  USER_NAME: 'ada',
  id: '42',
  RUN_USER: 'ada',
  EMPTY: '',
  PROXY_PASSWORD: 'p@ss/w#rd',
  ZERO: '0',
  ...Object.fromEntries(
    ['PASSWORD', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CLIENT_SECRET', 'PHONE_NUMBER'].map((name) => [
      name,
      `${name.toLowerCase()} of ada`,
    ]),
  ),
  ...Object.fromEntries(NAMES.split(' ').map((name) => [name, `value-of-${name}`])),
};

/** Texts that have meant trouble in one language or another. */
export const HOSTILE: readonly string[] = [
  `'"'"'`,
  '\\ \\\\ \\" \\n \\',
  'a\nb\r\nc\td',
  '\0nul',
  '$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x',
  '{x} {{x}} {0} %s %d %% \\u0041 \\x41',
  '?> <?php </script> <!-- -->',
  '\u2028 \u2029 \u00a0 \ufeff \u202e',
  '日本語 é 😀 \u{10ffff}',
  '""" \'\'\' ```',
  '__END__\n=begin\nEOF',
  '"""\\"""\r',
  '*/ // /* #',
  '@file &amp; <x>',
];

export const cases: Case[] = [];

export function add(name: string, request: RequestShape, scenario: Scenario = 'ok'): void {
  cases.push({ name, request, scenario });
}

/** A request with a content type, as most bodies have. */
export function typed(type: string, rest: Partial<RequestShape>): RequestShape {
  return { method: 'POST', url: `${ORIGIN}/things`, headers: { 'Content-Type': type }, ...rest };
}

/** A text as a header can carry it. */
export function headerText(text: string): string {
  return text.replace(/[\0-\x1f\x7f]+/g, ' ').trim();
}
