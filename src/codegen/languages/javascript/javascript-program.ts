/** The parts of JavaScript programs that all libraries share. */
import type { LowerCase } from '../../../request/normalize.ts';
import type {
  PlanFile,
  PlanHeader,
  PlanPairs,
  PlanPart,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../../plan/plan.ts';
import { camelCase, Identifiers } from '../../text/identifiers.ts';
import type { JsonStyle } from '../../text/json.ts';
import { Imports, list, WIDTH } from '../../text/layout.ts';
import { joined } from '../../text/templates.ts';
import { literal, property, propertyKey, quoted } from './javascript-literals.ts';

/** Keywords, and names of the language and of the programs. */
const TAKEN = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined globalThis process console fetch Buffer URLSearchParams FormData Blob File Response TextEncoder AbortSignal JSON Error Agent axios http https buffer text once readFile body form encoded request response client DigestClient ProxyAgent chunk error name value pipeline createWriteStream'.split(
    ' ',
  ),
);

/** The base of the programs for each library. */
export abstract class Program {
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;
  /** What is imported from each module: names in braces. */
  #named: Map<string, Imports> | undefined;
  /** Statements that import what no other import names. */
  protected modules = '';
  /** Statements before the request. */
  protected setup = '';
  /** The lines of the request's options. */
  protected options = '';
  /** What they are indented by. */
  protected indent = '  ';

  constructor(plan: ProgramPlan) {
    this.plan = plan;
    this.names = new Identifiers(plan.variables, camelCase, TAKEN);
  }

  toString(): string {
    const call = this.call();
    let before = this.modules;
    if (this.#named !== undefined)
      for (const [module, imports] of this.#named)
        before += `import { ${imports.names.join(', ')} } from "${module}";\n`;
    if (this.plan.variables.length > 0) {
      if (before !== '') before += '\n';
      for (const variable of this.plan.variables) before += this.#environment(variable);
    }
    if (this.setup !== '') before += before === '' ? this.setup : `\n${this.setup}`;
    return before === '' ? call : `${before}\n${call}`;
  }

  /**
   * The first argument of the call that sends the request; a long one stands on a line of its own, and so do the options.
   * @param start up to its bracket
   */
  protected url(start: string): string {
    const { plan } = this;
    const url = this.text(plan.url);
    if (start.length + url.length + ', {'.length > WIDTH) this.indent = '    ';
    return url;
  }

  /** The call itself, with the options as they are now, as the formatter leaves it. */
  protected request(start: string, url: string): string {
    const { options } = this;
    if (this.indent === '  ') return options === '' ? `${start}${url})` : `${start}${url}, {\n${options}})`;
    if (options === '') return `${start}\n  ${url},\n)`;
    const isShort = options.length < WIDTH && options.indexOf('\n') === options.length - 1;
    const all = isShort ? `{ ${options.trim().slice(0, -1)} }` : `{\n${options}  }`;
    return `${start}\n  ${url},\n  ${all},\n)`;
  }

  protected option(name: string, value: string): void {
    const { indent } = this;
    this.options += name === value ? `${indent}${name},\n` : `${indent}${name}: ${value},\n`;
  }

  /** Properties of an option. */
  protected properties(option: string, properties: readonly string[]): string {
    return list('{', properties, '}', this.indent, OBJECT, option.length + ': ,'.length);
  }

  /** The statements that send the request and show the response. */
  protected abstract call(): string;

  protected import(module: string, ...names: readonly string[]): void {
    this.#named ??= new Map();
    this.#named.set(module, (this.#named.get(module) ?? new Imports()).add(...names));
  }

  protected text(text: Template): string {
    return literal(text, this.names);
  }

  /** JavaScript takes the characters of a header for bytes, so the UTF-8 is put in as such. */
  protected value({ value, isAscii }: PlanHeader): string {
    return isAscii ? this.text(value) : `Buffer.from(${this.text(value)}).toString("latin1")`;
  }

  protected header(header: PlanHeader): string {
    return property(propertyKey(header.name, this.names), this.value(header), `${this.indent}  `);
  }

  /** The properties of the headers; the lines of one name are an array. */
  protected headerLines(): string[] {
    const byName = new Map<LowerCase, { header: PlanHeader; values: string[] }>();
    for (const header of this.plan.headers) {
      const known = byName.get(header.lower);
      if (known === undefined) byName.set(header.lower, { header, values: [this.value(header)] });
      else known.values.push(this.value(header));
    }
    return [...byName.values()].map(({ header, values }) => {
      if (values.length === 1) return this.header(header);
      const key = propertyKey(header.name, this.names);
      return key + list('[', values, ']', `${this.indent}  `, ARRAY, key.length + 1);
    });
  }

  /** The settings of TLS in Node.js. */
  protected tls(): [name: string, value: string][] {
    const { insecure, transfer } = this.plan;
    const settings: [string, string][] = insecure ? [['rejectUnauthorized', 'false']] : [];
    for (const [name, path] of [
      ['cert', transfer.cert],
      ['key', transfer.key],
      ['ca', transfer.cacert],
    ] as const)
      if (path !== undefined) settings.push([name, this.content({ kind: 'path', path })]);
    return settings;
  }

  /**
   * The statements that show or save the response.
   * @param names what the response's parts are called in this library; `failed` is absent where the library itself checks
   *   the status before the body is shown
   */
  protected response(names: {
    ok: string;
    failed?: string;
    status: string;
    headers: string;
    body: string;
    text: string;
  }): string {
    const { output, showsHeaders, isHead, fails, streams } = this.plan.transfer;
    const status = `console.log(${names.status});\n`;
    const failure = `if (${names.ok}) {\n  throw new Error(\`HTTP \${${names.failed}}\`);\n}\n`;
    const headers = `for (const [name, value] of ${names.headers}) console.log(\`\${name}: \${value}\`);\n${isHead ? '' : 'console.log();\n'}`;
    let code = fails === 'before' && names.failed !== undefined ? `${failure}\n` : '\n';
    code += status + (showsHeaders ? headers : '');
    if (output !== undefined) {
      this.import('node:fs', 'createWriteStream');
      this.import('node:stream/promises', 'pipeline');
      code += `await pipeline(${names.body}, createWriteStream(${this.text(output)}));\n`;
    } else if (streams) code += `for await (const chunk of ${names.body}) process.stdout.write(chunk);\n`;
    else if (!isHead) code += `console.log(${names.text});\n`;
    return fails === 'after' ? `${code}if (${names.ok}) {\n  process.exitCode = 1;\n}\n` : code;
  }

  /** The value of an Authorization for Basic. */
  protected basic(username: Template, password: Template): string {
    return `\`Basic \${Buffer.from(${this.text(joined(username, ':', password))}).toString("base64")}\``;
  }

  /** @param call that the pairs are the argument of, which starts the line and ends it */
  protected pairs({ pairs }: PlanPairs, call: string, indent: string): string {
    const texts = pairs.map(([name, value]) => `[${this.text(name)}, ${this.text(value)}]`);
    return list('[', texts, ']', indent, ARRAY, texts.length > 1 ? WIDTH : call.length);
  }

  protected bytes(base64: string): string {
    return `Buffer.from("${base64}", "base64")`;
  }

  protected content(file: PlanFile): string {
    if (file.kind === 'stdin') {
      this.import('node:stream/consumers', 'buffer');
      return 'await buffer(process.stdin)';
    }
    this.import('node:fs/promises', 'readFile');
    return `await readFile(${this.text(file.path)})`;
  }

  /** @param before what precedes the expression on its line */
  protected strippedContent(file: PlanFile, before: string, indent: string): string {
    const kept = '(byte) => ![0, 10, 13].includes(byte)';
    return list(`(${this.content(file)}).filter(`, [kept], ')', indent, ARRAY, before.length + 1);
  }

  /** `const form = …` */
  protected form(parts: readonly PlanPart[]): void {
    this.setup += 'const form = new FormData();\n';
    for (const { name, filename, contentType, content } of parts) {
      const args = [this.text(name)];
      if (content.kind === 'text' && filename === undefined && contentType === undefined)
        args.push(this.text(content.text));
      else {
        const source =
          content.kind === 'text'
            ? this.text(content.text)
            : content.kind === 'bytes'
              ? this.bytes(content.base64)
              : this.content(content.file);
        const type = contentType === undefined ? '' : `, { type: ${this.text(contentType)} }`;
        // A File that has no name becomes a part without a filename.
        const isNamed = filename !== undefined || contentType === undefined;
        args.push(isNamed ? `new Blob([${source}]${type})` : `new File([${source}], ""${type})`);
        if (filename !== undefined) args.push(this.text(filename));
      }
      this.setup += `${list('form.append(', args, ')', '', ARRAY, 1)};\n`;
    }
  }

  #environment(variable: PlanVariable): string {
    const name = this.names.of(variable);
    const key = /^[A-Za-z_]\w*$/.test(variable.name) ? `.${variable.name}` : `[${quoted(variable.name)}]`;
    const start = `const ${name} = process.env${key}`;
    const { fallback } = variable;
    if (fallback !== undefined)
      return `${start} ${fallback.forEmpty ? '||' : '??'} ${quoted(fallback.text)};\n`;
    const message = quoted(`${variable.name} is not set`);
    return `${start};\nif (${name} === undefined) {\n  throw new Error(${message});\n}\n`;
  }
}

export const OBJECT = { step: '  ', padding: ' ', trailing: ',' };
export const ARRAY = { step: '  ', padding: '', trailing: ',' };
export const JSON_STYLE: JsonStyle = {
  object: OBJECT,
  array: ARRAY,
  keys: (members, names) => members.map(({ key }) => propertyKey(key, names)),
  member: property,
  text: literal,
  constant: String,
};
