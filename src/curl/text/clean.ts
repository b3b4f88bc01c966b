/** Text pass: removes what no shell would see around a command: fences, prompts, Windows line ends. */
import { writtenText } from '../lexer/written-words.ts';
import type { Dialect } from './dialect.ts';
import type { Cut } from './offsets.ts';

/** Whether there may be something to take away; most commands start with `curl` and have none of it. */
export function needsCleaning(text: string): boolean {
  if (!text.startsWith('curl') || text.includes('\r') || text.includes('```')) return true;
  return text.includes('\n') && /\n[ \t]*[>$%#] /.test(text);
}

/** All but the inside of the first Markdown code block that has a curl in it. */
export function cutFence(text: string): Cut[] {
  let open: RegExpExecArray | undefined;
  const script = isScript(text);
  let read = 0;
  let within = '';
  const isBlock = text.includes('```') || text.includes('~~~');
  for (const line of isBlock ? text.matchAll(/^[ \t]*(?:>[ \t])?(?:`{3,}|~{3,}(?!~))[^`\n]*$/gm) : []) {
    for (; script && read < line.index; read = text.indexOf('\n', read) + 1)
      within = openAfter(text.slice(read, text.indexOf('\n', read)), within);
    if (within !== '') continue;
    const start = open === undefined ? 0 : open.index + open[0].length + 1;
    if (open !== undefined && text.slice(start, line.index).includes('curl'))
      return [
        { start: 0, end: start },
        { start: line.index - 1, end: text.length },
      ];
    open = open === undefined ? line : undefined;
  }
  return [];
}

/** Prompts, each anchored at a line start and bounded, so that none can backtrack far. */
const PROMPTS: readonly { pattern: RegExp; dialect?: Dialect }[] = [
  { pattern: /^PS(?: [^>\n]{0,200})?> ?/, dialect: 'powershell' },
  { pattern: /^[A-Za-z]:\\[^>\n"]{0,200}> ?/, dialect: 'cmd' },
  { pattern: /^(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,64}@[\w.-]{1,64}(?:[ :][^$#%>\n'"]{0,120})?\]?[ ]?[$#%>] / },
  { pattern: /^➜ {1,3}(?!curl )\S{1,60}(?: git:\([^)\n]{1,80}\))?(?: ✗)? {1,2}(?=\S)/ },
  { pattern: /^(?:[\w.~/-]{1,80} )?[$%❯➜›»λ] +(?=\S)/ },
  { pattern: /^(?:bash|sh|zsh)(?:-[\d.]{1,8})?[$#%] +/ },
  { pattern: /^>(?: ?>){0,4} +(?=(?:sudo +)?curl)/ },
  // A list item of a README.
  { pattern: /^(?:\d{1,2}[.)]|[-*•]) +(?=(?:sudo +)?curl )/ },
  // The prompt of root, not a comment that begins with the word: where a line has the command alone, it is a comment.
  { pattern: /^# +(?=(?:sudo +)?curl(?:$| +(?:["'$\\-]|https?:|[\w-]{1,80}[.:/\s]|[\w-]{1,80}$)))/ },
];
const CONTINUATION =
  /^(?:(?:dquote|quote|bquote|cmdand|pipe|heredoc|cmdsubst)?>{1,2}(?: >){0,4}|More\?)(?: |$)/;

/** A line that is a command for sure: what it leaves open goes on in the next lines. */
const COMMAND = /^(?:sudo +)?(?:curl|cat|tee|echo|printf|read|export|set|cd|source)(?=\s)|^\w+=/;
/** What may stand before the first command of a script. */
const HEAD = /^(?:\s*#[^\n]*\n)*\s*(?:[$%] +)?/;

/** Whether a text begins with a command, so that what is within its quotes is no text around one. */
export function isScript(text: string): boolean {
  return COMMAND.test(text.slice(HEAD.exec(text)?.[0].length));
}

/** What is open after a line: nothing, a quote (`$'` has escapes), or `<<` and the delimiter of a here-document. */
function openAfter(line: string, open: string): string {
  if (open.startsWith('<<')) return line.replace(/^[\s>]+/, '').trimEnd() === open.slice(2) ? '' : open;
  return writtenText(open + line).open;
}

/**
 * Prompts at the line starts. Continuation prompts (`> `) go only when the command itself had a prompt, since a line may
 * begin with a redirection. Nothing within quotes or in a here-document is a prompt.
 */
export function cutPrompts(text: string): { cuts: Cut[]; dialect: Dialect | undefined } {
  const cuts: Cut[] = [];
  let dialect: Dialect | undefined;
  let prompted = false;
  let commandSeen = false;
  let isCommand = false;
  let open = '';
  const prompts = /^[ \t]*curl\b/m.test(text) ? PROMPTS.slice(0, -1) : PROMPTS;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 ? text.length : newline;
    let start = at;
    while (start < lineEnd && ' \t\ufeff'.includes(text.charAt(start))) start += 1;
    const line = text.slice(start, Math.min(lineEnd, start + 400));
    if (line !== '' && !line.startsWith('curl')) {
      const continuation = prompted ? CONTINUATION.exec(line) : null;
      if (continuation !== null) cuts.push({ start: at, end: start + continuation[0].length });
      else if (open === '' && (!commandSeen || line.startsWith('$') || line.startsWith('%')))
        for (const prompt of prompts) {
          const match = prompt.pattern.exec(line);
          if (match === null) continue;
          cuts.push({ start: at, end: start + match[0].length });
          start += match[0].length;
          prompted = true;
          dialect ??= prompt.dialect;
          break;
        }
    }
    if (line.includes('curl')) commandSeen = true;
    const rest = text.slice(start, lineEnd);
    isCommand ||= COMMAND.test(rest);
    if (isCommand) open = openAfter(rest, open);
    at = lineEnd + 1;
  }
  return { cuts, dialect };
}

/** The CR of each Windows line end, and whether some line end is no continuation: it may be data. */
export function cutLineEnds(text: string): { cuts: Cut[]; isData: boolean } {
  const last = text.trimEnd().length;
  const ends = Array.from(text.matchAll(/\r\n/g), ({ index }) => index);
  return {
    cuts: ends.map((start) => ({ start, end: start + 1 })),
    isData: ends.some((end) => end < last && !'\\^`'.includes(text[end - 1] ?? ' ')),
  };
}
