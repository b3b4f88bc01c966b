/**
 * Reads PowerShell's texts, tables and lists into values as JSON has them. The parser reads what is in quotes. A variable is
 * known only where it is a whole value that the text sets; an expression is refused, but for what browsers write:
 * `$([char]233)` and `[…]::UTF8.GetBytes("…")`. Pure.
 */
import { Diagnostics } from '../curl/diagnostics.ts';
import { PowerShellReader } from '../curl/shell/powershell.ts';
import { type ConversionDraft, NotConvertible } from './conversion-draft.ts';

export type Value = string | number | boolean | null | Value[] | Table;
export interface Table {
  [name: string]: Value;
}

const MAX_DEPTH = 50;
/** A text in quotes; one that is not closed goes on to the end. */
export const STRING =
  /@(["'])[ \t]*\n(?:[\s\S]*?\n\1@|[\s\S]*)|"[^"`]*(?:(?:`[\s\S]|"")[^"`]*)*"?|'[^']*(?:''[^']*)*'?/y;
const OUTSIDE = new RegExp(`${STRING.source}|(?<![^\\s;{(])(?:#[^\\n]*|<#[\\s\\S]*?#>)|\`\\n`, 'g');
/** An escaped character, a character by its number, and any other expression in double quotes. */
const COMPUTED = /`[\s\S]|\$\(\[char\](\d+)\)|\$\(.*/g;
const JSON_PIPE = /\s*\|\s*ConvertTo-Json\b(?:[ \t]+-\w+(?:[ :]+\$?\w+)?)*/iy;
/** What may stand behind a value; anything else makes it an expression. */
const VALUE_END = /[ \t]*(?:[\n;|)}]|$)/y;
const CONSTANTS = new Map<string, Value>(Object.entries({ true: true, false: false, null: null }));

/** A table without entries; `__proto__` is a name like others. */
export const newTable = (): Table => Object.create(null);

/** A script without its comments and line continuations. */
export class PowerShellScript {
  readonly text: string;
  at = 0;
  /** By lower-case names. */
  readonly #variables = new Map<string, Value>();
  readonly #draft: ConversionDraft;

  constructor(source: string, draft: ConversionDraft) {
    this.#draft = draft;
    this.text = source.replace(OUTSIDE, (found) => (/^<?#/.test(found) ? '' : found.replace(/^`\n$/, ' ')));
  }

  /** Returns what a sticky pattern finds here, and passes it. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Sets a variable; what is an expression is passed over. */
  assign(name: string): void {
    this.#variables.delete(name.toLowerCase());
    try {
      this.#variables.set(name.toLowerCase(), this.value());
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      this.match(/[^\n]*/y);
    }
  }

  /** The table that a variable holds, to read or to add to. */
  table(name: string): Table {
    const value = this.#variables.get(name.toLowerCase());
    return isTable(value) ? value : newTable();
  }

  /** The argument of a command: without quotes it is a text, in which variables expand. */
  argument(): Value {
    const bare = this.match(/(?!\$\{?[\w:]+\}?(?:[\s,;|)]|$))[^\s;|()"'@[]+/y)?.[0];
    return bare === undefined ? this.#listed(0) : this.#string(`"${bare}"`);
  }

  /** A value, with what is listed and piped into ConvertTo-Json behind it. */
  value(depth = 0): Value {
    const from = this.at;
    const value = this.#listed(depth);
    if (this.match(JSON_PIPE)) return JSON.stringify(value);
    if (!this.isAt(VALUE_END)) throw this.#expression(from);
    return value;
  }

  #listed(depth: number): Value {
    if (depth > MAX_DEPTH) throw new NotConvertible('The values are nested too deeply.');
    const first = this.#operand(depth);
    const items = [first];
    while (this.match(/[ \t]*,\s*/y)) items.push(this.#operand(depth));
    return items.length === 1 ? first : items;
  }

  #operand(depth: number): Value {
    const from = this.at;
    const [string] = this.match(STRING) ?? [];
    if (string !== undefined) return this.#string(string);
    if (this.match(/(?:\[(?:ordered|pscustomobject)\])?@\{/iy)) return this.#table(depth);
    if (this.match(/\[[\w.]+\]::UTF8\.GetBytes(?=\()/iy)) return this.#operand(depth);
    const [list] = this.match(/@?\(\s*/y) ?? [];
    if (list !== undefined) return this.#parenthesised(list.startsWith('@'), depth);
    if (this.match(/New-Object[ \t]+(?:"[^"\n]*"|'[^'\n]*'|[\w.]+)[^\n;|]*/iy)) return newTable();
    const [, braced, name = braced] = this.match(/\$(?:\{([^}\n]+)\}|([\w:]+))/y) ?? [];
    if (name !== undefined) return this.#variable(name);
    const [number] = this.match(/-?\d{1,15}(?:\.\d{1,15})?(?=[\s,;)}]|$)/y) ?? [];
    if (number === undefined) throw this.#expression(from);
    return Number(number);
  }

  #parenthesised(isList: boolean, depth: number): Value {
    const items: Value[] = [];
    while (!this.match(/[\s;]*\)/y)) items.push(...[this.value(depth + 1)].flat());
    return items.length === 1 && !isList ? (items[0] ?? null) : items;
  }

  #table(depth: number): Table {
    const table = newTable();
    while (!this.match(/[\s;]*\}/y)) {
      this.match(/[\s;]*/y);
      const [string] = this.match(STRING) ?? [];
      const name = string === undefined ? this.match(/[\w-]+/y)?.[0] : this.#string(string);
      if (name === undefined || !this.match(/\s*=\s*/y)) throw this.#expression(this.at);
      table[name] = this.value(depth + 1);
    }
    return table;
  }

  #variable(name: string): Value {
    const constant = CONSTANTS.get(name.toLowerCase());
    const known = constant === undefined ? this.#variables.get(name.toLowerCase()) : constant;
    if (known === undefined) return this.#open(name);
    // A table may hold others: its size is that of its text.
    this.#draft.spend(JSON.stringify(known));
    return known;
  }

  /** A variable that stays one. */
  #open(name: string): string {
    return this.#draft.shellVariable(`\${${name.replace(/^env:/i, '')}}`);
  }

  #string(written: string): string {
    const computed = (found: string, code?: string) => {
      if (found.startsWith('`')) return found;
      if (code === undefined) throw expression(found);
      return `\`${String.fromCodePoint(Math.min(Number(code), 0x10ffff))}`;
    };
    const text = /^@?'/.test(written) ? written : written.replace(COMPUTED, computed);
    const lexer = new PowerShellReader(text, new Diagnostics((index) => index), true);
    lexer.commands();
    return lexer.written.words
      .flatMap((word) => word.parts)
      .map((part) =>
        part.kind === 'text' ? part.text : part.kind === 'unresolved' ? this.#open(part.value.name) : '',
      )
      .join('');
  }

  /** Names the rest of the line. */
  #expression(from: number): NotConvertible {
    const [line = ''] = /^[^\n]{0,60}/.exec(this.text.slice(from)) ?? [];
    return expression(line.replace(/(["']).*?\1/g, '"…"'));
  }
}

const expression = (source: string) =>
  new NotConvertible(`\`${source.slice(0, 60)}\` is an expression. Write its value there.`);

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws NotConvertible for a table and a list */
export function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const kind = Array.isArray(value) ? 'list' : 'table';
  throw new NotConvertible(`A ${kind} stands where a text belongs. Is \`| ConvertTo-Json\` missing?`);
}
