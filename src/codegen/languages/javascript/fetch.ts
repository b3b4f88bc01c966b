/** JavaScript programs with fetch. */
import type { JsonNode, PlanFile, Template } from '../../plan/plan.ts';
import { jsonLiteral } from '../../text/json.ts';
import { list } from '../../text/layout.ts';
import { multiLine, numeral, property, propertyKey } from './javascript-literals.ts';
import { ARRAY, JSON_STYLE, OBJECT, Program } from './javascript-program.ts';

export class FetchProgram extends Program {
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
    const headers = this.headerLines();
    if (auth?.kind === 'basic') headers.push(`Authorization: ${this.basic(auth.username, auth.password)}`);
    if (headers.length > 0) this.option('headers', this.properties('headers', headers));
    const body = this.body();
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

  /** The value of the option that has the body; undefined when there is none. */
  protected body(): string | undefined {
    const { body } = this.plan;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return this.textBody(body.text);
      case 'json':
        return this.jsonBody(body.value);
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

  protected textBody(text: Template): string {
    const source = multiLine(text, this.names);
    return this.plan.isUntyped ? `new TextEncoder().encode(${source})` : source;
  }

  protected jsonBody(value: JsonNode): string {
    return `JSON.stringify(${jsonLiteral(value, JSON_STYLE, this.names, this.indent, 'body: JSON.stringify(),'.length)})`;
  }

  /** fetch lets go of plain bytes when it has sent them, and could not send them again after a redirect. */
  protected get sendsOnce(): boolean {
    return this.plan.redirects !== undefined;
  }

  #again(bytes: string): string {
    return this.sendsOnce ? list('new Blob([', [bytes], '])', this.indent, ARRAY, 'body: ,'.length) : bytes;
  }

  #fileBody(file: PlanFile, isStripped: boolean): string {
    if (!isStripped) return this.#again(this.content(file));
    return this.sendsOnce
      ? this.#again(this.strippedContent(file, '', `${this.indent}  `))
      : this.strippedContent(file, 'body: ', this.indent);
  }
}
