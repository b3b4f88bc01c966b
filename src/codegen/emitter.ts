/** The parts of a language. Each language is a file in languages/ that imports no other language. */
import type { LanguageFn } from 'highlight.js';
import type { Capabilities } from './plan/capabilities.ts';
import type { ProgramPlan } from './plan/plan.ts';

/** One library (or one class of it), and the printer of its plans. */
export interface Client {
  readonly capabilities: Capabilities;
  /**
   * The complete program, ending with a newline, laid out as the language's formatter leaves it. It decides nothing about
   * HTTP and warns of nothing: that is done in the plan.
   */
  emit(plan: ProgramPlan): string;
}

/** A project file that the program needs beside it. */
export interface ProjectFile {
  /** Path in the folder that the program is run in. */
  readonly name: string;
  readonly content: string;
}

/** A library that programs of a language are written with, as `library` names it. */
export interface Library {
  /** E.g. `requests`. */
  readonly name: string;
  /** Oldest versions that the programs run on, e.g. `Python 3.8, requests 2.31`. */
  readonly requires: string;
  /**
   * One-line command that installs the library in the folder of the program, or null when the language brings it.
   * @param packages what the program needs besides, as the capabilities name it
   */
  install(packages: readonly string[]): string | null;
  /** One-line command that runs the program, where it is not the language's. */
  readonly run?: string;
  /** The project files of the program, where the language needs any. */
  files?(packages: readonly string[]): readonly ProjectFile[];
  /**
   * The usual one first. The first one whose plan warns of nothing but redirects writes the program, else the one with the
   * fewest such warnings. So a second one is for what the first cannot say (a GET with a body in JavaScript).
   */
  readonly clients: readonly [Client, ...Client[]];
}

export interface Emitter {
  /** Display name, e.g. `C#`. */
  readonly title: string;
  /** Name that the run command expects the program under, e.g. `main.go`. */
  readonly filename: string;
  /** One-line command that runs the program. */
  readonly run: string;
  /** The grammar of highlight.js that colours the programs. */
  readonly highlighter: LanguageFn;
  /** The default one first. */
  readonly libraries: readonly [Library, ...Library[]];
}
