/**
 * Accepts what generated clients send for an absent field: `null` for an optional field, an empty list, and `[]` for a map
 * without entries (PHP has one type for both). All count as absent.
 */
import type { TSchema } from '@sinclair/typebox';
import { EMPTY_IS_ABSENT, VALUES_BY_NAME } from '../schemas/helpers.ts';
import { spellingsIn } from './spellings.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [EMPTY_IS_ABSENT]?: true;
  [VALUES_BY_NAME]?: true;
}

/**
 * Removes from a value, in place, everything that its schema treats as absent. Invalid values are unchanged, for
 * validation to refuse.
 * @param resolve returns the schema of a `$ref`
 */
export function dropAbsent(schema: TSchema, value: unknown, resolve: (ref: string) => TSchema): void {
  walk(schema as Schema, value, resolve as (ref: string) => Schema); // a TypeBox schema is its JSON Schema
}

function walk(given: Schema, value: unknown, resolve: (ref: string) => Schema): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = given.$ref === undefined ? given : resolve(given.$ref);
  if (Array.isArray(value)) {
    if (schema.items !== undefined) for (const item of value) walk(schema.items, item, resolve);
    return;
  }
  const fields = value as Record<string, unknown>; // an object, not an array
  const { properties = {} } = schema;
  for (const [name, item] of Object.entries(fields)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) continue;
    const isOptional = schema.required?.includes(name) !== true;
    if (isOptional && countsAsAbsent(property, item)) delete fields[name];
    else {
      fields[name] = meant(property, item, fields);
      walk(property, fields[name], resolve);
    }
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const countsAsAbsent = (property: Schema, value: unknown) =>
  (value === null && !takesNull(property)) || (isEmptyList(value) && property[EMPTY_IS_ABSENT] === true);

/** A field's value in the form that its schema has. */
function meant(property: Schema, value: unknown, request: Record<string, unknown>): unknown {
  if (isEmptyList(value) && property.type === 'object') return {};
  return property[VALUES_BY_NAME] === true ? variablesOf(request, value) : value;
}

/**
 * Returns the variables of a request, each with a text: values by name, or without texts, apply to every place where a
 * variable of that name is written.
 */
function variablesOf(request: Record<string, unknown>, given: unknown): unknown {
  const list: unknown = isMap(given)
    ? Object.entries(given).map(([name, value]) => ({ name, value }))
    : given;
  if (!Array.isArray(list) || list.every((item) => !isMap(item) || typeof item['text'] === 'string'))
    return list;
  const spellings = spellingsIn({ ...request, variables: undefined, warnings: undefined });
  return list.flatMap((item: unknown) => {
    if (!isMap(item) || typeof item['text'] === 'string' || typeof item['name'] !== 'string') return [item];
    const { name } = item;
    return textsOfVariable(name, spellings.get(name)).map((text) => ({ ...item, text }));
  });
}

/** Returns the texts of a variable. If it is written as `{{NAME}}`, a plain `$NAME` beside it is literal text. */
function textsOfVariable(name: string, found: ReadonlySet<string> = new Set()): string[] {
  const braces = `{{${name}}}`;
  if (found.size > 0 && !found.has(braces)) return [...found];
  return [braces, ...[...found].filter((text) => /^\$\{\w+[^\w}]/.test(text))];
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a schema allows null: its type includes it, or it has no type. */
function takesNull({ type, $ref }: Schema): boolean {
  return type === undefined ? $ref === undefined : type === 'null' || type.includes('null');
}
