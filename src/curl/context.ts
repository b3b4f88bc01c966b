/**
 * What all steps of one parse share: the prepared text with its offsets, the warnings, and the open values.
 *
 * Texts inside the parser may hold two kinds of marks, both lone low surrogates, which no valid text has:
 * a raw byte that is not part of valid UTF-8 (U+DC80–U+DCFF), and an open value (U+DD00 + its index).
 * {@link Context.render} turns them into what stands in the request.
 */
import { InputError } from '../errors.ts';
import { splitVariables } from '../request/variables.ts';
import type { RequestWarning, Variable } from '../schemas/request-shape.ts';
import type { WarningCode } from './warnings.ts';

/** A stretch of the prepared text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** One argument after quoting is undone. */
export interface Word extends Span {
  text: string;
  /** Where the first character of `text` stands, when text and source run in parallel; else -1. */
  from: number;
  /** The word is nothing but unquoted open variables: it may stand for several arguments or none. */
  open?: boolean;
}

/** A warning with its place in the prepared text. */
type PendingWarning = Span & RequestWarning;

/** Ways to write something, best first. */
type Spellings = readonly [string, ...string[]];

interface OpenValue {
  name: string;
  spellings: Spellings;
  value: string | undefined;
  /** Marks of the same thing share one. */
  key: string;
}

const RAW_BYTE = 0xdc80;
const OPEN_VALUE = 0xdd00;
const OPEN_VALUE_END = 0xdfff;
const MAX_OPEN_VALUES = OPEN_VALUE_END - OPEN_VALUE;
const MAX_WARNINGS = 500;
/** Linux takes no longer command line, variables filled in (ARG_MAX). */
const MAX_FILLED_IN = 2_097_152;
/** What a word counts besides its characters among those: it is an object even when it is empty. */
export const WORD_COST = 32;
const encoder = new TextEncoder();
// Taken from the prototype once: texts come in so many representations that looking it up on each costs more than the call.
const { isWellFormed } = String.prototype;
const MARKS = /[\udc80-\udcff\udd00-\udfff]/g;

export class Context {
  /** What is in files that the text makes: `cat > name <<EOF`, and `<(command)`, whose name is an open value. */
  files: Map<string, string> | undefined;
  /** What stands anywhere in the text, so that nothing that needs it is looked for in vain. */
  readonly hasLineEnd: boolean;
  readonly hasDollar: boolean;
  readonly hasBacktick: boolean;
  readonly hasBackslash: boolean;
  readonly hasPipe: boolean;
  readonly hasTemplate: boolean;
  readonly #text: string;
  readonly #original: string;
  readonly #map: ((index: number) => number) | undefined;
  readonly #warnings: PendingWarning[] = [];
  readonly #open: OpenValue[] = [];
  /** What shell variables are called in the request. */
  #shellNames: Map<string, string> | undefined;
  #names: Map<string, number> | undefined;
  #droppedWarnings = 0;
  #filledIn = 0;
  #codePoints: Uint32Array | undefined;

  /**
   * @param text the prepared text that is parsed
   * @param original the command as given
   * @param map from an index of `text` to one of `original`; absent when they are the same
   */
  constructor(text: string, original: string, map: ((index: number) => number) | undefined) {
    this.#text = text;
    this.hasLineEnd = text.includes('\n');
    this.hasDollar = text.includes('$');
    this.hasBacktick = text.includes('`');
    this.hasBackslash = text.includes('\\');
    this.hasPipe = text.includes('|');
    // One character is found much faster than two.
    this.hasTemplate = text.includes('{') && text.includes('{{');
    this.#original = original;
    this.#map = map;
  }

  get text(): string {
    return this.#text;
  }

  warn(code: WarningCode, message: string, span: Span, option?: string): void {
    if (this.#warnings.length >= MAX_WARNINGS) {
      this.#droppedWarnings += 1;
      return;
    }
    const text = message.isWellFormed() ? message : this.#spelledOut(message);
    const { start, end } = span;
    this.#warnings.push(
      option === undefined
        ? { code, message: text, start, end }
        : { code, message: text, option, start, end },
    );
  }

  /** A text for people, or one that names something: open values as they are written, no raw bytes. */
  #spelledOut(text: string): string {
    const spelled = text.replace(MARKS, (mark, at: number) => {
      if (!isOpenMark(text, at)) return mark;
      const spelling = this.spelling(mark);
      this.fillIn(spelling.length, 0);
      return spelling;
    });
    return replaceRawBytes(spelled);
  }

  /** How many warnings there are, to go back to. */
  get warned(): number {
    return this.#warnings.length;
  }

  /** Takes back the warnings of an attempt that came to nothing. */
  forgetWarnings(from: number): void {
    this.#warnings.length = from;
  }

  /** The error for something at an index of the prepared text. */
  error(code: string, message: string, at: number): InputError {
    const text = message.isWellFormed() ? message : this.#spelledOut(message);
    return new InputError({ field: '', code, message: text, offset: this.offset(at) });
  }

  /**
   * Counts text that does not stand in the command itself: values of variables, expanded braces. Doubling a
   * variable a few dozen times would otherwise fill the memory.
   * @throws InputError when there is more than a shell would pass on
   */
  fillIn(length: number, at: number): void {
    this.#filledIn += length;
    if (this.#filledIn > MAX_FILLED_IN)
      throw this.error('argument_list_too_long', 'With its variables filled in the command is too long.', at);
  }

  /** Code-point index in the command as given, of an index of the prepared text. */
  offset(index: number): number {
    const at = this.#map === undefined ? index : this.#map(index);
    this.#codePoints ??= countCodePoints(this.#original);
    // An empty table says that there are no surrogate pairs: units are code points.
    return this.#codePoints.length === 0 ? at : (this.#codePoints[at] ?? at);
  }

  /**
   * The mark of something whose value is not known: what it is called and how it is written.
   * The same spelling gives the same mark.
   */
  open(name: string, spellings: Spellings, value?: string): string {
    const known = this.#markOf(spellings[0]);
    return known ?? this.#mark(spellings, value, this.#freeName(name));
  }

  /** The mark of a shell variable. Written in another way, as `$T`, `${T}` or `${T:-default}`, it has the same name. */
  openVariable(name: string, text: string, value?: string): string {
    const mark = this.#markOf(text);
    if (mark !== undefined) return mark;
    this.#shellNames ??= new Map();
    const known = this.#shellNames.get(name) ?? this.#freeName(name);
    this.#shellNames.set(name, known);
    const others = [`\${${name}}`, `$${name}`, `{{${name}}}`].filter((spelling) => spelling !== text);
    return this.#mark([text, ...others], value, known);
  }

  /** The mark of what is written so, if there is one already. */
  #markOf(key: string): string | undefined {
    for (let index = 0; index < this.#open.length; index += 1)
      if (this.#open[index]?.key === key) return String.fromCharCode(OPEN_VALUE + index);
    return undefined;
  }

  #mark(spellings: Spellings, value: string | undefined, name: string): string {
    const [key] = spellings;
    const index = this.#open.length;
    let written = spellings;
    if (!isUnmarked(key)) {
      // What is written with another open value in it: `$(cat $FILE)`.
      const [first, ...others] = spellings;
      written = [this.#spelledOut(first), ...others.map((spelling) => this.#spelledOut(spelling))];
    }
    if (index >= MAX_OPEN_VALUES)
      throw this.error('too_many_variables', `More than ${MAX_OPEN_VALUES} different variables.`, 0);
    this.#open.push({ name, spellings: written, value, key });
    return String.fromCharCode(OPEN_VALUE + index);
  }

  /** The text with the defaults of the open values in it; undefined when one of them has none. */
  withDefaults(text: string): string | undefined {
    let complete = true;
    const filled = text.replace(MARKS, (mark, at: number) => {
      if (!isOpenMark(text, at)) return mark;
      const value = this.#open[mark.charCodeAt(0) - OPEN_VALUE]?.value;
      complete &&= value !== undefined;
      this.fillIn(value?.length ?? 0, 0);
      return value ?? '';
    });
    return complete && filled.isWellFormed() ? filled : undefined;
  }

  /** The same name for two things gets a number: `DATE`, `DATE_2`. */
  #freeName(name: string): string {
    this.#names ??= new Map();
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return count === 1 ? name : this.#freeName(`${name}_${count}`);
  }

  /** Whether anything was left open. */
  get hasOpenValues(): boolean {
    return this.#open.length > 0;
  }

  /** How the open value of a mark is written, before it is known whether that is unambiguous. */
  spelling(mark: string): string {
    return this.#open[mark.charCodeAt(0) - OPEN_VALUE]?.spellings[0] ?? '';
  }

  /**
   * Chooses how each open value is written, so that no literal text of the request can be taken for it.
   * @param texts every text of the request, with marks
   * @returns the renderer and the variables that the texts use, in order of appearance
   */
  settle(texts: readonly string[]): { render: (text: string) => string; variables: Variable[] } {
    const chosen = new Map<number, string>();
    for (const text of texts)
      if (!isUnmarked(text))
        for (const index of marksOf(text)) chosen.set(index, this.#open[index]?.spellings[0] ?? '');
    const render = (text: string): string => (isUnmarked(text) ? text : fill(text, chosen));
    let variables = this.#variables(chosen);
    // Each value moves on to its next spelling when the one before collides.
    for (let round = 1; chosen.size > 0; round += 1) {
      const clashing = clashes(texts, render, variables, chosen);
      if (clashing.size === 0) break;
      let moved = false;
      for (const index of clashing) {
        const next = this.#open[index]?.spellings[round];
        if (next === undefined) continue;
        chosen.set(index, next);
        moved = true;
      }
      variables = this.#variables(chosen);
      if (moved) continue;
      this.warn(
        'variable_ambiguous',
        'A literal text of the command looks like a variable of it; check what is replaced.',
        { start: 0, end: this.#text.length },
      );
      break;
    }
    return { render, variables };
  }

  #variables(chosen: ReadonlyMap<number, string>): Variable[] {
    const variables: Variable[] = [];
    for (const [index, text] of chosen) {
      const known = this.#open[index];
      if (known === undefined) continue;
      variables.push(
        known.value === undefined
          ? { name: known.name, text }
          : { name: known.name, text, value: known.value },
      );
    }
    return variables;
  }

  /** The warnings in order of their place, with offsets in the command as given. */
  finish(): RequestWarning[] {
    const warnings: RequestWarning[] = this.#warnings;
    if (warnings.length === 0) return warnings;
    inOrder(this.#warnings);
    for (const warning of this.#warnings) {
      warning.start = this.offset(warning.start);
      warning.end = this.offset(warning.end);
    }
    if (this.#droppedWarnings > 0)
      warnings.push({ code: 'too_many_warnings', message: `${this.#droppedWarnings} more are not listed.` });
    return warnings;
  }
}

const byPlace = (a: Span, b: Span): number => a.start - b.start || a.end - b.end;

/** Most are in order already: finding that out costs less than sorting. */
function inOrder(spans: Span[]): void {
  let before: Span | undefined;
  for (const span of spans) {
    if (before !== undefined && byPlace(before, span) > 0) {
      spans.sort(byPlace);
      return;
    }
    before = span;
  }
}

function isLowOfPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/** The text with the spellings of its open values in place of their marks. */
function fill(text: string, spellings: ReadonlyMap<number, string>): string {
  let filled = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isOpenMark(text, at)) continue;
    filled += text.slice(start, at) + (spellings.get(text.charCodeAt(at) - OPEN_VALUE) ?? text[at]);
    start = at + 1;
  }
  return filled + text.slice(start);
}

const NO_CLASHES: ReadonlySet<number> = new Set();

/** Open values whose spelling is found elsewhere than where they stand. */
function clashes(
  texts: readonly string[],
  render: (text: string) => string,
  variables: readonly Variable[],
  chosen: ReadonlyMap<number, string>,
): ReadonlySet<number> {
  const only = variables.length === 1 ? variables[0]?.text : undefined;
  if (only !== undefined && texts.every((text) => standsAtMarks(text, only))) return NO_CLASHES;
  const clashing = new Set<number>();
  const byText = new Map([...chosen].map(([index, text]) => [text, index]));
  for (const text of texts) {
    const meant = text.isWellFormed() ? [] : marksOf(text);
    // Every spelling has a $, % or {{ in it: most texts have none, and are not looked at further.
    if (meant.length === 0 && !/[$%`<]|\{\{/.test(text)) continue;
    const found = splitVariables(render(text), variables).flatMap((segment) =>
      segment.kind === 'variable' ? [byText.get(segment.text)] : [],
    );
    if (found.length === meant.length && found.every((index, i) => index === meant[i])) continue;
    for (const index of [...found, ...meant]) if (index !== undefined) clashing.add(index);
  }
  return clashing;
}

/** Whether the only variable's spelling is found in the text, once that is rendered, just where its marks are. */
function standsAtMarks(text: string, spelling: string): boolean {
  if (isUnmarked(text)) return !text.includes(spelling);
  const marks = marksOf(text);
  const [first] = marks;
  if (first === undefined) return false;
  if (marks.length === 1) {
    const at = text.indexOf(String.fromCharCode(OPEN_VALUE + first));
    if (isLowOfPair(text, at)) return false;
    const rendered = text.slice(0, at) + spelling + text.slice(at + 1);
    return rendered.indexOf(spelling) === at && !rendered.includes(spelling, at + spelling.length);
  }
  const pieces = text.split(String.fromCharCode(OPEN_VALUE + first));
  if (pieces.length !== marks.length + 1) return false;
  const found = pieces.join(spelling).split(spelling);
  return found.length === pieces.length && found.every((piece, index) => piece === pieces[index]);
}

/** The open values whose marks stand in the text, in order. */
function marksOf(text: string): number[] {
  const marks: number[] = [];
  for (let at = 0; at < text.length; at += 1)
    if (isOpenMark(text, at)) marks.push(text.charCodeAt(at) - OPEN_VALUE);
  return marks;
}

const NO_PAIRS = new Uint32Array(0);

/** For each unit the number of code points before it; empty when both are the same. */
function countCodePoints(text: string): Uint32Array {
  if (!/[\ud800-\udbff]/.test(text)) return NO_PAIRS;
  const counts = new Uint32Array(text.length + 1);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    counts[at] = count;
    const unit = text.charCodeAt(at);
    const pair = unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length;
    if (pair) {
      at += 1;
      counts[at] = count;
    }
    count += 1;
  }
  counts[text.length] = count;
  return counts;
}

/** The mark of a byte that is not (yet) known to be part of valid UTF-8. */
export function rawByte(byte: number): string {
  return String.fromCharCode(RAW_BYTE - 0x80 + byte);
}

/** Whether a text starts with `curl`, as most do: asked so often that four comparisons pay. */
export function startsWithCurl(text: string): boolean {
  return (
    text.charCodeAt(0) === 0x63 &&
    text.charCodeAt(1) === 0x75 &&
    text.charCodeAt(2) === 0x72 &&
    text.charCodeAt(3) === 0x6c
  );
}

/** Whether there is neither a mark in the text nor a lone surrogate. */
export function isUnmarked(text: string): boolean {
  return isWellFormed.call(text);
}

/** Whether the text holds an open value's mark. */
export function hasOpenValue(text: string): boolean {
  if (isUnmarked(text)) return false;
  for (let at = 0; at < text.length; at += 1) if (isOpenMark(text, at)) return true;
  return false;
}

/** Whether an open value's mark stands at the index. */
export function isOpenMark(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= OPEN_VALUE && unit <= OPEN_VALUE_END && !isLowOfPair(text, at);
}

/** Whether the text holds bytes that are not valid UTF-8. */
export function hasRawByte(text: string): boolean {
  if (isUnmarked(text)) return false;
  for (let at = 0; at < text.length; at += 1) if (isRawByte(text, at)) return true;
  return false;
}

function isRawByte(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= RAW_BYTE && unit < RAW_BYTE + 0x80 && !isLowOfPair(text, at);
}

/** The text as bytes; marks of open values must not be in it. */
export function toBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const bytes: number[] = [];
  let plain = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isRawByte(text, at)) continue;
    for (const byte of encoder.encode(text.slice(plain, at))) bytes.push(byte);
    bytes.push(text.charCodeAt(at) - RAW_BYTE + 0x80);
    plain = at + 1;
  }
  for (const byte of encoder.encode(text.slice(plain))) bytes.push(byte);
  return Uint8Array.from(bytes);
}

/** Joins raw bytes that together are valid UTF-8 into the characters that they encode. */
export function joinRawBytes(text: string): string {
  if (isUnmarked(text)) return text;
  let joined = '';
  let plain = 0;
  for (let at = 0; at < text.length; ) {
    if (!isRawByte(text, at)) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < text.length && isRawByte(text, end)) end += 1;
    joined += text.slice(plain, at) + decodeRun(text, at, end);
    at = end;
    plain = end;
  }
  return joined + text.slice(plain);
}

/** Decodes a run of raw bytes: valid sequences become characters, the others stay marks. */
function decodeRun(text: string, start: number, end: number): string {
  const byteAt = (at: number) => (at < end ? text.charCodeAt(at) - RAW_BYTE + 0x80 : 0);
  let decoded = '';
  for (let at = start; at < end; ) {
    const lead = byteAt(at);
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    let code = lead & (0xff >> (length + 1));
    let valid = length > 0 && lead <= 0xf4;
    for (let i = 1; i < length; i += 1) {
      const next = byteAt(at + i);
      if ((next & 0xc0) !== 0x80) valid = false;
      code = code * 64 + (next & 0x3f);
    }
    const least = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
    if (valid && code >= least && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) {
      decoded += String.fromCodePoint(code);
      at += length;
    } else {
      decoded += text[at] ?? '';
      at += 1;
    }
  }
  return decoded;
}

/** The text without marks of raw bytes: each becomes U+FFFD. */
export function replaceRawBytes(text: string): string {
  return text.replace(MARKS, (mark, at: number) => (isRawByte(text, at) ? '\ufffd' : mark));
}
