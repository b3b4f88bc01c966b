/** Converts JSON bodies to literals of a language, where its serialiser writes the same values that were typed. */
import { hasVariable } from '../../request/variables.ts';
import type { JsonFacts } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import { areUnique } from './pairs.ts';
import type { JsonMember, JsonNode, Template } from './plan.ts';

/** The maximum nesting of a literal; deeper JSON stays a text. */
const MAX_DEPTH = 20;

const [BLANK, COMMA, COLON] = [0x20, 0x2c, 0x3a];

/** Thrown for JSON that the library would write differently. */
class NotTheSame extends Error {}
const NOT_THE_SAME = new NotTheSame();

/** Parses an array or object, with variables in its strings; undefined where the library would write it otherwise. */
export function jsonTree(text: string, library: JsonFacts, context: PlanContext): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return new Reader(text, library, context).value(0);
  } catch (error) {
    if (error === NOT_THE_SAME || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Parses a text that is known to be valid JSON: the text between its tokens needs no check. */
class Reader {
  readonly #text: string;
  readonly #library: JsonFacts;
  readonly #context: PlanContext;
  #at = 0;

  constructor(text: string, library: JsonFacts, context: PlanContext) {
    this.#text = text;
    this.#library = library;
    this.#context = context;
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw NOT_THE_SAME;
    const first = this.#next();
    if (first === '"') return { kind: 'string', text: this.#template(this.#rawString()) };
    if (first === '{') return this.#object(depth);
    if (first === '[') {
      const items: JsonNode[] = [];
      for (this.#at += 1; this.#next() !== ']'; ) items.push(this.value(depth + 1));
      this.#at += 1;
      return { kind: 'array', items };
    }
    const start = this.#at;
    while (!/[\s,\]}]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    const text = this.#text.slice(start, this.#at);
    if (text === 'true' || text === 'false') return { kind: 'constant', value: text === 'true' };
    if (text === 'null') return { kind: 'constant', value: null };
    if (!isKept(text, this.#library.numbers)) throw NOT_THE_SAME;
    return { kind: 'token', text };
  }

  #object(depth: number): JsonNode {
    const members: JsonMember[] = [];
    const keys: string[] = [];
    for (this.#at += 1; this.#next() !== '}'; ) {
      const raw = this.#rawString();
      if (this.#library.refusedKeys?.test(raw) === true) throw NOT_THE_SAME;
      keys.push(raw);
      members.push({ key: this.#template(raw), value: this.value(depth + 1) });
    }
    this.#at += 1;
    if (!areUnique(keys)) throw NOT_THE_SAME;
    return { kind: 'object', members };
  }

  /** Advances to the next character that is not a blank, comma or colon, and returns it. */
  #next(): string {
    let code = this.#text.charCodeAt(this.#at);
    for (; code <= BLANK || code === COMMA || code === COLON; code = this.#text.charCodeAt(this.#at))
      this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #rawString(): string {
    const start = this.#at + 1;
    let end = start;
    for (; this.#text[end] !== '"'; end += 1) if (this.#text[end] === '\\') end += 1;
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  #template(raw: string): Template {
    const { variables } = this.#context.request;
    const isEscaped = raw.includes('\\');
    const value = isEscaped ? String(JSON.parse(`"${raw}"`)) : raw;
    if (!value.isWellFormed()) throw NOT_THE_SAME;
    // A variable with a backslash in its text cannot be found again in the decoded string.
    if (value !== raw && hasVariable(raw, variables) !== hasVariable(value, variables)) throw NOT_THE_SAME;
    return this.#context.template(value);
  }
}

/** Whether a library that has such numbers writes a number of the same value. */
function isKept(token: string, numbers: JsonFacts['numbers']): boolean {
  if (numbers === 'text') return true;
  if (/^-?\d+$/.test(token) && numbers !== 'double')
    return token !== '-0' && (numbers === 'big' || !/\d{19}/.test(token));
  const number = Number(token);
  return Number.isFinite(number) && decimal(token) === decimal(String(number));
}

function decimal(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const short = digits.slice(0, end);
  if (short === '') return '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
