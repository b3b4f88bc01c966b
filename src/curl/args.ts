/**
 * Walks the words of a command line, or the lines of a config file, through the option table as curl does
 * (`curl(1)`; tool_getparam.c and tool_parsecfg.c are the models). Names no option.
 */

import type { Context, Span, Word } from './context.ts';
import { Expander } from './expand.ts';
import { added, newOperation, type Operation, type Use } from './operation.ts';
import { type Effect, longOption, type Option, shortOption, type Target } from './options.ts';
import { readSource, type StandardInput } from './standard-input.ts';
import type { WarningCode } from './warnings.ts';

const EFFECT_WARNINGS: Readonly<Record<Exclude<Effect, 'used' | 'refused'>, WarningCode>> = {
  output: 'output_option',
  ignored: 'option_ignored',
  none: 'option_no_effect',
  deprecated: 'option_deprecated',
};

export class ArgumentWalker implements Target {
  readonly operations: [Operation, ...Operation[]];
  /** The operation that options now belong to. */
  operation: Operation;
  readonly #context: Context;
  readonly #input: StandardInput;
  readonly #environment: ReadonlyMap<string, string>;
  #expanding: Expander | undefined;
  /** What is being set right now, for the row's warnings and errors. */
  #use: Use | undefined;

  constructor(context: Context, input: StandardInput, environment: ReadonlyMap<string, string>) {
    this.#context = context;
    this.#input = input;
    this.#environment = environment;
    this.operation = newOperation();
    this.operations = [this.operation];
  }

  get #expander(): Expander {
    this.#expanding ??= new Expander(this.#context, this.#input, this.#environment);
    return this.#expanding;
  }

  refuse(code: string, message: string, at?: number): never {
    throw this.#context.error(code, message, at ?? this.#use?.start ?? 0);
  }

  warn(code: WarningCode, message: string): void {
    if (this.#use !== undefined) this.#context.warn(code, message, this.#use, this.#use.name);
  }

  variable(use: Use): void {
    this.#expander.define(use);
  }

  /**
   * @param from index of the first argument
   * @throws InputError for what curl refuses
   */
  walk(words: readonly Word[], from: number): void {
    let options = true;
    for (let index = from; index < words.length; index += 1) {
      const word = words[index];
      if (word === undefined) continue;
      const { text } = word;
      if (!options || text.charCodeAt(0) !== 0x2d) this.#url(word);
      else if (text === '--') options = false;
      else if (text === '-') throw this.#context.error('unknown_option', 'option -: is unknown', word.start);
      else if (text.charCodeAt(1) === 0x2d) {
        if (this.#long(word, text.slice(2), text, words[index + 1])) index += 1;
      } else if (this.#short(word, words[index + 1])) index += 1;
    }
  }

  #url(word: Word): void {
    if (word.text === '')
      throw this.#context.error(
        'blank_value',
        'option : blank argument where content is expected',
        word.start,
      );
    const { operation } = this;
    operation.urls = added(operation.urls, { name: '--url', value: word, start: word.start, end: word.end });
  }

  /**
   * A long option.
   * @param spelled what follows the dashes
   * @param name as written, for messages
   * @returns whether the next word was its value
   */
  #long(word: Word, spelled: string, name: string, next: Word | undefined): boolean {
    const exact = longOption(spelled);
    if (exact?.kind === 'value' && exact.effect !== 'refused' && next !== undefined) {
      this.#apply(exact, { name, value: next, start: word.start, end: next.end }, true);
      return true;
    }
    let key = spelled;
    let on = true;
    let expand = false;
    let glued: Word | undefined;
    const equals = spelled.indexOf('=');
    if (equals >= 0) {
      const at = word.text.length - spelled.length + equals + 1;
      key = spelled.slice(0, equals);
      glued = {
        text: word.text.slice(at),
        start: word.start,
        end: word.end,
        from: word.from < 0 ? -1 : word.from + at,
        open: false,
      };
    }
    if (key.startsWith('no-')) {
      on = false;
      key = key.slice(3);
    } else if (key.startsWith('expand-')) {
      expand = true;
      key = key.slice(7);
    }
    const option = longOption(key);
    const label = equals < 0 ? name : name.slice(0, name.length - (spelled.length - equals));
    if (option === undefined)
      throw this.#context.error('unknown_option', `option ${label}: is unknown`, word.start);
    if (!on && option.kind !== 'flag')
      throw this.#context.error(
        'not_reversible',
        `option ${label}: the given option cannot be reversed with a --no- prefix`,
        word.start,
      );
    if (option.kind !== 'value') {
      if (expand && (next !== undefined || glued !== undefined))
        throw this.#context.error(
          'variable_expansion',
          `option ${label}: variable expansion failure`,
          word.start,
        );
      if (glued !== undefined)
        this.#context.warn(
          'unused_value',
          `${label} takes no value; curl does not use this one.`,
          word,
          label,
        );
      this.#apply(option, { name: label, value: word, start: word.start, end: word.end }, on);
      return false;
    }
    if (option.effect === 'refused' || (glued ?? next) === undefined) this.#missing(option, label, word);
    const value = glued ?? next ?? word;
    const expanded = expand ? this.#expander.expand(value) : value;
    this.#apply(option, { name: label, value: expanded, start: word.start, end: value.end }, on);
    return glued === undefined;
  }

  /** A cluster of letters, the last of which may have its value glued on. */
  #short(word: Word, next: Word | undefined): boolean {
    const { text } = word;
    for (let at = 1; at < text.length; at += 1) {
      const option = shortOption(text.charCodeAt(at));
      if (option === undefined)
        throw this.#context.error('unknown_option', `option ${text}: is unknown`, word.start);
      const name = option.shortName;
      if (option.kind !== 'value') {
        this.#apply(option, { name, value: word, start: word.start, end: word.end }, !option.shortIsNo);
        continue;
      }
      if (at + 1 < text.length) {
        const from = word.from < 0 ? -1 : word.from + at + 1;
        const value: Word = {
          text: text.slice(at + 1),
          start: from < 0 ? word.start : from,
          end: word.end,
          from,
          open: false,
        };
        // `-header`: curl prints help only for a `-h` with nothing glued on, and else goes on without a word.
        if (option.effect === 'refused')
          this.#context.warn(
            'unused_value',
            `curl does not use ${text}; only ${name} alone prints help.`,
            word,
            name,
          );
        else this.#apply(option, { name, value, start: word.start, end: word.end }, true);
        return false;
      }
      if (option.effect === 'refused' || next === undefined) this.#missing(option, name, word);
      const value = next ?? word;
      this.#apply(option, { name, value, start: word.start, end: value.end }, true);
      return true;
    }
    return false;
  }

  #missing(option: Option, name: string, at: Span): never {
    if (option.effect === 'refused')
      throw this.#context.error('not_a_request', `${name} ${option.note} and makes no request`, at.start);
    throw this.#context.error('missing_value', `option ${name}: requires parameter`, at.start);
  }

  #apply(option: Option, use: Use, on: boolean): void {
    if (option.effect === 'refused' && on) this.#missing(option, use.name, use);
    this.#use = use;
    option.set?.(this, use, on);
    if (option.effect === 'used' || option.effect === 'refused') return;
    this.#context.warn(EFFECT_WARNINGS[option.effect], use.name + option.remark, use, use.name);
  }

  next(): void {
    if (this.operation.urls.length === 0) this.refuse('no_url_before_next', 'missing URL before --next');
    this.operation = newOperation();
    this.operations.push(this.operation);
  }

  /** `-K`: what stands on standard input is read; a file is not known. */
  config(use: Use): void {
    const source = readSource(use.value.text, this.#input);
    if ('path' in source) {
      const name = source.path;
      this.#context.warn(
        'config_file',
        `The options in ${name === '-' ? 'standard input' : name} are not known.`,
        use,
        use.name,
      );
      return;
    }
    for (const line of source.text.split('\n')) this.#configLine(line, use);
  }

  #configLine(line: string, place: Span): void {
    const start = line.replace(/\r$/, '');
    if (/^[ \t]*(?:#|$)/.test(start)) return;
    // Since curl 8.x an indented line has no option's name in front; older ones skipped the blanks.
    if (isBlank(start[0]))
      throw this.#context.error(
        'unknown_option',
        'config: an indented line is an unknown option to curl',
        place.start,
      );
    const dashed = start.startsWith('-');
    let at = 0;
    while (at < start.length && !isBlank(start[at]) && !(!dashed && isSeparator(start[at]))) at += 1;
    const name = start.slice(0, at);
    while (at < start.length && (isBlank(start[at]) || (!dashed && isSeparator(start[at])))) at += 1;
    const quoted = start[at] === '"';
    const text = quoted ? unquoteConfig(start.slice(at + 1)) : (/^\S*/.exec(start.slice(at))?.[0] ?? '');
    const value: Word | undefined =
      quoted || text !== '' ? { text, start: place.start, end: place.end, from: -1 } : undefined;
    const word: Word = { text: name, start: place.start, end: place.end, from: -1 };
    const used =
      dashed && name[1] !== '-'
        ? this.#short(word, value)
        : this.#long(word, name.replace(/^--/, ''), name, value);
    if (!used && value !== undefined && text !== '')
      throw this.#context.error(
        'unused_value',
        `config: ${name}: had unsupported trailing garbage`,
        place.start,
      );
  }
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';
const isSeparator = (char: string | undefined): boolean => char === '=' || char === ':';

const CONFIG_ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', v: '\v' };

/** A config value up to its closing quote, backslash escapes undone. */
function unquoteConfig(text: string): string {
  let value = '';
  for (let at = 0; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] !== '\\') {
      value += text[at] ?? '';
      continue;
    }
    at += 1;
    const char = text[at] ?? '';
    value += CONFIG_ESCAPES[char] ?? char;
  }
  return value;
}
