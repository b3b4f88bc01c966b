/** Shell pass: what `$NAME` and `${NAME…}` stand for (POSIX.1-2024, 2.6.2): the value that the text sets, or an open one. */

import { nameOf } from '../../schemas/absent.ts';
import { type Diagnostics, named } from '../diagnostics.ts';
import type { Expansion, RawWord } from '../lexer/syntax.ts';
import { WordLexer } from '../lexer/word-lexer.ts';
import { joinWords, type UnresolvedValue, Word } from '../word.ts';
import type { Scope } from './scope.ts';

/** What an expansion is read with. */
interface Context {
  readonly diagnostics: Diagnostics;
  readonly scope: Scope;
  expand(raw: RawWord): Word;
}

export type Value =
  /** Several of `"${NAME[@]}"`, one of all else. */
  | { kind: 'words'; words: readonly Word[] }
  /** What follows `:-`, not yet expanded. */
  | { kind: 'operand'; operand: RawWord }
  /** @property many it may be several arguments even in quotes */
  | { kind: 'unresolved'; value: UnresolvedValue; many: boolean };

const PARAMETER = /^([A-Za-z_]\w*|\d{1,3}|[@*#?$!-])(?:\[([@*]|-?\d{1,6})\])?(:?[-=?+])?([\s\S]*)$/;
/** Special parameters that several arguments may stand in. */
const MANY = /^(?:[@*]|\w+\[[@*]\])/;

/** The value of a parameter expansion. */
export function parameterValue(context: Context, part: Expansion): Value {
  const inside = part.inside.outline;
  const { scope, diagnostics } = context;
  // Without braces, the text is a name.
  const found = part.written.startsWith('${') ? PARAMETER.exec(inside) : ['', inside];
  const [, name = '', index, operator = '', rest = ''] = found ?? [];
  const unknown = () => unresolvedParameter(context, part, name);
  const isSplit = scope.get('IFS') !== undefined && (!part.quoted || index === '*');
  if (name === '' || isSplit || (operator === '' && rest !== '')) return unknown();
  if (index === '@' || index === '*') {
    const items = scope.items(name);
    if (items === undefined || operator !== '') return unknown();
    const joins = index === '*' && part.quoted;
    return { kind: 'words', words: joins ? [joinWords(part, items, ' ')] : items };
  }
  const value = index === undefined ? scope.get(name) : scope.items(name)?.at(Number(index));
  if (operator === '')
    return value === undefined ? unknown() : { kind: 'words', words: [respelled(context, part, value)] };
  const operand = () =>
    new WordLexer(part.inside.slice(inside.length - rest.length, inside.length), diagnostics).operand(
      part.quoted,
    );
  const sign = operator.slice(-1);
  // With the colon, an empty value is none.
  const isGiven = value !== undefined && (operator === sign || !value.isEmpty);
  if (sign === '+' && value !== undefined)
    return isGiven
      ? { kind: 'operand', operand: operand() }
      : { kind: 'words', words: [Word.text('', part)] };
  if (isGiven) return { kind: 'words', words: [value] };
  if (sign === '+' || sign === '?') return unknown();
  const fallback = operand();
  if (value !== undefined) {
    if (sign === '=') scope.set(name, [context.expand(fallback)]);
    return { kind: 'operand', operand: fallback };
  }
  const word = context.expand(fallback);
  // Generated commands write a placeholder as the default of a variable: the result is the placeholder.
  if (word.text === `{{${name}}}`) return { kind: 'words', words: [word] };
  const isKnown = word.segments.every(
    (segment) =>
      segment.kind === 'text' || (segment.kind === 'unresolved' && segment.value.default !== undefined),
  );
  const text = isKnown ? word.written((each) => each.default ?? '') : undefined;
  diagnostics.fillIn(text?.length ?? 0, part.start);
  const unresolved = unresolvedParameter(context, part, name, text);
  if (sign === '=') scope.set(name, [Word.unresolved(unresolved.value, part)]);
  return unresolved;
}

/** A variable that stands for itself, in the spelling of this place: `${TOKEN}`. */
function respelled({ diagnostics }: Context, part: Expansion, value: Word): Word {
  const [only] = value.segments;
  const name = part.inside.outline;
  if (only?.kind !== 'unresolved' || value.segments.length > 1 || only.value.written !== `$${name}`)
    return value;
  const { warning } = only.value;
  return Word.unresolved(diagnostics.unresolved.variable(name, part.written, { warning }), part);
}

const PLAIN_NAME = /^(?:[A-Za-z_]\w*|\d)$/;

/** A variable that the text does not set, or an expansion that is not computed. */
function unresolvedParameter(
  { diagnostics, scope }: Context,
  { written: source, inside: { outline: inside }, start, end }: Expansion,
  name: string,
  fallback?: string,
): Extract<Value, { kind: 'unresolved' }> {
  const many = MANY.test(inside);
  const written = source === '~' ? '$HOME' : source;
  // Only the name, with or without braces, and at most a default or `:?`.
  const isBare = inside === name || /^\w+:?\?/.test(inside) || fallback !== undefined;
  const isPlain = PLAIN_NAME.test(name) && isBare;
  const isUncertain = scope.isUncertain(name);
  const isUnset = isPlain && scope.get(name) === undefined;
  const remedy = isUnset && fallback !== undefined ? 'its default is used unless you give' : 'give';
  const why = isUncertain
    ? 'depends on a condition, a loop, a function or a program: give'
    : `${isUnset ? 'is not set in the text' : 'is not computed'}: ${remedy}`;
  const message = `${named(source)} ${why} its value.`;
  const code = isUncertain ? 'condition_unknown' : 'variable';
  const about = { default: fallback, warning: { code, message, start, end } } as const;
  const label = PLAIN_NAME.test(name) ? name : `ARG_${nameOf(inside)}`;
  const { unresolved } = diagnostics;
  const value = isPlain ? unresolved.variable(name, written, about) : unresolved.value(label, written, about);
  return { kind: 'unresolved', value, many };
}
