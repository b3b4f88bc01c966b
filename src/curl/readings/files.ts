/** Readings of files that have commands in them: makefiles, YAML, Dockerfiles, crontabs, units of systemd, diffs. */
import { type Line, linesOf } from './marks.ts';
import type { Excerpt, Reading } from './reading.ts';
import { allBut, type Cut, cutsOf } from './source.ts';

/** `target: dependencies`, and a recipe. */
export const MAKE_RULE = /^[\w./%-]{1,80}(?: [\w./%-]{1,80}){0,9} ?:(?!=).*\r?\n\t/m;
const RECIPE = /^(?:\t(?:.*\\\n)*.*(?:\n|$))+/gm;
/** What make takes for itself: the tab, `@` and `-` before a command, one of two `$`, `$(NAME)`. */
const MADE = /^\t[@-]*|\$(?=\$)|\$\([A-Za-z_]\w*\)/gm;

function* makefile(text: string): Iterable<Excerpt> {
  if (!MAKE_RULE.test(text) && !/^[ \t]*[-@]+curl\s/m.test(text)) return;
  const removed = 'leading tabs and one of two `$` were removed';
  let hasRecipe = false;
  for (const { 0: recipe, index } of text.matchAll(RECIPE)) {
    if (!/\bcurl\s/.test(recipe)) continue;
    hasRecipe = true;
    yield { cuts: allBut(text, { start: index, end: index + recipe.length }, made(recipe, index)), removed };
  }
  if (!hasRecipe) yield { cuts: cutsOf(text, /^[ \t]*[@-]+(?=curl)|\$(?=\$)/gm), removed };
}

function made(recipe: string, from: number): Cut[] {
  return cutsOf(recipe, MADE, from, (found) => (found.startsWith('$(') ? `{{${found.slice(2, -1)}}}` : ''));
}

/** `run: |`, `- >-`: the header of a literal or a folded scalar, outside of quotes nothing to a shell. */
export const YAML_BLOCK = /^[ \t]*(?:- +|[\w."'-]+:[ \t]+)+[|>][-+]?\d?[-+]?[ \t]*(?:#.*)?$/m;
const SCALAR =
  /^([ \t]*)(?![ \t])((?:- {1,40}){0,5})((?:[\w."'-]+:[ \t]{1,80})?)(?:([|>])[-+\d]*[ \t]*(?:#.*)?|(?![[{])(["']?)(?=.*\bcurl[ \t]+\S|(?:ba)?sh -c).*)$/;
/** A file of Docker Compose, where `$$` is a dollar sign. */
const COMPOSE = /\bCMD-SHELL\b|^services:/m;
/** The same where `$$` begins a variable somewhere behind it. */
const COMPOSE_KEY = /^[ \t]*(?:- )?(?:command|entrypoint|test):/m;
const YAML_REMOVED = 'the keys and the indentation were removed';

function* yaml(text: string): Iterable<Excerpt> {
  if (!/^[ \t]*(?:- +|[\w."'-]+:(?:[ \t]|$))/m.test(text)) return;
  const key = text.search(COMPOSE_KEY);
  const isCompose =
    text.includes('$$') && (COMPOSE.test(text) || (key >= 0 && /\$\$[A-Z{\d]/.test(text.slice(key))));
  const lines = linesOf(text);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const [, indent = '', dash = '', key = '', block, quote = ''] = (line && SCALAR.exec(line.text)) ?? [];
    if (line === undefined || dash + key === '') continue;
    let last = at;
    const isInside = ({ text: more }: Line) =>
      more.trim() === '' ||
      more.length - more.trimStart().length > indent.length + (key === '' ? 0 : dash.length);
    while (lines[last + 1] !== undefined && isInside(lines[last + 1] as Line)) last += 1;
    while (last > at && lines[last]?.text.trim() === '') last -= 1;
    const inside = lines.slice(at + 1, last + 1);
    if (!/\bcurl\b/.test(text.slice(line.start, lines[last]?.end))) continue;
    const from = line.start + indent.length + dash.length + key.length;
    const cuts = block === undefined ? flow(text, line, inside, from, quote) : scalar(inside, block === '>');
    if (cuts === undefined) continue;
    const end = lines[last]?.end ?? text.length;
    const dollars = isCompose ? cutsOf(text.slice(from, end), /\$(?=\$)/g, from) : [];
    const start = block === undefined ? from : (inside[0]?.start ?? end);
    const isIn = (cut: Cut) => cut.start >= start && cut.end <= end;
    const all = [...cuts, ...dollars].filter(isIn).sort((a, b) => a.start - b.start);
    const removed = isCompose ? `${YAML_REMOVED}, and one of two \`$\`` : YAML_REMOVED;
    yield { cuts: allBut(text, { start, end }, all), removed };
    at = last;
  }
}

/** The lines of a block scalar: a folded one has blanks for its line ends, but for lines indented deeper (YAML 1.2.2, 8.1.3). */
function scalar(lines: readonly Line[], folds: boolean): Cut[] | undefined {
  const [, indent = ''] = /^([ \t]*)/.exec(lines.find(({ text }) => text.trim() !== '')?.text ?? '') ?? [];
  const cuts: Cut[] = [];
  const isText = (line: Line | undefined) => line !== undefined && /^\S/.test(line.text.slice(indent.length));
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const end = Math.min(line.start + indent.length, line.end);
    if (folds && before !== undefined && isText(line) && isText(before) && !before.text.endsWith('\\'))
      cuts.push({ start: line.start - 1, end, put: ' ' });
    else cuts.push({ start: line.start, end });
  }
  return cuts;
}

/** A scalar behind its key, which goes on in the lines below; line ends become blanks (YAML 1.2.2, 7.3). */
function flow(
  text: string,
  line: Line,
  more: readonly Line[],
  from: number,
  quote: string,
): Cut[] | undefined {
  const end = more.at(-1)?.end ?? line.end;
  const cuts: Cut[] = more.map(({ start, text: next }) => ({
    start: start - 1,
    end: start + next.length - next.trimStart().length,
    put: text[start - 2] === '\\' && quote !== '"' ? '\n' : ' ',
  }));
  const written = text.slice(from, end);
  if (quote === '') return cuts;
  const close = written.trimEnd().length - 1;
  if (close < 1 || written[close] !== quote) return undefined;
  const inside = written.slice(1, close);
  if (quote === '"' ? /(?<!\\)(?:\\\\)*"/.test(inside) : /(?<!')'(?:'')*(?!')/.test(inside)) return undefined;
  const escapes =
    quote === "'"
      ? cutsOf(inside, /'(?=')/g, from + 1)
      : cutsOf(inside, /\\(?:[\\"/nrt]|\n[ \t]*)/g, from + 1, unescaped);
  return [
    { start: from, end: from + 1 },
    ...cuts.filter((cut) => !escapes.some(({ start }) => start === cut.start - 1 && text[start] === '\\')),
    ...escapes,
    { start: from + close, end },
  ];
}

const unescaped = (written: string): string => {
  const char = written.charAt(1);
  return char === 'n' ? '\n' : char === 't' ? '\t' : char === 'r' ? '\r' : char === '\n' ? '' : char;
};

const INSTRUCTION =
  /^[ \t]*(?:HEALTHCHECK[ \t]+(?:--\S+[ \t]+)*CMD|RUN|CMD|ENTRYPOINT)[ \t]+((?:--\S+[ \t]+)*)(?!\[)((?:.*\\[ \t]*\n|[ \t]*#.*\n)*.*)$/gm;

function* dockerfile(text: string): Iterable<Excerpt> {
  for (const { 0: written, 2: command = '', index } of text.matchAll(INSTRUCTION)) {
    if (!/\bcurl\b/.test(command)) continue;
    const end = index + written.length;
    const start = end - command.length;
    // Docker removes comment lines inside a continued instruction.
    const comments = cutsOf(command, /(?<=\\[ \t]*\n)(?:[ \t]*#.*\n)+/g, start);
    yield { cuts: allBut(text, { start, end }, comments), removed: 'the other instructions were removed' };
  }
}

/** A line of a crontab, where `\%` is a percent sign; that of the system has a user, too. */
const CRONTAB =
  /^([ \t]*(?:@[a-z]{4,8}|(?:[\d*/,A-Za-z-]{1,40}[ \t]+){4}[\d*/,A-Za-z-]{1,40})[ \t]+(?![ \t])(?:[a-z_][\w-]*[ \t]+(?=\S*curl\s))?)(.*\bcurl\s.*)$/gm;

function* crontab(text: string): Iterable<Excerpt> {
  for (const { 1: schedule = '', 2: command = '', index } of text.matchAll(CRONTAB)) {
    if (!/[\d*@]/.test(schedule)) continue;
    const start = index + schedule.length;
    const cuts = allBut(text, { start, end: start + command.length }, cutsOf(command, /\\(?=%)/g, start));
    yield { cuts, removed: 'the schedule and the backslash of each `\\%` were removed' };
  }
}

/** A command of a systemd unit, where `%%` is a percent sign. */
const UNIT = /^(Exec[A-Z]\w+=[-@:+!]*)((?:.*\\\n)*.*)$/gm;

function* unit(text: string): Iterable<Excerpt> {
  for (const { 1: key = '', 2: command = '', index } of text.matchAll(UNIT)) {
    if (!/\bcurl\s/.test(command)) continue;
    const start = index + key.length;
    const cuts = allBut(text, { start, end: start + command.length }, cutsOf(command, /%(?=%)/g, start));
    yield { cuts, removed: 'the key and one of two `%` were removed' };
  }
}

/** The added and the unchanged lines of a diff. */
function* diff(text: string): Iterable<Excerpt> {
  const isHunk = /^@@ -\d/m.test(text) || /^(?:[-+ ].*(?:\n|$))+$/.test(text.trimEnd());
  if (!isHunk || !/^\+.*\bcurl\b/m.test(text)) return;
  const cuts = cutsOf(text, /^(?:-|@@|diff |index |\+\+\+ ).*(?:\n|$)|^[+ ]/gm);
  yield { cuts, removed: 'removed lines, and the sign of the others, were removed' };
}

export const FILES: readonly Reading[] = [
  { name: 'a diff', read: diff },
  { name: 'a makefile recipe', read: makefile },
  { name: 'YAML', read: yaml },
  { name: 'a Dockerfile', read: dockerfile },
  { name: 'a crontab', read: crontab },
  { name: 'a unit of systemd', read: unit },
];
