/** Options pass: curl's own variables, `--variable` and `--expand-…` (curl(1), "VARIABLES"; since 8.3). */
import { base64Bytes, bytesBase64 } from '../../request/bytes.ts';
import { nameOf } from '../../schemas/absent.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import { type Span, trimmed, Word } from '../word.ts';
import { percentEncode } from './percent.ts';
import type { Sources } from './sources.ts';
import type { Use } from './transfer.ts';

/** The variables of `--variable`, which expand the values of `--expand-…`. */
export class Variables {
  readonly #environment: ReadonlyMap<string, Word>;
  readonly #sources: Sources;
  readonly #diagnostics: Diagnostics;
  readonly #values = new Map<string, Word>();

  constructor(environment: ReadonlyMap<string, Word>, sources: Sources, diagnostics: Diagnostics) {
    this.#environment = environment;
    this.#sources = sources;
    this.#diagnostics = diagnostics;
  }

  /** `name=content`, `name@file`, `%name`, `%name=default`, each with an optional `[from-to]` in bytes. */
  define(use: Use): void {
    const text = use.value.outline;
    const match = /^(%?)(\w{1,127})(?:\[(\d{1,15})-(\d{0,15})\])?([=@]?)/.exec(text);
    const [head = '', imported, name, from, to, kind = ''] = match ?? [];
    const end = Number(to || Number.MAX_SAFE_INTEGER);
    if (/^%?\w+\[\d/.test(text) && !(Number(from) <= end))
      throw this.#diagnostics.error('variable_syntax', use);
    // A bad name or syntax is skipped with a warning, as in curl.
    if (name === undefined || (kind === '' && head.length < text.length)) {
      this.#diagnostics.warn('unused_value', use);
      return;
    }
    const rest = use.value.slice(head.length);
    const content = imported === '%' ? this.#imported(use, name, kind, rest) : this.#content(use, kind, rest);
    const isPart = from !== undefined && !content.hasUnresolved;
    if (from !== undefined && !isPart) this.#diagnostics.warn('variable_encoded', use);
    this.#values.set(name, isPart ? Word.bytes(content.bytes.subarray(Number(from), end + 1), use) : content);
  }

  /** What the text does not set is open: without a default curl would fail if its environment has no such variable. */
  #imported(use: Use, name: string, kind: string, rest: Word): Word {
    const known = this.#environment.get(name);
    if (known !== undefined) return known;
    const { start, end } = use;
    const message = `${named(name)} comes from the environment of curl: give its value.`;
    const value = this.#diagnostics.unresolved.variable(name, `$${name}`, {
      default: kind === '=' ? rest.text : undefined,
      warning: { code: 'variable', message, start, end },
    });
    return Word.unresolved(value, use);
  }

  #content(use: Use, kind: string, rest: Word): Word {
    if (kind !== '@') return rest;
    const source = this.#sources.read(rest);
    if (source.kind === 'content') return source.content;
    this.#diagnostics.warn('local_file', use);
    return fileWord(source.path.spelled, use, this.#diagnostics);
  }

  /**
   * The value with each `{{name}}` and `{{name:function…}}` replaced; unknown names give nothing.
   * @throws InputError for an unknown function
   */
  expand(word: Word): Word {
    let isExpanded = false;
    const expanded = word.fill(/\\\{\{|\{\{([\s\S]*?)(?:\}\}|$)/g, ({ 0: written, 1: inside, index }) => {
      if (inside === undefined) return word.slice(index + 1, index + written.length);
      const [name = '', ...functions] = inside.split(':');
      if (!written.endsWith('}}') || !/^\w{1,127}$/.test(name)) return undefined;
      isExpanded = true;
      return this.#value(name, functions, word);
    });
    // A value without a variable stays as it is, with its backslashes.
    return isExpanded ? expanded : word;
  }

  #value(name: string, functions: readonly string[], place: Span): Word {
    let value = this.#values.get(name) ?? Word.text('', place);
    for (const called of functions) {
      const apply = FUNCTIONS.get(called);
      if (apply === undefined) throw this.#diagnostics.error('variable_expansion', place);
      if (value.hasUnresolved) this.#diagnostics.warn('variable_encoded', place);
      else value = apply(value);
      this.#diagnostics.fillInWord(value, place.start);
    }
    this.#diagnostics.fillInWord(value, place.start);
    if (value.outline.includes('\0')) throw this.#diagnostics.error('variable_expansion', place);
    return value;
  }
}

/** The content of a file of the user, which is not known. */
export function fileWord(path: string, place: Span, diagnostics: Diagnostics): Word {
  // `./data/body.json` → `DATA_BODY_JSON`
  const name = nameOf(path.replace(/^\W+/, ''));
  return Word.unresolved(diagnostics.unresolved.value(name, `$(cat ${path})`), place);
}

const FUNCTIONS: ReadonlyMap<string, (value: Word) => Word> = new Map([
  [
    'trim',
    (value: Word) => {
      const text = value.outline;
      return value.slice(text.search(/[^ \t-\r]|$/), trimmed(text, ' \t\n\v\f\r'));
    },
  ],
  ['json', (value) => value.map((text) => JSON.stringify(text).slice(1, -1))],
  ['url', (value) => percentEncode(value, '%20')],
  ['b64', (value) => Word.text(bytesBase64(value.bytes), value)],
  [
    '64dec',
    (value) => {
      const text = value.text;
      if (text === '') return value;
      const bytes = text === undefined ? undefined : base64Bytes(text);
      return bytes === undefined ? Word.text('[64dec-fail]', value) : Word.bytes(bytes, value);
    },
  ],
]);
