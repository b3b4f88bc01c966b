/**
 * Windows text → words: first cmd.exe (carets, `%NAME%`, `&` and `|`), then the C runtime's rules by which
 * curl.exe splits its command line (backslashes before quotes, `""`).
 */

import { type Command, WindowsEnvironment } from './command.ts';
import type { Context, Span, Word } from './context.ts';

/** How the text as a whole is read. */
interface Reading {
  /** Carets within quotes escape too. */
  careted: boolean;
  /** `!NAME!` is a variable. */
  delayed: boolean;
  /** The variables of `for`. */
  loops: ReadonlySet<string>;
}

/** One character of the line that cmd.exe hands to the program, and where it came from. */
interface Line {
  text: string;
  /** Source index of each unit of `text`. */
  places: number[];
}

/**
 * An argument in plain quotes in which everything but letters, digits and a few signs has a caret. Chrome
 * wrote it so for some years. To cmd.exe these carets are text, but nobody who copies such a command means
 * them.
 */
const CARETED = /"(?:[A-Za-z0-9 \t_:=+~'/.,?;()*`-]|\^[^\n])*"(?=[ \t\r\n]|$)/y;

const VARIABLE = /%([A-Za-z_][A-Za-z0-9_]*)%/y;
/** `%NAME:~offset,length%` and `%NAME:text=other%` */
const VARIABLE_PART =
  /^%([A-Za-z_][A-Za-z0-9_]*):(?:~(-?\d{1,9})(?:,(-?\d{1,9}))?|([^%=\n~*][^%=\n]*)=([^%\n]*))%/;
/** With delayed expansion. */
const DELAYED = /!([A-Za-z_][A-Za-z0-9_]*)!/y;
/** `for %%i in (…) do`: its variable has one letter. */
const LOOP = /(?:^|[\s(&])for\s(?:\/[a-z]\s)?[^\n]{0,200}?%{1,2}([A-Za-z])\sin\s*\(/gi;

/**
 * The commands of a text for cmd.exe.
 * @param scope what `set NAME=value` in the text has set; names in upper case
 */
export function cmdCommands(context: Context): Command[] {
  const commands: Command[] = [];
  const scope = new Map<string, string>();
  const environment = new WindowsEnvironment();
  const careted = hasCaretedQuotes(context.text);
  if (careted)
    context.warn(
      'dialect_guessed',
      'Carets within double quotes are read as escapes, as the browser meant them; cmd.exe would keep them.',
      { start: context.text.indexOf('"'), end: context.text.lastIndexOf('"') + 1 },
    );
  const reading: Reading = {
    careted,
    delayed: /enabledelayedexpansion/i.test(context.text),
    loops: new Set([...context.text.matchAll(LOOP)].map(([, name = '']) => name)),
  };
  let start = 0;
  while (start < context.text.length) {
    const { line, end, terminator } = readLine(context, start, scope, reading);
    const words = afterCondition(afterDo(splitLine(line)));
    const echo = /^[\s(@]*echo[ .:](.*)$/is.exec(line.text)?.[1];
    const set =
      words[0]?.text.toLowerCase() === 'set' ? /^\s*\S+\s+"?([^=\s"]+)=(.*?)"?$/s.exec(line.text) : null;
    if (set?.[1] !== undefined) {
      scope.set(set[1].toUpperCase(), set[2] ?? '');
      environment.set(set[1], set[2] ?? '');
    } else if (words.length > 0)
      commands.push({
        words,
        assignments: [],
        environment: environment.snapshot(),
        input: undefined,
        piped: terminatorBefore(commands) === '|' ? commands.at(-1) : undefined,
        terminator,
        redirected: undefined,
        fault: undefined,
        start,
        end,
        // echo prints what follows as it stands, quotes and blanks included.
        ...(echo === undefined ? {} : { output: `${echo}\r\n` }),
      });
    start = end + Math.max(1, terminator.length);
  }
  return commands;
}

/** `for … in (…) do curl …`: the command of the loop. */
function afterDo(words: Word[]): Word[] {
  if (!/^[@(]*for$/i.test(words[0]?.text ?? '')) return words;
  const at = words.findIndex(({ text }) => text.toLowerCase() === 'do');
  return at < 0 ? words : words.slice(words[at + 1]?.text === '(' ? at + 2 : at + 1);
}

/** `if [not] exist name curl …`, `(curl …)`: the command behind the condition and the parenthesis. */
function afterCondition(words: Word[]): Word[] {
  const texts = words.slice(0, 8).map(({ text }) => text.toLowerCase());
  let at = 0;
  while (/^[@(]*if$/.test(texts[at] ?? '')) {
    at += 1;
    while (texts[at] === '/i' || texts[at] === 'not') at += 1;
    const word = texts[at] ?? '';
    if (word === 'exist' || word === 'defined' || word === 'errorlevel') at += 2;
    else if (word.includes('==')) at += 1;
    else at += 3;
  }
  const first = words[at];
  if (first === undefined) return words;
  const text = first.text.replace(/^[@(]+(?=.)/, '');
  if (at === 0 && !first.text.startsWith('(')) return words;
  const open = /^[@(]+$/.test(first.text);
  const rest = open ? words.slice(at + 1) : [{ ...first, text }, ...words.slice(at + 1)];
  const last = rest.at(-1);
  // What closes it stands at the very end.
  if (last !== undefined && first.text.includes('(') && last.text.endsWith(')'))
    rest.splice(-1, 1, ...(last.text === ')' ? [] : [{ ...last, text: last.text.slice(0, -1) }]));
  return rest;
}

function terminatorBefore(commands: readonly Command[]): string | undefined {
  return commands.at(-1)?.terminator;
}

/** Whether every argument in plain quotes is written like {@link CARETED}, and one has a caret. */
function hasCaretedQuotes(text: string): boolean {
  let carets = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    if (at > 0 && !/\s/.test(text[at - 1] ?? '')) {
      // The end of an argument in `^"`, or a quote inside a word.
      at += 1;
      continue;
    }
    CARETED.lastIndex = at;
    const match = CARETED.exec(text);
    if (match === null) return false;
    if (match[0].includes('^')) carets = true;
    at += match[0].length;
  }
  return carets;
}

/**
 * cmd.exe: one command, up to a line end or an operator outside quotes.
 */
function readLine(
  context: Context,
  start: number,
  scope: ReadonlyMap<string, string>,
  { careted, delayed, loops }: Reading,
) {
  const src = context.text;
  const line: Line = { text: '', places: [] };
  let quoted = false;
  let at = start;
  const chars: string[] = [];
  const put = (text: string, place: number) => {
    if (text !== '') chars.push(text);
    for (let i = 0; i < text.length; i += 1) line.places.push(place);
  };
  let terminator = '';
  for (; at < src.length; at += 1) {
    const char = src[at] ?? '';
    const item =
      char === '%' && loops.size > 0 ? /^%{1,2}([A-Za-z])(?!\w*%)/.exec(src.slice(at, at + 40)) : null;
    if (item?.[1] !== undefined && loops.has(item[1])) {
      put(variable(context, item[1], item[0], at), at);
      at += item[0].length - 1;
    } else if (char === '!' && delayed) {
      DELAYED.lastIndex = at;
      const [text = '', name = ''] = DELAYED.exec(src) ?? [];
      const known = scope.get(name.toUpperCase());
      context.fillIn(known?.length ?? 0, at);
      // A single one vanishes.
      if (text !== '') put(known ?? variable(context, name, text, at), at);
      at += Math.max(text.length, 1) - 1;
    } else if (char === '%') {
      const part = VARIABLE_PART.exec(src.slice(at, at + 200));
      if (part !== null) {
        const [text, name = '', offset, length, from = '', to = ''] = part;
        const known = scope.get(name.toUpperCase());
        const value = known === undefined ? undefined : partOf(known, offset, length, from, to);
        context.fillIn(value?.length ?? 0, at);
        put(value ?? variable(context, name, text, at), at);
        at += text.length - 1;
        continue;
      }
      VARIABLE.lastIndex = at;
      const match = VARIABLE.exec(src);
      // Two hex digits between percent signs are percent-encoded bytes of a URL, not a name.
      if (match?.[1] !== undefined && !/^[0-9A-Fa-f]{2}$/.test(match[1])) {
        const known = scope.get(match[1].toUpperCase());
        context.fillIn(known?.length ?? 0, at);
        put(known ?? variable(context, match[1], match[0], at), at);
        at += match[0].length - 1;
        continue;
      }
      if (src[at + 1] === '%') at += 1;
      put('%', at);
    } else if (char === '"') {
      quoted = !quoted;
      put(char, at);
    } else if (char === '\n' && quoted && src.includes('"', at)) {
      context.warn(
        'cmd_line_end',
        'cmd.exe would end the command at this line end within quotes; it is read as part of the text.',
        { start: at, end: at + 1 },
      );
      put(char, at);
    } else if (char === '\n') {
      // The line ends of Windows are no part of the line.
      if (chars.at(-1) === '\r') {
        chars.pop();
        line.places.pop();
      }
      terminator = '\n';
      break;
    } else if (quoted && careted && char === '^') {
      at += 1;
      put(src[at] ?? '', at);
    } else if (quoted) put(char, at);
    else if (char === '^') {
      let next = at + 1;
      let skip = next;
      while (src[skip] === ' ' || src[skip] === '\t' || src[skip] === '\r') skip += 1;
      if (src[skip] === '\n' && skip > next) {
        context.warn(
          'space_after_backslash',
          'White space after the caret: it is read as a line continuation.',
          { start: at, end: skip },
        );
        next = skip;
      }
      // A caret joins the next line; the first character of that line is taken as it is, even a line end.
      if (src[next] === '\n') next += 1;
      if (next >= src.length) {
        at = next;
        break;
      }
      put(src[next] ?? '', next);
      at = next;
    } else if (char === '&' || char === '|') {
      terminator = src[at + 1] === char ? char + char : char;
      break;
    } else if (char === '>' || char === '<') {
      const target = /^[<>]{1,2}&?\s*(?:"[^"\n]*"|[^\s"&|<>]+)/.exec(src.slice(at, at + 600));
      context.warn('shell_text', 'A redirection is not part of the request.', {
        start: at,
        end: at + (target?.[0].length ?? 1),
      });
      // The descriptor of `2>` has been taken for text.
      if (/^\d$/.test(chars.at(-1) ?? '') && /^[ \t]$/.test(chars.at(-2) ?? '')) {
        chars.pop();
        line.places.pop();
      }
      at += (target?.[0].length ?? 1) - 1;
    } else put(char, at);
  }
  line.text = chars.join('');
  return { line, end: at, terminator };
}

/** A stretch of a value, or the value with a text in it replaced, whatever its case. */
function partOf(
  value: string,
  offset: string | undefined,
  length: string | undefined,
  from: string,
  to: string,
) {
  if (offset === undefined) {
    const pattern = from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return value.replace(new RegExp(pattern, 'gi'), () => to);
  }
  const start = Number(offset) < 0 ? Math.max(value.length + Number(offset), 0) : Number(offset);
  if (length === undefined) return value.slice(start);
  return value.slice(start, Number(length) < 0 ? Number(length) : start + Number(length));
}

function variable(context: Context, name: string, text: string, at: number): string {
  context.warn('variable', `${text} is an environment variable that the text does not set.`, {
    start: at,
    end: at + text.length,
  });
  return context.open(name, [text, `\${${name}}`, `{{${name}}}`]);
}

/**
 * The arguments of a stretch that cmd.exe does not read but for variables: what follows `--%` in PowerShell.
 * @param start index into the text
 */
export function plainArguments(context: Context, start: number, end: number): Word[] {
  const line: Line = { text: '', places: [] };
  for (let at = start; at < end; at += 1) {
    VARIABLE.lastIndex = at;
    const match = VARIABLE.exec(context.text);
    const piece =
      match?.[1] === undefined ? (context.text[at] ?? '') : variable(context, match[1], match[0], at);
    line.text += piece;
    for (let i = 0; i < piece.length; i += 1) line.places.push(at);
    if (match !== null) at += match[0].length - 1;
  }
  return splitLine(line);
}

/** The arguments in a command line that a program is started with. */
export function splitArguments(text: string, { start, end }: Span): Word[] {
  return splitLine({ text, places: [] }).map((word) => ({ ...word, start, end }));
}

/** The C runtime: white space splits outside quotes; 2n backslashes and a quote are n backslashes. */
function splitLine({ text, places }: Line): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    while (at < text.length && (text[at] === ' ' || text[at] === '\t' || text[at] === '\r')) at += 1;
    if (at >= text.length) break;
    const start = at;
    let word = '';
    let quoted = false;
    while (at < text.length) {
      const char = text[at] ?? '';
      if (!quoted && (char === ' ' || char === '\t')) break;
      if (char === '\\') {
        let slashes = at;
        while (text[slashes] === '\\') slashes += 1;
        const count = slashes - at;
        at = slashes;
        if (text[at] !== '"') word += '\\'.repeat(count);
        else {
          word += '\\'.repeat(count >> 1);
          if (count % 2 === 1) {
            word += '"';
            at += 1;
          }
        }
      } else if (char === '"') {
        if (quoted && text[at + 1] === '"') {
          word += '"';
          at += 2;
        } else {
          quoted = !quoted;
          at += 1;
        }
      } else {
        const stop = nextSpecial(text, at, quoted);
        word += text.slice(at, stop);
        at = stop;
      }
    }
    const from = places[start] ?? 0;
    words.push({ text: word, start: from, end: (places[at - 1] ?? from) + 1, from: -1 });
  }
  return words;
}

function nextSpecial(text: string, from: number, quoted: boolean): number {
  let at = from + 1;
  while (at < text.length) {
    const char = text[at];
    if (char === '"' || char === '\\' || (!quoted && (char === ' ' || char === '\t'))) break;
    at += 1;
  }
  return at;
}
