/** Decides which shell a text is for, by signs outside of quotes that the text of a POSIX shell cannot have. */
import type { Diagnostics } from '../diagnostics.ts';
import type { Hidden } from './quotes.ts';
import type { Source } from './source.ts';

export type Dialect = 'posix' | 'cmd' | 'powershell';

const CMD_CARET = 'Read as cmd.exe because of the ^ before an operator.';
const CMD_QUOTES = 'Read as cmd.exe because of the doubled quotes; a POSIX shell would drop them.';
const CMD_NAME = 'Read as a POSIX shell, which sends this as it is; in cmd.exe it would be a variable.';
const POWERSHELL_NAME_HINT =
  'Read as a POSIX shell, which has a variable `env`; in PowerShell this is a variable of the environment.';
/** What only batch files have. */
const BATCH =
  /^[ \t]*@?(?:rem |(?<=@)echo o(?:n|ff)|setlocal|cd \/d |if (?:not )?(?:exist|defined|errorlevel|"?%)|for (?:\/|%)|set (?:"|\w+=))/im;
/** `echo {"a":1} | curl …`, whose quotes a POSIX shell would drop. */
const ECHO = /^[ \t]*@?echo [{[]"[^'\n]{0,300}\|/m;
/** `%API_KEY%`, not `%C3%A9`. */
const CMD_VARIABLE = /%(?![0-9A-F]{2})[A-Z][A-Z0-9_]{2,60}%|%[A-Z]{1,30}_[A-Z0-9_]{1,60}%/;
/** A name in JSON with PowerShell's quotes: ``{`"a`": 1}``, also with backslashes. */
const POWERSHELL_NAME = /[{,] ?\\?`"[^`"\n]{1,80}`" ?:/;
/** `& "curl.exe"`, `curl --%`, `$body = …`; in other languages that write variables so a statement ends with `;`. */
const POWERSHELL = /^[ \t]*&[ \t]+["']|curl(?:\.exe)? --%\s|^\$\w+ *= *(?!\S*\().*[^;\s][ \t\r]*$/im;
/** What tells the two shells of curl.exe apart. */
const POWERSHELL_EXE = /['`$]|\\""[^"\\]{1,80}\\""|[ \t]\(["A-Z]|\{ *curl\.exe/;
/** A quote within quotes that is doubled where it opens and where it closes: `{""a"":1}`, `[""a""]`, `W/""1""`. */
const DOUBLED = /(?<=[{[,:] ?|[\s=]"[^"$`]{1,1000})"{2,3}[^"\s][^"]*""/;
const DOUBLED_NAME = /(?<=[{,] ?)""[^"\\\s]+"" ?:/;
/** Without any of these, no sign can stand in a text, which begins with a line end here: that is faster than `^`. */
const ANY_SIGN =
  /[`^]|%(?![\da-f]{2})[\w%~]|""|\.exe|\$env:| --%|\n[ \t]*(?:&|\$\w{1,100} *=|@?(?:rem|set|setlocal|if|for|echo)\s)/i;

/** Which shell a text is for, with a warning where another one would read it differently. */
export function guessDialect(source: Source, diagnostics: Diagnostics): Dialect {
  const { text } = source;
  if (!ANY_SIGN.test(`\n${text}`)) return 'posix';
  const { bare, double } = source.hidden;
  if (!ANY_SIGN.test(`\n${double}`)) return 'posix';
  const warned = (dialect: Dialect, start: number, length: number, message: string): Dialect => {
    diagnostics.warn('dialect_guessed', { start, end: start + length }, message);
    return dialect;
  };
  const isPosix = /\\\n|<</.test(bare);
  if (/[\s"]\^[ \t]*(?:\r?\n|$)|(?:^|[\s=])\^"/.test(bare)) return 'cmd';
  const operator = text.includes("'") ? -1 : bare.search(/(?<=\S)\^[&|<>]/);
  if (operator >= 0) return warned('cmd', operator, 2, CMD_CARET);
  if (!isPosix && (BATCH.test(bare) || ECHO.test(double))) return 'cmd';
  if (isPowershell(source.hidden, isPosix)) return 'powershell';
  if (!isPosix && /(?:^|[\s"'&({\\/@])curl\.exe(?![\w.\\-])/i.test(bare))
    return POWERSHELL_EXE.test(text) ? 'powershell' : 'cmd';
  const quote = double.includes('""') ? double.search(/['\\]/.test(double) ? DOUBLED_NAME : DOUBLED) : -1;
  if (quote >= 0) return warned('cmd', quote, 2, CMD_QUOTES);
  const environment = double.search(/(?<!\\)\$env:\w/);
  if (environment >= 0) return warned('posix', environment, 5, POWERSHELL_NAME_HINT);
  const name = /['$`]|\\\n/.test(text) ? undefined : CMD_VARIABLE.exec(text);
  return name ? warned('posix', name.index, name[0].length, CMD_NAME) : 'posix';
}

function isPowershell({ bare, double }: Hidden, isPosix: boolean): boolean {
  if (POWERSHELL_NAME.test(double)) return true;
  const isAssigned = POWERSHELL.test(bare) && !/[=(][ \t]*`/.test(bare);
  return !isPosix && (isAssigned || hasContinuation(bare) || /(?<!\\)\$env:\w/i.test(bare));
}

/** Whether a line ends with a backtick behind a blank or quote that has no partner: two are code or a substitution. */
function hasContinuation(text: string): boolean {
  for (const { index } of text.matchAll(/[\s"']`[ \t]*(?:\r?\n[ \t]*\S|[\r\n]*$)/g)) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index + 2);
    if (line.split('`').length % 2 === 0 && !text.includes('$(')) return true;
  }
  return false;
}
