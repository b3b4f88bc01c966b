/**
 * Reads PowerShell's texts, tables and lists. The parser reads what is in quotes. An expression has no value and is
 * refused, but for what browsers write: `$([char]233)` and `[…]::UTF8.GetBytes("…")`. Pure.
 */
import { Diagnostics } from '../curl/diagnostics.ts';
import { PowerShellReader } from '../curl/shell/powershell.ts';
import { type ConversionDraft, NotConvertible } from './conversion-draft.ts';

export type Value =
  | { kind: 'text'; text: string }
  /** A number, a boolean or null, as JSON writes it. */
  | { kind: 'literal'; text: string }
  | { kind: 'table'; entries: [name: string, value: Value][] }
  | { kind: 'list'; items: Value[] }
  /** What has no value here; refused where it is used. */
  | { kind: 'expression'; source: string };

const MAX_DEPTH = 50;
/** A text in quotes; one that is not closed goes on to the end. */
export const STRING =
  /@(["'])[ \t]*\n(?:[\s\S]*?\n\1@|[\s\S]*)|"[^"`]*(?:(?:`[\s\S]|"")[^"`]*)*"?|'[^']*(?:''[^']*)*'?/y;
const OUTSIDE = new RegExp(`${STRING.source}|(?<![^\\s;{(])(?:#[^\\n]*|<#[\\s\\S]*?#>)|\`\\n`, 'g');
/** An escaped character, a character by its number, and any other expression in double quotes. */
const COMPUTED = /`[\s\S]|\$\(\[char\](\d+)\)|\$\(.*/g;
const JSON_PIPE = /\s*\|\s*ConvertTo-Json\b(?:[ \t]+-\w+(?:[ :]+\$?\w+)?)*/iy;
/** What may stand behind a value; anything else makes it an expression. */
const VALUE_END = /[ \t]*(?:[\n;|)}\]]|$)/y;
/** The start of an argument in quotes, parentheses or brackets, or a variable. */
const ARGUMENT = /["'@([]|\$\{?[\w:]+\}?(?=[\s,;|)]|$)/y;

/** A script without its comments and line continuations. */
export class PowerShellScript {
  readonly text: string;
  at = 0;
  /** By lower-case names. */
  readonly #variables = new Map<string, Value>();
  readonly #draft: ConversionDraft;
  #depth = 0;
  #hasFilledIn = false;

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

  /** Sets a variable. A text that contains other variables counts as an expression. */
  assign(name: string): void {
    let value: Value = { kind: 'expression', source: this.#shown(this.at) };
    this.#hasFilledIn = false;
    try {
      const read = this.value();
      if (read.kind !== 'text' || !this.#hasFilledIn) value = read;
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      this.match(/[^\n]*/y);
    }
    this.#depth = 0;
    this.#variables.set(name.toLowerCase(), value);
  }

  /** The entries of a table that a variable holds, to read or to add to. */
  entries(name: string): [name: string, value: Value][] {
    const value = this.#variables.get(name.toLowerCase());
    return value?.kind === 'table' ? value.entries : [];
  }

  /** The argument of a command: without quotes it is a text, in which variables expand. */
  argument(): Value {
    if (this.isAt(ARGUMENT)) return this.#listed();
    const bare = this.match(/[^\s;|()"']+/y)?.[0];
    if (bare === undefined) throw expression(this.#shown(this.at));
    const filled = (_: string, name: string) => this.textOf(this.#variable(name));
    return { kind: 'text', text: bare.replace(/\$\{?(\w+(?::\w+)?)\}?/g, filled) };
  }

  /** A value, with what is listed and piped into ConvertTo-Json behind it. */
  value(): Value {
    const from = this.at;
    const value = this.#listed();
    if (this.match(JSON_PIPE)) return { kind: 'text', text: this.json(value) };
    if (!this.isAt(VALUE_END)) throw expression(this.#shown(from));
    return value;
  }

  #listed(): Value {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new NotConvertible('The values are nested too deeply.');
    const first = this.#operand();
    const items = [first];
    while (this.match(/[ \t]*,\s*/y)) items.push(this.#operand());
    this.#depth -= 1;
    return items.length === 1 ? first : { kind: 'list', items };
  }

  #operand(): Value {
    const from = this.at;
    const [string] = this.match(STRING) ?? [];
    if (string !== undefined) return { kind: 'text', text: this.#string(string) };
    if (this.match(/(?:\[(?:ordered|pscustomobject)\])?@\{/iy)) return this.#table();
    if (this.match(/\[[\w.]+\]::UTF8\.GetBytes(?=\()/iy)) return this.#operand();
    const [list] = this.match(/@?\(\s*/y) ?? [];
    if (list !== undefined) return this.#parenthesised(list.startsWith('@'));
    if (this.match(/New-Object[ \t]+(?:"[^"\n]*"|'[^'\n]*'|[\w.]+)[^\n;|]*/iy))
      return { kind: 'table', entries: [] };
    const variable = this.match(/\$(?:\{([^}\n]+)\}|([\w:]+))/y);
    if (variable) return this.#variable(variable[1] ?? variable[2] ?? '');
    const [number] = this.match(/-?\d+(?:\.\d+)?(?=[\s,;)}]|$)/y) ?? [];
    if (number === undefined) throw expression(this.#shown(from));
    return { kind: 'literal', text: JSON.stringify(Number(number)) };
  }

  #parenthesised(isList: boolean): Value {
    const items: Value[] = [];
    while (!this.match(/\s*\)/y)) {
      const value = this.value();
      items.push(...(value.kind === 'list' ? value.items : [value]));
      this.match(/[\s;]*/y);
    }
    const [only] = items;
    return only !== undefined && items.length === 1 && !isList ? only : { kind: 'list', items };
  }

  #table(): Value {
    const entries: [string, Value][] = [];
    while (!this.match(/[\s;]*\}/y)) {
      this.match(/[\s;]*/y);
      const [string] = this.match(STRING) ?? [];
      const name = string === undefined ? this.match(/[\w-]+/y)?.[0] : this.#string(string);
      if (name === undefined || !this.match(/\s*=\s*/y)) throw expression(this.#shown(this.at));
      entries.push([name, this.value()]);
    }
    return { kind: 'table', entries };
  }

  #variable(name: string): Value {
    if (/^(?:true|false|null)$/i.test(name)) return { kind: 'literal', text: name.toLowerCase() };
    const value = this.#variables.get(name.toLowerCase());
    if (value?.kind === 'text') this.#draft.spend(value.text);
    this.#hasFilledIn ||= value !== undefined;
    return value ?? { kind: 'text', text: this.#draft.shellVariable(`\${${name.replace(/^env:/i, '')}}`) };
  }

  #string(written: string): string {
    const computed = (found: string, code?: string) => {
      if (found.startsWith('`')) return found;
      if (code === undefined) throw expression(found);
      return `\`${String.fromCodePoint(Math.min(Number(code), 0x10ffff))}`;
    };
    const isPlain = /^@?'/.test(written);
    const lexer = new PowerShellReader(
      isPlain ? written : written.replace(COMPUTED, computed),
      new Diagnostics((index) => index),
      true,
    );
    lexer.commands();
    const parts = lexer.written.words.flatMap((word) => word.parts);
    return parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        return part.kind === 'unresolved' ? this.textOf(this.#variable(part.value.name)) : '';
      })
      .join('');
  }

  /** @throws NotConvertible for an expression, a table and a list */
  textOf(value: Value): string {
    if (value.kind === 'text') return value.text;
    if (value.kind === 'literal') return value.text === 'null' ? '' : value.text;
    if (value.kind === 'expression') throw expression(value.source);
    throw new NotConvertible(`A ${value.kind} stands where a text belongs. Is \`| ConvertTo-Json\` missing?`);
  }

  /** What ConvertTo-Json writes, without its white space. Variables may hold the same table many times, so it is counted. */
  json(value: Value): string {
    this.#draft.spend('{}');
    if (value.kind === 'list') return `[${value.items.map((item) => this.json(item)).join(',')}]`;
    if (value.kind === 'table')
      return `{${value.entries.map(([name, item]) => `${JSON.stringify(name)}:${this.json(item)}`).join(',')}}`;
    if (value.kind === 'literal') return value.text;
    this.#draft.spend(this.textOf(value));
    return JSON.stringify(this.textOf(value));
  }

  /** The rest of a line, to name it. */
  #shown(from: number): string {
    const [line = ''] = /^[^\n]{0,60}/.exec(this.text.slice(from)) ?? [];
    return line.replace(/(["']).*?\1/g, '"…"');
  }
}

const expression = (source: string) =>
  new NotConvertible(`\`${source.slice(0, 60)}\` is an expression. Write its value there.`);
