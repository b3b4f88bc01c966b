/** The arguments of a program in a text of a shell, with the shell's variables as they are written. */
import { plainText } from '../curl/readings/plain.ts';
import { Source } from '../curl/readings/source.ts';
import { readCommands } from '../curl/shell/read.ts';
import { BYTES, type Word } from '../curl/word.ts';
import { type ConversionDraft, NotConvertible } from './conversion-draft.ts';

/** Before each command of a terminal session. */
const PROMPT = /^[ \t]*[$%] +(?=\S)/gm;

interface Arguments {
  /** The name that the program is called by. */
  readonly program: string;
  readonly words: readonly string[];
  /** What is piped or redirected into it, where the text has it. */
  readonly stdin: { readonly text?: string; readonly file?: string };
}

/** @throws NotConvertible where no such program is called, and InputError for what a shell would refuse */
export function argumentsOf(text: string, programs: RegExp, draft: ConversionDraft): Arguments {
  const list = readCommands(plainText(new Source(text.replace(PROMPT, ''))));
  for (const { words, stdin, redirected, operator } of list.commands) {
    const at = words.findIndex(({ text: word }) => word !== undefined && programs.test(word));
    const isRun = ({ text: word = '' }: Word) =>
      /^(?:sudo|time|env|RUN|CMD|HEALTHCHECK|\w+=.*|-.*)$/.test(word);
    if (at < 0 || !words.slice(0, at).every(isRun)) continue;
    if (redirected !== undefined) draft.note('The redirection of the output is left out.');
    if (operator === '|') draft.note('What the output is piped into is left out.');
    if (stdin.kind === 'unseen') draft.note('What is piped in is not known: the body is missing.');
    const [program = '', ...rest] = words.slice(at).map((word) => textOf(word, draft));
    const piped = stdin.kind === 'text' ? { text: textOf(stdin.value, draft) } : {};
    const given = stdin.kind === 'file' ? { file: textOf(stdin.path, draft) } : piped;
    return { program, words: rest, stdin: given };
  }
  throw list.error ?? new NotConvertible('The text has no command that can be converted.');
}

/** A word as text: the variables of the shell stay, everything else that is not known is a placeholder. */
function textOf(word: Word, draft: ConversionDraft): string {
  const texts = word.segments.map((segment) => {
    if (segment.kind === 'text') return segment.text.replace(BYTES, () => draft.placeholder('bytes'));
    const { written } = segment.value;
    if (written.startsWith('{{')) return written;
    return /^\$\{?[A-Za-z_]\w*\}?$/.test(written) ? draft.shellVariable(written) : draft.placeholder(written);
  });
  return texts.join('');
}

/** What an option does; without a value, that is empty. */
type Setter = (draft: ConversionDraft, value: string, name: string) => void;

/** What changes neither the request nor its response. */
export const ignore: Setter = () => {};
/** What no option of curl does. */
export const leaveOut: Setter = (draft, _, name) => draft.leaveOut(name);

/** Sets a limit from a number of seconds. */
export const seconds =
  (name: 'timeout_ms' | 'connect_timeout_ms', option: string): Setter =>
  (draft, value) => {
    const limit = Math.round(Number(value) * 1000);
    if (limit > 0 && limit < 2 ** 31) {
      draft.options[name] = limit;
      if (name === 'timeout_ms')
        draft.note(`\`${option}\` limits each wait for the server, \`-m\` of curl the whole request.`);
    } else if (limit !== 0) draft.leaveOut(`${option} ${value}`);
  };

/** Names of options, separated by blanks, and what they do. An `=` stands behind those that take a value. */
export type OptionTable = Readonly<Record<string, Setter>>;

/**
 * Applies `--name=value`, `--name value`, `-nvalue`, `-n value`; names what is not in the table.
 * @returns the operands
 */
export function applyOptions(draft: ConversionDraft, words: readonly string[], table: OptionTable): string[] {
  const setters = new Map<string, Setter>();
  for (const [names, set] of Object.entries(table))
    for (const name of names.split(' ')) setters.set(name, set);
  const operands: string[] = [];
  const rest = words.values();
  /** @returns whether the option takes a value */
  const apply = (name: string, value?: string): boolean => {
    const set = setters.get(`${name}=`);
    if (set === undefined) (setters.get(name) ?? leaveOut)(draft, '', name);
    else set(draft, value ?? rest.next().value ?? '', name);
    return set !== undefined;
  };
  for (const word of rest) {
    const [, long, value] = /^(--[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === '--') operands.push(...rest);
    else if (long !== undefined) apply(long, value);
    else if (!/^-\S/.test(word)) operands.push(word);
    else
      for (let at = 1; at < word.length; at += 1)
        if (apply(`-${word[at]}`, word.slice(at + 1).replace(/^=/, '') || undefined)) break;
  }
  return operands;
}
