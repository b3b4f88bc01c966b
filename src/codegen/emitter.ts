/** The interfaces of a language, its libraries and clients. A language in languages/ imports no other language. */
import type { LanguageFn } from 'highlight.js';
import type { RequestWarning } from '../schemas/request-shape.ts';
import type { Capabilities } from './plan/capabilities.ts';
import type { ProgramPlan } from './plan/plan.ts';

/** One library (or one class of it), and the function that prints its plans. */
export interface Client {
  readonly capabilities: Capabilities;
  /** Returns the complete program, formatted as by the language's formatter. All decisions about HTTP are in the plan. */
  emit(plan: ProgramPlan): string;
}

export interface ProjectFile {
  /** Path relative to the program's folder. */
  readonly name: string;
  readonly content: string;
}

/** A library for programs of a language; `name` is the API's `library`. */
export interface Library {
  readonly name: string;
  /** The oldest supported versions, e.g. `Python 3.8, requests 2.31`. */
  readonly requires: string;
  /** Installs the library, and further packages, in the program's folder; null when it comes with the language. */
  install(packages: readonly string[]): string | null;
  /** The name of the file, the command that runs it and the program that only stops, if they differ from the language's. */
  readonly filename?: string;
  readonly run?: string;
  stop?(sentence: string): string;
  warnings?(code: string): RequestWarning[];
  files?(packages: readonly string[], code: string): readonly ProjectFile[];
  /** The first whose plan has no warnings but those of redirects writes the program, else that with the fewest such. */
  readonly clients: readonly [Client, ...Client[]];
}

export interface Emitter {
  readonly title: string;
  /** The file name that the run command expects, e.g. `main.go`. */
  readonly filename: string;
  readonly run: string;
  readonly highlighter: LanguageFn;
  /** Returns the program that prints a sentence (plain ASCII) to standard error and exits with a status other than 0. */
  stop(sentence: string): string;
  readonly libraries: readonly [Library, ...Library[]];
}
