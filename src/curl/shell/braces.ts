/** Shell pass: brace expansion, `{a,b}` and `{1..5}` (Bash manual, 3.5.1). */
import type { Part } from '../lexer/syntax.ts';

export const MAX_BRACE_WORDS = 1000;
const MAX_BRACE_GROUPS = 100;

type Parts = readonly Part[];

const isBrace = (part: Part | undefined, text: string): boolean =>
  part?.kind === 'text' && part.isBrace === true && part.text === text;

export function expandBraces(parts: Parts): Parts[] | undefined {
  const opens = parts.filter((part) => isBrace(part, '{')).length;
  if (opens === 0) return [parts];
  if (opens > MAX_BRACE_GROUPS) return undefined;
  for (let start = 0; start < parts.length; start += 1) {
    if (!isBrace(parts[start], '{')) continue;
    const group = groupAt(parts, start);
    if (group === undefined) continue;
    const tails = expandBraces(parts.slice(group.end + 1));
    if (tails === undefined) return undefined;
    const words: Parts[] = [];
    for (const item of group.items) {
      const inner = expandBraces(item);
      if (inner === undefined || words.length + inner.length * tails.length > MAX_BRACE_WORDS)
        return undefined;
      for (const middle of inner)
        for (const tail of tails) words.push([...parts.slice(0, start), ...middle, ...tail]);
    }
    return words;
  }
  return [parts];
}

/** The alternatives of the group that opens at `start`; undefined when it is no brace expression. */
function groupAt(parts: Parts, start: number): { items: Parts[]; end: number } | undefined {
  let depth = 0;
  let from = start + 1;
  const items: Parts[] = [];
  for (let at = start; at < parts.length; at += 1) {
    const part = parts[at];
    if (isBrace(part, '{')) depth += 1;
    else if (isBrace(part, ',') && depth === 1) {
      items.push(parts.slice(from, at));
      from = at + 1;
    } else if (isBrace(part, '}')) {
      depth -= 1;
      if (depth > 0) continue;
      if (items.length > 0) return { items: [...items, parts.slice(from, at)], end: at };
      const [only, ...others] = parts.slice(start + 1, at);
      if (only?.kind !== 'text' || only.quoted || others.length > 0) return undefined;
      const sequence = sequenceOf(only.text)?.map((text) => [{ ...only, text }]);
      return sequence && { items: sequence, end: at };
    }
  }
  return undefined;
}

/** `1..5`, `01..10..2`, `a..e`. Of more words than there may be one too many is enough. */
function sequenceOf(inside: string): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const [, first, last, by] = numbers ?? letters ?? [];
  if (first === undefined || last === undefined) return undefined;
  const read = (text: string) => (numbers === null ? text.charCodeAt(0) : Number(text));
  const padded = /^-?0\d/.test(first) || /^-?0\d/.test(last);
  const width = numbers !== null && padded ? Math.max(first.length, last.length) : 0;
  const write = (value: number) => {
    if (numbers === null) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  };
  const [from, to] = [read(first), read(last)];
  const step = Math.abs(Number(by ?? 1)) || 1;
  const items: string[] = [];
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    items.push(write(value));
    if (items.length > MAX_BRACE_WORDS) break;
  }
  return items;
}
