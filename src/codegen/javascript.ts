/**
 * JavaScript: programs for fetch, for node:http where fetch would send something else or nothing at all, and for a
 * socket where a request is to be HTTP/1.0.
 */
import { multipartChunks } from '../request/multipart.ts';
import {
  hasHeader,
  lowerCase,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
  USUAL_NAMES,
} from '../request/normalize.ts';
import type { RequestAuth } from '../schemas/request-shape.ts';
import {
  camelCase,
  constant,
  count,
  DOUBTFUL,
  declareAsciiUser,
  declareEarlyBody,
  declareNextRequests,
  declareOneAnswer,
  declareOneSpelling,
  firstHeader,
  formPairs,
  type Generator,
  hasDotSegment,
  hasUniqueNames,
  headersToSend,
  Imports,
  ImportTable,
  isDeep,
  isPrintable,
  isSentAsGiven,
  lacksHost,
  leavesOut,
  lines,
  type Piece,
  ProgramVariables,
  proxyUrl,
  repeatedHeaders,
  replaceEach,
  singleHeader,
  textWidth,
  type UrlPieces,
  unreachable,
  urlPieces,
  type Warnings,
  withoutHeaders,
  withSpeltHost,
} from './generator.ts';
import {
  declareUnsaidChunks,
  isForFirstHost,
  keepsTypeAlone,
  redirected,
  redirectPlan,
  typeIsImplied,
} from './redirects.ts';
import { type SocketLine, type SocketRequest, socketRequest } from './socket.ts';

export const javascript = {
  language: 'javascript',
  title: 'JavaScript',
  library: 'fetch',
  requires: 'Node.js 20',
  filename: 'main.mjs',
  install: null,
  run: 'node main.mjs',
  write(request, warnings) {
    const ordinary = ordinaryProgram(request);
    if (ordinary !== undefined) return ordinary;
    const pieces = urlPieces(request.url);
    const taken = request.auth === undefined ? TAKEN : [...TAKEN, 'username', 'password'];
    const variables = new ProgramVariables(request.variables, camelCase, taken);
    const headers = withSpeltHost(headersToSend(request, warnings), request);
    const repeated = repeatedHeaders(headers);
    const draft = { request, warnings, pieces, variables, headers, repeated };
    const socket = usesSocket(request) ? httpOnSocket(draft) : undefined;
    if (socket !== undefined) return new SocketProgram(draft, socket).toString();
    warnOfVersion(request, warnings);
    if (leavesOut(request, 'connection') && request.options.connection === undefined)
      warnings.add('default_header_kept', 'Node.js sends a Connection header of its own.', '-H');
    const program = needsHttp(draft) ? new HttpProgram(draft) : new FetchProgram(draft);
    return program.toString();
  },
} as const satisfies Generator;

/** The longest time limit that a timer takes, in milliseconds. */
const MAX_TIMEOUT = 2_147_483_647;

/** Reserved words, globals that the programs use, and names of their own. */
const TAKEN = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined globalThis process console fetch Buffer URL URLSearchParams FormData Blob Response TextEncoder AbortSignal JSON Promise Error http https zlib buffer readFile randomUUID createHash randomBytes boundary body content encoded blob form headers options request response url method count next send digest hash utf8 error credentials chunks tunnel proxy proxyUser proxyHeaders redirects challenge target text decode decoders authorize isAsked environment socket head answer connect origin location resolveUrl'.split(
    ' ',
  ),
);

/** Texts that have nothing to escape in any literal, as most have. */
const HARMLESS = /^[ !#%-&(-;=-[\]-_a-~]*$/;

const WIDTH = 80;
/** After a key this short a line break would gain nothing. */
const SHORT_KEY = 4;
/** Characters besides letters and digits that URLSearchParams leaves alone (WHATWG URL, section 5.2). */
const UNESCAPED = '*-._';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Methods that fetch refuses. */
const REFUSED_METHOD = /^(?:connect|trace|track)$/i;
/** Methods that fetch writes in capitals. */
const USUAL_METHOD = /^(?:get|post|put|delete|head|options|patch)$/i;
/** Default headers of fetch: it cannot leave them out. */
const FETCH_DEFAULTS = ['user-agent', 'accept', 'accept-encoding', 'host'];
/**
 * Headers that fetch sets itself, those that make it add `Cache-Control: no-cache` (Fetch, section 4.6), and the
 * name that undici takes for a prototype.
 */
const NO_FETCH_HEADERS: ReadonlySet<string> = new Set([
  '__proto__',
  'connection',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'sec-fetch-mode',
  'te',
]);
/** Headers that fetch takes off with the body (Fetch, section 2.2.2, "request-body-header name"). */
const BODY_HEADER = /^content-(?:encoding|language|location|type)$/;
/** fetch gives up after this many redirects. */
const FETCH_REDIRECTS = 20;

/** What is known before the kind of program is chosen. */
interface Draft {
  request: NormalRequest;
  warnings: Warnings;
  pieces: UrlPieces | undefined;
  variables: ProgramVariables;
  headers: readonly NormalHeader[];
  /** Names (lower case) that stand on more than one header line. */
  repeated: ReadonlySet<string>;
}

function warnOfVersion({ options: { http_version: version } }: NormalRequest, warnings: Warnings): void {
  if (version !== undefined && version !== '1.1')
    warnings.add(
      'http_version_unsupported',
      `The program sends HTTP/1.1 instead of HTTP/${version}.`,
      `--http${version}`,
    );
}

/** Whether the request is HTTP/1.0 and needs no more than one exchange and no decoding. */
function usesSocket({ options }: NormalRequest): boolean {
  return (
    options.http_version === '1.0' &&
    options.follow_redirects !== true &&
    options.compressed !== true &&
    options.chunked !== true
  );
}

function httpOnSocket({ request, headers, variables }: Draft): SocketRequest | undefined {
  return socketRequest(request, headers, (text) => variables.openIn(text));
}

/** Whether fetch cannot send the request, or would send another one. */
function needsHttp({ request, pieces, variables, headers, repeated }: Draft): boolean {
  const { method, options, body, auth } = request;
  return (
    auth?.scheme === 'digest' ||
    auth?.scheme === 'any' ||
    (body.kind !== 'none' && (method === 'GET' || method === 'HEAD')) ||
    REFUSED_METHOD.test(method) ||
    (/[a-z]/.test(method) && USUAL_METHOD.test(method)) ||
    (!request.hasPlainUrl && pieces !== undefined && !isKeptByUrl(variables.blank(pieces.target))) ||
    options.request_target !== undefined ||
    repeated.size > 0 ||
    (options.omit_headers !== undefined && FETCH_DEFAULTS.some((name) => omits(options, name))) ||
    headers.some((line) => NO_FETCH_HEADERS.has(line.lower)) ||
    addsIdentity(headers) ||
    options.chunked === true ||
    options.insecure === true ||
    options.proxy !== undefined ||
    options.ip_version !== undefined ||
    (options.follow_redirects === true && !fetchRedirectsAlike(request))
  );
}

/** What URL neither escapes nor takes away (WHATWG URL, section 1.3); it leaves escapes as they are. */
const KEPT_TARGET = /^\/[\w\-.~!$&'()*+,;=:@/|[\]%]*(?:\?[!$-&(-;=?-~]+)?$/;

/** Whether URL gives back a request target as it stands. */
function isKeptByUrl(target: string): boolean {
  return KEPT_TARGET.test(target) && !hasDotSegment(target);
}

/** Whether fetch adds `identity` to the Accept-Encoding of a request for a range (Fetch, section 4.6). */
function addsIdentity(headers: readonly NormalHeader[]): boolean {
  return hasHeader(headers, 'range') && hasHeader(headers, 'accept-encoding');
}

/** Whether fetch follows redirects as curl does: it keeps a PUT and its body after 301 and 302, for one thing. */
function fetchRedirectsAlike(request: NormalRequest): boolean {
  const { method, options } = request;
  const limit = options.max_redirects;
  if (options.auth_on_redirect === true || (limit !== undefined && limit !== FETCH_REDIRECTS)) return false;
  const after = ([301, 302, 303] as const).map((status) => redirected(request, status));
  if (method === 'POST') return after.every((sent) => sent.method === 'GET' && !sent.keepsBody);
  return (method === 'GET' || method === 'HEAD') && after.every((sent) => sent.method === method);
}

/** How every program ends. */
const TRY = 'try {\n';
const END = `} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
`;

/** How an ordinary program sends the request, and prints the response. */
const FETCH = '  const response = await fetch(url, {\n';
const PRINT_AND_END = constant(`);
  console.log(response.status, response.statusText);
  console.log(await response.text());
${END}`);
const NO_REDIRECTS_AND_END = constant(`    redirect: "manual",\n  }${PRINT_AND_END}`);

const ORDINARY_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
]);

/**
 * The program for a request like most, which fetch sends as it stands; undefined for any other. It is the one that
 * {@link FetchProgram} writes, from one template.
 */
function ordinaryProgram({ method, url, headers, body, isOrdinary }: NormalRequest): string | undefined {
  if (!isOrdinary || !ORDINARY_METHODS.has(method)) return undefined;
  const hasBody = body.kind === 'text' && method !== 'GET' && method !== 'HEAD';
  if ((!hasBody && body.kind !== 'none') || repeatedHeaders(headers).size > 0) return undefined;
  let properties = '';
  for (const line of headers) {
    const { value, isPlain } = line;
    const isSent =
      isSentAsGiven(line) && !NO_FETCH_HEADERS.has(line.lower) && (isPlain || PRINTABLE.test(value));
    if (!isSent) return undefined;
    const key = headerKey(line);
    const isShort = isPlain && key.length + value.length + 11 <= WIDTH;
    properties += isShort ? `      ${key}: "${value}",\n` : `      ${property(key, quoted(value), 3)}\n`;
  }
  if (addsIdentity(headers)) return undefined;
  if (properties !== '') properties = `    headers: {\n${properties}    },\n`;
  if (method !== 'GET') properties = `    method: "${method}",\n${properties}`;
  let declaration = '';
  if (hasBody) {
    const type = firstHeader(headers, 'content-type');
    if (type === undefined) return undefined;
    const property = textProperty(body.text, type.value === FORM_TYPE);
    if (property === undefined)
      declaration = `  const body = ${backticks([{ kind: 'text', text: body.text }], true)};\n\n`;
    properties += property ?? BODY;
  }
  const start = `${TRY}${declaration}  ${urlStatement('const', url)}\n${FETCH}`;
  return start + properties + NO_REDIRECTS_AND_END;
}

/** Module and imported name, a blank between; `default` before the name of a whole module. */
const MODULES = new ImportTable(
  [
    'node:crypto createHash',
    'node:crypto randomBytes',
    'node:crypto randomUUID',
    'node:fs/promises readFile',
    'node:http default http',
    'node:https default https',
    'node:net connect',
    'node:stream/consumers buffer',
    'node:stream/consumers text',
    'node:tls connect',
    'node:zlib brotliDecompressSync',
    'node:zlib gunzipSync',
    'node:zlib inflateSync',
  ],
  (name) => name,
);

/** What both kinds of programs write alike. */
abstract class Program {
  protected readonly request: NormalRequest;
  protected readonly warnings: Warnings;
  protected readonly variables: ProgramVariables;
  protected headers: readonly NormalHeader[];
  protected readonly pieces: UrlPieces | undefined;
  protected readonly repeated: ReadonlySet<string>;
  /** Module and imported name, a blank between; `default` before the name of a whole module. */
  protected readonly imports = new Imports(MODULES);
  /** Statements before the request, formatted. */
  protected readonly setup: string[] = [];
  /** Functions at the top. */
  protected readonly functions: string[] = [];
  /** Constants that the functions use. */
  protected readonly globals: string[] = [];
  /** A header whose value is an expression. */
  protected extraHeader: [name: string, expression: string] | undefined;

  constructor({ request, warnings, pieces, variables, headers, repeated }: Draft) {
    this.request = request;
    this.warnings = warnings;
    this.variables = variables;
    this.headers = headers.filter((line) => this.isSayable(line));
    this.pieces = pieces;
    this.repeated = this.headers.length < headers.length ? repeatedHeaders(this.headers) : repeated;
  }

  /** The statements inside `try`, indented. */
  protected abstract statements(): string;

  toString(): string {
    const statements = this.statements();
    const declarations: string[] = [];
    let demands = false;
    for (const { name, identifier, fallback } of this.variables.used)
      if (fallback === undefined) {
        demands = true;
        declarations.push(call(`const ${identifier} = environment(`, [literal(name)], ');', 0));
      } else {
        // A name with a default is one of the shell's, and so one of JavaScript.
        const value = `process.env.${name} ${fallback.forEmpty ? '||' : '??'}`;
        declarations.push(choice(`const ${identifier} =`, value, `${literal(fallback.text)};`));
      }
    if (demands)
      this.useFunction(
        '/** The value of an environment variable. */',
        'function environment(name) {',
        '  const value = process.env[name];',
        '  if (value === undefined) throw new Error(`${name} is not set`);',
        '  return value;',
        '}',
      );
    let text = this.importLines();
    for (const code of this.functions) text += `${code}\n\n`;
    text += paragraph(declarations, '') + paragraph(this.globals, '');
    return `${text}try {\n${paragraph(this.setup, '  ')}${statements}${END}`;
  }

  /** The imports, those of one module together, and an empty line. */
  private importLines(): string {
    let text = '';
    let names = '';
    let last = '';
    for (const entry of this.imports.names) {
      const blank = entry.indexOf(' ');
      const module = entry.slice(0, blank);
      const name = entry.slice(blank + 1);
      if (module === last) names += `, ${name}`;
      else {
        text += importLine(last, names);
        names = name;
        last = module;
      }
    }
    text += importLine(last, names);
    return text === '' ? '' : `${text}\n`;
  }

  /** Whether JavaScript can send a header line; it is left out with a warning otherwise. */
  private isSayable({ name, value, isPlain }: NormalHeader): boolean {
    const isSayable = isPlain || !/[\0-\x08\x0a-\x1f\x7f]/.test(value);
    if (!isSayable)
      this.warnings.add(
        'header_changed',
        `The header ${name} is left out: Node.js refuses control characters.`,
      );
    return isSayable;
  }

  /** Entries of the `headers` object, one level deep. */
  protected headerEntries(): string[] {
    const entries: string[] = [];
    const { repeated } = this;
    for (const line of this.headers) {
      const { name } = line;
      if (repeated.size === 0 || !repeated.has(line.lower)) entries.push(this.headerProperty(line));
      else if (line === firstHeader(this.headers, line.lower)) {
        const same = this.headers.filter((other) => other.lower === line.lower);
        const values = same.map((other) => this.header(other.value));
        entries.push(listProperty(propertyKey(name), values, 3));
      }
    }
    if (this.extraHeader !== undefined)
      entries.push(`${propertyKey(this.extraHeader[0])}: ${this.extraHeader[1]},`);
    return entries;
  }

  protected headerProperty(line: NormalHeader): string {
    const { name, value, isPlain } = line;
    if (this.variables.openIn(name)) return property(`[${this.text(name)}]`, this.header(value), 3);
    const key = headerKey(line);
    return property(key, isPlain ? `"${value}"` : this.header(value), 3);
  }

  /** `key: "text",` of a text without escapes that fits on the line in any case, as most do. */
  protected shortProperty(key: string, text: string, depth: number): string | undefined {
    return this.variables.openIn(text) ? undefined : shortProperty(key, text, depth);
  }

  /** A header value: JavaScript takes characters up to U+00FF as bytes, so the UTF-8 is put in as such. */
  protected header(value: string): string {
    if (/^[\0-\x7f]*$/.test(this.variables.blank(value))) return this.text(value);
    this.useFunction(
      '/** The UTF-8 of a text as a header takes it, one character a byte. */',
      'function utf8(text) {',
      '  return Buffer.from(text).toString("latin1");',
      '}',
    );
    return `utf8(${this.text(value)})`;
  }

  protected useFunction(...texts: readonly string[]): void {
    const code = texts.join('\n');
    if (!this.functions.includes(code)) this.functions.push(code);
  }

  protected text(text: string): string {
    return this.variables.openIn(text) ? template(this.variables.split(text)) : literal(text);
  }

  protected urlStatement(keyword: 'const' | 'let', url: string): string {
    if (this.request.hasPlainUrl) return urlStatement(keyword, url);
    return assign(`${keyword} url =`, this.text(url), 1);
  }

  /** Reads a local file of the user, or standard input, as a Buffer. */
  protected readFile(path: string): string {
    if (path === '-') {
      this.imports.add('node:stream/consumers buffer');
      return 'await buffer(process.stdin)';
    }
    this.imports.add('node:fs/promises readFile');
    return `await readFile(${this.text(path)})`;
  }

  /** Bytes from base64. */
  protected base64Declaration(name: string, base64: string): string {
    return call(`const ${name} = Buffer.from(`, [quoted(base64), '"base64"'], ');', 1);
  }

  protected multiPartDeclaration(parts: readonly NormalPart[]): void {
    this.imports.add('node:crypto randomUUID');
    this.setup.push('const boundary = randomUUID();');
    const mark = '\0boundary\0';
    const chunks: string[] = [];
    const own = singleHeader(this.headers, 'content-type');
    const all = multipartChunks(parts, mark, this.request.options.form_escape, own);
    const isText = all.length === 1 && all[0]?.kind === 'text' && !this.hasWideHead();
    for (const chunk of all) {
      const name = isText ? 'body' : `chunk${chunks.length + 1}`;
      chunks.push(chunk.kind === 'text' ? `Buffer.from(${name})` : name);
      if (chunk.kind === 'bytes') this.setup.push(this.base64Declaration(name, chunk.base64));
      else if (chunk.kind === 'file')
        this.setup.push(assign(`const ${name} =`, this.readFile(chunk.path), 1));
      else {
        const pieces = chunk.text
          .split(mark)
          .flatMap((text, index): Piece[] => [
            ...(index === 0 ? [] : [{ kind: 'variable', identifier: 'boundary', text: mark } as const]),
            ...(text === '' ? [] : this.variables.split(text)),
          ]);
        this.setup.push(call(`const ${name} = [`, linesOf(pieces).map(template), '].join("\\r\\n");', 1));
      }
    }
    if (!isText) this.setup.push(call('const body = Buffer.concat([', chunks, ']);', 1));
    const given = firstHeader(this.headers, 'content-type');
    this.headers = withoutHeaders(this.headers, 'content-type');
    this.extraHeader = [
      'Content-Type',
      template([
        ...this.variables.split(given?.value ?? 'multipart/form-data'),
        { kind: 'text', text: '; boundary=' },
        { kind: 'variable', identifier: 'boundary', text: mark },
      ]),
    ];
  }

  protected fileDeclaration(path: string, stripNewlines: boolean): void {
    if (!stripNewlines) this.setup.push(assign('const body =', this.readFile(path), 1));
    else
      this.setup.push(
        assign('const content =', this.readFile(path), 1),
        'const body = content.filter((byte) => ![0, 10, 13].includes(byte));',
      );
  }

  protected timeoutOption(): string[] {
    const { timeout_ms: timeout, connect_timeout_ms: connect } = this.request.options;
    if (connect !== undefined && connect !== 0)
      this.warnings.add(
        'option_unsupported',
        'The program has no time limit of its own for connecting.',
        '--connect-timeout',
      );
    // A longer time would be none at all.
    const limit = Math.min(timeout ?? 0, MAX_TIMEOUT);
    return limit === 0 ? [] : [`signal: AbortSignal.timeout(${limit}),`];
  }

  protected unsupportedAuth(auth: RequestAuth): void {
    this.warnings.add(
      'auth_unsupported',
      `Node.js has no ${auth.scheme} authentication: the program sends no credentials.`,
      `--${auth.scheme}`,
    );
  }

  /** Declares `body`; false when there is none. A body that redirects drop is declared with `let`. */
  protected addBody(): boolean {
    const { body } = this.request;
    switch (body.kind) {
      case 'none':
        return false;
      case 'text':
        if (body.text === '' && this.request.options.chunked !== true) return false;
        this.declareText(body.text);
        break;
      case 'bytes':
        this.setup.push(this.base64Declaration('body', body.base64));
        break;
      case 'file':
        this.fileDeclaration(body.path, body.stripNewlines);
        break;
      case 'form':
        this.multiPartDeclaration(body.parts);
        break;
      default:
        unreachable(body);
    }
    return true;
  }

  /**
   * Whether something in the head is not ASCII: Node.js would put a text that is the body into the same buffer, and
   * encode both as UTF-8.
   */
  private hasWideHead(): boolean {
    const isAscii = (value: string) => /^[\0-\x7f]*$/.test(value);
    const target = this.request.options.request_target ?? this.request.url;
    return !isAscii(target) || this.headers.some((line) => !isAscii(line.value));
  }

  private declareText(text: string): void {
    if (this.hasWideHead()) {
      const literal = text.includes('\n') ? backticks(this.variables.split(text), false) : this.text(text);
      this.setup.push(call('const body = Buffer.from(', [literal], ');', 1));
    } else if (text.includes('\n'))
      this.setup.push(`const body = ${backticks(this.variables.split(text), true)};`);
    else this.setup.push(assign('const body =', this.text(text), 1));
  }

  /** The Authorization header of `auth.scheme: basic`, whose user or password is a variable. */
  protected basicEntries(): string[] {
    const { auth } = this.request;
    if (auth?.scheme !== 'basic') return [];
    this.setup.push(
      assign('const credentials =', this.text(`${auth.username ?? ''}:${auth.password ?? ''}`), 1),
    );
    return ['Authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,'];
  }
}

/** The ordinary program. */
class FetchProgram extends Program {
  protected statements(): string {
    const { method, options, url, auth } = this.request;
    if (auth !== undefined && auth.scheme !== 'basic') this.unsupportedAuth(auth);
    const credentials = this.basicEntries();
    const body = this.bodyProperty();
    let properties = '';
    if (method !== 'GET')
      properties += `    ${this.shortProperty('method', method, 2) ?? property('method', this.text(method), 2)}\n`;
    const headers = this.headerEntries();
    headers.push(...credentials);
    if (headers.length > 0) properties += `    headers: {\n${lines(headers, '      ')}    },\n`;
    properties += body;
    if (options.follow_redirects !== true) properties += '    redirect: "manual",\n';
    else this.warnOfRedirects();
    properties += lines(this.timeoutOption(), '    ');
    const argument = properties === '' ? '' : `, {\n${properties}  }`;
    return `  ${this.urlStatement('const', url)}
  const response = await fetch(url${argument});
  console.log(response.status, response.statusText);
  console.log(await response.text());
`;
  }

  private warnOfRedirects(): void {
    const { method } = this.request;
    const hasSecrets =
      this.request.auth !== undefined ||
      this.headers.some(({ lower }) => isForFirstHost(lower, this.request));
    this.warnings.add(
      'redirect_differs',
      `fetch follows no 3xx but 301, 302, 303, 307 and 308, at most ${FETCH_REDIRECTS} of them, ${hasSecrets ? 'loses credentials at another host for good, ' : ''}and refuses or rewrites an unusual Location.`,
      '-L',
    );
    if (method === 'GET' || method === 'HEAD') return;
    for (const { lower, name } of this.request.headers)
      if (BODY_HEADER.test(lower) && (lower !== 'content-type' || keepsTypeAlone(this.request)))
        this.warnings.add(
          'redirect_differs',
          `fetch takes ${name} off when a redirect turns the request into a GET; curl keeps it.`,
          '-L',
        );
  }

  private bodyProperty(): string {
    const { body } = this.request;
    const hasType = singleHeader(this.headers, 'content-type') !== undefined;
    switch (body.kind) {
      case 'none':
        return '';
      case 'text':
        return this.textProperty(body.text, hasType);
      case 'bytes':
        this.setup.push(this.base64Declaration('body', body.base64));
        return this.bytesProperty();
      case 'file':
        this.fileDeclaration(body.path, body.stripNewlines);
        return this.bytesProperty();
      case 'form':
        if (hasType || !body.parts.every(isFormDataPart) || this.request.options.form_escape !== undefined)
          this.multiPartDeclaration(body.parts);
        else return this.formData(body.parts);
        return BODY;
      default:
        return unreachable(body);
    }
  }

  private textProperty(text: string, hasType: boolean): string {
    if (!hasType) {
      // Without a type of its own fetch would call a text "text/plain".
      if (text === '') return '';
      this.setup.push(call('const body = new TextEncoder().encode(', [this.text(text)], ');', 1));
      return this.bytesProperty();
    }
    const isOpen = this.variables.openIn(text);
    const isForm = singleHeader(this.headers, 'content-type') === FORM_TYPE;
    const known = isOpen ? undefined : textProperty(text, isForm);
    if (known !== undefined) return known;
    if (!text.includes('\n')) return `    ${property('body', this.text(text), 2)}\n`;
    this.setup.push(`const body = ${backticks(this.variables.split(text), true)};`);
    return BODY;
  }

  /** The declared bytes. undici lets go of plain bytes when it has sent them, and fails at a 307. */
  private bytesProperty(): string {
    if (this.request.options.follow_redirects !== true) return BODY;
    return lines(['// A Blob can be sent again after a redirect.', 'body: new Blob([body]),'], '    ');
  }

  private formData(parts: readonly NormalPart[]): string {
    this.setup.push('const body = new FormData();');
    const isAlone = parts.filter((part) => part.filename !== undefined).length === 1;
    let files = 0;
    for (const { name, content, filename, contentType } of parts) {
      if (content.kind === 'text' && filename === undefined) {
        this.setup.push(call('body.append(', [this.text(name), this.text(content.text)], ');', 1));
        continue;
      }
      files += 1;
      const suffix = isAlone ? '' : String(files);
      const source = `content${suffix}`;
      if (content.kind === 'text') this.setup.push(assign(`const ${source} =`, this.text(content.text), 1));
      else if (content.kind === 'bytes') this.setup.push(this.base64Declaration(source, content.base64));
      else this.setup.push(assign(`const ${source} =`, this.readFile(content.path), 1));
      const type = property('type', this.text(contentType ?? ''), 2);
      const flat = `const blob${suffix} = new Blob([${source}], { ${type.slice(0, -1)} });`;
      this.setup.push(
        ...(fits(flat, 1) ? [flat] : [`const blob${suffix} = new Blob([${source}], {`, `  ${type}`, '});']),
        call('body.append(', [this.text(name), `blob${suffix}`, this.text(filename ?? '')], ');', 1),
      );
    }
    this.setup.push(
      '// A FormData as the body would spell its header in small letters.',
      'const encoded = new Response(body);',
    );
    this.extraHeader = ['Content-Type', 'encoded.headers.get("Content-Type")'];
    return '    body: await encoded.blob(),\n';
  }
}

/** The `body` property that takes a variable of that name. */
const BODY = '    body,\n';

/** A text as the `body` property; undefined for one of several lines, which is declared before. */
function textProperty(text: string, isForm: boolean): string | undefined {
  const json = stringifiedJson(text);
  if (json !== undefined) return `    body: JSON.stringify(${json}),\n`;
  const pairs = isForm ? formPairs(text, UNESCAPED) : undefined;
  if (pairs !== undefined && hasUniqueNames(pairs) && pairs.every(([name]) => isOrdinaryName(name))) {
    let items = '';
    for (const [name, value] of pairs) items += `      ${property(propertyKey(name), quoted(value), 3)}\n`;
    return `    body: new URLSearchParams({\n${items}    }),\n`;
  }
  return text.includes('\n') ? undefined : `    ${property('body', literal(text), 2)}\n`;
}

/** `const url = "…";` of a plain URL. */
function urlStatement(keyword: 'const' | 'let', url: string): string {
  return url.length < WIDTH - 16 ? `${keyword} url = "${url}";` : assign(`${keyword} url =`, `"${url}"`, 1);
}

/** Whether FormData writes the part as curl does: it rewrites line ends of texts, and types of its own. */
function isFormDataPart({ name, content, filename, contentType, headers }: NormalPart): boolean {
  if (headers.length > 0 || /[\r\n]/.test(name)) return false;
  if (filename === undefined)
    return content.kind === 'text' && contentType === undefined && !/[\r\n]/.test(content.text);
  // Blob takes types in printable ASCII and writes them in small letters.
  return (
    filename !== '' &&
    contentType !== undefined &&
    /^[ -@[-~]+$/.test(contentType) &&
    !/[\r\n]/.test(filename)
  );
}

/** Methods whose body node:http sends without any framing unless told its length. */
const UNFRAMED = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Lines of the function that sends a request. */
const CHOOSE_CLIENT = '    const client = url.startsWith("https:") ? https : http;\n';
const RESTORE_METHOD = '    request.method = options.method;\n';
const END_REQUEST = `    request.on("error", reject);
    request.end();
  });
}`;
const END_WITH_BODY = END_REQUEST.replace('end()', 'end(body)');

/** What fetch cannot send. */
class HttpProgram extends Program {
  protected statements(): string {
    const { options, auth } = this.request;
    const hasBody = this.addBody();
    if (auth !== undefined && !['basic', 'digest', 'any'].includes(auth.scheme)) this.unsupportedAuth(auth);
    const answersChallenge = auth?.scheme === 'digest' || auth?.scheme === 'any';
    const follows = options.follow_redirects === true;
    const properties = this.optionProperties(hasBody, answersChallenge);
    declareNextRequests(this.request, this.warnings);
    declareOneSpelling(this.headers, this.warnings);
    this.warnOfExpect();
    this.addSend(hasBody);
    const letOrConst = follows ? 'let' : 'const';
    const statements = [this.urlStatement(letOrConst, this.url())];
    const sent = hasBody ? 'url, options, body' : 'url, options';
    statements.push(`const options = {\n${properties}  };`);
    // curl sends no body before a challenge that it is sure of.
    const isFramed = this.framing(hasBody).some((line) => /^"(?:Content-Length|Transfer-)/.test(line));
    const first = auth?.scheme === 'digest' && !isFramed ? 'url, options' : sent;
    if (isFramed) declareEarlyBody(this.request, this.warnings);
    const response = `${follows || answersChallenge ? 'let' : 'const'} response = await send`;
    if (first !== sent && this.extraHeader !== undefined && this.request.body.kind === 'form')
      statements.push(
        '// The type of a form goes out with the form.',
        'const headers = { ...options.headers };',
        `delete headers${member(this.extraHeader[0])};`,
        `${response}(url, { ...options, headers });`,
      );
    else statements.push(`${response}(${first});`);
    if (answersChallenge) statements.push(...this.challengeLines(auth, sent, first !== sent));
    if (follows) statements.push(...this.redirectLines(sent, hasBody));
    statements.push('console.log(response.statusCode, response.statusMessage);', ...this.printLines());
    return lines(statements, '  ');
  }

  /** To wait for 100 Continue, Node.js writes the head before the program could mend it, and as UTF-8. */
  private warnOfExpect(): void {
    const { method, options } = this.request;
    if (options.expect_continue !== true) return;
    if (method !== method.toUpperCase())
      this.warnings.add('method_changed', 'With Expect, Node.js writes the method in capitals.', '-X');
    if (this.headers.some(({ value }) => !/^[\0-\x7f]*$/.test(value)))
      this.warnings.add('header_changed', 'With Expect, Node.js encodes header values as UTF-8 twice.', '-H');
  }

  /** With the scheme in small letters, which the program looks at. */
  private url(): string {
    const { pieces } = this;
    if (pieces === undefined) return this.request.url;
    return this.request.url.startsWith(pieces.scheme)
      ? this.request.url
      : `${pieces.scheme}${this.request.url.slice(pieces.scheme.length)}`;
  }

  private optionProperties(hasBody: boolean, needsHeaders: boolean): string {
    const { method } = this.request;
    let text = `    ${this.shortProperty('method', method, 2) ?? property('method', this.text(method), 2)}\n`;
    const path = this.path();
    if (path !== undefined) text += `    ${property('path', this.header(path), 2)}\n`;
    if (this.usesPairs()) text += lines(this.headerPairs(hasBody), '    ');
    else {
      const headers = this.headerEntries();
      headers.push(...this.basicEntries(), ...this.framing(hasBody));
      if (headers.length > 0) text += `    headers: {\n${lines(headers, '      ')}    },\n`;
      else if (needsHeaders) text += '    headers: {},\n';
    }
    return text + lines(this.connectionProperties(), '    ');
  }

  private connectionProperties(): string[] {
    const { options } = this.request;
    const properties: string[] = [];
    if (lacksHost(this.request, this.headers)) properties.push('setHost: false,');
    if (options.insecure === true) properties.push('rejectUnauthorized: false,');
    if (options.ip_version !== undefined) properties.push(`family: ${options.ip_version},`);
    return [...properties, ...this.timeoutOption()];
  }

  /** Whether the headers are given as a list: Node.js joins the Cookie lines of an object. */
  private usesPairs(): boolean {
    if (!this.repeated.has('cookie')) return false;
    const { auth, options } = this.request;
    if (auth === undefined && options.follow_redirects !== true && options.proxy === undefined) return true;
    this.warnings.add('header_changed', 'Node.js joins the Cookie lines into one.');
    return false;
  }

  /** `headers` as a list of pairs, to which Node.js adds no Host. */
  private headerPairs(hasBody: boolean): string[] {
    const pairs: [string, string][] = this.headers.map(({ name, value }) => [
      this.text(name),
      this.header(value),
    ]);
    if (singleHeader(this.headers, 'host') === undefined && !omits(this.request.options, 'host'))
      pairs.unshift(['"Host"', quoted(this.pieces?.authority ?? '')]);
    if (this.extraHeader !== undefined) pairs.push([quoted(this.extraHeader[0]), this.extraHeader[1]]);
    if (hasBody)
      pairs.push(
        this.request.options.chunked === true
          ? ['"Transfer-Encoding"', '"chunked"']
          : ['"Content-Length"', 'Buffer.byteLength(body)'],
      );
    return ['headers: [', ...pairs.map((pair) => `  ${call('[', pair, '],', 3)}`), '],'];
  }

  private framing(hasBody: boolean): string[] {
    const { method, options } = this.request;
    const lines: string[] = [];
    const encoding = 'accept-encoding';
    if (options.compressed === true && !hasHeader(this.headers, encoding) && !omits(options, encoding))
      lines.push('"Accept-Encoding": "gzip, deflate, br",');
    if (!hasBody) return lines;
    const asksFirst = options.expect_continue === true;
    if (options.chunked === true) lines.push('"Transfer-Encoding": "chunked",');
    else if (UNFRAMED.has(method.toUpperCase()) || asksFirst)
      lines.push('"Content-Length": Buffer.byteLength(body),');
    return lines;
  }

  /** The request target where it is not the one that Node.js makes of the URL. */
  private path(): string | undefined {
    const { options } = this.request;
    const { pieces } = this;
    if (pieces === undefined) return options.request_target;
    const target = options.request_target ?? pieces.target;
    if (/[\0- \x7f]/.test(this.variables.blank(target))) {
      this.warnings.add('target_changed', 'Node.js refuses blanks and control characters in the target.');
      return undefined;
    }
    if (options.request_target !== undefined) return target;
    const isKept = isKeptByUrl(this.variables.blank(target));
    if (this.proxyUrl() === undefined || pieces.scheme !== 'http') return isKept ? undefined : target;
    return isKept && this.request.url.endsWith(target) ? undefined : `http://${pieces.authority}${target}`;
  }

  private proxyUrl(): string | undefined {
    const { proxy } = this.request.options;
    if (proxy === undefined) return undefined;
    const url = proxyUrl(proxy, this.variables);
    if (/^https?:/i.test(url)) return url;
    this.warnings.add(
      'proxy_unsupported',
      'Node.js has no SOCKS proxies: the program connects directly.',
      '--proxy',
    );
    return undefined;
  }

  /** The function that sends one request. */
  private addSend(hasBody: boolean): void {
    const { options, method } = this.request;
    const scheme = options.follow_redirects === true ? undefined : this.pieces?.scheme;
    const proxy = this.proxyUrl();
    if (scheme !== 'http') this.imports.add('node:https default https');
    if (scheme !== 'https') this.imports.add('node:http default http');
    // node:http writes methods in capitals.
    const restore = method === method.toUpperCase() ? '' : RESTORE_METHOD;
    const finish = restore + (hasBody ? END_WITH_BODY : END_REQUEST);
    const parameters = hasBody ? 'url, options, body' : 'url, options';
    if (proxy !== undefined) {
      this.addProxiedSend(proxy, parameters, finish);
      return;
    }
    const choice = scheme === undefined ? CHOOSE_CLIENT : '';
    this.useFunction(`/** Sends one request; the answer is there as soon as its headers are. */
function send(${parameters}) {
  return new Promise((resolve, reject) => {
${choice}    const request = ${scheme ?? 'client'}.request(url, options, resolve);
${finish}`);
  }

  private addProxiedSend(proxy: string, parameters: string, finish: string): void {
    const [, scheme = '', userinfo, rest = ''] = /^(https?:\/\/)(?:([^/?#]*)@)?(.*)$/is.exec(proxy) ?? [];
    const module = scheme.toLowerCase() === 'https://' ? 'https' : 'http';
    this.imports.add(module === 'https' ? 'node:https default https' : 'node:http default http');
    this.globals.push(assign('const proxy =', this.text(scheme + rest), 0));
    if (userinfo !== undefined) {
      const user = this.text(userinfo);
      this.globals.push(
        userinfo.includes('%') || this.variables.openIn(userinfo)
          ? call('const proxyUser = decodeURIComponent(', [user], ');', 0)
          : assign('const proxyUser =', user, 0),
        'const proxyHeaders = {',
        '  "Proxy-Authorization": `Basic ${Buffer.from(proxyUser).toString("base64")}`,',
        '};',
      );
    }
    const hasHost = !lacksHost(this.request, this.headers);
    if (this.pieces?.scheme === 'http') {
      const headers = [
        ...(hasHost ? ['Host: host'] : []),
        ...(userinfo === undefined ? [] : ['...proxyHeaders']),
        '...options.headers',
      ];
      const path = this.path() === undefined ? 'path: url' : 'path: options.path ?? url';
      this.useFunction(
        '/** Sends one request through the proxy. */',
        `function send(${parameters}) {`,
        ...(hasHost ? ['  const { host } = new URL(url);'] : []),
        `  const headers = { ${headers.join(', ')} };`,
        '  return new Promise((resolve, reject) => {',
        `    const all = { ...options, headers, ${path} };`,
        `    const request = ${module}.request(proxy, all, resolve);`,
        finish,
      );
      return;
    }
    this.useFunction(
      '/** Opens a tunnel through the proxy. */',
      'function connect(url) {',
      '  const { hostname, port } = new URL(url);',
      '  return new Promise((resolve, reject) => {',
      `    const request = ${module}.request(proxy, {`,
      '      method: "CONNECT",',
      '      path: `${hostname}:${port || 443}`,',
      ...(userinfo === undefined ? [] : ['      headers: proxyHeaders,']),
      '    });',
      '    request.on("connect", (response, socket) => {',
      '      if (response.statusCode === 200) resolve(socket);',
      '      else reject(new Error(`The proxy answered ${response.statusCode}`));',
      '    });',
      '    request.on("error", reject);',
      '    request.end();',
      '  });',
      '}',
    );
    this.imports.add('node:https default https');
    if (module === 'https') this.imports.delete('node:http default http');
    this.useFunction(
      '/** Sends one request through the proxy. */',
      `async function send(${parameters}) {`,
      '  const socket = await connect(url);',
      '  return new Promise((resolve, reject) => {',
      '    const all = { ...options, agent: false, socket };',
      '    const request = https.request(url, all, resolve);',
      finish,
    );
  }

  /** @param isHeldBack whether the body has not gone out yet: it does, too, when nobody asks for credentials */
  private challengeLines(auth: RequestAuth, sent: string, isHeldBack: boolean): string[] {
    this.imports.add('node:crypto createHash');
    this.imports.add('node:crypto randomBytes');
    const isAny = auth.scheme === 'any';
    declareAsciiUser(this.request, 'The program', this.warnings);
    declareOneAnswer(this.request, this.warnings, 'all');
    this.useFunction(...(isAny ? DIGEST_OR_BASIC : DIGEST));
    const uri = this.digestUri();
    return [
      'const challenge = response.headers["www-authenticate"] ?? "";',
      `const isAsked = /(^|,\\s*)${isAny ? '(basic|digest)' : 'digest'}\\s/i.test(challenge);`,
      'if (response.statusCode === 401 && isAsked) {',
      `  ${assign('const username =', this.text(auth.username ?? ''), 2)}`,
      `  ${assign('const password =', this.text(auth.password ?? ''), 2)}`,
      ...(uri === URI_OF_URL ? ['  const { pathname, search } = new URL(url);'] : []),
      '  options.headers.Authorization = authorize(',
      '    challenge,',
      '    options.method,',
      `    ${uri},`,
      '    username,',
      '    password,',
      '  );',
      '  response.resume();',
      `  response = await send(${sent});`,
      ...(isHeldBack
        ? [
            '} else if (response.statusCode < 300) {',
            '  response.resume();',
            `  response = await send(${sent});`,
          ]
        : []),
      '}',
    ];
  }

  /** The request target without the origin, which is for a proxy only. */
  private digestUri(): string {
    const path = this.path();
    if (path === undefined) return URI_OF_URL;
    const target = this.pieces?.target;
    if (target === undefined || path === target) return 'options.path';
    return isKeptByUrl(this.variables.blank(target)) ? URI_OF_URL : this.header(target);
  }

  /** A loop that follows redirects as curl does. */
  private redirectLines(sent: string, hasBody: boolean): string[] {
    const { method } = this.request;
    const { dropping, next, limit } = redirectPlan(this.request);
    const changes: string[] = [];
    if (next !== method) changes.push(`options.method = ${this.text(next)};`);
    if (hasBody && dropping.length > 0) {
      const at = this.setup.findIndex((line) => line.startsWith('const body ='));
      this.setup[at] = (this.setup[at] ?? '').replace(/^const/, 'let');
      changes.push('body = undefined;');
      for (const name of ['Content-Length', 'Transfer-Encoding'])
        if (this.framing(hasBody).some((line) => line.startsWith(propertyKey(name))))
          changes.push(`delete options.headers${member(name)};`);
    }
    const type = firstHeader(this.request.headers, 'content-type');
    const [ownType = 'Content-Type'] = this.extraHeader ?? [];
    if (typeIsImplied(this.request)) changes.push(`delete options.headers${member(ownType)};`);
    else if (this.extraHeader !== undefined && type !== undefined)
      changes.push(...assign(`options.headers${member(ownType)} =`, this.header(type.value), 2).split('\n'));
    if (this.request.options.chunked === true && dropping.length > 0) declareUnsaidChunks(this.warnings);
    this.warnings.add(
      'redirect_differs',
      'The program escapes an unusual Location as browsers do; curl leaves more of it as it stands.',
      '-L',
    );
    if (lacksHost(this.request, this.headers))
      this.warnings.add(
        'redirect_differs',
        'The program sends no Host to other hosts, either; curl leaves it out for the first one only.',
        '-L',
      );
    this.useFunction(...RESOLVE);
    const guarded = this.forFirstHost();
    const isGuarded = guarded.length > 0;
    return [
      ...(isGuarded ? ['const { origin } = new URL(url);'] : []),
      ...(limit === undefined ? [] : ['let redirects = 0;']),
      'while (/^3/.test(response.statusCode) && response.headers.location) {',
      ...(limit === undefined
        ? []
        : [`  if (redirects === ${limit}) throw new Error("Too many redirects");`, '  redirects += 1;']),
      '  url = resolveUrl(response.headers.location, url);',
      ...(this.path() === undefined ? [] : ['  delete options.path;']),
      ...(dropping.length === 0
        ? []
        : [
            dropping.length === 1
              ? `  if (response.statusCode === ${dropping[0]}) {`
              : `  if ([${dropping.join(', ')}].includes(response.statusCode)) {`,
            ...changes.map((line) => `    ${line}`),
            '  }',
          ]),
      ...(isGuarded
        ? [
            '  const headers = { ...options.headers };',
            '  if (new URL(url).origin !== origin) {',
            ...guarded.map((name) => `    delete headers${member(name)};`),
            '  }',
          ]
        : []),
      '  response.resume();',
      `  response = await send(${isGuarded ? sent.replace('options', '{ ...options, headers }') : sent});`,
      '}',
    ];
  }

  /** Names of the headers that no other host than the first gets. */
  private forFirstHost(): string[] {
    const names = new Set(this.headers.map((line) => line.name));
    if (this.request.auth !== undefined) names.add('Authorization');
    return [...names].filter((name) => isForFirstHost(lowerCase(name), this.request));
  }

  private printLines(): string[] {
    if (this.request.options.compressed !== true) {
      this.imports.add('node:stream/consumers text');
      return ['console.log(await text(response));'];
    }
    this.imports.add('node:stream/consumers buffer');
    this.imports.add('node:zlib brotliDecompressSync', 'node:zlib gunzipSync', 'node:zlib inflateSync');
    return [
      'const decoders = {',
      '  br: brotliDecompressSync,',
      '  deflate: inflateSync,',
      '  gzip: gunzipSync,',
      '};',
      'const encoded = await buffer(response);',
      'const decode = decoders[response.headers["content-encoding"]];',
      'console.log((decode ? decode(encoded) : encoded).toString());',
    ];
  }
}

const URI_OF_URL = 'pathname + search';

/** Node.js reads headers as latin1, and curl makes blanks of a query a plus. */
const RESOLVE = [
  '/** The URL that a Location header leads to. */',
  'function resolveUrl(location, base) {',
  '  const [text] = Buffer.from(location, "latin1").toString().split("#");',
  '  return new URL(text.replace(/(?<=\\?.*) /g, "+"), base).href;',
  '}',
];

/** HTTP/1.0, which neither fetch nor node:http speaks. */
class SocketProgram extends Program {
  private readonly socket: SocketRequest;

  constructor(draft: Draft, socket: SocketRequest) {
    super(draft);
    this.socket = socket;
  }

  protected statements(): string {
    const { scheme, host, port, requestLine, lines: headerLines } = this.socket;
    const { options } = this.request;
    const hasBody = this.addBody();
    const values = headerLines.map((line) => this.headLine(line, hasBody));
    const head = call('const head = [', [this.text(requestLine), ...values, '""', '""'], '];', 1);
    const properties = [`host: ${literal(host.replace(/^\[(.*)\]$/, '$1'))},`, `port: ${port},`];
    if (options.ip_version !== undefined) properties.push(`family: ${options.ip_version},`);
    if (options.insecure === true && scheme === 'https') properties.push('rejectUnauthorized: false,');
    properties.push(...this.timeoutOption());
    this.imports.add('node:stream/consumers text').add(`node:${scheme === 'https' ? 'tls' : 'net'} connect`);
    return lines(
      [
        head,
        'const socket = connect({',
        ...properties.map((property) => `  ${property}`),
        '});',
        'socket.write(head.join("\\r\\n"));',
        ...(hasBody ? ['socket.write(body);'] : []),
        'const answer = await text(socket);',
        'console.log(answer.slice(answer.indexOf(" ") + 1, answer.indexOf("\\r\\n")));',
        'console.log(answer.slice(answer.indexOf("\\r\\n\\r\\n") + 4));',
      ],
      '  ',
    );
  }

  private headLine({ name, value, tail }: SocketLine, hasBody: boolean): string {
    switch (tail) {
      case 'none':
        return this.text(`${name}: ${value}`);
      case 'boundary':
        return this.withTail(`${name}: ${value}`, 'boundary');
      case 'length':
        if (!hasBody) return this.text(`${name}: 0`);
        return this.withTail(`${name}: `, 'Buffer.byteLength(body)');
      case 'credentials':
        this.setup.push(assign('const credentials =', this.text(this.socket.credentials ?? ''), 1));
        return this.withTail(`${name}: ${value}`, 'Buffer.from(credentials).toString("base64")');
      default:
        return unreachable(tail);
    }
  }

  private withTail(text: string, identifier: string): string {
    return template([...this.variables.split(text), { kind: 'variable', identifier, text: '' }]);
  }
}

/** @param otherwise what is done where the challenge is not Digest */
const authorize = (...otherwise: readonly string[]) => [
  `/** The Authorization header that answers a challenge (RFC 7616${otherwise.length === 0 ? '' : ', RFC 7617'}). */`,
  'function authorize(challenge, method, uri, username, password) {',
  '  const given = /(?:^|,\\s*)digest\\s+(.*)/is.exec(challenge);',
  ...otherwise,
  '  const pattern = /(\\w+)=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))/g;',
  '  const fields = {};',
  '  for (const [, name, quoted, token] of given[1].matchAll(pattern)) {',
  '    fields[name.toLowerCase()] ??= quoted?.replace(/\\\\(.)/g, "$1") ?? token;',
  '  }',
  '  const { realm = "", nonce, opaque, algorithm = "", qop } = fields;',
  '  const [, bits] = /^sha-(256|512-256)/i.exec(algorithm) ?? [];',
  '  const type = bits ? `sha${bits}` : "md5";',
  '  const hash = (...values) =>',
  '    createHash(type).update(values.join(":")).digest("hex");',
  '  const quote = (value) => `"${value.replace(/["\\\\]/g, "\\\\$&")}"`;',
  '  const hidesUser = /^true$/i.test(fields.userhash);',
  '  const cnonce = randomBytes(16).toString("hex");',
  '  let secret = hash(username, realm, password);',
  '  if (/-sess$/i.test(algorithm)) secret = hash(secret, nonce, cnonce);',
  '  const what = hash(method, uri);',
  '  const response = qop',
  '    ? hash(secret, nonce, "00000001", cnonce, "auth", what)',
  '    : hash(secret, nonce, what);',
  '  const parts = [',
  '    `username=${quote(hidesUser ? hash(username, realm) : username)}`,',
  '    `realm=${quote(realm)}`,',
  '    `nonce=${quote(nonce)}`,',
  '    `uri=${quote(uri)}`,',
  '  ];',
  '  if (qop) parts.push(`cnonce="${cnonce}"`, "nc=00000001", "qop=auth");',
  '  parts.push(`response="${response}"`);',
  '  if (opaque) parts.push(`opaque=${quote(opaque)}`);',
  '  if (algorithm) parts.push(`algorithm=${algorithm}`);',
  '  if (hidesUser) parts.push("userhash=true");',
  '  return `Digest ${parts.join(", ")}`;',
  '}',
];

const DIGEST = authorize();
const DIGEST_OR_BASIC = authorize(
  '  if (given === null) {',
  '    const credentials = Buffer.from(`${username}:${password}`);',
  '    return `Basic ${credentials.toString("base64")}`;',
  '  }',
);

/** @param names as they stand in the list of imports, a comma between; none is no line at all */
function importLine(module: string, names: string): string {
  if (names === '') return '';
  return names.startsWith('default ')
    ? `import ${names.slice('default '.length)} from "${module}";\n`
    : `import { ${names} } from "${module}";\n`;
}

/** `.name` or `["name"]` */
function member(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${quoted(name)}]`;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** A name as the key of an object literal, quoted only where it must be, as the formatter prefers. */
function propertyKey(name: string): string {
  // In a literal this name would set the prototype.
  if (name === '__proto__') return '["__proto__"]';
  return /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/.test(name) ? name : quoted(name);
}

const USUAL_KEYS: readonly string[] = USUAL_NAMES.map((name) => constant(propertyKey(name)));

function headerKey({ name, place }: NormalHeader): string {
  return (place < 0 ? undefined : USUAL_KEYS[place]) ?? propertyKey(name);
}

/** Whether an object literal keeps the name where it stands: it is no integer, and not the prototype. */
function isOrdinaryName(name: string): boolean {
  return name !== '__proto__' && !/^\d+$/.test(name);
}

function fits(line: string, depth: number): boolean {
  // No character takes more than two columns.
  return 2 * (line.length + depth) <= WIDTH || textWidth(line) + 2 * depth <= WIDTH;
}

/** Lines with an empty line after them, if there are any. */
function paragraph(texts: readonly string[], indentation: string): string {
  return texts.length === 0 ? '' : `${lines(texts, indentation)}\n`;
}

function isQuoted(expression: string): boolean {
  return /^["']/.test(expression);
}

/** `key: value,` at a depth, broken as the formatter does when it is too long. */
function property(key: string, expression: string, depth: number): string {
  const flat = `${key}: ${expression},`;
  if (fits(flat, depth)) return flat;
  const inner = expression.startsWith('utf8(') ? expression.slice(5, -1) : undefined;
  if (inner !== undefined) return broken(`${key}: utf8(`, [`${inner},`], '),', depth);
  return isQuoted(expression) && textWidth(key) > SHORT_KEY
    ? `${key}:\n${'  '.repeat(depth + 1)}${expression},`
    : flat;
}

/** `key: "text",` of a text without escapes that fits on the line in any case, as most do. */
function shortProperty(key: string, text: string, depth: number): string | undefined {
  const fits = key.length + text.length + 5 + 2 * depth <= WIDTH && HARMLESS.test(text);
  return fits ? `${key}: "${text}",` : undefined;
}

/** `key: [values],` at a depth. */
function listProperty(key: string, expressions: readonly string[], depth: number): string {
  return call(`${key}: [`, expressions, '],', depth);
}

/** `const x = value;` at a depth. */
function assign(start: string, expression: string, depth: number): string {
  const flat = `${start} ${expression};`;
  if (fits(flat, depth)) return flat;
  const called = /^(await \w+\()(.+)\)$/s.exec(expression);
  if (called !== null) return broken(`${start} ${called[1]}`, [`${called[2]},`], ');', depth);
  return expression.startsWith('`') ? flat : `${start}\n${'  '.repeat(depth + 1)}${expression};`;
}

/** A call at a depth, one argument a line when it is too long. */
function call(start: string, args: readonly string[], end: string, depth: number): string {
  const flat = start + args.join(', ') + end;
  if (fits(flat, depth)) return flat;
  return broken(
    start,
    args.map((argument) => `${argument},`),
    end,
    depth,
  );
}

/** An assignment of one of two values, in lines as the formatter breaks them; `either` ends with the operator. */
function choice(start: string, either: string, or: string): string {
  const flat = `${either} ${or}`;
  if (fits(`${start} ${flat}`, 0)) return `${start} ${flat}`;
  return `${start}\n  ${fits(flat, 1) ? flat : `${either}\n  ${or}`}`;
}

/** What stands on several lines, the ones between start and end one level deeper. */
function broken(start: string, inner: readonly string[], end: string, depth: number): string {
  const indentation = '  '.repeat(depth);
  return `${start}\n${lines(inner, `${indentation}  `)}${indentation}${end}`;
}

/** Pieces as an expression: a string, or a template literal if there is a variable or wide text in it. */
function template(pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (only === undefined) return '""';
  if (pieces.length === 1 && only?.kind === 'variable') return only.identifier;
  return pieces.length === 1 && only?.kind === 'text' ? literal(only.text) : backticks(pieces, false);
}

/** The pieces of each line of a text whose lines end with CRLF. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [];
  let line: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'variable') {
      line.push(piece);
      continue;
    }
    for (const [index, text] of piece.text.split('\r\n').entries()) {
      if (index > 0) {
        found.push(line);
        line = [];
      }
      if (text !== '') line.push({ kind: 'text', text });
    }
  }
  return [...found, line];
}

/** Header values that Node.js takes as they are, without making bytes of characters. */
const PRINTABLE = /^[\t -~]*$/;

/** A text as a string, or as a template literal if there is wide text in it. */
function literal(text: string): string {
  if (HARMLESS.test(text)) return `"${text}"`;
  return /^[\0-\x7f]*$/.test(text) ? quoted(text) : backticks([{ kind: 'text', text }], false);
}

/** A string literal in the quotes that need fewer escapes, as the formatter prefers. */
function quoted(text: string): string {
  if (HARMLESS.test(text)) return `"${text}"`;
  const quote = count(text, '"') > count(text, "'") ? "'" : '"';
  return `${quote}${escapeText(text, quote, false)}${quote}`;
}

function backticks(pieces: readonly Piece[], isMultiLine: boolean): string {
  const inner = pieces.map((piece) =>
    piece.kind === 'variable' ? `\${${piece.identifier}}` : escapeText(piece.text, '`', isMultiLine),
  );
  return `\`${inner.join('')}\``;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** What stands between the quotes (ECMA-262, section 12.9); harmless inside an HTML page too. */
function escapeText(text: string, quote: string, isMultiLine: boolean): string {
  if (HARMLESS.test(text)) return text;
  const escaped = escapeCharacters(text, quote, isMultiLine);
  const safe = escaped.includes('<') ? escaped.replace(/<(?=\/script|!--)/gi, '<\\') : escaped;
  return quote === '`' ? replaceEach(safe, '${', '\\${') : safe;
}

function escapeCharacters(text: string, quote: string, isMultiLine: boolean): string {
  // Most texts need no look at each character.
  if ((isMultiLine ? /^[\n -~]*$/ : /^[ -~]*$/).test(text)) {
    return replaceEach(replaceEach(text, '\\', '\\\\'), quote, `\\${quote}`);
  }
  return text.replace(DOUBTFUL, (char) => {
    if (char === quote) return `\\${char}`;
    if (isMultiLine && char === '\n') return char;
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    if (isPrintable(char)) return char;
    const code = char.codePointAt(0) ?? 0;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/**
 * A JSON text as an object or array literal, if JSON.stringify gives back exactly that text. Undefined otherwise,
 * and for arrays whose layout would depend on more than their width.
 */
function stringifiedJson(text: string): string | undefined {
  if (!/^(?:\{"|\[)/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return !isDeep(value) && JSON.stringify(value) === text ? jsonLiteral(value, '', 2) : undefined;
}

/**
 * A value as a literal; its lines after the first are indented.
 * @param prefix what stands before the value on its first line
 * @param depth indentation of that line
 */
function jsonLiteral(value: unknown, prefix: string, depth: number): string | undefined {
  if (Array.isArray(value)) return arrayLiteral(value, prefix, depth);
  if (typeof value !== 'object' || value === null) return prefix + scalar(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields);
  if (keys.length === 0) return `${prefix}{}`;
  if (!keys.every(isOrdinaryName)) return undefined;
  const indentation = '  '.repeat(depth + 1);
  let text = `${prefix}{\n`;
  for (const key of keys) {
    const item = fields[key];
    const name = propertyKey(key);
    if (typeof item === 'object' && item !== null) {
      const inner = jsonLiteral(item, `${name}: `, depth + 1);
      if (inner === undefined) return undefined;
      text += `${indentation}${inner},\n`;
    } else {
      const short = typeof item === 'string' ? shortProperty(name, item, depth + 1) : undefined;
      text += `${indentation}${short ?? property(name, scalar(item), depth + 1)}\n`;
    }
  }
  return `${text}${'  '.repeat(depth)}}`;
}

function arrayLiteral(items: readonly unknown[], prefix: string, depth: number): string | undefined {
  if (items.length > 0 && items.every(isFilledObject)) {
    const indentation = '  '.repeat(depth + 1);
    let text = `${prefix}[\n`;
    for (const item of items) {
      const inner = jsonLiteral(item, '', depth + 1);
      if (inner === undefined) return undefined;
      text += `${indentation}${inner},\n`;
    }
    return `${text}${'  '.repeat(depth)}]`;
  }
  if (items.some((item) => typeof item === 'object' && item !== null)) return undefined;
  const flat = `${prefix}[${items.map(scalar).join(', ')}]`;
  // A comma follows; around the outermost array stands `body: JSON.stringify(…),`.
  const around = prefix === '' ? 'body: JSON.stringify(),' : ',';
  return fits(flat + around, depth) ? flat : undefined;
}

function isFilledObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function scalar(value: unknown): string {
  // The formatter takes the plus of an exponent away.
  return typeof value === 'string' ? literal(value) : String(value).replace('e+', 'e');
}
