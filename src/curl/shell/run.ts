/**
 * Shell pass: goes through the tree of a text in the order that a shell would run it, and gives out each simple command
 * with its values. Assignments are made; conditions, loops and programs are not computed: what depends on them is open.
 */

import type { Command, Input } from '../command.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Span, Word } from '../word.ts';
import { type Assigned, assign, DECLARERS, environmentOf, runBuiltin } from './builtins.ts';
import { Expander } from './expand.ts';
import { Files } from './files.ts';
import { assignmentOf, Parser } from './parser.ts';
import { Scope } from './scope.ts';
import {
  type AndOr,
  type CompoundCommand,
  type Expansion,
  partsOf,
  type RawWord,
  type ShellCommand,
  type ShellText,
  type SimpleCommand,
} from './syntax.ts';

/** Commands that always succeed, so that what follows `&&` is run. */
const SURE = new Set(['export', 'echo', 'printf', 'local', 'declare', 'readonly', 'true', ':', 'cat']);
/** Programs whose output may be known: there is no point in reading others. */
const PRINTS = /^\s*(?:(?:echo|printf|cat|which|command|true)\b|[:<])/;
const NOTHING: Input = { kind: 'none' };
const MAX_DEPTH = 4;
const MAX_CALLS = 50;

/** Takes a command as it would be run; true when no more are wanted. */
type Visit = (command: Command) => boolean;

const PASS: Visit = () => false;

export class Shell {
  readonly #diagnostics: Diagnostics;
  readonly #expander: Expander;
  readonly #scope: Scope;
  readonly files: Files;
  /** Substitutions whose output is not known: a curl command may stand in one. */
  readonly substitutions: ShellText[] = [];
  #functions: Map<string, { readonly body: CompoundCommand; isCalled: boolean }> | undefined;
  #visit = PASS;
  #loop: Span | undefined;
  #isDone = false;
  #calls = 0;
  #depth = 0;

  constructor(diagnostics: Diagnostics, scope = new Scope(), files = new Files(diagnostics)) {
    this.#diagnostics = diagnostics;
    this.#scope = scope;
    this.files = files;
    this.#expander = new Expander(diagnostics, scope, (part) => this.#substituted(part));
  }

  /** The shell that this one starts for a script: it knows the environment only. */
  child(environment: ReadonlyMap<string, Word>): Shell {
    return new Shell(this.#diagnostics, this.#scope.child(environment), this.files);
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
    const expander = this.#expander;
    const assigned = command.assignments.map((each) => assign(each, words.length === 0, expander));
    const io = this.files.redirect(command.redirections, piped, expander);
    if (words.length === 0) return this.files.output(words, io);
    if (this.#call(name, assigned)) return { kind: 'unseen', place: command };
    const { stdin, redirected } = io;
    const environment = environmentOf(this.#scope, assigned);
    const loop = this.#loop;
    this.#isDone = this.#visit({ words, stdin, environment, operator, fault, redirected, loop, start, end });
    if (this.#isDone) return NOTHING;
    runBuiltin(words, stdin, this.#scope);
    return this.files.output(words, io, command);
  }

  /** Runs a function of the text. @returns whether there is one */
  #call(name: string, assigned: readonly Assigned[]): boolean {
    const called = this.#functions?.get(name);
    if (called === undefined || this.#calls >= MAX_CALLS || this.#depth >= MAX_DEPTH) return false;
    this.#calls += 1;
    this.#depth += 1;
    called.isCalled = true;
    const mark = this.#scope.mark();
    this.#forget(assigned.map((each) => each.name));
    this.#lists(called.body.branches.flat());
    this.#forget(this.#scope.undo(mark));
    this.#depth -= 1;
    return true;
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

  #substituted(part: Expansion): Word | undefined {
    const { text } = part.inside;
    const output = PRINTS.test(text) ? this.#outputOf(part.inside, part) : undefined;
    if (output === undefined && text.includes('curl')) this.substitutions.push(part.inside);
    return output;
  }

  #outputOf(script: ShellText, place: Span): Word | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    const file = /^<\s*([\w./-]+)\s*$/.exec(script.text.slice(0, 200))?.[1];
    if (file !== undefined) return this.files.content(Word.text(file, place));
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
