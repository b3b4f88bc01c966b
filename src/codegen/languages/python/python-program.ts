/** The parts of Python programs that all libraries share. */
import { fieldText } from '../../plan/body.ts';
import { areUnique } from '../../plan/pairs.ts';
import type {
  PlanFile,
  PlanHeader,
  PlanPairs,
  PlanPart,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../../plan/plan.ts';
import { Identifiers, snakeCase } from '../../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../../text/json.ts';
import { BY_FOUR, Imports, indented, list, WIDTH } from '../../text/layout.ts';
import { ownText } from '../../text/templates.ts';
import { escapeText, literal, string } from './python-literals.ts';

/** Keywords and built-ins that a variable must not hide, and the names that the programs use. */
const TAKEN = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with None True False
  all any bool bytes dict dir filter float format hash help id input int iter len license list map max min next object
  open print property range round set slice str sum tuple type vars zip
  base64 os pathlib ssl sys time requests httpx response session client context retry attempt transient body error file chunk name value`.split(
    /\s+/,
  ),
);

/** The base of the programs for each library. */
export abstract class PythonProgram {
  /** The argument for a body that the library leaves as it is. */
  protected abstract readonly raw: string;
  /** Whether the library takes the same name twice among the fields of a form with files. */
  protected abstract readonly repeatsFields: boolean;
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;
  protected readonly modules = new Imports().add('import sys');
  /** Besides the library. */
  protected readonly packages = new Imports();
  /** Statements before the request. */
  protected setup = '';
  /** Files that the request is sent from, each with its name, for the `with` around the call. */
  readonly #files: string[] = [];

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    const files = plan.body.kind === 'multipart' ? plan.body.parts.map((_part, at) => `file${at + 1}`) : [];
    this.names = new Identifiers(plan.variables, snakeCase, new Set([...TAKEN, ...files]));
  }

  /** The imports, the variables and the statements before the request; the last to be written. */
  protected head(library: string): string {
    const { variables } = this.plan;
    if (variables.length > 0) this.modules.add('import os');
    const environment = variables.map((variable) => `${this.environment(variable)}\n`).join('');
    return `${this.modules.lines('', '\n')}
import ${library}
${this.packages.lines('', '\n')}
${environment === '' ? '' : `${environment}\n`}${this.setup === '' ? '' : `${this.setup}\n`}`;
  }

  /** The statements of the `try` that send the request, in a `with` of the files that it is sent from. */
  protected withFiles(statements: string): string {
    if (this.#files.length === 0) return statements;
    const line = this.#files.join(', ');
    const isShort = this.#files.length === 1 || `    with ${line}:`.length <= WIDTH;
    const items = isShort ? line : list('(', this.#files, ')', '    ', BY_FOUR, 'with :'.length);
    return `    with ${items}:\n${indented(statements, '    ')}`;
  }

  /** Libraries write a text as Latin-1, or refuse it. */
  protected value({ value, isAscii }: PlanHeader): string {
    return isAscii ? this.text(value) : `${this.text(value)}.encode()`;
  }

  protected body(args: string[]): void {
    const { body } = this.plan;
    switch (body.kind) {
      case 'none':
        return;
      case 'json':
        args.push(`json=${jsonLiteral(body.value, JSON_STYLE, this.names, ARGUMENT, 'json=,'.length)}`);
        return;
      case 'pairs':
        args.push(`data=${this.#fields(body)}`);
        return;
      case 'text':
        args.push(`${this.raw}=${this.#chunks(this.#lines(body.text), '.encode()')}`);
        return;
      case 'bytes':
        args.push(`${this.raw}=${this.#chunks(this.#bytes(body.base64))}`);
        return;
      case 'file': {
        const content = this.#content(body.file, body.stripNewlines);
        if (body.stripNewlines)
          this.setup += `# Like curl -d @file, without NUL bytes and line ends.\nbody = ${content}.translate(None, b"\\r\\n\\0")\n`;
        args.push(`${this.raw}=${this.#chunks(body.stripNewlines ? 'body' : content)}`);
        return;
      }
      case 'multipart':
        this.#form(body.parts, args);
    }
  }

  /** The fields that come first are data, which the library puts before the files. */
  #form(parts: readonly PlanPart[], args: string[]): void {
    const first = parts.findIndex((part) => fieldText(part) === undefined);
    const leading = parts.slice(0, Math.max(first, 0));
    const isTaken = this.repeatsFields || areUnique(leading.map(({ name }) => this.text(name)));
    const fields = isTaken ? leading : [];
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

  /** An iterator is what requests sends in chunks. */
  #chunks(content: string, encode = ''): string {
    return this.plan.chunked ? `iter([${content}${encode}])` : content;
  }

  /** A text, as a variable of its own where it has several lines. */
  #lines(text: Template): string {
    if (!ownText(text).includes('\n')) return this.text(text);
    const prefix = typeof text === 'string' ? '' : 'f';
    const write = (piece: string) => escapeText(piece, '"""', prefix === 'f').replace(/"$/, '\\"');
    const inner = this.names.interpolated(text, write, '{', '}');
    this.setup += `body = ${prefix}"""${inner}"""\n`;
    return 'body';
  }

  /** What follows the name of a part: the filename, the content, the type and the headers. */
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

  /** An open file is sent as it is read, but only once: a redirect or a challenge needs its bytes. */
  #content(file: PlanFile, isWhole: boolean): string {
    if (file.kind === 'stdin') {
      this.setup += 'body = sys.stdin.buffer.read()\n';
      return 'body';
    }
    const { auth, chunked, redirects } = this.plan;
    const isSentAgain = redirects !== undefined || (auth !== undefined && auth.kind !== 'basic');
    if (!isWhole && !chunked && !isSentAgain) return this.#opened(file);
    this.modules.add('import pathlib');
    return `pathlib.Path(${this.text(file.path)}).read_bytes()`;
  }

  #bytes(base64: string): string {
    this.modules.add('import base64');
    return `base64.b64decode("${base64}")`;
  }

  /** The fields of a form; the values of one name are a list. */
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

/** Where the arguments of the call are indented to. */
export const ARGUMENT = '        ';

/** For the name of an argument and a comma. */
const ROOM = 'proxies=,'.length;

/** A name and a value, both as they stand in the program. */
type Pair = readonly [name: string, value: string];

/** Names and values as a dict, or as a list of both where a name repeats. */
export function entries(pairs: readonly Pair[]): string {
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

/** Milliseconds as a number of seconds in Python. */
export function seconds(milliseconds: number): string {
  return String(milliseconds / 1000);
}
