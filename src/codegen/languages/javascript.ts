/** JavaScript: programs for fetch, and for node:http where fetch cannot send it. */
import highlighter from 'highlight.js/lib/languages/javascript';
import type { LowerCase } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import type {
  PlanFile,
  PlanHeader,
  PlanPairs,
  PlanPart,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../plan/plan.ts';
import { camelCase, Identifiers } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { Imports, list, WIDTH } from '../text/layout.ts';
import { joined } from '../text/templates.ts';
import { FETCH, NODE_HTTP } from './javascript/capabilities.ts';
import { literal, multiLine, numeral, property, propertyKey, quoted } from './javascript/text.ts';

export const javascript: Emitter = {
  title: 'JavaScript',
  filename: 'main.mjs',
  run: 'node main.mjs',
  highlighter,
  libraries: [
    {
      name: 'fetch',
      requires: 'Node.js 20',
      install: (packages) => (packages.length === 0 ? null : `npm install ${packages.join(' ')}`),
      clients: [
        { capabilities: FETCH, emit: (plan) => new FetchProgram(plan).toString() },
        { capabilities: NODE_HTTP, emit: (plan) => new HttpProgram(plan).toString() },
      ],
    },
  ],
};

/** Keywords, and names of the language and of the programs. */
const TAKEN = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined globalThis process console fetch Buffer URLSearchParams FormData Blob Response TextEncoder AbortSignal JSON Error http https buffer text once readFile btoa body form encoded request response client DigestClient ProxyAgent chunk name value pipeline createWriteStream'.split(
    ' ',
  ),
);

/** What the programs of both libraries have in common. */
abstract class Program {
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;
  /** What is imported from each module: names in braces. */
  #named: Map<string, Imports> | undefined;
  /** Statements that import what no other import names. */
  protected modules = '';
  /** Statements before the request. */
  protected setup = '';
  /** The lines of the request's options. */
  protected options = '';
  /** What they are indented by. */
  protected indent = '  ';

  constructor(plan: ProgramPlan) {
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

  /**
   * The first argument of the call that sends the request; a long one stands on a line of its own, and so do the options.
   * @param start up to its bracket
   */
  protected url(start: string): string {
    const { plan } = this;
    const url = this.text(plan.url);
    if (start.length + url.length + ', {'.length > WIDTH) this.indent = '    ';
    return url;
  }

  /** The call itself, with the options as they are now, as the formatter leaves it. */
  protected request(start: string, url: string): string {
    const { options } = this;
    if (this.indent === '  ') return options === '' ? `${start}${url})` : `${start}${url}, {\n${options}})`;
    if (options === '') return `${start}\n  ${url},\n)`;
    const isShort = options.length < WIDTH && options.indexOf('\n') === options.length - 1;
    const all = isShort ? `{ ${options.trim().slice(0, -1)} }` : `{\n${options}  }`;
    return `${start}\n  ${url},\n  ${all},\n)`;
  }

  protected option(name: string, value: string): void {
    const { indent } = this;
    this.options += name === value ? `${indent}${name},\n` : `${indent}${name}: ${value},\n`;
  }

  /** Properties of an option, none of which has several lines unless it is too long for one. */
  protected properties(option: string, properties: readonly string[]): string {
    return list('{', properties, '}', this.indent, OBJECT, option.length + ': ,'.length, true);
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
  protected value({ value, isAscii }: PlanHeader): string {
    return isAscii ? this.text(value) : `Buffer.from(${this.text(value)}).toString("latin1")`;
  }

  protected header(header: PlanHeader): string {
    return property(propertyKey(header.name, this.names), this.value(header), `${this.indent}  `);
  }

  /**
   * The statements that show or save the response.
   * @param names what the response's parts are called in this library
   */
  protected response(names: {
    ok: string;
    failed: string;
    status: string;
    headers: string;
    body: string;
    text: string;
  }): string {
    const { output, showsHeaders, isHead, fails, streams } = this.plan.transfer;
    const status = `console.log(${names.status});\n`;
    const failure = `if (${names.ok}) throw new Error(\`HTTP \${${names.failed}}\`);\n`;
    const headers = `for (const [name, value] of ${names.headers}) console.log(\`\${name}: \${value}\`);\n`;
    let code = fails === 'before' ? `${failure}\n` : '\n';
    code += status + (showsHeaders ? headers : '');
    if (output !== undefined) {
      this.import('node:fs', 'createWriteStream');
      this.import('node:stream/promises', 'pipeline');
      code += `await pipeline(${names.body}, createWriteStream(${this.text(output)}));\n`;
    } else if (streams) code += `for await (const chunk of ${names.body}) process.stdout.write(chunk);\n`;
    else if (!isHead) code += `console.log(${names.text});\n`;
    return fails === 'after' ? `${code}if (${names.ok}) process.exitCode = 1;\n` : code;
  }

  /** The value of an Authorization for Basic. */
  protected basic(username: Template, password: Template): string {
    return `\`Basic \${btoa(${this.text(joined(username, ':', password))})}\``;
  }

  /** @param call that the pairs are the argument of, which starts the line and ends it */
  protected pairs({ pairs }: PlanPairs, call: string, indent: string): string {
    const texts = pairs.map(([name, value]) => `[${this.text(name)}, ${this.text(value)}]`);
    return list('[', texts, ']', indent, ARRAY, texts.length > 1 ? WIDTH : call.length);
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

  /** @param before what the expression stands behind, at its indentation */
  protected strippedContent(file: PlanFile, before: string, indent: string): string {
    const kept = '(byte) => ![0, 10, 13].includes(byte)';
    return list(`(${this.content(file)}).filter(`, [kept], ')', indent, ARRAY, before.length + 1);
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
      this.setup += `${list('form.append(', args, ')', '', ARRAY, 1)};\n`;
    }
  }

  #environment(variable: PlanVariable): string {
    const name = this.names.of(variable);
    const key = /^[A-Za-z_]\w*$/.test(variable.name) ? `.${variable.name}` : `[${quoted(variable.name)}]`;
    const start = `const ${name} = process.env${key}`;
    const { fallback } = variable;
    if (fallback !== undefined)
      return `${start} ${fallback.forEmpty ? '||' : '??'} ${quoted(fallback.text)};\n`;
    const test = `if (${name} === undefined)`;
    const failure = `throw new Error(${quoted(`${variable.name} is not set`)});`;
    const isLong = test.length + 1 + failure.length > WIDTH;
    return `${start};\n${test}${isLong ? '\n  ' : ' '}${failure}\n`;
  }
}

class FetchProgram extends Program {
  protected override call(): string {
    const { plan } = this;
    const { auth, insecure } = plan;
    if (insecure) this.setup += 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";\n';
    let client = '';
    if (auth?.kind === 'digest') {
      this.import('digest-fetch', 'DigestClient');
      this.setup += `const client = new DigestClient(${this.text(auth.username)}, ${this.text(auth.password)});\n`;
      client = 'client.';
    }
    const start = `const response = await ${client}fetch(`;
    const url = this.url(start);
    if (plan.verb !== 'GET') this.option('method', this.text(plan.verb ?? plan.method));
    const headers: string[] = [];
    for (const header of plan.headers) headers.push(this.header(header));
    if (plan.auth?.kind === 'basic')
      headers.push(`Authorization: ${this.basic(plan.auth.username, plan.auth.password)}`);
    if (headers.length > 0) this.option('headers', this.properties('headers', headers));
    const body = this.#body();
    if (body !== undefined) this.option('body', body);
    if (plan.redirects === undefined) this.option('redirect', '"manual"');
    if (plan.timeout !== undefined) this.option('signal', `AbortSignal.timeout(${numeral(plan.timeout)})`);
    if (plan.proxy !== undefined) {
      this.import('undici', 'fetch', 'ProxyAgent');
      if (plan.body.kind === 'multipart') this.import('undici', 'FormData');
      const settings = [`uri: ${this.text(plan.proxy.url)}`, 'proxyTunnel: false'];
      const beside = 'dispatcher: new ProxyAgent(),'.length;
      this.option('dispatcher', `new ProxyAgent(${list('{', settings, '}', this.indent, OBJECT, beside)})`);
    }
    const shown = this.response({
      ok: '!response.ok',
      failed: 'response.status',
      status: 'response.status, response.statusText',
      headers: 'response.headers',
      body: 'response.body ?? []',
      text: 'await response.text()',
    });
    return `${this.request(start, url)};\n${shown}`;
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
        return `JSON.stringify(${jsonLiteral(body.value, JSON_STYLE, this.names, this.indent, 'body: JSON.stringify(),'.length)})`;
      case 'pairs': {
        const { pairs, hasUniqueNames } = body;
        if (!hasUniqueNames)
          return `new URLSearchParams(${this.pairs(body, 'body: new URLSearchParams(),', this.indent)})`;
        const fields = pairs.map(([name, value]) =>
          property(propertyKey(name, this.names), this.text(value), `${this.indent}  `),
        );
        return `new URLSearchParams(${this.properties('body: new URLSearchParams()', fields)})`;
      }
      case 'bytes':
        return this.#again(this.bytes(body.base64));
      case 'file':
        return this.#fileBody(body.file, body.stripNewlines);
      case 'multipart':
        this.form(body.parts);
        return 'form';
    }
  }

  /** fetch lets go of plain bytes when it has sent them, and could not send them again after a redirect. */
  #again(bytes: string): string {
    if (this.plan.redirects === undefined) return bytes;
    return list('new Blob([', [bytes], '])', this.indent, ARRAY, 'body: ,'.length);
  }

  #fileBody(file: PlanFile, isStripped: boolean): string {
    if (!isStripped) return this.#again(this.content(file));
    return this.plan.redirects === undefined
      ? this.strippedContent(file, 'body: ', this.indent)
      : this.#again(this.strippedContent(file, '', `${this.indent}  `));
  }
}

class HttpProgram extends Program {
  protected override call(): string {
    const { plan } = this;
    const module = plan.scheme === 'http' ? 'http' : 'https';
    this.modules = `import ${module} from "node:${module}";\nimport { once } from "node:events";\n`;
    const { output, streams, isHead } = plan.transfer;
    if (output === undefined && !streams && !isHead) this.import('node:stream/consumers', 'text');
    const body = this.#body();
    const start = `const request = ${module}.request(`;
    const url = this.url(start);
    this.#options(body);
    const shown = this.response({
      ok: 'response.statusCode >= 400',
      failed: 'response.statusCode',
      status: 'response.statusCode, response.statusMessage',
      headers: 'Object.entries(response.headers)',
      body: 'response',
      text: 'await text(response)',
    });
    return `${this.request(start, url)};
request.end(${body === undefined ? '' : 'body'});
const [response] = await once(request, "response");
${shown}`;
  }

  #options(body: string | undefined): void {
    const { plan } = this;
    if (plan.verb !== 'GET') this.option('method', this.text(plan.method));
    if (plan.target !== undefined) this.option('path', this.text(plan.target));
    const headers = this.#headers(body);
    if (headers.length > 0) this.option('headers', this.properties('headers', headers));
    if (plan.ipVersion !== undefined) this.option('family', String(plan.ipVersion));
    if (plan.insecure) this.option('rejectUnauthorized', 'false');
    const { cert, key, cacert, unixSocket } = plan.transfer;
    for (const [name, path] of [['cert', cert] as const, ['key', key] as const, ['ca', cacert] as const])
      if (path !== undefined) this.option(name, this.content({ kind: 'path', path }));
    if (unixSocket !== undefined) this.option('socketPath', this.text(unixSocket));
    if (plan.timeout !== undefined) this.option('signal', `AbortSignal.timeout(${numeral(plan.timeout)})`);
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
        const key = propertyKey(first.name, this.names);
        lines.push(key + list('[', values, ']', `${this.indent}  `, ARRAY, key.length + 1));
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
        return `JSON.stringify(${jsonLiteral(body.value, JSON_STYLE, this.names, '', 'const body = JSON.stringify();'.length)})`;
      case 'pairs':
        return `new URLSearchParams(${this.pairs(body, 'const body = new URLSearchParams().toString();', '')}).toString()`;
      case 'bytes':
        return this.bytes(body.base64);
      case 'file':
        return body.stripNewlines
          ? this.strippedContent(body.file, 'const body = ', '')
          : this.content(body.file);
      case 'multipart':
        this.form(body.parts);
        this.setup += 'const encoded = new Response(form);\n';
        return 'Buffer.from(await encoded.arrayBuffer())';
    }
  }
}

const OBJECT = { step: '  ', padding: ' ', trailing: ',' };
const ARRAY = { step: '  ', padding: '', trailing: ',' };
const JSON_STYLE: JsonStyle = {
  object: OBJECT,
  array: ARRAY,
  keys: (members, names) => members.map(({ key }) => propertyKey(key, names)),
  member: property,
  text: literal,
  constant: String,
};
