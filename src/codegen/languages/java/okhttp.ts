/** Java programs with OkHttp. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanPart, ProgramPlan, Template } from '../../plan/plan.ts';
import { indented } from '../../text/layout.ts';
import { built, CALL, chain, JavaProgram, STATEMENT, TRUST_ALL, WIDTH } from './java-program.ts';

/** What OkHttp accepts as the type of a part (RFC 9110, section 8.3.1). */
const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`{|}~-]+\/[\w!#$%&'*+.^`{|}~-]+(?:; ?[\w!#$%&'*+.^`{|}~-]+=(?:[\w!#$%&'*+.^`{|}~-]+|"[^"]*"))*$/;

export const okHttp: Client = {
  capabilities: new Capabilities({
    name: 'OkHttp',
    limit: '10 s without data',
    bodiless: ['GET', 'HEAD'],
    dotSegments: false,
    encodes: { space: '+', plain: '*' },
    query: { space: '%20', plain: '*', onlyEscaped: true },
    repeatedHeaders: 'all',
    headerText: 'ascii',
    fixedHeaders: ['accept-encoding', 'connection', 'host', 'user-agent'],
    multipart: {
      names: 'percent',
      headers: false,
      objection: ({ contentType }) =>
        contentType === undefined || MEDIA_TYPE.test(contentType)
          ? undefined
          : 'leaves out the Content-Type, which is not a valid media type',
    },
    redirects: {
      limit: false,
      toGet: { 301: 'others', 302: 'others', 303: 'others' },
      keepsBody: false,
      dropsElsewhere: ['authorization'],
    },
    proxies: { http: 'own', socks4: 'own', socks5: 'own' },
    versions: { '1.1': 'option', '2': 'default' },
    chunked: false,
    transfer: ['retry', 'resolve', 'cert', 'key', 'cacert'],
    brief: ['timeout_ms', 'connect_timeout_ms', 'fail', 'show_headers'],
  }),
  emit: (plan) => new OkHttpProgram(plan).emit(),
};

const CALLS: ReadonlySet<string | undefined> = new Set(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const BODIED = /^(?:POST|PUT|PATCH|PROPPATCH|QUERY|REPORT)$/;
const READ_TIMEOUT = 10_000;

class OkHttpProgram extends JavaProgram {
  protected readonly file = 'new File';
  protected readonly status = 'response.code()';
  protected readonly sender = 'OkHttpClient client, Request request';
  protected readonly timeout = 'InterruptedIOException';
  protected readonly headers = `        response.headers().forEach(header ->
                System.out.println(header.getFirst() + ": " + header.getSecond()));\n`;

  protected client(): string {
    const { connectTimeout, insecure, proxy, scheme, stopsAtRedirect, timeout, transfer } = this.plan;
    const calls: string[] = [];
    if (stopsAtRedirect) calls.push('followRedirects(false)');
    if (this.plan.httpVersion === '1.1') calls.push('protocols(List.of(Protocol.HTTP_1_1))');
    if (connectTimeout !== undefined) calls.push(`connectTimeout(${this.duration(connectTimeout)})`);
    if (timeout !== undefined) calls.push(`callTimeout(${this.duration(timeout)})`);
    if (timeout === undefined ? !this.plan.isMinimal : timeout > READ_TIMEOUT)
      calls.push('readTimeout(Duration.ZERO)');
    if (proxy !== undefined) {
      const type = proxy.scheme.startsWith('socks') ? 'SOCKS' : 'HTTP';
      calls.push(`proxy(new Proxy(Proxy.Type.${type}, ${this.proxyAddress(proxy)}))`);
      // To a plain-http server there is no tunnel: the request itself has the credentials.
      if (proxy.username !== undefined && scheme !== 'http')
        calls.push(`proxyAuthenticator((route, response) -> {
                    if (response.request().header("Proxy-Authorization") != null) {
                        return null; // refused
                    }
                    return response.request().newBuilder()
                            .${this.#basic('Proxy-Authorization', 'proxyCredentials', proxy.username, proxy.password)}
                            .build();
                })`);
    }
    if (transfer.address !== undefined) {
      const { host, ip } = transfer.address;
      const own = `List.of(InetAddress.getByName(${this.text(ip)}))`;
      const others = `\n${CALL}        ? ${own}\n${CALL}        : Dns.SYSTEM.lookup(host)`;
      calls.push(`dns(host -> ${stopsAtRedirect ? own : `host.equals("${host}")${others}`})`);
    }
    const reads = transfer.cert !== undefined || (transfer.cacert !== undefined && !insecure);
    if (reads) this.#certificates(transfer);
    if (insecure) {
      // Of the extended methods it calls none.
      const plain = TRUST_ALL.split('\n').filter((line) => !line.includes('type, '));
      this.preparation += plain.join('\n').replaceAll('Extended', '');
      const keys = reads ? 'new KeyManager[] {certificates.keyManager()}' : 'null';
      this.prepare(`SSLContext context = SSLContext.getInstance("TLS");
        context.init(${keys}, new TrustManager[] {trustAll}, null);`);
      calls.push('sslSocketFactory(context.getSocketFactory(), trustAll)');
    } else if (reads)
      calls.push('sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())');
    if (insecure) calls.push('hostnameVerifier((host, session) -> true)');
    const client = calls.length === 0 ? 'new OkHttpClient()' : built('new OkHttpClient.Builder()', calls);
    return `${STATEMENT}OkHttpClient client = ${client};\n`;
  }

  #certificates({ cert, key, cacert }: ProgramPlan['transfer']): void {
    const read = (path: Template) => `Files.readString(Path.of(${this.text(path)}))`;
    const pem = [cert, key].flatMap((path) => (path === undefined ? [] : [read(path)]));
    const calls: string[] = [];
    if (cert !== undefined)
      calls.push(`heldCertificate(HeldCertificate.decode(${pem.join(`\n${CALL}        + `)}))`);
    if (cacert === undefined) calls.push('addPlatformTrustedCertificates()');
    else if (!this.plan.insecure)
      calls.push(`addTrustedCertificate(Certificates.decodeCertificatePem(${read(cacert)}))`);
    const certificates = built('new HandshakeCertificates.Builder()', calls);
    this.prepare(`HandshakeCertificates certificates = ${certificates};`);
  }

  #basic(header: string, name: string, username: Template, password: Template = ''): string {
    const args = `${this.text(username)}, ${this.text(password)}, StandardCharsets.UTF_8`;
    this.preparation += this.declare(`String ${name}`, `Credentials.basic(${args})`);
    return `header("${header}", ${name})`;
  }

  protected request(): string {
    const { auth, headers, proxy, scheme, url, query, verb, method } = this.plan;
    const calls = [`url(${query === undefined ? this.url() : 'url'})`];
    if (query !== undefined) {
      const pairs = query.pairs.map(
        (pair) => `addQueryParameter(${pair.map((text) => this.text(text)).join(', ')})`,
      );
      const steps = chain([...pairs, 'build();']);
      this.preparation += `${STATEMENT}HttpUrl url = HttpUrl.get(${this.text(url)}).newBuilder()\n${steps}`;
    }
    if (auth?.kind === 'basic')
      calls.push(this.#basic('Authorization', 'credentials', auth.username, auth.password));
    if (proxy?.username !== undefined && scheme === 'http')
      calls.push(this.#basic('Proxy-Authorization', 'proxyCredentials', proxy.username, proxy.password));
    const seen = new Set<string>();
    const { content, type } = this.#body();
    for (const { name, lower, value } of headers) {
      if (lower === 'content-type' && value === type) continue;
      calls.push(`${seen.has(lower) ? 'addHeader' : 'header'}(${this.text(name)}, ${this.text(value)})`);
      seen.add(lower);
    }
    if (CALLS.has(verb)) calls.push(`${verb?.toLowerCase()}(${content ?? ''})`);
    else if (verb !== 'GET') calls.push(`method(${this.text(method)}, ${content ?? 'null'})`);
    return `${STATEMENT}Request request = ${built('new Request.Builder()', calls)};\n`;
  }

  #body(): { content: string | undefined; type?: Template | undefined } {
    const { body, headers, method } = this.plan;
    if (body.kind === 'none')
      return { content: typeof method === 'string' && BODIED.test(method) ? 'RequestBody.EMPTY' : undefined };
    if (body.kind === 'pairs' || body.kind === 'multipart') {
      const calls =
        body.kind === 'pairs'
          ? body.pairs.map(([name, value]) => `add(${this.text(name)}, ${this.text(value)})`)
          : ['setType(MultipartBody.FORM)', ...body.parts.map((part) => this.#part(part))];
      const builder = body.kind === 'pairs' ? 'FormBody' : 'MultipartBody';
      this.prepare(`RequestBody body = ${built(`new ${builder}.Builder()`, calls)};`);
      return { content: 'body' };
    }
    const { kind, value } = this.source(body, CALL);
    const name = body.kind === 'json' ? 'json' : 'content';
    const types = headers.filter(({ lower }) => lower === 'content-type');
    const type = types.length === 1 ? types[0]?.value : undefined;
    const media = this.#media(type);
    // To the type of a text OkHttp would add a charset.
    const isBytes = kind === 'text' && media !== 'null' && !/; ?charset=utf-8$/i.test(`${type}`);
    const bytes = this.utf8(value, value.startsWith('"""') || value.length < 50 ? '' : `\n${CALL}`);
    if (kind === 'text') this.prepare(isBytes ? `byte[] ${name} = ${bytes};` : `String ${name} = ${value};`);
    const content = `RequestBody.create(${kind === 'text' ? name : value}, ${media})`;
    return { content, type: media === 'null' ? undefined : type };
  }

  #media(type: Template | undefined): string {
    const isMedia = typeof type === 'object' || MEDIA_TYPE.test(type ?? '');
    return isMedia ? `MediaType.get(${this.text(type ?? '')})` : 'null';
  }

  #part({ name, filename, contentType, content }: PlanPart): string {
    const isField = content.kind === 'text' && filename === undefined && contentType === undefined;
    if (isField) return `addFormDataPart(${this.text(name)}, ${this.text(content.text)})`;
    const file = filename === undefined ? 'null' : this.text(filename);
    const source = this.content(content);
    const bytes = source.kind === 'text' ? this.utf8(source.value) : source.value;
    const media = this.#media(contentType);
    const step = `${CALL}        `;
    const isLong = `${step}RequestBody.create(${bytes}, ${media}))`.length > WIDTH;
    const args = isLong ? `\n${step}        ${bytes},\n${step}        ${media}` : `${bytes}, ${media}`;
    return `addFormDataPart(${this.text(name)}, ${file},\n${step}RequestBody.create(${args}))`;
  }

  protected response(): string {
    const { output, streams } = this.plan.transfer;
    const body = output !== undefined || streams ? 'byteStream' : 'string';
    const shown = this.shown(`response.body().${body}()`);
    const close = '            response.close();\n';
    const sent = this.sent('Response', 'client.newCall(request).execute()', close);
    return `${STATEMENT}try (Response response = ${sent}) {\n${indented(shown, '    ')}${STATEMENT}}\n`;
  }
}
