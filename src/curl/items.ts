/** Commands that run curl once for each item: `xargs`, `parallel`, `find -exec`. */

import type { Command } from './command.ts';
import type { Context, Span, Word } from './context.ts';
import { undoEscapes } from './escapes.ts';
import { outputOf } from './output.ts';

/** What an item stands for in curl's arguments, and what is known about the items. */
interface Items {
  /** The text in an argument that is replaced; undefined when items are further arguments. */
  marker: string | undefined;
  /** Undefined when they are not known. */
  known: string[] | undefined;
  /** How many of them go to one curl. */
  atOnce: number;
  /** They are lines, whose words are the arguments. */
  lines: boolean;
  /** What a variable for an item is called. */
  name: string;
}

/** Options of xargs and parallel with a value of their own. */
const VALUED = /^-[EILPadnsS]$|^--(?:arg-file|delimiter|max-args|max-lines|max-procs|replace|jobs|colsep)$/;

/** The programs, by their base name. */
export const ITEM_PROGRAMS: ReadonlySet<string> = new Set(['xargs', 'gxargs', 'parallel', 'find']);

/**
 * The arguments of the first curl, with its item filled in: the item itself when the text says it, else a
 * variable.
 * @param program base name
 * @param words curl's arguments as they stand in the command
 */
export function withItem(context: Context, command: Command, program: string, words: Word[]): Word[] {
  const before = command.words.slice(1, command.words.length - words.length - 1);
  const { args, items } = readItems(context, program, before, words, command);
  const span = { start: command.start, end: command.end };
  const { marker, known, atOnce, name } = items;
  const taken = known?.slice(0, atOnce);
  const first = items.lines ? taken?.flatMap((line) => line.trim().split(/[ \t]+/)) : taken;
  if (known !== undefined && known.length > atOnce)
    context.warn(
      'many_requests',
      `The command makes ${Math.ceil(known.length / atOnce)} requests; this is number 1.`,
      span,
    );
  if (marker === undefined) {
    if (program === 'find') return args;
    const more = first?.map((text): Word => ({ text, ...span, from: -1 }));
    return [...args, ...(more ?? [{ text: openItem(context, name, span), ...span, from: -1, open: true }])];
  }
  return args.map((word) => {
    if (!word.text.includes(marker)) return word;
    const item = first?.[0] ?? openItem(context, name, word);
    context.fillIn(item.length * (word.text.split(marker).length - 1), word.start);
    return { ...word, text: word.text.replaceAll(marker, () => item), from: -1 };
  });
}

function openItem(context: Context, name: string, span: Span): string {
  context.warn('variable', 'What is put in here for each request is not known.', span);
  return context.open(name, [`$${name}`, `\${${name}}`, `{{${name}}}`]);
}

/** `{1}`, `{.}`, `{/}` of parallel: a piece of the item. */
function withFurtherMarkers(context: Context, word: Word): Word {
  if (!/\{(?:\d|[./#%])/.test(word.text)) return word;
  const text = word.text.replace(/\{(\d{1,2}|[./#%]{1,3})\}/g, (_, piece: string) =>
    openItem(context, `ITEM_${/^\d/.test(piece) ? piece : 'PART'}`, word),
  );
  return { ...word, text, from: -1 };
}

function readItems(
  context: Context,
  program: string,
  before: readonly Word[],
  words: Word[],
  command: Command,
): { args: Word[]; items: Items } {
  if (program === 'find') {
    const end = words.findIndex(({ text }) => text === ';' || text === '+');
    const args = end < 0 ? words : words.slice(0, end);
    return { args, items: { marker: '{}', known: undefined, atOnce: 1, lines: false, name: 'FILE' } };
  }
  const piped = command.piped === undefined ? undefined : outputOf(command.piped);
  if (program === 'parallel') {
    const end = words.findIndex(({ text }) => /^:::/.test(text));
    const args = end < 0 ? words : words.slice(0, end);
    const given = end < 0 ? [] : words.slice(end + 1).map(({ text }) => text);
    const known = end < 0 ? lines(piped) : given.some((text) => text.startsWith(':::')) ? undefined : given;
    const marker = args.some(({ text }) => text.includes('{}')) ? '{}' : undefined;
    const items = { marker, known, atOnce: 1, lines: false, name: 'ITEM' };
    return { args: args.map((word) => withFurtherMarkers(context, word)), items };
  }
  const options = readXargs(before);
  const known = xargsItems(piped, options);
  return {
    args: words,
    items: { ...options, known: known !== undefined && known.length > 0 ? known : undefined, name: 'ITEM' },
  };
}

interface XargsOptions {
  marker: string | undefined;
  atOnce: number;
  lines: boolean;
  /** What ends an item, where an option says it. */
  delimiter: string | undefined;
}

function readXargs(options: readonly Word[]): XargsOptions {
  let marker: string | undefined;
  let atOnce = Number.POSITIVE_INFINITY;
  let delimiter: string | undefined;
  let byLine = false;
  for (let at = 0; at < options.length; at += 1) {
    // `-0I{}`: flags without a value may stand before one that has one.
    const [, flags = '', rest = ''] = /^-([0oprtx]+)([\s\S]*)$/.exec(options[at]?.text ?? '') ?? [];
    if (flags.includes('0')) delimiter = '\0';
    if (flags !== '' && rest === '') continue;
    const text = flags === '' ? (options[at]?.text ?? '') : `-${rest}`;
    const [, letter = '', glued = ''] = /^-([A-Za-z])([\s\S]*)$/.exec(text) ?? [];
    const [, name = '', assigned] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(text) ?? [];
    const value = assigned ?? (glued !== '' ? glued : (options[at + 1]?.text ?? ''));
    if (letter === 'I') marker = value;
    else if (letter === 'i') marker = glued === '' ? '{}' : glued;
    else if (name === 'replace') marker = assigned ?? '{}';
    else if (letter === 'n' || letter === 'L' || name === 'max-args' || name === 'max-lines')
      atOnce = Number(value) || 1;
    if (letter === 'L' || name === 'max-lines') byLine = true;
    else if (letter === 'd' || name === 'delimiter') delimiter = undoEscapes(value, false);
    else if (name === 'null') delimiter = '\0';
    if (VALUED.test(text)) at += 1;
  }
  return {
    marker: marker === '' ? undefined : marker,
    atOnce: marker === undefined ? atOnce : 1,
    lines: byLine && marker === undefined,
    delimiter,
  };
}

/** xargs splits at white space, or with a marker at line ends; it reads quotes as a shell does, which counts as unknown. */
function xargsItems(
  text: string | undefined,
  { marker, lines: byLine, delimiter }: XargsOptions,
): string[] | undefined {
  if (text === undefined) return undefined;
  if (delimiter !== undefined)
    return (text.endsWith(delimiter) ? text.slice(0, -delimiter.length) : text).split(delimiter);
  if (/['"\\]/.test(text)) return undefined;
  const items = text.split(marker === undefined && !byLine ? /\s+/ : /\n[ \t]*/);
  return items.map((item) => item.replace(/^[ \t]+/, '')).filter((item) => item !== '');
}

const lines = (text: string | undefined) => text?.split('\n').filter((line) => line !== '');
