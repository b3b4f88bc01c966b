/** The base of the Python programs of all libraries. */
import { fieldText } from '../../plan/body.ts';
import type { RedirectCapabilities } from '../../plan/capabilities.ts';
import { areUnique } from '../../plan/pairs.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { Identifiers, snakeCase, words } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR, dedented, importLines, indented, list, WIDTH } from '../../text/layout.ts';
import { C_ESCAPES, count, DOUBTFUL, escaper, hex, isPlain } from '../../text/literals.ts';
import { ownText } from '../../text/templates.ts';

/** Keywords, built-ins that a variable must not shadow, and names that the programs use. */
const TAKEN = words(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with None True False all any bool bytes cookie dict dir filter float format hash help id input int iter jar len license list map max min next object open print property range round set slice str sum tuple type vars zip asyncio main base64 os pathlib ssl sys time requests httpx response session proxy client context retry attempt transient body error file output chunk name path value start cookies',
);

export const COMMON = {
  method: (method: string) => method.toUpperCase(),
  dotSegments: false,
  barePercent: false,
  query: { space: '+', plain: '~' },
  headerText: 'encoded',
  json: { type: true, numbers: 'big' },
  schemes: { digest: 'own' },
  chunked: false,
  keepsCookies: 'always',
} as const;
/** requests drops a body that httpx keeps. */
export const REDIRECTS: RedirectCapabilities = {
  limit: true,
  toGet: { 301: 'post', 302: 'all-but-head', 303: 'all-but-head' },
  keepsBody: false,
  drops: ['cookie'],
  dropsElsewhere: ['authorization', 'cookie'],
};

export abstract class PythonProgram {
  /** The argument for a body that the library sends unchanged. */
  protected abstract readonly raw: string;
  protected abstract readonly digest: string;
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;
  protected readonly modules = new Set(['import sys']);
  protected readonly packages = new Set<string>();
  protected setup = '';
  /** Whether the response is read in a `with`, as it arrives. */
  protected readonly isStreamed: boolean;
  /** Files that the request is streamed from, each with its name, for the `with` around the call. */
  readonly #files: string[] = [];
  protected readonly isAsync: boolean;

  /** @param isAsync whether a body must be bytes: an open file is read synchronously */
  constructor(plan: ProgramPlan, isAsync = false) {
    this.plan = plan;
    this.isAsync = isAsync;
    const { body, transfer, variables } = plan;
    this.isStreamed = transfer.streams || transfer.output !== undefined;
    const files = body.kind === 'multipart' ? body.parts.map((_part, at) => `file${at + 1}`) : [];
    const taken = files.length === 0 ? TAKEN : new Set([...TAKEN, ...files]);
    const inline = plan.isMinimal ? (name: string) => `os.environ[${string(name)}]` : undefined;
    this.names = new Identifiers(variables, snakeCase, taken, inline);
  }

  /** Returns the program with its imports, the variables and the statements before the request. */
  protected program(library: string, code: string): string {
    const { variables } = this.plan;
    if (variables.length > 0) this.modules.add('import os');
    if (!/\bsys\./.test(this.setup + code)) this.modules.delete('import sys');
    const environment = this.names.declared.map((variable) => `${this.environment(variable)}\n`).join('');
    const isFrom = (line: string) => line.startsWith('from ');
    const modules = [...this.modules].sort();
    const lines = [...modules.filter((line) => !isFrom(line)), ...modules.filter(isFrom)];
    return `${lines.join('\n')}${lines.length > 0 ? '\n\n' : ''}import ${library}
${importLines(this.packages, '', '\n')}
${environment === '' ? '' : `${environment}\n`}${this.setup === '' ? '' : `${this.setup}\n`}${code}`;
  }

  protected withFiles(statements: string): string {
    if (this.#files.length === 0) return statements;
    const line = this.#files.join(', ');
    const isShort = this.#files.length === 1 || `    with ${line}:`.length <= WIDTH;
    const items = isShort ? line : list('(', this.#files, ')', '    ', BY_FOUR, 'with :'.length);
    return `    with ${items}:\n${indented(statements, '    ')}`;
  }

  /** Returns the statements that send the request, in a `try` unless the program is minimal, and those after it. */
  protected tried(failure: string, sent: string, response: string, failed: string): string {
    const exit = this.plan.transfer.fails === 'after' ? `if ${failed}:\n    sys.exit(1)\n` : '';
    const after = this.isStreamed ? exit : response + exit;
    if (this.plan.isMinimal) return dedented(sent, '    ') + after;
    return `try:\n${sent}except ${failure} as error:\n    sys.exit(f"Request failed: {error}")\n${after && `\n${after}`}`;
  }

  /** Returns the statements that print or save the response; `chunks` is the head of the loop over a streamed body. */
  protected response(reason: string, items: string, chunks: string): string {
    const { output, resumed, streams, showsHeaders, isHead } = this.plan.transfer;
    const status = this.#status(reason, items);
    if (streams)
      return `${status}${chunks}    sys.stdout.buffer.write(chunk)\n    sys.stdout.buffer.flush()\n`;
    const file = resumed ? 'path.open("ab" if response.status_code == 206 else "wb")' : undefined;
    if (output !== undefined)
      return `${status}with ${file ?? `open(${this.text(output)}, "wb")`} as output:\n    ${chunks}        output.write(chunk)\n`;
    return isHead ? status : `${status}${showsHeaders ? 'print()\n' : ''}print(response.text)\n`;
  }

  #status(reason: string, items: string): string {
    const { streams, showsHeaders, showsStatus } = this.plan.transfer;
    // Output before a stream must not stay in the buffer.
    const flush = streams ? ', flush=True' : '';
    const headers = `for name, value in response.headers.${items}():\n    print(f"{name}: {value}"${flush})\n`;
    const detail = showsStatus === 'line' ? `, response.${reason}` : '';
    const line = `print(response.status_code${detail}${flush})\n`;
    return (showsStatus ? line : '') + (showsHeaders ? headers : '');
  }

  protected get sized(): string {
    if (this.plan.transfer.resumed === undefined) return '';
    this.modules.add('import pathlib');
    this.setup += `path = pathlib.Path(${this.text(this.plan.transfer.resumed)})\n`;
    return '    start = path.stat().st_size if path.exists() else 0\n';
  }

  /** Returns the statements that load the jar of the command's cookies, and save it inside of the `try`. */
  protected cookies(): { load: string; save: string } {
    const { cookie_file: file, cookie_jar: target } = this.plan.transfer;
    if (file === undefined && target === undefined) return { load: '', save: '' };
    this.modules.add('from http.cookiejar import MozillaCookieJar');
    const all = 'ignore_discard=True, ignore_expires=True';
    const lasting = (end: string) =>
      `# curl writes 0 where a session cookie has no expiry.\nfor cookie in jar:\n    cookie.expires = cookie.expires or ${end}\n`;
    const save =
      target === undefined ? '' : indented(`${lasting('0')}jar.save(${this.text(target)}, ${all})\n`, '    ');
    if (file === undefined) return { load: 'jar = MozillaCookieJar()\n', save };
    this.modules.add('from contextlib import suppress');
    const start = `jar = MozillaCookieJar(${this.text(file)})\nwith suppress(FileNotFoundError):\n`;
    return { load: `${start}    jar.load(${all})\n${lasting('None')}`, save };
  }

  /** Returns a header value, encoded if necessary: libraries write text as Latin-1, or refuse it. */
  protected value({ value, isAscii }: ProgramPlan['headers'][number]): string {
    return isAscii ? this.text(value) : `${this.text(value)}.encode()`;
  }

  protected headers(args: string[]): void {
    const pairs = this.plan.headers.map((header): Pair => [this.text(header.name), this.value(header)]);
    for (const { name, by } of this.plan.removed) {
      pairs.push([string(name), by]);
      if (by !== 'None') this.packages.add(`from urllib3.util import ${by}`);
    }
    if (pairs.length > 0) args.push(`headers=${entries(pairs)}`);
  }

  protected auth(args: string[]): void {
    const { auth } = this.plan;
    if (auth === undefined || auth.kind === 'bearer') return;
    const open = auth.kind === 'basic' ? 'auth=(' : `auth=${this.digest}(`;
    args.push(list(open, [this.text(auth.username), this.text(auth.password)], ')', ARGUMENT, BY_FOUR, 1));
  }

  protected body(args: string[]): void {
    const { body } = this.plan;
    if (body.kind === 'none') return;
    if (body.kind === 'json')
      args.push(`json=${jsonLiteral(body.value, JSON_STYLE, this.names, ARGUMENT, 'json=,'.length)}`);
    else if (body.kind === 'pairs') args.push(`data=${this.#fields(body)}`);
    else if (body.kind === 'text') args.push(`${this.raw}=${this.#lines(body.text)}`);
    else if (body.kind === 'bytes') args.push(`${this.raw}=${this.#bytes(body.base64)}`);
    else if (body.kind === 'file') {
      const content = this.#content(body.file, body.stripNewlines);
      if (body.stripNewlines)
        this.setup += `# Like curl -d @file, without NUL bytes and line ends.\nbody = ${content}.translate(None, b"\\r\\n\\0")\n`;
      args.push(`${this.raw}=${body.stripNewlines ? 'body' : content}`);
    } else this.#form(body.parts, args);
  }

  /** Writes a form. Leading text fields are `data`, which the library sends before the files. */
  #form(parts: readonly PlanPart[], args: string[]): void {
    const first = parts.findIndex((part) => fieldText(part) === undefined);
    const leading = parts.slice(0, Math.max(first, 0));
    const fields = areUnique(leading.map(({ name }) => this.text(name))) ? leading : [];
    if (fields.length > 0)
      args.push(
        `data=${entries(fields.map((part): Pair => [this.text(part.name), this.text(fieldText(part) ?? '')]))}`,
      );
    const files = parts.slice(fields.length).map((part): Pair => {
      const name = this.text(part.name);
      return [name, list('(', this.#part(part), ')', `${ARGUMENT}    `, BY_FOUR, name.length + 3)];
    });
    args.push(`files=${entries(files)}`);
  }

  #lines(text: Template): string {
    if (!ownText(text).includes('\n')) return this.text(text);
    const prefix = typeof text === 'string' ? '' : 'f';
    const write = (piece: string) => escapeText(piece, '"""', prefix === 'f').replace(/"$/, '\\"');
    const inner = this.names.interpolated(text, write, '{', '}');
    this.setup += `body = ${prefix}"""${inner}"""\n`;
    return 'body';
  }

  #part({ filename, content, contentType, headers }: PlanPart): string[] {
    const values = [filename === undefined ? 'None' : this.text(filename)];
    if (content.kind === 'text') values.push(this.text(content.text));
    else values.push(content.kind === 'bytes' ? this.#bytes(content.base64) : this.#opened(content.file));
    if (contentType !== undefined || headers.length > 0)
      values.push(contentType === undefined ? 'None' : this.text(contentType));
    if (headers.length > 0)
      values.push(`{${headers.map(([key, value]) => `${this.text(key)}: ${this.text(value)}`).join(', ')}}`);
    return values;
  }

  #opened(file: PlanFile): string {
    if (file.kind === 'stdin') return 'sys.stdin.buffer';
    const name = this.#files.length === 0 ? 'file' : `file${this.#files.length + 1}`;
    this.#files.push(`open(${this.text(file.path)}, "rb") as ${name}`);
    return name;
  }

  /** Returns a file's content. An open file is streamed only once: a redirect or a challenge needs its bytes. */
  #content(file: PlanFile, isWhole: boolean): string {
    if (file.kind === 'stdin') {
      this.setup += 'body = sys.stdin.buffer.read()\n';
      return 'body';
    }
    const { auth, redirects } = this.plan;
    const isSentAgain = redirects !== undefined || (auth !== undefined && auth.kind !== 'basic');
    if (!isWhole && !isSentAgain && !this.isAsync) return this.#opened(file);
    this.modules.add('import pathlib');
    return `pathlib.Path(${this.text(file.path)}).read_bytes()`;
  }

  #bytes(base64: string): string {
    this.modules.add('import base64');
    return `base64.b64decode("${base64}")`;
  }

  #fields({ pairs }: PlanPairs): string {
    const fields = new Map<string, string[]>();
    for (const [name, value] of pairs)
      fields.set(this.text(name), [...(fields.get(this.text(name)) ?? []), this.text(value)]);
    return entries(
      [...fields].map(([name, values]): Pair => {
        const all = list('[', values, ']', `${ARGUMENT}    `, BY_FOUR, name.length + 3);
        return [name, values.length === 1 ? values.join('') : all];
      }),
    );
  }

  protected pairs({ pairs }: PlanPairs): string {
    return entries(pairs.map(([name, value]): Pair => [this.text(name), this.text(value)]));
  }

  protected environment(variable: PlanVariable): string {
    const start = `${this.names.of(variable)} = os.environ`;
    const { name, fallback } = variable;
    if (fallback === undefined) return `${start}[${string(name)}]`;
    if (fallback.forEmpty) return `${start}.get(${string(name)}) or ${string(fallback.text)}`;
    return `${start}.get(${string(name)}, ${string(fallback.text)})`;
  }

  protected text(text: Template): string {
    return literal(text, this.names);
  }
}

const ARGUMENT = '        ';
const ROOM = 'proxies=,'.length;

type Pair = readonly [name: string, value: string];

/** Returns names and values as a dict, or as a list of tuples if a name repeats. */
function entries(pairs: readonly Pair[]): string {
  const isMap = areUnique(pairs.map(([name]) => name));
  const items = pairs.map(([name, value]) => (isMap ? `${name}: ${value}` : `(${name}, ${value})`));
  return list(isMap ? '{' : '[', items, isMap ? '}' : ']', ARGUMENT, BY_FOUR, ROOM);
}

const JSON_STYLE: JsonStyle = {
  object: BY_FOUR,
  array: BY_FOUR,
  keys: (members, names) => members.map(({ key }) => `${literal(key, names)}: `),
  text: literal,
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
};

function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return string(text);
  const quote = quoteFor(ownText(text));
  const write = (piece: string) => escapeText(piece, quote, true);
  // Before Python 3.12, an f-string cannot contain its own quotes.
  const spell = (identifier: string) => (quote === '"' ? identifier.replaceAll('"', "'") : identifier);
  return names.only(text) ?? `f${quote}${names.interpolated(text, write, '{', '}', spell)}${quote}`;
}

export function string(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const quote = quoteFor(text);
  return quote + escapeText(text, quote, false) + quote;
}

function quoteFor(text: string): '"' | "'" {
  return count(text, '"') > count(text, "'") ? "'" : '"';
}

const escapeChar = escaper(C_ESCAPES, (char) => {
  if (char <= '\xff') return `\\x${hex(char, 2)}`;
  return char.length === 1 ? `\\u${hex(char, 4)}` : `\\U${hex(char, 8)}`;
});

/** Escapes a text for use between quotes (Python reference, "String and Bytes literals"). */
function escapeText(text: string, quote: '"' | "'" | '"""', isTemplate: boolean): string {
  const isMultiLine = quote.length === 3;
  const escaped = text.replace(DOUBTFUL, (char) => {
    if (char === quote) return `\\${char}`;
    if (isMultiLine && char === '\n') return char;
    if (isTemplate && (char === '{' || char === '}')) return char + char;
    return char === '"' ? char : escapeChar(char);
  });
  return isMultiLine ? escaped.replaceAll('"""', '\\"\\"\\"') : escaped;
}
