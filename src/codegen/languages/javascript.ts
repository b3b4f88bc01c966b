/** JavaScript: programs for fetch, and for node:http where fetch cannot send it. */
import highlighter from 'highlight.js/lib/languages/javascript';
import type { LowerCase } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import type { PlanFile, PlanHeader } from '../plan/plan.ts';
import { jsonLiteral } from '../text/json.ts';
import { list } from '../text/layout.ts';
import { FETCH, NODE_HTTP } from './javascript/capabilities.ts';
import { multiLine, numeral, property, propertyKey } from './javascript/javascript-literals.ts';
import { ARRAY, JSON_STYLE, OBJECT, Program } from './javascript/javascript-program.ts';

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
      const url = this.text(plan.proxy.url);
      const settings = [`uri: ${url}`, 'proxyTunnel: false'];
      const beside = 'dispatcher: new ProxyAgent(),'.length;
      // To a plain-http server curl has no tunnel.
      const proxy = plan.scheme === 'https' ? url : list('{', settings, '}', this.indent, OBJECT, beside);
      this.option('dispatcher', `new ProxyAgent(${proxy})`);
    }
    const shown = this.response({
      // Of a redirect that is not followed curl makes no failure.
      ok: plan.redirects === undefined ? 'response.status >= 400' : '!response.ok',
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
    if (plan.requestTarget !== undefined) this.option('path', this.text(plan.requestTarget));
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
