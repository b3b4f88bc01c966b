/** Options pass: the lines of a config file (`-K`; tool_parsecfg.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import { Word } from '../word.ts';

/** A name, the blanks behind it, and the opening quote of a value. */
const NAMED = /^(?:(-[^ \t]*)[ \t]*|([^ \t=:]*)[ \t=:]*)("?)/;
const QUOTED = /^[^"\\]*(?:\\[\s\S]?[^"\\]*)*/;
const ESCAPES: ReadonlyMap<string, string> = new Map(Object.entries({ t: '\t', n: '\n', r: '\r', v: '\v' }));

/**
 * The options of a config, each with its value if something follows the name; `""` is one.
 * @throws InputError for an indented line, which curl 8 takes for an unknown option; older ones skipped the blanks
 */
export function* configOptions(
  content: Word,
  diagnostics: Diagnostics,
): Iterable<[option: Word, value: Word | undefined]> {
  for (const line of content.split('\n')) {
    const text = line.outline.replace(/\r$/, '');
    if (/^[ \t]*(?:#|$)/.test(text)) continue;
    if (/^[ \t]/.test(text)) throw diagnostics.error('unknown_option', line);
    const [{ length: start } = '', dashed, plain = '', quote] = NAMED.exec(text) ?? [];
    const name = line.slice(0, (dashed ?? plain).length);
    const rest = text.slice(start);
    const [{ length } = ''] = (quote === '"' ? QUOTED : /^\S*/).exec(rest) ?? [];
    const value = line.slice(start, start + length);
    const option = dashed === undefined ? Word.concat(name, ['--', name]) : name;
    if (quote === '"') yield [option, unescaped(value)];
    else yield [option, length === 0 ? undefined : value];
  }
}

function unescaped(value: Word): Word {
  return value.fill(/\\([\s\S]?)/g, ({ 1: char = '', index }) => {
    const given = ESCAPES.get(char);
    return given === undefined ? value.slice(index + 1, index + 2) : Word.text(given, value);
  });
}
