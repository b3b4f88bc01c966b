/** Shell pass: the commands of a text, or its words as they are written, in the dialect that it is in. */
import { Diagnostics } from '../diagnostics.ts';
import { type WrittenText, withComments, writtenText } from '../lexer/written-words.ts';
import { guessDialect } from '../readings/dialect.ts';
import type { ShellText } from '../readings/plain.ts';
import { Source } from '../readings/source.ts';
import { Word } from '../word.ts';
import { CmdReader } from './cmd.ts';
import type { CommandList } from './command.ts';
import { readPosix } from './posix.ts';
import { PowerShellReader } from './powershell.ts';

const PROXY = /^[ \t]*@?(?:set "?|\$env:)\w+_proxy *=/im;
const PROXY_SET = 'The proxy that is set here is not read. Give it to curl with -x.';
const READERS = { cmd: CmdReader, powershell: PowerShellReader } as const;

/** @throws InputError for what cmd.exe or PowerShell could not cut into words */
export function readCommands({ text, dialect, diagnostics }: ShellText): CommandList {
  if (dialect === 'posix')
    return readPosix({ text: Word.text(text, { start: 0, end: text.length }) }, diagnostics);
  const proxy = PROXY.exec(text);
  if (proxy)
    diagnostics.warn('shell_text', { start: proxy.index, end: proxy.index + proxy[0].length }, PROXY_SET);
  return { commands: new READERS[dialect](text, diagnostics).commands(), writes: new Set() };
}

/**
 * The words of any text, each part with its place: to colour a text, or to find credentials in it, without reading a
 * command from it. Nothing is refused: what is not closed ends with the text.
 */
export function writtenWords(text: string): WrittenText {
  const diagnostics = new Diagnostics((index) => index);
  const dialect = guessDialect(new Source(text), diagnostics);
  if (dialect === 'posix') return withComments(text, writtenText(text));
  const reader = new READERS[dialect](text, diagnostics, true);
  reader.commands();
  return withComments(text, reader.written);
}
