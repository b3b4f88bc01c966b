/** Java programs with java.net.http of the plain JDK; HttpURLConnection where only that can send it. */
import { partHeaders } from '../request/multipart.ts';
import {
  hasHeader,
  type NormalPart,
  type NormalRequest,
  omits,
  type PartContent,
  type RequestBody,
} from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/http-request.ts';
import {
  basicCredentials,
  camelCase,
  type Generator,
  LineWriter,
  ProgramVariables,
  redirectsPlainly,
  singleHeader,
  unreachable,
  urlPieces,
  Warnings,
  withoutHeaders,
} from './generator.ts';

export const java = {
  language: 'java',
  title: 'Java',
  library: 'java.net.http',
  requires: 'JDK 11',
  filename: 'Main.java',
  install: null,
  run: 'java Main.java',
  generate: (request) => new JavaProgram(request).generate(),
} as const satisfies Generator;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN = `args body boundary builder client connection content headers host location name part redirects
  request response status url value values
  abstract assert boolean break byte case catch char class const continue default do double else enum extends
  final finally float for goto if implements import instanceof int interface long native new package private
  protected public return short static strictfp super switch synchronized this throw throws transient try void
  volatile while true false null var yield record`.split(/\s+/);

/** What java.net.URI takes and java.net.http then sends as it stands. */
const URI_TARGET =
  /^(?:[\w\-.!~*'()%;:@&=+$,/]|%[0-9A-Fa-f]{2})*(?:\?(?:[\w\-.!~*'();:@&=+$,/?[\]]|%[0-9A-Fa-f]{2})*)?$/;

class JavaProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings = new Warnings();
  readonly #imports = new Set<string>();
  /** System properties to set before the first use of the HTTP classes, which read them once. */
  readonly #properties = new Map<string, string>();
  /** Further methods of the class, each the lines of one. */
  readonly #methods: (readonly string[])[] = [];
  readonly #exceptions = new Set<string>();

  constructor(request: NormalRequest) {
    this.#request = request;
    this.#variables = new ProgramVariables(request.variables, camelCase, TAKEN);
  }

  generate() {
    const main = this.#clientMain();
    const writer = new LineWriter('    ');
    const declarations = this.#declarations();
    for (const name of [...this.#imports].sort()) writer.line(`import ${name};`);
    writer.line('');
    writer.block('public class Main {', '}', () => {
      const throwing = [...this.#exceptions].sort().join(', ');
      writer.block(`public static void main(String[] args) throws ${throwing} {`, '}', () =>
        writer.line(...declarations, ...main),
      );
      for (const method of this.#methods) writer.line('', ...method);
    });
    return { code: writer.toString(), warnings: this.#warnings.list };
  }

  /** What stands before the request: system properties, then the open variables. */
  #declarations(): string[] {
    const lines = [...this.#properties].map(
      ([name, value]) => `System.setProperty(${javaLiteral(name)}, ${javaLiteral(value)});`,
    );
    for (const { name, identifier } of this.#variables.used)
      lines.push(
        `String ${identifier} = ${this.#use('java.util.Objects')}.requireNonNull(System.getenv(${javaLiteral(name)}), ${javaLiteral(`${name} is not set`)});`,
      );
    if (lines.length > 0) lines.push('');
    return lines;
  }

  /** Imports a class and gives its simple name. */
  #use(qualified: string): string {
    this.#imports.add(qualified);
    return qualified.slice(qualified.lastIndexOf('.') + 1);
  }

  #text(text: string): string {
    return javaExpression(this.#variables, text);
  }

  #clientMain(): string[] {
    this.#exceptions.add(this.#use('java.io.IOException')).add('InterruptedException');
    const preparation: string[] = [];
    const publisher = this.#publisher(preparation);
    const requestCalls = [
      ...this.#headerLines().map((line) => `.header(${this.#text(line.name)}, ${this.#headerValue(line)})`),
      ...this.#requestSettings(),
      this.#methodCall(publisher),
      '.build();',
    ];
    const client = this.#use('java.net.http.HttpClient');
    const settings = this.#clientSettings();
    const requestClass = this.#use('java.net.http.HttpRequest');
    const url = `${this.#use('java.net.URI')}.create(${this.#text(this.#url())})`;
    return [
      ...preparation,
      ...(settings.length === 0
        ? [`HttpClient client = ${client}.newHttpClient();`]
        : [`HttpClient client = ${client}.newBuilder()`, ...continued([...settings, '.build();'])]),
      `HttpRequest request = ${requestClass}.newBuilder(${url})`,
      ...continued(requestCalls),
      ...this.#sendLines(),
    ];
  }

  /** The url with the target to send, as far as java.net.URI can say it. */
  #url(): string {
    const { url, options } = this.#request;
    const pieces = urlPieces(url);
    if (pieces === undefined) return url;
    let target = pieces.target;
    if (options.request_target?.startsWith('/')) target = options.request_target;
    else if (options.request_target !== undefined)
      this.#warnings.add(
        'target_changed',
        `java.net.http sends path and query of the URL, not the request target ${options.request_target}.`,
        '--request-target',
      );
    const encoded = encodeForUri(this.#variables, target);
    if (encoded !== target)
      this.#warnings.add(
        'target_changed',
        'java.net.URI refuses some characters of the path or query; they are percent-encoded.',
      );
    return `${pieces.scheme}://${pieces.authority}${encoded}`;
  }

  #headerLines(): HeaderLine[] {
    const { headers, options, body, auth } = this.#request;
    const lines = body.kind === 'form' ? withoutHeaders(headers, 'content-type') : headers;
    const all = [...lines];
    if (
      options.compressed === true &&
      !hasHeader(headers, 'accept-encoding') &&
      !omits(options, 'accept-encoding')
    )
      all.push({ name: 'Accept-Encoding', value: 'deflate, gzip' });
    if (options.connection !== undefined) all.push({ name: 'Connection', value: options.connection });
    if (options.te !== undefined) all.push({ name: 'TE', value: options.te });
    if (body.kind === 'form' && !omits(options, 'content-type')) {
      const type = singleHeader(headers, 'Content-Type') ?? 'multipart/form-data';
      all.push({ name: 'Content-Type', value: `${type}; boundary=` });
    }
    if (auth?.scheme === 'basic') all.push({ name: 'Authorization', value: '' });
    const restricted = all
      .map((line) => line.name.toLowerCase())
      .filter((name) => name === 'host' || name === 'connection');
    if (restricted.length > 0)
      this.#properties.set('jdk.httpclient.allowRestrictedHeaders', [...new Set(restricted)].join(','));
    if (omits(options, 'user-agent') && !hasHeader(headers, 'user-agent'))
      this.#warnings.add('default_header_kept', 'java.net.http always sends a User-Agent header.', '-A');
    return all;
  }

  #headerValue({ name, value }: HeaderLine): string {
    const { body, auth } = this.#request;
    const lower = name.toLowerCase();
    if (lower === 'content-type' && body.kind === 'form') return `${this.#text(value)} + boundary`;
    if (lower !== 'authorization') return this.#text(value);
    const credentials =
      auth?.scheme === 'basic'
        ? { username: auth.username ?? '', password: auth.password ?? '' }
        : basicCredentials(value);
    if (credentials === undefined || (auth === undefined && this.#variables.openIn(value)))
      return this.#text(value);
    const plain = `${credentials.username}:${credentials.password}`;
    const encoder = `${this.#use('java.util.Base64')}.getEncoder()`;
    return `"Basic " + ${encoder}.encodeToString(${this.#utf8(plain)})`;
  }

  /** The UTF-8 bytes of a text. */
  #utf8(text: string): string {
    const expression = this.#text(text);
    const receiver = this.#variables.split(text).length === 1 ? expression : `(${expression})`;
    return `${receiver}.getBytes(${this.#use('java.nio.charset.StandardCharsets')}.UTF_8)`;
  }

  #requestSettings(): string[] {
    const { options } = this.#request;
    const calls: string[] = [];
    if (options.expect_continue === true) calls.push('.expectContinue(true)');
    if ((options.timeout_ms ?? 0) > 0) calls.push(`.timeout(${this.#duration(options.timeout_ms ?? 0)})`);
    return calls;
  }

  #methodCall(publisher: string | undefined): string {
    const { method } = this.#request;
    if (publisher === undefined) {
      if (method === 'GET' || method === 'DELETE') return `.${method}()`;
      publisher = 'HttpRequest.BodyPublishers.noBody()';
    }
    if (method === 'POST' || method === 'PUT') return `.${method}(${publisher})`;
    if (method === 'CONNECT')
      this.#warnings.add('method_changed', 'java.net.http does not send CONNECT requests.');
    return `.method(${this.#text(method)}, ${publisher})`;
  }

  /** The body as a BodyPublisher expression; statements that it needs before go to `preparation`. */
  #publisher(preparation: string[]): string | undefined {
    const plain = this.#plainPublisher(this.#request.body, preparation);
    if (plain === undefined || this.#request.options.chunked !== true) return plain;
    // A publisher of unknown length is sent in chunks.
    return `HttpRequest.BodyPublishers.fromPublisher(${plain})`;
  }

  #plainPublisher(body: RequestBody, preparation: string[]): string | undefined {
    const publishers = 'HttpRequest.BodyPublishers';
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return `${publishers}.ofString(${this.#text(body.text)})`;
      case 'bytes':
        return `${publishers}.ofByteArray(${this.#decoded(body.base64)})`;
      case 'file':
        if (body.stripNewlines) return `${publishers}.ofString(${this.#strippedFile(body.path)})`;
        if (body.path === '-') return `${publishers}.ofByteArray(System.in.readAllBytes())`;
        return `${publishers}.ofFile(${this.#path(body.path)})`;
      case 'form':
        preparation.push(...this.#formLines(body.parts));
        return `${publishers}.ofByteArray(body.toByteArray())`;
      default:
        return unreachable(body);
    }
  }

  #path(path: string): string {
    return `${this.#use('java.nio.file.Path')}.of(${this.#text(path)})`;
  }

  /** A file's bytes. */
  #fileBytes(path: string): string {
    if (path === '-') return 'System.in.readAllBytes()';
    return `${this.#use('java.nio.file.Files')}.readAllBytes(${this.#path(path)})`;
  }

  /** A file's bytes without CR, LF and NUL, as a Latin-1 string and its charset. */
  #strippedFile(path: string): string {
    const latin1 = `${this.#use('java.nio.charset.StandardCharsets')}.ISO_8859_1`;
    const text = `new String(${this.#fileBytes(path)}, ${latin1})`;
    return `${text}.replaceAll("[\\r\\n\\0]", ""), ${latin1}`;
  }

  #decoded(base64: string): string {
    return `${this.#use('java.util.Base64')}.getDecoder().decode(${javaLiteral(base64)})`;
  }

  #formLines(parts: readonly NormalPart[]): string[] {
    const stream = this.#use('java.io.ByteArrayOutputStream');
    if (parts.length > 0) this.#addPartMethod();
    return [
      `String boundary = ${this.#use('java.util.UUID')}.randomUUID().toString();`,
      `${stream} body = new ${stream}();`,
      ...parts.map((part) => {
        const headers = partHeaders(part, this.#request.options.form_escape).join('\r\n');
        return `writePart(body, boundary, ${this.#text(headers)}, ${this.#contentBytes(part.content)});`;
      }),
      `body.writeBytes(("--" + boundary + "--\\r\\n").getBytes(${this.#use('java.nio.charset.StandardCharsets')}.UTF_8));`,
      '',
    ];
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

  #addPartMethod(): void {
    this.#methods.push([
      'private static void writePart(ByteArrayOutputStream body, String boundary, String headers, byte[] content) {',
      '    body.writeBytes(("--" + boundary + "\\r\\n" + headers + "\\r\\n\\r\\n").getBytes(StandardCharsets.UTF_8));',
      '    body.writeBytes(content);',
      '    body.writeBytes("\\r\\n".getBytes(StandardCharsets.UTF_8));',
      '}',
    ]);
  }

  #duration(ms: number): string {
    const duration = this.#use('java.time.Duration');
    return ms % 1000 === 0 ? `${duration}.ofSeconds(${ms / 1000})` : `${duration}.ofMillis(${ms}L)`;
  }

  #clientSettings(): string[] {
    const { options } = this.#request;
    const calls = this.#versionCalls();
    if (options.follow_redirects === true) calls.push(...this.#redirectCalls());
    if ((options.connect_timeout_ms ?? 0) > 0)
      calls.push(`.connectTimeout(${this.#duration(options.connect_timeout_ms ?? 0)})`);
    if (options.insecure === true) calls.push(this.#insecureCall());
    if (options.proxy !== undefined) calls.push(...this.#proxyCalls(options.proxy));
    if (options.ip_version === 4) this.#properties.set('java.net.preferIPv4Stack', 'true');
    if (options.ip_version === 6) this.#properties.set('java.net.preferIPv6Addresses', 'true');
    return calls;
  }

  #versionCalls(): string[] {
    const { options, url } = this.#request;
    const secure = urlPieces(url)?.scheme === 'https';
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

  #redirectCalls(): string[] {
    const { options } = this.#request;
    if (!redirectsPlainly(this.#request))
      this.#warnings.add('redirect_differs', 'java.net.http follows redirects in its own way.', '-L');
    const limit = options.max_redirects ?? 50;
    this.#properties.set('jdk.httpclient.redirects.retrylimit', String(limit < 0 ? 1_000_000 : limit));
    return ['.followRedirects(HttpClient.Redirect.ALWAYS)'];
  }

  #insecureCall(): string {
    for (const name of [
      'java.net.Socket',
      'java.security.GeneralSecurityException',
      'java.security.cert.X509Certificate',
      'javax.net.ssl.SSLContext',
      'javax.net.ssl.SSLEngine',
      'javax.net.ssl.TrustManager',
      'javax.net.ssl.X509ExtendedTrustManager',
    ])
      this.#use(name);
    this.#exceptions.add('GeneralSecurityException');
    this.#methods.push(TRUST_ALL);
    return '.sslContext(trustAll())';
  }

  #proxyCalls(proxy: string): string[] {
    const match = /^(?:(https?|socks\w*):\/\/)?(?:(.*)@)?(\[[^\]]*\]|[^:/]+)(?::(\d+))?\/?$/is.exec(proxy);
    const [, scheme = 'http', userinfo, host = '', port = '1080'] = match ?? [];
    if (match === null || scheme.toLowerCase() !== 'http' || userinfo !== undefined) {
      this.#warnings.add(
        'proxy_unsupported',
        'java.net.http uses plain HTTP proxies without credentials only; this one is left out.',
        '-x',
      );
      return [];
    }
    const address = `new ${this.#use('java.net.InetSocketAddress')}(${this.#text(host)}, ${port})`;
    return [`.proxy(${this.#use('java.net.ProxySelector')}.of(${address}))`];
  }

  #sendLines(): string[] {
    const { auth } = this.#request;
    if (auth !== undefined && auth.scheme !== 'basic')
      this.#warnings.add(
        'auth_unsupported',
        `java.net.http does not know ${auth.scheme} authentication; the request is sent without credentials.`,
      );
    this.#use('java.net.http.HttpResponse');
    if (this.#request.options.compressed === true) return this.#decodedLines();
    return [
      'HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());',
      '',
      'System.out.println(response.statusCode());',
      'System.out.println(response.body());',
    ];
  }

  #decodedLines(): string[] {
    for (const name of [
      'java.io.InputStream',
      'java.nio.charset.StandardCharsets',
      'java.util.zip.GZIPInputStream',
      'java.util.zip.InflaterInputStream',
    ])
      this.#use(name);
    this.#methods.push(DECODED);
    return [
      'HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());',
      '',
      'System.out.println(response.statusCode());',
      'System.out.println(new String(decoded(response).readAllBytes(), StandardCharsets.UTF_8));',
    ];
  }
}

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

const DECODED = `private static InputStream decoded(HttpResponse<InputStream> response) throws IOException {
    if (response.request().method().equals("HEAD")) {
        return response.body();
    }
    switch (response.headers().firstValue("Content-Encoding").orElse("")) {
        case "gzip":
            return new GZIPInputStream(response.body());
        case "deflate":
            return new InflaterInputStream(response.body());
        default:
            return response.body();
    }
}`.split('\n');

/** Lines that continue a statement stand two levels deeper. */
function continued(lines: readonly string[]): string[] {
  return lines.map((line) => `        ${line}`);
}

/** The target with everything that java.net.URI refuses percent-encoded; variables stay. */
function encodeForUri(variables: ProgramVariables, target: string): string {
  if (URI_TARGET.test(variables.blank(target))) return target;
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

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Everything but ASCII as an escape, so that the encoding javac assumes does not matter. Control characters
 * are octal: a \u escape is read before the literal is, and would end it.
 */
function escapeChar(unit: string): string {
  const known = ESCAPES[unit];
  if (known !== undefined) return known;
  const code = unit.charCodeAt(0);
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
