/** Variables that a command leaves open: finding them in the texts of a request, and filling them in. Pure. */
import { InputError, type InputIssue } from '../errors.ts';
import type { HttpRequest, Variable } from '../schemas/http-request.ts';

export type Segment = { kind: 'text'; text: string } | { kind: 'variable'; name: string; text: string };

/**
 * Cuts a text at the variables that stand in it; where two could start at one place, the longer text wins.
 * Joining the segments' texts gives the text back. Never empty.
 */
export function splitVariables(text: string, variables: readonly Variable[]): Segment[] {
  const longestFirst = variables.toSorted((a, b) => b.text.length - a.text.length);
  const segments: Segment[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const found = longestFirst.find((variable) => text.startsWith(variable.text, at));
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (at > start) segments.push({ kind: 'text', text: text.slice(start, at) });
    segments.push({ kind: 'variable', name: found.name, text: found.text });
    at += found.text.length;
    start = at;
  }
  if (start < text.length || segments.length === 0) segments.push({ kind: 'text', text: text.slice(start) });
  return segments;
}

/** Fields that are not part of what is sent. */
const NOT_SENT = new Set(['variables', 'warnings']);

/**
 * The request with every variable replaced by its value, in every text that is sent.
 * @throws InputError (`missing_variable`) naming each variable that has no value
 */
export function substituteVariables(request: HttpRequest): HttpRequest {
  const variables = request.variables ?? [];
  if (variables.length === 0) return request;
  const missing: InputIssue[] = variables.flatMap((variable, index) =>
    variable.value === undefined
      ? [
          {
            field: `/variables/${index}/value`,
            code: 'missing_variable',
            message: `The variable ${variable.name} (${variable.text}) needs a value.`,
          },
        ]
      : [],
  );
  const [first, ...rest] = missing;
  if (first !== undefined) throw new InputError(first, ...rest);
  const values = new Map(variables.map((variable) => [variable.text, variable.value ?? '']));
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return splitVariables(value, variables)
        .map((segment) => (segment.kind === 'text' ? segment.text : (values.get(segment.text) ?? '')))
        .join('');
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [fill(key), fill(item)]));
    return value;
  };
  return Object.fromEntries(
    Object.entries(request)
      .filter(([key]) => !NOT_SENT.has(key))
      // Field names of the shape itself are never variables: only what is inside them is filled.
      .map(([key, value]) => [
        key,
        key === 'options' || key === 'auth' ? fillValues(value, fill) : fill(value),
      ]),
  ) as HttpRequest;
}

function fillValues(value: unknown, fill: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
}
