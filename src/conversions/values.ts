/** The values that requests are written with in JavaScript and PowerShell, and the base of their readers. Pure. */

export type Value =
  | { kind: 'text'; text: string }
  /** A number, a boolean or null, as JSON writes it. */
  | { kind: 'literal'; text: string }
  | { kind: 'undefined' }
  | { kind: 'object'; entries: [name: string, value: Value][] }
  | { kind: 'array'; items: Value[] }
  /**
   * `JSON.stringify(…)`, `new Headers(…)`, `New-Object …`, `[Type]::Method(…)`, `… | ConvertTo-Json`; `appended` are the
   * arguments of later calls of `append` and `set`.
   */
  | { kind: 'call'; name: string; args: Value[]; source: string; appended: Value[][] }
  /** Texts and values in a row: of a template, or joined with `+`. */
  | { kind: 'joined'; parts: Value[] }
  /** `name` is that of a PowerShell variable without a value in the text, `$env:` included. */
  | { kind: 'unknown'; source: string; name?: string };

const MAX_DEPTH = 100;

/** Reads values from a position in a text. */
export class ValueReader {
  protected readonly text: string;
  protected readonly scope: ReadonlyMap<string, Value>;
  at: number;
  #depth = 0;

  /** @param scope the values of variables */
  constructor(text: string, at: number, scope: ReadonlyMap<string, Value>) {
    this.text = text;
    this.scope = scope;
    this.at = at;
  }

  /** Returns what a sticky pattern matches here, and passes it. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  protected call(name: string, args: Value[], from: number): Value {
    return { kind: 'call', name, args, source: this.text.slice(from, this.at), appended: [] };
  }

  /** Returns the value of a string with values between its texts; `text` is the last. */
  protected joined(parts: Value[], text: string): Value {
    const last = { kind: 'text' as const, text };
    return parts.length === 0 ? last : { kind: 'joined', parts: [...parts, last] };
  }

  /** Reads a value that may contain others; undefined where they are nested too deeply. */
  protected nested(read: () => Value | undefined): Value | undefined {
    this.#depth += 1;
    const value = this.#depth > MAX_DEPTH ? undefined : read();
    this.#depth -= 1;
    return value;
  }
}
