/** Python: programs for requests. What requests and urllib3 would rewrite is put right in a small subclass. */
import { multipartChunks } from '../request/multipart.ts';
import {
  lowerCase,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
} from '../request/normalize.ts';
import type { RequestAuth } from '../schemas/request-shape.ts';
import {
  answersChallenge,
  asksForEncoding,
  basicCredentials,
  count,
  DOUBTFUL,
  declareEarlyBody,
  declareNextRequests,
  declareOneSpelling,
  firstHeader,
  formPairs,
  type Generator,
  hasSpeltHost,
  hasUniqueNames,
  headersToSend,
  Imports,
  ImportTable,
  isDeep,
  isPlainTarget,
  isPrintable,
  isPrintableAscii,
  lines,
  type Piece,
  type ProgramVariable,
  ProgramVariables,
  partHeader,
  proxyUrl,
  repeatedHeaders,
  replaceEach,
  singleHeader,
  snakeCase,
  textWidth,
  type UrlPieces,
  unreachable,
  urlPieces,
  type Warnings,
  withoutHeaders,
  withoutUsualType,
  withSpeltHost,
} from './generator.ts';
import {
  declareUnsaidChunks,
  isForcedMethod,
  isForFirstHost,
  keepsTypeAlone,
  redirected,
  redirectPlan,
  redirectsPlainly,
} from './redirects.ts';

export const python = {
  language: 'python',
  title: 'Python',
  library: 'requests',
  requires: 'Python 3.8, requests 2.31, urllib3 2.0',
  filename: 'main.py',
  install: 'pip install requests',
  run: 'python3 main.py',
  write: (request, warnings) => new Program(request, warnings).toString(),
} as const satisfies Generator;

/** Keywords and built-ins that a variable must not hide, and the names that the programs use. */
const TAKEN = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with None True False content target targets base64 os pathlib socket sys urllib urllib3 uuid requests response request prepared session origin body boundary error print iter name value self method url args kwargs'.split(
    ' ',
  ),
);
const SIMPLE_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
/** Default headers that urllib3 adds by itself and leaves out for its SKIP_HEADER. */
const SKIPPABLE = new Set(['user-agent', 'accept-encoding', 'host']);
/** Characters besides letters and digits that urllib.parse.quote_plus leaves alone. */
const UNQUOTED = '-._~';
/** Headers that may be for the first host only. */
const FOR_FIRST_HOST: ReadonlySet<string> = new Set(['authorization', 'cookie', 'host']);
const CONTENT_TYPE = lowerCase('content-type');
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Columns that the formatter allows, and where arguments start. */
const WIDTH = 88;
const ARGUMENT_INDENT = 8;

/** A keyword argument: its name and the lines of its value. */
type Argument = [name: string, ...value: string[]];

/** Inside rebuild_auth: puts a header back that the first request had. */
const RESTORE = [
  '        if is_first and name in self.first.headers:',
  '            prepared_request.headers[name] = self.first.headers[name]',
];
const RESTORE_EACH = [
  '        for value in self.first.headers.getlist(name) if is_first else ():',
  '            prepared_request.headers.add(name, value)',
];

/** Where a part of a multipart body starts. */
const PART_START = /(?<=\r\n)(?=--\0boundary\0)/;

/** What makes two URLs of the same host for curl. */
const ORIGIN = [
  'def origin(url):',
  '    parts = urllib.parse.urlsplit(url)',
  '    return parts.scheme, parts.hostname, parts.port',
];

/** How every program ends. */
const END = `except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

print(response.status_code, response.reason)
print(response.text)
`;

const MODULES = new ImportTable(
  ['base64', 'os', 'pathlib', 'socket', 'sys', 'urllib.parse', 'uuid'],
  importLine,
);
const PACKAGES = new ImportTable(['requests', 'urllib3'], importLine);

function importLine(name: string): string {
  return `import ${name}\n`;
}

class Program {
  readonly #request: NormalRequest;
  readonly #warnings: Warnings;
  readonly #variables: ProgramVariables;
  readonly #imports = new Imports(MODULES).add('sys');
  readonly #packages = new Imports(PACKAGES).add('requests');
  /** Statements before the request. */
  readonly #setup: string[] = [];
  /** Classes and patches at the top. */
  readonly #adaptions: string[] = [];
  #headers: readonly NormalHeader[];
  /** A header whose value is an expression. */
  #extraHeader: [name: string, expression: string] | undefined;
  readonly #pieces: UrlPieces | undefined;
  readonly #code: string;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, snakeCase, TAKEN);
    this.#headers = withSpeltHost(headersToSend(request, warnings), request);
    if (request.options.proxy !== undefined && hasSpeltHost(request))
      warnings.add('target_changed', 'requests tells the proxy the host in small letters.', '-x');
    this.#pieces = urlPieces(request.url);
    this.#code = this.#write();
  }

  toString(): string {
    return this.#code;
  }

  #write(): string {
    this.#warnOfVersion();
    this.#warnOfEncodings();
    declareNextRequests(this.#request, this.#warnings);
    this.#warnOfRedirects();
    const call = this.#call();
    const { used } = this.#variables;
    if (used.length > 0) this.#imports.add('os');
    let text = `${this.#imports.statements()}\n${this.#packages.statements()}\n`;
    text += lines(this.#adaptions, '');
    for (const variable of used) text += lines(environment(variable), '');
    if (used.length > 0) text += '\n';
    if (this.#setup.length > 0) text += `${lines(this.#setup, '')}\n`;
    return `${text}try:\n${lines(call, '    ')}${END}`;
  }

  #warnOfVersion(): void {
    const { http_version: version } = this.#request.options;
    if (version !== undefined && version !== '1.0' && version !== '1.1')
      this.#warnings.add(
        'http_version_unsupported',
        `requests sends HTTP/1.1 instead of HTTP/${version}.`,
        `--http${version}`,
      );
  }

  #warnOfEncodings(): void {
    if (asksForEncoding(this.#request, this.#headers, /br|zstd/i))
      this.#warnings.add(
        'option_unsupported',
        'requests decodes br and zstd only where the packages brotli and zstandard are installed.',
        '--compressed',
      );
  }

  #warnOfRedirects(): void {
    const { options, body } = this.#request;
    if (options.follow_redirects !== true) return;
    this.#warnings.add(
      'redirect_differs',
      'requests follows no 300, 304 or 305, escapes odd characters of a Location in its own way, and takes no user from it.',
      '-L',
    );
    if (options.chunked === true && body.kind !== 'none' && redirectPlan(this.#request).dropping.length > 0)
      declareUnsaidChunks(this.#warnings);
  }

  /** The statements inside `try`. */
  #call(): string[] {
    const { method, options } = this.#request;
    this.#adaptConnection();
    const body = this.#bodyArguments();
    const auth = this.#authArguments();
    const { target, params } = this.#urlArguments();
    const repeated = this.#repeatedLines();
    const headers = this.#headerArguments();
    const described: Argument[] = [...params, ...headers, ...auth, ...body];
    const sending = this.#sendingArguments();
    const needsPreparing = method !== method.toUpperCase() || repeated.length > 0;
    const session = this.#sessionLines(needsPreparing);
    if (needsPreparing) {
      const changes: string[] = [];
      if (method !== method.toUpperCase())
        changes.push(...assign('prepared.method =', this.#text(method), 4).map((line) => line.slice(4)));
      if (repeated.length > 0) changes.push(...repeated);
      return [
        ...session,
        ...callLines('request = requests.Request', [[this.#text(method)], [target], ...described]),
        'prepared = session.prepare_request(request)',
        ...changes,
        ...callLines('response = session.send', [['prepared'], ...sending]),
      ];
    }
    const owner = session.length > 0 ? 'session' : 'requests';
    const isSimple = SIMPLE_METHODS.has(method);
    const name = isSimple ? method.toLowerCase() : 'request';
    const follows = options.follow_redirects === true;
    const args: Argument[] = isSimple ? [[target]] : [[this.#text(method)], [target]];
    args.push(...described);
    // requests.head() is the one that does not follow redirects unless told to.
    if (follows && method === 'HEAD') args.push(['allow_redirects', 'True']);
    if (!follows && method !== 'HEAD') args.push(['allow_redirects', 'False']);
    for (const argument of sending) if (argument[0] !== 'allow_redirects') args.push(argument);
    const callee = `response = ${owner}.${name}`;
    const [only, ...others] = args;
    return [
      ...session,
      ...(only !== undefined && others.length === 0 ? shortCall(callee, ...only) : callLines(callee, args)),
    ];
  }

  /** Arguments of the sending itself. */
  #sendingArguments(): Argument[] {
    const { options } = this.#request;
    const sending: Argument[] = [];
    if (options.follow_redirects !== true) sending.push(['allow_redirects', 'False']);
    const timeout = timeoutValue(options.timeout_ms, options.connect_timeout_ms);
    if (timeout !== undefined) sending.push(['timeout', timeout]);
    if ((options.timeout_ms ?? 0) > 0)
      this.#warnings.add('option_unsupported', 'The time limit holds for each read in requests.', '-m');
    if (options.insecure === true) sending.push(['verify', 'False']);
    if (options.proxy !== undefined) {
      const proxy = proxyUrl(options.proxy, this.#variables);
      const value = this.#text(proxy);
      sending.push(['proxies', '{', `    "http": ${value},`, `    "https": ${value},`, '}']);
      if (/^socks/i.test(proxy))
        this.#warnings.add(
          'proxy_unsupported',
          'requests needs the extra package of "requests[socks]" for a SOCKS proxy.',
          '--proxy',
        );
    }
    return sending;
  }

  /** `session = …` and its settings, if one is needed. */
  #sessionLines(isNeeded: boolean): string[] {
    const { options } = this.#request;
    const lines: string[] = [];
    const type = options.follow_redirects === true ? this.#sessionClass() : 'requests.Session';
    if (options.follow_redirects === true)
      lines.push(`session.max_redirects = ${redirectPlan(this.#request).limit ?? 'sys.maxsize'}`);
    if (!isNeeded && type === 'requests.Session' && lines.length === 0) return [];
    return [`session = ${type}()`, ...lines];
  }

  /** Adds a class at the top, two lines away from its neighbours. */
  #adapt(...code: readonly string[]): void {
    if (this.#adaptions.at(-2) !== '') this.#adaptions.push('');
    this.#adaptions.push(...code, '', '');
  }

  /** A subclass where requests would follow redirects in another way than curl. */
  #sessionClass(): string {
    const methods: string[] = [];
    if (!redirectsPlainly(this.#request)) {
      const keeping = ([301, 302, 303] as const).filter(
        (status) => redirected(this.#request, status).keepsBody,
      );
      methods.push('    def rebuild_method(self, prepared_request, response):');
      if (keeping.length > 0) {
        const repeats = this.#request.body.kind === 'none';
        if (keeping.length === 3 && repeats)
          methods.push('        """Keeps the method, as curl does when it is given one."""');
        else
          methods.push(
            `        if response.status_code in (${keeping.join(', ')}${keeping.length === 1 ? ',' : ''}):`,
            '            response.status_code = 307  # keeps method and body',
            ...(isForcedMethod(this.#request)
              ? []
              : ['        else:', '            super().rebuild_method(prepared_request, response)']),
          );
      } else methods.push('        """Keeps the method, as curl does when it is given one."""');
    }
    if (methods.length > 0) methods.unshift('');
    const authMethod = this.#authMethod();
    this.#adapt('class CurlSession(requests.Session):', ...authMethod, ...methods);
    return 'CurlSession';
  }

  /**
   * What goes along to another place: requests drops a given Cookie always, credentials for other hosts, a Host
   * never, and sends the cookies that answers set.
   */
  #authMethod(): string[] {
    const { headers, auth } = this.#request;
    const given = headers.filter(({ lower }) => FOR_FIRST_HOST.has(lower));
    const spelt = (lower: string) => given.find((line) => line.lower === lower)?.name;
    const bound = given.filter(({ lower }) => isForFirstHost(lower, this.#request));
    const hasCredentials = auth !== undefined || spelt('authorization') !== undefined;
    const isBound = bound.length > 0 || (hasCredentials && this.#request.options.auth_on_redirect !== true);
    const lines = isBound ? this.#boundHeaders(spelt) : [];
    if (!isBound)
      lines.push(
        'def rebuild_auth(self, prepared_request, response):',
        '    """Drops the cookies that answers set, as curl does."""',
        '    prepared_request.headers.pop("Cookie", None)',
      );
    if (this.#request.options.auth_on_redirect === true && spelt('cookie') !== undefined)
      lines.push('    prepared_request.headers["Cookie"] = response.request.headers["Cookie"]');
    return [...lines.map((line) => (line === '' ? '' : `    ${line}`)), ...this.#keptType()];
  }

  /** The start of rebuild_auth, for headers that go to the first host only. */
  #boundHeaders(spelt: (lower: string) => string | undefined): string[] {
    this.#imports.add('urllib.parse');
    this.#adapt(...ORIGIN);
    const { auth_on_redirect: trusts } = this.#request.options;
    const { auth } = this.#request;
    const authorization = spelt('authorization') ?? (auth === undefined ? undefined : 'Authorization');
    const names = trusts === true || authorization === undefined ? [] : [authorization];
    const [cookie, host] = [spelt('cookie'), spelt('host')];
    if (trusts !== true) names.push(cookie ?? 'Cookie');
    if (host !== undefined) names.push(host);
    const repeated = repeatedHeaders(this.#headers);
    const isRepeated = repeated.size > 0 && names.some((name) => repeated.has(name.toLowerCase()));
    const list = names.length === 1 ? `${string(names[0] ?? '')},` : names.map(string).join(', ');
    return [
      'first = None',
      '',
      'def rebuild_auth(self, prepared_request, response):',
      '    """Sends these headers to the first host only, as curl does."""',
      '    self.first = self.first or response.request',
      '    is_first = origin(prepared_request.url) == origin(self.first.url)',
      `    for name in (${list}):`,
      '        prepared_request.headers.pop(name, None)',
      ...(isRepeated ? RESTORE_EACH : RESTORE),
      ...(trusts === true ? ['    prepared_request.headers.pop("Cookie", None)'] : []),
    ];
  }

  /** Inside rebuild_auth: a Content-Type that the command gives stays when the body is dropped, as in curl. */
  #keptType(): string[] {
    const { body, headers } = this.#request;
    // Those of the program may be without it already, when json= or data= brings it.
    const line = firstHeader(headers, CONTENT_TYPE);
    const staysAlone = body.kind === 'none' || (body.kind !== 'form' && keepsTypeAlone(this.#request));
    if (line === undefined || !staysAlone) return [];
    return assign(`prepared_request.headers[${this.#text(line.name)}] =`, this.#bytes(line.value), 8);
  }

  /** The class that answers a Digest challenge: for a target of its own the program says what requests would not. */
  #digestClass(): string {
    const usual = 'requests.auth.HTTPDigestAuth';
    const { url, options } = this.#request;
    const [path = '', query] = this.#pieces?.target.split('?', 2) ?? [];
    if (/"/.test(url) || path.lastIndexOf(';') > path.lastIndexOf('/') || query === '')
      this.#warnings.add(
        'auth_unsupported',
        'requests gives another URI in its answer to a Digest challenge than the one it asks for.',
        '--digest',
      );
    else if (this.#exactTarget() !== undefined && options.request_target === undefined) {
      this.#adapt(
        `class ExactDigestAuth(${usual}):`,
        '    def build_digest_header(self, method, url):',
        ...assign('url =', this.#text(url), 8),
        '        return super().build_digest_header(method, url)',
      );
      return 'ExactDigestAuth';
    }
    return usual;
  }

  /** A connection class for what urllib3 would send in another way: the target, HTTP/1.0, one address family. */
  #adaptConnection(): void {
    const { options } = this.#request;
    const target = this.#exactTarget();
    const lines: string[] = [];
    if (options.http_version === '1.0') lines.push('    _http_vsn = 10', '    _http_vsn_str = "HTTP/1.0"');
    if (target !== undefined) {
      if (lines.length > 0) lines.push('');
      const redirects = options.follow_redirects === true;
      const value = this.#text(target);
      lines.push(
        '    def putrequest(self, method, url, *args, **kwargs):',
        ...(redirects
          ? ['        target = targets.pop() if targets else url']
          : assign('target =', value, 8)),
        '        return super().putrequest(method, target, *args, **kwargs)',
      );
      if (!/^[!-~]*$/.test(this.#variables.blank(target)))
        lines.push(
          '',
          '    def _validate_path(self, url):',
          '        """Lets every character through."""',
          '',
          '    def _encode_request(self, request):',
          '        return request.encode()',
        );
      if (redirects) this.#setup.push('targets = [', `    ${value},`, ']');
    }
    if (lines.length > 0) {
      this.#packages.add('urllib3');
      const kind = this.#pieces?.scheme === 'https' ? 'HTTPS' : 'HTTP';
      this.#adaptions.push(
        '',
        `class ExactConnection(urllib3.connection.${kind}Connection):`,
        '    """Sends the request line as it stands here."""',
        '',
        ...lines,
        '',
        '',
        `urllib3.${kind}ConnectionPool.ConnectionCls = ExactConnection`,
        '',
      );
    }
    if (options.ip_version !== undefined) {
      this.#imports.add('socket');
      this.#packages.add('urllib3');
      const family = options.ip_version === 4 ? 'AF_INET' : 'AF_INET6';
      this.#setup.push(`urllib3.util.connection.allowed_gai_family = lambda: socket.${family}`);
    }
  }

  /** The request target if requests would not send it as it stands. */
  #exactTarget(): string | undefined {
    const { options } = this.#request;
    const pieces = this.#pieces;
    const target = options.request_target ?? pieces?.target;
    if (target === undefined || pieces === undefined) return undefined;
    if (options.request_target === undefined && isPlainTarget(this.#variables.blank(target)))
      return undefined;
    const goesThroughProxy = options.proxy !== undefined && pieces.scheme === 'http';
    return goesThroughProxy && options.request_target === undefined
      ? `http://${pieces.authority}${target}`
      : target;
  }

  /** The URL, and `params` where urlencode gives back the same query. */
  #urlArguments(): { target: string; params: Argument[] } {
    const { url } = this.#request;
    const pieces = this.#pieces;
    if (pieces === undefined || this.#variables.openIn(url)) return { target: this.#text(url), params: [] };
    const origin = `${pieces.scheme}://${pieces.authority}`;
    if (this.#exactTarget() !== undefined) {
      // The connection sends the exact target; this one is what redirects start from.
      const path = encodeURI(pieces.path.replace(/%(?![0-9A-F]{2})/gi, ''))
        .replaceAll('%25', '%')
        .replace(/^\/+/, '/');
      return { target: string(origin + path), params: [] };
    }
    const pairs = pieces.query === undefined ? undefined : formPairs(pieces.query, UNQUOTED);
    if (pairs === undefined || !hasUniqueNames(pairs)) return { target: string(url), params: [] };
    return { target: string(origin + pieces.path), params: [['params', ...this.#dict(pairs)]] };
  }

  #headerArguments(): Argument[] {
    const { options } = this.#request;
    const repeated = repeatedHeaders(this.#headers);
    const headers: Argument = ['headers', '{'];
    for (const { name, value } of this.#headers)
      if (repeated.size === 0 || !repeated.has(name.toLowerCase()))
        headers.push(entry(this.#text(name), this.#headerValue(value)));
    if (this.#extraHeader !== undefined) headers.push(entry(...this.#extraHeader));
    // http.client adds none for HTTP/1.0, and takes it from an absolute target, or the proxy if that is not.
    const needsHost =
      options.http_version === '1.0' ||
      (options.request_target !== undefined &&
        (options.proxy !== undefined || /^https?:/i.test(options.request_target)));
    if (needsHost && singleHeader(this.#headers, 'host') === undefined && !omits(options, 'host'))
      headers.push(entry('"Host"', string(this.#pieces?.authority ?? '')));
    for (const name of options.omit_headers ?? []) {
      const key = name.toLowerCase();
      if (SKIPPABLE.has(key)) {
        this.#packages.add('urllib3');
        headers.push(entry(string(name), 'urllib3.util.SKIP_HEADER'));
      } else if (key === 'accept' || (key === 'connection' && options.connection === undefined))
        headers.push(entry(string(name), 'None'));
    }
    if (headers.length === 2) return [];
    headers.push('}');
    return [headers];
  }

  /** Statements that add header lines of one name each by itself. */
  #repeatedLines(): string[] {
    const repeated = repeatedHeaders(this.#headers);
    if (repeated.size === 0) return [];
    declareOneSpelling(this.#headers, this.#warnings);
    this.#packages.add('urllib3');
    const lines = this.#headers.filter((line) => repeated.has(line.name.toLowerCase()));
    return [
      'prepared.headers = urllib3.HTTPHeaderDict(prepared.headers)',
      ...[...repeated]
        .filter((name) => ['user-agent', 'accept', 'accept-encoding', 'connection'].includes(name))
        .map((name) => `prepared.headers.discard(${string(name)})`),
      ...lines.flatMap(({ name, value }) =>
        shortCall('prepared.headers.add', this.#text(name), this.#headerValue(value)),
      ),
    ];
  }

  #authArguments(): Argument[] {
    const { auth } = this.#request;
    if (auth !== undefined) return this.#schemeArguments(auth);
    const value = singleHeader(this.#headers, 'authorization');
    const credentials = value === undefined ? undefined : basicCredentials(value);
    if (credentials === undefined || !this.#headers.some(({ name }) => name === 'Authorization')) return [];
    this.#headers = withoutHeaders(this.#headers, 'authorization');
    return [['auth', ...this.#credentials('', credentials.username, credentials.password)]];
  }

  #schemeArguments(auth: RequestAuth): Argument[] {
    const credentials = (callee: string): Argument => [
      'auth',
      ...this.#credentials(callee, auth.username ?? '', auth.password ?? ''),
    ];
    declareEarlyBody(this.#request, this.#warnings);
    const digest = () => {
      this.#warnings.add(
        'header_changed',
        'requests quotes algorithm and qop in its answer to a Digest challenge, escapes no realm, and knows no userhash and no SHA-512-256.',
        '--digest',
      );
      return [credentials(this.#digestClass())];
    };
    switch (auth.scheme) {
      case 'basic':
        return [credentials('')];
      case 'any':
        this.#warnings.add(
          'auth_unsupported',
          'requests cannot choose a scheme by the answer: the program answers a Digest challenge only.',
          '--anyauth',
        );
        return digest();
      case 'digest':
        if (/["\\]/.test(auth.username ?? ''))
          this.#warnings.add(
            'auth_unsupported',
            'requests does not escape the user name in its answer to a Digest challenge.',
            '--digest',
          );
        return digest();
      case 'ntlm':
      case 'negotiate':
      case 'aws-sigv4':
        this.#warnings.add(
          'auth_unsupported',
          `requests has no ${auth.scheme} authentication of its own: the program sends no credentials.`,
          `--${auth.scheme}`,
        );
        return [];
      default:
        return unreachable(auth.scheme);
    }
  }

  /** User and password in parentheses; requests would encode texts as Latin-1, so others are encoded here. */
  #credentials(callee: string, username: string, password: string): string[] {
    // Digest hashes texts as UTF-8; Basic takes bytes where latin-1 would not do.
    const isDigest = callee.endsWith('HTTPDigestAuth');
    if (isDigest && !isPrintableAscii(this.#variables.blank(username)))
      this.#warnings.add('auth_unsupported', 'requests sends the user name of a Digest answer in latin-1.');
    const values = [username, password].map((text) => (isDigest ? this.#text(text) : this.#bytes(text)));
    const flat = `${callee}(${values.join(', ')})`;
    return fits(`auth=${flat},`) ? [flat] : [`${callee}(`, ...values.map((value) => `    ${value},`), ')'];
  }

  #bodyArguments(): Argument[] {
    const { body, options } = this.#request;
    switch (body.kind) {
      case 'none':
        return [];
      case 'text':
        return this.#textBody(body.text);
      case 'bytes':
        return this.#data(this.#base64(body.base64));
      case 'file': {
        const content = this.#fileContent(body.path);
        if (!body.stripNewlines) return this.#data(content);
        const [first = '', ...rest] = content;
        this.#setup.push(`content = ${first}`, ...rest);
        return this.#data(['content.translate(None, b"\\r\\n\\0")']);
      }
      case 'form':
        return options.form_escape === undefined && body.parts.length > 0
          ? (this.#files(body.parts) ?? this.#rawForm(body.parts))
          : this.#rawForm(body.parts);
      default:
        return unreachable(body);
    }
  }

  #data(expression: readonly string[]): Argument[] {
    if (this.#request.options.chunked !== true) return [['data', ...expression]];
    // An iterator is what requests sends in chunks.
    const [first = '', ...rest] = expression;
    const isNamed = rest.length === 0 && /^\w+(?:\.encode\(\))?$/.test(first);
    if (!isNamed)
      this.#setup.push(...(rest.length === 0 ? assign('body =', first, 0) : [`body = ${first}`, ...rest]));
    return [['data', this.#chunks(isNamed ? first : 'body')]];
  }

  /** What requests sends in chunks: something to iterate over, again and again if it may have to be sent again. */
  #chunks(content: string): string {
    if (this.#request.options.follow_redirects !== true && !answersChallenge(this.#request))
      return `iter([${content}])`;
    this.#adapt(
      'class Chunks:',
      '    """The body, each time that it is sent."""',
      '',
      '    def __iter__(self):',
      `        return iter([${content}])`,
    );
    return 'Chunks()';
  }

  #textBody(text: string): Argument[] {
    const { options } = this.#request;
    if (text === '') return options.chunked === true ? [['data', 'iter([])']] : [];
    const contentType = singleHeader(this.#headers, 'content-type');
    if (options.chunked !== true && !this.#variables.openIn(text)) {
      const json = contentType === 'application/json' ? dumpedJson(text) : undefined;
      if (json !== undefined) {
        this.#headers = withoutUsualType(this.#headers);
        return [['json', ...json]];
      }
      const pairs = contentType === FORM_TYPE ? formPairs(text, UNQUOTED) : undefined;
      if (pairs !== undefined && hasUniqueNames(pairs)) {
        this.#headers = withoutUsualType(this.#headers);
        return [['data', ...this.#dict(pairs)]];
      }
    }
    const encoding = this.#needsEncoding(text) ? '.encode()' : '';
    if (text.includes('\n')) this.#setup.push(`body = ${this.#multiLine(text)}`);
    else if (options.chunked === true) this.#setup.push(...assign('body =', this.#text(text), 0));
    else return this.#data([this.#text(text) + encoding]);
    return this.#data([`body${encoding}`]);
  }

  /** A dict of texts, in lines. */
  #dict(pairs: readonly (readonly [string, string])[]): string[] {
    return ['{', ...pairs.map(([name, value]) => entry(string(name), string(value))), '}'];
  }

  /** `files=`, if requests writes all the parts as curl does; undefined otherwise. */
  #files(parts: readonly NormalPart[]): Argument[] | undefined {
    if (singleHeader(this.#headers, 'content-type') !== undefined || this.#request.options.chunked === true)
      return undefined;
    const entries: string[] = [];
    for (const part of parts) {
      const entry = this.#filesEntry(part);
      if (entry === undefined) return undefined;
      entries.push(...entry);
    }
    return [['files', '[', ...entries.map((line) => `    ${line}`), ']']];
  }

  /** `(name, (filename, content, type, headers)),` */
  #filesEntry({ name, content, filename, contentType, headers }: NormalPart): string[] | undefined {
    const parsed = headers.map(partHeader);
    const names = parsed.map((header) => header?.name.toLowerCase());
    const isSayable =
      !/[\0\\]/.test(name + (filename ?? '')) &&
      contentType !== '' &&
      names.every((key, index) => key !== undefined && names.indexOf(key) === index) &&
      // urllib3 writes these by itself, in its own order.
      !names.some((key) => key?.startsWith('content-'));
    if (!isSayable) return undefined;
    let data: readonly string[];
    if (content.kind === 'text') data = [this.#bytes(content.text)];
    else if (content.kind === 'bytes') data = this.#base64(content.base64);
    else data = this.#fileContent(content.path);
    const pairs = parsed.map(
      (header) => `${this.#text(header?.name ?? '')}: ${this.#text(header?.value ?? '')}`,
    );
    const values = [[filename === undefined ? 'None' : this.#text(filename)], data];
    if (contentType !== undefined || headers.length > 0)
      values.push([contentType === undefined ? 'None' : this.#text(contentType)]);
    if (headers.length > 0) values.push(['{', ...pairs.map((pair) => `    ${pair},`), '}']);
    const shown = values.map((lines, index) => (index === 3 ? `{${pairs.join(', ')}}` : lines.join('')));
    const inner = `(${shown.join(', ')}),`;
    const flat = `(${this.#text(name)}, ${inner.slice(0, -1)}),`;
    if (data.length === 1 && isPrintableAscii(flat)) {
      if (flat.length + 12 <= WIDTH) return [flat];
      if (inner.length + 16 <= WIDTH) return ['(', `    ${this.#text(name)},`, `    ${inner}`, '),'];
    }
    return ['(', `    ${this.#text(name)},`, '    (', ...items(values, 8), '    ),', '),'];
  }

  /** A multipart body written out, where requests would write it in another way. */
  #rawForm(parts: readonly NormalPart[]): Argument[] {
    this.#imports.add('uuid');
    const style = this.#request.options.form_escape;
    this.#setup.push('boundary = uuid.uuid4().hex');
    const mark = '\0boundary\0';
    const own = singleHeader(this.#headers, 'content-type');
    const chunks = multipartChunks(parts, mark, style, own).flatMap((chunk) => {
      if (chunk.kind === 'bytes') return [this.#base64(chunk.base64)];
      if (chunk.kind === 'file') return [this.#fileContent(chunk.path)];
      return chunk.text.split(PART_START).map((part) => {
        const pieces = part
          .split(mark)
          .flatMap((text, index): Piece[] => [
            ...(index === 0 ? [] : [{ kind: 'variable', identifier: 'boundary', text: mark } as const]),
            ...(text === '' ? [] : this.#variables.split(text)),
          ]);
        return [pieces.length === 1 && part === '\r\n' ? 'b"\\r\\n"' : `${template(pieces)}.encode()`];
      });
    });
    this.#setup.push('body = b"".join(', '    [', ...items(chunks, 8), '    ]', ')');
    this.#headers = withoutHeaders(this.#headers, 'content-type');
    const type = this.#variables.split(own ?? 'multipart/form-data');
    const value = template([
      ...type,
      { kind: 'text', text: '; boundary=' },
      { kind: 'variable', identifier: 'boundary', text: mark },
    ]);
    // curl writes this header itself, in its own spelling.
    this.#extraHeader = [string('Content-Type'), value];
    return this.#data(['body']);
  }

  #base64(base64: string): string[] {
    this.#imports.add('base64');
    return wrap('base64.b64decode', string(base64), '');
  }

  #fileContent(path: string): string[] {
    if (path === '-') return ['sys.stdin.buffer.read()'];
    this.#imports.add('pathlib');
    return wrap('pathlib.Path', this.#text(path), '.read_bytes()');
  }

  /** A text as an expression. */
  #text(text: string): string {
    return this.#variables.openIn(text) ? template(this.#variables.split(text)) : string(text);
  }

  /** Whether http.client would not write the text as UTF-8, or may not once a variable is filled in. */
  #needsEncoding(text: string): boolean {
    return !/^[\0-\x7f]*$/.test(text) || this.#variables.openIn(text);
  }

  /** A text as an expression for what must be UTF-8 on the wire: http.client would take Latin-1. */
  #bytes(text: string): string {
    return this.#needsEncoding(text) ? `${this.#text(text)}.encode()` : this.#text(text);
  }

  /** A header's value. What the environment holds is taken for ASCII, as tokens are, so that it stays readable. */
  #headerValue(text: string): string {
    if (/^[\0-\x7f]*$/.test(this.#variables.blank(text))) return this.#text(text);
    return `${this.#text(text)}.encode()`;
  }

  /** A text of several lines as it was typed, in triple quotes. */
  #multiLine(text: string): string {
    const pieces = this.#variables.split(text);
    const isTemplate = pieces.some((piece) => piece.kind === 'variable');
    const inner = pieces
      .map((piece) =>
        piece.kind === 'variable'
          ? `{${piece.identifier}}`
          : escapeText(piece.text, '"""', isTemplate).replace(/"$/, '\\"'),
      )
      .join('');
    return `${isTemplate ? 'f' : ''}"""${inner}"""`;
  }
}

/** A line of a dict that is an argument's value. */
function entry(name: string, value: string): string {
  return `    ${name}: ${value},`;
}

/** `open(` and one argument a line, as the formatter wants it with a trailing comma. */
function callLines(callee: string, args: readonly Argument[]): string[] {
  const lines = [`${callee}(`];
  for (const argument of args) {
    const last = argument.length - 1;
    let start = `    ${argument[0]}${last > 0 ? '=' : ''}`;
    for (let at = 1; at < last; at += 1) {
      lines.push(start + argument[at]);
      start = '    ';
    }
    lines.push(last > 0 ? `${start}${argument[last]},` : `${start},`);
  }
  lines.push(')');
  return lines;
}

/** A statement that calls with two arguments, on one line where it fits. */
function shortCall(callee: string, ...args: readonly string[]): string[] {
  const flat = `${callee}(${args.join(', ')})`;
  return isPrintableAscii(flat) && flat.length + 4 <= WIDTH
    ? [flat]
    : callLines(
        callee,
        args.map((one): Argument => [one]),
      );
}

/** Whether an argument of the request fits into a line; a text of wide characters may not. */
function fits(argument: string): boolean {
  return isPrintableAscii(argument) && argument.length + ARGUMENT_INDENT <= WIDTH;
}

/** Several expressions, each followed by a comma. */
function items(expressions: readonly (readonly string[])[], indent: number): string[] {
  return expressions.flatMap((lines) =>
    lines.map((line, index) => `${' '.repeat(indent)}${line}${index === lines.length - 1 ? ',' : ''}`),
  );
}

/** A call that stays on one line only where that fits everywhere; the trailing comma keeps it apart otherwise. */
function wrap(callee: string, argument: string, suffix: string): string[] {
  const flat = `${callee}(${argument})${suffix}`;
  return isPrintableAscii(flat) && flat.length <= WIDTH - 24
    ? [flat]
    : [`${callee}(`, `    ${argument},`, `)${suffix}`];
}

/** An assignment; the formatter puts a text that is too long between parentheses if it fits there. */
function assign(start: string, expression: string, indent: number): string[] {
  const blank = ' '.repeat(indent);
  const length = textWidth(expression);
  const isTooLong = indent + start.length + 1 + length > WIDTH;
  if (isTooLong && indent + 4 + length <= WIDTH && /^f?["']/.test(expression))
    return [`${blank}${start} (`, `${blank}    ${expression}`, `${blank})`];
  return [`${blank}${start} ${expression}`];
}

function environment({ name, identifier, fallback }: ProgramVariable): string[] {
  const key = string(name);
  if (fallback === undefined) return fitted(`${identifier} = `, 'os.environ[', key, ']');
  const text = string(fallback.text);
  if (!fallback.forEmpty) {
    const args = `${key}, ${text}`;
    if (textWidth(args) + 4 <= WIDTH) return fitted(`${identifier} = `, 'os.environ.get(', args, ')');
    return [`${identifier} = os.environ.get(`, `    ${key},`, `    ${text},`, ')'];
  }
  const value = `os.environ.get(${key})`;
  const flat = `${identifier} = ${value} or ${text}`;
  if (textWidth(flat) <= WIDTH) return [flat];
  const inner = `    ${value} or ${text}`;
  const body = textWidth(inner) <= WIDTH ? [inner] : [`    ${value}`, `    or ${text}`];
  return [`${identifier} = (`, ...body, ')'];
}

/** An expression in brackets, on one line where it fits. */
function fitted(start: string, open: string, inner: string, close: string): string[] {
  const flat = start + open + inner + close;
  return textWidth(flat) <= WIDTH ? [flat] : [start + open, `    ${inner}`, close];
}

function timeoutValue(total: number | undefined, connect: number | undefined): string | undefined {
  const read = total === undefined || total === 0 ? undefined : total / 1000;
  const first = connect === undefined || connect === 0 ? undefined : connect / 1000;
  if (first === undefined) return read === undefined ? undefined : String(read);
  return `(${Math.min(first, read ?? first)}, ${read ?? 'None'})`;
}

/** A text as a Python literal, quoted as the formatter prefers. */
function string(text: string): string {
  // Most texts have nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  return template([{ kind: 'text', text }]);
}

/** Pieces as a literal, an f-string if a variable is among them. */
function template(pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'variable') return only.identifier;
  const isTemplate = pieces.some((piece) => piece.kind === 'variable');
  const all = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const quote = count(all, '"') > count(all, "'") ? "'" : '"';
  const inner = pieces
    .map((piece) =>
      piece.kind === 'variable' ? `{${piece.identifier}}` : escapeText(piece.text, quote, isTemplate),
    )
    .join('');
  return `${isTemplate ? 'f' : ''}${quote}${inner}${quote}`;
}

type Quote = '"' | "'" | '"""';

const ESCAPED_QUOTES: Readonly<Record<Quote, string>> = {
  '"': '\\"',
  "'": "\\'",
  '"""': '\\"\\"\\"',
};

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** What stands between the quotes (Python reference, "String and Bytes literals"). */
function escapeText(text: string, quote: Quote, isTemplate: boolean): string {
  const isMultiLine = quote.length === 3;
  // Most texts need no look at each character.
  if ((isMultiLine ? /^[\n -z|~]*$/ : /^[ -z|~]*$/).test(text)) {
    return replaceEach(replaceEach(text, '\\', '\\\\'), quote, ESCAPED_QUOTES[quote]);
  }
  const escaped = text.replace(DOUBTFUL, (char) => {
    if (char === quote) return `\\${char}`;
    if (isMultiLine && char === '\n') return char;
    if (isTemplate && (char === '{' || char === '}')) return char + char;
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    if (isPrintable(char)) return char;
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
    return `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return isMultiLine ? escaped.replaceAll(quote, ESCAPED_QUOTES[quote]) : escaped;
}

/**
 * A JSON text as the lines of a Python literal, if json.dumps with its defaults gives back exactly that text:
 * `, ` and `: ` between, ASCII only, no repeated keys, numbers in their shortest form. Undefined otherwise.
 */
function dumpedJson(text: string): string[] | undefined {
  // What has a colon without a blank after it is not for json.dumps.
  if (!/^[{[]/.test(text) || !/^[ -~]*$/.test(text) || text.includes('":"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return !isDeep(value) && dumps(value) === text ? jsonLines(value, '') : undefined;
}

/** json.dumps with its defaults; undefined where Python's numbers are written in another way than JavaScript's. */
function dumps(value: unknown): string | undefined {
  if (typeof value === 'string') return dumpsString(value);
  if (typeof value === 'number') {
    const text = String(value);
    const isSame = /^-?\d+$/.test(text) ? Number.isSafeInteger(value) : Math.abs(value) >= 1e-4;
    return isSame && !Object.is(value, -0) ? text : undefined;
  }
  if (Array.isArray(value)) return joinDumped('[', value.map(dumps), ']');
  if (typeof value === 'object' && value !== null)
    return joinDumped(
      '{',
      Object.entries(value).map(([key, item]) => {
        const dumped = dumps(item);
        return dumped === undefined ? undefined : `${dumpsString(key)}: ${dumped}`;
      }),
      '}',
    );
  return String(value);
}

function joinDumped(open: string, items: readonly (string | undefined)[], close: string): string | undefined {
  return items.includes(undefined) ? undefined : `${open}${items.join(', ')}${close}`;
}

function dumpsString(text: string): string {
  return JSON.stringify(text).replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** A JSON value as a Python literal in lines. */
function jsonLines(value: unknown, suffix: string): string[] {
  const nested = (items: readonly string[][], open: string, close: string) =>
    items.length === 0
      ? [`${open}${close}${suffix}`]
      : [open, ...items.flatMap((lines) => lines.map((line) => `    ${line}`)), `${close}${suffix}`];
  if (Array.isArray(value))
    return nested(
      value.map((item) => jsonLines(item, ',')),
      '[',
      ']',
    );
  if (typeof value === 'object' && value !== null)
    return nested(
      Object.entries(value).map(([key, item]) => {
        const [first = '', ...rest] = jsonLines(item, ',');
        return [`${string(key)}: ${first}`, ...rest];
      }),
      '{',
      '}',
    );
  if (typeof value === 'string') return [string(value) + suffix];
  return [(CONSTANTS[String(value)] ?? String(value)) + suffix];
}
