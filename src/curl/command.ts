/** Simple commands of a shell, as the lexers of all dialects give them. Knows no curl option. */
import type { Span, Word } from './context.ts';

/** What a text was written for. */
export type Dialect = 'posix' | 'cmd' | 'powershell';

/** What a command reads from standard input. */
export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'file'; path: string }
  /** Something is piped in, but what is not known. */
  | { kind: 'unknown' };

/** A simple command. */
export interface Command extends Span {
  words: Word[];
  assignments: { name: string; value: string }[];
  /** Makes the environment that a text for Windows gives to it. */
  environment?: (() => ReadonlyMap<string, string>) | undefined;
  /** The redirection of standard input, if any. A here-document is filled in when its line has ended. */
  input: Input | undefined;
  /** The command on the left of the pipe. */
  piped: Command | undefined;
  /** What it prints, where that depends on the shell. */
  output?: string;
  /** What ended it: `|`, `&&`, `;`, newline, … or nothing at the end of the text. */
  terminator: string;
  /** It has redirections of its output. */
  redirected: Span | undefined;
  /** It is the condition of a loop: `while read …`. */
  loops?: boolean;
  /** The file that its output goes to. */
  writes?: { path: string; append: boolean };
  /** A shell would refuse it. */
  fault: { code: string; message: string; at: number } | undefined;
}

/** The body of a shell function that the text defines, between its braces. */
export interface ShellFunction extends Span {
  text: string;
}

/** What a call counts besides the characters of the body. */
const CALL_COST = 100;

/** Subshells within each other. */
const MAX_SUBSHELLS = 8;
const MAX_COPIED = 20_000;

interface Snapshot {
  variables: Map<string, string> | undefined;
  arrays: Map<string, Word[]> | undefined;
}

/** A loop that is being read. */
export interface Loop extends Span {
  /** How often it runs; undefined when the text does not say it. */
  rounds: number | undefined;
  /** It is read from a pipe: what it sets is lost with its subshell. */
  lost: boolean;
  /** Sets the variables of a round, counted from 0; after the last one, what the loop leaves in them. */
  enter(round: number): void;
}

interface EnteredLoop extends Loop {
  /** Where the body begins. */
  from: number;
  before: Snapshot;
}

/** What may keep some rounds of a loop from doing what the others do. */
const UNEVEN = /\b(?:if|case|break|continue|return|exit)\b|&&|\|\|/;
/** How many characters of loop bodies are read again for their further rounds. */
const MAX_REPEATED = 200_000;

/** The functions of a text, by name. */
export class ShellFunctions extends Map<string, ShellFunction> {
  /** How many characters of bodies may still be read: calls could multiply the text. */
  #budget = 200_000;
  readonly #definitions: { start: number; body: ShellFunction }[] = [];

  /** @param start where the definition begins, blanks and the separator before it included */
  define(name: string, start: number, body: ShellFunction): void {
    this.set(name, body);
    this.#definitions.push({ start, body });
  }

  /** Where the text goes on after the definition at an index; the index itself when there is none. */
  after(index: number): number {
    for (const { start, body } of this.#definitions)
      if (index >= start && index < body.start) return body.end + 1;
    return index;
  }

  /** The body for a call; undefined for other programs, and when too much has been read. */
  call(name: string): ShellFunction | undefined {
    const body = this.get(name);
    if (body === undefined) return undefined;
    this.#budget -= body.text.length + CALL_COST;
    return this.#budget < 0 ? undefined : body;
  }
}

/** Parameters that a function is taken to look at: those that a call does not give are empty. */
const PARAMETERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Shell variables that the text itself sets. Most texts set none, so nothing is made beforehand. */
export class Scope {
  /** Functions that the text defines. */
  functions: ShellFunctions | undefined;
  /** The loops that are being read, the innermost last. */
  #loops: EnteredLoop[] | undefined;
  #repeated: number | undefined;
  #variables: Map<string, string> | undefined;
  #arrays: Map<string, Word[]> | undefined;
  #exported: Set<string> | undefined;
  #aliases: Map<string, string> | undefined;

  #saved: Snapshot[] | undefined;
  /** How many variables have been copied for subshells. */
  #copied: number | undefined;

  /** What a shell knows that is started with an environment. */
  child(environment: ReadonlyMap<string, string>): Scope {
    const child = new Scope();
    child.#loops = this.#loops;
    for (const [name, value] of environment) {
      child.set(name, value);
      child.export(name);
    }
    return child;
  }

  /** @param definition `name=text` */
  setAlias(definition: string): void {
    const [, name = '', text = ''] = /^([\w.-]{1,60})=([\s\S]*)$/.exec(definition) ?? [];
    if (name === '') return;
    this.#aliases ??= new Map();
    this.#aliases.set(name, text);
  }

  get hasAliases(): boolean {
    return this.#aliases !== undefined;
  }

  alias(name: string): string | undefined {
    return this.#aliases?.get(name);
  }

  /** A subshell begins: what it sets is forgotten at its end. */
  enterSubshell(): void {
    this.#saved ??= [];
    if (this.#saved.length < MAX_SUBSHELLS) this.#saved.push(this.#snapshot());
  }

  leaveSubshell(): void {
    const saved = this.#saved?.pop();
    if (saved === undefined) return;
    this.#variables = saved.variables;
    this.#arrays = saved.arrays;
  }

  /** @param from where the body begins */
  enterLoop(loop: Loop, from: number): void {
    this.#loops ??= [];
    this.#loops.push({ ...loop, from, before: this.#snapshot() });
    loop.enter(0);
  }

  /**
   * After the first round of the innermost loop: the others. What a loop sets that may run otherwise is unknown.
   * @param body the text of a loop's body
   * @param repeat reads the body once more
   */
  leaveLoop(body: (from: number) => string, repeat: (from: number) => void): void {
    const loop = this.#loops?.pop();
    if (loop === undefined) return;
    const { rounds = 0, from, before, lost } = loop;
    if (lost) {
      this.#variables = before.variables;
      this.#arrays = before.arrays;
      return;
    }
    const text = body(from);
    const cost = text.length * (rounds - 1);
    this.#repeated = (this.#repeated ?? 0) + Math.max(cost, 0);
    if (rounds === 0 || UNEVEN.test(text) || this.#repeated > MAX_REPEATED) {
      this.#forgetChanges(before);
      return;
    }
    for (let round = 1; round < rounds; round += 1) {
      loop.enter(round);
      repeat(from);
    }
    loop.enter(rounds);
  }

  /** The loop that runs something several times, and how often: loops in a loop count together. */
  get repetition(): (Span & { rounds: number }) | undefined {
    let rounds = 1;
    for (const loop of this.#loops ?? []) rounds *= loop.rounds ?? 1;
    const outer = this.#loops?.find((loop) => (loop.rounds ?? 1) > 1);
    return outer === undefined ? undefined : { start: outer.start, end: outer.end, rounds };
  }

  #forgetChanges({ variables, arrays }: Snapshot): void {
    for (const [name, value] of this.#variables ?? [])
      if (variables?.get(name) !== value) this.#variables?.delete(name);
    for (const [name, items] of this.#arrays ?? [])
      if (arrays?.get(name) !== items) this.#arrays?.delete(name);
  }

  #snapshot(): Snapshot {
    this.#copied = (this.#copied ?? 0) + (this.#variables?.size ?? 0) + (this.#arrays?.size ?? 0);
    // Beyond what a text for people has, subshells change what is outside of them.
    if (this.#copied > MAX_COPIED) return { variables: this.#variables, arrays: this.#arrays };
    return {
      variables: this.#variables && new Map(this.#variables),
      arrays: this.#arrays && new Map(this.#arrays),
    };
  }

  /** Runs something after which some variables are as they were before. */
  keeping<T>(names: readonly string[], run: () => T): T {
    const before = names.map((name) => ({ name, value: this.get(name), items: this.array(name) }));
    const result = run();
    for (const { name, value, items } of before) {
      this.unset(name);
      if (value !== undefined) this.set(name, value);
      if (items !== undefined) this.setArray(name, items);
    }
    return result;
  }

  get(name: string): string | undefined {
    return this.#variables?.get(name);
  }

  set(name: string, value: string): void {
    this.#variables ??= new Map();
    this.#variables.set(name, value);
  }

  unset(name: string): void {
    this.#variables?.delete(name);
    this.#arrays?.delete(name);
  }

  array(name: string): Word[] | undefined {
    return this.#arrays?.get(name);
  }

  setArray(name: string, items: Word[]): void {
    this.#arrays ??= new Map();
    this.#arrays.set(name, items);
  }

  /** Sets `$1`, `$2`, `$@`, `$*` and `$#`; undefined makes them unknown again. @returns those before */
  setArguments(words: Word[] | undefined): Word[] | undefined {
    const before = this.array('@');
    if (words === undefined) {
      for (const name of [...PARAMETERS, '@', '*', '#']) this.unset(name);
      return before;
    }
    this.setArray('@', words);
    for (const [index, name] of PARAMETERS.entries()) this.set(name, words[index]?.text ?? '');
    this.set('#', String(words.length));
    return before;
  }

  export(name: string): void {
    this.#exported ??= new Set();
    this.#exported.add(name);
  }

  /** Whether child processes get anything. */
  get exports(): boolean {
    return this.#exported !== undefined;
  }

  /** What child processes get. */
  environment(): Map<string, string> {
    const environment = new Map<string, string>();
    for (const name of this.#exported ?? []) {
      const value = this.get(name);
      if (value !== undefined) environment.set(name, value);
    }
    return environment;
  }
}

/** A name for a variable that stands for a command: `$(date +%s)` → `DATE_S`. */
export function nameOf(command: string): string {
  const name = command
    .slice(0, 200)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return name === '' || /^\d/.test(name) ? `VALUE_${name}`.replace(/_$/, '') : name;
}

/** The environment that a text for Windows sets, where names have no case: curl asks for either spelling. */
export class WindowsEnvironment {
  /** All that was set, in order; undefined for a value that is not known. */
  readonly #log: [name: string, value: string | undefined][] = [];

  set(name: string, value: string | undefined): void {
    this.#log.push([name, value]);
  }

  /** What makes the environment as it is now; undefined where nothing has been set. */
  snapshot(): (() => ReadonlyMap<string, string>) | undefined {
    const { length } = this.#log;
    return length === 0 ? undefined : () => this.#until(length);
  }

  #until(length: number): ReadonlyMap<string, string> {
    const variables = new Map<string, string>();
    for (const [name, value] of this.#log.slice(0, length))
      for (const spelling of [name.toLowerCase(), name.toUpperCase()])
        if (value === undefined) variables.delete(spelling);
        else variables.set(spelling, value);
    return variables;
  }
}
