/** What a language's generator is, and what generators share. Knows no language. */
import {
  hasHeader,
  type LowerCase,
  type NormalHeader,
  type NormalRequest,
  normalHeader,
  omits,
  TOKEN,
} from '../request/normalize.ts';
import {
  hasVariable,
  type Segment,
  splitVariables,
  type VariableDefault,
  type VariableSegment,
  variableDefault,
} from '../request/variables.ts';
import type { HeaderLine, RequestWarning, Variable } from '../schemas/request-shape.ts';

/** One language. A generator is a file of its own that imports no other language's file. */
export interface Generator {
  /** Value of the API's `language` field. */
  readonly language: string;
  /** Display name, e.g. `C#`. */
  readonly title: string;
  /** The library that the programs use, e.g. `requests`. */
  readonly library: string;
  /** Oldest versions that the programs run on, e.g. `Python 3.8, requests 2.25`. */
  readonly requires: string;
  /** Name that the run command expects the program under, e.g. `main.go`. */
  readonly filename: string;
  /** One-line command that installs the library, or null when the language brings it. */
  readonly install: string | null;
  /** One-line command that runs the program. */
  readonly run: string;
  /**
   * The complete program, ending with a newline. Never throws for a normalised request. Output is stable and
   * formatted as the language's formatter does.
   * @param warnings takes what the library cannot send; stays empty when the program sends what curl would
   */
  write(request: NormalRequest, warnings: Warnings): string;
}

/** Levels of arrays and objects that a literal of a program has at most: nobody would write more by hand. */
const MAX_LITERAL_DEPTH = 20;

/**
 * Whether a JSON value is nested too deeply for a literal. Compilers and interpreters have limits (CPython stops at
 * 200 open brackets), and so has the stack of whoever writes it.
 */
export function isDeep(value: unknown, levels = MAX_LITERAL_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeep(item, levels - 1));
}

/** For the `default` of a switch that must be exhaustive: a new kind is a compile error here. */
export function unreachable(value: never): never {
  throw new Error(`unhandled: ${JSON.stringify(value)}`);
}

/**
 * Why a program does not do all that curl does. Stable: callers may switch over these codes. A program that
 * carries none of them sends what curl sends, but for the defaults of the library itself (User-Agent, Accept,
 * Accept-Encoding, Connection) that the request neither sets nor omits.
 */
export const CODEGEN_WARNINGS = {
  http_version_unsupported: 'The library cannot speak the HTTP version asked for.',
  target_changed: 'The library cannot send the path and query exactly as they stand.',
  header_changed: 'The library cannot send a header as it stands.',
  default_header_kept: 'The library sends a header of its own that the request leaves out.',
  method_changed: 'The library cannot send the method as it stands.',
  body_changed: 'The library cannot send the body as it stands.',
  auth_unsupported: 'The library does not know the authentication scheme.',
  proxy_unsupported: 'The library cannot use the proxy asked for.',
  redirect_differs: 'The library does not follow redirects quite as curl does.',
  option_unsupported: 'The library has nothing like the option.',
} as const;

export type CodegenWarning = keyof typeof CODEGEN_WARNINGS;

/** Collects the warnings of one program; the same one twice counts once. */
export class Warnings {
  readonly list: RequestWarning[] = [];

  /** @param option the curl option concerned, e.g. `--http2` */
  add(code: CodegenWarning, message: string, option?: string): void {
    if (this.list.some((known) => known.code === code && known.message === message)) return;
    this.list.push(option === undefined ? { code, message } : { code, message, option });
  }
}

/**
 * Says that a program sends the body with its first request, for which it has no credentials yet: curl keeps it back
 * until it can answer the challenge.
 */
export function declareEarlyBody(request: NormalRequest, warnings: Warnings): void {
  if (!holdsBodyBack(request)) return;
  warnings.add(
    'body_changed',
    'The body goes out before the challenge, too; curl sends it only with the answer to that.',
    challengeOption(request.auth),
  );
}

/** Whether curl asks without the body first. (With --anyauth it tries without credentials, and sends all there is.) */
export function holdsBodyBack({ auth, body }: NormalRequest): boolean {
  return auth?.scheme === 'digest' && body.kind !== 'none';
}

/** Says that a library writes ASCII only, and so not every name of a user into an answer to a Digest challenge. */
export function declareAsciiUser({ auth }: NormalRequest, library: string, warnings: Warnings): void {
  if (auth?.username === undefined || /^[\0-\x7f]*$/.test(auth.username)) return;
  warnings.add(
    'header_changed',
    `${library} cannot send this user name in the answer to a Digest challenge.`,
    '-u',
  );
}

/**
 * Says where a program that goes on after the first answer does it in another way than curl. For libraries other
 * than libcurl.
 */
export function declareNextRequests(request: NormalRequest, warnings: Warnings): void {
  const { auth, options } = request;
  const follows = options.follow_redirects === true;
  declareNextTarget(request, warnings);
  if (!answersChallenge(request)) return;
  if (follows)
    warnings.add(
      'redirect_differs',
      'The program answers a challenge to its first request only; curl does after a redirect, too.',
      challengeOption(auth),
    );
  declareQueryKept(request, warnings);
}

/**
 * Says what a program that answers a Digest challenge by itself does not know of it.
 * @param algorithms whether it knows all that curl knows, SHA-512-256 included
 */
export function declareOneAnswer(
  request: NormalRequest,
  warnings: Warnings,
  algorithms: 'all' | 'some' = 'some',
): void {
  warnings.add(
    'auth_unsupported',
    `The program answers one Digest challenge only, without auth-int${algorithms === 'some' ? ' and SHA-512-256' : ''}.`,
    challengeOption(request.auth),
  );
  if (request.options.request_target !== undefined)
    warnings.add(
      'header_changed',
      'curl answers a challenge for path and query of the URL, the program for the request target.',
      '--request-target',
    );
}

/** Says that a program does not send the request target of the command again after a redirect. */
export function declareNextTarget({ options }: NormalRequest, warnings: Warnings): void {
  if (options.follow_redirects === true && options.request_target !== undefined)
    warnings.add(
      'redirect_differs',
      'After a redirect the program sends the target of that; curl sends its own again.',
      '--request-target',
    );
}

/** The option that makes curl wait for a challenge. */
export function challengeOption(auth: NormalRequest['auth']): string {
  return auth?.scheme === 'any' ? '--anyauth' : '--digest';
}

/** Says that curl sends another query with the answer to a challenge: without a bare `?`, in ASCII, its escapes in capitals. */
export function declareQueryKept({ auth, url }: NormalRequest, warnings: Warnings): void {
  if (/^[^?]*\?.*(?:[^\0-\x7f]|%[0-9A-F]?[a-f])/s.test(url) || url.endsWith('?'))
    warnings.add(
      'target_changed',
      'curl normalises the query when it answers a challenge; the program sends it again as it was.',
      challengeOption(auth),
    );
}

/** Says that the library gives all lines of one header name one spelling. */
export function declareOneSpelling(headers: readonly NormalHeader[], warnings: Warnings): void {
  const spellings = new Map<LowerCase, string>();
  for (const { lower, name } of headers) {
    const first = spellings.get(lower);
    if (first === undefined) spellings.set(lower, name);
    else if (first !== name)
      warnings.add('header_changed', `All lines of the header ${first} are spelt like the first.`);
  }
}

/**
 * A table whose keys the engine knows by their addresses, as it does the keys of objects: looking a header name or
 * a method up compares no characters.
 */
export function table<Value>(entries: Iterable<readonly [string, Value]>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(Object.fromEntries(entries)));
}

/**
 * A text that many programs hold, put together at once: engines keep a concatenated text as its pieces until
 * somebody reads it, and would put them together again for each program.
 */
export function constant(text: string): string {
  return text.charCodeAt(0) < 0 ? '' : text;
}

/**
 * Lines of a program at an indentation; an empty one gets no blanks. Of a text of several lines (a multi-line
 * literal) only the first is indented.
 */
export function lines(texts: readonly string[], indentation: string): string {
  let all = '';
  for (const text of texts) all += text === '' ? '\n' : `${indentation}${text}\n`;
  return all;
}

/** What the programs of a language may import, in the order of the statements that do it. */
export class ImportTable<Name extends string> {
  readonly names: readonly Name[];
  /** For each name the statement that imports it, with a line end. */
  readonly statements: readonly string[];
  readonly places: ReadonlyMap<Name, number>;

  constructor(names: readonly Name[], statement: (name: Name) => string) {
    this.names = names;
    this.statements = names.map((name) => constant(statement(name)));
    this.places = new Map(names.map((name, place) => [name, place]));
  }
}

/** What a program imports, each name once, in the order of the table. */
export class Imports<Name extends string> {
  readonly #table: ImportTable<Name>;
  readonly #places: number[] = [];

  constructor(table: ImportTable<Name>, places: readonly number[] = []) {
    this.#table = table;
    this.#places = [...places];
  }

  copy(): Imports<Name> {
    return new Imports(this.#table, this.#places);
  }

  add(...names: readonly Name[]): this {
    for (const name of names) this.#insert(this.#table.places.get(name) ?? 0);
    return this;
  }

  delete(name: Name): void {
    const at = this.#places.indexOf(this.#table.places.get(name) ?? 0);
    if (at >= 0) this.#places.splice(at, 1);
  }

  get names(): Name[] {
    return this.#places.flatMap((place) => this.#table.names[place] ?? []);
  }

  /** What imports all of them. */
  statements(): string {
    let text = '';
    for (const place of this.#places) text += this.#table.statements[place] ?? '';
    return text;
  }

  #insert(place: number): void {
    const places = this.#places;
    let at = places.length;
    while (at > 0 && (places[at - 1] ?? 0) > place) at -= 1;
    if (at > 0 && places[at - 1] === place) return;
    for (let moved = places.length; moved > at; moved -= 1) places[moved] = places[moved - 1] ?? 0;
    places[at] = place;
  }
}

/** A piece of a text as the program writes it: literal text, or one of the program's own variables. */
export type Piece = { kind: 'text'; text: string } | { kind: 'variable'; identifier: string; text: string };

export interface ProgramVariable {
  /** Name in the environment. */
  name: string;
  /** Name in the program. */
  identifier: string;
  /** What stands for it when the environment does not have it; without one, the program ends. */
  fallback: VariableDefault | undefined;
}

/**
 * The open variables of a request as identifiers of the program. It remembers which ones the program used, so
 * that only those are declared: write the body of the program first, then its declarations.
 */
export class ProgramVariables {
  readonly #variables: readonly Variable[];
  readonly #style: (words: readonly string[]) => string;
  readonly #taken: Iterable<string>;
  /** Made for the first one: most requests have none. */
  #known: Map<string, ProgramVariable> | undefined;
  /** Names that are given away; for each that was wanted again, the number that was tried last. */
  #identifiers: Map<string, number> | undefined;

  /**
   * @param style how the language writes a name of several words: {@link snakeCase} or {@link camelCase}
   * @param taken keywords and names that the program uses itself
   */
  constructor(
    variables: readonly Variable[],
    style: (words: readonly string[]) => string,
    taken: Iterable<string>,
  ) {
    this.#variables = variables;
    this.#style = style;
    this.#taken = taken;
  }

  /** The text cut at its variables, each one marked as used. Never empty. */
  split(text: string): Piece[] {
    if (this.#variables.length === 0) return [{ kind: 'text', text }];
    return splitVariables(text, this.#variables).map((segment) =>
      segment.kind === 'text'
        ? segment
        : { kind: 'variable', identifier: this.#identifier(segment), text: segment.text },
    );
  }

  /**
   * The text as an expression of the language, each variable in it marked as used.
   * @param literal writes a text as a literal
   * @param plus what joins literals and identifiers, blanks included
   * @param sigil what stands before an identifier
   */
  expression(text: string, literal: (text: string) => string, plus: string, sigil = ''): string {
    if (this.#variables.length === 0) return literal(text);
    return this.split(text)
      .map((piece) => (piece.kind === 'text' ? literal(piece.text) : sigil + piece.identifier))
      .join(plus);
  }

  /** Whether a variable stands in the text; marks nothing as used. */
  openIn(text: string): boolean {
    return hasVariable(text, this.#variables);
  }

  /** Whether a variable stands at the end of the text; marks nothing as used. */
  endsOpen(text: string): boolean {
    return splitVariables(text, this.#variables).at(-1)?.kind === 'variable';
  }

  /** The text with each variable replaced by its default or a harmless letter, for checks of what is sent. */
  blank(text: string): string {
    if (this.#variables.length === 0) return text;
    return splitVariables(text, this.#variables)
      .map((segment) =>
        segment.kind === 'text' ? segment.text : variableDefault(segment.written)?.text || 'x',
      )
      .join('');
  }

  /** What the program used so far, in the order of first use. */
  get used(): ProgramVariable[] {
    return this.#known === undefined ? [] : [...this.#known.values()];
  }

  #identifier({ name, written }: VariableSegment): string {
    this.#known ??= new Map();
    const fallback = variableDefault(written);
    // The same name with another default is another value.
    const key = fallback === undefined ? name : `${name} ${fallback.forEmpty} ${fallback.text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known.identifier;
    const found = name.match(/[A-Za-z0-9]+/g) ?? ['variable'];
    const words = /^[0-9]/.test(found[0] ?? '') ? ['variable', ...found] : found;
    this.#identifiers ??= new Map(Array.from(this.#taken, (taken) => [taken, 1]));
    const taken = this.#identifiers;
    // Not a number at first: programs number names of their own.
    const base = this.#style(taken.has(this.#style(words)) ? [...words, 'value'] : words);
    let identifier = base;
    let count = taken.get(base) ?? 1;
    for (; taken.has(identifier); identifier = `${base}${count}`) count += 1;
    taken.set(base, count).set(identifier, 1);
    this.#known.set(key, { name, identifier, fallback });
    return identifier;
  }
}

/** `API_KEY` → `api_key` */
export function snakeCase(words: readonly string[]): string {
  return words.join('_').toLowerCase();
}

/** `API_KEY` → `apiKey`; capitals inside a word stay (`userId`) unless all of it is capitals. */
export function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const plain = word === word.toUpperCase() ? word.toLowerCase() : word;
      const first = plain.charAt(0);
      return (index === 0 ? first.toLowerCase() : first.toUpperCase()) + plain.slice(1);
    })
    .join('');
}

export interface UrlPieces {
  /** `https` or `http`, lower case. */
  scheme: string;
  /** Host and port as they stand. */
  authority: string;
  /** Path as it stands, at least `/`. */
  path: string;
  /** Query without its question mark as it stands; undefined when there is none. */
  query: string | undefined;
  /** What stands in the request line: path, and `?` and query when there is one. */
  target: string;
}

/** Cuts the url of a normalised request; undefined when it starts with a variable, so that nothing is known. */
export function urlPieces(url: string): UrlPieces | undefined {
  const scheme = schemeOf(url);
  if (scheme === undefined) return undefined;
  const start = scheme.length + 3;
  const mark = url.indexOf('?', start);
  const query = mark < 0 ? undefined : url.slice(mark + 1);
  const end = mark < 0 ? url.length : mark;
  const slash = url.indexOf('/', start);
  if (slash < 0 || slash > end) {
    const target = query === undefined ? '/' : `/?${query}`;
    return { scheme, authority: url.slice(start, end), path: '/', query, target };
  }
  const path = url.slice(slash, end);
  return { scheme, authority: url.slice(start, slash), path, query, target: url.slice(slash) };
}

/** A url with the scheme in small letters and a target of its own; most have both already. */
export function urlWithTarget(
  url: string,
  { scheme, authority, target: own }: UrlPieces,
  target = own,
): string {
  const isSame = target === own && url.startsWith(scheme) && url.endsWith(own);
  return isSame ? url : `${scheme}://${authority}${target}`;
}

/**
 * The URL as curl takes it, and the target to send in its place if there is one. curl refuses blanks and control
 * characters, escapes what is not ASCII in the path and since 8.20 writes the path's escapes in capitals: then
 * that form stands in the URL.
 */
export function curlUrl({ url, options, variables, hasPlainUrl }: NormalRequest): {
  url: string;
  target: string | undefined;
} {
  const target = options.request_target;
  const pieces = hasPlainUrl ? undefined : urlPieces(url);
  if (pieces === undefined) return { url, target };
  const isTaken =
    !/[\0- \x7f]/.test(pieces.target) &&
    /^(?:[^%\x80-\uffff]|%(?![0-9A-Fa-f]{2})|%[0-9A-F]{2})*$/.test(pieces.path);
  if (isTaken || hasVariable(url, variables)) return { url, target };
  const escaped = pieces.target
    .replace(/[\0- \x7f]|[^\0-\x7f]+/g, encodeURIComponent)
    .replace(/^[^?]*/, (path) => path.replace(/%[0-9A-Fa-f]{2}/g, (found) => found.toUpperCase()));
  const origin = `${pieces.scheme}://${pieces.authority}`;
  // A proxy wants the whole URL, which curl does not make of a target that it is told (RFC 9112, section 3.2.2).
  const isWhole = pieces.scheme === 'http' && options.proxy !== undefined && !/^socks/i.test(options.proxy);
  return { url: origin + escaped, target: target ?? (isWhole ? origin : '') + pieces.target };
}

/**
 * Says where libcurl sends another target than the one that stands in the request: {@link curlUrl} cannot tell it one
 * that has variables, and one that it is told it sends again after a redirect.
 */
export function declareCurlTarget(
  { url, options, variables }: NormalRequest,
  told: string | undefined,
  warnings: Warnings,
): void {
  if (options.request_target !== undefined) return;
  if (told !== undefined) {
    if (options.follow_redirects === true)
      warnings.add('redirect_differs', 'This path and query are sent again after a redirect.', '-L');
    return;
  }
  const path = /^[^?]*/.exec(url)?.[0] ?? '';
  const isChanged = ({ kind, text }: Segment) =>
    kind === 'text' && /[\x80-\uffff]|%(?=[0-9A-Fa-f]{2})[0-9A-F]?[a-f]/.test(text);
  if (variables.length > 0 && splitVariables(path, variables).some(isChanged))
    warnings.add(
      'target_changed',
      'curl writes the escapes of a path in capitals, and all but ASCII as escapes.',
    );
}

function schemeOf(url: string): string | undefined {
  if (url.startsWith('https://')) return 'https';
  if (url.startsWith('http://')) return 'http';
  return /^https?(?=:\/\/)/i.exec(url)?.[0].toLowerCase();
}

/**
 * A proxy as a URL, with the scheme and the port that curl takes when they are not given: http, and 1080 unless
 * it speaks TLS. A variable at its end may hold the port.
 */
export function proxyUrl(proxy: string, variables: ProgramVariables): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  if (variables.endsOpen(url) || /^https:|:\d+\/?$/i.test(variables.blank(url))) return url;
  return `${url.replace(/\/$/, '')}:1080`;
}

/** `user:password` of an HTTP proxy; undefined when it takes none, or when variables stand in it. */
export function proxyCredentials(
  proxy: string | undefined,
  isOpen: (text: string) => boolean,
): string | undefined {
  const userinfo = proxy === undefined ? undefined : /^(?:http:\/\/)?([^/]*)@/i.exec(proxy)?.[1];
  if (userinfo === undefined || isOpen(userinfo)) return undefined;
  const [user = '', ...password] = userinfo.split(':').map(percentDecode);
  return `${user}:${password.join(':')}`;
}

/** Characters and upper-case escapes that no URL library rewrites. */
const PLAIN_TARGET =
  /^\/(?:[\w\-.~!$&()*+,;=:@/]|%[0-9A-F]{2})*(?:\?(?:[\w\-.~!$&()*+,;=:@/?]|%[0-9A-F]{2})+)?$/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;
/** Escapes of characters that need none: some libraries undo them (RFC 3986, section 6.2.2.2). */
const NEEDLESS_ESCAPE = /%(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9]|2[DE]|5F|7E)/i;

/**
 * Whether every URL library sends the target as it stands: plain characters, needful upper-case escapes, no
 * dot segments, no `//` at its start. A generator that gets false must send the target in another way.
 */
export function isPlainTarget(target: string): boolean {
  return (
    PLAIN_TARGET.test(target) &&
    !target.startsWith('//') &&
    !hasDotSegment(target) &&
    !(target.includes('%') && NEEDLESS_ESCAPE.test(target))
  );
}

/** Whether the path of a target has a segment that is `.` or `..`, percent-encoded or not. */
export function hasDotSegment(target: string): boolean {
  if (!/(?:^|\/)(?:\.|%2e)/i.test(target)) return false;
  const query = target.indexOf('?');
  return DOT_SEGMENT.test(query < 0 ? target : target.slice(0, query));
}

/** The first header line of that name (lower case). */
export function firstHeader(headers: readonly NormalHeader[], name: LowerCase): NormalHeader | undefined {
  for (const line of headers) if (line.lower === name) return line;
  return undefined;
}

/** Value of the only header line of that name (lower case); undefined when there is none or more than one. */
export function singleHeader(headers: readonly NormalHeader[], name: LowerCase): string | undefined {
  let found: string | undefined;
  for (const { lower, value } of headers)
    if (lower === name) {
      if (found !== undefined) return undefined;
      found = value;
    }
  return found;
}

/** Whether the request has no Host, or an empty one: libraries then send the one of the URL. */
export function lacksHost({ options }: NormalRequest, headers: readonly NormalHeader[]): boolean {
  const given = singleHeader(headers, 'host');
  return given === '' || (given === undefined && omits(options, 'host'));
}

/**
 * The lines, and a Host in front of them where the URL spells the host with capitals: URL libraries write it in small
 * letters, curl does not.
 */
export function withSpeltHost(
  headers: readonly NormalHeader[],
  request: NormalRequest,
): readonly NormalHeader[] {
  if (!hasSpeltHost(request) || hasHeader(headers, 'host') || omits(request.options, 'host')) return headers;
  const { scheme = '', authority = '' } = urlPieces(request.url) ?? {};
  return [normalHeader('Host', authority.replace(scheme === 'https' ? /:443$/ : /:80$/, '')), ...headers];
}

/** Whether the URL spells the host with capitals, or an IPv6 address with dots: libraries write other ones. */
export function hasSpeltHost({ hasPlainUrl, url, variables }: NormalRequest): boolean {
  const authority = hasPlainUrl ? undefined : urlPieces(url)?.authority;
  return authority !== undefined && /[A-Z]|^\[[^\]]*\./.test(authority) && !hasVariable(authority, variables);
}

/**
 * The lines without the Content-Type that a library adds by itself to a form or JSON body. One that is spelt in
 * another way stays: it takes the place of the library's.
 */
export function withoutUsualType(headers: readonly NormalHeader[]): readonly NormalHeader[] {
  return headers.filter(({ name }) => name !== 'Content-Type');
}

/** The lines without those of some names (lower case). */
export function withoutHeaders(
  headers: readonly NormalHeader[],
  ...names: readonly LowerCase[]
): readonly NormalHeader[] {
  return headers.filter(({ lower }) => !names.includes(lower));
}

/** Whether each word of a header name, and nothing else in it, starts with a capital. */
export function isTitleCase(name: string): boolean {
  return !/(?:^|-)[a-z]|[^-][A-Z]/.test(name);
}

/** Header names (lower case) that stand on more than one line. */
export function repeatedHeaders(headers: readonly NormalHeader[]): ReadonlySet<string> {
  if (!mayRepeat(headers)) return NONE;
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const { lower } of headers) {
    if (names.has(lower)) repeated.add(lower);
    else names.add(lower);
  }
  return repeated;
}

const NONE: ReadonlySet<string> = new Set();

/** Up to so many names, comparing each with each is faster than a set of them. */
const FEW = 20;

/** Whether a name stands on more than one line; true for many lines, of which not each is compared with each. */
function mayRepeat(headers: readonly NormalHeader[]): boolean {
  if (headers.length > FEW) return true;
  for (let at = 1; at < headers.length; at += 1) {
    const lower = headers[at]?.lower;
    for (let before = 0; before < at; before += 1) if (lower === headers[before]?.lower) return true;
  }
  return false;
}

/**
 * The framing headers that the shape keeps as options, as the lines that curl sends for them: `Connection`,
 * `TE`, `Expect`. (`Transfer-Encoding: chunked` is left to the library.)
 */
export function optionHeaders({ options }: NormalRequest): readonly NormalHeader[] {
  const { connection, te, expect_continue: expects } = options;
  if (connection === undefined && te === undefined && expects !== true) return [];
  const lines: NormalHeader[] = [];
  if (connection !== undefined) lines.push(normalHeader('Connection', connection));
  if (te !== undefined) lines.push(normalHeader('TE', te));
  if (expects === true) lines.push(normalHeader('Expect', '100-continue'));
  return lines;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * `user:password` of a `Basic` Authorization value, if encoding them again gives the same bytes.
 * The encoding is UTF-8; a library that takes another one must check for ASCII itself.
 */
export function basicUserinfo(value: string): string | undefined {
  if (!value.startsWith('Basic ')) return undefined;
  const text = utf8OfBase64(value.slice(6));
  return text?.includes(':') === true ? text : undefined;
}

/** The same in two parts. */
export function basicCredentials(value: string): { username: string; password: string } | undefined {
  const text = basicUserinfo(value);
  if (text === undefined) return undefined;
  const colon = text.indexOf(':');
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The end of base64, whose unused bits are zero (RFC 4648, section 3.5): encoding gives no other. */
const EXACT_BASE64 = /^[A-Za-z0-9+/]*(?:[A-Za-z0-9+/]|[AQgw]==|[AEIMQUYcgkosw048]=)$/;

/** The text whose UTF-8 is encoded as exactly that base64; undefined when there is none. */
function utf8OfBase64(base64: string): string | undefined {
  if (base64.length % 4 !== 0 || !EXACT_BASE64.test(base64)) return undefined;
  const binary = atob(base64);
  if (/^[\0-\x7f]*$/.test(binary)) return binary;
  try {
    return UTF8.decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The UTF-8 text that percent escapes stand for; the text itself where they stand for none. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether all characters are printable ASCII. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/**
 * The pairs of a form or query (`a=1&b=x+y`), if a library that escapes as application/x-www-form-urlencoded
 * gives back exactly the same text; undefined otherwise.
 * @param unescaped characters besides letters and digits that the library leaves alone, e.g. `-._~`
 */
export function formPairs(text: string, unescaped: string): [name: string, value: string][] | undefined {
  if (text === '') return undefined;
  const isPlain = PLAIN_FORM.test(text);
  const pairs: [string, string][] = [];
  for (let start = 0; start <= text.length; ) {
    const mark = text.indexOf('&', start);
    const end = mark < 0 ? text.length : mark;
    const equals = text.indexOf('=', start);
    if (equals < 0 || equals > end) return undefined;
    const name = text.slice(start, equals);
    const value = text.slice(equals + 1, end);
    if (isPlain) pairs.push([name, value]);
    else {
      const [plainName, plainValue] = [formPart(name, unescaped), formPart(value, unescaped)];
      if (plainName === undefined || plainValue === undefined) return undefined;
      pairs.push([plainName, plainValue]);
    }
    start = end + 1;
  }
  return pairs;
}

/** Forms in which nobody escapes anything, and whose names and values any literal can hold. */
export const PLAIN_FORM = /^[\w.-]*=[\w.-]*(?:&[\w.-]*=[\w.-]*)*$/;

/** What a name or value of a form says, if the library writes it in the same way; undefined otherwise. */
function formPart(part: string, unescaped: string): string | undefined {
  if (part.includes('=')) return undefined;
  const plain = formDecode(part);
  return plain !== undefined && formEncode(plain, unescaped) === part ? plain : undefined;
}

/** Whether no name stands in more than one pair, so that a map of the language can hold them. */
export function hasUniqueNames(pairs: readonly (readonly [name: string, value: string])[]): boolean {
  if (pairs.length > FEW) return new Set(pairs.map(([name]) => name)).size === pairs.length;
  for (let at = 1; at < pairs.length; at += 1)
    for (let before = 0; before < at; before += 1) if (pairs[at]?.[0] === pairs[before]?.[0]) return false;
  return true;
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function formEncode(text: string, unescaped: string): string {
  return encodeURIComponent(text).replace(/%20|[!'()*~\-._]/g, (found) => {
    if (found === '%20') return '+';
    if (unescaped.includes(found)) return found;
    return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/** A `Name: value` line of a multipart part; undefined when it is not written just so. */
export function partHeader(line: string): HeaderLine | undefined {
  const match = /^([^:]+): (\S(?:.*\S)?)$/.exec(line);
  const [, name = '', value = ''] = match ?? [];
  return match !== null && TOKEN.test(name) ? { name, value } : undefined;
}

/** Whether the program has to ask for a challenge before it can send credentials. */
export function answersChallenge({ auth }: NormalRequest): boolean {
  return auth?.scheme === 'digest' || auth?.scheme === 'any';
}

/** Whether a header that libraries send by themselves is to be left out: the request takes it away and gives no other. */
export function leavesOut(request: NormalRequest, name: LowerCase): boolean {
  return omits(request.options, name) && !hasHeader(request.headers, name);
}

/** Whether a program has to ask for the encodings that it can undo: `--compressed` without a header that does. */
export function wantsEncodings(request: NormalRequest): boolean {
  const { options, headers } = request;
  return (
    options.compressed === true &&
    !hasHeader(headers, 'accept-encoding') &&
    !omits(options, 'accept-encoding')
  );
}

/** Whether the request asks, with an Accept-Encoding of its own, for encodings that a program would have to undo. */
export function asksForEncoding(
  { options, method }: NormalRequest,
  headers: readonly NormalHeader[],
  encodings: RegExp,
): boolean {
  if (options.compressed !== true || method === 'HEAD') return false;
  return headers.some(({ lower, value }) => lower === 'accept-encoding' && encodings.test(value));
}

/**
 * The header lines that a program sends, in order: blanks before a value go, as curl drops them; the ones that
 * the shape keeps as options are added; framing headers that do not belong in `headers` are left out and warned of.
 */
export function headersToSend(request: NormalRequest, warnings: Warnings): readonly NormalHeader[] {
  const given = givenHeaders(request, warnings);
  const more = optionHeaders(request);
  return more.length === 0 ? given : [...given, ...more];
}

/** The same without those of the options. */
export function givenHeaders(request: NormalRequest, warnings: Warnings): readonly NormalHeader[] {
  const { headers } = request;
  if (request.variables.length > 0) declareEmptyVariables(request, warnings);
  for (const line of headers) if (!isSentAsGiven(line)) return changedHeaders(headers, warnings);
  return headers;
}

/**
 * Says which headers curl would leave out: those of variables alone that may be empty by their own words, `${NAME:-}`
 * (curl's manual, -H: a header without content is removed). A `$NAME` that is set to nothing is left to the README.
 */
function declareEmptyVariables({ headers, variables }: NormalRequest, warnings: Warnings): void {
  for (const { name, value } of headers) {
    const segments = splitVariables(value, variables);
    if (segments.every(mayBeEmpty) && segments.some(({ kind }) => kind === 'variable'))
      warnings.add(
        'header_changed',
        `curl leaves ${name} out when its variable is empty; the program sends it empty.`,
        '-H',
      );
  }
}

/** Whether nothing may be left of a piece of a header: a variable whose default is empty, or blanks. */
function mayBeEmpty(segment: Segment): boolean {
  if (segment.kind === 'text') return /^[ \t]*$/.test(segment.text);
  return variableDefault(segment.written)?.text === '';
}

/** Whether a program sends a header line, and exactly as it stands. */
export function isSentAsGiven({ value, isFraming, isPlain }: NormalHeader): boolean {
  return (isPlain || !isBlank(value.charCodeAt(0))) && !isFraming;
}

function changedHeaders(headers: readonly NormalHeader[], warnings: Warnings): NormalHeader[] {
  const lines: NormalHeader[] = [];
  for (const line of headers) {
    if (line.isFraming)
      warnings.add(
        'header_changed',
        `The header ${line.name} is left to the library, which frames the message.`,
      );
    else lines.push({ ...line, value: line.value.replace(/^[ \t]+/, '') });
  }
  return lines;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Characters that a program shows as escapes: invisible, unassigned, bidirectional controls, odd blanks. */
export const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Whether a character (one code point) may stand in a program text as it is; the blank may. */
export function isPrintable(char: string): boolean {
  return /^[ -~]$/.test(char) || !UNPRINTABLE.test(char);
}

/** The escapes that C and most languages after it have names for. */
export const C_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * What writes a character (code point) of a literal: as its named escape, as it stands if it can be seen, else by its code.
 * @param byCode writes the escape of any other character
 */
export function escaper(
  named: Readonly<Record<string, string>>,
  byCode: (char: string) => string,
): (char: string) => string {
  return (char) => named[char] ?? (isPrintable(char) ? char : byCode(char));
}

/** `\u000a`, twice for a character of two UTF-16 units. */
export function unitEscapes(char: string): string {
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Characters (code points) that some language may have to escape: all but those that mean nothing anywhere. */
export const DOUBTFUL = /[^\w ,.:;=/+*()&!~^|@%?<>[\]-]/gu;

/** Whether all characters may stand in a program text as they are. */
export function isPrintableText(text: string): boolean {
  return isPrintableAscii(text) || !UNPRINTABLE.test(text.replaceAll(' ', ''));
}

/** The same for a text that may have several lines and tabs. */
export function isPrintableLines(text: string): boolean {
  return /^[\n\t -~]*$/.test(text) || isPrintableText(text.replace(/[\n\t]/g, ''));
}

/** The text with each place where something stands changed; in a text of many, faster than replaceAll. */
export function replaceEach(text: string, found: string, replacement: string): string {
  return text.includes(found) ? text.split(found).join(replacement) : text;
}

/** How often a character stands in a text. */
export function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found += 1;
  return found;
}

/** Columns that a text takes: wide characters take two, combining marks none. */
export function textWidth(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  let columns = 0;
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return columns;
}
