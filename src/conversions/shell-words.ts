/** The arguments of a program in a text of a shell, with the shell's variables as they are written. */
import { readCommands } from '../curl/shell/read.ts';
import { prepare } from '../curl/text/prepare.ts';
import type { Word } from '../curl/word.ts';
import { type ConversionDraft, NotConvertible } from './conversion-draft.ts';

export interface Arguments {
  /** The name that the program is called by. */
  readonly program: string;
  readonly words: readonly string[];
  /** What is piped or redirected into it, where the text has it. */
  readonly stdin: { readonly text: string } | { readonly file: string } | undefined;
}

/** @throws NotConvertible where no such program is called, and InputError for what a shell would refuse */
export function argumentsOf(text: string, programs: RegExp, draft: ConversionDraft): Arguments {
  const list = readCommands(prepare(text));
  const plain = (word: Word): string =>
    word.text ??
    word.segments
      .map((segment) => {
        if (segment.kind === 'text') return segment.text;
        if (segment.kind === 'bytes') return draft.placeholder('bytes');
        const { written } = segment.value;
        if (written.startsWith('{{')) return written;
        return /^\$\{?[A-Za-z_]\w*\}?$/.test(written)
          ? draft.shellVariable(written)
          : draft.placeholder(written);
      })
      .join('');
  for (const [index, { words, stdin, redirected }] of list.commands.entries()) {
    const at = words.findIndex(({ text: word }) => word !== undefined && programs.test(word));
    if (
      at < 0 ||
      words.slice(0, at).some(({ text: word }) => !/^(?:sudo|time|env|\w+=.*|-.*)$/.test(word ?? ''))
    )
      continue;
    if (redirected !== undefined) draft.note('The redirection of the output is left out.');
    if (list.commands[index]?.operator === '|') draft.note('What the output is piped into is left out.');
    const [program = '', ...rest] = words.slice(at).map(plain);
    const piped = stdin.kind === 'text' ? { text: plain(stdin.value) } : undefined;
    if (stdin.kind === 'unseen') draft.note('What is piped in is not known: the body is missing.');
    return { program, words: rest, stdin: stdin.kind === 'file' ? { file: plain(stdin.path) } : piped };
  }
  if (list.error !== undefined) throw list.error;
  throw new NotConvertible('The text has no command that can be converted.');
}

/**
 * Operands and options: `--name=value`, `--name value`, `-nvalue`, `-n value`.
 * @param takesValue whether an option, by its name with hyphens, has a value
 */
export function* options(
  words: readonly string[],
  takesValue: (name: string) => boolean,
): Generator<{ name: string; value: string | undefined } | { operand: string }> {
  let isOver = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (isOver || !/^-[^\s]/.test(word)) yield { operand: word };
    else if (word === '--') isOver = true;
    else if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word : word.slice(0, equals);
      if (equals >= 0) yield { name, value: word.slice(equals + 1) };
      else if (takesValue(name)) {
        index += 1;
        yield { name, value: words[index] };
      } else yield { name, value: undefined };
    } else
      for (let at = 1; at < word.length; at += 1) {
        const name = `-${word[at]}`;
        if (!takesValue(name)) {
          yield { name, value: undefined };
          continue;
        }
        if (at + 1 === word.length) index += 1;
        yield { name, value: at + 1 < word.length ? word.slice(at + 1).replace(/^=/, '') : words[index] };
        break;
      }
  }
}
