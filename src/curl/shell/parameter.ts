/** Shell pass: what `$NAME` and `${NAME…}` stand for (POSIX.1-2024, 2.6.2): the value that the text sets, or an unresolved one. */
import { nameOf } from '../../request/spellings.ts';
import { named } from '../diagnostics.ts';
import type { Expansion, RawWord } from '../lexer/syntax.ts';
import { PARAMETER } from '../lexer/word-lexer.ts';
import { joinWords, type UnresolvedValue, Word } from '../word.ts';
import type { Expander } from './expand.ts';

export type Value =
  /** Several of `"${NAME[@]}"`, one of all else. */
  | { kind: 'words'; words: readonly Word[] }
  /** What follows `:-`, not yet expanded. */
  | { kind: 'operand'; operand: RawWord }
  /** @property many it may be several arguments even in quotes */
  | { kind: 'unresolved'; value: UnresolvedValue; many: boolean };

const PLAIN_NAME = /^(?:[A-Za-z_]\w*|\d)$/;
/** Special parameters that several arguments may stand in. */
const MANY = /^(?:[@*]|\w+\[[@*]\])/;

const one = (word: Word): Value => ({ kind: 'words', words: [word] });

/** The value of a parameter expansion. */
export function parameterValue(expander: Expander, part: Expansion): Value {
  const inside = part.inside.outline;
  const { scope } = expander;
  PARAMETER.lastIndex = 0;
  // Without braces, the text is a name.
  const found = part.written.startsWith('${') ? PARAMETER.exec(inside) : [inside, inside];
  const [whole, name = '', index, operator = ''] = found ?? [];
  const unknown = () => unresolvedParameter(expander, part, name);
  const isSplit = scope.get('IFS') !== undefined && (!part.quoted || index === '*');
  if (name === '' || isSplit || (operator === '' && whole !== inside)) return unknown();
  if (index === '@' || index === '*') {
    const items = operator === '' ? scope.items(name) : undefined;
    // In quotes, `${NAME[*]}` is one word.
    const isOne = items !== undefined && index === '*' && part.quoted;
    return isOne ? one(joinWords(part, items, ' ')) : items ? { kind: 'words', words: items } : unknown();
  }
  const value = index === undefined ? scope.get(name) : scope.items(name)?.at(Number(index));
  if (operator !== '') return operated(expander, part, name, value, operator);
  return value === undefined ? unknown() : one(respelled(expander, part, value));
}

/** `${NAME:-…}`, `:=`, `:+` and `:?`. */
function operated(
  expander: Expander,
  part: Expansion,
  name: string,
  value: Word | undefined,
  operator: string,
): Value {
  const { operand = Word.text('', part) } = part;
  const sign = operator.slice(-1);
  // With the colon, an empty value is none.
  const isGiven = value !== undefined && (operator === sign || !value.isEmpty);
  if (sign === '+') {
    if (value === undefined || value.hasUnresolved) return unresolvedParameter(expander, part, name);
    return isGiven ? { kind: 'operand', operand } : one(value);
  }
  if (isGiven) return one(value);
  if (sign === '?') return unresolvedParameter(expander, part, name);
  if (value === undefined) return defaulted(expander, part, name, sign === '=', operand);
  if (sign === '=') expander.scope.set(name, [expander.expand(operand)]);
  return { kind: 'operand', operand };
}

/** A variable that the text does not set, with its default. @param assigns whether it has this value from now on */
function defaulted(
  expander: Expander,
  part: Expansion,
  name: string,
  assigns: boolean,
  operand: RawWord,
): Value {
  const { diagnostics, scope } = expander;
  const word = expander.expand(operand);
  // A placeholder as the default of a variable, as generated commands have it: the result is the placeholder.
  if (/^\{\{\w+\}\}$/.test(word.text ?? '')) return { kind: 'words', words: [word] };
  const isKnown = word.segments.every(
    (segment) =>
      segment.kind === 'text' || (segment.kind === 'unresolved' && segment.value.default !== undefined),
  );
  const text = isKnown ? word.written((each) => each.default ?? '') : undefined;
  diagnostics.fillIn(text?.length ?? 0, part.start);
  const unresolved = unresolvedParameter(expander, part, name, text);
  if (assigns) scope.set(name, [Word.unresolved(unresolved.value, part)]);
  return unresolved;
}

/** A variable without a value, as it is written here: `${TOKEN}`. */
function respelled({ diagnostics }: Expander, part: Expansion, value: Word): Word {
  const [only] = value.segments;
  const name = part.inside.outline;
  if (only?.kind !== 'unresolved' || value.segments.length > 1 || only.value.written !== `$${name}`)
    return value;
  const { warning } = only.value;
  return Word.unresolved(diagnostics.unresolved.variable(name, part.written, { warning }), part);
}

/** A variable that the text does not set, or an expansion that is not computed. */
function unresolvedParameter(
  { diagnostics, scope }: Expander,
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
