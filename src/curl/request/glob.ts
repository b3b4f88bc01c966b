/** Request pass: curl's URL globbing: `{a,b}`, `[1-3]`, `[08-12:2]`, `[a-c]` (curl(1), "GLOBBING"). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Range, Word } from '../shell/word.ts';

export interface Glob {
  /** The first URL that the pattern gives. */
  first: Word;
  /** It gives more than one. */
  isMany: boolean;
  /** Each `{…}` with a single item in it, which is what is left of a name in braces: `/users/{id}`. */
  names: readonly Range[];
}

const NO_NAMES: readonly Range[] = [];

/** What to throw for something that curl refuses at an index of the pattern. */
type Fail = (message: string, at: number) => Error;

/** One set or range: what it gives first, whether it gives more, and where the pattern goes on. */
interface Part {
  first: Range[];
  isMany: boolean;
  end: number;
}

const NUMBERS = /(\d+)-[ \t]*(\d+)(?::(\d+))?\]/y;
const LETTERS = /([A-Za-z])-([A-Za-z])(?::(\d{1,3}))?\]/y;
const IPV6 = /\[[0-9a-fA-F:.]{2,64}(?:%[^\]]{1,40})?\]/y;

/**
 * @param option whose value the pattern is
 * @throws InputError where curl refuses the pattern
 */
export function expandPattern(
  pattern: Word,
  globOff: boolean,
  option: string,
  diagnostics: Diagnostics,
): Glob {
  const text = pattern.outline;
  if (globOff || !/[{}[\]\\]/.test(text)) return { first: pattern, isMany: false, names: NO_NAMES };
  const fail = (message: string, at: number) =>
    diagnostics.error(
      'bad_glob',
      pattern.slice(at, at + 1),
      `${message} in ${option}; -g turns globbing off`,
    );
  const kept: Range[] = [];
  const names: Range[] = [];
  let isMany = false;
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
      if (char === '{' && !part.isMany) names.push({ from: at, to: part.end });
      isMany ||= part.isMany;
      at = part.end;
      literal = at;
    } else if (char === '}' || char === ']') throw fail('unmatched close brace/bracket', at);
    else at += 1;
  }
  return { first: pattern.pick([...kept, { from: literal, to: text.length }]), isMany, names };
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
  let isMany = false;
  let from = open + 1;
  for (let at = open + 1; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '{' || char === '[') throw fail('nested brace', at);
    if (char === ']') throw fail('unexpected close bracket', at);
    if (char === '}' && at === open + 1) throw fail('empty string within braces', at);
    if (!isMany && (char === ',' || char === '}' || char === '\\')) {
      first.push({ from, to: at });
      from = at + 1;
    }
    if (char === '}') return { first, isMany, end: at + 1 };
    if (char === ',') isMany = true;
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
    isMany: spread > 0,
    end: from + whole.length,
  };
}
