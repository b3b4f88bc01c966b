/**
 * Shell pass: the commands of a POSIX shell's text, with their values. The text is read, not run: assignments count in
 * the order in which they stand; what depends on a condition, a loop, a function or a program is unresolved.
 */
import { InputError } from '../../errors.ts';
import { type Diagnostics, named, type PendingWarning } from '../diagnostics.ts';
import { type Assignment, bareText, type Expansion, type RawWord } from '../lexer/syntax.ts';
import { append, NO_WORDS, type Span, Word } from '../word.ts';
import type { Command, CommandList, Input, ShellScript } from './command.ts';
import { Expander } from './expand.ts';
import { outputOf } from './output.ts';
import { assignmentOf, Parser, type RawCommand } from './parser.ts';
import { Scope } from './scope.ts';

/** Commands that set variables given as arguments. */
const DECLARERS = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
/** Commands that set variables to what is not computed. */
const SETTERS = new Set(['read', 'mapfile', 'readarray', 'printf', 'let', 'getopts', 'eval']);
/** Programs whose output may be known. Other substitutions are not read. */
const PRINTS = /^\s*(?:echo|printf|cat|tee)\b/;
const CURL = /\bcurl(?:\.exe)?["']?\s/;
const NOTHING: Input = { kind: 'none' };
const MAX_DEPTH = 4;
const MAX_NESTED = 20;
/** What each exported variable counts among the characters that are filled in, whenever one of them has changed. */
const VARIABLE_COST = 8;

/** The commands of a text; those in the words of others are `nested` in them. */
export function readPosix(
  { text, scope = new Scope() }: ShellScript,
  diagnostics: Diagnostics,
  depth = 0,
): CommandList {
  const parser = new Parser(text, diagnostics);
  const reader = new Reader(diagnostics, scope, depth);
  const unread = errorOf(() => parser.read());
  if (parser.hasFunctions) scope.changing = repeatedNames(text.outline);
  const error = errorOf(() => reader.read(parser.commands)) ?? unread;
  return { commands: reader.commands, writes: reader.writes, error, warnings: parser.warnings };
}

/** Why the text cannot be read on, if it cannot. */
function errorOf(read: () => void): InputError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

class Reader extends Expander {
  readonly commands: Command[] = [];
  /** Names of the files that commands write to. */
  readonly writes = new Set<string>();
  #nested: ShellScript[] = [];
  /** About what is written in the substitutions of a command. */
  #inner: PendingWarning[] = [];
  #printed = NOTHING;
  /** What the last command gets. */
  #environment: ReadonlyMap<string, Word> = NO_WORDS;
  /** How many substitutions the text stands in. */
  readonly #depth: number;

  constructor(diagnostics: Diagnostics, scope: Scope, depth: number) {
    super(diagnostics, scope);
    this.#depth = depth;
  }

  read(raws: readonly RawCommand[]): void {
    for (const raw of raws) this.#read(raw);
  }

  #read(raw: RawCommand): void {
    const { start, end, operator, source } = raw;
    const scope = this.scope;
    this.#nested = [];
    this.#inner = [];
    for (const name of raw.changes) scope.forget(name);
    const isPiped = operator === '|' || operator === '|&';
    // A command of a pipeline or in the background runs in a subshell, and so does a substitution.
    const isSubshell = isPiped || operator === '&' || source !== undefined || this.#depth > 0;
    scope.isCertain = raw.isCertain && !isSubshell;
    const words = this.#words(raw);
    // `declare NAME=(a b)` keeps its array.
    const isForCommand = words.length > 0 && raw.assignments.every(({ value }) => 'kind' in value);
    const environment = this.#environmentOf(raw, isForCommand);
    const unseen = (place: Span): Input => ({ kind: 'unseen', place });
    const piped =
      source?.kind === 'command' ? this.#printed : source === undefined ? NOTHING : unseen(source);
    const { stdin, redirected } = this.#redirect(raw, piped);
    this.#runSetter(words);
    this.#printed = isPiped ? (outputOf(words, stdin) ?? unseen({ start, end })) : NOTHING;
    if (words[0]?.text === 'tee') for (const file of words.slice(1)) this.writes.add(fileName(file.outline));
    const nested = this.#nested;
    const warnings = [...raw.warnings, ...this.#inner];
    // Assignments alone are no command unless there is something to warn of.
    if (words.length === 0 && nested.length === 0 && warnings.length === 0) return;
    const { fault, loop } = raw;
    const about = { words, stdin, environment, operator, fault, redirected, loop, warnings, nested };
    this.commands.push(Object.assign(about, { start, end }));
  }

  /** What a command gets. Assignments before it are for it alone. */
  #environmentOf({ assignments, start }: RawCommand, isForCommand: boolean): ReadonlyMap<string, Word> {
    if (!isForCommand) for (const each of assignments) this.#assign(each);
    const environment = this.scope.environment();
    if (environment !== this.#environment) this.diagnostics.fillIn(environment.size * VARIABLE_COST, start);
    this.#environment = environment;
    if (!isForCommand || assignments.length === 0) return environment;
    const own = new Map(environment);
    for (const { name, value } of assignments)
      if ('kind' in value) own.set(name, this.#namedAfter(name, this.expand(value)));
    this.diagnostics.fillIn(own.size * VARIABLE_COST, start);
    return own;
  }

  #words({ words: raws }: RawCommand): readonly Word[] {
    const [program, ...args] = raws;
    const name = program && bareText(program);
    if (name !== undefined && DECLARERS.has(name)) {
      this.#declare(name, args);
      return raws.slice(0, 1).map((raw) => this.expand(raw));
    }
    const words: Word[] = [];
    for (const raw of raws) this.words(raw, words);
    return words;
  }

  /** `export NAME=$VALUE`: assignments, whose values are not split. */
  #declare(program: string, args: readonly RawWord[]): void {
    const scope = this.scope;
    const flags = args.map((arg) => /^[-+].*/.exec(bareText(arg) ?? '')?.[0] ?? '').join('');
    const exports = program === 'export' || flags.includes('x');
    // All values are expanded before the first variable is set.
    const assignments = args.map((arg) => {
      const read = assignmentOf(arg);
      return read && 'kind' in read.value ? { ...read, value: this.expand(read.value) } : read;
    });
    for (const [index, arg] of args.entries()) {
      const assignment = assignments[index];
      const name = assignment?.name ?? bareText(arg) ?? '';
      if (exports) scope.export(name);
      if (assignment !== undefined) this.#assign(assignment);
      if (assignment !== undefined && /[inlu]/.test(flags)) scope.forget(name);
      if (program === 'readonly' || flags.includes('r')) scope.changing = new Set([...scope.changing, name]);
    }
  }

  #assign({ name, append, value }: Assignment): void {
    const scope = this.scope;
    if (!('kind' in value)) {
      const items = append ? [...(scope.items(name) ?? [])] : [];
      this.diagnostics.fillIn(items.length, value[0]?.start ?? 0);
      const before = items.length;
      for (const raw of value) this.words(raw, items);
      // `[key]=value`: the items are unresolved.
      if (items.slice(before).some((item) => /^\[[^\]]*\]=/.test(item.outline))) scope.forget(name);
      else scope.set(name, items);
      return;
    }
    const added = this.#namedAfter(name, this.expand(value));
    const [before, ...others] = append ? (scope.items(name) ?? []) : [];
    if (before !== undefined) scope.set(name, [Word.concat(added, [before, added]), ...others]);
    else if (!append || !scope.isUncertain(name)) scope.set(name, [added]);
  }

  /** What a program prints is called after the variable that it is assigned to. */
  #namedAfter(name: string, value: Word): Word {
    const [only, ...others] = value.segments;
    if (only?.kind !== 'unresolved' || others.length > 0) return value;
    if (only.value.warning?.code !== 'command_substitution' || only.value.content !== undefined) return value;
    const { start, end } = value;
    const message = `${named(`$${name}`)} is what ${named(only.value.written)} prints: give its value.`;
    const warning = { code: 'command_substitution', message, start, end } as const;
    return Word.unresolved(this.diagnostics.unresolved.variable(name, `$${name}`, { warning }), value);
  }

  /** Commands that set variables. `NAME[0]=value`, which is read as a command, is one. */
  #runSetter([program, ...args]: readonly Word[]): void {
    const name = program?.text ?? '';
    const item = /^([A-Za-z_]\w*)\[.*\]\+?=/s.exec(name)?.[1];
    if (item !== undefined) this.scope.forget(item);
    if (name === 'unset')
      for (const { outline } of args) {
        const [own = '', index] = outline.trimEnd().split('[');
        if (index === undefined) this.scope.unset(own);
        else this.scope.forget(own);
      }
    if (SETTERS.has(name) && (name !== 'printf' || args[0]?.outline === '-v'))
      for (const { outline } of args)
        for (const each of outline.match(/[A-Za-z_]\w*/g) ?? []) this.scope.forget(each);
  }

  /** What a command reads, and where the first redirection of its output stands. */
  #redirect({ redirections }: RawCommand, piped: Input): Pick<Command, 'stdin' | 'redirected'> {
    let stdin = piped;
    let redirected: Span | undefined;
    for (const redirection of redirections) {
      const { operator, descriptor, target, start, end } = redirection;
      const place = { start, end };
      const isInput = operator.startsWith('<');
      const isRead = isInput && (descriptor === '' || descriptor === '0');
      const word = 'kind' in target ? this.expand(target) : this.document(target, place);
      if (!('kind' in target || target.isClosed)) this.#inner.push({ code: 'here_document_open', place });
      if (isRead) stdin = inputOf(operator, word, place);
      else if (!isInput) redirected ??= place;
      if (!isInput && operator !== '>&') this.writes.add(fileName(word.outline));
    }
    return { stdin, redirected };
  }

  protected override outputOf({ inside, written }: Expansion): Word | undefined {
    const isRead = PRINTS.test(inside.outline) && this.#depth < MAX_DEPTH;
    const output = isRead ? this.#printedBy(inside) : undefined;
    if (output === undefined && this.#nested.length < MAX_NESTED && CURL.test(inside.outline))
      this.#nested.push({ text: inside, scope: this.scope.copy(), isBacktick: written.startsWith('`') });
    return output;
  }

  /** What a text prints that is one command, or a pipeline. */
  #printedBy(text: Word): Word | undefined {
    const scope = this.scope;
    const { isCertain } = scope;
    const { commands, error } = readPosix({ text, scope }, this.diagnostics, this.#depth + 1);
    scope.isCertain = isCertain;
    if (error !== undefined) throw error;
    const last = commands.at(-1);
    const isPipeline = commands.every(
      (command) =>
        command.loop === undefined && (command === last ? /^[\n;]?$/ : /^\|$/).test(command.operator),
    );
    if (last === undefined || !isPipeline) return undefined;
    for (const { warnings } of commands) append(this.#inner, warnings);
    const output = last.redirected === undefined ? outputOf(last.words, last.stdin) : undefined;
    return output?.kind === 'text' ? output.value : undefined;
  }
}

/** What `<`, `<<`, `<<<` or `<&` makes the standard input. */
function inputOf(operator: string, word: Word, place: Span): Input {
  if (/^<<-?$/.test(operator)) return { kind: 'text', value: word };
  if (operator === '<<<') return { kind: 'text', value: Word.concat(word, [word, '\n']) };
  if (operator !== '<&') return { kind: 'file', path: word };
  return word.text === '-' ? { kind: 'text', value: Word.text('', word) } : { kind: 'unseen', place };
}

/** The name of a file without its `./`. */
export function fileName(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

/** The names that a text has more than once other than as `$NAME`: several values may be assigned to them. */
function repeatedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const [name] of text.matchAll(/(?<![\w$]|\$\{)[A-Za-z_]\w*/g))
    (names.has(name) ? repeated : names).add(name);
  return repeated;
}
