/**
 * Shell pass: text of a POSIX shell (bash as people paste it) → tokens. Knows no variable's value and no curl option.
 * Rules: POSIX.1-2024, Shell Command Language, and the Bash manual for `$'…'`, `<<<`, `{a,b}` and arrays.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { addSegment, joinBytes, type Segment } from './ast.ts';
import { unescaped } from './escapes.ts';
import { type HereDocuments, readDelimiter } from './here-documents.ts';
import { afterSingleQuote, matchingBracket } from './matching.ts';
import type { ArrayAssignment, Part, RawWord, Redirection, ShellText, Token } from './syntax.ts';

const BLANK = 1;
const SPECIAL = 2;
const OPERATOR = 3;
/** What an unquoted ASCII character does: 0 stands for itself. */
const CLASS = new Uint8Array(128);
for (const char of ' \t') CLASS[char.charCodeAt(0)] = BLANK;
for (const char of '\'"\\$`{,}') CLASS[char.charCodeAt(0)] = SPECIAL;
for (const char of '|&;()<>\n') CLASS[char.charCodeAt(0)] = OPERATOR;

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** A home directory at the start of a word, or of what it assigns: bash expands that in arguments too. */
const TILDE = /(?:[A-Za-z_]\w*\+?=)?~(?=[/:\s;&|<>)]|$)/y;
const ARRAY = /([A-Za-z_]\w*)(\+?)=\(/y;
/** `http://host/<id>`, as documentation writes what is to be filled in. */
const ANGLE_PLACEHOLDER = /<[A-Za-z][\w-]{0,39}>/y;
const REDIRECTIONS = ['<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'];
const OPERATORS = ['&&', '||', '|&', ';;', '|', '&', ';', '(', ')', '\n'];

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;

export class Lexer {
  readonly #source: ShellText;
  readonly #src: string;
  readonly #end: number;
  readonly #diagnostics: Diagnostics;
  readonly #documents: HereDocuments;
  #pos: number;
  #hasTilde: boolean | undefined;
  /** The word being read. */
  #parts: Part[] = [];
  #expands = false;
  #joins = false;
  /** The text that its next part begins with; `#from` is -1 while there is none, not even an empty one in quotes. */
  #text = '';
  #from = -1;
  #to = 0;
  #quoted = false;
  /** Quoted and unquoted text are parts of their own. */
  #apart = false;

  constructor(
    source: ShellText,
    diagnostics: Diagnostics,
    documents: HereDocuments,
    from = 0,
    to = source.text.length,
  ) {
    this.#source = source;
    this.#src = source.text;
    this.#pos = from;
    this.#end = to;
    this.#diagnostics = diagnostics;
    this.#documents = documents;
  }

  get position(): number {
    return this.#pos;
  }

  /** Goes on from another place of the same source. */
  skipTo(position: number): void {
    this.#pos = position;
  }

  /**
   * The next token, or undefined at the end of the text.
   * @throws InputError for quotes that are not closed
   */
  next(): Token | undefined {
    const src = this.#src;
    while (this.#pos < this.#end) {
      const unit = src.charCodeAt(this.#pos);
      if (isBlank(unit)) this.#pos += 1;
      else if (unit === 0x23) {
        const newline = src.indexOf('\n', this.#pos);
        this.#pos = newline < 0 || newline > this.#end ? this.#end : newline;
      } else if (unit === 0x5c && this.#continuation()) continue;
      else if (unit < 128 && CLASS[unit] === OPERATOR) return this.#operator(unit);
      else return this.#array() ?? this.#wordOrRedirection();
    }
    return undefined;
  }

  /**
   * The whole text as in double quotes, where `"` stands for itself: a here-document.
   * @param quoted nothing in it means anything
   */
  document(quoted: boolean): RawWord {
    const start = this.#pos;
    this.#begin();
    if (!quoted) this.#doubleQuoted(true);
    else if (start < this.#end) this.#literal(start, this.#end, true);
    this.#pos = this.#end;
    return this.#finish(start);
  }

  /** The whole text as one word, blanks included: what stands behind `${NAME:-`. Among double quotes `'` is a character. */
  operand(quoted: boolean): RawWord {
    const start = this.#pos;
    this.#begin();
    this.#apart = true;
    while (this.#pos < this.#end) {
      const char = this.#src.charAt(this.#pos);
      if (!quoted && '\'\\$`"'.includes(char)) this.#special(char.charCodeAt(0));
      else if (quoted && char === '"') this.#pos += 1;
      else if (quoted && '\\$`'.includes(char)) this.#inQuotes(char.charCodeAt(0), false);
      else this.#character(quoted);
    }
    return this.#finish(start);
  }

  #character(quoted: boolean): void {
    this.#literal(this.#pos, this.#pos + 1, quoted);
    this.#pos += 1;
  }

  #operator(unit: number): Token {
    const src = this.#src;
    const start = this.#pos;
    const redirects = unit === 0x3c || unit === 0x3e;
    if (redirects) return src[start + 1] === '(' ? this.#wordOrRedirection() : this.#redirection('');
    if (unit === 0x26 && src[start + 1] === '>') {
      this.#pos += src[start + 2] === '>' ? 3 : 2;
      return {
        kind: 'redirection',
        operator: '&>',
        descriptor: '',
        target: this.#target(),
        ...this.#span(start),
      };
    }
    const text = OPERATORS.find((operator) => src.startsWith(operator, start)) ?? '';
    this.#pos += text.length;
    if (text === '\n') this.#pos = this.#documents.read(this.#source, this.#pos, this.#end);
    return { kind: 'operator', text, ...this.#source.span(start, start + text.length) };
  }

  #span(start: number): { start: number; end: number } {
    return this.#source.span(start, this.#pos);
  }

  /** `NAME=(a b c)` */
  #array(): ArrayAssignment | undefined {
    ARRAY.lastIndex = this.#pos;
    const [whole = '', name = '', plus] = ARRAY.exec(this.#src) ?? [];
    if (whole === '') return undefined;
    const start = this.#pos;
    this.#pos += whole.length;
    const items: RawWord[] = [];
    for (;;) {
      const token = this.next();
      if (token === undefined || (token.kind === 'operator' && token.text === ')')) break;
      if (token.kind === 'word') items.push(token);
      else if (token.kind !== 'operator' || token.text !== '\n')
        throw this.#diagnostics.error('shell_syntax', 'A shell does not expect this here.', token);
    }
    return { kind: 'array', name, append: plus === '+', items, ...this.#span(start) };
  }

  /** @param descriptor the digits before it */
  #redirection(descriptor: string): Redirection {
    const src = this.#src;
    const start = this.#pos;
    const operator = REDIRECTIONS.find((text) => src.startsWith(text, start)) ?? '<';
    ANGLE_PLACEHOLDER.lastIndex = start;
    if (operator === '<' && start > 0 && !isBlank(src.charCodeAt(start - 1)) && ANGLE_PLACEHOLDER.test(src))
      this.#diagnostics.warn(
        'angle_placeholder',
        'A shell reads from and writes to files here; if this is a placeholder, put its value in.',
        this.#source.span(start, ANGLE_PLACEHOLDER.lastIndex),
      );
    this.#pos += operator.length;
    const common = { kind: 'redirection', operator, descriptor } as const;
    if (operator !== '<<' && operator !== '<<-')
      return { ...common, target: this.#target(), ...this.#span(start) };
    this.#skipBlanks();
    const { delimiter, quoted, end } = readDelimiter(this.#src, this.#pos, this.#end);
    if (end < 0) throw this.#unclosed(this.#pos, src.charAt(this.#pos));
    const document = { body: undefined };
    this.#documents.add({
      document,
      delimiter,
      quoted,
      stripTabs: operator === '<<-',
    });
    this.#pos = end;
    return { ...common, target: document, ...this.#span(start) };
  }

  /** The word after a redirection operator. */
  #target(): RawWord {
    this.#skipBlanks();
    const unit = this.#src.charCodeAt(this.#pos);
    const process = (unit === 0x3c || unit === 0x3e) && this.#src[this.#pos + 1] === '(';
    if (this.#pos >= this.#end || (unit < 128 && CLASS[unit] === OPERATOR && !process))
      throw this.#diagnostics.error(
        'shell_syntax',
        'A redirection needs a file name.',
        this.#source.at(Math.min(this.#pos, this.#end)),
      );
    return this.#word();
  }

  #skipBlanks(): void {
    while (this.#pos < this.#end) {
      if (isBlank(this.#src.charCodeAt(this.#pos))) this.#pos += 1;
      else if (this.#src[this.#pos] !== '\\' || !this.#continuation()) return;
    }
  }

  #unclosed(at: number, quote: string) {
    return this.#diagnostics.error(
      'unterminated_quote',
      `This ${quote} is never closed.`,
      this.#source.at(at),
    );
  }

  /** A backslash before a line end, which both vanish. Blanks between them are forgiven with a warning. */
  #continuation(): boolean {
    const src = this.#src;
    const start = this.#pos;
    let at = start + 1;
    while (at < this.#end && (isBlank(src.charCodeAt(at)) || src[at] === '\r')) at += 1;
    if (at < this.#end && src[at] !== '\n') return false;
    if (at >= this.#end)
      this.#diagnostics.warn(
        'trailing_backslash',
        'A backslash at the end of the text continues nothing.',
        this.#source.span(start, start + 1),
      );
    else if (at > start + 1 && src[start + 1] !== '\r')
      this.#diagnostics.warn(
        'space_after_backslash',
        'White space after the backslash: a shell would end the command here. It is read as a line continuation.',
        this.#source.span(start, at),
      );
    this.#pos = Math.min(at + 1, this.#end);
    return true;
  }

  #begin(): void {
    this.#parts = [];
    this.#expands = false;
    this.#joins = false;
    this.#text = '';
    this.#from = -1;
    this.#quoted = false;
    this.#apart = false;
  }

  #finish(start: number): RawWord {
    this.#flush();
    let parts = this.#parts;
    if (this.#joins) parts = joined(parts);
    else if (!this.#expands && parts.length === 1 && this.#text === '') parts = [];
    const { start: from, end } = this.#span(start);
    return { kind: 'word', segments: parts, expands: this.#expands, at: start, start: from, end };
  }

  /** Ends the text part. */
  #flush(): void {
    if (this.#from < 0) return;
    const { start, end } = this.#source.span(this.#from, this.#to);
    this.#parts.push({ kind: 'text', text: this.#text, start, end, quoted: this.#quoted });
    this.#from = -1;
    this.#quoted = false;
  }

  #push(part: Part, expands: boolean): void {
    this.#flush();
    this.#text = '';
    this.#parts.push(part);
    this.#expands ||= expands;
  }

  /** A stretch of the source as it stands. */
  #literal(from: number, to: number, quoted: boolean): void {
    if (this.#source.hasHoles) this.#literalWithHoles(from, to, quoted);
    else this.#add(this.#src.slice(from, to), from, to, quoted);
  }

  /** @param from where the text stands, as it is or in another form */
  #add(text: string, from: number, to: number, quoted: boolean): void {
    if (this.#apart && this.#from >= 0 && this.#quoted !== quoted) {
      this.#flush();
      this.#text = '';
    }
    if (this.#from < 0) {
      if (text === '' && !quoted) return;
      this.#from = from;
      this.#text = text;
    } else this.#text += text;
    this.#to = to;
    this.#quoted ||= quoted;
  }

  #literalWithHoles(from: number, to: number, quoted: boolean): void {
    let start = from;
    for (let at = from; at < to; at += 1) {
      const hole = this.#source.hole(at);
      if (hole === undefined) continue;
      if (at > start) this.#add(this.#src.slice(start, at), start, at, quoted);
      this.#push(hole.kind === 'open' ? { ...hole, quoted } : hole, false);
      this.#joins = true;
      start = at + 1;
    }
    if (start < to || from === to) this.#add(this.#src.slice(start, to), start, to, quoted);
  }

  /** A word, or a redirection when the word is its file descriptor: `2>&1`. */
  #wordOrRedirection(): Token {
    const start = this.#pos;
    const word = this.#word();
    const unit = this.#src.charCodeAt(this.#pos);
    const redirects = this.#pos < this.#end && (unit === 0x3c || unit === 0x3e);
    const digits = redirects ? this.#src.slice(start, this.#pos) : '';
    return /^\d+$/.test(digits) ? this.#redirection(digits) : word;
  }

  /** @param marked braces and commas are parts of their own */
  #word(marked = false): RawWord {
    const src = this.#src;
    const end = this.#end;
    const start = this.#pos;
    this.#begin();
    if (!marked) this.#tilde();
    let braces = 0;
    let chunk = this.#pos;
    while (this.#pos < end) {
      let at = this.#pos;
      let unit = src.charCodeAt(at);
      while (at < end && (unit >= 128 || CLASS[unit] === 0)) {
        at += 1;
        unit = src.charCodeAt(at);
      }
      this.#pos = at;
      if (at >= end || CLASS[unit] === BLANK) break;
      if (CLASS[unit] === OPERATOR) {
        if ((unit !== 0x3c && unit !== 0x3e) || src[at + 1] !== '(') break;
        if (chunk < at) this.#literal(chunk, at, false);
        this.#processSubstitution();
      } else if (unit === 0x7b || unit === 0x2c || unit === 0x7d) {
        braces |= unit === 0x7b ? 1 : unit === 0x2c ? 2 : 4;
        this.#pos = at + 1;
        if (!marked) continue;
        if (chunk < at) this.#literal(chunk, at, false);
        this.#push({ kind: 'brace', text: src.charAt(at), ...this.#source.span(at, at + 1) }, true);
      } else {
        if (chunk < at) this.#literal(chunk, at, false);
        this.#special(unit);
      }
      chunk = this.#pos;
    }
    if (chunk < this.#pos) this.#literal(chunk, this.#pos, false);
    const mayExpand = braces === 7 || ((braces & 5) === 5 && src.slice(start, this.#pos).includes('..'));
    if (mayExpand && !marked) {
      this.#pos = start;
      return this.#word(true);
    }
    return this.#finish(start);
  }

  /** A quote, a backslash, a dollar sign or a backtick outside of quotes. */
  #special(unit: number): void {
    const src = this.#src;
    const at = this.#pos;
    if (unit === 0x27) {
      const close = src.indexOf("'", at + 1);
      if (close < 0 || close >= this.#end) throw this.#unclosed(at, "'");
      this.#literal(at + 1, close, true);
      this.#pos = close + 1;
    } else if (unit === 0x22) {
      this.#pos = at + 1;
      this.#doubleQuoted(false);
    } else if (unit === 0x5c) {
      if (this.#continuation()) return;
      const width = (src.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
      this.#literal(at + 1, at + 1 + width, true);
      this.#pos = at + 1 + width;
    } else if (unit === 0x24) this.#dollar(false);
    else this.#backtick(false);
  }

  /** Reads on as in double quotes, until the closing one or to the end of a here-document. */
  #doubleQuoted(document: boolean): void {
    const src = this.#src;
    const open = this.#pos - 1;
    let chunk = this.#pos;
    this.#add('', chunk, chunk, true);
    for (;;) {
      let at = this.#pos;
      let unit = src.charCodeAt(at);
      while (at < this.#end && unit !== 0x22 && unit !== 0x5c && unit !== 0x24 && unit !== 0x60) {
        at += 1;
        unit = src.charCodeAt(at);
      }
      this.#pos = at;
      if (at >= this.#end && !document) throw this.#unclosed(open, '"');
      if (unit === 0x22 && document && at < this.#end) {
        this.#pos = at + 1;
        continue;
      }
      // A text of one stretch stands there just so, with its quotes around it.
      if (chunk < at) this.#quotedLiteral(chunk, at);
      if (at >= this.#end) return;
      if (unit === 0x22) {
        this.#pos = at + 1;
        return;
      }
      this.#inQuotes(unit, document);
      chunk = this.#pos;
    }
  }

  #quotedLiteral(from: number, to: number): void {
    // An opening quote began the part with nothing in it.
    if (this.#text === '' && this.#from >= 0) this.#from = from;
    this.#literal(from, to, true);
  }

  /** A backslash, a dollar sign or a backtick within double quotes. */
  #inQuotes(unit: number, document: boolean): void {
    const at = this.#pos;
    if (unit === 0x24) this.#dollar(true);
    else if (unit === 0x60) this.#backtick(true);
    else {
      const next = this.#src.charAt(at + 1);
      const escapes = next === '\\' || next === '$' || next === '`' || (next === '"' && !document);
      this.#pos = Math.min(at + 2, this.#end);
      if (next !== '\n') this.#quotedLiteral(escapes ? at + 1 : at, this.#pos);
    }
  }

  /** `~` at the start of a word, or of what it assigns, is the home directory. */
  #tilde(): void {
    this.#hasTilde ??= this.#src.includes('~');
    if (!this.#hasTilde) return;
    TILDE.lastIndex = this.#pos;
    const [whole = ''] = TILDE.exec(this.#src) ?? [];
    if (whole === '' || this.#pos + whole.length > this.#end) return;
    const at = this.#pos + whole.length - 1;
    this.#literal(this.#pos, at, false);
    this.#pos = at + 1;
    this.#parameter(at, '~', 'HOME', at, true);
  }

  #parameter(at: number, written: string, inside: string, from: number, quoted: boolean): void {
    const source = this.#source;
    const { start, end } = this.#span(at);
    this.#push({ kind: 'parameter', written, inside, source, from, quoted, start, end }, true);
  }

  /** Anything that starts with `$`. */
  #dollar(quoted: boolean): void {
    const src = this.#src;
    const at = this.#pos;
    const next = src.charAt(at + 1);
    if (!quoted && next === "'") this.#ansiQuoted();
    else if (!quoted && next === '"') {
      // $"…" is a translated string: in every locale without a translation, the string itself.
      this.#pos = at + 2;
      this.#doubleQuoted(false);
    } else if (next === '{') this.#braced(quoted);
    else if (next === '(') {
      const close = this.#matching(at + 1);
      this.#pos = close + 1;
      const arithmetic = src.startsWith('((', at + 1) && src[close - 1] === ')';
      this.#substitution(arithmetic ? 'arithmetic' : 'command', at, at + 2, close, quoted);
    } else if (next === '[' && src.indexOf(']', at) > 0 && src.indexOf(']', at) < this.#end) {
      const close = src.indexOf(']', at);
      this.#pos = close + 1;
      this.#substitution('arithmetic', at, at + 2, close, quoted);
    } else {
      NAME.lastIndex = at + 1;
      const word = NAME.exec(src)?.[0] ?? (/[0-9@*#?$!-]/.test(next) ? next : '');
      const name = word.slice(0, Math.max(this.#end - at - 1, 0));
      this.#pos = at + 1 + name.length;
      if (name === '') this.#literal(at, at + 1, quoted);
      else this.#parameter(at, `$${name}`, name, at + 1, quoted);
    }
  }

  /** `${…}`. What a workflow's runner fills in before a shell sees it, `${{ secrets.TOKEN }}`, stands as it is. */
  #braced(quoted: boolean): void {
    const src = this.#src;
    const at = this.#pos;
    const workflow = src.startsWith('{{', at + 1) ? src.indexOf('}}', at) : -1;
    if (workflow >= 0 && workflow < this.#end) {
      this.#pos = workflow + 2;
      this.#literal(at, this.#pos, quoted);
      return;
    }
    const close = this.#matching(at + 1);
    this.#pos = close + 1;
    const written = this.#source.written(at, close + 1);
    this.#parameter(at, written, src.slice(at + 2, close), at + 2, quoted);
  }

  #matching(open: number): number {
    const close = matchingBracket(this.#src, open, this.#end);
    if (close.kind === 'quote') throw this.#unclosed(close.at, close.quote);
    if (close.kind === 'open')
      throw this.#diagnostics.error(
        'unterminated_expansion',
        'This expansion is never closed.',
        this.#source.at(open - 1),
      );
    return close.at;
  }

  #substitution(
    type: 'command' | 'process' | 'arithmetic',
    at: number,
    from: number,
    to: number,
    quoted: boolean,
  ): void {
    const source = this.#source;
    const written = source.written(at, this.#pos);
    const { start, end } = this.#span(at);
    this.#push({ kind: 'substitution', type, written, source, from, to, quoted, start, end }, true);
  }

  /** `` `command` `` */
  #backtick(quoted: boolean): void {
    const at = this.#pos;
    let close = at + 1;
    while (close < this.#end && this.#src[close] !== '`') close += this.#src[close] === '\\' ? 2 : 1;
    if (close >= this.#end) throw this.#unclosed(at, '`');
    this.#pos = close + 1;
    this.#substitution('command', at, at + 1, close, quoted);
  }

  /** `<(command)` and `>(command)` */
  #processSubstitution(): void {
    const at = this.#pos;
    const close = this.#matching(at + 1);
    this.#pos = close + 1;
    this.#substitution('process', at, at + 2, close, true);
  }

  /** `$'…'`: escapes give bytes, which are read as UTF-8 in the end. */
  #ansiQuoted(): void {
    const open = this.#pos + 1;
    const close = afterSingleQuote(this.#src, open, this.#end);
    if (close < 0) throw this.#unclosed(open, "'");
    this.#pos = close + 1;
    const inside = this.#src.slice(open + 1, close);
    if (!inside.includes('\\')) {
      this.#literal(open + 1, close, true);
      return;
    }
    this.#add('', open, open, true);
    for (const segment of unescaped(inside, 'ansi', this.#source.span(open, close + 1)).segments)
      if (segment.kind === 'text') this.#add(segment.text, open, close + 1, true);
      else {
        this.#push(segment, false);
        this.#joins = true;
      }
  }
}

/** Bytes that together are UTF-8 become text; a part with nothing in it goes. */
function joined(all: readonly Part[]): Part[] {
  const parts = all.filter((part) => part.kind !== 'text' || part.text !== '');
  const result: Part[] = [];
  let run: Segment[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (part?.kind === 'bytes') {
      const pieces = [part.bytes];
      for (let next = parts[at + 1]; next?.kind === 'bytes'; next = parts[at + 1]) {
        pieces.push(next.bytes);
        at += 1;
      }
      addSegment(run, { ...part, bytes: joinBytes(pieces), end: parts[at]?.end ?? part.end });
    } else if (part?.kind === 'text') addSegment(run, part);
    else if (part !== undefined) {
      result.push(...run, part);
      run = [];
    }
  }
  result.push(...run);
  return result;
}
