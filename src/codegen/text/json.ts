/** JSON values as the literals of a language. */
import type { JsonMember, JsonNode, Template } from '../plan/plan.ts';
import type { Identifiers } from './identifiers.ts';
import { type ListStyle, list } from './layout.ts';

export interface JsonStyle {
  readonly object: ListStyle;
  readonly array: ListStyle;
  /** For each member of an object, what stands before its value. */
  keys(members: readonly JsonMember[], names: Identifiers): readonly string[];
  text(text: Template, names: Identifiers): string;
  constant(value: true | false | null): string;
}

/** @param indent of the line that the literal starts in */
export function jsonLiteral(node: JsonNode, style: JsonStyle, names: Identifiers, indent: string): string {
  switch (node.kind) {
    case 'object': {
      const inner = indent + style.object.step;
      const keys = style.keys(node.members, names);
      const members: string[] = [];
      for (const { value } of node.members)
        members.push(keys[members.length] + jsonLiteral(value, style, names, inner));
      return list('{', members, '}', indent, style.object);
    }
    case 'array': {
      const inner = indent + style.array.step;
      const items: string[] = [];
      for (const item of node.items) items.push(jsonLiteral(item, style, names, inner));
      return list('[', items, ']', indent, style.array);
    }
    case 'string':
      return style.text(node.text, names);
    case 'token':
      return node.text;
    case 'constant':
      return style.constant(node.value);
  }
}
