/** Text pass: takes away or replaces stretches of a text, and remembers where everything stood. */
import type { Diagnostics } from '../diagnostics.ts';
import { lastAtMost, type Span } from '../word.ts';

/** A stretch to take out, or to put another text in the place of. */
export interface Cut extends Span {
  readonly put?: string;
}

/** The text without some stretches, or with other texts in their places, which the diagnostics then speak of. */
export function cutOut(text: string, cuts: readonly Cut[], diagnostics: Diagnostics): string {
  /** The stretches of the text as given that the new one is made of, and where each begins in the new one. */
  const kept: Cut[] = [];
  const starts: number[] = [];
  let made = '';
  const keep = (stretch: Cut) => {
    kept.push(stretch);
    starts.push(made.length);
    made += stretch.put ?? text.slice(stretch.start, stretch.end);
  };
  let from = 0;
  for (const cut of cuts) {
    if (cut.start > from) keep({ start: from, end: cut.start });
    if (cut.put !== undefined) keep(cut);
    from = cut.end;
  }
  if (from < text.length) keep({ start: from, end: text.length });
  diagnostics.moveTo((index) => {
    const at = lastAtMost(starts, index);
    const { start, end } = kept[at] ?? { start: index, end: index };
    return Math.min(start + index - (starts[at] ?? 0), end);
  });
  return made;
}

/** For an index of the text the number of code points before it. */
export function codePointsBefore(text: string): (index: number) => number {
  let pairs: readonly number[] | undefined;
  return (index) => {
    pairs ??= Array.from(text.matchAll(/[\u{10000}-\u{10ffff}]/gu), (pair) => pair.index);
    const at = lastAtMost(pairs, index - 1);
    return index - ((pairs[at] ?? index) < index ? at + 1 : 0);
  };
}
