/** Text pass: from a text as people paste it to the text of a shell, with its dialect and the places of everything. */

import { Diagnostics } from '../diagnostics.ts';
import { cutFence, cutLineEnds, cutPrompts, isScript, needsCleaning } from './clean.ts';
import { type Dialect, guessDialect } from './dialect.ts';
import { cutFileFormats, isMakefile } from './file-formats.ts';
import { cutLineMarks } from './line-marks.ts';
import { type Cut, codePointsBefore, cutOut } from './offsets.ts';
import { hasTypography, straighten } from './typography.ts';
import {
  foldYaml,
  isHtmlEscaped,
  isJsonString,
  mayBeHtml,
  unescapeHtml,
  unescapeJson,
  unquoteYaml,
} from './unwrap.ts';

export interface Prepared {
  /** What a shell would see. */
  readonly text: string;
  readonly dialect: Dialect;
  /** Takes places in {@link Prepared.text}. */
  readonly diagnostics: Diagnostics;
}

/** Prepares a pasted text for its shell. */
export function prepare(command: string): Prepared {
  const diagnostics = new Diagnostics(codePointsBefore(command));
  const isHtml = isHtmlEscaped(command);
  const isJson = isJsonString(command);
  const isTypeset = hasTypography(command);
  const all = { start: 0, end: command.length };
  const isKept =
    'Character references such as &amp; are sent as they are. Decode them if you copied the source of an HTML page.';
  if (!isHtml && mayBeHtml(command)) diagnostics.warn('html_escaped', all, isKept);
  if (!isHtml && !isJson && !isTypeset && !needsCleaning(command))
    return { text: command, dialect: guessDialect(command, diagnostics), diagnostics };
  let text = command;
  const cut = (cuts: readonly Cut[]) => {
    if (cuts.length > 0) text = cutOut(text, cuts, diagnostics);
  };
  const message =
    'Read as a makefile because of the tab before each command; its $(NAME) is read as the shell reads it.';
  if (isMakefile(command) && command.includes('$(')) diagnostics.warn('dialect_guessed', all, message);
  if (isHtml) diagnostics.warn('html_escaped', all);
  if (isJson) cut(unescapeJson(text));
  cut(cutFileFormats(text));
  const fence = isHtml ? undefined : cutFence(text);
  cut(isHtml ? unescapeHtml(text) : (fence?.cuts ?? []));
  const isYaml = !isHtml && !isScript(text);
  if (isYaml) cut(unquoteYaml(text));
  if (isYaml) cut(foldYaml(text));
  cut(cutLineMarks(text, diagnostics));
  const prompts = cutPrompts(text);
  cut(prompts.cuts);
  const lineEnds = cutLineEnds(text);
  const kept =
    lineEnds.cuts.length > 0 ? undefined : 'A Windows line end (CRLF) within quotes is sent as it is.';
  if (lineEnds.isQuoted) diagnostics.warn('crlf_line_endings', { start: 0, end: text.length }, kept);
  cut(lineEnds.cuts);
  const dialect = prompts.dialect ?? fence?.dialect ?? guessDialect(text, diagnostics);
  // PowerShell knows these quotes and dashes itself.
  if (isTypeset && dialect === 'posix') cut(straighten(text, diagnostics));
  return { text, dialect, diagnostics };
}
