/** Shell pass: what the lexers of cmd.exe and PowerShell share. */
import type { Diagnostics } from '../diagnostics.ts';
import type { Input } from './ast.ts';
import type { Span, Word } from './word.ts';

/** The variables that a text sets, where names have no case: curl asks for a proxy's in either. */
export class WindowsEnvironment {
  /** All that was set, in order; undefined for a value that is not known. */
  readonly #log: [name: string, value: Word | undefined][] = [];

  set(name: string, value: Word | undefined): void {
    this.#log.push([name, value]);
  }

  /** What makes the environment as it is now: only that of one command is ever asked for. */
  snapshot(): () => ReadonlyMap<string, Word> {
    const { length } = this.#log;
    return () => {
      const variables = new Map<string, Word>();
      for (const [name, value] of this.#log.slice(0, length))
        for (const spelling of [name.toLowerCase(), name.toUpperCase()])
          if (value === undefined) variables.delete(spelling);
          else variables.set(spelling, value);
      return variables;
    };
  }
}

export const isCurl = (word: Word | undefined): boolean =>
  word !== undefined && /(?:^|[\\/])curl(?:\.exe)?$/i.test(word.outline);

/** What stands on the left of a pipe. */
export interface Left extends Span {
  readonly words: readonly Word[];
  /** What it prints, as far as the text says it. */
  readonly output: Word | undefined;
}

/** Programs that print a file: of cmd.exe, PowerShell and those that bring their own. */
const READERS = new Set(['cat', 'type', 'get-content', 'gc']);

/** What a command reads from the one before the pipe. */
export function pipedInput({ words, output, start, end }: Left): Input {
  if (output !== undefined) return { kind: 'text', value: output };
  const [program, ...args] = words;
  const files = args.filter((word) => !/^-(?:raw|path|literalpath)$/i.test(word.outline));
  const [file] = files;
  const isReader = program !== undefined && READERS.has(program.outline.toLowerCase());
  if (isReader && file !== undefined && files.length === 1 && !file.outline.startsWith('-'))
    return { kind: 'file', path: file };
  return { kind: 'unseen', place: { start, end } };
}

/** A variable that the text does not set, or one of which it cannot tell what it holds. */
export function openVariable(name: string, written: string, span: Span, diagnostics: Diagnostics) {
  return diagnostics.openVariable(name, written, {
    warning: { code: 'variable', message: `The value of ${written} does not stand in the text.`, ...span },
  });
}
