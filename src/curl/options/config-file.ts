/** Options pass: the lines of a config file (`-K`; tool_parsecfg.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import { type Span, Word } from '../word.ts';

interface ConfigLine {
  readonly name: Word;
  /** How many dashes stand before it: 0, 1 or 2. */
  readonly dashes: number;
  /** Undefined when nothing follows the name; `""` is a value. */
  readonly value: Word | undefined;
  readonly place: Span;
}

/** @throws InputError for an indented line, which curl 8 takes for an unknown option; older ones skipped the blanks */
export function* configLines(content: Word, diagnostics: Diagnostics): Generator<ConfigLine> {
  for (const line of content.split('\n')) {
    const text = line.outline.replace(/\r$/, '');
    if (/^[ \t]*(?:#|$)/.test(text)) continue;
    if (/^[ \t]/.test(text)) throw diagnostics.error('unknown_option', line);
    const named = text.startsWith('-') ? /^([^ \t]*)[ \t]*/ : /^([^ \t=:]*)[ \t=:]*/;
    const [{ length: start } = '', name = ''] = named.exec(text) ?? [];
    const isQuoted = text[start] === '"';
    const value = isQuoted
      ? unquoted(line, text, start + 1)
      : line.slice(start, start + text.slice(start).search(/\s|$/));
    yield {
      name: line.slice(0, name.length),
      dashes: /^-{0,2}/.exec(text)?.[0].length ?? 0,
      value: !isQuoted && value.isEmpty ? undefined : value,
      place: line.slice(0, text.length),
    };
  }
}

const QUOTED = /[^"\\]*(?:\\[\s\S]?[^"\\]*)*/y;
const ESCAPES: ReadonlyMap<string, string> = new Map(Object.entries({ t: '\t', n: '\n', r: '\r', v: '\v' }));

/** A value up to its closing quote, backslash escapes undone. */
function unquoted(line: Word, text: string, start: number): Word {
  QUOTED.lastIndex = start;
  const inside = line.slice(start, start + (QUOTED.exec(text)?.[0].length ?? 0));
  return inside.fill(/\\([\s\S]?)/g, ({ 1: char = '', index }) => {
    const given = ESCAPES.get(char);
    return given === undefined ? inside.slice(index + 1, index + 2) : Word.text(given, inside);
  });
}
