/** C#: programs of top-level statements for HttpClient, as `dotnet new console` begins. */
import highlighter from 'highlight.js/lib/languages/csharp';
import { VERBS, type Verb } from '../../request/normalize.ts';
import type { Client, Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type {
  JsonNode,
  PlanFile,
  PlanPart,
  PlanProxy,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../plan/plan.ts';
import { camelCase, Identifiers } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { Imports, indented } from '../text/layout.ts';
import { C_ESCAPES, escaper, isPrintableLines, unitEscapes } from '../text/literals.ts';
import { joined, ownText } from '../text/templates.ts';

const CAPABILITIES = new Capabilities({
  name: 'HttpClient',
  // It says the names of known methods in its own spelling.
  method: (method) => VERBS.get(method.toUpperCase()) ?? method,
  dotSegments: false,
  headerText: 'encoded',
  contentType: 'body',
  bodyHeaders: new Set([
    'allow',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-location',
    'content-md5',
    'content-range',
    'content-type',
    'expires',
    'last-modified',
  ]),
  defaultHeaders: { host: 'fixed' },
  form: { type: true },
  json: { type: false, number: sameNumber, refusedKeys: /^(?![a-z_][A-Za-z0-9_]*$)/ },
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
  versions: {
    '1.0': 'option',
    '1.1': 'default',
    '2': 'option',
    '2-prior-knowledge': 'option',
    '3': 'option',
  },
  expectContinue: 'option',
  transfer: ['cert', 'key', 'cacert'],
});

const client: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

export const csharp: Emitter = {
  title: 'C#',
  filename: 'Program.cs',
  run: 'dotnet run',
  highlighter,
  libraries: [
    {
      name: 'HttpClient',
      requires: '.NET 8',
      install: () => 'dotnet restore',
      files: () => [{ name: 'request.csproj', content: PROJECT }],
      clients: [client],
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

/** The words of the language. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract as async await base bool break byte case catch char checked class const continue decimal default delegate
  do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
  internal is lock long namespace new null object operator out override params private protected public readonly ref
  return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong
  unchecked unsafe ushort using var virtual void volatile while yield
  required record file scoped`.split(/\s+/),
);
/** With the names that the programs use themselves. */
const TAKEN = new Set([
  ...KEYWORDS,
  ...'args client form part request response timeout value reader line'.split(' '),
]);

const METHODS: Readonly<Record<Verb, string>> = {
  GET: 'HttpMethod.Get',
  POST: 'HttpMethod.Post',
  PUT: 'HttpMethod.Put',
  PATCH: 'HttpMethod.Patch',
  DELETE: 'HttpMethod.Delete',
  HEAD: 'HttpMethod.Head',
  OPTIONS: 'HttpMethod.Options',
};

const VERSIONS: Readonly<Record<string, readonly [version: string, policy: string | undefined]>> = {
  '1.0': ['Version10', undefined],
  '2': ['Version20', undefined],
  '2-prior-knowledge': ['Version20', 'RequestVersionExact'],
  '3': ['Version30', undefined],
};

/** A media type that needs no reading, and one as the library writes it for a text in UTF-8. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const TYPE_WITH_PARAMETERS = /^[\w.+-]+\/[\w.+-]+(?:; [\w-]+=[\w.-]+)*$/;
const UTF8_TYPE = /^([\w.+-]+\/[\w.+-]+); charset=utf-8$/;

/** Headers that `Add` reads, and refuses or writes in its own way unless their value is simple. */
const READ_HEADERS: ReadonlySet<string> = new Set(
  'accept accept-charset accept-encoding accept-language cache-control connection date expect from host if-match if-modified-since if-none-match if-range if-unmodified-since max-forwards pragma proxy-authorization range referer te trailer transfer-encoding upgrade user-agent via warning authorization'.split(
    ' ',
  ),
);
const SIMPLE_LINE =
  /^(?:accept: [\w.+*-]+\/[\w.+*-]+|if-(?:none-)?match: "[^"\\]*"|(?:accept-language|cache-control|pragma|user-agent): [\w-]+|user-agent: [\w-]+\/[\w.]+|referer: https?:\/\/[a-z0-9.-]+\/[\w/.-]*)$/;

/** The scheme and the credentials of an Authorization; undefined where it has no such parts. */
function schemeOf(value: Template): [scheme?: string, credentials?: Template] {
  const pieces = typeof value === 'string' ? [value] : value;
  const [, scheme, rest = ''] = /^([\w-]+) (.*)$/s.exec(typeof pieces[0] === 'string' ? pieces[0] : '') ?? [];
  const credentials = joined(rest, pieces.slice(1));
  return scheme === undefined || credentials.length === 0 ? [] : [scheme, credentials];
}

/** Whole numbers and decimals, which are literals of the language and keep their zeros. */
function sameNumber(token: string): string {
  return /^(?:0|-?[1-9]\d{0,17}|-?(?:0|[1-9]\d{0,14})\.\d{1,12})$/.test(token) ? token : '';
}

/** A brace that opens lines stands on one of its own. */
const OPEN_BRACE = /^( *)(?! )(.*new(?:\[\]| object\?\[\])?) \{$/gm;
const BRACES = { step: '    ', padding: ' ', trailing: ',' };
/** Anonymous objects, whose runtime types the serializer writes. */
const JSON_STYLE: JsonStyle = {
  object: BRACES,
  array: BRACES,
  brackets(node) {
    if (node.kind === 'object') return ['new {', '}'];
    if (node.items.length === 0) return ['Array.Empty<object>()', ''];
    return [`${isUniform(node.items) ? 'new[]' : 'new object?[]'} {`, '}'];
  },
  keys: (members) => members.map(({ key }) => `${KEYWORDS.has(String(key)) ? '@' : ''}${String(key)} = `),
  text: (text, names) => textLiteral(text, names),
  number: (token) => (token.includes('.') && String(Number(token)) !== token ? `${token}m` : token),
  constant: (value) => (value === null ? '(object?)null' : String(value)),
};

/** Whether all items have one type: texts, whole numbers, or objects of the same texts. */
function isUniform(items: readonly JsonNode[]): boolean {
  const shapes = items.map((item) => {
    if (item.kind === 'string') return 'text';
    if (item.kind === 'token' && /^-?\d{1,9}$/.test(item.text)) return 'number';
    if (item.kind !== 'object' || item.members.some(({ value }) => value.kind !== 'string')) return '';
    return `{${item.members.map(({ key }) => String(key)).join()}`;
  });
  return items.length === 1
    ? items[0]?.kind === 'object' || shapes[0] !== ''
    : new Set(shapes).size === 1 && shapes[0] !== '';
}

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  /** The namespaces that `dotnet new console` does not have anyway. */
  readonly #usings = new Imports();
  /** The statements, a line each at least. */
  #code = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    this.#names = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  toString(): string {
    if (this.#plan.variables.length > 0) this.#variables();
    this.#client();
    this.#request();
    this.#auth();
    this.#headers();
    this.#body();
    if (this.#plan.bodyHeaders.length > 0) this.#bodyHeaders();
    const usings = this.#usings.lines('using ', ';\n');
    return `${usings === '' ? '' : `${usings}\n`}${this.#code}
${this.#response()}`;
  }

  /** The statements that send the request and show or save the response. */
  #response(): string {
    const { output, showsHeaders, isHead, fails, streams } = this.#plan.transfer;
    const isCopied = output !== undefined || streams;
    // The client's own timeout ends with the headers then.
    const isTimed = isCopied && this.#plan.timeout !== undefined;
    const token = isTimed ? 'timeout.Token' : '';
    const more = isTimed ? `, ${token}` : '';
    const how = isCopied ? `, HttpCompletionOption.ResponseHeadersRead${more}` : '';
    let code = isTimed ? 'using var timeout = new CancellationTokenSource(client.Timeout);\n' : '';
    code += `using var response = await client.SendAsync(request${how});\n`;
    // Of a redirect that is not followed curl makes no failure.
    const isRedirect = this.#plan.redirects === undefined;
    const check = isRedirect ? 'if ((int)response.StatusCode >= 400) ' : '';
    if (fails === 'before') code += `${check}response.EnsureSuccessStatusCode();\n`;
    code += 'Console.WriteLine((int)response.StatusCode);\n';
    if (showsHeaders)
      code += 'Console.Write(response.Headers);\nConsole.WriteLine(response.Content.Headers);\n';
    if (output !== undefined)
      code += `await using var file = File.Create(${this.#text(output)});\nawait response.Content.CopyToAsync(file${more});\n`;
    else if (streams)
      code += `using var reader = new StreamReader(await response.Content.ReadAsStreamAsync());\nwhile (await reader.ReadLineAsync(${token}) is { } line) Console.WriteLine(line);\n`;
    else if (!isHead) code += 'Console.WriteLine(await response.Content.ReadAsStringAsync());\n';
    return fails === 'after' ? `${code}return (int)response.StatusCode < 400 ? 0 : 1;\n` : code;
  }

  #line(statement: string): void {
    this.#code += `${statement}\n`;
  }

  #variables(): void {
    for (const variable of this.#plan.variables) this.#declare(variable, this.#names.of(variable));
    this.#code += '\n';
  }

  #declare({ name, fallback }: PlanVariable, own: string): void {
    const start = `var ${own} = Environment.GetEnvironmentVariable(${csharpLiteral(name)})`;
    if (fallback === undefined)
      this.#line(
        `${start}\n    ?? throw new InvalidOperationException(${csharpLiteral(`${name} is not set`)});`,
      );
    else if (!fallback.forEmpty) this.#line(`${start} ?? ${csharpLiteral(fallback.text)};`);
    else this.#line(`${start} ?? "";\nif (${own} == "") ${own} = ${csharpLiteral(fallback.text)};`);
  }

  #client(): void {
    const { timeout } = this.#plan;
    const properties = this.#handler();
    const limit = timeout === undefined ? '' : ` { Timeout = ${duration(timeout)} }`;
    const isShort = properties.indexOf('\n') === properties.length - 1;
    const handler = isShort ? ` { ${properties.trim().slice(0, -1)} }` : `\n{\n${properties}}`;
    this.#code +=
      properties === ''
        ? `using var client = new HttpClient${limit === '' ? '()' : limit};\n`
        : `using var client = new HttpClient(new SocketsHttpHandler${handler})${limit};\n`;
  }

  /** The properties of the handler, a line each at least. */
  #handler(): string {
    const { redirects, compressed, connectTimeout, insecure, proxy, auth, headers, bodyHeaders } = this.#plan;
    let properties = '';
    if (redirects === undefined || redirects.max === 0) properties = '    AllowAutoRedirect = false,\n';
    else if (redirects.max !== undefined)
      properties = `    MaxAutomaticRedirections = ${redirects.max < 0 ? 'int.MaxValue' : redirects.max},\n`;
    if (compressed) {
      this.#usings.add('System.Net');
      properties += '    AutomaticDecompression = DecompressionMethods.All,\n';
    }
    if (connectTimeout !== undefined) properties += `    ConnectTimeout = ${duration(connectTimeout)},\n`;
    let tls = insecure ? '        RemoteCertificateValidationCallback = (_, _, _, _) => true,\n' : '';
    const { cert, key, cacert } = this.#plan.transfer;
    if (cert !== undefined) {
      this.#usings.add('System.Security.Cryptography.X509Certificates');
      const files = key === undefined ? this.#text(cert) : `${this.#text(cert)}, ${this.#text(key)}`;
      tls += `        ClientCertificates = [X509Certificate2.CreateFromPemFile(${files})],\n`;
    }
    if (cacert !== undefined && !insecure) {
      this.#usings.add('System.Security.Cryptography.X509Certificates');
      tls += `        CertificateChainPolicy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            CustomTrustStore = { X509Certificate2.CreateFromPem(File.ReadAllText(${this.#text(cacert)})) },
        },
`;
    }
    if (tls !== '') {
      this.#usings.add('System.Net.Security');
      properties += `    SslOptions = new SslClientAuthenticationOptions\n    {\n${tls}    },\n`;
    }
    if (proxy !== undefined) {
      this.#usings.add('System.Net');
      properties += `    Proxy = ${this.#proxy(proxy)},\n`;
    }
    if (![...headers, ...bodyHeaders].every(({ isAscii }) => isAscii)) {
      this.#usings.add('System.Text');
      properties += '    RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,\n';
    }
    if (auth !== undefined && auth.kind !== 'basic' && auth.kind !== 'bearer')
      properties += `    Credentials = ${this.#credentials(auth.kind, auth.username, auth.password)},\n`;
    return properties;
  }

  #credentials(kind: string, username: Template, password: Template): string {
    this.#usings.add('System.Net');
    const credential = `new NetworkCredential(${this.#text(username)}, ${this.#text(password)})`;
    if (kind === 'any') return credential;
    const scheme = kind === 'ntlm' ? kind.toUpperCase() : kind.charAt(0).toUpperCase() + kind.slice(1);
    const address = this.#text(this.#plan.url);
    return `new CredentialCache\n    {\n        { new Uri(${address}), "${scheme}", ${credential} },\n    }`;
  }

  #request(): void {
    const { verb, method, url, httpVersion } = this.#plan;
    const how = verb === undefined ? `new HttpMethod(${this.#text(method)})` : METHODS[verb];
    const known = httpVersion === undefined ? undefined : VERSIONS[httpVersion];
    this.#code += `using var request = new HttpRequestMessage(${how}, ${this.#text(url)})`;
    if (known !== undefined) {
      const [version, policy] = known;
      this.#usings.add('System.Net');
      const more = policy === undefined ? '' : `    VersionPolicy = HttpVersionPolicy.${policy},\n`;
      this.#code += `\n{\n    Version = HttpVersion.${version},\n${more}}`;
    }
    this.#code += ';\n';
  }

  #auth(): void {
    const { auth, proxy } = this.#plan;
    if (auth?.kind === 'bearer') {
      this.#usings.add('System.Net.Http.Headers');
      this.#code += `request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", ${this.#text(auth.token)});\n`;
    } else if (auth?.kind === 'basic')
      this.#line(`request.Headers.Authorization = ${this.#basic(auth.username, auth.password)};`);
    if (proxy?.username !== undefined && this.#tellsProxy(proxy))
      this.#line(
        `request.Headers.ProxyAuthorization = ${this.#basic(proxy.username, proxy.password ?? '')};`,
      );
  }

  /** Whether the proxy reads the request; a tunnel is asked for without the headers of that. */
  #tellsProxy({ scheme }: PlanProxy): boolean {
    return this.#plan.scheme === 'http' && scheme.startsWith('http');
  }

  #proxy(proxy: PlanProxy): string {
    const { url, scheme, address, username, password = '' } = proxy;
    const where = address === undefined ? url : `${scheme}://${address.host}:${address.port}`;
    const start = `new WebProxy(${this.#text(where)})`;
    if (username === undefined || this.#tellsProxy(proxy)) return start;
    return `${start}\n    {\n        Credentials = new NetworkCredential(${this.#text(username)}, ${this.#text(password)}),\n    }`;
  }

  #basic(username: Template, password: Template): string {
    this.#usings.add('System.Net.Http.Headers', 'System.Text');
    const credentials = this.#text(joined(username, ':', password));
    return `new AuthenticationHeaderValue(\n    "Basic",\n    Convert.ToBase64String(Encoding.UTF8.GetBytes(${credentials})))`;
  }

  #headers(): void {
    const { headers, chunked, expectContinue } = this.#plan;
    for (const { name, lower, value } of headers) {
      const [scheme, credentials] = lower === 'authorization' ? schemeOf(value) : [];
      if (scheme !== undefined && credentials !== undefined) {
        this.#usings.add('System.Net.Http.Headers');
        this.#line(
          `request.Headers.Authorization = new AuthenticationHeaderValue("${scheme}", ${this.#text(credentials)});`,
        );
        continue;
      }
      // Add parses a known header, and refuses an empty one.
      const isKept = value !== '' && (!READ_HEADERS.has(lower) || SIMPLE_LINE.test(`${lower}: ${value}`));
      const add = isKept ? 'Add' : 'TryAddWithoutValidation';
      this.#line(`request.Headers.${add}(${this.#text(name)}, ${this.#text(value)});`);
    }
    if (chunked) this.#line('request.Headers.TransferEncodingChunked = true;');
    if (expectContinue) this.#line('request.Headers.ExpectContinue = true;');
  }

  #bodyHeaders(): void {
    const { body, bodyHeaders } = this.#plan;
    if (body.kind === 'none') this.#line('request.Content = new ByteArrayContent([]);');
    for (const { name, value } of bodyHeaders)
      this.#line(
        `request.Content.Headers.TryAddWithoutValidation(${this.#text(name)}, ${this.#text(value)});`,
      );
  }

  #body(): void {
    const { body } = this.#plan;
    switch (body.kind) {
      case 'text':
        this.#textBody(body.text);
        return;
      case 'json':
        this.#json(body.value);
        return;
      case 'pairs': {
        const isMap = body.hasUniqueNames;
        let pairs = '';
        for (const [name, value] of body.pairs)
          pairs += isMap
            ? `    [${this.#text(name)}] = ${this.#text(value)},\n`
            : `    new(${this.#text(name)}, ${this.#text(value)}),\n`;
        const list = isMap ? 'new Dictionary<string, string>' : 'new KeyValuePair<string, string>[]';
        this.#line(`request.Content = new FormUrlEncodedContent(${list}\n{\n${pairs}});`);
        return;
      }
      case 'bytes':
        this.#bytesBody(`Convert.FromBase64String("${body.base64}")`);
        return;
      case 'file':
        if (body.stripNewlines) this.#bytesBody(this.#stripped(body.file));
        else this.#contentBody(this.#streamed(body.file));
        return;
      case 'multipart':
        this.#line(
          body.parts.every(isSimple)
            ? 'using var form = new MultipartFormDataContent();'
            : `using var form = new MultipartFormDataContent\n{\n    HeaderEncodingSelector = (_, _) => ${this.#utf8()},\n};`,
        );
        for (const part of body.parts) this.#part(part);
        this.#line('request.Content = form;');
    }
  }

  #json(value: JsonNode): void {
    const { contentType } = this.#plan;
    this.#usings.add('System.Net.Http.Json');
    const literal = `    ${jsonLiteral(value, JSON_STYLE, this.#names, '    ', 0)}`.replace(
      OPEN_BRACE,
      '$1$2\n$1{',
    );
    const isRead = typeof contentType === 'string' && TYPE_WITH_PARAMETERS.test(contentType);
    const type = isRead ? `,\n    ${this.#mediaType(contentType)}` : '';
    this.#line(`request.Content = JsonContent.Create(\n${literal}${type});`);
    if (isRead || contentType === undefined) return;
    this.#line('request.Content.Headers.ContentType = null;');
    this.#line(
      `request.Content.Headers.TryAddWithoutValidation("Content-Type", ${this.#text(contentType)});`,
    );
  }

  #mediaType(type: Template): string {
    this.#usings.add('System.Net.Http.Headers');
    const isPlain = typeof type === 'string' && MEDIA_TYPE.test(type);
    return `${isPlain ? 'new MediaTypeHeaderValue' : 'MediaTypeHeaderValue.Parse'}(${this.#text(type)})`;
  }

  #textBody(text: Template): void {
    const { contentType } = this.#plan;
    const utf8Type = typeof contentType === 'string' ? UTF8_TYPE.exec(contentType)?.[1] : undefined;
    if (typeof contentType === 'string' && MEDIA_TYPE.test(contentType)) {
      const type = this.#mediaType(contentType);
      this.#code += `request.Content = new StringContent(\n    ${this.#lines(text)},\n    ${type});\n`;
    } else if (utf8Type !== undefined)
      this.#line(
        `request.Content = new StringContent(\n    ${this.#lines(text)},\n    ${this.#utf8()},\n    "${utf8Type}");`,
      );
    else if (typeof text === 'string') this.#bytesBody(`${this.#lines(text)}u8.ToArray()`);
    else {
      this.#usings.add('System.Text');
      this.#bytesBody(`Encoding.UTF8.GetBytes(${this.#lines(text)})`);
    }
  }

  #bytesBody(bytes: string): void {
    this.#contentBody(`new ByteArrayContent(${bytes})`);
  }

  #contentBody(content: string): void {
    const { contentType } = this.#plan;
    this.#line(`request.Content = ${content};`);
    if (typeof contentType === 'string' && TYPE_WITH_PARAMETERS.test(contentType))
      this.#line(`request.Content.Headers.ContentType = ${this.#mediaType(contentType)};`);
    else if (contentType !== undefined)
      this.#line(
        `request.Content.Headers.TryAddWithoutValidation("Content-Type", ${this.#text(contentType)});`,
      );
  }

  #content(file: PlanFile): string {
    if (file.kind === 'path') return `await File.ReadAllBytesAsync(${this.#text(file.path)})`;
    return 'await new StreamContent(Console.OpenStandardInput()).ReadAsByteArrayAsync()';
  }

  /** The content as a stream, which the request closes. */
  #streamed(file: PlanFile): string {
    return file.kind === 'path'
      ? `new StreamContent(File.OpenRead(${this.#text(file.path)}))`
      : `new ByteArrayContent(${this.#content(file)})`;
  }

  #stripped(file: PlanFile): string {
    return `(${this.#content(file)})\n    .Where(value => value is not ((byte)'\\r' or (byte)'\\n' or 0))\n    .ToArray()`;
  }

  #utf8(): string {
    this.#usings.add('System.Text');
    return 'Encoding.UTF8';
  }

  #part(part: PlanPart): void {
    const { name, filename, content, contentType, lines } = part;
    const isText = content.kind === 'text';
    const create = isText
      ? `new StringContent(${this.#text(content.text)})`
      : content.kind === 'bytes'
        ? `new ByteArrayContent(Convert.FromBase64String("${content.base64}"))`
        : this.#streamed(content.file);
    if (!isSimple(part)) {
      this.#line(`{\n    var part = ${isText ? `${create} { Headers = { ContentType = null } }` : create};`);
      for (const [key, value] of lines)
        this.#line(`    part.Headers.TryAddWithoutValidation(${this.#text(key)}, ${this.#text(value)});`);
      this.#line('    form.Add(part);\n}');
      return;
    }
    // A text has a Content-Type unless it is taken away.
    const untyped = isText ? 'null' : undefined;
    const type = contentType === undefined ? untyped : this.#mediaType(contentType);
    const names = [name, ...(filename === undefined ? [] : [filename])].map((text) => this.#text(text));
    const typed = type === undefined ? create : `${create} { Headers = { ContentType = ${type} } }`;
    const flat = `form.Add(${typed}, ${names.join(', ')});`;
    this.#line(flat.length <= 120 ? flat : `form.Add(\n    ${typed},\n    ${names.join(',\n    ')});`);
  }

  #text(text: Template): string {
    return textLiteral(text, this.#names);
  }

  /** A text of a body: raw where that is easier to read. */
  #lines(text: Template): string {
    if (typeof text === 'string') return prefersRaw(text) ? rawLiteral(text, text, 0) : csharpLiteral(text);
    const own = ownText(text);
    if (!prefersRaw(own)) return this.#text(text);
    // So many braces begin a variable that fewer of them are text.
    const depth = longestRun(own, /[{}]+/g) + 1;
    const inner = this.#names.interpolated(text, (piece) => piece, '{'.repeat(depth), '}'.repeat(depth));
    return rawLiteral(inner, own, depth);
  }
}

/** A text as a literal, an interpolated one where variables stand in it. */
function textLiteral(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return csharpLiteral(text);
  const write = (piece: string) => csharpLiteral(piece).slice(1, -1).replace(/[{}]/g, '$&$&');
  return names.only(text) ?? `$"${names.interpolated(text, write, '{', '}')}"`;
}

/**
 * @param inner what stands between the quotes
 * @param own what of it is text
 */
function rawLiteral(inner: string, own: string, depth: number): string {
  const quotes = /"""/.test(own) ? '"'.repeat(longestRun(own, /"+/g) + 1) : '"""';
  const start = '$'.repeat(depth) + quotes;
  if (!own.includes('\n') && inner[0] !== '"' && !inner.endsWith('"')) return start + inner + quotes;
  return `${start}\n${indented(inner, '    ')}\n    ${quotes}`;
}

/** Whether the library writes the headers of a part in the same way by itself. */
function isSimple({ name, filename, isPlain, headers, contentType }: PlanPart): boolean {
  const isMedia = typeof contentType === 'string' && MEDIA_TYPE.test(contentType);
  return (
    isPlain &&
    name !== '' &&
    filename !== '' &&
    headers.length === 0 &&
    (contentType === undefined || isMedia)
  );
}

function duration(milliseconds: number): string {
  return milliseconds % 1000 === 0
    ? `TimeSpan.FromSeconds(${milliseconds / 1000})`
    : `TimeSpan.FromMilliseconds(${milliseconds})`;
}

function longestRun(text: string, runs: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length);
  return longest;
}

/** Whether a text has several lines or quotes to escape, and all of it can be seen. */
function prefersRaw(text: string): boolean {
  return (/["\\]/.test(text) || (text.includes('\n') && /\S/.test(text))) && isPrintableLines(text);
}

/** A text as a regular string literal: no interpolation, escapes of fixed length only. */
export function csharpLiteral(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  if (/^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  return `"${[...text].map(escapeChar).join('')}"`;
}

const escapeChar = escaper(C_ESCAPES, unitEscapes);
