/** Text pass: recognises which shell a text was written for by its line continuations, escapes and programs. */

import type { Diagnostics } from '../diagnostics.ts';

export type Dialect = 'posix' | 'cmd' | 'powershell';

const CMD_CARET = 'Read as cmd.exe because of the ^ before an operator.';
const CMD_QUOTES = 'Read as cmd.exe because of the doubled quotes; a POSIX shell would drop them.';
const CMD_PATH = 'Read as cmd.exe because of the path; a POSIX shell would reduce two backslashes to one.';
const CMD_NAME = 'Read as a POSIX shell, which sends this as it is; in cmd.exe it would be a variable.';
/** What only batch files have. */
const BATCH =
  /^[ \t]*(?:@?rem |@echo o(?:n|ff)|@?setlocal|@?cd \/d |if (?:not )?(?:exist |defined |errorlevel |"?%)|exit \/b|goto |call :)/im;
const POWERSHELL_PIPE =
  /\| *(?:ConvertFrom-Json|ConvertTo-Json|Select-Object|Select-String|Out-File|Out-Null|Out-String|Format-List)\b/i;
/** `%API_KEY%`, not `%C3%A9`. */
const CMD_VARIABLE = /%(?![0-9A-F]{2})[A-Z][A-Z0-9_]{2,60}%|%[A-Z]{1,30}_[A-Z0-9_]{1,60}%/;
/** `C:\temp`, where a POSIX shell needs no second backslash either. */
const WINDOWS_PATH = /(?<=[\s="])[A-Za-z]:\\[^\\]/;
/** Where a host or a port stands, no POSIX shell leaves anything that curl would take. */
const CMD_ADDRESS = /[\s"]%[A-Z]\w{3,60}%\/|:\/\/[\w.-]{0,80}:?%[A-Z]\w{3,60}%/;
/** A name in JSON with PowerShell's quotes: ``{`"a`": 1}``, also with backslashes. */
const POWERSHELL_NAME = /[{,] ?\\?`"[^`"\n]{1,80}`" ?:/;
/** `for %%i in (1 2 3) do curl …` */
const CMD_LOOP = /^[ \t]*@?for \/?[^\r\n]{0,200}%%?[A-Za-z] in \([^\r\n]*\) do \(?[ \t]*(?:curl|\r?\n)/im;
/** An expression, which cmd.exe does not have: `curl.exe ("a" + "b")`; and a block: `try { curl.exe … }`. */
const POWERSHELL_EXPRESSION = /[ \t]\((?:"|[A-Z][a-z]{1,20}-[A-Z])/;
const POWERSHELL_BLOCK = /\{[^{}']{0,120}curl\.exe/;
/** `$body = @{…}`; in other languages that write variables so a statement ends with `;`. */
const POWERSHELL_ASSIGNMENT =
  /^\$\w+ *=(?! *(?:shell_exec|exec|system|passthru|curl_init|new |array\()) *\S[^\n]*$/m;

/** ``NAME=`command` ``: what closes it may stand at the line end. */
const SUBSTITUTED = /^[ \t]*(?:export |local )?\w+="?`/m;

/** Which shell a text is for, with a warning where another one would read it differently. */
export function guessDialect(text: string, diagnostics: Diagnostics): Dialect {
  const warned = (dialect: Dialect, start: number, end: number, message: string): Dialect => {
    diagnostics.warn('dialect_guessed', { start, end }, message);
    return dialect;
  };
  const caret = text.includes('^') ? cmdCaret(text) : undefined;
  if (caret !== undefined) return caret < 0 ? 'cmd' : warned('cmd', caret, caret + 2, CMD_CARET);
  const direct = text.startsWith('curl');
  if ((!direct || text.includes('\n')) && isBatch(text)) return 'cmd';
  if (isPowershell(text, direct)) return 'powershell';
  if (direct ? text.startsWith('.exe', 4) : text.includes('curl.exe'))
    return /['`$]|\\""[^"\\]{1,80}\\""/.test(text) ||
      POWERSHELL_EXPRESSION.test(text) ||
      POWERSHELL_BLOCK.test(text)
      ? 'powershell'
      : 'cmd';
  const assignment = text.startsWith('$') ? POWERSHELL_ASSIGNMENT.exec(text)?.[0] : undefined;
  const isOther = /[=(][ \t]*`|\n[ \t]{0,80}\. ?["']/.test(text); // a substitution, PHP
  if (assignment !== undefined && !assignment.trimEnd().endsWith(';') && !isOther) return 'powershell';
  const quote = cmdQuote(text);
  if (quote >= 0) return warned('cmd', quote, quote + 2, CMD_QUOTES);
  const path = text.includes('\\\\') && !/['$`]|\\["\n]/.test(text) ? text.search(WINDOWS_PATH) : -1;
  if (path >= 0) return warned('cmd', path, path + 3, CMD_PATH);
  // Only a `%NAME%` in the address is certainly a variable of cmd.exe.
  const start = /['$`]|\\\n/.test(text) ? -1 : text.search(CMD_VARIABLE);
  if (start < 0) return 'posix';
  if (CMD_ADDRESS.test(text)) return 'cmd';
  return warned('posix', start, text.indexOf('%', start + 1) + 1, CMD_NAME);
}

/** -1 for carets that only cmd.exe has, the place of one that is less sure; undefined where none tells. */
function cmdCaret(text: string): number | undefined {
  if (/[\s"]\^[ \t]*\n/.test(text)) return -1;
  // `curl ^"http://…^"`: the form that browsers copy.
  const quote = text.indexOf('^"');
  if (quote > 0 && text[quote - 1] === ' ' && !text.slice(0, quote).includes("'")) return -1;
  // `http://host/?a=1^&b=2` outside of quotes.
  const operator = !text.includes("'") && /\S\^[&|<>]/.test(text.replace(/"[^"]*"/g, '""'));
  return operator ? text.search(/\^[&|<>]/) : undefined;
}

function isBatch(text: string): boolean {
  return (
    (BATCH.test(text) && !/\\\n|<</.test(text)) ||
    (text.includes(' in (') && CMD_LOOP.test(text)) ||
    (text.includes('%') && /^[ \t]*set "?\w+=/im.test(text) && /%\w+(?::[~\w][^%\n]*)?%/.test(text))
  );
}

function isPowershell(text: string, direct: boolean): boolean {
  return (
    (text.includes('`') && hasContinuation(text) && !/\\\n|\$\(|<</.test(text) && !SUBSTITUTED.test(text)) ||
    (text.includes('`"') && POWERSHELL_NAME.test(text)) ||
    (text.includes('$env:') && !text.includes('\\\n')) ||
    (text.includes('%') && text.includes('--%') && /curl(?:\.exe)? --%\s/i.test(text)) ||
    (text.includes('|') && POWERSHELL_PIPE.test(text)) ||
    (!direct && /^\s*(?:Start-Process|Invoke-Expression|iex)\s/i.test(text))
  );
}

/** Whether a line ends with a backtick behind a blank or quote that has no partner: two are code or a substitution. */
function hasContinuation(text: string): boolean {
  for (const { index } of text.matchAll(/[\s"']`[ \t]*\n[ \t]*\S/g)) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index + 2);
    if (line.split('`').length % 2 === 0) return true;
  }
  return false;
}

/** Where a double quote tells cmd.exe; -1 when none does. */
function cmdQuote(text: string): number {
  // Visual Basic and CSV double the quotes in a string: `cmd = "curl -H ""A: b"" …"`.
  const isString =
    !text.startsWith('curl') && /(?<!["\\]|\/[ck] |\/tr |start "" )"curl(?:\.exe)? /i.test(text);
  if (text.includes('""') && !isString) return doubledQuote(text);
  // `echo {"a":1}| curl …`
  const echo = text.startsWith('curl') || /'|\\\n/.test(text) ? null : /^[ \t]*@?echo (?=[{[]")/m.exec(text);
  return echo === null ? -1 : echo.index + echo[0].length;
}

/**
 * Where `""` stands for a quote within double quotes, as cmd.exe has it; -1 when it does not. With apostrophes
 * or backslashes in the text, which tell a POSIX shell, only a JSON text in double quotes is sure enough.
 */
function doubledQuote(text: string): number {
  // A quote that is doubled where it opens is doubled where it closes; a single pair joins two pieces.
  if (!text.includes("'") && !text.includes('\\')) {
    const place = text.search(/(?<=[{[,:] ?)"{2,3}[^"\s][^"]*""/);
    const within = place >= 0 || /[$`]/.test(text) ? null : /[\s=]"[^"]+"{2,3}[^"\s][^"]*""/.exec(text);
    return within === null ? place : within.index + within[0].indexOf('""', 2);
  }
  if (text.includes('\\\n')) return -1;
  const bare = text.replace(/(^|[\s=])'[^']*'/g, (piece) => ' '.repeat(piece.length));
  const name = bare.search(/(?<=[{,] ?)""[^"\\\s]+"" ?:/);
  if (name >= 0 || text.includes('\\"')) return name;
  const json = bare.search(/[\s=]"[ \t]{0,8}[{[]/);
  if (json < 0) return -1;
  const doubled = bare.slice(json).search(/(?<=[{[,:] ?)""[^"\s,:}\]][^"]*""/);
  return doubled < 0 ? -1 : json + doubled;
}
