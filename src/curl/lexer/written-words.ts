/**
 * Lexer: the words of any text as they are written, each part with its place: for those who look at a text
 * without reading a command from it. Nothing is refused: what is not closed ends with the text.
 */
import { Diagnostics } from '../diagnostics.ts';
import { type Span, Word } from '../word.ts';
import { isWord, type Part, partsOf } from './syntax.ts';
import { Lexer } from './token-lexer.ts';

export interface WrittenWord extends Span {
  readonly parts: readonly Part[];
}

export interface WrittenText {
  /** Those of comments, substitutions and here-documents, too, in no order. */
  readonly words: readonly WrittenWord[];
  readonly comments: readonly Span[];
  /** What is open at the end: a quote, or `<<` and the delimiter of a here-document. */
  readonly open: string;
}

const MAX_DEPTH = 4;

/** Reads the words and comments of a text, and what is open at its end. */
export function writtenText(text: string): WrittenText {
  const words: WrittenWord[] = [];
  const source = Word.text(text, { start: 0, end: text.length });
  const { comments, openDocument, openQuote } = read(source, words, 0);
  return { words, comments, open: openDocument === undefined ? openQuote : `<<${openDocument}` };
}

/** The words of a text and those of its comments, an apostrophe in which opens no quote. */
export function withComments(text: string, { words, comments, open }: WrittenText): WrittenText {
  const all = [...words];
  for (const { start, end } of comments) {
    const inside = text.slice(start, end).replace(/(?<![^\s;&|()<>])#+/g, (run) => ' '.repeat(run.length));
    read(Word.text(inside, { start, end }), all, MAX_DEPTH);
  }
  return { words: all, comments, open };
}

function read(source: Word, words: WrittenWord[], depth: number): Lexer {
  const lexer = new Lexer(source, new Diagnostics((index) => index), true);
  const inner: Word[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const word = token.kind === 'redirection' ? token.target : token;
    if (!('kind' in word) || !isWord(word)) continue;
    const parts = partsOf(word);
    words.push({ parts, start: word.start, end: word.end });
    for (const part of parts)
      if ((part.kind === 'command' || part.kind === 'process') && part.inside.isVerbatim)
        inner.push(part.inside);
  }
  if (depth < MAX_DEPTH) for (const script of inner) read(script, words, depth + 1);
  return lexer;
}
