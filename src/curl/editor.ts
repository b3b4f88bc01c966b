/** Takes away what no shell sees of a text, and remembers where everything stood. */
import type { Dialect } from './command.ts';
import { Context, type Span } from './context.ts';

/** A warning about the whole text. */
interface Note {
  code: 'crlf_line_endings' | 'html_escaped';
  message: string;
}

/** A stretch to take out, or to put another text in the place of. */
export interface Cut extends Span {
  put?: string;
}

/** Takes stretches out of a text and remembers where they were. */
export class Editor {
  readonly original: string;
  dialect: Dialect | undefined;
  readonly notes: Note[] = [];
  /** Kept stretches, ascending. */
  #kept: Cut[];

  constructor(original: string) {
    this.original = original;
    this.#kept = [{ start: 0, end: original.length }];
  }

  get start(): number {
    return this.#kept[0]?.start ?? 0;
  }

  get end(): number {
    return this.#kept.at(-1)?.end ?? 0;
  }

  /** Keeps only this stretch. Must come before any cut. */
  keep(start: number, end: number): void {
    this.#kept = [{ start, end }];
  }

  /** Takes stretches out, or puts texts in their places; ascending and within the kept text. */
  cut(cuts: readonly Cut[]): void {
    if (cuts.length === 0) return;
    const kept: Cut[] = [];
    let index = 0;
    for (const stretch of this.#kept) {
      if (stretch.put !== undefined) {
        kept.push(stretch);
        continue;
      }
      let start = stretch.start;
      for (let cut = cuts[index]; cut !== undefined && cut.start < stretch.end; cut = cuts[index]) {
        if (cut.start > start) kept.push({ start, end: cut.start });
        if (cut.put !== undefined && cut.start >= start) kept.push(cut);
        start = Math.max(start, cut.end);
        index += 1;
      }
      if (start < stretch.end) kept.push({ start, end: stretch.end });
    }
    this.#kept = kept;
  }

  context(): Context {
    const [only, ...others] = this.#kept;
    if (only === undefined) return new Context('', this.original, undefined);
    if (others.length === 0 && only.start === 0 && only.end === this.original.length)
      return new Context(this.original, this.original, undefined);
    const kept = this.#kept;
    const starts: number[] = [];
    let length = 0;
    let text = '';
    for (const { start, end, put } of kept) {
      const piece = put ?? this.original.slice(start, end);
      starts.push(length);
      length += piece.length;
      text += piece;
    }
    const map = (index: number): number => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      const stretch = kept[low];
      return stretch === undefined
        ? index
        : Math.min(stretch.start + index - (starts[low] ?? 0), stretch.end);
    };
    return new Context(text, this.original, map);
  }
}
