/**
 * Shell pass: the commands of a POSIX shell's text, with their values. The text is read, not run: assignments count in
 * the order in which they stand; what depends on a condition, a loop, a function or a program is unresolved.
 */
import { InputError } from '../../errors.ts';

import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import { type Assignment, type Expansion, partsOf, type RawWord, type Redirection } from '../lexer/syntax.ts';
import { append, EMPTY_WORD, NO_WORDS, type Span, Word } from '../word.ts';
import type { Command, CommandList, Input, ShellScript } from './command.ts';
import { Expander } from './expand.ts';
import { outputOf } from './output.ts';
import { assignmentOf, type Block, type Item, parseShell, type RawCommand } from './parser.ts';
import { Scope } from './scope.ts';

/** Commands that set variables given as arguments. */
const DECLARERS = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
/** Commands that set variables to what is not computed. */
const SETTERS = new Set(['read', 'mapfile', 'readarray', 'printf', 'let', 'getopts', 'unset', 'eval']);
/** Programs whose output may be known: there is no point in reading others. */
const PRINTS = /^\s*(?:echo|printf|cat|tee)\b/;
const CURL = /(?:^|[\s;&|(=])curl(?:\.exe)?\s/;
const NOTHING: Input = { kind: 'none' };
const MAX_DEPTH = 4;
const MAX_NESTED = 20;

interface Assigned {
  readonly name: string;
  readonly value: Word;
}

/** The commands of a text; those in the words of others are `nested` in them. */
export function readPosix({ text, scope = new Scope() }: ShellScript, diagnostics: Diagnostics): CommandList {
  const { items, ...rest } = parseShell(text, diagnostics);
  const reader = new Reader(scope, diagnostics);
  try {
    reader.read(items);
    return { commands: reader.commands, writes: reader.writes, ...rest };
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    return { commands: reader.commands, writes: reader.writes, error: thrown };
  }
}

class Reader {
  readonly commands: Command[] = [];
  /** Names of the files that commands write to. */
  readonly writes = new Set<string>();
  readonly #diagnostics: Diagnostics;
  readonly #expander: Expander;
  readonly #scope: Scope;
  /** The blocks around a command, and where the changes of each begin. */
  readonly #blocks: { readonly block: Block; readonly mark: number; first?: number | undefined }[] = [];
  #nested: ShellScript[] = [];
  /** About what is written in the substitutions of a command. */
  #inner: PendingWarning[] = [];
  #printed = NOTHING;
  #depth = 0;

  constructor(scope: Scope, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#scope = scope;
    this.#expander = new Expander(diagnostics, scope, (part) => this.#substituted(part));
  }

  read(items: readonly Item[]): void {
    if (items.some(isFunction)) this.#scope.changing = changingIn(items);
    for (const item of items)
      if (item.kind === 'command') {
        const command = this.#command(item);
        if (command !== undefined) this.commands.push(command);
      } else if (item.kind === 'enter') this.#enter(item.block);
      else this.#leave();
  }

  #enter(block: Block): void {
    this.#blocks.push({ block, mark: this.#scope.mark() });
    this.#forget(block.changes);
  }

  #leave(): void {
    const { block, mark } = this.#blocks.pop() ?? {};
    if (block === undefined || mark === undefined || block.kind === 'group') return;
    const changed = this.#scope.undo(mark);
    if (block.kind !== 'subshell') this.#forget(changed);
  }

  #forget(names: Iterable<string>): void {
    for (const name of names) this.#scope.forget(name);
  }

  /** @returns undefined for assignments alone, with nothing to warn of */
  #command(raw: RawCommand): Command | undefined {
    const { start, end, fault, operator, source } = raw;
    const loop = this.#loop(start);
    this.#nested = [];
    this.#inner = [];
    this.#forget(raw.changes);
    const mark = this.#scope.mark();
    const words = this.#words(raw);
    const assigned = raw.assignments.map((each) => this.#assign(each, words.length === 0));
    const piped: Input =
      source === undefined
        ? NOTHING
        : source.kind === 'command'
          ? this.#printed
          : { kind: 'unseen', place: source };
    const { stdin, redirected } = this.#redirect(raw.redirections, piped);
    const environment = this.#environment(assigned);
    if (words.length > 0) this.#runSetter(words);
    const isPiped = operator === '|' || operator === '|&';
    this.#printed = isPiped ? (outputOf(words, stdin) ?? { kind: 'unseen', place: { start, end } }) : NOTHING;
    if (words[0]?.text === 'tee') for (const file of words.slice(1)) this.writes.add(fileName(file.outline));
    // Each command of a pipeline runs in a subshell.
    if (isPiped || source !== undefined) this.#scope.undo(mark);
    const nested = this.#nested;
    const warnings = this.#inner.length === 0 ? raw.warnings : [...raw.warnings, ...this.#inner];
    if (words.length === 0 && nested.length === 0 && warnings.length === 0) return undefined;
    return {
      words,
      stdin,
      environment,
      operator,
      fault,
      redirected,
      loop,
      warnings,
      nested,
      start,
      end,
    };
  }

  /** Where the innermost loop begins, up to its first command. */
  #loop(start: number): Span | undefined {
    const loop = this.#blocks.findLast(({ block }) => block.kind === 'loop');
    if (loop === undefined) return undefined;
    loop.first ??= start;
    return { start: loop.block.start, end: Math.max(loop.first, loop.block.start) };
  }

  #words({ words: raws }: RawCommand): readonly Word[] {
    if (raws.every(isValue)) return raws;
    const words: Word[] = [];
    for (const raw of raws) {
      // `export NAME=$VALUE` is an assignment, whose value is not split.
      const isDeclared = DECLARERS.has(words[0]?.text ?? '') && assignmentOf(raw) !== undefined;
      if (isDeclared) words.push(this.#expander.expand(raw));
      else this.#expander.words(raw, words);
    }
    return words;
  }

  /** @param keeps there is no command that it is for */
  #assign({ name, append, value }: Assignment, keeps: boolean): Assigned {
    const scope = this.#scope;
    if (!('kind' in value)) {
      const items = append ? [...(scope.items(name) ?? [])] : [];
      this.#diagnostics.fillIn(items.length, value[0]?.start ?? 0);
      for (const raw of value) this.#expander.words(raw, items);
      // `[key]=value`: the items are unresolved.
      if (items.some((item) => /^\[[^\]]*\]=/.test(item.outline))) scope.forget(name);
      else scope.set(name, items);
      return { name, value: items[0] ?? EMPTY_WORD };
    }
    const added = this.#expander.expand(value);
    const before = append ? scope.get(name) : undefined;
    if (append && before === undefined && scope.isUncertain(name)) return { name, value: added };
    const all = before === undefined ? added : Word.concat(added, [before, added]);
    if (keeps) scope.set(name, all);
    return { name, value: all };
  }

  /** What a command finds in its environment, with what is assigned in front of it. */
  #environment(assigned: readonly Assigned[]): ReadonlyMap<string, Word> {
    if (assigned.length === 0 && this.#scope.isEmpty) return NO_WORDS;
    const environment = this.#scope.environment();
    for (const { name, value } of assigned) environment.set(name, value);
    return environment;
  }

  /** Commands that set variables. `NAME[0]=value`, which is read as a command, is one. */
  #runSetter(words: readonly Word[]): void {
    const scope = this.#scope;
    const name = words[0]?.text ?? '';
    const isDeclarer = DECLARERS.has(name);
    if (!isDeclarer && !SETTERS.has(name)) {
      if (words.length === 1 && /^[A-Za-z_]\w*\[.*\]\+?=/s.test(name))
        scope.forget(name.slice(0, name.indexOf('[')));
      return;
    }
    if (name === 'eval')
      this.#forget(words.flatMap(({ outline }) => outline.match(/\b[A-Za-z_]\w*(?=\+?=)/g) ?? []));
    if (name === 'printf' && words[1]?.outline !== '-v') return;
    const flags = words.map((word) => /^[-+][A-Za-z]+$/.exec(word.outline)?.[0] ?? '').join('');
    for (const word of words.slice(1)) {
      const [, variable, plus, assigned] = /^([A-Za-z_]\w*)(?:(\+?)=([\s\S]*))?/.exec(word.outline) ?? [];
      if (variable === undefined) continue;
      if (name === 'unset') scope.unset(variable);
      else if (!isDeclarer || (assigned !== undefined && (/[inlu]/.test(flags) || plus !== '')))
        scope.forget(variable);
      else if (assigned !== undefined) scope.set(variable, word.slice(word.outline.length - assigned.length));
      if (name === 'export' || (isDeclarer && flags.includes('x'))) scope.export(variable);
      if (name === 'readonly' || (isDeclarer && flags.includes('r'))) scope.keep(variable);
    }
  }

  /** What a command reads, and where the first redirection of its output stands. */
  #redirect(
    redirections: readonly Redirection[],
    piped: Input,
  ): { stdin: Input; redirected: Span | undefined } {
    let stdin = piped;
    let redirected: Span | undefined;
    for (const { operator, descriptor, target, start, end } of redirections) {
      const isDocument = !('kind' in target);
      const word = isDocument
        ? this.#expander.document(target, { start, end })
        : this.#expander.expand(target);
      let input: Input | undefined;
      if (isDocument) input = { kind: 'text', value: word };
      else if (operator === '<<<') input = { kind: 'text', value: Word.concat(word, [word, '\n']) };
      else if (operator === '<' || operator === '<>') input = { kind: 'file', path: word };
      else if (operator !== '<&') {
        redirected ??= { start, end };
        if (operator !== '>&') this.writes.add(fileName(word.outline));
      } else if (word.text === '-') input = { kind: 'text', value: Word.text('', word) };
      else input = { kind: 'unseen', place: { start, end } };
      if (input !== undefined && (descriptor === '' || descriptor === '0')) stdin = input;
    }
    return { stdin, redirected };
  }

  #substituted(part: Expansion): Word | undefined {
    const { text } = part.inside;
    const output = PRINTS.test(text) && this.#depth < MAX_DEPTH ? this.#outputOf(part) : undefined;
    if (output === undefined && this.#nested.length < MAX_NESTED && CURL.test(text))
      this.#nested.push({ text: part.inside, scope: this.#scope.copy() });
    return output;
  }

  /** What a substitution prints: of one command, or of a pipeline that hands its output on. */
  #outputOf({ inside }: Expansion): Word | undefined {
    const { items, error } = parseShell(inside, this.#diagnostics);
    if (error !== undefined) throw error;
    const last = items.at(-1);
    if (last?.kind !== 'command' || !/^[\n;]?$/.test(last.operator)) return undefined;
    if (!items.slice(0, -1).every((item) => item.kind === 'command' && item.operator === '|'))
      return undefined;
    const nested = this.#nested;
    const inner = this.#inner;
    const printed = this.#printed;
    this.#depth += 1;
    let output: Input | undefined;
    for (const item of items)
      if (item.kind === 'command') {
        output = this.#outputOfCommand(item);
        append(inner, this.#inner);
      }
    this.#depth -= 1;
    this.#nested = nested;
    this.#inner = inner;
    this.#printed = printed;
    return output?.kind === 'text' ? output.value : undefined;
  }

  #outputOfCommand(raw: RawCommand): Input | undefined {
    const command = this.#command(raw);
    this.#inner = [...(command?.warnings ?? [])];
    if (command === undefined || command.redirected !== undefined) return undefined;
    return outputOf(command.words, command.stdin);
  }
}

const isValue = (raw: RawWord): raw is Word => raw.kind === 'word';

/** The name of a file without its `./`. */
export function fileName(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

const isFunction = (item: Item): boolean => item.kind === 'enter' && item.block.kind === 'function';

/** The names that are assigned more than once. */
function changingIn(items: readonly Item[]): ReadonlySet<string> {
  const names = new Set<string>();
  const changing = new Set<string>();
  for (const item of items) {
    const assigned =
      item.kind === 'command'
        ? [...item.assignments.map(({ name }) => name), ...item.changes, ...item.words.flatMap(declared)]
        : item.block.changes;
    for (const name of assigned) (names.has(name) ? changing : names).add(name);
  }
  return changing;
}

/** The name in a word that may assign one: `export NAME=value`, `read NAME`. */
function declared(word: RawWord): string[] {
  const [first] = partsOf(word);
  const name = first?.kind === 'text' ? /^[A-Za-z_]\w*(?=\+?=|$|\[)/.exec(first.text)?.[0] : undefined;
  return name === undefined ? [] : [name];
}
