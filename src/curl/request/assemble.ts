/** Request pass: puts the request together, in the order in which curl does. */
import { bytesBase64 } from '../../request/bytes.ts';
import { headerSeparator, REFUSED_METHOD } from '../../request/normalize.ts';
import { TOKEN } from '../../request/raw-text.ts';
import {
  type FormPart,
  type HeaderLine,
  MAX_HEADERS,
  type ParsedRequest,
  type RequestAuth,
  type RequestOptions,
} from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Kind, Transfer } from '../options/transfer.ts';
import type { CommandLine } from '../options/walk.ts';
import { Word } from '../word.ts';
import { addCredentials, limitSignature } from './auth.ts';
import { addUpload, readData } from './body.ts';
import { readDestination } from './destination.ts';
import { addForm } from './form.ts';
import { Headers } from './headers.ts';
import { addBodyHeaders, addImpliedHeaders } from './implied-headers.ts';
import { Writer } from './render.ts';
import type { Job, Line, RequestDraft } from './request-draft.ts';
import { addSettings } from './settings.ts';
import { writeUrl } from './url.ts';

/**
 * The request of the first transfer, without its warnings.
 * @throws InputError for what curl refuses
 */
export function assemble(line: CommandLine, diagnostics: Diagnostics): ParsedRequest {
  const transfer = line.transfers[0];
  const kind = kindOf(transfer, diagnostics);
  const draft: RequestDraft = {
    method: methodOf(transfer, kind, diagnostics),
    url: '',
    lines: [],
    options: transfer.options,
  };
  const job: Job = { line, transfer, kind, draft, diagnostics };
  const data = transfer.data && readData(job, transfer.data);
  const url = readDestination(job, data?.kind === 'content' ? data.content : undefined);
  draft.url = writeUrl(url);
  if (data?.kind === 'file') {
    draft.body_file = data.path;
    if (transfer.data?.[0]?.kind === 'text') draft.options.strip_newlines = true;
  } else if (kind === 'post' && data !== undefined) draft.body = data.content;
  addUpload(job);
  const headers = new Headers(job);
  if (kind === 'form') addForm(job, headers);
  addCredentials(job, url, headers);
  addImpliedHeaders(job, headers);
  headers.sendCustom();
  addBodyHeaders(job, headers);
  headers.finish();
  addSettings(job, url);
  limitSignature(job, headers);
  return finish(job);
}

/** Only one of -I, -F, -d and -T can decide the method. */
function kindOf({ kind, data, get, head, uploads }: Transfer, diagnostics: Diagnostics): Kind {
  const upload = uploads?.[0];
  const first = data?.[0];
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

function methodOf({ method }: Transfer, kind: Kind, diagnostics: Diagnostics): Word | string {
  const usual = kind === 'form' ? 'POST' : kind.toUpperCase();
  if (method === undefined) return usual;
  const { text = usual } = method.value;
  if (!TOKEN.test(text)) diagnostics.warn('method_not_sendable', method);
  if (REFUSED_METHOD.test(text)) diagnostics.warn('method_refused', method);
  return method.value;
}

function finish({ line, draft, diagnostics }: Job): ParsedRequest {
  const { method, url, lines, body, body_file, form, auth, options } = draft;
  const writer = new Writer(draft, line.span, diagnostics);
  const { headers, isExact } = writeHeaders(lines, writer);
  const parsed: ParsedRequest = { method: writer.text(method), url: writer.text(url), headers };
  // Bytes with unresolved values among them are written as text, with a warning.
  if (body instanceof Word && body.hasBytes && !body.hasUnresolved)
    parsed.body_base64 = bytesBase64(body.bytes);
  else if (body !== undefined) parsed.body = writer.text(body);
  if (body_file !== undefined) parsed.body_file = writer.text(body_file);
  if (form !== undefined) parsed.form = writer.all<FormPart[]>(form);
  if (auth !== undefined) parsed.auth = writer.all<RequestAuth>(auth);
  const settings = writer.all<RequestOptions>(options);
  if (!isExact)
    settings.header_list = writer.all<HeaderLine[]>(lines.map(({ name, value }) => ({ name, value })));
  if (Object.keys(settings).length > 0) parsed.options = settings;
  const lineCount = Math.max(lines.length, settings.omit_headers?.length ?? 0);
  // The result must be valid input, and the request shape limits the number.
  if (lineCount > MAX_HEADERS) throw diagnostics.error('too_many', 0);
  if (writer.variables.length > 0) parsed.variables = writer.variables;
  return parsed;
}

/** Writes the lines: the `headers` object, and whether it says them exactly. */
function writeHeaders(lines: readonly Line[], writer: Writer) {
  /** By lower-case name, the name that is sent first, and the joined values. */
  const headers = new Map<string, [name: string, value: string]>();
  let isExact = true;
  for (const line of lines) {
    const isOpen = typeof line.name !== 'string' && line.name.hasUnresolved;
    const name = writer.text(line.name);
    const value = writer.text(line.value);
    line.name = name;
    line.value = value;
    const key = isOpen ? name.toLowerCase() : line.key;
    const first = headers.get(key);
    // JavaScript moves a name that looks like an index to the front of an object.
    if (first !== undefined || /^\d+$/.test(name)) isExact = false;
    if (first === undefined) headers.set(key, [name, value]);
    else first[1] += headerSeparator(name) + value;
  }
  return { headers: Object.fromEntries(headers.values()), isExact };
}
