/** Locate pass: the curl command, or the shell text, that the words of a command run behind its wrappers. */

import type { Diagnostics, PendingWarning } from '../diagnostics.ts';
import type { Input } from '../shell/command.ts';
import { joinWords, NO_WORDS, Word } from '../word.ts';
import { isShell, WRAPPERS, type Wrapper } from './wrappers.ts';

/** A run of curl without the programs that run it. */
export interface WrappedCurl {
  readonly kind: 'curl';
  readonly program: Word | undefined;
  readonly args: readonly Word[];
  readonly environment: ReadonlyMap<string, Word>;
  /** About the wrappers. */
  readonly warnings: readonly PendingWarning[];
}

/** Shell text that a program runs in a shell of its own. */
interface WrappedScript {
  readonly kind: 'script';
  readonly script: Word;
  readonly environment: ReadonlyMap<string, Word>;
  readonly warnings: readonly PendingWarning[];
}

/** An image that runs curl: `curlimages/curl:8.1`. */
const CURL_IMAGE = /(?:^|\/)curl(?::[^/]*)?(?:@.*)?$/s;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;
/** `$(which curl)` */
const NAMED_BY_SHELL = /^(?:\$\(|`)(?:which|command -v|type -p) curl[)`]$/;
const MAX_WRAPPERS = 10;
/** What stands for an item of `find` and `parallel`. */
const PLACES = /\{(?:\d{1,2}|[./#%]{0,3})\}/g;
const ITEM_COST = 32;

/** Whether the name of a program is that of curl, with or without a path. */
export function isCurl(text: string): boolean {
  if (text === 'curl') return true;
  return (
    /^(?!\/\/)(?:[^\s=:"*`]*[\\/])?curl(?:\.exe)?$/i.test(text) ||
    /^[A-Za-z]:[\\/][^"=:]*[\\/]curl(?:\.exe)?$/i.test(text)
  );
}

function baseName(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
}

/** @returns undefined when the words run no curl, as far as they tell */
export function unwrap(
  words: readonly Word[],
  stdin: Input,
  diagnostics: Diagnostics,
): WrappedCurl | WrappedScript | undefined {
  const warnings: PendingWarning[] = [];
  let rest = words;
  let environment: Map<string, Word> | undefined;
  for (let count = 0; count < MAX_WRAPPERS; count += 1) {
    const program = rest[0];
    if (program === undefined) return undefined;
    const args = rest.slice(1);
    const name = program.outline;
    if (isCurl(name) || NAMED_BY_SHELL.test(program.spelled))
      return { kind: 'curl', program, args, environment: environment ?? NO_WORDS, warnings };
    const wrapper = WRAPPERS.get(baseName(name));
    if (wrapper === undefined) return undefined;
    environment ??= new Map();
    const step = follow(wrapper, args, environment);
    if (step === undefined) return undefined;
    if ('script' in step) return { kind: 'script', script: step.script, environment, warnings };
    const { wrapper: last, command, before } = step;
    if (step.image) return { kind: 'curl', program: undefined, args: command, environment, warnings };
    rest =
      last.items === undefined ? command : withItems(last, before, command, program, diagnostics, warnings);
    const first = rest[0];
    if (first === undefined)
      return last.stdin === true && stdin.kind === 'text'
        ? { kind: 'script', script: stdin.value, environment, warnings }
        : undefined;
    if (last.joins === true) {
      const place = { start: first.start, end: rest.at(-1)?.end ?? first.end };
      const script = rest.length === 1 ? first : joinWords(place, rest, ' ');
      return { kind: 'script', script, environment, warnings };
    }
  }
  return undefined;
}

/** @property image it is one that runs curl */
type Step =
  | { script: Word }
  | { wrapper: Wrapper; before: readonly Word[]; command: readonly Word[]; image: boolean };

function follow(first: Wrapper, words: readonly Word[], environment: Map<string, Word>): Step | undefined {
  let wrapper = first;
  let operands = wrapper.operands ?? 0;
  let image = '';
  let entrypoint: Word | undefined;
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const text = word.outline;
    at += 1;
    if (text === '--') break;
    const assigned = wrapper.assigns === true ? ASSIGNMENT.exec(text) : null;
    if (wrapper.items === 'find') {
      if (/^-(?:exec|execdir|ok)$/.test(text)) break;
    } else if (text.startsWith('-')) {
      const equals = text.startsWith('--') ? text.indexOf('=') : -1;
      const option = equals < 0 ? text : text.slice(0, equals);
      if (wrapper.asks?.split(' ').includes(option)) return undefined;
      const glued = equals < 0 ? undefined : word.slice(equals + 1);
      const script = takesValue(wrapper.scripts, option);
      const takes = script || takesValue(wrapper.values, option);
      const value = glued ?? (takes ? words[at] : undefined);
      if (glued === undefined && takes) at += 1;
      if (script) return value === undefined ? undefined : { script: value };
      if (option === '--image' && value !== undefined) image = value.outline;
      if (option === '--entrypoint') entrypoint = value;
    } else if (wrapper.slashes === true && (text.startsWith('/') || text === '')) continue;
    else if (assigned !== null) environment.set(assigned[1] ?? '', word.slice(assigned[0].length));
    else if (wrapper.verbs !== undefined) {
      if (!Object.hasOwn(wrapper.verbs, text)) return undefined;
      wrapper = wrapper.verbs[text] ?? wrapper;
      operands = wrapper.operands ?? 0;
    } else if (wrapper.image === 'operand' && image === '') {
      image = text;
      break;
    } else if (operands > 0) operands -= 1;
    else {
      at -= 1;
      break;
    }
  }
  const rest = words.slice(at);
  // The arguments replace the program of the image.
  const command = wrapper.image === 'operand' && entrypoint !== undefined ? [entrypoint, ...rest] : rest;
  return { wrapper, before: words.slice(0, at), command, image: runsImage(wrapper, image, command[0]) };
}

/** Whether an option takes the next word: by its name, or as the last of several letters. */
function takesValue(values: string | undefined, option: string): boolean {
  const options = values?.split(' ') ?? [];
  if (option.startsWith('--') || option.length === 2) return options.includes(option);
  const index = [...option].findIndex((letter) => options.includes(`-${letter}`));
  return index > 0 && index === option.length - 1;
}

/** Whether what follows are the arguments of an image's curl: its entry point runs a program that is named first. */
function runsImage({ image: kind }: Wrapper, image: string, first: Word | undefined): boolean {
  const program = first === undefined ? '' : first.outline;
  return kind !== undefined && CURL_IMAGE.test(image) && !isCurl(program) && !isShell(baseName(program));
}

/** The first run of what is run for each item: the items are unresolved values, whatever the text says of them. */
function withItems(
  { items: kind }: Wrapper,
  options: readonly Word[],
  words: readonly Word[],
  program: Word,
  diagnostics: Diagnostics,
  warnings: PendingWarning[],
): readonly Word[] {
  const name = kind === 'find' ? 'FILE' : 'ITEM';
  const { start, end } = program;
  const message = `${kind} inserts an item here on each run: give its value.`;
  const warning = { code: 'variable', message, start, end } as const;
  const item = diagnostics.unresolved.value(name, `$${name}`, { warning });
  const repeats = `${kind} runs the command once for each item; this is one run.`;
  warnings.push({ code: 'many_requests', place: { start, end }, message: repeats });
  const last = kind === 'xargs' ? -1 : words.findIndex((word) => /^(?:[;+]|:::.*)$/.test(word.outline));
  const command = last < 0 ? words : words.slice(0, last);
  const marker = kind === 'xargs' ? markerOf(options) : PLACES;
  let isFilled = kind === 'find' || (kind === 'xargs' && marker !== undefined);
  const fill = (word: Word) => {
    isFilled = true;
    diagnostics.fillIn(ITEM_COST, word.start);
    return Word.unresolved(item, word);
  };
  const filled = marker === undefined ? command : command.map((word) => word.fill(marker, () => fill(word)));
  return isFilled ? filled : [...filled, Word.unresolved(item, program, false)];
}

/** What stands for an item of xargs: the value of `-I`. */
function markerOf(options: readonly Word[]): RegExp | undefined {
  const written = options.map((word) => word.outline).join(' ');
  const [, glued, next] = /(?:^| )-[a-zA-Z0-9]*[Ii](\S*)(?: (\S+))?/.exec(written) ?? [];
  const marker = glued === undefined ? '' : glued || next || '{}';
  return marker === '' ? undefined : new RegExp(marker.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'g');
}
