/** The base of the JavaScript programs of all libraries. */
import type { LowerCase } from '../../../request/normalize.ts';
import { fieldText } from '../../plan/body.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../../plan/plan.ts';
import { camelCase, Identifiers, words } from '../../text/identifiers.ts';
import type { JsonStyle } from '../../text/json.ts';
import { indented, list, WIDTH } from '../../text/layout.ts';
import { literal, numeral, property, propertyKey, quoted, shortNumber } from './javascript-literals.ts';

/** Keywords, and names of the language and of the programs. */
const TAKEN = words(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined globalThis process console fetch btoa Buffer URLSearchParams FormData Blob File Response TextEncoder AbortSignal JSON Error Agent axios http https buffer text once readFile openAsBlob blob body form encoded request response client dispatcher DigestClient ProxyAgent chunk credentials error name proxyCredentials value stat writeFile createReadStream url content attempt transient isTransient setTimeout data lookup file flag start cookies',
);

/** Expressions and statements that depend on the library. */
export interface ResponseParts {
  readonly code: string;
  readonly headers: string;
  readonly body: string;
  readonly text: string;
  readonly discard: string;
  readonly isTimeout: string;
  readonly errorCode: string;
  /** Statements that end the program on an error that must not propagate; the library checks the status then. */
  readonly fail?: string;
}

/** A key that an object literal cannot have or moves to the front, or that axios omits. */
const ODD_KEY = /^(?:\d+|__proto__|constructor|prototype)$/;

export abstract class Program {
  protected readonly plan: ProgramPlan;
  protected readonly names: Identifiers;
  readonly #named = new Map<string, Set<string>>();
  protected modules = '';
  protected setup = '';
  protected options: string[] = [];
  /** Indentation of the statement that sends the request, and of the options of its call. */
  protected readonly margin: string;
  protected indent: string;

  /** @param margin indentation of the statement outside of the loop that retries it */
  constructor(plan: ProgramPlan, margin = '') {
    this.plan = plan;
    const { retry } = plan.transfer;
    this.margin = `${margin}${retry === undefined ? '' : '  '}${retry?.catches === true ? '  ' : ''}`;
    this.indent = `${this.margin}  `;
    const inline = plan.isMinimal ? fromEnvironment : undefined;
    this.names = new Identifiers(plan.variables, camelCase, TAKEN, inline);
  }

  toString(): string {
    const call = this.call();
    const { cookies, transfer } = this.plan;
    const { resumed } = transfer;
    if (resumed !== undefined) {
      this.import('node:fs/promises', 'stat');
      this.setup += `const file = await stat(${this.text(resumed)}).catch(() => undefined);\n`;
      this.setup += 'const start = file?.size ?? 0;\n';
    }
    if (cookies !== undefined) {
      const filter = `([domain]) => ${quoted(cookies.domain)}.endsWith(domain)`;
      const isShort = `  .filter(${filter})`.length <= WIDTH;
      this.import('node:fs/promises', 'readFile');
      this.setup += `const cookies = (await readFile(${this.text(cookies.file)}, "utf8").catch(() => ""))
  .split(/\\r?\\n/)
  .map((line) => line.replace(/^(#HttpOnly_)?\\.?/, ".").split("\\t"))
  .filter(${isShort ? filter : `\n    ${filter},\n  `})
  .map(([, , , , , name, value]) => \`\${name}=\${value}\`)
  .join("; ");\n`;
    }
    let imports = this.modules;
    for (const [module, names] of [...this.#named].sort())
      imports += `import { ${[...names].sort().join(', ')} } from "${module}";\n`;
    const environment = this.names.declared.map((variable) => this.#environment(variable)).join('');
    return [imports, environment, this.setup, call].filter((block) => block !== '').join('\n');
  }

  /** Returns the start of the statement that sends the request, up to the opening bracket. */
  protected start(call: string, result = 'response'): string {
    const declaration = this.plan.transfer.retry === undefined ? 'const ' : '';
    return `${this.margin}${declaration}${result} = await ${call}(`;
  }

  /** Returns the first argument of the call: a constant if the URL is long or has query pairs. */
  protected url(start: string, query: PlanPairs | undefined): string {
    const url = this.text(this.plan.url);
    if (query !== undefined)
      this.setup += `const url = new URL(${url});\nurl.search = ${this.parameters(query, 'url.search = ;', '')};\n`;
    else if (start.length + url.length + ', {'.length <= WIDTH) return url;
    else this.setup += `${property('const url = ', url, '')};\n`;
    return 'url';
  }

  /** Returns the call with the current options, on one line if that is short and has one level of braces. */
  protected request(start: string, url: string): string {
    const { options, margin } = this;
    if (options.length === 0) return `${start}${url})`;
    const isFlat = options.length === 1 || !options.join('').includes('{');
    const beside = isFlat ? `${start}${url}, );`.length - margin.length : WIDTH;
    return `${start}${url}, ${list('{', options, '}', margin, OBJECT, beside)})`;
  }

  protected option(name: string, value: string): void {
    this.options.push(name === value ? name : `${name}: ${value}`);
  }

  protected properties(option: string, properties: readonly string[]): string {
    return list('{', properties, '}', this.indent, OBJECT, option.length + ': ,'.length);
  }

  protected abstract call(): string;

  protected import(module: string, name: string): void {
    this.#named.set(module, (this.#named.get(module) ?? new Set()).add(name));
  }

  protected text(text: Template): string {
    return literal(text, this.names);
  }

  /** Returns a header value. JavaScript reads its characters as bytes, so it contains the UTF-8 bytes. */
  protected value({ value, isAscii }: ProgramPlan['headers'][number]): string {
    return isAscii ? this.text(value) : `Buffer.from(${this.text(value)}).toString("latin1")`;
  }

  protected headerLines(): string[] {
    const byName = new Map<LowerCase, ProgramPlan['headers'][number][]>();
    for (const header of this.plan.headers)
      byName.set(header.lower, [...(byName.get(header.lower) ?? []), header]);
    return [...byName.values()].map((lines) => {
      const key = propertyKey(lines[0]?.name ?? '', this.names);
      const values = lines.map((header) => this.value(header));
      const value =
        values.length === 1
          ? values.join('')
          : list('[', values, ']', `${this.indent}  `, ARRAY, key.length + 1);
      return property(key, value, `${this.indent}  `);
    });
  }

  protected tls(): string[] {
    const { cert, key = cert, cacert } = this.plan.transfer;
    const settings = this.plan.insecure ? ['rejectUnauthorized: false'] : [];
    for (const [name, path] of Object.entries({ cert, key, ca: cacert }))
      if (path !== undefined) settings.push(`${name}: ${this.content({ kind: 'path', path })}`);
    return settings;
  }

  /** The statements that send the request by a call and print or save the response. */
  protected statements(call: string, parts: ResponseParts): string {
    const { output, resumed, showsStatus, showsHeaders, isHead, discards, fails, streams, retry } =
      this.plan.transfer;
    const { code, headers, body, text, fail, discard } = parts;
    const isTried = fail !== undefined && !this.plan.isMinimal;
    let all = retry === undefined ? 'CALL;\n' : this.#repeated(parts, retry);
    const checks = fails === 'before' && (retry !== undefined || fail === undefined);
    const isFailed = `if (${this.plan.stopsAtRedirect || fail !== undefined ? `${code} >= 400` : '!response.ok'})`;
    if (checks) all += `${isFailed} throw new Error(\`HTTP \${${code}}\`);\n`;
    if (showsStatus)
      all += `${isTried ? '' : '\n'}console.log(${code}${showsStatus === 'code' ? '' : ', response.statusText'});\n`;
    if (showsHeaders)
      all += `for (const [name, value] of ${headers}) {\n  console.log(\`\${name}: \${value}\`);\n}\n${isHead ? '' : 'console.log();\n'}`;
    if (output !== undefined) {
      this.import('node:fs/promises', 'writeFile');
      if (resumed !== undefined) all += `const flag = ${code} === 206 ? "a" : "w";\n`;
      all += `await writeFile(${this.text(output)}, ${body}${resumed === undefined ? '' : ', { flag }'});\n`;
    } else if (streams) all += `for await (const chunk of ${body}) process.stdout.write(chunk);\n`;
    else if (!isHead) all += `console.log(${text});\n`;
    else if (discards) all += discard;
    if (fails === 'after') all += `${isFailed} process.exitCode = 1;\n`;
    if (isTried) all = `try {\n${indented(all, '  ')}} catch (error) {\n${indented(fail, '  ')}}\n`;
    // The call has its indentation, and may contain lines of text.
    const at = all.indexOf('CALL');
    return all.slice(0, all.lastIndexOf('\n', at) + 1) + call + all.slice(at + 'CALL'.length);
  }

  #repeated(
    { code, discard, isTimeout, errorCode }: ResponseParts,
    retry: NonNullable<ProgramPlan['transfer']['retry']>,
  ): string {
    const { count, delay, allErrors, refused, catches, statuses } = retry;
    this.import('node:timers/promises', 'setTimeout');
    if (statuses !== undefined) this.setup += `const transient = [${statuses}];\n`;
    const isFinal = statuses === undefined ? `${code} < 400` : `!transient.includes(${code})`;
    let sent = `CALL;\nif (attempt === ${count} || ${isFinal}) break;\n${discard}`;
    const isAny = refused ? `\n  ${errorCode} === "ECONNREFUSED" ||\n  ${isTimeout}` : ` ${isTimeout}`;
    const last = `if (attempt === ${count}${allErrors ? '' : ' || !isTransient'}) throw error;\n`;
    const thrown = `${allErrors ? '' : `const isTransient =${isAny};\n`}${last}`;
    if (catches) sent = `try {\n${indented(sent, '  ')}} catch (error) {\n${indented(thrown, '  ')}}\n`;
    sent += `await setTimeout(${delay ? numeral(delay) : '1000 * 2 ** attempt'});\n`;
    return `let response;\nfor (let attempt = 0; ; attempt++) {\n${indented(sent, '  ')}}\n`;
  }

  /** @param beside other text on the same line, if the pairs are one value */
  protected parameters(pairs: PlanPairs, beside: string, indent: string): string {
    const call = 'new URLSearchParams(';
    const fields = this.fields(pairs, `${indent}  `);
    if (fields !== undefined) return list(`${call}{`, fields, '})', indent, OBJECT, beside.length);
    const texts = pairs.pairs.map(([name, value]) => `[${this.text(name)}, ${this.text(value)}]`);
    return list(`${call}[`, texts, '])', indent, ARRAY, texts.length > 1 ? WIDTH : beside.length);
  }

  /** Returns pairs as properties of an object; undefined where it would lose or reorder some. */
  protected fields({ pairs, hasUniqueNames }: PlanPairs, indent: string): string[] | undefined {
    if (!hasUniqueNames || pairs.some(([name]) => ODD_KEY.test(String(name)))) return undefined;
    return pairs.map(([name, value]) => property(propertyKey(name, this.names), this.text(value), indent));
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

  protected opened(path: Template, type = ''): string {
    this.import('node:fs', 'openAsBlob');
    return `await openAsBlob(${this.text(path)}${type})`;
  }

  #fileText(file: PlanFile): string {
    if (file.kind === 'path') return this.content(file).replace(/\)$/, ', "utf8")');
    this.import('node:stream/consumers', 'text');
    return 'await text(process.stdin)';
  }

  protected form(parts: readonly PlanPart[]): void {
    this.setup += 'const form = new FormData();\n';
    for (const part of parts) {
      const { name, filename, contentType, content } = part;
      const args = [this.text(name)];
      const text = fieldText(part);
      const type = contentType === undefined ? '' : `, { type: ${this.text(contentType)} }`;
      // A File without a name becomes a part without a filename.
      const isNamed = filename !== undefined || contentType === undefined;
      if (text !== undefined) args.push(this.text(text));
      else if (content.kind === 'file' && filename === undefined && contentType === undefined)
        args.push(this.#fileText(content.file));
      else if (content.kind === 'file' && content.file.kind === 'path' && isNamed)
        args.push(this.opened(content.file.path, type));
      else {
        const source =
          content.kind === 'text'
            ? this.text(content.text)
            : content.kind === 'bytes'
              ? this.bytes(content.base64)
              : this.content(content.file);
        args.push(isNamed ? `new Blob([${source}]${type})` : `new File([${source}], ""${type})`);
      }
      if (filename !== undefined) args.push(this.text(filename));
      this.setup += `${list('form.append(', args, ')', '', ARRAY, 1)};\n`;
    }
  }

  #environment(variable: PlanVariable): string {
    const name = this.names.of(variable);
    const start = `const ${name} = ${fromEnvironment(variable.name)}`;
    const { fallback } = variable;
    if (fallback !== undefined)
      return `${start} ${fallback.forEmpty ? '||' : '??'} ${quoted(fallback.text)};\n`;
    const message = quoted(`${variable.name} is not set`);
    const check = `if (${name} === undefined)`;
    const thrown = `throw new Error(${message});`;
    return `${start};\n${check}${`${check} ${thrown}`.length > WIDTH ? '\n  ' : ' '}${thrown}\n`;
  }
}

function fromEnvironment(name: string): string {
  return `process.env${/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${quoted(name)}]`}`;
}

export const OBJECT = { step: '  ', padding: ' ', trailing: ',' };
export const ARRAY = { step: '  ', padding: '', trailing: ',' };
export const JSON_STYLE: JsonStyle = {
  object: OBJECT,
  array: ARRAY,
  keys: (members, names) => members.map(({ key }) => propertyKey(key, names)),
  member: property,
  text: literal,
  number: shortNumber,
  constant: String,
};
