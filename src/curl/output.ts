/** What commands print whose words tell it: `echo`, `printf` and `cat` with a here-document. */
import type { Command } from './command.ts';
import { joinRawBytes } from './context.ts';
import { undoEscapes } from './escapes.ts';

const MAX_OUTPUT = 1_000_000;

/** What a command prints, when that follows from its words; undefined when not. */
export function outputOf(command: Command): string | undefined {
  if (command.output !== undefined) return command.output;
  const [program, ...words] = command.words;
  const args = words.map((word) => word.text);
  switch (program?.text) {
    case 'cat':
      if (args.length > 0 && !(args.length === 1 && args[0] === '-')) return undefined;
      if (command.input?.kind === 'text') return command.input.text;
      return command.piped === undefined ? undefined : outputOf(command.piped);
    case 'echo':
      return echo(args);
    case 'printf':
      return printf(args);
    case 'basename': {
      const [path = '', suffix, ...more] = args;
      if (path === '' || path.startsWith('-') || path.endsWith('/') || more.length > 0) return undefined;
      const name = path.slice(path.lastIndexOf('/') + 1);
      return `${suffix !== undefined && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length || undefined) : name}\n`;
    }
    default:
      return undefined;
  }
}

function echo(args: readonly string[]): string {
  let newline = true;
  let escapes = false;
  let first = 0;
  for (; first < args.length; first += 1) {
    const flag = args[first] ?? '';
    if (!/^-[neE]+$/.test(flag)) break;
    if (flag.includes('n')) newline = false;
    if (/[eE]/.test(flag)) escapes = flag.lastIndexOf('e') > flag.lastIndexOf('E');
  }
  const text = args.slice(first).join(' ');
  // `\c` ends the output, the newline included.
  const stop = escapes ? /^(?:[^\\]|\\[^c])*?(?=\\c)/.exec(text) : null;
  if (stop !== null) return joinRawBytes(undoEscapes(stop[0], true));
  return (escapes ? joinRawBytes(undoEscapes(text, true)) : text) + (newline ? '\n' : '');
}

/** printf with `%s`, `%b`, `%d` and `%%`; undefined for other conversions. */
function printf(args: readonly string[]): string | undefined {
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args;
  const option = args[0] !== '--' && format?.startsWith('-') === true && format !== '-';
  if (format === undefined || option) return undefined;
  let output = '';
  let used = 0;
  let supported = true;
  do {
    output += undoEscapes(format, false).replace(/%(.)/g, (_, conversion: string) => {
      if (conversion === '%') return '%';
      const value = values[used] ?? '';
      used += 1;
      if (conversion === 's') return value;
      if (conversion === 'b') return undoEscapes(value, true);
      if (conversion === 'd' && /^-?\d+$/.test(value)) return value;
      supported = false;
      return '';
    });
  } while (supported && used > 0 && used < values.length && output.length <= MAX_OUTPUT);
  return supported && output.length <= MAX_OUTPUT ? joinRawBytes(output) : undefined;
}
