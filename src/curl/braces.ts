/** Brace expansion: `{a,b}` and `{1..5}` (Bash manual, 3.5.1). */

/** Marks of unquoted braces and commas while a brace expansion is worked out. */
export const OPEN_BRACE = '\udc00';
export const COMMA = '\udc01';
export const CLOSE_BRACE = '\udc02';
export const MAX_BRACE_WORDS = 1000;
const MAX_BRACE_GROUPS = 100;

/** All words of a marked brace expression, undefined when there are too many. Bash manual, 3.5.1. */
export function expandBraces(text: string): string[] | undefined {
  const open = text.indexOf(OPEN_BRACE);
  if (open < 0) return [text];
  if (text.split(OPEN_BRACE).length > MAX_BRACE_GROUPS) return undefined;
  for (let start = open; start >= 0; start = text.indexOf(OPEN_BRACE, start + 1)) {
    const group = braceGroup(text, start);
    if (group === undefined) continue;
    const tails = expandBraces(text.slice(group.end + 1));
    if (tails === undefined) return undefined;
    const words: string[] = [];
    for (const item of group.items) {
      const inner = group.sequence ? [item] : expandBraces(item);
      if (inner === undefined || words.length + inner.length * tails.length > MAX_BRACE_WORDS)
        return undefined;
      for (const middle of inner) for (const tail of tails) words.push(text.slice(0, start) + middle + tail);
    }
    return words;
  }
  return [text];
}

/** The alternatives of the group that opens at `start`, undefined when it is no brace expression. */
function braceGroup(
  text: string,
  start: number,
): { items: string[]; end: number; sequence: boolean } | undefined {
  let depth = 0;
  let from = start + 1;
  const items: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === OPEN_BRACE) depth += 1;
    else if (char === COMMA && depth === 1) {
      items.push(text.slice(from, at));
      from = at + 1;
    } else if (char === CLOSE_BRACE) {
      depth -= 1;
      if (depth > 0) continue;
      if (items.length > 0) return { items: [...items, text.slice(from, at)], end: at, sequence: false };
      const sequence = braceSequence(text.slice(start + 1, at));
      return sequence === undefined ? undefined : { items: sequence, end: at, sequence: true };
    }
  }
  return undefined;
}

/** `1..5`, `01..10..2`, `a..e`. Of more words than there may be one too many is enough. */
function braceSequence(inside: string): string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const match = numbers ?? letters;
  const [, first, last, by] = match ?? [];
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

export function unmarkBraces(text: string): string {
  return text.replaceAll(OPEN_BRACE, '{').replaceAll(COMMA, ',').replaceAll(CLOSE_BRACE, '}');
}
