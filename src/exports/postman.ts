/** A collection in Postman's format 2.1. */
import { writeCommand } from '../codegen/command.ts';
import { EXACT, readPostman } from '../imports/postman.ts';
import type { FormPart, ParsedRequest } from '../schemas/request-shape.ts';
import {
  type ExportedCollection,
  type ExportedPlayground,
  headerLines,
  requestOf,
  withBraces,
} from './exported.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function toPostman({ name, description, playgrounds }: ExportedCollection): string {
  const shared = new Map<string, object>();
  const item = playgrounds.map((one) => itemOf(one, shared));
  return `${JSON.stringify({ info: { name, description, schema: SCHEMA }, item, variable: [...shared.values()] }, null, 2)}\n`;
}

/** @param shared the variables of the collection; those with another value here are the item's own */
function itemOf(playground: ExportedPlayground, shared: Map<string, object>): object {
  const { name, description, command, variables } = playground;
  const request = requestOf(command);
  const own: object[] = [];
  for (const { name: key, default: value = '', description: text } of variables) {
    const variable = { key, value, type: 'string', ...(text !== undefined && { description: text }) };
    const known = shared.get(key);
    if (known === undefined) shared.set(key, variable);
    else if (JSON.stringify(known) !== JSON.stringify(variable)) own.push(variable);
  }
  const item = {
    name,
    ...(request === undefined
      ? { request: { method: 'GET', url: '', description } }
      : { request: requestFields(withBraces(request), description), ...behaviorOf(request) }),
    ...(own.length > 0 && { variable: own }),
  };
  const isSecret = variables.some(({ secret }) => secret === true);
  const isSame = request !== undefined && !isSecret && readsBack(item, request, description);
  return isSame ? item : { ...item, [EXACT]: { curl_command: command, variables } };
}

/** Whether an import of the item is the same request. */
function readsBack(item: object, request: ParsedRequest, description: string): boolean {
  const [read] = readPostman({ info: { schema: SCHEMA }, item: [item] }).items;
  try {
    const draft = read?.read();
    if (draft === undefined || typeof draft === 'string' || read?.description !== description) return false;
    const again = requestOf(writeCommand(draft.toRequest()));
    return again !== undefined && comparable(again) === comparable(request);
  } catch {
    return false;
  }
}

function comparable(request: ParsedRequest): string {
  const { warnings: _, variables: __, headers, options, ...rest } = withBraces(request);
  const lines = headerLines(request).map(({ name, value }) => [name.toLowerCase(), value]);
  const { header_list: ___, ...others } = options ?? {};
  const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted(rest), lines.map(String).sort((a, b) => (a < b ? -1 : 1)), sorted(others)]);
}

function requestFields(request: ParsedRequest, description: string): object {
  const { method, url, auth } = request;
  const body = bodyOf(request);
  return {
    method,
    header: headerLines(request).map(({ name, value }) => ({ key: name, value })),
    url,
    ...(body !== undefined && { body }),
    auth: auth === undefined ? { type: 'noauth' } : authOf(auth),
    ...(description !== '' && { description }),
  };
}

function bodyOf({ body, body_file: src, form }: ParsedRequest): object | undefined {
  if (form !== undefined) return { mode: 'formdata', formdata: form.map(partOf) };
  if (src !== undefined) return { mode: 'file', file: { src } };
  return body === undefined ? undefined : { mode: 'raw', raw: body };
}

const partOf = ({ name, value, file, content_type: type }: FormPart): object => ({
  key: name,
  ...(file === undefined ? { type: 'text', value: value ?? '' } : { type: 'file', src: file }),
  ...(type !== undefined && { contentType: type }),
});

function authOf({
  scheme,
  username = '',
  password = '',
  provider = '',
}: NonNullable<ParsedRequest['auth']>): object {
  const pairs = (values: Record<string, string>) =>
    Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
  if (scheme === 'aws-sigv4') {
    const [, , region = '', service = ''] = provider.split(':');
    return { type: 'awsv4', awsv4: pairs({ accessKey: username, secretKey: password, region, service }) };
  }
  if (scheme === 'negotiate' || scheme === 'any') return { type: 'noauth' };
  return { type: scheme, [scheme]: pairs({ username, password }) };
}

function behaviorOf({ method, body, form, body_file: file, options = {} }: ParsedRequest): object {
  const behavior = {
    ...(options.follow_redirects !== true && { followRedirects: false }),
    ...(options.insecure === true && { strictSSL: false }),
    ...((body ?? form ?? file) !== undefined &&
      /^(?:GET|HEAD)$/.test(method) && { disableBodyPruning: true }),
  };
  return Object.keys(behavior).length === 0 ? {} : { protocolProfileBehavior: behavior };
}
