/** curl's URL globbing: `{a,b}`, `[1-3]`, `[08-12:2]`, `[a-c]` (curl(1), "GLOBBING"). */

export interface Glob {
  /** The first URL that the pattern gives. */
  first: string;
  /** How many it gives. */
  count: number;
}

export class GlobError extends Error {
  /** Index in the pattern. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const NUMBERS = /(\d+)-[ \t]*(\d+)(?::(\d+))?\]/y;
const LETTERS = /([A-Za-z])-([A-Za-z])(?::(\d{1,3}))?\]/y;
const IPV6 = /\[[0-9a-fA-F:.]{2,64}(?:%[^\]]{1,40})?\]/y;
const MAX_COUNT = 2 ** 53;

/** @throws GlobError where curl refuses the pattern */
export function expandGlob(pattern: string): Glob {
  let first = '';
  let count = 1;
  let literal = 0;
  const multiply = (by: number, at: number) => {
    count *= by;
    if (count > MAX_COUNT) throw new GlobError('range overflow', at);
  };
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    if (char === '\\' && /[{}[\]]/.test(pattern[at + 1] ?? '')) {
      first += pattern.slice(literal, at) + (pattern[at + 1] ?? '');
      at += 2;
    } else if (char === '{') {
      const set = readSet(pattern, at);
      first += pattern.slice(literal, at) + set.first;
      multiply(set.count, at);
      at = set.end;
    } else if (char === '[') {
      const skip = literalBrackets(pattern, at);
      if (skip > 0) {
        at += skip;
        continue;
      }
      const range = readRange(pattern, at);
      first += pattern.slice(literal, at) + range.first;
      multiply(range.count, at);
      at = range.end;
    } else if (char === '}' || char === ']') throw new GlobError('unmatched close brace/bracket', at);
    else {
      at += 1;
      continue;
    }
    literal = at;
  }
  return { first: first + pattern.slice(literal), count };
}

/** The length of an IPv6 address in brackets or of `[]`, which are taken as they are. */
function literalBrackets(pattern: string, at: number): number {
  IPV6.lastIndex = at;
  const address = IPV6.exec(pattern)?.[0];
  if (address !== undefined && (address.match(/:/g)?.length ?? 0) >= 2) return address.length;
  return pattern[at + 1] === ']' ? 2 : 0;
}

function readSet(pattern: string, open: number): { first: string; count: number; end: number } {
  let first: string | undefined;
  let count = 1;
  let item = '';
  for (let at = open + 1; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '{' || char === '[') throw new GlobError('nested brace', at);
    if (char === ']') throw new GlobError('unexpected close bracket', at);
    if (char === '}') {
      if (at === open + 1) throw new GlobError('empty string within braces', at);
      return { first: first ?? item, count, end: at + 1 };
    }
    if (char === ',') {
      first ??= item;
      count += 1;
      item = '';
    } else if (char === '\\' && at + 1 < pattern.length) {
      at += 1;
      item += pattern[at] ?? '';
    } else item += char ?? '';
  }
  throw new GlobError('unmatched brace', open);
}

function readRange(pattern: string, open: number): { first: string; count: number; end: number } {
  const from = open + 1;
  const letters = /[A-Za-z]/.test(pattern[from] ?? '');
  if (!letters && !/\d/.test(pattern[from] ?? '')) throw new GlobError('bad range specification', from);
  const syntax = letters ? LETTERS : NUMBERS;
  syntax.lastIndex = from;
  const match = syntax.exec(pattern);
  const [whole, low, high, by] = match ?? [];
  if (whole === undefined || low === undefined || high === undefined) throw new GlobError('bad range', from);
  const [start, end] = letters ? [low.charCodeAt(0), high.charCodeAt(0)] : [Number(low), Number(high)];
  const step = Number(by ?? 1);
  const spread = end - start;
  const bad =
    step === 0 || spread < 0 || (spread === 0 ? step !== 1 : step > spread) || (letters && spread > 25);
  if (bad || end > Number.MAX_SAFE_INTEGER) throw new GlobError('bad range', from);
  // A leading zero pads every number to the width of the first.
  const first = letters ? low : low.startsWith('0') ? String(start).padStart(low.length, '0') : String(start);
  return { first, count: Math.floor(spread / step) + 1, end: from + whole.length };
}
