/**
 * Parses JSON bodies without losing anything silently: refuses, with a reason, invalid UTF-8, duplicate names, numbers
 * that a double cannot hold, and nesting that would overflow a stack.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type JSONPath, type ParseErrorCode, visit } from 'jsonc-parser';
import { ApiError, escapePointer, invalid } from '../errors.ts';

const MAX_DEPTH = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON text (RFC 8259) strictly.
 * @throws ApiError invalid_request
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid('', 'invalid_utf8', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('', 'json_syntax', syntaxProblem(text));
  }
  checkLossless(text);
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

function syntaxProblem(text: string): string {
  let problem = 'it cannot be parsed';
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

/** Checks a text that JSON.parse has accepted, so its syntax is valid. */
function checkLossless(text: string): void {
  /** The names so far of each object around the current value. */
  const names: Set<string>[] = [];
  const enter = (path: JSONPath) => {
    if (path.length >= MAX_DEPTH)
      throw invalid(
        pointer(path.slice(0, 8)),
        'too_deep',
        `The body is nested more than ${MAX_DEPTH} levels deep. Use fewer levels.`,
      );
  };
  visit(text, {
    onObjectBegin(_offset, _length, _line, _column, path) {
      enter(path());
      names.push(new Set());
    },
    onObjectEnd() {
      names.pop();
    },
    onArrayBegin(_offset, _length, _line, _column, path) {
      enter(path());
    },
    onObjectProperty(name, _offset, _length, _line, _column, path) {
      const known = names.at(-1);
      if (known?.has(name)) {
        const own = [...path(), name];
        throw invalid(pointer(own), 'duplicate_name', `${spoken(own)} is given twice. Remove one of them.`);
      }
      known?.add(name);
    },
    onLiteralValue(value, offset, length, _line, _column, path) {
      if (typeof value === 'number' && !survives(text.slice(offset, offset + length)))
        throw invalid(
          pointer(path()),
          'inexact_number',
          `${spoken(path())} is a number that a double cannot hold exactly. Send it as a text, in double quotes.`,
        );
    },
  });
}

/** Whether a number token survives a round trip through a double. Up to 15 digits always do. */
function survives(token: string): boolean {
  if (token.length <= 15 && !/[eE]/.test(token)) return true;
  const number = Number(token);
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
const spoken = (path: JSONPath): string => pointer(path).slice(1) || 'The body';

const pointer = (path: JSONPath): string => path.map((key) => `/${escapePointer(String(key))}`).join('');

export default fp(
  async (app: FastifyInstance) => {
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
        return body.length === 0 ? undefined : parseJson(body);
      },
    );
  },
  { name: 'json' },
);
