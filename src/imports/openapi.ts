/**
 * OpenAPI 3.0 and 3.1: each operation is an item, with its required parameters and those with an example or default. Where a
 * schema contains itself, its example ends; a `$ref` that only leads back to itself is refused.
 */
import { ConversionDraft, encodedPart, NotConvertible, withQuery } from '../conversions/conversion-draft.ts';
import { unescapePointer } from '../errors.ts';
import { percentDecode } from '../request/percent.ts';
import { type Fields, fields, isObject, list, own, refusal, type Step, text } from './document.ts';
import type { Contents, SourceItem, VariableHint } from './item.ts';
import { variableName } from './item.ts';
import { exampleOf, readBody } from './openapi-body.ts';
import { serialized } from './openapi-parameters.ts';
import { givenValue, type Resolve } from './schema-sample.ts';

export const recognisesOpenApi = (document: Fields): boolean => typeof document['openapi'] === 'string';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
/** A chain of references. */
const MAX_CHAIN = 100;

export function readOpenApi(document: Fields): Contents {
  if (!/^3\.[01](?:\.|$)/.test(text(document['openapi'])))
    throw refusal(
      ['openapi'],
      'unsupported_version',
      'Only OpenAPI 3.0 and 3.1 are imported. Convert the document.',
    );
  const paths = document['paths'];
  if (!isObject(paths)) throw refusal(['paths'], 'required', 'The OpenAPI document has no paths.');
  const resolve = resolverOf(document);
  assertNoCycles(document, resolve);
  const info = fields(document['info']);
  return {
    name: text(info['title']),
    description: text(info['description']),
    items: operationsOf(document, paths, resolve),
    warnings: isObject(document['webhooks']) ? ['Webhooks are left out: they are requests to you.'] : [],
  };
}

/** One step of a reference; undefined for a value that is none. */
function target(document: Fields, value: unknown): { found: unknown } | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined;
  if (typeof ref !== 'string') return undefined;
  if (!ref.startsWith('#'))
    throw new NotConvertible(
      `\`${ref.slice(0, 200)}\` is in another document. Bundle the documents into one first.`,
    );
  let found: unknown = document;
  for (const step of ref.slice(1).split('/').slice(1)) {
    const name = unescapePointer(percentDecode(step) ?? step);
    found = typeof found === 'object' && found !== null ? own(found as Fields, name) : undefined;
  }
  if (found === undefined) throw new NotConvertible(`\`${ref.slice(0, 200)}\` leads nowhere.`);
  return { found };
}

const resolverOf =
  (document: Fields): Resolve =>
  (value) => {
    let found = value;
    for (let count = 0; count < MAX_CHAIN; count += 1) {
      const next = target(document, found);
      if (next === undefined) return found;
      found = next.found;
    }
    throw new NotConvertible('A $ref leads back to itself.');
  };

/** @throws InputError pointing to a `$ref` that leads back to itself without a value between */
function assertNoCycles(document: Fields, resolve: Resolve): void {
  const open: { path: readonly Step[]; value: object }[] = [{ path: [], value: document }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next;
    if (typeof (value as Fields)['$ref'] === 'string')
      try {
        resolve(value);
      } catch (error) {
        if (error instanceof NotConvertible && /back to itself/.test(error.message))
          throw refusal(
            [...path, '$ref'],
            'ref_cycle',
            'The $ref leads back to itself. Give one of them a value.',
          );
      }
    for (const [name, item] of Object.entries(value))
      if (typeof item === 'object' && item !== null) open.push({ path: [...path, name], value: item });
  }
}

function* operationsOf(document: Fields, paths: Fields, resolve: Resolve): Generator<SourceItem> {
  for (const [path, given] of Object.entries(paths)) {
    if (!path.startsWith('/')) continue;
    const item = fields(safely(() => resolve(given), given));
    const methods = Object.keys(item).filter((name) => METHODS.has(name));
    if (methods.length === 0 && '$ref' in item) methods.push('$ref');
    for (const method of methods) yield operationItem({ document, resolve, item, path, method });
  }
}

function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

interface Place {
  document: Fields;
  resolve: Resolve;
  item: Fields;
  path: string;
  method: string;
}

function operationItem(place: Place): SourceItem {
  const { item, path, method } = place;
  const operation = fields(item[method]);
  const hints = new Map<string, VariableHint>();
  const own =
    text(operation['summary']) || text(operation['operationId']) || `${method.toUpperCase()} ${path}`;
  return {
    path: ['paths', path, method],
    name: [text(list(operation['tags'])[0]), own].filter((name) => name !== '').join(' / '),
    description: text(operation['description']) || text(item['description']),
    hints,
    read: () => {
      if (method === '$ref') place.resolve(item); // throws the reason
      return requestOf(place, operation, hints);
    },
  };
}

function requestOf(place: Place, operation: Fields, hints: Map<string, VariableHint>): ConversionDraft {
  const { document, resolve, item, path, method } = place;
  const draft = new ConversionDraft();
  draft.method = method.toUpperCase();
  const servers = [operation, item, document]
    .map((one) => list(one['servers']))
    .find((one) => one.length > 0);
  const base = serverUrl(draft, fields(servers?.[0]), hints);
  draft.url = `${base.replace(/\/$/, '')}${path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{{${variableName(name)}}}`)}`;
  for (const parameter of parametersOf(place, operation)) addParameter(draft, parameter, resolve, hints);
  const [, success = {}] =
    Object.entries(fields(operation['responses'])).find(([status]) => /^2/.test(status)) ?? [];
  const [accepted] = Object.keys(fields(fields(resolve(success))['content']));
  if (accepted !== undefined) draft.imply('Accept', accepted);
  readBody(draft, fields(resolve(operation['requestBody'])), resolve);
  addSecurity(draft, operation['security'] ?? document['security'], document, resolve);
  if (operation['callbacks'] !== undefined)
    draft.note('Its callbacks are left out: they are requests to you.');
  return draft;
}

/** A server whose address depends on where the document is has a variable for that. */
function serverUrl(draft: ConversionDraft, server: Fields, hints: Map<string, VariableHint>): string {
  const variables = fields(server['variables']);
  const url = text(server['url']).replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = fields(own(variables, name));
    hints.set(variableName(name), {
      default: text(variable['default']),
      description: text(variable['description']),
      choices: list(variable['enum']).map(text),
    });
    return `{{${variableName(name)}}}`;
  });
  if (/^(?:https?:\/\/|\{\{)/i.test(url)) return url;
  draft.note('The document does not say where the API is: give `baseUrl` its address.');
  return `{{baseUrl}}${url === '' || url.startsWith('/') ? url : `/${url}`}`;
}

/** The parameters of an operation, those of its path first; its own replace them. */
function parametersOf({ item, resolve }: Place, operation: Fields): Fields[] {
  const all = [...list(item['parameters']), ...list(operation['parameters'])].map((one) =>
    fields(resolve(one)),
  );
  return [...new Map(all.map((one) => [`${text(one['in'])} ${text(one['name'])}`, one])).values()];
}

function addParameter(
  draft: ConversionDraft,
  parameter: Fields,
  resolve: Resolve,
  hints: Map<string, VariableHint>,
): void {
  const name = text(parameter['name']);
  const place = text(parameter['in']);
  const [media] = Object.values(fields(parameter['content'])).map(fields);
  const schema = fields(resolve((media ?? parameter)['schema']));
  const given =
    exampleOf(media ?? parameter, resolve) ??
    givenValue(schema) ??
    givenValue(fields(resolve(schema['items'])));
  const isList = schema['type'] === 'array' && given !== undefined && !Array.isArray(given);
  const value = media !== undefined && given !== undefined ? JSON.stringify(given) : isList ? [given] : given;
  const variable = variableName(name);
  const hint = { description: text(parameter['description']) };
  if (place === 'path') {
    const shown = value === undefined ? '' : serialized(parameter, value)[0]?.[1];
    const encoded = encodeURI((shown ?? '').toWellFormed()).replace(/[/?#]/g, encodeURIComponent);
    hints.set(variable, { ...hint, ...(encoded !== '' && { default: encoded }) });
    return;
  }
  if (value === undefined && parameter['required'] !== true) return;
  if (value === undefined) hints.set(variable, hint);
  const pairs = value === undefined ? ([[name, `{{${variable}}}`]] as const) : serialized(parameter, value);
  if (place === 'query') {
    const isReserved = parameter['allowReserved'] === true;
    const encode = (part: string) =>
      part
        .toWellFormed()
        .replace(/\{\{\w[\w.-]*\}\}|[^{]+|\{/g, (piece) =>
          piece.startsWith('{{')
            ? piece
            : isReserved
              ? encodeURI(piece).replaceAll('%5B', '[').replaceAll('%5D', ']')
              : encodeURIComponent(piece).replaceAll('%2C', ','),
        );
    draft.url = withQuery(draft.url, pairs.map(([key, one]) => `${encode(key)}=${encode(one)}`).join('&'));
  } else if (place === 'header') {
    if (!/^(?:accept|content-type|authorization)$/i.test(name))
      draft.imply(name, pairs.map(([, one]) => one).join(','));
  } else if (place === 'cookie') addCookie(draft, pairs);
}

function addCookie(draft: ConversionDraft, pairs: readonly (readonly [string, string])[]): void {
  const written = pairs.map(([key, one]) => `${key}=${one}`).join('; ');
  const cookie = draft.headers.find(({ name }) => name === 'Cookie');
  if (cookie === undefined) draft.headers.push({ name: 'Cookie', value: written });
  else cookie.value += `; ${written}`;
}

/** The first alternative that asks for something; each credential is a variable. */
function addSecurity(draft: ConversionDraft, security: unknown, document: Fields, resolve: Resolve): void {
  const chosen =
    list(security)
      .map(fields)
      .find((one) => Object.keys(one).length > 0) ?? {};
  const schemes = fields(fields(document['components'])['securitySchemes']);
  for (const key of Object.keys(chosen)) {
    const scheme = fields(resolve(own(schemes, key)));
    const type = text(scheme['type']);
    const http = type === 'http' ? text(scheme['scheme']).toLowerCase() : '';
    const name = text(scheme['name']);
    const secret = `{{${variableName(key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())}}}`;
    if (http === 'basic') draft.auth = { username: '{{username}}', password: '{{password}}' };
    else if (http === 'digest')
      draft.auth = { username: '{{username}}', password: '{{password}}', scheme: 'digest' };
    else if (http === 'bearer') draft.imply('Authorization', 'Bearer {{token}}');
    else if (type === 'oauth2' || type === 'openIdConnect')
      draft.imply('Authorization', 'Bearer {{access_token}}');
    else if (type === 'apiKey' && scheme['in'] === 'query')
      draft.url = withQuery(draft.url, `${encodedPart(name)}=${secret}`);
    else if (type === 'apiKey' && scheme['in'] === 'cookie') addCookie(draft, [[name, secret]]);
    else if (type === 'apiKey') draft.imply(name, secret);
    else draft.note(`The security scheme ${key}${type === '' ? '' : ` (${type})`} is left out.`);
  }
}
