/** Finds the curl command in a text: behind prefixes, in pipes, in substitutions and in `sh -c`. */
import type { Context, Span, Word } from './context.ts';
import type { Dialect, Prepared } from './dialect.ts';
import { type Command, type Input, type LexerOptions, outputOf, PosixLexer, Scope } from './lexer.ts';
import { cmdCommands } from './lexer-cmd.ts';
import { powershellCommands } from './lexer-powershell.ts';

/** The curl command and what surrounds it. */
export interface Invocation extends Span {
  /** The arguments after `curl`. */
  words: Word[];
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
  '@curl',
]);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash']);
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
const CURL_IMAGE = /(?:^|\/)curl(?::[^/]*)?(?:@.*)?$/;
const ORCHESTRATORS = new Set(['kubectl', 'oc']);
const MAX_DEPTH = 3;

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
    const words = curlWords(command.words);
    if (words === undefined) continue;
    if (found !== undefined) others += 1;
    else
      found = {
        words,
        input: inputOf(command),
        environment: new Map(),
        dialect,
        start: command.start,
        end: command.end,
      };
    if (dialect === 'cmd') warnSingleQuotes(context, words);
  }
  if (found === undefined) throw noCurl(context);
  warnOthers(context, found, others);
  return found;
}

function noCurl(context: Context) {
  return context.error('no_curl', 'There is no curl command in the text.', 0);
}

function warnOthers(context: Context, found: Span, others: number): void {
  if (others > 0)
    context.warn('many_commands', `The text holds ${others + 1} curl commands; this is the first.`, found);
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
  const found = searchFrom(context, range, options);
  if (found !== undefined) return found;
  throw noCurl(context);
}

/** Searches from the start; when prose before the command cannot be lexed, from each line that starts with curl. */
function searchFrom(context: Context, range: Span, options: LexerOptions): Invocation | undefined {
  try {
    const found = search(context, context.text, range, options);
    if (found !== undefined) return found;
  } catch (error) {
    const line = /\n[ \t]*(?=curl[ \t])/g;
    line.lastIndex = range.start;
    const match = line.exec(context.text);
    if (match === null) throw error;
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
  const lexer = new PosixLexer(context, text, range, options, place);
  for (let command = lexer.next(); command !== undefined; command = lexer.next()) {
    const words = curlWords(command.words);
    if (words !== undefined) return complete(context, lexer, command, words, options.scope);
    applyAssignments(command, options.scope);
    const script = depth < MAX_DEPTH ? shellScript(command) : undefined;
    if (script !== undefined) {
      const inner = search(
        context,
        script.text,
        { start: 0, end: script.text.length },
        { ...options, substitutions: [] },
        script,
        depth + 1,
      );
      if (inner !== undefined) return inner;
    }
  }
  if (place !== undefined || depth >= MAX_DEPTH) return undefined;
  const { substitutions } = options;
  for (const substitution of substitutions) {
    if (!text.slice(substitution.start, substitution.end).includes('curl')) continue;
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

function complete(
  context: Context,
  lexer: PosixLexer,
  command: Command,
  words: Word[],
  scope: Scope,
): Invocation {
  if (command.fault !== undefined)
    throw context.error(command.fault.code, command.fault.message, command.fault.at);
  const environment = scope.environment();
  for (const { name, value } of command.assignments) environment.set(name, value);
  for (const { name, value } of prefixAssignments(command.words)) environment.set(name, value);
  const others = lookAround(context, lexer, command);
  const invocation: Invocation = {
    words,
    input: inputOf(command),
    environment,
    dialect: 'posix',
    start: command.start,
    end: command.end,
  };
  warnOthers(context, invocation, others);
  return invocation;
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
    if (context.text.indexOf('curl', last) >= 0)
      for (let next = lexer.next(); next !== undefined; next = lexer.next())
        if (curlWords(next.words) !== undefined) others += 1;
  } catch (error) {
    // What comes after the command is not ours; only its here-documents are.
    if (must && lexer.pending) throw error;
  }
  const text = context.text;
  if (command.terminator !== '' && text.slice(rest).trim() !== '' && command.end === rest)
    context.warn('shell_text', 'The text after the curl command is not part of the request.', {
      start: rest,
      end: text.trimEnd().length,
    });
  return others;
}

function applyAssignments(command: Command, scope: Scope): void {
  const [first, ...rest] = command.words;
  if (first === undefined) {
    for (const { name, value } of command.assignments) scope.set(name, value);
    return;
  }
  if (!['export', 'declare', 'typeset', 'readonly', 'local', 'set'].includes(first.text)) return;
  for (const { text } of rest) {
    const match = /^([A-Za-z_]\w*)(?:=([\s\S]*))?$/.exec(text);
    if (match?.[1] === undefined) continue;
    if (match[2] !== undefined) scope.set(match[1], match[2]);
    if (first.text === 'export') scope.export(match[1]);
  }
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

function inputOf(command: Command): Input | undefined {
  if (command.input !== undefined) return command.input;
  const { piped } = command;
  if (piped === undefined) return undefined;
  const output = outputOf(piped);
  if (output !== undefined) return { kind: 'text', text: output };
  const [program, file, ...more] = piped.words;
  if (program?.text === 'cat' && file !== undefined && more.length === 0 && !file.text.startsWith('-'))
    return { kind: 'file', path: file.text };
  if (program?.text === 'cat' && piped.input?.kind === 'file') return piped.input;
  return { kind: 'unknown' };
}

/** The script of `sh -c '…'` or of a here-document for a shell, with its place. */
function shellScript(command: Command): Word | undefined {
  const names = command.words.map(({ text }) => baseName(text));
  const shell = names.findIndex((name) => SHELLS.has(name));
  if (shell < 0 || (shell > 0 && !WRAPPERS.has(names[0] ?? ''))) return undefined;
  const flag = command.words.findIndex(({ text }, index) => index > shell && /^-[a-z]*c$/.test(text));
  if (flag > 0) return command.words[flag + 1];
  if (command.input?.kind !== 'text') return undefined;
  return { text: command.input.text, start: command.start, end: command.end, from: -1 };
}

/** The arguments after `curl`, when the words run curl, maybe behind a prefix. */
function curlWords(words: readonly Word[]): Word[] | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  if (isCurl(first.text)) return words.slice(1);
  const program = baseName(first.text);
  if (!WRAPPERS.has(program)) return undefined;
  const container = words.findIndex(({ text }) => CONTAINERS.has(baseName(text)));
  if (container >= 0) return containerWords(words.slice(container + 1));
  if (ORCHESTRATORS.has(program)) return orchestratorWords(words);
  return afterCurl(words);
}

function afterCurl(words: readonly Word[]): Word[] | undefined {
  const at = words.findIndex(({ text }, index) => index > 0 && isCurl(text));
  return at < 0 ? undefined : words.slice(at + 1);
}

/** `kubectl exec pod -- curl …`, `kubectl run name --image=curlimages/curl -- …` */
function orchestratorWords(words: readonly Word[]): Word[] | undefined {
  const dashes = words.findIndex(({ text }) => text === '--');
  const rest = dashes < 0 ? [] : words.slice(dashes + 1);
  if (rest[0] !== undefined && isCurl(rest[0].text)) return rest.slice(1);
  const image = words.some(({ text }, index) =>
    CURL_IMAGE.test(
      text.startsWith('--image=') ? text.slice(8) : words[index - 1]?.text === '--image' ? text : '',
    ),
  );
  return image && dashes >= 0 ? rest : afterCurl(words);
}

/** `docker run [options] image [curl] …`, `docker exec container curl …`, `docker compose run service curl …` */
function containerWords(words: readonly Word[]): Word[] | undefined {
  const exec = words.findIndex(({ text }) => text === 'exec');
  const run = words.findIndex(({ text }) => text === 'run');
  if (exec >= 0 && (run < 0 || exec < run)) return afterCurl(words.slice(exec));
  if (run < 0) return undefined;
  let entrypoint = false;
  let at = run + 1;
  for (; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (!text.startsWith('-')) break;
    const [name = '', value] = text.split('=', 2);
    const argument = value ?? words[at + 1]?.text ?? '';
    if (name === '--entrypoint' && isCurl(argument)) entrypoint = true;
    if (value === undefined && CONTAINER_VALUES.has(name)) at += 1;
  }
  const image = words[at]?.text ?? '';
  const rest = words.slice(at + 1);
  if (rest[0] !== undefined && isCurl(rest[0].text)) return rest.slice(1);
  return entrypoint || CURL_IMAGE.test(image) ? rest : undefined;
}

function isCurl(text: string): boolean {
  if (text === 'curl') return true;
  if (!text.endsWith('curl') && !text.toLowerCase().endsWith('curl.exe')) return false;
  return /^(?:[^-\s][^\s=]*[/\\])?(?:curl|curl\.exe)$/i.test(text);
}

function baseName(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
