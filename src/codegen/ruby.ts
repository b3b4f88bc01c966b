/** Ruby: programs for net/http of the standard library. */
import { multipartChunks } from '../request/multipart.ts';
import { type NormalHeader, type NormalPart, type NormalRequest, omits } from '../request/normalize.ts';
import type { RequestAuth } from '../schemas/request-shape.ts';
import {
  asksForEncoding,
  basicCredentials,
  DOUBTFUL,
  declareEarlyBody,
  declareNextRequests,
  declareOneAnswer,
  declareOneSpelling,
  formPairs,
  type Generator,
  headersToSend,
  Imports,
  ImportTable,
  isPrintable,
  isPrintableText,
  lines,
  type Piece,
  ProgramVariables,
  repeatedHeaders,
  singleHeader,
  snakeCase,
  type UrlPieces,
  unreachable,
  urlPieces,
  type Warnings,
  withoutHeaders,
} from './generator.ts';
import {
  declareKeptBoundary,
  declareUnsaidChunks,
  isForFirstHost,
  redirectPlan,
  typeIsImplied,
} from './redirects.ts';

export const ruby = {
  language: 'ruby',
  title: 'Ruby',
  library: 'net/http',
  requires: 'Ruby 2.7',
  filename: 'main.rb',
  install: null,
  run: 'ruby main.rb',
  write: (request, warnings) => new Program(request, warnings).toString(),
} as const satisfies Generator;

/** Keywords and the names that the programs use. */
const TAKEN = new Set(
  'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield abort puts raise require p input uri request http response error body boundary build following previous redirects method target content name value names authorize challenge proxy form first same_host location redirects with_body'.split(
    ' ',
  ),
);
/** Methods with a class of their own in net/http. */
const CLASSES =
  'Get Head Post Put Delete Options Trace Patch Propfind Proppatch Move Copy Mkcol Lock Unlock'.split(' ');
/** Those of them that send a body, to which net/http gives a Content-Type. */
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'LOCK', 'UNLOCK']);
/** Targets that URI reads, and writes as it read them: it escapes an apostrophe in the query. */
const KEPT_TARGET =
  /^\/(?:[\w\-.~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*(?:\?(?:[\w\-.~!$&()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?$/;
/** Characters besides letters and digits that URI.encode_www_form leaves alone. */
const UNESCAPED = '*-._';
/** Reads standard input before the first request. */
const READ_INPUT = 'input = $stdin.binmode.read';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Names of the headers that net/http adds, as it spells them. */
const DEFAULTS = ['Accept-Encoding', 'Accept', 'User-Agent', 'Host'];

/** Where a part of a multipart body starts. */
const PART_START = /(?<=\r\n)(?=--\0boundary\0)/;

/** Columns up to which a condition stands behind its statement. */
const WIDTH = 90;

/** How every program ends. */
const PRINT = `
puts "#{response.code} #{response.message}"
puts response.body
`;

const LIBRARIES = new ImportTable(
  ['net/http', 'openssl', 'securerandom', 'stringio'],
  (name) => `require "${name}"\n`,
);

class Program {
  readonly #request: NormalRequest;
  readonly #warnings: Warnings;
  readonly #variables: ProgramVariables;
  readonly #pieces: UrlPieces | undefined;
  readonly #requires = new Imports(LIBRARIES).add('net/http');
  readonly #functions: string[] = [];
  readonly #setup: string[] = [];
  #headers: readonly NormalHeader[];
  /** Statements that give the request its body. */
  readonly #bodyLines: string[] = [];
  #extraHeader: [name: string, expression: string] | undefined;

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, snakeCase, TAKEN);
    this.#pieces = urlPieces(request.url);
    this.#headers = headersToSend(request, warnings);
  }

  toString(): string {
    const { options, auth } = this.#request;
    this.#warnOfVersion();
    declareNextRequests(this.#request, this.#warnings);
    this.#addBody();
    const authLines = this.#authLines(auth);
    const follows = options.follow_redirects === true;
    const { url, target } = this.#target();
    const uri = `uri = URI(${this.#text(url)})`;
    const headerLines = [...this.#headerLines(), ...authLines];
    const exchange = follows
      ? this.#followingLines(target, headerLines)
      : [
          `request = ${this.#creation(this.#request.method, target === undefined ? 'uri' : this.#text(target))}`,
          ...headerLines,
          ...this.#bodyLines,
          '',
          ...this.#httpLines(),
          '',
          'begin',
          '  response = http.start { http.request(request) }',
          ...this.#challengeLines(auth, 'http.start { http.request(request) }'),
          ...RESCUE,
        ];
    const { used } = this.#variables;
    let text = `${this.#requires.statements()}\n`;
    for (const code of this.#functions) text += `${code}\n\n`;
    for (const { name, identifier, fallback } of used) {
      const otherwise = fallback === undefined ? '' : `, ${literal(fallback.forEmpty ? '' : fallback.text)}`;
      text += `${identifier} = ENV.fetch(${literal(name)}${otherwise})\n`;
      if (fallback?.forEmpty === true)
        text += `${identifier} = ${literal(fallback.text)} if ${identifier}.empty?\n`;
    }
    if (used.length > 0) text += '\n';
    if (this.#setup.length > 0) text += `${lines(this.#setup, '')}\n`;
    return `${text}${uri}\n${lines(exchange, '')}${PRINT}`;
  }

  #warnOfVersion(): void {
    const { http_version: version } = this.#request.options;
    if (version !== undefined && version !== '1.0' && version !== '1.1')
      this.#warnings.add(
        'http_version_unsupported',
        `net/http sends HTTP/1.1 instead of HTTP/${version}.`,
        `--http${version}`,
      );
  }

  /** The URL for URI(), and the request target where it is another one. */
  #target(): { url: string; target: string | undefined } {
    const { url, options } = this.#request;
    const pieces = this.#pieces;
    if (pieces === undefined) return { url, target: options.request_target };
    const isKept = KEPT_TARGET.test(this.#variables.blank(pieces.target));
    // With a URL, net/http parses the Host as well.
    const isOddHost = /[^\w.:[\]-]/.test(this.#variables.blank(singleHeader(this.#headers, 'host') ?? ''));
    // net/http takes the brackets of an IPv6 address off in the Host that it makes of a URL.
    const isPlainHost = !isOddHost && !pieces.authority.startsWith('[');
    if (options.request_target === undefined && isKept && isPlainHost) return { url, target: undefined };
    if (options.request_target !== undefined && options.proxy !== undefined && pieces.scheme === 'http')
      this.#warnings.add(
        'target_changed',
        'net/http puts scheme and host before it for a proxy.',
        '--request-target',
      );
    const target = options.request_target ?? pieces.target;
    if (/[\r\n]/.test(target))
      this.#warnings.add('target_changed', 'net/http refuses line ends in the target.');
    const path = isKept ? pieces.path : encodeURI(pieces.path.replace(/[%[\]]/g, ''));
    return {
      url: `${pieces.scheme}://${pieces.authority}${path}`,
      target: target.replace(/[\r\n]/g, ''),
    };
  }

  /** `Net::HTTP::….new(…)` */
  #creation(method: string, where: string): string {
    const className = CLASSES.find((known) => known.toUpperCase() === method);
    if (className !== undefined) return `Net::HTTP::${className}.new(${where})`;
    const hasBody = this.#request.body.kind !== 'none';
    return `Net::HTTPGenericRequest.new(${this.#text(method)}, ${hasBody}, true, ${where})`;
  }

  #headerLines(): string[] {
    const { options } = this.#request;
    const lines: string[] = [];
    const repeated = repeatedHeaders(this.#headers);
    const names = new Map<string, string>();
    const seen = new Set<string>();
    for (const { name, value } of this.#headers) {
      const key = name.toLowerCase();
      const isFirst = !seen.has(key);
      seen.add(key);
      if (isFirst && key === 'accept-encoding' && options.compressed === true)
        lines.push(
          '# Assigned, it would stop net/http from decoding the answer.',
          'request.delete("Accept-Encoding")',
          `request.add_field(${this.#text(name)}, ${this.#text(value)})`,
        );
      else if (isFirst) lines.push(`request[${this.#text(name)}] = ${this.#text(value)}`);
      else lines.push(`request.add_field(${this.#text(name)}, ${this.#text(value)})`);
      if (isFirst && name !== capitalized(name) && !this.#variables.openIn(name))
        names.set(capitalized(name), name);
    }
    if (this.#extraHeader !== undefined)
      lines.push(`request[${literal(this.#extraHeader[0])}] = ${this.#extraHeader[1]}`);
    if (asksForEncoding(this.#request, this.#headers, /br|zstd/i))
      this.#warnings.add('option_unsupported', 'net/http decodes gzip and deflate only.', '--compressed');
    for (const name of DEFAULTS)
      if (name !== 'Host' && omits(options, name)) lines.push(`request.delete(${literal(name)})`);
    lines.push(...this.#spellingLines(names, repeated), ...this.#typeLines());
    return lines;
  }

  /** A singleton method that writes names and repeated lines as they are; net/http capitalizes and joins them. */
  #spellingLines(names: ReadonlyMap<string, string>, repeated: ReadonlySet<string>): string[] {
    const omitsHost = omits(this.#request.options, 'host');
    if (names.size === 0 && repeated.size === 0 && !omitsHost) return [];
    const lines: string[] = [];
    if (names.size > 0) {
      const entries = [...names].map(([from, to]) => `  ${literal(from)} => ${literal(to)},`);
      lines.push('names = {', ...entries, '}');
    }
    const spelt = names.size > 0 ? 'names.fetch(name, name)' : 'name';
    const inner: string[] = [];
    if (omitsHost) inner.push('    next if name == "Host"');
    if (repeated.size > 0) {
      declareOneSpelling(this.#headers, this.#warnings);
      const list = [...repeated].map((name) => literal(capitalized(name))).join(', ');
      inner.push(
        `    values = [${list}].include?(name) ? get_fields(name) : [value]`,
        `    values.each { |line| block.call(${spelt}, line) }`,
      );
    } else inner.push(`    block.call(${spelt}, value)`);
    return [
      ...lines,
      '# Headers go out as they are spelt and repeated here.',
      'request.define_singleton_method(:each_capitalized) do |&block|',
      '  super() do |name, value|',
      ...inner,
      '  end',
      'end',
    ];
  }

  /** net/http calls every body without a type a form. */
  #typeLines(): string[] {
    const { method, body } = this.#request;
    const type =
      this.#extraHeader !== undefined ? 'known' : (singleHeader(this.#headers, 'content-type') ?? '');
    const hasBody = body.kind !== 'none' || BODY_METHODS.has(method);
    if (!hasBody || this.#setsType || /^[^;\s]/.test(type)) return [];
    return [
      '# No Content-Type is added.',
      'request.define_singleton_method(:supply_default_content_type) {}',
    ];
  }

  /** Whether net/http sets the Content-Type together with the body. */
  #setsType = false;

  #addBody(): void {
    const { body } = this.#request;
    switch (body.kind) {
      case 'none':
        return;
      case 'text':
        this.#addText(body.text);
        return;
      case 'bytes':
        this.#setBody(base64(body.base64));
        return;
      case 'file':
        this.#setBody(`${this.#readFile(body.path)}${body.stripNewlines ? '.delete("\\r\\n\\0")' : ''}`);
        return;
      case 'form':
        this.#addForm(body.parts);
        return;
      default:
        unreachable(body);
    }
  }

  #setBody(expression: string): void {
    if (this.#request.options.chunked !== true) {
      this.#bodyLines.push(`request.body = ${expression}`);
      return;
    }
    this.#requires.add('stringio');
    this.#bodyLines.push(
      'request["Transfer-Encoding"] = "chunked"',
      `request.body_stream = StringIO.new(${expression})`,
    );
  }

  #addText(text: string): void {
    // set_form_data sets the header in this spelling.
    const isForm =
      singleHeader(this.#headers, 'content-type') === FORM_TYPE &&
      this.#headers.some(({ name }) => name === 'Content-Type');
    const isPlain = this.#request.options.chunked !== true && !this.#variables.openIn(text);
    const pairs = isForm && isPlain ? formPairs(text, UNESCAPED) : undefined;
    if (pairs !== undefined && new Set(pairs.map(([name]) => name)).size === pairs.length) {
      this.#headers = withoutHeaders(this.#headers, 'content-type');
      this.#setsType = true;
      this.#bodyLines.push(
        'request.set_form_data(',
        ...pairs.map(
          ([name, value], index) =>
            `  ${literal(name)} => ${literal(value)}${index === pairs.length - 1 ? '' : ','}`,
        ),
        ')',
      );
      return;
    }
    if (!text.includes('\n')) {
      this.#setBody(this.#text(text));
      return;
    }
    this.#setup.push(`body = ${multiLine(this.#variables.split(text))}`);
    this.#setBody('body');
  }

  /** Whether the body may be sent more than once: then standard input is read before. */
  #mayRepeat(): boolean {
    const { options, auth } = this.#request;
    return options.follow_redirects === true || this.#answersChallenge(auth);
  }

  #answersChallenge(auth: RequestAuth | undefined): boolean {
    return auth?.scheme === 'digest' || auth?.scheme === 'any';
  }

  #readFile(path: string): string {
    if (path !== '-') return `File.binread(${this.#text(path)})`;
    if (!this.#mayRepeat()) return '$stdin.binmode.read';
    if (!this.#setup.includes(READ_INPUT)) this.#setup.push(READ_INPUT);
    return 'input';
  }

  #addForm(parts: readonly NormalPart[]): void {
    const { options } = this.#request;
    const isOrdinary =
      parts.length > 0 &&
      parts.every(isOrdinaryPart) &&
      !(this.#mayRepeat() && parts.some(({ content }) => this.#readsOnce(content))) &&
      options.chunked !== true &&
      singleHeader(this.#headers, 'content-type') === undefined;
    if (!isOrdinary) {
      this.#addManualForm(parts);
      return;
    }
    this.#setsType = true;
    const entries = parts.map((part) => {
      const name = this.#text(part.name);
      if (part.content.kind === 'text' && part.filename === undefined)
        return `  [${name}, ${this.#text(part.content.text)}]`;
      let source: string;
      if (part.content.kind === 'file')
        source = part.content.path === '-' ? '$stdin' : `File.open(${this.#text(part.content.path)}, "rb")`;
      else {
        this.#requires.add('stringio');
        const content =
          part.content.kind === 'bytes' ? base64(part.content.base64) : this.#text(part.content.text);
        source = `StringIO.new(${content})`;
      }
      const options = [
        `filename: ${this.#text(part.filename ?? '')}`,
        `content_type: ${this.#text(part.contentType ?? '')}`,
      ];
      return `  [${name}, ${source}, { ${options.join(', ')} }]`;
    });
    this.#bodyLines.push(
      'form = [',
      ...entries.map((entry, index) => (index === entries.length - 1 ? entry : `${entry},`)),
      ']',
      'request.set_form(form, "multipart/form-data")',
    );
  }

  /** Whether set_form would find nothing left to read when the request is sent again. */
  #readsOnce(content: NormalPart['content']): boolean {
    return content.kind === 'file' && (content.path === '-' || this.#answersChallenge(this.#request.auth));
  }

  /** Where net/http would write the parts in another way. */
  #addManualForm(parts: readonly NormalPart[]): void {
    this.#requires.add('securerandom');
    const mark = '\0boundary\0';
    const own = singleHeader(this.#headers, 'content-type');
    const chunks = multipartChunks(parts, mark, this.#request.options.form_escape, own).flatMap((chunk) => {
      if (chunk.kind === 'bytes') return [base64(chunk.base64)];
      if (chunk.kind === 'file') return [this.#readFile(chunk.path)];
      return chunk.text
        .split(PART_START)
        .map((part) =>
          template(
            part
              .split(mark)
              .flatMap((text, index): Piece[] => [
                ...(index === 0 ? [] : [{ kind: 'variable', identifier: 'boundary', text: mark } as const]),
                ...(text === '' ? [] : this.#variables.split(text)),
              ]),
          ),
        );
    });
    this.#setup.push(
      'boundary = SecureRandom.hex(16)',
      'body = [',
      ...chunks.map((chunk, index) => `  ${chunk}${index === chunks.length - 1 ? '' : ','}`),
      '].map(&:b).join',
    );
    this.#setBody('body');
    const given = this.#headers.find((line) => line.name.toLowerCase() === 'content-type');
    this.#headers = withoutHeaders(this.#headers, 'content-type');
    this.#extraHeader = [
      given?.name ?? 'Content-Type',
      template([
        ...this.#variables.split(given?.value ?? 'multipart/form-data'),
        { kind: 'text', text: '; boundary=' },
        { kind: 'variable', identifier: 'boundary', text: mark },
      ]),
    ];
  }

  #authLines(auth: RequestAuth | undefined): string[] {
    if (auth === undefined) {
      const credentials = basicCredentials(singleHeader(this.#headers, 'authorization') ?? '');
      if (credentials === undefined || !this.#headers.some((line) => line.name === 'Authorization'))
        return [];
      this.#headers = withoutHeaders(this.#headers, 'authorization');
      return [`request.basic_auth(${literal(credentials.username)}, ${literal(credentials.password)})`];
    }
    declareEarlyBody(this.#request, this.#warnings);
    if (this.#answersChallenge(this.#request.auth)) declareOneAnswer(this.#request, this.#warnings, 'all');
    switch (auth.scheme) {
      case 'basic':
        return [`request.basic_auth(${this.#text(auth.username ?? '')}, ${this.#text(auth.password ?? '')})`];
      case 'digest':
      case 'any':
        return [];
      case 'ntlm':
      case 'negotiate':
      case 'aws-sigv4':
        this.#warnings.add(
          'auth_unsupported',
          `net/http has no ${auth.scheme} authentication: the program sends no credentials.`,
          `--${auth.scheme}`,
        );
        return [];
      default:
        return unreachable(auth.scheme);
    }
  }

  /** `http = Net::HTTP.new(…)` and its settings. */
  #httpLines(): string[] {
    const { options } = this.#request;
    const scheme = options.follow_redirects === true ? undefined : this.#pieces?.scheme;
    const lines = [`http = Net::HTTP.new(uri.hostname, uri.port${this.#proxyArguments()})`];
    if (scheme === undefined) lines.push('http.use_ssl = uri.scheme == "https"');
    else if (scheme === 'https') lines.push('http.use_ssl = true');
    if (options.insecure === true) lines.push('http.verify_mode = OpenSSL::SSL::VERIFY_NONE');
    const total = positive(options.timeout_ms);
    const connect = positive(options.connect_timeout_ms) ?? total;
    if (connect !== undefined) lines.push(`http.open_timeout = ${connect}`);
    if (total !== undefined) {
      this.#warnings.add('option_unsupported', 'The time limit holds for each read in net/http.', '-m');
      lines.push(`http.read_timeout = ${total}`, `http.write_timeout = ${total}`);
    }
    if (options.expect_continue === true) lines.push('http.continue_timeout = 1');
    if (options.ip_version !== undefined)
      lines.push(`http.local_host = "${options.ip_version === 4 ? '0.0.0.0' : '::'}"`);
    if (options.http_version === '1.0') lines.push('http.instance_variable_set(:@curr_http_version, "1.0")');
    return lines;
  }

  #proxyArguments(): string {
    const { proxy } = this.#request.options;
    if (proxy === undefined) return '';
    const match = /^(?:([a-z0-9]+):\/\/)?(?:([^@/]*)@)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?\/?$/i.exec(proxy);
    const [, scheme = 'http', userinfo, host = '', port = '1080'] = match ?? [];
    if (match?.[4] === undefined && this.#variables.openIn(host))
      this.#warnings.add('proxy_unsupported', 'The program takes port 1080 of the proxy.', '-x');
    if (match === null || scheme.toLowerCase() !== 'http') {
      this.#warnings.add(
        'proxy_unsupported',
        'net/http knows plain HTTP proxies only: the program connects directly.',
        '--proxy',
      );
      return '';
    }
    const [user, ...password] = userinfo?.split(':') ?? [];
    const credentials =
      user === undefined ? [] : [this.#text(decoded(user)), this.#text(decoded(password.join(':')))];
    return `, ${[this.#text(host), port, ...credentials].join(', ')}`;
  }

  #challengeLines(auth: RequestAuth | undefined, send: string): string[] {
    if (auth === undefined || !this.#answersChallenge(auth)) return [];
    this.#requires.add('openssl', 'securerandom');
    const { options } = this.#request;
    const isAny = auth.scheme === 'any';
    const here = options.follow_redirects === true ? 'same_host && ' : '';
    this.#functions.push(isAny ? AUTHORIZE_ANY : AUTHORIZE);
    return [
      '  challenge = response["WWW-Authenticate"].to_s',
      `  if ${here}response.code == "401" && challenge.match?(/(\\A|,\\s*)${isAny ? '(basic|digest)' : 'digest'}\\s/i)`,
      `    username = ${this.#text(auth.username ?? '')}`,
      `    password = ${this.#text(auth.password ?? '')}`,
      '    request["Authorization"] = authorize(challenge, request, username, password)',
      ...(options.chunked === true && this.#bodyLines.length > 0 ? ['    request.body_stream.rewind'] : []),
      `    response = ${send}`,
      '  end',
    ];
  }

  #text(text: string): string {
    return template(this.#variables.split(text));
  }

  /** A program that follows redirects as curl does: net/http leaves that to its caller. */
  #followingLines(target: string | undefined, headerLines: readonly string[]): string[] {
    const { method, auth, options } = this.#request;
    const { dropping, next, limit } = redirectPlan(this.#request);
    const hasBasic = headerLines.some((line) => line.startsWith('request.basic_auth'));
    const foreign = new Set(
      this.#headers.filter(({ lower }) => isForFirstHost(lower, this.#request)).map(({ name }) => name),
    );
    if ((auth !== undefined || hasBasic) && options.auth_on_redirect !== true) foreign.add('Authorization');
    const where = target === undefined ? 'uri' : 'target';
    const changesMethod = next !== method;
    const dropsBody = this.#bodyLines.length > 0 && dropping.length > 0;
    // The type that curl gives to a body goes away with it.
    const isTied = dropsBody && typeIsImplied(this.#request);
    const tied = headerLines.filter((line) => isTied && /^request\["content-type"\] = /i.test(line));
    const own = headerLines.filter((line) => !tied.includes(line));
    const filling = dropsBody
      ? [...own, ...guarded('with_body', [...tied, ...this.#bodyLines])]
      : [...own, ...this.#bodyLines];
    const changes = [
      ...(changesMethod ? [`method = ${this.#text(next)}`] : []),
      ...(dropsBody ? ['with_body = false'] : []),
    ];
    if (dropsBody && options.chunked === true) declareUnsaidChunks(this.#warnings);
    if (dropsBody && this.#extraHeader !== undefined && !isTied) declareKeptBoundary(this.#warnings);
    this.#warnings.add(
      'redirect_differs',
      'URI.join refuses quotes, braces and brackets in a Location and keeps dot segments of a whole URL; the program takes no user from it.',
      '-L',
    );
    const creation =
      changesMethod || dropsBody
        ? `Net::HTTPGenericRequest.new(${changesMethod ? 'method' : this.#text(method)}, ${dropsBody ? 'with_body' : this.#bodyLines.length > 0}, true, ${where})`
        : this.#creation(method, where);
    const challenge = this.#challengeLines(auth, 'http.start { http.request(request) }');
    const asksHost = foreign.size > 0 || challenge.length > 0;
    return [
      'response = nil',
      ...(limit === undefined ? [] : ['redirects = 0']),
      ...(asksHost ? ['first = uri'] : []),
      ...(target === undefined ? [] : [`target = ${this.#text(target)}`]),
      ...(changesMethod ? [`method = ${this.#text(method)}`] : []),
      ...(dropsBody ? ['with_body = true'] : []),
      '',
      'begin',
      '  loop do',
      `    request = ${creation}`,
      ...filling.map((line) => `    ${line}`),
      ...(asksHost ? ['    same_host = [uri.hostname, uri.port] == [first.hostname, first.port]'] : []),
      ...guarded(
        'same_host',
        [...foreign].map((name) => `request.delete(${literal(name)})`),
        'unless',
      ).map((line) => `    ${line}`),
      ...this.#httpLines().map((line) => `    ${line}`),
      '    response = http.start { http.request(request) }',
      ...challenge.map((line) => `  ${line}`),
      '    break if !response.is_a?(Net::HTTPRedirection) || response["Location"].to_s.empty?',
      ...(limit === undefined
        ? []
        : [`    raise "too many redirects" if redirects == ${limit}`, '', '    redirects += 1']),
      ...guarded(codes(dropping), changes).map((line) => `    ${line}`),
      '    location = response["Location"].b.gsub(/[^!-~]/) { |byte| format("%%%02X", byte.ord) }',
      '    uri = URI.join(uri, location)',
      ...(target === undefined ? [] : ['    target = uri.request_uri']),
      '  end',
      ...RESCUE,
    ];
  }
}

const RESCUE = ['rescue StandardError => error', '  abort "Request failed: #{error.message}"', 'end'];

/** @param otherwise what is done where the challenge is not Digest */
const authorize = (
  otherwise: string,
) => `# The Authorization header that answers a challenge (RFC 7616${otherwise === '' ? '' : ', RFC 7617'}).
def authorize(challenge, request, username, password)
  given = challenge[/(?:\\A|,\\s*)digest\\s+(.*)/im, 1]
${otherwise}  fields = {}
  given.scan(/(\\w+)=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))/) do |name, text, token|
    fields[name.downcase] ||= text ? text.gsub(/\\\\(.)/, '\\1') : token
  end
  algorithm = fields["algorithm"].to_s
  type = algorithm.empty? ? "MD5" : algorithm.sub(/-sess\\z/i, "").sub(/\\Asha-/i, "SHA")
  digest = ->(*values) { OpenSSL::Digest.hexdigest(type, values.join(":")) }
  escape = ->(value) { value.b.gsub(/[^ -~]/) { |byte| format("%%%02X", byte.ord) } }
  quote = ->(value) { escape.call(value).gsub(/["\\\\]/) { |char| "\\\\#{char}" } }
  realm, nonce = fields.values_at("realm", "nonce").map(&:to_s)
  cnonce = SecureRandom.hex(16)
  secret = digest.call(username, realm, password)
  secret = digest.call(secret, nonce, cnonce) if algorithm.match?(/-sess\\z/i)
  what = digest.call(request.method, request.path)
  hides_user = fields["userhash"].to_s.casecmp?("true")
  user = hides_user ? digest.call(username, realm) : username
  value = "Digest username=\\"#{quote.call(user)}\\", " \\
    "realm=\\"#{quote.call(realm)}\\", nonce=\\"#{nonce}\\", uri=\\"#{quote.call(request.path)}\\""
  if fields["qop"]
    proof = digest.call(secret, nonce, "00000001", cnonce, "auth", what)
    value += ", cnonce=\\"#{cnonce}\\", nc=00000001, qop=auth"
  else
    proof = digest.call(secret, nonce, what)
  end
  value += ", response=\\"#{proof}\\""
  value += ", opaque=\\"#{fields["opaque"]}\\"" if fields["opaque"]
  value += ", algorithm=#{algorithm}" unless algorithm.empty?
  value += ", userhash=true" if hides_user
  value
end`;

const AUTHORIZE = authorize('');
const AUTHORIZE_ANY = authorize(`  return "Basic #{["#{username}:#{password}"].pack("m0")}" unless given

`);

/** Whether set_form writes the part as curl does. */
function isOrdinaryPart({ name, content, filename, contentType, headers }: NormalPart): boolean {
  const isSafe = /^[^"\\\r\n\0\x80-\u{10ffff}]*$/u.test(name + (filename ?? ''));
  if (!isSafe || headers.length > 0) return false;
  if (filename === undefined) return content.kind === 'text' && contentType === undefined;
  return contentType !== undefined && contentType !== '';
}

/** The spelling that net/http gives a header name: String#split drops what is empty at the end. */
function capitalized(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<!-)-+$/, '')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
}

/** Statements that hold under a condition: a single one with the condition behind it. */
function guarded(condition: string, statements: readonly string[], word: 'if' | 'unless' = 'if'): string[] {
  const [only = ''] = statements;
  if (statements.length === 0) return [];
  const short = `${only} ${word} ${condition}`;
  return statements.length === 1 && short.length <= WIDTH
    ? [short]
    : [`${word} ${condition}`, ...statements.map((line) => `  ${line}`), 'end'];
}

function codes(statuses: readonly number[]): string {
  return statuses.length === 1
    ? `response.code == "${statuses[0]}"`
    : `%w[${statuses.join(' ')}].include?(response.code)`;
}

function positive(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined || milliseconds === 0 ? undefined : milliseconds / 1000;
}

/** Percent-decoded, or as it stands where that is not possible. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64(text: string): string {
  return `${literal(text)}.unpack1("m0")`;
}

/** Pieces as a literal, with interpolation if there is a variable among them. */
function template(pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === 'variable') return only.identifier;
  if (pieces.every((piece) => piece.kind === 'text'))
    return literal(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''));
  return `"${interpolated(pieces, false)}"`;
}

function interpolated(pieces: readonly Piece[], isMultiLine: boolean): string {
  return pieces
    .map((piece) =>
      piece.kind === 'variable' ? `#{${piece.identifier}}` : escapeDouble(piece.text, isMultiLine),
    )
    .join('');
}

/** A text of several lines as it was typed. */
function multiLine(pieces: readonly Piece[]): string {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const isPlain = pieces.every((piece) => piece.kind === 'text');
  if (isPlain && isPrintableText(text.replace(/[\n\t]/g, ''))) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${interpolated(pieces, true)}"`;
}

/** A text as a literal: in double quotes, or in single ones where that saves escapes. */
function literal(text: string): string {
  if (/^[ !$-[\]-~]*$/.test(text)) return `"${text}"`;
  if (isPrintableText(text) && /["\\#]/.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${escapeDouble(text, false)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  '"': '\\"',
  '#': '\\#',
};

/** What stands between double quotes (Ruby documentation, "Literals"). */
function escapeDouble(text: string, isMultiLine: boolean): string {
  return text.replace(DOUBTFUL, (char) => {
    if (isMultiLine && char === '\n') return char;
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    if (isPrintable(char)) return char;
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
