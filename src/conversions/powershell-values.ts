/** Reads PowerShell's expressions as far as requests are written with them; the rest is a value that nobody knows. Pure. */

export type PsValue =
  | { kind: 'text'; text: string }
  /** A number, `$true`, `$false` or `$null`, as JSON writes it. */
  | { kind: 'literal'; text: string }
  /** A hash table; entries are added by later statements, too. */
  | { kind: 'table'; entries: [name: string, value: PsValue][] }
  | { kind: 'list'; items: PsValue[] }
  /** Texts and values in a row: in double quotes, or joined with `+`. */
  | { kind: 'joined'; parts: PsValue[] }
  /** `New-Object …`, `[Type]::Method(…)`, `Get-Item …`, `… | ConvertTo-Json`. */
  | { kind: 'call'; name: string; args: PsValue[]; source: string }
  /** `name` is that of a variable without a value in the text, `$env:` included. */
  | { kind: 'unknown'; source: string; name?: string };

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  a: '\x07',
  e: '\x1b',
};
const LITERALS: Readonly<Record<string, string>> = { true: 'true', false: 'false', null: 'null' };
const MAX_DEPTH = 100;

/** Reads PowerShell values: strings, numbers, hash tables and arrays. */
export class PowerShellReader {
  readonly #text: string;
  readonly #scope: ReadonlyMap<string, PsValue>;
  #depth = 0;
  at: number;

  constructor(text: string, at: number, scope: ReadonlyMap<string, PsValue>) {
    this.#text = text;
    this.#scope = scope;
    this.at = at;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Blanks and continued lines; line ends too within brackets. */
  blanks(withLines = false): void {
    this.take(withLines ? /(?:\s|`\r?\n|#[^\n]*)*/y : /(?:[^\S\n]|`\r?\n)*/y);
  }

  /** A value with what is joined, listed and piped after it. */
  expression(): PsValue {
    const from = this.at;
    let value = this.#listed();
    for (;;) {
      this.blanks();
      if (this.take(/\+(?!=)/y) !== undefined) {
        this.blanks(true);
        value = { kind: 'joined', parts: [value, this.#listed()] };
      } else if (this.take(/\|\s*ConvertTo-Json\b(?:\s+-\w+(?:[ :]+\$?\w+)?)*/iy) !== undefined)
        value = {
          kind: 'call',
          name: 'ConvertTo-Json',
          args: [value],
          source: this.#text.slice(from, this.at),
        };
      else if (this.take(/-(?:f|join|replace)\b[^\n;)]*/y) !== undefined)
        value = { kind: 'unknown', source: this.#text.slice(from, this.at).trim() };
      else return value;
    }
  }

  #listed(): PsValue {
    const items = [this.value()];
    for (;;) {
      const before = this.at;
      this.blanks();
      if (this.take(/,\s*/y) === undefined) {
        this.at = before;
        break;
      }
      items.push(this.value());
    }
    const [first] = items;
    return items.length === 1 && first !== undefined ? first : { kind: 'list', items };
  }

  /** One value, as an argument of a command is. */
  value(): PsValue {
    this.#depth += 1;
    const value = this.#depth > MAX_DEPTH ? undefined : this.#operand();
    this.#depth -= 1;
    return value ?? { kind: 'unknown', source: this.take(/[^\n]*/y) ?? '' };
  }

  #operand(): PsValue | undefined {
    const from = this.at;
    const quote = this.take(/@["'](?=[^\S\n]*\n)/y)?.[1];
    if (quote !== undefined) return this.#hereString(quote);
    if (this.take(/'/y) !== undefined) return { kind: 'text', text: this.#single() };
    if (this.take(/"/y) !== undefined) return this.#expanded('"');
    if (this.take(/@\{/y) !== undefined) return { kind: 'table', entries: this.#entries() };
    if (this.take(/@?\(/y) !== undefined) return this.#parenthesised(from);
    const type = this.take(/\[[\w.[\], ]+\]/y);
    if (type !== undefined) return this.#ofType(type, from);
    if (this.take(/\$\(/y) !== undefined) return this.#parenthesised(from);
    if (this.#text[from] === '$') return this.#variable();
    const number = this.take(/-?\d+(?:\.\d+)?(?=[\s,;)}]|$)/y);
    if (number !== undefined) return { kind: 'literal', text: JSON.stringify(Number(number)) };
    const command = this.take(
      /(?:New-Object|Get-Item|Get-Content|ConvertTo-SecureString|Get-Credential)\b/iy,
    );
    if (command !== undefined) return this.#command(command, from);
    const word = this.take(/[^\s;,)}|`]+/y);
    return word === undefined ? undefined : { kind: 'text', text: word };
  }

  #hereString(quote: string): PsValue {
    const from = this.#text.indexOf('\n', this.at) + 1;
    const found = this.#text.indexOf(`\n${quote}@`, from - 1);
    const to = found < 0 ? this.#text.length : found;
    const text = this.#text.slice(from, Math.max(from, to));
    this.at = Math.min(to + 3, this.#text.length);
    return quote === "'" ? { kind: 'text', text } : new PowerShellReader(text, 0, this.#scope).#expanded('');
  }

  #single(): string {
    const text = this.take(/(?:[^']|'')*/y) ?? '';
    this.at += 1;
    return text.replaceAll("''", "'");
  }

  /** Text in double quotes, or of a here-document that ends with its text. */
  #expanded(quote: string): PsValue {
    const parts: PsValue[] = [];
    let text = '';
    while (this.at < this.#text.length) {
      const char = this.#text[this.at] ?? '';
      if (char === quote && this.#text[this.at + 1] !== quote) {
        this.at += 1;
        break;
      }
      if (char === '$' && this.take(/\$(?=[A-Za-z_{(])/y) !== undefined) {
        this.at -= 1;
        parts.push({ kind: 'text', text }, this.#inText());
        text = '';
        continue;
      }
      if (char === '`') {
        const next = this.#text[this.at + 1] ?? '';
        text += ESCAPES[next] ?? next;
        this.at += 2;
        continue;
      }
      text += char;
      this.at += char === quote ? 2 : 1;
    }
    return parts.length === 0
      ? { kind: 'text', text }
      : { kind: 'joined', parts: [...parts, { kind: 'text', text }] };
  }

  #inText(): PsValue {
    const from = this.at;
    if (this.take(/\$\(/y) !== undefined) return this.#parenthesised(from);
    return this.#variable(false);
  }

  #parenthesised(from: number): PsValue {
    const items: PsValue[] = [];
    const isList = this.#text[from] === '@';
    for (;;) {
      this.blanks(true);
      if (this.at >= this.#text.length || this.take(/\)/y) !== undefined) break;
      const before = this.at;
      items.push(this.expression());
      this.take(/[;,]/y);
      if (this.at === before) this.at += 1;
    }
    const [first] = items;
    if (isList)
      return { kind: 'list', items: first?.kind === 'list' && items.length === 1 ? first.items : items };
    return items.length === 1 && first !== undefined
      ? first
      : { kind: 'unknown', source: this.#text.slice(from, this.at) };
  }

  #entries(): [string, PsValue][] {
    const entries: [string, PsValue][] = [];
    for (;;) {
      this.take(/(?:[\s;]|`\r?\n|#[^\n]*)*/y);
      if (this.at >= this.#text.length || this.take(/\}/y) !== undefined) return entries;
      const key = this.take(/"/y) !== undefined ? this.#expanded('"') : undefined;
      const quoted = key === undefined && this.take(/'/y) !== undefined ? this.#single() : undefined;
      const name = key?.kind === 'text' ? key.text : (quoted ?? this.take(/[\w.-]+/y));
      this.blanks();
      if (name === undefined || this.take(/=\s*/y) === undefined) this.take(/[^\n}]*/y);
      else entries.push([name, this.expression()]);
    }
  }

  #ofType(type: string, from: number): PsValue {
    const method = this.take(/::[\w.]+(?:\.\w+)*/y);
    if (method === undefined) {
      this.blanks();
      const value = this.value();
      const isChar = /^\[char\]$/i.test(type) && value.kind === 'literal';
      return isChar ? { kind: 'text', text: String.fromCharCode(Number(value.text)) } : value;
    }
    const args = this.take(/\(/y) === undefined ? [] : this.#arguments();
    // `[Text.Encoding]::UTF8.GetBytes(…)` and the like
    const more = this.take(/\.\w+\(/y) === undefined ? [] : this.#arguments();
    return {
      kind: 'call',
      name: type + method,
      args: [...args, ...more],
      source: this.#text.slice(from, this.at),
    };
  }

  #arguments(): PsValue[] {
    const inner = this.#parenthesised(this.at - 1);
    return inner.kind === 'list' ? inner.items : [inner];
  }

  #variable(withMembers = true): PsValue {
    const name = this.take(/\$(?:\{[^}]+\}|(?:[A-Za-z]+:)?\w+)/y);
    if (name === undefined) return { kind: 'unknown', source: this.take(/\S*/y) ?? '' };
    const plain = name.replace(/[${}]/g, '').toLowerCase();
    const literal = LITERALS[plain];
    if (literal !== undefined) return { kind: 'literal', text: literal };
    const members = withMembers ? (this.take(/(?:\.\w+(?:\(\))?|\[[^\]\n]*\])+/y) ?? '') : '';
    const known = this.#scope.get(plain);
    if (known === undefined) {
      const spelt = name.replace(/[${}]/g, '').replace(/^(?:env|global|script):/i, '');
      return { kind: 'unknown', source: name + members, ...(members === '' && { name: spelt }) };
    }
    if (members === '') return known;
    const field = members.slice(1).toLowerCase();
    const entry = known.kind === 'table' && known.entries.find(([key]) => key.toLowerCase() === field);
    return entry ? entry[1] : { kind: 'unknown', source: name + members };
  }

  #command(name: string, from: number): PsValue {
    const args: PsValue[] = [];
    if (/^New-Object$/i.test(name)) {
      const type = this.take(/\s*(?:-TypeName\s+)?["']?[\w.[\],]+["']?/iy) ?? '';
      args.push({ kind: 'text', text: type.replace(/^.*\s|["']/g, '') });
    }
    for (;;) {
      this.blanks();
      if (this.take(/-(?:AsPlainText|Force|Raw|Encoding\s+\w+)\b/iy) !== undefined) continue;
      this.take(/-(?:ArgumentList|Path|LiteralPath|String)\s+/iy);
      if (/[\n|;)}]/.test(this.#text[this.at] ?? '\n')) break;
      const inner = this.take(/\(/y) === undefined ? [this.#listed()] : this.#arguments();
      args.push(...inner.flatMap((item) => (item.kind === 'list' ? item.items : [item])));
    }
    return { kind: 'call', name, args, source: this.#text.slice(from, this.at) };
  }
}
