/** Decodes the escapes of a text (percent-encoding, JSON, HTML), and keeps each character's place in the text. Pure. */
import { base64Bytes } from './bytes.ts';
import { percentDecode } from './percent.ts';

/** A text and where its UTF-16 units stand in the original. */
export interface DecodedText {
  text: string;
  /** Maps indices of `text` to indices of the original. */
  startOf(index: number): number;
  endOf(index: number): number;
}

const ESCAPE =
  /\+(?=%2[27])|(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\["'\\/nrt]|&(?:quot|amp|lt|gt|apos|#\d{1,6}|#x[0-9a-f]{1,5});/gi;
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '+': ' ',
    '&quot;': '"',
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&apos;': "'",
    '\\n': '\n',
    '\\r': '\r',
    '\\t': '\t',
  }),
);
const MAX_DEPTH = 3;

/** Returns the text itself, and what it says when its escapes are decoded once, twice and three times. */
export function decodedTexts(original: string): DecodedText[] {
  const texts: DecodedText[] = [{ text: original, startOf: (index) => index, endOf: (index) => index }];
  for (let last = texts[0]; last !== undefined && texts.length <= MAX_DEPTH; last = texts.at(-1)) {
    const next = decodeOnce(last);
    if (next === undefined) break;
    texts.push(next);
  }
  return texts;
}

function decodeOnce({ text, startOf, endOf }: DecodedText): DecodedText | undefined {
  let decoded = '';
  let from = 0;
  /** Where each copied or decoded piece begins in the decoded text and in the text, and how long it was. */
  const pieces: { at: number; start: number; end: number; isCopy: boolean }[] = [];
  const add = (piece: string, start: number, end: number, isCopy: boolean) => {
    if (piece !== '') pieces.push({ at: decoded.length, start, end, isCopy });
    decoded += piece;
  };
  for (const { 0: written, index } of text.matchAll(ESCAPE)) {
    const meaning = meaningOf(written);
    if (meaning === undefined) continue;
    add(text.slice(from, index), from, index, true);
    if (written.startsWith('%') && meaning.length === written.length / 3)
      for (let at = 0; at < meaning.length; at += 1)
        add(meaning[at] ?? '', index + 3 * at, index + 3 * at + 3, false);
    else add(meaning, index, index + written.length, false);
    from = index + written.length;
  }
  if (from === 0) return undefined;
  add(text.slice(from), from, text.length, true);
  const pieceAt = (index: number) => {
    let low = 0;
    for (let high = pieces.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((pieces[middle]?.at ?? 0) <= index) low = middle;
      else high = middle;
    }
    return pieces[low] ?? { at: 0, start: 0, end: 0, isCopy: true };
  };
  return {
    text: decoded,
    startOf(index) {
      const { at, start, isCopy } = pieceAt(index);
      return startOf(isCopy ? start + index - at : start);
    },
    endOf(index) {
      if (index === 0) return endOf(0);
      const { at, start, end, isCopy } = pieceAt(index - 1);
      return endOf(isCopy ? start + index - at : end);
    },
  };
}

/** Returns what an escape says; undefined if it says nothing. */
function meaningOf(written: string): string | undefined {
  const named = NAMED.get(written.toLowerCase());
  if (named !== undefined) return named;
  if (written.startsWith('%')) return percentDecode(written);
  const code = /^\\u(.+)|^&#x(.+);|^&#(.+);/i.exec(written);
  if (code === null) return written.slice(1);
  const hex = code[1] ?? code[2];
  const point = hex === undefined ? Number(code[3]) : Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{8,}={0,2}/g;

/** Returns the texts that stand in a text as base64, each with the place of its base64. */
export function base64Texts(text: string): { start: number; end: number; text: string }[] {
  const texts: { start: number; end: number; text: string }[] = [];
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const base64 = run
      .replace(/={1,2}$/, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    const bytes = base64Bytes(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='));
    if (bytes === undefined) continue;
    const decoded = new TextDecoder().decode(bytes);
    if (!/[\0-\x08\x0e-\x1f\ufffd]/.test(decoded))
      texts.push({ start: index, end: index + run.length, text: decoded });
  }
  return texts;
}
