/** Options pass: curl's own variables, `--variable` and `--expand-…` (curl(1), "VARIABLES"; since 8.3). */
import { base64Bytes, bytesBase64 } from '../../request/bytes.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Span, Word } from '../shell/word.ts';
import type { Use } from './operation.ts';
import { percentEncode } from './percent.ts';
import type { Sources } from './sources.ts';

const MAX_NAME = 128;

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

  /** `name=content`, `name@file`, `%name`, `%name=default`, each with an optional `[from-to]`. */
  define(use: Use): void {
    const text = use.value.outline;
    const match = /^(%?)(\w{1,127})(?:\[(\d{1,15})-(\d{0,15})\])?([=@]?)/.exec(text);
    const [head = '', imported, name, from, to, kind = ''] = match ?? [];
    // A bad name or syntax is skipped with a warning, as in curl.
    if (name === undefined || (kind === '' && head.length < text.length)) {
      if (/^%?\w+\[\d/.test(text)) throw this.#syntaxError(use);
      this.#diagnostics.warn(
        'unused_value',
        `${use.name}: curl skips this variable: its name or syntax is bad.`,
        use,
        use.name,
      );
      return;
    }
    const rest = use.value.slice(head.length);
    const content = imported === '%' ? this.#imported(use, name, kind, rest) : this.#content(use, kind, rest);
    if (from === undefined) {
      this.#values.set(name, content);
      return;
    }
    const end = to === '' || to === undefined ? Number.POSITIVE_INFINITY : Number(to);
    if (Number(from) > end) throw this.#syntaxError(use);
    if (content.hasOpen) this.#warnTransformed(use);
    this.#values.set(
      name,
      content.hasOpen ? content : Word.bytes(content.bytes.subarray(Number(from), end + 1), use),
    );
  }

  #syntaxError(use: Use) {
    return this.#diagnostics.error('variable_syntax', `${use.name}: variable syntax error`, use);
  }

  /** What the text does not set is open: without a default curl would fail if its environment has no such variable. */
  #imported(use: Use, name: string, kind: string, rest: Word): Word {
    const known = this.#environment.get(name);
    if (known !== undefined) return known;
    const usual = kind === '=' ? rest.text : undefined;
    const { start, end } = use;
    const value = this.#diagnostics.openVariable(name, `$${name}`, {
      default: usual,
      warning: { code: 'variable', message: `${name} is taken from the environment of curl.`, start, end },
    });
    return Word.open(value, use);
  }

  #content(use: Use, kind: string, rest: Word): Word {
    if (kind !== '@') return rest;
    const source = this.#sources.read(rest);
    if (source.kind === 'content') return source.content;
    const path = source.path.spelled;
    this.#diagnostics.warn('local_file', `The content of ${path} is not known.`, use, use.name);
    return fileWord(path, use, this.#diagnostics);
  }

  /**
   * The value with each `{{name}}` and `{{name:function…}}` replaced; unknown names give nothing.
   * @throws InputError for an unknown function
   */
  expand(word: Word): Word {
    const text = word.outline;
    const pieces: (Word | string)[] = [];
    let at = 0;
    let isExpanded = false;
    for (;;) {
      const open = text.indexOf('{{', at);
      const close = open < 0 ? -1 : text.indexOf('}}', open);
      if (open < 0) break;
      if (text[open - 1] === '\\' && open > at) {
        pieces.push(word.slice(at, open - 1), '{{');
        at = open + 2;
        continue;
      }
      if (close < 0) break;
      const [name = '', ...functions] = text.slice(open + 2, close).split(':');
      const isName = /^\w+$/.test(name) && name.length < MAX_NAME;
      isExpanded ||= isName;
      if (isName) pieces.push(word.slice(at, open), this.#value(name, functions, word));
      else pieces.push(word.slice(at, close + 2));
      at = close + 2;
    }
    // Without a variable in it a value stays as it is, backslashes included.
    return isExpanded ? Word.concat(word, ...pieces, word.slice(at)) : word;
  }

  #value(name: string, functions: readonly string[], place: Span): Word {
    let value = this.#values.get(name) ?? Word.text('', place);
    for (const called of functions) {
      const apply = FUNCTIONS[called];
      if (apply === undefined)
        throw this.#diagnostics.error(
          'variable_expansion',
          `unknown variable function in '${functions.join(':')}'`,
          place,
        );
      if (value.hasOpen) this.#warnTransformed(place);
      else value = apply(value);
      this.#diagnostics.fillIn(value.outline.length, place.start);
    }
    this.#diagnostics.fillIn(value.outline.length, place.start);
    if (value.outline.includes('\0'))
      throw this.#diagnostics.error('variable_expansion', 'variable contains null byte', place);
    return value;
  }

  #warnTransformed(at: Span): void {
    this.#diagnostics.warn(
      'variable_encoded',
      'curl transforms the value of this variable; give the transformed value.',
      at,
    );
  }
}

/** The content of a file of the user, which is not known. */
export function fileWord(path: string, place: Span, diagnostics: Diagnostics): Word {
  const name = fileVariable(path);
  return Word.open(diagnostics.open(name, [`$(cat ${path})`, `$${name}`, `\${${name}}`]), place);
}

/** `./data/body.json` → `DATA_BODY_JSON` */
function fileVariable(path: string): string {
  const words = path.slice(0, 200).match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, 40).toUpperCase();
  return /^[A-Z]/.test(name) ? name : `VALUE_${name}`;
}

const FUNCTIONS: Readonly<Record<string, (value: Word) => Word>> = {
  trim,
  json: (value) => value.map(jsonQuote),
  url: (value) => percentEncode(value, '%20'),
  b64: (value) => Word.text(bytesBase64(value.bytes), value),
  '64dec': (value) => {
    const text = value.text;
    if (text === '') return value;
    const bytes = text === undefined ? undefined : base64Bytes(text);
    return bytes === undefined ? Word.text('[64dec-fail]', value) : Word.bytes(bytes, value);
  },
};

const BLANK = /[ \t-\r]/;

function trim(value: Word): Word {
  const text = value.outline;
  let [from, to] = [0, text.length];
  while (from < to && BLANK.test(text.charAt(from))) from += 1;
  while (to > from && BLANK.test(text.charAt(to - 1))) to -= 1;
  return value.slice(from, to);
}

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
