/**
 * POSIX shell text (bash as people paste it) → commands of words with source spans. Knows no curl option.
 *
 * Expansions whose result is known from the text itself (assignments, here-documents, `echo`, `printf`,
 * `cat <<EOF`) are done; all others become open values. Rules: POSIX.1-2024, Shell Command Language, and the
 * Bash manual for `$'..'`, `<<<`, `{a,b}` and arrays.
 */
import { InputError } from '../errors.ts';
import { calculate } from './arithmetic.ts';
import { CLOSE_BRACE, COMMA, expandBraces, MAX_BRACE_WORDS, OPEN_BRACE, unmarkBraces } from './braces.ts';
import { type Command, type Input, nameOf, type Scope, type ShellFunction } from './command.ts';
import { type Context, hasOpenValue, joinRawBytes, type Span, WORD_COST, type Word } from './context.ts';
import { ansiEscape } from './escapes.ts';
import { outputOf } from './output.ts';
import { operateOn, operationCost } from './parameter.ts';
import { knownFile } from './standard-input.ts';

/** Substitutions that were not resolved: a curl command may stand in one (`X=$(curl …)`). */
export interface LexerOptions {
  scope: Scope;
  substitutions: Span[];
  depth: number;
}

interface HereDocument {
  command: Command;
  /** What it is until its text is read: a later redirection may have taken its place. */
  input: Input;
  descriptor: string;
  delimiter: string;
  quoted: boolean;
  stripTabs: boolean;
  at: number;
}

const BLANK = 1;
const SPECIAL = 2;
const OPERATOR = 3;
/** What an unquoted ASCII character does: 0 stands for itself. */
const CLASS = new Uint8Array(128);
for (const char of ' \t') CLASS[char.charCodeAt(0)] = BLANK;
for (const char of '\'"\\$`{,}') CLASS[char.charCodeAt(0)] = SPECIAL;
for (const char of '|&;()<>\n') CLASS[char.charCodeAt(0)] = OPERATOR;

/** `NAME[@]`, `@`, `*`, each with an optional offset and length, or with something to put before each item. */
const ARRAY = /^(?:([A-Za-z_]\w*)\[[@*]\]|([@*]))(?::(\d{1,4})(?::(\d{1,4}))?|\/#\/([^/$`"']*))?$/;
/** An alternative with quotes in it, which may be several words. */
const ALTERNATIVE = /^([A-Za-z_]\w*|\d)(:?)([-+])([\s\S]*["'][\s\S]*)$/;
/** `((expression))`, not two subshells: those have blanks and words that are no names in an expression. */
const ARITHMETIC = /\(\(([\w\s$+*/%=<>!&|?:,;{}^~()-]{0,80}?)\)\)(?!\))/y;
const PLAIN_NAME = /^(?:[A-Za-z_]\w*|\d)$/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\+?=)/y;
/** A word like an assignment, with a home directory: bash expands that in arguments too. */
const ASSIGNED_TILDE = /[A-Za-z_][A-Za-z0-9_]*\+?=(?=~(?:[/:\s]|$))/y;
/** `http://host/<id>`, as documentation writes what is to be filled in. */
const PLACEHOLDER = /^<[A-Za-z][\w-]{0,39}>/;
const IFS = /[ \t\n]+/;
/** Characters that a word may hold without meaning anything to a shell: words of these alone are the most common. */
const PLAIN = CLASS.map((kind, code) => (kind === 0 && code !== 0x7e ? 1 : 0));
/** What closes a typographic quote, where that is not U+201D or U+2019. */
const TYPOGRAPHIC_CLOSERS: Readonly<Record<string, string>> = {
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u2039': '\u203a',
  '\u203a': '\u2039',
  '\u201a': '\u2018\u2019',
  '\u201e': '\u201c\u201d',
  '\u2032': '\u2032',
  '\u2033': '\u2033',
};
const END_OF_WORD = Symbol('end of word');
/** Here-documents without an end that are looked for within one expansion. */
const MAX_MISSED_DELIMITERS = 20;
/** Beyond this many assignments in one command, one does not see those before it. */
const MAX_IN_A_ROW = 50;
const MAX_DEPTH = 4;
/** Commands that set variables given as arguments, arrays among them. */
const DECLARERS = new Set(['declare', 'typeset', 'local', 'readonly', 'export']);
/** Commands whose output may follow from the text. */
const PRINTERS = new Set([
  'echo',
  'printf',
  'cat',
  'basename',
  'seq',
  'base64',
  'tr',
  'openssl',
  'sed',
  'jq',
]);
/** Reserved words that are followed by a command. */
const RESERVED = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'time', 'coproc']);

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;
/** Hyphens and dashes that word processors put for `-`, and the minus sign. */
const isDash = (unit: number): boolean => (unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212;
/** Where typographic quotes, dashes and special spaces are among the characters. */
const isTypographic = (unit: number): boolean =>
  (unit >= 0x2000 && unit <= 0x3000) || unit === 0xa0 || unit === 0xab || unit === 0xbb || unit === 0xfeff;

export class PosixLexer {
  readonly #context: Context;
  readonly #src: string;
  readonly #end: number;
  readonly #options: LexerOptions;
  /** For text that does not stand in the source as it is (here-documents with stripped tabs): its place. */
  readonly #place: Span | undefined;
  /** How many `{` that open a group of commands were read. */
  groups: number | undefined;
  /** After `else`, `elif` or `;;`; whoever reads the commands takes it back at `fi` and `esac`. */
  alternative: boolean | undefined;
  #pos: number;
  #last: Command | undefined;
  #hereDocuments: HereDocument[] | undefined;
  /** Delimiters and closing quotes that do not come any more. */
  #missed: Set<string> | undefined;
  #hasTilde: boolean | undefined;
  /** The word being read. */
  #text = '';
  #quoted = false;
  #markBraces: boolean = false;
  /** The text is what came of a brace expansion. */
  #expandedOnce: boolean = false;
  #fields: Word[] | undefined;
  #wordStart = 0;
  #onlyOpen: boolean = true;
  #whole = false;

  constructor(context: Context, src: string, range: Span, options: LexerOptions, place?: Span) {
    this.#context = context;
    this.#src = src;
    this.#pos = range.start;
    this.#end = range.end;
    this.#options = options;
    this.#place = place;
  }

  /** Here-documents are still to come: their commands are complete only after the next line end. */
  get pending(): boolean {
    return this.#hereDocuments !== undefined;
  }

  get #missedDelimiters(): Set<string> {
    this.#missed ??= new Set();
    return this.#missed;
  }

  get position(): number {
    return this.#pos;
  }

  #span(start: number, end: number): Span {
    return this.#place ?? { start, end };
  }

  #at(index: number): number {
    return this.#place === undefined ? index : this.#place.start;
  }

  /**
   * The next simple command, or undefined at the end of the text.
   * @throws InputError for quotes that are not closed
   */
  next(): Command | undefined {
    for (;;) {
      const command = this.#command();
      if (command === undefined) return undefined;
      if (!isEmpty(command)) return command;
      if (command.terminator === '(') this.#options.scope.enterSubshell();
      else if (command.terminator === ')') this.#options.scope.leaveSubshell();
      if (this.#pos >= this.#end && command.terminator === '') return undefined;
    }
  }

  #command(): Command | undefined {
    if (this.#pos >= this.#end) return undefined;
    const command: Command = {
      words: [],
      assignments: [],
      input: undefined,
      piped: this.#last?.terminator === '|' ? this.#last : undefined,
      terminator: '',
      redirected: undefined,
      fault: undefined,
      start: this.#at(this.#pos),
      end: 0,
    };
    this.#last = command;
    const src = this.#src;
    const { functions } = this.#options.scope;
    // The body of a function runs where it is called.
    if (functions !== undefined && this.#place === undefined) this.#pos = functions.after(this.#pos);
    while (this.#pos < this.#end) {
      const unit = src.charCodeAt(this.#pos);
      if (unit === 0x20 || unit === 0x09) {
        this.#pos += 1;
        continue;
      }
      if (unit < 128 && CLASS[unit] === OPERATOR) {
        if (this.#operator(unit, command)) break;
        continue;
      }
      if (unit === 0x23) {
        const newline = src.indexOf('\n', this.#pos);
        this.#pos = newline < 0 || newline > this.#end ? this.#end : newline;
        continue;
      }
      if (unit === 0x5c && this.#continuation()) continue;
      if (unit >= 128 && this.#oddSpace(unit)) continue;
      if (this.#plainWord(command.words)) {
        if (command.words.length === 1) this.#reserved(command);
        continue;
      }
      if (command.words.length === 0) {
        if (this.#assignment(command)) continue;
        this.#word(command.words);
        this.#reserved(command);
      } else this.#word(command.words, this.#declares(command.words));
    }
    command.end = this.#at(this.#pos);
    return command;
  }

  /** `export NAME=$VALUE`: an assignment, whose value is not split. */
  #declares(words: readonly Word[]): boolean {
    if (!DECLARERS.has(words[0]?.text ?? '')) return false;
    ASSIGNMENT.lastIndex = this.#pos;
    const match = ASSIGNMENT.exec(this.#src);
    return match !== null && this.#src[this.#pos + match[0].length] !== '(';
  }

  /** Drops a reserved word at the start of a command: what follows it is the command. */
  #reserved(command: Command): void {
    const word = command.words[0];
    if (word === undefined || command.words.length !== 1 || word.from < 0 || word.text === 'curl') return;
    if (!RESERVED.has(word.text)) return;
    command.words.length = 0;
    if (word.text === '{') this.groups = (this.groups ?? 0) + 1;
    else if (word.text.startsWith('el')) this.alternative = true;
    else if (word.text === 'while' || word.text === 'until') command.loops = true;
    // `time -p` takes options of its own.
    if (word.text === 'time' && /^[ \t]+-p[ \t]/.test(this.#src.slice(this.#pos, this.#pos + 16)))
      this.#pos = this.#src.indexOf('-p', this.#pos) + 2;
  }

  /** `NAME=value`, `NAME+=value` or `NAME=(…)` before the command word. */
  #assignment(command: Command): boolean {
    ASSIGNMENT.lastIndex = this.#pos;
    const match = ASSIGNMENT.exec(this.#src);
    if (match === null || match.index + match[0].length > this.#end) return false;
    const [whole, name = '', sign] = match;
    this.#pos += whole.length;
    if (this.#src[this.#pos] === '(') {
      this.#array(name, sign === '+=');
      return true;
    }
    const value: Word[] = [];
    const unit = this.#src.charCodeAt(this.#pos);
    const empty =
      this.#pos >= this.#end || (unit < 128 && (CLASS[unit] === BLANK || CLASS[unit] === OPERATOR));
    const { scope } = this.#options;
    const { assignments } = command;
    if (!empty && (assignments.length === 0 || assignments.length > MAX_IN_A_ROW)) this.#word(value, true);
    else if (!empty)
      // `A=1 B=$A`: those before it count.
      scope.keeping(
        assignments.map((assignment) => assignment.name),
        () => {
          for (const assignment of assignments) scope.set(assignment.name, assignment.value);
          this.#word(value, true);
        },
      );
    const text = value.map((word) => word.text).join(' ');
    let before = '';
    if (sign === '+=') {
      const seen = assignments.length > MAX_IN_A_ROW ? [] : assignments;
      before = seen.findLast((assignment) => assignment.name === name)?.value ?? scope.get(name) ?? '';
    }
    command.assignments.push({ name, value: before + text });
    return true;
  }

  /** `((i++))`, `for ((i = 1; …))`: a command whose words are `((` and the expression, of a loop the first. */
  #arithmetic(command: Command): boolean {
    const { words } = command;
    const loop = words.length === 1 && words[0]?.text === 'for';
    if (words.length > 0 && !loop) return false;
    ARITHMETIC.lastIndex = this.#pos;
    const [whole = '', inside = ''] = ARITHMETIC.exec(this.#src) ?? [];
    if (whole === '' || this.#pos + whole.length > this.#end || (!loop && inside.includes(';'))) return false;
    const place = this.#span(this.#pos, this.#pos + whole.length);
    if (loop) command.loops = true;
    words.length = 0;
    words.push({ text: '((', ...place, from: -1 }, { text: inside.replace(/;.*/s, ''), ...place, from: -1 });
    this.#pos += whole.length;
    return true;
  }

  /** The name before `=(` among the arguments of `local`, `declare` and their like. */
  #declaredName(words: readonly Word[]): string | undefined {
    const last = words.at(-1);
    if (last === undefined || last.end !== this.#pos || !DECLARERS.has(words[0]?.text ?? ''))
      return undefined;
    return /^([A-Za-z_]\w*)=$/.exec(last.text)?.[1];
  }

  #array(name: string, append: boolean): void {
    this.#pos += 1;
    const before = append ? (this.#options.scope.array(name) ?? []) : [];
    this.#context.fillIn(before.length, this.#at(this.#pos - 1));
    const items = [...before];
    while (this.#pos < this.#end && this.#src[this.#pos] !== ')') {
      const unit = this.#src.charCodeAt(this.#pos);
      if (isBlank(unit) || unit === 0x0a) this.#pos += 1;
      else if (unit === 0x23) {
        const newline = this.#src.indexOf('\n', this.#pos);
        this.#pos = newline < 0 ? this.#end : newline;
      } else if (unit === 0x5c && this.#continuation()) continue;
      else if (unit < 128 && CLASS[unit] === OPERATOR)
        throw this.#context.error('shell_syntax', 'A shell does not expect this here.', this.#at(this.#pos));
      else this.#word(items);
    }
    this.#pos += 1;
    this.#options.scope.setArray(name, items);
  }

  /** @returns whether the operator ends the command */
  #operator(unit: number, command: Command): boolean {
    const src = this.#src;
    const next = src.charCodeAt(this.#pos + 1);
    if (unit === 0x0a) {
      this.#pos += 1;
      this.#readHereDocuments();
      // After a pipe the command may begin on a line further down.
      if (command.piped !== undefined && isEmpty(command)) return false;
      command.terminator = '\n';
      return true;
    }
    if (unit === 0x3c || unit === 0x3e) {
      this.#redirection(command, '');
      return false;
    }
    if (unit === 0x26 && next === 0x3e) {
      // &> and &>>
      command.redirected ??= this.#span(this.#pos, this.#pos + 2);
      this.#pos += src[this.#pos + 2] === '>' ? 3 : 2;
      this.#target();
      return false;
    }
    if (unit === 0x28 && next === 0x28 && this.#arithmetic(command)) return false;
    if (unit === 0x28 && command.words.length > 0) {
      const close = /^\([ \t]*\)/.exec(src.slice(this.#pos, this.#pos + 20));
      if (close !== null && command.words.length === 1) {
        // `name() {`: a function definition; its body holds the commands.
        this.#pos += close[0].length;
        command.words.length = 0;
        return false;
      }
      const declared = command.words.length > 1 ? this.#declaredName(command.words) : undefined;
      if (declared !== undefined) {
        command.words.pop();
        this.#array(declared, false);
        return false;
      }
      if (this.#fishSubstitution(command)) return false;
      command.fault ??= {
        code: 'shell_syntax',
        message: 'An unquoted ( ends the command for a shell; quote it.',
        at: this.#at(this.#pos),
      };
    }
    const double = next === unit && (unit === 0x26 || unit === 0x7c || unit === 0x3b);
    const pipeBoth = unit === 0x7c && next === 0x26;
    command.terminator = double ? src.slice(this.#pos, this.#pos + 2) : (src[this.#pos] ?? '');
    this.#pos += double || pipeBoth ? 2 : 1;
    return true;
  }

  /** ` (command)` as an argument of curl: for fish what `$(command)` is for others, who would refuse it. */
  #fishSubstitution({ words }: Command): boolean {
    const at = this.#pos;
    const inside = /^\([a-z][\w-]*(?=[ )])/.test(this.#src.slice(at, at + 60));
    if (!inside || words[0]?.text !== 'curl' || !isBlank(this.#src.charCodeAt(at - 1))) return false;
    const close = this.#matching(at);
    const place = this.#span(at, close + 1);
    this.#context.warn(
      'dialect_guessed',
      'A command in parentheses is read as fish reads it; a POSIX shell would refuse it.',
      place,
    );
    this.#begin(at);
    this.#fields = words;
    this.#pos = close + 1;
    this.#substitution(this.#src.slice(at, close + 1), at + 1, close, at, true, true, false);
    this.#literal();
    this.#emit(this.#pos);
    return true;
  }

  /** A redirection at `<` or `>`, after its file descriptor if it has one. */
  #redirection(command: Command, descriptor: string): void {
    const src = this.#src;
    const start = this.#pos;
    const rest = src.slice(start, start + 3);
    if (rest.startsWith('<(') || rest.startsWith('>(')) {
      this.#word(command.words);
      return;
    }
    const operator =
      ['<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'].find((op) => rest.startsWith(op)) ?? '<';
    if (
      operator === '<' &&
      !isBlank(src.charCodeAt(start - 1)) &&
      PLACEHOLDER.test(src.slice(start, start + 42))
    )
      this.#context.warn(
        'angle_placeholder',
        'A shell reads from and writes to files here; if this is a placeholder, put its value in.',
        this.#span(start, this.#src.indexOf('>', start) + 1),
      );
    this.#pos += operator.length;
    if (operator === '<<' || operator === '<<-') {
      this.#hereDocumentStart(command, operator === '<<-', descriptor);
      return;
    }
    const target = this.#target();
    if (operator === '<<<') this.#give(command, descriptor, `${target.text}\n`);
    else if (operator === '<' || operator === '<>') {
      if (descriptor === '' || descriptor === '0') command.input = { kind: 'file', path: target.text };
    } else if (operator === '<&') {
      // `<&-` closes it.
      if (target.text === '-') this.#give(command, descriptor, '');
    } else {
      command.redirected ??= this.#span(start, this.#pos);
      if (operator !== '>&' && (descriptor === '' || descriptor === '1'))
        command.writes = { path: target.text, append: operator === '>>' };
    }
  }

  /** The word after a redirection operator. */
  #target(): Word {
    this.#skipBlanks();
    const words: Word[] = [];
    const unit = this.#src.charCodeAt(this.#pos);
    const bare = this.#pos >= this.#end || (unit < 128 && CLASS[unit] === OPERATOR);
    if (bare && this.#src[this.#pos + 1] !== '(')
      throw this.#context.error(
        'shell_syntax',
        'A redirection needs a file name.',
        this.#at(Math.min(this.#pos, this.#end)),
      );
    this.#word(words, true);
    return words[0] ?? { text: '', start: this.#at(this.#pos), end: this.#at(this.#pos), from: -1 };
  }

  #skipBlanks(): void {
    while (this.#pos < this.#end) {
      if (isBlank(this.#src.charCodeAt(this.#pos))) this.#pos += 1;
      else if (this.#src[this.#pos] !== '\\' || !this.#continuation()) return;
    }
  }

  /** What a here-document or a here-string says, for standard input or another descriptor. */
  #give(command: Command, descriptor: string, text: string): void {
    if (descriptor === '' || descriptor === '0') command.input = { kind: 'text', text };
    else {
      this.#context.files ??= new Map();
      this.#context.files.set(`/dev/fd/${descriptor}`, text);
    }
  }

  #hereDocumentStart(command: Command, stripTabs: boolean, descriptor: string): void {
    this.#skipBlanks();
    const at = this.#pos;
    let delimiter = '';
    let quoted = false;
    while (this.#pos < this.#end) {
      const char = this.#src[this.#pos] ?? '';
      if (char === "'" || char === '"') {
        const close = this.#src.indexOf(char, this.#pos + 1);
        if (close < 0 || close >= this.#end) throw this.#unclosed(this.#pos, char);
        delimiter += this.#src.slice(this.#pos + 1, close);
        this.#pos = close + 1;
        quoted = true;
      } else if (char === '\\') {
        delimiter += this.#src[this.#pos + 1] ?? '';
        this.#pos = Math.min(this.#pos + 2, this.#end);
        quoted = true;
      } else {
        const unit = char.charCodeAt(0);
        if (unit < 128 && (CLASS[unit] === BLANK || CLASS[unit] === OPERATOR)) break;
        delimiter += char;
        this.#pos += 1;
      }
    }
    const input: Input = { kind: 'text', text: '' };
    if (descriptor === '' || descriptor === '0') command.input = input;
    this.#hereDocuments ??= [];
    this.#hereDocuments.push({ command, input, descriptor, delimiter, quoted, stripTabs, at });
  }

  #readHereDocuments(): void {
    const documents = this.#hereDocuments;
    if (documents === undefined) return;
    this.#hereDocuments = undefined;
    for (const { command, input, descriptor, delimiter, quoted, stripTabs, at } of documents) {
      const start = this.#pos;
      let stop = -1;
      while (this.#pos < this.#end) {
        const newline = this.#src.indexOf('\n', this.#pos);
        const lineEnd = newline < 0 || newline > this.#end ? this.#end : newline;
        let lineStart = this.#pos;
        if (stripTabs) while (this.#src[lineStart] === '\t') lineStart += 1;
        const found = lineEnd - lineStart === delimiter.length && this.#src.startsWith(delimiter, lineStart);
        if (found) stop = this.#pos;
        this.#pos = Math.min(lineEnd + 1, this.#end);
        if (found || lineEnd === this.#end) break;
      }
      // A shell takes the rest of the text, with a warning, when the delimiter never comes.
      const end = stop < 0 ? this.#end : stop;
      let body = this.#src.slice(start, end);
      if (body !== '' && !body.endsWith('\n')) body += '\n';
      if (stripTabs) body = body.replace(/^\t+/gm, '');
      if (!quoted) {
        const place = this.#span(at, at + delimiter.length);
        body = new PosixLexer(
          this.#context,
          body,
          { start: 0, end: body.length },
          this.#options,
          place,
        ).#expandAll();
      }
      const standard = descriptor === '' || descriptor === '0';
      if (!standard || command.input === input) this.#give(command, descriptor, body);
    }
  }

  /** The whole text as in double quotes, where `"` stands for itself: a here-document. */
  #expandAll(): string {
    this.#text = '';
    this.#doubleQuoted('');
    return joinRawBytes(this.#text);
  }

  #unclosed(at: number, quote: string) {
    return this.#context.error('unterminated_quote', `This ${quote} is never closed.`, this.#at(at));
  }

  /** A backslash before a line end, which both vanish. Blanks between them are forgiven with a warning. */
  #continuation(): boolean {
    const src = this.#src;
    let at = this.#pos + 1;
    while (at < this.#end && (isBlank(src.charCodeAt(at)) || src[at] === '\r')) at += 1;
    if (at < this.#end && src[at] !== '\n') return false;
    if (at >= this.#end) {
      this.#context.warn(
        'trailing_backslash',
        'A backslash at the end of the text continues nothing.',
        this.#span(this.#pos, this.#pos + 1),
      );
    } else if (at > this.#pos + 1 && src[this.#pos + 1] !== '\r')
      this.#context.warn(
        'space_after_backslash',
        'White space after the backslash: a shell would end the command here. It is read as a line continuation.',
        this.#span(this.#pos, at),
      );
    this.#pos = Math.min(at + 1, this.#end);
    return true;
  }

  #oddSpace(unit: number): boolean {
    const spaces = unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200b) || unit === 0x202f || unit === 0x205f;
    if (!spaces && unit !== 0x3000 && unit !== 0xfeff && unit !== 0x2060) return false;
    this.#context.warn(
      'odd_space',
      'A special space is read as a plain one; a shell would make it part of a word.',
      this.#span(this.#pos, this.#pos + 1),
    );
    this.#pos += 1;
    return true;
  }

  /**
   * Reads a word that nothing has to be undone in but one pair of outer quotes, as most words are.
   * @returns false, having read nothing, for any other
   */
  #plainWord(out: Word[]): boolean {
    if (this.#place !== undefined) return false;
    const src = this.#src;
    const limit = this.#end;
    const start = this.#pos;
    let at = start;
    let from = start;
    let end = 0;
    const first = src.charCodeAt(at);
    if (first === 0x27) {
      from = at + 1;
      end = src.indexOf("'", from);
      if (end < 0) return false;
      at = end + 1;
    } else if (first === 0x22) {
      from = at + 1;
      end = src.indexOf('"', from);
      if (end < 0) return false;
      at = end + 1;
    } else {
      // An assignment may be one only before the command, but it is no plain word anywhere.
      while (at < limit && PLAIN[src.charCodeAt(at)] === 1) at += 1;
      end = at;
      if (end === start) return false;
    }
    if (at > limit) return false;
    const next = src.charCodeAt(at);
    if (at < limit && next !== 0x20 && next !== 0x0a && next !== 0x09) return false;
    const text = src.slice(from, end);
    if (from === start && out.length === 0 && text !== 'curl' && text.includes('=')) return false;
    if (first === 0x22 && this.#means(text)) return false;
    out.push({ text, start, end: at, from, open: false });
    this.#pos = at;
    return true;
  }

  /** Whether a text in double quotes has anything that means something there. */
  #means(text: string): boolean {
    const { hasBackslash, hasDollar, hasBacktick } = this.#context;
    return (
      (hasBackslash && text.includes('\\')) ||
      (hasDollar && text.includes('$')) ||
      (hasBacktick && text.includes('`'))
    );
  }

  /**
   * Reads one word and pushes what it expands to: usually one word, but none for an empty variable and
   * several for field splitting and braces.
   * @param whole no field splitting and no brace expansion (assignments, redirections)
   */
  #word(out: Word[], whole = false): void {
    const src = this.#src;
    const start = this.#pos;
    this.#begin(start);
    this.#fields = out;
    this.#whole = whole;
    let braces = 0;
    let chunk = start;
    const count = out.length;
    this.#hasTilde ??= src.includes('~');
    if (this.#hasTilde) {
      ASSIGNED_TILDE.lastIndex = start;
      const assigned = whole ? null : ASSIGNED_TILDE.exec(src);
      if (assigned !== null) {
        this.#text = assigned[0];
        this.#onlyOpen = false;
        this.#pos += assigned[0].length;
      }
      if (src[this.#pos] === '~' && this.#tilde()) chunk = this.#pos;
    }
    const end = this.#end;
    scan: while (this.#pos < end) {
      let at = this.#pos;
      let unit = src.charCodeAt(at);
      while (at < end && (unit >= 128 ? !isTypographic(unit) : CLASS[unit] === 0)) {
        at += 1;
        unit = src.charCodeAt(at);
      }
      this.#pos = at;
      if (at >= end) break;
      if (unit >= 128) {
        const before = this.#pos;
        const replaced = this.#typographic(unit, start);
        if (replaced === undefined) {
          this.#pos += 1;
          continue;
        }
        if (replaced === END_OF_WORD) break;
        this.#text += src.slice(chunk, before) + replaced;
        this.#literal();
        chunk = this.#pos;
        continue;
      }
      const kind = CLASS[unit];
      if (kind === BLANK) break;
      if (kind === OPERATOR) {
        const substitution = (unit === 0x3c || unit === 0x3e) && src[at + 1] === '(' && !whole;
        if (substitution || ((unit === 0x3c || unit === 0x3e) && src[at + 1] === '(' && at === start)) {
          this.#text += src.slice(chunk, at);
          this.#processSubstitution();
          chunk = this.#pos;
          continue;
        }
        // `2>&1`: digits right before a redirection are its file descriptor, not a word.
        if (
          (unit === 0x3c || unit === 0x3e) &&
          at > start &&
          !whole &&
          this.#text === '' &&
          !this.#quoted &&
          /^\d+$/.test(src.slice(start, at))
        ) {
          const command = this.#last;
          if (command !== undefined && command.words === out) {
            this.#redirection(command, src.slice(start, at));
            return;
          }
        }
        break;
      }
      switch (unit) {
        case 0x27: {
          const close = src.indexOf("'", at + 1);
          if (close < 0 || close >= end) throw this.#unclosed(at, "'");
          this.#text +=
            chunk < at ? src.slice(chunk, at) + src.slice(at + 1, close) : src.slice(at + 1, close);
          this.#pos = close + 1;
          this.#literal();
          break;
        }
        case 0x22:
          this.#text += src.slice(chunk, at);
          this.#pos = at + 1;
          this.#literal();
          this.#doubleQuoted('"');
          break;
        case 0x5c: {
          this.#text += src.slice(chunk, at);
          if (this.#continuation()) break;
          const width = isHighSurrogate(src.charCodeAt(at + 1)) ? 2 : 1;
          this.#text += src.slice(at + 1, at + 1 + width);
          this.#pos = at + 1 + width;
          this.#literal();
          break;
        }
        case 0x24:
          this.#text += src.slice(chunk, at);
          this.#dollar(false, whole);
          break;
        case 0x60:
          this.#text += src.slice(chunk, at);
          this.#backtick(false);
          break;
        default:
          // Braces and commas: only a word with both can expand.
          this.#pos = at + 1;
          braces |= unit === 0x7b ? 1 : unit === 0x2c ? 2 : 4;
          if (this.#markBraces) {
            this.#onlyOpen = false;
            this.#text +=
              src.slice(chunk, at) + (unit === 0x7b ? OPEN_BRACE : unit === 0x2c ? COMMA : CLOSE_BRACE);
            break;
          }
          continue scan;
      }
      chunk = this.#pos;
    }
    if (chunk < this.#pos) {
      const piece = src.slice(chunk, this.#pos);
      this.#text = this.#text === '' ? piece : this.#text + piece;
      this.#onlyOpen = false;
    }
    const expands =
      !whole && (braces & 5) === 5 && (braces === 7 || src.slice(start, this.#pos).includes('..'));
    if (expands && !this.#markBraces && !this.#expandedOnce) {
      if (/[$`]/.test(src.slice(start, this.#pos))) {
        out.length = count;
        this.#bracesFirst(out, start);
      } else this.#braceWord(out, start);
    } else this.#emit(this.#pos);
  }

  #begin(start: number): void {
    this.#text = '';
    this.#quoted = false;
    this.#onlyOpen = true;
    this.#wordStart = start;
  }

  #literal(): void {
    this.#quoted = true;
    this.#onlyOpen = false;
  }

  /** Ends the current field. */
  #emit(end: number): void {
    if (this.#text === '' && !this.#quoted) return;
    const start = this.#wordStart;
    const text = joinRawBytes(this.#text);
    const place = this.#place;
    let from = -1;
    if (place === undefined) {
      // Word and source run in parallel when nothing but one pair of outer quotes was taken away.
      const first = this.#src.charCodeAt(start);
      if (text.length === end - start) from = start;
      else if (
        text.length === end - start - 2 &&
        (first === 0x27 || first === 0x22) &&
        this.#src.charCodeAt(end - 1) === first
      )
        from = start + 1;
    }
    const word: Word = {
      text,
      start: place?.start ?? start,
      end: place?.end ?? end,
      from,
      open: this.#onlyOpen,
    };
    this.#fields?.push(word);
  }

  /** Reads the word again with its unquoted braces marked, and pushes what they expand to. */
  #braceWord(out: Word[], start: number): void {
    this.#pos = start;
    this.#markBraces = true;
    const marked: Word[] = [];
    this.#word(marked);
    this.#markBraces = false;
    for (const word of marked) {
      const texts = this.#alternatives(word.text, word.start);
      // An alternative of nothing is no word.
      const quoted = /["'\\]/.test(this.#src.slice(start, this.#pos));
      for (const text of texts)
        if (text !== '' || quoted) out.push({ ...word, text: unmarkBraces(text), from: -1 });
    }
  }

  #alternatives(marked: string, at: number): string[] {
    const texts = expandBraces(marked);
    if (texts === undefined)
      throw this.#context.error(
        'too_many_words',
        `A brace expansion gives more than ${MAX_BRACE_WORDS} words.`,
        at,
      );
    this.#context.fillIn(texts.length * (marked.length + WORD_COST), at);
    return texts;
  }

  /** Braces are expanded before all else: `{$A,b}c` is `$Ac bc`. The word that has been read is read again. */
  #bracesFirst(out: Word[], start: number): void {
    const end = this.#pos;
    const place = this.#span(start, end);
    for (const text of this.#alternatives(this.#markedSource(start, end), place.start)) {
      const piece = unmarkBraces(text);
      const lexer = new PosixLexer(
        this.#context,
        piece,
        { start: 0, end: piece.length },
        this.#options,
        place,
      );
      lexer.#expandedOnce = true;
      lexer.#word(out);
    }
    this.#pos = end;
  }

  /** A stretch of the source with its unquoted braces and commas marked. */
  #markedSource(start: number, end: number): string {
    const src = this.#src;
    let text = '';
    for (let at = start; at < end; ) {
      const char = src[at] ?? '';
      const from = at;
      if (char === "'") at = this.#afterQuote(at);
      else if (char === '"' || char === '`') {
        at += 1;
        while (at < end && src[at] !== char) {
          const nested = src[at] === '$' && (src[at + 1] === '(' || src[at + 1] === '{');
          at = nested ? this.#matching(at + 1) + 1 : at + (src[at] === '\\' ? 2 : 1);
        }
      } else if (char === '\\') at += 1;
      else if (char === '$' && (src[at + 1] === '(' || src[at + 1] === '{')) at = this.#matching(at + 1);
      at += 1;
      text +=
        char === '{' ? OPEN_BRACE : char === ',' ? COMMA : char === '}' ? CLOSE_BRACE : src.slice(from, at);
    }
    return text;
  }

  /** `~` at the start of a word, or of what it assigns, is the home directory. */
  #tilde(): boolean {
    const next = this.#src[this.#pos + 1];
    if (next !== undefined && this.#pos + 1 < this.#end && !/[/:\s;&|<>)]/.test(next)) return false;
    this.#pos += 1;
    this.#text += this.#variable('HOME', '~', this.#pos - 1);
    return true;
  }

  /** What typographic quotes and dashes outside quotes stand for; undefined for an ordinary letter. */
  #typographic(unit: number, start: number): string | typeof END_OF_WORD | undefined {
    const at = this.#pos;
    if (
      unit === 0xa0 ||
      unit === 0x3000 ||
      unit === 0xfeff ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x2060 ||
      (unit >= 0x2000 && unit <= 0x200b)
    )
      return END_OF_WORD;
    if (at === start && isDash(unit)) {
      this.#pos += 1;
      const next = this.#src.charCodeAt(this.#pos);
      let long =
        unit === 0x2014 || unit === 0x2015 || /^[\w.]{2}/.test(this.#src.slice(this.#pos, this.#pos + 2));
      if (next === 0x2d || isDash(next)) {
        long = true;
        this.#pos += 1;
      }
      this.#context.warn(
        'typographic_dash',
        'A typographic dash is read as hyphens; a shell would not.',
        this.#span(at, this.#pos),
      );
      // The dash is not a quoted piece: it only stands for other characters.
      return long ? '--' : '-';
    }
    const double =
      unit === 0x201c ||
      unit === 0x201d ||
      unit === 0x201e ||
      unit === 0x201f ||
      unit === 0x2033 ||
      unit === 0xab ||
      unit === 0xbb;
    const single =
      unit === 0x2018 ||
      unit === 0x2019 ||
      unit === 0x201a ||
      unit === 0x201b ||
      unit === 0x2032 ||
      unit === 0x2039 ||
      unit === 0x203a;
    // Only where a quote would open: in the middle of a word it is an apostrophe.
    const before = this.#src[at - 1];
    if (!(double || single) || (at !== start && before !== '=' && before !== ':')) return undefined;
    const closers = TYPOGRAPHIC_CLOSERS[this.#src[at] ?? ''] ?? (double ? '\u201d' : '\u2019');
    if (this.#missedDelimiters.has(closers)) return undefined;
    let close = at + 1;
    while (close < this.#end && !closers.includes(this.#src[close] ?? '')) close += 1;
    // Without a partner it is a letter.
    if (close >= this.#end) {
      this.#missedDelimiters.add(closers);
      return undefined;
    }
    this.#context.warn(
      'typographic_quotes',
      'Typographic quotes are read as plain quotes; a shell would not.',
      this.#span(at, close + 1),
    );
    // French typography puts unbreakable spaces inside the guillemets.
    const inside = this.#src.slice(at + 1, close).replace(/^[\u00a0\u202f]|[\u00a0\u202f]$/g, '');
    this.#pos = close + 1;
    this.#onlyOpen = false;
    // Within typographic single quotes the double ones were plain, too, before the text was "improved".
    if (single) return inside.replace(/[\u201c\u201d\u201f\u2033]/g, '"');
    const lexer = new PosixLexer(
      this.#context,
      inside,
      { start: 0, end: inside.length },
      this.#options,
      this.#span(at, close + 1),
    );
    return lexer.#expandAll();
  }

  /** Reads on until the closing quote (`''`: to the end) as in double quotes. */
  #doubleQuoted(quote: '"' | ''): void {
    const src = this.#src;
    const open = this.#pos - 1;
    const end = this.#end;
    let chunk = this.#pos;
    for (;;) {
      let at = this.#pos;
      let unit = 0;
      while (at < end) {
        unit = src.charCodeAt(at);
        if (unit === 0x22 || unit === 0x5c || unit === 0x24 || unit === 0x60) break;
        at += 1;
      }
      this.#pos = at;
      if (at >= end) {
        if (quote !== '') throw this.#unclosed(open, quote);
        this.#text += src.slice(chunk, end);
        return;
      }
      if (unit === 0x22) {
        if (quote === '') {
          this.#pos += 1;
          continue;
        }
        this.#text += src.slice(chunk, at);
        this.#pos = at + 1;
        return;
      }
      if (unit === 0x5c) {
        const next = src.charCodeAt(at + 1);
        const escapes = next === 0x5c || next === 0x24 || next === 0x60 || (next === 0x22 && quote !== '');
        if (next === 0x0a) {
          this.#text += src.slice(chunk, at);
          chunk = at + 2;
        } else if (escapes) {
          this.#text += src.slice(chunk, at);
          chunk = at + 1;
        }
        this.#pos = Math.min(at + 2, end);
        continue;
      }
      this.#text += src.slice(chunk, at);
      if (unit === 0x24) this.#dollar(true, true);
      else this.#backtick(true);
      chunk = this.#pos;
    }
  }

  /** Anything that starts with `$`, appended to the current word. */
  #dollar(quoted: boolean, whole: boolean): void {
    const src = this.#src;
    const at = this.#pos;
    const next = src[at + 1] ?? '';
    if (!quoted && next === "'") {
      this.#ansiQuoted();
      return;
    }
    if (!quoted && next === '"') {
      // $"…" is a translated string: in every locale without a translation, the string itself.
      this.#pos = at + 2;
      this.#literal();
      this.#doubleQuoted('"');
      return;
    }
    if (next === '{') {
      if (src[at + 2] === '{' && this.#workflowExpression(quoted)) return;
      this.#braced(quoted, whole);
      return;
    }
    if (next === '(') {
      const close = this.#matching(at + 1);
      const text = src.slice(at, close + 1);
      this.#pos = close + 1;
      this.#substitution(
        text,
        at + 2,
        close,
        at,
        quoted,
        whole,
        text.startsWith('$((') && text.endsWith('))'),
      );
      return;
    }
    if (next === '[' && this.#oldArithmetic(quoted, whole)) return;
    NAME.lastIndex = at + 1;
    const match = NAME.exec(src);
    const name =
      match !== null && match.index + match[0].length <= this.#end
        ? match[0]
        : /[0-9@*#?$!-]/.test(next) && at + 1 < this.#end
          ? next
          : '';
    if (name === '') {
      this.#pos = at + 1;
      this.#text += '$';
      this.#onlyOpen = false;
      return;
    }
    this.#pos = at + 1 + name.length;
    const items = name === '@' || name === '*' ? this.#options.scope.array('@') : undefined;
    if (items !== undefined) {
      this.#appendArray(items, quoted, name === '*');
      return;
    }
    this.#expandName(name, src.slice(at, this.#pos), at, quoted, whole);
  }

  /** `$[expression]`, which is `$((expression))` for bash. */
  #oldArithmetic(quoted: boolean, whole: boolean): boolean {
    const at = this.#pos;
    const close = this.#src.indexOf(']', at);
    if (close < 0 || close >= this.#end) return false;
    this.#pos = close + 1;
    this.#substitution(this.#src.slice(at, close + 1), at + 2, close, at, quoted, whole, true);
    return true;
  }

  /** The value of a name, or its mark. */
  #expandName(name: string, text: string, at: number, quoted: boolean, whole: boolean): void {
    // The name of an array stands for its first item.
    const known = this.#options.scope.get(name) ?? this.#options.scope.array(name)?.[0]?.text;
    if (known === undefined) {
      this.#text += this.#variable(name, text, at);
      if (quoted) this.#literal();
      return;
    }
    this.#append(known, quoted, whole);
  }

  /** Appends a known value; unquoted it is split at white space. */
  #append(value: string, quoted: boolean, whole: boolean): void {
    this.#onlyOpen = false;
    this.#context.fillIn(value.length, this.#at(this.#pos));
    const separators = quoted || whole ? undefined : (this.#options.scope.get('IFS') ?? '');
    const between = separators === undefined || separators === '' ? IFS : anyOf(separators);
    if (quoted || whole || !between.test(value)) {
      this.#text += value;
      return;
    }
    const [first = '', ...rest] = value.split(between);
    this.#context.fillIn(rest.length * WORD_COST, this.#at(this.#pos));
    this.#text += first;
    for (const field of rest) {
      this.#emit(this.#pos);
      this.#begin(this.#wordStart);
      this.#onlyOpen = false;
      this.#text = field;
    }
  }

  /** The mark of a variable that the text does not set. */
  #variable(name: string, text: string, at: number, value?: string): string {
    this.#context.warn(
      'variable',
      `${text} is a shell variable that is not set in the text.`,
      this.#span(at, at + text.length),
    );
    if (text === '~') return this.#context.openVariable(name, '$HOME');
    const plain = PLAIN_NAME.test(name);
    // Nothing but the name, with or without braces: no operation on it but a default.
    if (plain && (text.length === name.length + 1 || text.length === name.length + 3 || value !== undefined))
      return this.#context.openVariable(name, text, value);
    return this.#context.open(
      plain ? name : `ARG_${nameOf(name)}`,
      [text, `\${${nameOf(name)}_VALUE}`],
      value,
    );
  }

  /** `${{ secrets.TOKEN }}`: the runner of a workflow fills it in before a shell sees it. */
  #workflowExpression(quoted: boolean): boolean {
    const at = this.#pos;
    const close = this.#src.indexOf('}}', at);
    if (close < 0 || close >= this.#end) return false;
    const text = this.#src.slice(at, close + 2);
    const name = /(?<![\w-])([A-Za-z_][\w-]*)\s*\}\}$/.exec(text)?.[1] ?? 'EXPRESSION';
    this.#pos = close + 2;
    this.#context.warn('placeholder', `${text} is a placeholder.`, this.#span(at, close + 2));
    this.#text += this.#context.open(name, [text, `\${${name}}`, `{{${name}}}`]);
    if (quoted) this.#literal();
    return true;
  }

  /** `${…}`: a variable, possibly with a default or another operation on it. */
  #braced(quoted: boolean, whole: boolean): void {
    const at = this.#pos;
    const close = this.#matching(at + 1);
    const text = this.#src.slice(at, close + 1);
    const inside = text.slice(2, -1);
    this.#pos = close + 1;
    const array = inside.includes('@') || inside.includes('*') ? ARRAY.exec(inside) : null;
    const items = array === null ? undefined : this.#items(array);
    if (items !== undefined) {
      this.#appendArray(items, quoted, inside.includes('*'));
      return;
    }
    const words = quoted || whole ? undefined : this.#alternativeWords(inside, at, close + 1);
    if (words !== undefined) {
      this.#appendArray(words, true, false);
      return;
    }
    const keys = inside.startsWith('!') ? this.#keys(inside) : undefined;
    if (keys !== undefined) {
      this.#appendArray(keys, quoted, inside.endsWith('[*]'));
      return;
    }
    const match = /^([A-Za-z_]\w*|[0-9@*#?$!-])(?:(:?[-=])([\s\S]*))?$/.exec(inside);
    if (match === null) {
      const known = this.#operated(inside, at, close + 1, quoted);
      if (known !== undefined) {
        this.#append(known, quoted, whole);
        if (quoted) this.#literal();
        return;
      }
      const name = /^[#!]?([A-Za-z_]\w*|\d)/.exec(inside)?.[1] ?? 'PARAMETER';
      this.#text += this.#variable(name, text, at);
      if (quoted) this.#literal();
      return;
    }
    const [, name = '', operator, fallback] = match;
    // What a function does not get is not set, though it is known to be empty.
    const isLeftOut = /^[1-9]$/.test(name) && Number(name) > (this.#options.scope.array('@')?.length ?? 9);
    const known = this.#options.scope.get(name);
    if (
      known !== undefined &&
      !(known === '' && (operator?.startsWith(':') || (isLeftOut && operator === '-')))
    )
      this.#append(known, quoted, whole);
    else if (operator === undefined) this.#expandName(name, text, at, quoted, whole);
    else if (known !== undefined) {
      const value = this.#expanded(unquoted(fallback ?? '', quoted), at, close + 1);
      if (operator.endsWith('=')) this.#options.scope.set(name, value);
      this.#append(value, quoted, whole);
    } else {
      const value = this.#expanded(unquoted(fallback ?? '', quoted), at, close + 1);
      if (value === `{{${name}}}`) {
        // A placeholder that the environment may fill in, as generated commands have it: the placeholder.
        this.#text += value;
        if (quoted) this.#literal();
        return;
      }
      const variable = this.#variable(name, text, at, this.#context.withDefaults(value));
      if (operator.endsWith('=')) this.#options.scope.set(name, variable);
      this.#text += variable;
      if (quoted) this.#literal();
    }
  }

  /** `${NAME[2]}`, and an operation on a variable that the text sets; undefined when the result is not known. */
  #operated(inside: string, start: number, end: number, quoted: boolean): string | undefined {
    const { scope } = this.#options;
    const item = /^(#?)([A-Za-z_]\w*)\[(-?\d{1,9}|\$?[\w.-]{1,60}|\$\{\w{1,60}\}|[@*])\]$/.exec(inside);
    if (item !== null) {
      const written = item[3] ?? '';
      const variable = /^\$\{?(\w+)\}?$/.exec(written)?.[1];
      const key = variable === undefined ? written : scope.get(variable);
      return key === undefined ? undefined : arrayItem(scope.array(item[2] ?? ''), item[1] === '#', key);
    }
    if (inside.startsWith('!')) return scope.get(scope.get(inside.slice(1)) ?? '');
    const match = /^(#?)([A-Za-z_]\w*)([\s\S]*)$/.exec(inside);
    const value = scope.get(match?.[2] ?? '');
    if (match === null || value === undefined || hasOpenValue(value)) return undefined;
    const operation = match[3] ?? '';
    // The work may be far more than the text that comes of it.
    this.#context.fillIn(operationCost(value, operation), this.#at(start));
    if (match[1] === '#') return operation === '' ? String(Array.from(value).length) : undefined;
    const alternative = /^:?\+/.test(operation);
    return operateOn(value, operation, (text) =>
      this.#expanded(alternative ? unquoted(text, quoted) : text, start, end),
    );
  }

  /** `${NAME:+-H "Name: $NAME"}` outside quotes: the words in it, none when the text says that NAME is empty. */
  #alternativeWords(inside: string, start: number, end: number): readonly Word[] | undefined {
    const [, name, colon, sign, text = ''] = ALTERNATIVE.exec(inside) ?? [];
    const known = name === undefined ? undefined : this.#options.scope.get(name);
    if (known === undefined || this.#options.depth >= MAX_DEPTH) return undefined;
    const given = known !== '' || colon === '';
    // The value of a name that has one is appended as any other.
    if (sign === '-' && given) return undefined;
    if (sign === '+' && !given) return [];
    const options = { ...this.#options, depth: this.#options.depth + 1 };
    const range = { start: 0, end: text.length };
    return new PosixLexer(this.#context, text, range, options, this.#span(start, end)).next()?.words;
  }

  /** The items of `${NAME[@]}`, `${NAME[@]:1:2}`, `${@:2}`; undefined when the text does not say them. */
  #items([, name, , offset, length, prefix]: RegExpExecArray): readonly Word[] | undefined {
    const items = this.#options.scope.array(name ?? '@');
    if (prefix !== undefined) return items?.map((item) => ({ ...item, text: prefix + item.text, from: -1 }));
    if (items?.some(({ text }) => /^\[[^\]]*\]=/.test(text)) === true) return undefined;
    if (items === undefined || offset === undefined) return items;
    // Arguments are counted from 1; 0 would be the program's name.
    const start = name === undefined ? Number(offset) - 1 : Number(offset);
    return start < 0
      ? undefined
      : items.slice(start, length === undefined ? undefined : start + Number(length));
  }

  /** `${!NAME[@]}`: the indices of an array, or the keys of one with names. */
  #keys(inside: string): readonly Word[] | undefined {
    const name = /^!([A-Za-z_]\w*)\[[@*]\]$/.exec(inside)?.[1];
    const items = name === undefined ? undefined : this.#options.scope.array(name);
    return items?.map((item, index) => {
      const key = /^\[([^\]]*)\]=/.exec(item.text)?.[1];
      return { ...item, text: key ?? String(index), from: -1 };
    });
  }

  /**
   * `"${NAME[@]}"`: each item is a word of its own; without quotes what an item is split into, too.
   * @param joins `"${NAME[*]}"`: all are one word
   */
  #appendArray(items: readonly Word[], quoted: boolean, joins: boolean): void {
    if (!this.#whole && quoted && joins) {
      const separator = this.#options.scope.get('IFS')?.slice(0, 1) ?? ' ';
      this.#literal();
      this.#append(items.map((item) => item.text).join(separator), true, false);
      return;
    }
    if (!this.#whole && !quoted) {
      for (const [index, item] of items.entries()) {
        if (index > 0) {
          this.#emit(this.#pos);
          this.#begin(this.#wordStart);
        }
        this.#append(item.text, false, false);
      }
      this.#onlyOpen = false;
      return;
    }
    this.#onlyOpen = false;
    const length = items.reduce((sum, { text }) => sum + text.length + WORD_COST, 0);
    this.#context.fillIn(length, this.#at(this.#pos));
    for (const [index, item] of items.entries()) {
      if (index > 0 && this.#whole) this.#text += ' ';
      else if (index > 0) {
        this.#quoted = true;
        this.#emit(this.#pos);
        this.#begin(this.#wordStart);
        this.#onlyOpen = false;
      }
      this.#text += item.text;
    }
    this.#quoted = items.length > 0;
  }

  /** A text as in double quotes, with the place of what it stands in. */
  #expanded(text: string, start: number, end: number): string {
    if (!/[$`\\]/.test(text) || this.#options.depth >= MAX_DEPTH) return text;
    const options = { ...this.#options, depth: this.#options.depth + 1 };
    return new PosixLexer(
      this.#context,
      text,
      { start: 0, end: text.length },
      options,
      this.#span(start, end),
    ).#expandAll();
  }

  /** The index of the bracket that closes the one at `open`, quotes and nesting considered. */
  #matching(open: number): number {
    const src = this.#src;
    const opener = src[open] ?? '';
    const closers: string[] = [opener === '(' ? ')' : '}'];
    for (let at = open + 1; at < this.#end; at += 1) {
      const char = src[at] ?? '';
      const waiting = closers.at(-1);
      if (char === waiting) {
        closers.pop();
        if (closers.length === 0) return at;
      } else if (char === '\\') at += 1;
      else if (waiting === '"') {
        if (char === '$' && (src[at + 1] === '(' || src[at + 1] === '{')) {
          closers.push(src[at + 1] === '(' ? ')' : '}');
          at += 1;
        }
      } else if (char === "'" && waiting !== '}') at = this.#afterQuote(at);
      else if (char === '"') closers.push('"');
      else if (char === '(' && waiting === ')') closers.push(')');
      else if (char === '$' && src[at + 1] === '{') {
        closers.push('}');
        at += 1;
      } else if (char === '<' && src.startsWith('<<', at) && waiting === ')' && src[at + 2] !== '<') {
        at = this.#skipHereDocument(at);
      }
    }
    throw this.#context.error(
      'unterminated_expansion',
      'This expansion is never closed.',
      this.#at(open - 1),
    );
  }

  /** The index of the single quote that closes the one at `open`; in `$'…'` a backslash escapes it. */
  #afterQuote(open: number): number {
    const src = this.#src;
    let close = open + 1;
    if (src[open - 1] === '$')
      while (close < this.#end && src[close] !== "'") close += src[close] === '\\' ? 2 : 1;
    else close = src.indexOf("'", close);
    if (close < 0 || close >= this.#end) throw this.#unclosed(open, "'");
    return close;
  }

  /** The index of the last character of a here-document inside a substitution, so that its quotes do not count. */
  #skipHereDocument(at: number): number {
    const match = /^<<-?[ \t]*(['"]?)([\w.-]+)\1/.exec(this.#src.slice(at, at + 200));
    const delimiter = match?.[2];
    if (match === null || delimiter === undefined) return at + 1;
    const missed = this.#missedDelimiters;
    if (missed.has(delimiter) || missed.size >= MAX_MISSED_DELIMITERS) return at + match[0].length - 1;
    let line = this.#src.indexOf('\n', at);
    while (line >= 0 && line < this.#end) {
      const next = this.#src.indexOf('\n', line + 1);
      const lineEnd = next < 0 ? this.#end : next;
      if (
        this.#src
          .slice(line + 1, Math.min(lineEnd, line + 1 + delimiter.length + 64))
          .trim()
          .replace(/(?<!\))\)+["']?$/, '') === delimiter
      )
        return this.#src.indexOf(delimiter, line + 1) + delimiter.length - 1;
      line = next;
    }
    missed.add(delimiter);
    return at + match[0].length - 1;
  }

  /** `` `command` `` */
  #backtick(quoted: boolean): void {
    const at = this.#pos;
    let close = at + 1;
    while (close < this.#end && this.#src[close] !== '`') close += this.#src[close] === '\\' ? 2 : 1;
    if (close >= this.#end) throw this.#unclosed(at, '`');
    const text = this.#src.slice(at, close + 1);
    this.#pos = close + 1;
    this.#substitution(text, at + 1, close, at, quoted, false, false);
  }

  /** The output of a command, known for `echo`, `printf` and `cat <<EOF`, or the result of `$((…))`; else open. */
  #substitution(
    text: string,
    start: number,
    end: number,
    at: number,
    quoted: boolean,
    whole: boolean,
    arithmetic: boolean,
  ): void {
    const output = arithmetic
      ? calculate(this.#src.slice(start, end), (name) => this.#options.scope.get(name))
      : this.#knownOutput(start, end);
    if (output !== undefined) {
      this.#append(output.replace(/(?<!\n)\n+$/, ''), quoted, whole);
      if (quoted) this.#quoted = true;
      return;
    }
    if (
      /^\s*(?:which|command -v|type -[pP])\s+curl\s*$/.test(this.#src.slice(start, Math.min(end, start + 40)))
    ) {
      this.#append('curl', quoted, whole);
      return;
    }
    if (!arithmetic && this.#place === undefined) this.#options.substitutions.push({ start, end });
    this.#text += this.#commandOutput(text, at);
    if (quoted) this.#literal();
  }

  #commandOutput(text: string, at: number): string {
    this.#context.warn(
      'command_substitution',
      'The output of this command is not known.',
      this.#span(at, at + text.length),
    );
    const name = nameOf(text);
    return this.#context.open(name, [text, `$${name}`, `\${${name}}`]);
  }

  /** What a command prints, for those few whose output follows from their words. */
  #knownOutput(start: number, end: number): string | undefined {
    if (this.#options.depth >= MAX_DEPTH) return undefined;
    const beginning = this.#src.slice(start, Math.min(end, start + 60));
    const read = beginning.startsWith('<') ? /^<\s*([\w./-]+)\s*$/.exec(beginning)?.[1] : undefined;
    if (read !== undefined) return knownFile(this.#context, read);
    const program = /^\s*([\w-]+)/.exec(beginning)?.[1] ?? '';
    const known = PRINTERS.has(program) || this.#options.scope.functions?.has(program) === true;
    if (!known) return undefined;
    try {
      return this.#outputOf(start, end);
    } catch (error) {
      // `{1..5000}` gives more words than are worked out: then the output is as unknown as that of any program.
      if (error instanceof InputError && error.issues[0].code === 'too_many_words') return undefined;
      throw error;
    }
  }

  #outputOf(start: number, end: number): string | undefined {
    const options = { ...this.#options, depth: this.#options.depth + 1, substitutions: [] };
    // A text of its own: the here-document in it ends where the substitution does.
    const inner = `${this.#src.slice(start, end)}\n`;
    const lexer = new PosixLexer(
      this.#context,
      inner,
      { start: 0, end: inner.length },
      options,
      this.#span(start, end),
    );
    const command = pipeline(lexer);
    const program = command?.words[0]?.text;
    const body = program === undefined ? undefined : this.#options.scope.functions?.call(program);
    if (command === undefined) return undefined;
    const [, file, ...others] = command.words;
    if (program === 'cat' && file !== undefined && others.length === 0 && file.text !== '-')
      return knownFile(this.#context, file.text);
    if (body === undefined) return outputOf(command);
    return this.#functionOutput(body, command, this.#span(start, end));
  }

  /** What a function of one command prints, as `data() { cat <<EOF … EOF }` does. */
  #functionOutput(body: ShellFunction, call: Command, place: Span): string | undefined {
    const { scope, depth } = this.#options;
    scope.enterSubshell();
    const before = scope.setArguments(call.words.slice(1));
    const options = { scope, depth: depth + 1, substitutions: [] };
    const range = { start: 0, end: body.text.length };
    const command = pipeline(new PosixLexer(this.#context, body.text, range, options, place), scope);
    const output = command === undefined ? undefined : outputOf(command);
    scope.setArguments(before);
    scope.leaveSubshell();
    return output;
  }

  /** `<(command)`: a file with the output of a command. */
  #processSubstitution(): void {
    const at = this.#pos;
    const close = this.#matching(at + 1);
    const text = this.#src.slice(at, close + 1);
    this.#pos = close + 1;
    this.#onlyOpen = false;
    const output = text.startsWith('<') ? this.#knownOutput(at + 2, close) : undefined;
    if (output !== undefined) {
      const name = nameOf(text);
      const file = this.#context.open(name, [text, `$${name}`, `\${${name}}`]);
      this.#context.files ??= new Map();
      this.#context.files.set(file, output);
      this.#text += file;
      return;
    }
    if (this.#place === undefined) this.#options.substitutions.push({ start: at + 2, end: close });
    this.#text += this.#commandOutput(text, at);
  }

  /** `$'…'`: escapes give bytes, which are read as UTF-8 in the end. A NUL ends the string, as in bash. */
  #ansiQuoted(): void {
    const src = this.#src;
    const open = this.#pos + 1;
    this.#literal();
    let at = open + 1;
    let chunk = at;
    let text = '';
    let ended = false;
    for (;;) {
      if (at >= this.#end) throw this.#unclosed(open, "'");
      const unit = src.charCodeAt(at);
      if (unit === 0x27) break;
      if (unit !== 0x5c) {
        at += 1;
        continue;
      }
      text += ended ? '' : src.slice(chunk, at);
      const piece = ansiEscape(src, at + 1, this.#end);
      if (piece.text === '\0') ended = true;
      else if (!ended) text += piece.text;
      at = piece.next;
      chunk = at;
    }
    if (!ended) text += src.slice(chunk, at);
    this.#text += text;
    this.#pos = at + 1;
  }
}

/** `${NAME[2]}`, `${NAME[-1]}`, `${NAME[key]}` of `NAME=([key]=text)`, and `${#NAME[@]}`. */
function arrayItem(items: readonly Word[] | undefined, counts: boolean, key: string): string | undefined {
  if (counts) return key === '@' || key === '*' ? items?.length.toString() : undefined;
  const assigned = items?.findLast(({ text }) => text.startsWith(`[${key}]=`));
  if (assigned !== undefined) return assigned.text.slice(key.length + 3);
  return /^-?\d+$/.test(key) ? items?.at(Number(key))?.text : undefined;
}

/** A default or an alternative without the quotes in it: among double quotes the single ones are text. */
function unquoted(text: string, quoted: boolean): string {
  if (!quoted && /^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (!text.includes('"')) return text;
  return text.replace(/\\[\s\S]|"/g, (piece) => (piece === '"' ? '' : piece === '\\"' ? '"' : piece));
}

function isEmpty({ words, assignments, input }: Command): boolean {
  return words.length === 0 && assignments.length === 0 && input === undefined;
}

/** One of the characters, of which white space may stand several times. */
function anyOf(characters: string): RegExp {
  const set = characters.replace(/[\\\]^-]/g, '\\$&');
  return characters.trim() === '' ? new RegExp(`[${set}]+`) : new RegExp(`[${set}]`);
}

/**
 * The last command of the only pipeline.
 * @param scope takes what assignments before it set
 */
function pipeline(lexer: PosixLexer, scope?: Scope): Command | undefined {
  let last = lexer.next();
  while (last !== undefined && scope !== undefined && assigns(last, scope)) last = lexer.next();
  for (;;) {
    const next = lexer.next();
    if (next === undefined) return last;
    if (last?.terminator !== '|') return undefined;
    last = next;
  }
}

/** Whether a command does nothing but set variables, which it then does: `local name="$1"`. */
function assigns({ words, assignments }: Command, scope: Scope): boolean {
  const [program, ...declared] = words;
  if (program !== undefined && !DECLARERS.has(program.text)) return false;
  const pairs = declared.map(({ text }) => /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(text));
  if (pairs.includes(null)) return false;
  for (const { name, value } of assignments) scope.set(name, value);
  for (const pair of pairs) if (pair?.[1] !== undefined) scope.set(pair[1], pair[2] ?? '');
  return true;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
