/**
 * Shell pass: goes through the tree of a text in the order that a shell would run it, and gives out each simple command
 * with its values. Assignments are made; conditions, loops and programs are not computed: what depends on them is open.
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { Command, Input } from './ast.ts';
import { Expander } from './expand.ts';
import { fileName, handedOn, knownFile, printed } from './known-output.ts';
import { assignmentOf, Parser } from './parser.ts';
import { Scope } from './scope.ts';
import {
  type AndOr,
  type Assignment,
  type CompoundCommand,
  type Expansion,
  partsOf,
  type RawWord,
  type Redirection,
  type ShellCommand,
  type ShellText,
  type SimpleCommand,
} from './syntax.ts';
import { NO_WORDS, type Span, Word } from './word.ts';

/** Commands that set variables given as arguments. */
const DECLARERS = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
/** Commands that set variables to what is not computed. */
const SETTERS = new Set(['read', 'mapfile', 'readarray', 'printf', 'let', 'getopts', 'unset']);
/** Commands that always succeed, so that what follows `&&` is run. */
const SURE = new Set(['export', 'echo', 'printf', 'local', 'declare', 'readonly', 'true', ':', 'cat']);
/** Programs that leave the files alone that they are given. */
const READING = new Set('cat echo printf test [ [[ ls wc head tail grep jq file chmod'.split(' '));
/** Programs whose output may be known: there is no point in reading others. */
const PRINTS = /^\s*(?:(?:echo|printf|cat|which|command|true)\b|[:<])/;
const NO_WORD = Word.text('', { start: 0, end: 0 });
const NOTHING: Input = { kind: 'none' };
const MAX_DEPTH = 4;
const MAX_CALLS = 50;

/** Takes a command as it would be run; true when no more are wanted. */
type Visit = (command: Command) => boolean;

const PASS: Visit = () => false;

interface Redirected {
  readonly stdin: Input;
  readonly redirected: Span | undefined;
  /** The file that its output goes to. */
  readonly written: { readonly name: string; readonly append: boolean } | undefined;
}

export class Shell {
  readonly #diagnostics: Diagnostics;
  readonly #expander: Expander;
  readonly #scope: Scope;
  /** Contents of files that the text makes. Most make none. */
  #files: Map<string, Word> | undefined;
  /** Substitutions whose output is not known: a curl command may stand in one. */
  readonly substitutions: ShellText[] = [];
  #functions: Map<string, { readonly body: CompoundCommand; isCalled: boolean }> | undefined;
  #visit = PASS;
  #loop: Span | undefined;
  #isDone = false;
  #calls = 0;
  #depth = 0;

  constructor(diagnostics: Diagnostics, scope = new Scope(), files?: Map<string, Word>) {
    this.#diagnostics = diagnostics;
    this.#scope = scope;
    this.#files = files;
    this.#expander = new Expander(diagnostics, scope, (part) => this.#substituted(part));
  }

  /** The shell that this one starts for a script: it knows the environment only. */
  child(environment: ReadonlyMap<string, Word>): Shell {
    return new Shell(this.#diagnostics, this.#scope.child(environment), this.files);
  }

  get files(): Map<string, Word> {
    this.#files ??= new Map();
    return this.#files;
  }

  /** The files as they are now. */
  knownFiles(): ReadonlyMap<string, Word> {
    return this.#files === undefined ? NO_WORDS : new Map(this.#files);
  }

  /**
   * Visits the commands of a text.
   * @throws InputError where the text cannot be read on
   */
  run(text: ShellText, visit: Visit): void {
    const outer = this.#visit;
    this.#visit = visit;
    const parser = new Parser(text, this.#diagnostics);
    for (let list = parser.next(); list !== undefined && !this.#isDone; list = parser.next())
      this.#list(list);
    // What is never called may be what the text is about.
    if (this.#functions !== undefined)
      for (const { body, isCalled } of this.#functions.values())
        if (!isCalled) this.#lists(body.branches.flat());
    this.#visit = outer;
  }

  #lists(lists: readonly AndOr[]): void {
    for (const list of lists) this.#list(list);
  }

  #list(list: AndOr): void {
    if (this.#isDone) return;
    let uncertain: number | undefined;
    for (const { commands, operator } of list) {
      this.#pipeline(commands, operator);
      const isSafe = operator === '&&' && commands.length === 1 && commands.every(isSure);
      if (!isSafe) uncertain ??= this.#scope.mark();
    }
    if (uncertain !== undefined) this.#forget(this.#scope.undo(uncertain));
  }

  /** @returns what the last command prints */
  #pipeline(commands: readonly ShellCommand[], operator: string): Input {
    const mark = this.#scope.mark();
    let piped = NOTHING;
    for (const command of commands) {
      const follows = command === commands.at(-1) ? operator : '|';
      if (command.kind === 'simple') piped = this.#simple(command, piped, follows);
      else {
        this.#compound(command);
        piped = { kind: 'unseen', place: command };
      }
    }
    // The commands of a pipeline are subshells.
    if (commands.length > 1) this.#scope.undo(mark);
    return piped;
  }

  #forget(names: Iterable<string>): void {
    for (const name of names) this.#scope.forget(name);
  }

  #compound(command: CompoundCommand): void {
    const { type, head, branches, start, end } = command;
    const mark = this.#scope.mark();
    switch (type) {
      case 'group':
        this.#lists(branches.flat());
        break;
      case 'subshell':
        this.#lists(branches.flat());
        this.#scope.undo(mark);
        break;
      case 'conditional': {
        const changed = new Set<string>();
        for (const branch of branches) {
          this.#lists(branch);
          for (const name of this.#scope.undo(mark)) changed.add(name);
        }
        this.#forget(changed);
        break;
      }
      case 'loop': {
        this.#forget(head.match(/[A-Za-z_]\w*/g) ?? []);
        const first = branches[0]?.[0]?.[0]?.commands[0];
        const outer = this.#loop;
        this.#loop = { start, end: Math.max(first?.start ?? end, start) };
        this.#lists(branches.flat());
        this.#loop = outer;
        this.#forget(this.#scope.undo(mark));
        break;
      }
      case 'function':
        this.#functions ??= new Map();
        this.#functions.set(head, { body: command, isCalled: false });
        break;
      default:
        this.#forget(head.match(/[A-Za-z_]\w*/g) ?? []);
    }
  }

  /** @returns what the next command of the pipeline reads */
  #simple(command: SimpleCommand, piped: Input, operator: string): Input {
    const { start, end, fault } = command;
    const words = this.#words(command);
    const name = words[0]?.text ?? '';
    const assigned = command.assignments.map((assignment) => this.#assigned(assignment, words.length === 0));
    const { stdin, redirected, written } = this.#redirections(command.redirections, piped);
    if (words.length === 0) return this.#output(words, stdin, written);
    const called = this.#functions?.get(name);
    if (called !== undefined && this.#calls < MAX_CALLS && this.#depth < MAX_DEPTH) {
      this.#calls += 1;
      this.#depth += 1;
      called.isCalled = true;
      const mark = this.#scope.mark();
      this.#forget(assigned.map((each) => each.name));
      this.#lists(called.body.branches.flat());
      this.#forget(this.#scope.undo(mark));
      this.#depth -= 1;
      return { kind: 'unseen', place: command };
    }
    const environment = this.#environment(assigned);
    const loop = this.#loop;
    this.#isDone = this.#visit({ words, stdin, environment, operator, fault, redirected, loop, start, end });
    if (this.#isDone) return NOTHING;
    this.#builtin(name, words, stdin);
    return this.#output(words, stdin, written, command);
  }

  #words({ words: raws }: SimpleCommand): readonly Word[] {
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

  #environment(assigned: readonly { name: string; value: Word }[]): ReadonlyMap<string, Word> {
    if (assigned.length === 0 && !this.#scope.exports) return NO_WORDS;
    const environment = this.#scope.environment();
    for (const { name, value } of assigned) environment.set(name, value);
    return environment;
  }

  /** @param keeps there is no command that it is for */
  #assigned({ name, append, value }: Assignment, keeps: boolean): { name: string; value: Word } {
    const scope = this.#scope;
    if (!('kind' in value)) {
      const items = append ? [...(scope.items(name) ?? [])] : [];
      this.#diagnostics.fillIn(items.length, value[0]?.start ?? 0);
      for (const raw of value) this.#expander.words(raw, items);
      // `[key]=value`: what the items are is not computed.
      if (items.some((item) => /^\[[^\]]*\]=/.test(item.outline))) scope.forget(name);
      else scope.set(name, items);
      return { name, value: items[0] ?? NO_WORD };
    }
    const added = this.#expander.expand(value);
    const before = append ? scope.get(name) : undefined;
    if (append && before === undefined && scope.isUncertain(name)) return { name, value: added };
    const all = before === undefined ? added : Word.concat(added, before, added);
    if (keeps) scope.set(name, all);
    return { name, value: all };
  }

  #redirections(redirections: readonly Redirection[], piped: Input): Redirected {
    let stdin = piped;
    let redirected: Span | undefined;
    let written: Redirected['written'];
    for (const { operator, descriptor, target, start, end } of redirections) {
      const isInput = descriptor === '' || descriptor === '0';
      const isDocument = !('kind' in target);
      const word = isDocument
        ? this.#expander.document(target, { start, end })
        : this.#expander.expand(target);
      let input: Input | undefined;
      if (isDocument) input = { kind: 'text', value: word };
      else if (operator === '<<<') input = { kind: 'text', value: Word.concat(word, word, '\n') };
      else if (operator === '<' || operator === '<>') input = this.#file({ kind: 'file', path: word });
      else if (operator !== '<&') {
        redirected ??= { start, end };
        if (operator !== '>&' && (descriptor === '' || descriptor === '1') && word.text !== undefined)
          written = { name: fileName(word.text), append: operator === '>>' };
      } else if (word.text === '-') input = { kind: 'text', value: Word.text('', word) };
      else input = { kind: 'unseen', place: { start, end } };
      if (input !== undefined && isInput) stdin = input;
    }
    return { stdin, redirected, written };
  }

  #file(input: Input): Input {
    const known = input.kind === 'file' ? knownFile(input.path, this.files) : undefined;
    return known === undefined ? input : { kind: 'text', value: known };
  }

  /** Notes what a command does to files. @returns what the next command of the pipeline reads */
  #output(words: readonly Word[], stdin: Input, written: Redirected['written'], place?: Span): Input {
    if (this.files.size > 0 && !READING.has(words[0]?.text ?? ''))
      for (const word of words) this.files.delete(fileName(word.outline));
    const read = handedOn(words, stdin);
    const input = read && this.#file(read);
    // `type` says something else in a POSIX shell: it is read as cmd.exe's only where it is piped.
    const isCat = words[0]?.text === 'cat';
    const output = isCat && input?.kind === 'text' ? input.value : printed(words);
    if (written !== undefined) {
      const before = written.append ? this.files.get(written.name) : NO_WORD;
      if (output === undefined || before === undefined) this.files.delete(written.name);
      else {
        this.#diagnostics.fillIn(before.outline.length + output.outline.length, output.start);
        this.files.set(written.name, Word.concat(output, before, output));
      }
    }
    if (output !== undefined) return { kind: 'text', value: output };
    if (input !== undefined) return input;
    return place === undefined ? { kind: 'unseen' } : { kind: 'unseen', place };
  }

  #builtin(name: string, words: readonly Word[], stdin: Input): void {
    const scope = this.#scope;
    const isDeclarer = DECLARERS.has(name);
    if (!isDeclarer && !SETTERS.has(name)) {
      if (words.length === 1 && /^[A-Za-z_]\w*\[.*\]\+?=/s.test(name))
        scope.forget(name.slice(0, name.indexOf('[')));
      return;
    }
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
    }
    if (name === 'read') this.#read(words, stdin);
  }

  /** `read -r NAME <<< text`, `read -r -d '' NAME <<EOF`: one name, from a text without backslashes. */
  #read(words: readonly Word[], stdin: Input): void {
    const written = words
      .slice(1)
      .map((word) => word.text)
      .join(' ');
    const [, options = '', name] =
      /^(-r |-rd {2}|-r -d {2}|-d {2}-r |-d {2}|)([A-Za-z_]\w*)$/.exec(written) ?? [];
    if (stdin.kind !== 'text' || name === undefined) return;
    const text = stdin.value.outline;
    if (!options.includes('r') && text.includes('\\')) return;
    const [line = ''] = options.includes('d') ? [text] : text.split('\n', 1);
    const from = line.length - line.trimStart().length;
    this.#scope.set(name, stdin.value.slice(from, Math.max(from, line.trimEnd().length)));
  }

  #substituted(part: Expansion): Word | undefined {
    const { text } = part.inside;
    const output = PRINTS.test(text) ? this.#outputOf(part.inside, part) : undefined;
    if (output === undefined && text.includes('curl')) this.substitutions.push(part.inside);
    return output;
  }

  #outputOf(script: ShellText, place: Span): Word | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    const file = /^<\s*([\w./-]+)\s*$/.exec(script.text.slice(0, 200))?.[1];
    if (file !== undefined) return knownFile(Word.text(file, place), this.files);
    const parser = new Parser(script, this.#diagnostics);
    const [pipeline, ...others] = parser.next() ?? [];
    if (pipeline === undefined || others.length > 0 || parser.next() !== undefined) return undefined;
    if (pipeline.commands.some(({ kind }) => kind === 'compound')) return undefined;
    const mark = this.#scope.mark();
    const outer = this.#visit;
    this.#visit = PASS;
    this.#depth += 1;
    const output = this.#pipeline(pipeline.commands, '');
    this.#depth -= 1;
    this.#visit = outer;
    this.#scope.undo(mark);
    return output.kind === 'text' ? output.value : undefined;
  }
}

const isValue = (raw: RawWord): raw is Word => raw.kind === 'word';

function isSure(command: ShellCommand): boolean {
  if (command.kind !== 'simple') return false;
  const program = command.words[0];
  const [first] = program === undefined ? [] : partsOf(program);
  return program === undefined || (first?.kind === 'text' && SURE.has(first.text));
}
