/**
 * What kind of text is this: which shell it was written for, and what stands around it that no shell would
 * see (prompts, Markdown fences, invisible characters, Windows line ends).
 */
import type { Dialect } from './command.ts';
import { Context, startsWithCurl } from './context.ts';
import { type Cut, Editor } from './editor.ts';
import { hasReferences, isHtmlEscaped, unescapeHtml, unwrap } from './embedded.ts';

export interface Prepared {
  context: Context;
  dialect: Dialect;
  /** The text has references to characters as HTML writes them. */
  references: boolean;
}

/** Decides the dialect and takes away what is not part of the command. */
export function prepare(command: string): Prepared {
  const asGiven = new Context(command, command, undefined);
  if (!needsEdits(command, asGiven))
    return { context: asGiven, dialect: guessDialect(command, asGiven), references: false };
  const editor = new Editor(command);
  if (isHtmlEscaped(command)) unescapeHtml(editor);
  else {
    cutFence(editor);
    unwrap(editor);
  }
  cutPrompts(editor);
  cutLineEnds(editor);
  const context = editor.context();
  const text = context.text;
  for (const { code, message } of editor.notes) context.warn(code, message, { start: 0, end: text.length });
  return {
    context,
    dialect: editor.dialect ?? guessDialect(text, context),
    references: hasReferences(command),
  };
}

/** Most commands start with `curl` and have no fence, prompt, CR or byte order mark anywhere. */
function needsEdits(command: string, { hasBacktick, hasLineEnd }: Context): boolean {
  return (
    !startsWithCurl(command) ||
    command.includes('\r') ||
    (hasBacktick && command.includes('```')) ||
    (hasLineEnd && hasPrompt(command)) ||
    hasReferences(command)
  );
}

/** Whether a line after the first starts with what may be a prompt: `> `, `$ `, `% `, `# `. */
function hasPrompt(text: string): boolean {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at)) {
    at += 1;
    while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at += 1;
    const unit = text.charCodeAt(at);
    const prompt = unit === 0x3e || unit === 0x24 || unit === 0x25 || unit === 0x23;
    if (prompt && text.charCodeAt(at + 1) === 0x20) return true;
  }
  return false;
}

/** Keeps the inside of the first Markdown code block, or code span around everything, that has a curl in it. */
function cutFence(editor: Editor): void {
  const text = editor.original;
  if (text.includes('```')) {
    const lines = /^[ \t]*(?:>[ \t])?(`{3,}|~{3,}(?!~))([^`\n]*)$/gm;
    let open: RegExpExecArray | undefined;
    for (const line of text.matchAll(lines)) {
      if (open === undefined) {
        open = line;
        continue;
      }
      const start = open.index + open[0].length + 1;
      if (text.slice(start, line.index).includes('curl')) {
        editor.keep(start, Math.max(start, line.index - 1));
        editor.dialect = fenceDialect(open[2] ?? '');
        return;
      }
      open = undefined;
    }
    // One line: ```curl http://…```
    const inline = /^\s*```([\s\S]*?)```\s*$/.exec(text);
    if (inline?.[1] !== undefined) {
      const start = text.indexOf('```') + 3;
      editor.keep(start, start + inline[1].length);
    } else if (open !== undefined && text.slice(open.index + open[0].length).includes('curl')) {
      editor.keep(Math.min(text.length, open.index + open[0].length + 1), text.length);
    }
    return;
  }
  const span = text.trim();
  if (!span.startsWith('`') || !span.endsWith('`')) return;
  const inside = span.slice(1, -1);
  if (/[`\n]/.test(inside) || !/\bcurl\b/.test(inside)) return;
  const start = text.indexOf('`') + 1;
  editor.keep(start, start + inside.length);
}

function fenceDialect(info: string): Dialect | undefined {
  const language = info.trim().toLowerCase();
  if (language === 'powershell' || language === 'ps1' || language === 'pwsh') return 'powershell';
  if (language === 'cmd' || language === 'bat' || language === 'batch' || language === 'dos') return 'cmd';
  return undefined;
}

/** Prompts, each anchored at a line start and bounded, so that none can backtrack far. */
const PROMPTS: readonly { pattern: RegExp; dialect?: Dialect }[] = [
  { pattern: /^PS(?: [^>\n]{0,200})?> ?/, dialect: 'powershell' },
  { pattern: /^[A-Za-z]:\\[^>\n"]{0,200}> ?/, dialect: 'cmd' },
  { pattern: /^(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,64}@[\w.-]{1,64}(?:[ :][^$#%>\n'"]{0,120})?\]?[ ]?[$#%>] / },
  { pattern: /^➜ {1,3}\S{1,60}(?: git:\([^)\n]{1,80}\))?(?: ✗)? {1,2}(?=\S)/ },
  { pattern: /^(?:[\w.~/-]{1,80} )?[$%❯➜›»λ] +(?=\S)/ },
  { pattern: /^(?:bash|sh|zsh)(?:-[\d.]{1,8})?[$#%] +/ },
  { pattern: /^>(?: ?>){0,4} +(?=(?:sudo +)?curl)/ },
  // A list item of a README.
  { pattern: /^(?:\d{1,2}[.)]|[-*•]) +(?=(?:sudo +)?curl )/ },
];
const ROOT_PROMPT = /^# +(?=(?:sudo +)?curl\b)/;
const CONTINUATION =
  /^(?:(?:dquote|quote|bquote|cmdand|pipe|heredoc|cmdsubst)?>{1,2}(?: >){0,4}|More\?)(?: |$)/;
/** A line of a comment that goes on with a command. */
const COMMENTED = /^#[ \t]/;

/**
 * Takes prompts off the line starts. Continuation prompts (`> `) go only when the command itself had a
 * prompt, since a line may begin with a redirection.
 */
function cutPrompts(editor: Editor): void {
  const { original: text, end } = editor;
  const cuts: Cut[] = [];
  let prompted = false;
  // A command that is commented out, over several lines.
  let commented = false;
  let commandSeen = false;
  const rootPrompt = !/^[ \t]*curl\b/m.test(text);
  for (let at = editor.start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    let start = at;
    while (start < lineEnd && (text[start] === ' ' || text[start] === '\t' || text[start] === '\ufeff'))
      start += 1;
    const line = text.slice(start, Math.min(lineEnd, start + 400));
    const first = line.charCodeAt(0);
    // Letters other than those of a few prompts begin most lines: skip the patterns for plain commands.
    if (line !== '' && !line.startsWith('curl')) {
      const continuation = prompted ? (commented ? COMMENTED : CONTINUATION).exec(line) : null;
      if (continuation !== null) cuts.push({ start: at, end: start + continuation[0].length });
      else if (!commandSeen || first === 0x24 || first === 0x25) {
        const prompt = matchPrompt(line, rootPrompt);
        if (prompt !== undefined) {
          cuts.push({ start: at, end: start + prompt.length });
          prompted = true;
          commented = rootPrompt && first === 0x23;
          editor.dialect ??= prompt.dialect;
        }
      }
    }
    if (line.includes('curl')) commandSeen = true;
    if (commented && text[lineEnd - 1] !== '\\') commented = false;
    at = lineEnd + 1;
  }
  editor.cut(cuts);
}

function matchPrompt(
  line: string,
  root: boolean,
): { length: number; dialect: Dialect | undefined } | undefined {
  for (const { pattern, dialect } of PROMPTS) {
    const match = pattern.exec(line);
    if (match !== null) return { length: match[0].length, dialect };
  }
  const match = root ? ROOT_PROMPT.exec(line) : null;
  return match === null ? undefined : { length: match[0].length, dialect: undefined };
}

/**
 * CRLF: where the text itself uses it between its lines, it is a property of the file it came from and goes
 * everywhere; where it stands only within a one-line command's quotes, it is data.
 */
function cutLineEnds(editor: Editor): void {
  const { original: text, start, end } = editor;
  if (!text.includes('\r')) return;
  const cuts: Cut[] = [];
  const last = start + text.slice(start, end).trimEnd().length;
  let quoted = false;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return;
    const before = text[at - 2];
    if (before !== '\\' && before !== '^' && before !== '`' && at < last) quoted = true;
    cuts.push({ start: at - 1, end: at });
  }
  const continued = /[\\^`][ \t]{0,20}\r\n/.test(text);
  const oneLine = (cuts[0]?.end ?? end) >= last;
  if (!(continued || oneLine)) return;
  if (quoted)
    editor.notes.push({
      code: 'crlf_line_endings',
      message: 'The text has Windows line ends (CRLF); they are read as LF, also within quotes.',
    });
  editor.cut(cuts);
}

/** What reads the answer in PowerShell. */
const POWERSHELL_PIPE =
  /\| *(?:ConvertFrom-Json|ConvertTo-Json|Select-Object|Select-String|Out-File|Out-Null|Out-String|Format-List)\b/i;

/**
 * Where `""` stands for a quote within double quotes, as cmd.exe has it; -1 when it does not. With apostrophes
 * or backslashes in the text, which tell a POSIX shell, only a JSON text in double quotes is sure enough.
 */
function doubledQuote(text: string): number {
  // A quote that is doubled where it opens is doubled where it closes; a single pair joins two pieces.
  if (!text.includes("'") && !text.includes('\\')) return text.search(/(?<=[{[,:] ?)""[^"\s][^"]*""/);
  if (text.includes('\\"') || text.includes('\\\n')) return -1;
  const bare = text.replace(/(^|[\s=])'[^']*'/g, (piece) => ' '.repeat(piece.length));
  const json = bare.search(/[\s=]"[ \t]{0,8}[{[]/);
  if (json < 0) return -1;
  const doubled = bare.slice(json).search(/(?<=[{[,:] ?)""[^"\s,:}\]][^"]*""/);
  return doubled < 0 ? -1 : json + doubled;
}

/** `for %%i in (1 2 3) do curl …` */
const CMD_LOOP = /^[ \t]*@?for \/?[^\r\n]{0,200}%%?[A-Za-z] in \([^\r\n]*\) do \(?[ \t]*(?:curl|\r?\n)/im;

/** An expression or a block, neither of which cmd.exe has: `curl.exe ("a" + "b")`, `try { curl.exe … }`. */
const POWERSHELL_BLOCK =
  /curl\.exe[^\n]{0,300}[ \t]\((?:"|[A-Z][a-z]+-[A-Z])|\{\s{0,20}(?:&\s{0,20})?["\w:\\/. ]{0,80}curl\.exe/;

/** Which shell's quoting the text uses, from its tell-tale line continuations and escapes. */
function guessDialect(text: string, context: Context): Dialect {
  const caret = text.includes('^');
  if (caret && (/[\s"]\^[ \t]*\n/.test(text) || startsWithCaretQuote(text))) return 'cmd';
  if (caret && hasCaretOperator(text)) {
    const start = text.search(/\^[&|<>]/);
    context.warn('dialect_guessed', 'A caret before an operator is read as cmd.exe reads it.', {
      start,
      end: start + 2,
    });
    return 'cmd';
  }
  // These are found in texts of several lines, or with something before the command.
  const direct = startsWithCurl(text);
  if (!direct || context.hasLineEnd) {
    // A backtick at a line end may close a substitution; one that continues the line stands after a blank or quote.
    const backtick = context.hasBacktick && /[\s"']`[ \t]*\n[ \t]*\S/.test(text);
    if (backtick && !text.includes('\\\n') && !text.includes('$(') && !text.includes('<<'))
      return 'powershell';
    if (text.charCodeAt(0) === 0x40 && /^@echo off/i.test(text)) return 'cmd';
    if (CMD_LOOP.test(text)) return 'cmd';
    if (hasPercentVariable(text) && /^[ \t]*set "?\w+=/im.test(text)) return 'cmd';
  }
  if (
    (context.hasDollar && text.includes('$env:') && !text.includes('\\\n')) ||
    (text.includes('%') && / --%\s/.test(text) && /curl(?:\.exe)? --%\s/i.test(text)) ||
    (context.hasPipe && POWERSHELL_PIPE.test(text))
  )
    return 'powershell';
  if (!direct && /^\s*(?:Start-Process|Invoke-Expression|iex)\s/i.test(text)) return 'powershell';
  const exe = direct ? text.charCodeAt(4) === 0x2e && text.startsWith('curl.exe') : text.includes('curl.exe');
  if (exe) {
    const quoting = text.includes("'") || context.hasBacktick || context.hasDollar;
    return quoting || POWERSHELL_BLOCK.test(text) ? 'powershell' : 'cmd';
  }
  if (text.charCodeAt(0) === 0x24 && /^\$\w+ *= *\S/.test(text)) return 'powershell';
  const doubled = text.includes('"') && text.includes('""') ? doubledQuote(text) : -1;
  if (doubled >= 0) {
    context.warn(
      'dialect_guessed',
      'Doubled quotes are read as cmd.exe reads them; a POSIX shell would drop them.',
      { start: doubled, end: doubled + 2 },
    );
    return 'cmd';
  }
  return 'posix';
}

/** `http://host/?a=1^&b=2` outside of quotes. */
function hasCaretOperator(text: string): boolean {
  return !text.includes("'") && /\S\^[&|<>]/.test(text.replace(/"[^"]*"/g, '""'));
}

/** `%NAME%`, `%NAME:~0,3%` */
function hasPercentVariable(text: string): boolean {
  let from = text.indexOf('%');
  while (from >= 0) {
    const to = text.indexOf('%', from + 1);
    if (to < 0) return false;
    if (to > from + 1 && /^\w+(?::[~\w][^\n]*)?$/.test(text.slice(from + 1, to))) return true;
    from = to;
  }
  return false;
}

/** `curl ^"http://…^"`: the caret form that browsers copy for cmd.exe. */
function startsWithCaretQuote(text: string): boolean {
  const at = text.indexOf('^"');
  return at > 0 && text[at - 1] === ' ' && !text.slice(0, at).includes("'");
}
