/** Java programs with java.net.http. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanPart, ProgramPlan, Template } from '../../plan/plan.ts';
import { joined } from '../../text/templates.ts';
import { CALL, JavaProgram, javaLiteral, STATEMENT } from './java-program.ts';

const PUBLISHERS = 'HttpRequest.BodyPublishers';

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
    multipart: {
      ownType: true,
    },
    schemes: {},
    redirects: {
      limit: false,
      toGet: { 301: 'post', 302: 'post', 303: 'all' },
      keepsBody: true,
      drops: [],
      dropsElsewhere: [],
      once: [],
    },
    proxies: { http: 'own' },
    versions: { '1.1': 'option', '2': 'default' },
    expectContinue: 'option',
    connection: false,
  }),
  emit: (plan) => new HttpClientProgram(plan).emit(),
};

class HttpClientProgram extends JavaProgram {
  readonly #plan: ProgramPlan;
  /** Statements before the client: properties of the system, the boundary. */
  #preparation = '';

  constructor(plan: ProgramPlan) {
    super(plan);
    this.#plan = plan;
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
    return this.toString(`${this.#preparation}${client}${request}\n${this.#response()}`);
  }

  #prepare(statement: string): void {
    this.#preparation += `${STATEMENT}${statement}\n`;
  }

  #client(): string {
    const { connectTimeout, httpVersion, insecure, proxy, redirects } = this.#plan;
    const calls: string[] = [];
    if (httpVersion !== undefined)
      calls.push(`version(HttpClient.Version.${httpVersion === '2' ? 'HTTP_2' : 'HTTP_1_1'})`);
    if (redirects !== undefined) calls.push('followRedirects(HttpClient.Redirect.NORMAL)');
    if (connectTimeout !== undefined) calls.push(`connectTimeout(${this.#duration(connectTimeout)})`);
    if (proxy !== undefined) {
      this.imports.add('java.net.InetSocketAddress', 'java.net.ProxySelector');
      const { address } = proxy;
      if (address === undefined) this.#prepare(`URI proxy = URI.create(${this.text(proxy.url)});`);
      const where =
        address === undefined
          ? 'proxy.getHost(), proxy.getPort()'
          : `${javaLiteral(address.host)}, ${address.port}`;
      calls.push(`proxy(ProxySelector.of(new InetSocketAddress(${where})))`);
    }
    if (insecure) calls.push(`sslContext(${this.#trustAll()})`);
    if (calls.length === 0) return `${STATEMENT}HttpClient client = HttpClient.newHttpClient();\n`;
    return `${STATEMENT}HttpClient client = HttpClient.newBuilder()\n${chain(calls)}${CALL}.build();\n`;
  }

  #duration(milliseconds: number): string {
    this.imports.add('java.time.Duration');
    return milliseconds % 1000 === 0
      ? `Duration.ofSeconds(${milliseconds / 1000})`
      : `Duration.ofMillis(${milliseconds < 2 ** 31 ? milliseconds : `${milliseconds}L`})`;
  }

  /** The name of an SSL context that takes any certificate. */
  #trustAll(): string {
    this.imports.add(
      'java.net.Socket',
      'java.security.cert.X509Certificate',
      'javax.net.ssl.SSLContext',
      'javax.net.ssl.SSLEngine',
      'javax.net.ssl.TrustManager',
      'javax.net.ssl.X509ExtendedTrustManager',
    );
    this.#preparation += TRUST_ALL;
    return 'context';
  }

  #request(): string {
    const { host, headers, timeout, expectContinue, auth, proxy, scheme, compressed, url } = this.#plan;
    const calls: string[] = [];
    const header = (name: string, value: string) => calls.push(`header(${name}, ${value})`);
    if (timeout !== undefined) calls.push(`timeout(${this.#duration(timeout)})`);
    if (expectContinue) calls.push('expectContinue(true)');
    if (host !== undefined) {
      this.#prepare('System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");');
      header('"Host"', this.text(host));
    }
    const basic = (to: string, name: string, username: Template, password: Template) => {
      const { value, declaration } = this.basic(name, username, password);
      this.#prepare(declaration);
      header(to, value);
    };
    if (auth?.kind === 'basic') basic('"Authorization"', 'credentials', auth.username, auth.password);
    if (proxy?.username !== undefined) {
      // By default a tunnel is not asked for with a password.
      if (scheme !== 'http')
        this.#prepare('System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");');
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
    const { method, verb } = this.#plan;
    const publisher = this.#publisher(header);
    if (publisher === undefined) {
      if (verb === 'GET') return undefined;
      if (verb === 'DELETE') return 'DELETE()';
    }
    const body = publisher ?? `${PUBLISHERS}.noBody()`;
    const call = verb === undefined ? undefined : CALLS[verb];
    return call === undefined ? `method(${this.text(method)}, ${body})` : `${call}(${body})`;
  }

  #publisher(header: (name: string, value: string) => void): string | undefined {
    const { body, chunked } = this.#plan;
    const publisher = ((): string | undefined => {
      switch (body.kind) {
        case 'text':
          return `${PUBLISHERS}.ofString(${this.lines(body.text, `${CALL}${CALL.slice(8)}`)})`;
        case 'json':
          return `${PUBLISHERS}.ofString(${this.json(body.value, `${CALL}${CALL.slice(8)}`)})`;
        case 'pairs': {
          const form = this.form(body, CALL);
          if (form.startsWith('"')) return `${PUBLISHERS}.ofString(${form})`;
          this.#prepare(`String form = ${form};`);
          return `${PUBLISHERS}.ofString(form)`;
        }
        case 'bytes':
          return `${PUBLISHERS}.ofByteArray(${this.base64(javaLiteral(body.base64))})`;
        case 'file':
          if (body.stripNewlines)
            return `${PUBLISHERS}.ofString(${this.stripped(body.file)}, StandardCharsets.ISO_8859_1)`;
          if (body.file.kind === 'stdin') return `${PUBLISHERS}.ofByteArray(${this.bytesOf(body.file)})`;
          return `${PUBLISHERS}.ofFile(${this.path(body.file.path)})`;
        case 'multipart': {
          const { value, declaration } = this.multipartType(body.type);
          this.#prepare(declaration);
          header('"Content-Type"', value);
          return this.#parts(body.parts);
        }
        case 'none':
          return undefined;
      }
    })();
    // A publisher that does not know the length is sent in chunks.
    return chunked && publisher !== undefined ? `${PUBLISHERS}.fromPublisher(${publisher})` : publisher;
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
      return `${indentation}new Part(\n${indentation}        ${head},\n${indentation}        ${this.#content(content)})`;
    });
    return `Part.form(boundary${items.map((item) => `,\n${item}`).join('')})`;
  }

  #content(content: PlanPart['content']): string {
    if (content.kind === 'text') return `BodyPublishers.ofString(${this.text(content.text)})`;
    if (content.kind === 'bytes')
      return `BodyPublishers.ofByteArray(${this.base64(javaLiteral(content.base64))})`;
    if (content.file.kind === 'stdin') return `BodyPublishers.ofByteArray(${this.bytesOf(content.file)})`;
    return `BodyPublishers.ofFile(${this.path(content.file.path)})`;
  }

  #response(): string {
    const { compressed, transfer } = this.#plan;
    const { output, streams, isHead } = transfer;
    const send = (type: string, handler: string) =>
      `${STATEMENT}HttpResponse<${type}> response = client.send(request, HttpResponse.BodyHandlers.${handler});\n`;
    if (compressed) {
      this.imports.add('java.io.InputStream', 'java.util.zip.GZIPInputStream');
      const unpack = `${STATEMENT}boolean isGzip = response.headers().firstValue("Content-Encoding").filter("gzip"::equals).isPresent();
${STATEMENT}InputStream body = isGzip ? new GZIPInputStream(response.body()) : response.body();
`;
      return send('InputStream', 'ofInputStream()') + this.shown('response.statusCode()', transfer, unpack);
    }
    if (isHead) return send('Void', 'discarding()') + this.shown('response.statusCode()', transfer, '');
    if (output !== undefined) {
      this.imports.add('java.nio.file.Path');
      const path = this.path(output);
      const sent =
        transfer.fails === 'before'
          ? `${STATEMENT}HttpResponse<Path> response = client.send(request, info -> info.statusCode() < 400
                ? HttpResponse.BodySubscribers.ofFile(${path})
                : HttpResponse.BodySubscribers.replacing(null));\n`
          : send('Path', `ofFile(${path})`);
      return sent + this.shown('response.statusCode()', { ...transfer, output: undefined, isHead: true }, '');
    }
    if (streams) {
      this.imports.add('java.util.stream.Stream');
      const print = `${STATEMENT}response.body().forEach(System.out::println);\n`;
      return send('Stream<String>', 'ofLines()') + this.shown('response.statusCode()', transfer, '', print);
    }
    const print = `${STATEMENT}System.out.println(response.body());\n`;
    return send('String', 'ofString()') + this.shown('response.statusCode()', transfer, '', print);
  }
}

function chain(calls: readonly string[]): string {
  let text = '';
  for (const call of calls) text += `${CALL}.${call}\n`;
  return text;
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

/** The JDK has no switch for it: a context with a trust manager that objects to nothing. */
const TRUST_ALL = `        TrustManager trustAll = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trustAll}, null);
`;
