/** What a language's generator is, and what generators share. Knows no language. */
import type { NormalRequest } from '../request/normalize.ts';
import type { RequestWarning } from '../schemas/http-request.ts';

export interface GeneratedProgram {
  /** The complete program, ending with a newline. */
  code: string;
  /** What the library cannot send; empty when the program sends exactly what curl would. */
  warnings: RequestWarning[];
}

/** One language. A generator is a file of its own that imports no other language's file. */
export interface Generator {
  /** Value of the API's `language` field. */
  readonly language: string;
  /** Display name, e.g. `C#`. */
  readonly title: string;
  /** The library that the programs use, e.g. `requests`. */
  readonly library: string;
  /** Oldest versions that the programs run on, e.g. `Python 3.8, requests 2.25`. */
  readonly requires: string;
  /** Name that the run command expects the program under, e.g. `main.go`. */
  readonly filename: string;
  /** One-line command that installs the library, or null when the language brings it. */
  readonly install: string | null;
  /** One-line command that runs the program. */
  readonly run: string;
  /** Never throws for a normalised request. Output is stable and formatted as the language's formatter does. */
  generate(request: NormalRequest): GeneratedProgram;
}

/** For the `default` of a switch that must be exhaustive: a new kind is a compile error here. */
export function unreachable(value: never): never {
  throw new Error(`unhandled: ${JSON.stringify(value)}`);
}
