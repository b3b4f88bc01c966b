/** Shell pass: reads the commands of a text in its dialect. */

import { ShellText } from '../lexer/syntax.ts';
import type { Prepared } from '../text/prepare.ts';
import { cmdCommands } from './cmd.ts';
import type { CommandList } from './command.ts';
import { readPosix } from './posix.ts';
import { powershellCommands } from './powershell.ts';

/** @throws InputError for what cmd.exe or PowerShell could not cut into words */
export function readCommands({ text, dialect, diagnostics }: Prepared): CommandList {
  if (dialect === 'posix') return readPosix({ text: new ShellText(text) }, diagnostics);
  const read = dialect === 'cmd' ? cmdCommands : powershellCommands;
  return { commands: read(text, diagnostics), writes: new Set() };
}
