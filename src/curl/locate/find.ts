/** Locate pass: finds the first curl command of a text, and says what stands around it. */
import { InputError } from '../../errors.ts';
import type { Command, CurlCommand, Dialect } from '../command.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { cmdCommands } from '../shell/cmd.ts';
import { powershellCommands } from '../shell/powershell.ts';
import { Shell } from '../shell/run.ts';
import { ShellText } from '../shell/syntax.ts';
import type { Prepared } from '../text/prepare.ts';
import { NO_WORDS } from '../word.ts';
import { candidates, isInCode } from './candidates.ts';
import { type Target, unwrap } from './unwrap.ts';

type CurlTarget = Extract<Target, { kind: 'curl' }>;

const MAX_DEPTH = 3;
const NEXT_OPTION = /[ \t]*--?[A-Za-z][\w-]*(?:[ =]|$)/my;
const INSIDE = /(?:^|[\s;&|(=])curl(?:\.exe)?\s/;
const POWERSHELL_REQUEST = /(?:^|[\s=(;|])(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\s/i;
const NOTHING_AROUND = {
  stdin: { kind: 'none' },
  environment: NO_WORDS,
  files: NO_WORDS,
  dialect: 'posix',
} as const;

/**
 * The first curl command of a text.
 * @throws InputError `no_curl` when there is none
 */
export function findCurl({ text, dialect, diagnostics }: Prepared): CurlCommand {
  return new Search(text, dialect, diagnostics).find();
}

/** What the wrappers leave of a command, and the warnings about what stands right at it. */
function curlCommand(
  command: Command,
  target: CurlTarget,
  shell: Shell,
  dialect: Dialect,
  diagnostics: Diagnostics,
): CurlCommand {
  const { program, args, environment } = target;
  const { start, end, stdin, fault, redirected, loop } = command;
  if (fault !== undefined) throw diagnostics.error('shell_syntax', fault.place, fault.message);
  // Only some file systems, and no shell, would find `CURL` or `**curl**`.
  if (program && program.text !== 'curl' && !/(?:^|[/\\@-])curl(?:\.exe)?$/.test(program.spelled))
    diagnostics.warn('program_spelling', program, `${program.spelled} is read as curl.`);
  if (redirected !== undefined)
    diagnostics.warn('shell_text', redirected, 'A redirection of the output is not part of the request.');
  if (loop !== undefined)
    diagnostics.warn('many_requests', loop, 'The loop runs the command again and again; this is one run.');
  if (stdin.kind === 'unseen' && stdin.place !== undefined)
    diagnostics.warn('shell_text', stdin.place, 'What is piped to curl is not known.');
  const given =
    environment.size === 0 ? command.environment : new Map([...command.environment, ...environment]);
  return { args, stdin, environment: given, files: shell.files.known(), dialect, start, end };
}

/** Whether it is about how much a text makes, which would be no less if it was read in another way. */
function isBudget({ issues: [{ code }] }: InputError): boolean {
  return code === 'argument_list_too_long' || code === 'too_many_variables' || code === 'too_many_words';
}

/** A name in quotes without arguments is a text in some program: `Command::new("curl")`. */
function isMention({ words }: Command): boolean {
  return words.length === 1 && words[0]?.quoted === true;
}

const hasCurl = ({ text }: ShellText): boolean => INSIDE.test(text);

interface Found {
  readonly curl: CurlCommand;
  readonly command: Command;
  /** Of the script that it stands in. */
  readonly depth: number;
  /** Where the warnings are that are its own. */
  readonly mark: number;
  others: boolean;
}

class Search {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #diagnostics: Diagnostics;
  #found: Found | undefined;

  constructor(text: string, dialect: Dialect, diagnostics: Diagnostics) {
    this.#text = text;
    this.#dialect = dialect;
    this.#diagnostics = diagnostics;
  }

  find(): CurlCommand {
    const mark = this.#diagnostics.mark();
    const found = this.#dialect === 'posix' ? this.#inPosix() : this.#inWindows(this.#dialect);
    if (found !== undefined) return found;
    this.#diagnostics.backTo(mark);
    // It may be for a command of PowerShell itself.
    throw this.#diagnostics.error('no_curl', Math.max(this.#text.search(POWERSHELL_REQUEST), 0));
  }

  #inPosix(): CurlCommand | undefined {
    return (isInCode(this.#text) ? this.#candidate() : undefined) ?? this.#whole() ?? this.#candidate();
  }

  #inWindows(dialect: 'cmd' | 'powershell'): CurlCommand | undefined {
    const read = dialect === 'cmd' ? cmdCommands : powershellCommands;
    const shell = new Shell(this.#diagnostics);
    for (const command of read(this.#text, this.#diagnostics)) if (this.#visit(shell, command, 0)) break;
    const curl = this.#ownWarnings();
    if (this.#found !== undefined) this.#warnAfter(this.#found.command, this.#text.length);
    return curl;
  }

  /** The text as a shell's; when something before the command cannot be read, what stands in it: `Here's how: curl …`. */
  #whole(): CurlCommand | undefined {
    const mark = this.#diagnostics.mark();
    try {
      return this.#script(new Shell(this.#diagnostics), new ShellText(this.#text), 0);
    } catch (error) {
      if (!(error instanceof InputError) || isBudget(error)) throw error;
      this.#diagnostics.backTo(mark);
      let found: CurlCommand | undefined;
      try {
        found = this.#candidate();
      } catch {
        // The text as a whole says better what is wrong.
      }
      if (found === undefined) throw error;
      return found;
    }
  }

  /** The first curl command in a text that is no shell's. */
  #candidate(): CurlCommand | undefined {
    const mark = this.#diagnostics.mark();
    for (const candidate of candidates(this.#text, this.#diagnostics)) {
      this.#diagnostics.backTo(mark);
      const { start, end } = candidate;
      const found =
        'words' in candidate
          ? ({ ...NOTHING_AROUND, args: candidate.words, start, end } as const)
          : this.#script(new Shell(this.#diagnostics), candidate.text, 0);
      if (found === undefined) continue;
      const message = 'The text around the curl command is not part of the request.';
      if (start > 0) this.#diagnostics.warn('shell_text', { start: 0, end: start }, message);
      return found;
    }
    return undefined;
  }

  /** The first curl command of a shell's text, or of what it runs in a shell of its own. */
  #script(shell: Shell, source: ShellText, depth: number): CurlCommand | undefined {
    try {
      shell.run(source, (command) => this.#visit(shell, command, depth));
    } catch (error) {
      // What stands behind the command is not ours: neither its warnings nor its errors count.
      if (this.#found === undefined || !(error instanceof InputError)) throw error;
    }
    const found = this.#found;
    if (found?.depth === depth) {
      this.#ownWarnings();
      if (depth === 0 && source.isParallel) this.#warnAfter(found.command, source.till(source.text.length));
    }
    if (found !== undefined || depth >= MAX_DEPTH) return found?.curl;
    for (const part of shell.substitutions.splice(0)) {
      const inside = this.#script(shell, part, depth + 1);
      if (inside !== undefined) return inside;
    }
    return undefined;
  }

  /** Takes back the warnings about what stands behind the command that has been found. */
  #ownWarnings(): CurlCommand | undefined {
    const found = this.#found;
    if (found === undefined) return undefined;
    this.#diagnostics.backTo(found.mark);
    if (found.others) this.#diagnostics.warn('many_commands', found.command);
    return found.curl;
  }

  /** @returns whether no more commands are of interest */
  #visit(shell: Shell, command: Command, depth: number): boolean {
    const mark = this.#diagnostics.mark();
    const target = unwrap(command.words, command.stdin, this.#diagnostics);
    if (this.#found !== undefined) {
      if (target?.kind === 'curl') this.#found.others = true;
      return this.#found.others;
    }
    if (target?.kind === 'curl' && !(this.#dialect === 'posix' && isMention(command))) {
      const curl = curlCommand(command, target, shell, this.#dialect, this.#diagnostics);
      const others = shell.substitutions.some(hasCurl);
      this.#found = { curl, command, depth, others, mark: this.#diagnostics.mark() };
      return depth === 0 && !this.#text.includes('curl', command.end);
    }
    let found: CurlCommand | undefined;
    if (target?.kind === 'script' && depth < MAX_DEPTH) {
      const { script, same } = target;
      const environment = new Map([...command.environment, ...target.environment]);
      const other = same ? shell : shell.child(environment);
      found = this.#script(other, ShellText.of(script), depth + 1);
    }
    if (found === undefined) this.#diagnostics.backTo(mark);
    return found !== undefined;
  }

  #warnAfter({ operator, end, stdin }: Command, to: number): void {
    const text = this.#text;
    if (operator === '') return;
    let from = text.indexOf(operator, end) + operator.length;
    // Behind a here-document, and the line that ends it.
    if (stdin.kind === 'text' && stdin.value.start >= from) {
      const line = text.indexOf('\n', stdin.value.end);
      from = line < 0 ? text.length : line + 1;
    }
    const last = text.slice(0, to).trimEnd().length;
    if (from >= last) return;
    NEXT_OPTION.lastIndex = from;
    const place = { start: from, end: last };
    if (operator === '\n' && NEXT_OPTION.test(text)) this.#diagnostics.warn('line_not_continued', place);
    else
      this.#diagnostics.warn(
        'shell_text',
        place,
        'What stands behind the command is not part of the request.',
      );
  }
}
