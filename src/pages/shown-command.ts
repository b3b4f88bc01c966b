/** What pages show of commands: the request, its programs, its variables. Large commands are read in the pool. Pure. */
import { EMITTERS, generateCode, type Language } from '../codegen/index.ts';
import { type Conversion, convert } from '../conversions/index.ts';
import { parseCurl } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import { withHints } from '../request/hints.ts';
import { isSecretName } from '../request/secret-names.ts';
import { type Encoding, encodingsByText, fillVariables, variableNames } from '../request/variables.ts';
import { pooled } from '../runtime/pool.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import { reasonsAgainstForm } from '../services/rewrite-command.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { type Shared, untouched } from './views/fields.tsx';
import { variableMarks } from './views/marks.ts';
import type { ParseResult } from './views/parse-result.tsx';
import type { Program } from './views/programs.tsx';

/** The programs of a request with each library; a language whose generator refuses it is left out. */
export function programsOf(request: ParsedRequest | undefined, languages: readonly Language[]): Program[] {
  if (request === undefined) return [];
  return languages.flatMap((language) => {
    const { title, libraries } = EMITTERS[language];
    try {
      return libraries.map(({ name: library }) => {
        const program = { title, ...generateCode(request, language, { library }) };
        // A command is the same in both styles but for a line.
        if (language === 'curl') return program;
        const minimal = { title, ...generateCode(request, language, { library, style: 'minimal' }) };
        return { ...program, minimal };
      });
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
}

/** The command as the other shells have it. */
const shellsOf = (request: ParsedRequest | undefined): readonly Program[] =>
  programsOf(request, ['curl']).slice(1);

/** Converts a text that is not a curl command to one, if possible; a message of the conversion says so. */
export function convertedCommand(text: string): { command: string; conversion: Conversion | undefined } {
  const conversion = convert(text);
  return { command: conversion?.command ?? text, conversion };
}

/** Parses a command for a page, which also shows why one is refused. */
export function readCommand(command: string): ParseResult {
  try {
    return { request: withHints(parseCurl(command)), problem: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, offset } = error.issues[0];
    return { request: undefined, problem: { message, ...(offset === undefined ? {} : { offset }) } };
  }
}

/** What the commands of a list call; undefined for one that can no longer be read. */
export const targetsOf = pooled(
  'read the commands of a list',
  (commands: readonly string[]) =>
    commands.map((command) => {
      const { request } = readCommand(command);
      return request && { method: request.method, url: request.url };
    }),
  { size: (commands) => commands.reduce((sum, { length }) => sum + length, 0) },
);

/** A command that is no playground yet. */
const UNNAMED = { id: '', name: '', description: '', public_runs: false, variables: [] };

/** The fields of a playground that its page shows. */
type ShownPlayground = Pick<
  StoredPlayground,
  'id' | 'name' | 'description' | 'curl_command' | 'languages' | 'public_runs' | 'variables'
>;

/** What the page of a playground shows. */
export function toShared(playground: ShownPlayground): Shared {
  const { id, name, description, curl_command: command, languages, variables } = playground;
  const { request, problem }: ParseResult =
    command.trim() === '' ? { request: undefined, problem: undefined } : readCommand(command);
  const names = request === undefined ? [] : variableNames(request);
  const fields = [...names].map((name) => variables.find((one) => one.name === name) ?? { name });
  // As the script of the page fills them in.
  const { values } = untouched({ fields: fields.filter(({ secret }) => !secret) });
  const filled = request && values.size > 0 ? fillVariables(request, values) : request;
  const programs = programsOf(filled, languages);
  const shells = shellsOf(filled);
  const encodings = request === undefined ? [] : encodingsIn(command, request);
  const runs = playground.public_runs;
  return { id, name, description, command, shells, request, problem, programs, runs, fields, encodings };
}

/**
 * Returns how a value is written at each variable of a command, so that the command sends what the request
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

/** Reads a pasted text: the command in it, or that it is converted to, and the names of its variables. */
export const readPasted = pooled('read a pasted text', (text: string) => {
  const { command } = convertedCommand(text);
  const { request } = command.trim() === '' ? {} : readCommand(command);
  return { command, names: request === undefined ? [] : [...variableNames(request)] };
});

/** Reads a text as a page shows it: converted where it is no command, with its request and its programs. */
export const showCommand = pooled(
  'show a command',
  ({ text, languages }: { text: string; languages: readonly Language[] }) => {
    const { command, conversion } = convertedCommand(text);
    const shown = toShared({ ...UNNAMED, curl_command: command, languages: [...languages] });
    const fields = shown.fields.map(({ name }) => (isSecretName(name) ? { name, secret: true } : { name }));
    return { ...shown, fields, conversion };
  },
  { size: ({ text, languages }) => text.length * (1 + languages.length) },
);

/** Reads the command of a playground as its page shows it. */
export const showPlayground = pooled('show a playground', toShared, {
  size: ({ curl_command: command, languages }) => command.length * (2 + languages.length),
});

/** What the editor shows of a text; of the languages, only the first is used: the one whose tab is in view. */
export const preview = pooled(
  'preview a command',
  ({ text, languages }: { text: string; languages: readonly Language[] }) => {
    const { conversion } = convertedCommand(text);
    const result: ParseResult =
      text.trim() === '' ? { request: undefined, problem: undefined } : readCommand(text);
    const programs = programsOf(result.request, languages.slice(0, 1));
    const reasons = result.request === undefined ? [] : reasonsAgainstForm(text);
    return { ...result, programs, reasons, ...(conversion && { conversion }) };
  },
  { size: ({ text }) => 4 * text.length },
);
