/** Makes an example of a JSON schema, as API references show it: every property, the first of several choices. */
import { NotConvertible } from '../conversions/conversion-draft.ts';
import { type Fields, fields, isObject, list, text } from './document.ts';

/** Follows a reference within the document; throws NotConvertible for one that leads nowhere. */
export type Resolve = (value: unknown) => unknown;

/** Values of one example. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 20;
const MAX_ITEMS = 10;

const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2019-08-24T14:15:22Z',
    date: '2019-08-24',
    time: '14:15:22Z',
    duration: 'P3D',
    email: 'user@example.com',
    uuid: '497f6eca-6276-4993-bfeb-53cbbbba6f08',
    uri: 'https://example.com',
    url: 'https://example.com',
    hostname: 'example.com',
    ipv4: '192.168.0.1',
    ipv6: '2001:db8::1',
    byte: 'c3RyaW5n',
  }),
);

/** The value that a schema gives itself; undefined if it gives none. */
export function givenValue(schema: Fields): unknown {
  for (const name of ['example', 'const', 'default']) if (schema[name] !== undefined) return schema[name];
  return list(schema['examples'])[0] ?? list(schema['enum'])[0];
}

/**
 * Samples a schema for a request: without what is read-only. Where a schema contains itself, the example ends.
 * @throws NotConvertible for an example that would be too large
 */
export function sample(schema: unknown, resolve: Resolve): unknown {
  let count = 0;
  const open = new Set<unknown>();

  const visit = (given: unknown): unknown => {
    const found = resolve(given);
    count += 1;
    if (count > MAX_VALUES)
      throw new NotConvertible('The example of its schema would be too large. Give it an example.');
    if (!isObject(found) || open.has(found) || open.size > MAX_DEPTH) return undefined;
    const value = givenValue(found);
    if (value !== undefined) return value;
    open.add(found);
    const result = made(found);
    open.delete(found);
    return result;
  };

  const made = (one: Fields): unknown => {
    const [choice] = [...list(one['oneOf']), ...list(one['anyOf'])];
    const parts = [...list(one['allOf']), ...(choice === undefined ? [] : [choice])].map(visit);
    const isAlone =
      one['properties'] === undefined && one['type'] === undefined && one['items'] === undefined;
    const all = isAlone && parts.length > 0 ? parts : [...parts, typed(one)];
    const objects = all.filter(isObject);
    return objects.length > 1
      ? Object.assign({}, ...objects.map((part) => ({ ...part })))
      : (objects[0] ?? all[0]);
  };

  const typed = (one: Fields): unknown => {
    const type = text(Array.isArray(one['type']) ? one['type'].find((name) => name !== 'null') : one['type']);
    if (
      type === 'object' ||
      (type === '' && (isObject(one['properties']) || isObject(one['additionalProperties'])))
    )
      return objectOf(one);
    if (type === 'array' || (type === '' && one['items'] !== undefined)) {
      const item = visit(one['items']);
      const length = Math.min(MAX_ITEMS, Math.max(1, Number(one['minItems']) || 1));
      return item === undefined ? [] : Array.from({ length }, () => item);
    }
    if (type === 'integer' || type === 'number') return numberOf(one);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    if (type !== 'string') return type === '' ? undefined : null;
    const value = FORMATS.get(text(one['format'])) ?? 'string';
    const length = Math.min(1_000, Number(one['minLength']) || 0);
    const most = typeof one['maxLength'] === 'number' ? one['maxLength'] : value.length + length;
    return value.padEnd(length, value).slice(0, Math.max(length, most));
  };

  const objectOf = (one: Fields): unknown => {
    const entries: [string, unknown][] = [];
    for (const [name, property] of Object.entries(fields(one['properties']))) {
      if (fields(resolve(property))['readOnly'] === true) continue;
      const value = visit(property);
      if (value !== undefined) entries.push([name, value]);
    }
    if (entries.length === 0 && isObject(one['additionalProperties'])) {
      const value = visit(one['additionalProperties']);
      if (value !== undefined) entries.push(['property1', value]);
    }
    return Object.fromEntries(entries);
  };

  return visit(schema);
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf }: Fields): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  if (typeof minimum === 'number')
    return exclusiveMinimum === true ? minimum + step : Math.ceil(minimum / step) * step;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + step;
  return typeof maximum === 'number' && maximum < 0 ? maximum : 0;
}
