/** Locate pass: the curl commands of a text that are not the one that is read, so that none is lost without a word. */
import type { Diagnostics } from '../diagnostics.ts';
import { hideQuoted } from '../readings/quotes.ts';
import { ARGUMENT, CURL } from '../readings/reading.ts';
import type { Command } from '../shell/command.ts';
import { append, type Span, type Word } from '../word.ts';
import { NO_RUNNERS, type Run, tryUnwrap } from './unwrap.ts';

const COMMAND = new RegExp(CURL, 'gm');
/** What a command begins behind: the start of a line, an operator, a bracket, a prompt or a mark. */
const BEFORE = /(?:^|[;&|(`"'>$%:=!@*\d-]|\d[.)]|^@[a-z]{4,8}|\b(?:RUN|CMD|then|do|else|time))[ \t]*$/m;
const IN_SCRIPT = /(?<=(?:^|[\s;&|(`])(\/\S{0,60}\/)?)curl(?:\.exe)?(?=\s)/g;
const ADDRESS = new RegExp(`^${ARGUMENT}`);
const MOST = 100;

/** The tags of a highlighter between the program and its first argument. */
const TAGS = /\bcurl(?=[ \t]*[<&])(?:[ \t]*<\/?[a-z][^<>]{0,200}>)*[ \t]*(&(?:quot|apos|#39);)?/g;
/** `["curl", "-f"` */
const LISTED = /(?<=["'`])curl(?=(?:\.exe)?["'`]\s{0,80},\s{0,80}["'`](?:-|https?:))/g;

/** Where commands begin in text that no shell can read. */
export function placesIn(text: string): number[] {
  if (!text.includes('curl')) return [];
  const untagged = text.replace(
    TAGS,
    (tags, quote?: string) => `curl${(quote === undefined ? '' : '"').padStart(tags.length - 4)}`,
  );
  const run = [...untagged.matchAll(COMMAND)].filter(({ index }) =>
    BEFORE.test(text.slice(Math.max(index - 80, 0), index)),
  );
  return [...run, ...text.matchAll(LISTED)].map(({ index }) => index);
}

/** Where the curl commands of a list begin, those within the words of others included. */
export function placesOf(commands: readonly Command[], text: string, diagnostics: Diagnostics): number[] {
  const places: number[] = [];
  const add = (script: Word) => {
    if (places.length > MOST || !script.outline.includes('curl')) return;
    for (const { index, 1: folder = '' } of hideQuoted(script.outline).bare.matchAll(IN_SCRIPT))
      places.push(script.span(index - folder.length, index).start);
  };
  for (const command of commands) {
    const { words, nested } = command;
    const run = words.some(isNamed) || words.length > 1 ? tryUnwrap(command, diagnostics) : undefined;
    if (run?.kind === 'script') add(run.word);
    else if (run === undefined) append(places, placesBehind(command, text));
    else if (run.args.length > 0 && !isLabel(run)) places.push(run.word.start);
    for (const { text: script } of nested) add(script);
  }
  return places;
}

/** A word of a sentence, the name of a language, or a version. */
const PROSE = /^(?:[A-Za-z]+(?:\.js|[#+]+)?|\d+(?:\.\d+){1,2})[,.:;]?$/;

/** `curl is installed on most systems.`, `curl 7.40 or later`, or the labels of tabs: `cURL JavaScript`. */
export function isLabel({ word, args }: Run): boolean {
  const isNamed = args.length > 1 || /^(?:cURL|Curl|CURL)$/.test(word.text ?? '');
  return isNamed && args.length > 0 && args.every(({ outline, quoted }) => !quoted && PROSE.test(outline));
}

/** Where a command that no shell runs begins in a command of another program. */
function placesBehind({ words, redirected, start }: Command, text: string): number[] {
  if (isBehind(words)) return [words.find(isNamed)?.start ?? start];
  if (isGlued(words)) return [(words[0]?.end ?? start + 4) - 4];
  if (isRedirected(redirected, text)) return [redirected.end - 4];
  if (NO_RUNNERS.test(words[0]?.text ?? '')) return [];
  // Between two apostrophes of prose, or run later.
  const isTrap = words[0]?.text === 'trap';
  const quoted = words.filter(({ outline }) => isTrap || outline.includes('\n'));
  return quoted.flatMap((word) => placesIn(word.outline).map((at) => word.start + at));
}

/** Also behind the first two backticks of inline code, which for a shell are an empty substitution. */
const isNamed = ({ text, quoted, spelled }: Word): boolean =>
  (text === 'curl' && !quoted) || spelled === '``curl';

/** Whether a program that is not known has a curl command among its words: a prompt, a word of a sentence. */
function isBehind(words: readonly Word[]): boolean {
  const at = words.findIndex(isNamed);
  if (at < 1 || NO_RUNNERS.test(words[0]?.text ?? '')) return false;
  return words.slice(at + 1).some(({ outline }) => ADDRESS.test(outline));
}

/** `//curl …`, `@curl …`: the mark is a part of its name. */
const isGlued = ([program, ...args]: readonly Word[]): boolean =>
  /^(?:\/\/|[-@!*:+]{1,3})curl$/.test(program?.text ?? '') &&
  args.some(({ outline }) => ADDRESS.test(outline));

/** `PS> curl …`: for a shell a redirection. */
const isRedirected = (place: Span | undefined, text: string): place is Span =>
  place !== undefined && />[ \t]*curl$/.test(text.slice(place.start, place.end));

/** Marks of lists, quotes, comments, listings and crontabs, instructions: no user of a shell calls a program so. */
const MARK = /^(?:[^\w\s]{1,3}|[\d*/,-]+[.):]?|RUN|CMD|rem)$/i;

/** Whether a shell runs another program here, but a reader sees a curl command behind a mark. */
export function isMarked({ words, redirected }: Command, text: string): boolean {
  if (isGlued(words) || isRedirected(redirected, text)) return true;
  if (!isBehind(words)) return false;
  const before = words.slice(0, words.findIndex(isNamed)).map((word) => word.text ?? '');
  return before.every((word) => MARK.test(word)) || /[:$%>]$/.test(before.at(-1) ?? '');
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const NUMBERS = 'no one two three four five six seven eight nine ten'.split(' ');

/**
 * Warns when a text has further curl commands, and says which of them is read.
 * @param others where they begin, in code points of the text as given
 * @param chosen the command that is read, and the place of its program
 */
export function warnOfOthers(
  others: readonly number[],
  chosen: Span,
  program: number,
  diagnostics: Diagnostics,
): void {
  const { start, end } = diagnostics.span({ start: chosen.start, end: program });
  const left = [...new Set(others)].filter((place) => place < start || place > end);
  if (left.length === 0) return;
  const before = left.filter((place) => place < start).length;
  const total = left.length + 1;
  const which = ORDINALS[before] ?? `number ${before + 1}`;
  const message = `The text has several curl commands. The ${which} of ${NUMBERS[total] ?? total} is returned.`;
  diagnostics.warn('many_commands', chosen, message);
}
