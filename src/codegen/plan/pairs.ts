/** Decodes the pairs of forms and queries. */
import { percentDecode } from '../../request/percent.ts';
import type { PlanContext } from './context.ts';
import type { PlanPairs, PlanVariable, Template } from './plan.ts';

/** Replaces a variable while a text is decoded. */
const MARK = '\0';
/** Only a value without blanks and `;` may have another `=`: `cpu,host=a usage=0.64` is no form. */
const PAIR = /^([^=]*)=([^=]*|(?<=^[\w.[\]-]+=)[^\s;]*)$/;

/** Decodes pairs; undefined for anything but `name=value`, for NUL, and for escapes that are not UTF-8. */
export function formPairs(text: string, context: PlanContext): PlanPairs | undefined {
  if (/\0|%00/.test(text)) return undefined;
  const whole = context.template(text);
  const pieces = typeof whole === 'string' ? [whole] : whole;
  const variables = pieces.filter((piece): piece is PlanVariable => typeof piece !== 'string');
  const marked = pieces.map((piece) => (typeof piece === 'string' ? piece : MARK)).join('');
  const names: string[] = [];
  const pairs: (readonly [name: Template, value: Template])[] = [];
  for (const pair of marked.split('&')) {
    const [, name, value] = (PAIR.exec(pair) ?? []).map(formDecode);
    if (name === undefined || value === undefined) return undefined;
    names.push(name);
    pairs.push([filled(name, variables), filled(value, variables)]);
  }
  return { kind: 'pairs', pairs, hasUniqueNames: areUnique(names) };
}

function filled(marked: string, variables: PlanVariable[]): Template {
  if (!marked.includes(MARK)) return marked;
  return marked.split(MARK).flatMap((text, index) => {
    const variable = index === 0 ? undefined : variables.shift();
    return [...(variable === undefined ? [] : [variable]), ...(text === '' ? [] : [text])];
  });
}

export const areUnique = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

export const formDecode = (text: string): string | undefined => percentDecode(text.replaceAll('+', ' '));
