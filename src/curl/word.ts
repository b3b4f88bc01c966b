/** Shell pass: words, the arguments of a command, and their segments. Every later pass uses them. */

/** A stretch of the prepared text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something whose value is not known: `$TOKEN`, `$(date)`, `{{x}}`. There is one object for each, so compare by `===`. */
export interface UnresolvedValue {
  /** What it is called in the request's variables. */
  readonly name: string;
  /** As the text has it. */
  readonly written: string;
  /** What it stands for where it has no value. */
  readonly default?: string | undefined;
  /** It names a file with this content: `<(echo hello)`. */
  readonly content?: Word | undefined;
  /** What to warn of, and where, once it stands in the request. */
  readonly warning?: (Span & { readonly code: UnresolvedWarning; readonly message: string }) | undefined;
}

type UnresolvedWarning = 'variable' | 'condition_unknown' | 'command_substitution' | 'placeholder';

export interface TextSegment extends Span {
  readonly kind: 'text';
  /** A byte that is not UTF-8, as of `$'\\xff'`, stands in it as a lone surrogate, see {@link byteText}. */
  readonly text: string;
  /** Some of it stood in quotes or was escaped. */
  readonly quoted: boolean;
}

interface UnresolvedSegment extends Span {
  readonly kind: 'unresolved';
  readonly value: UnresolvedValue;
  readonly quoted: boolean;
}

export type Segment = TextSegment | UnresolvedSegment;

/** How an unresolved value stands in an outline. */
export const UNRESOLVED_OUTLINE = '\ufffc';
/** Bytes that are not UTF-8 in the text of a segment. */
export const BYTES = /([\udc80-\udcff]+)/gu;
const NO_SEGMENTS: readonly Segment[] = [];
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * One argument, once quotes are undone and variables filled in; never changed. No two texts are neighbours, so that a word
 * without unresolved values has one segment, or none when it is empty.
 *
 * A word is worked with through its outline: a string in which an unresolved value is one U+FFFC and each byte that is not
 * UTF-8 one U+FFFD. It is as long as the word, so that whatever a search finds there can be cut out of the word. The
 * outline is only looked at: what a word says is in its segments.
 */
export class Word implements Span {
  readonly start: number;
  readonly end: number;
  readonly segments: readonly Segment[];
  /** All of a word that is nothing but text; undefined where it has unresolved values or bytes that are not UTF-8. */
  readonly text: string | undefined;
  #outline: string | undefined;
  /** Where each segment begins in the outline. */
  #starts: readonly number[] | undefined;

  /** @param segments that are joined, see {@link addSegment} */
  constructor(segments: readonly Segment[], { start, end }: Span) {
    const first = segments[0];
    const isText = segments.length === 1 && first?.kind === 'text' && first.text.isWellFormed();
    this.start = start;
    this.end = end;
    this.segments = segments;
    this.text = isText ? first.text : first === undefined ? '' : undefined;
    this.#outline = this.text;
    this.#starts = undefined;
  }

  static text(text: string, span: Span, quoted = false): Word {
    const { start, end } = span;
    return new Word(text === '' ? NO_SEGMENTS : [{ kind: 'text', text, start, end, quoted }], span);
  }

  static unresolved(value: UnresolvedValue, span: Span, quoted = true): Word {
    const { start, end } = span;
    return new Word([{ kind: 'unresolved', value, start, end, quoted }], span);
  }

  /** A word of these segments: texts that are neighbours are joined, and what is UTF-8 in them is decoded. */
  static of(segments: readonly Segment[], span: Span): Word {
    const only = segments[0];
    // Most words are one text.
    if (segments.length === 1 && only?.kind === 'text' && only.text !== '' && !hasBytes(only))
      return new Word(segments, span);
    const joined: Segment[] = [];
    for (const segment of segments) addSegment(joined, segment);
    return new Word(joined.some(hasBytes) ? joined.map(decoded) : joined, span);
  }

  /** Words, and texts that do not stand in the source, one after the other. */
  static concat(span: Span, pieces: readonly (Word | string)[]): Word {
    const { start, end } = span;
    const segments: Segment[] = [];
    const add = (text: string) => segments.push({ kind: 'text', text, start, end, quoted: true });
    for (const piece of pieces)
      if (typeof piece === 'string') add(piece);
      else
        for (const segment of piece.segments)
          if (segment.kind === 'text') add(segment.text);
          else segments.push(segment);
    return Word.of(segments, span);
  }

  get kind(): 'word' {
    return 'word';
  }

  /** Whether some of a word that is nothing but text stood in quotes. */
  get quoted(): boolean {
    const first = this.segments[0];
    return first?.kind === 'text' && first.quoted && this.text !== undefined;
  }

  /** The word as a string of the same length, see above. */
  get outline(): string {
    this.#outline ??= this.written(() => UNRESOLVED_OUTLINE);
    return this.#outline;
  }

  /** For people: each unresolved value in its first spelling, each odd byte as U+FFFD. */
  get spelled(): string {
    return this.text ?? this.written(({ written }) => written);
  }

  /** The same with other texts for the unresolved values. */
  written(text: (value: UnresolvedValue) => string): string {
    if (this.text !== undefined) return this.text;
    return this.segments
      .map((segment) => (segment.kind === 'unresolved' ? text(segment.value) : segment.text))
      .join('')
      .toWellFormed();
  }

  /** All of a word without unresolved values as bytes. An unresolved value in it gives nothing. */
  get bytes(): Uint8Array {
    return bytesOf(this.segments.map((segment) => (segment.kind === 'text' ? segment.text : '')).join(''));
  }

  get isEmpty(): boolean {
    return this.text === '';
  }

  get hasUnresolved(): boolean {
    return this.text === undefined && this.segments.some(({ kind }) => kind === 'unresolved');
  }

  get hasBytes(): boolean {
    return this.text === undefined && this.segments.some(hasBytes);
  }

  /** Whether it stands in the source as it is. */
  get isVerbatim(): boolean {
    const only = this.segments[0];
    return this.text !== undefined && only?.kind === 'text' && isParallel(only);
  }

  /** The place of the part between two indices of the outline, as exact as possible. */
  span(from: number, to: number): Span {
    const only = this.segments[0];
    if (only !== undefined && this.isVerbatim) return { start: only.start + from, end: only.start + to };
    const { start, end } = this.text === undefined ? this.slice(from, to) : this;
    return { start, end };
  }

  /** The part between two indices of the outline; its place is as exact as possible. */
  slice(from: number, to?: number): Word {
    if (from <= 0 && to === undefined) return this;
    const parts = this.cut(from, to);
    const first = parts[0];
    if (first === undefined) return new Word(NO_SEGMENTS, this.isVerbatim ? this.span(from, from) : this);
    return new Word(parts, { start: first.start, end: parts.at(-1)?.end ?? first.end });
  }

  /** The segments between two indices of the outline. */
  cut(from: number, to = this.outline.length): Segment[] {
    const { segments } = this;
    let base = 0;
    this.#starts ??= segments.map((segment) => {
      base += segmentLength(segment);
      return base - segmentLength(segment);
    });
    const starts = this.#starts;
    const parts: Segment[] = [];
    for (let at = lastAtMost(starts, from); at < segments.length && (starts[at] ?? 0) < to; at += 1) {
      const segment = segments[at];
      const start = starts[at] ?? 0;
      const part = segment && sliceSegment(segment, from - start, to - start);
      if (part !== undefined) parts.push(part);
    }
    return parts;
  }

  /** The parts between the occurrences of a text; at most `limit` of them, the last with all that is left. */
  split(separator: string, limit = Number.POSITIVE_INFINITY): Word[] {
    const text = this.outline;
    const parts: Word[] = [];
    for (let from = 0; ; ) {
      const at = parts.length + 1 < limit ? text.indexOf(separator, from) : -1;
      if (at < 0 && from === 0) return [this];
      parts.push(this.slice(from, at < 0 ? text.length : at));
      if (at < 0) return parts;
      from = at + separator.length;
    }
  }

  /** The word with other words in the places of what a pattern finds; undefined leaves one as it is. */
  fill(pattern: RegExp, word: (found: RegExpExecArray) => Word | undefined): Word {
    const segments: Segment[] = [];
    let from = 0;
    for (const found of this.outline.matchAll(pattern)) {
      const filled = word(found);
      if (filled === undefined) continue;
      append(segments, this.cut(from, found.index));
      append(segments, filled.segments);
      from = found.index + found[0].length;
    }
    if (segments.length === 0 && from === 0) return this;
    append(segments, this.cut(from));
    return Word.of(segments, this);
  }

  /** The word with its texts changed, each on its own; unresolved values stay. */
  map(change: (text: string) => string): Word {
    const segments = this.segments.map((segment) =>
      segment.kind === 'text' ? { ...segment, text: change(segment.text) } : segment,
    );
    return Word.of(segments, this);
  }
}

/** The word without the backslashes at the start of what a pattern finds. */
export function withoutBackslashes(word: Word, pattern: RegExp): Word {
  return word.fill(pattern, ({ 0: found, index }) => word.slice(index + 1, index + found.length));
}

/** Words with a text between each two. */
export function joinWords(span: Span, words: readonly (Word | string)[], separator: string): Word {
  return Word.concat(
    span,
    words.flatMap((word, index) => (index === 0 ? [word] : [separator, word])),
  );
}

/** Appends all, however many: as arguments of `push` they may be more than a call takes. */
export function append<T>(items: T[], more: readonly T[]): void {
  for (const item of more) items.push(item);
}

/** An index, or another number for the -1 of a text that is not found. */
export const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);

/** A word without text and without a place. */
export const EMPTY_WORD = Word.text('', { start: 0, end: 0 });
export const NO_WORDS: ReadonlyMap<string, Word> = new Map();

function segmentLength(segment: Segment): number {
  return segment.kind === 'text' ? segment.text.length : 1;
}

/** Whether each character of the text stands in the source just so. */
export function isParallel(segment: TextSegment): boolean {
  return segment.end - segment.start === segment.text.length;
}

/** The index of the last of some ascending numbers that is not above a limit; the first when all are. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  for (let high = numbers.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sliceSegment(segment: Segment, from: number, to: number): Segment | undefined {
  const length = segmentLength(segment);
  const start = Math.max(from, 0);
  const end = Math.min(to, length);
  if (start >= end) return undefined;
  if (segment.kind === 'unresolved' || (start === 0 && end === length)) return segment;
  const text = segment.text.slice(start, end);
  const { quoted } = segment;
  if (!isParallel(segment)) return { kind: 'text', text, start: segment.start, end: segment.end, quoted };
  return { kind: 'text', text, start: segment.start + start, end: segment.start + end, quoted };
}

/** Appends a segment, two texts as one, an empty text not at all. */
function addSegment(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (segment.kind === 'text' && segment.text === '') return;
  if (segment.kind !== 'text' || last?.kind !== 'text') {
    segments.push(segment);
    return;
  }
  const { start } = last;
  const text = last.text + segment.text;
  const end = Math.max(segment.end, start);
  // The text stands in the source just so only if both parts do and they are adjacent.
  const parallel = isParallel(last) && isParallel(segment) && last.end === segment.start;
  const quoted = last.quoted || segment.quoted;
  segments[segments.length - 1] = {
    kind: 'text',
    text,
    start,
    end: parallel ? end : apart(text, start, end),
    quoted,
  };
}

/** Where a text ends that does not stand in the source just so: its place has another length, see {@link isParallel}. */
const apart = (text: string, start: number, end: number): number =>
  end - start === text.length ? end + 1 : end;

/** A byte as text: beyond ASCII the lone surrogate U+DC80 to U+DCFF, as Python has it (PEP 383). */
export function byteText(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
}

/** The bytes of a text of a segment. */
export function bytesOf(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  return Uint8Array.from(
    Array.from(text).flatMap((char) =>
      char.isWellFormed() ? Array.from(encoder.encode(char)) : [char.charCodeAt(0) - 0xdc00],
    ),
  );
}

const hasBytes = (segment: Segment): boolean => segment.kind === 'text' && !segment.text.isWellFormed();

/** The segment with those bytes as text that are UTF-8 together. */
function decoded(segment: Segment): Segment {
  if (segment.kind !== 'text') return segment;
  const text = segment.text.replace(BYTES, (run) => {
    const read = decoder.decode(bytesOf(run));
    // An exception instead of U+FFFD would take a hundred times longer.
    return read.includes('\ufffd') ? run : read;
  });
  const { start, end } = segment;
  return text === segment.text ? segment : { ...segment, text, end: apart(text, start, end) };
}

/** The length of a text without these characters at its end. */
export function trimmed(text: string, chars: string): number {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
