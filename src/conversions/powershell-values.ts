/** Reads PowerShell's expressions as far as requests are written with them; the rest is a value that nobody knows. Pure. */

import { type Value, ValueReader } from './values.ts';

const ESCAPES = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', 0: '\0', a: '\x07', e: '\x1b' }));

/** Reads PowerShell values: strings, numbers, hash tables and arrays. */
export class PowerShellReader extends ValueReader {
  /** Blanks and continued lines; line ends too within brackets. */
  blanks(withLines = false): void {
    this.match(withLines ? /(?:\s|`\r?\n|#[^\n]*)*/y : /(?:[^\S\n]|`\r?\n)*/y);
  }

  /** A value with what is joined, listed and piped after it. */
  expression(): Value {
    const from = this.at;
    let value = this.#listed();
    for (;;) {
      this.blanks();
      if (this.match(/\+(?!=)/y) !== undefined) {
        this.blanks(true);
        value = { kind: 'joined', parts: [value, this.#listed()] };
      } else if (this.match(/\|\s*ConvertTo-Json\b(?:\s+-\w+(?:[ :]+\$?\w+)?)*/iy) !== undefined)
        value = this.call('ConvertTo-Json', [value], from);
      else if (this.match(/-(?:f|join|replace)\b[^\n;)]*/y) !== undefined)
        value = { kind: 'unknown', source: this.text.slice(from, this.at).trim() };
      else return value;
    }
  }

  #listed(): Value {
    const items = [this.value()];
    for (;;) {
      const before = this.at;
      this.blanks();
      if (this.match(/,\s*/y) === undefined) {
        this.at = before;
        break;
      }
      items.push(this.value());
    }
    const [first] = items;
    return items.length === 1 && first !== undefined ? first : { kind: 'array', items };
  }

  /** One value, as an argument of a command is. */
  value(): Value {
    const value = this.nested(() => this.#operand());
    return value ?? { kind: 'unknown', source: this.match(/[^\n]*/y) ?? '' };
  }

  #operand(): Value | undefined {
    const from = this.at;
    const quote = this.match(/@["'](?=[^\S\n]*\n)/y)?.[1];
    if (quote !== undefined) return this.#hereString(quote);
    if (this.match(/'/y) !== undefined) return { kind: 'text', text: this.#single() };
    if (this.match(/"/y) !== undefined) return this.#expanded('"');
    if (this.match(/@\{/y) !== undefined) return { kind: 'object', entries: this.#entries() };
    if (this.match(/@?\(/y) !== undefined) return this.#parenthesised(from);
    const type = this.match(/\[[\w.[\], ]+\]/y);
    if (type !== undefined) return this.#ofType(type, from);
    if (this.match(/\$\(/y) !== undefined) return this.#parenthesised(from);
    if (this.text[from] === '$') return this.#variable();
    const number = this.match(/-?\d+(?:\.\d+)?(?=[\s,;)}]|$)/y);
    if (number !== undefined) return { kind: 'literal', text: JSON.stringify(Number(number)) };
    const command = this.match(
      /(?:New-Object|Get-Item|Get-Content|ConvertTo-SecureString|Get-Credential)\b/iy,
    );
    if (command !== undefined) return this.#command(command, from);
    const word = this.match(/[^\s;,)}|`]+/y);
    return word === undefined ? undefined : { kind: 'text', text: word };
  }

  #hereString(quote: string): Value {
    const from = this.text.indexOf('\n', this.at) + 1;
    const found = this.text.indexOf(`\n${quote}@`, from - 1);
    const to = found < 0 ? this.text.length : found;
    const text = this.text.slice(from, Math.max(from, to));
    this.at = Math.min(to + 3, this.text.length);
    return quote === "'" ? { kind: 'text', text } : new PowerShellReader(text, 0, this.scope).#expanded('');
  }

  #single(): string {
    const text = this.match(/(?:[^']|'')*/y) ?? '';
    this.at += 1;
    return text.replaceAll("''", "'");
  }

  /** Text in double quotes, or of a here-document that ends with its text. */
  #expanded(quote: string): Value {
    const parts: Value[] = [];
    let text = '';
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? '';
      if (char === quote && this.text[this.at + 1] !== quote) {
        this.at += 1;
        break;
      }
      if (char === '$' && /[A-Za-z_{(]/.test(this.text[this.at + 1] ?? '')) {
        const from = this.at;
        const isExpression = this.match(/\$\(/y) !== undefined;
        const value = isExpression ? this.#parenthesised(from) : this.#variable(false);
        parts.push({ kind: 'text', text }, value);
        text = '';
        continue;
      }
      if (char === '`') {
        const next = this.text[this.at + 1] ?? '';
        text += ESCAPES.get(next) ?? next;
        this.at += 2;
        continue;
      }
      text += char;
      this.at += char === quote ? 2 : 1;
    }
    return this.joined(parts, text);
  }

  #parenthesised(from: number): Value {
    const items: Value[] = [];
    const isList = this.text[from] === '@';
    for (;;) {
      this.blanks(true);
      if (this.at >= this.text.length || this.match(/\)/y) !== undefined) break;
      const before = this.at;
      items.push(this.expression());
      this.match(/[;,]/y);
      if (this.at === before) this.at += 1;
    }
    const [first] = items;
    if (isList)
      return { kind: 'array', items: first?.kind === 'array' && items.length === 1 ? first.items : items };
    return items.length === 1 && first !== undefined
      ? first
      : { kind: 'unknown', source: this.text.slice(from, this.at) };
  }

  #entries(): [string, Value][] {
    const entries: [string, Value][] = [];
    for (;;) {
      this.match(/(?:[\s;]|`\r?\n|#[^\n]*)*/y);
      if (this.at >= this.text.length || this.match(/\}/y) !== undefined) return entries;
      const key = this.match(/"/y) !== undefined ? this.#expanded('"') : undefined;
      const quoted = key === undefined && this.match(/'/y) !== undefined ? this.#single() : undefined;
      const name = key?.kind === 'text' ? key.text : (quoted ?? this.match(/[\w.-]+/y));
      this.blanks();
      if (name === undefined || this.match(/=\s*/y) === undefined) this.match(/[^\n}]*/y);
      else entries.push([name, this.expression()]);
    }
  }

  #ofType(type: string, from: number): Value {
    const method = this.match(/::[\w.]+(?:\.\w+)*/y);
    if (method === undefined) {
      this.blanks();
      const value = this.value();
      const isChar = /^\[char\]$/i.test(type) && value.kind === 'literal';
      return isChar ? { kind: 'text', text: String.fromCharCode(Number(value.text)) } : value;
    }
    const args = this.match(/\(/y) === undefined ? [] : this.#arguments();
    // `[Text.Encoding]::UTF8.GetBytes(…)` and the like
    const more = this.match(/\.\w+\(/y) === undefined ? [] : this.#arguments();
    return this.call(type + method, [...args, ...more], from);
  }

  #arguments(): Value[] {
    const inner = this.#parenthesised(this.at - 1);
    return inner.kind === 'array' ? inner.items : [inner];
  }

  #variable(withMembers = true): Value {
    const name = this.match(/\$(?:\{[^}]+\}|(?:[A-Za-z]+:)?\w+)/y);
    if (name === undefined) return { kind: 'unknown', source: this.match(/\S*/y) ?? '' };
    const plain = name.replace(/[${}]/g, '').toLowerCase();
    if (/^(?:true|false|null)$/.test(plain)) return { kind: 'literal', text: plain };
    const members = withMembers ? (this.match(/(?:\.\w+(?:\(\))?|\[[^\]\n]*\])+/y) ?? '') : '';
    const known = this.scope.get(plain);
    if (known === undefined) {
      const spelt = name.replace(/[${}]/g, '').replace(/^(?:env|global|script):/i, '');
      return { kind: 'unknown', source: name + members, ...(members === '' && { name: spelt }) };
    }
    if (members === '') return known;
    const field = members.slice(1).toLowerCase();
    const entry = known.kind === 'object' && known.entries.find(([key]) => key.toLowerCase() === field);
    return entry ? entry[1] : { kind: 'unknown', source: name + members };
  }

  #command(name: string, from: number): Value {
    const args: Value[] = [];
    if (/^New-Object$/i.test(name)) {
      const type = this.match(/\s*(?:-TypeName\s+)?["']?[\w.[\],]+["']?/iy) ?? '';
      args.push({ kind: 'text', text: type.replace(/^.*\s|["']/g, '') });
    }
    for (;;) {
      this.blanks();
      if (this.match(/-(?:AsPlainText|Force|Raw|Encoding\s+\w+)\b/iy) !== undefined) continue;
      this.match(/-(?:ArgumentList|Path|LiteralPath|String)\s+/iy);
      if (/[\n|;)}]/.test(this.text[this.at] ?? '\n')) break;
      const inner = this.match(/\(/y) === undefined ? [this.#listed()] : this.#arguments();
      args.push(...inner.flatMap((item) => (item.kind === 'array' ? item.items : [item])));
    }
    return this.call(name, args, from);
  }
}
