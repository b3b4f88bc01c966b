/** Readings of files that have commands in them: makefiles, Dockerfiles, crontabs, units of systemd, YAML. */
import { type Line, linesOf } from './marks.ts';
import type { Excerpt, Reading } from './reading.ts';
import { allBut, type Cut, cutsOf } from './source.ts';
import { COMPOSE } from './strings.ts';

/** `target: dependencies`, and a recipe. */
export const MAKE_RULE = /^[\w./%-]{1,80}(?: [\w./%-]{1,80}){0,9} ?:(?!=).*\r?\n\t/m;

/** A line of a file that runs a command. */
interface Instruction {
  readonly name: string;
  /** Matches the text before the command, which goes on in continued lines. */
  readonly head: RegExp;
  /** What the file's own syntax adds to the command. */
  readonly added: RegExp;
  readonly put?: (found: string) => string;
  readonly removed: string;
}

const INSTRUCTIONS: readonly Instruction[] = [
  {
    name: 'a makefile recipe',
    head: /^(?:\t[@-]*|[ \t]*[@-]+(?=curl\s))/gm,
    added: /^\t|\$(?=\$)|(?<!\$)\$(?:\([A-Za-z_]\w*\)|\{[A-Za-z_]\w*\})/gm,
    put: (found) => (found.length > 1 ? `{{${found.slice(2, -1)}}}` : ''),
    removed: 'leading tabs and one of two `$` were removed',
  },
  {
    name: 'a Dockerfile',
    head: /^[ \t]*(?:HEALTHCHECK[ \t]+(?:--\S+[ \t]+)*CMD|RUN|CMD|ENTRYPOINT)[ \t]+(?:--\S+[ \t]+)*(?!\[)/gm,
    // Docker removes comment lines inside a continued instruction.
    added: /(?<=\\[ \t]*\n)(?:[ \t]*#.*\n)+/g,
    removed: 'the other instructions were removed',
  },
  {
    name: 'a crontab',
    head: /^[ \t]*(?:@[a-z]{4,8}|(?=[^a-z\n]{0,40}[\d*])(?:[\d*/,A-Za-z-]{1,40}[ \t]+){4}[\d*/,A-Za-z-]{1,40})[ \t]+(?![ \t])(?:[a-z_][\w-]*[ \t]+(?=\S*curl\s))?/gm,
    added: /\\(?=%)/g,
    removed: 'the schedule and the backslash of each `\\%` were removed',
  },
  {
    name: 'a unit of systemd',
    head: /^Exec[A-Z]\w+=[-@:+!]*/gm,
    added: /%(?=%)|\$(?=\$)/g,
    removed: 'the key and one of two `%` and `$` were removed',
  },
];
const COMMAND = /(?:.*\\[ \t]*\n(?:[ \t]*#.*\n)*)*.*/y;

function* instructions(text: string, { head, added, put, removed }: Instruction): Iterable<Excerpt> {
  for (const { 0: before, index } of text.matchAll(head)) {
    const start = index + before.length;
    COMMAND.lastIndex = start;
    const [command = ''] = COMMAND.exec(text) ?? [];
    if (!/\bcurl\s/.test(command)) continue;
    yield {
      cuts: allBut(text, { start, end: start + command.length }, cutsOf(command, added, start, put)),
      removed,
    };
  }
}

/** `run: |`, `- >-`: the header of a literal or a folded scalar, outside of quotes nothing to a shell. */
export const YAML_BLOCK = /^[ \t]*(?:- +|[\w."'-]+:[ \t]+)+[|>][-+]?\d?[-+]?[ \t]*(?:#.*)?$/m;
const SCALAR =
  /^([ \t]*)(?![ \t])((?:- {1,40}){0,5})((?:[\w."'-]{1,80}:[ \t]{1,80})?)(?:([|>])[-+\d]*[ \t]*(?:#.*)?$|(?=.*(?:\bcurl[ \t]+\S|["'][ \t]*$)))(?![[{"'])/gm;

/** A block scalar, or a plain one, with the lines below that are indented deeper. Folded lines are joined by a blank (YAML 1.2.2, 8.1.3). */
function* yaml(text: string): Iterable<Excerpt> {
  const lines = linesOf(text);
  for (const found of text.matchAll(SCALAR)) {
    const [written, indent = '', dash = '', key = '', style] = found;
    if (dash + key === '') continue;
    const depth = indent.length + (key === '' ? 0 : dash.length);
    const at = lines.findIndex(({ start }) => start === found.index);
    const isInside = (line: string) => line.trim() === '' || line.search(/\S/) > depth;
    let last = at;
    while (isInside(lines[last + 1]?.text ?? '-')) last += 1;
    const header = style === undefined ? lines[at] : undefined;
    const inside = lines.slice(at + 1, last + 1);
    const start = header === undefined ? (inside[0]?.start ?? text.length) : found.index + written.length;
    const end = lines[last]?.end ?? text.length;
    const scalar = text.slice(start, end);
    if (!/\bcurl\b/.test(scalar)) continue;
    const dollars = COMPOSE.test(text) ? cutsOf(scalar, /\$(?=\$[A-Z{\d])/g, start) : [];
    const cuts = [...indentation(inside, header, style !== '|'), ...dollars].sort(
      (a, b) => a.start - b.start,
    );
    yield { cuts: allBut(text, { start, end }, cuts), removed: 'the keys and the indentation were removed' };
  }
}

function indentation(lines: readonly Line[], header: Line | undefined, folds: boolean): Cut[] {
  const width = lines.find(({ text }) => text.trim() !== '')?.text.search(/\S/) ?? 0;
  const isText = (line: Line) => line === header || /^\S/.test(line.text.slice(width));
  return lines.map((line, at) => {
    const before = lines[at - 1] ?? header;
    const end = Math.min(line.start + width, line.end);
    const isJoined = folds && before && isText(line) && isText(before) && !before.text.endsWith('\\');
    return isJoined ? { start: line.start - 1, end, put: ' ' } : { start: line.start, end };
  });
}

export const FILES: readonly Reading[] = [
  ...INSTRUCTIONS.map((row) => ({ name: row.name, read: (text: string) => instructions(text, row) })),
  { name: 'YAML', read: yaml },
];
