/**
 * Parses JSON bodies without losing anything silently: refuses, with a reason, invalid UTF-8, duplicate names, numbers
 * that a double cannot hold, nesting that would overflow a stack, and very many values.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type ParseErrorCode, visit } from 'jsonc-parser';
import { ApiError, escapePointer, InputError } from '../errors.ts';
import { pooled, sizeOf } from '../runtime/pool.ts';

const MAX_DEPTH = 100;

/** What a body may have: everything after the parser takes as long as there are values. */
interface Limits {
  /** Names of one object. */
  names: number;
  values: number;
}

const IN_THREAD: Limits = { names: 10_000, values: 100_000 };
const IN_POOL: Limits = { names: 100_000, values: 500_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (field: string, code: string, message: string): InputError =>
  new InputError({ field, code, message });

/** @throws InputError */
function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('', 'invalid_utf8', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
}

/**
 * Parses a JSON text (RFC 8259) strictly.
 * @throws InputError
 */
function parseJson(text: string, limits: Limits): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid('', 'json_syntax', syntaxProblem(text, error));
  }
  checkLossless(text, limits);
  return value;
}

/** Messages for the error codes of the fault-tolerant parser. */
const PROBLEMS: Readonly<Record<ParseErrorCode, string>> = {
  1: 'write texts in double quotes',
  2: 'the number is incomplete',
  3: 'a name in double quotes is expected',
  4: 'a value is expected',
  5: 'a colon is expected',
  6: 'a comma is expected',
  7: 'a closing brace is missing',
  8: 'a closing bracket is missing',
  9: 'nothing is allowed after the value',
  10: 'comments are not allowed',
  11: 'the comment is not closed',
  12: 'the text is not closed',
  13: 'the number is incomplete',
  14: '\\u needs four hexadecimal digits',
  15: 'this character is not allowed after a backslash',
  16: 'write control characters as \\n, \\t or \\u0000',
};

/** Characters of a text that the fault-tolerant parser reads: it takes much memory for long runs of blanks. */
const MAX_EXPLAINED = 1024 * 1024;

function syntaxProblem(text: string, error: unknown): string {
  const position = /position (\d+)/.exec(String(error))?.[1];
  let problem = position === undefined ? 'it cannot be parsed' : `the error is at character ${position}`;
  if (text.length > MAX_EXPLAINED) return `The body is not valid JSON: ${problem}.`;
  try {
    visit(
      text,
      {
        onError(code, _offset, _length, line, column) {
          problem = `in line ${line + 1}, column ${column + 1}, ${PROBLEMS[code]}`;
          throw new Error(problem); // the first is enough
        },
      },
      { disallowComments: true },
    );
  } catch {
    // reported above; a text nested too deep for that parser is only "not valid JSON"
  }
  return `The body is not valid JSON: ${problem}.`;
}

/** An object or array around the current value. */
interface Level {
  isObject: boolean;
  /** An object's names so far, once it has one. */
  names: Set<string> | undefined;
  /** Where in it the current value is. */
  at: string | number;
}

const [COMMA, QUOTE, BACKSLASH, COLON, MINUS, ZERO, NINE] = [44, 34, 92, 58, 45, 48, 57];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Checks a text that JSON.parse has accepted, so its syntax is valid. One pass; a path is built only for an error.
 * @throws InputError
 */
function checkLossless(text: string, limits: Limits): void {
  let values = 1;
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length && values <= limits.values; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      values += 1;
      if (typeof level?.at === 'number') level.at += 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (levels.length >= MAX_DEPTH) throw tooDeep(levels);
      values += 1;
      level = { isObject: code === OPEN_OBJECT, names: undefined, at: 0 };
      levels.push(level);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      levels.pop();
      level = levels.at(-1);
    } else if (code === QUOTE) {
      const end = endOfString(text, at);
      if (level?.isObject && isName(text, end)) {
        level.at = JSON.parse(text.slice(at, end)) as string; // the token of a string
        level.names ??= new Set();
        if (level.names.has(level.at)) throw duplicate(levels);
        level.names.add(level.at);
        if (level.names.size > limits.names) throw tooMany(levels.slice(0, -1), `${limits.names} names`);
      }
      at = end - 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      if (!survives(text.slice(at, end))) throw inexact(levels);
      at = end - 1;
    }
  }
  if (values > limits.values) throw tooMany([], `${limits.values} values`);
}

/** Returns the index after the token of a string. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Whether a string in an object that ends there is a name: a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Returns the index after the token of a number: a comma, a bracket, a blank or the end follows. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  // Digits, the letter e, and the signs + - . are all that may stand in it.
  for (
    let code = text.charCodeAt(at);
    code > 42 && code !== COMMA && code < OPEN_OBJECT && code !== CLOSE_ARRAY;
  )
    code = text.charCodeAt(++at);
  return at;
}

const tooDeep = (levels: readonly Level[]): InputError =>
  invalid(
    pointer(levels.slice(0, 8)),
    'too_deep',
    `The body is nested more than ${MAX_DEPTH} levels deep. Use fewer levels.`,
  );

const tooMany = (levels: readonly Level[], what: string): InputError =>
  invalid(
    pointer(levels),
    'too_many_values',
    `${spoken(levels)} has more than ${what}. Send fewer, or large JSON as a text, in double quotes.`,
  );

const duplicate = (levels: readonly Level[]): InputError =>
  invalid(pointer(levels), 'duplicate_name', `${spoken(levels)} is given twice. Remove one of them.`);

const inexact = (levels: readonly Level[]): InputError =>
  invalid(
    pointer(levels),
    'inexact_number',
    `${spoken(levels)} is a number that a double cannot hold exactly. Send it as a text, in double quotes.`,
  );

/** Up to 15 digits, with a small exponent. */
const EXACT = /^[-\d.]{1,15}(?:[eE][-+]?\d{1,2})?$/;

/** Whether the token of a number survives a round trip through a double. */
function survives(token: string): boolean {
  if (EXACT.test(token)) return true;
  const number = Number(token);
  if (String(number) === token) return true;
  if (!Number.isFinite(number)) return false;
  const given = decimal(token);
  const kept = decimal(String(number));
  return given.digits === kept.digits && (given.digits === '' || given.exponent === kept.exponent);
}

/** Returns a decimal number's significant digits and the exponent of the last one; the sign is ignored. */
function decimal(token: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = token.replace('-', '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/(?<!0)0+$/, '');
  return { digits: trimmed, exponent: Number(power) - fraction.length + (digits.length - trimmed.length) };
}

/** Names a value in an error message. */
const spoken = (levels: readonly Level[]): string => pointer(levels).slice(1) || 'The body';

const pointer = (levels: readonly Level[]): string =>
  levels.map(({ at }) => `/${escapePointer(String(at))}`).join('');

/** Milliseconds for the largest body with a document. */
const DOCUMENT_DEADLINE_MS = 10_000;
/** Characters of a body without its document. */
const MAX_OTHERS = 16_384;

/**
 * Parses a body with a large `document`, in the pool. An object there becomes its JSON text, which other threads read faster
 * than its values.
 * @throws InputError
 */
const parseWithDocument = pooled(
  'parse a document',
  (text: string): unknown => {
    const body = parseJson(text, IN_POOL);
    if (typeof body !== 'object' || body === null) return body;
    const { document, ...others } = body as Record<string, unknown>;
    if (sizeOf(others, MAX_OTHERS) > MAX_OTHERS)
      throw invalid('', 'too_large', 'Only `document` can be long. Shorten the other fields.');
    if (Array.isArray(body)) return [];
    const isObject = typeof document === 'object' && document !== null;
    return { ...body, ...(isObject && { document: JSON.stringify(document) }) };
  },
  { deadlineMs: DOCUMENT_DEADLINE_MS },
);

/** Parses the body of a request, which must be JSON in UTF-8 as it stands. */
type Parse = (text: string, request: FastifyRequest) => unknown;

/** Makes an app, or a part of it, accept only JSON. */
function acceptJson(app: FastifyInstance, parse: Parse): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json\s*(;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset !== undefined && !/^utf-?8$/i.test(charset))
        throw new ApiError('unsupported_media_type', 'The request body must be application/json in UTF-8.');
      const coding = request.headers['content-encoding'];
      if (coding !== undefined && !/^identity$/i.test(coding))
        throw new ApiError(
          'unsupported_media_type',
          'The request body must not be compressed. Leave out Content-Encoding.',
        );
      // Some clients send an empty body with the JSON type, for example with DELETE; validation reports what is missing.
      return body.length === 0 ? undefined : parse(decode(body), request);
    },
  );
}

/** Makes a part of the app accept bodies with a large document; see {@link parseWithDocument}. */
export const acceptDocuments = (app: FastifyInstance): void =>
  acceptJson(app, (text, { identity, ip }) => parseWithDocument(identity?.accountId ?? ip, text));

export default fp(async (app: FastifyInstance) => acceptJson(app, (text) => parseJson(text, IN_THREAD)), {
  name: 'json',
});
