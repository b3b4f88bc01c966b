/** A text with what was taken away to get to it, so that each place of it can be named in the text as it was given. */
import { lastAtMost, type Span } from '../word.ts';
import { type Hidden, hideQuoted } from './quotes.ts';

/** A stretch to take out, or to put another text in the place of. */
export interface Cut extends Span {
  readonly put?: string;
}

/** What remains of a text as it was pasted. */
export class Source {
  readonly text: string;
  /** From an index of the text to a code point of the text as given. */
  readonly offset: (index: number) => number;
  #hidden: Hidden | undefined;

  constructor(text: string, offset = codePointsBefore(text)) {
    this.text = text;
    this.offset = offset;
  }

  /** The text without what is in quotes. */
  get hidden(): Hidden {
    this.#hidden ??= hideQuoted(this.text);
    return this.#hidden;
  }

  /** The text without some stretches, or with other texts in their places. @param cuts in order, none in another */
  cut(cuts: readonly Cut[]): Source {
    if (cuts.length === 0) return this;
    /** The ranges of this text that remain, and where each begins in the new text. */
    const kept: Cut[] = [];
    const starts: number[] = [];
    let made = '';
    const keep = (stretch: Cut) => {
      kept.push(stretch);
      starts.push(made.length);
      made += stretch.put ?? this.text.slice(stretch.start, stretch.end);
    };
    let from = 0;
    for (const cut of cuts) {
      if (cut.start > from) keep({ start: from, end: cut.start });
      if (cut.put !== undefined) keep(cut);
      from = cut.end;
    }
    if (from < this.text.length) keep({ start: from, end: this.text.length });
    return new Source(made, (index) => {
      const at = lastAtMost(starts, index);
      const { start, end } = kept[at] ?? { start: index, end: index };
      return this.offset(Math.min(start + index - (starts[at] ?? 0), end));
    });
  }
}

/** For an index of the text the number of code points before it. */
export function codePointsBefore(text: string): (index: number) => number {
  let pairs: readonly number[] | undefined;
  return (index) => {
    pairs ??= /[\ud800-\udbff]/.test(text) ? undefined : [];
    pairs ??= Array.from(text.matchAll(/[\u{10000}-\u{10ffff}]/gu), (pair) => pair.index);
    const at = lastAtMost(pairs, index - 1);
    return index - ((pairs[at] ?? index) < index ? at + 1 : 0);
  };
}

/** All but the inside of a stretch. */
export function allBut(text: string, { start, end }: Span, inside: readonly Cut[] = []): Cut[] {
  return [{ start: 0, end: start }, ...inside, { start: end, end: text.length }];
}

/** A cut for each place that a pattern finds. @param from where `part` begins in the text */
export function cutsOf(part: string, pattern: RegExp, from = 0, put?: (found: string) => string): Cut[] {
  return Array.from(part.matchAll(pattern), ({ 0: found, index }) => {
    const place = { start: from + index, end: from + index + found.length };
    return put === undefined ? place : { ...place, put: put(found) };
  });
}
