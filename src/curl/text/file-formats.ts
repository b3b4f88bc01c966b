/** Text pass: undoes what the files and listings that a command stands in put into it: makefiles, crontabs, diffs, … */
import { isScript } from './clean.ts';
import type { Cut } from './offsets.ts';

/** `target: dependencies`, and a recipe. */
const MAKE_RULE = /(?:^|\n)[\w./%-]{1,80}:(?!=)[^\n]*\n\t/;
/** A file for Docker Compose, where `$$` is a dollar sign. */
const COMPOSE = /\bCMD-SHELL\b|^services:/m;
/** A make recipe without its rule or its tab, and perhaps a part of such a file: there `$$NAME` is a variable. */
const DOLLARS_ESCAPED = /^\t@?curl\b|^ +@curl\b|^[ \t]*(?:- )?(?:command|entrypoint|test):/m;
/** Lines of a crontab, where `\%` is a percent sign, and of a systemd unit, where `%%` is one. */
const CRONTAB = /^[ \t]*(?:@[a-z]{4,8}|(?:[\d*/,A-Z-]{1,40}[ \t]+){4}[\d*/,A-Z-]{1,40})[ \t].*$/gm;
const UNIT = /^Exec[A-Z]\w+=(?:.*\\\n)*.*$/gm;
/** A listing with line numbers: `1  curl …`, and a second line. */
const NUMBERED = /^\s*1([ \t|│:.]{1,4})(?:[$%#] )?(?:sudo )?curl\s[^\n]*\n[ \t]*2[ \t|│:.\n]/;

/** A list of callouts of AsciiDoc: `<1> The name`. */
const CALLOUTS = /^[ \t]*<1> /m;
/** Docker removes comment lines inside a continued instruction. */
const INSTRUCTION = /^(?:RUN|CMD) /m;

export const isMakefile = (text: string): boolean => MAKE_RULE.test(text);

/** What to remove, in the order of the text. */
export function cutFileFormats(text: string): Cut[] {
  // The tab of a recipe, and one of two dollar signs.
  if (isMakefile(text)) return cutsOf(text, /(?<=\n)\t|\$(?=\$)/g);
  const { length: gap = 0 } = NUMBERED.exec(text)?.[1] ?? {};
  if (gap > 0) return numberCuts(text, new RegExp(`^[ \\t]*(\\d+)[ \\t|│:.]{0,${gap}}`, 'gm'));
  if (text.includes('$$') && !isScript(text)) {
    if (COMPOSE.test(text)) return cutsOf(text, /\$(?=\$)/g);
    if (DOLLARS_ESCAPED.test(text)) return cutsOf(text, /(?<!\w)\$(?=\$[A-Z\d{])/g);
  }
  if (CALLOUTS.test(text)) return cutsOf(text, /[ \t]{1,20}(?:# |\/\/ )?<\d{1,2}>[ \t]{0,20}$/gm);
  if (INSTRUCTION.test(text)) return cutsOf(text, /(?<=\\\n)(?:[ \t]*#.*\n)+/g);
  // Keep the added and context lines of a diff.
  if (/^-.*\bcurl /m.test(text) && /^\+.*\bcurl /m.test(text)) return cutsOf(text, /^-.*\n|^[+ ]/gm);
  if (text.includes('\\%')) return cutsIn(text, CRONTAB, /\\(?=%)/g);
  return text.includes('%%') ? cutsIn(text, UNIT, /%(?=%)/g) : [];
}

function cutsOf(text: string, pattern: RegExp, from = 0): Cut[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: from + index,
    end: from + index + found.length,
  }));
}

function cutsIn(text: string, lines: RegExp, pattern: RegExp): Cut[] {
  return Array.from(text.matchAll(lines)).flatMap(({ 0: line, index }) => cutsOf(line, pattern, index));
}

/** The numbers in sequence: others are data. */
function numberCuts(text: string, numbered: RegExp): Cut[] {
  const cuts: Cut[] = [];
  for (const { 0: found, 1: number, index } of text.matchAll(numbered))
    if (Number(number) === cuts.length + 1) cuts.push({ start: index, end: index + found.length });
  return cuts;
}
