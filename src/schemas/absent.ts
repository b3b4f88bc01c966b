/**
 * Accepts what generated clients send for an absent field: `null` for an optional field, an empty list, and `[]` for a map
 * without entries (PHP has one type for both). All count as absent.
 */
import type { TSchema } from '@sinclair/typebox';

/** Marks an optional list for which empty means absent. A symbol, because it is not a JSON Schema keyword. */
export const EMPTY_IS_ABSENT = Symbol('an empty list is an absent one');

/** Marks the list of variables, which may also be given as a map from names to values. Also a symbol. */
export const VALUES_BY_NAME = Symbol('values by name are a list of variables');

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
    const isEmptyList = Array.isArray(item) && item.length === 0;
    const isOptional = schema.required?.includes(name) !== true;
    if (isOptional && ((item === null && !takesNull(property)) || (isEmptyList && property[EMPTY_IS_ABSENT])))
      delete fields[name];
    else if (isEmptyList && property.type === 'object') fields[name] = {};
    else {
      if (property[VALUES_BY_NAME]) fields[name] = variablesOf(fields, item);
      walk(property, fields[name], resolve);
    }
  }
}

/**
 * Spellings of a variable: `<NAME>`, `{{NAME}}`, `${{ secrets.NAME }}`, `${NAME}`, `${NAME:-default}`, `$env:NAME`, `$NAME`,
 * `%NAME%`; and a command in its place, which {@link nameOf} names: `$(uuidgen)`, `` `uuidgen` ``.
 */
const SPELLING =
  /<(\p{L}(?:[\p{L}\d_ -]{0,38}[\p{L}\d])?)>|\$?\{\{\s*[$.]?([\w.$-]+)\s*\}\}|\$\{(\w+)(?:[^\w{}](?:[^{}]|\{[^{}]{0,500}\}){0,500})?\}|\$(?:[A-Za-z]+:(?=[A-Za-z_]))?([A-Za-z_]\w*|\d)|%([A-Za-z_]\w*)%|(\$\((?:[^()]|\([^()]*\)){1,500}\)|`[^`]{1,500}`)/gu;

/** Returns the variable name for a command substitution: `$(date +%s)` → `DATE_S`. */
export function nameOf(command: string): string {
  const name = command
    .slice(0, 200)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return name === '' || /^\d/.test(name) ? `VALUE_${name}`.replace(/_$/, '') : name;
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

/** Whether a value by name applies to a variable with this text. */
export const isFoundByName = (name: string, text: string): boolean =>
  spellingsIn({ text }).get(name)?.has(text) === true;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all texts in a value, names of fields and headers included. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

/** Returns the texts of all variables in a request, by name. */
function spellingsIn(request: object): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [text, angled, ...names] of textsOf(request).join('\0').matchAll(SPELLING)) {
    const command = names[4];
    const given = angled?.replace(/[^\p{L}\d]+/gu, '_') ?? names.find((one) => one !== undefined) ?? '';
    const name = command === undefined ? given : nameOf(command);
    // A file's content is named after the file: `$(cat data.json)` is DATA_JSON.
    const file = command === undefined ? undefined : /^\$\(cat ([^)]*)\)$/.exec(command)?.[1];
    for (const called of file === undefined ? [name] : [name, nameOf(file)])
      found.set(called, (found.get(called) ?? new Set()).add(text));
  }
  return found;
}

/** Whether a schema allows null: its type includes it, or it has no type. */
function takesNull({ type, $ref }: Schema): boolean {
  return type === undefined ? $ref === undefined : type === 'null' || type.includes('null');
}
