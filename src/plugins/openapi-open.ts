/** Answers are open: a client that was generated today must read tomorrow's, which may have more fields and values. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Document {
  paths?: Record<string, Record<string, { responses?: unknown }>>;
  components?: { schemas?: Record<string, unknown> };
}

const OPEN_ENUM = 'More values may be added.';

/**
 * Takes `additionalProperties: false` out of every schema that an answer is made of, and says of its enumerations that
 * they may grow. The server's own validation of requests stays strict. Changes the document.
 */
export function openAnswers<T extends object>(document: T): T {
  const { paths = {}, components = {} } = document as Document; // both kinds of document have these parts
  const seen = new Set<string>();
  const open = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) open(item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const schema = value as { [key: string]: Json }; // an object of a JSON document
    if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
    if (Array.isArray(schema['enum']) && schema['type'] === 'string')
      schema['description'] = [schema['description'], OPEN_ENUM]
        .filter((text) => text !== undefined)
        .join(' ');
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      open(components.schemas?.[name]);
    }
    for (const [key, item] of Object.entries(schema)) if (key !== 'enum' && key !== 'examples') open(item);
  };
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
    open(operation.responses);
  return document;
}
