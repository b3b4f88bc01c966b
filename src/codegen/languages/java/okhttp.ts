/** Java programs with OkHttp. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanPart, Template } from '../../plan/plan.ts';
import { indented } from '../../text/layout.ts';
import { CALL, chain, JavaProgram, STATEMENT } from './java-program.ts';

/** What OkHttp takes for the type of a part (RFC 9110, section 8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`{|}~-]+\/[\w!#$%&'*+.^`{|}~-]+(?:; ?[\w!#$%&'*+.^`{|}~-]+=(?:[\w!#$%&'*+.^`{|}~-]+|"[^"]*"))*$/;

export const okHttp: Client = {
  capabilities: new Capabilities({
    name: 'OkHttp',
    bodiless: ['GET', 'HEAD'],
    dotSegments: false,
    repeatedHeaders: 'all',
    headerText: 'ascii',
    defaultHeaders: {
      'accept-encoding': 'fixed',
      connection: 'fixed',
      host: 'fixed',
      'user-agent': 'fixed',
    },
    form: { type: true },
    json: { type: false, number: (token) => token },
    multipart: {
      names: 'percent',
      headers: false,
      objection: ({ contentType }) =>
        contentType === undefined || MEDIA_TYPE.test(contentType)
          ? undefined
          : 'gives no odd Content-Type to',
    },
    schemes: {},
    redirects: {
      limit: false,
      toGet: { 301: 'others', 302: 'others', 303: 'others' },
      keepsBody: false,
      dropsElsewhere: ['authorization'],
    },
    proxies: { http: 'own', socks4: 'own', socks5: 'own' },
    versions: { '1.1': 'option', '2': 'default' },
    chunked: false,
  }),
  emit: (plan) => new OkHttpProgram(plan).emit(),
};

/** Methods with a call of their own. */
const CALLS: ReadonlySet<string | undefined> = new Set(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Methods that OkHttp refuses to send without a body, be it an empty one. */
const BODIED = /^(?:POST|PUT|PATCH|PROPPATCH|QUERY|REPORT)$/;
/** Milliseconds without a byte after which it gives up by default. */
const READ_TIMEOUT = 10_000;

class OkHttpProgram extends JavaProgram {
  protected override readonly headers = 'response.headers().toMultimap()';

  emit(): string {
    this.#use('OkHttpClient', 'Request', 'Response');
    const client = this.#client();
    const request = this.#request();
    return this.toString(`${this.preparation}${client}${request}\n${this.#response()}`);
  }

  #use(...names: readonly string[]): void {
    this.imports.add(...names.map((name) => `okhttp3.${name}`));
  }

  #client(): string {
    const { connectTimeout, httpVersion, insecure, proxy, redirects, scheme, timeout } = this.plan;
    const calls: string[] = [];
    if (redirects === undefined) calls.push('followRedirects(false)');
    if (httpVersion === '1.1') {
      this.imports.add('java.util.List');
      this.#use('Protocol');
      calls.push('protocols(List.of(Protocol.HTTP_1_1))');
    }
    if (connectTimeout !== undefined) calls.push(`connectTimeout(${this.duration(connectTimeout)})`);
    if (timeout !== undefined) calls.push(`callTimeout(${this.duration(timeout)})`);
    if (timeout === undefined || timeout > READ_TIMEOUT) {
      this.imports.add('java.time.Duration');
      calls.push('readTimeout(Duration.ZERO)');
    }
    if (proxy !== undefined) {
      calls.push(`proxy(${this.proxy(proxy)})`);
      // To a plain-http server there is no tunnel, and the request itself has them.
      if (proxy.username !== undefined && scheme !== 'http')
        calls.push(`proxyAuthenticator((route, response) -> response.request().newBuilder()
                        .header("Proxy-Authorization", ${this.#basic(proxy.username, proxy.password ?? '')})
                        .build())`);
    }
    if (insecure) {
      calls.push(`sslSocketFactory(${this.trustAll()}.getSocketFactory(), trustAll)`);
      calls.push('hostnameVerifier((host, session) -> true)');
    }
    return `${STATEMENT}OkHttpClient client = new OkHttpClient.Builder()\n${chain(calls)}${CALL}.build();\n`;
  }

  #basic(username: Template, password: Template): string {
    this.#use('Credentials');
    this.imports.add('java.nio.charset.StandardCharsets');
    return `Credentials.basic(${this.text(username)}, ${this.text(password)}, StandardCharsets.UTF_8)`;
  }

  #request(): string {
    const { auth, body, headers, proxy, scheme, url, verb, method } = this.plan;
    const calls = [`url(${this.text(url)})`];
    if (auth?.kind === 'basic')
      calls.push(`header("Authorization", ${this.#basic(auth.username, auth.password)})`);
    if (proxy?.username !== undefined && scheme === 'http')
      calls.push(`header("Proxy-Authorization", ${this.#basic(proxy.username, proxy.password ?? '')})`);
    const seen = new Set<string>();
    for (const { name, lower, value } of headers) {
      calls.push(`${seen.has(lower) ? 'addHeader' : 'header'}(${this.text(name)}, ${this.text(value)})`);
      seen.add(lower);
    }
    const isEmpty = body.kind === 'none' && typeof method === 'string' && BODIED.test(method);
    const content = isEmpty ? this.#created('""') : this.#body();
    if (CALLS.has(verb)) calls.push(`${verb?.toLowerCase()}(${content ?? ''})`);
    else if (verb !== 'GET') calls.push(`method(${this.text(method)}, ${content ?? 'null'})`);
    return `${STATEMENT}Request request = new Request.Builder()\n${chain(calls)}${CALL}.build();\n`;
  }

  /** A body that leaves the Content-Type to the header: with a type, a text would be given a charset. */
  #created(content: string, type = 'null'): string {
    this.#use('RequestBody');
    return `RequestBody.create(${content}, ${type})`;
  }

  #body(): string | undefined {
    const { body } = this.plan;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'pairs':
        return this.#form(
          'FormBody',
          body.pairs.map(([name, value]) => `add(${this.text(name)}, ${this.text(value)})`),
        );
      case 'multipart':
        return this.#form('MultipartBody', [
          'setType(MultipartBody.FORM)',
          ...body.parts.map((part) => this.#part(part)),
        ]);
      default: {
        const { kind, value } = this.source(body, `${CALL}        `);
        return this.#created(kind === 'path' ? `${value}.toFile()` : value);
      }
    }
  }

  #form(kind: string, calls: readonly string[]): string {
    this.#use(kind, 'RequestBody');
    this.prepare(`RequestBody form = new ${kind}.Builder()\n${chain(calls)}${CALL}.build();`);
    return 'form';
  }

  #part({ name, filename, contentType, content }: PlanPart): string {
    const isField = content.kind === 'text' && filename === undefined && contentType === undefined;
    if (isField) return `addFormDataPart(${this.text(name)}, ${this.text(content.text)})`;
    if (contentType !== undefined) this.#use('MediaType');
    const type = contentType === undefined ? 'null' : `MediaType.parse(${this.text(contentType)})`;
    const file = filename === undefined ? 'null' : this.text(filename);
    const source = this.content(content);
    const created = this.#created(
      source.kind === 'path' ? `${source.value}.toFile()` : this.bytes(source),
      type,
    );
    return `addFormDataPart(${this.text(name)}, ${file}, ${created})`;
  }

  #response(): string {
    const { transfer } = this.plan;
    const isRead = transfer.output !== undefined || transfer.streams;
    if (isRead) this.imports.add('java.io.InputStream');
    const open = isRead ? `${STATEMENT}InputStream body = response.body().byteStream();\n` : '';
    const print = isRead ? undefined : `${STATEMENT}System.out.println(response.body().string());\n`;
    const shown = this.shown('response.code()', transfer, open, print);
    return `${STATEMENT}try (Response response = client.newCall(request).execute()) {
${indented(shown, '    ')}${STATEMENT}}
`;
  }
}
