/** Converts schema errors to sentences that name the field and the remedy. */
import { type ErrorDetail, escapePointer } from '../errors.ts';
import { MOVED_FIELDS } from '../schemas/helpers.ts';

/** One error of Ajv; `verbose` adds the schema that failed. */
export interface SchemaError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  parentSchema?: object;
}

/** The keywords of a JSON Schema that messages are built from. */
interface Schema {
  properties?: Record<string, { description?: string }>;
  examples?: readonly unknown[];
  description?: string;
  [MOVED_FIELDS]?: ReadonlyMap<unknown, string>;
}

/** Maximum number of names in a sentence. */
const MAX_NAMES = 20;

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }),
);

/**
 * Converts errors to details, one per field: missing and unknown fields are named themselves, not their parent. Unknown
 * fields come first: a misspelt one explains the missing one.
 */
export function schemaDetails(errors: readonly SchemaError[], place: ErrorDetail['in']): ErrorDetail[] {
  const byField = new Map<string, ErrorDetail>();
  for (const error of errors) {
    const { missingProperty, additionalProperty, propertyName } = error.params;
    const child = missingProperty ?? additionalProperty ?? propertyName;
    const pointer = error.instancePath + (typeof child === 'string' ? `/${escapePointer(child)}` : '');
    const field = place === 'body' ? pointer : pointer.slice(1);
    const code = error.keyword === 'additionalProperties' ? 'unknown_field' : snakeCase(error.keyword);
    if (!byField.has(field))
      byField.set(field, { in: place, field, code, message: sentence(error, pointer.slice(1), place) });
  }
  const isUnknown = ({ code }: ErrorDetail) => Number(code === 'unknown_field');
  return [...byField.values()].sort((one, other) => isUnknown(other) - isUnknown(one));
}

const snakeCase = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function sentence(
  { keyword, params, message, parentSchema = {} }: SchemaError,
  name: string,
  place: ErrorDetail['in'],
): string {
  const { properties = {}, examples, description, ...schema }: Schema = parentSchema; // that the validator was made of
  const subject = name === '' ? `The ${place}` : name;
  const known = Object.keys(properties);
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return `${subject} is missing${hint(properties[String(params['missingProperty'])]?.description)}`;
    case 'additionalProperties':
      return `${subject} ${unknownField(known, place, schema[MOVED_FIELDS]?.get(params['additionalProperty']))}`;
    case 'type':
      return `${subject} must be ${[params['type']].flat().map(typeName).join(' or ')}${example(examples)}.`;
    case 'enum':
      return `${subject} must be one of ${listed([params['allowedValues']].flat().map(String))}.`;
    case 'minimum':
      return `${subject} must be at least ${limit}.`;
    case 'maximum':
      return `${subject} must be at most ${limit}.`;
    case 'minLength':
    case 'minItems':
      if (limit === 1) return `${subject} must not be empty${example(examples)}.`;
      return `${subject} must have at least ${limit} ${keyword === 'minItems' ? 'items' : 'characters'}.`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `${subject} must have at most ${limit} ${keyword === 'maxLength' ? 'characters' : 'items'}.`;
    case 'uniqueItems':
      return `${subject} must not have the same item twice (${params['j']} and ${params['i']}).`;
    case 'minProperties':
      return `${subject} must have at least one of ${listed(known)}.`;
    case 'format':
      return params['format'] === 'date-time'
        ? `${subject} must be a time such as 2026-11-20T09:30:00.000Z.`
        : `${subject} must be a ${params['format']}${example(examples)}.`;
    case 'pattern':
      return `${subject} is not valid${hint(description)}`;
    default:
      return `${subject} ${message ?? 'is not valid'}.`;
  }
}

function unknownField(
  known: readonly string[],
  place: ErrorDetail['in'],
  movedTo: string | undefined,
): string {
  if (movedTo !== undefined) return `is not a field here any more. Use ${movedTo}.`;
  const unknown = `is not a known ${place === 'query' ? 'parameter' : 'field'}`;
  return known.length === 0
    ? `${unknown}; it has no fields here.`
    : `${unknown}. Known ones are ${listed(known)}.`;
}

const typeName = (type: unknown): string => TYPES.get(String(type)) ?? String(type);

function listed(names: readonly string[]): string {
  return names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ' and others' : '');
}

/** Returns the first sentence of a field's description. */
function hint(description: string | undefined): string {
  const first = description?.split(/\.\s|\.$/)[0] ?? '';
  return first === '' ? '.' : `: ${first.charAt(0).toLowerCase()}${first.slice(1)}.`;
}

/** Returns the first example that is short enough for a sentence. */
function example(examples: readonly unknown[] = []): string {
  const text = JSON.stringify(examples[0]) ?? '';
  return text === '' || text.length > 100 ? '' : `, such as ${text}`;
}
