/** Public playgrounds as pages, rendered once for each version and cached. */

import type { Library } from '../codegen/emitter.ts';
import { EMITTERS, generateCode, type Language } from '../codegen/index.ts';
import { type Conversion, convert } from '../conversions/index.ts';
import { parseCurl } from '../curl/index.ts';
import { ApiError, InputError, invalid, unescapePointer } from '../errors.ts';
import { type Encoding, encodingsByText, variableNames } from '../request/variables.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { missingText, type Typed } from './views/fields.tsx';
import { variableMarks } from './views/marks.ts';
import type { ParseResult } from './views/parse-result.tsx';
import type { Shared } from './views/playground.tsx';
import type { Program } from './views/programs.tsx';

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries(EMITTERS).map(([language, { title }]) => [language, title]),
);

/** A language as people write it. */
export const titleOf = (language: string): string => TITLES.get(language) ?? language;

/** The programs of a request with each library; a language whose generator refuses it is left out. */
export function programsOf(request: ParsedRequest, languages: readonly Language[]): Program[] {
  return languages.flatMap((language) => {
    const write = ({ name }: Library) => ({
      title: titleOf(language),
      ...generateCode(request, language, name),
    });
    try {
      const [first, ...others]: readonly [Library, ...Library[]] = EMITTERS[language].libraries;
      return [{ ...write(first), others: others.map(write) }];
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
}

/**
 * The command of a form. Browsers send line ends as CRLF, which the command did not have.
 * @throws ApiError invalid_request for one that is longer than a playground's may be
 */
export function commandOf(form: Form | undefined): string {
  const command = text(form, 'curl_command').replaceAll('\r\n', '\n');
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
    throw new ApiError('invalid_request', `The command is longer than ${MAX_COMMAND_BYTES / 1024} KiB.`);
  return command;
}

/** A text as a command: what is none of curl's is converted where it can be, and a message says so. */
export function convertedCommand(text: string): { command: string; conversion: Conversion | undefined } {
  const conversion = convert(text);
  return { command: conversion?.command ?? text, conversion };
}

/** A form's fields, or a query's. */
export type Form = Readonly<Record<string, string | string[] | undefined>>;

/** The one value of a field; empty where there is none. */
export function text(form: Form | undefined, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value : '';
}

/** All values of a field. */
export function list(form: Form | undefined, name: string): string[] {
  return [form?.[name] ?? []].flat();
}

/** Parses a command for a page, which also shows why one is refused. */
export function readCommand(command: string): ParseResult {
  try {
    return { request: parseCurl(command), problem: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, offset } = error.issues[0];
    return { request: undefined, problem: { message, ...(offset === undefined ? {} : { offset }) } };
  }
}

/** What the page of a playground shows. */
export function toShared(playground: StoredPlayground): Shared {
  const { id, name, curl_command: command, languages, public_runs: runs, variables } = playground;
  const { request, problem } = readCommand(command);
  const programs = request === undefined ? [] : programsOf(request, languages);
  const names = request === undefined ? [] : variableNames(request);
  const fields = [...names].map((name) => variables.find((one) => one.name === name) ?? { name });
  const encodings = request === undefined ? [] : encodingsIn(command, request);
  return { id, name, command, request, problem, programs, runs, fields, encodings };
}

/**
 * How a value is written at each place where a variable stands in a command, so that the command sends what the request
 * does. The command is read once more with a mark at each place: where curl itself encodes (`--data-urlencode`), the mark's
 * comma is not found in the request, and the value is written as it is.
 */
function encodingsIn(command: string, request: ParsedRequest): Encoding[] {
  const byText = encodingsByText(request);
  const places = variableMarks(command, request.variables ?? []);
  const marks = places.map(({ start, end }, index) => {
    const found = byText.get(command.slice(start, end)) ?? new Set();
    return found.size === 0 || (found.size === 1 && found.has('none')) ? undefined : `Pg${index},v`;
  });
  if (marks.every((mark) => mark === undefined)) return places.map(() => 'none');
  let marked = '';
  let from = 0;
  for (const [index, { start, end }] of places.entries()) {
    marked += command.slice(from, start) + (marks[index] ?? command.slice(start, end));
    from = end;
  }
  const { request: read } = readCommand(marked + command.slice(from));
  if (read === undefined) return places.map(() => 'none');
  const variables = marks.flatMap((mark) => (mark === undefined ? [] : [{ name: mark, text: mark }]));
  const found = encodingsByText({ ...read, variables });
  return marks.map((mark) => [...(found.get(mark ?? '') ?? [])].find((one) => one !== 'none') ?? 'none');
}

/** What a form of a page says: the values, and whether they are inserted as typed. */
export function typedIn(form: Form): Typed {
  return { values: typedValues(form), verbatim: text(form, 'verbatim') !== '' };
}

/**
 * Runs what a form asks for. A missing value is reported in the words of the page, which may be older than the command.
 * @param onMissing what to do instead of refusing
 * @throws ApiError, InputError
 */
export async function runTyped<T>(run: () => Promise<T>, onMissing?: () => T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const issue =
      error instanceof InputError ? error.issues.find(({ code }) => code === 'missing_variable') : undefined;
    if (issue === undefined) throw error;
    if (onMissing !== undefined) return onMissing();
    const { code, field } = issue;
    const name = unescapePointer(field.replace('/variables/', ''));
    const message = `${missingText(name)}. If it has no field, reload the page.`;
    throw invalid(field, code, message);
  }
}

/** What was typed for the variables of a command: the fields called `variable:NAME` that are not empty. */
function typedValues(form: Form): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(form))
    if (name.startsWith('variable:') && typeof value === 'string' && value !== '')
      values.set(name.slice('variable:'.length), value);
  return values;
}
