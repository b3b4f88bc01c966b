/** Reading of a text that has a command in a sentence: as inline code or bold text of Markdown, or behind a word. */
import { CURL, type Excerpt, MENTION, type Reading } from './reading.ts';
import { allBut, Source } from './source.ts';
import { quotedCommands } from './strings.ts';

const INLINE = new RegExp(
  `(?<!\`)(\`{1,3}|(?<![*\\w])[*]{1,2}|(?<![\\w_])_)(?![\`*_ ])(?=[^\`\\n]{0,80}${CURL})[^]{1,4000}?[^\`]\\1(?!\`|(?<=[*_])[*\\w'"]|(?<=\\s[*_]))`,
  'g',
);
const WORD = new RegExp(`(?<![\\w./@*{}\\]>-]|(?:^|\\s)=)(?=${CURL})`, 'gm');
/** What ends a command outside of quotes: the end of a sentence, a comma, an apostrophe of prose. */
const PUNCTUATION = /(?<=[^\s.,!?])[.,!?]+(?=\s|$)|\s[A-Za-z]+'[a-z]/;
/** Code, data or a list of packages before the command: the text is not a sentence. */
const OTHER = /[{[(,]\s*["'`]?$|[=:]\s*["'`]$|\b[\d_]*[A-Za-z]\w*\([^()\n]*$/;

/** The mark of a comment, which may continue in the lines below. */
const COMMENT = /(?:^|\n)[ \t]*(?:#+|\/{2,3}|--|;+|\*|@?rem|::)[ \t]*$/i;

function* sentence(text: string): Iterable<Excerpt> {
  // A string of JSON without its quotes.
  if (/\\\\\\n[ \t]+-/.test(text)) return;
  const removed = 'the text around the command was left out';
  for (const { 0: code, 1: mark = '', index } of text.matchAll(INLINE)) {
    const start = index + mark.length;
    const end = index + code.length - mark.length;
    const isCell = /(?:^|\n)[ \t]*\|[^\n]*$/.test(text.slice(Math.max(index - 400, 0), index));
    const bars = isCell ? [...text.slice(start, end).matchAll(/\\(?=\|)/g)] : [];
    const cuts = bars.map((bar) => ({ start: start + bar.index, end: start + bar.index + 1 }));
    yield { cuts: allBut(text, { start, end }, cuts), removed };
  }
  yield* quotedCommands(text, /(?:^|\s)$/);
  for (const { index } of text.matchAll(WORD)) {
    const before = text.slice(Math.max(index - 200, 0), index);
    if (MENTION.test(before) || OTHER.test(before) || COMMENT.test(before)) continue;
    const end = new Source(text.slice(index)).hidden.bare.search(PUNCTUATION);
    yield { cuts: allBut(text, { start: index, end: end < 0 ? text.length : index + end }), removed };
  }
}

export const SENTENCE: Reading = {
  name: 'a command in a sentence',
  read: sentence,
  isPart: true,
  isOpen: true,
};
