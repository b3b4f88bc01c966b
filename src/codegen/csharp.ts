/**
 * C# programs with HttpClient, or a socket where HttpClient would change the request; in a syntax that today's
 * .NET and mono's compiler both take.
 */
import { partHeaders } from '../request/multipart.ts';
import {
  hasHeader,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  normalHeader,
  omits,
  type PartContent,
  USUAL_NAMES,
} from '../request/normalize.ts';
import {
  answersChallenge,
  asksForEncoding,
  basicUserinfo,
  C_ESCAPES,
  camelCase,
  constant,
  count,
  declareAsciiUser,
  declareNextTarget,
  declareOneAnswer,
  declareQueryKept,
  escaper,
  firstHeader,
  formPairs,
  type Generator,
  givenHeaders,
  hasDotSegment,
  hasSpeltHost,
  holdsBodyBack,
  Imports,
  ImportTable,
  isSentAsGiven,
  lacksHost,
  lines,
  PLAIN_FORM,
  ProgramVariables,
  percentDecode,
  proxyCredentials,
  proxyUrl,
  repeatedHeaders,
  singleHeader,
  table,
  type UrlPieces,
  unitEscapes,
  unreachable,
  urlPieces,
  urlWithTarget,
  type Warnings,
  wantsEncodings,
  withSpeltHost,
} from './generator.ts';
import { declareUnsaidChunks, isForFirstHost, keepsTypeAlone, redirectPlan } from './redirects.ts';
import { lineExpression, type SocketRequest, singleRequest, type Tails } from './socket.ts';

export const csharp = {
  language: 'csharp',
  title: 'C#',
  library: 'HttpClient',
  requires: '.NET Core 3.1 or mono 6',
  filename: 'Program.cs',
  install: 'dotnet new console --force',
  run: 'dotnet run',
  write: (request, warnings) => ordinaryProgram(request) ?? new CsharpProgram(request, warnings).toString(),
} as const satisfies Generator;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN =
  `args authorization isAsking location method redirects head status line size words colon name count family origin hasBody message certificate chain errors isGzip stream decoded reader status url octet body boundary bytes client content credentials handler headers input part request response
  abstract as base bool break byte case catch char checked class const continue decimal default delegate do
  double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
  internal is lock long namespace new null object operator out override params private protected public readonly
  ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
  ulong unchecked unsafe ushort using virtual void volatile while var await async`.split(/\s+/);

const FORM_TYPE = 'application/x-www-form-urlencoded';

const KNOWN_METHODS = table(
  ['Get', 'Post', 'Put', 'Delete', 'Head', 'Options', 'Trace'].map((name) => [
    name.toUpperCase(),
    `HttpMethod.${name}`,
  ]),
);

const USINGS = new ImportTable(
  [
    'System',
    'System.Collections.Generic',
    'System.IO',
    'System.IO.Compression',
    'System.Linq',
    'System.Net',
    'System.Net.Http',
    'System.Net.Http.Headers',
    'System.Net.Security',
    'System.Net.Sockets',
    'System.Reflection',
    'System.Security.Cryptography',
    'System.Text',
    'System.Text.RegularExpressions',
    'System.Threading.Tasks',
  ],
  using,
);
const CLIENT_USINGS = new Imports(USINGS).add('System', 'System.Net.Http', 'System.Threading.Tasks');
const SOCKET_USINGS = new Imports(USINGS).add(
  'System',
  'System.Collections.Generic',
  'System.IO',
  'System.Net.Sockets',
  'System.Text',
);

/** What stands before the statements. An exception that nobody catches would end in a core dump on .NET. */
const ASYNC_START = `
${mainMethod('Run().GetAwaiter().GetResult();')}
    private static async Task Run()
    {
`;
const SOCKET_START = `
// On a socket, since HttpClient would not send the request exactly as it stands.
${mainMethod('Run();')}
    private static void Run()
    {
`;
/** What stands after them. */
const END = '    }\n';

/** Indentation of the statements of a method, and of those in a block of it. */
const STATEMENT = '        ';
const INNER = '            ';

/**
 * What every program tells the handler: curl keeps no cookies unless told to, and a handler that does overrules the
 * header. Its own redirects are not curl's: they take Content-Type off, leave out the way from https to http, and end
 * without an error.
 */
const HANDLER = ['AllowAutoRedirect = false', 'UseCookies = false'];
const NEW_CLIENT = 'using (var client = new HttpClient(handler))';
const CLIENT = clientLines(`{ ${HANDLER.join(', ')} })`, NEW_CLIENT);
const NEW_REQUEST = 'using (var request = new HttpRequestMessage(';
const CLIENT_AND_REQUEST = constant(`${CLIENT}        ${NEW_REQUEST}`);
const SET_CHUNKED = `${INNER}request.Headers.TransferEncodingChunked = true;\n`;
const SET_CONTENT = constant(`${INNER}request.Content = `);
const SAME_HOST = 'if (url.Scheme == origin.Scheme && url.Authority == origin.Authority)';

const SET_FORM = constant(`${SET_CONTENT}new FormUrlEncodedContent(new[]\n${INNER}{\n`);
const ITEM = constant(`${INNER}    new KeyValuePair<string, string>(`);
const NEXT_LINE = constant(`\n${INNER}+ `);
const SET_NOTHING = constant(`${SET_CONTENT}new ByteArrayContent(new byte[0]);\n`);
const SET_UTF8 = constant(`${SET_CONTENT}new ByteArrayContent(Encoding.UTF8.GetBytes(`);

/** Where a header goes: the collection, and the statements that add to it up to the quote before the name. */
interface HeaderCollection {
  collection: string;
  add: string;
  addVerbatim: string;
}
const REQUEST_HEADERS = headerCollection('request.Headers');
const BODY_HEADERS = headerCollection('request.Content.Headers');

const BLOCK = `${STATEMENT}{\n`;

const SEND = 'using (var response = await client.SendAsync(request))';
const PRINT = [
  'Console.WriteLine((int)response.StatusCode);',
  'Console.WriteLine(await response.Content.ReadAsStringAsync());',
];
const SEND_AND_PRINT = constant(sendingAnd(PRINT));

/** A text of more lines than these is one literal: compilers recurse into every +. */
const MAX_LINES = 200;

/** The constant texts of {@link ordinaryProgram}: its directives, with a form and without one, with texts as bytes or not. */
const START = usings('System', 'System.Net.Http');
const FORM_START = usings('System', 'System.Collections.Generic', 'System.Net.Http');
const VERBATIM = usings('System.Net.Http.Headers', 'System.Reflection');
const BODY_START = constant(usings('System.Threading.Tasks') + ASYNC_START + CLIENT_AND_REQUEST);
const ENCODING_BODY_START = constant(usings('System.Text') + BODY_START);
const LOCALS_START = constant(usings('System.Text', 'System.Threading.Tasks') + ASYNC_START);
const URL_END = constant(`"))\n${BLOCK}`);
const ORDINARY_END = constant(`${SEND_AND_PRINT}}\n`);
const URL_AND_END = constant(`"))\n${sendingAtOnce(PRINT)}}\n`);

/**
 * The program for a request like most, which leaves nothing to decide but how its body is written and which headers
 * HttpClient would rewrite; undefined for any other. It is the one that {@link CsharpProgram} writes, from one template.
 */
function ordinaryProgram(request: NormalRequest): string | undefined {
  const { method, url, headers, body } = request;
  const verb = KNOWN_METHODS.get(method);
  const isWritten = body.kind === 'none' || body.kind === 'text';
  if (!request.isOrdinary || !isWritten || verb === undefined || repeatedHeaders(headers).size > 0)
    return undefined;
  const form = body.kind === 'text' && isForm(headers) ? formContent(body.text) : undefined;
  let ofRequest = '';
  let ofContent = '';
  let rewrites = false;
  let encodes = false;
  for (const line of headers) {
    const { lower, value } = line;
    if (!isSentAsGiven(line) || lower === 'host' || !isSendable(line)) return undefined;
    const kind = headerKind(line);
    if (form !== undefined && lower === 'content-type') continue;
    const userinfo = lower === 'authorization' ? basicUserinfo(value) : undefined;
    const keeps = kind.form?.test(value) ?? true;
    encodes ||= userinfo !== undefined;
    rewrites ||= !keeps;
    const start = headerStart(kind, keeps);
    const statement =
      userinfo !== undefined
        ? `${start}${line.name}", ${basic(csharpLiteral(userinfo))});\n`
        : line.isPlain
          ? `${start}${line.name}", "${value}");\n`
          : `${start}${line.name}", ${JSON.stringify(value)});\n`;
    if (kind.isContent) ofContent += statement;
    else ofRequest += statement;
  }
  let locals = '';
  let content = form ?? '';
  if (form === undefined && body.kind === 'text') {
    encodes = true;
    const literal = ASCII_LINES.test(body.text) ? JSON.stringify : csharpLiteral;
    const lines = linesLiteral(body.text, literal);
    if (lines !== undefined) locals = `${STATEMENT}var body = ${lines};\n`;
    content = `${SET_UTF8}${lines === undefined ? literal(body.text) : 'body'}));\n`;
  } else if (form === undefined && ofContent !== '') content = SET_NOTHING;
  const usings = `${form === undefined ? START : FORM_START}${rewrites ? VERBATIM : ''}`;
  const start =
    locals !== ''
      ? `${LOCALS_START}${locals}${CLIENT_AND_REQUEST}`
      : encodes
        ? ENCODING_BODY_START
        : BODY_START;
  if (ofRequest === '' && content === '') return `${usings}${start}${verb}, "${url}${URL_AND_END}`;
  const end = rewrites ? VERBATIM_END : ORDINARY_END;
  return `${usings}${start}${verb}, "${url}${URL_END}${ofRequest}${content}${ofContent}${end}`;
}

class CsharpProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings: Warnings;
  /** Whether the URL and the target in it are like most, so that HttpClient sends them as they stand. */
  readonly #hasPlainUrl: boolean;
  #usings = CLIENT_USINGS.copy();
  /** Further methods of the class. */
  readonly #methods: string[] = [];
  /** Statements before the request, indented: long literals and the multipart body. */
  #preparation = '';
  readonly #headers: readonly NormalHeader[];
  /** Names (lower case) that stand on more than one header line. */
  readonly #repeated: ReadonlySet<string>;
  /** Whether the body needs no header for its type: it brings one along, or is given one with a boundary. */
  #bringsType: boolean;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, camelCase, TAKEN);
    this.#hasPlainUrl = request.hasPlainUrl && request.options.request_target === undefined;
    // Connection, TE and Expect are properties of the request here.
    this.#headers = withSpeltHost(givenHeaders(request, warnings), request);
    this.#repeated = repeatedHeaders(this.#headers);
    this.#bringsType = request.body.kind === 'form';
  }

  toString(): string {
    const socket = this.#needsSocket()
      ? singleRequest(this.#request, this.#warnings, 'gzip', (text) => this.#variables.openIn(text))
      : undefined;
    const body = socket === undefined ? this.#statements() : this.#socketStatements(socket);
    const start = socket === undefined ? ASYNC_START : SOCKET_START;
    let text = `${this.#usings.statements()}${start}${this.#declarations()}${this.#preparation}${body}`;
    for (const method of this.#methods) text += method;
    return `${text}}\n`;
  }

  #declarations(): string {
    const { used } = this.#variables;
    if (used.length === 0) return '';
    let text = '';
    for (const { name, identifier, fallback } of used) {
      let otherwise = `throw new InvalidOperationException(${csharpLiteral(`${name} is not set`)})`;
      if (fallback !== undefined) otherwise = csharpLiteral(fallback.forEmpty ? '' : fallback.text);
      text += `        var ${identifier} = Environment.GetEnvironmentVariable(${csharpLiteral(name)}) ?? ${otherwise};\n`;
      if (fallback?.forEmpty === true)
        text += `        if (${identifier} == "")\n        {\n            ${identifier} = ${csharpLiteral(fallback.text)};\n        }\n`;
    }
    return `${text}\n`;
  }

  get #pieces(): UrlPieces | undefined {
    return urlPieces(this.#request.url);
  }

  /** The request target as far as the URL of a request can say it; empty when the url starts with a variable. */
  get #target(): string {
    const { request_target: given } = this.#request.options;
    return given?.startsWith('/') === true ? given : (this.#pieces?.target ?? '');
  }

  /** A text with open variables as an expression. */
  #text(text: string): string {
    if (this.#request.variables.length === 0) return csharpLiteral(text);
    return this.#variables.expression(text, csharpLiteral, ' + ');
  }

  /** The statements of a program with HttpClient, indented, and the end of their method. */
  #statements(): string {
    const { options } = this.#request;
    const content = this.#content();
    const url = this.#url();
    const client = this.#client();
    const inLoop = answersChallenge(this.#request)
      ? this.#challengeLoop(url, content)
      : options.follow_redirects === true
        ? this.#redirectLoop(url, content)
        : undefined;
    if (inLoop !== undefined) return `${client}${BLOCK}${inLoop}        }\n${END}`;
    const start = `${client}${STATEMENT}${NEW_REQUEST}${this.#newRequest(url)}`;
    const statements = this.#requestSettings() + this.#headerStatements() + this.#contentStatements(content);
    const printing = this.#printLines();
    if (statements === '') return start + sendingAtOnce(printing);
    return start + BLOCK + statements + (printing === PRINT ? SEND_AND_PRINT : sendingAnd(printing));
  }

  // --- A socket ---

  /** Whether HttpClient would send something else, or cannot do what an option asks for. */
  #needsSocket(): boolean {
    const { method, options } = this.#request;
    return (
      this.#repeated.size > 0 ||
      !this.#headers.every(isSendable) ||
      this.#headers.some(({ lower, value }) => lower === 'host' && !HOST.test(value)) ||
      // A proxy is told the whole URL.
      (options.proxy !== undefined &&
        (options.request_target !== undefined || hasSpeltHost(this.#request))) ||
      (!this.#hasPlainUrl && /[^\0-\x7f]/.test(this.#target)) ||
      options.request_target?.startsWith('/') === false ||
      lacksHost(this.#request, this.#headers) ||
      isChangedMethod(method) ||
      options.ip_version !== undefined
    );
  }

  /** The statements of a program with a socket, indented. */
  #socketStatements(socket: SocketRequest): string {
    const { options, method } = this.#request;
    this.#usings = SOCKET_USINGS.copy();
    const content = this.#bytes();
    const decodes = options.compressed === true && method !== 'HEAD';
    if (decodes) this.#warnOfEncodings().add('System.IO.Compression');
    for (const code of [WRITE, decodes ? RECEIVE_DECODING : RECEIVE, READ_LINE, COPY]) this.#addMethod(code);
    const sending = ['Write(stream, Encoding.UTF8.GetBytes(head));'];
    if (content !== undefined && options.chunked === true)
      sending.push(
        'if (content.Length > 0)',
        ...block([
          'Write(stream, Encoding.UTF8.GetBytes(content.Length.ToString("x") + "\\r\\n"));',
          'Write(stream, content);',
          'Write(stream, Encoding.UTF8.GetBytes("\\r\\n"));',
        ]),
        'Write(stream, Encoding.UTF8.GetBytes("0\\r\\n\\r\\n"));',
      );
    else if (content !== undefined) sending.push('Write(stream, content);');
    const text = (line: string) => this.#text(line);
    const tails: Tails = {
      boundary: () => 'boundary',
      credentials: () => `Convert.ToBase64String(${this.#utf8(socket.credentials ?? '')})`,
      length: () => 'content.Length',
    };
    const values = socket.lines.map((line) => lineExpression(line, text, tails));
    const head = [text(socket.requestLine), ...values, '""', '""'];
    const statements = [
      ...(content === undefined ? [] : [`var content = ${content};`]),
      'var head = string.Join(',
      '    "\\r\\n",',
      ...head.map((line, index) => `    ${line}${index === head.length - 1 ? ');' : ','}`),
      ...this.#connected(socket, [...sending, `Receive(new BufferedStream(stream), ${method === 'HEAD'});`]),
    ];
    return lines(statements, STATEMENT) + END;
  }

  /** Statements with an open `stream`. */
  #connected({ scheme, host, port }: SocketRequest, inner: readonly string[]): string[] {
    const {
      insecure,
      ip_version: version,
      timeout_ms: ms = 0,
      connect_timeout_ms: connectMs = 0,
    } = this.#request.options;
    const name = csharpLiteral(host.replace(/^\[(.*)\]$/, '$1'));
    const isV6 = version === 6 || host.startsWith('[');
    const family = version === 4 ? 'AddressFamily.InterNetwork' : isV6 ? 'AddressFamily.InterNetworkV6' : '';
    // With host and port the class looks for the family by itself.
    const connectsAtOnce = version === undefined && connectMs === 0;
    const opening = [`using (var client = new TcpClient(${connectsAtOnce ? `${name}, ${port}` : family}))`];
    const before: string[] = [];
    if (ms > 0) {
      this.#warnings.add('option_unsupported', 'The time limit holds for each read from the socket.', '-m');
      before.push(`client.ReceiveTimeout = ${Math.min(ms, MAX_LIMIT)};`);
    }
    if (connectMs > 0)
      before.push(
        `if (!client.ConnectAsync(${name}, ${port}).Wait(${Math.min(connectMs, MAX_LIMIT)}))`,
        ...block(['throw new TimeoutException("no connection in time");']),
      );
    else if (!connectsAtOnce) before.push(`client.Connect(${name}, ${port});`);
    if (scheme !== 'https')
      return [...opening, ...block([...before, 'var stream = client.GetStream();', ...inner])];
    this.#usings.add('System.Net.Security');
    const trust = insecure === true ? ', false, (sender, certificate, chain, errors) => true' : '';
    return [
      ...opening,
      ...block([
        ...before,
        `using (var stream = new SslStream(client.GetStream()${trust}))`,
        ...block([`stream.AuthenticateAsClient(${name});`, ...inner]),
      ]),
    ];
  }

  // --- HttpClient ---

  /** Whether the program decodes the answer itself: the handler would add to the given Accept-Encoding. */
  #decodes(): boolean {
    const { options } = this.#request;
    return options.compressed === true && !wantsEncodings(this.#request);
  }

  #printLines(): readonly string[] {
    const { method } = this.#request;
    if (!this.#decodes() || method === 'HEAD') return PRINT;
    this.#warnOfEncodings().add('System.IO').add('System.IO.Compression');
    return [
      'Console.WriteLine((int)response.StatusCode);',
      'var isGzip = response.Content.Headers.ContentEncoding.Contains("gzip");',
      'using (var stream = await response.Content.ReadAsStreamAsync())',
      'using (var decoded = isGzip ? new GZipStream(stream, CompressionMode.Decompress) : stream)',
      'using (var reader = new StreamReader(decoded))',
      ...block(['Console.WriteLine(await reader.ReadToEndAsync());']),
    ];
  }

  #warnOfEncodings(): typeof CLIENT_USINGS {
    if (asksForEncoding(this.#request, this.#headers, /br|zstd|deflate/i))
      this.#warnings.add('option_unsupported', 'The program decodes gzip only.', '--compressed');
    return this.#usings;
  }

  /** The arguments of HttpRequestMessage, and the end of the line. */
  #newRequest(url: string): string {
    const method = this.#method(this.#request.method);
    if (this.#hasPlainUrl) return `${method}, "${url}"))\n`;
    return `${method}, ${this.#needsVerbatimUri() ? this.#verbatimUri(url) : this.#text(url)}))\n`;
  }

  #verbatimUri(url: string): string {
    this.#usings.add('System.Reflection');
    this.#addMethod(VERBATIM_URI);
    return `VerbatimUri(${this.#text(url)})`;
  }

  /** Whether System.Uri would rewrite the target. */
  #needsVerbatimUri(): boolean {
    if (this.#hasPlainUrl) return false;
    const target = this.#variables.blank(this.#target);
    return target !== '' && !isUriTarget(target);
  }

  /** Every request of a chain of redirects made anew, as curl makes them. */
  #redirectLoop(url: string, content: string): string {
    const { options, method } = this.#request;
    this.#warnings.add(
      'redirect_differs',
      'Uri escapes blanks, quotes, braces and stray % in a Location in its own way, and leaves its user out.',
      '-L',
    );
    declareNextTarget(this.#request, this.#warnings);
    const { dropping, next, limit } = redirectPlan(this.#request);
    const changesMethod = next !== method;
    const guarded = this.#headerStatements('secret');
    const headers = this.#headerStatements(guarded === '' ? 'all' : 'other');
    const sending = this.#contentStatements(content);
    const tracksBody = dropping.length > 0 && sending !== '';
    const changes: string[] = [];
    if (changesMethod) changes.push(`method = ${this.#method(next)};`);
    if (tracksBody) changes.push('hasBody = false;');
    const step = [
      ...(limit === undefined
        ? []
        : [
            `if (redirects == ${limit})`,
            ...block(['throw new HttpRequestException("too many redirects");']),
          ]),
      // mono would send the fragment, too.
      'url = new Uri(new Uri(url, response.Headers.Location).GetLeftPart(UriPartial.Query));',
    ];
    if (changes.length > 0)
      step.push(`if (${dropping.map((code) => `status == ${code}`).join(' || ')})`, ...block(changes));
    const uri = this.#needsVerbatimUri() ? this.#verbatimUri(url) : `new Uri(${this.#text(url)})`;
    const start = [`var url = ${uri};`];
    if (changesMethod) start.push(`var method = ${this.#method(method)};`);
    if (tracksBody) start.push('var hasBody = true;');
    if (guarded !== '') start.push('var origin = url;');
    const verb = changesMethod ? 'method' : this.#method(method);
    const request = `${NEW_REQUEST}${verb}, url))`;
    const settings = this.#requestSettings();
    const chunks = options.chunked === true && tracksBody ? SET_CHUNKED : '';
    if (chunks !== '') declareUnsaidChunks(this.#warnings);
    const statements =
      settings.replace(chunks, '') +
      headers +
      (guarded === '' ? '' : braces(SAME_HOST, guarded)) +
      (tracksBody ? this.#laterContent(content, sending + chunks) : sending);
    const receiving = [
      SEND,
      ...block([
        'var status = (int)response.StatusCode;',
        'if (status / 100 != 3 || response.Headers.Location == null)',
        ...block([...this.#printLines(), 'return;']),
        ...step,
      ]),
    ];
    const loop =
      statements === ''
        ? lines([request, ...receiving], INNER)
        : braces(request, statements + lines(receiving, INNER));
    return lines(start, INNER) + braces('for (var redirects = 0; ; redirects++)', loop);
  }

  /** The content while there is a body; without one, HttpClient can say its headers with an empty content alone. */
  #laterContent(content: string, sending: string): string {
    if (!keepsTypeAlone(this.#request)) return braces('if (hasBody)', sending);
    if (this.#request.body.kind === 'form')
      return braces('if (hasBody)', sending) + braces('else', SET_NOTHING + this.#formType(''));
    return braces('if (hasBody)', content) + braces('else', SET_NOTHING) + sending.slice(content.length);
  }

  #method(method: string): string {
    const known = KNOWN_METHODS.get(method);
    if (known !== undefined) return known;
    if (isChangedMethod(method))
      this.#warnings.add(
        'method_changed',
        `HttpClient writes the method ${method} as ${method.toUpperCase()}.`,
        '-X',
      );
    return `new HttpMethod(${this.#text(method)})`;
  }

  #url(): string {
    const { url, options } = this.#request;
    if (this.#hasPlainUrl && options.omit_headers === undefined) return url;
    const pieces = this.#pieces;
    if (pieces === undefined) return url;
    if (options.request_target !== undefined && !options.request_target.startsWith('/'))
      this.#warnings.add(
        'target_changed',
        'HttpClient cannot send this request target; it sends path and query of the URL.',
        '--request-target',
      );
    const given = this.#target;
    const isAscii = /^[\0-\x7f]*$/.test(given);
    const target = isAscii ? given : given.replace(/[^\0-\x7f]+/gu, encodeURIComponent);
    if (!isAscii)
      this.#warnings.add(
        'target_changed',
        'HttpClient cannot send characters that are not ASCII in path and query; they are percent-encoded.',
      );
    if (omits(options, 'host') && !hasHeader(this.#headers, 'host'))
      this.#warnings.add('default_header_kept', 'HttpClient always sends a Host header.', '-H');
    return urlWithTarget(url, pieces, target);
  }

  /** The lines that open `handler` and `client`. */
  #client(): string {
    const settings = this.#handlerSettings();
    const limit = this.#timeLimit();
    const client = limit === undefined ? NEW_CLIENT : NEW_CLIENT.replace(/\)$/, ` { Timeout = ${limit} })`);
    if (settings.length === 0)
      return limit === undefined ? CLIENT : clientLines(`{ ${HANDLER.join(', ')} })`, client);
    const properties = [...HANDLER, ...settings].map((property) => `${INNER}${property},\n`);
    return clientLines(`\n${BLOCK}${properties.join('')}${STATEMENT}})`, client);
  }

  /** Further properties of the handler. */
  #handlerSettings(): string[] {
    const { options } = this.#request;
    const settings: string[] = [];
    if (options.compressed === true && !this.#decodes()) {
      this.#usings.add('System.Net');
      // Not deflate: before .NET 5 it is read without the zlib header that servers send.
      settings.push('AutomaticDecompression = DecompressionMethods.GZip');
    }
    if (options.insecure === true)
      settings.push(
        'ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true',
      );
    const proxy = options.proxy === undefined ? undefined : this.#proxySetting(options.proxy);
    if (proxy !== undefined) settings.push(proxy);
    const credentials = this.#authSetting();
    if (credentials !== undefined) settings.push(credentials);
    return settings;
  }

  #proxySetting(proxy: string): string | undefined {
    const url = proxyUrl(proxy, this.#variables);
    const match = /^([a-z][a-z0-9+.-]*):\/\/(?:(.*)@)?((?:\[[^\]@]*\]|[^:/@]+)(?::\d+)?)\/?$/is.exec(url);
    const [, scheme = '', userinfo, authority = ''] = match ?? [];
    const open = userinfo !== undefined && this.#variables.openIn(userinfo);
    if (match === null || open || !/^http$|^socks/i.test(scheme)) {
      this.#warnings.add('proxy_unsupported', 'HttpClient cannot use this proxy; it is left out.', '-x');
      return undefined;
    }
    if (!/^http$/i.test(scheme))
      this.#warnings.add('proxy_unsupported', 'HttpClient knows SOCKS proxies since .NET 6 only.', '-x');
    if (LOOPBACK.test(this.#pieces?.authority ?? ''))
      this.#warnings.add(
        'proxy_unsupported',
        'mono goes to an address of this machine without a proxy.',
        '-x',
      );
    this.#usings.add('System.Net');
    const created = `Proxy = new WebProxy(${this.#text(`${scheme}://${authority}`)})`;
    // Without a tunnel the credentials are a header, which curl sends before it is asked.
    if (userinfo === undefined || this.#pieces?.scheme === 'http') return created;
    this.#warnings.add(
      'proxy_unsupported',
      'HttpClient asks the proxy for a tunnel without the credentials first, and then with them.',
      '-x',
    );
    const [user = '', ...password] = userinfo.split(':').map(percentDecode);
    const credentials = `new NetworkCredential(${csharpLiteral(user)}, ${csharpLiteral(password.join(':'))})`;
    return `${created} { Credentials = ${credentials} }`;
  }

  /** Credentials for the schemes that only the handler can speak. */
  #authSetting(): string | undefined {
    const { auth, url } = this.#request;
    if (auth?.scheme !== 'ntlm' && auth?.scheme !== 'negotiate') {
      if (auth?.scheme === 'aws-sigv4')
        this.#warnings.add(
          'auth_unsupported',
          'HttpClient does not know AWS Signature Version 4; the request is sent without credentials.',
          '--aws-sigv4',
        );
      return undefined;
    }
    if (this.#request.body.kind !== 'none')
      this.#warnings.add(
        'body_changed',
        'HttpClient sends the body with the first request too; curl sends it only after the challenge.',
      );
    this.#usings.add('System.Net');
    if ((auth.username ?? '') === '' && (auth.password ?? '') === '')
      return 'Credentials = CredentialCache.DefaultCredentials';
    const credential = `new NetworkCredential(${this.#text(auth.username ?? '')}, ${this.#text(auth.password ?? '')})`;
    const pieces = this.#pieces;
    const prefix = this.#text(pieces === undefined ? url : `${pieces.scheme}://${pieces.authority}/`);
    const scheme = auth.scheme === 'ntlm' ? 'NTLM' : 'Negotiate';
    return `Credentials = new CredentialCache { { new Uri(${prefix}), "${scheme}", ${credential} } }`;
  }

  /**
   * Asks without credentials and, with Digest alone, without the body, as curl does, and answers the challenge. (The
   * handler's own Digest sends the body twice, and ends mono 6 with an exception.)
   */
  #challengeLoop(url: string, content: string): string {
    const { auth, options } = this.#request;
    this.#usings.add('System.Linq', 'System.Net.Http.Headers', 'System.Security.Cryptography', 'System.Text');
    this.#usings.add('System.Text.RegularExpressions');
    if (options.follow_redirects === true)
      this.#warnings.add(
        'redirect_differs',
        'The program answers a challenge, but follows no redirect then.',
        '-L',
      );
    declareAsciiUser(this.#request, 'HttpClient', this.#warnings);
    declareOneAnswer(this.#request, this.#warnings);
    declareQueryKept(this.#request, this.#warnings);
    const holdsBody = holdsBodyBack(this.#request);
    // Of a form curl does not say the type either at first.
    const isForm = this.#request.body.kind === 'form';
    const bare = isForm ? 'new ByteArrayContent(new byte[0])' : 'WithoutBody(request.Content)';
    if (holdsBody && !isForm) this.#addMethod(WITHOUT_BODY);
    this.#addMethod(auth?.scheme === 'any' ? AUTHORIZATION_ANY : AUTHORIZATION_DIGEST);
    this.#addMethod(DIGEST);
    this.#addMethod(PARAMETER);
    this.#addMethod(HEX);
    const sending = this.#contentStatements(content);
    const credentials = `${this.#text(auth?.username ?? '')}, ${this.#text(auth?.password ?? '')}`;
    const request = `${NEW_REQUEST}${this.#newRequest(url).trimEnd()}`;
    const statements = this.#requestSettings() + this.#headerStatements() + sending;
    const answering = [
      'if (authorization != "")',
      ...block(['request.Headers.TryAddWithoutValidation("Authorization", authorization);']),
      ...(holdsBody ? ['if (isAsking)', ...block([`request.Content = ${bare};`])] : []),
      SEND,
      ...block([
        'if (authorization == "" && (int)response.StatusCode == 401)',
        ...block([`authorization = Authorization(request, response, ${credentials});`]),
        holdsBody ? 'else if (!isAsking || (int)response.StatusCode >= 300)' : 'else',
        ...block([...this.#printLines(), 'return;']),
        ...(holdsBody ? ['isAsking = false;'] : []),
      ]),
    ];
    const loop = braces(request, statements + lines(answering, INNER));
    const start = ['var authorization = "";', ...(holdsBody ? ['var isAsking = true;'] : [])];
    return lines(start, INNER) + braces('while (true)', loop);
  }

  /** The time limit of the client as an expression. */
  #timeLimit(): string | undefined {
    const { options } = this.#request;
    if ((options.connect_timeout_ms ?? 0) > 0)
      this.#warnings.add(
        'option_unsupported',
        'HttpClientHandler has no time limit for connecting alone; it is left out.',
        '--connect-timeout',
      );
    if (options.ip_version !== undefined)
      this.#warnings.add(
        'option_unsupported',
        'HttpClientHandler cannot be kept to one version of IP; the system chooses.',
        `-${options.ip_version}`,
      );
    const ms = Math.min(options.timeout_ms ?? 0, MAX_LIMIT);
    if (ms === 0) return undefined;
    return `TimeSpan.${ms % 1000 === 0 ? `FromSeconds(${ms / 1000})` : `FromMilliseconds(${ms})`}`;
  }

  #requestSettings(): string {
    const { options } = this.#request;
    let text = '';
    const version = options.http_version;
    const needsTls = version === '2' || version === '2-prior-knowledge';
    if (version === '3' || (needsTls && this.#pieces?.scheme !== 'https'))
      this.#warnings.add(
        'http_version_unsupported',
        `HttpClient cannot be relied on to speak HTTP/${version} to this URL; it falls back to HTTP/1.1.`,
        version === '2-prior-knowledge' ? '--http2-prior-knowledge' : `--http${version}`,
      );
    else if (version !== undefined)
      text += `${INNER}request.Version = new Version(${version === '1.0' ? '1, 0' : version === '1.1' ? '1, 1' : '2, 0'});\n`;
    if (options.connection === 'close') text += `${INNER}request.Headers.ConnectionClose = true;\n`;
    if (options.chunked === true) text += SET_CHUNKED;
    if (options.expect_continue === true) text += `${INNER}request.Headers.ExpectContinue = true;\n`;
    return text;
  }

  /**
   * The statements that add the headers of the request.
   * @param which `secret`: those that do not go to other hosts
   */
  #headerStatements(which: 'all' | 'secret' | 'other' = 'all'): string {
    const isMeant = (lower: string) =>
      which === 'all' || isForFirstHost(lower, this.#request) === (which === 'secret');
    const { options, auth } = this.#request;
    let text = '';
    for (const line of this.#headers) {
      const { lower } = line;
      const kind = headerKind(line);
      if (kind.isContent) continue;
      const isJoined = lower === 'cookie' && this.#repeated.has(lower);
      if (isJoined && line !== firstHeader(this.#headers, lower)) continue;
      const sent = isJoined ? this.#joinedCookie(line) : line;
      if (!this.#isSendable(sent) || !isMeant(lower)) continue;
      const value = lower === 'authorization' ? this.#authorization(sent.value) : undefined;
      text += this.#addition(kind, sent, value);
    }
    for (const name of this.#repeated)
      this.#warnings.add('header_changed', `HttpClient joins the lines of ${name} into one.`);
    if (auth?.scheme === 'basic' && isMeant('authorization'))
      text += `${INNER}request.Headers.TryAddWithoutValidation("Authorization", ${this.#basic(`${auth.username ?? ''}:${auth.password ?? ''}`)});\n`;
    if (which === 'secret') return text;
    const proxyUser = proxyCredentials(options.proxy, (text) => this.#variables.openIn(text));
    if (proxyUser !== undefined && this.#pieces?.scheme === 'http')
      text += `${INNER}request.Headers.TryAddWithoutValidation("Proxy-Authorization", ${this.#basic(proxyUser)});\n`;
    if (options.connection === 'keep-alive')
      text += `${INNER}request.Headers.TryAddWithoutValidation("Connection", "keep-alive");\n`;
    if (options.te !== undefined)
      text += `${INNER}request.Headers.TryAddWithoutValidation("TE", "trailers");\n`;
    return text;
  }

  /** All Cookie lines as one, in the place of the first. */
  #joinedCookie(first: NormalHeader): NormalHeader {
    const lines = this.#headers.filter(({ lower }) => lower === 'cookie');
    return { ...first, value: lines.map(({ value }) => value).join('; '), isPlain: false };
  }

  /** Whether HttpClient can put a header value on the wire; warns of any other. */
  #isSendable(line: NormalHeader): boolean {
    if (isSendable(line)) return true;
    this.#warnings.add(
      'header_changed',
      `HttpClient takes only printable ASCII in headers; ${line.name} is left out.`,
    );
    return false;
  }

  /**
   * The statement that adds a header.
   * @param given the value as an expression, where it is not a literal
   */
  #addition(kind: HeaderKind, line: NormalHeader, given?: string): string {
    const keeps = kind.form?.test(this.#variables.blank(line.value)) ?? true;
    if (!keeps && !this.#methods.includes(ADD_VERBATIM)) {
      this.#usings.add('System.Net.Http.Headers', 'System.Reflection');
      this.#addMethod(ADD_VERBATIM);
    }
    const value = given ?? this.#text(line.value);
    // Nothing in the name, a token, needs an escape.
    if (this.#request.variables.length === 0) return `${headerStart(kind, keeps)}${line.name}", ${value});\n`;
    const name = this.#text(line.name);
    const { collection } = kind.isContent ? BODY_HEADERS : REQUEST_HEADERS;
    return keeps
      ? `${INNER}${collection}.TryAddWithoutValidation(${name}, ${value});\n`
      : `${INNER}AddVerbatim(${collection}, ${name}, ${value});\n`;
  }

  /** @param content the statement of #content() */
  #contentStatements(content: string): string {
    const { options, body } = this.#request;
    let isEmpty = content === '';
    let text = isEmpty ? SET_NOTHING : content;
    for (const line of this.#headers) {
      const kind = headerKind(line);
      if (!kind.isContent || (this.#bringsType && line.lower === 'content-type')) continue;
      isEmpty = false;
      if (this.#isSendable(line)) text += this.#addition(kind, line);
    }
    if (isEmpty) return '';
    if (body.kind === 'form' && !omits(options, 'content-type')) text += this.#formType('; boundary=');
    return text;
  }

  /** @param end what stands behind the type: nothing, or what comes before the boundary */
  #formType(end: string): string {
    const own = singleHeader(this.#headers, 'content-type') ?? 'multipart/form-data';
    const value = this.#text(own + end);
    const line = normalHeader('Content-Type', own);
    return this.#addition(headerKind(line), line, end === '' ? value : `${value} + boundary`);
  }

  /** The expression for basic credentials. */
  #authorization(value: string): string | undefined {
    const userinfo = basicUserinfo(value);
    if (userinfo === undefined || this.#variables.openIn(value) || this.#variables.openIn(userinfo))
      return undefined;
    return this.#basic(userinfo);
  }

  #basic(credentials: string): string {
    this.#usings.add('System.Text');
    return basic(this.#text(credentials));
  }

  /** The UTF-8 bytes of a text; one of several lines is laid out before, under a name of its own. */
  #longUtf8(text: string): string {
    const lines = linesLiteral(text, (line) => this.#text(line));
    if (lines === undefined) return this.#utf8(text);
    this.#preparation += `${STATEMENT}var body = ${lines};\n`;
    this.#usings.add('System.Text');
    return 'Encoding.UTF8.GetBytes(body)';
  }

  #utf8(text: string): string {
    this.#usings.add('System.Text');
    return `Encoding.UTF8.GetBytes(${this.#text(text)})`;
  }

  /** The statement that makes the HttpContent of the body; empty when there is none. */
  #content(): string {
    const { body, options } = this.#request;
    if (body.kind === 'none') return '';
    if (body.kind === 'file' && body.path === '-' && options.chunked === true && !body.stripNewlines)
      return `${SET_CONTENT}new StreamContent(Console.OpenStandardInput());\n`;
    const form = body.kind === 'text' ? this.#formContent(body.text) : undefined;
    return form ?? `${SET_CONTENT}new ByteArrayContent(${this.#bytes()});\n`;
  }

  /** The body as an expression of a byte array. */
  #bytes(): string | undefined {
    const { body } = this.#request;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return this.#longUtf8(body.text);
      case 'bytes':
        return `Convert.FromBase64String(${csharpLiteral(body.base64)})`;
      case 'file':
        return this.#fileBytes(body.path) + this.#stripping(body.stripNewlines);
      case 'form':
        this.#preparation += lines(this.#formLines(body.parts), STATEMENT);
        return 'body.ToArray()';
      default:
        return unreachable(body);
    }
  }

  #stripping(strips: boolean): string {
    if (!strips) return '';
    this.#usings.add('System.Linq');
    return ".Where(octet => octet != '\\r' && octet != '\\n' && octet != 0).ToArray()";
  }

  #formContent(text: string): string | undefined {
    if (!isForm(this.#headers) || this.#repeated.has('content-type') || this.#variables.openIn(text))
      return undefined;
    const content = formContent(text);
    if (content !== undefined) {
      this.#usings.add('System.Collections.Generic');
      this.#bringsType = true;
    }
    return content;
  }

  #fileBytes(path: string): string {
    this.#usings.add('System.IO');
    if (path !== '-') return `File.ReadAllBytes(${this.#text(path)})`;
    this.#addMethod(READ_INPUT);
    return 'ReadInput()';
  }

  #formLines(parts: readonly NormalPart[]): string[] {
    const { headers: lines, options } = this.#request;
    const own = singleHeader(lines, 'content-type');
    this.#usings.add('System.IO').add('System.Text');
    if (parts.length > 0) this.#addMethod(WRITE_PART);
    this.#addMethod(WRITE);
    return [
      'var boundary = Guid.NewGuid().ToString("N");',
      'var body = new MemoryStream();',
      ...parts.map((part) => {
        const headers = partHeaders(part, options.form_escape, own).join('\r\n');
        return `WritePart(body, boundary, ${this.#text(headers)}, ${this.#contentBytes(part.content)});`;
      }),
      'Write(body, Encoding.UTF8.GetBytes("--" + boundary + "--\\r\\n"));',
    ];
  }

  #contentBytes(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return this.#utf8(content.text);
      case 'bytes':
        return `Convert.FromBase64String(${csharpLiteral(content.base64)})`;
      case 'file':
        return this.#fileBytes(content.path);
      default:
        return unreachable(content);
    }
  }

  #addMethod(code: string): void {
    if (!this.#methods.includes(code)) this.#methods.push(code);
  }
}

/** A method as it stands in the class, after an empty line. Preprocessor directives stand in the first column. */
function member(code: string): string {
  return constant(`\n${inClass(code)}\n`);
}

function inClass(code: string): string {
  return code.replace(/^(?=[^#\n])/gm, '    ');
}

const WRITE_PART =
  member(`private static void WritePart(Stream body, string boundary, string headers, byte[] content)
{
    Write(body, Encoding.UTF8.GetBytes("--" + boundary + "\\r\\n" + headers + "\\r\\n\\r\\n"));
    Write(body, content);
    Write(body, Encoding.UTF8.GetBytes("\\r\\n"));
}`);

const WRITE = member(`private static void Write(Stream body, byte[] bytes)
{
    body.Write(bytes, 0, bytes.Length);
}`);

/** The line of {@link RECEIVE} that makes a text of the body. */
const RECEIVE_BODY = '    Console.WriteLine(Encoding.UTF8.GetString(body.ToArray()));';

const RECEIVE =
  member(`// Reads a response (RFC 9112); prints its status, and its body after transfer decoding.
private static void Receive(Stream stream, bool isHead)
{
    var status = 0;
    var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
    // Interim responses come before the final one.
    while (status < 200)
    {
        var words = ReadLine(stream).Split(' ');
        if (words.Length < 2)
        {
            throw new IOException("the server sent no response");
        }
        status = int.Parse(words[1]);
        headers.Clear();
        for (var line = ReadLine(stream); line != ""; line = ReadLine(stream))
        {
            var colon = line.IndexOf(':');
            headers[line.Substring(0, Math.Max(colon, 0))] = line.Substring(colon + 1).Trim();
        }
    }
    var body = new MemoryStream();
    var hasBody = !isHead && status != 204 && status != 304;
    if (hasBody && headers.ContainsKey("Transfer-Encoding"))
    {
        var size = Convert.ToInt64(ReadLine(stream).Split(';')[0].Trim(), 16);
        while (size > 0)
        {
            Copy(stream, body, size);
            ReadLine(stream);
            size = Convert.ToInt64(ReadLine(stream).Split(';')[0].Trim(), 16);
        }
    }
    else if (hasBody && headers.ContainsKey("Content-Length"))
    {
        Copy(stream, body, long.Parse(headers["Content-Length"]));
    }
    else if (hasBody)
    {
        stream.CopyTo(body);
    }
    Console.WriteLine(status);
${RECEIVE_BODY}
}`);

/** The same for a program that decodes the body. */
const RECEIVE_DECODING = RECEIVE.replace(
  `    ${RECEIVE_BODY}`,
  inClass(`    body.Position = 0;
    var isGzip = headers.ContainsKey("Content-Encoding") && headers["Content-Encoding"] == "gzip";
    using (var decoded = isGzip ? (Stream)new GZipStream(body, CompressionMode.Decompress) : body)
    using (var reader = new StreamReader(decoded))
    {
        Console.WriteLine(reader.ReadToEnd());
    }`),
);

const READ_LINE = member(`private static string ReadLine(Stream stream)
{
    var line = new StringBuilder();
    for (var octet = stream.ReadByte(); octet >= 0 && octet != '\\n'; octet = stream.ReadByte())
    {
        line.Append((char)octet);
    }
    return line.ToString().TrimEnd('\\r');
}`);

const COPY = member(`private static void Copy(Stream from, Stream to, long count)
{
    var buffer = new byte[8192];
    while (count > 0)
    {
        var read = from.Read(buffer, 0, (int)Math.Min(buffer.Length, count));
        if (read == 0)
        {
            throw new EndOfStreamException("the response ends too early");
        }
        to.Write(buffer, 0, read);
        count -= read;
    }
}`);

const READ_INPUT = member(`private static byte[] ReadInput()
{
    using (var input = Console.OpenStandardInput())
    using (var bytes = new MemoryStream())
    {
        input.CopyTo(bytes);
        return bytes.ToArray();
    }
}`);

/** HttpClient spells the headers that it knows its own way; as one that it does not know it leaves a header alone. */
const ADD_VERBATIM =
  member(`// Adds a header as it stands. HttpClient would respell one that it knows and, before .NET 5, rewrite its value.
private static void AddVerbatim(HttpHeaders headers, string name, string value)
{
    const BindingFlags Internal = BindingFlags.Instance | BindingFlags.NonPublic;
    var type = typeof(HttpHeaders).Assembly.GetType("System.Net.Http.Headers.HeaderDescriptor") ?? typeof(void);
    var create = Array.Find(type.GetConstructors(Internal), one => one.GetParameters()[0].ParameterType == typeof(string));
    var add = typeof(HttpHeaders).GetMethod("TryAddWithoutValidation", Internal, null, new[] { type, typeof(string) }, null);
    if (create == null || add == null)
    {
        headers.TryAddWithoutValidation(name, value);
        return;
    }
    var unknown = create.GetParameters().Length == 1 ? new object[] { name } : new object[] { name, true };
    add.Invoke(headers, new[] { create.Invoke(unknown), value });
}`);

const VERBATIM_END = constant(`${SEND_AND_PRINT}${ADD_VERBATIM}}\n`);

const VERBATIM_URI = member(`// A Uri whose path and query are sent as they stand.
private static Uri VerbatimUri(string url)
{
#if NET6_0_OR_GREATER
    return new Uri(url, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
#else
    // Before .NET 6 only harmless characters are left alone: the text takes their place afterwards.
    const BindingFlags Internal = BindingFlags.Instance | BindingFlags.NonPublic;
    var start = url.IndexOf('/', url.IndexOf("//") + 2);
    var query = url.IndexOf('?', start);
    var end = query < 0 ? url.Length : query;
    var harmless = "/" + new string('x', end - start - 1);
    if (query >= 0)
    {
        harmless += "?" + new string('x', url.Length - query - 1);
    }
    var uri = new Uri(url.Substring(0, start) + harmless);
    var text = typeof(Uri).GetField("_string", Internal) ?? typeof(Uri).GetField("m_String", Internal);
    if (text == null || uri.PathAndQuery.Length != url.Length - start)
    {
        return new Uri(url);
    }
    text.SetValue(uri, url);
    return uri;
#endif
}`);

/** The headers of the body stay: curl sends its Content-Type with the first request too. */
const WITHOUT_BODY = member(`private static HttpContent WithoutBody(HttpContent content)
{
    var empty = new ByteArrayContent(new byte[0]);
    foreach (var header in content.Headers.Where(header => header.Key != "Content-Length"))
    {
        empty.Headers.TryAddWithoutValidation(header.Key, header.Value);
    }
    return empty;
}`);

const AUTHORIZATION_DIGEST =
  member(`private static string Authorization(HttpRequestMessage request, HttpResponseMessage response, string user, string password)
{
    var challenge = response.Headers.WwwAuthenticate.First(offer => offer.Scheme.ToLowerInvariant() == "digest");
    return Digest(request, challenge.Parameter ?? "", user, password);
}`);

const AUTHORIZATION_ANY =
  member(`private static string Authorization(HttpRequestMessage request, HttpResponseMessage response, string user, string password)
{
    var challenge = response.Headers.WwwAuthenticate.FirstOrDefault(offer => offer.Scheme.ToLowerInvariant() == "digest");
    return challenge == null
        ? "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(user + ":" + password))
        : Digest(request, challenge.Parameter ?? "", user, password);
}`);

/** RFC 7616 with MD5 and SHA-256, their -sess forms, and the RFC 2069 form without qop. */
const DIGEST = member(`// The answer to a Digest challenge (RFC 7616).
private static string Digest(HttpRequestMessage request, string challenge, string user, string password)
{
    var realm = Parameter(challenge, "realm");
    var nonce = Parameter(challenge, "nonce");
    var opaque = Parameter(challenge, "opaque");
    var algorithm = Parameter(challenge, "algorithm");
    var hasQop = Parameter(challenge, "qop") != "";
    var cnonce = Guid.NewGuid().ToString("N");
    var target = request.RequestUri == null ? "/" : request.RequestUri.PathAndQuery;
    var a1 = Hex(algorithm, user + ":" + realm + ":" + password);
    if (algorithm.EndsWith("-sess", StringComparison.OrdinalIgnoreCase))
    {
        a1 = Hex(algorithm, a1 + ":" + nonce + ":" + cnonce);
    }
    var a2 = Hex(algorithm, request.Method + ":" + target);
    var hashesUser = string.Equals(Parameter(challenge, "userhash"), "true", StringComparison.OrdinalIgnoreCase);
    var name = hashesUser ? Hex(algorithm, user + ":" + realm) : user;
    var middle = hasQop ? ":" + nonce + ":00000001:" + cnonce + ":auth:" : ":" + nonce + ":";
    return "Digest username=\\"" + Regex.Replace(name, "[\\\\\\\\\\"]", "\\\\$&")
        + "\\", realm=\\"" + Regex.Replace(realm, "[\\\\\\\\\\"]", "\\\\$&")
        + "\\", nonce=\\"" + nonce + "\\", uri=\\"" + Regex.Replace(target, "[\\\\\\\\\\"]", "\\\\$&")
        + (hasQop ? "\\", cnonce=\\"" + cnonce + "\\", nc=00000001, qop=auth" : "\\"")
        + ", response=\\"" + Hex(algorithm, a1 + middle + a2) + "\\""
        + (opaque == "" ? "" : ", opaque=\\"" + Regex.Replace(opaque, "[\\\\\\\\\\"]", "\\\\$&") + "\\"")
        + (algorithm == "" ? "" : ", algorithm=" + algorithm)
        + (hashesUser ? ", userhash=true" : "");
}`);

const PARAMETER = member(`private static string Parameter(string challenge, string name)
{
    var match = Regex.Match(challenge, "(?i)(?:^|[, ])" + name + "=(?:\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\"|([^\\\\s,]+))");
    return match.Groups[2].Success ? match.Groups[2].Value : Regex.Replace(match.Groups[1].Value, "\\\\\\\\(.)", "$1");
}`);

const HEX = member(`private static string Hex(string algorithm, string text)
{
    var isSha = algorithm.StartsWith("SHA-256", StringComparison.OrdinalIgnoreCase);
    using (var hash = isSha ? (HashAlgorithm)SHA256.Create() : MD5.Create())
    {
        var bytes = hash.ComputeHash(Encoding.UTF8.GetBytes(text));
        return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
    }
}`);

/** Lines in braces. */
function block(texts: readonly string[]): string[] {
  return ['{', ...indented(texts), '}'];
}

/** What HttpClient does with a header. */
interface HeaderKind {
  /** Whether it keeps it with the content, and drops it without a word anywhere else. */
  isContent: boolean;
  /** The values that every version writes as they were added; undefined when that is all. */
  form: RegExp | undefined;
}

const ORDINARY: HeaderKind = { isContent: false, form: undefined };

/** Names (lower case) of headers of the content. */
const CONTENT_HEADER =
  /^(?:allow|expires|last-modified|content-(?:disposition|encoding|language|length|location|md5|range|type))$/;

/** Headers that HttpClient parses and, before .NET 5, writes in its own form; and the values that have that form. */
const TOKEN_FORM = "[\\w!#$%&'*+.^`|~-]+";
const OWN_FORMS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    accept: `T/T(?:, T/T)*`,
    'accept-charset': 'T(?:, T)*',
    'accept-encoding': 'T(?:, T)*',
    'accept-language': 'T(?:, T)*',
    'accept-ranges': 'T',
    age: '0|[1-9]\\d{0,8}',
    allow: 'T(?:, T)*',
    authorization: '\\S+(?: \\S+)?',
    'cache-control': 'no-cache|no-store|max-age=0|no-transform',
    'content-disposition': 'T',
    'content-encoding': 'T(?:, T)*',
    'content-language': 'T(?:, T)*',
    'content-location': '/[\\w./-]*',
    'content-range': '',
    'content-type': 'T/T(?:; T=T)*',
    date: '',
    expires: '',
    from: '',
    'if-match': '\\*|"\\w*"',
    'if-modified-since': '',
    'if-none-match': '\\*|(?:W/)?"\\w*"',
    'if-range': '',
    'if-unmodified-since': '',
    'last-modified': '',
    'max-forwards': '0|[1-9]\\d{0,8}',
    pragma: 'no-cache',
    'proxy-authorization': '\\S+(?: \\S+)?',
    range: 'bytes=(?:0|[1-9]\\d*)-(?:[1-9]\\d*)?',
    referer: 'https?://[a-z0-9.-]+/[\\w./-]*(?:\\?[\\w./=&-]+)?',
    'user-agent': 'T(?:/T)?',
    via: '',
    warning: '',
  }).map(([name, form]) => [name, new RegExp(`^(?:${form.replaceAll('T', TOKEN_FORM)})$`)]),
);

/**
 * Names that HttpClient knows, in its spelling, and the form of their values if it has one. (Host is not among them:
 * its line is written apart, from a property that only the ordinary way sets.)
 */
const KNOWN_HEADERS = table<HeaderKind>(
  `Accept Accept-Charset Accept-Encoding Accept-Language Accept-Patch Accept-Ranges Access-Control-Allow-Credentials
  Access-Control-Allow-Headers Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Expose-Headers
  Access-Control-Max-Age Age Allow Alt-Svc Alt-Used Authorization Cache-Control Content-Disposition Content-Encoding
  Content-Language Content-Location Content-MD5 Content-Range Content-Security-Policy Content-Type Cookie Cookie2
  Date ETag Expect-CT Expires From If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since Keep-Alive Last-Modified Link
  Location Max-Forwards Origin P3P Pragma Proxy-Authenticate Proxy-Authorization Proxy-Connection Proxy-Support Public-Key-Pins Range
  Referer Referrer-Policy Refresh Retry-After Sec-WebSocket-Accept Sec-WebSocket-Extensions Sec-WebSocket-Key Sec-WebSocket-Protocol
  Sec-WebSocket-Version Server Server-Timing Set-Cookie Set-Cookie2 Strict-Transport-Security TSV Trailer Upgrade
  Upgrade-Insecure-Requests User-Agent Vary Via WWW-Authenticate Warning X-AspNet-Version X-Cache X-Content-Duration
  X-Content-Type-Options X-Frame-Options X-MSEdge-Ref X-Powered-By X-Request-ID X-UA-Compatible X-XSS-Protection
  grpc-encoding grpc-message grpc-status`
    .split(/\s+/)
    .map((name) => {
      const lower = name.toLowerCase();
      return [name, { isContent: CONTENT_HEADER.test(lower), form: OWN_FORMS.get(lower) }];
    }),
);

/** The same names in small letters: in another spelling than its own, HttpClient changes each of them. */
const MISSPELT_HEADERS = table<HeaderKind>(
  [...KNOWN_HEADERS].map(([name, kind]) => [name.toLowerCase(), { ...kind, form: /^(?!)/ }]),
);

const USUAL_KINDS: readonly HeaderKind[] = USUAL_NAMES.map((name) => kindOf(name, name.toLowerCase()));

function headerKind({ name, lower, place }: NormalHeader): HeaderKind {
  return (place < 0 ? undefined : USUAL_KINDS[place]) ?? kindOf(name, lower);
}

function kindOf(name: string, lower: string): HeaderKind {
  return KNOWN_HEADERS.get(name) ?? MISSPELT_HEADERS.get(lower) ?? ORDINARY;
}

/** Whether HttpClient can put a header value on the wire: printable ASCII and tabs. */
function isSendable({ value, isPlain }: NormalHeader): boolean {
  return isPlain || /^[\t -~]*$/.test(value);
}

/** What HttpClient takes for a host; another value would become a second Host line. */
const HOST = /^[\w.[\]:-]*$/;

/** Hosts that are this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::|$)/i;

/** The longest time limit that HttpClient takes, in milliseconds. */
const MAX_LIMIT = 2_147_483_647;

/** Whether HttpClient writes a method in capitals although it is not. */
function isChangedMethod(method: string): boolean {
  if (KNOWN_METHODS.has(method)) return false;
  const upper = method.toUpperCase();
  return upper !== method && /^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS|TRACE|PATCH|CONNECT)$/.test(upper);
}

/** Whether the type of the body is the one that FormUrlEncodedContent brings along, in its spelling. */
function isForm(headers: readonly NormalHeader[]): boolean {
  const type = firstHeader(headers, 'content-type');
  return type?.name === 'Content-Type' && type.value === FORM_TYPE;
}

/** The statement that sends a form as FormUrlEncodedContent; undefined when that would write it in another way. */
function formContent(text: string): string | undefined {
  const pairs = formPairs(text, '-._~');
  // Older versions leave these as they are, newer ones escape them.
  const mayDiffer = /[%~]/.test(text);
  if (pairs === undefined || (mayDiffer && pairs.some((pair) => pair.some((part) => /[!'()*~]/.test(part)))))
    return undefined;
  let items = '';
  if (PLAIN_FORM.test(text)) for (const [name, value] of pairs) items += `${ITEM}"${name}", "${value}"),\n`;
  else
    for (const [name, value] of pairs) items += `${ITEM}${csharpLiteral(name)}, ${csharpLiteral(value)}),\n`;
  return `${SET_FORM}${items}${INNER}});\n`;
}

/** A text of several lines as their literals, joined; undefined for any other. */
function linesLiteral(text: string, literal: (line: string) => string): string | undefined {
  const first = text.indexOf('\n') + 1;
  if (first === 0 || first === text.length) return undefined;
  const mayBeLong = text.length > MAX_LINES;
  if (mayBeLong && count(text, '\n') + (text.endsWith('\n') ? 0 : 1) > MAX_LINES) return undefined;
  let expression = literal(text.slice(0, first));
  for (let start = first, end: number; start < text.length; start = end) {
    end = text.indexOf('\n', start) + 1 || text.length;
    expression += NEXT_LINE + literal(text.slice(start, end));
  }
  return expression;
}

function basic(credentials: string): string {
  return `"Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(${credentials}))`;
}

/** The start of the statement that adds a header, up to the quote before its name. */
function headerStart({ isContent }: HeaderKind, keeps: boolean): string {
  const headers = isContent ? BODY_HEADERS : REQUEST_HEADERS;
  return keeps ? headers.add : headers.addVerbatim;
}

function usings(...names: readonly (typeof USINGS.names)[number][]): string {
  return constant(names.map(using).join(''));
}

function using(name: string): string {
  return `using ${name};\n`;
}

function headerCollection(collection: string): HeaderCollection {
  return {
    collection,
    add: constant(`${INNER}${collection}.TryAddWithoutValidation("`),
    addVerbatim: constant(`${INNER}AddVerbatim(${collection}, "`),
  };
}

/** The lines that open `handler`, with its properties, and `client`. */
function clientLines(properties: string, client: string): string {
  const blank = properties.startsWith('\n') ? '' : ' ';
  return `${STATEMENT}using (var handler = new HttpClientHandler${blank}${properties}\n${STATEMENT}${client}\n`;
}

/** The same where nothing is to be done with the request before. */
function sendingAtOnce(printing: readonly string[]): string {
  return lines([SEND, ...block(printing)], STATEMENT) + END;
}

/** The statements that send the request and print the response, and the ends of their block and method. */
function sendingAnd(printing: readonly string[]): string {
  return `${lines([SEND, ...block(printing)], INNER)}        }\n${END}`;
}

/** A statement with a block of others, which stand beside it so far. */
function braces(head: string, statements: string): string {
  return `${INNER}${head}\n${INNER}{\n${statements.replace(/^(?=.)/gm, '    ')}${INNER}}\n`;
}

function mainMethod(call: string): string {
  return `public static class Program
{
    public static int Main()
    {
        try
        {
            ${call}
            return 0;
        }
        catch (Exception error)
        {
            Console.Error.WriteLine("Request failed: " + error.GetBaseException().Message);
            return 1;
        }
    }
`;
}

function indented(texts: readonly string[]): string[] {
  return texts.map((text) => `    ${text}`);
}

/** Whether System.Uri leaves a target as it is, in .NET and in mono. */
function isUriTarget(target: string): boolean {
  if (hasDotSegment(target)) return false;
  if (
    !/^\/(?:[\w\-.~!$&'()*+,;=:@/[\]]|%[0-9A-F]{2})*(?:\?(?:[\w\-.~!$&'()*+,;=:@/?[\]]|%[0-9A-F]{2})*)?$/.test(
      target,
    )
  )
    return false;
  if (!target.includes('%')) return true;
  // mono drops escaped bidirectional controls (U+200E, U+200F, U+202A to U+202E).
  if (/%E2%80%(?:8[EF]|A[A-E])/.test(target)) return false;
  // Escapes of unreserved characters are undone; those of ASCII marks in mono only.
  return !/%(?:2[1789ADE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/.test(target);
}

/** Texts whose characters JSON escapes as C# does. */
const ASCII_LINES = /^[\t\n\r -~]*$/;

/** A text as a regular C# string literal: no interpolation, escapes of fixed length only. */
export function csharpLiteral(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  if (ASCII_LINES.test(text)) return JSON.stringify(text);
  return `"${[...text].map(escapeChar).join('')}"`;
}

const escapeChar = escaper(C_ESCAPES, unitEscapes);
