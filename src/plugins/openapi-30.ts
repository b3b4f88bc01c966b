/** Converts an OpenAPI 3.1 document to 3.0.3, for generators that need it. */
import { HOLDS_VALUES } from './openapi-names.ts';

/** A plain JSON value of the document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Document {
  components?: { schemas?: Record<string, object> };
}

/**
 * Rewrites the keywords that differ in 3.0.3: type lists and alternatives to null become `nullable`, `examples` of schemas
 * `example`; an object that may be null may also be absent. Everything else that the document uses is the same in both.
 */
export function toOpenApi30(document: unknown): object {
  const nullable = new Set<string>();
  const copy = rewrite(JSON.parse(JSON.stringify(document)), nullable) as Document; // a JSON document
  for (const name of nullable) Object.assign(copy.components?.schemas?.[name] ?? {}, { nullable: true });
  return { ...copy, openapi: '3.0.3' };
}

/** @param nullable collects references to schemas that may be null: in 3.0.3 the component itself must be nullable, too */
function rewrite(value: Json, nullable: Set<string>): Json {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, nullable));
  if (typeof value !== 'object' || value === null) return value;
  const result: { [key: string]: Json } = {};
  const isSchema = 'type' in value || '$ref' in value || 'description' in value || 'anyOf' in value;
  for (const [key, item] of Object.entries(value)) {
    if (key === 'type' && Array.isArray(item)) {
      const types = item.filter((type) => type !== 'null');
      const [only] = types;
      if (types.length === 1 && only !== undefined) result['type'] = only;
      if (types.length < item.length) result['nullable'] = true;
    } else if (key === 'anyOf' && Array.isArray(item) && item.some(isNull)) {
      const choices = item.filter((choice) => !isNull(choice));
      for (const { $ref = '' } of choices as { $ref?: string }[]) // objects that may be null are components
        nullable.add($ref.replace('#/components/schemas/', ''));
      Object.assign(result, { type: 'object', allOf: choices, nullable: true });
    } else if (key === 'examples' && Array.isArray(item) && isSchema) {
      const [first] = item;
      if (first !== undefined) result['example'] = first;
    } else if (key === 'properties' && isMap(item)) {
      // The keys are names, which may equal keywords.
      result[key] = Object.fromEntries(
        Object.entries(item).map(([name, schema]) => [name, rewrite(schema, nullable)]),
      );
    } else if (HOLDS_VALUES.has(key)) result[key] = item;
    else result[key] = rewrite(item, nullable);
  }
  const { required, properties } = result;
  // The default generator for Java rejects null for a required object.
  if (Array.isArray(required) && isMap(properties))
    result['required'] = required.filter((name) => !isNullableObject(properties[String(name)]));
  return result;
}

const isMap = (value?: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNullableObject = (schema?: Json) => isMap(schema) && 'allOf' in schema && schema['nullable'] === true;

const isNull = (schema: Json) => JSON.stringify(schema) === '{"type":"null"}';
