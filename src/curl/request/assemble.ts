import { bytesBase64 } from '../../request/bytes.ts';
import { headerSeparator, REFUSED_METHOD, TOKEN } from '../../request/normalize.ts';
import {
  type FormPart,
  type HeaderLine,
  MAX_FORM_PARTS,
  MAX_HEADERS,
  type ParsedRequest,
  type RequestAuth,
  type RequestOptions,
} from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { CommandLine } from '../options/walk.ts';
import { Word } from '../shell/word.ts';
import { addCredentials, limitSignature } from './auth.ts';
import { addUpload, type Body, readData } from './body.ts';
import type { Draft, Job, Kind, Line } from './draft.ts';
import { addForm } from './form.ts';
import { Headers } from './headers.ts';
import { addBodyHeaders, addMadeHeaders } from './made-headers.ts';
import { Writer } from './render.ts';
import { addSettings } from './settings.ts';
import { readTarget } from './target.ts';
import { writeUrl } from './url.ts';

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
  const [upload] = operation.uploads;
  const [first] = data;
  let result: Kind = kind ?? 'get';
  if (first !== undefined) {
    const wanted: Kind = get ? (head ? 'head' : 'get') : 'post';
    if (kind !== undefined && kind !== wanted) throw diagnostics.error('conflicting_methods', first);
    result = wanted;
  }
  if (upload !== undefined && !upload.value.isEmpty) {
    if (kind !== undefined || first !== undefined) throw diagnostics.error('conflicting_methods', upload);
    result = 'put';
  }
  return result === 'head' && !head ? 'get' : result;
}

function methodOf({ operation: { method }, diagnostics }: Job, kind: Kind): Word | string {
  if (method === undefined) return METHODS[kind];
  const { text = METHODS[kind] } = method.value;
  if (!TOKEN.test(text)) diagnostics.warn('method_not_sendable', method);
  if (REFUSED_METHOD.test(text)) diagnostics.warn('method_refused', method);
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
  const { method, url, lines, body, body_file, form, auth, options } = draft;
  const writer = new Writer(draft, line.span, diagnostics);
  const { headers, isExact } = writeHeaders(lines, writer);
  const parsed: ParsedRequest = { method: writer.text(method), url: writer.text(url), headers };
  // Bytes with open values among them are written as text, with a warning.
  if (body instanceof Word && body.hasBytes && !body.hasOpen) parsed.body_base64 = bytesBase64(body.bytes);
  else if (body !== undefined) parsed.body = writer.text(body);
  if (body_file !== undefined) parsed.body_file = writer.text(body_file);
  if (form !== undefined) parsed.form = writer.all<FormPart[]>(form);
  if (auth !== undefined) parsed.auth = writer.all<RequestAuth>(auth);
  const settings = writer.all<RequestOptions>(options);
  if (!isExact)
    settings.header_list = writer.all<HeaderLine[]>(lines.map(({ name, value }) => ({ name, value })));
  if (Object.keys(settings).length > 0) parsed.options = settings;
  const lineCount = Math.max(lines.length, settings.omit_headers?.length ?? 0);
  // What is returned is taken back: the request shape has room for so many.
  if (lineCount > MAX_HEADERS || (form?.length ?? 0) > MAX_FORM_PARTS) throw diagnostics.error('too_many', 0);
  if (writer.variables.length > 0) parsed.variables = writer.variables;
  return parsed;
}

const DATA_PROPERTY = { enumerable: true, configurable: true, writable: true };

/** Writes the lines: the `headers` object, and whether it says them exactly. */
function writeHeaders(lines: readonly Line[], writer: Writer) {
  const headers: Record<string, string> = {};
  /** By lower-case name, the name that is sent first. */
  let names: Map<string, string> | undefined;
  let isExact = true;
  for (const line of lines) {
    const isOpen = line.name instanceof Word && line.name.hasOpen;
    const name = writer.text(line.name);
    const value = writer.text(line.value);
    line.name = name;
    line.value = value;
    const key = isOpen ? name.toLowerCase() : line.key;
    const first = names?.get(key);
    // A name that looks like an index would move to the front of the object.
    if (first !== undefined || (name.charCodeAt(0) <= 0x39 && /^\d+$/.test(name))) isExact = false;
    names ??= new Map();
    if (first === undefined) names.set(key, name);
    const given = first === undefined ? value : headers[first] + headerSeparator(name) + value;
    if (key === '__proto__') Object.defineProperty(headers, name, { ...DATA_PROPERTY, value: given });
    else headers[first ?? name] = given;
  }
  return { headers, isExact };
}
