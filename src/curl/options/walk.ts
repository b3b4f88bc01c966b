/**
 * Options pass: walks the words of a command line, or the lines of a config file, through the option table as curl
 * does (`curl(1)`; tool_getparam.c is the model). Names no option.
 */
import { PARSE_ERROR_CODES, type ParseErrorCode, type WarningCode } from '../../schemas/diagnostics.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { CurlCommand } from '../locate/choose.ts';
import { EMPTY_WORD, type Span, type Word } from '../word.ts';
import { configOptions } from './config-file.ts';
import type { Effect, Option, OptionContext } from './option.ts';
import { warnOfLookalikes, withPlaceholders } from './placeholders.ts';
import { type Sources, sourcesOf } from './sources.ts';
import { LONG_OPTIONS, SHORT_OPTIONS } from './table.ts';
import { Transfer, type Use } from './transfer.ts';

/** What the options of a command ask for: what the request pass starts from. */
export interface CommandLine {
  /** One for each `--next`. */
  readonly transfers: readonly [Transfer, ...Transfer[]];
  readonly sources: Sources;
  readonly environment: ReadonlyMap<string, Word>;
  readonly span: Span;
}

const EFFECT_WARNINGS: Readonly<
  Record<Exclude<Effect, 'used' | 'output' | 'refused'>, [code: WarningCode, text: string]>
> = {
  ignored: ['option_ignored', 'is left out: the request shape cannot express it'],
  none: ['option_no_effect', 'has no effect on an HTTP request'],
  deprecated: ['option_deprecated', 'is deprecated: curl ignores it'],
};

const PREFIXED = /^(no-|expand-)(.*)$/s;

/** Parameters of Invoke-WebRequest, which Windows PowerShell also calls `curl`. No one writes them as clusters of curl's options. */
const CMDLET_PARAMETER =
  /^-(?:Uri|Method|Body|Headers|ContentType|UseBasicParsing|OutFile|InFile|Credential|SessionVariable|WebSession)$|^@\{(?![{}])/i;

/** @throws InputError for what curl refuses */
export function readTransfers(command: CurlCommand, diagnostics: Diagnostics): CommandLine {
  const parameter = command.args.find(({ outline }) => CMDLET_PARAMETER.test(outline));
  if (parameter !== undefined) {
    const isCmdlet = `${parameter.spelled} belongs to PowerShell's Invoke-WebRequest, which Windows PowerShell also calls curl. Copy the cURL command instead.`;
    throw diagnostics.error('not_curl', parameter, isCmdlet);
  }
  const sources = sourcesOf(command, diagnostics);
  const walk = new Walk(sources, diagnostics);
  walk.words(command.args);
  walk.finish();
  warnOfLookalikes(walk.transfers[0], diagnostics);
  const { start, end, environment } = command;
  return { transfers: walk.transfers, sources, environment, span: { start, end } };
}

class Walk implements OptionContext {
  readonly transfers: [Transfer, ...Transfer[]];
  transfer = new Transfer();
  readonly #sources: Sources;
  readonly #diagnostics: Diagnostics;
  /** Options that change only what curl prints or saves, which make one warning together. */
  readonly #shown: Use[] = [];

  constructor(sources: Sources, diagnostics: Diagnostics) {
    this.transfers = [this.transfer];
    this.#sources = sources;
    this.#diagnostics = diagnostics;
  }

  refuse(use: Use, code: ParseErrorCode, message: string = PARSE_ERROR_CODES[code]): never {
    throw this.#diagnostics.error(code, use, `${use.name}: ${message}`);
  }

  warn(use: Use, code: WarningCode, message?: string): void {
    this.#diagnostics.warn(code, use, message);
  }

  /** Warns of what was collected while reading. */
  finish(): void {
    const [first] = this.#shown;
    if (first === undefined) return;
    const names = [...new Set(this.#shown.map(({ name }) => name))];
    const verb = names.length === 1 ? 'changes' : 'change';
    const message = `${names.join(', ')} ${verb} only what curl prints or saves; the request is the same.`;
    this.#diagnostics.warn('output_option', first, message);
  }

  next(use: Use): void {
    if (this.transfer.urls === undefined) this.refuse(use, 'no_url_before_next');
    this.transfer = new Transfer();
    this.transfers.push(this.transfer);
  }

  words(words: readonly Word[]): void {
    let options = true;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index];
      if (word === undefined) continue;
      const text = word.outline;
      if (!options || text[0] !== '-') this.#url(word);
      else if (text === '--') options = false;
      else if (text === '-') throw this.#unknown(word, '-');
      else if (text[1] === '-') {
        if (this.#long(word, words[index + 1])) index += 1;
      } else if (this.#short(word, words[index + 1])) index += 1;
    }
  }

  #url(word: Word): void {
    if (word.isEmpty) throw this.#diagnostics.error('blank_value', word);
    const value = withPlaceholders(word, this.#diagnostics);
    this.transfer.urls ??= [];
    this.transfer.urls.push({ name: '--url', value, start: word.start, end: word.end });
  }

  /** A long option. @returns whether the next word was its value */
  #long(word: Word, next: Word | undefined): boolean {
    const text = word.outline;
    const equals = text.indexOf('=');
    const name = equals < 0 ? text : text.slice(0, equals);
    const plain = LONG_OPTIONS.get(name.slice(2));
    const [, prefix = '', rest = ''] = plain === undefined ? (PREFIXED.exec(name.slice(2)) ?? []) : [];
    const option = plain ?? LONG_OPTIONS.get(rest);
    if (option === undefined) throw this.#unknown(word, word.spelled.slice(0, name.length));
    const place = equals < 0 ? word : word.slice(0, equals);
    const { start, end } = word;
    if (prefix === 'no-' && option.kind !== 'flag') throw this.#diagnostics.error('not_reversible', place);
    const glued = equals < 0 ? undefined : word.slice(equals + 1);
    const value = glued ?? next;
    if (prefix === 'expand-') throw this.#diagnostics.error('variable_expansion', place);
    if (option.kind === 'value') {
      this.#value(option, { name, start, end }, value);
      return glued === undefined;
    }
    if (glued !== undefined) this.#diagnostics.warn('unused_value', { name, start, end });
    this.#apply(option, { name, value: word, start, end }, prefix !== 'no-');
    return false;
  }

  /** A cluster of letters, the last of which may have its value glued on. */
  #short(word: Word, next: Word | undefined): boolean {
    const text = word.outline;
    const { start, end } = word;
    for (let at = 1; at < text.length; at += 1) {
      const option = SHORT_OPTIONS.get(text.charAt(at));
      if (option === undefined) throw this.#unknown(word, word.spelled);
      const name = `-${option.short}`;
      const isGlued = at + 1 < text.length;
      if (option.kind !== 'value') this.#apply(option, { name, value: word, start, end }, !option.shortIsNo);
      else if (isGlued && option.effect === 'refused') {
        // `-header`: curl prints help only for `-h` alone, and otherwise ignores it silently.
        this.#diagnostics.warn('unused_value', { name, start, end });
        return false;
      } else {
        this.#value(option, { name, start, end }, isGlued ? word.slice(at + 1) : next);
        return !isGlued;
      }
    }
    return false;
  }

  #value(option: Option, { name, start, end }: Omit<Use, 'value'>, given: Word | undefined): void {
    if (given === undefined && option.effect !== 'refused')
      throw this.#diagnostics.error('missing_value', { start, end }, `option ${name}: requires parameter`);
    const value = withPlaceholders(given ?? EMPTY_WORD, this.#diagnostics);
    const last = option.effect === 'refused' ? end : Math.max(value.end, end);
    this.#apply(option, { name, value, start, end: last }, true);
  }

  #unknown(word: Word, name: string) {
    return this.#diagnostics.error('unknown_option', word, `option ${name}: is unknown`);
  }

  #apply(option: Option, use: Use, on: boolean): void {
    if (option.effect === 'refused' && on)
      throw this.#diagnostics.error('not_a_request', use, `${use.name} ${option.note} and makes no request.`);
    option.set?.(this, use, on);
    if (option.effect === 'used' || option.effect === 'refused') return;
    const value = option.kind === 'value' ? use.value : undefined;
    this.transfer.extras ??= [];
    this.transfer.extras.push({ name: use.name, value });
    if (option.effect === 'output') {
      this.#shown.push(use);
      return;
    }
    const [code, text] = EFFECT_WARNINGS[option.effect];
    this.#diagnostics.warn(code, use, `${use.name} ${text} (${option.note}).`);
  }

  /** `-K`: reads the config from standard input. The content of a file is unknown. */
  config(use: Use): void {
    const source = this.#sources.read(use.value);
    if (source.kind === 'file') {
      this.transfer.configFile = { ...use, value: source.path };
      return;
    }
    for (const [option, value] of configOptions(source.content, this.#diagnostics)) {
      const isLong = option.outline.startsWith('--');
      const used = isLong ? this.#long(option, value) : this.#short(option, value);
      if (!used && value?.isEmpty === false) throw this.#diagnostics.error('unused_value', value);
    }
  }
}
