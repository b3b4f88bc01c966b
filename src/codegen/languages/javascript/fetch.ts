/** JavaScript programs with fetch, or with undici's `request` for what fetch cannot send. */
import type { JsonNode, PlanAddress, PlanFile, PlanProxy, ProgramPlan, Template } from '../../plan/plan.ts';
import { jsonLiteral } from '../../text/json.ts';
import { list } from '../../text/layout.ts';
import { joined, ownText } from '../../text/templates.ts';
import { multiLine, numeral, quoted } from './javascript-literals.ts';
import { ARRAY, JSON_STYLE, OBJECT, Program, type ResponseParts } from './javascript-program.ts';

const FETCHED: ResponseParts = {
  code: 'response.status',
  headers: 'response.headers',
  body: 'response.body',
  text: 'await response.text()',
  discard: 'await response.body?.cancel();\n',
  isTimeout: '(error.cause ?? error).name.endsWith("TimeoutError")',
  errorCode: '(error.cause ?? error).code',
};

const REQUESTED: ResponseParts = {
  ...FETCHED,
  code: 'response.statusCode',
  headers: 'Object.entries(response.headers)',
  text: 'await response.body.text()',
  discard: 'await response.body.dump();\n',
};

export class FetchProgram extends Program {
  /** Whether a body may be a Blob. */
  protected readonly sendsBlobs: boolean = true;

  readonly #call: 'fetch' | 'request';

  constructor(plan: ProgramPlan, call: 'fetch' | 'request' = 'fetch', margin = '') {
    super(plan, margin);
    this.#call = call;
  }

  protected override call(): string {
    const { plan } = this;
    const { auth } = plan;
    let client: string = this.#call;
    if (auth?.kind === 'digest') {
      this.import('digest-fetch', 'DigestClient');
      this.setup += `const client = new DigestClient(${this.text(auth.username)}, ${this.text(auth.password)});\n`;
      client = 'client.fetch';
    }
    const start = this.start(client);
    const url = this.url(start, plan.query);
    if (plan.verb !== 'GET' || plan.body.kind !== 'none')
      this.option('method', this.text(plan.verb ?? plan.method));
    const headers = this.headerLines();
    if (auth?.kind === 'basic')
      headers.push(`Authorization: ${this.#basic('credentials', auth.username, auth.password)}`);
    if (headers.length > 0) this.option('headers', this.properties('headers', headers));
    const body = this.body();
    if (body !== undefined) this.option('body', body);
    if (plan.stopsAtRedirect && this.#call === 'fetch') this.option('redirect', '"manual"');
    if (plan.timeout !== undefined) this.option('signal', `AbortSignal.timeout(${numeral(plan.timeout)})`);
    this.#dispatcher(client);
    return this.statements(this.request(start, url), this.#call === 'fetch' ? FETCHED : REQUESTED);
  }

  protected body(): string | undefined {
    const { body } = this.plan;
    if (body.kind === 'none') return undefined;
    if (body.kind === 'text') return this.textBody(body.text);
    if (body.kind === 'json') return this.jsonBody(body.value);
    if (body.kind === 'pairs')
      return this.parameters(body, 'body: ,', this.indent) + (this.#call === 'fetch' ? '' : '.toString()');
    if (body.kind === 'bytes') return this.#again(this.bytes(body.base64));
    if (body.kind === 'file') return this.#fileBody(body.file, body.stripNewlines);
    this.form(body.parts);
    return 'form';
  }

  protected textBody(text: Template): string {
    const source = multiLine(text, this.names);
    return this.plan.isUntyped ? `new TextEncoder().encode(${source})` : source;
  }

  protected jsonBody(value: JsonNode): string {
    return `JSON.stringify(${jsonLiteral(value, JSON_STYLE, this.names, this.indent, 'body: JSON.stringify(),'.length)})`;
  }

  #fileBody(file: PlanFile, isStripped: boolean): string {
    if (file.kind === 'path' && !isStripped) return this.streamed(file.path);
    // Standard input is read once, however often the request is sent.
    const content = this.content(file);
    this.setup += isStripped
      ? `// Like curl -d @file, without NUL bytes and line ends.
const content = (${content}).filter(
  (byte) => ![0, 10, 13].includes(byte),
);\n`
      : `const content = ${content};\n`;
    return this.#again('content');
  }

  protected streamed(path: Template): string {
    return this.opened(path);
  }

  /** Wraps bytes in a Blob: fetch releases plain bytes once sent and could not resend them after a redirect. */
  #again(bytes: string): string {
    if (!this.sendsBlobs || this.plan.redirects === undefined) return bytes;
    return list('new Blob([', [bytes], '])', this.indent, ARRAY, 'body: ,'.length);
  }

  #basic(name: string, username: Template, password: Template): string {
    const login = joined(username, ':', password);
    const isAscii = typeof login === 'string' && /^[ -~]*$/.test(login);
    const [start, end] = isAscii ? ['btoa(', ');\n'] : ['Buffer.from(', ').toString("base64");\n'];
    const line = `const ${name} = ${start}${this.text(login)}${end}`;
    this.setup += line.length <= 81 ? line : `const ${name} = ${start}\n  ${this.text(login)},\n${end}`;
    return `\`Basic \${${name}}\``;
  }

  #lookup({ host, ip }: PlanAddress): string {
    const answer = `[{ address: ${this.text(ip)}, family: ${ownText(ip).includes(':') ? 6 : 4} }]`;
    if (this.plan.redirects === undefined)
      return `lookup: (_host, _options, done) =>\n      done(null, ${answer})`;
    this.import('node:dns', 'lookup');
    return `lookup: (host, options, done) =>\n      host === ${quoted(host)}\n        ? done(null, ${answer})\n        : lookup(host, options, done)`;
  }

  #proxy({ url, server, isOpen, username = '', password = '' }: PlanProxy): string[] {
    if (!isOpen) return [`uri: ${this.text(url)}`];
    return [`uri: ${this.text(server)}`, `token: ${this.#basic('proxyCredentials', username, password)}`];
  }

  #dispatcher(client: string): void {
    const { proxy, scheme, body, connectTimeout, ipVersion, transfer } = this.plan;
    const object = (name: string, values: readonly string[]) =>
      values.length === 0 ? [] : [`${name}: ${list('{', values, '}', '  ', OBJECT, name.length + 3)}`];
    const tls = this.tls();
    const connect: string[] = [];
    if (transfer.unix_socket !== undefined) connect.push(`socketPath: ${this.text(transfer.unix_socket)}`);
    if (ipVersion !== undefined) connect.push(`family: ${ipVersion}`);
    if (transfer.address !== undefined) connect.push(this.#lookup(transfer.address));
    if (connectTimeout !== undefined) connect.push(`timeout: ${numeral(connectTimeout)}`);
    const settings =
      proxy === undefined
        ? object('connect', [...tls, ...connect])
        : [...this.#proxy(proxy), ...object('requestTls', tls), ...object('proxyTls', connect)];
    if (client !== 'client.fetch' && (client === 'request' || settings.length > 0)) {
      this.import('undici', client);
      if (body.kind === 'multipart') this.import('undici', 'FormData');
    }
    if (settings.length === 0) return;
    // To a plain-http server curl uses no tunnel.
    if (proxy !== undefined && scheme !== 'https') settings.push('proxyTunnel: false');
    const name = proxy === undefined ? 'Agent' : 'ProxyAgent';
    this.import('undici', name);
    const agent = list(`new ${name}({`, settings, '})', '', OBJECT, 'const dispatcher = ;'.length);
    this.setup += `const dispatcher = ${agent};\n`;
    this.option('dispatcher', 'dispatcher');
  }
}
