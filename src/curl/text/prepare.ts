/** Text pass: from a text as people paste it to the text of a shell, with its dialect and the places of everything. */
import { WARNING_CODES, type WarningCode } from '../../schemas/diagnostics.ts';
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { Diagnostics } from '../diagnostics.ts';
import type { Dialect } from '../shell/ast.ts';
import { append } from '../shell/word.ts';
import { cutFence, cutLineEnds, cutPrompts, needsCleaning } from './clean.ts';
import { guessDialect } from './dialect.ts';
import { codePointsBefore, Editor } from './offsets.ts';
import { hasTypography, straighten } from './typography.ts';
import { foldYaml, isHtmlEscaped, unescapeHtml } from './unwrap.ts';

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
  const note = (code: WarningCode, message: string = WARNING_CODES[code]) =>
    notes.push({ code, message, start: 0, end: command.length });
  if (MAKE_RULE.test(command) && /\$[$(]/.test(command))
    note(
      'dialect_guessed',
      'In a makefile $(NAME) and $$ are for make; they are read as a shell reads them.',
    );
  let dialect: Dialect | undefined;
  if (isHtmlEscaped(command)) {
    unescapeHtml(editor);
    note('html_escaped');
  } else {
    dialect = cutFence(editor);
    foldYaml(editor);
  }
  dialect = cutPrompts(editor) ?? dialect;
  if (cutLineEnds(editor)) note('crlf_line_endings');
  if (hasTypography(command)) {
    const { text } = editor.result();
    const guessed = dialect ?? guessDialect(text, new Diagnostics(codePoints));
    // PowerShell knows these quotes and dashes itself.
    if (guessed === 'posix') append(notes, straighten(editor));
  }
  const { text, toOriginal } = editor.result();
  const diagnostics = new Diagnostics((index) => codePoints(toOriginal(index)));
  for (const { code, message, start = 0, end = 0 } of notes)
    diagnostics.note({ code, message, start: codePoints(start), end: codePoints(end) });
  return { text, dialect: dialect ?? guessDialect(text, diagnostics), diagnostics };
}
