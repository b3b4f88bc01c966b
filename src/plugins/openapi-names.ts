/** Names the objects and enums inside schemas, so that generated clients have one class for each. */
import { isDeepStrictEqual } from 'node:util';

interface Document {
  components?: { schemas?: Record<string, unknown> };
}

/**
 * Makes a component of every object or enum schema with a `title`, under that name. One that may be null becomes a choice
 * between the component and null: client generators ignore the null in an object's list of types. Only the document
 * changes; validators and serializers keep the plain schema, which is faster.
 * @throws when two different schemas have one title
 */
export function nameSchemas<T extends object>(document: T): T {
  const named: Record<string, unknown> = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const walked = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, HOLDS_VALUES.has(key) ? item : walk(item)]),
    );
    const { title, type, ...schema } = walked;
    if (typeof title !== 'string' || !NAMED.some((keyword) => keyword in schema)) return walked;
    const { description } = schema;
    // The description of the referring field explains null.
    const own = typeof description === 'string' ? { description: description.replace(/; null.*/s, '.') } : {};
    const component = { type: 'enum' in schema ? 'string' : 'object', ...schema, ...own };
    if (named[title] !== undefined && !isDeepStrictEqual(named[title], component))
      throw new Error(`two schemas are called ${title}`);
    named[title] = component;
    const $ref = `#/components/schemas/${title}`;
    if (!Array.isArray(type) || !type.includes('null')) return { $ref };
    return { ...(description === undefined ? {} : { description }), anyOf: [{ $ref }, { type: 'null' }] };
  };
  const walked = walk(document) as T & Document; // the same shape
  const { components = {} } = walked;
  return { ...walked, components: { ...components, schemas: { ...components.schemas, ...named } } };
}

/** Keywords that make a schema with a title a component; one is enough. */
const NAMED = ['properties', 'additionalProperties', 'enum'];

/** Keywords whose values are data, not schemas. */
export const HOLDS_VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'example', 'examples']);
