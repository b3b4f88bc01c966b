/** Ruby: programs for net/http. */
import highlighter from 'highlight.js/lib/languages/ruby';
import type { Verb } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import { rangeOf } from '../plan/headers.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { Identifiers, snakeCase, words } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { indented, list, WIDTH } from '../text/layout.ts';
import { C_ESCAPES, DOUBTFUL, escaper, hex, isPrintableLines, isPrintableText } from '../text/literals.ts';
import { concatenated, joined, ownText } from '../text/templates.ts';

const CAPABILITIES = new Capabilities({
  name: 'net/http',
  barePercent: false,
  query: { space: '+', plain: '*', onlyEscaped: true },
  losesBrackets: true,
  removableHeaders: { accept: '', 'accept-encoding': '', 'user-agent': '' },
  defaultType: 'fixed',
  json: { type: false, numbers: 'big' },
  schemes: { digest: { package: 'net-http-digest_auth' } },
  redirects: 'program',
  follows: false,
  brief: ['follow_redirects', 'timeout_ms', 'connect_timeout_ms', 'fail', 'show_headers'],
  limit: '60 s without data',
  proxies: { http: 'own' },
  chunked: false,
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert'],
});

export const ruby: Emitter = {
  title: 'Ruby',
  filename: 'main.rb',
  run: 'ruby main.rb',
  highlighter,
  stop: (sentence) => `abort ${string(sentence)}\n`,
  libraries: [
    {
      name: 'net/http',
      requires: 'Ruby 3.0',
      install: (packages) => (packages.length === 0 ? null : `gem install ${packages.join(' ')}`),
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
  ],
};

const TAKEN = words(
  'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield abort puts raise require loop p uri request http response body dropped origin redirects proxy error reply authorization chunk name value attempt sleep boundary domain line lines pairs start cookies',
);

/** The origin that credentials are valid for. `uri.origin` needs Ruby 3.2. */
const ORIGIN = 'uri.select(:scheme, :host, :port)';
const IF_ORIGIN = ` if ${ORIGIN} == origin`;

const BOUNDARY: PlanVariable = { name: 'boundary', fallback: undefined, written: '' };
const REQUESTED = 'http.request(request)\n';
/** A GET without settings, for which the library has a function. */
const BARE_GET =
  /^( *)request = Net::HTTP::Get\.new\(uri\)\n+ *response = Net::HTTP\.start\(uri\.hostname, uri\.port(?:, use_ssl: [^,]*)?\) \{.*$/m;

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  readonly #required = new Set(['net/http']);
  #setup = '';
  /** Indentation of the statements that send the request: they are inside a loop if it is retried. */
  readonly #indent: string;

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    const inline = plan.isMinimal ? (name: string) => `ENV.fetch(${string(name)})` : undefined;
    this.#names = new Identifiers(plan.variables, snakeCase, TAKEN, inline);
    this.#indent = plan.redirects === undefined && plan.transfer.retry === undefined ? '' : '  ';
  }

  toString(): string {
    const { url, query, cookies, redirects, transfer } = this.#plan;
    const request = this.#request();
    const { inside, after } = this.#response();
    const call = this.#call(inside, after);
    const sent = this.#repeated(request + call);
    const all = redirects === undefined ? sent : this.#timed(this.#loop(sent, redirects));
    const isOnce = redirects === undefined && transfer.retry === undefined;
    const sending = isOnce ? `${request}\n${call}` : `response = nil\n${all}`;
    const code = sending.replace(BARE_GET, '$1response = Net::HTTP.get_response(uri)');
    const required = [...this.#required].map((name) => `require "${name}"\n`).join('');
    if (transfer.resumed !== undefined)
      this.#setup += `start = File.size?(${this.#text(transfer.resumed)}) || 0\n`;
    if (cookies !== undefined) {
      const path = this.#text(cookies.file);
      this.#setup += `lines = File.exist?(${path}) ? File.readlines(${path}, chomp: true) : []
cookies = lines.filter_map do |line|
  domain, *, name, value = line.sub(/\\A(#HttpOnly_)?\\.?/, ".").split("\\t", -1)
  "#{name}=#{value}" if ${string(cookies.domain)}.end_with?(domain)
end.join("; ")\n\n`;
    }
    const environment = this.#names.declared.map((variable) => this.#environment(variable)).join('');
    return `${required}
${environment === '' ? '' : `${environment}\n`}${this.#setup}uri = URI(${this.#text(url)})
${query === undefined ? '' : `uri.query = ${this.#pairs(query, 'URI.encode_www_form', '')}\n`}${code}${after}`;
  }

  /** The statements that use the response: in the block of the call as it arrives, or after it. */
  #response(): { inside: string; after: string } {
    const { redirects, auth, transfer } = this.#plan;
    const { output, resumed, showsStatus, showsHeaders, isHead, fails, streams, retry } = transfer;
    // Only the last response must be printed.
    const isRead = streams || (output !== undefined && !this.#plan.isMinimal);
    const isInside = isRead && retry === undefined && auth?.kind !== 'digest';
    const name = isInside ? 'reply' : 'response';
    const failed = `if ${name}.code.to_i >= 400\n`;
    const status = `#{${name}.code} #{${name}.message}`;
    let code = fails === 'before' ? `abort "HTTP ${status}" ${failed}\n` : '';
    if (showsStatus) code += `puts ${showsStatus === 'code' ? `${name}.code` : `"${status}"`}\n`;
    if (showsHeaders)
      code += `${name}.each_header { |name, value| puts "#{name}: #{value}" }\n${isHead ? '' : 'puts\n'}`;
    const file = output === undefined ? '' : this.#text(output);
    const mode = resumed ? `${name}.code == "206" ? "ab" : "wb"` : '"wb"';
    if (isInside) {
      code += streams
        ? 'reply.read_body($stdout)'
        : `File.open(${file}, ${mode}) { |file| reply.read_body(file) }`;
      if (redirects !== undefined) code = `next if ${isRedirect('reply')}\n\n${code}`;
      const inside = `http.request(request) do |reply|\n${indented(code, '  ')}\nend\n`;
      return { inside, after: fails === 'after' ? '\nexit 1 if response.code.to_i >= 400\n' : '' };
    }
    if (resumed !== undefined) code += `File.open(${file}, ${mode}) { |file| file.write(response.body) }\n`;
    else if (output !== undefined) code += `File.binwrite(${file}, response.body)\n`;
    else if (!isHead) code += 'puts response.body\n';
    const after = `${fails === 'before' ? '' : '\n'}${code}${fails === 'after' ? `exit 1 ${failed}` : ''}`;
    return { inside: REQUESTED, after };
  }

  #loop(
    sending: string,
    { dropping, max = this.#plan.isMinimal ? 9 : 50 }: NonNullable<ProgramPlan['redirects']>,
  ): string {
    const times = max < 0 ? 'loop' : `${max + 1}.times`;
    const drops = sending.includes(' unless dropped\n');
    return `${sending.includes(IF_ORIGIN) ? `origin = ${ORIGIN}\n` : ''}${drops ? 'dropped = false\n' : ''}${times} do
${sending}  break unless ${isRedirect('response')}

${drops ? `  dropped ||= %w[${dropping.join(' ')}].include?(response.code)\n` : ''}  uri = URI.join(uri, response["Location"])
end
${max < 0 || this.#plan.isMinimal ? '' : `abort "too many redirects" if ${isRedirect('response')}\n`}`;
  }

  #timed(statements: string): string {
    const { timeout } = this.#plan;
    if (timeout === undefined) return statements;
    this.#required.add('timeout');
    return `Timeout.timeout(${timeout / 1000}) do\n${indented(statements, '  ')}end\n`;
  }

  #repeated(sending: string): string {
    const { redirects, transfer } = this.#plan;
    const { retry } = transfer;
    if (retry === undefined) return sending;
    const { count, delay, allErrors, refused, statuses } = retry;
    const wait = delay ? delay / 1000 : '2**(attempt - 1)';
    const loop = `${count + 1}.times do |attempt|
  sleep ${wait} if attempt.positive?
${sending}  ${statuses === undefined ? 'break if response.code.to_i < 400' : `break unless %w[${statuses.replaceAll(',', '')}].include?(response.code)`}
rescue ${allErrors ? 'StandardError' : `${refused ? 'Errno::ECONNREFUSED, ' : ''}Timeout::Error`}
  raise if attempt == ${count}
end
`;
    return redirects === undefined ? loop : indented(loop, '  ');
  }

  #request(): string {
    const { headers, removed, auth, redirects } = this.#plan;
    const creation = this.#creation();
    const note = /"P(?:OST|UT|ATCH)"/.test(creation) ? '# Without a default Content-Type.' : '';
    const statements = [`${note}${note && `\n${this.#indent}`}request = ${creation}`];
    const once = redirects === undefined || redirects.trusted ? '' : IF_ORIGIN;
    for (const header of headers) {
      const { name, lower, value } = header;
      const [first, last] = rangeOf(header);
      if (last !== undefined) {
        statements.push(`request.range = ${first}..${last}`);
        continue;
      }
      const isForFirst = redirects?.forFirstHost.includes(lower) === true;
      statements.push(`request[${this.#text(name)}] = ${this.#text(value)}${isForFirst ? IF_ORIGIN : ''}`);
    }
    for (const { name } of removed) statements.push(`request.delete(${string(name)})`);
    if (auth?.kind === 'basic')
      statements.push(
        `request.basic_auth(${this.#text(auth.username)}, ${this.#text(auth.password)})${once}`,
      );
    const body = this.#body();
    const drops = redirects !== undefined && redirects.dropping.length > 0;
    for (const statement of body) statements.push(drops ? `${statement} unless dropped` : statement);
    return statements.map((statement) => `${this.#indent}${statement}\n`).join('');
  }

  #creation(): string {
    const { method, verb, redirects, body } = this.#plan;
    const first = { method, verb };
    const drops = redirects !== undefined && redirects.dropping.length > 0 && body.kind !== 'none';
    const next = drops ? { method: redirects.next, verb: redirects.nextVerb } : first;
    if (String(next.method) === String(method)) return this.#new(first);
    return `dropped ? ${this.#new(next)} : ${this.#new(first)}`;
  }

  #new({ method, verb }: { method: Template; verb: Verb | undefined }): string {
    // A class that expects a body adds a type to an empty one.
    const expectsBody = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
    if (verb !== undefined && !(expectsBody && this.#plan.body.kind === 'none'))
      return `Net::HTTP::${verb.charAt(0)}${verb.slice(1).toLowerCase()}.new(uri)`;
    return `Net::HTTPGenericRequest.new(${this.#text(method)}, ${this.#plan.body.kind !== 'none'}, true, uri)`;
  }

  #body(): string[] {
    const { body, auth } = this.#plan;
    if (body.kind === 'none') return [];
    if (body.kind === 'text') return [`request.body = ${this.#lines(body.text)}`];
    if (body.kind === 'json') {
      this.#required.add('json');
      const beside = 'request.body = .to_json'.length;
      return [
        `request.body = ${jsonLiteral(body.value, JSON_STYLE, this.#names, this.#indent, beside)}.to_json`,
      ];
    }
    if (body.kind === 'pairs') return [this.#pairs(body, 'request.set_form_data', this.#indent)];
    if (body.kind === 'bytes') return [`request.body = "${body.base64}".unpack1("m")`];
    if (body.kind === 'file') {
      // After a challenge the request is sent a second time.
      if (body.file.kind === 'path' && !body.stripNewlines && auth?.kind !== 'digest')
        return [
          `request.body_stream = ${this.#opened(body.file)}`,
          `request.content_length = File.size(${this.#text(body.file.path)})`,
        ];
      if (!body.stripNewlines) return [`request.body = ${this.#content(body.file)}`];
      const note = `# Like curl -d @file, without NUL bytes and line ends.\n${this.#indent}`;
      return [`${note}request.body = ${this.#content(body.file)}.delete("\\r\\n\\0")`];
    }
    const parts = body.parts.map((part) => this.#part(part) ?? '');
    if (parts.includes('')) return this.#form(body.parts);
    const beside = 'request.set_form(, "multipart/form-data")'.length;
    return [`request.set_form(${list('[', parts, ']', this.#indent, ARRAY, beside)}, "multipart/form-data")`];
  }

  /** Returns a part for set_form, which writes a Content-Type with a filename only; undefined for any other. */
  #part({ name, content, filename, contentType, headers, isPlain }: PlanPart): string | undefined {
    if (!isPlain || headers.length > 0) return undefined;
    if (content.kind === 'text' && filename === undefined && contentType === undefined)
      return `[${this.#text(name)}, ${this.#text(content.text)}]`;
    if (content.kind !== 'file' || filename === undefined || !contentType) return undefined;
    const options = `{ filename: ${this.#text(filename)}, content_type: ${this.#text(contentType)} }`;
    return `[${this.#text(name)}, ${this.#opened(content.file)}, ${options}]`;
  }

  /** Writes a form that set_form cannot send. */
  #form(parts: readonly PlanPart[]): string[] {
    this.#required.add('securerandom');
    this.#setup += 'boundary = SecureRandom.hex\n\n';
    const items = parts.flatMap(({ lines, content }, at) => {
      const fields = lines.flatMap(([key, value]) => [key, ': ', value, '\r\n']);
      const head = concatenated([at === 0 ? '--' : '\r\n--', [BOUNDARY], '\r\n', ...fields, '\r\n']);
      if (content.kind === 'text') return [this.#text(joined(head, content.text))];
      const bytes =
        content.kind === 'bytes' ? `"${content.base64}".unpack1("m")` : this.#content(content.file);
      return [this.#text(head), bytes];
    });
    items.push(this.#text(['\r\n--', BOUNDARY, '--\r\n']));
    return [
      'request["Content-Type"] = "multipart/form-data; boundary=#{boundary}"',
      `request.body = ${list('[', items, ']', this.#indent, ARRAY, WIDTH)}.map(&:b).join`,
    ];
  }

  #content(file: PlanFile): string {
    if (file.kind === 'path') return `File.binread(${this.#text(file.path)})`;
    // Standard input can be read once only, but the request may be created several times.
    this.#setup += 'body = $stdin.binmode.read\n\n';
    return 'body';
  }

  #opened(file: PlanFile): string {
    return file.kind === 'stdin' ? '$stdin.binmode' : `File.open(${this.#text(file.path)}, "rb")`;
  }

  #lines(text: Template): string {
    if (!ownText(text).includes('\n')) return this.#text(text);
    this.#setup += `body = ${heredoc(text, this.#names) ?? doubleQuoted(text, this.#names, true)}\n\n`;
    return 'body';
  }

  #pairs({ pairs, hasUniqueNames }: PlanPairs, call: string, indent: string): string {
    const items = pairs.map(([name, value]) => {
      const [key, text] = [this.#text(name), this.#text(value)];
      return hasUniqueNames ? `${key} => ${text}` : `[${key}, ${text}]`;
    });
    const [open, close] = hasUniqueNames ? ['(', ')'] : ['([', '])'];
    return list(`${call}${open}`, items, close, indent, ARRAY, 0);
  }

  #call(inside: string, after: string): string {
    const { timeout, connectTimeout, insecure, proxy, redirects, auth, transfer } = this.#plan;
    const via = proxy === undefined ? '' : `, ${this.#proxy(proxy).join(', ')}`;
    const args = [`uri.hostname, uri.port${via}`];
    const scheme = redirects === undefined ? this.#plan.scheme : undefined;
    if (scheme !== 'http') args.push(`use_ssl: ${scheme === 'https' || 'uri.scheme == "https"'}`);
    if (transfer.address !== undefined) {
      const { host, ip } = transfer.address;
      const own = this.#text(ip);
      args.push(`ipaddr: ${redirects === undefined ? own : `(${own} if uri.host == ${string(host)})`}`);
    }
    if (connectTimeout !== undefined) args.push(`open_timeout: ${connectTimeout / 1000}`);
    // The default read timeout is 60 seconds.
    const { isMinimal } = this.#plan;
    if (timeout === undefined && !isMinimal) args.push('read_timeout: nil');
    else if (timeout !== undefined && timeout > 60_000) args.push(`read_timeout: ${timeout / 1000}`);
    const isIdempotent = this.#plan.verb !== 'POST' && this.#plan.verb !== 'PATCH';
    if (isIdempotent && (timeout ?? transfer.retry) !== undefined) args.push('max_retries: 0');
    if (insecure) args.push('verify_mode: OpenSSL::SSL::VERIFY_NONE');
    const { cert, key, cacert } = transfer;
    const read = (path: Template) => `File.read(${this.#text(path)})`;
    if (cert !== undefined)
      args.push(
        `cert: OpenSSL::X509::Certificate.new(${read(cert)})`,
        `key: OpenSSL::PKey.read(${read(key ?? cert)})`,
      );
    if (cacert !== undefined) args.push(`ca_file: ${this.#text(cacert)}`);
    if (transfer.streams) this.#setup += '$stdout.sync = true\n\n';
    const challenged = auth?.kind === 'digest' ? this.#digest(auth.username, auth.password) : '';
    const target = redirects === undefined && after === '' ? '' : 'response = ';
    const flat = `Net::HTTP.start(${args.join(', ')}) do |http|`;
    const start =
      target.length + flat.length + this.#indent.length <= 120
        ? flat
        : `Net::HTTP.start(\n${args.map((arg) => `  ${arg}`).join(',\n')}\n) do |http|`;
    const beside = `${this.#indent}${target}${flat} ${inside}`.length;
    const isShort = start === flat && challenged === '' && inside === REQUESTED && beside <= 120;
    const sent = isShort
      ? `${flat.replace(/do \|http\|$/, '{ |http| ')}${inside.trimEnd()} }\n`
      : `${start}\n${indented(challenged + inside, '  ')}end\n`;
    return indented(`${target}${redirects === undefined ? this.#timed(sent) : sent}`, this.#indent);
  }

  /** The response to a digest challenge, computed by the net-http-digest_auth gem. */
  #digest(username: Template, password: Template): string {
    this.#required.add('net/http/digest_auth');
    const escaped = (text: Template) =>
      typeof text === 'string'
        ? string(encodeURIComponent(text))
        : `URI.encode_www_form_component(${this.#text(text)})`;
    return `reply = http.request(request)
next reply unless reply.is_a?(Net::HTTPUnauthorized)

uri.user, uri.password = ${escaped(username)}, ${escaped(password)}
authorization = Net::HTTP::DigestAuth.new.auth_header(uri, reply["WWW-Authenticate"], request.method)
request["Authorization"] = authorization
`;
  }

  #proxy({ address, url, username, password }: NonNullable<ProgramPlan['proxy']>): string[] {
    if (address === undefined) {
      this.#setup += `proxy = URI(${this.#text(url)})\n`;
      return ['proxy.hostname', 'proxy.port', 'proxy.user', 'proxy.password'];
    }
    const credentials = username === undefined ? [] : [this.#text(username), this.#text(password ?? '')];
    return [string(address.host), String(address.port), ...credentials];
  }

  #environment(variable: PlanVariable): string {
    const { name, fallback } = variable;
    const start = `${this.#names.of(variable)} = ENV`;
    if (fallback === undefined) return `${start}.fetch(${string(name)})\n`;
    if (!fallback.forEmpty) return `${start}.fetch(${string(name)}, ${string(fallback.text)})\n`;
    const own = this.#names.of(variable);
    return `${start}.fetch(${string(name)}, "")\n${own} = ${string(fallback.text)} if ${own}.empty?\n`;
  }

  #text(text: Template): string {
    return literal(text, this.#names);
  }
}

function isRedirect(response: string): string {
  return `${response}.is_a?(Net::HTTPRedirection) && ${response}["Location"]`;
}

const ARRAY = { step: '  ', padding: '', trailing: '' };
const JSON_STYLE: JsonStyle = {
  object: { step: '  ', padding: ' ', trailing: '' },
  array: ARRAY,
  keys(members, names) {
    const areSymbols = members.every(({ key }) => typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key));
    return members.map(({ key }) => (areSymbols ? `${String(key)}: ` : `${literal(key, names)} => `));
  },
  text: literal,
  constant: (value) => (value === null ? 'nil' : String(value)),
};

function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return string(text);
  const own = ownText(text);
  if (own.includes('"') && !/[()\\]/.test(own) && isPrintableText(own))
    return `%(${names.interpolated(text, (piece) => piece.replaceAll('#', '\\#'), '#{', '}')})`;
  return names.only(text) ?? doubleQuoted(text, names, false);
}

/** Returns a text of several lines as an indented heredoc; undefined where it would change the text. */
function heredoc(text: Template, names: Identifiers): string | undefined {
  const own = ownText(text);
  // A squiggly heredoc strips common indentation: at least one line must have none.
  if (!isPrintableLines(own) || !/^\S/m.test(own) || /^[ \t]*BODY$/m.test(own)) return undefined;
  const isRaw = typeof text === 'string' && /[\\#]/.test(text);
  const write = (piece: string) => (isRaw ? piece : piece.replace(/\\|#(?=[{$@])/g, '\\$&'));
  const lines = indented(names.interpolated(text, write, '#{', '}'), '  ');
  const start = isRaw ? "<<~'BODY'" : '<<~BODY';
  const end = typeof text === 'string' ? text : text.at(-1);
  return typeof end === 'string' && end.endsWith('\n')
    ? `${start}\n${lines}BODY`
    : `${start}.chomp\n${lines}\nBODY`;
}

function doubleQuoted(text: Template, names: Identifiers, isMultiLine: boolean): string {
  return `"${names.interpolated(text, (piece) => escapeDouble(piece, isMultiLine), '#{', '}')}"`;
}

/** Returns a text as a literal: single-quoted where that saves escapes. */
function string(text: string): string {
  if (/^[ !$-[\]-~]*$/.test(text)) return `"${text}"`;
  if (isPrintableText(text) && /["\\#]/.test(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${escapeDouble(text, false)}"`;
}

const escapeChar = escaper({ ...C_ESCAPES, '#': '\\#' }, (char) => `\\u{${hex(char)}}`);

function escapeDouble(text: string, isMultiLine: boolean): string {
  return text.replace(DOUBTFUL, (char) => (isMultiLine && char === '\n' ? char : escapeChar(char)));
}
