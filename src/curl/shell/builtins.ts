/** Shell pass: what assignments, and the commands that set variables, do to them. */
import type { Input } from '../command.ts';
import { EMPTY_WORD, NO_WORDS, Word } from '../word.ts';
import type { Expander } from './expand.ts';
import type { Scope } from './scope.ts';
import type { Assignment } from './syntax.ts';

/** Commands that set variables given as arguments. */
export const DECLARERS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local']);
/** Commands that set variables to what is not computed. */
const SETTERS = new Set(['read', 'mapfile', 'readarray', 'printf', 'let', 'getopts', 'unset']);

export interface Assigned {
  readonly name: string;
  readonly value: Word;
}

/** @param keeps there is no command that it is for */
export function assign({ name, append, value }: Assignment, keeps: boolean, expander: Expander): Assigned {
  const { scope, diagnostics } = expander;
  if (!('kind' in value)) {
    const items = append ? [...(scope.items(name) ?? [])] : [];
    diagnostics.fillIn(items.length, value[0]?.start ?? 0);
    for (const raw of value) expander.words(raw, items);
    // `[key]=value`: what the items are is not computed.
    if (items.some((item) => /^\[[^\]]*\]=/.test(item.outline))) scope.forget(name);
    else scope.set(name, items);
    return { name, value: items[0] ?? EMPTY_WORD };
  }
  const added = expander.expand(value);
  const before = append ? scope.get(name) : undefined;
  if (append && before === undefined && scope.isUncertain(name)) return { name, value: added };
  const all = before === undefined ? added : Word.concat(added, [before, added]);
  if (keeps) scope.set(name, all);
  return { name, value: all };
}

/** What a command finds in its environment, with what is assigned in front of it. */
export function environmentOf(scope: Scope, assigned: readonly Assigned[]): ReadonlyMap<string, Word> {
  if (assigned.length === 0 && !scope.exports) return NO_WORDS;
  const environment = scope.environment();
  for (const { name, value } of assigned) environment.set(name, value);
  return environment;
}

/** Runs a command that sets variables. `NAME[0]=value`, which stands as a command in the tree, is one. */
export function runBuiltin(words: readonly Word[], stdin: Input, scope: Scope): void {
  const name = words[0]?.text ?? '';
  const isDeclarer = DECLARERS.has(name);
  if (!isDeclarer && !SETTERS.has(name)) {
    if (words.length === 1 && /^[A-Za-z_]\w*\[.*\]\+?=/s.test(name))
      scope.forget(name.slice(0, name.indexOf('[')));
    return;
  }
  if (name === 'printf' && words[1]?.outline !== '-v') return;
  const flags = words.map((word) => /^[-+][A-Za-z]+$/.exec(word.outline)?.[0] ?? '').join('');
  for (const word of words.slice(1)) {
    const [, variable, plus, assigned] = /^([A-Za-z_]\w*)(?:(\+?)=([\s\S]*))?/.exec(word.outline) ?? [];
    if (variable === undefined) continue;
    if (name === 'unset') scope.unset(variable);
    else if (!isDeclarer || (assigned !== undefined && (/[inlu]/.test(flags) || plus !== '')))
      scope.forget(variable);
    else if (assigned !== undefined) scope.set(variable, word.slice(word.outline.length - assigned.length));
    if (name === 'export' || (isDeclarer && flags.includes('x'))) scope.export(variable);
    if (name === 'readonly' || (isDeclarer && flags.includes('r'))) scope.keep(variable);
  }
  if (name === 'read') read(words, stdin, scope);
}

/** `read -r NAME <<< text`, `read -r -d '' NAME <<EOF`: one name, from a text without backslashes. */
function read(words: readonly Word[], stdin: Input, scope: Scope): void {
  const written = words
    .slice(1)
    .map((word) => word.text)
    .join(' ');
  const [, options = '', name] =
    /^(-r |-rd {2}|-r -d {2}|-d {2}-r |-d {2}|)([A-Za-z_]\w*)$/.exec(written) ?? [];
  if (stdin.kind !== 'text' || name === undefined) return;
  const text = stdin.value.outline;
  if (!options.includes('r') && text.includes('\\')) return;
  const [line = ''] = options.includes('d') ? [text] : text.split('\n', 1);
  const from = line.length - line.trimStart().length;
  scope.set(name, stdin.value.slice(from, Math.max(from, line.trimEnd().length)));
}
