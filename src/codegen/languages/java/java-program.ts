/** Code that both kinds of Java programs share. */
import type {
  JsonNode,
  PlanBody,
  PlanFile,
  PlanPairs,
  PlanPart,
  PlanProxy,
  PlanTransfer,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../../plan/plan.ts';
import { camelCase, Identifiers } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { Imports, indented } from '../../text/layout.ts';
import { C_ESCAPES, escaper, isPrintableLines, unitEscapes } from '../../text/literals.ts';
import { joined } from '../../text/templates.ts';

/** Names that the programs use themselves, and the words of the language. */
const TAKEN = new Set(
  `args body boundary credentials proxyCredentials file form parts Part name pair values client connection context isGzip request response status stream trustAll
  abstract assert boolean break byte case catch char class const continue default do double else enum extends
  final finally float for goto if implements import instanceof int interface long native new package private
  protected public return short static strictfp super switch synchronized this throw throws transient try void
  volatile while true false null var yield record`.split(/\s+/),
);

/** Indentation of statements, and of what a statement goes on with. */
export const STATEMENT = '        ';
export const CALL = '                ';

/** UTF-16 units that a constant may have: its UTF-8 has to fit into 65,535 bytes. */
const MAX_CONSTANT = 21_000;

/** Stands around the name of a variable in JSON that is laid out. */
const MARK = '\0';
const JSON_STYLE: JsonStyle = {
  object: { step: '  ', padding: '', trailing: '' },
  array: { step: '  ', padding: '', trailing: '' },
  keys: (members, names) => members.map(({ key }) => `${jsonString(key, names)}: `),
  text: jsonString,
  constant: String,
};

function jsonString(text: Template, names: Identifiers): string {
  return `"${names.interpolated(text, (piece) => JSON.stringify(piece).slice(1, -1), MARK, MARK)}"`;
}

/** What a body or a part is made of. */
interface Source {
  readonly kind: 'text' | 'bytes' | 'path';
  readonly value: string;
}

/** Builds a program. */
export class JavaProgram {
  readonly imports = new Imports();
  /** The expression of the response's headers. */
  protected readonly headers: string = 'response.headers().map()';
  /** What else the class has. */
  protected members = '';
  protected readonly plan: ProgramPlan;
  /** Statements before the client: properties of the system, the boundary. */
  protected preparation = '';
  readonly #identifiers: Identifiers;
  readonly #variables: readonly PlanVariable[];

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    this.#variables = plan.variables;
    this.#identifiers = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  /** @param statements those of `main` behind the declarations of the variables, indented */
  toString(statements: string): string {
    const variables = this.#declarations();
    let imports = '';
    for (const name of this.imports.names) imports += `import ${name};\n`;
    return `${imports}
public class Main {
    public static void main(String[] args) throws Exception {
${variables}${statements}    }
${this.members}}
`;
  }

  protected prepare(statement: string): void {
    this.preparation += `${STATEMENT}${statement}\n`;
  }

  protected duration(milliseconds: number): string {
    this.imports.add('java.time.Duration');
    return milliseconds % 1000 === 0
      ? `Duration.ofSeconds(${milliseconds / 1000})`
      : `Duration.ofMillis(${milliseconds < 2 ** 31 ? milliseconds : `${milliseconds}L`})`;
  }

  /** The name of an SSL context that takes any certificate. */
  protected trustAll(): string {
    this.imports.add(
      'java.net.Socket',
      'java.security.cert.X509Certificate',
      'javax.net.ssl.SSLContext',
      'javax.net.ssl.SSLEngine',
      'javax.net.ssl.TrustManager',
      'javax.net.ssl.X509ExtendedTrustManager',
    );
    this.preparation += TRUST_ALL;
    return 'context';
  }

  protected proxy(proxy: PlanProxy): string {
    this.imports.add('java.net.Proxy');
    return `new Proxy(Proxy.Type.${proxy.scheme.startsWith('socks') ? 'SOCKS' : 'HTTP'}, ${this.proxyAddress(proxy)})`;
  }

  protected proxyAddress({ address, url }: PlanProxy): string {
    this.imports.add('java.net.InetSocketAddress');
    if (address !== undefined) return `new InetSocketAddress(${javaLiteral(address.host)}, ${address.port})`;
    this.imports.add('java.net.URI');
    this.prepare(`URI proxy = URI.create(${this.text(url)});`);
    return 'new InetSocketAddress(proxy.getHost(), proxy.getPort())';
  }

  #declarations(): string {
    let text = '';
    for (const variable of this.#variables) {
      const { fallback } = variable;
      const name = javaLiteral(variable.name);
      text += `${STATEMENT}String ${this.#identifiers.of(variable)} = `;
      if (fallback === undefined) {
        this.imports.add('java.util.Objects');
        text += `Objects.requireNonNull(System.getenv(${name}), ${javaLiteral(`${variable.name} is not set`)});\n`;
      } else if (fallback.forEmpty)
        text += `System.getenv().getOrDefault(${name}, "").isEmpty() ? ${javaLiteral(fallback.text)} : System.getenv(${name});\n`;
      else text += `System.getenv().getOrDefault(${name}, ${javaLiteral(fallback.text)});\n`;
    }
    return text === '' ? '' : `${text}\n`;
  }

  text(text: Template): string {
    return this.#identifiers.expression(text, javaLiteral, ' + ');
  }

  /** A text that may have lines: these in a text block, whose lines stand at the indentation. */
  lines(text: Template, indentation: string, prefersBlock = false): string {
    if (typeof text === 'string') return textBlock(text, indentation, prefersBlock) ?? javaLiteral(text);
    const format = text.map((piece) => (typeof piece === 'string' ? piece.replaceAll('%', '%%') : '%s'));
    const block = textBlock(format.join(''), indentation, prefersBlock);
    if (block === undefined) return this.text(text);
    const values = text.flatMap((piece) => (typeof piece === 'string' ? [] : [this.#identifiers.of(piece)]));
    return `${block}.formatted(${values.join(', ')})`;
  }

  /** A JSON value, laid out to be read, as a text block. */
  json(value: JsonNode, indentation: string): string {
    const json = jsonLiteral(value, JSON_STYLE, this.#identifiers, '', 0);
    const variable = (name: string) => this.#variables.find((one) => this.#identifiers.of(one) === name);
    const pieces = json.split(MARK).map((piece, at) => (at % 2 === 0 ? piece : (variable(piece) ?? piece)));
    return this.lines(pieces.length === 1 ? json : pieces, indentation, true);
  }

  /** The body but for a form of parts: an expression of a text, of bytes or of a path. */
  protected source(body: Exclude<PlanBody, { kind: 'none' | 'multipart' }>, indentation: string): Source {
    switch (body.kind) {
      case 'text':
        return { kind: 'text', value: this.lines(body.text, indentation) };
      case 'json':
        return { kind: 'text', value: this.json(body.value, indentation) };
      case 'pairs': {
        const form = this.#form(body, CALL);
        if (form.startsWith('"')) return { kind: 'text', value: form };
        this.prepare(`String form = ${form};`);
        return { kind: 'text', value: 'form' };
      }
      case 'file':
        if (body.stripNewlines) return { kind: 'bytes', value: this.#stripped(body.file) };
        return this.content({ kind: 'file', file: body.file });
      case 'bytes':
        return this.content(body);
    }
  }

  /** The content of a part of a form, or of a body that is alike. */
  protected content(content: PlanPart['content']): Source {
    if (content.kind === 'text') return { kind: 'text', value: this.text(content.text) };
    if (content.kind === 'file' && content.file.kind === 'path')
      return { kind: 'path', value: this.path(content.file.path) };
    if (content.kind === 'file') return { kind: 'bytes', value: this.#bytesOf(content.file) };
    this.imports.add('java.util.Base64');
    return { kind: 'bytes', value: `Base64.getDecoder().decode(${javaLiteral(content.base64)})` };
  }

  /** The same as an expression of bytes. */
  protected bytes({ kind, value }: Source): string {
    if (kind === 'text') return this.utf8(value);
    if (kind === 'bytes') return value;
    this.imports.add('java.nio.file.Files');
    return `Files.readAllBytes(${value})`;
  }

  /** The pairs of a form as an expression of its text. */
  #form({ pairs }: PlanPairs, indentation: string): string {
    const plain = pairs.map((pair) => pair.join('='));
    if (pairs.flat().every((text) => typeof text === 'string' && /^[\w.-]*$/.test(text)))
      return javaLiteral(plain.join('&'));
    this.imports.add(
      'java.net.URLEncoder',
      'java.nio.charset.StandardCharsets',
      'java.util.Map',
      'java.util.stream.Collectors',
      'java.util.stream.Stream',
    );
    const encoded = (part: string) => `URLEncoder.encode(pair.get${part}(), StandardCharsets.UTF_8)`;
    const entries = pairs.map(
      ([name, value]) => `\n${indentation}        Map.entry(${this.text(name)}, ${this.text(value)})`,
    );
    return `Stream.of(${entries.join(',')})
${indentation}.map(pair -> ${encoded('Key')}
${indentation}        + "=" + ${encoded('Value')})
${indentation}.collect(Collectors.joining("&"))`;
  }

  #bytesOf(file: PlanFile): string {
    return file.kind === 'stdin'
      ? 'System.in.readAllBytes()'
      : this.bytes({ kind: 'path', value: this.path(file.path) });
  }

  /** The content of a file without line ends and NUL, by way of a text of which each character is a byte. */
  #stripped(file: PlanFile): string {
    this.imports.add('java.nio.charset.StandardCharsets');
    const latin1 = 'StandardCharsets.ISO_8859_1';
    return `new String(${this.#bytesOf(file)}, ${latin1}).replaceAll("[\\r\\n\\0]", "").getBytes(${latin1})`;
  }

  path(path: Template): string {
    this.imports.add('java.nio.file.Path');
    return `Path.of(${this.text(path)})`;
  }

  utf8(expression: string): string {
    this.imports.add('java.nio.charset.StandardCharsets');
    const isLiteral = expression.startsWith('"') && !expression.includes(' + ');
    return `${isLiteral ? expression : `(${expression})`}.getBytes(StandardCharsets.UTF_8)`;
  }

  /** `"Basic " + …`, and the declaration of the credentials in it. */
  basic(name: string, username: Template, password: Template): { value: string; declaration: string } {
    this.imports.add('java.nio.charset.StandardCharsets', 'java.util.Base64');
    return {
      value: `"Basic " + Base64.getEncoder().encodeToString(${name}.getBytes(StandardCharsets.UTF_8))`,
      declaration: `String ${name} = ${this.text(joined(username, ':', password))};`,
    };
  }

  /** The Content-Type of a form, and the declaration of its boundary. */
  multipartType(type: Template = 'multipart/form-data'): { value: string; declaration: string } {
    this.imports.add('java.util.UUID');
    return {
      value: `${this.text(joined(type, '; boundary='))} + boundary`,
      declaration: 'String boundary = UUID.randomUUID().toString();',
    };
  }

  /**
   * The statements that show or save a response whose content is the stream `body`.
   * @param status the expression of its status
   * @param print instead of reading the stream
   */
  shown(status: string, transfer: PlanTransfer, before: string, print?: string): string {
    const { output, showsHeaders, isHead, fails, streams } = transfer;
    const failed = `${STATEMENT}if (${status} >= 400) {\n`;
    let code = before;
    if (fails === 'before') {
      this.imports.add('java.io.IOException');
      code += `${failed}${STATEMENT}    throw new IOException("HTTP " + ${status});\n${STATEMENT}}\n`;
    }
    code += `${STATEMENT}System.out.println(${status});\n`;
    if (showsHeaders)
      code += `${STATEMENT}${this.headers}.forEach((name, values) -> System.out.println(name + ": " + String.join(", ", values)));\n`;
    if (isHead) code += '';
    else if (print !== undefined) code += print;
    else if (output !== undefined) {
      // Files.copy would replace what is no file, such as /dev/null.
      this.imports.add('java.io.OutputStream', 'java.nio.file.Files');
      code += `${STATEMENT}try (OutputStream file = Files.newOutputStream(${this.path(output)})) {
${STATEMENT}    body.transferTo(file);
${STATEMENT}}\n`;
    } else if (streams) code += `${STATEMENT}body.transferTo(System.out);\n`;
    else {
      this.imports.add('java.nio.charset.StandardCharsets');
      code += `${STATEMENT}System.out.println(new String(body.readAllBytes(), StandardCharsets.UTF_8));\n`;
    }
    if (fails === 'after') code += `${failed}${STATEMENT}    System.exit(1);\n${STATEMENT}}\n`;
    return code;
  }

  /** The text before the content of a part, boundary included, and the content where that is a text. */
  partHead(part: PlanPart, end: string): string {
    const text = part.content.kind === 'text' ? part.content.text : '';
    const pieces = part.lines.flatMap(([name, value]): Template[] => [name, ': ', value, '\r\n']);
    return `${javaLiteral(`${end}--`)} + boundary + ${this.text(joined('\r\n', ...pieces, '\r\n', text))}`;
  }
}

/** A text as a Java expression of literals. */
export function javaLiteral(text: string): string {
  // JSON escapes these in the same way.
  if (text.length <= MAX_CONSTANT && /^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  const literals: string[] = [];
  for (let at = 0; at < text.length; at += MAX_CONSTANT)
    literals.push(`"${text.slice(at, at + MAX_CONSTANT).replace(/[^ !#-[\]-~]/gu, escapeChar)}"`);
  return text.length > MAX_CONSTANT ? `String.join("", ${literals.join(', ')})` : literals.join('');
}

/** Control characters are octal: a \u escape is read before the literal is, and would end it. */
const escapeChar = escaper(C_ESCAPES, (char) => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : unitEscapes(char);
});

function escapeBlock(text: string): string {
  return (
    text
      .replaceAll('\\', '\\\\')
      // Quotes that would close the block.
      .replace(/"{3,}|"+$/g, (run) => '\\"'.repeat(run.length))
      .replace(/[ \t]$/gm, (blank) => (blank === ' ' ? '\\s' : '\\t'))
      .replace(/[^\n\t -~]/gu, escapeChar)
  );
}

/** More quotes than anybody wants to escape. */
const MANY_QUOTES = /(?:"[^"]*){4}/;

/** A text of several lines, or of many quotes, as a text block; undefined where that cannot say it, or nobody would read it. */
function textBlock(text: string, indentation: string, isPreferred: boolean): string | undefined {
  if (!isPreferred && !text.includes('\n') && !MANY_QUOTES.test(text)) return undefined;
  if (text.length > MAX_CONSTANT || (!isPreferred && !isPrintableLines(text))) return undefined;
  // Blanks that all lines begin with are taken off, unless the end stands on a line of its own.
  if (!text.endsWith('\n') && !/^\S/m.test(text)) return undefined;
  const lines = escapeBlock(text);
  return `"""\n${indented(lines, indentation)}${lines.endsWith('\n') ? indentation : ''}"""`;
}

/** Calls that go on a statement, each on a line of its own. */
export function chain(calls: readonly string[]): string {
  let text = '';
  for (const call of calls) text += `${CALL}.${call}\n`;
  return text;
}

/** The JDK has no switch for it: a context with a trust manager that objects to nothing. */
const TRUST_ALL = `        X509ExtendedTrustManager trustAll = new X509ExtendedTrustManager() {
${[', Socket socket', ', SSLEngine engine', '']
  .flatMap((more) =>
    ['Client', 'Server'].map(
      (side) => `            @Override
            public void check${side}Trusted(X509Certificate[] chain, String type${more}) {
            }
`,
    ),
  )
  .join('\n')}
            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trustAll}, null);
`;
