/** curl's own variables: `--variable` and `--expand-…` (curl(1), "VARIABLES"; since 8.3). */
import { base64Bytes, bytesBase64 } from '../request/bytes.ts';
import { nameOf } from './command.ts';
import { type Context, hasOpenValue, joinRawBytes, rawByte, toBytes, type Word } from './context.ts';
import { percentEncode } from './encode.ts';
import type { Use } from './operation.ts';
import { readSource, type StandardInput } from './standard-input.ts';

const MAX_NAME = 128;
const MAX_EXPANDED = 1_000_000;

export class Expander {
  readonly #context: Context;
  readonly #input: StandardInput;
  readonly #environment: ReadonlyMap<string, string>;
  readonly #variables = new Map<string, string>();

  constructor(context: Context, input: StandardInput, environment: ReadonlyMap<string, string>) {
    this.#context = context;
    this.#input = input;
    this.#environment = environment;
  }

  /** `name=content`, `name@file`, `%name`, `%name=default`, each with an optional `[from-to]`. */
  define(use: Use): void {
    const match = /^(%?)(\w{1,127})(?:\[(\d{1,15})-(\d{0,15})\])?([=@]?)([\s\S]*)$/.exec(use.value.text);
    const [, imported, name, from, to, kind, rest = ''] = match ?? [];
    // A bad name or syntax is skipped with a warning, as in curl.
    if (name === undefined || (kind === '' && rest !== '')) {
      if (/^%?\w+\[\d/.test(use.value.text))
        throw this.#context.error('variable_syntax', `${use.name}: variable syntax error`, use.start);
      this.#context.warn(
        'unused_value',
        `${use.name}: curl skips this variable: its name or syntax is bad.`,
        use,
        use.name,
      );
      return;
    }
    const content = this.#content(use, imported === '%', name, kind ?? '', rest);
    if (content === undefined) return;
    if (from === undefined) {
      this.#variables.set(name, content);
      return;
    }
    const start = Number(from);
    const end = to === '' || to === undefined ? Number.POSITIVE_INFINITY : Number(to);
    if (start > end)
      throw this.#context.error('variable_syntax', `${use.name}: variable syntax error`, use.start);
    if (hasOpenValue(content)) {
      this.#warnTransformed(use);
      this.#variables.set(name, content);
    } else this.#variables.set(name, fromBytes(toBytes(content).subarray(start, end + 1)));
  }

  #content(use: Use, imported: boolean, name: string, kind: string, rest: string): string | undefined {
    if (imported) {
      const known = this.#environment.get(name);
      if (known !== undefined) return known;
      // Whether the environment has it is not known: without a default curl would fail if it has not.
      this.#context.warn('variable', `${name} is taken from the environment of curl.`, use, use.name);
      return this.#context.open(
        name,
        [`$${name}`, `\${${name}}`, `{{${name}}}`],
        kind === '=' ? rest : undefined,
      );
    }
    if (kind === '@') {
      const source = readSource(rest, this.#input);
      if ('text' in source) return source.text;
      this.#context.warn('local_file', `The content of ${source.path} is not known.`, use, use.name);
      const label = nameOf(source.path);
      return this.#context.open(label, [`$(cat ${source.path})`, `$${label}`, `\${${label}}`]);
    }
    return rest;
  }

  /**
   * The value with each `{{name}}` and `{{name:function…}}` replaced; unknown names give nothing.
   * @throws InputError for an unknown function
   */
  expand(word: Word): Word {
    const { text } = word;
    let result = '';
    let at = 0;
    for (;;) {
      const open = text.indexOf('{{', at);
      const close = open < 0 ? -1 : text.indexOf('}}', open);
      if (open < 0) break;
      if (text[open - 1] === '\\' && open > at) {
        result += `${text.slice(at, open - 1)}{{`;
        at = open + 2;
        continue;
      }
      if (close < 0) break;
      const [name = '', ...functions] = text.slice(open + 2, close).split(':');
      if (/^\w+$/.test(name) && name.length < MAX_NAME)
        result += text.slice(at, open) + this.#value(name, functions, word);
      else result += text.slice(at, close + 2);
      at = close + 2;
      if (result.length > MAX_EXPANDED)
        throw this.#context.error('variable_expansion', 'The expanded value is too long.', word.start);
    }
    return {
      text: result + text.slice(at),
      start: word.start,
      end: word.end,
      from: at === 0 ? word.from : -1,
    };
  }

  #value(name: string, functions: readonly string[], word: Word): string {
    let value = this.#variables.get(name) ?? '';
    for (const name2 of functions) {
      const apply = FUNCTIONS[name2];
      if (apply === undefined)
        throw this.#context.error(
          'variable_expansion',
          `unknown variable function in '${functions.join(':')}'`,
          word.start,
        );
      if (hasOpenValue(value)) this.#warnTransformed(word);
      else value = apply(value);
      this.#context.fillIn(value.length, word.start);
    }
    this.#context.fillIn(value.length, word.start);
    if (value.includes('\0'))
      throw this.#context.error('variable_expansion', 'variable contains null byte', word.start);
    return value;
  }

  #warnTransformed(at: { start: number; end: number }): void {
    this.#context.warn(
      'variable_encoded',
      'curl transforms the value of this variable; give the transformed value.',
      at,
    );
  }
}

const FUNCTIONS: Readonly<Record<string, (value: string) => string>> = {
  trim: (value) => value.replace(/^[ \t-\r]+/, '').replace(/(?<![ \t-\r])[ \t-\r]+$/, ''),
  json: jsonQuote,
  url: (value) => percentEncode(value, '%20'),
  b64: (value) => bytesBase64(toBytes(value)),
  '64dec': (value) => {
    const bytes = value === '' ? undefined : base64Bytes(value);
    return bytes === undefined ? (value === '' ? '' : '[64dec-fail]') : fromBytes(bytes);
  },
};

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function jsonQuote(value: string): string {
  return value.replace(
    /["\\\u0000-\u001f]/g,
    (char) => JSON_ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function fromBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : rawByte(byte);
  return joinRawBytes(text);
}
