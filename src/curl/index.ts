/** The curl room: text → request. Pure. */
import { InputError } from '../errors.ts';
import { MAX_FORM_PARTS, MAX_HEADERS, type ParsedRequest } from '../schemas/http-request.ts';
import { ArgumentWalker } from './args.ts';
import { assemble, type Draft, markPlaceholders } from './assemble.ts';
import type { Context } from './context.ts';
import { prepare } from './dialect.ts';
import { findInvocation, type Invocation } from './invocation.ts';
import { StandardInput } from './standard-input.ts';

/**
 * Parses a cURL command as curl 8 itself reads it: the result, executed, puts on the wire what curl would,
 * and what it cannot say is a warning. The text may be for a POSIX shell, cmd.exe or PowerShell.
 * @returns the request with warnings whose `start` and `end` are code-point indices into the command
 * @throws InputError with field '' and the code-point `offset`, for what curl or the shell would refuse
 */
export function parseCurl(command: string): ParsedRequest {
  if (!command.isWellFormed())
    throw new InputError({
      field: '',
      code: 'lone_surrogate',
      message: 'The text contains a lone surrogate, which has no UTF-8.',
      offset: 0,
    });
  const prepared = prepare(command);
  const { context } = prepared;
  const invocation = findInvocation(prepared);
  const draft = readInvocation(context, invocation);
  return settle(context, invocation, draft);
}

function readInvocation(context: Context, invocation: Invocation): Draft {
  const stdin = new StandardInput(invocation.input);
  const walker = new ArgumentWalker(context, stdin, invocation.environment);
  walker.walk(invocation.words);
  return assemble(context, walker.operations, stdin, invocation.end);
}

/** Writes open values out and adds the warnings. */
function settle(context: Context, place: Invocation, draft: Draft): ParsedRequest {
  const templated = context.text.includes('{{');
  let request: ParsedRequest = draft;
  if (templated || context.hasOpenValues) {
    const marked = templated
      ? mapTexts(draft, (text) => (text.includes('{{') ? markPlaceholders(context, text, place) : text))
      : draft;
    const texts: string[] = [];
    collectTexts(marked, texts);
    const { render, variables } = context.settle(texts);
    request = variables.length === 0 ? marked : mapTexts(marked, render);
    if (variables.length > 0) request.variables = variables;
  }
  const warnings = context.finish();
  if (warnings.length > 0) request.warnings = warnings;
  checkSize(request);
  return request;
}

/** What is returned is taken back: the request shape has room for so many headers and parts. */
function checkSize({ headers, form, options }: ParsedRequest): void {
  const list = options?.header_list;
  const lines = list === undefined ? countKeys(headers) : list.length;
  const omitted = options?.omit_headers?.length ?? 0;
  if (Math.max(lines, omitted) > MAX_HEADERS) throw tooMany('headers', MAX_HEADERS);
  if (form !== undefined && form.length > MAX_FORM_PARTS) throw tooMany('form parts', MAX_FORM_PARTS);
}

function countKeys(record: Readonly<Record<string, string>>): number {
  let count = 0;
  for (const _ in record) count += 1;
  return count;
}

function tooMany(what: string, most: number): InputError {
  return new InputError({
    field: '',
    code: 'too_many',
    message: `The command has more than ${most} ${what}.`,
    offset: 0,
  });
}

/** Every text that is sent, header names included. */
function collectTexts(value: object, texts: string[]): void {
  for (const [key, item] of Object.entries(value))
    if (typeof item === 'string') texts.push(item);
    else if (typeof item === 'object' && item !== null) {
      if (key === 'headers' && !Array.isArray(item)) texts.push(...Object.keys(item));
      collectTexts(item, texts);
    }
}

/** A copy with every text that is sent mapped, header names included. */
function mapTexts(draft: Draft, map: (text: string) => string): Draft {
  // The shape is the one that went in: only texts are replaced.
  return mapValue(draft, map, false) as Draft;
}

function mapValue(value: unknown, map: (text: string) => string, names: boolean): unknown {
  if (typeof value === 'string') return map(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapValue(item, map, false));
  const mapped: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const record = key === 'headers' && !names && !Array.isArray(item);
    setOwn(mapped, names ? map(key) : key, mapValue(item, map, record));
  }
  return mapped;
}

/** Sets a property even when it is called `__proto__`, as a header may be. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
