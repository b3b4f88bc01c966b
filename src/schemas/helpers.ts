/** Builders for schemas: strict objects, described enums, references. */
import { type SchemaOptions, type TProperties, type TSchema, Type } from '@sinclair/typebox';

/** Fields of an object of which only one may be given; the OpenAPI document has this as JSON Schema. */
export const ONE_OF_FIELDS = Symbol('fields of which only one may be given');

/** Former fields of an object, each with the endpoint that has it now: the error of an unknown field says so. */
export const MOVED_FIELDS = Symbol('former fields');

/** Marks an optional list for which empty means absent. A symbol, because it is not a JSON Schema keyword. */
export const EMPTY_IS_ABSENT = Symbol('an empty list is an absent one');

/** Marks the list of variables, which may also be given as a map from names to values. */
export const VALUES_BY_NAME = Symbol('values by name are a list of variables');

/** A named schema. */
export type NamedSchema = TSchema & { $id: string; [ONE_OF_FIELDS]?: readonly string[] };
const named = new Map<string, NamedSchema>();

/** Returns every named schema: the components of the OpenAPI document. Complete once all schema modules are loaded. */
export function namedSchemas(): readonly NamedSchema[] {
  return [...named.values()].sort((a, b) => (a.$id < b.$id ? -1 : 1));
}

/** Registers a schema that has an `$id`. */
function register<T extends TSchema>(schema: T): T {
  const { $id } = schema;
  if ($id !== undefined) named.set($id, { ...schema, $id });
  return schema;
}

/** A string enum as `{type: 'string', enum}`: unions of literals make ugly client types. */
export function StringEnum<const T extends readonly string[]>(values: T, options: SchemaOptions = {}) {
  return register(Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options }));
}

/** A string enum whose description says what each value means. */
export function DescribedEnum<const T extends Readonly<Record<string, string>>>(
  meanings: T,
  { description, ...options }: SchemaOptions & { description: string },
) {
  const values = Object.keys(meanings) as (keyof T & string)[]; // its own keys
  const list = values.map((value) => `\`${value}\`: ${meanings[value]}`).join('; ');
  return StringEnum(values, { ...options, description: `${description} ${list}.` });
}

/** A count of things, bytes or seconds: never negative, and may exceed 32 bits. */
export function Count(options: SchemaOptions & { maximum?: number } = {}) {
  return Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options });
}

export const Int32 = (minimum: number, maximum: number, description: string, options: SchemaOptions = {}) =>
  Type.Integer({ format: 'int32', minimum, maximum, description, ...options });

/** A code-point index in a command. */
export const Index = (description: string) => Int32(0, 0x7f_ff_ff_ff, description);

/** Makes every field optional. */
export const optional = <T extends TProperties>(fields: T) => Type.Partial(Type.Object(fields)).properties;

/** A string or null, as JSON Schema's type list. */
export function NullableString(options: SchemaOptions = {}) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });
}

/** An object that refuses unknown fields. */
export function StrictObject<T extends TProperties>(properties: T, options: SchemaOptions = {}) {
  return register(Type.Object(properties, { additionalProperties: false, ...options }));
}

/** A reference to a schema with an `$id`, typed as that schema. */
export function Ref<T extends TSchema>(schema: T) {
  if (schema.$id === undefined) throw new Error('only schemas with an $id can be referred to');
  return Type.Unsafe<T['static']>({ $ref: `${schema.$id}#` });
}

/**
 * A parameter with a default: it is optional, and once validation has filled it in (Ajv's `useDefaults`) it is
 * always there, so its type is not optional.
 */
export function Defaulted<T extends TSchema>(schema: T): T {
  return Type.Optional(schema) as unknown as T; // see above: optional only for the sender
}
