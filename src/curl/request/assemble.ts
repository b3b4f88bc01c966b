import { bytesBase64 } from '../../request/bytes.ts';
import { headerSeparator, REFUSED_METHOD, TOKEN } from '../../request/normalize.ts';
import {
  type HeaderLine,
  MAX_FORM_PARTS,
  MAX_HEADERS,
  type ParsedRequest,
} from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/operation.ts';
import type { CommandLine } from '../options/walk.ts';
import { hasBytes, hasOpen, isEmpty, plainText, toBytes, type Word } from '../shell/ast.ts';
import { addCredentials, limitSignature } from './auth.ts';
import { addUpload, type Body, readData } from './body.ts';
import type { Draft, Job, Kind } from './draft.ts';
import { addForm } from './form.ts';
import { Headers } from './headers.ts';
import { addBodyHeaders, addMadeHeaders } from './made-headers.ts';
import { render } from './render.ts';
import { addSettings } from './settings.ts';
import { readTarget } from './target.ts';
import { withoutBytes, writeUrl } from './url.ts';

const METHODS: Readonly<Record<Kind, string>> = {
  head: 'HEAD',
  get: 'GET',
  form: 'POST',
  post: 'POST',
  put: 'PUT',
};

/**
 * The request of the first operation, without its warnings.
 * @throws InputError for what curl refuses
 */
export function assemble(line: CommandLine, diagnostics: Diagnostics): ParsedRequest {
  const [operation] = line.operations;
  const job: Job = { line, operation, diagnostics };
  const [upload] = operation.uploads;
  const kind = kindOf(job);
  const method = methodOf(job, kind);
  const data = operation.data.length === 0 ? undefined : readData(job, !operation.get && kind === 'post');
  const url = readTarget(job, kind, data?.kind === 'text' ? data.text : undefined);
  const draft: Draft = { method, url: writeUrl(url), lines: [], options: {} };
  if (data !== undefined && kind === 'post' && !operation.get) addData(draft, data);
  if (kind === 'put' && upload !== undefined) addUpload(job, draft, upload);
  const headers = new Headers(job, draft);
  if (kind === 'form') addForm(job, draft, headers);
  addCredentials(job, draft, url, headers);
  addMadeHeaders(job, draft, kind, headers);
  headers.sendCustom();
  addBodyHeaders(job, kind, headers);
  headers.finish();
  addSettings(job, draft, kind, url);
  limitSignature(job, draft, headers);
  return finish(job, draft);
}

/** Only one of -I, -F, -d and -T can decide the method. */
function kindOf({ operation, diagnostics }: Job): Kind {
  const { kind, data, get, head } = operation;
  const upload = operation.uploads[0];
  const conflict = (use: Use) =>
    diagnostics.error(
      'conflicting_methods',
      `${use.name}: only one HTTP request method can be selected`,
      use,
    );
  const [first] = data;
  let result: Kind = kind ?? 'get';
  if (first !== undefined) {
    const wanted: Kind = get ? (head ? 'head' : 'get') : 'post';
    if (kind !== undefined && kind !== wanted) throw conflict(first);
    result = wanted;
  }
  if (upload !== undefined && !isEmpty(upload.value)) {
    if (kind !== undefined || first !== undefined) throw conflict(upload);
    result = 'put';
  }
  return result === 'head' && !head ? 'get' : result;
}

function methodOf({ operation: { method }, diagnostics }: Job, kind: Kind): Word | string {
  if (method === undefined) return METHODS[kind];
  const text = plainText(method.value);
  if (text !== undefined && !TOKEN.test(text))
    diagnostics.warn(
      'method_not_sendable',
      'This is no HTTP method (RFC 9110); curl sends it anyway, the service refuses to.',
      method,
      method.name,
    );
  if (text !== undefined && REFUSED_METHOD.test(text))
    diagnostics.warn(
      'method_refused',
      `The service refuses to send ${text}; curl sends it.`,
      method,
      method.name,
    );
  return method.value;
}

function addData(draft: Draft, data: Body): void {
  if (data.kind === 'text') {
    draft.body = data.text;
    return;
  }
  draft.body_file = data.path;
  if (data.stripNewlines) draft.options.strip_newlines = true;
}

/** Writes all words out. */
function finish({ line, diagnostics }: Job, draft: Draft): ParsedRequest {
  const { lines, options, body, ...rest } = draft;
  const content = body === undefined ? {} : bodyFields(body, diagnostics);
  const { value, variables } = render({ ...rest, lines, ...content, options }, line.span, diagnostics);
  // Drafted<T> says which words stand for which texts; rendering them gives T back.
  const {
    lines: written,
    options: settings,
    ...request
  } = value as Omit<ParsedRequest, 'headers'> & {
    lines: HeaderLine[];
    options: NonNullable<ParsedRequest['options']>;
  };
  const { headers, isExact } = writeHeaders(written);
  if (!isExact) settings.header_list = written;
  checkSize(
    Math.max(written.length, settings.omit_headers?.length ?? 0),
    MAX_HEADERS,
    'headers',
    diagnostics,
  );
  checkSize(request.form?.length ?? 0, MAX_FORM_PARTS, 'form parts', diagnostics);
  const { method, url, auth, ...sent } = request;
  const parsed: ParsedRequest = { method, url, headers, ...sent };
  if (auth !== undefined) parsed.auth = auth;
  for (const _ in settings) {
    parsed.options = settings;
    break;
  }
  if (variables.length > 0) parsed.variables = variables;
  return parsed;
}

function bodyFields(body: Word | string, diagnostics: Diagnostics): Pick<Draft, 'body' | 'body_base64'> {
  if (typeof body === 'string' || !hasBytes(body)) return { body };
  if (!hasOpen(body)) return { body_base64: bytesBase64(toBytes(body)) };
  return { body: withoutBytes(body, 'body', diagnostics) };
}

/** What is returned is taken back: the request shape has room for so many. */
function checkSize(size: number, most: number, what: string, diagnostics: Diagnostics): void {
  if (size > most) throw diagnostics.error('too_many', `The command has more than ${most} ${what}.`, 0);
}

/** The `headers` object, and whether it says the lines exactly. */
function writeHeaders(lines: readonly HeaderLine[]): { headers: Record<string, string>; isExact: boolean } {
  const values = new Map<string, { name: string; value: string }>();
  let isExact = true;
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    const first = values.get(key);
    if (first === undefined) values.set(key, { name, value });
    else first.value += headerSeparator(name) + value;
    // A name that looks like an index would move to the front of the object.
    isExact &&= first === undefined && !/^\d+$/.test(name);
  }
  // Not by assignment: a header may be called `__proto__`.
  const headers = Object.fromEntries(Array.from(values.values(), ({ name, value }) => [name, value]));
  return { headers, isExact };
}
