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
const CMD_PATH = 'Read as a POSIX shell, which reduces two backslashes to one; cmd.exe keeps both.';
/** `C:\temp`, where a POSIX shell needs no second backslash either. */
const WINDOWS_PATH = /(?<=[\s="])[A-Za-z]:\\[^\\]/;
/** What only batch files have. */
const BATCH =
  /^[ \t]*(?:@?rem |@echo o(?:n|ff)|@?setlocal|@?cd \/d |if (?:not )?(?:exist |defined |errorlevel |"?%)|exit \/b|goto |call :)/im;
/** `for %%i in (1 2 3) do curl …` */
const CMD_LOOP = /^[ \t]*@?for \/?[^\r\n]{0,200}%%?[A-Za-z] in \([^\r\n]*\) do \(?[ \t]*(?:curl|\r?\n)/im;
/** `%API_KEY%`, not `%C3%A9`. */
export const CMD_VARIABLE = /%(?![0-9A-F]{2})[A-Z][A-Z0-9_]{2,60}%|%[A-Z]{1,30}_[A-Z0-9_]{1,60}%/;
/** A name in JSON with PowerShell's quotes: ``{`"a`": 1}``, also with backslashes. */
const POWERSHELL_NAME = /[{,] ?\\?`"[^`"\n]{1,80}`" ?:/;
/** An expression, which cmd.exe does not have: `curl.exe ("a" + "b")`; and a block: `try { curl.exe … }`. */
const POWERSHELL_EXPRESSION = /[ \t]\((?:"|[A-Z][a-z]{1,20}-[A-Z])|\{[^{}']{0,120}curl\.exe/;
/** `$body = @{…}`; in other languages that write variables so a statement ends with `;`. */
const POWERSHELL_ASSIGNMENT =
  /^\$\w+ *=(?! *(?:shell_exec|exec|system|passthru|curl_init|new |array\()) *\S[^\n]*$/m;
/** Without any of these, no sign can stand in a text, which begins with a line end here: that is faster than `^`. */
const ANY_SIGN =
  /[`^]|%(?![\da-f]{2})[\w%~]|""|:\\[^"]|\.exe|\$env:|\n[ \t]*(?:&|\$\w{1,100} *=|@?(?:rem|set|if|cd|goto|call|exit|echo|setlocal|Start-Process|Invoke-Expression|iex)\s)/i;

/** Which shell a text is for, with a warning where another one would read it differently. */
export function guessDialect(source: Source, diagnostics: Diagnostics): Dialect {
  const { text } = source;
  if (!ANY_SIGN.test(`\n${text}`)) return 'posix';
  const { bare, double } = source.hidden;
  if (!ANY_SIGN.test(`\n${double}`)) return 'posix';
  const warned = (dialect: Dialect, start: number, end: number, message: string): Dialect => {
    diagnostics.warn('dialect_guessed', { start, end }, message);
    return dialect;
  };
  if (/[\s"]\^[ \t]*\r?\n|(?:^|[\s=])\^"/.test(bare)) return 'cmd';
  const operator = text.includes("'") ? -1 : bare.search(/(?<=\S)\^[&|<>]/);
  if (operator >= 0) return warned('cmd', operator, operator + 2, CMD_CARET);
  if (isBatch(bare, double)) return 'cmd';
  if (isPowershell(source.hidden)) return 'powershell';
  if (/(?:^|[\s"'&({\\/@])curl\.exe(?![\w.\\-])/i.test(bare))
    return /['`$]|\\""[^"\\]{1,80}\\""/.test(text) || POWERSHELL_EXPRESSION.test(text) ? 'powershell' : 'cmd';
  // `echo {"a":1}| curl …`
  const echo = /'|\\\n/.test(bare) ? -1 : bare.search(/(?<=^[ \t]*@?echo )[{[]"/m);
  const quote = echo >= 0 || !double.includes('""') ? echo : doubledQuote(double);
  if (quote >= 0) return warned('cmd', quote, quote + 2, CMD_QUOTES);
  return guessOfPosix(text, double, warned);
}

/** A POSIX shell reads the text: warns of what another shell would read differently. */
function guessOfPosix(
  text: string,
  double: string,
  warned: (dialect: Dialect, start: number, end: number, message: string) => Dialect,
): Dialect {
  const environment = double.search(/(?<!\\)\$env:\w/);
  if (environment >= 0) return warned('posix', environment, environment + 5, POWERSHELL_NAME_HINT);
  const path = text.includes('\\\\') && !/['$`]|\\["\n]/.test(text) ? text.search(WINDOWS_PATH) : -1;
  if (path >= 0) return warned('posix', path, path + 3, CMD_PATH);
  const start = /['$`]|\\\n/.test(text) ? -1 : text.search(CMD_VARIABLE);
  return start < 0 ? 'posix' : warned('posix', start, text.indexOf('%', start + 1) + 1, CMD_NAME);
}

function isBatch(bare: string, double: string): boolean {
  return (
    (BATCH.test(bare) && !/\\\n|<</.test(bare)) ||
    (bare.includes(' in (') && CMD_LOOP.test(bare)) ||
    (/^[ \t]*@?set (?:"_|\w+=)/im.test(bare) && /%\w+(?::[~\w][^%\n]*)?%/.test(double))
  );
}

function isPowershell({ bare, double }: Hidden): boolean {
  const isPosix = /\\\n|<</.test(bare);
  return (
    (!isPosix && !bare.includes('$(') && hasContinuation(bare)) ||
    POWERSHELL_NAME.test(double) ||
    (!isPosix && /(?<!\\)\$env:\w/i.test(bare)) ||
    /curl(?:\.exe)? --%\s/i.test(bare) ||
    /^[ \t]*&[ \t]+["']/m.test(bare) ||
    /^\s*(?:Start-Process|Invoke-Expression|iex)\s/i.test(bare) ||
    isAssigned(bare)
  );
}

function isAssigned(bare: string): boolean {
  const assignment = POWERSHELL_ASSIGNMENT.exec(bare)?.[0];
  const isOther = /[=(][ \t]*`|\n[ \t]{0,80}\. ?["']/.test(bare); // a substitution, PHP
  return assignment !== undefined && !assignment.trimEnd().endsWith(';') && !isOther;
}

/** Whether a line ends with a backtick behind a blank or quote that has no partner: two are code or a substitution. */
function hasContinuation(text: string): boolean {
  for (const { index } of text.matchAll(/[\s"']`[ \t]*\r?\n[ \t]*\S/g)) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index + 2);
    if (line.split('`').length % 2 === 0) return true;
  }
  return false;
}

/**
 * Where `""` stands for a quote within double quotes around JSON, as cmd.exe has it; -1 when it does not.
 * @param text with the text in single quotes hidden
 */
function doubledQuote(text: string): number {
  // A quote that is doubled where it opens is doubled where it closes; a single pair joins two pieces.
  const isPosix = text.includes("'") || text.includes('\\');
  if (isPosix) return text.search(/(?<=[{,] ?)""[^"\\\s]+"" ?:/);
  const place = text.search(/(?<=[{[,:] ?)"{2,3}[^"\s][^"]*""/);
  const within = place >= 0 || /[$`]/.test(text) ? null : /[\s=]"[^"]+"{2,3}[^"\s][^"]*""/.exec(text);
  return within === null ? place : within.index + within[0].indexOf('""', 2);
}
