/** Plans the headers: which lines the program sets, and which the library's calls send. */
import { readBasic } from '../../request/basic.ts';
import { CONNECTION_HEADERS } from '../../request/connection-headers.ts';
import { partDisposition } from '../../request/multipart.ts';
import { hasHeader, type LowerCase, lowerCase, type NormalHeader, omits } from '../../request/normalize.ts';
import { FIELD_CONTROLS, HOST_VALUE } from '../../request/raw-text.ts';
import { splitVariables, variableDefault } from '../../request/variables.ts';
import { concatenated } from '../text/templates.ts';
import { FORM_TYPE } from './body.ts';
import { isLibcurl, NEEDS_USER_AGENT } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import { COOKIES, type PlanBody, type PlanHeader, type ProgramPlan, START, type Template } from './plan.ts';
import { isSentWithT } from './redirects.ts';

const AUTHORIZATION = lowerCase('authorization');
const AGENT = lowerCase('user-agent');
const CONTENT_TYPE = lowerCase('content-type');
const JSON_TYPE = 'application/json';
const ASCII = /^[\0-\x7f]*$/;
/** Content encodings that the program would have to decode. */
const ENCODING = /\b(?:x-gzip|gzip|deflate|br|zstd|compress)\b/i;

type Decided = 'headers' | 'bodyHeaders' | 'cookies' | 'host' | 'contentType' | 'body' | 'auth' | 'removed';
type PlannedHeaders = Mutable<Pick<ProgramPlan, Decided | 'isUntyped' | 'compressed'>>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

/** Returns the first and the last byte that a Range header asks for (RFC 9110, section 14.1.2); nothing for any other. */
export function rangeOf({ lower, value }: PlanHeader): readonly [first?: string, last?: string] {
  const [, first, last] =
    (lower === 'range' && /^bytes=(0|[1-9]\d{0,14})-(\d{0,15})$/.exec(String(value))) || [];
  if (first === undefined) return [];
  if (last === '') return [first];
  return last === String(Number(last)) && Number(first) <= Number(last) ? [first, last] : [];
}

/** @param body the planned body: headers that its call sends are omitted */
export function planHeaders(context: PlanContext, body: PlanBody): PlannedHeaders {
  const { request, library } = context;
  const planned: PlannedHeaders = {
    headers: [],
    bodyHeaders: [],
    cookies: undefined,
    host: undefined,
    contentType: undefined,
    body,
    auth: undefined,
    removed: [],
    isUntyped: false,
    compressed: request.options.compressed === true && (library.isCurl || request.method !== 'HEAD'),
  };
  const { headers } = request;
  for (const line of joined(context, headers)) planLine(context, line, planned);
  const isSent = library.isCurl || library.fixedHeaders.includes(AGENT) || AGENT in library.removableHeaders;
  const isSettled = isSent || hasHeader(headers, AGENT) || omits(request.options, AGENT);
  if (!isSettled && NEEDS_USER_AGENT.test(request.url)) planned.headers.push(plain('User-Agent', 'curl/8'));
  if (library.losesBrackets === true) planBrackets(context, planned);
  const { connection, te, expect_continue: expects, omit_headers: omitted } = request.options;
  if (context.cookieFile !== undefined) planCookies(context, context.cookieFile, planned);
  if (connection !== undefined) planConnection(context, connection, planned);
  if (te !== undefined) planned.headers.push(plain('TE', te));
  if (context.resumes && !isLibcurl(library)) planned.headers.push(plain('Range', ['bytes=', START, '-']));
  if (expects === true) planExpect(context, planned);
  if (body.kind !== 'none' && !hasHeader(headers, CONTENT_TYPE)) planTypeless(context, planned);
  if (omitted !== undefined) planOmitted(context, omitted, planned);
  if (planned.compressed && !library.decodes) {
    context.leaveOut('--compressed', 'does not decode responses');
    planned.compressed = false;
  }
  return planned;
}

/** Plans the Host of a URL with an IPv6 address, as curl sends it. */
function planBrackets(context: PlanContext, planned: PlannedHeaders): void {
  const { headers, url } = context.request;
  const address = /^https?:\/\/(\[[^/?]*)/i.exec(url)?.[1];
  if (address !== undefined && !hasHeader(headers, 'host'))
    planLine(context, { name: 'Host', lower: lowerCase('host'), value: address }, planned);
}

/** Plans the cookies of a file that the program reads, as the library has nothing for it. */
function planCookies(context: PlanContext, file: string, planned: PlannedHeaders): void {
  const [, host = ''] = /^https?:\/\/\[?((?<=\[)[^\]]*|[^/?:]*)/i.exec(context.request.url) ?? [];
  if (host === '' || context.blank(host) !== host || file === '-') {
    context.refuse('-b', 'cannot read cookies from a file for a host that is not known');
    return;
  }
  const isCookie = ({ lower }: PlanHeader) => lower === 'cookie';
  const given = planned.headers.find(isCookie)?.value;
  const value = given === undefined ? [COOKIES] : concatenated([given, '; ', [COOKIES]]);
  planned.cookies = { file: context.template(file), domain: `.${host.toLowerCase()}` };
  planned.headers = [...planned.headers.filter((header) => !isCookie(header)), plain('Cookie', value)];
  const what = 'those of the host, also expired ones and those for other paths; if none, an empty header';
  context.warn('cookies_differ', `Of the cookies in the file, the program sends ${what}.`, '-b');
}

function planConnection(context: PlanContext, connection: string, { headers }: PlannedHeaders): void {
  const { library } = context;
  if (library.connection) headers.push(plain('Connection', connection));
  else if (connection === 'close') context.leaveOutHeader('Connection', 'sets it', 'option_unsupported');
}

function planExpect(context: PlanContext, { body, headers }: PlannedHeaders): void {
  const { library, request } = context;
  const isEmpty = body.kind === 'none' || (body.kind === 'text' && body.text === '');
  // With chunks and an empty body, libcurl 7 waits for 100 Continue forever.
  const isStuck = isEmpty && isLibcurl(library) && request.options.chunked === true;
  const when = isStuck ? ' before an empty body' : '';
  if (library.expectContinue && !isStuck) headers.push(plain('Expect', '100-continue'));
  else context.leaveOutHeader('Expect', `does not send it${when}`, 'option_unsupported');
}

function plain(name: string, value: Template): PlanHeader {
  const lower = lowerCase(name);
  return { name, lower, value, isAscii: true };
}

function planLine(context: PlanContext, line: NormalHeader, planned: PlannedHeaders): void {
  const { request, library } = context;
  const { lower, name } = line;
  // Surrounding blanks are not part of it (RFC 9110, section 5.5).
  const value = line.value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
  if (lower === 'authorization' && planAuthorization(context, value, planned)) return;
  if (lower === 'host' && planHost(context, value, planned)) return;
  if (lower === 'content-type' && planType(context, value, planned)) return;
  const isCoding = lower === 'accept-encoding' && ENCODING.test(value);
  if (isCoding && !library.isCurl && request.method !== 'HEAD') {
    if (library.decodes) planned.compressed = true;
    else context.leaveOutHeader(name, 'does not decode responses');
    return;
  }
  if (CONNECTION_HEADERS.has(lower) || library.refusedHeaders?.has(lower) === true) {
    context.leaveOutHeader(name, 'does not let a program set it');
    return;
  }
  if (!canSay(context, name, lower, value)) return;
  if (request.variables.length > 0 && !library.isCurl) warnOfEmpty(context, name, value);
  const lines = library.bodyHeaders?.has(lower) === true ? planned.bodyHeaders : planned.headers;
  const [key, text] = [context.template(name), context.template(value)];
  lines.push({ name: key, lower, value: text, isAscii: ASCII.test(value) });
}

function canSay(context: PlanContext, name: string, lower: LowerCase, value: string): boolean {
  const { library } = context;
  if (library.isCurl) return true;
  if (value === '' && library.neverEmpty.includes(lower)) {
    context.leaveOutHeader(name, 'sends no header without a value');
    return false;
  }
  if ((!ASCII.test(value) && library.headerText === 'ascii') || FIELD_CONTROLS.test(value)) {
    context.leaveOutHeader(name, 'cannot send the characters of its value');
    return false;
  }
  return true;
}

/** Warns of headers that curl would leave out: those of variables whose default is empty, `${NAME:-}`. */
function warnOfEmpty(context: PlanContext, name: string, value: string): void {
  const [only, ...more] = splitVariables(value, context.request.variables);
  if (more.length === 0 && only?.kind === 'variable' && variableDefault(only.written)?.text === '')
    context.warn(
      'header_changed',
      `If its variable is empty, the program sends ${name} without a value; curl leaves the header out.`,
      '-H',
    );
}

/** Returns the lines, those of one name joined (RFC 9110, section 5.3) where the library cannot repeat them. */
function joined(context: PlanContext, headers: readonly NormalHeader[]): readonly NormalHeader[] {
  const { repeatedHeaders } = context.library;
  if (repeatedHeaders === 'all') return headers;
  const lines = new Map<string, NormalHeader>();
  for (const line of headers) {
    const isJoined = repeatedHeaders === 'none' || `but-${line.lower}` === repeatedHeaders;
    const before = isJoined ? lines.get(line.lower) : undefined;
    if (before === undefined) {
      lines.set(isJoined ? line.lower : `${line.lower} ${lines.size}`, line);
      continue;
    }
    const value = `${before.value}${line.lower === 'cookie' ? '; ' : ', '}${line.value}`;
    lines.set(line.lower, { ...before, value });
    context.warnOfLibrary('header_changed', `sends the repeated header ${before.name} as one line`, '-H');
  }
  return [...lines.values()];
}

/** Plans an Authorization that the library has a call for; returns false where it stays a header. */
function planAuthorization(context: PlanContext, value: string, planned: PlannedHeaders): boolean {
  const { library, request: given } = context;
  if (planned.auth !== undefined || given.auth !== undefined || hasTwo(given.headers, AUTHORIZATION))
    return false;
  if (library.bearer && /^Bearer [^\s]+$/.test(value)) {
    planned.auth = { kind: 'bearer', token: context.template(value.slice(7)) };
    return true;
  }
  const credentials = readBasic(value);
  if (credentials === undefined) return false;
  if (library.basic === 'ascii' && !ASCII.test(credentials.username + credentials.password)) return false;
  planned.auth = { kind: 'basic', ...credentials };
  return true;
}

const hasTwo = (headers: readonly NormalHeader[], name: LowerCase): boolean =>
  headers.filter(({ lower }) => lower === name).length > 1;

function planHost(context: PlanContext, value: string, planned: PlannedHeaders): boolean {
  const { library } = context;
  if (library.isCurl) return false;
  if (value === /^https?:\/\/([^[/?]*)/i.exec(context.request.url)?.[1]) return true;
  if (library.host === 'fixed' || value === '' || !HOST_VALUE.test(context.blank(value))) {
    context.leaveOutHeader('Host', 'sends the host of the URL');
    return true;
  }
  if (library.confusesHosts === true && context.request.options.proxy !== undefined)
    context.warnOfLibrary(
      'target_changed',
      'requests the host of the Host header from the proxy, not that of the URL',
      '-x',
    );
  if (library.host === 'header') return false;
  planned.host = context.template(value);
  return true;
}

/** Plans a Content-Type that is not sent as an ordinary header; returns false for any other. */
function planType(context: PlanContext, value: string, planned: PlannedHeaders): boolean {
  const { library, request } = context;
  const { body } = planned;
  if (
    value === library.impliedType &&
    (body.kind === 'text' || body.kind === 'bytes' || body.kind === 'file') &&
    !(isSentWithT(request) || hasTwo(request.headers, CONTENT_TYPE))
  )
    return true;
  if (library.isCurl) return false;
  // A body that is left out takes its type along.
  if (library.bodiless.includes(request.method) && request.body.kind !== 'none') {
    context.leaveOutHeader('Content-Type', 'sends no body');
    return true;
  }
  if (body.kind === 'multipart') {
    if (value === 'multipart/form-data') return true;
    if (library.multipart.ownType && value !== '') planned.body = { ...body, type: context.template(value) };
    else warnOfFormType(context, value);
    return true;
  }
  if (body.kind === 'json' && library.json?.type === true && value === JSON_TYPE) return true;
  if (body.kind === 'pairs' && library.form?.type === true && value === FORM_TYPE) return true;
  if (library.contentType === 'header' || body.kind === 'none') return false;
  planned.contentType = context.template(value);
  return true;
}

function warnOfFormType(context: PlanContext, value: string): void {
  const what = `The Content-Type is left out: ${context.library.name} sends a form as multipart/form-data.`;
  context.warn('header_changed', what, '-H');
  if (partDisposition(value) === 'attachment')
    context.warnOfLibrary(
      'body_changed',
      'sends the form parts as form-data; curl sends these as attachments',
    );
}

function planTypeless(context: PlanContext, planned: PlannedHeaders): void {
  const { library, request } = context;
  const { kind } = planned.body;
  if (kind === 'multipart' && omits(request.options, 'content-type'))
    context.warn('default_header_kept', 'The Content-Type is sent: it has the boundary of the form.', '-H');
  if (kind === 'text' || kind === 'bytes' || kind === 'file') {
    planned.isUntyped = library.defaultType === 'removable' && !(library.isCurl && isSentWithT(request));
    if (library.defaultType === 'fixed')
      context.warnOfLibrary(
        'default_header_kept',
        'sends a Content-Type, which the request does not have',
        '-H',
      );
  }
}

function planOmitted(context: PlanContext, omitted: readonly string[], planned: PlannedHeaders): void {
  const { library } = context;
  const { headers } = context.request;
  for (const name of omitted) {
    const lower = lowerCase(name);
    if (lower === 'content-type' || hasHeader(headers, lower)) continue;
    if (lower === 'content-length' || lower === 'transfer-encoding') {
      const why = 'The header that gives the length of the body is sent: the server needs it.';
      if (planned.body.kind !== 'none') context.warn('header_changed', why, '-H');
      continue;
    }
    const isRemovable = Object.hasOwn(library.removableHeaders, lower);
    const by = library.isCurl ? '' : isRemovable ? library.removableHeaders[lower] : undefined;
    if (by !== undefined) planned.removed.push({ name, by });
    else if (library.fixedHeaders.includes(lower))
      context.warn(
        'default_header_kept',
        `The header ${name} is sent: ${library.name} always adds it.`,
        '-H',
      );
  }
}
