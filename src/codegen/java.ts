/**
 * Java programs with java.net.http of the plain JDK; HttpURLConnection where only that can send the request, and a
 * socket where neither would send it as it stands.
 */
import { partHeaders } from '../request/multipart.ts';
import {
  hasHeader,
  isSameName,
  type LowerCase,
  lowerCase,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
  type PartContent,
  type RequestBody,
} from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/request-shape.ts';
import {
  answersChallenge,
  asksForEncoding,
  basicCredentials,
  C_ESCAPES,
  camelCase,
  declareAsciiUser,
  declareNextTarget,
  declareOneAnswer,
  declareQueryKept,
  type Generator,
  headersToSend,
  holdsBodyBack,
  Imports,
  ImportTable,
  leavesOut,
  lines,
  type ProgramVariable,
  ProgramVariables,
  proxyCredentials,
  repeatedHeaders,
  singleHeader,
  type UrlPieces,
  unitEscapes,
  unreachable,
  urlPieces,
  urlWithTarget,
  type Warnings,
  wantsEncodings,
  withoutHeaders,
} from './generator.ts';
import { isForFirstHost, redirectPlan, redirectsPlainly, typeIsImplied } from './redirects.ts';
import { lineExpression, type SocketRequest, singleRequest, type Tails } from './socket.ts';

export const java = {
  language: 'java',
  title: 'Java',
  library: 'java.net.http',
  requires: 'JDK 11',
  filename: 'Main.java',
  install: null,
  run: 'java Main.java',
  write: (request, warnings) => new JavaProgram(request, warnings).toString(),
} as const satisfies Generator;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN =
  `a1 a2 head socket size status words line colon octet parameters context args authorization body boundary builder challenge challenges client connection content cnonce credentials proxyCredentials
  data digest hash headers host input location matcher name next output parameter part password pattern plain
  previous qop quoted realm redirects request response status stream target url user value values writer
  abstract assert boolean break byte case catch char class const continue default do double else enum extends
  final finally float for goto if implements import instanceof int interface long native new package private
  protected public return short static strictfp super switch synchronized this throw throws transient try void
  volatile while true false null var yield record`.split(/\s+/);

/** What java.net.URI takes and java.net.http then sends as it stands. */
const URI_TARGET =
  /^\/(?:[\w\-.!~*'();:@&=+$,/]|%[0-9A-Fa-f]{2})*(?:\?(?:[\w\-.!~*'();:@&=+$,/?[\]]|%[0-9A-Fa-f]{2})+)?$/;
/** Host names as java.net.URI takes them: an underscore is none of theirs. */
const URI_AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d*)?$/i;
/** Methods that HttpURLConnection sends, and those of them that it sends with a body. */
const CONNECTION_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'POST', 'PUT'];
const CONNECTION_BODY_METHODS = ['DELETE', 'POST', 'PUT', 'OPTIONS'];
/** Headers that HttpURLConnection drops unless a system property allows them. */
const CONNECTION_RESTRICTED = new Set(
  'access-control-request-headers access-control-request-method connection content-transfer-encoding host origin via'.split(
    ' ',
  ),
);

/** Indentation of methods, and of the statements in them. */
const METHOD = '    ';
const STATEMENT = '        ';

/** Columns of a line in which a call stands whole. */
const MAX_LINE = 120;

/** Default headers that Java cannot leave out. */
const DEFAULTS = ['User-Agent', 'Host'];

const CLASSES = new ImportTable(
  [
    'java.io.BufferedInputStream',
    'java.io.ByteArrayInputStream',
    'java.io.ByteArrayOutputStream',
    'java.io.IOException',
    'java.io.InputStream',
    'java.io.OutputStream',
    'java.math.BigInteger',
    'java.net.HttpURLConnection',
    'java.net.InetSocketAddress',
    'java.net.Proxy',
    'java.net.ProxySelector',
    'java.net.Socket',
    'java.net.URI',
    'java.net.URL',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    'java.nio.charset.StandardCharsets',
    'java.nio.file.Files',
    'java.nio.file.Path',
    'java.security.GeneralSecurityException',
    'java.security.MessageDigest',
    'java.security.SecureRandom',
    'java.security.cert.X509Certificate',
    'java.time.Duration',
    'java.util.Base64',
    'java.util.List',
    'java.util.Map',
    'java.util.Objects',
    'java.util.Optional',
    'java.util.TreeMap',
    'java.util.UUID',
    'java.util.function.Predicate',
    'java.util.regex.Matcher',
    'java.util.regex.Pattern',
    'java.util.zip.GZIPInputStream',
    'java.util.zip.InflaterInputStream',
    'javax.net.ssl.HttpsURLConnection',
    'javax.net.ssl.SSLContext',
    'javax.net.ssl.SSLEngine',
    'javax.net.ssl.SSLParameters',
    'javax.net.ssl.SSLSocket',
    'javax.net.ssl.SSLSocketFactory',
    'javax.net.ssl.TrustManager',
    'javax.net.ssl.X509ExtendedTrustManager',
  ],
  (name) => `import ${name};\n`,
);
type ClassName = (typeof CLASSES.names)[number];
const EXCEPTIONS = new ImportTable(
  ['GeneralSecurityException', 'IOException', 'InterruptedException'],
  (name) => name,
);

/** What every program starts with. */
const START = `public class Main {
    public static void main(String[] args) {
        try {
            run();
        } catch (Exception error) {
            System.err.println("Request failed: " + error);
            System.exit(1);
        }
    }

`;

class JavaProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings: Warnings;
  readonly #pieces: UrlPieces | undefined;
  /** The request target; empty when the url starts with a variable. */
  readonly #target: string;
  /** Whether java.net.URI can say the target. */
  readonly #isUri: boolean;
  readonly #imports = new Imports(CLASSES).add('java.io.IOException');
  /** System properties to set before the first use of the HTTP classes, which read them once. */
  readonly #properties = new Map<string, string>();
  /** Statements before the request: long literals and the multipart body. */
  readonly #preparation: string[] = [];
  /** Further methods of the class, each the lines of one. */
  readonly #methods: (readonly string[])[] = [];
  readonly #exceptions = new Imports(EXCEPTIONS).add('IOException');
  readonly #headers: readonly NormalHeader[];

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, camelCase, TAKEN);
    this.#headers = withoutHeaders(headersToSend(request, warnings), 'expect');
    this.#pieces = urlPieces(request.url);
    const target = request.options.request_target ?? this.#pieces?.target;
    this.#target = target ?? '';
    this.#isUri = target === undefined || URI_TARGET.test(this.#variables.blank(target));
  }

  toString(): string {
    const socket = this.#needsSocket()
      ? singleRequest(this.#request, this.#warnings, 'deflate, gzip', (text) => this.#variables.openIn(text))
      : undefined;
    const usesConnection = socket === undefined && this.#needsConnection();
    const main =
      socket !== undefined
        ? this.#socketLines(socket)
        : usesConnection
          ? this.#connectionLines()
          : this.#clientLines();
    const declarations = this.#declarations();
    let text = `${this.#imports.statements()}\n`;
    if (socket !== undefined)
      text += '// On a socket, since java.net.http would not send the request exactly as it stands.\n';
    text += START;
    // The constructors of URL are deprecated since JDK 20; nothing else takes such a target.
    if (usesConnection) text += '    @SuppressWarnings("deprecation")\n';
    text += `    private static void run() throws ${this.#exceptions.names.join(', ')} {\n`;
    text += `${lines(declarations, STATEMENT)}${lines(this.#preparation, STATEMENT)}${lines(main, STATEMENT)}    }\n`;
    for (const method of this.#methods) text += `\n${lines(method, METHOD)}`;
    return `${text}}\n`;
  }

  /** What stands before the request: system properties, then the open variables. */
  #declarations(): string[] {
    const lines = [...this.#properties].map(
      ([name, value]) => `System.setProperty(${javaLiteral(name)}, ${javaLiteral(value)});`,
    );
    for (const variable of this.#variables.used) lines.push(...this.#declaration(variable));
    if (lines.length > 0) lines.push('');
    return lines;
  }

  /** The statement that declares a variable: what a lambda uses is assigned once. */
  #declaration({ name, identifier, fallback }: ProgramVariable): string[] {
    const key = javaLiteral(name);
    const start = `String ${identifier} =`;
    if (fallback === undefined)
      return [
        `${start} ${this.#use('java.util.Objects')}.requireNonNull(System.getenv(${key}), ${javaLiteral(`${name} is not set`)});`,
      ];
    const text = javaLiteral(fallback.text);
    if (!fallback.forEmpty) return [`${start} System.getenv().getOrDefault(${key}, ${text});`];
    return [
      `${start} ${this.#use('java.util.Optional')}.ofNullable(System.getenv(${key}))`,
      ...continued([
        `.filter(${this.#use('java.util.function.Predicate')}.not(String::isEmpty))`,
        `.orElse(${text});`,
      ]),
    ];
  }

  /** Imports a class and gives its simple name. */
  #use(qualified: ClassName): string {
    this.#imports.add(qualified);
    return qualified.slice(qualified.lastIndexOf('.') + 1);
  }

  #text(text: string): string {
    return this.#variables.openIn(text) ? javaExpression(this.#variables, text) : javaLiteral(text);
  }

  /** A text as an expression; one of several lines is laid out before, under a name of its own. */
  #longText(name: string, text: string): string {
    if (!text.includes('\n')) return this.#text(text);
    const lines = text.split(/(?<=\n)/);
    // javac recurses into every +.
    if (lines.length < 2 || lines.length > 200 || text.length > MAX_CONSTANT) return this.#text(text);
    const [first = '', ...rest] = lines.map((line) => this.#text(line));
    this.#preparation.push(
      `String ${name} = ${first}`,
      ...rest.map((line, index) => `        + ${line}${index === rest.length - 1 ? ';' : ''}`),
    );
    return name;
  }

  /** The UTF-8 bytes of a text. */
  #utf8(text: string): string {
    const expression = this.#text(text);
    const receiver = this.#variables.split(text).length === 1 ? expression : `(${expression})`;
    return `${receiver}.getBytes(${this.#utf8Charset()})`;
  }

  #utf8Charset(): string {
    return `${this.#use('java.nio.charset.StandardCharsets')}.UTF_8`;
  }

  // --- What both ways share ---

  /** Whether java.net.http cannot send the request, but something that does not look at target and headers. */
  #needsOther(): boolean {
    const { options } = this.#request;
    const pieces = this.#pieces;
    return (
      pieces !== undefined &&
      (!this.#isUri ||
        !URI_AUTHORITY.test(this.#variables.blank(pieces.authority)) ||
        this.#headers.some(({ value }) => !isClientValue(value)) ||
        (options.proxy !== undefined && /^socks/i.test(options.proxy)))
    );
  }

  /** Whether HttpURLConnection sends what java.net.http cannot. */
  #needsConnection(): boolean {
    const { method, body, options, auth } = this.#request;
    const hasBody = body.kind !== 'none';
    const methods = hasBody ? CONNECTION_BODY_METHODS : CONNECTION_METHODS;
    const sendable =
      methods.includes(method) &&
      // It adds the form content type to every other body that has none.
      (!hasBody || method === 'PUT' || body.kind === 'form' || hasHeader(this.#headers, 'content-type')) &&
      !(body.kind === 'form' && omits(options, 'content-type')) &&
      (auth === undefined || auth.scheme === 'basic') &&
      !options.http_version?.startsWith('2') &&
      options.expect_continue !== true &&
      !(options.follow_redirects === true && (hasBody || !redirectsPlainly(this.#request)));
    return sendable && this.#needsOther();
  }

  /**
   * All header lines with their values as expressions.
   * @param opensTunnel whether the credentials of a proxy can be sent when a tunnel is asked for
   */
  #headerLines(opensTunnel: boolean): [name: string, expression: string][] {
    const { body, options, auth } = this.#request;
    const lines: [string, string][] = [];
    const proxyUser = proxyCredentials(options.proxy, (text) => this.#variables.openIn(text));
    // curl sends the credentials before it is asked, for a tunnel too.
    if (proxyUser !== undefined && (opensTunnel || this.#isPlainHttp())) {
      // Basic credentials for a tunnel are switched off by default.
      if (!this.#isPlainHttp() || options.follow_redirects === true)
        this.#properties.set('jdk.http.auth.tunneling.disabledSchemes', '');
      lines.push(['Proxy-Authorization', `"Basic " + ${this.#encoded('proxyCredentials', proxyUser)}`]);
    }
    for (const { name, value } of this.#headers)
      if (body.kind !== 'form' || !isSameName(name, 'content-type'))
        lines.push([name, this.#headerValue(name, value)]);
    if (auth?.scheme === 'basic')
      lines.push(['Authorization', this.#basic(`${auth.username ?? ''}:${auth.password ?? ''}`)]);
    if (wantsEncodings(this.#request)) lines.push(['Accept-Encoding', '"deflate, gzip"']);
    if (body.kind === 'form' && !omits(options, 'content-type')) {
      const type = singleHeader(this.#headers, 'content-type') ?? 'multipart/form-data';
      lines.push(['Content-Type', `${this.#text(`${type}; boundary=`)} + boundary`]);
    }
    if (asksForEncoding(this.#request, this.#headers, /br|zstd/i))
      this.#warnings.add('option_unsupported', 'The program decodes gzip and deflate only.', '--compressed');
    for (const name of DEFAULTS)
      if (leavesOut(this.#request, lowerCase(name)))
        this.#warnings.add('default_header_kept', `Java always sends a ${name} header.`, '-H');
    return lines;
  }

  #headerValue(name: string, value: string): string {
    const known = isSameName(name, 'authorization') ? basicCredentials(value) : undefined;
    if (known === undefined || this.#variables.openIn(value)) return this.#text(value);
    const credentials = `${known.username}:${known.password}`;
    return this.#variables.openIn(credentials) ? this.#text(value) : this.#basic(credentials);
  }

  #basic(credentials: string): string {
    return `"Basic " + ${this.#encoded('credentials', credentials)}`;
  }

  /** The name under which the base64 of a text is declared. */
  #encoded(name: string, text: string): string {
    this.#preparation.push(
      `String ${name} = ${this.#use('java.util.Base64')}.getEncoder().encodeToString(${this.#utf8(text)});`,
    );
    return name;
  }

  #path(path: string): string {
    return `${this.#use('java.nio.file.Path')}.of(${this.#text(path)})`;
  }

  /** A file's bytes. */
  #fileBytes(path: string): string {
    if (path === '-') return 'System.in.readAllBytes()';
    return `${this.#use('java.nio.file.Files')}.readAllBytes(${this.#path(path)})`;
  }

  /** A file without CR, LF and NUL as a string, and the charset that gives its bytes back. */
  #strippedFile(path: string): [text: string, charset: string] {
    const latin1 = `${this.#use('java.nio.charset.StandardCharsets')}.ISO_8859_1`;
    this.#preparation.push(`String body = new String(${this.#fileBytes(path)}, ${latin1});`);
    return ['body.replaceAll("[\\r\\n\\0]", "")', latin1];
  }

  #decoded(base64: string): string {
    return `${this.#use('java.util.Base64')}.getDecoder().decode(${javaLiteral(base64)})`;
  }

  #prepareForm(parts: readonly NormalPart[]): void {
    const { options } = this.#request;
    const own = singleHeader(this.#headers, 'content-type');
    const stream = this.#use('java.io.ByteArrayOutputStream');
    if (parts.length > 0) this.#methods.push(WRITE_PART);
    this.#preparation.push(
      `String boundary = ${this.#use('java.util.UUID')}.randomUUID().toString();`,
      `${stream} body = new ${stream}();`,
      ...parts.flatMap((part) => {
        const headers = partHeaders(part, options.form_escape, own).join('\r\n');
        return callLines('writePart', [
          'body',
          'boundary',
          this.#text(headers),
          this.#contentBytes(part.content),
        ]);
      }),
      `body.writeBytes(("--" + boundary + "--\\r\\n").getBytes(${this.#utf8Charset()}));`,
      '',
    );
  }

  #contentBytes(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return this.#utf8(content.text);
      case 'bytes':
        return this.#decoded(content.base64);
      case 'file':
        return this.#fileBytes(content.path);
      default:
        return unreachable(content);
    }
  }

  #useTrustAll(): void {
    this.#imports.add(
      'java.net.Socket',
      'java.security.GeneralSecurityException',
      'java.security.cert.X509Certificate',
      'javax.net.ssl.SSLContext',
      'javax.net.ssl.SSLEngine',
      'javax.net.ssl.TrustManager',
      'javax.net.ssl.X509ExtendedTrustManager',
    );
    this.#exceptions.add('GeneralSecurityException');
    this.#methods.push(TRUST_ALL);
  }

  #setIpVersion(): void {
    const { ip_version } = this.#request.options;
    if (ip_version === 4) this.#properties.set('java.net.preferIPv4Stack', 'true');
    if (ip_version !== 6) return;
    this.#properties.set('java.net.preferIPv6Addresses', 'true');
    this.#warnings.add('option_unsupported', 'Java prefers IPv6, but falls back to IPv4.', '-6');
  }

  #isPlainHttp(): boolean {
    return this.#pieces?.scheme === 'http';
  }

  /** Host and port of the proxy; undefined (with a warning) when Java cannot use it. */
  #proxyAddress(takes: RegExp): string | undefined {
    const proxy = this.#request.options.proxy ?? '';
    const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:(.*)@)?(\[[^\]@]*\]|[^:/@]+)(?::(\d+))?\/?$/is.exec(
      proxy,
    );
    const [, scheme = 'http', userinfo, host = '', port = '1080'] = match ?? [];
    if (match?.[4] === undefined && this.#variables.openIn(host))
      this.#warnings.add('proxy_unsupported', 'The program takes port 1080 of the proxy.', '-x');
    const open = userinfo !== undefined && this.#variables.openIn(userinfo);
    if (match === null || open || !takes.test(scheme)) {
      this.#warnings.add('proxy_unsupported', 'Java cannot use this proxy; it is left out.', '-x');
      return undefined;
    }
    return `new ${this.#use('java.net.InetSocketAddress')}(${this.#text(host)}, ${port})`;
  }

  // --- A socket ---

  /** Whether neither java.net.http nor HttpURLConnection would send the request as it stands. */
  #needsSocket(): boolean {
    const { method, options } = this.#request;
    const repeated = repeatedHeaders(this.#headers);
    return (
      options.http_version === '1.0' ||
      options.expect_continue === true ||
      options.chunked === true ||
      method === 'CONNECT' ||
      // A proxy is told the whole URL.
      (options.proxy !== undefined && options.request_target !== undefined) ||
      // A URI would take it for a fragment.
      options.request_target?.includes('#') === true ||
      leavesOut(this.#request, 'user-agent') ||
      leavesOut(this.#request, 'host') ||
      repeated.has('cookie') ||
      // Names are compared in any case, and one spelling is kept.
      (repeated.size > 0 && isSpelledTwice(this.#headers)) ||
      this.#headers.some(({ name }) => name !== 'Cookie' && isSameName(name, 'cookie')) ||
      (this.#needsOther() && !this.#needsConnection())
    );
  }

  #socketLines(socket: SocketRequest): string[] {
    const { body, options, method } = this.#request;
    this.#imports.add(
      'java.io.BufferedInputStream',
      'java.io.ByteArrayOutputStream',
      'java.io.InputStream',
      'java.io.OutputStream',
      'java.net.Socket',
      'java.util.Map',
      'java.util.TreeMap',
    );
    this.#utf8Charset();
    this.#setIpVersion();
    const hasBody = body.kind !== 'none';
    const content = this.#bodyBytes();
    const text = (line: string) => this.#text(line);
    const tails: Tails = {
      boundary: () => 'boundary',
      credentials: () => this.#encoded('credentials', socket.credentials ?? ''),
      length: () => 'content.length',
    };
    const values = socket.lines.map((line) => lineExpression(line, text, tails));
    const lines = [text(socket.requestLine), ...values, '""', '""'];
    const sending = ['output.write(head.getBytes(StandardCharsets.UTF_8));'];
    if (hasBody && options.chunked === true)
      sending.push(
        'if (content.length > 0) {',
        '    output.write((Integer.toHexString(content.length) + "\\r\\n").getBytes(StandardCharsets.UTF_8));',
        '    output.write(content);',
        '    output.write("\\r\\n".getBytes(StandardCharsets.UTF_8));',
        '}',
        'output.write("0\\r\\n\\r\\n".getBytes(StandardCharsets.UTF_8));',
      );
    else if (hasBody) sending.push('output.write(content);');
    let printed = 'body.toString(StandardCharsets.UTF_8)';
    if (options.compressed === true && method !== 'HEAD') {
      this.#methods.push(this.#decodeMethod());
      const input = `new ${this.#use('java.io.ByteArrayInputStream')}(body.toByteArray())`;
      printed = `decoded(${input}, headers.get("Content-Encoding"))`;
    }
    this.#methods.push([...RECEIVE, `    System.out.println(${printed});`, '}'], READ_LINE);
    return [
      ...this.#preparation.splice(0),
      ...(hasBody ? [`byte[] content = ${content};`] : []),
      'String head = String.join(',
      '        "\\r\\n",',
      ...lines.map((line, index) => `        ${line}${index === lines.length - 1 ? ');' : ','}`),
      ...this.#openSocket(socket),
      '    OutputStream output = socket.getOutputStream();',
      ...sending.map((line) => `    ${line}`),
      `    receive(new BufferedInputStream(socket.getInputStream()), ${method === 'HEAD'});`,
      '}',
    ];
  }

  /** The start of a block in which `socket` is open. */
  #openSocket({ scheme, host, port }: SocketRequest): string[] {
    const { insecure, connect_timeout_ms: connectMs = 0, timeout_ms: ms = 0 } = this.#request.options;
    const address = `${javaLiteral(host)}, ${port}`;
    const lines: string[] = [];
    if (connectMs > 0)
      lines.push(
        `    socket.connect(new ${this.#use('java.net.InetSocketAddress')}(${address}), ${Math.min(connectMs, MAX_INT)});`,
      );
    if (ms > 0) {
      this.#warnings.add('option_unsupported', 'The time limit holds for each read from the socket.', '-m');
      lines.push(`    socket.setSoTimeout(${Math.min(ms, MAX_INT)});`);
    }
    const args = connectMs > 0 ? '' : address;
    if (scheme !== 'https') return [`try (Socket socket = new Socket(${args})) {`, ...lines];
    const factory = this.#use('javax.net.ssl.SSLSocketFactory');
    const socket = this.#use('javax.net.ssl.SSLSocket');
    if (insecure === true) {
      this.#useTrustAll();
      return [`try (Socket socket = trustAll().getSocketFactory().createSocket(${args})) {`, ...lines];
    }
    return [
      `try (${socket} socket = (${socket}) ${factory}.getDefault().createSocket(${args})) {`,
      // A plain SSLSocket accepts the certificate of any host.
      `    ${this.#use('javax.net.ssl.SSLParameters')} parameters = socket.getSSLParameters();`,
      '    parameters.setEndpointIdentificationAlgorithm("HTTPS");',
      '    socket.setSSLParameters(parameters);',
      ...lines,
    ];
  }

  // --- java.net.http ---

  #clientLines(): string[] {
    this.#exceptions.add('InterruptedException');
    this.#imports
      .add('java.net.http.HttpClient')
      .add('java.net.http.HttpRequest')
      .add('java.net.http.HttpResponse');
    declareNextTarget(this.#request, this.#warnings);
    const publisher = this.#publisher();
    const settings = this.#clientSettings();
    const client =
      settings.length === 0
        ? ['HttpClient client = HttpClient.newHttpClient();']
        : ['HttpClient client = HttpClient.newBuilder()', ...continued([...settings, '.build();'])];
    const url = `${this.#use('java.net.URI')}.create(${this.#text(this.#clientUrl())})`;
    const headers = this.#clientHeaders();
    const settle = [...headers, ...this.#requestSettings()];
    if (this.#usesChallenge()) return [...client, ...this.#challengeLines(url, settle, publisher)];
    return [
      ...client,
      `HttpRequest request = HttpRequest.newBuilder(${url})`,
      ...continued([...settle, this.#methodCall(publisher), '.build();']),
      ...this.#sendLines(),
    ];
  }

  /** The url with the target to send, as far as java.net.URI can say it. */
  #clientUrl(): string {
    const { url, options } = this.#request;
    const pieces = this.#pieces;
    if (pieces === undefined) return url;
    const target = this.#target;
    if (!this.#variables.openIn(pieces.authority) && !URI_AUTHORITY.test(pieces.authority))
      this.#warnings.add(
        'target_changed',
        'java.net.http takes no such host name (an underscore, for one); the program ends with an error.',
      );
    if (this.#isUri) return urlWithTarget(url, pieces, target);
    this.#warnings.add(
      'target_changed',
      options.request_target?.startsWith('/') === false
        ? 'java.net.http cannot send this request target; it sends path and query of the URL.'
        : 'java.net.URI refuses some characters of the path or query; they are percent-encoded.',
      options.request_target === undefined ? undefined : '--request-target',
    );
    const sendable = target.startsWith('/') ? target : pieces.target;
    return `${pieces.scheme}://${pieces.authority}${encodeForUri(this.#variables, sendable)}`;
  }

  #clientHeaders(): string[] {
    const { options } = this.#request;
    const restricted = this.#headers.filter(
      ({ name }) => isSameName(name, 'host') || isSameName(name, 'connection'),
    );
    if (restricted.length > 0) {
      const names = new Set(restricted.map(({ name }) => name.toLowerCase()));
      this.#properties.set('jdk.httpclient.allowRestrictedHeaders', [...names].join(','));
    }
    if (repeatedHeaders(this.#headers).has('cookie'))
      this.#warnings.add('header_changed', 'java.net.http joins the Cookie lines into one.');
    if (isSpelledTwice(this.#headers))
      this.#warnings.add('header_changed', 'java.net.http spells all lines of a header alike.');
    if (this.#headers.some(({ name }) => name !== 'Cookie' && isSameName(name, 'cookie')))
      this.#warnings.add('header_changed', 'java.net.http spells it Cookie.');
    if (options.expect_continue === true)
      this.#warnings.add('header_changed', 'java.net.http spells it Expect: 100-Continue.');
    if (options.chunked === true)
      this.#warnings.add('header_changed', 'java.net.http spells it Transfer-encoding: chunked.');
    for (const { name, value } of this.#headers)
      if (!isClientValue(value))
        this.#warnings.add(
          'header_changed',
          `java.net.http cannot send the value of ${name}; it is left out.`,
        );
    const unsendable = new Set<string>();
    for (const { name, value } of this.#headers) if (!isClientValue(value)) unsendable.add(name);
    const calls: string[] = [];
    for (const [name, value] of this.#headerLines(true))
      if (!unsendable.has(name)) calls.push(`.header(${this.#text(name)}, ${value})`);
    return calls;
  }

  #requestSettings(): string[] {
    const { options } = this.#request;
    const calls: string[] = [];
    if (options.expect_continue === true) calls.push('.expectContinue(true)');
    if ((options.timeout_ms ?? 0) > 0) calls.push(`.timeout(${this.#duration(options.timeout_ms ?? 0)})`);
    return calls;
  }

  #methodCall(publisher: string): string {
    const { method, body } = this.#request;
    if (body.kind === 'none' && (method === 'GET' || method === 'DELETE')) return `.${method}()`;
    if (method === 'POST' || method === 'PUT') return `.${method}(${publisher})`;
    if (method === 'CONNECT')
      this.#warnings.add('method_changed', 'java.net.http refuses to send CONNECT requests.');
    return `.method(${this.#text(method)}, ${publisher})`;
  }

  /** The body as a BodyPublisher expression. */
  #publisher(): string {
    const plain = this.#plainPublisher(this.#request.body);
    if (this.#request.options.chunked !== true || this.#request.body.kind === 'none') return plain;
    // A publisher of unknown length is sent in chunks.
    return `HttpRequest.BodyPublishers.fromPublisher(${plain})`;
  }

  #plainPublisher(body: RequestBody): string {
    const publishers = 'HttpRequest.BodyPublishers';
    switch (body.kind) {
      case 'none':
        return `${publishers}.noBody()`;
      case 'text':
        return `${publishers}.ofString(${this.#longText('body', body.text)})`;
      case 'bytes':
        return `${publishers}.ofByteArray(${this.#decoded(body.base64)})`;
      case 'file':
        if (body.stripNewlines) return `${publishers}.ofString(${this.#strippedFile(body.path).join(', ')})`;
        if (body.path === '-') return `${publishers}.ofByteArray(System.in.readAllBytes())`;
        return `${publishers}.ofFile(${this.#path(body.path)})`;
      case 'form':
        this.#prepareForm(body.parts);
        return `${publishers}.ofByteArray(body.toByteArray())`;
      default:
        return unreachable(body);
    }
  }

  #duration(ms: number): string {
    const duration = this.#use('java.time.Duration');
    return ms % 1000 === 0 ? `${duration}.ofSeconds(${ms / 1000})` : `${duration}.ofMillis(${ms}L)`;
  }

  #clientSettings(): string[] {
    const { options } = this.#request;
    const calls = this.#versionCalls();
    if ((options.connect_timeout_ms ?? 0) > 0)
      calls.push(`.connectTimeout(${this.#duration(options.connect_timeout_ms ?? 0)})`);
    if (options.insecure === true) {
      this.#useTrustAll();
      calls.push('.sslContext(trustAll())');
    }
    if (options.proxy !== undefined) calls.push(...this.#proxyCalls());
    this.#setIpVersion();
    return calls;
  }

  #versionCalls(): string[] {
    const { options } = this.#request;
    const secure = this.#pieces?.scheme === 'https';
    const version = options.http_version;
    if (version === '1.0' || version === '3' || (version === '2-prior-knowledge' && !secure))
      this.#warnings.add(
        'http_version_unsupported',
        `java.net.http cannot speak HTTP/${version}.`,
        version === '2-prior-knowledge' ? '--http2-prior-knowledge' : `--http${version}`,
      );
    if (version === '2' || version === '2-prior-knowledge') return ['.version(HttpClient.Version.HTTP_2)'];
    // The default asks for an upgrade to HTTP/2 where there is no TLS, which curl does not.
    if (version !== undefined || !secure) return ['.version(HttpClient.Version.HTTP_1_1)'];
    return [];
  }

  #proxyCalls(): string[] {
    const address = this.#proxyAddress(/^http$/i);
    return address === undefined ? [] : [`.proxy(${this.#use('java.net.ProxySelector')}.of(${address}))`];
  }

  #sendLines(): string[] {
    const { options } = this.#request;
    const [type, handler, printed] = this.#responseHandling();
    const lines = [`HttpResponse<${type}> response = client.send(request, ${handler});`];
    if (options.follow_redirects === true) {
      this.#addRedirectMethods();
      const { limit } = redirectPlan(this.#request);
      if (limit === undefined) lines.push('while (isRedirect(response)) {');
      else
        lines.push(
          'for (int redirects = 0; isRedirect(response); redirects++) {',
          `    if (redirects == ${limit}) {`,
          '        throw new IOException("too many redirects");',
          '    }',
        );
      lines.push(`    response = client.send(redirect(request, response), ${handler});`, '}');
    }
    return [...lines, '', 'System.out.println(response.statusCode());', `System.out.println(${printed});`];
  }

  /** Type of the body, its handler, and the body as a printable expression. */
  #responseHandling(): [type: string, handler: string, printed: string] {
    // The answer to HEAD has no body to decode, whatever its Content-Encoding.
    if (this.#request.options.compressed !== true || this.#request.method === 'HEAD')
      return ['String', 'HttpResponse.BodyHandlers.ofString()', 'response.body()'];
    this.#methods.push(this.#decodeMethod());
    return [
      'InputStream',
      'HttpResponse.BodyHandlers.ofInputStream()',
      'decoded(response.body(), response.headers().firstValue("Content-Encoding").orElse(""))',
    ];
  }

  #decodeMethod(): readonly string[] {
    this.#imports.add(
      'java.io.InputStream',
      'java.util.zip.GZIPInputStream',
      'java.util.zip.InflaterInputStream',
    );
    this.#utf8Charset();
    return DECODED;
  }

  /** Methods that make the requests of a chain of redirects, as curl makes them. */
  #addRedirectMethods(): void {
    const { options, body, method } = this.#request;
    const { dropping, next } = redirectPlan(this.#request);
    const drops = dropping.length > 0;
    const ownType = body.kind === 'form' ? singleHeader(this.#headers, 'content-type') : undefined;
    const changesType = drops && (typeIsImplied(this.#request) || ownType !== undefined);
    const lines = ['    URI location = location(response);'];
    lines.push('    HttpRequest.Builder next = HttpRequest.newBuilder(location);');
    if ((options.timeout_ms ?? 0) > 0) lines.push('    first.timeout().ifPresent(next::timeout);');
    if (options.http_version === undefined && !this.#isPlainHttp())
      lines.push(
        '    if (location.getScheme().equals("http")) {',
        '        next.version(HttpClient.Version.HTTP_1_1);',
        '    }',
      );
    if (drops) {
      const statuses = `${this.#use('java.util.List')}.of(${dropping.join(', ')})`;
      lines.push(
        '    HttpRequest previous = response.request();',
        '    HttpRequest.BodyPublisher body = previous.bodyPublisher().orElseThrow();',
        `    boolean dropsBody = ${statuses}.contains(response.statusCode()) || body.contentLength() == 0;`,
      );
    }
    const guards: string[] = [];
    const secrets = this.#secrets();
    if (secrets.length > 0) {
      lines.push('    boolean sameHost = origin(location).equals(origin(first.uri()));');
      guards.push(`(sameHost || !name.matches("(?i)${secrets.join('|')}"))`);
    }
    if (changesType) guards.push('!(dropsBody && name.equalsIgnoreCase("Content-Type"))');
    const copying = 'values.forEach(value -> next.header(name, value))';
    const [only, ...others] = guards;
    if (only !== undefined)
      lines.push(
        '    first.headers().map().forEach((name, values) -> {',
        `        if (${others.length === 0 ? only.replace(/^\((.*)\)$/, '$1') : guards.join(' && ')}) {`,
        `            ${copying};`,
        '        }',
        '    });',
      );
    else lines.push(`    first.headers().map().forEach((name, values) -> ${copying});`);
    if (drops) {
      lines.push('    if (dropsBody) {');
      // The type that the command gives stays, without the boundary that the program adds.
      if (ownType !== undefined && this.#variables.openIn(ownType))
        lines.push(
          '        String type = first.headers().firstValue("Content-Type").orElseThrow();',
          '        next.header("Content-Type", type.substring(0, type.lastIndexOf("; boundary=")));',
        );
      else if (ownType !== undefined)
        lines.push(`        next.header("Content-Type", ${javaLiteral(ownType)});`);
      const nextMethod = next === method ? 'first.method()' : javaLiteral(next);
      lines.push(
        `        next.method(${nextMethod}, HttpRequest.BodyPublishers.noBody());`,
        '    } else {',
        '        next.method(previous.method(), body);',
        '    }',
      );
    } else if (body.kind !== 'none')
      lines.push('    next.method(first.method(), first.bodyPublisher().orElseThrow());');
    else if (method !== 'GET')
      lines.push(`    next.method(first.method(), HttpRequest.BodyPublishers.noBody());`);
    this.#warnings.add(
      'redirect_differs',
      'java.net.URI takes no quotes, braces or brackets in a Location and keeps its dot segments; the program takes no user from it.',
      '-L',
    );
    this.#use('java.util.regex.Pattern');
    this.#methods.push(IS_REDIRECT, LOCATION);
    if (secrets.length > 0) this.#methods.push(ORIGIN);
    this.#methods.push([
      '/** The request that follows a redirect, as curl makes it. */',
      'private static HttpRequest redirect(HttpRequest first, HttpResponse<?> response) {',
      ...lines,
      '    return next.build();',
      '}',
    ]);
  }

  /** The names of the headers that do not go to other hosts, in small letters. */
  #secrets(): string[] {
    const names: LowerCase[] = this.#headers.map(({ lower }) => lower);
    if (this.#request.auth !== undefined) names.push('authorization');
    return [...new Set(names)].filter((name) => isForFirstHost(name, this.#request));
  }

  // --- Digest: the client knows basic authentication only ---

  #usesChallenge(): boolean {
    const { auth } = this.#request;
    if (auth === undefined || auth.scheme === 'basic') return false;
    if (answersChallenge(this.#request)) return true;
    this.#warnings.add(
      'auth_unsupported',
      `Java does not know ${auth.scheme} authentication; the request is sent without credentials.`,
    );
    return false;
  }

  /** Asks without credentials and, with Digest alone, without the body, as curl does, and answers the challenge. */
  #challengeLines(url: string, settings: readonly string[], publisher: string): string[] {
    const { auth, method, body, options } = this.#request;
    declareOneAnswer(this.#request, this.#warnings);
    declareQueryKept(this.#request, this.#warnings);
    this.#imports.add(
      'java.math.BigInteger',
      'java.security.GeneralSecurityException',
      'java.security.MessageDigest',
      'java.security.SecureRandom',
      'java.util.regex.Matcher',
      'java.util.regex.Pattern',
      'java.util.List',
    );
    this.#utf8Charset();
    this.#exceptions.add('GeneralSecurityException');
    if (auth?.scheme === 'any') this.#use('java.util.Base64');
    declareAsciiUser(this.#request, 'java.net.http', this.#warnings);
    if (options.follow_redirects === true)
      this.#warnings.add(
        'redirect_differs',
        'The program answers a challenge, but follows no redirect then.',
        '-L',
      );
    const holdsBody = holdsBodyBack(this.#request);
    const bare = holdsBody
      ? `.method(${this.#text(method)}, HttpRequest.BodyPublishers.noBody())`
      : this.#methodCall(publisher);
    const [type, handler, printed] = this.#responseHandling();
    // curl says the type of a form with the form only.
    const isLate = (call: string) =>
      holdsBody && body.kind === 'form' && call.startsWith('.header("Content-Type", ');
    const late = continued([...settings.filter(isLate), `${this.#methodCall(publisher)};`]);
    this.#methods.push(
      auth?.scheme === 'any' ? AUTHORIZATION_ANY : AUTHORIZATION_DIGEST,
      DIGEST,
      PARAMETER,
      HEX,
    );
    return [
      ...terminated([
        `HttpRequest.Builder builder = HttpRequest.newBuilder(${url})`,
        ...continued(settings.filter((call) => !isLate(call))),
      ]),
      `HttpRequest request = builder${bare}.build();`,
      `HttpResponse<${type}> response = client.send(request, ${handler});`,
      'if (response.statusCode() == 401) {',
      '    List<String> challenges = response.headers().allValues("WWW-Authenticate");',
      `    String authorization = authorization(request, challenges, ${this.#text(auth?.username ?? '')}, ${this.#text(auth?.password ?? '')});`,
      ...(holdsBody
        ? ['    builder.header("Authorization", authorization)', ...late.map((line) => `    ${line}`)]
        : ['    builder.header("Authorization", authorization);']),
      `    response = client.send(builder.build(), ${handler});`,
      ...(holdsBody
        ? [
            '} else if (response.statusCode() < 300) {',
            '    // Nobody asked: all that is missing is the body.',
            `    builder${settings.filter(isLate).join('')}${this.#methodCall(publisher)};`,
            `    response = client.send(builder.build(), ${handler});`,
          ]
        : []),
      '}',
      '',
      'System.out.println(response.statusCode());',
      `System.out.println(${printed});`,
    ];
  }

  // --- HttpURLConnection ---

  #connectionLines(): string[] {
    const { body, method, options } = this.#request;
    this.#imports.add('java.io.InputStream', 'java.net.HttpURLConnection', 'java.net.URL');
    const pieces = this.#pieces;
    const target = this.#target;
    declareNextTarget(this.#request, this.#warnings);
    const content = this.#bodyBytes();
    const headers = this.#headerLines(false);
    this.#setConnectionProperties(headers, target);
    const lines = [
      `URL url = ${this.#connectionUrl(pieces?.scheme ?? '', pieces?.authority ?? '', target)};`,
      ...this.#openLines(pieces?.scheme === 'https'),
    ];
    if (method !== 'GET') lines.push(`connection.setRequestMethod(${javaLiteral(method)});`);
    lines.push(`connection.setInstanceFollowRedirects(${options.follow_redirects === true});`);
    if (options.follow_redirects === true) {
      this.#properties.set('http.maxRedirects', String(redirectPlan(this.#request).limit ?? 1_000_000));
      this.#warnings.add(
        'redirect_differs',
        'HttpURLConnection follows no 304, 308 or change of scheme, loses credentials at another host for good, and escapes no Location.',
        '-L',
      );
    }
    for (const [setter, ms] of [
      ['setConnectTimeout', options.connect_timeout_ms ?? 0],
      ['setReadTimeout', options.timeout_ms ?? 0],
    ] as const)
      if (ms > 0) lines.push(`connection.${setter}(${Math.min(ms, MAX_INT)});`);
    lines.push(
      ...headers.map(([name, value]) => `connection.addRequestProperty(${this.#text(name)}, ${value});`),
    );
    if (body.kind !== 'none') lines.push(...this.#writeLines(content));
    return [...lines, ...this.#readLines()];
  }

  /** System properties without which HttpURLConnection would drop headers or write question marks. */
  #setConnectionProperties(headers: [string, string][], target: string): void {
    const { options } = this.#request;
    if (headers.some(([name]) => CONNECTION_RESTRICTED.has(name.toLowerCase())))
      this.#properties.set('sun.net.http.allowRestrictedHeaders', 'true');
    if ([target, ...this.#headers.map(({ value }) => value)].some((text) => /[^\0-\x7f]/.test(text)))
      this.#properties.set('file.encoding', 'UTF-8');
    if (hasHeader(this.#headers, 'accept')) return;
    if (omits(options, 'accept'))
      this.#warnings.add('default_header_kept', 'HttpURLConnection always sends an Accept header.', '-H');
    // Its own default would ask for HTML first.
    headers.push(['Accept', '"*/*"']);
  }

  #connectionUrl(scheme: string, authority: string, target: string): string {
    if (target.startsWith('/')) return `new URL(${this.#text(`${scheme}://${authority}${target}`)})`;
    const [, host = authority, port = scheme === 'https' ? '443' : '80'] =
      /^(.*?)(?::(\d+))?$/.exec(authority) ?? [];
    return `new URL(${javaLiteral(scheme)}, ${this.#text(host)}, ${port}, ${this.#text(target)})`;
  }

  #openLines(secure: boolean): string[] {
    const { options } = this.#request;
    this.#setIpVersion();
    let proxy = '';
    if (options.proxy !== undefined) {
      const known = this.#proxyAddress(/^(?:http|socks\w*)$/i);
      const type = /^socks/i.test(options.proxy) ? 'SOCKS' : 'HTTP';
      if (known !== undefined) {
        proxy = `new ${this.#use('java.net.Proxy')}(Proxy.Type.${type}, ${known})`;
        if (options.proxy.includes('@') && (type === 'SOCKS' || !this.#isPlainHttp()))
          this.#warnings.add('proxy_unsupported', 'The credentials of the proxy are left out.', '-x');
      }
    }
    const lines = [`HttpURLConnection connection = (HttpURLConnection) url.openConnection(${proxy});`];
    if (options.insecure !== true || !secure) return lines;
    this.#useTrustAll();
    this.#use('javax.net.ssl.HttpsURLConnection');
    return [
      'HttpsURLConnection.setDefaultSSLSocketFactory(trustAll().getSocketFactory());',
      'HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);',
      ...lines,
    ];
  }

  /** The body as an expression of a byte array. */
  #bodyBytes(): string {
    const { body } = this.#request;
    switch (body.kind) {
      case 'none':
        return '';
      case 'text': {
        const text = this.#longText('body', body.text);
        return text === 'body' ? `body.getBytes(${this.#utf8Charset()})` : this.#utf8(body.text);
      }
      case 'bytes':
        return this.#decoded(body.base64);
      case 'file': {
        if (!body.stripNewlines) return this.#fileBytes(body.path);
        const [text, charset] = this.#strippedFile(body.path);
        return `${text}.getBytes(${charset})`;
      }
      case 'form':
        this.#prepareForm(body.parts);
        return 'body.toByteArray()';
      default:
        return unreachable(body);
    }
  }

  #writeLines(content: string): string[] {
    // Streaming turns an answer of 401 into an exception.
    const isStreamed = this.#request.options.chunked === true;
    return [
      `byte[] content = ${content};`,
      'connection.setDoOutput(true);',
      ...(isStreamed ? ['connection.setChunkedStreamingMode(0);'] : []),
      `try (${this.#use('java.io.OutputStream')} output = connection.getOutputStream()) {`,
      '    output.write(content);',
      '}',
    ];
  }

  #readLines(): string[] {
    const { options } = this.#request;
    let printed = `new String(stream.readAllBytes(), ${this.#utf8Charset()})`;
    if (options.compressed === true && this.#request.method !== 'HEAD') {
      this.#methods.push(this.#decodeMethod());
      printed = 'decoded(stream, connection.getHeaderField("Content-Encoding"))';
    }
    return [
      '',
      'int status = connection.getResponseCode();',
      'System.out.println(status);',
      'try (InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {',
      '    if (stream != null) {',
      `        System.out.println(${printed});`,
      '    }',
      '}',
    ];
  }
}

/** The longest time limit that an int can say, in milliseconds. */
const MAX_INT = 2_147_483_647;

/** Without its last lines, which print the body. */
const RECEIVE = `/** Reads a response (RFC 9112); prints its status, and its body after transfer decoding. */
private static void receive(InputStream input, boolean isHead) throws IOException {
    int status = 0;
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    // Interim responses come before the final one.
    while (status < 200) {
        String[] words = readLine(input).split(" ");
        if (words.length < 2) {
            throw new IOException("the server sent no response");
        }
        status = Integer.parseInt(words[1]);
        headers.clear();
        for (String line = readLine(input); !line.isEmpty(); line = readLine(input)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, Math.max(colon, 0)), line.substring(colon + 1).strip());
        }
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean hasBody = !isHead && status != 204 && status != 304;
    if (hasBody && headers.containsKey("Transfer-Encoding")) {
        int size = Integer.parseInt(readLine(input).split(";")[0].strip(), 16);
        while (size > 0) {
            body.writeBytes(input.readNBytes(size));
            readLine(input);
            size = Integer.parseInt(readLine(input).split(";")[0].strip(), 16);
        }
    } else if (hasBody && headers.containsKey("Content-Length")) {
        body.writeBytes(input.readNBytes(Integer.parseInt(headers.get("Content-Length"))));
    } else if (hasBody) {
        input.transferTo(body);
    }
    System.out.println(status);`.split('\n');

const READ_LINE = `private static String readLine(InputStream input) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int octet = input.read(); octet >= 0 && octet != '\\n'; octet = input.read()) {
        line.append((char) octet);
    }
    return line.toString().stripTrailing();
}`.split('\n');

/** Whether java.net.http sends a header value as it stands: visible ASCII, blanks and tabs. */
function isClientValue(value: string): boolean {
  return /^[\t -~]*$/.test(value);
}

const WRITE_PART =
  `private static void writePart(ByteArrayOutputStream body, String boundary, String headers, byte[] content) {
    body.writeBytes(("--" + boundary + "\\r\\n" + headers + "\\r\\n\\r\\n").getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes("\\r\\n".getBytes(StandardCharsets.UTF_8));
}`.split('\n');

/** curl follows an answer of any such status, but an empty Location leads nowhere. */
const IS_REDIRECT = `private static boolean isRedirect(HttpResponse<?> response) {
    return response.statusCode() / 100 == 3 && !response.headers().firstValue("Location").orElse("").isEmpty();
}`.split('\n');

const LOCATION =
  `/** Where a redirect leads: java.net.URI takes blanks and bytes that are not ASCII only when they are escaped. */
private static URI location(HttpResponse<?> response) {
    String location = response.headers().firstValue("Location").orElseThrow();
    // URI.resolve() would cut the path in front of a query.
    if (location.startsWith("?")) {
        location = response.uri().getRawPath() + location;
    }
    return response.uri().resolve(Pattern.compile("[^!-~]").matcher(location)
            .replaceAll(octet -> String.format("%%%02X", (int) octet.group().charAt(0))));
}`.split('\n');

const ORIGIN = `/** Scheme, host and port of a URL. */
private static String origin(URI url) {
    String scheme = url.getScheme().toLowerCase();
    String port = scheme.equals("https") ? ":443" : ":80";
    String authority = url.getRawAuthority().toLowerCase().replaceFirst("^.*@", "");
    return scheme + "://" + authority.replaceFirst(port + "$", "");
}`.split('\n');

const AUTHORIZATION_DIGEST =
  `private static String authorization(HttpRequest request, List<String> challenges, String user, String password)
        throws GeneralSecurityException {
    for (String challenge : challenges) {
        if (challenge.toLowerCase().startsWith("digest ")) {
            return digest(request, challenge, user, password);
        }
    }
    throw new IllegalStateException("the server does not offer Digest: " + challenges);
}`.split('\n');

const AUTHORIZATION_ANY =
  `private static String authorization(HttpRequest request, List<String> challenges, String user, String password)
        throws GeneralSecurityException {
    for (String challenge : challenges) {
        if (challenge.toLowerCase().startsWith("digest ")) {
            return digest(request, challenge, user, password);
        }
    }
    String credentials = user + ":" + password;
    return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
}`.split('\n');

/** RFC 7616 with MD5 and SHA-256, their -sess forms, and the RFC 2069 form without qop. */
const DIGEST = `/** The answer to a Digest challenge (RFC 7616). */
private static String digest(HttpRequest request, String challenge, String user, String password)
        throws GeneralSecurityException {
    String realm = parameter(challenge, "realm");
    String nonce = parameter(challenge, "nonce");
    String opaque = parameter(challenge, "opaque");
    String algorithm = parameter(challenge, "algorithm");
    boolean hasQop = !parameter(challenge, "qop").isEmpty();
    String hash = algorithm.toUpperCase().startsWith("SHA-256") ? "SHA-256" : "MD5";
    String cnonce = new BigInteger(128, new SecureRandom()).toString(16);
    String query = request.uri().getRawQuery();
    String target = request.uri().getRawPath() + (query == null ? "" : "?" + query);
    String a1 = hex(hash, user + ":" + realm + ":" + password);
    if (algorithm.toLowerCase().endsWith("-sess")) {
        a1 = hex(hash, a1 + ":" + nonce + ":" + cnonce);
    }
    String a2 = hex(hash, request.method() + ":" + target);
    boolean hashesUser = parameter(challenge, "userhash").equalsIgnoreCase("true");
    String name = hashesUser ? hex(hash, user + ":" + realm) : user;
    String middle = hasQop ? ":" + nonce + ":00000001:" + cnonce + ":auth:" : ":" + nonce + ":";
    return "Digest username=\\"" + name.replaceAll("([\\\\\\\\\\"])", "\\\\\\\\$1")
            + "\\", realm=\\"" + realm.replaceAll("([\\\\\\\\\\"])", "\\\\\\\\$1")
            + "\\", nonce=\\"" + nonce + "\\", uri=\\"" + target
            + (hasQop ? "\\", cnonce=\\"" + cnonce + "\\", nc=00000001, qop=auth" : "\\"")
            + ", response=\\"" + hex(hash, a1 + middle + a2) + "\\""
            + (opaque.isEmpty() ? "" : ", opaque=\\"" + opaque.replaceAll("([\\\\\\\\\\"])", "\\\\\\\\$1") + "\\"")
            + (algorithm.isEmpty() ? "" : ", algorithm=" + algorithm)
            + (hashesUser ? ", userhash=true" : "");
}`.split('\n');

const PARAMETER = `private static String parameter(String challenge, String name) {
    String pattern = "(?i)[, ]" + name + "=(?:\\"((?:[^\\"\\\\\\\\]|\\\\\\\\.)*)\\"|([^\\\\s,]+))";
    Matcher matcher = Pattern.compile(pattern).matcher(challenge);
    if (!matcher.find()) {
        return "";
    }
    return matcher.group(1) == null ? matcher.group(2) : matcher.group(1).replaceAll("\\\\\\\\(.)", "$1");
}`.split('\n');

const HEX = `private static String hex(String hash, String text) throws GeneralSecurityException {
    byte[] bytes = MessageDigest.getInstance(hash).digest(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%0" + bytes.length * 2 + "x", new BigInteger(1, bytes));
}`.split('\n');

const TRUST_ALL = `/** Accepts every certificate and every host name. */
private static SSLContext trustAll() throws GeneralSecurityException {
    TrustManager trustAll = new X509ExtendedTrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    };
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trustAll}, null);
    return context;
}`.split('\n');

const DECODED = `private static String decoded(InputStream body, String encoding) throws IOException {
    InputStream plain = body;
    if ("gzip".equals(encoding)) {
        plain = new GZIPInputStream(body);
    } else if ("deflate".equals(encoding)) {
        plain = new InflaterInputStream(body);
    }
    return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
}`.split('\n');

/** Whether some name is spelled in two ways. */
function isSpelledTwice(headers: readonly HeaderLine[]): boolean {
  const spellings = new Set(headers.map(({ name }) => name));
  return spellings.size > new Set([...spellings].map((name) => name.toLowerCase())).size;
}

/** Lines that continue a statement stand two levels deeper. */
function continued(lines: readonly string[]): string[] {
  return lines.map((line) => `        ${line}`);
}

/** A call as a statement, with a line for each argument where it would get long. */
function callLines(name: string, args: readonly string[]): string[] {
  const line = `${name}(${args.join(', ')});`;
  if (STATEMENT.length + line.length <= MAX_LINE) return [line];
  return [
    `${name}(`,
    ...continued(args.map((arg, index) => `${arg}${index === args.length - 1 ? ');' : ','}`)),
  ];
}

/** A statement's lines with its semicolon. */
function terminated(lines: readonly string[]): string[] {
  return [...lines.slice(0, -1), `${lines.at(-1)};`];
}

/** The target with everything that java.net.URI refuses percent-encoded; variables stay. */
function encodeForUri(variables: ProgramVariables, target: string): string {
  return variables
    .split(target)
    .map((piece) =>
      piece.kind === 'variable'
        ? piece.text
        : piece.text.replace(/%(?![0-9A-Fa-f]{2})|[^\w\-.!~*'()%;:@&=+$,/?]/gu, (char) =>
            char === '%' ? '%25' : encodeURIComponent(char),
          ),
    )
    .join('');
}

/**
 * The longest text of one literal, in UTF-16 units: a constant of a class file has at most 65,535 bytes, and a
 * unit takes up to three (JVMS, section 4.4.7).
 */
const MAX_CONSTANT = 20_000;

/** A text with open variables as a Java expression. */
function javaExpression(variables: ProgramVariables, text: string): string {
  const pieces = variables
    .split(text)
    .flatMap((piece) => (piece.kind === 'text' ? javaLiterals(piece.text) : [piece.identifier]));
  // Joined with +, constants would be folded into one again.
  if (text.length > MAX_CONSTANT) return `String.join("", ${pieces.join(', ')})`;
  return pieces.join(' + ');
}

/** A text as a Java expression of literals. */
export function javaLiteral(text: string): string {
  if (text.length <= MAX_CONSTANT && /^[\t\n\r -~]*$/.test(text))
    // JSON escapes these in the same way.
    return /["\\\t\n\r]/.test(text) ? JSON.stringify(text) : `"${text}"`;
  const literals = javaLiterals(text);
  return text.length > MAX_CONSTANT ? `String.join("", ${literals.join(', ')})` : literals.join(' + ');
}

/** A text as literals, cut where a constant would get too long. */
function javaLiterals(text: string): string[] {
  const literals: string[] = [];
  for (let at = 0; at < text.length || at === 0; at += MAX_CONSTANT)
    literals.push(`"${text.slice(at, at + MAX_CONSTANT).replace(/[^ !#-[\]-~]/g, escapeChar)}"`);
  return literals;
}

/**
 * Everything but ASCII as an escape, so that the encoding javac assumes does not matter. Control characters
 * are octal: a \u escape is read before the literal is, and would end it.
 */
function escapeChar(unit: string): string {
  const known = C_ESCAPES[unit];
  if (known !== undefined) return known;
  const code = unit.charCodeAt(0);
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : unitEscapes(unit);
}
