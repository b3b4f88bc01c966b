/** The plain reading: the text as it stands, in the shell that it is for. */
import { Diagnostics } from '../diagnostics.ts';
import { type Dialect, guessDialect } from './dialect.ts';
import { MAKE_RULE, YAML_BLOCK } from './files.ts';
import { type Cut, cutsOf, type Source } from './source.ts';
import { HTML_SIGN } from './strings.ts';
import { hasTypography, straighten } from './typography.ts';

/** The text of a shell. */
export interface ShellText {
  readonly text: string;
  readonly dialect: Dialect;
  /** Takes places in {@link ShellText.text}. */
  readonly diagnostics: Diagnostics;
  /** The text after the command may be prose. */
  readonly isOpen: boolean;
  /** Where other curl commands begin that the reading leaves out, in code points of the text as given. */
  readonly others: readonly number[];
}

/** A line of Markdown's code block, or a prompt, outside of quotes. */
const FENCE = /^[ \t]*(?:>[ \t]?)*(?:`{3}|~{3})/m;
const PROMPT = /^(?:[$%] +\S|[\w.-]{1,64}@[\w.-]{1,64}:\S{0,120}[$#] |[A-Za-z]:\\[^>\n"]{0,200}>)/m;
/** A comment of Lisp, a line number, a string of JSON without its quotes. */
const MARKED = /^[ \t]*(?:;{1,4}[ \t]*curl\s|\d{1,4}[ \t]*[|│])|\\\\\\n[ \t]+-/m;
/** A line of a crontab, or an instruction of a Dockerfile that goes on. */
const LINE_OF_FILE =
  /^(?:[*\d][\d,*/-]*[ \t]+){3}(?:[*\w][\w,*/-]*[ \t]+){2}\S|^(?:RUN|HEALTHCHECK)[ \t][^\n]*\\[ \t]*\n/m;
/** Finds one of these, or a sign of HTML, in a text between two line ends. */
const MAY_BE_OTHER =
  /`{3}|~~~|&[\w#]{2,6};|<\/|<br|[|>][-+\d]{0,3}[ \t]{0,20}[#\r\n]|@[\w.-]{1,64}:|\n(?:\t|[$%] |[*\d]|RUN |HEALTHCHECK |[ \t]*(?:;|\d{1,4}[ \t]*[|│]|[A-Za-z]:\\))|\\\\\\n/;
const AS_IT_IS =
  'Character references such as &amp; are sent as they are. Decode them if you copied the source of an HTML page.';
const CRLF = 'Read as a text with Windows line ends: the CR of each was removed, also within quotes.';

/** Whether a text has, outside of quotes, what no shell can mean: then it is not read as it stands. */
function isOther({ hidden: { bare } }: Source): boolean {
  const isMade = MAKE_RULE.test(bare) && /^\t.*\bcurl\s/m.test(bare);
  return (
    isMade || [FENCE, PROMPT, MARKED, YAML_BLOCK, HTML_SIGN, LINE_OF_FILE].some((sign) => sign.test(bare))
  );
}

/** The text in each shell that it may be for, the likeliest first; nothing if no shell can mean it. */
export function* plainTexts(
  source: Source,
  given: Dialect | undefined,
  others: readonly number[],
): Iterable<ShellText> {
  const { text } = source;
  if (MAY_BE_OTHER.test(`\n${text}\n`) && isOther(source)) return;
  const first = plainText(source, given, others);
  yield first;
  // What curl refuses as it is may have variables of cmd.exe.
  if (
    first.dialect === 'posix' &&
    text.includes('%') &&
    /%(?:(?![\dA-Fa-f]{2}%)[A-Za-z_]\w{0,60}%|~\d)/.test(source.hidden.double)
  )
    yield plainText(source, 'cmd', others);
}

/** The text in the shell that it is for. @param given the shell that the marks around the text tell */
export function plainText(
  source: Source,
  given?: Dialect,
  others: readonly number[] = [],
  isOpen = false,
): ShellText {
  const { cuts, code } = lineEndsOf(source);
  let current = source.cut(cuts);
  const diagnostics = new Diagnostics((index) => current.offset(index));
  const dialect = given ?? guessDialect(current, diagnostics);
  // PowerShell knows these quotes and dashes itself.
  if (dialect === 'posix' && hasTypography(current.text))
    current = current.cut(straighten(current, diagnostics));
  const { text } = current;
  const all = { start: 0, end: text.length };
  if (code !== undefined) diagnostics.warn(code, all, code === 'read_as' ? CRLF : undefined);
  // Each `&` begins a character reference and there are no tags: HTML source perhaps, but perhaps data.
  if (text.includes('&') && !/<|&(?!(?:amp|lt|gt|quot|apos|nbsp|#\w{2,5});)/.test(text))
    diagnostics.warn('html_escaped', all, AS_IT_IS);
  return { text, dialect, diagnostics, isOpen, others };
}

/**
 * The CR of Windows line ends. Where all line ends of a text have one, it belongs to the file that the text came from, and
 * goes everywhere; else it goes outside of quotes only.
 */
function lineEndsOf(source: Source): { cuts: Cut[]; code?: 'read_as' | 'crlf_line_endings' } {
  const { text } = source;
  if (!text.includes('\r\n')) return { cuts: [] };
  const everywhere = cutsOf(text, /\r(?=\n)/g);
  const outside = cutsOf(source.hidden.bare, /\r(?=\n)/g);
  if (outside.length === everywhere.length) return { cuts: outside };
  const isWindows = !/(?<!\r)\n/.test(text) && outside.length > 0;
  return isWindows ? { cuts: everywhere, code: 'read_as' } : { cuts: outside, code: 'crlf_line_endings' };
}
