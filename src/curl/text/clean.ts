/** Text pass: removes what no shell would see around a command: fences, prompts, Windows line ends. */
import { writtenText } from '../lexer/written-words.ts';
import type { Dialect } from './dialect.ts';
import type { Cut } from './offsets.ts';

/** Whether there may be something to take away; most commands start with `curl` and have none of it. */
export function needsCleaning(text: string): boolean {
  if (!text.startsWith('curl') || text.includes('\r') || text.includes('```')) return true;
  return text.includes('\n') && /\n[ \t]*[>$%#] /.test(text);
}

/** What is removed, and the dialect that it reveals. */
interface Cleaned {
  readonly cuts: readonly Cut[];
  readonly dialect?: Dialect | undefined;
}

/** The marks around a command of Markdown, Jira (`{noformat}…`), forums (`[code]…`) and XML: what opens, what closes. */
const MARKS: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/```(?=curl[ \t])/, /```/g],
  [/^\s*```/, /```\s*$/g],
  [/^\s*`(?=[^`\n]*`\s*$)/, /`/g],
  [/^\s*\*\*(?=curl\s[^\n*]*\*\*\s*$)/, /\*\*/g],
  [/^[ \t]*\{(?:noformat|code)[^{}\n]*\}/m, /\{(?:noformat|code)\}[ \t\r]*$/gm],
  [/^[ \t]*\[code[^[\]\n]*\]/m, /\[\/code\]/g],
  [/<!\[CDATA\[(?=curl\s)/, /\]\]>/g],
];

/** All but the inside of the first Markdown code block, or of a code span around everything, that has a curl in it. */
export function cutFence(text: string): Cleaned | undefined {
  const keep = (start: number, end: number, dialect?: Dialect) => ({
    cuts: [
      { start: 0, end: start },
      { start: Math.max(start, end), end: text.length },
    ],
    dialect,
  });
  let open: RegExpExecArray | undefined;
  const script = isScript(text);
  let read = 0;
  let within = '';
  const isBlock = text.includes('```') || text.includes('~~~');
  for (const line of isBlock
    ? text.matchAll(/^[ \t]*(?:>[ \t])?(`{3,}|~{3,}(?!~))(?!curl[ \t])([^`\n]*)$/gm)
    : []) {
    for (; script && read < line.index; read = text.indexOf('\n', read) + 1)
      within = openAfter(text.slice(read, text.indexOf('\n', read)), within);
    if (within !== '') continue;
    const start = open === undefined ? 0 : open.index + open[0].length + 1;
    if (open !== undefined && text.slice(start, line.index).includes('curl'))
      return keep(start, line.index - 1, fenceDialect(open[2] ?? ''));
    open = open === undefined ? line : undefined;
  }
  for (const [opening, closing] of MARKS) {
    const opened = opening.exec(text);
    if (opened === null || (script && openAfter(text.slice(0, opened.index), '') !== '')) continue;
    closing.lastIndex = opened.index + opened[0].length;
    const { length: blank = 0 } = /^\s*\n/.exec(text.slice(closing.lastIndex))?.[0] ?? {};
    const start = closing.lastIndex + blank;
    const inside = text.slice(start, closing.exec(text)?.index ?? start);
    if (/\bcurl\b/.test(inside)) return keep(start, start + inside.trimEnd().length);
  }
  const rest = open === undefined ? text.length : open.index + open[0].length + 1;
  return text.slice(rest).includes('curl') ? keep(rest, text.length) : undefined;
}

function fenceDialect(info: string): Dialect | undefined {
  const language = info.trim().toLowerCase();
  if (['powershell', 'ps1', 'pwsh'].includes(language)) return 'powershell';
  return ['cmd', 'bat', 'batch', 'dos'].includes(language) ? 'cmd' : undefined;
}

/** Prompts, each anchored at a line start and bounded, so that none can backtrack far. */
const PROMPTS: readonly { pattern: RegExp; dialect?: Dialect }[] = [
  { pattern: /^PS(?: [^>\n]{0,200})?> ?/, dialect: 'powershell' },
  { pattern: /^[A-Za-z]:\\[^>\n"]{0,200}> ?/, dialect: 'cmd' },
  { pattern: /^(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,64}@[\w.-]{1,64}(?:[ :][^$#%>\n'"]{0,120})?\]?[ ]?[$#%>] / },
  { pattern: /^➜ {1,3}(?!curl )\S{1,60}(?: git:\([^)\n]{1,80}\))?(?: ✗)? {1,2}(?=\S)/ },
  { pattern: /^(?:[\w.~/-]{1,80} )?[$%❯➜›»λ] +(?=\S)/ },
  { pattern: /^(?:bash|sh|zsh)(?:-[\d.]{1,8})?[$#%] +/ },
  // `MacBook-Pro:~ ada$` and `mbp%`
  { pattern: /^[\w.-]{1,64}:[\w~/.]\S{0,80} [A-Za-z][\w.-]{0,63}[$#%] +(?=\S)/ },
  { pattern: /^[A-Za-z][\w.-]{0,63}[$%#] +(?=(?:sudo +)?curl |(?:cat|echo|printf|export) |\w+=)/ },
  { pattern: /^>(?: ?>){0,4} +(?=(?:sudo +)?curl|(?:cat|echo|printf|export) |\w+=)/ },
  // A list item of a README.
  { pattern: /^(?:\d{1,2}[.)]|[-*•]) +(?=(?:sudo +)?curl |(?:cat|echo|printf|export) |\w+=(?!.*;;))/ },
];
/** Not a comment that begins with the word. */
const ROOT_PROMPT: { pattern: RegExp; dialect?: Dialect } = {
  pattern: /^# +(?=(?:sudo +)?curl(?:$| +(?:["'$\\-]|https?:|[\w-]{1,80}[.:/\s]|[\w-]{1,80}$)))/,
};
const CONTINUATION =
  /^(?:(?:dquote|quote|bquote|cmdand|pipe|heredoc|cmdsubst)?>{1,2}(?: >){0,4}|More\?)(?: |$)/;
/** A line of a comment that goes on with a command. */
const COMMENTED = /^#[ \t]/;

/** A line that is a command for sure: what it leaves open goes on in the next lines. */
const COMMAND =
  /^(?:sudo +)?(?:curl|cat|tee|echo|printf|read|export|readonly|declare|local|set|cd|source)(?=\s)|^\w+=/;
/** What may stand before the first command of a script. */
const HEAD = /^(?:\s*#[^\n]*\n)*\s*(?:[$%] +)?/;
const APOSTROPHE = /(?<=\w)'(?=(?:[tsmd]|re|ve|ll)\b)/g;

/** Whether a text begins with a command, so that what is within its quotes is no text around one. */
export function isScript(text: string): boolean {
  return COMMAND.test(text.slice(HEAD.exec(text)?.[0].length));
}

/** What is open after a line: nothing, a quote (`$'` has escapes), or `<<` and the delimiter of a here-document. */
export function openAfter(line: string, open: string): string {
  if (open.startsWith('<<')) return line.replace(/^[\s>]+/, '').trimEnd() === open.slice(2) ? '' : open;
  return writtenText(open + line.replace(APOSTROPHE, '’')).open;
}

/**
 * Prompts at the line starts. Continuation prompts (`> `) go only when the command itself had a prompt, since a line may
 * begin with a redirection. Nothing within quotes or in a here-document is a prompt.
 */
export function cutPrompts(text: string): Cleaned {
  const cuts: Cut[] = [];
  let dialect: Dialect | undefined;
  let prompted = false;
  // A command that is commented out, over several lines.
  let commented = false;
  let commandSeen = false;
  let isCommand = false;
  let open = '';
  const prompts = /^[ \t]*curl\b/m.test(text) ? PROMPTS : [...PROMPTS, ROOT_PROMPT];
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 ? text.length : newline;
    let start = at;
    while (start < lineEnd && ' \t\ufeff'.includes(text.charAt(start))) start += 1;
    const line = text.slice(start, Math.min(lineEnd, start + 400));
    if (line !== '' && !line.startsWith('curl')) {
      const continuation = prompted ? (commented && COMMENTED.exec(line)) || CONTINUATION.exec(line) : null;
      if (continuation !== null) cuts.push({ start: at, end: start + continuation[0].length });
      else if (open === '' && (!commandSeen || line.startsWith('$') || line.startsWith('%')))
        for (const prompt of prompts) {
          const match = prompt.pattern.exec(line);
          if (match === null) continue;
          cuts.push({ start: at, end: start + match[0].length });
          start += match[0].length;
          prompted = true;
          commented = prompt === ROOT_PROMPT;
          dialect ??= prompt.dialect;
          break;
        }
    }
    if (line.includes('curl')) commandSeen = true;
    const rest = text.slice(start, lineEnd);
    isCommand ||= COMMAND.test(rest);
    if (isCommand) open = openAfter(rest, open);
    if (commented && text[lineEnd - 1] !== '\\') commented = false;
    at = lineEnd + 1;
  }
  return { cuts, dialect };
}

/**
 * CRLF: where the text itself uses it between its lines, it is a property of the file it came from and goes
 * everywhere; where it stands only within a one-line command's quotes, it is data.
 */
export function cutLineEnds(text: string): Cleaned & { isQuoted: boolean } {
  const none = { cuts: [], isQuoted: false };
  if (!text.includes('\r')) return none;
  const cuts: Cut[] = [];
  const last = text.trimEnd().length;
  let isQuoted = false;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return none;
    const before = text[at - 2] ?? '';
    if (!'\\^`'.includes(before) && at < last) isQuoted = true;
    cuts.push({ start: at - 1, end: at });
  }
  const continued = /[\\^`][ \t]{0,20}\r\n/.test(text);
  const oneLine = (cuts[0]?.end ?? text.length) >= last;
  // A single CR stays: a shell would send it.
  const isMany = isQuoted && cuts.length > 1;
  return continued || oneLine || isMany ? { cuts, isQuoted } : { cuts: [], isQuoted };
}
