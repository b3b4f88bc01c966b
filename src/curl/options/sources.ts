/** Options pass: the contents of standard input and of files, where the text gives them. */
import { nameOf } from '../../request/spellings.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { CurlCommand } from '../locate/choose.ts';
import { fileName } from '../shell/posix.ts';
import { EMPTY_WORD, type Span, Word } from '../word.ts';
import { withPlaceholders } from './placeholders.ts';

/** Where something is read from: a content that is known, or a file of the user (`-` is standard input). */
export type Source = { kind: 'content'; content: Word } | { kind: 'file'; path: Word };

const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);
/** `C:\file`, `.\file`, `..\file`. */
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2})\\/;

/** The warning about a file whose content the text itself writes. */
export const notRead = (path: string): string =>
  `${path} is written by another command of the text; its content is not read.`;

/** Finds the content of the files and the standard input that options name. */
export interface Sources {
  /** What `-` or a path names. Standard input is read once: afterwards nothing is left of it. */
  read(path: Word): Source;
  /** The name of an uploaded file. curl for Windows also removes the folders before the last backslash. */
  nameOf(path: Word): Word;
}

export function sourcesOf({ stdin, writes, dialect }: CurlCommand, diagnostics: Diagnostics): Sources {
  let input = stdin;
  return {
    read: (path) => {
      const isInput = STANDARD_INPUT.has(path.text ?? '');
      const file = !isInput ? path : input.kind === 'file' ? input.path : Word.text('-', path);
      const content = isInput && input.kind === 'text' ? input.value : knownFile(file);
      if (isInput && input.kind === 'text') input = { kind: 'text', value: EMPTY_WORD };
      if (content !== undefined) return { kind: 'content', content: withPlaceholders(content, diagnostics) };
      if (writes.has(fileName(file.outline))) diagnostics.warn('local_file', file, notRead(file.spelled));
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

/** The content of a file that is named by `<(echo text)`, or of none. */
function knownFile(path: Word): Word | undefined {
  const only = path.segments[0];
  if (only?.kind === 'unresolved') return path.segments.length === 1 ? only.value.content : undefined;
  return path.text === '/dev/null' ? Word.text('', path) : undefined;
}

/**
 * Whether a file is one whose length is not known before it is read: `/dev/null`, `<(command)`, standard input
 * or another descriptor by a file's name.
 */
export function isPipe(path: Word, source: Source): boolean {
  return path.text !== '-' && (source.kind === 'content' || source.path.text === '-');
}
