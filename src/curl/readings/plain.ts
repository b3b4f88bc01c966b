/** The plain reading: the text as it stands, in the shell that it is for. */
import { Diagnostics } from '../diagnostics.ts';
import { type Dialect, guessDialect, mayBeCmd } from './dialect.ts';
import { MAKE_RULE, YAML_BLOCK } from './files.ts';
import { type Hidden, hideQuoted } from './quotes.ts';
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
/** Finds one of these, or a sign of HTML, in a text between two line ends. */
const MAY_BE_OTHER =
  /`{3}|~~~|&[\w#]|<\/|<br|[|>][-+\d]{0,3}[ \t]{0,20}[#\r\n]|@[\w.-]{1,64}:|\n(?:\t|[$%] |[ \t]*(?:;|\d{1,4}[ \t]*[|│]|[A-Za-z]:\\))|\\\\\\n/;
const AS_IT_IS =
  'Character references such as &amp; are sent as they are. Decode them if you copied the source of an HTML page.';
const CRLF = 'Read as a text with Windows line ends: the CR of each was removed, also within quotes.';

/** Whether a text has, outside of quotes, what no shell can mean: then it is not read as it stands. */
function isOther(text: string, hidden: () => Hidden): boolean {
  if (!MAY_BE_OTHER.test(`\n${text}\n`)) return false;
  const { bare } = hidden();
  if (!MAY_BE_OTHER.test(`\n${bare}\n`)) return false;
  const isMade = MAKE_RULE.test(bare) && /^\t.*\bcurl\s/m.test(bare);
  return isMade || [FENCE, PROMPT, MARKED, YAML_BLOCK, HTML_SIGN].some((sign) => sign.test(bare));
}

/** The text in each shell that it may be for, the likeliest first; nothing if no shell can mean it. */
export function* plainTexts(
  source: Source,
  given: Dialect | undefined,
  others: readonly number[],
): Iterable<ShellText> {
  let once: Hidden | undefined;
  const hidden = () => {
    once ??= hideQuoted(source.text);
    return once;
  };
  if (isOther(source.text, hidden)) return;
  const first = plainText(source, { given, hidden, others });
  yield first;
  // What curl refuses as it is may have variables of cmd.exe.
  if (first.dialect === 'posix' && source.text.includes('%') && mayBeCmd(source.text))
    yield plainText(source, { given: 'cmd', hidden, others });
}

interface About {
  /** The shell that the marks around the text tell. */
  readonly given?: Dialect | undefined;
  readonly hidden?: () => Hidden;
  readonly isOpen?: boolean;
  readonly others?: readonly number[];
}

/** The text in the shell that it is for. */
export function plainText(
  source: Source,
  { given, hidden = () => hideQuoted(source.text), isOpen = false, others = [] }: About = {},
): ShellText {
  let current = source;
  const lineEnds = source.text.includes('\r\n') ? lineEndCuts(source.text, hidden().bare) : undefined;
  if (lineEnds !== undefined) current = current.cut(lineEnds.cuts);
  const isTypeset = hasTypography(current.text);
  let diagnostics = new Diagnostics(current.offset);
  const signs = () => (current === source ? hidden() : hideQuoted(current.text));
  const dialect = given ?? guessDialect(current.text, diagnostics, signs);
  // PowerShell knows these quotes and dashes itself.
  if (isTypeset && dialect === 'posix') {
    const cuts = straighten(current.text, signs().bare, diagnostics);
    diagnostics = diagnostics.movedTo(current.cut(cuts).offset);
    current = current.cut(cuts);
  }
  const all = { start: 0, end: current.text.length };
  if (lineEnds?.isQuoted) diagnostics.warn('read_as', all, CRLF);
  else if (lineEnds?.isKept)
    diagnostics.warn('crlf_line_endings', all, 'A Windows line end (CRLF) within quotes is sent as it is.');
  if (mayBeHtml(current.text)) diagnostics.warn('html_escaped', all, AS_IT_IS);
  return { text: current.text, dialect, diagnostics, isOpen, others };
}

/** Whether each `&` begins a character reference and there are no tags: HTML source perhaps, but perhaps data. */
function mayBeHtml(text: string): boolean {
  return text.includes('&') && !/<|&(?!(?:amp|lt|gt|quot|apos|nbsp|#\w{2,5});)/.test(text);
}

/**
 * The CR of Windows line ends. Where all line ends of a text have one, it belongs to the file that the text came from, and
 * goes everywhere; else it goes outside of quotes only.
 */
function lineEndCuts(text: string, bare: string): { cuts: Cut[]; isQuoted: boolean; isKept: boolean } {
  const last = text.trimEnd().length;
  const everywhere = cutsOf(text, /\r(?=\n)/g);
  const outside = cutsOf(bare, /\r(?=\n)/g);
  const quoted = everywhere.length - outside.length;
  const isWindows = !/(?<!\r)\n/.test(text) && outside.some(({ start }) => start < last);
  const isQuoted = isWindows && quoted > 0;
  return { cuts: isWindows ? everywhere : outside, isQuoted, isKept: !isQuoted && quoted > 0 };
}
