/** What is exported, and its requests with the variables as `{{name}}`. */
import { parseCurl } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import { fillVariables, variableNames } from '../request/variables.ts';
import type { PlaygroundVariable } from '../schemas/playground.ts';
import type { HeaderLine, ParsedRequest } from '../schemas/request-shape.ts';

export interface ExportedPlayground {
  name: string;
  description: string;
  command: string;
  variables: readonly PlaygroundVariable[];
}

export interface ExportedCollection {
  name: string;
  description: string;
  playgrounds: readonly ExportedPlayground[];
}

/** The request of a command; undefined for what an earlier version accepted and this one does not. */
export function requestOf(command: string): ParsedRequest | undefined {
  try {
    return parseCurl(command);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The request with each variable written `{{name}}`, as other tools write it. */
export function withBraces(request: ParsedRequest): ParsedRequest {
  const values = new Map([...variableNames(request)].map((name) => [name, `{{${name}}}`]));
  return fillVariables(request, values, { verbatim: true });
}

export const headerLines = ({ headers, options }: ParsedRequest): HeaderLine[] =>
  options?.header_list ?? Object.entries(headers).map(([name, value]) => ({ name, value }));
