/** Public playgrounds as pages: read, rendered once for each state, remembered. */
import { EMITTERS, generateCode, type Language } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import type { Shared } from './views/playground.tsx';
import type { Program } from './views/programs.tsx';
import type { Reading } from './views/reading.tsx';

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries(EMITTERS).map(([language, { title }]) => [language, title]),
);

/** A language as people write it. */
export const titleOf = (language: string): string => TITLES.get(language) ?? language;

/** The programs of a request; a language whose generator refuses it is left out. */
export function programsOf(request: ParsedRequest, languages: readonly Language[]): Program[] {
  return languages.flatMap((language) => {
    try {
      return [{ title: titleOf(language), ...generateCode(request, language) }];
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
}

/** A command read for a page: a refusal is a part of what is shown. */
export function readCommand(command: string): Reading {
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
  const { id, name, curl_command: command, languages, public_runs: runs } = playground;
  const { request, problem } = readCommand(command);
  const programs = request === undefined ? [] : programsOf(request, languages);
  return { id, name, command, request, problem, programs, runs };
}

/** A request with what was typed for its variables: the fields called `variable:NAME` that are not empty. */
export function withValues(request: ParsedRequest, form: object): ParsedRequest {
  if (request.variables === undefined) return request;
  const values = typedValues(form);
  const variables = request.variables.map((variable) => {
    const value = values.get(variable.name) ?? variable.value;
    return value === undefined ? variable : { ...variable, value };
  });
  return { ...request, variables };
}

export function typedValues(form: object): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(form))
    if (name.startsWith('variable:') && typeof value === 'string' && value !== '')
      values.set(name.slice('variable:'.length), value);
  return values;
}
