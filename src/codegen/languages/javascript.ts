/** JavaScript: programs for fetch, and for node:http where fetch cannot send it. */
import type { LowerCase } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import type { Plan, PlanFile, PlanHeader, PlanPart, PlanVariable, Template } from '../plan/plan.ts';
import { camelCase, Identifiers } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { Imports, list } from '../text/layout.ts';
import { joined } from '../text/templates.ts';
import { FETCH, NODE_HTTP } from './javascript/capabilities.ts';
import { isIdentifier, literal, multiLine, numeral, property, quoted } from './javascript/text.ts';

export const javascript: Emitter = {
  title: 'JavaScript',
  library: 'fetch',
  requires: 'Node.js 20',
  filename: 'main.mjs',
  install: (packages) => (packages.length === 0 ? null : `npm install ${packages.join(' ')}`),
  run: 'node main.mjs',
  clients: [
    { capabilities: FETCH, emit: (plan) => new FetchProgram(plan).toString() },
    { capabilities: NODE_HTTP, emit: (plan) => new HttpProgram(plan).toString() },
  ],
};

/** Keywords, and names of the language and of the programs. */
const TAKEN = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined globalThis process console fetch Buffer URLSearchParams FormData Blob Response TextEncoder AbortSignal JSON Error http https buffer text once readFile btoa body form encoded request response client DigestClient ProxyAgent'.split(
    ' ',
  ),
);

/** What the programs of both libraries have in common. */
abstract class Program {
  protected readonly plan: Plan;
  protected readonly names: Identifiers;
  /** What is imported from each module: names in braces. */
  #named: Map<string, Imports> | undefined;
  /** Statements that import what no other import names. */
  protected modules = '';
  /** Statements before the request. */
  protected setup = '';
  /** The lines of the request's options. */
  protected options = '';

  constructor(plan: Plan) {
    this.plan = plan;
    this.names = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  toString(): string {
    const call = this.call();
    let before = this.modules;
    if (this.#named !== undefined)
      for (const [module, imports] of this.#named)
        before += `import { ${imports.names.join(', ')} } from "${module}";\n`;
    if (this.plan.variables.length > 0) {
      if (before !== '') before += '\n';
      for (const variable of this.plan.variables) before += this.#environment(variable);
    }
    if (this.setup !== '') before += before === '' ? this.setup : `\n${this.setup}`;
    return before === '' ? call : `${before}\n${call}`;
  }

  /** The arguments of the call: the URL, and the options where there are any. */
  protected args(): string {
    const { plan } = this;
    const end = this.options === '' ? '' : `, {\n${this.options}}`;
    return plan.isPlainUrl ? `"${plan.url}"${end}` : this.text(plan.url) + end;
  }

  /** The statements that send the request and show the answer. */
  protected abstract call(): string;

  protected import(module: string, ...names: readonly string[]): void {
    this.#named ??= new Map();
    this.#named.set(module, (this.#named.get(module) ?? new Imports()).add(...names));
  }

  protected text(text: Template): string {
    return literal(text, this.names);
  }

  /** JavaScript takes the characters of a header for bytes, so the UTF-8 is put in as such. */
  protected value({ value, isPlain, isAscii }: PlanHeader): string {
    if (isPlain) return `"${value}"`;
    return isAscii ? this.text(value) : `Buffer.from(${this.text(value)}).toString("latin1")`;
  }

  protected header(header: PlanHeader): string {
    const { name, value, isPlain } = header;
    if (!isPlain) return property(name, this.value(header), this.names);
    return isIdentifier(name) ? `${name}: "${value}"` : `"${name}": "${value}"`;
  }

  /** The value of an Authorization for Basic. */
  protected basic(username: Template, password: Template): string {
    return `\`Basic \${btoa(${this.text(joined(username, ':', password))})}\``;
  }

  protected bytes(base64: string): string {
    return `Buffer.from("${base64}", "base64")`;
  }

  protected content(file: PlanFile): string {
    if (file.kind === 'stdin') {
      this.import('node:stream/consumers', 'buffer');
      return 'await buffer(process.stdin)';
    }
    this.import('node:fs/promises', 'readFile');
    return `await readFile(${this.text(file.path)})`;
  }

  protected strippedContent(file: PlanFile): string {
    return `(${this.content(file)}).filter((byte) => ![0, 10, 13].includes(byte))`;
  }

  /** `const form = …` */
  protected form(parts: readonly PlanPart[]): void {
    this.setup += 'const form = new FormData();\n';
    for (const { name, filename, contentType, content } of parts) {
      const args = [this.text(name)];
      if (content.kind === 'text' && filename === undefined) args.push(this.text(content.text));
      else {
        const source =
          content.kind === 'text'
            ? this.text(content.text)
            : content.kind === 'bytes'
              ? this.bytes(content.base64)
              : this.content(content.file);
        const type = contentType === undefined ? '' : `, { type: ${this.text(contentType)} }`;
        args.push(`new Blob([${source}]${type})`);
        if (filename !== undefined) args.push(this.text(filename));
      }
      this.setup += `form.append(${args.join(', ')});\n`;
    }
  }

  #environment(variable: PlanVariable): string {
    const name = this.names.of(variable);
    const key = /^[A-Za-z_]\w*$/.test(variable.name) ? `.${variable.name}` : `[${quoted(variable.name)}]`;
    const start = `const ${name} = process.env${key}`;
    const { fallback } = variable;
    if (fallback !== undefined)
      return `${start} ${fallback.forEmpty ? '||' : '??'} ${quoted(fallback.text)};\n`;
    return `${start};\nif (${name} === undefined) throw new Error(${quoted(`${variable.name} is not set`)});\n`;
  }
}

class FetchProgram extends Program {
  protected override call(): string {
    const { plan } = this;
    if (plan.verb !== 'GET') this.options += `  method: ${this.text(plan.verb ?? plan.method)},\n`;
    const headers: string[] = [];
    for (const header of plan.headers) headers.push(this.header(header));
    if (plan.auth?.kind === 'basic')
      headers.push(`Authorization: ${this.basic(plan.auth.username, plan.auth.password)}`);
    if (headers.length > 0) this.options += `  headers: ${object(headers, '  ')},\n`;
    const body = this.#body();
    if (body !== undefined) this.options += `  body: ${body},\n`;
    if (plan.redirects === undefined) this.options += '  redirect: "manual",\n';
    if (plan.timeout !== undefined)
      this.options += `  signal: AbortSignal.timeout(${numeral(plan.timeout)}),\n`;
    if (plan.proxy !== undefined) {
      this.import('undici', 'fetch', 'ProxyAgent');
      if (plan.body.kind === 'multipart') this.import('undici', 'FormData');
      this.options += `  dispatcher: new ProxyAgent({ uri: ${this.text(plan.proxy.url)}, proxyTunnel: false }),\n`;
    }
    if (plan.insecure) this.setup += 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";\n';
    let start = 'const response = await fetch(';
    if (plan.auth?.kind === 'digest') {
      this.import('digest-fetch', 'DigestClient');
      this.setup += `const client = new DigestClient(${this.text(plan.auth.username)}, ${this.text(plan.auth.password)});\n`;
      start = 'const response = await client.fetch(';
    }
    return `${start}${this.args()});

console.log(response.status, response.statusText);
console.log(await response.text());
`;
  }

  #body(): string | undefined {
    const { body, isUntyped } = this.plan;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return isUntyped
          ? `new TextEncoder().encode(${multiLine(body.text, this.names)})`
          : multiLine(body.text, this.names);
      case 'json':
        return `JSON.stringify(${jsonLiteral(body.value, JSON_STYLE, this.names, '  ')})`;
      case 'pairs': {
        const pairs = body.pairs.map(([name, value]) =>
          body.hasUniqueNames
            ? property(name, this.text(value), this.names)
            : `[${this.text(name)}, ${this.text(value)}]`,
        );
        const all = body.hasUniqueNames ? object(pairs, '  ') : list('[', pairs, ']', '  ', ARRAY);
        return `new URLSearchParams(${all})`;
      }
      case 'bytes':
        return this.#again(this.bytes(body.base64));
      case 'file':
        return this.#again(body.stripNewlines ? this.strippedContent(body.file) : this.content(body.file));
      case 'multipart':
        this.form(body.parts);
        return 'form';
    }
  }

  /** fetch lets go of plain bytes when it has sent them, and could not send them again after a redirect. */
  #again(bytes: string): string {
    return this.plan.redirects === undefined ? bytes : `new Blob([${bytes}])`;
  }
}

class HttpProgram extends Program {
  protected override call(): string {
    const { plan } = this;
    const module = plan.scheme === 'http' ? 'http' : 'https';
    this.modules = `import ${module} from "node:${module}";\nimport { once } from "node:events";\n`;
    this.import('node:stream/consumers', 'text');
    const body = this.#body();
    if (plan.verb !== 'GET') this.options += `  method: ${this.text(plan.method)},\n`;
    if (plan.target !== undefined) this.options += `  path: ${this.text(plan.target)},\n`;
    const headers = this.#headers(body);
    if (headers.length > 0) this.options += `  headers: ${object(headers, '  ')},\n`;
    if (plan.ipVersion !== undefined) this.options += `  family: ${plan.ipVersion},\n`;
    if (plan.insecure) this.options += '  rejectUnauthorized: false,\n';
    if (plan.timeout !== undefined)
      this.options += `  signal: AbortSignal.timeout(${numeral(plan.timeout)}),\n`;
    return `const request = ${module}.request(${this.args()});
request.end(${body === undefined ? '' : 'body'});
const [response] = await once(request, "response");

console.log(response.statusCode, response.statusMessage);
console.log(await text(response));
`;
  }

  /** The lines of one name are an array. */
  #headers(body: string | undefined): string[] {
    const { headers, auth, chunked, body: planned } = this.plan;
    const byName = new Map<LowerCase, PlanHeader[]>();
    for (const header of headers) {
      const known = byName.get(header.lower);
      if (known === undefined) byName.set(header.lower, [header]);
      else known.push(header);
    }
    const lines: string[] = [];
    for (const alike of byName.values()) {
      const [first] = alike;
      if (first === undefined) continue;
      if (alike.length === 1) lines.push(this.header(first));
      else {
        const values = alike.map((header) => this.value(header));
        lines.push(property(first.name, list('[', values, ']', '    ', ARRAY), this.names));
      }
    }
    if (auth?.kind === 'basic') lines.push(`Authorization: ${this.basic(auth.username, auth.password)}`);
    if (planned.kind === 'multipart') lines.push('"Content-Type": encoded.headers.get("content-type")');
    if (chunked) lines.push('"Transfer-Encoding": "chunked"');
    else if (body !== undefined) lines.push('"Content-Length": Buffer.byteLength(body)');
    return lines;
  }

  /** `const body = …` */
  #body(): string | undefined {
    const source = this.#source();
    if (source !== undefined) this.setup += `const body = ${source};\n`;
    return source;
  }

  #source(): string | undefined {
    const { body } = this.plan;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return multiLine(body.text, this.names);
      case 'json':
        return `JSON.stringify(${jsonLiteral(body.value, JSON_STYLE, this.names, '')})`;
      case 'pairs': {
        const pairs = body.pairs.map(([name, value]) => `[${this.text(name)}, ${this.text(value)}]`);
        return `new URLSearchParams(${list('[', pairs, ']', '', ARRAY)}).toString()`;
      }
      case 'bytes':
        return this.bytes(body.base64);
      case 'file':
        return body.stripNewlines ? this.strippedContent(body.file) : this.content(body.file);
      case 'multipart':
        this.form(body.parts);
        this.setup += 'const encoded = new Response(form);\n';
        return 'Buffer.from(await encoded.arrayBuffer())';
    }
  }
}

/** An object literal, on one line where it is short. */
function object(properties: readonly string[], indent: string): string {
  return list('{', properties, '}', indent, OBJECT);
}

const OBJECT = { step: '  ', padding: ' ', trailing: ',' };
const ARRAY = { step: '  ', padding: '', trailing: ',' };
const JSON_STYLE: JsonStyle = {
  object: OBJECT,
  array: ARRAY,
  keys: (members, names) => members.map(({ key }) => property(key, '', names)),
  text: literal,
  constant: String,
};
