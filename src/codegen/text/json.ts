/** Writes JSON values as literals of a language. */
import type { JsonMember, JsonNode, PlanVariable, Template } from '../plan/plan.ts';
import { Identifiers, snakeCase } from './identifiers.ts';
import { type ListStyle, list, WIDTH } from './layout.ts';
import { isPlain } from './literals.ts';
import { spelled } from './templates.ts';

export type JsonList = Extract<JsonNode, { kind: 'object' | 'array' }>;

export interface JsonStyle {
  readonly object: ListStyle;
  readonly array: ListStyle;
  /** The brackets of a list; absent: braces and brackets. */
  brackets?(node: JsonList): readonly [open: string, close: string];
  /** Returns for each member of an object the text before its value. */
  keys(members: readonly JsonMember[], names: Identifiers): readonly string[];
  /** Writes a member, if not just its key and its value. */
  member?(key: string, value: string, indent: string): string;
  text(text: Template, names: Identifiers): string;
  /** Writes a number token; absent: as it was typed. */
  number?(token: string): string;
  constant(value: true | false | null): string;
}

/** @param beside columns of other text on the line, whose indentation is `indent` */
export function jsonLiteral(
  node: JsonNode,
  style: JsonStyle,
  names: Identifiers,
  indent: string,
  beside: number,
): string {
  if (node.kind === 'string') return style.text(node.text, names);
  if (node.kind === 'token') return style.number?.(node.text) ?? node.text;
  if (node.kind === 'constant') return style.constant(node.value);
  const layout = style[node.kind];
  const inner = indent + layout.step;
  const [open, close] = style.brackets?.(node) ?? (node.kind === 'array' ? ['[', ']'] : ['{', '}']);
  if (node.kind === 'array') {
    const items = node.items.map((item) => jsonLiteral(item, style, names, inner, 1));
    return list(open, items, close, indent, layout, areRecords(node.items) ? WIDTH : beside);
  }
  const keys = style.keys(node.members, names);
  const members = node.members.map(({ value }, at) => {
    const key = keys[at] ?? '';
    const text = jsonLiteral(value, style, names, inner, key.length + 1);
    return style.member?.(key, text, inner) ?? key + text;
  });
  return list(open, members, close, indent, layout, beside);
}

/** Whether several items are all objects or lists of several members: each is then on its own line. */
function areRecords(items: readonly JsonNode[]): boolean {
  const [first] = items;
  return (
    items.length > 1 &&
    items.every(
      (item) =>
        item.kind === first?.kind &&
        ((item.kind === 'object' && item.members.length > 1) ||
          (item.kind === 'array' && item.items.length > 1)),
    )
  );
}

/** Surrounds the number of a variable in JSON while it is formatted. */
const MARK = '\0';
const NO_NAMES = new Identifiers([], snakeCase, new Set());
const TEXT_LIST: ListStyle = { step: '  ', padding: '', trailing: '' };

/** Formats a JSON value as JSON, for languages that send it as a text. */
export function jsonText(node: JsonNode): Template {
  const variables: PlanVariable[] = [];
  const own = (piece: string) => (isPlain(piece) ? piece : JSON.stringify(piece).slice(1, -1));
  const mark = (variable: PlanVariable) => MARK + (variables.push(variable) - 1) + MARK;
  const string = (text: Template) => `"${spelled(text, own, mark)}"`;
  const style: JsonStyle = {
    object: TEXT_LIST,
    array: TEXT_LIST,
    keys: (members) => members.map(({ key }) => `${string(key)}: `),
    text: string,
    constant: String,
  };
  const pieces = jsonLiteral(node, style, NO_NAMES, '', 0).split(MARK);
  if (pieces.length === 1) return pieces.join('');
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (variables[Number(piece)] ?? '')));
}
