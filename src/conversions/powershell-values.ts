/**
 * Reads PowerShell's texts, tables and lists. The parser's lexer finds the strings and comments; in what is left, a string
 * is a number between two control characters, so that patterns match signs and names alone. An expression has no value
 * and is refused, but for what browsers write: `$([char]233)` and `[…]::UTF8.GetBytes("…")`. Pure.
 */
import { Diagnostics } from '../curl/diagnostics.ts';
import type { Part } from '../curl/lexer/syntax.ts';
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
const JSON_PIPE = /\s*\|\s*ConvertTo-Json\b(?:[ \t]+-\w+(?:[ :]+\$?\w+)?)*/iy;
/** What may stand behind a value; anything else makes it an expression. */
const VALUE_END = /[ \t]*(?:[\n;|)}\]]|$)/y;
/** The start of an argument in quotes, parentheses or brackets, or a variable. */
const ARGUMENT = /[\x01@([]|\$\{?[\w:]+\}?(?=[\s,;|)]|$)/y;

/** A script with its strings taken out. */
export class PowerShellScript {
  readonly text: string;
  at = 0;
  readonly #strings: { parts: readonly Part[]; expands: boolean }[] = [];
  /** By lower-case names. */
  readonly #variables = new Map<string, Value>();
  readonly #draft: ConversionDraft;
  #depth = 0;
  #hasFilledIn = false;

  constructor(source: string, draft: ConversionDraft) {
    this.#draft = draft;
    this.text = this.#withoutStrings(source);
  }

  #withoutStrings(source: string): string {
    const lexer = new PowerShellReader(source, new Diagnostics((index) => index), true);
    lexer.commands();
    const cuts: { start: number; end: number; parts?: Part[] }[] = [...lexer.written.comments];
    for (const part of lexer.written.words.flatMap(({ parts }) => parts)) {
      const last = cuts.at(-1);
      if (!('quoted' in part) || !part.quoted) continue;
      if (last?.parts === undefined || last.end !== part.start) cuts.push({ ...part, parts: [part] });
      else last.end = last.parts[last.parts.push(part) - 1]?.end ?? last.end;
    }
    let text = '';
    let at = 0;
    let closing = /^$/;
    const mark = (parts: readonly Part[], expands: boolean) =>
      `\x01${this.#strings.push({ parts, expands }) - 1}\x02`;
    const keep = (to: number) => {
      const between = source
        .slice(at, to)
        .replace(closing, '')
        .replace(/`\r?\n/g, ' ');
      text += between.replace(/(["'])\1/g, () => mark([], false));
    };
    for (const { start, end, parts } of cuts.sort((a, b) => a.start - b.start)) {
      if (start < at) continue; // a word of a comment
      const [opening = ''] = (parts && /@["'][ \t\r]*\n$|.$/.exec(source.slice(at, start))) ?? [];
      keep(start - opening.length);
      if (parts !== undefined) text += mark(parts, /["\u201c-\u201e]/.test(opening));
      closing = parts === undefined ? /^$/ : /^(?:\r?\n["']@|.)/;
      at = end;
    }
    keep(source.length);
    return text;
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
    const bare = this.match(/[^\s;|()\x01]+/y)?.[0];
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
    const string = this.match(/\x01(\d+)\x02/y)?.[1];
    if (string !== undefined) return { kind: 'text', text: this.#string(Number(string)) };
    if (this.match(/(?:\[(?:ordered|pscustomobject)\])?@\{/iy)) return this.#table();
    if (this.match(/\(?\[[\w.]+\]::UTF8\.GetBytes(?=\()/iy)) {
      const bytes = this.#operand();
      this.match(/\)/y);
      return bytes;
    }
    const list = this.match(/@?\(\s*/y)?.[0];
    if (list !== undefined) return this.#parenthesised(list.startsWith('@'));
    if (this.match(/New-Object[ \t]+(?:\x01\d+\x02|[\w.]+)[^\n;|]*/iy)) return { kind: 'table', entries: [] };
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
    for (;;) {
      this.match(/[\s;]*/y);
      if (this.match(/\}/y)) return { kind: 'table', entries };
      const key = this.match(/\x01(\d+)\x02\s*=\s*|([\w-]+)\s*=\s*/y);
      if (!key) throw expression(this.#shown(this.at));
      entries.push([key[2] ?? this.#string(Number(key[1])), this.value()]);
    }
  }

  #variable(name: string): Value {
    if (/^(?:true|false|null)$/i.test(name)) return { kind: 'literal', text: name.toLowerCase() };
    const value = this.#variables.get(name.toLowerCase());
    if (value?.kind === 'text') this.#draft.spend(value.text);
    this.#hasFilledIn ||= value !== undefined;
    return value ?? { kind: 'text', text: this.#draft.shellVariable(`\${${name.replace(/^env:/i, '')}}`) };
  }

  #string(index: number): string {
    const { parts, expands } = this.#strings[index] ?? { parts: [], expands: false };
    const texts = parts.map((part) => {
      if (part.kind === 'unresolved') return this.textOf(this.#variable(part.value.name));
      if (part.kind !== 'text') return '';
      // An escaped dollar sign is shorter than it is written.
      if (!expands || part.end - part.start !== part.text.length) return part.text;
      return part.text.replace(/\$\(\[char\](\d+)\)|\$\(.*/gs, (whole, code?: string) => {
        if (code === undefined) throw expression(whole);
        return String.fromCodePoint(Math.min(Number(code), 0x10ffff));
      });
    });
    return texts.join('');
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
    const line = /[^\n]{0,60}/y;
    line.lastIndex = from;
    return (line.exec(this.text)?.[0] ?? '').replace(/\x01\d+\x02?/g, '"…"');
  }
}

const expression = (source: string) =>
  new NotConvertible(`\`${source.slice(0, 60)}\` is an expression. Write its value there.`);
