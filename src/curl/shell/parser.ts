/**
 * Shell pass: tokens → a list of commands as they are written, with the blocks around them.
 * It forgives what people leave out: a block that is not closed ends with the text, a word that closes none is skipped.
 */
import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import {
  type Assignment,
  bareText,
  isWord,
  partsOf,
  type RawWord,
  type Redirection,
  type Token,
} from '../lexer/syntax.ts';
import { Lexer } from '../lexer/token-lexer.ts';
import { append, type Span, type Word } from '../word.ts';

/** A simple command as it is written. */
export interface RawCommand extends Span {
  readonly kind: 'command';
  readonly assignments: Assignment[];
  readonly words: RawWord[];
  readonly redirections: Redirection[];
  /** Variables that an expression or the loop around it changes: `((i++))`, `for i in …`. */
  readonly changes: readonly string[];
  /** The command or block whose output is piped into it. */
  readonly source: RawCommand | Block | undefined;
  /** It is run once, and its assignments count behind it: no condition, loop, function or subshell is around it. */
  readonly isCertain: boolean;
  /** Where the innermost loop around it begins. */
  readonly loop: Span | undefined;
  fault: { message: string; place: Span } | undefined;
  /** What the lexer warns of in it. */
  warnings: readonly PendingWarning[];
  /** What follows it: `|`, `&&`, `;`, a line end, … or nothing before the end of a block. */
  operator: string;
  end: number;
}

/** A compound command: the text between two words such as `if` and `fi`. */
interface Block extends Span {
  readonly kind: 'group' | 'loop' | 'other';
  /** The word that ends it. */
  readonly closer: string;
  readonly isCertain: boolean;
  /** Behind its first words until it is read. */
  end: number;
}

const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\+?)=/y;
/** `((expression))`, not two subshells: those have blanks and words that are no names in an expression. */
const ARITHMETIC = /\(\(([\w\s$+*/%=<>!&|?:,;{}^~#[\]"()-]{0,200}?)\)\)(?!\))/y;
const NAMES = /[A-Za-z_]\w*/g;
/** The words that begin a block, and those that end it. */
const BLOCKS: ReadonlyMap<string, readonly [kind: Block['kind'], closer: string]> = new Map([
  ['{', ['group', '}']],
  ['if', ['other', 'fi']],
  ['case', ['other', 'esac']],
  ['while', ['loop', 'done']],
  ['until', ['loop', 'done']],
  ['for', ['loop', 'done']],
]);
/** Words that only say that a command follows, and those that close a block. */
const PASSED = new Set('! then do coproc time -p fi done esac } elif else'.split(' '));
/** Words that stand within a block or close it, and the closers of the blocks that they belong to. */
const WITHIN: ReadonlyMap<string, readonly string[]> = new Map([
  ['else', ['fi']],
  ['elif', ['fi']],
  ['fi', ['fi']],
  ['done', ['done']],
  [';;', ['esac']],
  [')', [')', 'esac']],
  ['esac', ['esac']],
  ['}', ['}']],
]);
/** Blocks within each other. */
const MAX_BLOCKS = 200;
const SEPARATORS = ['&&', '||', ';', '&', '\n', ';;', '|', '|&'];
/** Commands that always succeed, so that what follows `&&` is run. */
const SURE = new Set('cd export echo printf local declare readonly true : cat set'.split(' '));

/** Reads the commands of a text. */
export class Parser {
  readonly commands: RawCommand[] = [];
  readonly #source: Word;
  readonly #tokens: Lexer;
  readonly #diagnostics: Diagnostics;
  readonly #blocks: Block[] = [];
  #piped: RawCommand | Block | undefined;
  /** The first command that is not known to stand in a block that begins before the text. */
  #uncertain = 0;
  /** The next command runs only if the one before it succeeds, or fails. */
  #isConditional = false;
  /** What the expressions and loops before the next command change. */
  #changes: string[] = [];
  /** Calls of functions are not followed. */
  hasFunctions = false;

  /** Of the command in which the text cannot be read on. */
  get warnings(): readonly PendingWarning[] {
    return this.#tokens.takeWarnings();
  }

  constructor(source: Word, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#tokens = new Lexer(source, diagnostics);
  }

  /** @throws InputError for what a shell could not even cut into words */
  read(): void {
    for (let token = this.#tokens.peek(); token !== undefined; token = this.#tokens.peek()) {
      if (token.kind !== 'operator') this.#command(token);
      else if (token.text === '(') this.#parenthesis(token);
      else {
        this.#tokens.take();
        if (token.text === ')' || token.text === ';;') this.#close(token.text);
        if (token.text !== ')') this.#isConditional = false;
      }
    }
  }

  /** A simple command, or a reserved word. */
  #command(token: Span): void {
    const bare = this.#tokens.bare() ?? '';
    if (BLOCKS.has(bare)) this.#block(bare, token);
    else if (bare === 'function') {
      this.#tokens.take();
      if (this.#tokens.bare() !== undefined) this.#tokens.take();
      if (this.#tokens.accept('(')) this.#tokens.accept(')');
      this.#function(token);
    } else if (PASSED.has(bare)) {
      this.#tokens.take();
      this.#close(bare);
    } else this.#simple();
  }

  #enter(kind: Block['kind'], closer: string, start: number): void {
    if (this.#blocks.length >= MAX_BLOCKS)
      throw this.#diagnostics.error('shell_syntax', start, 'The blocks are nested too deeply.');
    const isCertain = kind === 'group' && this.#isCertain;
    this.#isConditional = false;
    this.#blocks.push({ kind, closer, isCertain, start, end: this.#end });
  }

  get #isCertain(): boolean {
    return !this.#isConditional && this.#blocks.at(-1)?.isCertain !== false;
  }

  /** Where the last token ends. */
  get #end(): number {
    const { position } = this.#tokens;
    return this.#source.span(position - 1, position).end;
  }

  /** Ends the innermost block if this word is what closes it. */
  #close(closer: string): void {
    const block = this.#blocks.at(-1);
    const ends = WITHIN.get(closer);
    // The block begins before the text: what is set in it may not count.
    if (ends && !this.#blocks.some((open) => ends.includes(open.closer)))
      for (; this.#uncertain < this.commands.length; this.#uncertain += 1)
        Object.assign(this.commands[this.#uncertain] ?? {}, { isCertain: false });
    if (block?.closer !== closer) return;
    block.end = this.#end;
    this.#blocks.pop();
    while (this.#tokens.peek()?.kind === 'redirection') this.#tokens.take();
    this.#finish(block);
  }

  /** Reads what follows a command or block. */
  #finish(command: RawCommand | Block): void {
    const operator = this.#tokens.accept(SEPARATORS)?.text ?? '';
    if (command.kind === 'command') command.operator = operator;
    const isPiped = operator === '|' || operator === '|&';
    const isSure = this.#piped === undefined && command.kind === 'command' && alwaysSucceeds(command);
    this.#piped = isPiped ? command : undefined;
    if (isPiped || operator === '&&' || operator === '||') while (this.#tokens.accept('\n'));
    if (operator === '||' || (operator === '&&' && !isSure)) this.#isConditional = true;
    else if (!isPiped && operator !== '&&') this.#isConditional = false;
  }

  #parenthesis({ start }: Span): void {
    if (this.#arithmetic()) this.#simple(start);
    else {
      this.#tokens.take();
      this.#enter('other', ')', start);
    }
  }

  /** Skips `((expression))` where one begins, and notes the names in it, whose values it may change. */
  #arithmetic(): boolean {
    ARITHMETIC.lastIndex = this.#tokens.position - 1;
    const [, inside] = ARITHMETIC.exec(this.#source.outline) ?? [];
    if (inside === undefined) return false;
    this.#tokens.goTo(ARITHMETIC.lastIndex);
    append(this.#changes, inside.match(NAMES) ?? []);
    return true;
  }

  #block(word: string, { start }: Span): void {
    const [kind, closer] = BLOCKS.get(word) ?? ['group', '}'];
    this.#tokens.take();
    if (word === 'for') this.#for();
    if (word === 'case')
      while (isWord(this.#tokens.peek()) && this.#tokens.bare() !== 'in') this.#tokens.take();
    this.#enter(kind, closer, start);
  }

  /** `for NAME in a b`, `for ((…; …; …))`: the value of the variable that it counts with is not known. */
  #for(): void {
    if (this.#tokens.peek()?.kind === 'operator') this.#arithmetic();
    const name = this.#tokens.bare();
    if (name !== undefined) {
      this.#changes.push(name);
      this.#tokens.take();
    }
    if (this.#tokens.bare() === 'in') while (isWord(this.#tokens.peek())) this.#tokens.take();
    this.#tokens.takeWarnings();
  }

  /** A function, behind its name. */
  #function({ start }: Span): void {
    while (this.#tokens.accept('\n'));
    const closer = this.#tokens.accept('(') ? ')' : '}';
    if (closer === '}' && this.#tokens.bare() === '{') this.#tokens.take();
    this.hasFunctions = true;
    this.#enter('other', closer, start);
  }

  #simple(start = this.#tokens.peek()?.start ?? 0): void {
    const loop = this.#blocks.findLast(({ kind }) => kind === 'loop');
    const command: RawCommand = {
      kind: 'command',
      assignments: [],
      words: [],
      redirections: [],
      changes: this.#changes,
      source: this.#piped,
      isCertain: this.#isCertain,
      loop: loop && { start: loop.start, end: loop.end },
      fault: undefined,
      warnings: [],
      operator: '',
      start,
      end: start,
    };
    let isTest = false;
    for (let token = this.#tokens.peek(); token !== undefined; token = this.#tokens.peek()) {
      // `[[ a && b ]]`: operators of the test, not of the shell.
      if (token.kind === 'operator' && !(isTest && token.text !== '\n')) {
        if (token.text !== '(') break;
        if (this.#functionOf(command)) return;
        command.fault = { message: 'An unquoted ( ends the command for a shell; quote it.', place: token };
        command.end = token.start;
        break;
      }
      this.#add(token, command);
      const [first] = command.words;
      isTest = first !== undefined && bareText(first) === '[[';
      command.end = token.end;
      this.#tokens.take();
      if (isTest && token.kind === 'word' && bareText(token) === ']]') break;
    }
    this.#changes = [];
    command.warnings = this.#tokens.takeWarnings();
    this.commands.push(command);
    this.#finish(command);
  }

  #add(token: Token, { assignments, words, redirections }: RawCommand): void {
    if (token.kind === 'redirection') redirections.push(token);
    else if (token.kind === 'array') assignments.push(token);
    else if (token.kind !== 'operator') {
      ASSIGNMENT.lastIndex = this.#tokens.wordStart;
      const assigns = words.length === 0 && ASSIGNMENT.test(this.#source.outline);
      const assignment = assigns ? assignmentOf(token) : undefined;
      if (assignment === undefined) words.push(token);
      else assignments.push(assignment);
    }
  }

  /** Behind a name and a parenthesis: takes both. @returns whether a function begins */
  #functionOf({ words, assignments, start, end }: RawCommand): boolean {
    const name = words.length === 1 && assignments.length === 0 ? words[0] : undefined;
    this.#tokens.take();
    if (name === undefined || bareText(name) === undefined || !this.#tokens.accept(')')) return false;
    this.#function({ start, end });
    return true;
  }
}

function alwaysSucceeds({ words }: RawCommand): boolean {
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
