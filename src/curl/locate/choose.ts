/** Locate pass: chooses the first curl command of a list, and warns of the text around it. */
import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import type { Dialect } from '../readings/dialect.ts';
import type { ShellText } from '../readings/plain.ts';
import type { Command, CommandList, Input, ShellScript } from '../shell/command.ts';
import { readPosix } from '../shell/posix.ts';
import { Scope } from '../shell/scope.ts';
import type { Span, Word } from '../word.ts';
import { isLabel, isMarked, placesIn, placesOf, warnOfOthers } from './others.ts';
import { type Run, tryUnwrap, unwrap } from './unwrap.ts';

/** One run of curl. */
export interface CurlCommand extends Span {
  /** All after the word `curl`. */
  readonly args: readonly Word[];
  readonly stdin: Input;
  readonly environment: ReadonlyMap<string, Word>;
  /** Names of the files that other commands of the text write to. */
  readonly writes: ReadonlySet<string>;
  readonly dialect: Dialect;
}

interface Chosen {
  readonly command: Command;
  readonly run: Run;
  readonly writes: ReadonlySet<string>;
  /** Of all that is read before it and in it. */
  readonly warnings: readonly PendingWarning[];
  readonly depth: number;
}

const REDIRECTED = 'The redirection of the output is not part of the request.';
const MARKED =
  'The first curl command of the text is behind a mark that is not read. Paste the command itself.';
const LOOP = 'The loop runs the command several times; this is one run.';
const UNKNOWN_INPUT =
  'The input that is piped to curl is not known. Write it in the command, with -d for example.';
const MAX_DEPTH = 3;
const NEXT_OPTION = /(?:[ \t]*#.*\n)*\s*--?[A-Za-z][\w-]*(?:[ =]|$)/my;

/**
 * The first curl command of a list.
 * @throws InputError `no_curl` without a command, or the syntax error of the shell
 */
export function chooseCurl(list: CommandList, text: ShellText): CurlCommand {
  const { diagnostics, isOpen } = text;
  const { error, warnings = [] } = list;
  if (error !== undefined && !isOpen) {
    diagnostics.warnAll(warnings);
    throw error;
  }
  const chosen = choose(list, diagnostics, 0);
  if (chosen === undefined) throw error ?? diagnostics.error('no_curl', 0);
  const { command, run } = chosen;
  if (
    list.commands.length > 1 ||
    text.others.length > 0 ||
    text.text.includes('curl', text.text.indexOf('curl') + 1)
  ) {
    const places = placesOf(list.commands, text.text, diagnostics);
    // Behind a command in a sentence, the list may end at an apostrophe.
    if (isOpen) places.push(...placesIn(text.text.slice(command.end)).map((place) => place + command.end));
    const all = places.map((place) => diagnostics.span({ start: place, end: place }).start);
    warnOfOthers([...all, ...text.others], command, run.word.end, diagnostics);
  }
  const before = list.commands.slice(0, isOpen ? 0 : list.commands.indexOf(command));
  const marked = before.find((each) => isMarked(each, text.text));
  if (marked !== undefined) throw diagnostics.error('no_curl', marked, MARKED);
  return accept(chosen, text);
}

/** The first command that runs curl, directly or in a script. Commands in substitutions come last. */
function choose(list: CommandList, diagnostics: Diagnostics, depth: number): Chosen | undefined {
  const warnings: PendingWarning[] = [];
  const inScript = (script: ShellScript, about: readonly PendingWarning[]): Chosen | undefined => {
    if (depth === MAX_DEPTH) return undefined;
    const inner = readPosix(script, diagnostics);
    const chosen = choose(inner, diagnostics, depth + 1);
    if (chosen === undefined && inner.error !== undefined) throw inner.error;
    return chosen && { ...chosen, warnings: [...warnings, ...about, ...chosen.warnings] };
  };
  for (const [index, command] of list.commands.entries()) {
    warnings.push(...command.warnings);
    const run = unwrap(command, diagnostics);
    if (run?.kind === 'script') {
      const scope = Scope.of(new Map([...command.environment, ...run.environment]));
      const inner = inScript({ text: run.word, scope }, run.warnings);
      if (inner !== undefined) return inner;
    } else if (run !== undefined && !isLater(run, list.commands.slice(index + 1), diagnostics))
      return { command, run, writes: list.writes, warnings, depth };
  }
  for (const { nested, words, loop } of list.commands)
    for (const script of nested) {
      const inner = isInlineCode(script, words) ? undefined : inScript(script, []);
      if (inner !== undefined)
        return { ...inner, command: { ...inner.command, loop: inner.command.loop ?? loop } };
    }
  return undefined;
}

/** Programs that people give the output of a command in backticks. */
const TAKES_OUTPUT = /^(?:echo|printf|export|local|declare|readonly|test|\[{1,2}|eval|return|exit|set)$/;

/** Whether backticks in the words of a command are inline code of Markdown, not a substitution. */
function isInlineCode({ isBacktick }: ShellScript, words: readonly Word[]): boolean {
  return isBacktick === true && words.length > 0 && !TAKES_OUTPUT.test(words[0]?.text ?? '');
}

/** `curl --version` before the command, and a heading. */
const QUESTION = /^(?:-V|--version|-h|--help)$/;

/** Whether a command only stands before the one that is meant. */
function isLater(run: Run, behind: readonly Command[], diagnostics: Diagnostics): boolean {
  const { args, word } = run;
  // `Command::new("curl")` of a program.
  if (args.length === 0 ? word.quoted : args.length > 1 && isLabel(run)) return true;
  const isBefore = isLabel(run) || args.every(({ outline }) => QUESTION.test(outline));
  return isBefore && behind.some((command) => tryUnwrap(command, diagnostics)?.kind === 'curl');
}

/** Returns the chosen command without its wrappers, and warns about the shell text around it. */
function accept(chosen: Chosen, { text, dialect, diagnostics }: ShellText): CurlCommand {
  const { command, run, writes, depth } = chosen;
  const { word: program, args, environment } = run;
  const { start, end, stdin, fault, redirected, loop } = command;
  if (fault !== undefined) throw diagnostics.error('shell_syntax', fault.place, fault.message);
  diagnostics.warnAll(chosen.warnings);
  diagnostics.warnAll(run.warnings);
  // `CURL` works only on some file systems, `**curl**` nowhere.
  const name = program.spelled.slice(program.spelled.lastIndexOf('/') + 1);
  if (program.text !== 'curl' && !/(?:^|[\\@!-])curl(?:$|\.exe$|[:@])/.test(name))
    diagnostics.warn('program_spelling', program, `${program.spelled} is read as curl.`);
  if (redirected !== undefined) diagnostics.warn('shell_text', redirected, REDIRECTED);
  if (loop !== undefined) diagnostics.warn('many_requests', loop, LOOP);
  if (stdin.kind === 'unseen' && stdin.place !== undefined)
    diagnostics.warn('shell_text', stdin.place, UNKNOWN_INPUT);
  if (depth === 0) warnBehind(command, text, diagnostics);
  const given =
    environment.size === 0 ? command.environment : new Map([...command.environment, ...environment]);
  return { args, stdin, environment: given, writes, dialect, start, end };
}

function warnBehind({ operator, end, stdin }: Command, text: string, diagnostics: Diagnostics): void {
  if (operator === '') return;
  let from = text.indexOf(operator, end) + operator.length;
  // After a here-document and its last line.
  if (stdin.kind === 'text' && stdin.value.start >= from) {
    const line = text.indexOf('\n', stdin.value.end);
    from = line < 0 ? text.length : line + 1;
  }
  const last = text.trimEnd().length;
  if (from >= last) return;
  const place = { start: from, end: last };
  NEXT_OPTION.lastIndex = from;
  const isOption = operator === '\n' && NEXT_OPTION.test(text);
  if (isOption) diagnostics.warn('line_not_continued', place);
  else diagnostics.warn('shell_text', place, notSent(operator, text.slice(from, last)));
}

/** Warns of a command that is not sent. Names only its first word: warnings are stored with the results of tests. */
function notSent(operator: string, rest: string): string {
  const parameter = operator === '&' ? /^[\w.[\]-]+(?==)/.exec(rest)?.[0] : undefined;
  if (parameter !== undefined)
    return `The unquoted & ends the command, so \`${parameter}\` is not sent. Quote the URL.`;
  const [program = ''] = /^[\w./-]{0,30}/.exec(rest.trimStart()) ?? [];
  const written = `${operator.trim()} ${program}`.trim();
  return written === ''
    ? 'The text after the command is not part of the request.'
    : `\`${written}\` after the command is not part of the request.`;
}
