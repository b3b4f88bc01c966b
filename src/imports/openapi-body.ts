/** The body of an OpenAPI operation: from its example, else from its schema. */
import { type ConversionDraft, formText } from '../conversions/conversion-draft.ts';
import type { FormPart } from '../schemas/request-shape.ts';
import { type Fields, fields, isObject, list, own, text } from './document.ts';
import { type Resolve, sample } from './schema-sample.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]*\+)?json\b/i;

/** Types that a body is written in, the best first. */
const KNOWN = [
  JSON_TYPE,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
  /^text\/|xml\b/i,
  /./,
];

/** The example of a media type or parameter; undefined without one. */
export function exampleOf(one: Fields, resolve: Resolve): unknown {
  if (one['example'] !== undefined) return one['example'];
  const [first] = Object.values(fields(one['examples']));
  return fields(resolve(first))['value'];
}

export function readBody(draft: ConversionDraft, body: Fields, resolve: Resolve): void {
  const content = fields(body['content']);
  const types = Object.keys(content);
  const type = KNOWN.map((pattern) => types.find((one) => pattern.test(one))).find(
    (one) => one !== undefined,
  );
  if (type === undefined) return;
  const media = fields(own(content, type));
  const schema = fields(resolve(media['schema']));
  const example = exampleOf(media, resolve);
  const value = example ?? sample(media['schema'], resolve);
  if (JSON_TYPE.test(type)) {
    if (value === undefined) draft.note('The document has no example of the body.');
    draft.body = isJsonText(value) ? value : JSON.stringify(value ?? {}, null, 2);
    draft.imply('Content-Type', type);
  } else if (/urlencoded/i.test(type) && isObject(value)) {
    const pairs = Object.entries(value).flatMap(([name, item]): [string, string][] =>
      Array.isArray(item) ? item.map((one) => [name, written(one)]) : [[name, written(item)]],
    );
    draft.body = formText(pairs);
    draft.imply('Content-Type', type);
  } else if (/^multipart\/form-data/i.test(type))
    draft.form = partsOf(
      draft,
      { schema, value: fields(value), encoding: fields(media['encoding']) },
      resolve,
    );
  else if (typeof value === 'string' && schema['format'] !== 'binary') {
    draft.body = value;
    draft.imply('Content-Type', type);
  } else if (/^text\/|xml\b/i.test(type)) {
    draft.note(`The document has no example of the body (${type}): replace \`{{body}}\`.`);
    draft.body = '{{body}}';
    draft.imply('Content-Type', type);
  } else {
    draft.bodyFile = 'file';
    draft.imply('Content-Type', /\*/.test(type) ? 'application/octet-stream' : type);
    draft.note('The body is a file of your machine.');
  }
}

const written = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : text(value));

function isJsonText(value: unknown): value is string {
  try {
    return typeof value === 'string' && typeof JSON.parse(value) === 'object';
  } catch {
    return false;
  }
}

interface FormContent {
  schema: Fields;
  value: Fields;
  encoding: Fields;
}

/** Files are those of binary format; objects are JSON. */
function partsOf(
  draft: ConversionDraft,
  { schema, value, encoding }: FormContent,
  resolve: Resolve,
): FormPart[] {
  const properties = fields(schema['properties']);
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].flatMap((name): FormPart[] => {
    const property = fields(resolve(own(properties, name)));
    const item = fields(resolve(property['items']));
    const type = text(fields(own(encoding, name))['contentType']).split(',')[0] ?? '';
    const kind = type === '' ? {} : { content_type: type };
    if ([property, item].some((one) => one['format'] === 'binary' || 'contentMediaType' in one)) {
      draft.note(`The part \`${name}\` is a file of your machine.`);
      return [{ name, file: 'file', filename: 'file', content_type: type || 'application/octet-stream' }];
    }
    const given = own(value, name);
    if (given === undefined) return [];
    const values = Array.isArray(given) && !given.some(isObject) ? list(given) : [given];
    return values.map((one) => ({
      name,
      value: written(one),
      ...(typeof one === 'object' && type === '' ? { content_type: 'application/json' } : kind),
    }));
  });
}
