/** Finds the values of fields with secret names in the texts of a request: URLs, headers, JSON, forms, XML. Pure. */
import { isSecretName } from './secret-names.ts';

/** A value at `text.slice(start, end)` and the name of its field. */
export interface Field {
  name: string;
  start: number;
  end: number;
  /** Whether it is an unquoted JSON number or literal. */
  bare?: boolean;
}

/** Sorts fields by position and removes nested ones. */
export function inOrder<T extends { start: number; end: number }>(fields: readonly T[]): T[] {
  const sorted = fields.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: T[] = [];
  for (const field of sorted)
    if (field.end > field.start && field.start >= (kept.at(-1)?.end ?? 0)) kept.push(field);
  return kept;
}

const QUERY_FIELD = /[?&;#]([^=&?;#\s"'<>]{1,200})=([^&#\s"'<>\\]+)/g;

/** Finds query parameters with secret names in the URLs of a text, also in fragments and after `;`. */
export function queryFields(text: string): Field[] {
  if (!text.includes('=')) return [];
  return fieldsBy(QUERY_FIELD, text);
}

/** Finds fields with secret names in a body: JSON (at any level of escaping), urlencoded, multipart, XML. */
export function bodyFields(text: string): Field[] {
  const isMarkup = text.includes('<');
  const lists = [
    queryFields(text),
    jsonFields(text),
    isMarkup ? fieldsBy(XML_ELEMENT, text) : [],
    isMarkup ? fieldsBy(XML_ATTRIBUTE, text) : [],
    text.includes('name="') ? multipartFields(text) : [],
    /^\s*[{[<"-]/.test(text) ? [] : pairFields(text, '&'),
  ];
  return inOrder(lists.flat()); // push(...) could exceed the maximum number of arguments
}

/** Finds the values of all cookies of a `Cookie` header, regardless of name. */
export function cookieFields(value: string): Field[] {
  return splitPairs(value, ';').map(({ name, start, end }) => ({
    name: name.trim() || 'cookie',
    start,
    end,
  }));
}

function pairFields(text: string, separator: string): Field[] {
  return splitPairs(text, separator).filter(({ name }) => name !== '' && isSecretName(name));
}

/** Splits a text into pairs; one without `=` is a value without a name. Values are trimmed. */
function splitPairs(text: string, separator: string): Field[] {
  const fields: Field[] = [];
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf(separator, from);
    const until = found < 0 ? text.length : found;
    const pair = text.slice(from, until);
    const equals = pair.indexOf('=');
    const value = pair.slice(equals + 1);
    const start = from + equals + 1 + (value.length - value.trimStart().length);
    fields.push({ name: pair.slice(0, Math.max(equals, 0)), start, end: start + value.trim().length });
    from = until + 1;
  }
  return fields;
}

const XML_ELEMENT = /<([A-Za-z_][\w.:-]{0,100})(?:\s[^<>]*)?>([^<]+)</g;
const XML_ATTRIBUTE = /\s([A-Za-z_][\w.:-]{0,100})="([^"<]+)"/g;

/** Finds fields by an expression with two groups: a name, and a value that at most one character follows. */
function fieldsBy(expression: RegExp, text: string): Field[] {
  const fields: Field[] = [];
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(expression)) {
    if (!isSecretName(name)) continue;
    const start = index + whole.lastIndexOf(value);
    fields.push({ name, start, end: start + value.length });
  }
  return fields;
}

/** Finds fields of a literal multipart body, as browsers copy it. */
function multipartFields(text: string): Field[] {
  const fields: Field[] = [];
  const part = /name="([^"\r\n]{1,200})"/g;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [, name = ''] = match;
    if (!isSecretName(name)) continue;
    const headers = /\r?\n\r?\n/g;
    headers.lastIndex = part.lastIndex;
    const blank = headers.exec(text);
    if (blank === null) break;
    const start = headers.lastIndex;
    const boundary = text.indexOf('\n--', start - 1);
    const end = Math.max(start, boundary < 0 ? text.length : boundary);
    fields.push({ name, start, end: text[end - 1] === '\r' ? end - 1 : end });
    part.lastIndex = end;
  }
  return fields;
}

interface Container {
  /** The name that makes everything inside secret. */
  secret: string | undefined;
  /** Whether it is an array, whose strings are values. */
  isArray: boolean;
}

/** Maximum nesting of JSON in JSON strings. */
const MAX_JSON_IN_JSON = 4;

/**
 * Finds values of JSON members with secret names, and all values inside them. The text may contain more than JSON, and the
 * JSON in it may be escaped as a JSON string (`{\"a\":…}`): quotes with the same number of backslashes match.
 */
function jsonFields(text: string, depth = 0): Field[] {
  const fields: Field[] = [];
  if (!text.includes('"') || !text.includes(':')) return fields;
  const stack: Container[] = [];
  /** The name of the member whose value comes next. */
  let member: string | undefined;
  const secretHere = () => {
    const inside = stack.at(-1)?.secret;
    if (inside !== undefined) return inside;
    return member !== undefined && isSecretName(member) ? member : undefined;
  };
  const colon = /\s*:/y;
  const token = /(\\*)"|\\+|[{}[\],]|[^\s"{}[\],:\\]+/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [whole, backslashes] = match;
    if (backslashes !== undefined) {
      const start = token.lastIndex;
      const end = closingQuote(text, start, backslashes.length);
      if (end === undefined) break;
      token.lastIndex = end + backslashes.length + 1;
      colon.lastIndex = token.lastIndex;
      if (member === undefined && colon.test(text)) {
        member = unescaped(text.slice(start, end));
        token.lastIndex = colon.lastIndex;
        continue;
      }
      const name = secretHere();
      if (name !== undefined && (member !== undefined || stack.at(-1)?.isArray))
        fields.push({ name, start, end });
      else if (depth < MAX_JSON_IN_JSON)
        for (const field of jsonFields(text.slice(start, end), depth + 1))
          fields.push({ ...field, start: start + field.start, end: start + field.end });
      member = undefined;
    } else if (whole.startsWith('\\')) continue;
    else if (whole === '{' || whole === '[') {
      stack.push({ secret: secretHere(), isArray: whole === '[' });
      member = undefined;
    } else if (whole === '}' || whole === ']') {
      stack.pop();
      member = undefined;
    } else if (whole === ',') member = undefined;
    else {
      const name = secretHere();
      if (name !== undefined && member !== undefined && /^[\w.+-]+$/.test(whole) && whole !== 'null')
        fields.push({ name, start: match.index, end: match.index + whole.length, bare: true });
      member = undefined;
    }
  }
  return fields;
}

/** Unescapes a JSON name. */
function unescaped(name: string): string {
  if (!name.includes('\\u')) return name;
  return name.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const QUOTE = /(\\*)"|\\+/g;

/** Returns the start of the quote (with its backslashes) that closes a JSON string; undefined if there is none. */
function closingQuote(text: string, from: number, backslashes: number): number | undefined {
  QUOTE.lastIndex = from;
  for (let match = QUOTE.exec(text); match !== null; match = QUOTE.exec(text)) {
    const count = match[1]?.length;
    if (count === undefined) continue;
    // Unescaped text before it may end in pairs of backslashes.
    if (count === backslashes || (backslashes === 0 && count % 2 === 0))
      return match.index + count - backslashes;
  }
  return undefined;
}
