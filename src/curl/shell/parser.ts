/**
 * Shell pass: tokens → a tree of commands. It forgives what people leave out: a block that is not closed ends with the
 * text, and a word that closes none is passed over.
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../word.ts';
import {
  type AndOr,
  type Assignment,
  bareText,
  type CompoundCommand,
  isWord,
  type Pipeline,
  partsOf,
  type RawWord,
  type Redirection,
  type ShellCommand,
  type ShellText,
} from './syntax.ts';
import { Tokens } from './tokens.ts';

const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\+?)=/y;
/** `((expression))`, not two subshells: those have blanks and words that are no names in an expression. */
const ARITHMETIC = /\(\(([\w\s$+*/%=<>!&|?:,;{}^~#[\]"()-]{0,200}?)\)\)(?!\))/y;
/** The words that begin a block, and those that end it. */
const BLOCKS: Readonly<Record<string, readonly [type: CompoundCommand['type'], closer: string]>> = {
  '{': ['group', '}'],
  if: ['conditional', 'fi'],
  case: ['conditional', 'esac'],
  while: ['loop', 'done'],
  until: ['loop', 'done'],
  for: ['loop', 'done'],
  select: ['loop', 'done'],
};
/** Words that only say that a command follows, and those that close a block that was not opened. */
const PASSED = new Set('! then do coproc time fi done esac } elif else'.split(' '));
const SEPARATORS = ['&&', '||', ';', '&', '\n', ';;'];
const PIPES = ['|', '|&'];
const MAX_DEPTH = 40;

export class Parser {
  readonly #source: ShellText;
  readonly #tokens: Tokens;
  readonly #diagnostics: Diagnostics;
  readonly #queue: AndOr[] = [];
  #depth = 0;

  constructor(source: ShellText, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#tokens = new Tokens(source, diagnostics);
  }

  /**
   * The next list of the text, complete with its here-documents; undefined at the end.
   * @throws InputError for what a shell could not even cut into words
   */
  next(): AndOr | undefined {
    if (this.#queue.length > 0) return this.#queue.shift();
    const list = this.#list('');
    while (this.#tokens.lexer.awaitsDocuments) {
      const more = this.#list('');
      if (more === undefined) break;
      this.#queue.push(more);
    }
    return list;
  }

  /** One list, up to `;`, `&`, a line end or what closes the block; undefined when there is none before it. */
  #list(closer: string): AndOr | undefined {
    let list: Pipeline[] | undefined;
    for (;;) {
      const commands = this.#pipeline(closer);
      if (commands === undefined) {
        if (list !== undefined) return list;
        // A separator with nothing before it; or the end.
        if (this.#closes(closer)) return undefined;
        this.#tokens.take();
        continue;
      }
      const operator = this.#tokens.accept(SEPARATORS)?.text ?? '';
      if (list === undefined) list = [{ commands, operator }];
      else list.push({ commands, operator });
      if (operator !== '&&' && operator !== '||') return list;
      while (this.#tokens.accept('\n'));
    }
  }

  /** Whether the text ends, or the next token closes the block or begins another part of it. */
  #closes(closer: string): boolean {
    const token = this.#tokens.peek();
    if (token === undefined) return true;
    if (closer === '') return false;
    if (closer === ')') return token.kind === 'operator' && token.text === ')';
    return this.#tokens.bare() === closer || (closer === 'fi' && this.#isElse());
  }

  #isElse(): boolean {
    return this.#tokens.bare() === 'else' || this.#tokens.bare() === 'elif';
  }

  #pipeline(closer: string): ShellCommand[] | undefined {
    let commands: ShellCommand[] | undefined;
    for (let command = this.#command(closer); command !== undefined; command = this.#command(closer)) {
      if (commands === undefined) commands = [command];
      else commands.push(command);
      if (this.#tokens.accept(PIPES) === undefined) break;
      while (this.#tokens.accept('\n'));
    }
    return commands;
  }

  #command(closer: string): ShellCommand | undefined {
    for (;;) {
      const token = this.#tokens.peek();
      if (token === undefined || this.#closes(closer)) return undefined;
      if (token.kind === 'operator') return token.text === '(' ? this.#parenthesis(token) : undefined;
      const bare = this.#tokens.bare();
      if (bare === undefined || bare === 'curl') return this.#simple();
      if (Object.hasOwn(BLOCKS, bare)) return this.#block(bare, token);
      if (bare === 'function') {
        this.#tokens.take();
        const name = this.#tokens.bare() ?? '';
        if (name !== '') this.#tokens.take();
        if (this.#tokens.accept('(')) this.#tokens.accept(')');
        return this.#function(token, name);
      }
      if (!PASSED.has(bare)) return this.#simple();
      this.#tokens.take();
      // It has an option of its own.
      if (bare === 'time' && this.#tokens.bare() === '-p') this.#tokens.take();
    }
  }

  #parenthesis(open: Span): ShellCommand {
    const start = this.#tokens.lexer.position - 1;
    ARITHMETIC.lastIndex = start;
    const [whole = '', head = ''] = ARITHMETIC.exec(this.#source.text) ?? [];
    if (whole !== '') {
      this.#tokens.goTo(start + whole.length);
      return this.#node('arithmetic', open, [], head);
    }
    this.#tokens.take();
    const body = this.#body(')');
    this.#tokens.accept(')');
    return this.#node('subshell', open, [body]);
  }

  #body(closer: string): AndOr[] {
    this.#deeper(1);
    const lists: AndOr[] = [];
    for (let list = this.#list(closer); list !== undefined; list = this.#list(closer)) lists.push(list);
    this.#deeper(-1);
    return lists;
  }

  #deeper(levels: 1 | -1): void {
    this.#depth += levels;
    const place = this.#source.at(this.#tokens.lexer.position);
    if (this.#depth > MAX_DEPTH)
      throw this.#diagnostics.error('shell_syntax', place, 'Too many nested commands.');
  }

  #node(
    type: CompoundCommand['type'],
    { start }: Span,
    branches: readonly (readonly AndOr[])[],
    head = '',
  ): CompoundCommand {
    while (this.#tokens.peek()?.kind === 'redirection') this.#tokens.take();
    return {
      kind: 'compound',
      type,
      head,
      branches,
      start,
      end: this.#source.at(this.#tokens.lexer.position),
    };
  }

  #block(word: string, place: Span): ShellCommand {
    const [type, closer] = BLOCKS[word] ?? ['group', '}'];
    this.#tokens.take();
    const head = word === 'for' || word === 'select' ? this.#for() : '';
    if (word === 'case')
      while (isWord(this.#tokens.peek()) && this.#tokens.bare() !== 'in') this.#tokens.take();
    const branches = [this.#body(closer)];
    while (closer === 'fi' && this.#isElse() && this.#tokens.take()) branches.push(this.#body(closer));
    if (this.#tokens.bare() === closer) this.#tokens.take();
    if (word !== 'case') return this.#node(type, place, branches, head);
    // Each pattern of a `case` stands there as a command; what follows up to `;;` is a branch.
    const parts: AndOr[][] = [[]];
    for (const list of branches.flat()) {
      parts.at(-1)?.push(list);
      if (list.at(-1)?.operator === ';;') parts.push([]);
    }
    return this.#node(type, place, parts);
  }

  /** `for NAME in a b`, `for ((…; …; …))` */
  #for(): string {
    const open = this.#tokens.accept('(');
    if (open !== undefined) {
      const { text } = this.#source;
      const close = text.indexOf('))', open.start);
      this.#tokens.goTo(close < 0 ? text.length : close + 2);
      return text.slice(open.start, Math.max(close, open.start));
    }
    const head = this.#tokens.bare() ?? '';
    if (head !== '') this.#tokens.take();
    if (this.#tokens.bare() === 'in') while (isWord(this.#tokens.peek())) this.#tokens.take();
    return head;
  }

  #function(place: Span, name: string): ShellCommand {
    while (this.#tokens.accept('\n'));
    this.#deeper(1);
    const command = this.#command('');
    this.#deeper(-1);
    const body = command === undefined ? [] : [[{ commands: [command], operator: '' }]];
    return this.#node('function', place, [body], name);
  }

  #simple(): ShellCommand {
    const assignments: Assignment[] = [];
    const words: RawWord[] = [];
    const redirections: Redirection[] = [];
    let fault: { message: string; place: Span } | undefined;
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
          const defined = name === undefined ? undefined : bareText(name);
          this.#tokens.take();
          if (defined !== undefined && this.#tokens.accept(')'))
            return this.#function({ start, end }, defined);
          fault = { message: 'An unquoted ( ends the command for a shell; quote it.', place: token };
          end = token.start;
          break;
        }
      } else if (token.kind === 'redirection') redirections.push(token);
      else if (token.kind === 'array') assignments.push(token);
      else {
        ASSIGNMENT.lastIndex = this.#tokens.lexer.wordStart;
        const assigns = words.length === 0 && ASSIGNMENT.test(this.#source.text);
        const assignment = assigns ? assignmentOf(token) : undefined;
        if (assignment !== undefined) assignments.push(assignment);
        else if (words.push(token) === 1) isTest = bareText(token) === '[[';
      }
      end = token.end;
      this.#tokens.take();
      if (isTest && token.kind === 'word' && bareText(token) === ']]') break;
    }
    return { kind: 'simple', assignments, words, redirections, fault, start, end };
  }
}

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
  return { name, append, value: { kind: 'template', parts, start, end: word.end } };
}
