/**
 * The one finder of secrets in texts, by the names of their fields: what is named like a secret and followed by `:` or
 * `=` is one, in JSON, JSON5, queries, forms, GraphQL, header lines and parameters, settings and programs; and in XML,
 * multipart, cookies and URLs. Commands, stored requests, examples and names are searched with it. Takes time linear in
 * the text. Pure.
 */
import { base64Texts, decodedTexts } from './decoded-text.ts';
import { containerEnd, type Name, nameBefore, quoteEnd, type Span, valueAfter } from './name-value.ts';
import { isSecretField, isSecretName, looksLikeKey, SCHEME } from './secret-names.ts';

/** A value at `text.slice(start, end)` and the name of its field. */
export interface Field extends Span {
  name: string;
  /** Whether it is an unquoted JSON number or literal. */
  bare?: boolean;
}

/** What stands around a text, and decides about its fields. */
export interface Context {
  /** Whether it belongs to an OAuth request or callback, see {@link isOAuth}. */
  isOAuth?: boolean;
  /** Whether base64 is decoded, too. */
  decodesBase64?: boolean;
  /** More names that carry secrets, in lower case. */
  names?: ReadonlySet<string>;
}

/** Sorts fields by position, and joins those that overlap. */
export function inOrder<T extends Field>(fields: readonly T[]): T[] {
  const sorted = fields.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: T[] = [];
  for (const field of sorted) {
    const last = kept.at(-1);
    if (field.end <= field.start) continue;
    if (last === undefined || field.start >= last.end) kept.push({ ...field });
    else if (field.end > last.end) last.end = field.end;
  }
  return kept;
}

/** Matches requests and paths where `code` is an authorization code (RFC 6749) or proves an identity. */
const OAUTH =
  /(?:[?&#;\s{,("']|^)(?:(?:grant_type|client_id|redirect_uri|code_verifier|session_state)\\*["']?\s*[:=]|state=)|\/(?:[\w-]*(?:callback|token|oauth2?|authorize|oidc|sso|login|signin|verify|otp|mfa|2fa)|cb)(?![\w-])/i;

/** Whether a URL or a text belongs to an OAuth request or callback. */
export const isOAuth = (text: string): boolean => OAUTH.test(text);

/** Decides whether a name with a value is a secret. */
type Decision = (name: string, value: string) => boolean;

/**
 * Returns the values of the fields with secret names, in order. Escapes are decoded, so that a URL in a query and JSON in
 * a string are searched, too.
 */
export function secretFields(text: string, context: Context = {}): Field[] {
  const { isOAuth: isAround = false, names } = context;
  if (!context.decodesBase64 && !/[:=<@"']|%3[ad]|\\u/i.test(text)) return [];
  const isCodeSecret = isAround || isOAuth(text);
  const isSecret = (name: string, value: string) =>
    names?.has(name.toLowerCase().replace(/^\$?(?:env:)?/, '')) || isSecretField(name, value, isCodeSecret);
  const fields: Field[] = [];
  for (const { text: decoded, startOf, endOf } of decodedTexts(text)) {
    const isDecoded = decoded !== text;
    for (const { name, start, end, bare = false } of fieldsOf(decoded, isSecret))
      fields.push({ name, start: startOf(start), end: endOf(end), bare: bare && !isDecoded });
  }
  if (context.decodesBase64)
    for (const { text: decoded, start, end } of base64Texts(text)) {
      const [first] = fieldsOf(decoded, isSecret);
      if (first !== undefined) fields.push({ name: first.name, start, end });
    }
  return inOrder(fields);
}

function fieldsOf(text: string, isSecret: Decision): Field[] {
  const isMarkup = text.includes('</');
  return [
    userinfoFields(text),
    namedFields(text, isSecret),
    text.includes('["') || text.includes("['") ? fieldsBy(HEADER_PAIR, text, isSecret) : [],
    isMarkup ? xmlFields(text, isSecret) : [],
    isMarkup ? fieldsBy(ELEMENT_PAIR, text, isSecret) : [],
    text.includes('name=') ? multipartFields(text, isSecret) : [],
  ].flat(); // push(...) could exceed the maximum number of arguments
}

/** Finds the values of all cookies of a `Cookie` header, regardless of name. */
export function cookieFields(value: string): Field[] {
  const fields: Field[] = [];
  for (const { 0: pair, index } of value.matchAll(/[^;]+/g)) {
    const equals = pair.indexOf('=');
    const start = index + equals + 1 + pair.slice(equals + 1).search(/\S|$/);
    const name = pair.slice(0, Math.max(equals, 0)).trim() || 'cookie';
    fields.push({ name, start, end: Math.max(start, index + pair.trimEnd().length) });
  }
  return fields;
}

/** Finds the secret part of a header's value: all but the names of schemes and cookies, and the attributes of cookies. */
export function headerFields(name: string, value: string): Field[] {
  if (/^cookie2?$/i.test(name)) return cookieFields(value);
  if (/^set-cookie2?$/i.test(name)) return cookieFields(value.replace(/;.*/s, ''));
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  const start = value.length - value.slice(scheme.length).trimStart().length;
  return [{ name: schemeName(scheme, name), start, end: value.trimEnd().length }];
}

/** Returns the placeholder name for the credentials of a scheme. */
export function schemeName(scheme: string, header: string): string {
  if (/^(?:bearer|token|oauth|dpop)$/i.test(scheme)) return 'token';
  if (/^(?:apikey|api-key|key|ssws)$/i.test(scheme)) return 'api_key';
  return scheme === '' ? header : 'credentials';
}

export const moved = (fields: readonly Field[], by: number): Field[] =>
  fields.map((field) => ({ ...field, start: field.start + by, end: field.end + by }));

/** Finds user and password of `-u`. The user is a secret if the password is empty or a filler. */
export function credentialFields(text: string): Field[] {
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  const password = colon < 0 ? undefined : text.slice(colon + 1);
  const fields: Field[] = [];
  // The credentials of manuals.
  if (/^<?(?:user|username|login)>?$/i.test(user) && /^<?(?:pass|password|passwd)>?$/i.test(password ?? ''))
    return fields;
  const isFiller = password !== undefined && /^(?:x|x-oauth-basic|unused|none|blank)?$/i.test(password);
  if (isFiller || isKeyLike(user)) fields.push({ name: 'api_key', start: 0, end: user.length });
  if (password !== undefined && !isFiller)
    fields.push({ name: 'password', start: user.length + 1, end: text.length });
  return fields;
}

/** Whether a user's name looks more like a key than like a name. */
export const isKeyLike = (user: string): boolean =>
  user.length >= 16 && /\d/.test(user) && !user.includes('@');

const USERINFO = /(?<![\w+.-])(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/([^\s/?#"'<>\\]{1,2000})@/gi;

/** Finds user and password in URLs. */
function userinfoFields(text: string): Field[] {
  const fields: Field[] = [];
  if (!text.includes('@')) return fields;
  for (const { 0: whole, 1: found = '', index } of text.matchAll(USERINFO))
    if (found.includes(':') || isKeyLike(found))
      fields.push(...moved(credentialFields(found), index + whole.length - 1 - found.length));
  return fields;
}

/** What gives a field its name in a pair of members (`{"name":"password","value":"x"}`), and what its value. */
const LABEL = /^(?:name|key|type|path|field|param|parameter|header|variable|property|attribute|label|id)$/i;
const VALUE = /^(?:value|val|values|default|defaultValue)$/i;
/** Names of objects that describe something; secrets in them have names of their own. */
const DESCRIBED = /^(?:session|identity|oauth|oauth2|sso|saml|signature|assertion|token|authorization)$/i;
/** What is declared after a name is its type: `$password: String!`. */
const TYPE =
  /^\[?(?:String|ID|Int|Float|Boolean|JSON|string|number|boolean|str|int|bool|any|object|SecureString)\b[!\]?]*$/;
/** Verbs of scopes: `token:read`. */
const VERB = /^(?:read|write|admin|manage|all|delete|create|update|list|view|edit|\*)\b/;

const SEPARATOR = /=>|[:=]+|[{}<>]/g;

/** A `name` and a `value` of the same object or element. */
interface Pair {
  label?: string;
  value?: Name;
}

/** What a name in a pair may be. */
const LABEL_VALUE = /[\s\\]*["'`]?([^"'`\\=&;,<>{}\n]{1,100})/y;

/** Finds what is named and followed by `:` or `=`. */
function namedFields(text: string, isSecret: Decision): Field[] {
  const fields: Field[] = [];
  const pairs: Pair[] = [{}];
  const separator = new RegExp(SEPARATOR);
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    const [mark] = match;
    if (/[{<]/.test(mark)) pairs.push({});
    else if (/^[}>]/.test(mark)) {
      if (pairs.length > 1) pairs.pop();
    } else if (mark !== '::') {
      const name = nameBefore(text, match.index, mark);
      if (name === undefined) continue;
      for (const one of [name, paired(text, pairs.at(-1) ?? {}, name)])
        for (const field of one === undefined ? NONE : hiddenIn(text, one, isSecret)) {
          fields.push(field);
          // What a secret contains is part of it.
          separator.lastIndex = Math.max(separator.lastIndex, field.end);
        }
    }
  }
  return fields;
}

/** Completes a pair: returns its value under the name that the pair gives to it. */
function paired(text: string, pair: Pair, name: Name): Name | undefined {
  const isValue = VALUE.test(name.name);
  if (isValue) pair.value = name;
  else if (LABEL.test(name.name)) {
    LABEL_VALUE.lastIndex = name.after;
    // Of several labels, the secret one counts.
    if (pair.label === undefined || !isSecretName(pair.label)) pair.label = LABEL_VALUE.exec(text)?.[1] ?? '';
  } else return undefined;
  const { label, value } = pair;
  if (label === undefined || value === undefined) return undefined;
  delete pair.label;
  if (isValue || isSecretName(label)) delete pair.value;
  return { ...value, name: label };
}

/** Length of what decides about the fields whose values decide. */
const PROBE = 72;
const NONE: readonly Field[] = [];

/** Returns the secrets in the value of a name. */
function hiddenIn(text: string, label: Name, isSecret: Decision): readonly Field[] {
  const { name, isQuoted, backslashes } = label;
  const isAlways = isSecret(name, '');
  if (!isAlways && !isSecretName(name)) return NONE;
  // What looks like a key or a PIN has digits or capitals.
  const begins = text.slice(label.after, label.after + PROBE);
  if (!isAlways && !isSecret(name, 'letters') && !/[A-Z\d]/.test(begins)) return NONE;
  // Padding after base64 makes no name of it.
  if (label.mark.startsWith('=') && /^(?:\s|["'<]|$)/.test(begins) && looksLikeKey(name)) return NONE;
  // Most values are short; the whole of a long one is read only if it is secret, and then skipped.
  const probe = text.slice(0, label.after + PROBE);
  let { kind, start, end } = valueAfter(probe, label);
  if (start === probe.length) ({ kind, start, end } = valueAfter(text, label));
  if (kind === 'container')
    return DESCRIBED.test(name) || !isAlways
      ? NONE
      : containerFields(text, start, containerEnd(text, start), name);
  const begin = text.slice(start, end);
  if (begin === '' || !isSecret(name, begin)) return [];
  if (kind === 'bare' && (isQuoted ? begin === 'null' : TYPE.test(begin) || VERB.test(begin))) return [];
  // What ends the value may stand beyond the probe: after spaces and marks, or within a substitution.
  if (!/[^\s,;.)\]}]/.test(probe.slice(end)) || /[{(<`]/.test(probe.slice(start, end + 1)))
    ({ end } = valueAfter(text, label));
  const value = text.slice(start, end);
  if (kind === 'bare' && isQuoted)
    return [{ name, start, end, bare: backslashes === 0 && /^[\w.+-]+$/.test(value) }];
  return moved(headerFields(name, value), start);
}

const LEAF = /(?<!\\)(\\*)(["'`])|[^\s"'`{}[\],:\\]+|[,:]/g;
/** Members whose value describes the secret. */
const DESCRIPTION = /^(?:type|method|scheme|format|expires\w*|in|url|algorithm|alg)$/i;

/** Finds all values of an object or a list that is secret as a whole. */
function containerFields(text: string, from: number, to: number, name: string): Field[] {
  const fields: Field[] = [];
  const leaf = new RegExp(LEAF);
  leaf.lastIndex = from;
  let member = '';
  for (let match = leaf.exec(text); match !== null && match.index < to; match = leaf.exec(text)) {
    const [whole, backslashes = '', quote] = match;
    if (whole === ',' || whole === ':') {
      if (whole === ',') member = '';
      continue;
    }
    const start = quote === undefined ? match.index : leaf.lastIndex;
    const end = quote === undefined ? leaf.lastIndex : quoteEnd(text, start, quote, backslashes.length);
    if (quote !== undefined) leaf.lastIndex = Math.min(to, end + whole.length);
    const isName = /^\s*:/.test(text.slice(leaf.lastIndex, leaf.lastIndex + 8));
    if (isName) member = text.slice(start, end);
    else if (quote === undefined && (whole === 'null' || (member === '' && /^[\d.]+$/.test(whole)))) continue;
    else if (!DESCRIPTION.test(member))
      fields.push({ name, start, end: Math.min(end, to), bare: quote === undefined && backslashes === '' });
  }
  return fields;
}

/** Headers as a list of lists. */
const HEADER_PAIR = /\[\s*\\*["']([\w-]{1,100})\\*["']\s*,\s*\\*["']([^"'\\]+)/g;
/** Two elements, as in Apple's property lists. */
const ELEMENT_PAIR =
  /<(?:key|name)>([^<]{1,100})<\/(?:key|name)>\s{0,100}<(?:string|data|integer|value)>([^<]+)</gi;

/** Finds fields by an expression with two groups: a name, and a value that at most one character follows. */
function fieldsBy(expression: RegExp, text: string, isSecret: Decision): Field[] {
  const fields: Field[] = [];
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(expression)) {
    if (!isSecret(name, value)) continue;
    fields.push(...moved(headerFields(name, value), index + whole.lastIndexOf(value)));
  }
  return fields;
}

const TAG = /<(?:!\[CDATA\[|(\/?)([A-Za-z_][\w.:-]{0,100})([^<>]*)>)/g;
const TAG_NAME = /\s(?:name|key|id)=["']([^"'<>]{1,100})["']/;

/** Finds the texts in elements with secret names, or with one in the attribute `name`. */
function xmlFields(text: string, isSecret: Decision): Field[] {
  const fields: Field[] = [];
  const closing = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(/<\/([A-Za-z_][\w.:-]{0,100})\s*>/g))
    closing.set(name, index);
  let secret: { tag: string; name: string; depth: number } | undefined;
  let from = 0;
  const add = (start: number, end: number) => {
    const value = text.slice(start, end);
    if (secret === undefined || value.trim() === '' || !isSecret(secret.name, value.trim())) return;
    const first = start + value.search(/\S/);
    fields.push({ name: secret.name, start: first, end: first + value.trim().length });
  };
  const tags = new RegExp(TAG);
  for (let match = tags.exec(text); match !== null; match = tags.exec(text)) {
    const [, slash, tag, attributes = ''] = match;
    add(from, match.index);
    from = tags.lastIndex;
    if (tag === undefined) {
      if (secret === undefined) continue;
      const end = text.indexOf(']]>', from);
      add(from, end < 0 ? text.length : end);
      if (end < 0) break;
      from = tags.lastIndex = end + 3;
    } else if (secret !== undefined) {
      if (tag === secret.tag) secret.depth += slash === '/' ? -1 : attributes.endsWith('/') ? 0 : 1;
      if (secret.depth === 0) secret = undefined;
    } else if (slash === '' && !attributes.endsWith('/') && (closing.get(tag) ?? 0) > match.index) {
      const name = [TAG_NAME.exec(attributes)?.[1], tag].find(
        (one) => one !== undefined && isSecretName(one),
      );
      if (name !== undefined) secret = { tag, name, depth: 1 };
    }
  }
  return fields;
}

/** Finds fields of a literal multipart body, as browsers copy it. */
function multipartFields(text: string, isSecret: Decision): Field[] {
  const fields: Field[] = [];
  const part = /\bname=(?:"([^"\r\n]{1,200})"|([^\s";]{1,200}))/g;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const name = match[1] ?? match[2] ?? '';
    if (!isSecretName(name)) continue;
    const headers = /\r?\n\r?\n/g;
    headers.lastIndex = part.lastIndex;
    if (headers.exec(text) === null) break;
    const start = headers.lastIndex;
    const boundary = text.indexOf('\n--', start - 1);
    const until = Math.max(start, boundary < 0 ? text.length : boundary);
    const end = text[until - 1] === '\r' ? until - 1 : until;
    if (isSecret(name, text.slice(start, end))) fields.push({ name, start, end });
    part.lastIndex = until;
  }
  return fields;
}
