/** Rust programs with reqwest's blocking client, or a socket where reqwest would change the request; laid out as rustfmt does it. */
import { partHeaders } from '../request/multipart.ts';
import {
  hasHeader,
  isSameName,
  lowerCase,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  normalHeader,
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
  constant,
  declareNextTarget,
  declareOneAnswer,
  declareQueryKept,
  escaper,
  type Generator,
  hasDotSegment,
  hasSpeltHost,
  headersToSend,
  holdsBodyBack,
  Imports,
  ImportTable,
  isPrintable,
  isPrintableAscii,
  isSentAsGiven,
  isTitleCase,
  leavesOut,
  lines,
  ProgramVariables,
  proxyUrl,
  singleHeader,
  snakeCase,
  table,
  type UrlPieces,
  unreachable,
  urlPieces,
  urlWithTarget,
  type Warnings,
  wantsEncodings,
  withoutHeaders,
  withSpeltHost,
} from './generator.ts';
import {
  declareUnsaidChunks,
  isForFirstHost,
  keepsTypeAlone,
  type RedirectPlan,
  redirectPlan,
  redirectsPlainly,
  typeIsImplied,
} from './redirects.ts';
import { type SocketLine, type SocketRequest, socketRequest } from './socket.ts';

export const rust = {
  language: 'rust',
  title: 'Rust',
  library: 'reqwest',
  requires: 'Rust 1.85, reqwest 0.13',
  filename: 'src/main.rs',
  install: 'cargo add reqwest --features blocking,multipart,gzip,brotli,deflate,zstd,socks',
  run: 'cargo run',
  write: (request, warnings) => ordinaryProgram(request) ?? new RustProgram(request, warnings).toString(),
} as const satisfies Generator;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN =
  `address addresses answer authorization authorize body boundary chunk client content content_type custom challenged data decoded default env error fs gzip_start has_body head header headers inflate io location main md5 origin padded parameter password path method part proxy quoted read_line receive redirects target
  request response status sha256 stream url username value write_part as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop
  match mod move mut pub ref return self static struct super trait true type unsafe use where while abstract
  become box do final macro override priv try typeof unsized virtual yield union`.split(/\s+/);

/** One link of a chain: what stands before the parenthesis (with a question mark if one stands behind), and the arguments. */
type Call = readonly [name: string, ...args: string[]];

const SEND: Call = ['.send'];
const BUILD: Call = ['.build'];
const TITLE_CASE: Call = ['.http1_title_case_headers'];
const NO_REDIRECTS: Call = ['.redirect', 'Policy::none()'];

/** Methods that the client has a call for. */
const METHOD_CALLS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);

/** Indentation of the statements. */
const INDENT = '    ';

/** How programs end. */
const PRINT_RESPONSE = `
    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
`;
const PRINT_RECEIVED = `
    println!("{status}");
    println!("{}", String::from_utf8_lossy(&body));
    Ok(())
}
`;

/** What `use` lines name, as rustfmt sorts them: modules (snake case) before types, segment by segment. */
const STANDARD = new ImportTable(
  [
    'std::collections::hash_map::RandomState',
    'std::env',
    'std::error::Error',
    'std::fs',
    'std::hash::BuildHasher',
    'std::io',
    'std::io::BufRead',
    'std::io::BufReader',
    'std::io::Cursor',
    'std::io::Read',
    'std::io::Write',
    'std::net::IpAddr',
    'std::net::Ipv4Addr',
    'std::net::Ipv6Addr',
    'std::net::TcpStream',
    'std::net::ToSocketAddrs',
    'std::time::Duration',
  ],
  useLine,
);
const CRATE = new ImportTable(
  [
    'reqwest::blocking::multipart::Form',
    'reqwest::blocking::multipart::Part',
    'reqwest::blocking::Body',
    'reqwest::blocking::Client',
    'reqwest::blocking::Response',
    'reqwest::header::LOCATION',
    'reqwest::header::WWW_AUTHENTICATE',
    'reqwest::redirect::Policy',
    'reqwest::Method',
    'reqwest::Proxy',
    'reqwest::StatusCode',
    'reqwest::Url',
    'reqwest::Version',
  ],
  useLine,
);
const USUAL_CRATE = new Imports(CRATE).add('reqwest::blocking::Client', 'reqwest::redirect::Policy');

function useLine(path: string): string {
  return `use ${path};\n`;
}

class RustProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings: Warnings;
  readonly #pieces: UrlPieces | undefined;
  readonly #standard = new Imports(STANDARD).add('std::error::Error');
  readonly #crate = USUAL_CRATE.copy();
  /** Statements before the request: long literals and the multipart body. */
  readonly #preparation: string[] = [];
  /** Further functions. */
  readonly #functions: string[] = [];
  readonly #headers: readonly NormalHeader[];
  /** Whether the type of the body needs no header line: reqwest adds it. */
  #bringsType = false;
  readonly #case: NameCase;
  /** What the program writes on a socket, if reqwest would change the request. */
  readonly #socket: SocketRequest | undefined;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, snakeCase, TAKEN);
    this.#pieces = urlPieces(request.url);
    this.#headers = withSpeltHost(headersToSend(request, warnings), request);
    this.#case = nameCase(this.#namesToSend());
    const isSayable = this.#headers.every(isSendable);
    this.#socket = !isSayable || this.#needsSocket() ? this.#socketRequest() : undefined;
    if (this.#socket === undefined && !isSayable) {
      this.#headers = this.#headers.filter((line) => {
        if (isSendable(line)) return true;
        const message = `reqwest takes no control characters in headers; ${line.name} is left out.`;
        this.#warnings.add('header_changed', message);
        return false;
      });
      this.#case = nameCase(this.#namesToSend());
    }
  }

  /** The standard library has sockets, but neither TLS nor base64. */
  #socketRequest(): SocketRequest | undefined {
    const { auth, options } = this.#request;
    if (auth !== undefined) return undefined;
    const isSimple =
      options.proxy === undefined &&
      options.ip_version === undefined &&
      options.chunked !== true &&
      (options.timeout_ms ?? 0) + (options.connect_timeout_ms ?? 0) === 0 &&
      !hasHeader(this.#headers, 'host') &&
      !leavesOut(this.#request, 'host');
    if (options.follow_redirects === true && !isSimple) return undefined;
    const headers = wantsEncodings(this.#request)
      ? [...this.#headers, normalHeader('Accept-Encoding', 'deflate, gzip')]
      : this.#headers;
    const socket = socketRequest(this.#request, headers, (text) => this.#variables.openIn(text));
    return socket?.scheme === 'http' ? socket : undefined;
  }

  /** Whether reqwest would send something else. */
  #needsSocket(): boolean {
    const { options, body } = this.#request;
    const target = options.request_target ?? this.#pieces?.target;
    return (
      this.#case.changed.length > 0 ||
      (target !== undefined && !isUrlTarget(this.#variables.blank(target))) ||
      // A proxy is told the whole URL.
      (options.proxy !== undefined &&
        (options.request_target !== undefined || hasSpeltHost(this.#request))) ||
      leavesOut(this.#request, 'accept') ||
      leavesOut(this.#request, 'host') ||
      (options.chunked === true && body.kind === 'none')
    );
  }

  toString(): string {
    return this.#socket === undefined ? this.#clientProgram() : this.#socketProgram(this.#socket);
  }

  #clientProgram(): string {
    const calls = this.#clientCalls();
    // What the client needs stands before it.
    const statements = [...this.#preparation.splice(0), ...clientStatement(calls)];
    const request = this.#loops()
      ? this.#redirectLoop()
      : answersChallenge(this.#request)
        ? this.#challengeLines()
        : chain('let response = ', 'client', this.#requestCalls(), '?;');
    statements.push(...this.#preparation, ...request);
    return this.#program(statements, PRINT_RESPONSE);
  }

  #program(statements: readonly string[], printing: string): string {
    const declarations = this.#declarations();
    const follows = this.#request.options.follow_redirects === true;
    let crate = '';
    if (this.#socket === undefined || follows) crate += `${this.#crate.statements()}\n`;
    if (this.#socket !== undefined)
      crate += '// On a socket, since reqwest would not send the request exactly as it stands.\n';
    let text = `${this.#standard.statements()}\n${crate}fn main() -> Result<(), Box<dyn Error>> {\n`;
    if (declarations.length > 0) text += `${lines(declarations, '    ')}\n`;
    text += lines(statements, '    ') + printing;
    for (const code of this.#functions) text += `\n${code}\n`;
    return text;
  }

  // --- A socket ---

  #socketProgram(socket: SocketRequest): string {
    const { host, port, requestLine, lines } = socket;
    this.#standard.add(
      'std::io',
      'std::io::BufRead',
      'std::io::BufReader',
      'std::io::Read',
      'std::io::Write',
    );
    this.#standard.add('std::net::TcpStream');
    const { body, options, method } = this.#request;
    if (body.kind === 'text') this.#preparation.push(...statement('let body = ', this.#value(body.text)));
    else this.#prepareBytes(body);
    this.#functions.push(RECEIVE, READ_LINE, HEADER);
    if (this.#decodes()) {
      this.#functions.push(DECODED);
      if (asksForEncoding(this.#request, this.#headers, /br|zstd/i))
        this.#warnings.add(
          'option_unsupported',
          'The program decodes gzip and deflate only.',
          '--compressed',
        );
    }
    if (options.follow_redirects === true) {
      const loop = this.#socketLoop(socket);
      return this.#program([...this.#preparation, ...loop], PRINT_RECEIVED);
    }
    const head = [
      'let mut head = String::new();',
      ...statement('head += ', this.#borrowed(`${requestLine}\r\n`)),
      ...lines.flatMap((line) => statement('head += ', this.#socketLine(line))),
      'head += "\\r\\n";',
    ];
    const content = body.kind === 'text' ? 'body.as_bytes()' : 'body';
    const sending = ['stream.write_all(head.as_bytes())?;'];
    if (body.kind !== 'none' && options.chunked === true)
      sending.push(
        `for chunk in ${content}.chunks(65536) {`,
        '    write!(stream, "{:x}\\r\\n", chunk.len())?;',
        '    stream.write_all(chunk)?;',
        '    stream.write_all(b"\\r\\n")?;',
        '}',
        'stream.write_all(b"0\\r\\n\\r\\n")?;',
      );
    else if (body.kind !== 'none')
      sending.push(`stream.write_all(${content === 'body' && body.kind !== 'bytes' ? '&body' : content})?;`);
    const statements = [
      ...this.#preparation,
      ...head,
      ...this.#connectLines(`${host}:${port}`),
      ...sending,
      ...(this.#decodes()
        ? ['let (status, headers, body) = receive(stream, false)?;', 'let body = decoded(&headers, body)?;']
        : [`let (status, _, body) = receive(stream, ${method === 'HEAD'})?;`]),
    ];
    return this.#program(statements, PRINT_RECEIVED);
  }

  /** Whether the answer may come encoded; that to HEAD has no body. */
  #decodes(): boolean {
    const { options, method } = this.#request;
    return options.compressed === true && method !== 'HEAD';
  }

  /** Every request of a chain of redirects written anew, as curl makes them. */
  #socketLoop({ lines }: SocketRequest): string[] {
    const { body, options, method } = this.#request;
    const plan = redirectPlan(this.#request);
    const changesMethod = plan.next !== method;
    // curl sends one that it is told again and again.
    const hasOwnTarget = options.request_target !== undefined;
    const tracksBody = plan.dropping.length > 0 && body.kind !== 'none';
    this.#crate.add('reqwest::Url');
    this.#functions.push(SEND_ANYWHERE, sendWithTls(options.insecure === true, this.#case.isTitled));
    const isSecret = ({ name }: SocketLine) => isForFirstHost(lowerCase(name), this.#request);
    const isTied = ({ name, tail }: SocketLine) =>
      tracksBody &&
      (tail === 'length' || (typeIsImplied(this.#request) && name.toLowerCase() === 'content-type'));
    const written = (some: readonly SocketLine[], column: number) =>
      some.flatMap((line) => statement('head += ', this.#socketLine(line), column));
    // Host comes first, Connection last.
    const others = lines.slice(1, -1);
    const secret = others.filter(isSecret);
    const start = changesMethod
      ? '&format!("{method} {target} HTTP/1.1\\r\\n")'
      : `&format!("${this.#format(method)} {target} HTTP/1.1\\r\\n")`;
    const loop = [
      'let mut head = String::new();',
      ...statement('head += ', start, 8),
      'head += &format!("Host: {}\\r\\n", url.authority());',
      ...written(
        others.filter((line) => !isSecret(line) && !isTied(line)),
        8,
      ),
    ];
    if (secret.length > 0) loop.push('if url.origin() == origin {', ...shifted(written(secret, 12)), '}');
    if (tracksBody) loop.push('if has_body {', ...shifted(written(lines.filter(isTied), 12)), '}');
    const bytes = body.kind === 'text' ? 'body.as_bytes()' : body.kind === 'bytes' ? 'body' : '&body[..]';
    const content = body.kind === 'none' ? '&[]' : bytes;
    loop.push(...written(lines.slice(-1), 8), 'head += "\\r\\n";');
    if (tracksBody) loop.push(`let content = if has_body { ${bytes} } else { &[] };`);
    loop.push(
      `let (status, headers, answer) = send(&url, &head, ${tracksBody ? 'content' : content})?;`,
      'let location = match header(&headers, "Location") {',
      '    Some(location) if status / 100 == 3 && !location.is_empty() => location,',
      `    _ => break (status, ${this.#decodes() ? 'decoded(&headers, answer)?' : 'answer'}),`,
      '};',
    );
    const moving = [
      ...this.#moving(false),
      ...(hasOwnTarget
        ? []
        : [
            'target = url.path().to_string();',
            'if let Some(query) = url.query() {',
            '    target += &format!("?{query}");',
            '}',
          ]),
    ];
    const url = this.#hoisted('location', this.#request.url);
    return [
      ...callExpression('let mut url = ', 'Url::parse', [url], '?;'),
      ...(hasOwnTarget ? [] : ['let mut target = String::new();']),
      ...statement(
        hasOwnTarget ? 'let target = ' : 'target += ',
        this.#borrowed(options.request_target ?? this.#pieces?.target ?? ''),
      ),
      ...redirecting(plan, {
        result: '(status, body)',
        status: 'status',
        methods: changesMethod ? [method, plan.next].map(rustLiteral) : [],
        tracksBody,
        hasSecrets: secret.length > 0,
        sending: loop,
        moving,
      }),
    ];
  }

  #socketLine({ name, value, tail }: SocketLine): string {
    if (tail === 'length') return `&format!("${name}: {}\\r\\n", body.len())`;
    if (tail === 'none') return this.#borrowed(`${name}: ${value}\r\n`);
    return `&format!("${this.#format(`${name}: ${value}`)}{boundary}\\r\\n")`;
  }

  /** Statements that open `stream`. */
  #connectLines(address: string): string[] {
    const {
      connect_timeout_ms: connectMs = 0,
      timeout_ms: ms = 0,
      ip_version: version,
    } = this.#request.options;
    const lines: string[] = [];
    if (connectMs > 0 || version !== undefined) {
      this.#standard.add('std::net::ToSocketAddrs');
      const literal = rustLiteral(address);
      const isInline = isWithin(literal, MAX_INLINE);
      if (!isInline) lines.push(...statement('let address = ', literal));
      const named = isInline ? literal : 'address';
      lines.push(...chain('let mut addresses = ', named, [['.to_socket_addrs']], '?;'));
      const first: Call =
        version === undefined ? ['.next'] : ['.find', `|address| address.is_ipv${version}()`];
      lines.push(
        ...chain('let address = ', 'addresses', [first, ['.ok_or', '"the host has no such address"']], '?;'),
      );
      const connect =
        connectMs > 0 ? `connect_timeout(&address, ${this.#duration(connectMs)})` : 'connect(address)';
      lines.push(`let mut stream = TcpStream::${connect}?;`);
    } else
      lines.push(...callExpression('let mut stream = ', 'TcpStream::connect', [rustLiteral(address)], '?;'));
    if (ms > 0) {
      this.#warnings.add('option_unsupported', 'The time limit holds for each read from the socket.', '-m');
      lines.push(`stream.set_read_timeout(Some(${this.#duration(ms)}))?;`);
    }
    return lines;
  }

  #declarations(): string[] {
    const used = this.#variables.used;
    if (used.length === 0) return [];
    this.#standard.add('std::env');
    return used.flatMap(({ name, identifier, fallback }) => {
      const start = `let ${identifier} = `;
      const value = `env::var(${rustLiteral(name)})`;
      if (fallback === undefined)
        return chain(start, value, [['.map_err', `|_| ${rustLiteral(`${name} is not set`)}`]], '?;');
      const literal = rustLiteral(fallback.text);
      const isInline = !literal.includes('\n') && isWithin(literal, MAX_DEFAULT);
      const text = `${isInline ? literal : 'default'}.to_string()`;
      const calls: Call[] = fallback.forEmpty
        ? [
            ['.ok', ''],
            ['.filter', '|value| !value.is_empty()'],
            ['.unwrap_or_else', `|| ${text}`],
          ]
        : [['.unwrap_or_else', `|_| ${text}`]];
      const declaration = chain(start, value, calls, ';');
      return isInline ? declaration : [...statement('let default = ', literal), ...declaration];
    });
  }

  #clientCalls(): Call[] {
    const { options } = this.#request;
    declareNextTarget(this.#request, this.#warnings);
    const calls: Call[] = [this.#redirectCall()];
    // curl sends no Referer of its own after a redirect.
    if (this.#followsByItself()) calls.push(['.referer', 'false']);
    const { isTitled, changed } = this.#case;
    if (isTitled) calls.push(TITLE_CASE);
    if (changed.length > 0)
      this.#warnings.add(
        'header_changed',
        `reqwest cannot keep the case of all header names; it writes ${changed.map(([name, written]) => `${name} as ${written}`).join(', ')}.`,
      );
    calls.push(...this.#versionCalls());
    if (options.insecure === true) calls.push(['.danger_accept_invalid_certs', 'true']);
    if (options.proxy !== undefined) calls.push(this.#proxyCall(options.proxy));
    if (omits(options, 'accept-encoding'))
      calls.push(['.no_gzip'], ['.no_brotli'], ['.no_deflate'], ['.no_zstd']);
    if ((options.connect_timeout_ms ?? 0) > 0)
      calls.push(['.connect_timeout', this.#duration(options.connect_timeout_ms ?? 0)]);
    if ((options.timeout_ms ?? 0) > 0) calls.push(['.timeout', this.#duration(options.timeout_ms ?? 0)]);
    if (options.ip_version !== undefined) {
      const address = options.ip_version === 4 ? 'Ipv4Addr' : 'Ipv6Addr';
      this.#standard.add(`std::net::${address}`).add('std::net::IpAddr');
      calls.push(['.local_address', `IpAddr::V${options.ip_version}(${address}::UNSPECIFIED)`]);
    }
    calls.push(BUILD);
    return calls;
  }

  #redirectCall(): Call {
    if (!this.#followsByItself()) return NO_REDIRECTS;
    this.#warnings.add(
      'redirect_differs',
      'reqwest follows no 3xx but 301, 302, 303, 307 and 308, and reads an unusual Location as browsers do, without credentials in it.',
      '-L',
    );
    return ['.redirect', `Policy::limited(${redirectPlan(this.#request).limit ?? 1_000_000})`];
  }

  /** Whether the client's own redirects are curl's: everything but GET and HEAD becomes a GET. */
  #followsByItself(): boolean {
    const { body, options, method } = this.#request;
    return (
      options.follow_redirects === true &&
      !answersChallenge(this.#request) &&
      (method === 'POST' || (['GET', 'HEAD'].includes(method) && body.kind === 'none')) &&
      redirectsPlainly(this.#request) &&
      // reqwest takes Content-Type off with the body.
      !keepsTypeAlone(this.#request) &&
      (options.chunked !== true || body.kind === 'none') &&
      options.auth_on_redirect !== true &&
      // At the second redirect within another host reqwest 0.13 sends them again.
      !this.#hasSecrets()
    );
  }

  /** Whether there are headers for the first host alone. */
  #hasSecrets(): boolean {
    const { auth } = this.#request;
    return (
      auth?.scheme === 'basic' || this.#headers.some(({ lower }) => isForFirstHost(lower, this.#request))
    );
  }

  /**
   * Statements that turn `location`, a text, into the next `url`.
   * @param takesCredentials whether those that stand in it are sent
   */
  #moving(takesCredentials: boolean): string[] {
    const isSpelt = this.#socket === undefined || this.#case.changed.length === 0;
    const difference = takesCredentials
      ? 'The program escapes an unusual Location as browsers do; curl leaves more of it as it stands.'
      : `The program escapes an unusual Location as browsers do, and takes no credentials from it${isSpelt ? '' : '; after one to https it changes the case of header names'}.`;
    this.#warnings.add('redirect_differs', difference, '-L');
    return [
      "url = match location.split_once('?') {",
      `    Some((path, query)) => url.join(&format!("{path}?{}", query.replace(' ', "+")))?,`,
      `    None => url.join(${this.#socket === undefined ? '&' : ''}location)?,`,
      '};',
      ...(takesCredentials ? [] : ['url.set_username("").ok();', 'url.set_password(None).ok();']),
    ];
  }

  /** Every request of a chain of redirects made anew, as curl makes them. */
  #redirectLoop(): string[] {
    const { auth, options, method, body: content } = this.#request;
    this.#crate.add('reqwest::Url').add('reqwest::header::LOCATION');
    const plan = redirectPlan(this.#request);
    const changesMethod = plan.next !== method;
    const body = this.#bodyArgument();
    const tracksBody = plan.dropping.length > 0 && body !== undefined;
    const isSecret = ([name, first]: Call) =>
      name === '.basic_auth' || name === '.bearer_auth'
        ? options.auth_on_redirect !== true
        : name === '.header' && isForFirstHost(lowerCase((first ?? '').slice(1, -1)), this.#request);
    const isType = ([name, first]: Call) =>
      name === '.header' && /^(?:"content-type"|CONTENT_TYPE)$/i.test(first ?? '');
    const calls = this.#settingCalls();
    const secret = calls.filter(isSecret);
    // The type that curl gives to a body goes away with it; another stays, but without a boundary.
    const ownType = content.kind === 'form' ? singleHeader(this.#headers, 'content-type') : undefined;
    const isTied = typeIsImplied(this.#request) || ownType !== undefined;
    const tied = tracksBody && isTied ? calls.filter(isType) : [];
    const start: Call[] = [
      ['.request', changesMethod ? 'method.clone()' : this.#methodValue(method), 'url.clone()'],
      ...calls.filter((call) => !secret.includes(call) && !tied.includes(call)),
    ];
    const bodyCall: Call[] = body === undefined ? [] : [...tied, ['.body', this.#cloned(body)]];
    const changeable = secret.length > 0 || tracksBody;
    const later = (condition: string, more: readonly Call[]) => [
      `if ${condition} {`,
      ...shifted(chain('request = ', 'request', more, ';', 12)),
      '}',
    ];
    const lines = chain(
      changeable ? 'let mut request = ' : 'let request = ',
      'client',
      tracksBody ? start : [...start, ...bodyCall],
      ';',
      8,
    );
    if (secret.length > 0) lines.push(...later('url.origin() == origin', secret));
    if (tracksBody) lines.push(...later('has_body', bodyCall));
    if (tracksBody && options.chunked === true) declareUnsaidChunks(this.#warnings);
    if (tracksBody && ownType !== undefined)
      lines.push(...later('!has_body', [['.header', '"Content-Type"', this.#hoisted('own', ownType)]]));
    lines.push(
      'let response = request.send()?;',
      'let location = match response.headers().get(LOCATION) {',
      '    Some(location) if response.status().is_redirection() && !location.is_empty() => {',
      '        location',
      '    }',
      '    _ => break response,',
      '};',
    );
    const url = this.#hoisted('location', this.#url());
    return [
      ...callExpression('let mut url = ', 'Url::parse', [url], '?;'),
      ...redirecting(plan, {
        result: 'response',
        status: 'response.status().as_u16()',
        methods: changesMethod ? [method, plan.next].map((one) => this.#methodValue(one)) : [],
        tracksBody,
        hasSecrets: secret.length > 0,
        sending: lines,
        moving: [
          'let location = String::from_utf8_lossy(location.as_bytes());',
          ...this.#moving(auth === undefined && !hasHeader(this.#headers, 'authorization')),
        ],
      }),
    ];
  }

  /** A body that can be sent again. */
  #cloned(body: string): string {
    const { body: content } = this.#request;
    // A literal is borrowed and can be given away again.
    if (content.kind === 'bytes') return body;
    if (content.kind === 'text' && !this.#variables.openIn(content.text)) return body;
    return /^(?:body|[a-z_0-9]+)$/.test(body) ? `${body}.clone()` : body.replace('(body)', '(body.clone())');
  }

  /** The names that the program gives to its headers. */
  #namesToSend(): string[] {
    const { auth, body, options } = this.#request;
    const names: string[] = [];
    // curl writes the type of a form itself, in its own spelling.
    for (const { name } of this.#headers)
      if (body.kind !== 'form' || !isSameName(name, 'content-type')) addOnce(names, name);
    if (auth !== undefined) addOnce(names, 'Authorization');
    if (body.kind === 'form' && !omits(options, 'content-type')) addOnce(names, 'Content-Type');
    if (options.chunked === true) addOnce(names, 'Transfer-Encoding');
    if (options.proxy?.includes('@') === true && this.#pieces?.scheme === 'http')
      addOnce(names, 'Proxy-Authorization');
    return names;
  }

  #versionCalls(): Call[] {
    const { options } = this.#request;
    const version = options.http_version;
    const secure = this.#pieces?.scheme === 'https';
    if (version === '3' || (version === '2' && !secure))
      this.#warnings.add(
        'http_version_unsupported',
        version === '3'
          ? 'HTTP/3 in reqwest is experimental; the program speaks HTTP/2 or HTTP/1.1.'
          : 'reqwest cannot upgrade a connection without TLS to HTTP/2; the program speaks HTTP/1.1.',
        `--http${version}`,
      );
    if (version === '1.1' || version === '1.0') return [['.http1_only']];
    return version === '2-prior-knowledge' ? [['.http2_prior_knowledge']] : [];
  }

  #proxyCall(proxy: string): Call {
    this.#crate.add('reqwest::Proxy');
    return ['.proxy', `Proxy::all(${this.#hoisted('proxy', proxyUrl(proxy, this.#variables), MAX_PROXY)})?`];
  }

  #duration(ms: number): string {
    this.#standard.add('std::time::Duration');
    return ms % 1000 === 0 ? `Duration::from_secs(${ms / 1000})` : `Duration::from_millis(${ms})`;
  }

  #requestCalls(): Call[] {
    const content = this.#contentCall();
    return [this.#methodCall(), ...this.#settingCalls(), ...(content === undefined ? [] : [content]), SEND];
  }

  /** The call that gives the request its body, and the type that goes with it where reqwest sends the same. */
  #contentCall(): Call | undefined {
    const { body } = this.#request;
    if (body.kind === 'form' && this.#isPlainForm(body.parts)) {
      this.#bringsType = true;
      this.#prepareForm(body.parts);
      return ['.multipart', 'form'];
    }
    const argument = this.#bodyArgument();
    return argument === undefined ? undefined : ['.body', argument];
  }

  /** Whether reqwest writes a multipart body as curl does, but for the boundary. */
  #isPlainForm(parts: readonly NormalPart[]): boolean {
    const { options } = this.#request;
    return (
      options.chunked !== true &&
      options.follow_redirects !== true &&
      parts.length > 0 &&
      !hasHeader(this.#headers, 'content-type') &&
      !omits(options, 'content-type') &&
      parts.every(
        ({ name, filename = '', contentType = 'a/b', headers }) =>
          headers.length === 0 &&
          PLAIN_NAME.test(name) &&
          PLAIN_FILENAME.test(filename) &&
          PLAIN_MIME.test(contentType) &&
          ![name, filename, contentType].some((text) => this.#variables.openIn(text)),
      )
    );
  }

  /** Statements that make `form`. */
  #prepareForm(parts: readonly NormalPart[]): void {
    this.#crate.add('reqwest::blocking::multipart::Form');
    const calls = parts.map((part) => this.#partCall(part));
    this.#preparation.push(...triedChain('let form = ', 'Form::new()', calls));
  }

  #partCall({ name, content, filename, contentType }: NormalPart): Call {
    const literal = rustLiteral(name);
    const isShort = isWithin(literal, MAX_FIELD);
    const field = isShort ? literal : this.#declared('name', literal);
    const room = CALL_WIDTH - 2 - field.length;
    if (content.kind === 'text' && filename === undefined && contentType === undefined)
      return ['.text', field, this.#fitting(isShort ? name : '', this.#value(content.text), room)];
    const path = content.kind === 'file' && content.path !== '-' ? content.path : undefined;
    const brings = path !== undefined && filename !== undefined && contentType !== undefined;
    const isGuessed = brings && contentType === guessedType(path);
    const isOwnName = brings && filename === path.slice(path.lastIndexOf('/') + 1);
    if (isGuessed && isOwnName) return ['.file?', field, this.#fitting('path', this.#borrowed(path), room)];
    this.#crate.add('reqwest::blocking::multipart::Part');
    // Part::file() brings name and type along.
    const head = brings
      ? `Part::file(${this.#fitting('path', this.#borrowed(path))})?`
      : this.#partHead(content);
    const calls: Call[] = [];
    if (filename !== undefined && !isOwnName)
      calls.push(['.file_name', this.#fitting('filename', rustLiteral(filename))]);
    if (contentType !== undefined && !isGuessed)
      calls.push(['.mime_str?', this.#fitting('mime', rustLiteral(contentType))]);
    const part = this.#uniqueName('part');
    this.#preparation.push(...triedChain(`let ${part} = `, head, calls));
    return ['.part', field, part];
  }

  /** A part without name and type as an expression. */
  #partHead(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return `Part::text(${this.#fitting('value', this.#value(content.text))})`;
      case 'bytes':
        return `Part::bytes(${this.#fitting('content', byteLiteral(content.bytes))})`;
      case 'file': {
        if (content.path !== '-') {
          this.#standard.add('std::fs');
          return `Part::bytes(fs::read(${this.#fitting('path', this.#borrowed(content.path))})?)`;
        }
        const name = this.#uniqueName('content');
        this.#preparation.push(...this.#readLines(name, '-'));
        return `Part::bytes(${name})`;
      }
      default:
        return unreachable(content);
    }
  }

  /** The value, or the name that it gets before the chain if it takes more columns. */
  #fitting(base: string, value: string, columns = MAX_FIELD): string {
    return !value.includes('\n') && isWithin(value, columns) ? value : this.#declared(base, value);
  }

  /** Declares a value under a name like that, and gives the name. */
  #declared(base: string, value: string): string {
    const name = this.#uniqueName(snakeWords(base));
    this.#preparation.push(...statement(`let ${name} = `, value));
    return name;
  }

  /** Version, headers and credentials. */
  #settingCalls(): Call[] {
    const { auth, options } = this.#request;
    const calls: Call[] = [];
    if (options.http_version === '1.0') {
      this.#crate.add('reqwest::Version');
      calls.push(['.version', 'Version::HTTP_10']);
    }
    for (const line of this.#headerLines()) calls.push(this.#credentialsCall(line) ?? this.#headerCall(line));
    if (auth?.scheme === 'basic') calls.push(this.#basicCall(auth.username ?? '', auth.password ?? ''));
    else if (auth !== undefined && !answersChallenge(this.#request))
      this.#warnings.add(
        'auth_unsupported',
        `reqwest does not know ${auth.scheme} authentication; the request is sent without credentials.`,
      );
    return calls;
  }

  /** The call for an Authorization line of a scheme that reqwest has one for. */
  #credentialsCall({ name, value }: HeaderLine): Call | undefined {
    const known = isSameName(name, 'authorization') ? credentials(value) : undefined;
    if (known === undefined) return undefined;
    if (known.token !== undefined) return ['.bearer_auth', this.#token(known.token)];
    const { username, password } = known;
    // Variables stand in the text as it was given, not in what it encodes.
    const isOpen = [value, username, password].some((text) => this.#variables.openIn(text));
    return isOpen ? undefined : this.#basicCall(username, password);
  }

  #basicCall(username: string, password: string): Call {
    const columns = this.#mayEndChain() ? MAX_CREDENTIAL : MAX_INLINE;
    return [
      '.basic_auth',
      this.#hoisted('username', username, columns),
      `Some(${this.#hoisted('password', password, columns)})`,
    ];
  }

  #token(text: string): string {
    const value = this.#value(text);
    if (!isWithin(value, MAX_INLINE)) return this.#named('token', value);
    return value.endsWith('.clone()') ? this.#borrowed(text) : value;
  }

  /** Asks without credentials and, with Digest alone, without the body, as curl does, and answers the challenge. */
  #challengeLines(): string[] {
    const { auth, method, options } = this.#request;
    if (options.follow_redirects === true)
      this.#warnings.add(
        'redirect_differs',
        'The program answers a challenge, but follows no redirect then.',
        '-L',
      );
    declareOneAnswer(this.#request, this.#warnings);
    declareQueryKept(this.#request, this.#warnings);
    this.#standard.add('std::collections::hash_map::RandomState').add('std::hash::BuildHasher');
    this.#crate
      .add('reqwest::StatusCode')
      .add('reqwest::blocking::Response')
      .add('reqwest::header::WWW_AUTHENTICATE');
    this.#functions.push(AUTHORIZE, PARAMETER, QUOTED, MD5, SHA_256, PADDED);
    const body = this.#bodyArgument();
    const settings = this.#settingCalls();
    const isAny = auth?.scheme === 'any';
    const holdsBody = body !== undefined && holdsBodyBack(this.#request);
    // curl says the type of a form with the form only.
    const isLate = ([name, first]: Call) =>
      holdsBody && this.#request.body.kind === 'form' && name === '.header' && first === '"Content-Type"';
    const sending: Call[] = settings.filter(isLate);
    if (holdsBody) sending.push(['.body', body]);
    sending.push(SEND);
    const first = settings.filter((call) => !isLate(call));
    if (body !== undefined && isAny) first.push(['.body', body]);
    const args = ['&response', this.#hoisted('method', method, MAX_METHOD), 'username', 'password'];
    const answer = isAny
      ? [
          `let request = match authorize(${args.join(', ')}) {`,
          '    Some(authorization) => request.header("Authorization", authorization),',
          '    None => request.basic_auth(username, Some(password)),',
          '};',
          ...chain('response = ', 'request', sending, '?;', 8),
        ]
      : [
          `let authorization = authorize(${args.join(', ')});`,
          'let authorization = authorization.ok_or("the server does not offer Digest")?;',
          ...chain(
            'response = ',
            'request',
            [['.header', '"Authorization"', 'authorization'], ...sending],
            '?;',
            8,
          ),
        ];
    return [
      ...chain('let request = ', 'client', [this.#methodCall(), ...first], ';'),
      ...chain(
        'let challenged = ',
        'request',
        [['.try_clone'], ['.ok_or', '"the request cannot be repeated"']],
        '?;',
      ),
      'let mut response = challenged.send()?;',
      'if response.status() == StatusCode::UNAUTHORIZED {',
      ...shifted([
        ...statement('let username = ', this.#borrowed(auth?.username ?? ''), 8),
        ...statement('let password = ', this.#borrowed(auth?.password ?? ''), 8),
      ]),
      ...shifted(answer),
      ...(holdsBody
        ? [
            '} else if response.status().is_success() {',
            '    // Nobody asked: all that is missing is the body.',
            ...shifted(chain('response = ', 'request', sending, '?;', 8)),
          ]
        : []),
      '}',
    ];
  }

  #methodCall(): Call {
    const { method } = this.#request;
    const url = this.#hoistedValue('url', this.#url());
    if (METHOD_CALLS.has(method)) return [`.${method.toLowerCase()}`, url];
    return ['.request', this.#methodValue(method), url];
  }

  #methodValue(method: string): string {
    this.#crate.add('reqwest::Method');
    if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT)$/.test(method)) return `Method::${method}`;
    const text = this.#variables.openIn(method)
      ? `${this.#value(method)}.as_bytes()`
      : `b${rustLiteral(method)}`;
    const lines = callExpression('let custom = ', 'Method::from_bytes', [text], '?;');
    if (!this.#preparation.includes(lines[0] ?? '')) this.#preparation.push(...lines);
    return this.#request.options.follow_redirects === true ? 'custom.clone()' : 'custom';
  }

  #url(): string {
    const { url, options } = this.#request;
    const pieces = this.#pieces;
    if (pieces === undefined) return url;
    let target = pieces.target;
    if (options.request_target?.startsWith('/')) target = options.request_target;
    else if (options.request_target !== undefined)
      this.#warnings.add(
        'target_changed',
        `reqwest sends path and query of the URL, not the request target ${options.request_target}.`,
        '--request-target',
      );
    if (!isUrlTarget(this.#variables.blank(target)))
      this.#warnings.add(
        'target_changed',
        'reqwest::Url rewrites some characters of the path or query (dot segments, quotes, non-ASCII).',
      );
    return urlWithTarget(url, pieces, target);
  }

  #headerLines(): HeaderLine[] {
    const { options, body } = this.#request;
    const headers = this.#headers;
    const bringsType = body.kind === 'form' || this.#bringsType;
    const lines = [...(bringsType ? withoutHeaders(headers, 'content-type') : headers)];
    if (wantsEncodings(this.#request)) lines.push(normalHeader('Accept-Encoding', 'deflate, gzip, br, zstd'));
    if (body.kind === 'form' && !this.#bringsType && !omits(options, 'content-type')) {
      const type = singleHeader(headers, 'content-type') ?? 'multipart/form-data';
      lines.push(normalHeader('Content-Type', `${type}; boundary=`));
    }
    if (leavesOut(this.#request, 'accept'))
      this.#warnings.add('default_header_kept', 'reqwest always sends an Accept header.', '-H');
    // hyper takes a GET or HEAD for one without a body unless its framing is given.
    if (this.#isChunked() && body.kind !== 'none' && /^(?:GET|HEAD)$/.test(this.#request.method))
      lines.push(normalHeader('Transfer-Encoding', 'chunked'));
    if (options.chunked === true && body.kind === 'none')
      this.#warnings.add('header_changed', 'reqwest sends no Transfer-Encoding without a body.', '-H');
    if (leavesOut(this.#request, 'host'))
      this.#warnings.add('default_header_kept', 'reqwest always sends a Host header.', '-H');
    return lines;
  }

  #headerCall({ name, value }: HeaderLine): Call {
    if (name === 'Content-Type' && this.#request.body.kind === 'form') {
      this.#preparation.push(
        ...statement('let content_type = ', `format!("${this.#format(value)}{boundary}")`),
      );
      return ['.header', '"Content-Type"', '&content_type'];
    }
    const expression = this.#value(value);
    const isOpen = this.#variables.openIn(value);
    const isLast = this.#mayEndChain();
    if (isLast && name.length > MAX_NAME)
      return ['.header', this.#named('name', this.#value(name)), this.#named('value', expression)];
    const limit = isLast ? CALL_WIDTH - 4 - name.length : isOpen ? MAX_INLINE : Number.POSITIVE_INFINITY;
    if (limit === Number.POSITIVE_INFINITY || isWithin(expression, limit))
      return ['.header', this.#value(name), expression];
    return ['.header', this.#value(name), this.#named(snakeWords(name), expression)];
  }

  /**
   * Whether the chain of calls does not send. Then none of them may need several lines: rustfmt lays out the last one
   * in another way.
   */
  #mayEndChain(): boolean {
    return this.#loops() || answersChallenge(this.#request);
  }

  /** Declares a value under a name like that, and gives what refers to it. */
  #named(base: string, value: string): string {
    const name = this.#uniqueName(base);
    this.#preparation.push(...statement(`let ${name} = `, value));
    return value.startsWith('format!') || value.endsWith('.clone()') ? `&${name}` : name;
  }

  #loops(): boolean {
    return (
      this.#request.options.follow_redirects === true &&
      !this.#followsByItself() &&
      !answersChallenge(this.#request)
    );
  }

  readonly #names = new Set<string>();

  #uniqueName(base: string): string {
    let name = base;
    for (
      let count = 2;
      TAKEN.includes(name) ||
      this.#names.has(name) ||
      this.#variables.used.some((known) => known.identifier === name);
      count += 1
    )
      name = `${base}_${count}`;
    this.#names.add(name);
    return name;
  }

  /** Whether the body is sent in chunks. What is read as it goes out cannot be sent again. */
  #isChunked(): boolean {
    const { options, auth } = this.#request;
    return options.chunked === true && auth?.scheme !== 'any';
  }

  /** The argument of `.body()`; statements that it needs go to the preparation. */
  #bodyArgument(): string | undefined {
    const { body, options } = this.#request;
    if (body.kind === 'none') return undefined;
    const chunked = this.#isChunked();
    if (!chunked && options.chunked === true)
      this.#warnings.add(
        'header_changed',
        'A body that may go out twice is sent with its length, not in chunks.',
      );
    if (body.kind === 'text' && !chunked) return this.#hoistedValue('body', body.text);
    if (body.kind === 'text') this.#preparation.push(...statement('let body = ', this.#value(body.text)));
    else if (body.kind === 'file' && body.path === '-' && chunked && options.follow_redirects !== true) {
      this.#crate.add('reqwest::blocking::Body');
      this.#standard.add('std::io');
      return 'Body::new(io::stdin())';
    } else this.#prepareBytes(body);
    if (!chunked) return 'body';
    // A reader of unknown length is sent in chunks.
    this.#crate.add('reqwest::blocking::Body');
    this.#standard.add('std::io::Cursor');
    return 'Body::new(Cursor::new(body))';
  }

  /** Statements that make `body`, a slice or vector of bytes. */
  #prepareBytes(body: Exclude<RequestBody, { kind: 'text' }>): void {
    switch (body.kind) {
      case 'none':
        return;
      case 'bytes':
        this.#preparation.push(...statement('let body: &[u8] = ', byteLiteral(body.bytes)));
        return;
      case 'file':
        this.#readBody(body.path, body.stripNewlines);
        return;
      case 'form':
        this.#writeForm(body.parts);
        return;
      default:
        unreachable(body);
    }
  }

  #readBody(path: string, strips: boolean): void {
    this.#preparation.push(...this.#readLines(strips ? 'mut body' : 'body', path));
    if (strips) this.#preparation.push("body.retain(|byte| !matches!(byte, b'\\r' | b'\\n' | 0));");
  }

  /** Statements that read a file into a Vec<u8>. */
  #readLines(name: string, path: string): string[] {
    if (path !== '-') {
      this.#standard.add('std::fs');
      return [`let ${name} = fs::read(${this.#hoisted('path', path)})?;`];
    }
    this.#standard.add('std::io').add('std::io::Read');
    const plain = name.replace('mut ', '');
    return [`let mut ${plain} = Vec::new();`, `io::stdin().read_to_end(&mut ${plain})?;`];
  }

  #writeForm(parts: readonly NormalPart[]): void {
    const { options } = this.#request;
    const own = singleHeader(this.#headers, 'content-type');
    this.#standard.add('std::collections::hash_map::RandomState').add('std::hash::BuildHasher');
    this.#preparation.push(
      'let boundary = format!("{:016x}", RandomState::new().hash_one(0));',
      'let mut body = Vec::new();',
    );
    if (parts.length > 0) this.#functions.push(WRITE_PART);
    for (const part of parts) {
      const headers = partHeaders(part, options.form_escape, own).join('\r\n');
      const content = this.#contentArgument(part.content);
      const args = ['&mut body', '&boundary', this.#hoisted('headers', headers), content];
      this.#preparation.push(...callStatement('write_part', args));
    }
    this.#preparation.push('body.extend_from_slice(format!("--{boundary}--\\r\\n").as_bytes());');
  }

  #contentArgument(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return `${this.#hoistedReceiver('content', content.text)}.as_bytes()`;
      case 'bytes':
        this.#preparation.push(...statement('let content = ', byteLiteral(content.bytes)));
        return 'content';
      case 'file':
        this.#preparation.push(...this.#readLines('content', content.path));
        return '&content';
      default:
        return unreachable(content);
    }
  }

  /** A text as a value: a literal, or a String where variables stand in it. */
  #value(text: string): string {
    if (!this.#variables.openIn(text)) return rustLiteral(text);
    const pieces = this.#variables.split(text);
    const [first] = pieces;
    if (pieces.length === 1 && first?.kind === 'text') return rustLiteral(text);
    if (pieces.length === 1 && first?.kind === 'variable') return `${first.identifier}.clone()`;
    return `format!(${this.#formatLiteral(text)})`;
  }

  /** A text as a format string: raw where its own texts would be. */
  #formatLiteral(text: string): string {
    const pieces = this.#variables.split(text);
    const own = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
    if (own.includes('\n') || !prefersRaw(own) || !isVisible(own)) return `"${this.#format(text)}"`;
    const raw = pieces.map((piece) =>
      piece.kind === 'text' ? piece.text.replace(/[{}]/g, '$&$&') : `{${piece.identifier}}`,
    );
    return rawLiteral(raw.join(''));
  }

  /** A text between the quotes of a format string. */
  #format(text: string): string {
    return this.#variables
      .split(text)
      .map((piece) => (piece.kind === 'text' ? escapeFormat(piece.text) : `{${piece.identifier}}`))
      .join('');
  }

  /** A text as a &str. */
  #borrowed(text: string): string {
    const value = this.#value(text);
    return /^r?#*"/.test(value) ? value : `&${value.replace(/\.clone\(\)$/, '')}`;
  }

  /** A text as a value; one that is long gets a name of its own before the chain. */
  #hoistedValue(name: string, text: string): string {
    return this.#short(name, this.#value(text), MAX_INLINE);
  }

  /** A text as a &str; one that is long gets a name of its own before. */
  #hoisted(name: string, text: string, columns = MAX_INLINE): string {
    return this.#short(name, this.#borrowed(text), columns);
  }

  /** A text that a method is called of; one that is long gets a name of its own before. */
  #hoistedReceiver(name: string, text: string): string {
    return this.#short(name, this.#value(text), MAX_INLINE).replace(/\.clone\(\)$/, '');
  }

  /** The value, or the name that it gets before if it is long. */
  #short(name: string, value: string, columns: number): string {
    if (!value.includes('\n') && isWithin(value, columns)) return value;
    this.#preparation.push(...statement(`let ${name} = `, value));
    return name;
  }
}

const WRITE_PART = `fn write_part(body: &mut Vec<u8>, boundary: &str, headers: &str, content: &[u8]) {
    body.extend_from_slice(format!("--{boundary}\\r\\n{headers}\\r\\n\\r\\n").as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(b"\\r\\n");
}`;

const RECEIVE = `/// Status, header lines and body.
type Answer = (u16, Vec<String>, Vec<u8>);

/// Reads a response (RFC 9112), its body after transfer decoding.
fn receive(stream: TcpStream, is_head: bool) -> Result<Answer, Box<dyn Error>> {
    let mut reader = BufReader::new(stream);
    let mut status = 100;
    let mut headers = Vec::new();
    // Interim responses come before the final one.
    while status < 200 {
        let line = read_line(&mut reader)?;
        let Some(code) = line.split(' ').nth(1) else {
            return Err("the server sent no response".into());
        };
        status = code.parse()?;
        headers.clear();
        loop {
            let line = read_line(&mut reader)?;
            if line.is_empty() {
                break;
            }
            headers.push(line);
        }
    }
    let mut body = Vec::new();
    if is_head || status == 204 || status == 304 {
        return Ok((status, headers, body));
    }
    if header(&headers, "Transfer-Encoding").is_some() {
        loop {
            let line = read_line(&mut reader)?;
            let size = u64::from_str_radix(line.split(';').next().unwrap_or("").trim(), 16)?;
            if size == 0 {
                break;
            }
            reader.by_ref().take(size).read_to_end(&mut body)?;
            read_line(&mut reader)?;
        }
    } else if let Some(length) = header(&headers, "Content-Length") {
        reader.take(length.parse()?).read_to_end(&mut body)?;
    } else {
        reader.read_to_end(&mut body)?;
    }
    Ok((status, headers, body))
}`;

const SEND_ANYWHERE = `fn send(url: &Url, head: &str, body: &[u8]) -> Result<Answer, Box<dyn Error>> {
    if url.scheme() == "https" {
        return send_with_tls(url, head, body);
    }
    let mut stream = TcpStream::connect(&*url.socket_addrs(|| None)?)?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    receive(stream, head.starts_with("HEAD "))
}`;

function sendWithTls(insecure: boolean, isTitled: boolean): string {
  const calls: Call[] = [NO_REDIRECTS];
  if (isTitled) calls.push(TITLE_CASE);
  if (insecure) calls.push(['.danger_accept_invalid_certs', 'true']);
  const client = chain('let client = ', 'Client::builder()', [...calls, ['.build']], '?;');
  return `/// Leaves a redirect to https to reqwest, which frames the message itself.
fn send_with_tls(url: &Url, head: &str, body: &[u8]) -> Result<Answer, Box<dyn Error>> {
${shifted(client).join('\n')}
    let method = head.split(' ').next().unwrap_or_default();
    let mut request = client.request(method.parse()?, url.as_str());
    for line in head.lines().skip(1) {
        match line.split_once(": ") {
            None | Some(("Host" | "Content-Length" | "Connection", _)) => {}
            Some((name, value)) => request = request.header(name, value),
        }
    }
    let response = request.body(body.to_vec()).send()?;
    let status = response.status().as_u16();
    let mut headers = Vec::new();
    for (name, value) in response.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        headers.push(format!("{name}: {value}"));
    }
    Ok((status, headers, response.bytes()?.to_vec()))
}`;
}

const READ_LINE = `fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.read_until(b'\\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).trim_end().to_string())
}`;

const HEADER = `fn header<'a>(headers: &'a [String], name: &str) -> Option<&'a str> {
    headers.iter().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}`;

/** The standard library cannot decompress. */
const DECODED = `/// The body without its gzip or deflate encoding.
fn decoded(headers: &[String], body: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error>> {
    let start = match header(headers, "Content-Encoding") {
        Some("gzip") => gzip_start(&body),
        Some("deflate") => Some(2),
        _ => return Ok(body),
    };
    let data = start.and_then(|start| inflate(body.get(start..)?));
    Ok(data.ok_or("the body cannot be decoded")?)
}

/// Where the data of a gzip file starts (RFC 1952).
fn gzip_start(file: &[u8]) -> Option<usize> {
    let flags = file.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(*file.get(10)?) + usize::from(*file.get(11)?) * 256;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += file.get(at..)?.iter().position(|&byte| byte == 0)? + 1;
        }
    }
    Some(if flags & 2 != 0 { at + 2 } else { at })
}

/// What DEFLATE data hold (RFC 1951).
fn inflate(data: &[u8]) -> Option<Vec<u8>> {
    let mut bits = Bits { data, at: 0 };
    let mut output = Vec::new();
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => {
                let start = bits.at.div_ceil(8) + 4;
                let size = data.get(start - 4..start - 2)?;
                let end = start + usize::from(size[0]) + usize::from(size[1]) * 256;
                output.extend_from_slice(data.get(start..end)?);
                bits.at = end * 8;
            }
            1 => {
                let runs = [(8, 144), (9, 112), (7, 24), (8, 8)];
                let lengths: Vec<_> = runs
                    .iter()
                    .flat_map(|&(bits, count)| vec![bits; count])
                    .collect();
                bits.copy(&Code::new(&lengths), &Code::new(&[5; 30]), &mut output)?;
            }
            _ => {
                let (literals, distances) = bits.codes()?;
                bits.copy(&literals, &distances, &mut output)?;
            }
        }
        if is_last {
            return Some(output);
        }
    }
}

/// A Huffman code: how many symbols have a code of each length, and the symbols in the order of their codes.
struct Code {
    counts: [usize; 16],
    symbols: Vec<usize>,
}

impl Code {
    fn new(lengths: &[usize]) -> Code {
        let of_length =
            |length| (0..lengths.len()).filter(move |&symbol| lengths[symbol] == length);
        Code {
            counts: std::array::from_fn(|length| of_length(length).count()),
            symbols: (1..16).flat_map(of_length).collect(),
        }
    }
}

struct Bits<'a> {
    data: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> Option<usize> {
        let mut value = 0;
        for place in 0..count {
            let bit = self.data.get(self.at / 8)? >> (self.at % 8) & 1;
            value |= usize::from(bit) << place;
            self.at += 1;
        }
        Some(value)
    }

    fn symbol(&mut self, code: &Code) -> Option<usize> {
        let (mut value, mut first, mut skipped) = (0, 0, 0);
        for &count in &code.counts[1..] {
            value = value * 2 + self.take(1)?;
            if value < first + count {
                return code.symbols.get(skipped + value - first).copied();
            }
            (first, skipped) = ((first + count) * 2, skipped + count);
        }
        None
    }

    /// The length or distance that a symbol and the bits behind it stand for.
    fn number(&mut self, symbol: usize, shift: usize) -> Option<usize> {
        if symbol < 2 << shift {
            return Some(symbol);
        }
        let extra = (symbol >> shift) - 1;
        let base = (1 << shift) + symbol % (1 << shift);
        Some((base << extra) + self.take(extra)?)
    }

    /// The codes of literals and distances that a block brings along.
    fn codes(&mut self) -> Option<(Code, Code)> {
        let (literals, distances) = (self.take(5)? + 257, self.take(5)? + 1);
        let mut lengths = [0; 19];
        let order = [
            16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
        ];
        for symbol in &order[..self.take(4)? + 4] {
            lengths[*symbol] = self.take(3)?;
        }
        let code = Code::new(&lengths);
        let mut lengths = Vec::new();
        while lengths.len() < literals + distances {
            let (length, count) = match self.symbol(&code)? {
                16 => (*lengths.last()?, self.take(2)? + 3),
                17 => (0, self.take(3)? + 3),
                18 => (0, self.take(7)? + 11),
                length => (length, 1),
            };
            lengths.extend(vec![length; count]);
        }
        Some((
            Code::new(&lengths[..literals]),
            Code::new(&lengths[literals..]),
        ))
    }

    fn copy(&mut self, literals: &Code, distances: &Code, output: &mut Vec<u8>) -> Option<()> {
        loop {
            match self.symbol(literals)? {
                256 => return Some(()),
                symbol @ ..256 => output.push(symbol as u8),
                symbol => {
                    let length = if symbol == 285 {
                        258
                    } else {
                        self.number(symbol - 257, 2)? + 3
                    };
                    let symbol = self.symbol(distances)?;
                    let start = output.len().checked_sub(self.number(symbol, 1)? + 1)?;
                    for at in start..start + length {
                        output.push(output[at]);
                    }
                }
            }
        }
    }
}`;

const AUTHORIZE = String.raw`/// The answer to a Digest challenge (RFC 7616), if there is one.
fn authorize(response: &Response, method: &str, user: &str, password: &str) -> Option<String> {
    let offers = response.headers().get_all(WWW_AUTHENTICATE);
    let challenge = offers.iter().find_map(|offer| {
        let (scheme, challenge) = offer.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("digest").then_some(challenge)
    })?;
    let names = ["realm", "nonce", "opaque", "algorithm", "qop", "userhash"];
    let values = names.map(|name| parameter(challenge, name));
    let [realm, nonce, opaque, algorithm, qop, userhash] = values;
    let mut uri = response.url().path().to_string();
    if let Some(query) = response.url().query() {
        uri += &format!("?{query}");
    }
    let scheme = algorithm.to_uppercase();
    let hash = if scheme.starts_with("SHA-256") {
        sha256
    } else {
        md5
    };
    let cnonce = format!("{:016x}", RandomState::new().hash_one(0));
    let mut secret = hash(&format!("{user}:{realm}:{password}"));
    if scheme.ends_with("-SESS") {
        secret = hash(&format!("{secret}:{nonce}:{cnonce}"));
    }
    let what = hash(&format!("{method}:{uri}"));
    let mut proof = nonce.clone();
    if !qop.is_empty() {
        proof += &format!(":00000001:{cnonce}:auth");
    }
    let answer = hash(&format!("{secret}:{proof}:{what}"));
    let user = if userhash == "true" {
        hash(&format!("{user}:{realm}"))
    } else {
        user.to_string()
    };
    let (user, realm, nonce) = (quoted(&user), quoted(&realm), quoted(&nonce));
    let mut authorization = format!("Digest username={user}, realm={realm}, nonce={nonce}");
    authorization += &format!(", uri=\"{uri}\"");
    if !qop.is_empty() {
        authorization += &format!(", cnonce=\"{cnonce}\", nc=00000001, qop=auth");
    }
    authorization += &format!(", response=\"{answer}\"");
    if !opaque.is_empty() {
        authorization += &format!(", opaque={}", quoted(&opaque));
    }
    if !algorithm.is_empty() {
        authorization += &format!(", algorithm={algorithm}");
    }
    if userhash == "true" {
        authorization += ", userhash=true";
    }
    Some(authorization)
}`;

const PARAMETER = String.raw`fn parameter(challenge: &str, name: &str) -> String {
    let mut chars = challenge.chars();
    loop {
        let key: String = chars.by_ref().take_while(|&char| char != '=').collect();
        let mut value = String::new();
        let mut is_quoted = false;
        while let Some(char) = chars.next() {
            match char {
                '"' => is_quoted = !is_quoted,
                '\\' if is_quoted => value.extend(chars.next()),
                ',' if !is_quoted => break,
                _ => value.push(char),
            }
        }
        if key.is_empty() || key.trim().eq_ignore_ascii_case(name) {
            return value;
        }
    }
}`;

const QUOTED = String.raw`fn quoted(text: &str) -> String {
    let text = text.replace('\\', r"\\").replace('"', r#"\""#);
    format!("\"{text}\"")
}`;

/** The standard library has no cryptographic hashes; these are the two that servers ask for. */
const MD5 = `/// MD5 (RFC 1321) in hexadecimal.
fn md5(text: &str) -> String {
    let shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    let mut state = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476];
    for block in padded(text, u64::to_le_bytes).chunks(64) {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| block[at * 4 + byte]));
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (mixed, at) = match i / 16 {
                0 => ((b & c) | (!b & d), i),
                1 => ((d & b) | (!d & c), (5 * i + 1) % 16),
                2 => (b ^ c ^ d, (3 * i + 5) % 16),
                _ => (c ^ (b | !d), 7 * i % 16),
            };
            let constant = (((i + 1) as f64).sin().abs() * 4294967296.0) as u32;
            let terms = [mixed, constant, word(at)];
            let sum = terms.into_iter().fold(a, u32::wrapping_add);
            let turned = sum.rotate_left(shifts[i / 16 * 4 + i % 4]);
            (a, d, c, b) = (d, c, b, b.wrapping_add(turned));
        }
        for (total, value) in state.iter_mut().zip([a, b, c, d]) {
            *total = total.wrapping_add(value);
        }
    }
    let bytes = state.iter().flat_map(|word| word.to_le_bytes());
    bytes.map(|byte| format!("{byte:02x}")).collect()
}`;

const SHA_256 = `/// SHA-256 (FIPS 180-4) in hexadecimal.
fn sha256(text: &str) -> String {
    let is_prime = |number: &u32| (2..*number).all(|divisor| number % divisor != 0);
    let primes: Vec<f64> = (2..312).filter(is_prime).map(f64::from).collect();
    let fraction = |root: f64| (root.fract() * 4294967296.0) as u32;
    let mut state = [0, 1, 2, 3, 4, 5, 6, 7].map(|at: usize| fraction(primes[at].sqrt()));
    for block in padded(text, u64::to_be_bytes).chunks(64) {
        let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| block[at * 4 + byte]));
        let mut words: Vec<u32> = (0..16).map(word).collect();
        let mut values = state;
        for i in 0..64 {
            if i >= 16 {
                let (a, b) = (words[i - 15], words[i - 2]);
                let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
                let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
                let terms = [a, words[i - 7], b];
                words.push(terms.into_iter().fold(words[i - 16], u32::wrapping_add));
            }
            let [a, b, c, _, e, f, g, h] = values;
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let terms = [sum, choice, fraction(primes[i].cbrt()), words[i]];
            let first = terms.into_iter().fold(h, u32::wrapping_add);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            values.rotate_right(1);
            values[4] = values[4].wrapping_add(first);
            values[0] = first.wrapping_add(second);
        }
        for (total, value) in state.iter_mut().zip(values) {
            *total = total.wrapping_add(value);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}`;

const PADDED = `fn padded(text: &str, to_bytes: fn(u64) -> [u8; 8]) -> Vec<u8> {
    let mut message = text.as_bytes().to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).div_ceil(64) * 64 - 8, 0);
    message.extend(to_bytes(text.len() as u64 * 8));
    message
}`;

/** rustfmt's defaults: columns of a line, of a chain on one line, of the arguments of a call on one line. */
const MAX_WIDTH = 100;
const CHAIN_WIDTH = 60;
const CALL_WIDTH = 60;
/** The widest value that stands in a call; what is wider gets a statement of its own. */
const MAX_INLINE = 56;
/** The widest method that is an argument of `authorize()`. */
const MAX_METHOD = CALL_WIDTH - '&response, , username, password'.length;
/** The widest user name or password where no argument of `.basic_auth()` may get a line of its own. */
const MAX_CREDENTIAL = (CALL_WIDTH - ', Some()'.length) / 2;
/** The widest name of a form's field, and what stands in the calls that make a part of it. */
const MAX_FIELD = 29;
/** The longest header name that stands in a call with a value of its own name. */
const MAX_NAME = 28;
/** The widest text that stands in a closure. */
const MAX_DEFAULT = 50;
/** The same inside `Proxy::all()?`, which is an argument itself. */
const MAX_PROXY = MAX_INLINE - 'Proxy::all()?'.length;

/**
 * `let x = head.a().b()?;` on one line where rustfmt would keep it there, else a line for each call.
 * @param column where the statement stands
 */
function chain(prefix: string, head: string, calls: readonly Call[], end: string, column = 4): string[] {
  const [only] = calls;
  if (only !== undefined && calls.length === 1) return shortChain(prefix, head, only, end, column);
  const texts = calls.map(callText);
  const widths = texts.map(width);
  let columns = width(head);
  for (const one of widths) columns += one;
  const fits = column + prefix.length + columns + end.length <= MAX_WIDTH;
  // A question mark is a link of the chain; rustfmt counts it twice.
  let links = columns + 2 * (end.length - 1) + (head.endsWith('?') ? 1 : 0);
  for (const [name] of calls) if (name.endsWith('?')) links += 1;
  if (fits && links <= CHAIN_WIDTH) return [prefix + head + texts.join('') + end];
  const lines = [prefix + head];
  for (const [index, call] of calls.entries()) {
    const text = texts[index] ?? '';
    if (staysWhole(call, widths[index] ?? 0, column + 4)) lines.push(`    ${text}`);
    else lines.push(...shifted(brokenCall(call)));
  }
  lines.push((lines.pop() ?? '') + end);
  return lines;
}

/** The same with one call, whose arguments are broken before the chain is. */
function shortChain(prefix: string, head: string, call: Call, end: string, column: number): string[] {
  const [name, ...args] = call;
  const short = head + callText(call);
  // A question mark is a link of the chain; rustfmt leaves two more columns for it.
  const columns = width(short) + 3 * end.length - 2;
  const isNarrow = args.length === 1 || width(args.join(', ')) <= CALL_WIDTH;
  if (isNarrow && column + prefix.length + columns <= MAX_WIDTH) return [prefix + short + end];
  if (isNarrow && prefix !== '' && column + 4 + columns <= MAX_WIDTH)
    return [prefix.trimEnd(), `    ${short}${end}`];
  if (args.length > 1) return [`${prefix}${head}${name}(`, ...args.map((arg) => `    ${arg},`), `)${end}`];
  const lines = [prefix + head, ...shifted(layOutCall(call, column + 4))];
  lines.push((lines.pop() ?? '') + end);
  return lines;
}

/** The same with calls that may end with a question mark; the last one does so in any case. */
function triedChain(prefix: string, head: string, calls: readonly Call[]): string[] {
  const last = calls.at(-1);
  if (last === undefined) return statement(prefix, head);
  const [name, ...args] = last;
  if (!name.endsWith('?')) return chain(prefix, head, calls, ';');
  return chain(prefix, head, [...calls.slice(0, -1), [name.slice(0, -1), ...args]], '?;');
}

/** A call on one line. */
function callText(call: Call): string {
  if (call[0].endsWith('?')) return `${callText([call[0].slice(0, -1), ...call.slice(1)])}?`;
  if (call.length < 3) return `${call[0]}(${call[1] ?? ''})`;
  return call.length === 3 ? `${call[0]}(${call[1]}, ${call[2]})` : `${call[0]}(${call.slice(1).join(', ')})`;
}

/**
 * Whether a call stays on one line at a column: it fits, and so do its arguments if there are several.
 * @param columns the width of the call
 */
function staysWhole(call: Call, columns: number, column: number): boolean {
  if (call.length === 1) return true;
  const fits = column + columns <= MAX_WIDTH;
  return fits && (call.length === 2 || columns - call[0].length - 2 <= CALL_WIDTH);
}

/** A call with a line for each argument. */
function brokenCall([name, ...args]: Call): string[] {
  return [`${name}(`, ...args.map((arg) => `    ${arg},`), ')'];
}

/** A call on one line, or with a line for each argument. */
function layOutCall(call: Call, column: number): string[] {
  const text = callText(call);
  return staysWhole(call, width(text), column) ? [text] : brokenCall(call);
}

/** The statement that makes the client; most programs have the same. */
function clientStatement(calls: readonly Call[]): readonly string[] {
  const isUsual = calls.length === USUAL_CALLS.length && calls.every((call, at) => call === USUAL_CALLS[at]);
  return isUsual ? USUAL_CLIENT : chain('let client = ', 'Client::builder()', calls, '?;');
}

const USUAL_CALLS = [NO_REDIRECTS, TITLE_CASE, BUILD];
const USUAL_CLIENT = chain('let client = ', 'Client::builder()', USUAL_CALLS, '?;');

/** What ordinary programs start with: where header names are in small letters, and where their words have capitals. */
const START = `use std::error::Error;\n\n${USUAL_CRATE.statements()}\nfn main() -> Result<(), Box<dyn Error>> {\n`;
const LOWER_START = constant(
  START + lines(chain('let client = ', 'Client::builder()', [NO_REDIRECTS, BUILD], '?;'), INDENT),
);
const TITLED_START = constant(START + lines(USUAL_CLIENT, INDENT));
const SEND_AND_PRINT = constant(`        .send()?;\n${PRINT_RESPONSE}`);
const LET_RESPONSE = constant('    let response = client\n        .');

/**
 * The program for a request like most, which reqwest sends as it stands; undefined for any other, and where the
 * request fits on one line. It is the one that {@link RustProgram} writes, from one template.
 */
function ordinaryProgram({ method, url, headers, body, isOrdinary }: NormalRequest): string | undefined {
  const isWritten = body.kind === 'none' || body.kind === 'text';
  if (!isOrdinary || !isWritten || !METHOD_CALLS.has(method)) return undefined;
  let isTitled = true;
  let isLower = true;
  let hasToken = false;
  let hoisted = '';
  let content = '';
  if (body.kind === 'text') {
    const literal = rustLiteral(body.text);
    const isInline = !literal.includes('\n') && isWithin(literal, MAX_INLINE);
    if (!isInline) hoisted = lines(statement('let body = ', literal), INDENT);
    content = isInline ? `.body(${literal})` : '.body(body)';
  }
  const isShortUrl = url.length + 2 <= MAX_INLINE;
  const location = isShortUrl ? `"${url}"` : 'url';
  if (!isShortUrl) hoisted += lines(statement('let url = ', `"${url}"`), INDENT);
  // All of it on one line, in which a question mark counts twice.
  let columns = 'client.().send()??'.length + method.length + location.length;
  let calls = '';
  for (const line of headers) {
    const { name, value, isPlain, lower } = line;
    if (!isSentAsGiven(line) || !(isPlain || isPrintableAscii(value))) return undefined;
    // Of the usual names there is one spelling with capitals and one without.
    isTitled &&= line.place < 0 ? isTitleCase(name) : name !== lower;
    isLower &&= name === lower;
    const known = lower === 'authorization' ? credentials(value) : undefined;
    if (known?.token !== undefined) {
      const literal = isPlain ? `"${known.token}"` : rustLiteral(known.token);
      const isShort = literal.length <= MAX_INLINE;
      if (!isShort) {
        // A second one would need another name.
        if (hasToken) return undefined;
        hasToken = true;
        hoisted += lines(statement('let token = ', literal), INDENT);
      }
      const argument = isShort ? literal : 'token';
      calls += `        .bearer_auth(${argument})\n`;
      columns += '.bearer_auth()'.length + argument.length;
      continue;
    }
    if (known !== undefined) {
      const { username, password } = known;
      // The few that need escapes, or names of their own, are left to the other way.
      if (!PLAIN.test(username) || !PLAIN.test(password)) return undefined;
      if (Math.max(username.length, password.length) + 2 > MAX_INLINE) return undefined;
      const width = '.basic_auth("", Some(""))'.length + username.length + password.length;
      const isWhole = width - '.basic_auth()'.length <= CALL_WIDTH;
      calls += isWhole
        ? `        .basic_auth("${username}", Some("${password}"))\n`
        : `        .basic_auth(\n            "${username}",\n            Some("${password}"),\n        )\n`;
      columns += width;
      continue;
    }
    const literal = isPlain ? `"${value}"` : rustLiteral(value);
    const width = '.header("", )'.length + name.length + literal.length;
    const isWhole = 8 + width <= MAX_WIDTH && width - '.header()'.length <= CALL_WIDTH;
    calls += isWhole
      ? `        .header("${name}", ${literal})\n`
      : `        .header(\n            "${name}",\n            ${literal},\n        )\n`;
    columns += width;
  }
  if (!isTitled && !isLower) return undefined;
  if (columns <= CHAIN_WIDTH && columns + width(content) <= CHAIN_WIDTH) return undefined;
  if (content !== '') calls += `        ${content}\n`;
  const start = isTitled && headers.length > 0 ? TITLED_START : LOWER_START;
  return `${start}${hoisted}${LET_RESPONSE}${method.toLowerCase()}(${location})\n${calls}${SEND_AND_PRINT}`;
}

/** What differs between the loops of {@link redirecting}. */
interface RedirectLoop {
  /** What the loop gives. */
  result: string;
  /** The status of the answer, as an expression. */
  status: string;
  /** The methods of the first request and of the one after a redirect; none where it stays. */
  methods: readonly string[];
  /** Whether there is a body that a redirect drops. */
  tracksBody: boolean;
  /** Whether there are headers for the first host alone. */
  hasSecrets: boolean;
  /** The statements that send a request, and leave the loop unless the answer has a `location`. */
  sending: readonly string[];
  /** The statements that go there. */
  moving: readonly string[];
}

/** The loop that makes the requests of a chain of redirects, and the statements in front of it. */
function redirecting(
  { dropping, limit }: RedirectPlan,
  { result, status, methods, tracksBody, hasSecrets, sending, moving }: RedirectLoop,
): string[] {
  const [method, next] = methods;
  const loop = [...sending];
  if (limit !== undefined)
    loop.push(
      `if redirects == ${limit} {`,
      '    return Err("too many redirects".into());',
      '}',
      'redirects += 1;',
    );
  loop.push(...moving);
  if (next !== undefined || tracksBody) {
    loop.push(`if matches!(${status}, ${dropping.join(' | ')}) {`);
    if (next !== undefined) loop.push(`    method = ${next};`);
    if (tracksBody) loop.push('    has_body = false;');
    loop.push('}');
  }
  return [
    ...(method === undefined ? [] : [`let mut method = ${method};`]),
    ...(tracksBody ? ['let mut has_body = true;'] : []),
    ...(hasSecrets ? ['let origin = url.origin();'] : []),
    ...(limit === undefined ? [] : ['let mut redirects = 0;']),
    `let ${result} = loop {`,
    ...shifted(loop),
    '};',
  ];
}

function shifted(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

/** `let x = f(a)?;` */
function callExpression(prefix: string, name: string, args: readonly string[], end: string): string[] {
  const text = callText([name, ...args]);
  const columns = width(text) + end.length;
  if (args.length === 1 && 4 + prefix.length + columns > MAX_WIDTH && 8 + columns <= MAX_WIDTH)
    return [prefix.trimEnd(), `    ${text}${end}`];
  const call: Call = [prefix + name, ...args];
  const lines = layOutCall(call, 4 + end.length);
  lines.push((lines.pop() ?? '') + end);
  return lines;
}

/** `f(a, b);` */
function callStatement(name: string, args: readonly string[]): string[] {
  return callExpression('', name, args, ';');
}

/**
 * `let x = value;`, with the value on a line of its own where it only fits there.
 * @param column where the statement stands
 */
function statement(prefix: string, value: string, column = 4): string[] {
  const flat = `${prefix}${value};`;
  if (value.includes('\n')) {
    // rustfmt leaves raw literals of several lines where they are.
    const moves =
      !value.startsWith('r') && !fitsLines(prefix + value, column) && fitsLines(value, column + 4);
    return moves ? [prefix.trimEnd(), `    ${value};`] : [flat];
  }
  if (isWithin(flat, MAX_WIDTH - column)) return [flat];
  if (isWithin(value, MAX_WIDTH - column - 5)) return [prefix.trimEnd(), `    ${value};`];
  const [, open = '', literal = '', close = ''] = /^(&?format!\()(r?#*".*)(\))$/s.exec(value) ?? [];
  // rustfmt does not look at the width of a raw literal there.
  if (literal.startsWith('r') || (literal !== '' && isWithin(literal, MAX_WIDTH - column - 5)))
    return [`${prefix}${open}`, `    ${literal}`, `${close};`];
  return [flat];
}

/** Whether a literal of several lines, the first of them at a column, leaves room for what ends the statement. */
function fitsLines(text: string, column: number): boolean {
  const [first = '', ...others] = text.split('\n');
  return isWithin(first, MAX_WIDTH - column - 1) && others.every((line) => isWithin(line, MAX_WIDTH));
}

/** Whether a text takes up to so many columns. */
function isWithin(text: string, columns: number): boolean {
  // No character takes more than two columns; only marks take none.
  if (2 * text.length <= columns) return true;
  if (text.length > columns && isPrintableAscii(text.slice(0, columns + 1))) return false;
  return width(text) <= columns;
}

/** Columns of a text as rustfmt counts them: wide characters take two, marks none. */
function width(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += /\p{M}/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How reqwest writes header names. */
interface NameCase {
  /** Whether it is to write each word with a capital. */
  isTitled: boolean;
  /** The names that it does not keep then, and what it makes of them. */
  changed: readonly (readonly [name: string, changed: string])[];
}

/**
 * reqwest writes all header names in lower case, or each word of them with a capital. The way that keeps
 * more of the names is taken; the others are declared.
 */
function nameCase(names: readonly string[]): NameCase {
  let titled = 0;
  let lower = 0;
  for (const name of names) {
    if (isTitleCase(name)) titled += 1;
    if (isLowerCase(name)) lower += 1;
  }
  const isTitled = titled > 0 && titled >= lower;
  if ((isTitled ? titled : lower) === names.length) return { isTitled, changed: [] };
  const changed = names
    .filter((name) => !(isTitled ? isTitleCase(name) : isLowerCase(name)))
    .map((name) => [name, isTitled ? titleCase(name) : name.toLowerCase()] as const);
  return { isTitled, changed };
}

function isLowerCase(name: string): boolean {
  return !/[A-Z]/.test(name);
}

function addOnce(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name);
}

function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** Whether reqwest takes the value: no control characters but the tab (RFC 9110, section 5.5). */
function isSendable({ value }: HeaderLine): boolean {
  return /^[^\0-\x08\x0a-\x1f\x7f]*$/.test(value);
}

/** Whether the WHATWG URL parser, and so reqwest, leaves a target as it is. */
function isUrlTarget(target: string): boolean {
  return (
    !hasDotSegment(target) &&
    /^\/[^\\?#"<>`{}^\s\0-\x1f\x7f-\uffff]*(?:\?[^#"<>'\s\0-\x1f\x7f-\uffff]*)?$/.test(target)
  );
}

type Credentials = { token: string } | { token?: undefined; username: string; password: string };

/** What an Authorization value says, if reqwest has a call that makes it; undefined for any other. */
function credentials(value: string): Credentials | undefined {
  if (!value.startsWith('Bearer ')) return basicCredentials(value);
  return value.length > 7 && value[7] !== ' ' ? { token: value.slice(7) } : undefined;
}

/** Names, filenames and types of parts that reqwest writes as they stand. */
const PLAIN_NAME = /^[\w!$&'()*+,\-.:;=@[\]^|~]*$/;
const PLAIN_FILENAME = /^[^"\\\0-\x1f\x7f]*$/;
const PLAIN_MIME = /^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/;

/** The types that reqwest guesses from the end of a file's name, where curl guesses the same. */
const GUESSED_TYPES = table([
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
]);

function guessedType(path: string): string | undefined {
  return GUESSED_TYPES.get(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** A name like that of a header or field. */
function snakeWords(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return /^[a-z]/.test(words[0] ?? '') ? words.join('_') : 'value';
}

/** What stands in a literal as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as a Rust string: raw where it has lines or many quotes and all of it can be seen, else escaped. */
export function rustLiteral(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  const isAscii = ASCII_LINES.test(text);
  if (prefersRaw(text) && (isAscii || isVisible(text))) return rawLiteral(text);
  // Quotes, backslashes and line ends are all that there is to escape, and JSON does it in the same way.
  if (isAscii) return JSON.stringify(text);
  return `"${[...text].map(escapeChar).join('')}"`;
}

const ASCII_LINES = /^[\n -~]*$/;
/** More quotes and backslashes than anybody wants to escape. */
const MANY_ESCAPES = /(?:["\\][^"\\]*){3}/;

/** Whether a text is easier to read in a raw literal. */
function prefersRaw(text: string): boolean {
  return text.includes('\n') ? !text.includes(' \n') : MANY_ESCAPES.test(text);
}

/** Whether all characters but line ends can be seen. */
function isVisible(text: string): boolean {
  return [...text].every((char) => isPrintable(char) || char === '\n');
}

function rawLiteral(text: string): string {
  const hasQuote = text.includes('"');
  if (hasQuote && !text.includes('"#')) return `r#"${text}"#`;
  let longest = hasQuote ? 0 : -1;
  if (hasQuote)
    for (const [, found = ''] of text.matchAll(/"(#+)/g)) longest = Math.max(longest, found.length);
  const hashes = '#'.repeat(longest + 1);
  const raw = hasQuote || text.includes('\\');
  return raw ? `r${hashes}"${text}"${hashes}` : `"${text}"`;
}

const ESCAPES = { ...C_ESCAPES, '\0': '\\0' };
const escapeChar = escaper(ESCAPES, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

/** A text between the quotes of a format string: braces stand for themselves when doubled. */
function escapeFormat(text: string): string {
  if (PLAIN.test(text) && !/[{}]/.test(text)) return text;
  return [...text].map((char) => (char === '{' || char === '}' ? char + char : escapeChar(char))).join('');
}

/** Bytes as a byte string. */
function byteLiteral(bytes: Uint8Array): string {
  const chars = [...bytes].map((byte) => {
    const char = String.fromCharCode(byte);
    if (byte < 0x80 && (isPrintable(char) || char in ESCAPES)) return escapeChar(char);
    return `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `b"${chars.join('')}"`;
}
