/** Locate pass: chooses the first curl command of a list, and warns of the text around it. */
import { InputError } from '../../errors.ts';
import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import type { Command, CommandList, Input } from '../shell/command.ts';
import { readPosix } from '../shell/posix.ts';
import { Scope } from '../shell/scope.ts';
import type { Dialect } from '../text/dialect.ts';
import type { Prepared } from '../text/prepare.ts';
import { NO_WORDS, type Span, type Word } from '../word.ts';
import { candidates, isInCode } from './candidates.ts';
import { otherFormat } from './other-formats.ts';
import { unwrap, type WrappedCurl } from './unwrap.ts';

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
  readonly curl: WrappedCurl;
  readonly writes: ReadonlySet<string>;
  /** Of all that is read before it and in it. */
  readonly warnings: readonly PendingWarning[];
  readonly hasOthers: boolean;
  /** A command before it has `curl` and a URL among its words: `Run this: curl …`. */
  readonly isLater: boolean;
  readonly depth: number;
}

const MAX_DEPTH = 3;
const NEXT_OPTION = /(?:[ \t]*#.*\n)*\s*(--?[A-Za-z][\w-]*)(?:[ =]|$)/my;
const AROUND = 'The text around the curl command is not part of the request.';

/**
 * The first curl command of a list; where the list has none, the first that stands in the text in another way: in
 * prose, or in a string of another language.
 * @throws InputError `no_curl` when there is none
 */
export function chooseCurl(list: CommandList, prepared: Prepared): CurlCommand {
  const { text, dialect, diagnostics } = prepared;
  const isPosix = dialect === 'posix';
  const inCode = isPosix && isInCode(text) ? candidate(prepared) : undefined;
  if (inCode !== undefined) return inCode;
  const chosen = choose(list, diagnostics, isPosix, 0);
  const earlier = chosen?.isLater === true && isPosix ? candidate(prepared) : undefined;
  if (earlier !== undefined) return earlier;
  if (chosen !== undefined) return accept(chosen, prepared, text.length);
  const { error } = list;
  if (error !== undefined && isLimit(error)) throw error;
  const found = isPosix ? candidate(prepared, error) : undefined;
  if (found !== undefined) return found;
  diagnostics.warnAll(list.warnings ?? []);
  const other = otherFormat(text);
  if (other !== undefined) throw diagnostics.error('no_curl', other.at, other.message);
  throw error ?? diagnostics.error('no_curl', 0);
}

/** Whether it is about how much a text makes, which would be no less if it was read in another way. */
function isLimit({ issues: [{ code }] }: InputError): boolean {
  return code === 'argument_list_too_long' || code === 'too_many_variables' || code === 'too_many_words';
}

/** The first that runs curl, by itself or in a script of its own; those in the words of others come last. */
function choose(
  { commands, writes }: CommandList,
  diagnostics: Diagnostics,
  isPosix: boolean,
  depth: number,
): Chosen | undefined {
  const warnings: PendingWarning[] = [];
  for (const [index, command] of commands.entries()) {
    warnings.push(...command.warnings);
    const wrapped = unwrap(command.words, command.stdin, diagnostics);
    if (wrapped?.kind === 'curl' && !(isPosix && isMention(command))) {
      const isFollowed = commands.slice(index + 1).some((other) => isCurlToo(other, diagnostics));
      if (isFollowed && isNoRequest(wrapped)) continue;
      const hasOthers = isFollowed || commands.slice(0, index + 1).some(({ nested }) => nested.length > 0);
      const isLater = depth === 0 && commands.slice(0, index).some(hasRun);
      return { command, curl: wrapped, writes, warnings, hasOthers, isLater, depth };
    }
    if (wrapped?.kind !== 'script' || depth >= MAX_DEPTH) continue;
    const scope = Scope.of(new Map([...command.environment, ...wrapped.environment]));
    const inner = chooseIn({ text: wrapped.script, scope }, diagnostics, depth);
    if (inner !== undefined)
      return { ...inner, warnings: [...warnings, ...wrapped.warnings, ...inner.warnings] };
  }
  for (const { nested } of depth < MAX_DEPTH ? commands : [])
    for (const script of nested) {
      const inner = chooseIn(script, diagnostics, depth);
      if (inner !== undefined) return { ...inner, warnings: [...warnings, ...inner.warnings] };
    }
  return undefined;
}

function chooseIn(
  script: Parameters<typeof readPosix>[0],
  diagnostics: Diagnostics,
  depth: number,
): Chosen | undefined {
  const list = readPosix(script, diagnostics);
  const chosen = choose(list, diagnostics, true, depth + 1);
  if (chosen === undefined && list.error !== undefined) throw list.error;
  return chosen;
}

/** A name in quotes without arguments is a text in some program: `Command::new("curl")`. */
function isMention({ words }: Command): boolean {
  return words.length === 1 && words[0]?.quoted === true;
}

/** `curl --version`, a heading `cURL`, and the beginning of a sentence: `curl is installed on most systems.` */
function isNoRequest({ args }: WrappedCurl): boolean {
  return (
    args.every(({ outline }) => /^(?:-V|--version|-h|--help)$/.test(outline)) ||
    (args.length > 1 && args.every(({ outline }) => /^[A-Za-z]+[,.:;]?$/.test(outline)))
  );
}

const ADDRESS = /^(?:https?:\/\/|localhost\b|[\w-]+(?:\.[\w-]+)+(?:[/:?]|$))/;

/** Whether a command that is none of curl has one among its words: in prose, or behind an unknown program. */
function hasRun({ words }: Command): boolean {
  const at = words.findIndex((word, index) => index > 0 && word.text === 'curl' && !word.quoted);
  return at > 0 && words.slice(at).some(({ outline }) => ADDRESS.test(outline));
}

function isCurlToo({ words, stdin }: Command, diagnostics: Diagnostics): boolean {
  try {
    return unwrap(words, stdin, diagnostics)?.kind === 'curl';
  } catch {
    return false; // it would be refused, which is not our business
  }
}

/** The chosen command without its wrappers, and the warnings about what stands right at it. */
function accept(chosen: Chosen, { text, dialect, diagnostics }: Prepared, to: number): CurlCommand {
  const { command, curl, writes, depth } = chosen;
  const { program, args, environment } = curl;
  const { start, end, stdin, fault, redirected, loop } = command;
  if (fault !== undefined) throw diagnostics.error('shell_syntax', fault.place, fault.message);
  diagnostics.warnAll(chosen.warnings);
  diagnostics.warnAll(curl.warnings);
  // `CURL` works only on some file systems, `**curl**` nowhere.
  if (program && program.text !== 'curl' && !/(?:^|[/\\@!-])curl(?:\.exe)?$|curl[)`]$/.test(program.spelled))
    diagnostics.warn('program_spelling', program, `${program.spelled} is read as curl.`);
  if (redirected !== undefined)
    diagnostics.warn('shell_text', redirected, 'The redirection of the output is not part of the request.');
  if (loop !== undefined)
    diagnostics.warn('many_requests', loop, 'The loop runs the command several times; this is one run.');
  if (stdin.kind === 'unseen' && stdin.place !== undefined)
    diagnostics.warn(
      'shell_text',
      stdin.place,
      'The input that is piped to curl is not known. Write it in the command, with -d for example.',
    );
  if (chosen.hasOthers) diagnostics.warn('many_commands', command);
  if (depth === 0) warnBehind(command, text, to, diagnostics);
  const given =
    environment.size === 0 ? command.environment : new Map([...command.environment, ...environment]);
  return { args, stdin, environment: given, writes, dialect, start, end };
}

/**
 * The first curl command in a text that is no shell's: `Here's how: curl …`.
 * @param error why the text cannot be read as a whole, which says better what is wrong than the error of a part
 */
function candidate(prepared: Prepared, error?: InputError): CurlCommand | undefined {
  const { text, diagnostics } = prepared;
  try {
    for (const found of candidates(text, diagnostics)) {
      const { start, end } = found;
      let curl: CurlCommand | undefined;
      if ('words' in found) {
        const around = { stdin: { kind: 'none' }, environment: NO_WORDS, writes: NO_FILES } as const;
        curl = { ...around, args: found.words, dialect: 'posix', start, end };
      } else {
        const chosen = choose(readPosix(found, diagnostics), diagnostics, true, 0);
        if (chosen === undefined) continue;
        const { isVerbatim, end: to } = found.text;
        curl = accept(isVerbatim ? chosen : { ...chosen, depth: 1 }, prepared, to);
      }
      if (start > 0) diagnostics.warn('shell_text', { start: 0, end: start }, AROUND);
      return curl;
    }
  } catch (thrown) {
    if (error === undefined || !(thrown instanceof InputError)) throw thrown;
  }
  return undefined;
}

const NO_FILES: ReadonlySet<string> = new Set();

function warnBehind(
  { operator, end, stdin }: Command,
  text: string,
  to: number,
  diagnostics: Diagnostics,
): void {
  if (operator === '') return;
  let from = text.indexOf(operator, end) + operator.length;
  // After a here-document and its last line.
  if (stdin.kind === 'text' && stdin.value.start >= from) {
    const line = text.indexOf('\n', stdin.value.end);
    from = line < 0 ? text.length : line + 1;
  }
  const last = text.slice(0, to).trimEnd().length;
  if (from >= last) return;
  const place = { start: from, end: last };
  NEXT_OPTION.lastIndex = from;
  const option = operator === '\n' ? NEXT_OPTION.exec(text)?.[1] : undefined;
  if (option === undefined) diagnostics.warn('shell_text', place, notSent(operator, text.slice(from, last)));
  else
    diagnostics.warn(
      'line_not_continued',
      place,
      notContinued(option, text.slice(end, NEXT_OPTION.lastIndex)),
    );
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

function notContinued(option: string, before: string): string {
  const [reason, remedy] = /^[^\n]*[ \t]#|\\[ \t]{0,9}\n[ \t]{0,80}#|#[^\n#]*\\[ \t]{0,9}\n/.test(before)
    ? ['The comment hides the line continuation', 'Move the comment to a line of its own before the command.']
    : /\\\r?\n\s*-/.test(before)
      ? ['A blank line ends the command', 'Remove the blank line.']
      : ['The line before does not continue', 'End it with a backslash.'];
  return `${reason}, so \`${option}\` and the options after it are not sent. ${remedy}`;
}
