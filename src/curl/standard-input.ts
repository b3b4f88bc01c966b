/** Standard input of curl, as far as the text says what it is. It can be read once. */
import type { Input } from './lexer.ts';

const UNKNOWN: Input = { kind: 'unknown' };

export class StandardInput {
  #input: Input;

  constructor(input: Input | undefined) {
    this.#input = input ?? UNKNOWN;
  }

  /** What is left to read: everything the first time, nothing afterwards. */
  take(): Input {
    const input = this.#input;
    if (input.kind === 'text') this.#input = { kind: 'text', text: '' };
    return input;
  }
}

/** Where `-` or a path is read from: a text that is known, or a file of the user (`-` is standard input). */
export function readSource(path: string, stdin: StandardInput): { text: string } | { path: string } {
  if (path !== '-') return { path };
  const input = stdin.take();
  if (input.kind === 'text') return { text: input.text };
  return { path: input.kind === 'file' ? input.path : '-' };
}
