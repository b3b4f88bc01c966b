/** Shell pass: what `$NAME` and `${NAME…}` stand for (POSIX.1-2024, 2.6.2): the value that the text sets, or an open one. */

import { nameOf } from '../../schemas/variable-name.ts';
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
  | { kind: 'word'; word: Word }
  /** Several words: `"${NAME[@]}"`. */
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
    return joins ? { kind: 'word', word: joinWords(part, items, ' ') } : { kind: 'words', words: items };
  }
  const value = index === undefined ? scope.get(name) : scope.items(name)?.at(Number(index));
  if (operator === '') return value === undefined ? unknown() : { kind: 'word', word: value };
  const source = part.inside.slice(inside.length - rest.length, inside.length);
  const operand = () => new WordLexer(source, diagnostics).operand(part.quoted);
  return conditional(context, part, name, value, operator, operand);
}

/** `:-`, `:=`, `:?`, `:+`, and without the colon, where an empty value is one. */
function conditional(
  context: Context,
  part: Expansion,
  name: string,
  value: Word | undefined,
  operator: string,
  operand: () => RawWord,
): Value {
  const given = value !== undefined && (!operator.startsWith(':') || value.segments.length > 0);
  const sign = operator.slice(-1);
  if (sign === '+') {
    if (value === undefined) return unresolvedParameter(context, part, name);
    return given ? { kind: 'operand', operand: operand() } : { kind: 'word', word: Word.text('', part) };
  }
  if (given) return { kind: 'word', word: value };
  if (sign === '?') return unresolvedParameter(context, part, name);
  if (value !== undefined) {
    const fallback = operand();
    if (sign === '=') context.scope.set(name, context.expand(fallback));
    return { kind: 'operand', operand: fallback };
  }
  const fallback = context.expand(operand());
  // Generated commands write a placeholder as the default of a variable: the result is the placeholder.
  if (fallback.text === `{{${name}}}`) return { kind: 'word', word: fallback };
  const isKnown = fallback.segments.every(
    (segment) =>
      segment.kind === 'text' || (segment.kind === 'unresolved' && segment.value.default !== undefined),
  );
  const text = isKnown ? fallback.written((value) => value.default ?? '') : undefined;
  context.diagnostics.fillIn(text?.length ?? 0, part.start);
  const open = unresolvedParameter(context, part, name, text);
  if (sign === '=') context.scope.set(name, Word.unresolved(open.value, part));
  return open;
}

const PLAIN_NAME = /^(?:[A-Za-z_]\w*|\d)$/;

/** A variable that the text does not set, or an expansion that is not computed. */
function unresolvedParameter(
  { diagnostics, scope }: Context,
  { written, inside: { outline: inside }, start, end }: Expansion,
  name: string,
  value?: string,
): Extract<Value, { kind: 'unresolved' }> {
  const many = MANY.test(inside);
  const known = diagnostics.unresolved.known(written === '~' ? '$HOME' : written);
  if (known !== undefined) return { kind: 'unresolved', value: known, many };
  // Only the name, with or without braces, and at most a default or `:?`.
  const isBare = inside === name || /^\w+:?\?/.test(inside);
  const isPlain = PLAIN_NAME.test(name) && (isBare || value !== undefined);
  const isUncertain = scope.isUncertain(name);
  const why = isUncertain
    ? 'depends on a condition, a loop, a function or a program: give its value'
    : isPlain && scope.get(name) === undefined
      ? value === undefined
        ? 'is not set in the text: give its value'
        : 'is not set in the text: its default is used unless you give its value'
      : 'is not computed: give its value';
  const code = isUncertain ? 'condition_unknown' : 'variable';
  const more = {
    default: value,
    warning: { code, message: `${named(written)} ${why}.`, start, end },
  } as const;
  if (isPlain) {
    const spelling = written === '~' ? '$HOME' : written;
    return { kind: 'unresolved', value: diagnostics.unresolved.variable(name, spelling, more), many };
  }
  const called = nameOf(PLAIN_NAME.test(name) ? name : inside);
  const label = PLAIN_NAME.test(name) ? name : `ARG_${called}`;
  return {
    kind: 'unresolved',
    value: diagnostics.unresolved.value(label, written, more),
    many,
  };
}
