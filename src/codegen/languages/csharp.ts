/** C#: top-level-statement programs for HttpClient, for a project of `dotnet new console`. */
import highlighter from 'highlight.js/lib/languages/csharp';
import { lowerCase, VERBS } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import { Capabilities, LIBCURL } from '../plan/capabilities.ts';
import { rangeOf } from '../plan/headers.ts';
import type { PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { camelCase, Identifiers, words } from '../text/identifiers.ts';
import { jsonText } from '../text/json.ts';
import { BY_FOUR, importLines, indented, list } from '../text/layout.ts';
import { joined, ownText, plainText } from '../text/templates.ts';
import {
  call,
  csharpLiteral,
  duration,
  rawText,
  stringContent,
  textLiteral,
} from './csharp/csharp-literals.ts';

const BODY_HEADERS = `allow content-disposition content-encoding content-language content-location content-md5
  content-range content-type expires last-modified`;

const CAPABILITIES = new Capabilities({
  name: 'HttpClient',
  limit: '100 s',
  // HttpClient sends known methods in its own spelling.
  method: (method) => VERBS.get(method.toUpperCase()) ?? method,
  dotSegments: false,
  encodes: { space: '+', plain: '~' },
  headerText: 'encoded',
  contentType: 'body',
  bodyHeaders: new Set(BODY_HEADERS.split(/\s+/).map(lowerCase)),
  bearer: true,
  schemes: { digest: 'own', ntlm: 'own', negotiate: 'own', any: 'own' },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'post', 303: 'others' },
    keepsBody: true,
    drops: ['authorization'],
    dropsElsewhere: ['authorization'],
  },
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own' },
  versions: { ...LIBCURL.versions, '1.1': 'default' },
  expectContinue: false,
  keepsCookies: 'option',
  decodes: 'complete',
  brief: ['timeout_ms', 'connect_timeout_ms', 'fail', 'show_headers'],
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert', 'unix_socket'],
});

export const csharp: Emitter = {
  title: 'C#',
  filename: 'Program.cs',
  run: 'dotnet run',
  highlighter,
  stop: (sentence) => `Console.Error.WriteLine(${csharpLiteral(sentence)});\nreturn 1;\n`,
  libraries: [
    {
      name: 'HttpClient',
      requires: '.NET 8',
      install: () => 'dotnet restore',
      files: () => [{ name: 'request.csproj', content: PROJECT }],
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
  ],
};

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <RollForward>Major</RollForward>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`;

/** Keywords, and names that the programs use themselves. */
const TAKEN = words(
  'abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile while yield required record file scoped args attempt certificate chain client context error handler socket cancellation mode start content domain input line name pairs part pem policy reader request response timeout value cookies',
);

const READ_INPUT =
  'var input = await new StreamContent(Console.OpenStandardInput()).ReadAsByteArrayAsync();\n';

/** A media type that the library writes unchanged after parsing. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; [\w-]+=[\w.-]+)*$/;

/** Headers that `Add` parses: unless their value is simple, it refuses or reformats them. */
const READ_HEADERS: ReadonlySet<string> = words(
  'accept accept-charset accept-encoding accept-language cache-control connection date expect from host if-match if-modified-since if-none-match if-range if-unmodified-since max-forwards pragma proxy-authorization range referer te trailer transfer-encoding upgrade user-agent via warning authorization',
);
const SIMPLE_LINE =
  /^(?:authorization: [\w-]+ [\w.~+/=:-]+|accept: [\w.+*-]+\/[\w.+*-]+|if-(?:none-)?match: "[^"\\]*"|(?:accept-language|cache-control|pragma|user-agent): [\w-]+|user-agent: [\w-]+\/[\w.]+|referer: https?:\/\/[a-z0-9.-]+\/[\w/.-]*)$/;

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  #short: string | undefined;
  readonly #usings = new Set<string>();
  /** The statements, the one that reads standard input, and the local function at the end. */
  #code = '';
  #input = '';
  #function = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    const encode = (text: Template) =>
      `Uri.EscapeDataString(${this.#text(text)})${ownText(text).includes(' ') ? '.Replace("%20", "+")' : ''}`;
    this.#names = new Identifiers(plan.variables, camelCase, TAKEN, undefined, encode);
  }

  /** Returns the client's method that sends a request with nothing but its body; undefined where another is needed. */
  #shortCall(): string | undefined {
    const { verb = '', body, transfer } = this.#plan;
    const isRead = transfer.output !== undefined || transfer.streams;
    const isPossible = verb.startsWith('P') ? !isRead : verb === 'GET' && body.kind === 'none';
    return isPossible ? `${verb.charAt(0)}${verb.slice(1).toLowerCase()}Async` : undefined;
  }

  toString(): string {
    const { variables, bodyHeaders, httpVersion, cookies } = this.#plan;
    for (const variable of variables) this.#declare(variable, this.#names.of(variable));
    if (variables.length > 0 && !this.#plan.isMinimal) this.#code += '\n';
    const file = this.#text(this.#plan.transfer.resumed ?? '');
    if (file !== '""') this.#line(`var start = File.Exists(${file}) ? new FileInfo(${file}).Length : 0;`);
    if (cookies !== undefined) {
      const path = this.#text(cookies.file);
      this.#line(`var pairs = new List<string>();
foreach (var line in File.Exists(${path}) ? File.ReadAllLines(${path}) : [])
    if (line.Replace("#HttpOnly_", "").Split('\\t') is [var domain, _, _, _, _, var name, var value]
        && ${csharpLiteral(cookies.domain)}.EndsWith("." + domain.TrimStart('.')))
        pairs.Add($"{name}={value}");
var cookies = string.Join("; ", pairs);`);
    }
    this.#client();
    const start = this.#code;
    this.#code = '';
    this.#auth();
    this.#headers();
    const headers = this.#code;
    this.#code = '';
    if (`${headers}${httpVersion ?? ''}` === '' && bodyHeaders.length === 0) this.#short = this.#shortCall();
    if (this.#short === undefined) this.#request();
    this.#code += headers;
    this.#body();
    for (const { name, value } of bodyHeaders)
      this.#add('request.Content', 'TryAddWithoutValidation', name, value);
    const sent = this.#sent(this.#code);
    const usings = importLines(this.#usings, 'using ', ';\n');
    return `${usings === '' ? '' : `${usings}\n`}${start}${this.#input}${sent}${this.#shown()}${this.#function}`;
  }

  #sent(request: string): string {
    const { output, streams, retry } = this.#plan.transfer;
    const args = [this.#short === undefined ? 'request' : this.#text(this.#plan.url)];
    if (this.#short?.startsWith('P')) args.push(this.#plan.body.kind === 'none' ? 'null' : 'content');
    if (output !== undefined || streams) args.push('HttpCompletionOption.ResponseHeadersRead');
    const send = call(`var response = await client.${this.#short ?? 'SendAsync'}`, ...args);
    if (retry === undefined) return `${request && `${request}\n`}using ${send}\n`;
    const { count, delay, allErrors, refused, catches, statuses } = retry;
    const caught = allErrors ? 'Exception' : refused ? 'Exception error' : 'TaskCanceledException';
    const types = refused && !allErrors ? ' && error is HttpRequestException or TaskCanceledException' : '';
    const isLast = statuses === undefined ? '< 400' : `is not (${statuses.replaceAll(',', ' or')})`;
    const once = `${send}
if (attempt == ${count} || (int)response.StatusCode ${isLast})
    return response;
response.Dispose();
`;
    const guarded = `try
{
${indented(once, '    ')}}
catch (${caught}) when (attempt < ${count}${types})
{
    // ${allErrors || refused ? 'Failed' : 'Timed out'}: try again.
}
`;
    const doubled = count > 10 ? 'Math.Min(1 << attempt, 600)' : '1 << attempt';
    this.#function = `
async Task<HttpResponseMessage> SendWithRetryAsync()
{
    for (var attempt = 0; ; attempt++)
    {
${indented(request + (catches ? guarded : once), '        ')}        await Task.Delay(${delay ? duration(delay) : `TimeSpan.FromSeconds(${doubled})`});
    }
}
`;
    return '\nusing var response = await SendWithRetryAsync();\n';
  }

  #shown(): string {
    const { output, resumed, showsHeaders, isHead, fails, streams } = this.#plan.transfer;
    // curl does not treat a redirect that is not followed as a failure.
    const check = this.#plan.stopsAtRedirect
      ? `if ((int)response.StatusCode >= 400)\n    throw new HttpRequestException($"HTTP {(int)response.StatusCode}");\n`
      : 'response.EnsureSuccessStatusCode();\n';
    const { timeout } = this.#plan;
    // The client's own limit ends with the headers.
    const wait = timeout === undefined ? '' : `.WaitAsync(${duration(timeout)})`;
    let code = fails === 'before' ? check : '';
    if (this.#plan.transfer.showsStatus) code += 'Console.WriteLine((int)response.StatusCode);\n';
    if (showsHeaders && this.#plan.compressed) code += '// Decoding removes Content-Encoding and -Length.\n';
    if (showsHeaders)
      code += 'Console.Write(response.Headers);\nConsole.WriteLine(response.Content.Headers);\n';
    if (resumed) code += 'var mode = (int)response.StatusCode == 206 ? FileMode.Append : FileMode.Create;\n';
    if (output !== undefined)
      code += `await using var file = File.${resumed ? 'Open' : 'Create'}(${this.#text(output)}${resumed ? ', mode' : ''});\nawait response.Content.CopyToAsync(file)${wait};\n`;
    else if (streams)
      code += `using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());\nwhile (await reader.ReadLineAsync()${wait} is { } line) Console.WriteLine(line);\n`;
    else if (!isHead) code += 'Console.WriteLine(await response.Content.ReadAsStringAsync());\n';
    return fails === 'after' ? `${code}return (int)response.StatusCode < 400 ? 0 : 1;\n` : code;
  }

  #line(statement: string): void {
    this.#code += `${statement}\n`;
  }

  #declare({ name, fallback }: PlanVariable, own: string): void {
    const start = `var ${own} = Environment.GetEnvironmentVariable(${csharpLiteral(name)})`;
    const unset = `throw new InvalidOperationException(${csharpLiteral(`${name} is not set`)})`;
    if (fallback === undefined)
      this.#line(this.#plan.isMinimal ? `${start}!;` : `${start}\n    ?? ${unset};`);
    else if (!fallback.forEmpty) this.#line(`${start} ?? ${csharpLiteral(fallback.text)};`);
    else this.#line(`${start};\nif (string.IsNullOrEmpty(${own})) ${own} = ${csharpLiteral(fallback.text)};`);
  }

  #client(): void {
    const { timeout } = this.#plan;
    const properties = this.#handler();
    // The default is 100 seconds.
    const endless = this.#plan.isMinimal ? '' : ' { Timeout = Timeout.InfiniteTimeSpan }';
    const limit = timeout === undefined ? endless : ` { Timeout = ${duration(timeout)} }`;
    const isShort = properties.indexOf('\n') === properties.length - 1;
    const braced = isShort ? ` { ${properties.trim().slice(0, -1)} }` : `\n{\n${properties}}`;
    const handler = `new SocketsHttpHandler${braced}`;
    if (properties === '') this.#line(`using var client = new HttpClient${limit || '()'};`);
    else this.#line(`var handler = ${handler};\nusing var client = new HttpClient(handler)${limit};`);
  }

  #handler(): string {
    const { redirects, compressed, connectTimeout, insecure, proxy, auth, headers, bodyHeaders } = this.#plan;
    let properties = '';
    if (this.#plan.stopsAtRedirect || redirects?.max === 0) properties = '    AllowAutoRedirect = false,\n';
    else if (redirects?.max !== undefined)
      properties = `    MaxAutomaticRedirections = ${redirects.max < 0 ? 'int.MaxValue' : redirects.max},\n`;
    // The library keeps cookies by default; curl does not.
    if (redirects !== undefined && !this.#plan.transfer.keepsCookies)
      properties += '    UseCookies = false,\n';
    if (compressed)
      properties += `    AutomaticDecompression = ${this.#of('System.Net', 'DecompressionMethods')}.All,\n`;
    if (connectTimeout !== undefined) properties += `    ConnectTimeout = ${duration(connectTimeout)},\n`;
    let tls = insecure ? '        RemoteCertificateValidationCallback = (_, _, _, _) => true,\n' : '';
    const { cert, key, cacert, unix_socket: unixSocket, address } = this.#plan.transfer;
    if (cert !== undefined || cacert !== undefined)
      this.#usings.add('System.Security.Cryptography.X509Certificates');
    if (cert !== undefined) {
      const files = key === undefined ? this.#text(cert) : `${this.#text(cert)}, ${this.#text(key)}`;
      this.#line(`using var pem = X509Certificate2.CreateFromPemFile(${files});
// Windows takes the key only from PKCS #12.
var certificate = new X509Certificate2(pem.Export(X509ContentType.Pkcs12));
var chain = new X509Certificate2Collection();
chain.ImportFromPemFile(${this.#text(cert)});\n`);
      tls +=
        '        ClientCertificateContext = SslStreamCertificateContext.Create(certificate, chain, offline: true),\n';
    }
    if (cacert !== undefined && !insecure) {
      this.#line(`var policy = new X509ChainPolicy
{
    TrustMode = X509ChainTrustMode.CustomRootTrust,
    RevocationMode = X509RevocationMode.NoCheck,
};
policy.CustomTrustStore.ImportFromPemFile(${this.#text(cacert)});
`);
      tls += '        CertificateChainPolicy = policy,\n';
    }
    if (tls !== '')
      properties += `    SslOptions = new ${this.#of('System.Net.Security', 'SslClientAuthenticationOptions')}\n    {\n${tls}    },\n`;
    if (unixSocket !== undefined || address !== undefined) {
      this.#usings.add('System.Net.Sockets');
      const [type, target] =
        unixSocket === undefined
          ? ['SocketType.Stream, ProtocolType.Tcp', this.#resolved(address)]
          : [
              'AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified',
              `new UnixDomainSocketEndPoint(${this.#text(unixSocket)})`,
            ];
      properties += `    ConnectCallback = async (${unixSocket === undefined ? 'context' : '_'}, cancellation) =>
    {
        var socket = new Socket(${type});
        await socket.ConnectAsync(${target}, cancellation);
        return new NetworkStream(socket, ownsSocket: true);
    },\n`;
    }
    if (proxy !== undefined) properties += `    Proxy = ${this.#proxy(proxy)},\n`;
    if (![...headers, ...bodyHeaders].every(({ isAscii }) => isAscii))
      properties += `    RequestHeaderEncodingSelector = (_, _) => ${this.#of('System.Text', 'Encoding')}.UTF8,\n`;
    if (auth !== undefined && auth.kind !== 'basic' && auth.kind !== 'bearer')
      properties += `    Credentials = ${this.#credentials(auth.kind, auth.username, auth.password)},\n`;
    return properties;
  }

  #resolved(address: ProgramPlan['transfer']['address']): string {
    const ip = this.#text(address?.ip ?? '');
    const isOwn = `context.DnsEndPoint.Host == ${csharpLiteral(address?.host ?? '')}`;
    const host = this.#plan.redirects === undefined ? ip : `${isOwn} ? ${ip} : context.DnsEndPoint.Host`;
    return `${host}, context.DnsEndPoint.Port`;
  }

  #of(namespace: string, name: string): string {
    this.#usings.add(namespace);
    return name;
  }

  #credentials(kind: string, username: Template, password: Template): string {
    const credential = `new ${this.#of('System.Net', 'NetworkCredential')}(${this.#text(username)}, ${this.#text(password)})`;
    if (kind === 'any') return credential;
    const scheme = kind === 'ntlm' ? kind.toUpperCase() : kind.charAt(0).toUpperCase() + kind.slice(1);
    const { url } = this.#plan;
    const origin = typeof url === 'string' ? url.replace(/^(\w+:\/\/[^/]*).*/, '$1') : url;
    return `new CredentialCache\n    {\n        { new Uri(${this.#text(origin)}), "${scheme}", ${credential} },\n    }`;
  }

  #request(): void {
    const { verb, method, url, httpVersion } = this.#plan;
    const how =
      verb === undefined
        ? `new HttpMethod(${this.#text(method)})`
        : `HttpMethod.${verb.charAt(0)}${verb.slice(1).toLowerCase()}`;
    this.#line(call('using var request = new HttpRequestMessage', how, this.#text(url)));
    if (httpVersion === undefined) return;
    const digits = httpVersion.replace('-prior-knowledge', '').replace('.', '').padEnd(2, '0');
    this.#line(`request.Version = ${this.#of('System.Net', 'HttpVersion')}.Version${digits};`);
    if (httpVersion === '2-prior-knowledge')
      this.#line('request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;');
  }

  #auth(): void {
    const { auth, proxy } = this.#plan;
    if (auth?.kind === 'bearer') this.#authorize('Authorization', '"Bearer"', this.#text(auth.token));
    else if (auth?.kind === 'basic') this.#basic('Authorization', auth.username, auth.password);
    if (proxy?.username !== undefined && this.#tellsProxy(proxy))
      this.#basic('ProxyAuthorization', proxy.username, proxy.password ?? '');
  }

  #authorize(header: string, ...args: readonly string[]): void {
    const type = this.#of('System.Net.Http.Headers', 'AuthenticationHeaderValue');
    this.#line(call(`request.Headers.${header} = new ${type}`, ...args));
  }

  #basic(header: string, username: Template, password: Template): void {
    const credentials = this.#text(joined(username, ':', password));
    const encoding = this.#of('System.Text', 'Encoding');
    this.#authorize(header, '"Basic"', `Convert.ToBase64String(${encoding}.UTF8.GetBytes(${credentials}))`);
  }

  /** Whether the proxy receives the request's headers; the CONNECT request of a tunnel does not have them. */
  #tellsProxy({ scheme }: NonNullable<ProgramPlan['proxy']>): boolean {
    return this.#plan.scheme === 'http' && scheme.startsWith('http');
  }

  #proxy(proxy: NonNullable<ProgramPlan['proxy']>): string {
    const { server, username, password = '' } = proxy;
    const start = `new ${this.#of('System.Net', 'WebProxy')}(${this.#text(server)})`;
    if (username === undefined || this.#tellsProxy(proxy)) return start;
    return `${start}\n    {\n        Credentials = ${this.#credentials('any', username, password)},\n    }`;
  }

  #headers(): void {
    const { headers, chunked } = this.#plan;
    for (const header of headers) {
      const { name, lower, value } = header;
      const [first, last = 'null'] = rangeOf(header);
      if (first !== undefined) {
        const type = this.#of('System.Net.Http.Headers', 'RangeHeaderValue');
        this.#line(`request.Headers.Range = new ${type}(${first}, ${last});`);
        continue;
      }
      // Add parses known headers, and refuses empty ones.
      const isSimple = SIMPLE_LINE.test(`${lower}: ${plainText(value)}`);
      const isKept = value !== '' && (!READ_HEADERS.has(lower) || isSimple);
      this.#add('request', isKept ? 'Add' : 'TryAddWithoutValidation', name, value);
    }
    if (chunked) this.#line('request.Headers.TransferEncodingChunked = true;');
  }

  #add(owner: string, method: string, name: Template, value: Template): void {
    this.#line(call(`${owner}.Headers.${method}`, this.#text(name), this.#text(value)));
  }

  #body(): void {
    const { body, bodyHeaders, contentType } = this.#plan;
    const type = this.#mediaType(contentType);
    const owner = this.#short === undefined ? 'request.Content' : 'content';
    const start = `${this.#short === undefined ? '' : 'using var '}${owner} = `;
    switch (body.kind) {
      case 'none':
        if (bodyHeaders.length > 0) this.#line(`${start}new ByteArrayContent([]);`);
        return;
      case 'pairs':
        this.#line(`${start}${this.#form(body)};`);
        return;
      case 'multipart': {
        const isSimple = body.parts.every((part) => this.#isSimple(part));
        const encoding = isSimple ? '' : this.#of('System.Text', 'Encoding');
        const selector = `\n{\n    HeaderEncodingSelector = (_, _) => ${encoding}.UTF8,\n}`;
        if (isSimple) this.#line('// As curl does: quoted names, no filename*, no type of fields.');
        this.#line(`using var content = new MultipartFormDataContent${isSimple ? '()' : selector};`);
        if (!isSimple) this.#line('HttpContent part;');
        for (const part of body.parts) this.#part(part);
        if (this.#short === undefined) this.#line(`${start}content;`);
        return;
      }
      case 'text':
      case 'json': {
        const text = body.kind === 'json' ? jsonText(body.value) : body.text;
        this.#line(`${stringContent(start, rawText(text, this.#names), type)};`);
        break;
      }
      default:
        if (body.kind === 'file' && body.stripNewlines)
          this.#line('// Like curl -d @file, without NUL bytes and line ends.');
        this.#line(`${start}${this.#content(body, body.kind === 'file' && body.stripNewlines)};`);
        if (type !== undefined) this.#line(`${owner}.Headers.ContentType = ${type};`);
    }
    if (contentType !== undefined && type === undefined)
      this.#add(owner, 'TryAddWithoutValidation', 'Content-Type', contentType);
  }

  #form({ pairs }: PlanPairs): string {
    const items = pairs.map(([name, value]) => `new(${this.#text(name)}, ${this.#text(value)})`);
    return list('new FormUrlEncodedContent([', items, '])', '', BY_FOUR, 0);
  }

  /** Returns a media type as an expression, if the library writes it unchanged. */
  #mediaType(type: Template | undefined): string | undefined {
    if (typeof type !== 'string' || !MEDIA_TYPE.test(type)) return undefined;
    const name = this.#of('System.Net.Http.Headers', 'MediaTypeHeaderValue');
    return `${type.includes(';') ? `${name}.Parse` : `new ${name}`}(${this.#text(type)})`;
  }

  #content(content: Exclude<PlanPart['content'], { kind: 'text' }>, strips = false): string {
    if (content.kind === 'bytes')
      return `new ByteArrayContent(Convert.FromBase64String("${content.base64}"))`;
    const { file } = content;
    if (file.kind === 'path' && !strips) return `new StreamContent(File.OpenRead(${this.#text(file.path)}))`;
    // Standard input is empty when it is read again.
    let bytes = this.#input === '' ? 'input' : '[]';
    if (file.kind === 'path') bytes = `(await File.ReadAllBytesAsync(${this.#text(file.path)}))`;
    else this.#input = READ_INPUT;
    if (!strips) return `new ByteArrayContent(${bytes})`;
    return `new ByteArrayContent(${bytes}\n    .Where(value => value is not ((byte)'\\r' or (byte)'\\n' or 0))\n    .ToArray())`;
  }

  #isSimple({ name, filename, content, isPlain, headers, contentType }: PlanPart): boolean {
    const isTyped = contentType === undefined || MEDIA_TYPE.test(String(contentType));
    const isNamed = name !== '' && filename !== '' && (content.kind !== 'text' || filename === undefined);
    return isPlain && isNamed && headers.length === 0 && isTyped;
  }

  #part(part: PlanPart): void {
    const { name, filename, content, contentType, lines } = part;
    const isSimple = this.#isSimple(part);
    const isText = content.kind === 'text';
    const type = isSimple && isText ? this.#mediaType(contentType) : undefined;
    const created = isText ? stringContent('', this.#text(content.text), type) : this.#content(content);
    if (!isSimple) {
      this.#line(`part = ${created};`);
      for (const [key, value] of lines) this.#add('part', 'TryAddWithoutValidation', key, value);
      this.#line('content.Add(part);');
    } else if (isText || (filename === undefined && contentType === undefined))
      this.#line(call('content.Add', created, this.#text(joined('"', name, '"'))));
    else {
      const headers = lines.map(([key, value]) => `        { ${this.#text(key)}, ${this.#text(value)} },\n`);
      this.#line(`content.Add(${created}\n{\n    Headers =\n    {\n${headers.join('')}    },\n});`);
    }
  }

  #text(text: Template): string {
    return textLiteral(text, this.#names);
  }
}
