/** Request pass: curl's URL globbing: `{a,b}`, `[1-3]`, `[08-12:2]`, `[a-c]` (curl(1), "GLOBBING"). */
import { type Diagnostics, looksLikePlaceholder, named } from '../diagnostics.ts';
import { type Span, type Word, withoutBackslashes } from '../word.ts';

export interface Glob {
  first: Word;
  isMany: boolean;
  /** Each `{…}` with a single item, such as a name in braces: `/users/{id}`. Indices of the pattern's outline. */
  names: readonly Span[];
}

/**
 * An escaped bracket, those that are taken as they are, a set, letters or numbers, and what is none of these: curl refuses
 * the first such bracket, so that a set that never closes is looked through only once (`y`).
 */
const PATTERN = new RegExp(
  [
    /\\[{}[\]]/,
    /(?<literal>\[\]|\[(?=[^:\]]{0,40}:[^:\]]{0,40}:)[0-9a-fA-F:.]{2,64}(?:%[^\]]{1,40})?\])/,
    /\{(?!\})(?<item>(?:[^{}[\]\\,]|\\[\s\S])*)(?<others>(?:,(?:[^{}[\]\\,]|\\[\s\S])*)*)\}/y,
    /\[(?<from>[A-Za-z]|\d+)-[ \t]*(?<to>[A-Za-z]|\d+)(?::(?<by>\d+))?\]/,
    /[{}[\]]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

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
  if (globOff || !/[{}[\]\\]/.test(pattern.outline)) return { first: pattern, isMany: false, names: [] };
  const names: Span[] = [];
  let isMany = false;
  const first = pattern.fill(PATTERN, ({ 0: written, index, groups = {} }) => {
    const { literal, item, others = '', from, to = '', by } = groups;
    const start = index + 1;
    if (literal !== undefined) return undefined;
    if (written.startsWith('\\')) return pattern.slice(start, start + 1);
    if (item !== undefined) {
      if (others === '') names.push({ start: index, end: index + written.length });
      isMany ||= others !== '';
      return withoutBackslashes(pattern.slice(start, start + item.length), /\\[\s\S]/g);
    }
    const spread = from === undefined ? undefined : spreadOf(from, to, by);
    if (from === undefined || spread === undefined) {
      const bad = pattern.slice(index).spelled;
      const placeholder = /^[[{][A-Za-z][\w -]*[\]}]/.exec(bad)?.[0];
      const message =
        placeholder === undefined
          ? `curl refuses the pattern ${named(bad)} in ${option}. Write %5B for [ and %7B for {, or use -g.`
          : `${looksLikePlaceholder(placeholder)} With -g curl sends it as it is.`;
      throw diagnostics.error('bad_glob', pattern.slice(index, start), message);
    }
    isMany ||= spread > 0;
    // A leading zero only pads the later numbers: the first one stays as it is written.
    return pattern.slice(start, start + from.length);
  });
  return { first, isMany, names };
}

/** How far it is from the first of a range to the last; undefined for a range that curl refuses. */
function spreadOf(from: string, to: string, by = '1'): number | undefined {
  const isLetters = /[A-Za-z]/.test(from);
  if (isLetters !== /[A-Za-z]/.test(to)) return undefined;
  const [start, end] = isLetters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const spread = end - start;
  const step = Number(by);
  const isBad = step === 0 || spread < 0 || (spread === 0 ? step !== 1 : step > spread);
  return isBad || (isLetters && spread > 25) || end > Number.MAX_SAFE_INTEGER ? undefined : spread;
}
