/** Finds the curl command in a text: behind prefixes, in pipes, in substitutions and in `sh -c`. */
import { calculate } from './arithmetic.ts';
import { buriedCommands, type Candidate } from './buried.ts';
import { type Command, type Dialect, type Input, type Loop, Scope, type ShellFunction } from './command.ts';
import { type Context, hasOpenValue, type Span, WORD_COST, type Word } from './context.ts';
import type { Prepared } from './dialect.ts';
import { shellFunctions } from './functions.ts';
import { ITEM_PROGRAMS, withItem } from './items.ts';
import { type LexerOptions, PosixLexer } from './lexer.ts';
import { cmdCommands } from './lexer-cmd.ts';
import { powershellCommands } from './lexer-powershell.ts';
import { outputOf } from './output.ts';
import { knownFile, plainPath } from './standard-input.ts';

/** The curl command and what surrounds it. */
export interface Invocation extends Span {
  /** The words of the command, curl's arguments from {@link Invocation.from} on. */
  words: readonly Word[];
  from: number;
  /** What curl would read from standard input; undefined when nothing in the text says. */
  input: Input | undefined;
  /** The environment that the text gives to curl. */
  environment: ReadonlyMap<string, string>;
  dialect: Dialect;
}

/** Programs that run the command in their arguments. */
const WRAPPERS = new Set([
  'sudo',
  'doas',
  'env',
  'time',
  'nohup',
  'nice',
  'ionice',
  'timeout',
  'watch',
  'command',
  'exec',
  'builtin',
  'stdbuf',
  'setsid',
  'xargs',
  'strace',
  'ltrace',
  'proxychains',
  'proxychains4',
  'torsocks',
  'torify',
  'unbuffer',
  'chronic',
  'docker',
  'podman',
  'nerdctl',
  'kubectl',
  'oc',
  'winpty',
  'wsl',
  'caffeinate',
  'noglob',
  'nocorrect',
  'gtimeout',
  'hyperfine',
  'chroot',
  'firejail',
  'systemd-run',
  'flock',
  'ip',
  'retry',
  'eval',
  'busybox',
  'script',
  'cmd',
  'cmd.exe',
  'start',
  'call',
  'ssh',
  'su',
  'runuser',
  'multipass',
  'lxc',
  'vagrant',
  'heroku',
  'gcloud',
  'fly',
  'adb',
  'xvfb-run',
  'nix-shell',
  'tmux',
  'screen',
  ...ITEM_PROGRAMS,
]);
/** Programs that join their arguments with blanks and give the result to a shell. */
const JOINERS = new Set(['eval', 'ssh', 'watch']);
/** The beginning of a curl command within an argument: `watch 'curl …'`, `--command="curl …"`. */
const IN_ARGUMENT = /(?:^|[\s;&|(=])curl(?:\.exe)?\s/;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'at', 'batch']);
/** Commands that set variables given as arguments. */
const DECLARERS = new Set(['export', 'declare', 'typeset', 'readonly', 'local', 'set', 'setenv']);
/** Programs that print a file: of POSIX, cmd.exe and PowerShell. */
const READERS = new Set(['cat', 'type', 'get-content', 'gc']);
const CONTAINERS = new Set(['docker', 'podman', 'nerdctl']);
/** Options of `docker run` that take a value of their own. */
const CONTAINER_VALUES = new Set([
  '-e',
  '--env',
  '-v',
  '--volume',
  '--name',
  '--network',
  '--net',
  '-p',
  '--publish',
  '-u',
  '--user',
  '-w',
  '--workdir',
  '--add-host',
  '-h',
  '--hostname',
  '--platform',
  '-l',
  '--label',
  '--mount',
  '--env-file',
  '--dns',
  '-m',
  '--memory',
  '--cpus',
  '--pull',
  '--ulimit',
  '--entrypoint',
  '--link',
  '--ip',
  '--cap-add',
  '--cap-drop',
  '--restart',
  '--tmpfs',
]);
/** An image that runs curl: `curlimages/curl:8.1`. */
const CURL_IMAGE = /(?:^|\/)curl(?::[^/]*)?(?:@.*)?$/s;
const ORCHESTRATORS = new Set(['kubectl', 'oc']);
const MAX_DEPTH = 3;
/** The end of a loop that reads from somewhere. */
const LOOP_END = /[;\s]done(?=[ \t]*<)/g;
/** How many loops are looked at for what they read. */
const MAX_LOOPS = 3;
/** Programs that leave the files alone that they are given. */
const READING = new Set([
  'cat',
  'echo',
  'printf',
  'test',
  '[',
  '[[',
  'ls',
  'wc',
  'head',
  'tail',
  'grep',
  'jq',
  'file',
  'chmod',
]);
/** Up to this many items of an array are set one by one: each time it is copied. */
const MAX_SET_ITEMS = 300;
/** An item of an array that is set. */
const INDEXED = /^([A-Za-z_]\w*)\[([\w.-]{1,60})\]=([\s\S]*)$/;
/** Names that an arithmetic expression sets. */
const SET_BY_ARITHMETIC =
  /(?<!\w)([A-Za-z_]\w*)\s*(?:\+\+|--|(?:<<|>>|[-+*/%&|^])?=(?!=))|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;
/** A line that begins with an option of curl. */
const NEXT_OPTION = /[ \t]*--?[A-Za-z][\w-]*(?:[ =]|$)/my;
/** Options of `read` that take a value of their own. */
const READ_VALUED = /^-[a-z]*[dinNptu]$/;
const MAPPERS = new Set(['mapfile', 'readarray']);

/**
 * The first curl command of the text.
 * @throws InputError `no_curl` when there is none
 */
export function findInvocation({ context, dialect }: Prepared): Invocation {
  if (dialect === 'posix') return findPosix(context);
  const commands = dialect === 'cmd' ? cmdCommands(context) : powershellCommands(context);
  let found: Invocation | undefined;
  let others = 0;
  for (const command of commands) {
    const { words } = command;
    const from = argumentsAt(words);
    if (from < 0) continue;
    if (found !== undefined) others += 1;
    else
      found = {
        words,
        from,
        input: inputOf(context, command),
        environment: command.environment?.() ?? NO_ENVIRONMENT,
        dialect,
        start: command.start,
        end: command.end,
      };
    if (dialect === 'cmd') {
      warnSingleQuotes(context, words.slice(from));
      if (found.start === command.start) warnEndInQuotes(context, command);
    }
  }
  if (found === undefined) throw noCurl(context);
  warnOthers(context, found, others);
  return found;
}

const POWERSHELL_REQUEST = /(?:^|[\s=(;|])(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\s/i;

function noCurl(context: Context) {
  const cmdlet = POWERSHELL_REQUEST.exec(context.text);
  if (cmdlet !== null)
    return context.error(
      'no_curl',
      `There is no curl command in the text: ${cmdlet[1]} is a command of PowerShell itself.`,
      cmdlet.index,
    );
  return context.error('no_curl', 'There is no curl command in the text.', 0);
}

function warnOthers(context: Context, found: Span, others: number): void {
  if (others > 0)
    context.warn('many_commands', `The text holds ${others + 1} curl commands; this is the first.`, found);
}

/** `"{\"a\": \"x & y\"}"`: cmd.exe does not know `\"`, so that the `&` is outside of its quotes. */
function warnEndInQuotes(context: Context, { terminator, start, end }: Command): void {
  const operator = terminator.startsWith('&') || terminator.startsWith('|');
  // For the C runtime, which knows \", the last argument is still open.
  const quotes = context.text.slice(start, end).replaceAll('\\"', '').split('"').length - 1;
  if (!operator || quotes % 2 === 0) return;
  const span = { start: end, end: end + terminator.length };
  context.warn(
    'cmd_quotes',
    `cmd.exe ends the command at this ${terminator}, since \\" ends its quotes; write ^${terminator[0]} there.`,
    span,
  );
}

function warnSingleQuotes(context: Context, words: readonly Word[]): void {
  const word = words.find(({ text }) => text.startsWith("'"));
  if (word !== undefined)
    context.warn(
      'cmd_quotes',
      'cmd.exe does not know single quotes: curl gets them as part of the argument.',
      word,
    );
}

function findPosix(context: Context): Invocation {
  const options: LexerOptions = { scope: new Scope(), substitutions: [], depth: 0 };
  const range = { start: 0, end: context.text.length };
  const warned = context.warned;
  const functions = shellFunctions(context);
  if (functions !== undefined) {
    const scope = new Scope();
    scope.functions = functions;
    const called = searchFrom(context, range, { scope, substitutions: [], depth: 0 });
    if (called !== undefined) return called;
    // None of them is called: the command within the first is what is meant.
    context.forgetWarnings(warned);
  }
  const found = searchFrom(context, range, options);
  if (found !== undefined) return found;
  for (const candidate of buriedCommands(context.text)) {
    context.forgetWarnings(warned);
    const buried = searchBuried(context, candidate);
    if (buried === undefined) continue;
    warnSurroundings(context, candidate);
    return buried;
  }
  throw noCurl(context);
}

/** What stands in a string of source code that is no shell text: `<?php shell_exec("curl …"); ?>`. */
function searchQuoted(context: Context): Invocation | undefined {
  for (const candidate of buriedCommands(context.text)) {
    if (!/["'`]/.test(context.text[candidate.start - 1] ?? '') && !('words' in candidate)) continue;
    const warned = context.warned;
    try {
      const found = searchBuried(context, candidate);
      if (found === undefined) continue;
      warnSurroundings(context, candidate);
      return found;
    } catch {
      // The text as a whole says better what is wrong.
      context.forgetWarnings(warned);
    }
  }
  return undefined;
}

/** `Here's how: curl …`: an apostrophe in a word before the command is none of a shell's quotes. */
function searchProse(context: Context): Invocation | undefined {
  const [candidate] = buriedCommands(context.text);
  if (candidate === undefined || 'words' in candidate) return undefined;
  if (!/[A-Za-z]'[A-Za-z]/.test(context.text.slice(0, candidate.start))) return undefined;
  const warned = context.warned;
  try {
    const found = searchBuried(context, candidate);
    if (found !== undefined) warnSurroundings(context, candidate);
    return found;
  } catch {
    context.forgetWarnings(warned);
    return undefined;
  }
}

function warnSurroundings(context: Context, candidate: Candidate): void {
  context.warn('shell_text', 'The text around the curl command is not part of the request.', {
    start: 0,
    end: candidate.start,
  });
}

function searchBuried(context: Context, candidate: Candidate): Invocation | undefined {
  const { start, end } = candidate;
  if ('words' in candidate)
    return {
      words: candidate.words,
      from: 0,
      input: undefined,
      environment: new Map(),
      dialect: 'posix',
      start,
      end,
    };
  const { script } = candidate;
  const options: LexerOptions = { scope: new Scope(), substitutions: [], depth: 0 };
  if (script === undefined) return search(context, context.text, { start, end }, options);
  return search(context, script, { start: 0, end: script.length }, options, { start, end });
}

/** `tee name`, `tee -a name` */
function teeFile({ words }: Command): Command['writes'] {
  const [file, ...others] = words.slice(1).filter(({ text }) => !text.startsWith('-'));
  if (file === undefined || others.length > 0) return undefined;
  return { path: file.text, append: words.some(({ text }) => text === '-a') };
}

/** Keeps what a command writes into a file, which curl may read later: `cat > body.json <<EOF`. */
function recordFile(
  context: Context,
  command: Command,
  { path, append }: NonNullable<Command['writes']>,
): void {
  const name = plainPath(path);
  const before = append ? context.files?.get(name) : '';
  const output = outputOf(command);
  if (before === undefined || output === undefined) {
    context.files?.delete(name);
    return;
  }
  context.fillIn(before.length + output.length, command.start);
  context.files ??= new Map();
  context.files.set(name, before + output);
}

/** Searches from the start; when prose before the command cannot be lexed, from each line that starts with curl. */
function searchFrom(context: Context, range: Span, options: LexerOptions): Invocation | undefined {
  const warned = context.warned;
  try {
    const found = search(context, context.text, range, options);
    if (found !== undefined) return found;
  } catch (error) {
    const line = /\n[ \t]*(?=curl[ \t])/g;
    line.lastIndex = range.start;
    const match = line.exec(context.text);
    context.forgetWarnings(warned);
    if (match === null) {
      const quoted = searchQuoted(context) ?? searchProse(context);
      if (quoted === undefined) throw error;
      return quoted;
    }
    return search(context, context.text, { start: match.index + match[0].length, end: range.end }, options);
  }
  return undefined;
}

function search(
  context: Context,
  text: string,
  range: Span,
  options: LexerOptions,
  place?: Span,
  depth = 0,
): Invocation | undefined {
  const found = readCommands(context, text, range, options, place, depth);
  if (found !== undefined || place !== undefined || depth >= MAX_DEPTH) return found;
  const { functions } = options.scope;
  for (const substitution of options.substitutions) {
    const inside = text.slice(substitution.start, substitution.end);
    if (!inside.includes('curl') && functions?.has(/^\s*([\w.:-]*)/.exec(inside)?.[1] ?? '') !== true)
      continue;
    const inner = search(
      context,
      text,
      substitution,
      { ...options, substitutions: [] },
      undefined,
      depth + 1,
    );
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Reads commands for what they set, up to the first curl. */
function readCommands(
  context: Context,
  text: string,
  range: Span,
  options: LexerOptions,
  place: Span | undefined,
  depth: number,
): Invocation | undefined {
  const lexer = new PosixLexer(context, text, range, options, place);
  const { scope } = options;
  const { functions } = scope;
  let loops = 0;
  let before: Command | undefined;
  // Commands whose here-documents are still to come: `read -d '' NAME <<EOF || true`.
  let waiting: Command[] = [];
  for (let next = lexer.next(); next !== undefined; next = lexer.next()) {
    if (scope.hasAliases) expandAlias(context, next, options);
    if (functions !== undefined) {
      const body = depth < MAX_DEPTH ? functions.call(next.words[0]?.text ?? '') : undefined;
      if (body !== undefined) {
        const inner = searchCalled(context, lexer, next, body, options, depth);
        if (inner !== undefined) return inner;
        continue;
      }
    }
    const from = argumentsAt(next.words);
    // A name in quotes without arguments is a text in some program: `Command::new("curl")`.
    const named = from === next.words.length && /["']/.test(text[next.words[from - 1]?.start ?? 0] ?? '');
    if (from >= 0 && !named) return complete(context, lexer, next, from, options);
    const reads =
      next.loops === true &&
      next.words[0]?.text === 'read' &&
      next.input === undefined &&
      next.piped === undefined;
    if (reads && place === undefined && loops < MAX_LOOPS) {
      loops += 1;
      const input = loopInput(context, text, lexer.position, options);
      if (input?.kind === 'text') next.input = input;
    }
    waiting.push(next);
    if (lexer.pending) continue;
    const ready = waiting;
    waiting = [];
    for (const command of ready) {
      if (command.words[0]?.text === 'done')
        scope.leaveLoop(
          (start) => text.slice(start, command.start),
          (start) => repeat(context, text, { start, end: command.start }, options, place, depth),
        );
      else if (isAlternative(lexer, command, before, scope))
        context.warn(
          'condition_unknown',
          'Whether the shell comes here is not known; the assignment before is taken.',
          command,
        );
      else if (!isConditional(context, command, before)) applyAssignments(command, scope, lexer.position);
      before = command;
      if (command.terminator === ')') scope.leaveSubshell();
      noteFiles(context, command, scope);
      const script = depth < MAX_DEPTH ? shellScript(context, command, scope) : undefined;
      if (script === undefined) continue;
      const { word } = script;
      const inner = search(
        context,
        word.text,
        { start: 0, end: word.text.length },
        { ...options, scope: script.scope, substitutions: [] },
        word,
        depth + 1,
      );
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

/** `alias api='curl -s'`: its words take the place of the name. */
function expandAlias(context: Context, { words }: Command, options: LexerOptions): void {
  const [word] = words;
  const text = word === undefined ? undefined : options.scope.alias(word.text);
  if (word === undefined || text === undefined) return;
  context.fillIn(text.length, word.start);
  const lexer = new PosixLexer(context, text, { start: 0, end: text.length }, options, word);
  words.splice(0, 1, ...(lexer.next()?.words ?? []));
}

/** One more round of a loop that has no curl in it. */
function repeat(
  context: Context,
  text: string,
  body: Span,
  options: LexerOptions,
  place: Span | undefined,
  depth: number,
): void {
  const { warned } = context;
  readCommands(context, text, body, { ...options, substitutions: [] }, place, depth);
  // The first round said it all.
  context.forgetWarnings(warned);
}

/** What the command writes into files, and reads from them. */
function noteFiles(context: Context, command: Command, scope: Scope): void {
  const program = command.words[0]?.text ?? '';
  if (context.files !== undefined && !READING.has(program))
    for (const { text: name } of command.words) context.files.delete(plainPath(name));
  if (MAPPERS.has(program)) readLines(context, command, scope);
  const written = program === 'tee' ? teeFile(command) : command.writes;
  if (written !== undefined) recordFile(context, command, written);
}

/** What a function keeps to itself: `local a=1 b`. */
function localNames({ text }: ShellFunction): string[] {
  const names: string[] = [];
  for (const [, list = ''] of text.matchAll(/\b(?:local|declare|typeset)[ \t]+([^;\n&|]*)/g))
    for (const [name] of list.matchAll(/\b[A-Za-z_]\w*(?==|\s|$)/g)) names.push(name);
  return names;
}

/** The curl command in the body of a function that is called, its arguments filled in. */
function searchCalled(
  context: Context,
  lexer: PosixLexer,
  call: Command,
  body: ShellFunction,
  options: LexerOptions,
  depth: number,
): Invocation | undefined {
  const { scope } = options;
  const args = call.words.slice(1);
  // `main "$@"`: those of the script, which are not known.
  const forwarded = args.some(
    ({ text: arg }) => arg.length === 1 && /^\$\{?[@*]\}?$/.test(context.spelling(arg)),
  );
  for (const { name, value } of call.assignments) scope.set(name, value);
  const before = scope.setArguments(forwarded ? undefined : args);
  const inside = { ...options, substitutions: [] };
  const found = scope.keeping(localNames(body), () =>
    search(context, context.text, { start: body.start, end: body.end }, inside, undefined, depth + 1),
  );
  scope.setArguments(before);
  if (found === undefined) return undefined;
  let others = 0;
  try {
    for (let next = lexer.next(); next !== undefined; next = lexer.next())
      if (scope.functions?.get(next.words[0]?.text ?? '')?.start === body.start) others += 1;
  } catch {
    // What comes after the call is not ours.
  }
  warnOthers(context, call, others);
  return found.input === undefined ? { ...found, input: inputOf(context, call) } : found;
}

function complete(
  context: Context,
  lexer: PosixLexer,
  command: Command,
  from: number,
  { scope, substitutions }: LexerOptions,
): Invocation {
  if (command.fault !== undefined)
    throw context.error(command.fault.code, command.fault.message, command.fault.at);
  const environment = environmentOf(command, scope);
  const { repetition } = scope;
  if (repetition !== undefined)
    context.warn('many_requests', `The loop has ${repetition.rounds} rounds; this is the first.`, repetition);
  let nested = 0;
  for (const { start, end } of substitutions)
    if (IN_ARGUMENT.test(context.text.slice(start, end))) nested += 1;
  const others = lookAround(context, lexer, command) + nested;
  const direct = from === 1 && command.words[0]?.text === 'curl';
  const invocation: Invocation = {
    words: direct ? command.words : prefixedWords(context, command, command.words.slice(from)),
    from: direct ? from : 0,
    input: inputOf(context, command),
    environment,
    dialect: 'posix',
    start: command.start,
    end: command.end,
  };
  warnOthers(context, invocation, others);
  return invocation;
}

/** The arguments of a curl that does not stand first, or not by that name. */
function prefixedWords(context: Context, command: Command, words: Word[]): Word[] {
  warnSpelling(context, command, words);
  const program = baseName(command.words[0]?.text ?? '');
  return ITEM_PROGRAMS.has(program) ? withItem(context, command, program, words) : words;
}

/** `CURL`, `Curl` or `**curl**`: only some file systems, and no shell, would find it. */
function warnSpelling(context: Context, command: Command, words: readonly Word[]): void {
  const program = command.words[command.words.length - words.length - 1];
  if (
    program === undefined ||
    program.text === 'curl' ||
    !isCurl(program.text) ||
    /(?:^|[/\\@-])curl(?:\.exe)?$/.test(program.text)
  )
    return;
  context.warn('program_spelling', `${program.text} is read as curl.`, program);
}

const NO_ENVIRONMENT: ReadonlyMap<string, string> = new Map();

function environmentOf({ words, assignments }: Command, scope: Scope): ReadonlyMap<string, string> {
  const given = words[0]?.text === 'curl' ? assignments : [...assignments, ...prefixAssignments(words)];
  if (given.length === 0 && !scope.exports) return NO_ENVIRONMENT;
  const environment = scope.environment();
  for (const { name, value } of given) environment.set(name, value);
  return environment;
}

/** Reads on for here-documents, and looks what stands after the command. @returns how many more curl commands */
function lookAround(context: Context, lexer: PosixLexer, command: Command): number {
  if (command.redirected !== undefined)
    context.warn('shell_text', 'A redirection of the output is not part of the request.', command.redirected);
  let others = 0;
  const rest = lexer.position;
  let last = rest;
  const must = lexer.pending;
  try {
    while (lexer.pending) if (lexer.next() === undefined) break;
    last = lexer.position;
    if (last < context.text.length && context.text.includes('curl', last))
      for (let next = lexer.next(); next !== undefined; next = lexer.next())
        if (argumentsAt(next.words) >= 0) others += 1;
  } catch (error) {
    // What comes after the command is not ours; only its here-documents are.
    if (must && lexer.pending) throw error;
  }
  const text = context.text;
  NEXT_OPTION.lastIndex = rest;
  if (command.terminator === '\n' && NEXT_OPTION.test(text))
    context.warn(
      'line_not_continued',
      'The next line begins with an option, but a shell ends the command here: a backslash is missing.',
      { start: rest, end: text.trimEnd().length },
    );
  if (command.terminator !== '' && text.slice(rest).trim() !== '' && command.end === rest)
    context.warn('shell_text', 'The text after the curl command is not part of the request.', {
      start: rest,
      end: text.trimEnd().length,
    });
  return others;
}

/** `test && A=1 || A=2`, `else A=2`, `b) A=2`: another value for what has one already, under a condition. */
function isAlternative(
  lexer: PosixLexer,
  command: Command,
  before: Command | undefined,
  scope: Scope,
): boolean {
  const { words, assignments, terminator } = command;
  const [first] = words;
  const alternative = lexer.alternative === true || before?.terminator === '||';
  if (first?.text === 'fi' || first?.text === 'esac') lexer.alternative = false;
  else if (terminator === ';;') lexer.alternative = true;
  return alternative && first === undefined && assignments.some(({ name }) => scope.get(name) !== undefined);
}

/**
 * Whether an assignment after `[ -n "$A" ] &&` is not made. Where the text does not say it, it is taken to be
 * made, with a warning.
 */
function isConditional(
  context: Context,
  { words, assignments, start, end }: Command,
  before: Command | undefined,
): boolean {
  if (before?.terminator !== '&&' || words.length > 0 || assignments.length === 0) return false;
  const [program, operator, operand, close, ...more] = before.words;
  if (program?.text !== '[' && program?.text !== '[[' && program?.text !== 'test') return false;
  const other =
    operand === undefined || more.length > 0 || (program.text !== 'test' && !/^]]?$/.test(close?.text ?? ''));
  const tests = !other && (operator?.text === '-n' || operator?.text === '-z') && !hasOpenValue(operand.text);
  if (tests) return (operand.text === '') === (operator.text === '-n');
  context.warn('condition_unknown', 'Whether the shell comes here is not known; the assignment is taken.', {
    start,
    end,
  });
  return false;
}

/** @param end where the next command begins: after the head of a loop its body */
function applyAssignments(command: Command, scope: Scope, end: number): void {
  const [first, ...rest] = command.words;
  if (command.loops === true || first?.text === 'for' || first?.text === 'select')
    scope.enterLoop(loopOf(command, scope), end);
  if (first === undefined) {
    for (const { name, value } of command.assignments) scope.set(name, value);
    return;
  }
  if (first.text === 'unset') for (const { text } of rest) scope.unset(text);
  else if (first.text === 'set' && rest[0]?.text === '--') scope.setArguments(rest.slice(1));
  else if (first.text === 'alias') for (const { text } of rest) scope.setAlias(text);
  else if (first.text === 'printf' && rest[0]?.text === '-v') printIntoVariable(command, scope);
  else if (first.text === '((' || first.text === 'let')
    for (const { text } of rest) calculateInto(text, scope);
  else if (rest.length === 0 && INDEXED.test(first.text)) setItem(first, scope);
  else if (first.text === 'shift') shiftArguments(rest[0]?.text ?? '1', scope);
  else if (first.text === 'read' && command.loops !== true) readVariable(command, scope);
  else if (DECLARERS.has(first.text)) declare(first.text, rest, scope);
}

/** `NAME++`, `NAME += expression`, `NAME = expression`; anything else makes what it sets unknown. */
function calculateInto(expression: string, scope: Scope): void {
  const [, name = '', operator = '', operand = ''] =
    /^\s*([A-Za-z_]\w*)\s*(\+\+|--|[-+*/%]?=(?!=))([^=?,]*)$/.exec(expression) ?? [];
  const step = operator === '++' ? '+1' : operator === '--' ? '-1' : `${operator.slice(0, -1)}(${operand})`;
  const source = operator === '=' ? operand : `${name}${step}`;
  const result = name === '' ? undefined : calculate(source, (other) => scope.get(other));
  for (const [, set = '', also = ''] of expression.matchAll(SET_BY_ARITHMETIC)) scope.unset(set || also);
  if (result !== undefined) scope.set(name, result);
}

/** `NAME[2]=text`, `NAME[key]=text` */
function setItem(word: Word, scope: Scope): void {
  const [, name = '', key = '', text = ''] = INDEXED.exec(word.text) ?? [];
  const items = [...(scope.array(name) ?? [])];
  if (items.length > MAX_SET_ITEMS) {
    scope.unset(name);
    return;
  }
  const index = /^\d{1,4}$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY;
  if (index <= items.length) items[index] = { ...word, text, from: -1 };
  else items.push({ ...word, text: `[${key}]=${text}`, from: -1 });
  scope.setArray(name, items);
}

/** `printf -v NAME format …` */
function printIntoVariable(command: Command, scope: Scope): void {
  const [program, , name, ...args] = command.words;
  if (program === undefined || name === undefined) return;
  const output = outputOf({ ...command, words: [program, ...args] });
  if (output === undefined) scope.unset(name.text);
  else scope.set(name.text, output);
}

/** `shift`, `shift 2` */
function shiftArguments(count: string, scope: Scope): void {
  const words = scope.array('@');
  if (words !== undefined && /^\d{1,3}$/.test(count)) scope.setArguments(words.slice(Number(count)));
}

/** What becomes of a value by `-i`, `-u` and `-l`; undefined for a name that stands for another, `-n`. */
function declaredValue(value: string, flags: string, scope: Scope): string | undefined {
  if (flags.includes('n')) return undefined;
  if (flags.includes('i')) return calculate(value, (name) => scope.get(name));
  if (flags.includes('u')) return value.toUpperCase();
  return flags.includes('l') ? value.toLowerCase() : value;
}

/** `export A=1 B`, and fish's `set -gx A 1`, csh's `setenv A 1` */
function declare(program: string, words: readonly Word[], scope: Scope): void {
  let flags = '';
  for (const { text } of words) {
    if (/^-[A-Za-z]+$/.test(text)) flags += text;
    const match = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(text);
    if (match?.[1] === undefined) continue;
    const value = match[2] === undefined ? undefined : declaredValue(match[2], flags, scope);
    if (value !== undefined) scope.set(match[1], value);
    else if (match[2] !== undefined) scope.unset(match[1]);
    if (program === 'export') scope.export(match[1]);
  }
  if (!program.startsWith('set')) return;
  const [name, value, ...more] = words.filter(({ text }) => !/^-[A-Za-z]+$|^--[a-z]+$/.test(text));
  if (name === undefined || value === undefined || more.length > 0) return;
  if (!/^[A-Za-z_]\w*$/.test(name.text) || value.text === '=') return;
  scope.set(name.text, value.text);
  scope.export(name.text);
}

/** `read -r NAME <<< text`, `read -r -d '' NAME <<EOF`; what is read from a pipe is lost with its subshell. */
function readVariable(command: Command, scope: Scope): void {
  if (command.piped === undefined) readInto(command, inputText(command), scope);
}

/** What a command reads, where the text says it. */
function inputText({ input, piped }: Command): string | undefined {
  if (input === undefined && piped !== undefined) return outputOf(piped);
  return input?.kind === 'text' ? input.text : undefined;
}

/** The names that `read` sets. */
function namesRead({ words }: Command): Word[] {
  return words.filter(
    ({ text }, index) =>
      index > 0 && text !== '' && !text.startsWith('-') && !READ_VALUED.test(words[index - 1]?.text ?? ''),
  );
}

/** Whether `read` has `-d ''`: then it takes the whole text, or what comes before the next NUL. */
function readsAll({ words }: Command): boolean {
  return words.some(({ text }, index) => /^-[a-z]*d$/.test(text) && words[index + 1]?.text === '');
}

/**
 * `read -r NAME`, `IFS=, read -r A B`: a line, or all of the text, without the blanks around it. What is not
 * known is unset.
 */
function readInto(command: Command, text: string | undefined, scope: Scope): void {
  const names = namesRead(command);
  for (const { text: name } of names) scope.unset(name);
  const [first] = names;
  if (text === undefined || first === undefined) return;
  if (!names.every(({ text: name }) => /^[A-Za-z_]\w*$/.test(name))) return;
  const flags = command.words.map(({ text: word }) => (/^-[a-z]+$/.test(word) ? word : '')).join('');
  if (/d/.test(flags) && !readsAll(command)) return;
  const value = text.split(readsAll(command) ? '\0' : '\n', 1)[0] ?? '';
  if (!flags.includes('r') && value.includes('\\')) return;
  const separators = command.assignments.find(({ name }) => name === 'IFS')?.value ?? scope.get('IFS');
  const fields = splitFields(value, separators, flags.includes('a') ? undefined : names.length);
  if (flags.includes('a'))
    scope.setArray(
      first.text,
      fields.map((field) => ({ ...first, text: field, from: -1 })),
    );
  else if (names.length === 1) scope.set(first.text, value.trim());
  else for (const [index, { text: name }] of names.entries()) scope.set(name, fields[index] ?? '');
}

/**
 * What `IFS` cuts a line into; by default it is white space, of which several count as one.
 * @param most how many fields there may be: the last one takes what is left
 */
function splitFields(
  line: string,
  separators: string | undefined,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const blank = separators === undefined || separators.trim() === '';
  const ends = (char: string | undefined) =>
    char !== undefined && (blank ? /\s/.test(char) : separators.includes(char));
  const text = blank ? line.trim() : line;
  const fields: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length && fields.length + 1 < most; at += 1) {
    if (!ends(text[at])) continue;
    fields.push(text.slice(from, at));
    while (blank && ends(text[at + 1])) at += 1;
    from = at + 1;
  }
  const rest = text.slice(from);
  // A separator at the very end ends the last field.
  const alone = ends(rest.at(-1)) && ![...rest.slice(0, -1)].some(ends);
  if (rest !== '') fields.push(alone ? rest.slice(0, -1) : rest);
  return fields;
}

/** `mapfile -t NAME < file`, and `readarray`, which is the same: the lines. */
function readLines(context: Context, { words, input }: Command, scope: Scope): void {
  const name = words.at(-1);
  const source = input?.kind === 'file' ? fileInput(context, input.path) : input;
  const options = words.slice(1, -1).map(({ text }) => text);
  if (name === undefined || source?.kind !== 'text' || options.join() !== '-t') return;
  const lines = source.text.replace(/\n$/, '').split('\n');
  context.fillIn(source.text.length + lines.length * WORD_COST, name.start);
  scope.setArray(
    name.text,
    lines.map((text) => ({ ...name, text, from: -1 })),
  );
}

/** What `done <<EOF`, `done <<< text` or `done < <(command)` gives to the `read` before it. */
function loopInput(context: Context, text: string, from: number, options: LexerOptions): Input | undefined {
  LOOP_END.lastIndex = from;
  const match = LOOP_END.exec(text);
  if (match === null) return undefined;
  const { warned } = context;
  try {
    const range = { start: match.index + match[0].length - 'done'.length, end: text.length };
    const command = new PosixLexer(context, text, range, { ...options, substitutions: [] }).next();
    const input = command?.input;
    return input?.kind === 'file' ? fileInput(context, input.path) : input;
  } catch {
    // What is wrong there is found again when it is reached.
    return undefined;
  } finally {
    context.forgetWarnings(warned);
  }
}

/** What the rounds of a loop set, by its head. */
function loopOf(command: Command, scope: Scope): Loop {
  const { words, start, end, piped } = command;
  const rounds = words[0]?.text === 'read' ? readingRounds(command, scope) : listedRounds(words, scope);
  return { start, end, lost: piped !== undefined, ...rounds };
}

/** What is read one after the other. */
function linesRead(command: Command, text: string): string[] {
  if (!readsAll(command)) return text.replace(/\n$/, '').split('\n');
  return text.includes('\0') ? text.replace(/\0$/, '').split('\0') : [text];
}

/** `while read -r NAME`: a round for each line, after which the names are empty. */
function readingRounds(command: Command, scope: Scope): Pick<Loop, 'rounds' | 'enter'> {
  const text = inputText(command);
  const lines = text === undefined ? [text] : linesRead(command, text);
  const enter = (round: number) => readInto(command, round < lines.length ? lines[round] : '', scope);
  return { rounds: text === undefined ? undefined : lines.length, enter };
}

/** `for NAME in a b c`, unless the words may be patterns for file names; other heads set nothing that is known. */
function listedRounds(words: readonly Word[], scope: Scope): Pick<Loop, 'rounds' | 'enter'> {
  const [program, name, preposition, ...listed] = words;
  if (program?.text !== 'for' || name === undefined) return { rounds: undefined, enter: () => {} };
  const items = preposition === undefined ? (scope.array('@') ?? []) : listed;
  const [first] = items;
  if (first === undefined || first.open === true || items.some(({ text }) => /[*?[]/.test(text)))
    return { rounds: undefined, enter: () => scope.unset(name.text) };
  const enter = (round: number) => scope.set(name.text, (items[round] ?? items.at(-1))?.text ?? '');
  return { rounds: items.some(({ open }) => open) ? undefined : items.length, enter };
}

/** `env NAME=value curl …`, `sudo NAME=value curl …` */
function prefixAssignments(words: readonly Word[]): { name: string; value: string }[] {
  const assignments: { name: string; value: string }[] = [];
  for (const { text } of words) {
    if (isCurl(text)) break;
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text);
    if (match?.[1] !== undefined) assignments.push({ name: match[1], value: match[2] ?? '' });
  }
  return assignments;
}

function inputOf(context: Context, command: Command): Input | undefined {
  const { input } = command;
  if (input !== undefined) return input.kind === 'file' ? fileInput(context, input.path) : input;
  const { piped } = command;
  if (piped === undefined) return undefined;
  const output = outputOf(piped);
  if (output !== undefined) return { kind: 'text', text: output };
  const [program, ...args] = piped.words;
  const reads = READERS.has(program?.text.toLowerCase() ?? '');
  const files = args.filter(({ text }) => !/^-(?:raw|path|literalpath)$/i.test(text));
  const [file] = files;
  if (reads && file !== undefined && files.length === 1 && !file.text.startsWith('-'))
    return fileInput(context, file.text);
  if (reads && args.length === 0 && piped.input?.kind === 'file') return fileInput(context, piped.input.path);
  context.warn(
    'shell_text',
    'What is piped to curl is not known: its program is not part of the request.',
    piped,
  );
  return { kind: 'unknown' };
}

function fileInput(context: Context, path: string): Input {
  const text = knownFile(context, path);
  return text === undefined ? { kind: 'file', path } : { kind: 'text', text };
}

/** What a shell is given to run. */
interface Script {
  /** Its text, with its place. */
  word: Word;
  /** What it knows: a new shell has the environment only. */
  scope: Scope;
}

/** The script of `sh -c '…'`, of a here-document for a shell, or in an argument. */
function shellScript(context: Context, command: Command, outer: Scope): Script | undefined {
  const [program] = command.words;
  if (program === undefined) return undefined;
  const name = baseName(program.text);
  const script = scriptOfShell(context, command) ?? scriptInArgument(command.words, name);
  if (script === undefined) return undefined;
  const [word, ...args] = script;
  if (word === undefined) return undefined;
  if (name === 'eval') return { word, scope: outer };
  const scope = outer.child(environmentOf(command, outer));
  const [zero, ...given] = args;
  if (zero !== undefined) {
    scope.set('0', zero.text);
    scope.setArguments(given);
  }
  return { word, scope };
}

/** `eval "curl …"`, `ssh host 'curl …'`, `su -c 'curl …'` */
function scriptInArgument(words: readonly Word[], program: string): Word[] | undefined {
  if (!WRAPPERS.has(program)) return undefined;
  const joins = JOINERS.has(program);
  const at = words.findIndex(
    ({ text }, index) => index > 0 && (IN_ARGUMENT.test(text) || (joins && isCurl(text))),
  );
  const word = words[at];
  if (word === undefined) return undefined;
  if (!joins) return [{ ...word, text: word.text.replace(/^--?[\w-]+=/, '') }];
  const text = words
    .slice(at)
    .map((each) => each.text)
    .join(' ');
  return [{ text, start: word.start, end: words.at(-1)?.end ?? word.end, from: -1 }];
}

/** The script of `sh -c` and the arguments behind it. */
function scriptOfShell(context: Context, command: Command): Word[] | undefined {
  const { words, input, start, end } = command;
  const names = words.map(({ text }) => baseName(text));
  const shell = names.findIndex((name) => SHELLS.has(name));
  const program = names[0] ?? '';
  if (shell < 0 || (shell > 0 && !WRAPPERS.has(program))) return undefined;
  const flag = words.findIndex(({ text }, index) => index > shell && /^-[a-z]*c$/.test(text));
  if (flag > 0) {
    if (!ITEM_PROGRAMS.has(program)) return words.slice(flag + 1);
    const args = words.slice(shell + 1);
    return withItem(context, command, program, args).slice(flag - shell);
  }
  const text = input?.kind === 'text' ? input.text : pipedScript(command);
  return text === undefined ? undefined : [{ text, start, end, from: -1 }];
}

/** `echo "curl …" | sh` */
function pipedScript({ input, piped }: Command): string | undefined {
  const text = input === undefined && piped !== undefined ? outputOf(piped) : undefined;
  return text?.includes('curl') === true ? text : undefined;
}

/** Where the arguments of curl begin, when the words run curl, maybe behind a prefix; else -1. */
function argumentsAt(words: readonly Word[]): number {
  const first = words[0];
  if (first === undefined) return -1;
  if (isCurl(first.text)) return 1;
  const program = baseName(first.text);
  if (!WRAPPERS.has(program) || JOINERS.has(program) || program === 'nix-shell') return -1;
  const container = words.findIndex(({ text }) => CONTAINERS.has(baseName(text)));
  if (container >= 0) return containerArguments(words, container + 1);
  if (ORCHESTRATORS.has(program)) return orchestratorArguments(words);
  return afterCurl(words, 1);
}

/** @param from the first word that may be curl */
function afterCurl(words: readonly Word[], from: number): number {
  return words.findIndex(({ text }, index) => index >= from && isCurl(text)) + 1 || -1;
}

/** `kubectl exec pod -- curl …`, `kubectl run name --image=curlimages/curl -- …` */
function orchestratorArguments(words: readonly Word[]): number {
  const dashes = words.findIndex(({ text }) => text === '--');
  const program = dashes < 0 ? undefined : words[dashes + 1];
  if (program !== undefined && isCurl(program.text)) return dashes + 2;
  const image = words.some(({ text }, index) =>
    CURL_IMAGE.test(
      text.startsWith('--image=') ? text.slice(8) : words[index - 1]?.text === '--image' ? text : '',
    ),
  );
  return image && dashes >= 0 && !isShell(program) ? dashes + 1 : afterCurl(words, 1);
}

/** The entry point of the image runs a program that is named first; else curl. */
function isShell(program: Word | undefined): boolean {
  return program !== undefined && SHELLS.has(baseName(program.text));
}

/** `docker run [options] image [curl] …`, `docker exec container curl …`, `docker compose run service curl …` */
function containerArguments(words: readonly Word[], from: number): number {
  const exec = words.findIndex(({ text }, index) => index >= from && text === 'exec');
  const run = words.findIndex(({ text }, index) => index >= from && text === 'run');
  if (exec >= 0 && (run < 0 || exec < run)) return afterCurl(words, exec + 1);
  if (run < 0) return -1;
  let entrypoint = '';
  let at = run + 1;
  for (; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (!text.startsWith('-')) break;
    const [name = '', value] = text.split('=', 2);
    const argument = value ?? words[at + 1]?.text ?? '';
    if (name === '--entrypoint') entrypoint = argument;
    if (value === undefined && CONTAINER_VALUES.has(name)) at += 1;
  }
  const image = words[at]?.text ?? '';
  const program = words[at + 1];
  if (program !== undefined && isCurl(program.text)) return at + 2;
  if (entrypoint !== '') return isCurl(entrypoint) ? at + 1 : -1;
  return CURL_IMAGE.test(image) && !isShell(program) ? at + 1 : -1;
}

function isCurl(text: string): boolean {
  if (text === 'curl') return true;
  if (/^(?:[A-Za-z]:)?[\\/][^"=:]*[\\/]curl(?:\.exe)?$/i.test(text)) return true;
  if (!/curl(?:\.exe)?[*_]{0,3}$/i.test(text.slice(-11))) return false;
  // `@` and `-` come first in make and batch files, `*` and `_` are Markdown.
  return /^(?:-?@|@?-|[*_]{1,3})?(?:[^-@*_\s][^\s=]*[/\\])?curl(?:\.exe)?[*_]{0,3}$/i.test(text);
}

function baseName(text: string): string {
  return text.includes('/') ? text.slice(text.lastIndexOf('/') + 1) : text;
}
