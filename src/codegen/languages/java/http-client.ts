/** Java programs with java.net.http. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanPart, Template } from '../../plan/plan.ts';
import { indented } from '../../text/layout.ts';
import { joined } from '../../text/templates.ts';
import { built, CALL, chain, JavaProgram, STATEMENT, TRUST_ALL } from './java-program.ts';

const PUBLISHERS = { text: 'ofString', bytes: 'ofByteArray', path: 'ofFile' };

const CALLS: ReadonlySet<string | undefined> = new Set(['POST', 'PUT']);

export const httpClient: Client = {
  capabilities: new Capabilities({
    name: 'java.net.http',
    follows: false,
    barePercent: false,
    encodes: { space: '+', plain: '*' },
    repeatedHeaders: 'but-cookie',
    headerText: 'ascii',
    host: 'field',
    fixedHeaders: ['user-agent', 'connection', 'host'],
    form: { type: false, onlyEscaped: true },
    multipart: { ownType: true },
    redirects: { limit: false, toGet: { 301: 'post', 302: 'post', 303: 'all' }, keepsBody: true },
    proxies: { http: 'own' },
    versions: { '1.1': 'option', '2': 'default' },
    expectContinue: false,
    connection: false,
    keepsCookies: 'option',
    decodes: 'complete',
    brief: ['follow_redirects', 'timeout_ms', 'connect_timeout_ms', 'fail'],
  }),
  emit: (plan) => new HttpClientProgram(plan).emit(),
};

class HttpClientProgram extends JavaProgram {
  protected readonly file = 'Path.of';
  protected readonly status = 'response.statusCode()';
  protected readonly sender = 'HttpClient client, HttpRequest request';
  protected readonly timeout = 'HttpTimeoutException';
  protected readonly headers = `        response.headers().map().forEach((name, values) -> {
            if (!name.startsWith(":")) { // the pseudo-header :status of HTTP/2
                values.forEach(value -> System.out.println(name + ": " + value));
            }
        });\n`;

  protected client(): string {
    const { connectTimeout, httpVersion, isMinimal, proxy, redirects, scheme } = this.plan;
    const calls: string[] = [];
    // To a plain-http server it would ask for HTTP/2.
    if (httpVersion === '1.1' || (scheme === 'http' && !isMinimal))
      calls.push('version(HttpClient.Version.HTTP_1_1)');
    if (redirects !== undefined) calls.push('followRedirects(HttpClient.Redirect.NORMAL)');
    if (this.plan.transfer.keepsCookies) calls.push('cookieHandler(new CookieManager())');
    if (connectTimeout !== undefined) calls.push(`connectTimeout(${this.duration(connectTimeout)})`);
    if (proxy !== undefined) calls.push(`proxy(ProxySelector.of(${this.proxyAddress(proxy)}))`);
    if (this.#trust()) calls.push('sslContext(context)');
    return `${STATEMENT}HttpClient client = ${calls.length > 0 ? built('HttpClient.newBuilder()', calls) : 'HttpClient.newHttpClient()'};\n`;
  }

  /** Prepares the TLS `context`; returns whether it is needed. */
  #trust(): boolean {
    const { insecure, transfer } = this.plan;
    const { cert, key = cert } = transfer;
    const cacert = insecure ? undefined : transfer.cacert;
    const reads = cert !== undefined || cacert !== undefined;
    if (reads) {
      this.members += CERTIFICATES;
      this.prepare('KeyStore store = KeyStore.getInstance("PKCS12");\n        store.load(null, null);');
    }
    if (insecure) this.preparation += TRUST_ALL;
    if (cacert !== undefined)
      this.prepare(`for (Certificate ca : certificates(Path.of(${this.text(cacert)}))) {
            store.setCertificateEntry("ca" + store.size(), ca);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);`);
    if (cert !== undefined && key !== undefined)
      this.preparation += `
        Certificate[] chain = certificates(Path.of(${this.text(cert)}));
        // The JDK reads only unencrypted PKCS #8 keys ("BEGIN PRIVATE KEY").
        String pem = Files.readString(Path.of(${this.text(key)}))
                .replaceAll("(?s).*-----BEGIN PRIVATE KEY-----|-----END PRIVATE KEY-----.*", "");
        PrivateKey key = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
        store.setKeyEntry("client", key, new char[0], chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);\n`;
    const own = cacert === undefined ? 'null' : 'trust.getTrustManagers()';
    if (reads || insecure)
      this.preparation += `
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(${cert === undefined ? 'null' : 'keys.getKeyManagers()'}, ${insecure ? 'new TrustManager[] {trustAll}' : own}, null);\n`;
    return reads || insecure;
  }

  protected request(): string {
    const { host, headers, timeout, auth, proxy, scheme, compressed, verb } = this.plan;
    const calls = [`uri(URI.create(${this.url()}))`];
    const header = (name: string, value: string) => calls.push(`header(${name}, ${value})`);
    if (timeout !== undefined) calls.push(`timeout(${this.duration(timeout)})`);
    if (host !== undefined) {
      this.prepare('System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");');
      header('"Host"', this.text(host));
    }
    const basic = (to: string, name: string, username: Template, password: Template) => {
      const text = this.text(joined(username, ':', password));
      const bytes = this.utf8(text, text.length > 50 ? `\n${CALL}        ` : '');
      this.prepare(`String ${name} = Base64.getEncoder()\n${CALL}.encodeToString(${bytes});`);
      header(to, `"Basic " + ${name}`);
    };
    if (auth?.kind === 'basic') basic('"Authorization"', 'credentials', auth.username, auth.password);
    if (proxy?.username !== undefined) {
      if (scheme !== 'http')
        this.prepare(`// By default the JDK sends no Basic credentials to a proxy for HTTPS.
${STATEMENT}System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");`);
      basic('"Proxy-Authorization"', 'proxyCredentials', proxy.username, proxy.password ?? '');
    }
    for (const { name, value } of headers) header(this.text(name), this.text(value));
    if (compressed) header('"Accept-Encoding"', '"gzip"');
    const publisher = this.#publisher(header);
    const body = publisher ?? 'BodyPublishers.noBody()';
    if (CALLS.has(verb)) calls.push(`${verb}(${body})`);
    else if (verb === 'DELETE' && publisher === undefined) calls.push('DELETE()');
    else if (verb !== 'GET' || publisher !== undefined)
      calls.push(`method(${this.text(this.plan.method)}, ${body})`);
    return `${STATEMENT}HttpRequest request = ${built('HttpRequest.newBuilder()', calls)};\n`;
  }

  #publisher(header: (name: string, value: string) => void): string | undefined {
    const { body, chunked } = this.plan;
    if (body.kind === 'none') return undefined;
    let publisher: string;
    if (body.kind === 'multipart') {
      this.prepare('String boundary = UUID.randomUUID().toString();');
      const type = this.text(joined(body.type ?? 'multipart/form-data', '; boundary='));
      header('"Content-Type"', `${type} + boundary`);
      this.prepare(`BodyPublisher form = ${this.#parts(body.parts)};`);
      publisher = 'form';
    } else {
      const { kind, value } = this.source(body, `${CALL}        `);
      publisher = `BodyPublishers.${PUBLISHERS[kind]}(${value})`;
    }
    // A publisher of unknown length is sent in chunks.
    return chunked ? `BodyPublishers.fromPublisher(${publisher})` : publisher;
  }

  /** Returns the publisher of a multipart form, for which the JDK has no class: its text as sent, between the files. */
  #parts(parts: readonly PlanPart[]): string {
    const step = `\n${CALL}        + `;
    const publishers: string[] = [];
    let texts: string[] = [];
    let delimiter = '"--" + boundary';
    for (const { lines, content } of parts) {
      const end = (at: number) => (at < lines.length - 1 ? '\r\n' : '\r\n\r\n');
      const headers = lines.map(([name, value], at) => this.text(joined(name, ': ', value, end(at))));
      texts.push(`${delimiter} + "\\r\\n"`, ...headers);
      delimiter = '"\\r\\n--" + boundary';
      const { kind, value } = this.content(content);
      if (kind === 'text') texts.push(value);
      else {
        publishers.push(`ofString(${texts.join(step)})`, `${PUBLISHERS[kind]}(${value})`);
        texts = [];
      }
    }
    publishers.push(`ofString(${[...texts, `${delimiter} + "--\\r\\n"`].join(step)})`);
    if (publishers.length === 1) return `BodyPublishers.${publishers[0]}`;
    return `BodyPublishers.concat(${publishers.map((one) => `\n${CALL}BodyPublishers.${one}`).join(',')})`;
  }

  protected response(): string {
    const { compressed, transfer } = this.plan;
    const { output, streams, isHead } = transfer;
    const copies = output !== undefined || streams;
    const isStream = compressed || copies;
    const type = isHead ? 'Void' : isStream ? 'InputStream' : 'String';
    const handler = isHead ? 'discarding' : `of${type}`;
    const close = isStream ? '            response.body().close();\n' : '';
    const sent = this.sent(`HttpResponse<${type}>`, `client.send(request, BodyHandlers.${handler}())`, close);
    let code = this.declare(`HttpResponse<${type}> response`, sent);
    if (!isStream) return code + this.shown('response.body()');
    let stream = 'response.body()';
    if (compressed) {
      code += `${STATEMENT}boolean isGzip = response.headers().firstValue("Content-Encoding")
${chain(['filter("gzip"::equals)', 'isPresent();'])}`;
      stream = 'isGzip ? new GZIPInputStream(response.body()) : response.body()';
    }
    const shown = this.shown(copies ? 'body' : 'new String(body.readAllBytes(), StandardCharsets.UTF_8)');
    return `${code}${STATEMENT}try (InputStream body = ${stream}) {\n${indented(shown, '    ')}${STATEMENT}}\n`;
  }
}

/** Reads certificates from a PEM file, which may also contain the private key. */
const CERTIFICATES = `
    private static Certificate[] certificates(Path file) throws IOException, CertificateException {
        String pem = Files.readString(file)
                .replaceAll("(?s)-----BEGIN [A-Z ]*KEY-----.*?-----END [A-Z ]*KEY-----", "");
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))
                .toArray(Certificate[]::new);
    }
`;
