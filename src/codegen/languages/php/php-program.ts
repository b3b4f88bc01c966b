/** The parts of PHP programs that all libraries share. */
import { plainNumber } from '../../plan/json.ts';
import type { JsonNode, PlanFile, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { camelCase, Identifiers } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR, indented } from '../../text/layout.ts';
import { C_ESCAPES, escaper, hex, isPrintableLines } from '../../text/literals.ts';
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
  if (text.includes('\t') || !isPrintableLines(text)) return doubleQuoted(text);
  return `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
}

function doubleQuoted(text: string): string {
  return `"${[...text].map(escapeDouble).join('')}"`;
}

const escapeDouble = escaper({ ...C_ESCAPES, $: '\\$' }, (char) =>
  char < '\x80' ? `\\x${hex(char, 2)}` : `\\u{${hex(char)}}`,
);

function jsonText(text: Template, names: Identifiers): string {
  const literal = (piece: string) => (piece.includes('\n') ? doubleQuoted(piece) : phpLiteral(piece));
  return names.expression(text, literal, ' . ', '$');
}

/** The base of the programs for each library. */
export abstract class PhpProgram {
  protected readonly plan: ProgramPlan;
  /** Whether the response is written as it arrives, and never a string of the program. */
  protected readonly isWrittenAtOnce: boolean;
  readonly #names: Identifiers;

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    this.isWrittenAtOnce = plan.transfer.streams || plan.transfer.output !== undefined;
    this.#names = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  /** The content of a file. */
  protected abstract read(file: PlanFile): string;

  /** The content of a part, or of a body that is bytes or a file. */
  protected content(content: PlanPart['content'] | Extract<ProgramPlan['body'], { kind: 'file' }>): string {
    if (content.kind === 'text') return this.text(content.text);
    if (content.kind === 'bytes') return `base64_decode('${content.base64}')`;
    const read = this.read(content.file);
    const isStripped = 'stripNewlines' in content && content.stripNewlines;
    return isStripped ? `str_replace(["\\r", "\\n", "\\0"], '', ${read})` : read;
  }

  /** A comment above the body where it is not the file as it is. */
  protected bodyComment(indent: string): string {
    const isStripped = 'stripNewlines' in this.plan.body && this.plan.body.stripNewlines;
    return isStripped ? `// curl -d @file leaves out NUL bytes and line ends.\n${indent}` : '';
  }

  /** The statements that read the variables, and an empty line behind them. */
  protected variables(): string {
    const statements = this.plan.variables.map((variable) => this.#declaration(variable)).join('');
    return statements === '' ? '' : `${statements}\n`;
  }

  #declaration(variable: PlanVariable): string {
    const identifier = `$${this.#names.of(variable)}`;
    const { name, fallback } = variable;
    if (fallback === undefined)
      return `${identifier} = getenv(${phpLiteral(name)}) ?: throw new RuntimeException(${phpLiteral(`${name} is not set`)});\n`;
    // Not `?:`, which takes '0' for empty.
    const isEmpty = fallback.forEmpty && fallback.text !== '' ? ` || ${identifier} === ''` : '';
    return `${identifier} = getenv(${phpLiteral(name)});
if (${identifier} === false${isEmpty}) {
    ${identifier} = ${phpLiteral(fallback.text)};
}
`;
  }

  /** An array with an item on each line, at the indentation of the line that it starts in. */
  protected array(items: readonly string[], indent: string): string {
    return `[\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}]`;
  }

  /** The items of an array that has keys. */
  protected entries(pairs: PlanPart['lines']): string[] {
    return pairs.map(([name, value]) => `${this.text(name)} => ${this.text(value)}`);
  }

  /** Texts in a row as one expression. */
  protected text(...texts: readonly Template[]): string {
    return this.#names.expression(joined(...texts), phpLiteral, ' . ', '$');
  }

  /** A JSON value as an array, at the indentation of the line that it starts in. */
  protected json(value: JsonNode, indent: string): string {
    return jsonLiteral(value, JSON_STYLE, this.#names, indent, 0);
  }

  /** A text of several lines as a nowdoc, or a heredoc if it has variables; any other as {@link text}. */
  protected lines(text: Template, indent: string): string {
    const isPlain = typeof text === 'string';
    const all = this.#names.interpolated(text, (piece) => piece, '', '');
    if (!all.includes('\n') || !isPrintableLines(all) || /^[ \t]*TEXT/m.test(all)) return this.text(text);
    const escaped = (piece: string) => (isPlain ? piece : piece.replace(/[\\$]/g, '\\$&'));
    const content = this.#names.interpolated(text, escaped, '{$', '}');
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
