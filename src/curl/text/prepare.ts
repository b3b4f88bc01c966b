/** Text pass: from a text as people paste it to the text of a shell, with its dialect and the places of everything. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { Diagnostics } from '../diagnostics.ts';
import type { Dialect } from '../shell/ast.ts';
import { cutFence, cutLineEnds, cutPrompts, needsCleaning } from './clean.ts';
import { guessDialect } from './dialect.ts';
import { codePointsBefore, Editor } from './offsets.ts';
import { hasTypography, straighten } from './typography.ts';
import { cutLineNumbers, foldYaml, isHtmlEscaped, unescapeHtml } from './unwrap.ts';

export interface Prepared {
  /** What a shell would see. */
  readonly text: string;
  readonly dialect: Dialect;
  /** Takes places in {@link Prepared.text}. */
  readonly diagnostics: Diagnostics;
}

/** `target: dependencies`, and a recipe. */
const MAKE_RULE = /(?:^|\n)[\w./%-]{1,80}:(?!=)[^\n]*\n\t/;

export function prepare(command: string): Prepared {
  const codePoints = codePointsBefore(command);
  if (!needsCleaning(command) && !isHtmlEscaped(command) && !hasTypography(command)) {
    const diagnostics = new Diagnostics(codePoints);
    return { text: command, dialect: guessDialect(command, diagnostics), diagnostics };
  }
  const editor = new Editor(command);
  const notes: RequestWarning[] = [];
  const whole = { start: 0, end: command.length };
  if (MAKE_RULE.test(command) && /\$[$(]/.test(command)) {
    const message = 'In a makefile $(NAME) and $$ are for make; they are read as a shell reads them.';
    notes.push({ code: 'dialect_guessed', message, ...whole });
  }
  let dialect: Dialect | undefined;
  if (isHtmlEscaped(command)) {
    unescapeHtml(editor);
    const message = 'The text is escaped for HTML (&quot;, &amp;); it is read unescaped. A shell would not.';
    notes.push({ code: 'html_escaped', message, ...whole });
  } else {
    dialect = cutFence(editor);
    cutLineNumbers(editor);
    foldYaml(editor);
  }
  dialect = cutPrompts(editor) ?? dialect;
  if (cutLineEnds(editor)) {
    const message = 'The text has Windows line ends (CRLF); they are read as LF, also within quotes.';
    notes.push({ code: 'crlf_line_endings', message, ...whole });
  }
  if (hasTypography(command)) {
    const { text } = editor.result();
    const guessed = dialect ?? guessDialect(text, new Diagnostics(codePoints));
    // PowerShell knows these quotes and dashes itself.
    if (guessed === 'posix') notes.push(...straighten(editor));
  }
  const { text, toOriginal } = editor.result();
  const diagnostics = new Diagnostics((index) => codePoints(toOriginal(index)));
  for (const { start = 0, end = 0, ...note } of notes)
    diagnostics.note({ ...note, start: codePoints(start), end: codePoints(end) });
  return { text, dialect: dialect ?? guessDialect(text, diagnostics), diagnostics };
}
