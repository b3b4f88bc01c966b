/** Splits a command into words as its shell does, and keeps each character's place in the text. Pure. */
import type { Part } from '../curl/lexer/syntax.ts';
import type { WrittenWord } from '../curl/lexer/written-words.ts';
import { writtenWords } from '../curl/shell/read.ts';
import type { Span } from '../curl/word.ts';

export interface PlacedWord {
  /** Without quotes and escapes. */
  text: string;
  /** For each UTF-16 unit of `text`: where it starts in the command. */
  starts: readonly number[];
  /** For each UTF-16 unit of `text`: where it ends in the command. */
  ends: readonly number[];
}

/** Returns the words of a command, including its comments and substitutions. Takes time linear in the command. */
export function wordsOf(command: string): PlacedWord[] {
  return writtenWords(command).words.map((word) => placedWord(command, word));
}

/** Returns where the comments of a command are. */
export const commentsOf = (command: string): readonly Span[] => writtenWords(command).comments;

function placedWord(command: string, { parts, start: from }: WrittenWord): PlacedWord {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let last = from;
  for (const part of parts) {
    const written = textOf(part);
    const isParallel = part.end - part.start === written.length;
    for (let unit = 0; unit < written.length; unit += 1) {
      starts.push(isParallel ? part.start + unit : part.start);
      ends.push(isParallel ? part.start + unit + 1 : part.end);
    }
    // The backslashes and carets that escape a character belong to it.
    let begin = part.start;
    while (begin > last && /[\\^]/.test(command[begin - 1] ?? '')) begin -= 1;
    if (written !== '') starts[starts.length - written.length] = begin;
    last = part.end;
    text += written;
  }
  return { text, starts, ends };
}

function textOf(part: Part): string {
  if (part.kind === 'text') return part.text.toWellFormed();
  return part.kind === 'unresolved' ? part.value.written : part.written;
}
