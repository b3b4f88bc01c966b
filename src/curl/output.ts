/** What commands print whose words tell it: `echo`, `printf`, `cat` with a here-document, and what these are piped to. */
import { bytesBase64 } from '../request/bytes.ts';
import type { Command } from './command.ts';
import { hasOpenValue, joinRawBytes, toBytes } from './context.ts';
import { percentEncode } from './encode.ts';
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
    case 'jq':
    case 'openssl':
    case 'sed':
    case 'tr':
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
  if (program === 'sed') return sed(args, text);
  if (program === 'jq') return jq(args, text);
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

const MAX_PADDED_FORMAT = 1000;
const CONVERSION = /%([-+ 0]*)(\d{0,3})(?:\.(\d{0,2}))?([a-zA-Z%])/g;

/** printf with `%s`, `%b`, `%%` and whole numbers, with widths and precisions; undefined for other conversions. */
function printf(args: readonly string[]): string | undefined {
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args;
  const option = args[0] !== '--' && format?.startsWith('-') === true && format !== '-';
  if (format === undefined || option || format.replace(CONVERSION, '').includes('%')) return undefined;
  // Widths make a long format much longer.
  if (format.length > MAX_PADDED_FORMAT && /%[-+ 0]*\d/.test(format)) return undefined;
  let output = '';
  let used = 0;
  let supported = true;
  do {
    output += undoEscapes(format, false).replace(
      CONVERSION,
      (whole, flags: string, width: string, precision: string | undefined, conversion: string) => {
        if (whole === '%%') return '%';
        const value = values[used] ?? '';
        used += 1;
        const text = converted(conversion, value, precision);
        // Widths count bytes in some shells and characters in others.
        const counts = (width !== '' || precision !== undefined) && /[^\x00-\x7f]/.test(text ?? '');
        if (text === undefined || counts || /[+ ]/.test(flags)) supported = false;
        return padded(text ?? '', flags, Number(width), conversion);
      },
    );
  } while (supported && used > 0 && used < values.length && output.length <= MAX_OUTPUT);
  return supported && output.length <= MAX_OUTPUT ? joinRawBytes(output) : undefined;
}

function converted(conversion: string, value: string, precision: string | undefined): string | undefined {
  if (conversion === 's' || conversion === 'b') {
    const text = conversion === 'b' ? undoEscapes(value, true) : value;
    return precision === undefined ? text : text.slice(0, Number(precision));
  }
  if (precision !== undefined || !/^(?:-?(?:0|[1-9]\d{0,14}))?$/.test(value)) return undefined;
  if (conversion === 'd' || conversion === 'i') return value || '0';
  if (value.startsWith('-')) return undefined;
  const base = { u: 10, o: 8, x: 16, X: 16 }[conversion];
  const digits = base === undefined ? undefined : Number(value).toString(base);
  return conversion === 'X' ? digits?.toUpperCase() : digits;
}

function padded(text: string, flags: string, width: number, conversion: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || conversion === 's' || conversion === 'b') return text.padStart(width);
  return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0');
}

/** `jq -sRr @uri`: the text percent-encoded; without `-s` each line. */
function jq(args: readonly string[], text: string): string | undefined {
  const flags = args.slice(0, -1).join('');
  if (args.at(-1) !== '@uri' || !/^(?:-[sRr]+)+$/.test(flags)) return undefined;
  if (!flags.includes('R') || !flags.includes('r')) return undefined;
  const pieces = flags.includes('s') ? [text] : text.replace(/\n$/, '').split('\n');
  return pieces.map((piece) => `${percentEncode(piece, '%20')}\n`).join('');
}

/** What an expression of `sed` may hold unescaped and still be a literal text, of either kind of expressions. */
const SED_LITERAL = /^(?:\\[/.*$^[\]\\|#,@]|[^\\.*$^[\]+?(){}|])*$/;
const MAX_SUBSTITUTIONS = 20;

/** `sed 's/text/other/g; s/…/…/'` with texts that stand for themselves; undefined for others. */
function sed(args: readonly string[], text: string): string | undefined {
  const scripts = args.filter((arg) => !/^-(?:e|E|r|u)$/.test(arg));
  if (scripts.some((arg) => arg.startsWith('-')) || scripts.length === 0) return undefined;
  if (scripts.length > 1 && args.filter((arg) => arg === '-e').length !== scripts.length) return undefined;
  let result = text;
  let count = 0;
  for (const script of scripts) {
    let rest = script.trim();
    for (; rest !== ''; count += 1) {
      const match =
        /^s([/|#,@])((?:\\[\s\S]|(?!\1)[^\\\n])*)\1((?:\\[\s\S]|(?!\1)[^\\\n])*)\1(g?)\s*(?:;\s*|$)/.exec(
          rest,
        );
      const [whole = '', , pattern = '', replacement = '', all] = match ?? [];
      if (whole === '' || pattern === '' || count >= MAX_SUBSTITUTIONS || !SED_LITERAL.test(pattern))
        return undefined;
      if (/\\[^/&\\|#,@]/.test(replacement)) return undefined;
      const searched = pattern.replace(/\\(.)/g, '$1');
      const put = replacement.replace(
        /\\(.)|&/g,
        (piece, char?: string) => char ?? (piece === '&' ? searched : piece),
      );
      result = result
        .split('\n')
        .map((line) =>
          all === 'g' ? line.replaceAll(searched, () => put) : line.replace(searched, () => put),
        )
        .join('\n');
      if (result.length > MAX_OUTPUT) return undefined;
      rest = rest.slice(whole.length);
    }
  }
  return result;
}
