/** Splits a command into words as a shell does, and keeps each character's place in the text. Pure. */
import type { Part } from '../curl/lexer/syntax.ts';
import { type WrittenWord, writtenText } from '../curl/lexer/written-words.ts';
import { BACKTICK_ESCAPES } from '../curl/shell/powershell.ts';
import type { Dialect } from '../curl/text/dialect.ts';

export interface Word {
  /** Without quotes and escapes. */
  text: string;
  /** For each UTF-16 unit of `text`: where it starts in the command. */
  starts: readonly number[];
  /** For each UTF-16 unit of `text`: where it ends in the command. */
  ends: readonly number[];
}

/** The words of a command, those of its comments and substitutions included. Takes time linear in the command. */
export function wordsOf(command: string, dialect: Dialect): Word[] {
  if (dialect !== 'posix') return windowsWords(command, dialect);
  return writtenText(command).words.map((word) => placedWord(command, word));
}

function placedWord(command: string, { parts, start: from }: WrittenWord): Word {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let last = from;
  for (const part of parts) {
    const written = textOf(part);
    const isParallel = part.end - part.start === written.length;
    for (let unit = 0; unit < written.length; unit += 1) {
      starts.push(isParallel ? part.start + unit : part.start);
      ends.push(isParallel ? part.start + unit + 1 : part.end);
    }
    // The backslash that escapes a character goes with it.
    const at = starts.length - written.length;
    if (part.start > last && command[part.start - 1] === '\\' && written !== '') starts[at] = part.start - 1;
    last = part.end;
    text += written;
  }
  return { text, starts, ends };
}

function textOf(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'bytes') return '\ufffd'.repeat(part.bytes.length);
  return part.kind === 'unresolved' ? '' : part.written;
}

/** A character with its place in the command. */
interface Unit {
  char: string;
  start: number;
  end: number;
}

/** The characters of a command; cmd's carets are gone, together with the line ends that they protect. */
function unitsOf(command: string, shell: Dialect): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < command.length; at += 1) {
    const start = at;
    if (shell === 'cmd' && command[at] === '^' && /[^A-Za-z0-9 ]/.test(command[at + 1] ?? '')) {
      at += 1;
      if (command[at] === '\r' && command[at + 1] === '\n') at += 1;
      if (command[at] === '\n') continue;
    }
    units.push({ char: command[at] ?? '', start, end: at + 1 });
  }
  return units;
}

/** Cuts a command for cmd.exe or PowerShell into words at the blanks and operators that no quote protects. */
function windowsWords(command: string, shell: Dialect): Word[] {
  const words: Word[] = [];
  const units = unitsOf(command, shell);
  let text = '';
  let starts: number[] = [];
  let ends: number[] = [];
  let inWord = false;
  const put = (characters: string, from: number, to: number) => {
    for (let unit = 0; unit < characters.length; unit += 1) {
      starts.push(units[from]?.start ?? 0);
      ends.push(units[to]?.end ?? 0);
    }
    text += characters;
    inWord = true;
  };
  const finish = () => {
    if (inWord) words.push({ text, starts, ends });
    text = '';
    starts = [];
    ends = [];
    inWord = false;
  };
  const charAt = (at: number) => units[at]?.char ?? '';
  let quote = '';
  for (let at = 0; at < units.length; at += 1) {
    const char = charAt(at);
    const next = charAt(at + 1);
    if (char === '\\' && next === '"' && quote !== "'") {
      // What programs on Windows take for a quote in an argument.
      put(next, at, at + 1);
      at += 1;
    } else if (char === '`' && shell !== 'cmd' && (quote === '' || quote === '"')) {
      if (next === '\n' || next === '') at += 1;
      else if (next === '\r' && charAt(at + 2) === '\n') at += 2;
      else {
        put(BACKTICK_ESCAPES.get(next) ?? next, at, at + 1);
        at += 1;
      }
    } else if (quote !== '') {
      if (char !== quote) put(char, at, at);
      else if (next === char) {
        put(char, at, at + 1);
        at += 1;
      } else quote = '';
    } else if (char === '"' || (char === "'" && shell !== 'cmd')) {
      quote = char;
      inWord = true;
    } else if (/\s/.test(char) || (/[;|&()<>]/.test(char) && shell !== 'cmd')) finish();
    else put(char, at, at);
  }
  finish();
  return words;
}
