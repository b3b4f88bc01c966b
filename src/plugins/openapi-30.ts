/** OpenAPI 3.1 written as 3.0.3, for generators that need it. */

/** A plain JSON value of the document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Rewrites what 3.0.3 has another word for: type lists and alternatives to null become `nullable`, `examples` of schemas `example`, the
 * licence identifier a URL. Everything else that the document uses is the same in both.
 */
export function toOpenApi30(document: unknown): object {
  const copy = JSON.parse(JSON.stringify(document)) as { [key: string]: Json }; // it is JSON
  const info = { ...(copy['info'] as { [key: string]: Json }) };
  info['license'] = { name: 'MIT', url: 'https://opensource.org/license/mit' };
  return { ...(rewrite(copy) as object), openapi: '3.0.3', info };
}

function rewrite(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewrite);
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
      result['allOf'] = item.filter((choice) => !isNull(choice)).map(rewrite);
      result['nullable'] = true;
    } else if (key === 'examples' && Array.isArray(item) && isSchema) {
      const [first] = item;
      if (first !== undefined) result['example'] = first;
    } else if (key === 'example' || key === 'default' || key === 'enum') result[key] = item;
    else result[key] = rewrite(item);
  }
  return result;
}

const isNull = (schema: Json) => JSON.stringify(schema) === '{"type":"null"}';
