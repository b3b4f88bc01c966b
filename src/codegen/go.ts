/** Go: programs for net/http and the rest of the standard library. */
import { escapeDisposition, multipartChunks } from '../request/multipart.ts';
import {
  DEFAULT_MAX_REDIRECTS,
  hasHeader,
  isSameName,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
} from '../request/normalize.ts';
import type { HeaderLine, RequestAuth } from '../schemas/request-shape.ts';
import {
  asksForEncoding,
  basicCredentials,
  camelCase,
  challengeOption,
  DOUBTFUL,
  declareAsciiUser,
  declareEarlyBody,
  declareNextRequests,
  declareOneAnswer,
  declareOneSpelling,
  firstHeader,
  type Generator,
  headersToSend,
  Imports,
  ImportTable,
  isPrintable,
  isPrintableLines,
  isTitleCase,
  lacksHost,
  type Piece,
  ProgramVariables,
  proxyUrl,
  repeatedHeaders,
  singleHeader,
  type UrlPieces,
  unreachable,
  urlPieces,
  type Warnings,
  withoutHeaders,
} from './generator.ts';
import {
  declareUnsaidChunks,
  keepsTypeAlone,
  redirected,
  redirectPlan,
  redirectsPlainly,
  typeIsImplied,
} from './redirects.ts';
import { lineExpression, type SocketRequest, socketRequest, type Tails } from './socket.ts';

export const go = {
  language: 'go',
  title: 'Go',
  library: 'net/http',
  requires: 'Go 1.24',
  filename: 'main.go',
  install: null,
  run: 'go run main.go',
  write: (request, warnings) => new Program(request, warnings).toString(),
} as const satisfies Generator;

/** Keywords, predeclared names, packages and the names that the programs use. */
const TAKEN = new Set(
  'any append bool break byte case cap chan clear close comparable complex const continue copy default defer delete else error fallthrough false float for func go goto if imag import int interface iota len make map max min new nil package panic print println range real recover return rune select string struct switch true type uint var base64 bytes context gzip output reader errors fmt hex io log md5 multipart net http os rand regexp sha256 sha512 strconv strings textproto time tls url addPart authorize body boundary bufio challenge client conn content dialer err first form head input main next ok params proxyURL req resp retry run transport via lines'.split(
    ' ',
  ),
);
/** Paths that net/url writes as it read them. Anything goes in its raw query but control characters. */
const KEPT_PATH = /^\/(?:[\w\-.~!$&'()*+,;=:@/[\]]|%[0-9A-Fa-f]{2})*$/;

/** Headers that curl does not send to another host after a redirect. */
const SECRETS = /^(?:authorization|cookie)$/i;

/** Headers that net/http takes for the body's, and drops after 301, 302 and 303 even where there was no body. */
const BODY_HEADER = /^content-(?:encoding|language|location|type)$/;

/** Inside CheckRedirect: net/http adds a Referer, and loses credentials and headers of the body for good. */
const RESTORE_HEADERS = 'next.Header = via[0].Header.Clone()';

const CHECK = ['if err != nil {', '\treturn err', '}'];

/** What every program prints. */
const PRINT = ['fmt.Println(resp.Status)', 'fmt.Println(string(output))', 'return nil'];

/** Whether net/http sends the value: no control characters but the tab. */
function isSayable({ value }: HeaderLine): boolean {
  return !/[\0-\x08\x0a-\x1f\x7f]/.test(value);
}

const PACKAGES = new ImportTable(
  [
    'bufio',
    'bytes',
    'compress/gzip',
    'context',
    'crypto/md5',
    'crypto/rand',
    'crypto/sha256',
    'crypto/sha512',
    'crypto/tls',
    'encoding/base64',
    'encoding/hex',
    'errors',
    'fmt',
    'io',
    'log',
    'mime/multipart',
    'net',
    'net/http',
    'net/textproto',
    'net/url',
    'os',
    'regexp',
    'strconv',
    'strings',
    'time',
  ],
  (name) => `\t"${name}"\n`,
);
const USUAL_PACKAGES = new Imports(PACKAGES).add('fmt', 'io', 'log', 'net/http');

class Program {
  readonly #request: NormalRequest;
  readonly #warnings: Warnings;
  readonly #variables: ProgramVariables;
  readonly #pieces: UrlPieces | undefined;
  readonly #imports = USUAL_PACKAGES.copy();
  readonly #functions: string[] = [];
  /** The statements of `run`, in order. */
  #statements = '';
  /** All header lines, and those of them that net/http sends. */
  readonly #given: readonly NormalHeader[];
  #headers: readonly NormalHeader[];
  /** Expressions of headers that are not plain texts. */
  readonly #extra: [name: string, expression: string][] = [];
  /** Whether the program has called SetBasicAuth. */
  #setsAuthorization = false;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, camelCase, TAKEN);
    this.#pieces = urlPieces(request.url);
    this.#given = headersToSend(request, warnings);
    this.#headers = this.#given.every(isSayable) ? this.#given : this.#given.filter(isSayable);
  }

  toString(): string {
    const socket = this.#needsSocket() ? this.#socketRequest() : undefined;
    if (socket === undefined) {
      this.#warnOfHeaders();
      declareNextRequests(this.#request, this.#warnings);
      this.#addRequest(this.#bodyReader());
      this.#addClient();
      this.#addSending();
    } else this.#addExchange(socket);
    let declarations = '';
    for (const { name, identifier, fallback } of this.#variables.used) {
      this.#imports.add('os');
      if (fallback === undefined) this.#imports.add('errors');
      const [value, misses] =
        fallback?.forEmpty === true
          ? [`${identifier} := os.Getenv(${literal(name)})`, `${identifier} == ""`]
          : [`${identifier}, ok := os.LookupEnv(${literal(name)})`, '!ok'];
      const otherwise =
        fallback === undefined
          ? `return errors.New(${literal(`${name} is not set`)})`
          : `${identifier} = ${literal(fallback.text)}`;
      declarations += `\t${value}\n\tif ${misses} {\n\t\t${otherwise}\n\t}\n`;
    }
    let functions = '';
    for (const text of this.#functions) functions += `${text}\n\n`;
    return `package main

import (
${this.#imports.statements()})

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

${functions}func run() error {
${declarations}${this.#statements}}
`;
  }

  /** Adds statements; of a literal of several lines, only the first is indented. */
  #add(...lines: readonly string[]): void {
    for (const line of lines) this.#statements += `\t${line}\n`;
  }

  // --- A connection of the program's own ---

  /** Whether net/http would send something else. */
  #needsSocket(): boolean {
    const { options } = this.#request;
    return (
      options.http_version === '1.0' ||
      lacksHost(this.#request, this.#given) ||
      // It would send an empty one.
      this.#given.some(({ lower, value }) => lower === 'host' && /[^!-~]/.test(value)) ||
      this.#headers.some((line) => line.name === 'User-Agent' && line.value === '') ||
      this.#headers.length < this.#given.length
    );
  }

  #socketRequest(): SocketRequest | undefined {
    const { options } = this.#request;
    if (options.follow_redirects === true || options.compressed === true || options.chunked === true)
      return undefined;
    return socketRequest(this.#request, this.#given, (text) => this.#variables.openIn(text));
  }

  /** Writes the request and reads the response. */
  #addExchange({ scheme, host, port, requestLine, lines, credentials }: SocketRequest): void {
    const { body, options, method } = this.#request;
    this.#imports.add('bufio', 'net', 'strings');
    this.#add('// net/http would not send the request exactly as it stands.');
    const reader = this.#bodyReader();
    if (/[()]/.test(reader)) this.#add(`body := ${reader}`);
    const source = reader.startsWith('&') ? reader : 'body';
    const text = (line: string) => this.#text(line);
    const tails: Tails = {
      boundary: () => 'boundary',
      credentials: () => `base64.StdEncoding.EncodeToString([]byte(${this.#text(credentials ?? '')}))`,
      length: () => 'strconv.Itoa(body.Len())',
    };
    const values = lines.map((line) => {
      if (line.tail === 'length') this.#imports.add('strconv');
      if (line.tail === 'credentials') this.#imports.add('encoding/base64');
      const known = line.tail === 'boundary' ? this.#extra[0]?.[1] : undefined;
      return known === undefined
        ? lineExpression(line, text, tails)
        : `${literal(`${line.name}: `)} + ${known}`;
    });
    const all = [this.#text(requestLine), ...values, '""', '""'];
    this.#add('head := []string{', ...all.map((value) => `\t${value},`), '}');
    this.#declare('conn', this.#dial(scheme, literal(`${host}:${port}`)));
    this.#add('defer conn.Close()');
    const total = options.timeout_ms ?? 0;
    if (total > 0) {
      const deadline = `time.Now().Add(${this.#duration(total)})`;
      this.#add(`if err := conn.SetDeadline(${deadline}); err != nil {`, '\treturn err', '}');
    }
    const check = ['\treturn err', '}'];
    this.#add('if _, err := io.WriteString(conn, strings.Join(head, "\\r\\n")); err != nil {', ...check);
    if (body.kind !== 'none') this.#add(`if _, err := io.Copy(conn, ${source}); err != nil {`, ...check);
    const asked = `&http.Request{Method: ${this.#text(method)}}`;
    this.#declare('resp', `http.ReadResponse(bufio.NewReader(conn), ${asked})`);
    this.#add('defer resp.Body.Close()');
    this.#declare('output', 'io.ReadAll(resp.Body)');
    this.#add(...PRINT);
  }

  /** The call that connects. */
  #dial(scheme: string, address: string): string {
    const { ip_version: version, connect_timeout_ms: timeout = 0, insecure } = this.#request.options;
    const network = literal(`tcp${version ?? ''}`);
    const dialer = timeout > 0 ? `&net.Dialer{Timeout: ${this.#duration(timeout)}}` : '';
    if (scheme !== 'https')
      return dialer === '' ? `net.Dial(${network}, ${address})` : `(${dialer}).Dial(${network}, ${address})`;
    this.#imports.add('crypto/tls');
    const config = insecure === true ? '&tls.Config{InsecureSkipVerify: true}' : 'nil';
    return `tls.DialWithDialer(${dialer === '' ? '&net.Dialer{}' : dialer}, ${network}, ${address}, ${config})`;
  }

  // --- net/http ---

  /** `x, err := call` and its check. */
  #declare(name: string, expression: string): void {
    this.#statements += `\t${name}, err := ${expression}\n\tif err != nil {\n\t\treturn err\n\t}\n`;
  }

  #warnOfHeaders(): void {
    if (this.#headers.length === this.#given.length) return;
    for (const line of this.#given)
      if (!isSayable(line))
        this.#warnings.add(
          'header_changed',
          `The header ${line.name} is left out: net/http refuses control characters.`,
        );
  }

  /** The expression of the body's reader; what it needs goes before. */
  #bodyReader(): string {
    const { body } = this.#request;
    switch (body.kind) {
      case 'none':
        return 'nil';
      case 'text':
        this.#imports.add('strings');
        this.#add(`body := strings.NewReader(${this.#text(body.text)})`);
        return 'body';
      case 'bytes':
        this.#imports.add('bytes');
        this.#addBase64('content', body.base64);
        return 'bytes.NewReader(content)';
      case 'file':
        this.#addFile('content', body.path);
        if (!body.stripNewlines) {
          this.#imports.add('bytes');
          return 'bytes.NewReader(content)';
        }
        this.#imports.add('strings');
        this.#add(
          'lines := strings.NewReplacer("\\r", "", "\\n", "", "\\x00", "")',
          'body := strings.NewReader(lines.Replace(string(content)))',
        );
        return 'body';
      case 'form':
        this.#imports.add('bytes');
        this.#add('var body bytes.Buffer');
        this.#form(body.parts);
        return '&body';
      default:
        return unreachable(body);
    }
  }

  #addBase64(name: string, base64: string): void {
    this.#imports.add('encoding/base64');
    this.#declare(name, `base64.StdEncoding.DecodeString(${literal(base64)})`);
  }

  #addFile(name: string, path: string): void {
    this.#imports.add('os');
    this.#declare(name, path === '-' ? 'io.ReadAll(os.Stdin)' : `os.ReadFile(${this.#text(path)})`);
  }

  #form(parts: readonly NormalPart[]): void {
    const isManual =
      parts.length === 0 ||
      parts.some((part) => part.headers.length > 0 || part.contentType === '') ||
      singleHeader(this.#headers, 'content-type') !== undefined;
    if (isManual) this.#manualForm(parts);
    else this.#writerForm(parts);
  }

  #writerForm(parts: readonly NormalPart[]): void {
    this.#imports.add('mime/multipart');
    this.#add('form := multipart.NewWriter(&body)');
    const style = this.#request.options.form_escape;
    const isAlone = parts.filter(({ content }) => content.kind !== 'text').length === 1;
    let sources = 0;
    for (const { name, content, filename, contentType } of parts) {
      const isField = filename === undefined && contentType === undefined && !/["\\\r\n]/.test(name);
      if (isField && content.kind === 'text') {
        const args = `${this.#argument(name)}, ${this.#argument(content.text)}`;
        this.#add(`if err := form.WriteField(${args}); err != nil {`, '\treturn err', '}');
        continue;
      }
      let disposition = `form-data; name="${escapeDisposition(name, style)}"`;
      if (filename !== undefined) disposition += `; filename="${escapeDisposition(filename, style)}"`;
      if (content.kind !== 'text') sources += 1;
      const source = isAlone ? 'content' : `content${sources}`;
      let data = source;
      if (content.kind === 'text') data = `[]byte(${this.#argument(content.text)})`;
      else if (content.kind === 'bytes') this.#addBase64(source, content.base64);
      else this.#addFile(source, content.path);
      this.#addPartFunction();
      const args = [this.#argument(disposition), this.#argument(contentType ?? ''), data];
      this.#add(`if err := addPart(form, ${args.join(', ')}); err != nil {`, '\treturn err', '}');
    }
    this.#add('if err := form.Close(); err != nil {', '\treturn err', '}');
    this.#extra.push(['Content-Type', 'form.FormDataContentType()']);
  }

  #addPartFunction(): void {
    this.#imports.add('net/textproto');
    if (!this.#functions.includes(ADD_PART)) this.#functions.push(ADD_PART);
  }

  /** Where mime/multipart would write the parts in another way. */
  #manualForm(parts: readonly NormalPart[]): void {
    this.#imports.add('crypto/rand');
    this.#add('boundary := rand.Text()');
    const mark = '\0boundary\0';
    let count = 0;
    const own = singleHeader(this.#headers, 'content-type');
    for (const chunk of multipartChunks(parts, mark, this.#request.options.form_escape, own)) {
      if (chunk.kind === 'text') {
        const pieces = chunk.text
          .split(mark)
          .flatMap((text, index): Piece[] => [
            ...(index === 0 ? [] : [{ kind: 'variable', identifier: 'boundary', text: mark } as const]),
            ...(text === '' ? [] : this.#variables.split(text)),
          ]);
        this.#add(`body.WriteString(${concatenation(pieces, ' + ')})`);
        continue;
      }
      count += 1;
      const name = `content${count}`;
      if (chunk.kind === 'bytes') this.#addBase64(name, chunk.base64);
      else this.#addFile(name, chunk.path);
      this.#add(`body.Write(${name})`);
    }
    const given = firstHeader(this.#headers, 'content-type');
    this.#headers = withoutHeaders(this.#headers, 'content-type');
    const type = `${given?.value ?? 'multipart/form-data'}; boundary=`;
    this.#extra.push([given?.name ?? 'Content-Type', `${this.#argument(type)}+boundary`]);
  }

  #addRequest(body: string): void {
    const { method, options, auth } = this.#request;
    const { url, opaque } = this.#target();
    this.#declare('req', `http.NewRequest(${this.#argument(method)}, ${this.#argument(url)}, ${body})`);
    if (opaque !== undefined && options.follow_redirects === true)
      this.#warnings.add(
        'redirect_differs',
        'After a path that net/url would change, net/http follows no Location that has no path of its own.',
        '-L',
      );
    if (opaque !== undefined)
      this.#add('// net/url would write the path in another way.', `req.URL.Opaque = ${this.#text(opaque)}`);
    if (options.chunked === true && body !== 'nil') this.#add('req.TransferEncoding = []string{"chunked"}');
    this.#addAuth(auth);
    this.#addHeaders();
    for (const [name, expression] of this.#extra) this.#add(headerLine('Set', name, expression));
    if (omits(options, 'user-agent')) this.#add('req.Header.Set("User-Agent", "")');
    if (omits(options, 'host'))
      this.#warnings.add('default_header_kept', 'net/http always sends a Host header.', '-H "Host:"');
  }

  /** The URL for http.NewRequest, and the request target where net/url would change it. */
  #target(): { url: string; opaque: string | undefined } {
    const { url, options } = this.#request;
    const pieces = this.#pieces;
    if (pieces === undefined) return { url, opaque: options.request_target };
    const origin = `${pieces.scheme}://${pieces.authority}`;
    const isKept = KEPT_PATH.test(this.#variables.blank(pieces.path)) && !/[\0-\x1f\x7f]/.test(url);
    const isProxied = options.proxy !== undefined && pieces.scheme === 'http';
    // To a proxy net/http would name the Host of the request, not that of the URL.
    const isNamed = !isProxied || !hasHeader(this.#headers, 'host');
    if (options.request_target === undefined && isKept && isNamed)
      return { url: `${pieces.scheme}${url.slice(pieces.scheme.length)}`, opaque: undefined };
    const exact = options.request_target ?? pieces.target;
    if (exact.startsWith('//') || /[\0-\x1f\x7f]/.test(exact))
      this.#warnings.add('target_changed', 'net/http cannot send this path as it stands.');
    const safe = isKept ? pieces.path : encodeURI(pieces.path.replaceAll('%', ''));
    const opaque =
      isProxied && options.request_target === undefined ? `//${pieces.authority}${exact}` : exact;
    return { url: origin + safe, opaque: /[\0-\x1f\x7f]/.test(exact) ? undefined : opaque };
  }

  #addHeaders(): void {
    const repeated = repeatedHeaders(this.#headers);
    if (repeated.size > 0) declareOneSpelling(this.#headers, this.#warnings);
    if (repeated.size === 0) {
      for (const { name, value } of this.#headers) this.#addHeader(name, [value]);
      return;
    }
    // Two spellings of one name would be two headers of the map, and leave it in another order.
    const byKey = new Map<string, { name: string; values: string[] }>();
    for (const { name, value } of this.#headers) {
      const known = byKey.get(name.toLowerCase());
      if (known === undefined) byKey.set(name.toLowerCase(), { name, values: [value] });
      else known.values.push(value);
    }
    for (const { name, values } of byKey.values()) this.#addHeader(name, values);
  }

  /** All lines of one name. */
  #addHeader(name: string, values: readonly string[]): void {
    if (isSameName(name, 'host')) {
      this.#add(`req.Host = ${this.#text(values.join(', '))}`);
      if (values.length > 1 || values[0] === '')
        this.#warnings.add('header_changed', 'net/http sends one Host header, and not an empty one.');
    } else if (
      isSameName(name, 'user-agent') &&
      (name !== 'User-Agent' || values.length > 1 || values[0] === '')
    ) {
      // net/http adds its own unless the usual spelling is there; another spelling goes out as it stands.
      const spelling = name === 'User-Agent' ? 'user-agent' : name;
      if (spelling !== name)
        this.#warnings.add(
          'header_changed',
          'net/http spells an empty or repeated User-Agent in small letters.',
        );
      this.#add('req.Header.Set("User-Agent", "")', this.#exactHeader(spelling, values));
    } else if (!isTitleCase(name) || this.#variables.openIn(name)) this.#add(this.#exactHeader(name, values));
    else {
      let method: 'Set' | 'Add' = 'Set';
      for (const value of values) {
        this.#add(headerLine(method, name, this.#argument(value)));
        method = 'Add';
      }
    }
  }

  /** A header whose name is not in the usual spelling. */
  #exactHeader(name: string, values: readonly string[]): string {
    const list = values.map((value) => (values.length === 1 ? this.#text(value) : this.#argument(value)));
    return `req.Header[${this.#argument(name)}] = []string{${list.join(', ')}}`;
  }

  #addAuth(auth: RequestAuth | undefined): void {
    if (auth === undefined) {
      const credentials = basicCredentials(singleHeader(this.#headers, 'authorization') ?? '');
      if (credentials === undefined || !this.#headers.some((line) => line.name === 'Authorization')) return;
      this.#headers = withoutHeaders(this.#headers, 'authorization');
      this.#addBasic(credentials.username, credentials.password);
      return;
    }
    declareEarlyBody(this.#request, this.#warnings);
    switch (auth.scheme) {
      case 'basic':
        this.#addBasic(auth.username ?? '', auth.password ?? '');
        return;
      case 'digest':
      case 'any':
        return;
      case 'ntlm':
      case 'negotiate':
      case 'aws-sigv4':
        this.#warnings.add(
          'auth_unsupported',
          `net/http has no ${auth.scheme} authentication: the program sends no credentials.`,
          `--${auth.scheme}`,
        );
        return;
      default:
        unreachable(auth.scheme);
    }
  }

  #addBasic(username: string, password: string): void {
    this.#setsAuthorization = true;
    this.#add(`req.SetBasicAuth(${this.#argument(username)}, ${this.#argument(password)})`);
  }

  #addClient(): void {
    const { options } = this.#request;
    const transport = this.#transportLines();
    if (transport.length > 0)
      this.#add('transport := http.DefaultTransport.(*http.Transport).Clone()', ...transport);
    const hasTimeout = options.timeout_ms !== undefined && options.timeout_ms !== 0;
    if (transport.length === 0 && !hasTimeout && options.follow_redirects !== true) {
      this.#add(...PLAIN_CLIENT);
      return;
    }
    this.#add('client := &http.Client{');
    if (transport.length > 0) this.#add('\tTransport: transport,');
    // gofmt puts the values of neighbouring fields below each other.
    if (hasTimeout)
      this.#add(`\tTimeout: ${transport.length > 0 ? '  ' : ''}${this.#duration(options.timeout_ms ?? 0)},`);
    this.#add(...this.#redirectLines().map((line) => `\t${line}`), '}');
  }

  #duration(milliseconds: number): string {
    this.#imports.add('time');
    return milliseconds % 1000 === 0
      ? `${milliseconds / 1000} * time.Second`
      : `${milliseconds} * time.Millisecond`;
  }

  /** Changes to the transport. */
  #transportLines(): string[] {
    const { options } = this.#request;
    const lines: string[] = [];
    if (options.insecure === true) {
      this.#imports.add('crypto/tls');
      lines.push('transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}');
    }
    // net/http knows the header in its usual spelling only, and with a value: it would add its own.
    const encoding = firstHeader(this.#headers, 'accept-encoding');
    const isKnown = encoding === undefined || (encoding.name === 'Accept-Encoding' && encoding.value !== '');
    if (omits(options, 'accept-encoding') || !isKnown) lines.push('transport.DisableCompression = true');
    if (options.proxy !== undefined) {
      this.#imports.add('net/url');
      const proxy = proxyUrl(options.proxy, this.#variables);
      if (/^socks4/i.test(proxy))
        this.#warnings.add('proxy_unsupported', 'net/http knows HTTP and SOCKS5 proxies only.', '--proxy');
      const address = proxy.replace(/^socks5h:/i, 'socks5:');
      lines.push(
        `proxyURL, err := url.Parse(${this.#text(address)})`,
        ...CHECK,
        'transport.Proxy = http.ProxyURL(proxyURL)',
      );
    }
    lines.push(...this.#dialLines(), ...this.#versionLines());
    return lines;
  }

  #dialLines(): string[] {
    const { ip_version: version, connect_timeout_ms: timeout } = this.#request.options;
    const lines: string[] = [];
    if (timeout !== undefined && timeout !== 0) lines.push(`dialer.Timeout = ${this.#duration(timeout)}`);
    if (version === undefined && lines.length === 0) return [];
    this.#imports.add('net');
    if (version === undefined) lines.push('transport.DialContext = dialer.DialContext');
    else {
      this.#imports.add('context');
      lines.push(
        'transport.DialContext = func(ctx context.Context, _, addr string) (net.Conn, error) {',
        `\treturn dialer.DialContext(ctx, "tcp${version}", addr)`,
        '}',
      );
    }
    return ['dialer := &net.Dialer{}', ...lines];
  }

  #versionLines(): string[] {
    const { http_version: version } = this.#request.options;
    const isPlain = this.#pieces?.scheme === 'http';
    switch (version) {
      case undefined:
        return [];
      case '1.1':
        return isPlain ? [] : protocols('HTTP1');
      case '2-prior-knowledge':
        return protocols(isPlain ? 'UnencryptedHTTP2' : 'HTTP2');
      case '2':
        // Over TLS it is negotiated anyway; without TLS curl asks for an upgrade, which net/http cannot.
        if (isPlain) this.#warnVersion('HTTP/1.1', version);
        return [];
      case '1.0':
        this.#warnVersion('HTTP/1.1', version);
        return isPlain ? [] : protocols('HTTP1');
      case '3':
        this.#warnVersion(isPlain ? 'HTTP/1.1' : 'HTTP/2', version);
        return [];
      default:
        return unreachable(version);
    }
  }

  #warnVersion(sent: string, wanted: string): void {
    this.#warnings.add(
      'http_version_unsupported',
      `net/http sends ${sent} instead of HTTP/${wanted}.`,
      `--http${wanted}`,
    );
  }

  #redirectLines(): readonly string[] {
    const { options } = this.#request;
    if (options.follow_redirects !== true) return NO_REDIRECTS;
    this.#warnings.add(
      'redirect_differs',
      'net/http follows no 3xx but 301, 302, 303, 307 and 308, and escapes an unusual Location in its own way.',
      '-L',
    );
    const limit = options.max_redirects ?? DEFAULT_MAX_REDIRECTS;
    const inner: string[] = [];
    if (limit >= 0) {
      this.#imports.add('errors');
      inner.push(`if len(via) > ${limit} {`, '\treturn errors.New("too many redirects")', '}');
    }
    const secrets = this.#secrets();
    const { dropping } = redirectPlan(this.#request);
    const restores = options.auth_on_redirect === true || secrets.length > 0 || this.#keepsBodyHeaders();
    if (restores) inner.push(RESTORE_HEADERS);
    else if (singleHeader(this.#headers, 'referer') === undefined) inner.push('next.Header.Del("Referer")');
    inner.push(...this.#methodLines(restores), ...this.#chunkLines(dropping.length > 0));
    if (restores && dropping.length > 0) inner.push(...this.#bodylessTypeLines());
    inner.push(...this.#firstHostLines(secrets));
    return [
      'CheckRedirect: func(next *http.Request, via []*http.Request) error {',
      ...inner.map((line) => `\t${line}`),
      '\treturn nil',
      '},',
    ];
  }

  /** Names of the headers that only the first host gets. */
  #secrets(): string[] {
    if (this.#request.options.auth_on_redirect === true) return [];
    const names = new Set<string>();
    for (const { name } of this.#headers) if (SECRETS.test(name)) names.add(name);
    if (this.#setsAuthorization) names.add('Authorization');
    return [...names];
  }

  /** Whether curl repeats a header that net/http drops with the body. */
  #keepsBodyHeaders(): boolean {
    const isBodyless = this.#request.body.kind === 'none';
    return this.#request.headers.some(
      ({ lower }) =>
        BODY_HEADER.test(lower) && (lower !== 'content-type' || isBodyless || keepsTypeAlone(this.#request)),
    );
  }

  /** Inside CheckRedirect: chunks stay with the body. */
  #chunkLines(drops: boolean): string[] {
    const { options, body } = this.#request;
    if (options.chunked !== true || body.kind === 'none') return [];
    if (drops) declareUnsaidChunks(this.#warnings);
    return ['if next.Body != nil {', '\tnext.TransferEncoding = via[0].TransferEncoding', '}'];
  }

  /** Inside CheckRedirect: what curl adds to the type of a body goes with that, and the type if it is curl's own. */
  #bodylessTypeLines(): string[] {
    const { body, headers } = this.#request;
    const given = firstHeader(headers, 'content-type');
    if (typeIsImplied(this.#request))
      return ['if next.Body == nil {', '\tnext.Header.Del("Content-Type")', '}'];
    if (body.kind !== 'form' || given === undefined) return [];
    const setting = `next.Header.Set("Content-Type", ${this.#argument(given.value)})`;
    return ['if next.Body == nil {', `\t${setting}`, '}'];
  }

  /** Inside CheckRedirect: Host and credentials go to scheme, host and port of the first request only, as in curl. */
  #firstHostLines(secrets: readonly string[]): string[] {
    const hasHost = hasHeader(this.#headers, 'host');
    if (secrets.length === 0 && !hasHost) return [];
    if (hasHost && this.#request.options.proxy !== undefined && this.#pieces?.scheme === 'http')
      this.#warnings.add(
        'redirect_differs',
        'After a redirect net/http asks a proxy for a URL with the Host header in place of the host.',
        '-L',
      );
    return [
      ...(hasHost ? ['next.Host = via[0].Host'] : []),
      'if first := via[0].URL; next.URL.Scheme != first.Scheme || next.URL.Host != first.Host {',
      ...(hasHost ? ['\tnext.Host = ""'] : []),
      ...secrets.map((name) =>
        isTitleCase(name) ? `\tnext.Header.Del(${literal(name)})` : `\tdelete(next.Header, ${literal(name)})`,
      ),
      '}',
    ];
  }

  /** Inside CheckRedirect: where curl keeps a method or a body that net/http would drop. */
  #methodLines(restoresHeaders: boolean): string[] {
    if (redirectsPlainly(this.#request)) return [];
    const hasBody = this.#request.body.kind !== 'none';
    const lines: string[] = [];
    const statuses = [301, 302, 303] as const;
    const keeping = statuses.filter((status) => redirected(this.#request, status).keepsBody);
    const naming = statuses.filter(
      (status) => !keeping.includes(status) && redirected(this.#request, status).method !== 'GET',
    );
    const kept = [
      'next.Method = via[0].Method',
      ...(hasBody
        ? [
            'content, err := via[0].GetBody()',
            ...CHECK,
            'next.Body = content',
            'next.GetBody = via[0].GetBody',
            'next.ContentLength = via[0].ContentLength',
            ...(restoresHeaders ? [] : [RESTORE_HEADERS]),
          ]
        : []),
    ];
    // With a body, too: after 307 and 308 net/http keeps what it has kept so far.
    if (keeping.length === 3) return kept;
    lines.push('switch next.Response.StatusCode {');
    if (keeping.length > 0)
      lines.push(
        `case ${[...keeping, 307, 308].join(', ')}:`,
        // A body that went away before stays away.
        '\tif via[len(via)-1].GetBody != nil {',
        ...kept.map((line) => `\t\t${line}`),
        '\t}',
      );
    if (naming.length > 0) lines.push(`case ${naming.join(', ')}:`, '\tnext.Method = via[0].Method');
    return [...lines, '}'];
  }

  #addSending(): void {
    const { auth } = this.#request;
    this.#declare('resp', 'client.Do(req)');
    if (auth?.scheme === 'digest' || auth?.scheme === 'any') this.#add(...this.#challengeLines(auth));
    this.#add('defer resp.Body.Close()');
    const decodes = this.#decodes();
    if (decodes) this.#add(...this.#decodeLines());
    this.#declare('output', decodes ? 'io.ReadAll(reader)' : 'io.ReadAll(resp.Body)');
    this.#add(...PRINT);
  }

  /** Whether the program decodes the answer: net/http does so only for an Accept-Encoding of its own. */
  #decodes(): boolean {
    const { options, method } = this.#request;
    return options.compressed === true && hasHeader(this.#headers, 'accept-encoding') && method !== 'HEAD';
  }

  #decodeLines(): string[] {
    this.#imports.add('compress/gzip');
    if (asksForEncoding(this.#request, this.#headers, /br|zstd|deflate/))
      this.#warnings.add('option_unsupported', 'The program decodes gzip only.', '--compressed');
    return [
      'var reader io.Reader = resp.Body',
      'if resp.Header.Get("Content-Encoding") == "gzip" {',
      '\tif reader, err = gzip.NewReader(resp.Body); err != nil {',
      '\t\treturn err',
      '\t}',
      '}',
    ];
  }

  #challengeLines(auth: RequestAuth): string[] {
    const { options } = this.#request;
    declareAsciiUser(this.#request, 'The program', this.#warnings);
    declareOneAnswer(this.#request, this.#warnings, 'all');
    if (
      options.request_target !== undefined ||
      (options.proxy !== undefined && this.#target().opaque !== undefined)
    )
      this.#warnings.add(
        'header_changed',
        'The answer to a challenge names the request target as it was sent; curl names path and query of the URL.',
        challengeOption(auth),
      );
    this.#imports.add(
      'crypto/md5',
      'crypto/rand',
      'crypto/sha256',
      'crypto/sha512',
      'encoding/hex',
      'regexp',
      'strings',
    );
    this.#functions.push(auth.scheme === 'any' ? AUTHORIZE_ANY : AUTHORIZE);
    const hasBody = this.#request.body.kind !== 'none';
    const args = [this.#argument(auth.username ?? ''), this.#argument(auth.password ?? '')].join(', ');
    return [
      'challenge := strings.Join(resp.Header.Values("WWW-Authenticate"), ", ")',
      `if resp.StatusCode == http.StatusUnauthorized && authorize(req, challenge, ${args}) {`,
      '\tresp.Body.Close()',
      ...(hasBody ? ['\tif req.Body, err = req.GetBody(); err != nil {', '\t\treturn err', '\t}'] : []),
      '\tif resp, err = client.Do(req); err != nil {',
      '\t\treturn err',
      '\t}',
      '}',
    ];
  }

  /** A text as an expression by itself. */
  #text(text: string): string {
    return this.#variables.expression(text, literal, ' + ');
  }

  /** A text as one of several arguments, where the formatter takes the blanks around `+` away. */
  #argument(text: string): string {
    return this.#variables.expression(text, literal, '+');
  }
}

const NO_REDIRECTS = [
  'CheckRedirect: func(*http.Request, []*http.Request) error {',
  '\treturn http.ErrUseLastResponse',
  '},',
];
const PLAIN_CLIENT = ['client := &http.Client{', ...NO_REDIRECTS.map((line) => `\t${line}`), '}'];

const ADD_PART = `func addPart(form *multipart.Writer, disposition, contentType string, content []byte) error {
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", disposition)
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	part, err := form.CreatePart(header)
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	return err
}`;

/**
 * @param schemes what it answers
 * @param otherwise what is done where the challenge is not Digest
 */
const authorize = (
  schemes: string,
  otherwise: string,
) => `// authorize answers a challenge with ${schemes} credentials, and tells whether it can.
func authorize(req *http.Request, challenge, username, password string) bool {
	given := regexp.MustCompile(\`(?is)(?:^|,\\s*)digest\\s+(.*)\`).FindStringSubmatch(challenge)
	if given == nil {
${otherwise}	}
	fields := map[string]string{}
	unescape := regexp.MustCompile(\`\\\\(.)\`)
	pattern := regexp.MustCompile(\`(\\w+)=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))\`)
	for _, match := range pattern.FindAllStringSubmatch(given[1], -1) {
		if name := strings.ToLower(match[1]); fields[name] == "" {
			fields[name] = unescape.ReplaceAllString(match[2], "$1") + match[3]
		}
	}
	algorithm := strings.ToLower(fields["algorithm"])
	newHash := md5.New
	if strings.HasPrefix(algorithm, "sha-256") {
		newHash = sha256.New
	} else if strings.HasPrefix(algorithm, "sha-512-256") {
		newHash = sha512.New512_256
	}
	digest := func(values ...string) string {
		sum := newHash()
		sum.Write([]byte(strings.Join(values, ":")))
		return hex.EncodeToString(sum.Sum(nil))
	}
	uri := req.URL.RequestURI()
	cnonce := rand.Text()
	secret := digest(username, fields["realm"], password)
	if strings.HasSuffix(algorithm, "-sess") {
		secret = digest(secret, fields["nonce"], cnonce)
	}
	what := digest(req.Method, uri)
	response := digest(secret, fields["nonce"], what)
	if fields["qop"] != "" {
		response = digest(secret, fields["nonce"], "00000001", cnonce, "auth", what)
	}
	hidesUser := strings.EqualFold(fields["userhash"], "true")
	if hidesUser {
		username = digest(username, fields["realm"])
	}
	escape := strings.NewReplacer(\`\\\`, \`\\\\\`, \`"\`, \`\\"\`)
	value := fmt.Sprintf(\`Digest username="%s", realm="%s", nonce="%s", uri="%s"\`,
		escape.Replace(username), escape.Replace(fields["realm"]), escape.Replace(fields["nonce"]), escape.Replace(uri))
	if fields["qop"] != "" {
		value += fmt.Sprintf(\`, cnonce="%s", nc=00000001, qop=auth\`, cnonce)
	}
	value += fmt.Sprintf(\`, response="%s"\`, response)
	if fields["opaque"] != "" {
		value += fmt.Sprintf(\`, opaque="%s"\`, escape.Replace(fields["opaque"]))
	}
	if fields["algorithm"] != "" {
		value += ", algorithm=" + fields["algorithm"]
	}
	if hidesUser {
		value += ", userhash=true"
	}
	req.Header.Set("Authorization", value)
	return true
}`;

const AUTHORIZE = authorize('Digest (RFC 7616)', '\t\treturn false\n');
const AUTHORIZE_ANY = authorize(
  'Digest (RFC 7616) or Basic',
  `		if !strings.Contains(strings.ToLower(challenge), "basic") {
			return false
		}
		req.SetBasicAuth(username, password)
		return true
`,
);

function headerLine(method: 'Set' | 'Add', name: string, expression: string): string {
  return `req.Header.${method}(${literal(name)}, ${expression})`;
}

/** Changes to a transport so that it speaks one protocol. */
function protocols(name: string): string[] {
  return ['transport.Protocols = new(http.Protocols)', `transport.Protocols.Set${name}(true)`];
}

function concatenation(pieces: readonly Piece[], plus: string): string {
  return pieces
    .map((piece) => (piece.kind === 'variable' ? piece.identifier : literal(piece.text)))
    .join(plus);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  '"': '\\"',
};

/**
 * A text as a Go literal: raw between backticks where it is easier to read, interpreted otherwise
 * (Go specification, "String literals": a raw literal drops carriage returns).
 */
function literal(text: string): string {
  // Most texts have nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  const isReadable = !text.includes('`') && isPrintableLines(text);
  if (/["\\\n]/.test(text) && isReadable) return `\`${text}\``;
  const escaped = text.replace(DOUBTFUL, (char) => {
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    if (isPrintable(char)) return char;
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code < 0x10000
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `"${escaped}"`;
}
