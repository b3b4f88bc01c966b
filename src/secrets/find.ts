/** Finds the credentials in a command, by the names of their fields and by their format. Pure. */

import { SCHEME } from '../request/mask.ts';
import { bodyFields, cookieFields, type Field } from '../request/secret-fields.ts';
import { isSecretHeader, isSecretName } from '../request/secret-names.ts';
import { isExample } from './examples.ts';
import { findTokens } from './tokens.ts';
import { type PlacedWord, wordsOf } from './words.ts';

/** A credential in a command. */
export interface Secret {
  /** Name of its field, as written. */
  name: string;
  /** The value after the shell has removed quotes and escapes. */
  value: string;
  /** UTF-16 indices into the command. */
  start: number;
  end: number;
  /** Quotes between its characters, which must stay when it is replaced. */
  between: string;
}

/** Matches options whose value is a user and a password. */
const USER_OPTION = /^(?:-[a-zA-Z#]*[uU]|--user|--proxy-user)$/;
/** Options whose value is a secret by itself, with the name of its placeholder. */
const SECRET_OPTIONS: Readonly<Record<string, string>> = {
  '--oauth2-bearer': 'token',
  '--pass': 'passphrase',
  '--proxy-pass': 'passphrase',
  '--tlspassword': 'password',
  '--proxy-tlspassword': 'password',
};
const CERT_OPTION = /^(?:-E|--cert|--proxy-cert)$/;
const COOKIE_OPTION = /^(?:-b|--cookie)$/;
const FORM_OPTION = /^(?:-F|--form)$/;

/** Header names and what follows the colon. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]{1,100}):[ \t]*(.*)$/s;

/**
 * Returns every credential in a command, in order. Examples, placeholders and variables do not count.
 * @param command any text, even if it is not a command
 */
export function findSecrets(command: string): Secret[] {
  const words = wordsOf(command);
  const secrets: Secret[] = [];
  for (const [index, word] of words.entries())
    for (const field of wordFields(words, index)) {
      const value = word.text.slice(field.start, field.end);
      if (!isExample(value)) secrets.push(placed(command, word, field, value));
    }
  for (const field of plainTokens(words)) secrets.push(placed(command, field.word, field, field.value));
  return alsoElsewhere(command, withoutOverlaps(secrets));
}

/** Finds tokens by their format, in each word. */
function plainTokens(words: readonly PlacedWord[]): (Field & { word: PlacedWord; value: string })[] {
  const text = words.map((word) => word.text).join('\n');
  const tokens = findTokens(text);
  const fields: (Field & { word: PlacedWord; value: string })[] = [];
  let offset = 0;
  let at = 0;
  for (const word of words) {
    const until = offset + word.text.length;
    for (let token = tokens[at]; token !== undefined && token.start < until; token = tokens[at]) {
      const start = Math.max(0, token.start - offset);
      const end = Math.min(token.end, until) - offset;
      if (end > start)
        fields.push({ name: token.name, start, end, word, value: word.text.slice(start, end) });
      // A private key may continue in the next word.
      if (token.end > until) break;
      at += 1;
    }
    offset = until + 1;
  }
  return fields;
}

/** Maps a part of a word to its position in the command. */
function placed(command: string, word: PlacedWord, { name, start, end }: Field, value: string): Secret {
  let between = '';
  for (let unit = start + 1; unit < end; unit += 1) {
    const gap = word.starts[unit] ?? 0;
    const last = word.ends[unit - 1] ?? 0;
    if (gap > last) between += command.slice(last, gap);
  }
  return { name, value, start: word.starts[start] ?? 0, end: word.ends[end - 1] ?? 0, between };
}

/** Finds fields of a word that are secret by their position. */
function wordFields(words: readonly PlacedWord[], index: number): Field[] {
  const text = words[index]?.text ?? '';
  const before = words[index - 1]?.text ?? '';
  // A value attached to its option is examined separately: `-ualice:pw`, `--header=X: y`, `-dkey=1`.
  const glued = /^(--[a-z0-9-]+=|-[a-zA-Z](?=.))/s.exec(text)?.[0];
  const ofGlued =
    glued === undefined
      ? []
      : moved(valueFields(glued.replace(/=$/, ''), text.slice(glued.length)), glued.length);
  return [...ofGlued, ...valueFields(before, text), ...assigned(words, index)];
}

const moved = (fields: readonly Field[], by: number): Field[] =>
  fields.map((field) => ({ ...field, start: field.start + by, end: field.end + by }));

/** Finds fields of an option's value, or of a word without an option. */
function valueFields(option: string, text: string): Field[] {
  const whole = (name: string): Field => ({ name, start: 0, end: text.length });
  if (USER_OPTION.test(option)) return credentialFields(text);
  const secretOption = SECRET_OPTIONS[option];
  if (secretOption !== undefined) return [whole(secretOption)];
  if (CERT_OPTION.test(option)) {
    const colon = text.lastIndexOf(':');
    // The colon of a Windows drive letter does not end the file name.
    return colon > 1 ? [{ name: 'passphrase', start: colon + 1, end: text.length }] : [];
  }
  if (COOKIE_OPTION.test(option) && text.includes('=')) return cookieFields(text);
  const fields = [
    ...userinfoFields(text),
    ...headerFields(text),
    ...defaultFields(text),
    ...bodyFields(text),
  ];
  if (!FORM_OPTION.test(option)) return fields;
  // Form files are read locally, and the parameters after a semicolon describe the part.
  return fields
    .filter(({ start }) => !/[@<]/.test(text[start] ?? ''))
    .map((field) => ({ ...field, end: beforeSemicolon(text, field) }));
}

function beforeSemicolon(text: string, { start, end }: Field): number {
  const semicolon = text.indexOf(';', start);
  return semicolon < 0 ? end : Math.min(end, semicolon);
}

/** Finds user and password of `-u`. The user is a secret if the password is empty or a filler. */
export function credentialFields(text: string): Field[] {
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  const password = colon < 0 ? undefined : text.slice(colon + 1);
  const fields: Field[] = [];
  const isFiller = password !== undefined && /^(?:x|x-oauth-basic|unused|none|blank)?$/i.test(password);
  if (isFiller || isKeyLike(user)) fields.push({ name: 'api_key', start: 0, end: user.length });
  if (password !== undefined && !isFiller)
    fields.push({ name: 'password', start: user.length + 1, end: text.length });
  return fields;
}

/** Whether a user's name looks more like a key than like a name. */
export const isKeyLike = (user: string): boolean =>
  user.length >= 16 && /\d/.test(user) && !user.includes('@');

/** Finds user and password in a URL, with or without a scheme. */
function userinfoFields(text: string): Field[] {
  const fields: Field[] = [];
  const userinfo = /(?<![\w+.-])(?:[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#"'<>]{1,2000})@/gi;
  for (const { 0: whole, 1: found = '', index } of text.matchAll(userinfo)) {
    const start = index + whole.length - 1 - found.length;
    fields.push(...moved(credentialFields(found), start));
  }
  const bare = /^([^\s/?#@:"'<>{]{1,200}:[^\s/?#@"'<>]{1,500})@[\w.-]/.exec(text)?.[1];
  if (bare !== undefined) fields.push(...credentialFields(bare));
  return fields;
}

/** Finds the secret part of a header line, without its name and authentication scheme. */
function headerFields(text: string): Field[] {
  const [, name = '', value = ''] = HEADER.exec(text) ?? [];
  if (value === '') return [];
  const start = text.length - value.length;
  if (/^(?:set-)?cookie2?$/i.test(name)) return moved(cookieFields(value), start);
  if (!isSecretHeader(name)) return [];
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  const from = value.length - value.slice(scheme.length).trimStart().length;
  return [{ name: schemeName(scheme, name), start: start + from, end: start + value.trimEnd().length }];
}

/** Returns the placeholder name for the credentials of a scheme. */
export function schemeName(scheme: string, header: string): string {
  if (/^(?:bearer|token|oauth|dpop)$/i.test(scheme)) return 'token';
  if (/^(?:apikey|api-key|key|ssws)$/i.test(scheme)) return 'api_key';
  return scheme === '' ? header : 'credentials';
}

/** Finds default values of shell variables: `${TOKEN:-abc}`. */
function defaultFields(text: string): Field[] {
  const fields: Field[] = [];
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(
    /\$\{(\w{1,100}):?[-=]([^{}]+)\}/g,
  ))
    if (isSecretName(name))
      fields.push({ name, start: index + whole.length - 1 - value.length, end: index + whole.length - 1 });
  return fields;
}

/** Finds a value that earlier words name: `$env:TOKEN = 'abc'`, `set -x TOKEN abc`, `X-Api-Key: abc`. */
function assigned(words: readonly PlacedWord[], index: number): Field[] {
  const text = words[index]?.text ?? '';
  const [before = '', second = '', third = ''] = [1, 2, 3].map((back) => words[index - back]?.text ?? '');
  const whole = (name: string): Field[] => [{ name, start: 0, end: text.length }];
  const named = (name: string) => isSecretName(name.replace(/^\$(?:env:)?/i, ''));
  if (/^[:=]$/.test(before) && /^[\w$:-]+$/.test(second) && named(second)) return whole(second);
  if (/^(?:set|setx|export)$/.test(second) || (third === 'set' && second.startsWith('-')))
    if (/^\w+$/.test(before) && !text.startsWith('-') && named(before)) return whole(before);
  const header = /^([\w-]{1,100}):$/.exec(SCHEME.test(`${before} `) ? second : before)?.[1];
  if (header === undefined || !isSecretHeader(header) || SCHEME.test(`${text} `)) return [];
  return whole(schemeName(SCHEME.exec(`${before} `)?.[0] ?? '', header));
}

/** Keeps the longer of two overlapping secrets. */
function withoutOverlaps(secrets: readonly Secret[]): Secret[] {
  const sorted = secrets.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Secret[] = [];
  for (const secret of sorted) {
    const last = kept.at(-1);
    if (last === undefined || secret.start >= last.end) kept.push({ ...secret });
    else if (secret.end > last.end) {
      last.value += secret.value.slice(secret.value.length - (secret.end - last.end));
      last.between += secret.between;
      last.end = secret.end;
    }
  }
  return kept;
}

/** Minimum length of a value to search for elsewhere: shorter ones match unrelated text. */
const MIN_ELSEWHERE = 8;
const MAX_ALIKE = 20;

/** Adds the other occurrences of the same values. Takes time linear in the command. */
function alsoElsewhere(command: string, secrets: readonly Secret[]): Secret[] {
  const byStart = new Map<string, Map<string, string>>();
  for (const { name, value } of secrets) {
    if (value.length < MIN_ELSEWHERE) continue;
    const start = value.slice(0, MIN_ELSEWHERE);
    const values = byStart.get(start) ?? new Map<string, string>();
    // Bounds the values with a common prefix: each is tried at every position.
    if (values.size < MAX_ALIKE) values.set(value, name);
    byStart.set(start, values);
  }
  if (byStart.size === 0) return [...secrets];
  const all = [...secrets];
  for (let start = 0; start + MIN_ELSEWHERE <= command.length; start += 1)
    for (const [value, name] of byStart.get(command.slice(start, start + MIN_ELSEWHERE)) ?? [])
      if (command.startsWith(value, start))
        all.push({ name, value, start, end: start + value.length, between: '' });
  return withoutOverlaps(all);
}
