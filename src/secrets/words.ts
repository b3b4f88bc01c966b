/**
 * The words of a command as a shell reads them, each character with its place in the text. Knows quotes and escapes, and
 * nothing of what a command means: the curl room is for that. Pure.
 */

export type Shell = 'posix' | 'cmd' | 'powershell';

export interface Word {
  /** Without quotes and escapes. */
  text: string;
  /** For each UTF-16 unit of `text`: where it starts in the command. */
  starts: readonly number[];
  /** For each UTF-16 unit of `text`: where it ends in the command. */
  ends: readonly number[];
}

/** Which shell a command is written for, as far as its looks tell. */
export function shellOf(command: string): Shell {
  if (/\^\r?\n|\^["%^]/.test(command)) return 'cmd';
  if (/`\r?\n|curl\.exe|\$env:|^\$\w{1,60} ?=/im.test(command)) return 'powershell';
  return 'posix';
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

const CODE = /^(?:(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8})|([0-7]{1,3}))/;

/** A character with its place in the command. */
interface Unit {
  char: string;
  start: number;
  end: number;
}

/** The characters of a command; cmd's carets are gone, together with the line ends that they protect. */
function unitsOf(command: string, shell: Shell): Unit[] {
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

/** Cuts a command into words at the blanks and operators that no quote protects. Takes time linear in the command. */
export function wordsOf(command: string, shell: Shell): Word[] {
  const words: Word[] = [];
  const units = unitsOf(command, shell);
  const escaper = shell === 'posix' ? '\\' : '`';
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
    if (shell !== 'posix' && char === '\\' && next === '"' && quote !== "'") {
      // What programs on Windows take for a quote in an argument.
      put(next, at, at + 1);
      at += 1;
    } else if (quote === "$'" && char === '\\') {
      const { text: escaped, length } = ansiEscape(charAt, at + 1);
      put(escaped, at, at + length);
      at += length;
    } else if (char === escaper && shell !== 'cmd' && (quote === '' || quote === '"')) {
      if (next === '\n' || next === '') at += 1;
      else if (next === '\r' && charAt(at + 2) === '\n') at += 2;
      else if (shell === 'posix' && quote === '"' && !/["\\$`]/.test(next)) put(char, at, at);
      else {
        put(shell === 'powershell' ? (ESCAPES[next] ?? next) : next, at, at + 1);
        at += 1;
      }
    } else if (quote !== '') {
      if (char !== quote.at(-1)) put(char, at, at);
      else if (shell !== 'posix' && next === char) {
        put(char, at, at + 1);
        at += 1;
      } else quote = '';
    } else if (char === '"' || (char === "'" && shell !== 'cmd')) {
      quote = char;
      inWord = true;
    } else if (char === '$' && next === "'" && shell === 'posix') {
      quote = "$'";
      at += 1;
      inWord = true;
    } else if (/\s/.test(char) || (/[;|&()<>]/.test(char) && shell !== 'cmd')) finish();
    else put(char, at, at);
  }
  finish();
  return words;
}

/** What an escape of `$'…'` says, from the character after the backslash. */
function ansiEscape(charAt: (at: number) => string, at: number): { text: string; length: number } {
  let rest = '';
  for (let ahead = at; ahead < at + 9; ahead += 1) rest += charAt(ahead);
  const code = CODE.exec(rest);
  if (code === null) return { text: ESCAPES[rest[0] ?? ''] ?? rest[0] ?? '', length: 1 };
  const [whole, hex, octal = ''] = code;
  const point = hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex.slice(1), 16);
  return { text: point > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(point), length: whole.length };
}
