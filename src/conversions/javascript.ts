/** Reads JavaScript expressions as far as requests are written with them; the rest is a value that nobody knows. Pure. */

import { type Value, ValueReader } from './values.ts';

const ESCAPES = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' }),
);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Reads JavaScript values: literals, objects, arrays and calls. */
export class JavaScriptReader extends ValueReader {
  /** Values up to the closing bracket, which is passed. */
  list(close: string): Value[] {
    const items: Value[] = [];
    for (;;) {
      this.blanks();
      if (this.at >= this.text.length || this.take(close)) return items;
      const from = this.at;
      items.push(this.expression());
      this.blanks();
      // Past a bracket that closes nothing, too.
      if (!this.take(',') && this.at === from) this.at += 1;
    }
  }

  /** An expression up to the end of its place: a comma, a closing bracket, a semicolon, the end of the line. */
  expression(): Value {
    const from = this.at;
    const value = this.nested(() => this.#joined());
    if (value !== undefined && this.#isAtEnd()) return value;
    this.at = from;
    this.#skip();
    return { kind: 'unknown', source: this.text.slice(from, this.at).trim() };
  }

  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  blanks(): void {
    this.match(/(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y);
  }

  #isAtEnd(): boolean {
    const line = /[^\S\n]*(?:\/\/[^\n]*)?(?:[,)\]};\n]|$)/y;
    line.lastIndex = this.at;
    if (!line.test(this.text)) return false;
    const next = /\s*(?:[?+.*=&|([-]|as\b|satisfies\b)/y;
    next.lastIndex = this.at;
    return !next.test(this.text) || this.text[this.at] === '\n';
  }

  /** Goes on to the end of an expression that is not understood. */
  #skip(): void {
    const closing: string[] = [];
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (/["'`]/.test(char)) {
        this.match(char === '`' ? /`(?:[^`\\]|\\[\s\S])*`?/y : /(["'])(?:(?!\1)[^\\]|\\[\s\S])*\1?/y);
        continue;
      }
      if (closing.length === 0 && /[,)\]};]/.test(char)) return;
      if (char === closing.at(-1)) closing.pop();
      else if (CLOSING[char] !== undefined) closing.push(CLOSING[char]);
      this.at += 1;
    }
  }

  #joined(): Value | undefined {
    const parts: Value[] = [];
    do {
      this.blanks();
      const part = this.#operand();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.match(/\s*\+(?![+=])/y) !== undefined);
    const [first] = parts;
    return parts.length === 1 ? first : { kind: 'joined', parts };
  }

  #operand(): Value | undefined {
    const char = this.text[this.at] ?? '';
    if (char === '"' || char === "'" || char === '`') return this.#string(char);
    if (this.take('{')) return this.#object();
    if (this.take('[')) return { kind: 'array', items: this.list(']') };
    if (this.take('(')) {
      const value = this.expression();
      this.blanks();
      return this.take(')') ? value : undefined;
    }
    const number = this.match(/-?(?:0[xob][\da-f_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:e[+-]?\d+)?)/iy);
    if (number !== undefined)
      return { kind: 'literal', text: JSON.stringify(Number(number.replaceAll('_', ''))) };
    return this.#name();
  }

  #name(): Value | undefined {
    const from = this.at;
    this.match(/await\s+/y);
    const isNew = this.match(/new\s+/y) !== undefined;
    const name = this.match(/[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[\d+\]|!(?=\.))*/y);
    if (name === undefined) return undefined;
    if (name === 'true' || name === 'false' || name === 'null') return { kind: 'literal', text: name };
    if (name === 'undefined') return { kind: 'undefined' };
    if (this.take('(')) {
      const args = this.list(')');
      const call = isNew ? `new ${name}` : name;
      this.match(/\.toString\(\)/y);
      return this.call(call, args, from);
    }
    return this.scope.get(name) ?? { kind: 'unknown', source: name };
  }

  #object(): Value {
    const entries: [string, Value][] = [];
    for (;;) {
      this.blanks();
      if (this.at >= this.text.length || this.take('}')) return { kind: 'object', entries };
      const from = this.at;
      const char = this.text[from] ?? '';
      const key =
        char === '"' || char === "'"
          ? this.#string(char)
          : { kind: 'text' as const, text: this.match(/[\w$]+/y) ?? '' };
      this.blanks();
      if (key.kind === 'text' && key.text !== '' && this.take(':')) {
        this.blanks();
        entries.push([key.text, this.expression()]);
      } else if (key.kind === 'text' && /^[A-Za-z_$]/.test(key.text) && /[,}]/.test(this.text[this.at] ?? ''))
        entries.push([key.text, this.scope.get(key.text) ?? { kind: 'unknown', source: key.text }]);
      else {
        // `...rest`, a method, a computed name.
        this.at = from;
        this.#skip();
        entries.push(['', { kind: 'unknown', source: this.text.slice(from, this.at).trim() }]);
        if (this.at === from) this.at += 1;
      }
      this.blanks();
      this.take(',');
    }
  }

  /** A string, or a template with its values. */
  #string(quote: string): Value {
    this.at += 1;
    const parts: Value[] = [];
    let text = '';
    while (this.at < this.text.length && !this.take(quote)) {
      if (this.take('\\')) text += this.#escape();
      else if (quote === '`' && this.take('${')) {
        this.blanks();
        const value = this.expression();
        this.blanks();
        this.take('}');
        parts.push({ kind: 'text', text }, value);
        text = '';
      } else {
        text += this.text[this.at];
        this.at += 1;
      }
    }
    return this.joined(parts, text);
  }

  #escape(): string {
    const code = this.match(/u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}/iy);
    if (code !== undefined) {
      const point = Number.parseInt(code.replace(/[^\da-f]/gi, ''), 16);
      return point > 0x10ffff ? '' : String.fromCodePoint(point);
    }
    const char = this.text[this.at] ?? '';
    this.at += 1;
    return ESCAPES.get(char) ?? char;
  }
}

/** What `const`, `let` and `var` say, and what is appended to it later, up to a place in the text. */
export function declarations(text: string, to: number): Map<string, Value> {
  const scope = new Map<string, Value>();
  const statement =
    /\b(?:const|let|var)\s+([\w$]{1,60})(?:\s{0,9}:[^=;\n]{1,200})?\s{0,9}=(?!=)\s*|\b([\w$]{1,60})\.(?:append|set)\(|\b([\w$]{1,60})\.(\w{1,60})\s*=(?!=)\s*/g;
  for (;;) {
    const found = statement.exec(text);
    if (found === null || found.index >= to) return scope;
    const [whole, name, appended, object, field] = found;
    const reader = new JavaScriptReader(text, found.index + whole.length, scope);
    if (name !== undefined) scope.set(name, reader.expression());
    else if (appended !== undefined) {
      const target = scope.get(appended);
      if (target?.kind === 'call') target.appended.push(reader.list(')'));
    } else if (object !== undefined && field !== undefined) {
      const target = scope.get(object);
      if (target?.kind === 'object') target.entries.push([field, reader.expression()]);
    }
    if (reader.at < to) statement.lastIndex = Math.max(reader.at, found.index + whole.length);
    else return scope;
  }
}
