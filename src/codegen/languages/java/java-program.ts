/** The base of both kinds of Java programs. */
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { encoded as encodeForm } from '../../plan/url.ts';
import { camelCase, Identifiers, words } from '../../text/identifiers.ts';
import { jsonText } from '../../text/json.ts';
import { importLines, indented } from '../../text/layout.ts';
import { C_ESCAPES, escaper, isPrintableLines, unitEscapes } from '../../text/literals.ts';
import { joined } from '../../text/templates.ts';

/** Names that the programs use themselves, and the keywords of the language. */
const TAKEN = words(
  'args attempt body boundary ca chain client content context credentials error fields file form header host isGzip isRest json key keys line lines name pair pem proxy proxyCredentials request response retryable route saved session store text trust trustAll url value values abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null var yield record start cookies',
);

export const STATEMENT = '        ';
export const CALL = '                ';
const PLUS = `\n${CALL}+ `;

export const WIDTH = 120;

const CLASSES = {
  'java.io': 'ByteArrayInputStream File FileOutputStream IOException InputStream InterruptedIOException',
  'java.net':
    'ConnectException CookieManager InetAddress InetSocketAddress Proxy ProxySelector Socket URI URLEncoder',
  'java.net.http': 'HttpClient HttpRequest HttpResponse HttpTimeoutException',
  'java.net.http.HttpRequest': 'BodyPublisher BodyPublishers',
  'java.net.http.HttpResponse': 'BodyHandlers',
  'java.nio.charset': 'StandardCharsets',
  'java.nio.file': 'Files Path StandardCopyOption',
  'java.security': 'KeyFactory KeyStore PrivateKey',
  'java.security.cert': 'Certificate CertificateException CertificateFactory X509Certificate',
  'java.security.spec': 'PKCS8EncodedKeySpec',
  'java.time': 'Duration',
  'java.util': 'ArrayList Base64 List Objects Optional Set UUID',
  'java.util.stream': 'Collectors Stream',
  'java.util.zip': 'GZIPInputStream',
  'javax.net.ssl': `KeyManager KeyManagerFactory SSLContext SSLEngine TrustManager TrustManagerFactory X509ExtendedTrustManager X509TrustManager`,
  okhttp3: `Credentials Dns FormBody HttpUrl MediaType MultipartBody OkHttpClient Protocol Request RequestBody Response`,
  'okhttp3.tls': 'Certificates HandshakeCertificates HeldCertificate',
};
const IMPORTS = new Map<string, string>();
for (const [name, classes] of Object.entries(CLASSES))
  for (const one of classes.split(/\s+/)) IMPORTS.set(one, `${name}.${one}`);

/** Text blocks, string literals, and names that may be those of classes. */
const NAMES =
  /"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:""")?|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[A-Z](?<![.\w].)\w+/gs;

/** Maximum UTF-16 units of a constant: its UTF-8 must fit into 65,535 bytes. */
const MAX_CONSTANT = 21_000;

type Source = { readonly kind: 'text' | 'bytes' | 'path'; readonly value: string };

export abstract class JavaProgram {
  /** Creates a file object from a path: `Path.of` or `new File`. */
  protected abstract readonly file: string;
  protected abstract readonly status: string;
  protected abstract readonly headers: string;
  /** The parameters of a method that sends the request, and its exception for a timeout. */
  protected abstract readonly sender: string;
  protected abstract readonly timeout: string;
  protected members = '';
  protected readonly plan: ProgramPlan;
  /** Statements before the client: system properties, the boundary. */
  protected preparation = '';
  readonly #identifiers: Identifiers;

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    const inline = plan.isMinimal ? (name: string) => `System.getenv(${javaLiteral(name)})` : undefined;
    this.#identifiers = new Identifiers(plan.variables, camelCase, TAKEN, inline, (value) =>
      encoded(this.text(value)),
    );
  }

  protected abstract client(): string;
  protected abstract request(): string;
  protected abstract response(): string;

  emit(): string {
    const { cookies, transfer } = this.plan;
    const { resumed } = transfer;
    if (resumed !== undefined) this.prepare(`long start = new File(${this.text(resumed)}).length();`);
    if (cookies !== undefined)
      this.prepare(`Path saved = Path.of(${this.text(cookies.file)});
        Stream<String> lines = Files.exists(saved) ? Files.lines(saved) : Stream.empty();
        String cookies = lines
                .map(line -> line.replaceFirst("^(#HttpOnly_)?\\\\.?", ".").split("\\t", -1))
                .filter(fields -> fields.length == 7 && ${javaLiteral(cookies.domain)}.endsWith(fields[0]))
                .map(fields -> fields[5] + "=" + fields[6])
                .collect(Collectors.joining("; "));`);
    const request = this.client() + this.request();
    const response = this.response();
    let declarations = '';
    for (const variable of this.#identifiers.declared)
      declarations += this.declare(`String ${this.#identifiers.of(variable)}`, environment(variable));
    const paragraphs = [declarations, this.preparation, request, response];
    const code = `public class Main {
    public static void main(String[] args) throws Exception {
${paragraphs.filter((paragraph) => paragraph !== '').join('\n')}    }
${this.members}}
`;
    const imports = new Set<string>();
    for (const name of new Set(code.match(NAMES))) {
      const found = IMPORTS.get(name);
      if (found !== undefined) imports.add(found);
    }
    return `${importLines(imports, 'import ', ';\n')}\n${code}`;
  }

  protected prepare(statement: string): void {
    this.preparation += `${STATEMENT}${statement}\n`;
  }

  protected declare(name: string, value: string): string {
    return `${wrapped(`${STATEMENT}${name} = ${value};`, CALL)}\n`;
  }

  protected duration(milliseconds: number): string {
    return milliseconds % 1000 === 0
      ? `Duration.ofSeconds(${milliseconds / 1000})`
      : `Duration.ofMillis(${milliseconds < 2 ** 31 ? milliseconds : `${milliseconds}L`})`;
  }

  /** Returns the call that sends the request, or that of a retrying method; `close` discards a response that is not read. */
  protected sent(type: string, call: string, close: string): string {
    const { retry } = this.plan.transfer;
    if (retry === undefined) return call;
    const { count, delay, allErrors, refused, catches, statuses } = retry;
    const caught = refused ? `ConnectException | ${this.timeout}` : this.timeout;
    const isDone =
      statuses === undefined ? `${this.status} < 400` : `!Set.of(${statuses}).contains(${this.status})`;
    const once = `            ${type} response = ${call};
            if (attempt == ${count} || ${isDone}) {
                return response;
            }
${close}`;
    const guarded = `            try {
${indented(once, '    ')}            } catch (${allErrors ? 'IOException' : caught} error) {
                if (attempt == ${count}) {
                    throw error;
                }
            }
`;
    this.members += `
    private static ${type} send(${this.sender})
            throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
${catches ? guarded : once}            Thread.sleep(${delay === undefined ? '1000L << attempt); // 1 s, 2 s, 4 s, ...' : `${delay});`}
        }
    }
`;
    return 'send(client, request)';
  }

  protected proxyAddress({ address, url }: NonNullable<ProgramPlan['proxy']>): string {
    if (address !== undefined) return `new InetSocketAddress(${javaLiteral(address.host)}, ${address.port})`;
    this.prepare(`URI proxy = URI.create(${this.text(url)});`);
    return 'new InetSocketAddress(proxy.getHost(), proxy.getPort())';
  }

  text(text: Template): string {
    return this.#identifiers.expression(text, javaLiteral, ' + ');
  }

  lines(text: Template, indentation: string, prefersBlock = false): string {
    if (typeof text === 'string') return textBlock(text, indentation, prefersBlock) ?? javaLiteral(text);
    const format = text.map((piece) => (typeof piece === 'string' ? piece.replaceAll('%', '%%') : '%s'));
    const block = textBlock(format.join(''), indentation, prefersBlock);
    if (block === undefined) return this.text(text);
    const values = text.flatMap((piece) => (typeof piece === 'string' ? [] : [this.#identifiers.of(piece)]));
    return `${block}.formatted(${values.join(', ')})`;
  }

  /** Returns the body, unless multipart, as an expression of a string, of bytes or of a path. */
  protected source(
    body: Exclude<ProgramPlan['body'], { kind: 'none' | 'multipart' }>,
    indentation: string,
  ): Source {
    if (body.kind === 'text') return { kind: 'text', value: this.lines(body.text, indentation) };
    if (body.kind === 'pairs') return { kind: 'text', value: this.#sum('form', this.#fields(body)) };
    if (body.kind === 'file' && body.stripNewlines) return this.#stripped(body.file);
    if (body.kind !== 'json') return this.content(body);
    return { kind: 'text', value: this.lines(jsonText(body.value), indentation, true) };
  }

  protected content(content: PlanPart['content']): Source {
    if (content.kind === 'text') return { kind: 'text', value: this.text(content.text) };
    if (content.kind === 'bytes')
      return { kind: 'bytes', value: `Base64.getDecoder().decode(${javaLiteral(content.base64)})` };
    if (content.file.kind === 'stdin') return { kind: 'bytes', value: 'System.in.readAllBytes()' };
    return { kind: 'path', value: `${this.file}(${this.text(content.file.path)})` };
  }

  /** Returns the lines of a form; the program encodes variables, and what is hard to read when encoded. */
  #fields({ pairs }: PlanPairs): string[] {
    const texts = pairs.map(([name, value], at) => {
      const key = joined(at === 0 ? '' : '&', typeof name === 'string' ? formEncoded(name) : name, '=');
      const own = typeof value === 'string' ? formEncoded(value) : '%';
      if (!own.includes('%')) return this.text(joined(key, own));
      return `${this.text(key)} + ${encoded(this.text(value))}`;
    });
    return texts.reduce<string[]>((all, text) => {
      const last = all.at(-1) ?? '';
      const isNext = text.startsWith('"') && /^"[^"\\]*"$/.test(last) && last.length + text.length < 100;
      all.push(isNext ? `${all.pop()?.slice(0, -1)}${text.slice(1)}` : text);
      return all;
    }, []);
  }

  /** Prepares a sum of texts in a statement, one per line unless it is short; returns its name. */
  #sum(name: string, texts: readonly string[]): string {
    const flat = `${STATEMENT}String ${name} = ${texts.join(' + ')};`;
    this.preparation += `${flat.length <= WIDTH ? flat : `${STATEMENT}String ${name} = ${texts.join(PLUS)};`}\n`;
    return name;
  }

  protected url(): string {
    const texts = [this.plan.url].flat().map((piece) => this.text([piece]));
    const text = texts.join(' + ');
    return text.length <= WIDTH - 33 ? text : this.#sum('url', texts);
  }

  /** Returns a file without line ends and NUL, decoded as Latin-1 so that each character is a byte. */
  #stripped(file: PlanFile): Source {
    const latin1 = 'StandardCharsets.ISO_8859_1';
    const text =
      file.kind === 'path'
        ? `Files.readString(Path.of(${this.text(file.path)}), ${latin1})`
        : `new String(System.in.readAllBytes(), ${latin1})`;
    this.prepare(`// curl -d strips line breaks; ISO 8859-1 keeps every other byte.
        byte[] content = ${text}
                .replaceAll("[\\r\\n\\0]", "")
                .getBytes(${latin1});`);
    return { kind: 'bytes', value: 'content' };
  }

  utf8(expression: string, step = ''): string {
    return `${expression.includes(' + ') ? `(${expression})` : expression}${step}.getBytes(StandardCharsets.UTF_8)`;
  }

  /** The statements that print or save a response; its body is a string to print or a stream to copy. */
  shown(body: string): string {
    const { output, resumed, showsHeaders, isHead, fails, streams } = this.plan.transfer;
    const failed = `        if (${this.status} >= 400) {
            throw new IOException("HTTP " + ${this.status});
        }\n`;
    let code = fails === 'before' ? failed : '';
    if (this.plan.transfer.showsStatus) code += `${STATEMENT}System.out.println(${this.status});\n`;
    if (showsHeaders) code += this.headers;
    if (isHead) return code;
    if (showsHeaders) code += `${STATEMENT}System.out.println();\n`;
    if (resumed !== undefined)
      code += `        boolean isRest = ${this.status} == 206;
        try (FileOutputStream file = new FileOutputStream(${this.text(resumed)}, isRest)) {
            ${body}.transferTo(file);
        }\n`;
    else if (output !== undefined) {
      const path = `Path.of(${this.text(output)})`;
      code += `${STATEMENT}Files.copy(${body}, ${path}, StandardCopyOption.REPLACE_EXISTING);\n`;
    } else if (streams) code += `${STATEMENT}${body}.transferTo(System.out);\n`;
    else code += `${STATEMENT}System.out.println(${body});\n`;
    return fails === 'after' ? code + failed : code;
  }
}

function environment({ name, fallback }: PlanVariable): string {
  const key = javaLiteral(name);
  if (fallback === undefined)
    return `Objects.requireNonNull(System.getenv(${key}), ${javaLiteral(`${name} is not set`)})`;
  const otherwise = javaLiteral(fallback.text);
  if (!fallback.forEmpty) return `System.getenv().getOrDefault(${key}, ${otherwise})`;
  return `Optional.ofNullable(System.getenv(${key}))
${CALL}.filter(text -> !text.isEmpty())
${CALL}.orElse(${otherwise})`;
}

export function javaLiteral(text: string): string {
  // JSON has the same escapes for these characters.
  if (text.length <= MAX_CONSTANT && /^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  const literals: string[] = [];
  for (let at = 0; at < text.length; at += MAX_CONSTANT)
    literals.push(`"${text.slice(at, at + MAX_CONSTANT).replace(/[^ !#-[\]-~]/gu, escapeChar)}"`);
  return literals.length > 1 ? `String.join("", ${literals.join(', ')})` : literals.join('');
}

/** Escapes control characters in octal: a \u escape is translated before the literal is parsed, and would end it. */
const escapeChar = escaper(C_ESCAPES, (char) =>
  char < '\x80' ? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}` : unitEscapes(char),
);

/** Four quotes: from here on escapes are harder to read than a text block. */
const MANY_QUOTES = /(?:"[^"]*){4}/;

/** Returns a text of several lines or many quotes as a text block; undefined where that is impossible or hard to read. */
function textBlock(text: string, indentation: string, isPreferred: boolean): string | undefined {
  if (!isPreferred && !text.includes('\n') && !MANY_QUOTES.test(text)) return undefined;
  if (text.length > MAX_CONSTANT || (!isPreferred && !isPrintableLines(text))) return undefined;
  // A text block strips common indentation, unless its closing delimiter is on its own line.
  if (!text.endsWith('\n') && !/^\S/m.test(text)) return undefined;
  // Also escapes quotes that would close the block, and trailing spaces.
  const lines = text
    .replaceAll('\\', '\\\\')
    .replace(/"{3,}|"+$/g, (run) => '\\"'.repeat(run.length))
    .replace(/[ \t]$/gm, (blank) => (blank === ' ' ? '\\s' : '\\t'))
    .replace(/[^\n\t -~]/gu, escapeChar);
  return `"""\n${indented(lines, indentation)}${lines.endsWith('\n') ? indentation : ''}"""`;
}

export function chain(calls: readonly string[]): string {
  return calls.map((call) => `${wrapped(`${CALL}.${call}`, `${CALL}        `)}\n`).join('');
}

/** Returns a builder's expression; more than one call, or a long one, are on their own lines. */
export function built(start: string, calls: readonly string[]): string {
  const flat = `${start}${calls.map((call) => `.${call}`).join('')}.build()`;
  const isShort = calls.length < 2 && flat.length <= WIDTH - 31 && !flat.includes('\n');
  return isShort ? flat : `${start}\n${chain(calls)}${CALL}.build()`;
}

/** A form may have brackets and the signs of addresses as they are. */
const formEncoded = (text: string): string =>
  encodeForm(text, { space: '+', plain: '*' }).replace(/%(?:[57][BD]|3A|2F|3F|7E)/g, decodeURIComponent);

function encoded(value: string): string {
  return `URLEncoder.encode(${value}, StandardCharsets.UTF_8)`;
}

/** Wraps a line that is too long: the arguments of its first call move to a second line, if they fit. */
function wrapped(line: string, indentation: string): string {
  const at = line.indexOf('(') + 1;
  const isShort = line.length <= WIDTH || line.includes('\n');
  if (isShort || indentation.length + line.length - at > WIDTH) return line;
  return `${line.slice(0, at)}\n${indentation}${line.slice(at)}`;
}

/** A trust manager that accepts any certificate: neither library has an option for that. */
export const TRUST_ALL = `        X509ExtendedTrustManager trustAll = new X509ExtendedTrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String type) {}
            public void checkServerTrusted(X509Certificate[] chain, String type) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        };\n`;
