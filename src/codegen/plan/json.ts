/** JSON bodies as literals of a language, where its serialiser writes the same tokens that were typed. */
import { hasVariable } from '../../request/variables.ts';
import type { Capabilities } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import { areUnique } from './pairs.ts';
import type { JsonMember, JsonNode, Template } from './plan.ts';

type Json = NonNullable<Capabilities['json']>;

/** Levels of arrays and objects that a literal of a program has at most: nobody would write more by hand. */
const MAX_DEPTH = 20;

/** Thrown for a text that is no JSON, or none that the library writes in the same way. */
class NotTheSame extends Error {}
const NOT_THE_SAME = new NotTheSame();

/**
 * The array or object of a JSON text, its numbers as typed and its strings by what they say; undefined where the library
 * would write other numbers, where keys repeat, or where it is no JSON. Variables may stand inside strings.
 */
export function jsonTree(text: string, library: Json, context: PlanContext): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return new Reader(text, library, context).whole();
  } catch (error) {
    // A SyntaxError: an escape that JSON does not have.
    if (error === NOT_THE_SAME || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CONSTANTS = [
  ['true', { kind: 'constant', value: true }],
  ['false', { kind: 'constant', value: false }],
  ['null', { kind: 'constant', value: null }],
] as const;

const [QUOTE, COMMA, MINUS, ZERO, NINE, COLON, BACKSLASH] = [0x22, 0x2c, 0x2d, 0x30, 0x39, 0x3a, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

class Reader {
  readonly #text: string;
  readonly #library: Json;
  readonly #context: PlanContext;
  #at = 0;

  constructor(text: string, library: Json, context: PlanContext) {
    this.#text = text;
    this.#library = library;
    this.#context = context;
  }

  whole(): JsonNode {
    const value = this.#value(0);
    this.#next();
    if (this.#at < this.#text.length) throw NOT_THE_SAME;
    return value;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw NOT_THE_SAME;
    const code = this.#next();
    if (code === QUOTE) return { kind: 'string', text: this.#template(this.#rawString()) };
    if (code === OPEN_BRACE) return this.#object(depth);
    if (code === OPEN_BRACKET) return this.#array(depth);
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.#number();
    for (const [word, node] of CONSTANTS)
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return node;
      }
    throw NOT_THE_SAME;
  }

  #number(): JsonNode {
    const start = this.#at;
    this.#skip(NUMBER);
    const text = this.#text.slice(start, this.#at);
    if (this.#library.number(text) !== text) throw NOT_THE_SAME;
    return { kind: 'token', text };
  }

  #object(depth: number): JsonNode {
    const members: JsonMember[] = [];
    const keys: string[] = [];
    for (let isMore = this.#opens(CLOSE_BRACE); isMore; isMore = this.#goesOn(CLOSE_BRACE)) {
      if (this.#next() !== QUOTE) throw NOT_THE_SAME;
      const raw = this.#rawString();
      if (this.#library.refusedKeys?.test(raw) === true) throw NOT_THE_SAME;
      keys.push(raw);
      const key = this.#template(raw);
      if (this.#next() !== COLON) throw NOT_THE_SAME;
      this.#at += 1;
      members.push({ key, value: this.#value(depth + 1) });
    }
    if (!areUnique(keys)) throw NOT_THE_SAME;
    return { kind: 'object', members };
  }

  #array(depth: number): JsonNode {
    const items: JsonNode[] = [];
    for (let isMore = this.#opens(CLOSE_BRACKET); isMore; isMore = this.#goesOn(CLOSE_BRACKET))
      items.push(this.#value(depth + 1));
    return { kind: 'array', items };
  }

  /** Goes past the bracket that opens a list; whether the list has items. */
  #opens(end: number): boolean {
    this.#at += 1;
    if (this.#next() !== end) return true;
    this.#at += 1;
    return false;
  }

  /** Goes past what follows an item; whether that is a comma, and another item. */
  #goesOn(end: number): boolean {
    const code = this.#next();
    if (code !== COMMA && code !== end) throw NOT_THE_SAME;
    this.#at += 1;
    return code === COMMA;
  }

  /** The code of the next character that is not blank, and goes there; -1 at the end. */
  #next(): number {
    const text = this.#text;
    for (let at = this.#at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) continue;
      this.#at = at;
      return code;
    }
    this.#at = text.length;
    return -1;
  }

  /** Goes past a string; what stands between its quotes. */
  #rawString(): string {
    const start = this.#at + 1;
    for (let at = start; ; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return this.#text.slice(start, at);
      }
      if (!(code >= 0x20)) throw NOT_THE_SAME; // at the end, too
      if (code === BACKSLASH) at += 1;
    }
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) throw NOT_THE_SAME;
    this.#at = pattern.lastIndex;
  }

  /** What a string says. */
  #template(raw: string): Template {
    const { variables } = this.#context.request;
    const isEscaped = raw.includes('\\');
    const value = isEscaped ? String(JSON.parse(`"${raw}"`)) : raw;
    if (!value.isWellFormed()) throw NOT_THE_SAME;
    // A variable whose text has a backslash cannot be found again in what the string says.
    if (value !== raw && hasVariable(raw, variables) !== hasVariable(value, variables)) throw NOT_THE_SAME;
    return this.#context.template(value);
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
