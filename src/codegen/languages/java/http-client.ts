/** Java programs with java.net.http. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanPart, ProgramPlan, Template } from '../../plan/plan.ts';
import { joined } from '../../text/templates.ts';
import { CALL, chain, JavaProgram, STATEMENT } from './java-program.ts';

const PUBLISHERS = { text: 'ofString', bytes: 'ofByteArray', path: 'ofFile' };

/** Verbs with a method of their own; the others are named. */
const CALLS: Readonly<Partial<Record<string, string>>> = { POST: 'POST', PUT: 'PUT' };

export const httpClient: Client = {
  capabilities: new Capabilities({
    name: 'java.net.http',
    barePercent: false,
    repeatedHeaders: 'but-cookies',
    headerText: 'ascii',
    host: 'field',
    defaultHeaders: { 'user-agent': 'fixed', connection: 'fixed', host: 'fixed' },
    form: { type: false },
    json: { type: false, number: (token) => token },
    multipart: { ownType: true },
    schemes: {},
    redirects: {
      limit: false,
      toGet: { 301: 'post', 302: 'post', 303: 'all' },
      keepsBody: true,
    },
    proxies: { http: 'own' },
    versions: { '1.1': 'option', '2': 'default' },
    expectContinue: 'option',
    connection: false,
  }),
  emit: (plan) => new HttpClientProgram(plan).emit(),
};

class HttpClientProgram extends JavaProgram {
  constructor(plan: ProgramPlan) {
    super(plan);
    this.imports.add(
      'java.net.URI',
      'java.net.http.HttpClient',
      'java.net.http.HttpRequest',
      'java.net.http.HttpResponse',
    );
  }

  emit(): string {
    const client = this.#client();
    const request = this.#request();
    return this.toString(`${this.preparation}${client}${request}\n${this.#response()}`);
  }

  #client(): string {
    const { connectTimeout, httpVersion, insecure, proxy, redirects } = this.plan;
    const calls: string[] = [];
    if (httpVersion !== undefined)
      calls.push(`version(HttpClient.Version.${httpVersion === '2' ? 'HTTP_2' : 'HTTP_1_1'})`);
    if (redirects !== undefined) calls.push('followRedirects(HttpClient.Redirect.NORMAL)');
    if (connectTimeout !== undefined) calls.push(`connectTimeout(${this.duration(connectTimeout)})`);
    if (proxy !== undefined) {
      this.imports.add('java.net.ProxySelector');
      calls.push(`proxy(ProxySelector.of(${this.proxyAddress(proxy)}))`);
    }
    if (insecure) calls.push(`sslContext(${this.trustAll()})`);
    if (calls.length === 0) return `${STATEMENT}HttpClient client = HttpClient.newHttpClient();\n`;
    return `${STATEMENT}HttpClient client = HttpClient.newBuilder()\n${chain(calls)}${CALL}.build();\n`;
  }

  #request(): string {
    const { host, headers, timeout, expectContinue, auth, proxy, scheme, compressed, url } = this.plan;
    const calls: string[] = [];
    const header = (name: string, value: string) => calls.push(`header(${name}, ${value})`);
    if (timeout !== undefined) calls.push(`timeout(${this.duration(timeout)})`);
    if (expectContinue) calls.push('expectContinue(true)');
    if (host !== undefined) {
      this.prepare('System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");');
      header('"Host"', this.text(host));
    }
    const basic = (to: string, name: string, username: Template, password: Template) => {
      const { value, declaration } = this.basic(name, username, password);
      this.prepare(declaration);
      header(to, value);
    };
    if (auth?.kind === 'basic') basic('"Authorization"', 'credentials', auth.username, auth.password);
    if (proxy?.username !== undefined) {
      // By default a tunnel is not asked for with a password.
      if (scheme !== 'http')
        this.prepare('System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");');
      basic('"Proxy-Authorization"', 'proxyCredentials', proxy.username, proxy.password ?? '');
    }
    for (const { name, value } of headers) header(this.text(name), this.text(value));
    if (compressed) header('"Accept-Encoding"', '"gzip"');
    const method = this.#method(header);
    if (method !== undefined) calls.push(method);
    return `${STATEMENT}HttpRequest request = HttpRequest.newBuilder(URI.create(${this.text(url)}))\n${chain(calls)}${CALL}.build();\n`;
  }

  /** The call that says the method and the body; undefined for a plain GET. */
  #method(header: (name: string, value: string) => void): string | undefined {
    const { method, verb } = this.plan;
    const publisher = this.#publisher(header);
    if (publisher === undefined) {
      if (verb === 'GET') return undefined;
      if (verb === 'DELETE') return 'DELETE()';
    }
    const body = publisher ?? 'HttpRequest.BodyPublishers.noBody()';
    const call = verb === undefined ? undefined : CALLS[verb];
    return call === undefined ? `method(${this.text(method)}, ${body})` : `${call}(${body})`;
  }

  #publisher(header: (name: string, value: string) => void): string | undefined {
    const { body, chunked } = this.plan;
    if (body.kind === 'none') return undefined;
    let publisher: string;
    if (body.kind === 'multipart') {
      const { value, declaration } = this.multipartType(body.type);
      this.prepare(declaration);
      header('"Content-Type"', value);
      publisher = this.#parts(body.parts);
    } else {
      const { kind, value } = this.source(body, `${CALL}        `);
      publisher = `HttpRequest.BodyPublishers.${PUBLISHERS[kind]}(${value})`;
    }
    // A publisher that does not know the length is sent in chunks.
    return chunked ? `HttpRequest.BodyPublishers.fromPublisher(${publisher})` : publisher;
  }

  /** The call of the record that writes a form. */
  #parts(parts: readonly PlanPart[]): string {
    this.imports.add('java.net.http.HttpRequest.BodyPublisher', 'java.net.http.HttpRequest.BodyPublishers');
    this.imports.add('java.util.ArrayList', 'java.util.List');
    this.members = PART;
    const indentation = `${CALL}        `;
    const items = parts.map(({ lines, content }) => {
      const headers = lines.map(([name, value]): Template => joined(name, ': ', value));
      const head = this.text(joined(...headers.flatMap((line, at) => (at === 0 ? [line] : ['\r\n', line]))));
      const { kind, value } = this.content(content);
      return `${indentation}new Part(\n${indentation}        ${head},\n${indentation}        BodyPublishers.${PUBLISHERS[kind]}(${value}))`;
    });
    return `Part.form(boundary${items.map((item) => `,\n${item}`).join('')})`;
  }

  #response(): string {
    const { compressed, transfer } = this.plan;
    const reads = compressed || transfer.output !== undefined || transfer.streams;
    const [type, handler] = transfer.isHead
      ? ['Void', 'discarding']
      : reads
        ? ['InputStream', 'ofInputStream']
        : ['String', 'ofString'];
    const send = `${STATEMENT}HttpResponse<${type}> response = client.send(request, HttpResponse.BodyHandlers.${handler}());\n`;
    let open = '';
    if (type === 'InputStream') {
      this.imports.add('java.io.InputStream');
      const isGzip = 'response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isPresent()';
      if (compressed) this.imports.add('java.util.zip.GZIPInputStream');
      open = compressed
        ? `${STATEMENT}boolean isGzip = ${isGzip};
${STATEMENT}InputStream body = isGzip ? new GZIPInputStream(response.body()) : response.body();\n`
        : `${STATEMENT}InputStream body = response.body();\n`;
    }
    const print = reads ? undefined : `${STATEMENT}System.out.println(response.body());\n`;
    return send + this.shown('response.statusCode()', transfer, open, print);
  }
}

/** A part of a form, which the JDK has no class for. */
const PART = `
    record Part(String headers, BodyPublisher content) {
        static BodyPublisher form(String boundary, Part... parts) {
            List<BodyPublisher> publishers = new ArrayList<>();
            for (Part part : parts) {
                publishers.add(BodyPublishers.ofString("--" + boundary + "\\r\\n" + part.headers + "\\r\\n\\r\\n"));
                publishers.add(part.content);
                publishers.add(BodyPublishers.ofString("\\r\\n"));
            }
            publishers.add(BodyPublishers.ofString("--" + boundary + "--\\r\\n"));
            return BodyPublishers.concat(publishers.toArray(BodyPublisher[]::new));
        }
    }
`;
