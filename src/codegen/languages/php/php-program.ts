/** The base of the PHP programs of all libraries. */
import { areUnique } from '../../plan/pairs.ts';
import type { JsonNode, PlanFile, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { camelCase, Identifiers, words } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR, indented, list } from '../../text/layout.ts';
import { C_ESCAPES, DOUBTFUL, escaper, hex, isPlain, isPrintableLines } from '../../text/literals.ts';
import { joined } from '../../text/templates.ts';

/** Names that the programs use themselves. */
const TAKEN = words(
  'curl client response boundary body chunk file output error status name value values this query url attempt isTransient stack request retries start transient flags cookies',
);

const JSON_STYLE: JsonStyle = {
  object: BY_FOUR,
  array: BY_FOUR,
  brackets: (node) =>
    node.kind === 'object' && node.members.length === 0 ? ['new stdClass()', ''] : ['[', ']'],
  keys: (members, names) => members.map(({ key }) => `${jsonText(key, names)} => `),
  text: jsonText,
  constant: String,
};

/** Returns a text as a PHP string: single-quoted if it is printable, else double-quoted with escapes. */
export function phpLiteral(text: string): string {
  if (isPlain(text) && !text.includes("'")) return `'${text}'`;
  if (text.includes('\t') || !isPrintableLines(text)) return doubleQuoted(text);
  return `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
}

function doubleQuoted(text: string): string {
  return `"${text.replace(DOUBTFUL, escapeDouble)}"`;
}

const escapeDouble = escaper({ ...C_ESCAPES, $: '\\$' }, (char) =>
  char < '\x80' ? `\\x${hex(char, 2)}` : `\\u{${hex(char)}}`,
);

function jsonText(text: Template, names: Identifiers): string {
  const literal = (piece: string) => (piece.includes('\n') ? doubleQuoted(piece) : phpLiteral(piece));
  return names.expression(text, literal, ' . ', '$');
}

/** `a[b][c]`; a field that is nested deeper stays flat. */
const NESTED = /^([^[\]]+)\[([^[\]]+)\]((?:\[[^[\]]+\]){0,4})$/;

/** Returns fields with `a[b]=c` as an item of `a`; undefined where those of `a` do not stand together. */
function nested(fields: PlanPart['lines']): JsonNode | undefined {
  const groups: { key: Template; value?: JsonNode; inner: PlanPart['lines'][number][] }[] = [];
  for (const [name, text] of fields) {
    const [, key = name, first, rest = ''] = (typeof name === 'string' && NESTED.exec(name)) || [];
    const last = groups.at(-1);
    if (first === undefined) groups.push({ key, value: { kind: 'string', text }, inner: [] });
    else if (last?.key === key && last.inner.length > 0) last.inner.push([first + rest, text]);
    else groups.push({ key, inner: [[first + rest, text]] });
  }
  const members = groups.flatMap(({ key, inner, value = nested(inner) }) => (value ? { key, value } : []));
  if (members.length < groups.length || !areUnique(members.map(({ key }) => String(key)))) return undefined;
  const isList = members.every(({ key }, at) => key === String(at));
  return isList ? { kind: 'array', items: members.map(({ value }) => value) } : { kind: 'object', members };
}

export abstract class PhpProgram {
  protected readonly plan: ProgramPlan;
  /** Whether the response is written as it arrives instead of being collected in a string. */
  protected readonly isWrittenAtOnce: boolean;
  readonly #names: Identifiers;

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    this.isWrittenAtOnce = plan.transfer.streams || plan.transfer.output !== undefined;
    const inline = plan.isMinimal ? (name: string) => `getenv(${phpLiteral(name)})` : undefined;
    this.#names = new Identifiers(plan.variables, camelCase, TAKEN, inline);
  }

  protected abstract read(file: PlanFile): string;

  /** Returns the content of a part, or of a body that is bytes or a file. */
  protected content(content: PlanPart['content'] | Extract<ProgramPlan['body'], { kind: 'file' }>): string {
    if (content.kind === 'text') return this.text(content.text);
    if (content.kind === 'bytes') return `base64_decode('${content.base64}')`;
    const read = this.read(content.file);
    const isStripped = 'stripNewlines' in content && content.stripNewlines;
    return isStripped ? `str_replace(["\\r", "\\n", "\\0"], '', ${read}) /* as curl -d does */` : read;
  }

  protected variables(): string {
    const statements = this.#names.declared.map((variable) => this.#declaration(variable)).join('');
    return statements === '' ? '' : `${statements}\n`;
  }

  #declaration(variable: PlanVariable): string {
    const identifier = `$${this.#names.of(variable)}`;
    const { name, fallback } = variable;
    if (fallback === undefined)
      return `${identifier} = getenv(${phpLiteral(name)}) ?: throw new RuntimeException(${phpLiteral(`${name} is not set`)});\n`;
    // Not `?:`, which treats '0' as empty.
    const isEmpty = fallback.forEmpty && fallback.text !== '' ? ` || ${identifier} === ''` : '';
    return `${identifier} = getenv(${phpLiteral(name)});
if (${identifier} === false${isEmpty}) {
    ${identifier} = ${phpLiteral(fallback.text)};
}
`;
  }

  /** Returns an array, at the indentation of its first line, where some text is before it. */
  protected array(items: readonly string[], indent: string): string {
    return list('[', items, ']', indent, BY_FOUR, 'CURLOPT_POSTFIELDS => ,'.length);
  }

  /** Returns the array of a form or a query. */
  protected fields(pairs: PlanPart['lines'], indent: string): string {
    const tree = nested(pairs);
    return tree === undefined ? this.array(this.entries(pairs), indent) : this.json(tree, indent);
  }

  protected entries(pairs: PlanPart['lines']): string[] {
    return pairs.map(([name, value]) => `${this.text(name)} => ${this.text(value)}`);
  }

  protected text(...texts: readonly Template[]): string {
    return this.#names.expression(joined(...texts), phpLiteral, ' . ', '$');
  }

  /** Concatenates the pieces of a URL, with the values of variables escaped. */
  protected encoded(url: Template): string {
    return this.#names.expression(url, phpLiteral, ' . ', '$', (value) => `rawurlencode(${value})`);
  }

  protected json(value: JsonNode, indent: string): string {
    return jsonLiteral(value, JSON_STYLE, this.#names, indent, 'CURLOPT_POSTFIELDS => ,'.length);
  }

  /** Returns a text of several lines as a nowdoc, or a heredoc if it has variables; any other as {@link text}. */
  protected lines(text: Template, indent: string): string {
    const isPlain = typeof text === 'string';
    const all = this.#names.interpolated(text, (piece) => piece, '', '');
    if (
      !all.includes('\n') ||
      this.#names.isInline(text) ||
      !isPrintableLines(all) ||
      /^[ \t]*TEXT/m.test(all)
    )
      return this.text(text);
    const escaped = (piece: string) => (isPlain ? piece : piece.replace(/[\\$]/g, '\\$&'));
    const content = this.#names.interpolated(text, escaped, '{$', '}');
    return `<<<${isPlain ? "'TEXT'" : 'TEXT'}\n${indented(`${content}\nTEXT`, indent)}`;
  }

  protected opened(path: Template, mode: 'rb' | 'wb' | 'ab'): string {
    const otherwise = `throw new RuntimeException(${this.text('Cannot open ', path)})`;
    return `fopen(${this.text(path)}, '${mode}')${this.plan.isMinimal ? '' : ` ?: ${otherwise}`}`;
  }

  protected failure(status: string): string {
    return `if (${status} >= 400) {\n    exit(1);\n}\n`;
  }
}
