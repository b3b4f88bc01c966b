/**
 * What generated clients send for a field that their user left out: `null` for an optional field, an empty list, and
 * `[]` for a map without entries (PHP has one type for both). It is taken as absent, so that such clients need no care.
 */
import type { TSchema } from '@sinclair/typebox';

/** Marks an optional list whose being empty says the same as its absence. No JSON Schema keyword, so a symbol. */
export const EMPTY_IS_ABSENT = Symbol('an empty list is an absent one');

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [EMPTY_IS_ABSENT]?: true;
}

/**
 * Takes out of a value, in place, what stands for absent fields by its schema. What is wrong stays as it is, for
 * validation to refuse.
 * @param resolve the schema that a `$ref` means
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
  const fields = value as Record<string, unknown>; // an object that is no array
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(fields, name)) continue;
    const item = fields[name];
    const isEmptyList = Array.isArray(item) && item.length === 0;
    const isOptional = schema.required?.includes(name) !== true;
    if (isOptional && ((item === null && !takesNull(property)) || (isEmptyList && property[EMPTY_IS_ABSENT])))
      delete fields[name];
    else if (isEmptyList && property.type === 'object') fields[name] = {};
    else walk(property, item, resolve);
  }
}

/** Whether null is a value of its own: the type names it, or anything may stand there. */
function takesNull({ type, $ref }: Schema): boolean {
  return type === undefined ? $ref === undefined : type === 'null' || type.includes('null');
}
