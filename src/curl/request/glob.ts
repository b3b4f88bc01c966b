/** Request pass: curl's URL globbing: `{a,b}`, `[1-3]`, `[08-12:2]`, `[a-c]` (curl(1), "GLOBBING"). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Range, Word } from '../shell/word.ts';

export interface Glob {
  /** The first URL that the pattern gives. */
  first: Word;
  /** How many it gives. */
  count: number;
  /** Each `{…}` with a single item in it, which is what is left of a name in braces: `/users/{id}`. */
  names: Range[];
}

/** What to throw for something that curl refuses at an index of the pattern. */
type Fail = (message: string, at: number) => Error;

/** One set or range: what it gives first, how many it gives, and where the pattern goes on. */
interface Part {
  first: Range[];
  count: number;
  end: number;
}

const NUMBERS = /(\d+)-[ \t]*(\d+)(?::(\d+))?\]/y;
const LETTERS = /([A-Za-z])-([A-Za-z])(?::(\d{1,3}))?\]/y;
const IPV6 = /\[[0-9a-fA-F:.]{2,64}(?:%[^\]]{1,40})?\]/y;
const MAX_COUNT = 2 ** 53;

/**
 * @param option whose value the pattern is
 * @throws InputError where curl refuses the pattern
 */
export function expandPattern(word: Word, globOff: boolean, option: string, diagnostics: Diagnostics): Glob {
  if (globOff) return { first: word, count: 1, names: [] };
  return expandGlob(word, (message, at) =>
    diagnostics.error('bad_glob', word.slice(at, at + 1), `${message} in ${option}; -g turns globbing off`),
  );
}

/** How many the pattern gives; 1 for one that curl refuses. */
export function globCount(pattern: Word): number {
  try {
    return expandGlob(pattern, (message) => new Error(message)).count;
  } catch {
    return 1;
  }
}

function expandGlob(pattern: Word, fail: Fail): Glob {
  const text = pattern.outline;
  if (!/[{}[\]\\]/.test(text)) return { first: pattern, count: 1, names: [] };
  const kept: Range[] = [];
  const names: Range[] = [];
  let count = 1;
  let literal = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '\\' && /[{}[\]]/.test(text[at + 1] ?? '')) {
      kept.push({ from: literal, to: at });
      literal = at + 1;
      at += 2;
    } else if (char === '{' || char === '[') {
      const skip = char === '[' ? literalBrackets(text, at) : 0;
      if (skip > 0) {
        at += skip;
        continue;
      }
      const part = char === '{' ? readSet(text, at, fail) : readRange(text, at, fail);
      kept.push({ from: literal, to: at }, ...part.first);
      if (char === '{' && part.count === 1) names.push({ from: at, to: part.end });
      count *= part.count;
      if (count > MAX_COUNT) throw fail('range overflow', at);
      at = part.end;
      literal = at;
    } else if (char === '}' || char === ']') throw fail('unmatched close brace/bracket', at);
    else at += 1;
  }
  return { first: pattern.pick([...kept, { from: literal, to: text.length }]), count, names };
}

/** The length of an IPv6 address in brackets or of `[]`, which are taken as they are. */
function literalBrackets(pattern: string, at: number): number {
  IPV6.lastIndex = at;
  const address = IPV6.exec(pattern)?.[0];
  if (address !== undefined && (address.match(/:/g)?.length ?? 0) >= 2) return address.length;
  return pattern[at + 1] === ']' ? 2 : 0;
}

function readSet(pattern: string, open: number, fail: Fail): Part {
  const first: Range[] = [];
  let count = 1;
  let from = open + 1;
  for (let at = open + 1; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '{' || char === '[') throw fail('nested brace', at);
    if (char === ']') throw fail('unexpected close bracket', at);
    if (char === '}' && at === open + 1) throw fail('empty string within braces', at);
    if (count === 1 && (char === ',' || char === '}' || char === '\\')) {
      first.push({ from, to: at });
      from = at + 1;
    }
    if (char === '}') return { first, count, end: at + 1 };
    if (char === ',') count += 1;
    else if (char === '\\' && at + 1 < pattern.length) at += 1;
  }
  throw fail('unmatched brace', open);
}

function readRange(pattern: string, open: number, fail: Fail): Part {
  const from = open + 1;
  const letters = /[A-Za-z]/.test(pattern[from] ?? '');
  if (!letters && !/\d/.test(pattern[from] ?? '')) throw fail('bad range specification', from);
  const syntax = letters ? LETTERS : NUMBERS;
  syntax.lastIndex = from;
  const match = syntax.exec(pattern);
  const [whole, low, high, by] = match ?? [];
  if (whole === undefined || low === undefined || high === undefined) throw fail('bad range', from);
  const [start, end] = letters ? [low.charCodeAt(0), high.charCodeAt(0)] : [Number(low), Number(high)];
  const step = Number(by ?? 1);
  const spread = end - start;
  const bad =
    step === 0 || spread < 0 || (spread === 0 ? step !== 1 : step > spread) || (letters && spread > 25);
  if (bad || end > Number.MAX_SAFE_INTEGER) throw fail('bad range', from);
  // A leading zero pads every number to the width of the first: the first is always as it is written.
  return {
    first: [{ from, to: from + low.length }],
    count: Math.floor(spread / step) + 1,
    end: from + whole.length,
  };
}
