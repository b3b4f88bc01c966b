/** Options pass: what stands on standard input and in files, as far as the text says it. */

import type { CurlCommand } from '../command.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { knownFile } from '../shell/known-output.ts';
import { Word } from '../word.ts';
import { withPlaceholders } from './placeholders.ts';

/** Where something is read from: a content that is known, or a file of the user (`-` is standard input). */
export type Source = { kind: 'content'; content: Word } | { kind: 'file'; path: Word };

const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
/** `C:\file`, `.\file`, `..\file`. */
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2})\\/;

export class Sources {
  readonly #command: CurlCommand;
  readonly #diagnostics: Diagnostics;
  #read = false;

  constructor(command: CurlCommand, diagnostics: Diagnostics) {
    this.#command = command;
    this.#diagnostics = diagnostics;
  }

  /** What `-` or a path names. Standard input is read once: afterwards nothing is left of it. */
  read(path: Word): Source {
    const name = path.text;
    const content =
      name !== undefined && STANDARD_INPUT.has(name)
        ? this.#standardInput(path)
        : knownFile(path, this.#command.files);
    if (content !== undefined)
      return { kind: 'content', content: withPlaceholders(content, this.#diagnostics) };
    const { stdin } = this.#command;
    if (name === undefined || !STANDARD_INPUT.has(name)) return { kind: 'file', path };
    return { kind: 'file', path: stdin.kind === 'file' ? stdin.path : Word.text('-', path) };
  }

  /** The name of an uploaded file: curl for Windows takes off what stands before the last backslash, too. */
  nameOf(path: Word): Word {
    const text = path.outline;
    const isWindows = this.#command.dialect !== 'posix' || WINDOWS_PATH.test(text);
    return path.slice(Math.max(text.lastIndexOf('/'), isWindows ? text.lastIndexOf('\\') : -1) + 1);
  }

  #standardInput(path: Word): Word | undefined {
    const { stdin } = this.#command;
    if (stdin.kind !== 'text') return undefined;
    const content = this.#read ? Word.text('', path) : stdin.value;
    this.#read = true;
    return content;
  }
}

/**
 * Whether a file is one whose length is not known before it is read: `/dev/null`, `<(command)`, standard input
 * or another descriptor by a file's name.
 */
export function isPipe(path: Word, source: Source): boolean {
  const name = path.text;
  if (name === undefined) return source.kind === 'content';
  if (name === '/dev/null' || name.startsWith('/dev/fd/')) return true;
  const isText = source.kind === 'content' || source.path.outline === '-';
  return name !== '-' && isText && STANDARD_INPUT.has(name);
}
