/** Request pass, its end: every word becomes a text, and open values become the request's variables. */
import { splitVariables } from '../../request/variables.ts';
import type { Variable } from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { OpenValue, Span, Word } from '../shell/ast.ts';
import { withoutBytes } from './url.ts';

/** What words become once it is known how each open value is written. */
export interface Rendered {
  value: unknown;
  /** In the order of appearance. */
  variables: Variable[];
}

/** How each open value that is used is written, in the order of appearance. */
type Chosen = Map<OpenValue, string>;

/**
 * Writes every word of a value out, however deep it stands. No literal text can then be taken for a variable: an
 * open value whose usual spelling also stands there as text is written in another way.
 * @param place of the command, for what cannot be told apart
 */
export function render(value: unknown, place: Span, diagnostics: Diagnostics): Rendered {
  const words: (Word | string)[] = [];
  collect(value, words);
  const chosen: Chosen = new Map();
  for (const word of words)
    if (typeof word !== 'string')
      for (const segment of word.segments)
        if (segment.kind === 'open') chosen.set(segment.value, segment.value.spellings[0]);
  for (const { warning } of chosen.keys())
    if (warning !== undefined) diagnostics.warn(warning.code, warning.message, warning);
  const variables = chosen.size === 0 ? [] : settle(words, chosen, place, diagnostics);
  // Where bytes that are not UTF-8 can be said they have been; elsewhere they are replaced.
  const text = (word: Word) => write(withoutBytes(word, 'text', diagnostics), chosen);
  return { value: written(value, text), variables };
}

function isWord(value: object): value is Word {
  return 'segments' in value;
}

function collect(value: unknown, words: (Word | string)[]): void {
  if (typeof value === 'string') words.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, words);
  else if (typeof value === 'object' && value !== null) {
    if (isWord(value)) words.push(value);
    else for (const item of Object.values(value)) collect(item, words);
  }
}

function written(value: unknown, text: (word: Word) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, text));
  if (typeof value !== 'object' || value === null) return value;
  if (isWord(value)) return text(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item, text)]));
}

function write(word: Word, chosen: Chosen): string {
  let text = '';
  for (const segment of word.segments)
    if (segment.kind === 'text') text += segment.text;
    else if (segment.kind === 'open') text += chosen.get(segment.value) ?? '';
    else text += '\ufffd'.repeat(segment.bytes.length);
  return text;
}

/** Chooses how each open value is written: one that collides moves on to its next spelling. */
function settle(
  words: readonly (Word | string)[],
  chosen: Chosen,
  place: Span,
  diagnostics: Diagnostics,
): Variable[] {
  for (let round = 1; ; round += 1) {
    const variables = Array.from(
      chosen,
      ([{ name, default: value }, text]): Variable =>
        value === undefined ? { name, text } : { name, text, value },
    );
    let isMoved = false;
    const clashing = clashes(words, chosen, variables);
    if (clashing.size === 0) return variables;
    for (const value of clashing) {
      const next = value.spellings[round];
      if (next === undefined) continue;
      chosen.set(value, next);
      isMoved = true;
    }
    if (isMoved) continue;
    diagnostics.warn(
      'variable_ambiguous',
      'A literal text of the command looks like a variable of it; check what is replaced.',
      place,
    );
    return variables;
  }
}

/** Open values whose spelling is found elsewhere than where they stand. */
function clashes(
  words: readonly (Word | string)[],
  chosen: Chosen,
  variables: readonly Variable[],
): Set<OpenValue> {
  const clashing = new Set<OpenValue>();
  const byText = new Map(Array.from(chosen, ([value, text]) => [text, value]));
  for (const word of words) {
    const meant =
      typeof word === 'string'
        ? []
        : word.segments.flatMap((segment) => (segment.kind === 'open' ? [segment.value] : []));
    const text = typeof word === 'string' ? word : write(word, chosen);
    // Every spelling has one of these in it: most texts have none, and are not looked at further.
    if (meant.length === 0 && !/[$%`<@]|\{\{/.test(text)) continue;
    const found = splitVariables(text, variables).flatMap((segment) =>
      segment.kind === 'variable' ? [byText.get(segment.text)] : [],
    );
    if (found.length === meant.length && found.every((value, index) => value === meant[index])) continue;
    for (const value of [...found, ...meant]) if (value !== undefined) clashing.add(value);
  }
  return clashing;
}
