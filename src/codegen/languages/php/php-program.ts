/** The parts of PHP programs that all libraries share. */
import { plainNumber } from '../../plan/json.ts';
import type { JsonNode, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { camelCase, Identifiers } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR, indented } from '../../text/layout.ts';
import { C_ESCAPES, escaper, isPrintableLines, isPrintableText } from '../../text/literals.ts';
import { joined } from '../../text/templates.ts';

/** Names that the programs use themselves. */
const TAKEN = new Set([
  ...['curl', 'client', 'response', 'boundary', 'body', 'chunk', 'file', 'output', 'error', 'status'],
  ...['name', 'value', 'values', 'this', 'attempt', 'isTransient', 'stack', 'request', 'retries'],
]);

/** What `json_encode` writes for a number token. */
export function phpNumber(token: string): string {
  if (!token.includes('.')) return /\d{19}/.test(token) ? '' : plainNumber(token);
  return String(Number(token)) === token ? plainNumber(token) : '';
}

const JSON_STYLE: JsonStyle = {
  object: BY_FOUR,
  array: BY_FOUR,
  brackets: (node) =>
    node.kind === 'object' && node.members.length === 0 ? ['new stdClass()', ''] : ['[', ']'],
  keys: (members, names) => members.map(({ key }) => `${jsonText(key, names)} => `),
  text: jsonText,
  constant: String,
};

/** A text as a PHP string: in single quotes where all of it can be seen, else in double quotes with escapes. */
export function phpLiteral(text: string): string {
  if (/^[\n -~]*$/.test(text) || isPrintableText(text) || (!text.includes('\t') && isPrintableLines(text)))
    return `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
  return doubleQuoted(text);
}

function doubleQuoted(text: string): string {
  return `"${[...text].map(escapeDouble).join('')}"`;
}

const escapeDouble = escaper({ ...C_ESCAPES, $: '\\$' }, (char) => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
});

function jsonText(text: Template, names: Identifiers): string {
  return names.expression(
    text,
    (piece) => (piece.includes('\n') ? doubleQuoted(piece) : phpLiteral(piece)),
    ' . ',
    '$',
  );
}

/** The base of the programs for each library. */
export class PhpProgram {
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    this.names = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  /** The statements that read the variables, and an empty line behind them. */
  protected variables(): string {
    const { variables } = this.plan;
    return variables.length === 0
      ? ''
      : `${variables.map((variable) => this.#declaration(variable)).join('')}\n`;
  }

  #declaration(variable: PlanVariable): string {
    const identifier = `$${this.names.of(variable)}`;
    const { name, fallback } = variable;
    if (fallback === undefined)
      return `${identifier} = getenv(${phpLiteral(name)}) ?: throw new RuntimeException(${phpLiteral(`${name} is not set`)});\n`;
    const known = `${identifier} = getenv()[${phpLiteral(name)}] ??`;
    if (!fallback.forEmpty) return `${known} ${phpLiteral(fallback.text)};\n`;
    // Not `?:`, which takes '0' for empty.
    return `${known} '';\nif (${identifier} === '') {\n    ${identifier} = ${phpLiteral(fallback.text)};\n}\n`;
  }

  /** Texts in a row as one expression. */
  protected text(...texts: readonly Template[]): string {
    return this.names.expression(joined(...texts), phpLiteral, ' . ', '$');
  }

  /** A JSON value as an array, at the indentation of the line that it starts in. */
  protected json(value: JsonNode, indent: string): string {
    return jsonLiteral(value, JSON_STYLE, this.names, indent, 0);
  }

  /** A text of several lines as a nowdoc, or a heredoc if it has variables; any other as {@link text}. */
  protected lines(text: Template, indent: string): string {
    const isPlain = typeof text === 'string';
    const all = this.names.interpolated(text, (piece) => piece, '', '');
    if (!all.includes('\n') || !isPrintableLines(all) || /^[ \t]*TEXT/m.test(all)) return this.text(text);
    const escaped = (piece: string) => (isPlain ? piece : piece.replace(/[\\$]/g, '\\$&'));
    const content = this.names.interpolated(text, escaped, '{$', '}');
    return `<<<${isPlain ? "'TEXT'" : 'TEXT'}\n${indented(`${content}\nTEXT`, indent)}`;
  }

  /** A file that is opened, or ends the program. */
  protected opened(path: Template, mode: 'rb' | 'wb'): string {
    return `fopen(${this.text(path)}, '${mode}') ?: throw new RuntimeException(${this.text('Cannot open ', path)})`;
  }

  /** A program whose status is 1 if that of the response is an error. */
  protected failure(status: string): string {
    return `if (${status} >= 400) {\n    exit(1);\n}\n`;
  }
}
