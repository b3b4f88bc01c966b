/**
 * What the shell pass hands on: words of segments, commands of words. A word is made once and never changed.
 *
 * A word is worked with through its outline: a string in which an open value is one U+FFFC and each byte that is
 * not UTF-8 one U+FFFD. It is as long as the word, so that whatever a search finds there can be cut out of the word.
 * The outline is only looked at: what a word says is in its segments.
 */

/** A stretch of the prepared text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something whose value is not known: `$TOKEN`, `$(date)`, `{{x}}`. There is one object for each, so compare by `===`. */
export interface OpenValue {
  /** What it is called in the request's variables. */
  readonly name: string;
  /** Ways to write it, best first. */
  readonly spellings: readonly [string, ...string[]];
  /** What it stands for where it has no value. */
  readonly default?: string | undefined;
  /** It names a file with this content: `<(echo hello)`. */
  readonly content?: Word | undefined;
  /** What to warn of, and where, once it stands in the request. */
  readonly warning?: (Span & { readonly code: OpenWarning; readonly message: string }) | undefined;
}

export type OpenWarning = 'variable' | 'condition_unknown' | 'command_substitution' | 'placeholder';

export interface TextSegment extends Span {
  readonly kind: 'text';
  readonly text: string;
  /** Some of it stood in quotes or was escaped. */
  readonly quoted: boolean;
}

export interface OpenSegment extends Span {
  readonly kind: 'open';
  readonly value: OpenValue;
  readonly quoted: boolean;
}

/** Bytes that are not UTF-8: `$'\xff'`. */
export interface BytesSegment extends Span {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export type Segment = TextSegment | OpenSegment | BytesSegment;

/**
 * One argument, once quotes are undone and variables filled in. Neighbouring segments differ in kind or are both
 * open, so that a word without open values and odd bytes has one segment, or none when it is empty.
 */
export interface Word extends Span {
  readonly segments: readonly Segment[];
}

/** What a command reads from standard input. */
export type Input =
  | { kind: 'text'; value: Word }
  | { kind: 'file'; path: Word }
  /** Something is piped in, but what is not known. */
  | { kind: 'unseen'; place?: Span }
  /** Nothing in the text says. */
  | { kind: 'none' };

/** What a text was written for. */
export type Dialect = 'posix' | 'cmd' | 'powershell';

/** A simple command with its values, as the shell of any dialect runs it. */
export interface Command extends Span {
  readonly words: readonly Word[];
  readonly stdin: Input;
  /** The variables that the text sets and programs get: for curl those of a proxy and `--variable %NAME` count. */
  readonly environment: ReadonlyMap<string, Word>;
  /** What ended it: `|`, `&&`, `;`, a line end, … or nothing at the end of the text. */
  readonly operator: string;
  /** What the shell would refuse. */
  readonly fault?: { readonly message: string; readonly place: Span } | undefined;
  /** A redirection of its output. */
  readonly redirected?: Span | undefined;
  /** The loop that it stands in. */
  readonly loop?: Loop | undefined;
}

/** Something that runs a command several times. */
export interface Loop extends Span {
  /** `for x in a b`, `while` */
  readonly head: string;
  /** Undefined where the text does not say it. */
  readonly rounds: number | undefined;
}

/** What the locate pass hands on: one run of curl. */
export interface CurlCommand extends Span {
  /** All after the word `curl`. */
  readonly args: readonly Word[];
  readonly stdin: Input;
  readonly environment: ReadonlyMap<string, Word>;
  /** Contents of files that the text makes (`cat > body.json <<EOF`), by name without `./`. */
  readonly files: ReadonlyMap<string, Word>;
  readonly dialect: Dialect;
}

export const NO_WORDS: ReadonlyMap<string, Word> = new Map();
export const OPEN_OUTLINE = '\ufffc';
const BYTE_OUTLINE = '\ufffd';
const NO_SEGMENTS: readonly Segment[] = [];
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A word of one text. */
export function textWord(text: string, { start, end }: Span, quoted = false): Word {
  if (text === '') return { segments: NO_SEGMENTS, start, end };
  return { segments: [{ kind: 'text', text, start, end, quoted }], start, end };
}

/** A word that is one open value. */
export function openWord(value: OpenValue, { start, end }: Span, quoted = true): Word {
  return { segments: [{ kind: 'open', value, start, end, quoted }], start, end };
}

/** A word of these segments, joined where two belong together. */
export function wordOf(segments: readonly Segment[], { start, end }: Span): Word {
  const joined: Segment[] = [];
  for (const segment of segments) addSegment(joined, segment);
  return { segments: joined, start, end };
}

/** The text of a word that is nothing but text; undefined where it has open values or bytes. */
export function plainText({ segments }: Word): string | undefined {
  const [first] = segments;
  if (first === undefined) return '';
  return segments.length === 1 && first.kind === 'text' ? first.text : undefined;
}

/** The word as a string of the same length; see above. */
export function outline({ segments }: Word): string {
  const [first] = segments;
  if (first === undefined) return '';
  if (segments.length === 1 && first.kind === 'text') return first.text;
  let text = '';
  for (const segment of segments) text += segmentOutline(segment);
  return text;
}

function segmentOutline(segment: Segment): string {
  if (segment.kind === 'text') return segment.text;
  return segment.kind === 'open' ? OPEN_OUTLINE : BYTE_OUTLINE.repeat(segment.bytes.length);
}

function segmentLength(segment: Segment): number {
  if (segment.kind === 'text') return segment.text.length;
  return segment.kind === 'open' ? 1 : segment.bytes.length;
}

/** For people: each open value in its first spelling, each odd byte as U+FFFD. */
export function spell({ segments }: Word): string {
  let text = '';
  for (const segment of segments)
    text += segment.kind === 'open' ? segment.value.spellings[0] : segmentOutline(segment);
  return text;
}

export function hasOpen({ segments }: Word): boolean {
  for (const segment of segments) if (segment.kind === 'open') return true;
  return false;
}

export function hasBytes({ segments }: Word): boolean {
  for (const segment of segments) if (segment.kind === 'bytes') return true;
  return false;
}

export function isEmpty({ segments }: Word): boolean {
  return segments.length === 0;
}

/** Whether nothing but unquoted open values stands in it: it may be several arguments, or none. */
export function mayBeMany({ segments }: Word): boolean {
  for (const segment of segments) if (segment.kind !== 'open' || segment.quoted) return false;
  return segments.length > 0;
}

export function startsWith(word: Word, text: string): boolean {
  const [first] = word.segments;
  return first?.kind === 'text' ? first.text.startsWith(text) : text === '';
}

/** The part between two indices of the outline. */
export function slice(word: Word, from: number, to = Number.POSITIVE_INFINITY): Word {
  const [only] = word.segments;
  if (from <= 0 && to === Number.POSITIVE_INFINITY) return word;
  if (only?.kind === 'text' && word.segments.length === 1) {
    const part = sliceSegment(only, from, to);
    return part === undefined
      ? { segments: NO_SEGMENTS, start: only.start, end: only.end }
      : { segments: [part], start: part.start, end: part.end };
  }
  const parts: Segment[] = [];
  let at = 0;
  for (const segment of word.segments) {
    const length = segmentLength(segment);
    if (at >= to) break;
    const part = at + length <= from ? undefined : sliceSegment(segment, from - at, to - at);
    if (part !== undefined) parts.push(part);
    at += length;
  }
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined)
    return { segments: NO_SEGMENTS, start: word.start, end: word.end };
  return { segments: parts, start: first.start, end: last.end };
}

function sliceSegment(segment: Segment, from: number, to: number): Segment | undefined {
  const length = segmentLength(segment);
  const start = Math.max(from, 0);
  const end = Math.min(to, length);
  if (start >= end) return undefined;
  if (start === 0 && end === length) return segment;
  if (segment.kind === 'bytes') return { ...segment, bytes: segment.bytes.subarray(start, end) };
  if (segment.kind === 'open') return segment;
  const text = segment.text.slice(start, end);
  const { quoted } = segment;
  if (!isParallel(segment)) return { kind: 'text', text, start: segment.start, end: segment.end, quoted };
  return { kind: 'text', text, start: segment.start + start, end: segment.start + end, quoted };
}

/** Whether each character of the text stands in the source just so. */
function isParallel(segment: TextSegment): boolean {
  return segment.end - segment.start === segment.text.length;
}

/** Where in the source the part between two indices of the outline stands; the whole word where that cannot be told. */
export function placeOf(word: Word, from: number, to = from + 1): Span {
  let at = 0;
  let start: number | undefined;
  for (const segment of word.segments) {
    const length = segmentLength(segment);
    const exact = segment.kind !== 'text' || isParallel(segment);
    if (start === undefined && from < at + length) {
      if (!exact) return word;
      start = segment.kind === 'text' ? segment.start + from - at : segment.start;
    }
    if (start !== undefined && to <= at + length) {
      if (!exact) return word;
      return { start, end: segment.kind === 'text' ? Math.max(segment.start + to - at, start) : segment.end };
    }
    at += length;
  }
  return start === undefined ? word : { start, end: word.end };
}

/** Words, and texts that do not stand in the source, one after the other. */
export function concat({ start, end }: Span, ...pieces: readonly (Word | string)[]): Word {
  const segments: Segment[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') addSegment(segments, { kind: 'text', text, start, end, quoted: true });
    text = '';
  };
  for (const piece of pieces)
    if (typeof piece === 'string') text += piece;
    else
      for (const segment of piece.segments)
        if (segment.kind === 'text') text += segment.text;
        else {
          flush();
          addSegment(segments, segment);
        }
  flush();
  return { segments, start, end };
}

/** Words with a text between each two. */
export function joinWords(span: Span, words: readonly Word[], separator: string): Word {
  return concat(span, ...words.flatMap((word, index) => (index === 0 ? [word] : [separator, word])));
}

/** A stretch of a word's outline. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Cuts stretches out of segments, in ascending order, in time linear in them. */
export function cutter(segments: readonly Segment[]): (range: Range) => Segment[] {
  let index = 0;
  let base = 0;
  return ({ from, to }) => {
    const parts: Segment[] = [];
    for (let segment = segments[index]; segment !== undefined; segment = segments[index]) {
      const length = segmentLength(segment);
      const part = sliceSegment(segment, from - base, to - base);
      if (part !== undefined) parts.push(part);
      // The next stretch may begin in the same segment.
      if (to <= base + length) break;
      index += 1;
      base += length;
    }
    return parts;
  };
}

/** A word made of stretches of another, in ascending order, and of texts between them. */
export function pick(word: Word, pieces: readonly (Range | string)[]): Word {
  const cut = cutter(word.segments);
  const segments: Segment[] = [];
  const { start, end } = word;
  for (const piece of pieces)
    if (typeof piece !== 'string') for (const segment of cut(piece)) addSegment(segments, segment);
    else if (piece !== '') addSegment(segments, { kind: 'text', text: piece, start, end, quoted: true });
  return { segments, start, end };
}

/** The parts between the occurrences of a text; at most `limit` of them, the last with all that is left. */
export function split(word: Word, separator: string, limit = Number.POSITIVE_INFINITY): Word[] {
  const text = outline(word);
  const cut = cutter(word.segments);
  const parts: Word[] = [];
  for (let from = 0; ; ) {
    const at = parts.length + 1 < limit ? text.indexOf(separator, from) : -1;
    if (at < 0 && from === 0) return [word];
    const segments = cut({ from, to: at < 0 ? text.length : at });
    const [first] = segments;
    parts.push({ segments, start: first?.start ?? word.start, end: segments.at(-1)?.end ?? word.end });
    if (at < 0) return parts;
    from = at + separator.length;
  }
}

/** The word with its texts changed, each on its own; open values and bytes stay. */
export function mapText(word: Word, map: (text: string) => string): Word {
  const segments: Segment[] = [];
  let changed = false;
  for (const segment of word.segments) {
    const text = segment.kind === 'text' ? map(segment.text) : undefined;
    if (text === undefined || (segment.kind === 'text' && text === segment.text)) segments.push(segment);
    else {
      changed = true;
      if (text !== '')
        segments.push({ kind: 'text', text, start: segment.start, end: segment.end, quoted: true });
    }
  }
  return changed ? wordOf(segments, word) : word;
}

/** All of a word without open values as bytes. An open value in it gives nothing. */
export function toBytes(word: Word): Uint8Array {
  const text = plainText(word);
  if (text !== undefined) return encoder.encode(text);
  return joinBytes(
    word.segments.map((segment) =>
      segment.kind === 'bytes' ? segment.bytes : encoder.encode(textOf(segment)),
    ),
  );
}

const textOf = (segment: Segment): string => (segment.kind === 'text' ? segment.text : '');

/** Bytes as a word: what is UTF-8 is text. */
export function bytesWord(bytes: Uint8Array, { start, end }: Span): Word {
  const segments: Segment[] = [];
  addSegment(segments, { kind: 'bytes', bytes, start, end });
  return { segments, start, end };
}

/** Appends a segment, joined with the last one where the two belong together. Bytes that are UTF-8 become text. */
export function addSegment(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (segment.kind !== 'bytes') {
    addDecoded(segments, segment);
    return;
  }
  const joins = last?.kind === 'bytes';
  if (joins) segments.pop();
  const bytes = joins ? joinBytes([last.bytes, segment.bytes]) : segment.bytes;
  for (const part of decoded(bytes, { start: joins ? last.start : segment.start, end: segment.end }))
    addDecoded(segments, part);
}

function addDecoded(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (segment.kind !== 'text' || last?.kind !== 'text') {
    segments.push(segment);
    return;
  }
  const { start } = last;
  const quoted = last.quoted || segment.quoted;
  // Where the two are no neighbours in the source, or are not as they stand there, the sum is not as it stands either.
  const parallel = isParallel(last) && isParallel(segment) && last.end === segment.start;
  const text = last.text + segment.text;
  const end = Math.max(segment.end, start);
  segments[segments.length - 1] = {
    kind: 'text',
    text,
    start,
    // One more or less than the length marks a text that does not run in parallel with the source.
    end: parallel || end - start !== text.length ? end : end + 1,
    quoted,
  };
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function decodedText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The segments of bytes: each run of ASCII, and each run of others that is UTF-8, is text. */
function decoded(bytes: Uint8Array, { start, end }: Span): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < bytes.length; ) {
    const ascii = isAscii(bytes[from]);
    let to = from + 1;
    while (to < bytes.length && isAscii(bytes[to]) === ascii) to += 1;
    const run = bytes.subarray(from, to);
    from = to;
    const text = !ascii && (run.length < 2 || (run[0] ?? 0) < 0xc2) ? undefined : decodedText(run);
    segments.push(
      text === undefined
        ? { kind: 'bytes', bytes: run, start, end }
        : { kind: 'text', text, start, end, quoted: true },
    );
  }
  return segments;
}

const isAscii = (byte = 0): boolean => byte < 0x80;
