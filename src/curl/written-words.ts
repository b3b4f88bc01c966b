/**
 * The words of any text as its shell reads them, each part with its place: for those who look at a text without reading
 * a command from it, to colour it or to find credentials. Nothing is refused: what is not closed ends with the text.
 */
import { Diagnostics } from './diagnostics.ts';
import { type WrittenText, writtenText } from './lexer/written-words.ts';
import { cmdWords } from './shell/cmd.ts';
import { powershellWords } from './shell/powershell.ts';
import { dialectOf } from './text/dialect.ts';

export function writtenWords(text: string): WrittenText {
  const dialect = dialectOf(text);
  if (dialect === 'posix') return writtenText(text);
  const read = dialect === 'cmd' ? cmdWords : powershellWords;
  return read(text, new Diagnostics((index) => index));
}
