/** Unresolved variables of a command: finds them in the texts of a request and fills them in. Pure. */
import { escapePointer, InputError, type InputIssue } from '../errors.ts';
import type { ParsedRequest, RequestShape, Variable } from '../schemas/request-shape.ts';
import { isFoundByName, textsOf } from './spellings.ts';

/** `{{name}}`, also `${{ secrets.TOKEN }}` and `{{ .Values.host }}`. */
export const PLACEHOLDER = /\$?\{\{[ \t]*[$.]?([A-Za-z_][\w.$-]{0,100})[ \t]*\}\}/g;

/** Returns the names of a request's variables; one may occur in several spellings. */
export const variableNames = ({ variables = [] }: RequestShape): Set<string> =>
  new Set(variables.map(({ name }) => name));

export type TextPart = { kind: 'text'; text: string } | VariablePart;

export interface VariablePart {
  kind: 'variable';
  name: string;
  text: string;
  /** As written in the command. */
  written: string;
}

/**
 * Splits a text at its variables; where two start at the same position, the longer text wins.
 * Joining the parts gives the text back. Never empty.
 * @param variables the same array for all texts of a request: their index is cached
 * @throws InputError (`too_large`) when the variables' own texts are very long, or very much of the text looks like them
 */
export function splitVariables(text: string, variables: readonly UnresolvedVariable[]): TextPart[] {
  if (variables.length === 0) return [{ kind: 'text', text }];
  const { byText, lengths, first } = indexOf(variables);
  const parts: TextPart[] = [];
  let start = 0;
  let budget = MIN_COMPARED + MAX_COMPARED * text.length;
  first.lastIndex = 0;
  for (let at = first.exec(text)?.index; at !== undefined; at = first.exec(text)?.index) {
    let found: UnresolvedVariable | undefined;
    for (const length of lengths.get(text.charCodeAt(at)) ?? []) {
      if (at + length > text.length) continue;
      found = byText.get(text.slice(at, at + length));
      if (found !== undefined) break;
      budget -= length;
    }
    if (budget < 0) throw tooLarge('The request has too many texts that look like variables.');
    if (found === undefined) continue;
    if (at > start) parts.push({ kind: 'text', text: text.slice(start, at) });
    const { name, text: whole, written = whole } = found;
    parts.push({ kind: 'variable', name, text: whole, written });
    start = at + whole.length;
    first.lastIndex = start;
  }
  if (start < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(start) });
  return parts;
}

/** Whether a text contains a variable. */
export function hasVariable(text: string, variables: readonly UnresolvedVariable[]): boolean {
  return splitVariables(text, variables).some(({ kind }) => kind === 'variable');
}

/** Maximum total length of the variables' texts. */
const MAX_TEXTS_LENGTH = 131_072;
/** Characters that are compared with variables: in any text, and for each character of it. Most need one or two. */
const MIN_COMPARED = 200_000;
const MAX_COMPARED = 30;

const tooLarge = (message: string) => new InputError({ field: '/variables', code: 'too_large', message });

interface VariableIndex {
  byText: ReadonlyMap<string, UnresolvedVariable>;
  /** The lengths of the texts that begin with a character code, the longest first. */
  lengths: ReadonlyMap<number, readonly number[]>;
  /** Finds the characters that a text begins with. */
  first: RegExp;
}

const indices = new WeakMap<readonly UnresolvedVariable[], VariableIndex>();

function indexOf(variables: readonly UnresolvedVariable[]): VariableIndex {
  let index = indices.get(variables);
  if (index === undefined) {
    if (variables.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXTS_LENGTH)
      throw tooLarge(`The texts of all variables together have more than ${MAX_TEXTS_LENGTH} characters.`);
    // Of several variables with one text, the first counts.
    const byText = new Map(variables.toReversed().map((variable) => [variable.text, variable]));
    byText.delete('');
    const lengths = new Map<number, number[]>();
    for (const text of [...byText.keys()].sort((a, b) => b.length - a.length)) {
      const known = lengths.get(text.charCodeAt(0)) ?? [];
      if (known.at(-1) !== text.length) known.push(text.length);
      lengths.set(text.charCodeAt(0), known);
    }
    const codes = Array.from(lengths.keys(), (code) => `\\u${code.toString(16).padStart(4, '0')}`);
    index = { byText, lengths, first: new RegExp(`[${codes.join('')}]`, 'g') };
    indices.set(variables, index);
  }
  return index;
}

/** A variable of a normal request. */
export interface UnresolvedVariable extends Variable {
  /** Its text in the command, if {@link plainVariables} replaced it. */
  written?: string;
}

/** Matches texts without characters that have a meaning in a URL or form. */
const PLAIN_TEXT = /^[\w$%{}<>-]*$/;

/**
 * Replaces the text of each variable that has characters with a meaning in a URL or form by a plain one:
 * `${NAME}` for `${NAME:-http://host/?}` and `$(date +%s)`.
 */
export function plainVariables(request: RequestShape): RequestShape {
  const { variables = [] } = request;
  if (variables.every(({ text }) => PLAIN_TEXT.test(text))) return request;
  const taken = new Set(JSON.stringify(request).match(/\$\{\w*\}/g));
  /** For each name, the number that was tried last. */
  const counts = new Map<string, number>();
  const texts = new Map<string, string>();
  const plain = variables.map((variable): UnresolvedVariable => {
    if (PLAIN_TEXT.test(variable.text)) return variable;
    const name = variable.name.replace(/\W/g, '_');
    let count = counts.get(name) ?? 1;
    let text = count === 1 ? `\${${name}}` : `\${${name}_${count}}`;
    for (; taken.has(text); text = `\${${name}_${count}}`) count += 1;
    counts.set(name, count);
    taken.add(text);
    texts.set(variable.text, text);
    return { ...variable, text, written: variable.text };
  });
  return { ...fillTexts(request, variables, (text) => texts.get(text)), variables: plain };
}

/** The default value of a shell variable. */
export interface VariableDefault {
  text: string;
  /** Whether it also replaces an empty value: `:-` and `:=`. */
  forEmpty: boolean;
}

/** Matches `${NAME-plain text}` and similar; the plain text has no shell syntax. */
const DEFAULTED = /^\$\{[A-Za-z_]\w*(:?)[-=](?!~)([^"$'\\`{}\0-\x1f\x7f]*)\}$/;

/** Returns the default value in a variable's text; undefined if there is none or only a shell can compute it. */
export function variableDefault(text: string): VariableDefault | undefined {
  const match = DEFAULTED.exec(text);
  if (match === null) return undefined;
  const [, colon = '', plain = ''] = match;
  // An empty value and an empty default are the same.
  return { text: plain, forEmpty: colon === ':' && plain !== '' };
}

/** Maximum length of a request with its variables filled in: repeated variables could produce gigabytes. */
const MAX_FILLED_LENGTH = 4 * 1024 * 1024;

/** Fields that are not sent. */
const NOT_SENT = new Set(['variables', 'warnings']);

/** How a value is encoded for its place: percent-encoded, in a JSON string, on one line, or unchanged. */
export type Encoding = 'percent' | 'json' | 'line' | 'none';

/** Encodes a value for its place. */
export function encodeValue(value: string, encoding: Encoding): string {
  switch (encoding) {
    case 'percent':
      return encodeURIComponent(value.toWellFormed());
    case 'json':
      return JSON.stringify(value).slice(1, -1);
    case 'line':
      return value
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ');
    default:
      return value;
  }
}

/** Returns the encoding of a value at an offset; called with ascending offsets. */
type EncodingAt = (offset: number) => Encoding;

/** Returns the encodings of a field of a request. Scheme, user and host of a URL are not encoded. */
function encodingsOf({ headers = {}, body }: RequestShape, field: string): (text: string) => EncodingAt {
  const always = (encoding: Encoding) => () => () => encoding;
  if (field === 'headers') return always('line');
  if (field === 'url')
    return (url) => {
      const hostEnd = /^(?:[a-z][\w+.-]*:\/\/)?[^/?]*/i.exec(url)?.[0].length ?? 0;
      return (offset) => (offset > hostEnd ? 'percent' : 'none');
    };
  if (field !== 'body' || typeof body !== 'string') return always('none');
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/json/i.test(type) || /^\s*[[{]/.test(body)) return encodingsInJson;
  return always(/^application\/x-www-form-urlencoded/i.test(type) ? 'percent' : 'none');
}

function encodingsInJson(text: string): EncodingAt {
  let at = 0;
  let isInString = false;
  return (offset) => {
    for (; at < offset; at += 1) {
      if (text[at] === '"') isInString = !isInString;
      else if (text[at] === '\\' && isInString) at += 1;
    }
    return isInString ? 'json' : 'none';
  };
}

/** Returns the encodings in which each variable's text occurs in a request. */
export function encodingsByText(request: RequestShape): Map<string, Set<Encoding>> {
  const found = new Map<string, Set<Encoding>>();
  fillTexts(request, request.variables ?? [], (text, encoding) => {
    found.set(text, (found.get(text) ?? new Set()).add(encoding));
    return text;
  });
  return found;
}

/**
 * Fills in values for some variables of a request, each encoded for its place unless they are verbatim; the others
 * remain unresolved.
 */
export function fillVariables(
  request: ParsedRequest,
  values: ReadonlyMap<string, string>,
  { verbatim = false }: { verbatim?: boolean } = {},
): ParsedRequest {
  const { variables = [], method, headers } = request;
  const byText = new Map(variables.map(({ name, text }) => [text, values.get(name)]));
  const filled = fillTexts(request, variables, valueWriter(byText, verbatim));
  const open = variables.filter(({ name }) => !values.has(name));
  return { method, headers, ...filled, ...(open.length > 0 && { variables: open }) };
}

/**
 * Replaces every variable by its value, in every text that is sent.
 * @param encoded whether each value is encoded for its place
 * @throws InputError (`unknown_variable`) naming one that does not occur in the request, (`missing_variable`) naming each
 * that has no value, or `too_large`
 */
export function substituteVariables(
  request: RequestShape,
  { encoded = false }: { encoded?: boolean } = {},
): RequestShape {
  const variables = request.variables ?? [];
  if (variables.length === 0) return request;
  const { variables: _, warnings: __, ...sent } = request;
  const found = new Set<string>();
  for (const each of textsOf(sent))
    for (const { kind, text } of splitVariables(each, variables)) if (kind === 'variable') found.add(text);
  // A variable may stand within the text of another only: `${A:-$B}`.
  const unknown = variables.find(
    ({ text }) => !found.has(text) && ![...found].some((each) => each.includes(text)),
  );
  if (unknown !== undefined)
    throw new InputError({
      field: `/variables/${escapePointer(unknown.name)}`,
      code: 'unknown_variable',
      message: `The request has no variable ${unknown.name}: it does not contain ${unknown.text}.`,
    });
  const missing = new Map<string, InputIssue>();
  for (const { name, text, value } of variables)
    if (value === undefined && !missing.has(name)) {
      const key = JSON.stringify(name);
      const given = isFoundByName(name, text)
        ? `{${key}: "…"}`
        : `[{"name": ${key}, "text": ${JSON.stringify(text)}, "value": "…"}]`;
      // A template is often filled in by the receiver, as in the body of an email.
      const asItIs = text.startsWith('{{')
        ? ` To send ${text} as it is, give {${key}: ${JSON.stringify(text)}}.`
        : '';
      missing.set(name, {
        field: `/variables/${escapePointer(name)}`,
        code: 'missing_variable',
        message: `The variable ${name} (${text}) needs a value: give it in variables, as ${given}.${asItIs}`,
      });
    }
  const [first, ...rest] = missing.values();
  if (first !== undefined) throw new InputError(first, ...rest);
  const values = new Map(variables.map((variable) => [variable.text, variable.value ?? '']));
  const filled = fillTexts(request, variables, valueWriter(values, !encoded));
  // curl defaults to http if the variable of `$SERVER/users` has no scheme.
  const isBare =
    variables.some(({ text }) => request.url?.startsWith(text)) && !SCHEME.test(filled.url ?? '');
  return isBare ? { ...filled, url: `http://${filled.url}` } : filled;
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** Returns the values by the texts of their variables, each encoded once for each kind of place unless it is verbatim. */
function valueWriter(values: ReadonlyMap<string, string | undefined>, verbatim: boolean) {
  const written = new Map<string, string>();
  return (text: string, encoding: Encoding): string | undefined => {
    const value = values.get(text);
    if (value === undefined || verbatim) return value;
    const key = `${encoding} ${text}`;
    const known = written.get(key) ?? encodeValue(value, encoding);
    written.set(key, known);
    return known;
  };
}

/**
 * Replaces the text of every variable, in every text that is sent.
 * @param write returns the replacement of a variable's text; undefined keeps it
 */
function fillTexts(
  request: RequestShape,
  variables: readonly Variable[],
  write: (text: string, encoding: Encoding) => string | undefined,
): RequestShape {
  let room = MAX_FILLED_LENGTH;
  let encodings: (text: string) => EncodingAt;
  const fillText = (whole: string): string => {
    const encodingAt = encodings(whole);
    let offset = 0;
    const pieces: string[] = [];
    for (const { kind, text } of splitVariables(whole, variables)) {
      const piece = kind === 'text' ? text : (write(text, encodingAt(offset)) ?? text);
      offset += text.length;
      room -= piece.length;
      if (room < 0)
        throw tooLarge(
          `With its variables filled in, the request has more than ${MAX_FILLED_LENGTH} characters.`,
        );
      pieces.push(piece);
    }
    return pieces.join('');
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [fill(key), fill(item)]));
    return value;
  };
  return Object.fromEntries(
    Object.entries(request)
      .filter(([key]) => !NOT_SENT.has(key))
      // Field names of the shape itself are never variables: only their values are filled in.
      .map(([key, value]) => {
        encodings = encodingsOf(request, key);
        return [key, key === 'options' || key === 'auth' ? fillValues(value, fill) : fill(value)];
      }),
  ) as RequestShape;
}

function fillValues(value: unknown, fill: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
}
