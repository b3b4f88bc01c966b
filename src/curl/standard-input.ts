/** Standard input of curl and files, as far as the text says what is in them. */
import type { Input } from './command.ts';
import { type Context, hasOpenValue } from './context.ts';

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

/** Where something is read from: a text that is known, or a file of the user (`-` is standard input). */
export type Source = { text: string } | { path: string };

/** Names of standard input as a file. */
const STANDARD_INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** Whether `-` or a path is standard input. */
export function isStandardInput(path: string): boolean {
  return path === '-' || (path.charCodeAt(0) === 0x2f && STANDARD_INPUT.has(path));
}

/**
 * Whether a file is one whose length is not known before it is read: `/dev/null`, `<(command)`, standard input
 * or another descriptor by a file's name.
 */
export function isPipe(path: string, source: Source): boolean {
  if (hasOpenValue(path)) return 'text' in source;
  if (path === '/dev/null' || path.startsWith('/dev/fd/')) return true;
  return path !== '-' && ('text' in source || source.path === '-') && isStandardInput(path);
}

/** What `-` or a path names. */
export function readSource(path: string, stdin: StandardInput): Source {
  if (path === '/dev/null') return { text: '' };
  if (!isStandardInput(path)) {
    const text = stdin.file(path);
    return text === undefined ? { path } : { text };
  }
  const input = stdin.take();
  if (input.kind === 'text') return { text: input.text };
  return { path: input.kind === 'file' ? input.path : '-' };
}
