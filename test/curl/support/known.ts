/**
 * Cases with a written expectation, for texts that a shell cannot judge: placeholders, several commands, other readings.
 * One file a matter in `test/curl/known`. A case is `### title`, directives, and the text up to the next case:
 * - `#: send METHOD URL`: what the parser returns; `#: sends`: anything but a refusal
 * - `#: body JSON`: the body as a JSON string (`any` for one that is not compared), none without the directive;
 *   `#: body_file NAME`
 * - `#: header Name: value`: a header that is there, among others
 * - `#: variable name=text`: an unresolved variable (any name before `=` when it is empty); there are no others
 * - `#: taken 2/3`: the warning `many_commands` says that this is the second of three; `any/3`, `1/2|2/2`
 * - `#: warn code` and `#: quiet code`: a warning is there (`any` for some warning), or not
 * - `#: hint text`: a warning `looks_like_placeholder` spans this text
 * - `#: refused`: the text is refused; `#: or refused`: a refusal is as good
 * A line of the text that ends with `\r` has a Windows line end.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedRequest } from '../../../src/schemas/request-shape.ts';

const FOLDER = join(import.meta.dirname, '..', 'known');

export interface KnownCase {
  title: string;
  text: string;
  directives: { name: string; value: string }[];
}

export const knownFiles = (): string[] => readdirSync(FOLDER).sort();

export function readKnown(file: string): KnownCase[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.replace(/\n+$/, '').split('\n');
      const isDirective = (line: string) => line.startsWith('#: ');
      const from = lines.findIndex((line) => !isDirective(line));
      const directives = lines.slice(0, from).map((line) => {
        const [, name = '', value = ''] = /^#: (\w+) ?(.*)$/.exec(line) ?? [];
        return { name, value };
      });
      const text = lines.slice(from).join('\n').replace(/\\r$/, '\\r\n').replaceAll('\\r\n', '\r\n');
      return { title, text, directives };
    });
}

/** What is wrong with the parser's result (undefined for a refusal), in sentences. */
export function problemsOf({ text, directives }: KnownCase, parsed: ParsedRequest | undefined): string[] {
  const has = (name: string, value?: string) =>
    directives.some((directive) => directive.name === name && (value ?? directive.value) === directive.value);
  if (parsed === undefined) return has('refused') || has('or', 'refused') ? [] : ['it is refused'];
  if (has('refused')) return [`it is parsed: ${parsed.method} ${parsed.url}`];
  const problems = directives.flatMap(({ name, value }) => CHECKS[name]?.(parsed, value, text) ?? []);
  if (has('send')) {
    const isUndescribed = !has('body') && !has('body_file');
    if (isUndescribed && (parsed.body ?? parsed.body_file) !== undefined) problems.push('it has a body');
    const count = directives.filter((directive) => directive.name === 'variable').length;
    const variables = parsed.variables ?? [];
    if (variables.length !== count) problems.push(`variables ${JSON.stringify(variables)}`);
  }
  return problems;
}

type Check = (parsed: ParsedRequest, value: string, text: string) => string[];

/** The codes are strings here: the tests name some before the parser does. */
const warningsOf = ({ warnings = [] }: ParsedRequest) =>
  warnings.map(({ code, message, start, end }) => ({ code: String(code), message, start, end }));

const CHECKS: Readonly<Record<string, Check>> = {
  send({ method, url }, value) {
    const [wanted = '', address = ''] = value.split(/ (.*)/s);
    const same = wanted === method && address === url.replace(/^(https?:\/\/[^/]+)\/$/, '$1/');
    return same ? [] : [`${method} ${url}`];
  },
  body({ body }, value) {
    if (value === 'any') return body === undefined ? ['no body'] : [];
    return JSON.stringify(body) === JSON.stringify(JSON.parse(value)) ? [] : [`body ${JSON.stringify(body)}`];
  },
  body_file({ body_file: file }, value) {
    return file === value ? [] : [`body_file ${file}`];
  },
  header({ headers }, value) {
    const [name = '', wanted] = value.split(/: (.*)/s);
    return headers[name] === wanted ? [] : [`header ${name}: ${headers[name]}`];
  },
  variable({ variables = [] }, value) {
    const [, name = '', written] = /^(\w*)=(.*)$/s.exec(value) ?? [];
    const isThere = variables.some((one) => one.text === written && (name === '' || one.name === name));
    return isThere ? [] : [`variables ${JSON.stringify(variables)}`];
  },
  warn(parsed, value) {
    const codes = warningsOf(parsed).map(({ code }) => code);
    return (value === 'any' ? codes.length > 0 : codes.includes(value)) ? [] : [`warnings ${codes}`];
  },
  quiet(parsed, value) {
    const found = warningsOf(parsed).filter(({ code }) => code === value);
    return found.map(({ message }) => `${value}: ${message}`);
  },
  hint(parsed, value, text) {
    const points = Array.from(text);
    const hints = warningsOf(parsed)
      .filter(({ code }) => code === 'looks_like_placeholder')
      .map(({ start, end }) => points.slice(start, end).join(''));
    return hints.includes(value) ? [] : [`hints ${JSON.stringify(hints)}`];
  },
  taken(parsed, value) {
    const messages = warningsOf(parsed).flatMap(({ code, message }) =>
      code === 'many_commands' ? [message] : [],
    );
    if (messages.length !== 1) return [`${messages.length} warnings many_commands`];
    return value.split('|').some((place) => placeOf(messages[0] ?? '', place)) ? [] : messages;
  },
};

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** Whether a message has a place such as `2/3` in words or digits. */
export function placeOf(message: string, place: string): boolean {
  const [taken = '', count = ''] = place.split('/');
  const total = `\\b(?:${NUMBERS[Number(count) - 1]}|${count})\\b`;
  const ordinal =
    taken === 'any' ? `(?:${ORDINALS.join('|')}|\\d)` : `\\b(?:${ORDINALS[Number(taken) - 1]}|${taken})`;
  return new RegExp(`${ordinal}.*${total}`, 'is').test(message);
}
