/** The curl room: text → request. Pure. */
import { InputError } from '../errors.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import { ArgumentWalker } from './args.ts';
import { assemble, markPlaceholders } from './assemble.ts';
import { type Context, hasRawByte, replaceRawBytes } from './context.ts';
import { prepare } from './dialect.ts';
import type { Draft } from './draft.ts';
import { findInvocation, type Invocation } from './invocation.ts';
import { rare } from './operation.ts';
import { namesProxy } from './proxies.ts';
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
  let draft: Draft;
  try {
    draft = readInvocation(context, invocation);
  } catch (error) {
    // In Windows PowerShell `curl` is another name of a command with options of its own.
    const parameter = invocation.words.find(({ text }) => CMDLET_PARAMETER.test(text));
    if (!(error instanceof InputError) || parameter === undefined) throw error;
    throw context.error(
      'not_curl',
      `${parameter.text} is a parameter of PowerShell's Invoke-WebRequest, which is called curl there; this is no command for curl.`,
      parameter.start,
    );
  }
  if (prepared.references && draft.url.includes('&amp;')) warnEscapedUrl(context, invocation);
  return settle(context, invocation, draft);
}

const CMDLET_PARAMETER = /^-(?:Uri|Method|Body|Headers|ContentType|UseBasicParsing|OutFile|InFile)$/i;

function readInvocation(context: Context, invocation: Invocation): Draft {
  const stdin = new StandardInput(invocation.input, context.files);
  const walker = new ArgumentWalker(context, stdin, invocation.environment);
  walker.walk(invocation.words, invocation.from);
  if (namesProxy(invocation.environment))
    for (const operation of walker.operations) rare(operation).environment = invocation.environment;
  return assemble(context, walker.operations, stdin, invocation.end);
}

/** Writes open values out and adds the warnings. */
function settle(context: Context, place: Invocation, draft: Draft): ParsedRequest {
  const request: ParsedRequest = draft;
  if (context.hasTemplate)
    mapTexts(draft, (text) => (text.includes('{{') ? markPlaceholders(context, text, place) : text));
  if (makesBytes(context)) mapTexts(draft, (text) => withoutRawBytes(context, text, place));
  if (context.hasOpenValues) {
    const texts: string[] = [];
    collectTexts(draft, texts);
    const { render, variables } = context.settle(texts);
    if (variables.length > 0) {
      mapTexts(draft, render);
      request.variables = variables;
    }
  }
  const warnings = context.finish();
  if (warnings.length > 0) request.warnings = warnings;
  return request;
}

/** Copied from the source of a page: curl sends the reference as it is, and servers make nothing of it. */
function warnEscapedUrl(context: Context, place: Invocation): void {
  const start = context.text.indexOf('&amp;', place.start);
  const span = start < 0 ? place : { start, end: start + '&amp;'.length };
  context.warn(
    'html_escaped',
    'The URL has &amp; in it, which is sent as it is; a plain & may be meant.',
    span,
  );
}

const MAKES_BYTES = /printf|echo|64dec/;

/**
 * Whether something in the text can make bytes that are not UTF-8: `$'\xff'`, `printf '\377' |`, `{{name:64dec}}`.
 * Most texts have not even the characters that all of them need.
 */
function makesBytes({ hasDollar, hasPipe, hasBacktick, hasTemplate, text }: Context): boolean {
  if (hasDollar && text.includes("$'")) return true;
  const runs = hasPipe || hasBacktick || (hasDollar && text.includes('$(')) || text.includes('<');
  return (runs || hasTemplate) && MAKES_BYTES.test(text);
}

/** Names of files, methods and the like are texts: what could not be said elsewhere is replaced here. */
function withoutRawBytes(context: Context, text: string, place: Invocation): string {
  if (!hasRawByte(text)) return text;
  context.warn('invalid_utf8', 'Bytes that are not UTF-8 are replaced; curl takes them as they are.', place);
  return replaceRawBytes(text);
}

type Texts = Record<string, unknown>;

/** Every text that is sent, header names included. */
function collectTexts(value: object, texts: string[], names = false): void {
  const record = value as Texts;
  for (const key in record) {
    const item = record[key];
    if (names) texts.push(key);
    if (typeof item === 'string') texts.push(item);
    else if (typeof item === 'object' && item !== null) collectTexts(item, texts, isHeaders(key, item));
  }
}

/** Maps every text that is sent, header names included, in place. */
function mapTexts(value: object, map: (text: string) => string): void {
  const record = value as Texts;
  for (const key in record) {
    const item = record[key];
    if (typeof item === 'string') {
      const mapped = map(item);
      if (mapped !== item) setOwn(record, key, mapped);
    } else if (typeof item === 'object' && item !== null) {
      mapTexts(item, map);
      if (isHeaders(key, item)) record[key] = mapNames(item, map);
    }
  }
}

function mapNames(headers: object, map: (text: string) => string): object {
  for (const name in headers)
    if (name.includes('{{') || !name.isWellFormed())
      return Object.fromEntries(Object.entries(headers).map(([key, text]) => [map(key), text]));
  return headers;
}

/** Only there are the keys texts of the request. */
function isHeaders(key: string, value: object): boolean {
  return key === 'headers' && !Array.isArray(value);
}

/** Sets a property even when it is called `__proto__`, as a header may be. */
function setOwn(target: Texts, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
