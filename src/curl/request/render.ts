/** Request pass, last step: writes every word as text, and unresolved values as the request's variables. */
import { isFoundByName } from '../../request/spellings.ts';
import { splitVariables } from '../../request/variables.ts';
import type { Variable } from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { WithWords } from '../options/transfer.ts';
import { type Span, type UnresolvedValue, Word } from '../word.ts';
import type { RequestDraft, Text } from './request-draft.ts';

/** How each unresolved value that is used is written, in the order of appearance. */
type Chosen = Map<UnresolvedValue, string>;

const NONE: readonly UnresolvedValue[] = [];

/** A part of a draft with its texts written, everything else as it is. */
function written(value: unknown, write: (text: Text) => string): unknown {
  if (typeof value === 'string' || value instanceof Word) return write(value);
  if (Array.isArray(value)) return value.map((item) => written(item, write));
  if (typeof value !== 'object' || value === null) return value;
  const all: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) all[key] = written(item, write);
  return all;
}

/**
 * Writes words out, so that no literal text can be taken for a variable: an unresolved value whose usual spelling also stands
 * there as text is written in another way.
 */
export class Writer {
  readonly variables: Variable[] = [];
  readonly #chosen: Chosen = new Map();
  readonly #diagnostics: Diagnostics;

  /**
   * @param draft all that will be written
   * @param place of the command, for what cannot be distinguished
   */
  constructor(draft: RequestDraft, place: Span, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    const { method, url, lines, body, body_file, form, auth, options } = draft;
    const words: Text[] = [method, url];
    for (const { name, value } of lines) words.push(name, value);
    written([body, body_file, form, auth, options], (text) => {
      words.push(text);
      return '';
    });
    const chosen = this.#chosen;
    for (const word of words)
      for (const value of unresolvedIn(word))
        if (!chosen.has(value)) chosen.set(value, spellingsOf(value)[0]);
    if (chosen.size === 0) return;
    for (const { warning } of chosen.keys())
      if (warning !== undefined) diagnostics.warn(warning.code, warning, warning.message);
    this.variables = settle(words, chosen, place, diagnostics);
  }

  text(text: Text): string {
    if (typeof text === 'string') return text;
    // Bytes that are not UTF-8 are replaced where the request shape cannot keep them.
    if (text.hasBytes) this.#diagnostics.warn('invalid_utf8', text);
    return text.written((value) => this.#chosen.get(value) ?? '');
  }

  /** Writes all words of a part of a draft. */
  all<T>(value: WithWords<T>): T {
    return written(value, (text) => this.text(text)) as T; // what WithWords says: words stand for texts, nothing else differs
  }
}

const unresolvedIn = (word: Text): readonly UnresolvedValue[] =>
  typeof word === 'string' || !word.hasUnresolved
    ? NONE
    : word.segments.flatMap((segment) => (segment.kind === 'unresolved' ? [segment.value] : []));

/** Ways to write it, best first: as the text does, where a value given by name is found then (`${!A}` becomes `{{ARG_A}}`). */
function spellingsOf({ name, written }: UnresolvedValue): [string, ...string[]] {
  const others = [`{{${name}}}`, `\${${name}}`, `$${name}`] as const;
  return isFoundByName(name, written)
    ? [written, ...others.filter((other) => other !== written)]
    : [...others];
}

/** Chooses the spelling of each unresolved value: one that collides takes its next spelling. */
function settle(words: readonly Text[], chosen: Chosen, place: Span, diagnostics: Diagnostics): Variable[] {
  for (let round = 1; ; round += 1) {
    const variables = Array.from(chosen, ([{ name, default: value }, text]) =>
      value === undefined ? { name, text } : { name, text, value },
    );
    let isMoved = false;
    const clashing = clashes(words, chosen, variables);
    if (clashing.size === 0) return variables;
    for (const value of clashing) {
      const next = spellingsOf(value)[round];
      if (next === undefined) continue;
      chosen.set(value, next);
      isMoved = true;
    }
    if (isMoved) continue;
    diagnostics.warn('variable_ambiguous', place);
    return variables;
  }
}

/** Unresolved values whose spelling also occurs elsewhere. */
function clashes(
  words: readonly Text[],
  chosen: Chosen,
  variables: readonly Variable[],
): Set<UnresolvedValue> {
  const clashing = new Set<UnresolvedValue>();
  const byText = new Map(Array.from(chosen, ([value, text]) => [text, value]));
  for (const word of words) {
    const meant = unresolvedIn(word);
    const text = typeof word === 'string' ? word : word.written((value) => chosen.get(value) ?? '');
    // Every spelling contains one of these. Most texts contain none and need no search.
    if (meant.length === 0 && !/[$%`<@]|\{\{/.test(text)) continue;
    const found = splitVariables(text, variables).flatMap((segment) =>
      segment.kind === 'variable' ? [byText.get(segment.text)] : [],
    );
    const isRight = found.length === meant.length && found.every((value, index) => value === meant[index]);
    for (const value of isRight ? [] : [...found, ...meant]) if (value !== undefined) clashing.add(value);
  }
  return clashing;
}
