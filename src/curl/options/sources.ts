/** Options pass: the contents of standard input and of files, where the text gives them. */
import { nameOf } from '../../request/spellings.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { CurlCommand } from '../locate/choose.ts';
import { EMPTY_WORD, type Span, Word } from '../word.ts';
import { withPlaceholders } from './placeholders.ts';

/** Where something is read from: a content that is known, or a file of the user (`-` is standard input). */
export type Source = { kind: 'content'; content: Word } | { kind: 'file'; path: Word };

const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
/** `C:\file`, `.\file`, `..\file`. */
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2})\\/;

/** Finds the content of the files and the standard input that options name. */
export interface Sources {
  /** What `-` or a path names. Standard input is read once: afterwards nothing is left of it. */
  read(path: Word): Source;
  /** The name of an uploaded file. curl for Windows also removes the folders before the last backslash. */
  nameOf(path: Word): Word;
}

export function sourcesOf({ stdin, dialect }: CurlCommand, diagnostics: Diagnostics): Sources {
  let input = stdin;
  return {
    read: (path) => {
      const isInput = STANDARD_INPUT.has(path.text ?? '');
      const file = !isInput ? path : input.kind === 'file' ? input.path : Word.text('-', path);
      const empty = file.text === '/dev/null' ? EMPTY_WORD : undefined;
      const content = isInput && input.kind === 'text' ? input.value : empty;
      if (isInput && input.kind === 'text') input = { kind: 'text', value: EMPTY_WORD };
      if (content !== undefined) return { kind: 'content', content: withPlaceholders(content, diagnostics) };
      return { kind: 'file', path: file };
    },
    nameOf: (path) => {
      const text = path.outline;
      const isWindows = dialect !== 'posix' || WINDOWS_PATH.test(text);
      return path.slice(Math.max(text.lastIndexOf('/'), isWindows ? text.lastIndexOf('\\') : -1) + 1);
    },
  };
}

/** The content of a file of the user, which is not known. */
export function fileWord(path: string, place: Span, diagnostics: Diagnostics): Word {
  // `./data/body.json` → `DATA_BODY_JSON`
  const name = nameOf(path.replace(/^\W+/, ''));
  return Word.unresolved(diagnostics.unresolved.value(name, `$(cat ${path})`), place);
}

/** Whether a file is one whose length is not known before it is read: standard input by a file's name, or an empty device. */
export function isPipe(path: Word, source: Source): boolean {
  return path.text !== '-' && (source.kind === 'content' || source.path.text === '-');
}
