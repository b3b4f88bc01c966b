/** JavaScript programs with node:http, for what fetch cannot send. */
import { jsonLiteral } from '../../text/json.ts';
import { multiLine, numeral } from './javascript-literals.ts';
import { JSON_STYLE, Program } from './javascript-program.ts';

export class HttpProgram extends Program {
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
    for (const [name, value] of this.tls()) this.option(name, value);
    if (plan.transfer.unixSocket !== undefined)
      this.option('socketPath', this.text(plan.transfer.unixSocket));
    if (plan.timeout !== undefined) this.option('signal', `AbortSignal.timeout(${numeral(plan.timeout)})`);
  }

  #headers(body: string | undefined): string[] {
    const { auth, chunked, body: planned } = this.plan;
    const lines = this.headerLines();
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
