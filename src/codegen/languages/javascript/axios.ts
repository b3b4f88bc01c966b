/** JavaScript programs with axios. */
import type { JsonNode, PlanAddress, ProgramPlan, Template } from '../../plan/plan.ts';
import { jsonLiteral } from '../../text/json.ts';
import { dedented, list, WIDTH } from '../../text/layout.ts';
import { ownText } from '../../text/templates.ts';
import { FetchProgram } from './fetch.ts';
import { multiLine, numeral, propertyKey, quoted } from './javascript-literals.ts';
import { JSON_STYLE, OBJECT } from './javascript-program.ts';

/** Methods whose function takes the body as its second argument, and those whose function takes none. */
const BODIED: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH']);
const BARE: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

export class AxiosProgram extends FetchProgram {
  constructor(plan: ProgramPlan) {
    super(plan, 'fetch', plan.isMinimal ? '' : '  ');
  }

  protected override call(): string {
    const { plan } = this;
    const { verb, transfer } = plan;
    this.modules = 'import axios from "axios";\n';
    const isBodied = BODIED.has(verb);
    const isNamed = isBodied || BARE.has(verb);
    const isStream = transfer.output !== undefined || transfer.streams;
    const isPlain = plan.isMinimal && !transfer.showsStatus && !isStream;
    const name = isNamed ? `axios.${verb?.toLowerCase()}` : 'axios';
    const start = this.start(name, isPlain ? '{ data }' : 'response');
    if (!isNamed) this.option('method', this.text(plan.method));
    // With a body, the options are one of several arguments, which are each on their own line.
    const { indent } = this;
    if (isBodied) this.indent += '  ';
    this.#options(isBodied);
    this.indent = indent;
    const call = isBodied ? this.#bodied(start) : this.request(start, this.url(start, undefined));
    return this.statements(call, {
      code: 'response.status',
      headers: 'Object.entries(response.headers)',
      body: 'response.data',
      text: isPlain ? 'data' : 'response.data',
      discard: isStream ? 'response.data.destroy();\n' : '',
      isTimeout: '["ERR_CANCELED", "ETIMEDOUT"].includes(error.code)',
      errorCode: 'error.code',
      // The whole error object contains all settings, including credentials.
      fail: 'console.error(error.message);\nprocess.exit(1);\n',
    });
  }

  /** Returns the call with a URL, a body and options, laid out as by the formatter. */
  #bodied(start: string): string {
    const { options, indent, margin } = this;
    const { body } = this.plan;
    const url = this.text(this.plan.url);
    const isObject = body.kind === 'json' && /^(?:object|array)$/.test(body.value.kind);
    // A last argument that is an object begins on the line of the call.
    const isLast = options.length === 0 && isObject && `${start}${url}, {`.length <= WIDTH;
    if (isLast) this.indent = margin;
    const data = this.body() ?? (options.length === 0 ? undefined : 'undefined');
    const first = data === undefined ? url : `${url}, ${data}`;
    if (isLast) return `${start}${first})`;
    const isFlat = !first.includes('\n') && !(isObject && options.length > 0);
    if (isFlat && `${start}${first}, {`.length <= WIDTH) {
      this.options = options.map((option) => dedented(option, '  '));
      return this.request(start, first);
    }
    const settings = options.length === 0 ? [] : [list('{', options, '}', indent, OBJECT, 1)];
    const args = [url, ...(data === undefined ? [] : [data]), ...settings];
    return `${start}\n${args.map((arg) => `${indent}${arg},\n`).join('')}${margin})`;
  }

  #options(isBodied: boolean): void {
    const { plan } = this;
    const { auth, redirects, transfer } = plan;
    if (plan.query !== undefined) {
      const fields = this.fields(plan.query, `${this.indent}  `);
      // Of an object, axios writes these otherwise.
      const isOdd = plan.query.pairs.flat().some((text) => /[!$'()*,:[\]~]/.test(ownText(text)));
      const params =
        fields === undefined || isOdd
          ? this.parameters(plan.query, 'params: ,', this.indent)
          : this.properties('params', fields);
      this.option('params', params);
    }
    const headers = this.#headers();
    if (headers.length > 0) this.option('headers', this.properties('headers', headers));
    if (auth?.kind === 'basic') this.option('auth', this.#credentials(auth.username, auth.password, ''));
    const body = isBodied ? undefined : this.body();
    if (body !== undefined) this.option('data', body);
    if (plan.stopsAtRedirect) this.option('maxRedirects', '0');
    else if (redirects?.max !== undefined)
      this.option('maxRedirects', redirects.max < 0 ? 'Infinity' : String(redirects.max));
    // axios's timeout ends with the headers of a streamed response.
    if (plan.timeout !== undefined) this.option('signal', `AbortSignal.timeout(${numeral(plan.timeout)})`);
    this.#connection();
    if (transfer.output !== undefined || transfer.streams) this.option('responseType', '"stream"');
    // By default axios parses JSON.
    else if (!transfer.isHead && !plan.isMinimal) this.option('responseType', '"text"');
    const throws = plan.isMinimal || (transfer.fails === 'before' && transfer.retry === undefined);
    if (!throws) this.option('validateStatus', 'null');
    else if (plan.stopsAtRedirect) this.option('validateStatus', '(status) => status < 400');
  }

  #headers(): string[] {
    const { plan } = this;
    const lines = this.headerLines();
    for (const { name, by } of plan.removed) lines.push(propertyKey(name, this.names) + by);
    const isTyped = plan.headers.some(({ lower }) => lower === 'content-type');
    // axios adds a default Content-Type to POST, PUT and PATCH even without a body.
    const isEmpty = plan.body.kind === 'none' && /^P(?:OST|UT|ATCH)$/.test(plan.verb ?? '');
    if (!isTyped && (plan.isUntyped || isEmpty)) lines.push('"Content-Type": false');
    const { body } = plan;
    if (body.kind === 'file' && body.file.kind === 'path' && !body.stripNewlines && !plan.isMinimal) {
      this.import('node:fs/promises', 'stat');
      lines.push(`"Content-Length": (await stat(${this.text(body.file.path)})).size`);
    }
    const isScalar = plan.body.kind === 'json' && !/^(?:object|array)$/.test(plan.body.value.kind);
    if (!isTyped && isScalar) lines.push('"Content-Type": "application/json"');
    return lines;
  }

  #credentials(username: Template, password: Template, step: string): string {
    const all = { username: this.text(username), password: this.text(password) };
    const settings = Object.entries(all).map(([name, text]) => (name === text ? name : `${name}: ${text}`));
    return list('{', settings, '}', `${this.indent}${step}`, OBJECT, 'auth: ,'.length);
  }

  #lookup({ host, ip }: PlanAddress): string {
    if (this.plan.redirects === undefined) return `async () => ${this.text(ip)}`;
    this.import('node:dns/promises', 'lookup');
    return `async (host) =>\n${this.indent}  host === ${quoted(host)} ? ${this.text(ip)} : (await lookup(host)).address`;
  }

  #connection(): void {
    const { ipVersion, proxy, transfer } = this.plan;
    if (ipVersion !== undefined) this.option('family', String(ipVersion));
    if (transfer.unix_socket !== undefined) this.option('socketPath', this.text(transfer.unix_socket));
    if (transfer.address !== undefined) this.option('lookup', this.#lookup(transfer.address));
    const tls = this.tls();
    if (tls.length > 0) {
      this.import('node:https', 'Agent');
      this.setup += `const httpsAgent = ${list('new Agent({', tls, '})', '', OBJECT, 'const httpsAgent = ;'.length)};\n`;
      this.option('httpsAgent', 'httpsAgent');
    }
    if (proxy === undefined) return;
    const { address, scheme, username } = proxy;
    if (address === undefined) this.option('proxy', `new URL(${this.text(proxy.url)})`);
    else {
      const settings = [`protocol: "${scheme}"`, `host: "${address.host}"`, `port: ${address.port}`];
      if (username !== undefined)
        settings.push(`auth: ${this.#credentials(username, proxy.password ?? '', '  ')}`);
      this.option('proxy', list('{', settings, '}', this.indent, OBJECT, 'proxy: ,'.length));
    }
  }

  protected override streamed(path: Template): string {
    if (this.plan.isMinimal) return this.content({ kind: 'path', path });
    this.import('node:fs', 'createReadStream');
    return `createReadStream(${this.text(path)})`;
  }

  /** Encodes a text, because axios would parse and trim JSON text. */
  protected override textBody(text: Template): string {
    const source = multiLine(text, this.names);
    const isJson = this.plan.headers.some(
      ({ lower, value }) => lower === 'content-type' && ownText(value).includes('application/json'),
    );
    return isJson ? `Buffer.from(${source})` : source;
  }

  protected override jsonBody(value: JsonNode): string {
    const literal = jsonLiteral(value, JSON_STYLE, this.names, this.indent, 'data: ,'.length);
    // axios serialises other values as JSON only if the type is application/json.
    return value.kind === 'object' || value.kind === 'array' ? literal : `JSON.stringify(${literal})`;
  }

  protected override readonly sendsBlobs = false;
}
