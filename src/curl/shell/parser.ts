/**
 * Shell pass: tokens → a tree of commands. It forgives what people leave out: a block that is not closed ends with the
 * text, and a word that closes none is passed over.
 */
import type { Diagnostics } from '../diagnostics.ts';
import { HereDocuments } from './here-documents.ts';
import { Lexer } from './lexer.ts';
import {
  type AndOr,
  type Assignment,
  bareText,
  type CompoundCommand,
  type Operator,
  type Pipeline,
  type RawWord,
  type Redirection,
  type ShellCommand,
  type ShellText,
  type Token,
} from './syntax.ts';
import type { Span } from './word.ts';

const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\+?)=/y;
/** `((expression))`, not two subshells: those have blanks and words that are no names in an expression. */
const ARITHMETIC = /\(\(([\w\s$+*/%=<>!&|?:,;{}^~#[\]"()-]{0,200}?)\)\)(?!\))/y;
/** Words that only say that a command follows. */
const PREFIXES = new Set(['!', 'then', 'do', 'coproc']);
const CLOSERS = new Set(['fi', 'done', 'esac', '}', 'elif', 'else']);
const MAX_DEPTH = 40;

/** What ends a block. */
type Closer = 'fi' | 'done' | 'esac' | '}' | ')' | undefined;

export class Parser {
  readonly #source: ShellText;
  readonly #lexer: Lexer;
  readonly #documents = new HereDocuments();
  readonly #diagnostics: Diagnostics;
  readonly #queue: AndOr[] = [];
  #token: Token | undefined;
  #peeked = false;
  #depth = 0;

  constructor(source: ShellText, diagnostics: Diagnostics, from = 0, to = source.text.length) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#lexer = new Lexer(source, diagnostics, this.#documents, from, to);
  }

  /** Where the text goes on. */
  get position(): number {
    return this.#lexer.position;
  }

  /**
   * The next list of the text, complete with its here-documents; undefined at the end.
   * @throws InputError for what a shell could not even cut into words
   */
  next(): AndOr | undefined {
    const queued = this.#queue.shift();
    if (queued !== undefined) return queued;
    const list = this.#list(undefined);
    while (this.#documents.pending) {
      const more = this.#list(undefined);
      if (more === undefined) break;
      this.#queue.push(more);
    }
    return list;
  }

  #peek(): Token | undefined {
    if (!this.#peeked) {
      this.#token = this.#lexer.next();
      this.#peeked = true;
    }
    return this.#token;
  }

  #take(): Token | undefined {
    const token = this.#peek();
    this.#peeked = false;
    return token;
  }

  /** Takes an operator if it is the next token. */
  #accept(...texts: string[]): Operator | undefined {
    const token = this.#peek();
    if (token?.kind !== 'operator' || !texts.includes(token.text)) return undefined;
    this.#peeked = false;
    return token;
  }

  /** The bare word that is the next token. */
  #bare(): string | undefined {
    const token = this.#peek();
    return token?.kind === 'word' ? bareText(token) : undefined;
  }

  /** One list, up to `;`, `&`, a line end or what closes the block; undefined when there is none before it. */
  #list(closer: Closer): AndOr | undefined {
    const pipelines: Pipeline[] = [];
    const operators: string[] = [];
    for (;;) {
      const pipeline = this.#pipeline(closer);
      if (pipeline === undefined) {
        if (pipelines.length > 0) return { pipelines, operators };
        // A separator with nothing before it; or the end.
        const token = this.#peek();
        if (token === undefined || this.#closes(closer)) return undefined;
        this.#take();
        continue;
      }
      pipelines.push(pipeline);
      const operator = this.#accept('&&', '||', ';', '&', '\n', ';;')?.text ?? '';
      operators.push(operator);
      if (operator !== '&&' && operator !== '||') return { pipelines, operators };
      while (this.#accept('\n'));
    }
  }

  /** Whether the next token closes the block, or is none of its commands. */
  #closes(closer: Closer): boolean {
    const token = this.#peek();
    if (token === undefined) return true;
    if (closer === undefined) return false;
    if (closer === ')') return token.kind === 'operator' && token.text === ')';
    const bare = this.#bare();
    return (
      bare !== undefined && (bare === closer || (closer === 'fi' && (bare === 'else' || bare === 'elif')))
    );
  }

  #pipeline(closer: Closer): Pipeline | undefined {
    const commands: ShellCommand[] = [];
    for (;;) {
      const command = this.#command(closer);
      if (command !== undefined) commands.push(command);
      if (command === undefined || this.#accept('|', '|&') === undefined) break;
      while (this.#accept('\n'));
    }
    return commands.length === 0 ? undefined : { commands };
  }

  #command(closer: Closer): ShellCommand | undefined {
    for (;;) {
      const token = this.#peek();
      if (token === undefined || this.#closes(closer)) return undefined;
      if (token.kind === 'operator') return token.text === '(' ? this.#parenthesis(token) : undefined;
      const bare = this.#bare();
      if (bare === undefined || bare === 'curl') return this.#simple();
      if (PREFIXES.has(bare) || CLOSERS.has(bare)) this.#take();
      else if (bare === 'time') this.#time();
      else return this.#compound(bare, token) ?? this.#simple();
    }
  }

  /** `time -p` takes options of its own. */
  #time(): void {
    this.#take();
    if (this.#bare() === '-p') this.#take();
  }

  #parenthesis(open: Span): ShellCommand | undefined {
    const start = this.#lexer.position - 1;
    ARITHMETIC.lastIndex = start;
    const [whole = '', head = ''] = ARITHMETIC.exec(this.#source.text) ?? [];
    if (whole !== '') {
      this.#peeked = false;
      this.#lexer.skipTo(start + whole.length);
      return this.#node('arithmetic', open, [], head);
    }
    this.#take();
    const body = this.#body(')');
    this.#accept(')');
    return this.#node('subshell', open, [body]);
  }

  /** The lists up to what closes a block. */
  #body(closer: Closer): AndOr[] {
    return this.#deeper(() => {
      const lists: AndOr[] = [];
      for (let list = this.#list(closer); list !== undefined; list = this.#list(closer)) lists.push(list);
      return lists;
    });
  }

  #deeper<T>(read: () => T): T {
    if (this.#depth >= MAX_DEPTH)
      throw this.#diagnostics.error(
        'shell_syntax',
        this.#source.at(this.position),
        'The commands are nested too deeply.',
      );
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #node(
    type: CompoundCommand['type'],
    { start }: Span,
    branches: readonly (readonly AndOr[])[],
    head = '',
    items?: readonly RawWord[],
  ): CompoundCommand {
    const redirections: Redirection[] = [];
    for (let token = this.#peek(); token?.kind === 'redirection'; token = this.#peek()) {
      redirections.push(token);
      this.#take();
    }
    const end = this.#source.at(this.position);
    return { kind: 'compound', type, head, items, branches, redirections, start, end };
  }

  #compound(word: string, place: Span): ShellCommand | undefined {
    switch (word) {
      case '{': {
        this.#take();
        const body = this.#body('}');
        if (this.#bare() === '}') this.#take();
        return this.#node('group', place, [body]);
      }
      case 'if':
        return this.#conditional(place);
      case 'while':
      case 'until':
        this.#take();
        return this.#loop(place, word);
      case 'for':
      case 'select':
        return this.#for(place);
      case 'case':
        return this.#case(place);
      case 'function': {
        this.#take();
        const name = this.#bare() ?? '';
        if (name !== '') this.#take();
        if (this.#accept('(')) this.#accept(')');
        return this.#function(place, name);
      }
      default:
        return undefined;
    }
  }

  #conditional(place: Span): ShellCommand {
    const branches: AndOr[][] = [];
    do {
      this.#take();
      branches.push(this.#body('fi'));
    } while (this.#bare() === 'else' || this.#bare() === 'elif');
    if (this.#bare() === 'fi') this.#take();
    return this.#node('conditional', place, branches);
  }

  /** The condition, which is run with the body, and the body. */
  #loop(place: Span, head: string, items?: readonly RawWord[]): ShellCommand {
    const body = this.#body('done');
    if (this.#bare() === 'done') this.#take();
    return this.#node('loop', place, [body], head, items);
  }

  /** `for NAME in a b`, `for ((…; …; …))` */
  #for(place: Span): ShellCommand | undefined {
    this.#take();
    const start = this.#lexer.position;
    const open = this.#accept('(');
    if (open !== undefined) {
      const close = this.#source.text.indexOf('))', start);
      this.#peeked = false;
      this.#lexer.skipTo(close < 0 ? this.#source.text.length : close + 2);
      const head = this.#source.text.slice(open.start, Math.max(close, open.start));
      return this.#loop(place, `((${head}`);
    }
    const name = this.#bare() ?? '';
    if (name !== '') this.#take();
    const items: RawWord[] = [];
    const listed = this.#bare() === 'in';
    if (listed) {
      this.#take();
      for (let token = this.#peek(); token?.kind === 'word'; token = this.#peek()) {
        items.push(token);
        this.#take();
      }
    }
    return this.#loop(place, name, listed ? items : undefined);
  }

  /** `case WORD in pattern) …;; esac`: every pattern is a branch. */
  #case(place: Span): ShellCommand | undefined {
    while (this.#peek()?.kind === 'word' && this.#bare() !== 'in') this.#take();
    const branches: AndOr[][] = [];
    while (this.#peek() !== undefined && this.#bare() !== 'esac') {
      // A pattern.
      for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
        const ends = token.kind === 'operator' && token.text === ')';
        if (this.#bare() === 'esac' && !ends) break;
        this.#take();
        if (ends) break;
      }
      if (this.#bare() === 'esac') break;
      const lists: AndOr[] = [];
      for (;;) {
        const list = this.#list('esac');
        if (list === undefined) break;
        lists.push(list);
        if (list.operators.at(-1) === ';;') break;
      }
      branches.push(lists);
    }
    if (this.#bare() === 'esac') this.#take();
    return this.#node('conditional', place, branches);
  }

  #function(place: Span, name: string): ShellCommand {
    while (this.#accept('\n'));
    const command = this.#deeper(() => this.#command(undefined));
    const pipelines = command === undefined ? [] : [{ commands: [command] }];
    return this.#node('function', place, [[{ pipelines, operators: [''] }]], name);
  }

  #simple(): ShellCommand {
    const assignments: Assignment[] = [];
    const words: RawWord[] = [];
    const redirections: Redirection[] = [];
    let fault: { message: string; place: Span } | undefined;
    const start = this.#peek()?.start ?? 0;
    let end = start;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.kind === 'operator') {
        // `[[ a && b ]]`: operators of the test, not of the shell.
        const tests = words[0] !== undefined && bareText(words[0]) === '[[' && token.text !== '\n';
        if (!tests && token.text !== '(') break;
        if (!tests) {
          const name = words.length === 1 && assignments.length === 0 ? words[0] : undefined;
          const defined = name === undefined ? undefined : bareText(name);
          this.#take();
          if (defined !== undefined && this.#accept(')')) return this.#function({ start, end }, defined);
          fault = { message: 'An unquoted ( ends the command for a shell; quote it.', place: token };
          end = token.start;
          break;
        }
      } else if (token.kind === 'redirection') redirections.push(token);
      else if (token.kind === 'array')
        assignments.push({ name: token.name, append: token.append, value: token.items });
      else {
        const assignment = words.length === 0 ? this.#assignment(token) : undefined;
        if (assignment === undefined) words.push(token);
        else assignments.push(assignment);
      }
      end = token.end;
      this.#take();
      if (token.kind === 'word' && bareText(token) === ']]' && bareText(words[0] ?? token) === '[[') break;
    }
    return { kind: 'simple', assignments, words, redirections, fault, start, end };
  }

  /** `NAME=value` and `NAME+=value` before the command word. */
  #assignment(word: RawWord): Assignment | undefined {
    ASSIGNMENT.lastIndex = word.at;
    return ASSIGNMENT.test(this.#source.text) ? assignmentOf(word) : undefined;
  }
}

/** What a word assigns: `NAME=value`. */
export function assignmentOf(word: RawWord): Assignment | undefined {
  const [first, ...rest] = word.parts;
  if (first?.kind !== 'text') return undefined;
  const [whole, name = '', plus] = /^([A-Za-z_]\w*)(\+?)=/.exec(first.text) ?? [];
  if (whole === undefined) return undefined;
  const text = first.text.slice(whole.length);
  const parallel = first.end - first.start === first.text.length;
  const start = parallel ? first.start + whole.length : first.start;
  const parts = text === '' ? rest : [{ ...first, text, start }, ...rest];
  const plain = word.word?.slice(whole.length);
  return { name, append: plus === '+', value: { ...word, parts, word: plain, start } };
}
