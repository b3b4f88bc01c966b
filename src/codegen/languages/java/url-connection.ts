/** Java programs with HttpURLConnection, which answers challenges by itself. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { ProgramPlan } from '../../plan/plan.ts';
import { JavaProgram, javaLiteral, STATEMENT } from './java-program.ts';

export const urlConnection: Client = {
  capabilities: new Capabilities({
    name: 'HttpURLConnection',
    lacksPatch: true,
    method: () => undefined,
    bodiless: ['GET', 'HEAD'],
    barePercent: false,
    headerText: 'ascii',
    refusedHeaders: new Set([
      'access-control-request-headers',
      'access-control-request-method',
      'content-transfer-encoding',
      'origin',
      'via',
    ]),
    host: 'fixed',
    defaultHeaders: { 'user-agent': 'fixed', accept: 'fixed', connection: 'fixed', host: 'fixed' },
    defaultType: 'fixed',
    form: { type: false },
    json: { type: false, number: (token) => token },
    multipart: { ownType: true },
    asciiSecrets: true,
    schemes: { digest: 'own', any: 'own', ntlm: 'own' },
    redirects: undefined,
    decodes: false,
    insecure: false,
    proxies: { http: 'own', socks4: 'own', socks5: 'own' },
    versions: { '1.1': 'default' },
    chunked: false,
    expectContinue: 'none',
    connection: false,
    te: false,
  }),
  emit: (plan) => new UrlConnectionProgram(plan).emit(),
};

class UrlConnectionProgram extends JavaProgram {
  protected override readonly headers = 'connection.getHeaderFields()';
  #body = '';

  constructor(plan: ProgramPlan) {
    super(plan);
    this.imports.add('java.io.InputStream', 'java.net.HttpURLConnection', 'java.net.URI');
  }

  emit(): string {
    const settings = this.#settings();
    const address = `URI.create(${this.text(this.plan.url)}).toURL()`;
    const { proxy } = this.plan;
    const open = `${address}.openConnection(${proxy === undefined ? '' : this.proxy(proxy)})`;
    return this.toString(`${this.preparation}${STATEMENT}HttpURLConnection connection = (HttpURLConnection) ${open};
${settings}${this.#body}
${STATEMENT}int status = connection.getResponseCode();
${STATEMENT}InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
${STATEMENT}InputStream body = stream == null ? InputStream.nullInputStream() : stream;
${this.shown('status', this.plan.transfer, '')}`);
  }

  #settings(): string {
    const { verb, method, headers, auth, timeout, connectTimeout, proxy } = this.plan;
    const calls: string[] = [];
    if (verb !== 'GET') calls.push(`setRequestMethod(${this.text(method)})`);
    calls.push('setInstanceFollowRedirects(false)');
    if (connectTimeout !== undefined) calls.push(`setConnectTimeout(${connectTimeout})`);
    if (timeout !== undefined) calls.push(`setReadTimeout(${timeout})`);
    if (auth !== undefined && auth.kind !== 'basic' && auth.kind !== 'bearer') {
      this.imports.add('java.net.Authenticator', 'java.net.PasswordAuthentication');
      calls.push(`setAuthenticator(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(${this.text(auth.username)}, ${this.#chars(this.text(auth.password))});
            }
        })`);
    }
    const set = (name: string, value: string) => calls.push(`setRequestProperty(${name}, ${value})`);
    if (proxy?.username !== undefined) {
      const { value, declaration } = this.basic('credentials', proxy.username, proxy.password ?? '');
      this.prepare(declaration);
      set('"Proxy-Authorization"', value);
    }
    for (const { name, value } of headers) set(this.text(name), this.text(value));
    this.#writeBody(set, calls);
    return calls.map((call) => `${STATEMENT}connection.${call};\n`).join('');
  }

  #chars(password: string): string {
    return `${password.includes(' + ') ? `(${password})` : password}.toCharArray()`;
  }

  #writeBody(set: (name: string, value: string) => void, calls: string[]): void {
    const { body } = this.plan;
    const write = (bytes: string) => {
      this.#body += `${STATEMENT}connection.getOutputStream().write(${bytes});\n`;
    };
    if (body.kind === 'none') return;
    if (body.kind !== 'multipart') write(this.bytes(this.source(body, `${STATEMENT}        `)));
    else {
      const { value, declaration } = this.multipartType(body.type);
      this.prepare(declaration);
      set('"Content-Type"', value);
      let end = '';
      for (const part of body.parts) {
        write(this.utf8(this.partHead(part, end)));
        end = '\r\n';
        if (part.content.kind !== 'text') write(this.bytes(this.content(part.content)));
      }
      write(this.utf8(`${javaLiteral(`${end}--`)} + boundary + "--\\r\\n"`));
    }
    calls.push('setDoOutput(true)');
  }
}
