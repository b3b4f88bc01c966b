/** JSON bodies as literals of a language, where its serialiser writes the same tokens that were typed. */
import { hasVariable, type OpenVariable } from '../../request/variables.ts';
import type { Capabilities } from './capabilities.ts';
import type { JsonNode, Template } from './plan.ts';

/** Levels of arrays and objects that a literal of a program has at most: nobody would write more by hand. */
const MAX_DEPTH = 20;

/** Thrown for a text that is no JSON, or none that the library writes in the same way. */
class NotTheSame extends Error {}
const NOT_THE_SAME = new NotTheSame();

/**
 * The array or object of a JSON text, its tokens as typed; undefined where the library would write others, where keys
 * repeat, or where it is no JSON. Variables may stand inside strings.
 */
export function jsonTree(
  text: string,
  library: NonNullable<Capabilities['json']>,
  variables: readonly OpenVariable[],
  template: (text: string) => Template,
): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const reader = new Reader(text, library, variables, template);
    return reader.whole();
  } catch (error) {
    if (error === NOT_THE_SAME) return undefined;
    throw error;
  }
}

/** What may stand between quotes; an escape is looked at when the string is read. */
const STRING = /"((?:[^"\\\0-\x1f]|\\[^\0-\x1f])*)"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CONSTANTS = [
  ['true', { kind: 'constant', value: true }],
  ['false', { kind: 'constant', value: false }],
  ['null', { kind: 'constant', value: null }],
] as const;

class Reader {
  readonly #text: string;
  readonly #library: NonNullable<Capabilities['json']>;
  readonly #variables: readonly OpenVariable[];
  readonly #template: (text: string) => Template;
  #at = 0;

  constructor(
    text: string,
    library: NonNullable<Capabilities['json']>,
    variables: readonly OpenVariable[],
    template: (text: string) => Template,
  ) {
    this.#text = text;
    this.#library = library;
    this.#variables = variables;
    this.#template = template;
  }

  whole(): JsonNode {
    this.#blanks();
    const value = this.#value(0);
    this.#blanks();
    if (this.#at < this.#text.length) throw NOT_THE_SAME;
    return value;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw NOT_THE_SAME;
    const char = this.#text[this.#at];
    if (char === '{') return this.#object(depth);
    if (char === '[') return this.#array(depth);
    if (char === '"') return { kind: 'string', text: this.#string() };
    for (const [word, node] of CONSTANTS)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return node;
      }
    const [number] = this.#match(NUMBER);
    if (this.#library.number(number) !== number) throw NOT_THE_SAME;
    return { kind: 'number', text: number };
  }

  #object(depth: number): JsonNode {
    const members: [Template, JsonNode][] = [];
    const keys = new Set<string>();
    this.#list('}', () => {
      const raw = this.#rawString();
      if (keys.has(raw) || !this.#library.keepsKey(raw)) throw NOT_THE_SAME;
      keys.add(raw);
      this.#blanks();
      this.#skip(':');
      this.#blanks();
      members.push([this.#content(raw), this.#value(depth + 1)]);
    });
    return { kind: 'object', members };
  }

  #array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#list(']', () => items.push(this.#value(depth + 1)));
    return { kind: 'array', items };
  }

  /** What stands between two brackets, commas between its items. */
  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#blanks();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      item();
      this.#blanks();
      if (this.#text[this.#at] === end) break;
      this.#skip(',');
      this.#blanks();
    }
    this.#at += 1;
  }

  #string(): Template {
    return this.#content(this.#rawString());
  }

  #rawString(): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    const raw = this.#text.slice(start, end);
    if (this.#text[this.#at] !== '"' || end < 0 || raw.includes('\\')) return this.#match(STRING)[1] ?? '';
    this.#at = end + 1;
    return raw;
  }

  #content(raw: string): Template {
    if (!raw.includes('\\')) {
      if (this.#library.string(raw) !== raw) throw NOT_THE_SAME;
      return this.#template(raw);
    }
    // A variable whose text has a backslash cannot be found again in what the string says.
    let value: unknown;
    try {
      value = JSON.parse(`"${raw}"`);
    } catch {
      throw NOT_THE_SAME;
    }
    if (typeof value !== 'string' || this.#library.string(value) !== raw) throw NOT_THE_SAME;
    if (
      this.#variables.length > 0 &&
      hasVariable(raw, this.#variables) !== hasVariable(value, this.#variables)
    )
      throw NOT_THE_SAME;
    return this.#template(value);
  }

  #blanks(): void {
    for (; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  #skip(char: string): void {
    if (this.#text[this.#at] !== char) throw NOT_THE_SAME;
    this.#at += 1;
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) throw NOT_THE_SAME;
    this.#at = pattern.lastIndex;
    return match;
  }
}

/** What most serialisers write for a number token: whole ones, and plain decimals that a double holds, as they stand. */
export function plainNumber(token: string): string {
  if (/^(?:0|-?[1-9]\d{0,300})$/.test(token)) return token;
  if (!/^-?\d{1,12}\.\d{1,12}$/.test(token)) return '';
  const value = Number(token);
  if (Math.abs(value) < 1e-4) return '';
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** What JSON.stringify() writes between the quotes. */
export function jsonText(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

/** The same with escapes for all but ASCII. */
export function jsonAscii(text: string): string {
  return jsonText(text).replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
