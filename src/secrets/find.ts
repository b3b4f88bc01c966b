/** Finds the credentials in a command, by the names of their fields and by their format. Pure. */
import {
  type Context,
  cookieFields,
  credentialFields,
  type Field,
  headerFields,
  isOAuth,
  moved,
  secretFields,
} from '../request/secret-fields.ts';
import { isSecretHeader, isSecretName, SCHEME } from '../request/secret-names.ts';
import { isExample } from './examples.ts';
import { type KnownSecret, KnownSecrets } from './known.ts';
import { findTokens } from './tokens.ts';
import { commentsOf, type PlacedWord, wordsOf } from './words.ts';

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

/** The credentials in a command, and the variables that stand for one. */
export interface Found {
  secrets: Secret[];
  /** Names in lower case. */
  variables: ReadonlySet<string>;
}

/** Matches options whose value is a user and a password. */
const USER_OPTION = /^(?:-[a-zA-Z#]*[uU]|--user|--proxy-user)$/;
/** Options whose value is a secret by itself: `--oauth2-bearer`, `--pass`, and those of other programs with such names. */
const SECRET_OPTION = /^--(?!no-|.*(?:cookie|-type$))[a-z][\w-]*$/;
const CERT_OPTION = /^(?:-E|--cert|--proxy-cert)$/;
const COOKIE_OPTION = /^(?:-b|--cookie)$/;
const FORM_OPTION = /^(?:-F|--form)$/;

/** `set H=X-Api-Key: secret` of cmd.exe: blanks do not end the value. */
const SET_LINE = /^[ \t]{0,20}@?set[ \t]{1,20}[^\n]*/gim;

/** Names of options that differ from those of their placeholders. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '--oauth2-bearer': 'token',
    '--pass': 'passphrase',
    '--proxy-pass': 'passphrase',
    '--tlspassword': 'password',
    '--proxy-tlspassword': 'password',
  }),
);

/** Minimum length of a value to search for elsewhere: shorter ones match unrelated text. */
const MIN_ELSEWHERE = 8;
/** Maximum number of variables that are assigned from other variables one after another. */
const MAX_ROUNDS = 5;

/**
 * Returns every credential in a command, in order. Examples, placeholders and variables do not count, but the value
 * that the text gives to a variable does where the variable is used as a credential.
 * @param command any text, even if it is not a command
 * @param known values that are secret wherever they stand
 */
export function findSecrets(command: string, known: readonly KnownSecret[] = []): Found {
  const words = wordsOf(command);
  const tokens = plainTokens(words).map((field) => placed(command, field.word, field, field.value));
  const variables = new Set<string>();
  let secrets: Secret[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { size } = variables;
    secrets = secretsOf(command, words, variables);
    if (variables.size === size) break;
  }
  const whole = withoutOverlaps([...secrets, ...tokens]);
  const elsewhere = [
    ...new KnownSecrets(whole, MIN_ELSEWHERE).fieldsOf(command),
    ...new KnownSecrets(known).fieldsOf(command),
  ].map((field) => ({ ...field, between: '' }));
  return { secrets: withoutOverlaps([...whole, ...elsewhere]), variables };
}

/** @param variables those that stand for a credential; more are added */
function secretsOf(command: string, words: readonly PlacedWord[], variables: Set<string>): Secret[] {
  const context: Context = { isOAuth: isOAuth(command), decodesBase64: true, names: variables };
  const secrets: Secret[] = [];
  const add = (value: string, secret: () => Secret) => {
    for (const name of variablesIn(value)) variables.add(name);
    if (!isExample(value)) secrets.push(secret());
  };
  for (const [index, word] of words.entries())
    for (const field of wordFields(words, index, context)) {
      const value = word.text.slice(field.start, field.end);
      add(value, () => placed(command, word, field, value));
    }
  const lines = Array.from(command.matchAll(SET_LINE), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  for (const { start: from, end: to } of [...commentsOf(command), ...lines])
    for (const { name, start, end } of moved(secretFields(command.slice(from, to), context), from)) {
      const value = command.slice(start, end);
      add(value, () => ({ name, value, start, end, between: '' }));
    }
  return secrets;
}

const VARIABLE = /\$(?:env:|\{)?(\w+)|%(\w+)%|!(\w+)!|\{\{\s*(\w+)/gi;

/** Returns the names of the variables in a value, in lower case. */
const variablesIn = (value: string): string[] =>
  Array.from(value.matchAll(VARIABLE), ([, ...names]) => (names.find(Boolean) ?? '').toLowerCase());

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
function wordFields(words: readonly PlacedWord[], index: number, context: Context): Field[] {
  const text = words[index]?.text ?? '';
  const before = words[index - 1]?.text ?? '';
  // A value attached to its option is examined separately: `-ualice:pw`, `--header=X: y`, `-dkey=1`.
  const glued = /^(--[a-z0-9-]+=|-[a-zA-Z](?=.))/s.exec(text)?.[0];
  const ofGlued =
    glued === undefined
      ? []
      : moved(valueFields(glued.replace(/=$/, ''), text.slice(glued.length), context), glued.length);
  return [...ofGlued, ...valueFields(before, text, context), ...assigned(words, index, context)];
}

/** Finds fields of an option's value, or of a word without an option. */
function valueFields(option: string, text: string, context: Context): Field[] {
  if (USER_OPTION.test(option))
    return /^[$%!{][^:]*$/.test(text)
      ? [{ name: 'credentials', start: 0, end: text.length }]
      : credentialFields(text);
  if (SECRET_OPTION.test(option) && !text.startsWith('-') && isSecretName(option) && option !== '--key')
    return [{ name: OPTION_NAMES.get(option) ?? option, start: 0, end: text.length }];
  if (CERT_OPTION.test(option)) {
    const colon = text.lastIndexOf(':');
    // The colon of a Windows drive letter does not end the file name.
    return colon > 1 ? [{ name: 'passphrase', start: colon + 1, end: text.length }] : [];
  }
  if (COOKIE_OPTION.test(option) && text.includes('=')) return cookieFields(text);
  const fields = [...bareUserinfo(text), ...expansions(text), ...secretFields(text, context)];
  // Form files are read locally.
  return FORM_OPTION.test(option) ? fields.filter(({ start }) => !/[@<]/.test(text[start] ?? '')) : fields;
}

/** Finds user and password in a URL without a scheme. */
function bareUserinfo(text: string): Field[] {
  const bare = /^([^\s/?#@:"'<>{]{1,200}:[^\s/?#@"'<>]{1,500})@[\w.-]/.exec(text)?.[1];
  return bare === undefined ? [] : credentialFields(bare);
}

/** Finds shell variables with secret names, and their default values: `${TOKEN:-abc}`. */
function expansions(text: string): Field[] {
  const fields: Field[] = [];
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\$\{(\w{1,100}):?[-=][^{}]+\}/g))
    if (isSecretName(name)) fields.push({ name, start: index, end: index + whole.length });
  return fields;
}

/** Commands that give a value to a variable: `set T x`, `read -r T <<< x`, `Set-Variable -Name T -Value x`. */
const SETS = /^(?:set|setx|setenv|export|declare|local|typeset|printf|(?:set|new)-variable|sv|nv)$/i;

const READS = /^(?:read|mapfile|readarray)$/;

/** Finds a value that earlier words name: `$env:TOKEN = 'abc'`, `set -x TOKEN abc`, `X-Api-Key: abc`. */
function assigned(words: readonly PlacedWord[], index: number, { names }: Context): Field[] {
  const text = words[index]?.text ?? '';
  const back = [1, 2, 3, 4, 5].map((count) => words[index - count]?.text ?? '');
  if (/^-value$/i.test(back[0] ?? '')) back.shift();
  const [before = '', second = '', third = '', fourth = ''] = back;
  const whole = (name: string): Field[] => moved(headerFields(name, text), 0);
  const named = (written: string) => {
    const name = written.replace(/^[$@](?:env:)?/i, '');
    return isSecretName(name) || names?.has(name.toLowerCase());
  };
  if (/^[:=]$/.test(before) && /^[\w$@:-]+$/.test(second) && named(second)) return whole(second);
  if (/^\w+$/.test(before) && !text.startsWith('-') && named(before))
    if (
      back.some((verb) => READS.test(verb)) ||
      SETS.test(second) ||
      [third, fourth].some((verb) => SETS.test(verb) && second.startsWith('-'))
    )
      return whole(before);
  const header = /^([\w-]{1,100}):$/.exec(SCHEME.test(`${before} `) ? second : before)?.[1];
  if (header === undefined || !isSecretHeader(header) || SCHEME.test(`${text} `)) return [];
  return headerFields(header, `${SCHEME.exec(`${before} `)?.[0] ?? ''} ${text}`).map(({ name }) => ({
    name,
    start: 0,
    end: text.length,
  }));
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
