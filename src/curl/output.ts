/** What commands print whose words tell it: `echo`, `printf`, `cat` with a here-document, and what these are piped to. */
import { bytesBase64 } from '../request/bytes.ts';
import type { Command } from './command.ts';
import { hasOpenValue, joinRawBytes, toBytes } from './context.ts';
import { undoEscapes } from './escapes.ts';

const MAX_OUTPUT = 1_000_000;
/** How many numbers `seq` may print. */
const MAX_SEQUENCE = 1_000;

/** What a command prints, when that follows from its words; undefined when not. */
export function outputOf(command: Command): string | undefined {
  if (command.output !== undefined) return command.output;
  const [program, ...words] = command.words;
  const args = words.map((word) => word.text);
  switch (program?.text) {
    case ':':
      return '';
    case 'cat':
      if (args.length > 0 && !(args.length === 1 && args[0] === '-')) return undefined;
      return inputText(command);
    case 'tee':
      return inputText(command);
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
    case 'seq':
      return sequence(args);
    case 'base64':
    case 'tr':
    case 'openssl':
      return filtered(program.text, args, inputText(command));
    default:
      return undefined;
  }
}

/** What the command reads from a here-document or from the command before it. */
function inputText({ input, piped }: Command): string | undefined {
  if (input !== undefined) return input.kind === 'text' ? input.text : undefined;
  return piped === undefined ? undefined : outputOf(piped);
}

function filtered(program: string, args: readonly string[], text: string | undefined): string | undefined {
  if (text === undefined || hasOpenValue(text)) return undefined;
  if (program === 'tr') return translated(args, text);
  const width = program === 'base64' ? base64Width(args) : opensslWidth(args);
  if (width === undefined) return undefined;
  const encoded = bytesBase64(toBytes(text));
  if (width === 0) return encoded;
  return encoded.replace(new RegExp(`.{1,${width}}`, 'g'), '$&\n');
}

/** The line length of GNU base64; 0 when its lines have none, undefined for other options. */
function base64Width(args: readonly string[]): number | undefined {
  const width = /^(?:-w ?|--wrap[= ])(\d{1,4})$/.exec(args.join(' '))?.[1];
  if (width !== undefined) return Number(width);
  return args.length === 0 || args.join() === '-' ? 76 : undefined;
}

/** `openssl base64`, `openssl enc -base64`, each with `-A` for a single line. */
function opensslWidth(args: readonly string[]): number | undefined {
  const [, single] = /^(?:base64|enc -base64)(?: -e)?( -A)?$/.exec(args.join(' ')) ?? [undefined, null];
  if (single === null) return undefined;
  return single === undefined ? 64 : 0;
}

/** `tr -d SET` and `tr SET SET`; undefined for others. */
function translated(args: readonly string[], text: string): string | undefined {
  const [first = '', second = '', ...more] = args;
  const remove = first === '-d' || first === '--delete';
  const from = characterSet(remove ? second : first);
  const to = remove ? [] : characterSet(second);
  if (from === undefined || to === undefined || more.length > 0 || args.length !== 2) return undefined;
  if (remove) return text.replace(/[\x00-\x7f]/g, (char) => (from.includes(char) ? '' : char));
  return text.replace(/[\x00-\x7f]/g, (char) => {
    const index = from.lastIndexOf(char);
    return index < 0 ? char : (to[Math.min(index, to.length - 1)] ?? char);
  });
}

const CHARACTER_CLASSES: Readonly<Record<string, string>> = {
  '[:space:]': ' \t\n\v\f\r',
  '[:blank:]': ' \t',
  '[:digit:]': '0-9',
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
};

/** The characters of a set of `tr`, which works on bytes: anything but ASCII is left unknown. */
function characterSet(set: string): string[] | undefined {
  const written = CHARACTER_CLASSES[set] ?? set;
  const odd =
    (written.startsWith('-') && written !== '-') || /[^\x00-\x7f]|\[[:=]|\\[^ntr\\]|\\$/.test(written);
  if (odd || written === '') return undefined;
  return [
    ...undoEscapes(written, false).replace(/([\w])-([\w])/g, (range, low: string, high: string) => {
      let all = '';
      for (let code = low.charCodeAt(0); code <= high.charCodeAt(0); code += 1)
        all += String.fromCharCode(code);
      return all === '' ? range : all;
    }),
  ];
}

/** `seq LAST`, `seq FIRST LAST`, `seq FIRST STEP LAST`, in whole numbers. */
function sequence(args: readonly string[]): string | undefined {
  if (args.length === 0 || args.length > 3 || !args.every((arg) => /^-?[1-9]\d{0,8}$|^0$/.test(arg)))
    return undefined;
  const last = Number(args.at(-1));
  const first = args.length === 1 ? 1 : Number(args[0]);
  const step = args.length === 3 ? Number(args[1]) : 1;
  if (step === 0 || (last - first) / step > MAX_SEQUENCE) return undefined;
  let output = '';
  for (let number = first; step > 0 ? number <= last : number >= last; number += step)
    output += `${number}\n`;
  return output;
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
