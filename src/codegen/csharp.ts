/** C# programs with HttpClient, in a syntax that today's .NET and mono's compiler both take. */
import { partHeaders } from '../request/multipart.ts';
import { type NormalPart, type NormalRequest, omits, type PartContent } from '../request/normalize.ts';
import type { HeaderLine } from '../schemas/http-request.ts';
import {
  basicCredentials,
  camelCase,
  formPairs,
  type Generator,
  isPrintable,
  LineWriter,
  ProgramVariables,
  redirectsPlainly,
  singleHeader,
  unreachable,
  urlPieces,
  Warnings,
  withoutHeaders,
} from './generator.ts';

export const csharp = {
  language: 'csharp',
  title: 'C#',
  library: 'HttpClient',
  requires: '.NET Core 3.1 or mono 6',
  filename: 'Program.cs',
  install: 'dotnet new console --force',
  run: 'dotnet run',
  generate: (request) => new CsharpProgram(request).generate(),
} as const satisfies Generator;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN = `args body boundary bytes client content credentials handler headers input part request response
  abstract as base bool break byte case catch char checked class const continue decimal default delegate do
  double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
  internal is lock long namespace new null object operator out override params private protected public readonly
  ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
  ulong unchecked unsafe ushort using virtual void volatile while var await async`.split(/\s+/);

/** Header names that HttpClient keeps with the content, and drops without a word anywhere else. */
const CONTENT_HEADERS = new Set(
  'allow content-disposition content-encoding content-language content-length content-location content-md5 content-range content-type expires last-modified'.split(
    ' ',
  ),
);

const FORM_TYPE = 'application/x-www-form-urlencoded';

class CsharpProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings = new Warnings();
  readonly #usings = new Set(['System', 'System.Net.Http', 'System.Threading.Tasks']);
  /** Further methods of the class, each the lines of one. */
  readonly #methods: (readonly string[])[] = [];

  constructor(request: NormalRequest) {
    this.#request = request;
    this.#variables = new ProgramVariables(request.variables, camelCase, TAKEN);
  }

  generate() {
    const body = this.#statements();
    const declarations = this.#variables.used.map(
      ({ name, identifier }) =>
        `var ${identifier} = Environment.GetEnvironmentVariable(${csharpLiteral(name)}) ?? throw new InvalidOperationException(${csharpLiteral(`${name} is not set`)});`,
    );
    const writer = new LineWriter('    ');
    const order = [...this.#usings].sort((a, b) => (a < b ? -1 : 1));
    writer.line(...order.map((name) => `using ${name};`), '');
    writer.line('public static class Program');
    writer.block('{', '}', () => {
      writer.line('public static void Main()');
      writer.block('{', '}', () => writer.line('Run().GetAwaiter().GetResult();'));
      writer.line('', 'private static async Task Run()');
      writer.block('{', '}', () => {
        if (declarations.length > 0) writer.line(...declarations, '');
        writer.line(...body);
      });
      for (const method of this.#methods) writer.line('', ...method);
    });
    return { code: writer.toString(), warnings: this.#warnings.list };
  }

  #text(text: string): string {
    return csharpExpression(this.#variables, text);
  }

  #statements(): string[] {
    const preparation: string[] = [];
    const content = this.#content(preparation);
    return [
      ...preparation,
      'using (var handler = new HttpClientHandler())',
      'using (var client = new HttpClient(handler))',
      `using (var request = new HttpRequestMessage(${this.#method()}, ${this.#text(this.#url())}))`,
      '{',
      ...indented([
        ...this.#handlerSettings(),
        ...this.#clientSettings(),
        ...this.#requestSettings(),
        ...this.#headerLines(content),
        'using (var response = await client.SendAsync(request))',
        '{',
        '    Console.WriteLine((int)response.StatusCode);',
        '    Console.WriteLine(await response.Content.ReadAsStringAsync());',
        '}',
      ]),
      '}',
    ];
  }

  #method(): string {
    const { method } = this.#request;
    const known = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];
    if (!known.includes(method)) return `new HttpMethod(${this.#text(method)})`;
    return `HttpMethod.${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  }

  #url(): string {
    const { url, options } = this.#request;
    const pieces = urlPieces(url);
    if (pieces === undefined) return url;
    let target = pieces.target;
    if (options.request_target?.startsWith('/')) target = options.request_target;
    else if (options.request_target !== undefined)
      this.#warnings.add(
        'target_changed',
        `HttpClient sends path and query of the URL, not the request target ${options.request_target}.`,
        '--request-target',
      );
    if (!isUriTarget(this.#variables.blank(target)))
      this.#warnings.add(
        'target_changed',
        'System.Uri rewrites some characters of the path or query (escapes, dot segments, non-ASCII).',
      );
    return `${pieces.scheme}://${pieces.authority}${target}`;
  }

  #handlerSettings(): string[] {
    const { options, auth } = this.#request;
    const follows = options.follow_redirects === true;
    const settings = [`AllowAutoRedirect = ${follows}`, 'UseCookies = false'];
    if (follows) settings.push(...this.#redirectSettings());
    if (options.compressed === true) {
      this.#usings.add('System.Net');
      settings.push('AutomaticDecompression = DecompressionMethods.GZip | DecompressionMethods.Deflate');
    }
    if (options.insecure === true)
      settings.push(
        'ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true',
      );
    if (options.proxy !== undefined) settings.push(...this.#proxySettings(options.proxy));
    if (auth !== undefined && auth.scheme !== 'basic') settings.push(...this.#authSettings(auth.scheme));
    return settings.map((setting) => `handler.${setting};`);
  }

  #redirectSettings(): string[] {
    const { options } = this.#request;
    if (!redirectsPlainly(this.#request))
      this.#warnings.add('redirect_differs', 'HttpClient follows redirects in its own way.', '-L');
    const limit = options.max_redirects ?? 50;
    return limit === 50 || limit === 0 ? [] : [`MaxAutomaticRedirections = ${limit < 0 ? 1_000_000 : limit}`];
  }

  #proxySettings(proxy: string): string[] {
    const match = /^(?:(https?|socks\w*):\/\/)?(?:(.*)@)?(\[[^\]]*\]|[^:/]+)(?::(\d+))?\/?$/is.exec(proxy);
    const [, scheme = 'http', userinfo, host = '', port = '1080'] = match ?? [];
    if (match === null || scheme.toLowerCase() !== 'http' || userinfo !== undefined) {
      this.#warnings.add(
        'proxy_unsupported',
        'HttpClient uses plain HTTP proxies without credentials only; this one is left out.',
        '-x',
      );
      return [];
    }
    this.#usings.add('System.Net');
    return [`Proxy = new WebProxy(${this.#text(`http://${host}:${port}`)})`];
  }

  #authSettings(scheme: string): string[] {
    this.#warnings.add(
      'auth_unsupported',
      `HttpClient is not told to use ${scheme} authentication; the request is sent without credentials.`,
    );
    return [];
  }

  #clientSettings(): string[] {
    const { options } = this.#request;
    if ((options.connect_timeout_ms ?? 0) > 0)
      this.#warnings.add(
        'option_unsupported',
        'HttpClientHandler has no time limit for connecting alone; it is left out.',
        '--connect-timeout',
      );
    if (options.ip_version !== undefined)
      this.#warnings.add(
        'option_unsupported',
        'HttpClientHandler cannot be kept to one version of IP; the system chooses.',
        `-${options.ip_version}`,
      );
    const ms = options.timeout_ms ?? 0;
    if (ms === 0) return [];
    const span = ms % 1000 === 0 ? `FromSeconds(${ms / 1000})` : `FromMilliseconds(${ms})`;
    return [`client.Timeout = TimeSpan.${span};`];
  }

  #requestSettings(): string[] {
    const { options, url } = this.#request;
    const lines: string[] = [];
    const version = options.http_version;
    const secure = urlPieces(url)?.scheme === 'https';
    if (version === '3' || (!secure && (version === '2' || version === '2-prior-knowledge')))
      this.#warnings.add(
        'http_version_unsupported',
        `HttpClient cannot be relied on to speak HTTP/${version} to this URL; it falls back to HTTP/1.1.`,
        version === '2-prior-knowledge' ? '--http2-prior-knowledge' : `--http${version}`,
      );
    else if (version !== undefined)
      lines.push(
        `request.Version = new Version(${version === '1.0' ? '1, 0' : version === '1.1' ? '1, 1' : '2, 0'});`,
      );
    if (options.connection === 'close') lines.push('request.Headers.ConnectionClose = true;');
    if (options.chunked === true) lines.push('request.Headers.TransferEncodingChunked = true;');
    if (options.expect_continue === true) lines.push('request.Headers.ExpectContinue = true;');
    return lines;
  }

  #headerLines(content: string | undefined): string[] {
    const { headers, options, body, auth } = this.#request;
    const isFormContent = content?.startsWith('new FormUrlEncodedContent') ?? false;
    const lines =
      body.kind === 'form' || isFormContent ? withoutHeaders(headers, 'content-type') : [...headers];
    const all: HeaderLine[] = [...lines];
    if (options.connection === 'keep-alive') all.push({ name: 'Connection', value: 'keep-alive' });
    if (options.te !== undefined) all.push({ name: 'TE', value: options.te });
    const ofRequest = all.filter(({ name }) => !CONTENT_HEADERS.has(name.toLowerCase()));
    const ofContent = all.filter(({ name }) => CONTENT_HEADERS.has(name.toLowerCase()));
    const statements = ofRequest.map(
      (line) =>
        `request.Headers.TryAddWithoutValidation(${this.#text(line.name)}, ${this.#headerValue(line)});`,
    );
    if (auth?.scheme === 'basic')
      statements.push(
        `request.Headers.TryAddWithoutValidation("Authorization", ${this.#basic(`${auth.username ?? ''}:${auth.password ?? ''}`)});`,
      );
    if (content !== undefined || ofContent.length > 0)
      statements.push(`request.Content = ${content ?? 'new ByteArrayContent(new byte[0])'};`);
    for (const { name, value } of ofContent)
      statements.push(
        `request.Content.Headers.TryAddWithoutValidation(${this.#text(name)}, ${this.#text(value)});`,
      );
    if (body.kind === 'form' && !omits(options, 'content-type')) {
      const type = singleHeader(headers, 'Content-Type') ?? 'multipart/form-data';
      statements.push(
        `request.Content.Headers.TryAddWithoutValidation("Content-Type", ${this.#text(`${type}; boundary=`)} + boundary);`,
      );
    }
    return statements;
  }

  #headerValue({ name, value }: HeaderLine): string {
    const known = name.toLowerCase() === 'authorization' ? basicCredentials(value) : undefined;
    if (known === undefined || this.#variables.openIn(value)) return this.#text(value);
    return this.#basic(`${known.username}:${known.password}`);
  }

  #basic(credentials: string): string {
    return `"Basic " + Convert.ToBase64String(${this.#utf8(credentials)})`;
  }

  #utf8(text: string): string {
    this.#usings.add('System.Text');
    return `Encoding.UTF8.GetBytes(${this.#text(text)})`;
  }

  /** The body as an HttpContent expression; statements that it needs before go to `preparation`. */
  #content(preparation: string[]): string | undefined {
    const { body, options } = this.#request;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return this.#formContent(body.text) ?? `new ByteArrayContent(${this.#utf8(body.text)})`;
      case 'bytes':
        return `new ByteArrayContent(Convert.FromBase64String(${csharpLiteral(body.base64)}))`;
      case 'file':
        if (body.path === '-' && options.chunked === true && !body.stripNewlines)
          return 'new StreamContent(Console.OpenStandardInput())';
        return `new ByteArrayContent(${this.#fileBytes(body.path)}${this.#stripping(body.stripNewlines)})`;
      case 'form':
        preparation.push(...this.#formLines(body.parts));
        return 'new ByteArrayContent(body.ToArray())';
      default:
        return unreachable(body);
    }
  }

  #stripping(strips: boolean): string {
    if (!strips) return '';
    this.#usings.add('System.Linq');
    return ".Where(octet => octet != '\\r' && octet != '\\n' && octet != 0).ToArray()";
  }

  #formContent(text: string): string | undefined {
    const isForm = singleHeader(this.#request.headers, 'Content-Type') === FORM_TYPE;
    const pairs = isForm && !this.#variables.openIn(text) ? formPairs(text, '-._~') : undefined;
    // Older versions leave these as they are, newer ones escape them.
    if (pairs === undefined || pairs.some((pair) => pair.some((part) => /[!'()*~]/.test(part))))
      return undefined;
    this.#usings.add('System.Collections.Generic');
    const items = pairs.map(
      ([name, value]) =>
        `    new KeyValuePair<string, string>(${csharpLiteral(name)}, ${csharpLiteral(value)}),`,
    );
    return ['new FormUrlEncodedContent(new[]', '{', ...items, '})'].join('\n');
  }

  #fileBytes(path: string): string {
    this.#usings.add('System.IO');
    if (path !== '-') return `File.ReadAllBytes(${this.#text(path)})`;
    this.#addMethod(READ_INPUT);
    return 'ReadInput()';
  }

  #formLines(parts: readonly NormalPart[]): string[] {
    this.#usings.add('System.IO').add('System.Text');
    if (parts.length > 0) this.#addMethod(WRITE_PART);
    this.#addMethod(WRITE);
    return [
      'var boundary = Guid.NewGuid().ToString("N");',
      'var body = new MemoryStream();',
      ...parts.map((part) => {
        const headers = partHeaders(part, this.#request.options.form_escape).join('\r\n');
        return `WritePart(body, boundary, ${this.#text(headers)}, ${this.#contentBytes(part.content)});`;
      }),
      'Write(body, Encoding.UTF8.GetBytes("--" + boundary + "--\\r\\n"));',
    ];
  }

  #contentBytes(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return this.#utf8(content.text);
      case 'bytes':
        return `Convert.FromBase64String(${csharpLiteral(content.base64)})`;
      case 'file':
        return this.#fileBytes(content.path);
      default:
        return unreachable(content);
    }
  }

  #addMethod(lines: readonly string[]): void {
    if (!this.#methods.includes(lines)) this.#methods.push(lines);
  }
}

const WRITE_PART =
  `private static void WritePart(Stream body, string boundary, string headers, byte[] content)
{
    Write(body, Encoding.UTF8.GetBytes("--" + boundary + "\\r\\n" + headers + "\\r\\n\\r\\n"));
    Write(body, content);
    Write(body, Encoding.UTF8.GetBytes("\\r\\n"));
}`.split('\n');

const WRITE = `private static void Write(Stream body, byte[] bytes)
{
    body.Write(bytes, 0, bytes.Length);
}`.split('\n');

const READ_INPUT = `private static byte[] ReadInput()
{
    using (var input = Console.OpenStandardInput())
    using (var bytes = new MemoryStream())
    {
        input.CopyTo(bytes);
        return bytes.ToArray();
    }
}`.split('\n');

function indented(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n').map((part) => `    ${part}`));
}

/** Whether System.Uri leaves a target as it is, in .NET and in mono. */
function isUriTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  if (/(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i.test(path)) return false;
  if (
    !/^\/(?:[\w\-.~!$&'()*+,;=:@/[\]]|%[0-9A-F]{2})*(?:\?(?:[\w\-.~!$&'()*+,;=:@/?[\]]|%[0-9A-F]{2})*)?$/.test(
      target,
    )
  )
    return false;
  // Escapes of unreserved characters are undone; those of ASCII marks in mono only.
  return !/%(?:2[1789ADE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/.test(target);
}

/** A text with open variables as a C# expression. */
function csharpExpression(variables: ProgramVariables, text: string): string {
  return variables
    .split(text)
    .map((piece) => (piece.kind === 'text' ? csharpLiteral(piece.text) : piece.identifier))
    .join(' + ');
}

/** A text as a regular C# string literal: no interpolation, escapes of fixed length only. */
export function csharpLiteral(text: string): string {
  return `"${[...text].map(escapeChar).join('')}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

function escapeChar(char: string): string {
  const known = ESCAPES[char];
  if (known !== undefined) return known;
  if (isPrintable(char)) return char;
  return [...Array(char.length).keys()]
    .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
