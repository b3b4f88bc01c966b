/**
 * PowerShell text → words: backtick escapes and continuations, `''` and `""`, `$env:NAME`, here-strings,
 * and what becomes of double quotes on the way to a native program.
 */

import { type Command, WindowsEnvironment } from './command.ts';
import { type Context, hasOpenValue, WORD_COST, type Word } from './context.ts';
import { plainArguments, splitArguments } from './lexer-cmd.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
/** Parentheses within each other. */
const MAX_NESTED = 20;
/** An item of a list: in quotes, or up to a comma. */
const LIST_ITEM = /'[^']*'|"[^"]*"|[^,\s'"]+/g;
const STOP_PARSING = /^--%(?:\s|$)/;
const STOP_PARSING_LENGTH = 3;
const VARIABLE = /\$(?:\{([^}\n]{1,200})\}|((?:[A-Za-z]\w*:)?[A-Za-z_]\w*))/y;
const ASSIGNMENT = /[ \t]*\$((?:[A-Za-z]\w*:)?[A-Za-z_]\w*)[ \t]*(\+?)=[ \t]*/y;
const STARTERS = new Set(['start-process', 'saps']);
const EVALUATORS = new Set(['invoke-expression', 'iex']);
/** A parameter of Start-Process that is not about arguments. */
const OTHER_PARAMETER = /^-(?!ArgumentList$|Args$)[A-Z][a-z][A-Za-z]*$/;

/** The commands of a PowerShell text. */
export function powershellCommands(context: Context): Command[] {
  return new PowerShellLexer(context).commands();
}

function isCurl(program: Word | undefined): boolean {
  return program !== undefined && /(?:^|[\\/])curl(?:\.exe)?$/i.test(program.text);
}

class PowerShellLexer {
  readonly #context: Context;
  readonly #src: string;
  readonly #variables = new Map<string, string>();
  /** What `$env:NAME = 'text'` has set. */
  readonly #environment = new WindowsEnvironment();
  /** Arrays of strings. Made when there is one. */
  #arrays: Map<string, Word[]> | undefined;
  /** Quotes of here-strings that are not closed any more. */
  readonly #unclosed = new Set<string>();
  #pos = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#src = context.text;
  }

  commands(): Command[] {
    const commands: Command[] = [];
    while (this.#pos < this.#src.length) {
      if (this.#assignment()) continue;
      const previous = commands.at(-1);
      const command = this.#command(previous?.terminator === '|' ? previous : undefined);
      if (command.words.length > 0) commands.push(command);
    }
    return commands;
  }

  /** @param name in lower case @param value undefined where it is not known */
  #setVariable(name: string, value: string | undefined): void {
    if (name.startsWith('env:')) this.#environment.set(name.slice('env:'.length), value);
    if (value === undefined) this.#variables.delete(name);
    else this.#variables.set(name, value);
  }

  /** `$name = 'text'` before the command. A command on the right is left to be read as one. */
  #assignment(): boolean {
    ASSIGNMENT.lastIndex = this.#pos;
    const match = ASSIGNMENT.exec(this.#src);
    if (match?.[1] === undefined) return false;
    this.#pos += match[0].length;
    const name = match[1].toLowerCase();
    if (this.#src.startsWith('@(', this.#pos)) {
      if (match[2] === '+') this.#arrays?.delete(name);
      else this.#array(name);
      return true;
    }
    const before = match[2] === '+' ? this.#variables.get(name) : '';
    if (match[2] === '+') this.#arrays?.delete(name);
    const start = this.#pos;
    const { warned } = this.#context;
    const value = this.#expression();
    if (
      value !== undefined &&
      before !== undefined &&
      /[;}]|$/my.test(this.#src.slice(this.#pos, this.#pos + 1))
    ) {
      this.#context.fillIn(before.length, start);
      this.#setVariable(name, before + value);
      return true;
    }
    this.#context.forgetWarnings(warned);
    this.#setVariable(name, undefined);
    this.#pos = this.#src.startsWith('$(', start) ? start + 2 : start;
    return true;
  }

  /** Texts, numbers and variables that are added up, or put into a text: `'a' + $b`, `'{0}/{1}' -f 1, $b`. */
  #expression(depth = 0): string | undefined {
    let text = this.#term(depth);
    for (;;) {
      this.#skipBlanks();
      const operator = text === undefined ? null : /^(?:\+(?![+=])|-f\b)/i.exec(this.#ahead(2));
      if (operator === null) return text;
      this.#pos += operator[0].length;
      const items = [this.#term()];
      if (operator[0] !== '+') while (this.#comma()) items.push(this.#term());
      if (items.includes(undefined)) return undefined;
      if (operator[0] === '+') text = `${text}${items[0]}`;
      else text = text?.replace(/\{(\d)\}/g, (place, index: string) => items[Number(index)] ?? place);
    }
  }

  #comma(): boolean {
    this.#skipBlanks();
    if (this.#src[this.#pos] !== ',') return false;
    this.#pos += 1;
    return true;
  }

  #term(depth = 0): string | undefined {
    this.#skipBlanks();
    const next = this.#src[this.#pos] ?? '';
    if (next === '(' && depth < MAX_NESTED) {
      this.#pos += 1;
      const inside = this.#expression(depth + 1);
      if (this.#src[this.#pos] !== ')') return undefined;
      this.#pos += 1;
      return inside;
    }
    const number = /^-?\d{1,15}(?:\.\d{1,15})?(?=[\s;,)}+]|$)/.exec(this.#ahead(40));
    if (number !== null) {
      this.#pos += number[0].length;
      return number[0];
    }
    const here = next === '@' && /["']/.test(this.#src[this.#pos + 1] ?? '');
    if (here) return this.#word().text;
    if (next === '"') return this.#double();
    if (next === "'") return this.#single();
    // What a member or an item of a variable is, is not known.
    const variable = /^\$(?:\w+|\{\w+\})(?![\w.[(:])/.test(this.#ahead(80));
    return variable ? this.#dollar() : undefined;
  }

  #skipBlanks(): void {
    while (/[ \t\r]/.test(this.#src[this.#pos] ?? '')) this.#pos += 1;
  }

  #ahead(length: number): string {
    return this.#src.slice(this.#pos, this.#pos + length);
  }

  /** `("http://host/" + $path)`, `(Get-Content file)`: what it makes is one argument. */
  #parenthesised(): Word {
    const start = this.#pos;
    const end = this.#closing(start) + 1;
    const { warned } = this.#context;
    const known = this.#term();
    if (known !== undefined && this.#pos === end) return { text: known, start, end, from: -1 };
    this.#context.forgetWarnings(warned);
    this.#pos = end;
    return { text: this.#openExpression(start, end), start, end, from: -1 };
  }

  #openExpression(start: number, end: number): string {
    this.#context.warn('command_substitution', 'The value of this expression is not known.', { start, end });
    const text = this.#src.slice(start, end);
    return this.#context.open(`EXPRESSION_${start}`, [text, `\${EXPRESSION_${start}}`]);
  }

  /** `@('-X', 'POST')`: one of anything but strings is not known. */
  #array(name: string): void {
    const items: Word[] = [];
    this.#pos += 2;
    for (;;) {
      while (/[\s,]/.test(this.#src[this.#pos] ?? '')) this.#pos += 1;
      const char = this.#src[this.#pos];
      if (char !== '"' && char !== "'") break;
      const start = this.#pos;
      const text = char === '"' ? this.#double() : this.#single();
      items.push({ text, start, end: this.#pos, from: -1 });
    }
    if (this.#src[this.#pos] !== ')') return;
    this.#pos += 1;
    this.#arrays ??= new Map();
    this.#arrays.set(name, items);
  }

  /** `@name` and `$name` of an array as arguments of a program: its items. */
  #splatted(): Word[] | undefined {
    const [text, sign, name = ''] =
      /^([@$])([A-Za-z_]\w*)(?=[\s;|]|$)/.exec(this.#src.slice(this.#pos, this.#pos + 80)) ?? [];
    const items = this.#arrays?.get(name.toLowerCase());
    if (items === undefined) {
      if (text === undefined || sign === '$') return undefined;
      const start = this.#pos;
      this.#pos += text.length;
      const word = { start, end: this.#pos, from: -1, open: true };
      this.#context.warn('variable', `${text} is a variable that the text does not set.`, word);
      return [{ ...word, text: this.#context.open(name, [text, `$${name}`, `\${${name}}`]) }];
    }
    this.#context.fillIn(
      items.reduce((sum, { text }) => sum + text.length + WORD_COST, 0),
      this.#pos,
    );
    this.#pos += name.length + 1;
    return items;
  }

  #command(piped: Command | undefined): Command {
    const src = this.#src;
    const start = this.#pos;
    const words: Word[] = [];
    let terminator = '';
    while (this.#pos < src.length) {
      const char = src[this.#pos] ?? '';
      if (char === ' ' || char === '\t' || char === '\r') this.#pos += 1;
      else if (char === '`' && this.#continuation()) continue;
      else if (char === '\n' || char === ';') {
        terminator = char;
        this.#pos += 1;
        break;
      } else if (char === '|' || (char === '&' && words.length > 0)) {
        terminator = src[this.#pos + 1] === char ? char + char : char;
        this.#pos += terminator.length;
        break;
      } else if (char === '&') this.#pos += 1;
      else if (char === '#') {
        const newline = src.indexOf('\n', this.#pos);
        this.#pos = newline < 0 ? src.length : newline;
      } else if (char === '>' || /^\d>/.test(src.slice(this.#pos, this.#pos + 2))) {
        const redirection = /^\d?>{1,2}(?:&\d|[ \t]*\S+)?/.exec(src.slice(this.#pos, this.#pos + 600));
        const length = redirection?.[0].length ?? 1;
        this.#context.warn('shell_text', 'A redirection is not part of the request.', {
          start: this.#pos,
          end: this.#pos + length,
        });
        this.#pos += length;
      } else if (words.length === 0 && /^param[ \t]*\(/i.test(this.#ahead(20)))
        // The parameters of a function, with no separator behind them.
        this.#pos = this.#closing(src.indexOf('(', this.#pos)) + 1;
      else if (char === '(' && isCurl(words[0])) words.push(this.#native(this.#parenthesised(), false));
      else if ((char === '{' || char === '}') && !isCurl(words[0])) {
        // A block: what stands in it are commands of their own.
        terminator = char;
        this.#pos += 1;
        break;
      } else if (char === '(' || char === ')' || char === '{' || char === '}') this.#pos += 1;
      else if (words.length > 0 && STOP_PARSING.test(src.slice(this.#pos, this.#pos + 4)))
        words.push(...this.#unparsed());
      else {
        const items = words.length > 0 && (char === '@' || char === '$') ? this.#splatted() : undefined;
        if (items === undefined) words.push(this.#native(this.#word(), words.length === 0));
        else for (const item of items) words.push(this.#native(item, false));
      }
    }
    const [only, ...others] = words;
    const program = only?.text.toLowerCase() ?? '';
    const started = STARTERS.has(program)
      ? this.#started(others)
      : EVALUATORS.has(program) && others.length === 1
        ? splitArguments(others[0]?.text ?? '', others[0] ?? { start, end: this.#pos })
        : undefined;
    const string = only !== undefined && others.length === 0 && /['"@$]/.test(src[only.start] ?? '');
    return {
      words: started ?? words,
      assignments: [],
      environment: this.#environment.snapshot(),
      input: undefined,
      piped,
      terminator,
      redirected: undefined,
      fault: undefined,
      start,
      end: this.#pos,
      // A string on the left of a pipe goes to the command on the right, with a Windows line end.
      ...(string ? { output: `${only.text}\r\n` } : {}),
    };
  }

  /** `Start-Process curl -ArgumentList '-d', 'a'`: the items, joined with blanks, are the command line. */
  #started(words: readonly Word[]): Word[] | undefined {
    const named = words.findIndex(({ text }) => /^-FilePath$/i.test(text));
    const file = words[named + 1];
    if (!isCurl(file)) return undefined;
    const rest = words.slice(named + 2);
    const from = rest[0] !== undefined && /^-Arg/i.test(rest[0].text) ? 1 : 0;
    const stop = rest.findIndex(({ text }, index) => index >= from && OTHER_PARAMETER.test(text));
    const list = rest.slice(from, stop < 0 ? undefined : stop);
    const [first] = list;
    const last = list.at(-1);
    if (file === undefined || first === undefined || last === undefined) return undefined;
    if (list.some(({ text }) => hasOpenValue(text))) return undefined;
    const items = this.#src.slice(first.start, last.end).match(LIST_ITEM) ?? [];
    const line = items.map((item) => (/^['"]/.test(item) ? item.slice(1, -1) : item)).join(' ');
    return [file, ...splitArguments(line, { start: first.start, end: last.end })];
  }

  /** `--%`: the rest of the line, up to a pipe, goes to the program as it stands. */
  #unparsed(): Word[] {
    const start = this.#pos + STOP_PARSING_LENGTH;
    const stop = this.#src.slice(start).search(/[\n|]/);
    this.#pos = stop < 0 ? this.#src.length : start + stop;
    return plainArguments(this.#context, start, this.#pos);
  }

  #continuation(): boolean {
    let at = this.#pos + 1;
    while (this.#src[at] === ' ' || this.#src[at] === '\t' || this.#src[at] === '\r') at += 1;
    if (at < this.#src.length && this.#src[at] !== '\n') return false;
    if (at > this.#pos + 1 && at < this.#src.length)
      this.#context.warn(
        'space_after_backslash',
        'White space after the backtick: it is read as a line continuation.',
        { start: this.#pos, end: at },
      );
    this.#pos = Math.min(at + 1, this.#src.length);
    return true;
  }

  #word(): Word {
    const src = this.#src;
    const start = this.#pos;
    if (src[start] === '@' && (src[start + 1] === "'" || src[start + 1] === '"')) {
      const here = this.#hereString();
      if (here !== undefined) return here;
    }
    let text = '';
    while (this.#pos < src.length) {
      const char = src[this.#pos] ?? '';
      if (/[\s;|&)]/.test(char)) break;
      if (char === "'" || char === '\u2018' || char === '\u2019') text += this.#single();
      else if (char === '"' || char === '\u201c' || char === '\u201d') text += this.#double();
      else if (char === '`') {
        if (/^`[ \t\r]*(?:\n|$)/.test(src.slice(this.#pos, this.#pos + 100))) break;
        text += src[this.#pos + 1] ?? '';
        this.#pos += 2;
      } else if (char === '$') text += this.#dollar();
      else {
        text += char;
        this.#pos += 1;
      }
    }
    if (this.#pos === start) this.#pos += 1;
    return { text, start, end: this.#pos, from: -1 };
  }

  #single(): string {
    const open = this.#pos;
    let text = '';
    for (;;) {
      const close = this.#src.indexOf("'", this.#pos + 1);
      if (close < 0) throw this.#context.error('unterminated_quote', "This ' is never closed.", open);
      text += this.#src.slice(this.#pos + 1, close);
      this.#pos = close + 1;
      if (this.#src[this.#pos] !== "'") return text;
      text += "'";
    }
  }

  #double(): string {
    const open = this.#pos;
    this.#pos += 1;
    let text = '';
    while (this.#pos < this.#src.length) {
      const char = this.#src[this.#pos] ?? '';
      if (char === '"') {
        this.#pos += 1;
        if (this.#src[this.#pos] !== '"') return text;
        text += '"';
        this.#pos += 1;
      } else if (char === '`') {
        const next = this.#src[this.#pos + 1] ?? '';
        text += ESCAPES[next] ?? next;
        this.#pos += 2;
      } else if (char === '$') text += this.#dollar();
      else {
        text += char;
        this.#pos += 1;
      }
    }
    throw this.#context.error('unterminated_quote', 'This " is never closed.', open);
  }

  /** `@'` … `'@` with line ends around the text. */
  #hereString(): Word | undefined {
    const start = this.#pos;
    const quote = this.#src[start + 1] ?? '';
    const lineEnd = this.#src.indexOf('\n', start);
    if (lineEnd !== start + 2 || this.#unclosed.has(quote)) return undefined;
    const close = this.#src.indexOf(`\n${quote}@`, start + 1);
    if (close < 0) {
      this.#unclosed.add(quote);
      return undefined;
    }
    const from = Math.min(lineEnd + 1, close);
    const text = quote === '"' ? this.#expanded(from, close) : this.#src.slice(from, close);
    this.#pos = close + 3;
    return { text, start, end: this.#pos, from: -1 };
  }

  /** A stretch as in double quotes, where quotes stand for themselves. */
  #expanded(start: number, end: number): string {
    let text = '';
    this.#pos = start;
    while (this.#pos < end) {
      const char = this.#src[this.#pos] ?? '';
      if (char === '$') text += this.#dollar();
      else if (char === '`') {
        const next = this.#src[this.#pos + 1] ?? '';
        text += ESCAPES[next] ?? next;
        this.#pos += 2;
      } else {
        text += char;
        this.#pos += 1;
      }
    }
    return text;
  }

  #dollar(): string {
    const at = this.#pos;
    if (this.#src[at + 1] === '(') {
      const close = this.#closing(at + 1);
      const text = this.#src.slice(at, close + 1);
      this.#pos = close + 1;
      const name = /^\$\(\$(\w+)\)$/.exec(text)?.[1] ?? '';
      const value = this.#variables.get(name.toLowerCase());
      if (value !== undefined) {
        this.#context.fillIn(value.length, at);
        return value;
      }
      return this.#openExpression(at, close + 1);
    }
    VARIABLE.lastIndex = at;
    const match = VARIABLE.exec(this.#src);
    if (match === null) {
      this.#pos = at + 1;
      return '$';
    }
    this.#pos = at + match[0].length;
    const name = match[1] ?? match[2] ?? '';
    const known = this.#variables.get(name.toLowerCase());
    if (known !== undefined) {
      this.#context.fillIn(known.length, at);
      return known;
    }
    this.#context.warn('variable', `${match[0]} is a variable that the text does not set.`, {
      start: at,
      end: this.#pos,
    });
    const plain = name.replace(/^[A-Za-z]\w*:/, '');
    return this.#context.open(plain, [match[0], `\${${plain}}`, `{{${plain}}}`]);
  }

  #closing(open: number): number {
    let depth = 0;
    for (let at = open; at < this.#src.length; at += 1) {
      const char = this.#src[at];
      if (char === '(') depth += 1;
      else if (char === ')') {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    throw this.#context.error('unterminated_expansion', 'This expression is never closed.', open - 1);
  }

  /**
   * How a native program gets the argument: Windows PowerShell and 7 before 7.3 leave `\"` to the C runtime,
   * which makes it `"`; newer ones escape by themselves. Text written with `\"` means the former.
   */
  #native(word: Word, program: boolean): Word {
    if (program || !word.text.includes('"')) return word;
    if (/\\"/.test(word.text)) {
      const text = word.text.replace(
        /(?<!\\)(\\+)"/g,
        (_, slashes: string) => `${'\\'.repeat(slashes.length >> 1)}${slashes.length % 2 === 1 ? '"' : ''}`,
      );
      return { ...word, text };
    }
    if (!hasOpenValue(word.text) || word.text.includes('"'))
      this.#context.warn(
        'powershell_quotes',
        'PowerShell 7.3 and later pass these double quotes on; older ones lose them. They are kept.',
        word,
      );
    return word;
  }
}
