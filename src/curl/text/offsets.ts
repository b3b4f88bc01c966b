/** Text pass: takes away or replaces stretches of a text, and remembers where everything stood. */
import { append, lastAtMost, type Span } from '../shell/word.ts';

/** A stretch to take out, or to put another text in the place of. */
export interface Cut extends Span {
  readonly put?: string;
}

/** All places are those of the text as given, whatever has been cut before. */
export class Editor {
  readonly original: string;
  /** The stretch that is kept. */
  start = 0;
  end: number;
  readonly #cuts: Cut[] = [];

  constructor(original: string) {
    this.original = original;
    this.end = original.length;
  }

  /** Keeps only this stretch. */
  keep(start: number, end: number): void {
    this.start = start;
    this.end = end;
  }

  /** Takes stretches out, or puts texts in their places. What has been cut before is not cut again. */
  cut(cuts: readonly Cut[]): void {
    append(this.#cuts, cuts);
  }

  /** What is left, and for an index in it the index in the text as given. */
  result(): { text: string; toOriginal: (index: number) => number } {
    const kept: Cut[] = [];
    let from = this.start;
    for (const cut of this.#cuts.toSorted((a, b) => a.start - b.start)) {
      if (cut.start >= this.end) break;
      if (cut.start > from) kept.push({ start: from, end: cut.start });
      if (cut.put !== undefined && cut.start >= from) kept.push(cut);
      from = Math.max(from, cut.end);
    }
    if (from < this.end) kept.push({ start: from, end: this.end });
    const starts: number[] = [];
    let text = '';
    for (const { start, end, put } of kept) {
      starts.push(text.length);
      text += put ?? this.original.slice(start, end);
    }
    const toOriginal = (index: number): number => {
      const low = lastAtMost(starts, index);
      const stretch = kept[low];
      return stretch === undefined
        ? index
        : Math.min(stretch.start + index - (starts[low] ?? 0), stretch.end);
    };
    return { text, toOriginal };
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** For an index of the text the number of code points before it. */
export function codePointsBefore(text: string): (index: number) => number {
  let counts: Uint32Array | undefined;
  let pairs: boolean | undefined;
  return (index) => {
    pairs ??= SURROGATE.test(text);
    if (!pairs) return index;
    counts ??= countCodePoints(text);
    return counts[index] ?? index;
  };
}

function countCodePoints(text: string): Uint32Array {
  const counts = new Uint32Array(text.length + 1);
  let count = 0;
  let at = 0;
  for (const char of text) {
    counts[at] = count;
    if (char.length > 1) counts[at + 1] = count;
    at += char.length;
    count += 1;
  }
  counts[text.length] = count;
  return counts;
}
