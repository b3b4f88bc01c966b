/** The parts of PHP programs that all libraries share. */
import { plainNumber } from '../../plan/json.ts';
import type { JsonNode, PlanFile, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { Identifiers, snakeCase } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR } from '../../text/layout.ts';
import { joined } from '../../text/templates.ts';
import { doubleQuoted, phpLiteral } from './php-literals.ts';

/** Names that the programs use themselves. */
const TAKEN = new Set([
  ...['curl', 'client', 'response', 'boundary', 'body', 'chunk', 'file', 'error'],
  ...['name', 'value', 'values', 'this'],
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
    this.names = new Identifiers(plan.variables, snakeCase, TAKEN);
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

  protected file(file: PlanFile): string {
    return `file_get_contents(${file.kind === 'stdin' ? "'php://stdin'" : this.text(file.path)})`;
  }

  protected content(content: PlanPart['content']): string {
    if (content.kind === 'text') return this.text(content.text);
    return content.kind === 'bytes' ? `base64_decode('${content.base64}')` : this.file(content.file);
  }
}
