/**
 * Shell pass: tokens → a list of commands as they are written, with the beginnings and ends of the blocks around them.
 * It forgives what people leave out: a block that is not closed ends with the text, a word that closes none is skipped.
 */
import { InputError } from '../../errors.ts';
import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import {
  type Assignment,
  bareText,
  isWord,
  partsOf,
  type RawWord,
  type Redirection,
  type ShellText,
} from '../lexer/syntax.ts';
import { Lexer } from '../lexer/token-lexer.ts';
import type { Span } from '../word.ts';

/** A simple command as it is written. */
export interface RawCommand extends Span {
  readonly kind: 'command';
  readonly assignments: readonly Assignment[];
  readonly words: readonly RawWord[];
  readonly redirections: readonly Redirection[];
  /** Variables that an expression changes: `((i++))`. */
  readonly changes: readonly string[];
  readonly fault: { message: string; place: Span } | undefined;
  /** What the lexer warns of in it. */
  readonly warnings: readonly PendingWarning[];
  /** The command or block whose output is piped into it. */
  readonly source: RawCommand | Block | undefined;
  /** What follows it: `|`, `&&`, `;`, a line end, … or nothing before the end of a block. */
  operator: string;
}

/** What stands between two words such as `if` and `fi`, or is run only when the command before it succeeds. */
export interface Block {
  readonly kind: 'group' | 'subshell' | 'conditional' | 'loop' | 'function';
  /** The word that ends it; undefined for what ends with its list. */
  readonly closer: string | undefined;
  /** What a loop counts with. */
  readonly changes: readonly string[];
  readonly start: number;
  end: number;
}

export type Item = RawCommand | { readonly kind: 'enter' | 'leave'; readonly block: Block };

const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\+?)=/y;
/** `((expression))`, not two subshells: those have blanks and words that are no names in an expression. */
const ARITHMETIC = /\(\(([\w\s$+*/%=<>!&|?:,;{}^~#[\]"()-]{0,200}?)\)\)(?!\))/y;
const NAMES = /[A-Za-z_]\w*/g;
const NOTHING: readonly never[] = [];
/** The words that begin a block, and those that end it. */
const BLOCKS: Readonly<Record<string, readonly [kind: Block['kind'], closer: string]>> = {
  '{': ['group', '}'],
  if: ['conditional', 'fi'],
  case: ['conditional', 'esac'],
  while: ['loop', 'done'],
  until: ['loop', 'done'],
  for: ['loop', 'done'],
  select: ['loop', 'done'],
};
/** Words that only say that a command follows, and those that close a block. */
const PASSED = new Set('! then do coproc time fi done esac } elif else'.split(' '));
const SEPARATORS = ['&&', '||', ';', '&', '\n', ';;', '|', '|&'];
/** Commands that always succeed, so that what follows `&&` is run. */
const SURE = new Set(['export', 'echo', 'printf', 'local', 'declare', 'readonly', 'true', ':', 'cat', 'set']);

/**
 * Reads all commands of a text.
 * @returns those before an error, and the error of what a shell could not even cut into words
 */
export function parseShell(
  source: ShellText,
  diagnostics: Diagnostics,
): { items: readonly Item[]; error?: InputError; warnings?: readonly PendingWarning[] } {
  const parser = new Parser(source, diagnostics);
  try {
    parser.read();
    return { items: parser.items };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { items: parser.items, error, warnings: parser.warnings };
  }
}

class Parser {
  readonly items: Item[] = [];
  readonly #source: ShellText;
  readonly #tokens: Lexer;
  readonly #open: Block[] = [];
  #piped: RawCommand | Block | undefined;

  /** Of the command in which the text cannot be read on. */
  get warnings(): readonly PendingWarning[] {
    return this.#tokens.takeWarnings();
  }

  constructor(source: ShellText, diagnostics: Diagnostics) {
    this.#source = source;
    this.#tokens = new Lexer(source, diagnostics);
  }

  read(): void {
    for (let token = this.#tokens.peek(); token !== undefined; token = this.#tokens.peek()) {
      const bare = this.#tokens.bare();
      const top = this.#open.at(-1);
      if (token.kind === 'operator') {
        if (token.text === '(') this.#parenthesis(token);
        else {
          this.#tokens.take();
          if (token.text === ')') this.#close(')');
          else this.#endList(token.text);
        }
      } else if (bare === undefined || bare === 'curl') this.#simple();
      else if (Object.hasOwn(BLOCKS, bare)) this.#block(bare, token);
      else if (bare === 'function') {
        this.#tokens.take();
        if (this.#tokens.bare() !== undefined) this.#tokens.take();
        if (this.#tokens.accept('(')) this.#tokens.accept(')');
        this.#function(token);
      } else if (!PASSED.has(bare)) this.#simple();
      else {
        this.#tokens.take();
        // Its option is skipped, too.
        if (bare === 'time' && this.#tokens.bare() === '-p') this.#tokens.take();
        const explicit = top?.closer === undefined ? this.#open.at(-2) : top;
        if ((bare === 'else' || bare === 'elif') && explicit?.closer === 'fi') this.#nextBranch('fi');
        else this.#close(bare);
      }
    }
    while (this.#open.length > 0) this.#leave();
  }

  #enter(
    kind: Block['kind'],
    closer: string | undefined,
    start: number,
    changes: readonly string[] = [],
  ): void {
    const block = { kind, closer, changes, start, end: start };
    this.#open.push(block);
    this.items.push({ kind: 'enter', block });
  }

  #leave(): Block | undefined {
    const block = this.#open.pop();
    if (block === undefined) return undefined;
    block.end = this.#source.at(this.#tokens.position);
    this.items.push({ kind: 'leave', block });
    return block;
  }

  /** Ends the innermost block if this word is what closes it. */
  #close(closer: string): void {
    const hasImplicit = this.#open.at(-1)?.closer === undefined;
    if (this.#open.at(hasImplicit ? -2 : -1)?.closer !== closer) return;
    if (hasImplicit) this.#leave();
    const block = this.#leave();
    while (this.#tokens.peek()?.kind === 'redirection') this.#tokens.take();
    if (block !== undefined) this.#finish(block);
  }

  /** Another part of an `if` or `case`. */
  #nextBranch(closer: string): void {
    if (this.#open.at(-1)?.closer === undefined) this.#leave();
    const block = this.#leave();
    this.#enter('conditional', closer, block?.start ?? 0);
  }

  /** Reads what follows a command or block. */
  #finish(command: RawCommand | Block): void {
    if (this.#open.at(-1)?.kind === 'function') this.#leave();
    const operator = this.#tokens.accept(SEPARATORS)?.text ?? '';
    if (command.kind === 'command') command.operator = operator;
    const isPiped = operator === '|' || operator === '|&';
    const source = this.#piped;
    this.#piped = isPiped ? command : undefined;
    if (isPiped || operator === '&&' || operator === '||') while (this.#tokens.accept('\n'));
    if (isPiped || operator === '') return;
    if (operator !== '&&' && operator !== '||') this.#endList(operator);
    else if (operator === '||' || command.kind !== 'command' || source !== undefined || !isSure(command))
      if (this.#open.at(-1)?.closer !== undefined || this.#open.length === 0)
        this.#enter('conditional', undefined, command.end);
  }

  #endList(operator: string): void {
    const top = this.#open.at(-1);
    if (top !== undefined && top.closer === undefined && top.kind === 'conditional') this.#leave();
    if (operator === ';;' && this.#open.at(-1)?.closer === 'esac') this.#nextBranch('esac');
  }

  #parenthesis(open: Span): void {
    const start = this.#tokens.position - 1;
    ARITHMETIC.lastIndex = start;
    const [whole = '', inside = ''] = ARITHMETIC.exec(this.#source.text) ?? [];
    if (whole === '') {
      this.#tokens.take();
      this.#enter('subshell', ')', open.start);
      return;
    }
    this.#tokens.goTo(start + whole.length);
    const changes = inside.match(NAMES) ?? NOTHING;
    const { start: from, end } = open;
    const nothing = { assignments: NOTHING, words: NOTHING, redirections: NOTHING, fault: undefined };
    this.#command({ ...nothing, changes, start: from, end });
  }

  #block(word: string, { start }: Span): void {
    const [kind, closer] = BLOCKS[word] ?? ['group', '}'];
    this.#tokens.take();
    const changes = word === 'for' || word === 'select' ? this.#for() : [];
    if (word === 'case')
      while (isWord(this.#tokens.peek()) && this.#tokens.bare() !== 'in') this.#tokens.take();
    this.#enter(kind, closer, start, changes);
  }

  /** `for NAME in a b`, `for ((…; …; …))` @returns the variables that it counts with */
  #for(): readonly string[] {
    const open = this.#tokens.accept('(');
    if (open !== undefined) {
      const { text } = this.#source;
      const close = text.indexOf('))', open.start);
      this.#tokens.goTo(close < 0 ? text.length : close + 2);
      return text.slice(open.start, Math.max(close, open.start)).match(NAMES) ?? [];
    }
    const name = this.#tokens.bare();
    if (name !== undefined) this.#tokens.take();
    if (this.#tokens.bare() === 'in') while (isWord(this.#tokens.peek())) this.#tokens.take();
    // The values of its counter are unresolved.
    this.#tokens.takeWarnings();
    return name === undefined ? [] : [name];
  }

  /** The block that follows ends the function, too. */
  #function({ start }: Span): void {
    while (this.#tokens.accept('\n'));
    this.#enter('function', '', start);
  }

  #simple(): void {
    const assignments: Assignment[] = [];
    const words: RawWord[] = [];
    const redirections: Redirection[] = [];
    let fault: RawCommand['fault'];
    const start = this.#tokens.peek()?.start ?? 0;
    let end = start;
    let isTest = false;
    for (let token = this.#tokens.peek(); token !== undefined; token = this.#tokens.peek()) {
      if (token.kind === 'operator') {
        // `[[ a && b ]]`: operators of the test, not of the shell.
        const isPart = isTest && token.text !== '\n';
        if (!isPart && token.text !== '(') break;
        if (!isPart) {
          const name = words.length === 1 && assignments.length === 0 ? words[0] : undefined;
          this.#tokens.take();
          if (name !== undefined && bareText(name) !== undefined && this.#tokens.accept(')')) {
            this.#function({ start, end });
            return;
          }
          fault = { message: 'An unquoted ( ends the command for a shell; quote it.', place: token };
          end = token.start;
          break;
        }
      } else if (token.kind === 'redirection') redirections.push(token);
      else if (token.kind === 'array') assignments.push(token);
      else {
        ASSIGNMENT.lastIndex = this.#tokens.wordStart;
        const assigns = words.length === 0 && ASSIGNMENT.test(this.#source.text);
        const assignment = assigns ? assignmentOf(token) : undefined;
        if (assignment !== undefined) assignments.push(assignment);
        else if (words.push(token) === 1) isTest = bareText(token) === '[[';
      }
      end = token.end;
      this.#tokens.take();
      if (isTest && token.kind === 'word' && bareText(token) === ']]') break;
    }
    this.#command({ start, end, assignments, words, redirections, changes: NOTHING, fault });
  }

  #command(read: Omit<RawCommand, 'kind' | 'warnings' | 'source' | 'operator'>): void {
    const warnings = this.#tokens.takeWarnings();
    const command: RawCommand = { kind: 'command', ...read, warnings, source: this.#piped, operator: '' };
    this.items.push(command);
    this.#finish(command);
  }
}

function isSure({ words }: RawCommand): boolean {
  const program = words[0];
  const [first] = program === undefined ? [] : partsOf(program);
  return program === undefined || (first?.kind === 'text' && SURE.has(first.text));
}

/** The assignment that a word is, `NAME=value`; undefined for any other word. */
export function assignmentOf(word: RawWord): Assignment | undefined {
  const [first, ...rest] = partsOf(word);
  if (first?.kind !== 'text') return undefined;
  const [whole, name = '', plus] = /^([A-Za-z_]\w*)(\+?)=/.exec(first.text) ?? [];
  if (whole === undefined) return undefined;
  const append = plus === '+';
  if (word.kind === 'word') return { name, append, value: word.slice(whole.length) };
  const text = first.text.slice(whole.length);
  const parallel = first.end - first.start === first.text.length;
  const start = parallel ? first.start + whole.length : first.start;
  const parts = text === '' ? rest : [{ ...first, text, start }, ...rest];
  return { name, append, value: { kind: 'unexpanded', parts, start, end: word.end } };
}
