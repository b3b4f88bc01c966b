/** Standard input of curl and files, as far as the text says what is in them. */
import type { Input } from './command.ts';
import type { Context } from './context.ts';

const UNKNOWN: Input = { kind: 'unknown' };

export class StandardInput {
  #input: Input;
  readonly #files: ReadonlyMap<string, string> | undefined;

  /** @param files contents by name */
  constructor(input: Input | undefined, files?: ReadonlyMap<string, string>) {
    this.#input = input ?? UNKNOWN;
    this.#files = files;
  }

  /** The content of a file; undefined when the text does not say it. */
  file(path: string): string | undefined {
    return this.#files?.get(plainPath(path));
  }

  /** What is left to read of standard input: everything the first time, nothing afterwards. */
  take(): Input {
    const input = this.#input;
    if (input.kind === 'text') this.#input = { kind: 'text', text: '' };
    return input;
  }
}

/** `./name` is `name`. */
export function plainPath(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}

/** The content of a file that the text itself makes, or of none. */
export function knownFile(context: Context, path: string): string | undefined {
  return path === '/dev/null' ? '' : context.files?.get(plainPath(path));
}

/** Where `-` or a path is read from: a text that is known, or a file of the user (`-` is standard input). */
export function readSource(path: string, stdin: StandardInput): { text: string } | { path: string } {
  if (path !== '-') {
    const text = stdin.file(path);
    return text === undefined ? { path } : { text };
  }
  const input = stdin.take();
  if (input.kind === 'text') return { text: input.text };
  return { path: input.kind === 'file' ? input.path : '-' };
}
