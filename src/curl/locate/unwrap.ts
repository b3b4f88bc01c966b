/** Locate pass: the curl command, or the shell text, that the words of a command run behind its wrappers. */
import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import type { Command, Input } from '../shell/command.ts';
import { joinWords, type Word } from '../word.ts';

/** What the words of a command run behind its wrappers. */
export interface Run {
  readonly kind: 'curl' | 'script';
  /** The program, or text that runs in another shell. */
  readonly word: Word;
  readonly args: readonly Word[];
  readonly environment: Map<string, Word>;
  /** About the wrappers. */
  readonly warnings: PendingWarning[];
}

/** A program that runs another command. */
interface Wrapper {
  /** How many words come before the command at most, options aside: a verb, a host, a container, a number of seconds. */
  readonly operands: number;
  /** The command is shell text: all words joined with blanks, or standard input. */
  readonly joins?: true;
  /** The command is the value of `-c`, or standard input. */
  readonly isShell?: true;
}

/** The wrappers by the names of their programs. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries<Wrapper>({
    'sudo doas env time command exec nice nohup builtin setsid stdbuf retry torsocks unbuffer caffeinate noglob xargs parallel':
      { operands: 0 },
    'timeout gtimeout': { operands: 1 },
    'kubectl oc': { operands: 2 },
    'docker podman nerdctl docker-compose': { operands: 3 },
    'eval watch': { operands: 0, joins: true },
    ssh: { operands: 1, joins: true },
    'sh bash zsh dash ksh ash fish su': { operands: 0, isShell: true },
    'cmd cmd.exe start call': { operands: 0 },
  }).flatMap(([names, wrapper]) => names.split(' ').map((name) => [name, wrapper])),
);

/** Options whose value may be the name of a program. */
const NAMING = /^--(?:name|entrypoint|hostname|network|container)$/;
/** Programs that install curl, look it up or print a text with its name. */
export const NO_RUNNERS =
  /^(?:apk|apt|apt-get|yum|dnf|brew|pacman|zypper|choco|scoop|winget|snap|which|type|man|echo|printf|grep)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;
/** An image that runs curl: `curlimages/curl:8.1`. */
const CURL_IMAGE = /\/curl[:@][^/]*$/;
/** The same, also without a version, as the value of an option. */
const IMAGE_OF_CURL = /\/curl(?:[:@][^/]*)?$/;
const MAX_WRAPPERS = 10;
const ITEMS = 'This runs the command for several items. Write the command for one of them.';

/** The name of curl, with or without a path. */
const NAME = /^(?:(?!\/\/)(?:[^\s=:"*`]*[\\/])?|[A-Za-z]:[\\/][^"=:]*[\\/])curl(?:\.exe)?$/i;

const wrapperOf = ({ outline }: Word): Wrapper | undefined =>
  WRAPPERS.get(outline.slice(Math.max(outline.lastIndexOf('/'), outline.lastIndexOf('\\')) + 1));

const isProgram = (word: Word): boolean =>
  word.text === 'curl' || NAME.test(word.outline) || CURL_IMAGE.test(word.outline);

/** What is known while the wrappers are taken away. */
type Found = Pick<Run, 'environment' | 'warnings'> & {
  readonly stdin: Input;
  readonly diagnostics: Diagnostics;
};

/**
 * @returns undefined when the words run no curl, as far as they tell
 * @throws InputError for xargs and parallel
 */
export function unwrap({ words, stdin }: Command, diagnostics: Diagnostics): Run | undefined {
  const run = runOf(words, { stdin, diagnostics, environment: new Map(), warnings: [] }, MAX_WRAPPERS);
  const xargs =
    run && words.find(({ text = '', start }) => /^(?:xargs|parallel)$/.test(text) && start < run.word.start);
  if (xargs !== undefined) throw diagnostics.error('missing_value', xargs, ITEMS);
  return run;
}

function runOf([program, ...args]: readonly Word[], found: Found, limit: number): Run | undefined {
  if (program === undefined || limit === 0) return undefined;
  if (isProgram(program)) {
    const curl = { kind: 'curl', word: program, args, ...found } as const;
    const [next] = args;
    if (program.text === 'curl' || next === undefined) return curl;
    // The entry point of an image runs a program that is named first; a URL that ends like one is none.
    const isNamed = /^(?:\/(?:usr\/)?bin\/)?[\w.-]+$/.test(next.text ?? '');
    return isNamed && (isProgram(next) || wrapperOf(next)?.isShell) ? runOf(args, found, limit - 1) : curl;
  }
  const wrapper = wrapperOf(program);
  // `command -v curl` only asks.
  const asks = program.text === 'command' && /^-[vV]$/.test(args[0]?.outline ?? '');
  if (wrapper === undefined || asks) return undefined;
  if (wrapper.isShell) {
    const option = args.findIndex(({ outline }) => /^(?:-\w*c|--command)$/.test(outline));
    return scriptOf(option < 0 ? [] : args.slice(option + 1, option + 2), found);
  }
  const at = commandAt(wrapper, args, found.environment);
  const rest = args.slice(at);
  if (wrapper.joins) return scriptOf(rest, found);
  return runOf([...imageOf(wrapper, args.slice(0, at)), ...rest], found, limit - 1);
}

/** The image whose entry point runs curl: `kubectl run NAME --image=curlimages/curl -- -s URL`. */
function imageOf({ operands }: Wrapper, options: readonly Word[]): Word[] {
  const image = operands > 1 && options.find(({ outline }) => IMAGE_OF_CURL.test(outline));
  return image ? [image.slice(image.outline.indexOf('=') + 1)] : [];
}

/** Words joined with blanks as shell text; standard input if there are no words. */
function scriptOf(words: readonly Word[], found: Found): Run | undefined {
  const { stdin } = found;
  const [first] = words;
  const input = stdin.kind === 'text' ? stdin.value : undefined;
  const place = { start: first?.start ?? 0, end: words.at(-1)?.end ?? 0 };
  const word = first === undefined ? input : words.length === 1 ? first : joinWords(place, words, ' ');
  return word && { kind: 'script', word, args: [], ...found };
}

/** The same for a command that is not the one that is read: what it would be refused for does not matter. */
export function tryUnwrap(command: Command, diagnostics: Diagnostics): Run | undefined {
  try {
    return unwrap(command, diagnostics);
  } catch {
    return undefined;
  }
}

/** Where the command of a wrapper begins. A word behind an option may be its value. */
function commandAt(
  { operands, joins }: Wrapper,
  words: readonly Word[],
  environment: Map<string, Word>,
): number {
  const dashes = words.findIndex(({ outline }) => outline === '--');
  if (dashes >= 0 && operands > 1) return dashes + 1;
  const isEnd = (word: Word) =>
    isProgram(word) || (wrapperOf(word) && word.text !== 'exec') || (joins && /curl\s/.test(word.outline));
  let left = operands;
  for (const [at, word] of words.entries()) {
    const text = word.outline;
    const before = words[at - 1]?.outline ?? '';
    if (NAMING.test(before)) continue;
    if (NO_RUNNERS.test(text)) return words.length;
    if (isEnd(word)) return at;
    const [assignment, name] = ASSIGNMENT.exec(text) ?? [];
    if (name !== undefined) environment.set(name, word.slice(assignment?.length ?? 0));
    else if (!/^-|^\/\w?$/.test(text) && !/^-(?!-$)[^=]*$/.test(before)) left -= 1;
    if (left < 0) return at;
  }
  return words.length;
}
