/** Postman collections, formats 2.0 and 2.1. What is sent is what Postman sends, without its own default headers. */
import {
  absolute,
  ConversionDraft,
  encodedPart,
  formText,
  NotConvertible,
  withQuery,
} from '../conversions/conversion-draft.ts';
import type { FormPart } from '../schemas/request-shape.ts';
import { type Fields, fields, isObject, list, own, refusal, type Step, text } from './document.ts';
import {
  type Contents,
  type Hints,
  hintsFrom,
  type SourceItem,
  type VariableHint,
  variableName,
  withNames,
} from './item.ts';

const SCHEMA = /^https?:\/\/schema\.(?:get)?postman\.com\/[\w/-]{0,60}\/v?(\d)\.(\d)/;

export const recognisesPostman = (document: Fields): boolean => {
  const info = fields(document['info']);
  return (
    Array.isArray(document['item']) &&
    (SCHEMA.test(text(info['schema'])) || '_postman_id' in info || 'name' in info)
  );
};

/** Where exports keep a playground that Postman's format cannot say. Postman drops it. */
export const EXACT = '_playground';

const exactItem = (item: Fields, exact: Fields, path: readonly Step[]): SourceItem => ({
  path,
  name: text(item['name']),
  description: descriptionOf(fields(item['request'])['description']),
  hints: hintsFrom(exact['variables']),
  read: () => text(exact['curl_command']),
});

/** What a folder gives to the requests in it. */
interface Scope {
  path: readonly Step[];
  folders: readonly string[];
  auth: unknown;
  hints: Hints;
}

export function readPostman(document: Fields): Contents {
  const info = fields(document['info']);
  const [, major = '2', minor = '1'] = SCHEMA.exec(text(info['schema'])) ?? [];
  if (major !== '2' || Number(minor) > 1)
    throw refusal(
      ['info', 'schema'],
      'unsupported_version',
      `Version ${major}.${minor} of Postman's format is not known. Export the collection as v2.1.`,
    );
  const hints = hintsOf(document['variable'], new Map());
  const scope = { path: ['item'], folders: [], auth: document['auth'], hints };
  const warnings = hasScript(document) ? ['The scripts of the collection are left out.'] : [];
  return {
    name: text(info['name']),
    description: descriptionOf(info['description']),
    items: itemsOf(list(document['item']), scope),
    warnings,
  };
}

function* itemsOf(items: readonly unknown[], scope: Scope): Generator<SourceItem> {
  for (const [index, item] of items.entries()) {
    const one = fields(item);
    const path = [...scope.path, index];
    const name = text(one['name']);
    const auth = one['auth'] ?? scope.auth;
    const hints = hintsOf(one['variable'], scope.hints);
    if (Array.isArray(one['item']))
      yield* itemsOf(one['item'], {
        path: [...path, 'item'],
        folders: [...scope.folders, name],
        auth,
        hints,
      });
    else yield requestItem(one, { ...scope, path, auth, hints });
  }
}

const hasScript = ({ event }: Fields): boolean =>
  list(event)
    .map(fields)
    .some((one) => one['disabled'] !== true && linesOf(fields(one['script'])['exec']).trim() !== '');

const linesOf = (value: unknown): string => (Array.isArray(value) ? value.map(text).join('\n') : text(value));

const descriptionOf = (value: unknown): string => text(isObject(value) ? value['content'] : value);

/** Names and values, of a list of objects or of an object. */
function hintsOf(variables: unknown, outer: Hints): Hints {
  const hints = new Map<string, VariableHint>(outer);
  for (const one of enabled(variables))
    hints.set(variableName(text(one['key']) || text(one['id'])), {
      default: withNames(text(one['value'])),
      description: descriptionOf(one['description']),
      ...(one['type'] === 'secret' && { secret: true }),
    });
  return hints;
}

const enabled = (items: unknown): Fields[] =>
  list(items)
    .map(fields)
    .filter((one) => one['disabled'] !== true);

function requestItem(item: Fields, { path, folders, auth, hints }: Scope): SourceItem {
  const given = item['request'];
  const request: Fields = typeof given === 'string' ? { url: given } : fields(given);
  const exact = fields(item[EXACT]);
  if (typeof exact['curl_command'] === 'string') return exactItem(item, exact, path);
  const variables = new Map(hints);
  const url = urlOf(request['url'], variables);
  return {
    path,
    name: [...folders, text(item['name'])].filter((name) => name !== '').join(' / '),
    description: descriptionOf(request['description'] ?? item['description']),
    hints: variables,
    read: () => {
      if (url === '') throw new NotConvertible('The request has no URL.');
      const draft = new ConversionDraft();
      draft.url = url;
      draft.method = text(request['method']).toUpperCase() || 'GET';
      const behavior = fields(item['protocolProfileBehavior']);
      if (behavior['followRedirects'] !== false) draft.options.follow_redirects = true;
      if (behavior['strictSSL'] === false) draft.options.insecure = true;
      readHeaders(draft, request['header']);
      readBody(draft, fields(request['body']), behavior['disableBodyPruning'] === true);
      readAuth(draft, fields(request['auth'] ?? auth));
      if (hasScript(item)) draft.note('Its scripts and tests are left out.');
      return draft;
    },
  };
}

/** @param hints takes the values of variables in the path */
function urlOf(given: unknown, hints: Map<string, VariableHint>): string {
  if (!isObject(given)) return encoded(absolute(withNames(text(given).trim())));
  const join = (value: unknown, separator: string) =>
    Array.isArray(value)
      ? value.map((part) => text(isObject(part) ? part['value'] : part)).join(separator)
      : text(value);
  const host = join(given['host'], '.');
  const port = text(given['port']);
  const start = host === '' ? '' : `${host}${port === '' ? '' : `:${port}`}`;
  const path = given['path'] === undefined ? '' : `/${join(given['path'], '/').replace(/^\//, '')}`;
  const raw = text(given['raw']).trim();
  const protocol = text(given['protocol']).replace(/:?(?:\/\/)?$/, '');
  let url =
    start === '' ? raw.replace(/[?#].*$/s, '') : `${protocol === '' ? '' : `${protocol}://`}${start}${path}`;
  for (const one of enabled(given['variable'])) url = withPathVariable(url, one, hints);
  const query = enabled(given['query'])
    .map(({ key, value }) => {
      const name = reserved(text(key)).replaceAll('=', '%3D');
      return value === null || value === undefined ? name : `${name}=${reserved(text(value))}`;
    })
    .join('&');
  const asked = given['query'] === undefined ? (/\?([^#]*)/s.exec(raw)?.[1] ?? '') : query;
  return url === ''
    ? ''
    : encoded(withQuery(absolute(withNames(url)), withNames(asked).replaceAll("'", '%27')));
}

/** Postman encodes what would end a field of the query. */
const reserved = (part: string): string => part.replaceAll('&', '%26').replaceAll('#', '%23');

/** `:id` of a path becomes `{{id}}`, unless another variable has that name. */
function withPathVariable(url: string, variable: Fields, hints: Map<string, VariableHint>): string {
  const key = text(variable['key']) || text(variable['id']);
  const value = withNames(text(variable['value']));
  const name = variableName(key);
  const known = hints.get(name)?.default;
  const isOpen = !value.includes('{{') && (known === undefined || known === value);
  if (isOpen && name !== '')
    hints.set(name, { default: value, description: descriptionOf(variable['description']) });
  const shown = isOpen && name !== '' ? `{{${name}}}` : encodedPart(value);
  return url
    .split('/')
    .map((part) => (part === `:${key}` ? shown : part))
    .join('/');
}

/** Percent-encodes what is not ASCII, and leaves the host to curl. */
function encoded(url: string): string {
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i.exec(url) ?? [];
  return (
    origin +
    url
      .slice(origin.length)
      .toWellFormed()
      .replace(/[^\0-\x7f]+/g, encodeURIComponent)
  );
}

function readHeaders(draft: ConversionDraft, headers: unknown): void {
  if (typeof headers === 'string') {
    for (const line of headers.split(/\r?\n/)) if (line.trim() !== '') draft.addHeaderLine(withNames(line));
    return;
  }
  for (const { key, value } of enabled(headers))
    if (text(key).trim() !== '')
      draft.headers.push({
        name: text(key).trim(),
        value: withNames(text(value))
          .replace(/[\r\n]+/g, ' ')
          .trim(),
      });
}

/** Content types of the languages of a raw body. */
const TYPES = new Map(
  Object.entries({
    json: 'application/json',
    xml: 'application/xml',
    html: 'text/html',
    javascript: 'application/javascript',
    text: 'text/plain',
  }),
);

function readBody(draft: ConversionDraft, body: Fields, isKept: boolean): void {
  const mode = text(body['mode']);
  if (mode === '' || body['disabled'] === true) return;
  if (/^(?:GET|HEAD|COPY|PURGE|UNLOCK)$/.test(draft.method ?? '') && !isKept) {
    if (list(body[mode]).length > 0 || text(body[mode]) !== '')
      draft.note(`Postman sends no body with ${draft.method}; it is left out.`);
    return;
  }
  const options = fields(body['options']);
  if (mode === 'raw') {
    const raw = withNames(text(body['raw']));
    if (raw === '') return;
    draft.body = raw;
    draft.imply('Content-Type', TYPES.get(text(fields(options['raw'])['language'])) ?? 'text/plain');
  } else if (mode === 'urlencoded') {
    draft.body = formText(
      enabled(body['urlencoded']).map(({ key, value }) => [withNames(text(key)), withNames(text(value))]),
    );
    draft.imply('Content-Type', 'application/x-www-form-urlencoded');
  } else if (mode === 'formdata')
    draft.form = enabled(body['formdata']).flatMap((part) => partsOf(draft, part));
  else if (mode === 'graphql') {
    const { query, variables, operationName } = fields(body['graphql']);
    draft.body = JSON.stringify({
      query: withNames(text(query)),
      ...(text(operationName) !== '' && { operationName }),
      variables: jsonOf(text(variables)),
    });
    draft.imply('Content-Type', 'application/json');
  } else if (mode === 'file') {
    const { src } = fields(body['file']);
    draft.bodyFile = text(src) || 'file';
    draft.note(`The body is the file \`${draft.bodyFile}\` of your machine.`);
  } else draft.leaveOut(`body of mode ${mode}`);
}

function jsonOf(value: string): unknown {
  try {
    return value.trim() === '' ? {} : JSON.parse(withNames(value));
  } catch {
    throw new NotConvertible('The GraphQL variables are not JSON.');
  }
}

function partsOf(draft: ConversionDraft, part: Fields): FormPart[] {
  const name = withNames(text(part['key']));
  const type = text(part['contentType']);
  const common = { name, ...(type !== '' && { content_type: type }) };
  if (part['type'] !== 'file') return [{ ...common, value: withNames(text(part['value'])) }];
  const sources = Array.isArray(part['src']) ? part['src'].map(text) : [text(part['src'])];
  return sources.map((source) => {
    const file = source || 'file';
    draft.note(`\`${file}\` is a file of your machine.`);
    return {
      content_type: 'application/octet-stream',
      ...common,
      file,
      filename: text(part['fileName']) || (file.split(/[\\/]/).at(-1) ?? file),
    };
  });
}

/** Reads the values of an authorization: a list of pairs in 2.1, an object in 2.0. */
function readAuth(draft: ConversionDraft, auth: Fields): void {
  const type = text(auth['type']);
  const given = own(auth, type);
  const pairs: [string, unknown][] = Array.isArray(given)
    ? given.map(fields).map((pair) => [text(pair['key']), pair['value']])
    : Object.entries(fields(given));
  const values = new Map(pairs.map(([key, value]) => [key, withNames(text(value))]));
  const value = (key: string, otherwise = '') => values.get(key) || otherwise;
  const bearer = (token: string, prefix: string, isQuery: boolean) => {
    if (isQuery) draft.url = withQuery(draft.url, `access_token=${encodedPart(token)}`);
    else draft.imply('Authorization', `${prefix} ${token}`.trim());
  };
  const username = value('username', '{{username}}');
  const password = value('password', values.has('password') && values.get('username') ? '' : '{{password}}');
  if (type === '' || type === 'noauth' || type === 'inherit') return;
  if (type === 'basic') {
    if (!draft.has('authorization')) draft.auth = { username, password };
  } else if (type === 'digest' || type === 'ntlm') draft.auth = { username, password, scheme: type };
  else if (type === 'bearer') bearer(value('token', '{{token}}'), 'Bearer', false);
  else if (type === 'oauth2')
    bearer(
      value('accessToken', '{{access_token}}'),
      values.get('headerPrefix')?.trim() ?? 'Bearer',
      value('addTokenTo') === 'queryParams',
    );
  else if (type === 'apikey') {
    const key = value('key', 'X-Api-Key');
    const secret = value('value', '{{api_key}}');
    if (value('in') === 'query')
      draft.url = withQuery(draft.url, `${encodedPart(key)}=${encodedPart(secret)}`);
    else draft.imply(key, secret);
  } else if (type === 'awsv4') {
    draft.awsSigV4 = `aws:amz:${value('region', 'us-east-1')}:${value('service', 'execute-api')}`;
    draft.auth = {
      username: value('accessKey', '{{access_key}}'),
      password: value('secretKey', '{{secret_key}}'),
    };
    if (value('sessionToken') !== '') draft.imply('X-Amz-Security-Token', value('sessionToken'));
  } else draft.note(`The authorization ${type} is left out: curl has no option for it.`);
}
