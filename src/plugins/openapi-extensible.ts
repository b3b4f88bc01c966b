/** Makes the schemas of responses extensible: a client generated today must accept new fields and values. */

interface Schema {
  [key: string]: unknown;
}
interface Operation {
  requestBody?: unknown;
  parameters?: unknown;
  responses?: unknown;
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const componentOf = ({ $ref }: Schema) => (typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined);

/** Returns the names of the components that a part of the document refers to. */
const componentsIn = (value: unknown): string[] =>
  Array.from(
    JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g),
    ([, name = '']) => name,
  );

/**
 * Removes `additionalProperties: false` and `enum` from the schemas of responses: generated clients refuse a field or a
 * value that such a schema does not name. The description lists the values. Schemas that requests also use keep their
 * enumerations; the server's own validation stays strict. Changes the document.
 */
export function makeResponsesExtensible<T extends object>(document: T): T {
  const { paths = {}, components: { schemas = {} } = {} } = document as Document; // both kinds of document have these
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ofRequests = new Set(
    operations.flatMap(({ requestBody, parameters }) => componentsIn([requestBody, parameters])),
  );
  // The loop also visits what it adds.
  for (const name of ofRequests) for (const other of componentsIn(schemas[name])) ofRequests.add(other);

  const seen = new Set<string>();
  const open = (schema: unknown, isShared: boolean): void => {
    if (!isObject(schema)) return;
    if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
    const name = componentOf(schema);
    const component = name === undefined ? undefined : schemas[name];
    if (component !== undefined && 'enum' in component && !isShared) {
      delete schema['$ref'];
      Object.assign(schema, component);
    } else if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      open(component, ofRequests.has(name));
    }
    if (Array.isArray(schema['enum']) && !isShared) {
      const values = schema['enum'].map((value) => `\`${value}\``).join(', ');
      const { description } = schema;
      // The description may list them with their meanings.
      const isListed = schema['enum'].every((value) => String(description).includes(`\`${value}\``));
      schema['description'] =
        `${description === undefined ? '' : `${description} `}${isListed ? 'More' : `One of ${values}; more`} may be added.`;
      delete schema['enum'];
    }
    for (const [key, item] of Object.entries(schema)) if (key !== 'examples') open(item, isShared);
  };
  for (const { responses } of operations) open(responses, false);
  return document;
}
