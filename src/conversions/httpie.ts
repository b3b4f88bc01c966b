/** Converts an HTTPie command: `http`, `https`. What its options and items do is that of HTTPie 3's documentation. */
import { type ParseError, parse } from 'jsonc-parser';
import type { FormPart } from '../schemas/request-shape.ts';
import { absolute, ConversionDraft, formText, NotConvertible, withQuery } from './conversion-draft.ts';
import { applyOptions, argumentsOf, ignore, leaveOut, seconds } from './shell-words.ts';

const JSON_TYPE = 'application/json';
const implyJson = (draft: ConversionDraft) => draft.imply('Accept', `${JSON_TYPE}, */*;q=0.5`);

/** An item with the separator between its name and its value; a backslash escapes the next character. */
const ITEM = /^((?:\\[\s\S]|[^\\])*?)(:=@|==@|=@|:@|:=|==|=|@|:|;$)([\s\S]*)$/;

type Item = ReturnType<typeof readItem>;

/** @throws NotConvertible for what HTTPie would not send, or only with what is on the user's machine */
export function convertHttpie(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  const { program, words, stdin } = argumentsOf(text, /^https?$/, draft);
  const own = new Map<string, string>();
  const keep = (name: string) => (_: ConversionDraft, value: string) => own.set(name, value);
  const operands = applyOptions(draft, words, {
    '--raw=': keep('raw'),
    '-a= --auth=': keep('auth'),
    '-A= --auth-type=': keep('scheme'),
    '--verify=': ({ options }, value) => {
      if (/^(?:no|false)$/i.test(value)) options.insecure = true;
      else if (!/^(?:yes|true)?$/i.test(value)) options.cacert = value;
    },
    '--timeout=': seconds('timeout_ms', '--timeout'),
    '-o= --output=': ({ options }, output) => Object.assign(options, { output }),
    '-F --follow': ({ options }) => Object.assign(options, { follow_redirects: true }),
    '-j --json': implyJson,
    '-f --form': () => own.set('kind', 'form'),
    '--multipart': () => own.set('kind', 'multipart'),
    '-h -b -v -m -d -c -q -S -I --headers --body --verbose --download --continue --quiet --stream --ignore-stdin --check-status --all':
      ignore,
    '-s= -p= -P= --print= --pretty= --style= --format-options=': ignore,
    '--proxy= --cert= --cert-key= --max-redirects= --session= --session-read-only= --default-scheme= --ssl= --ciphers= --cert-key-pass= --boundary= --response-charset= --response-mime= --max-headers=':
      leaveOut,
  });
  if (/^[A-Za-z]+$/.test(operands[0] ?? '') && operands.length > 1 && operands[0] !== 'localhost')
    draft.method = operands.shift()?.toUpperCase();
  const [address, ...rest] = operands;
  if (address === undefined) throw new NotConvertible('The HTTPie command has no URL.');
  // `:3000/x` is on this machine.
  const local = address.replace(/^:(?!:)(?=\d)/, 'localhost:').replace(/^:(?!:)/, 'localhost');
  draft.url = absolute(local.replace(/^\/\//, ''), program);
  const data = readItems(draft, rest.map(readItem));
  const raw = own.get('raw');
  if (raw === undefined && data.length > 0) setData(draft, data, own.get('kind') ?? 'json');
  else setJson(draft, raw ?? stdin.text, raw === undefined ? stdin.file : undefined);
  const credentials = own.get('auth');
  if (credentials !== undefined)
    authenticate(draft, credentials, own.get('scheme')?.toLowerCase() ?? 'basic');
  return draft;
}

/** Sets the headers and the query. @returns the items that are data */
function readItems(draft: ConversionDraft, items: readonly Item[]): Item[] {
  const data: Item[] = [];
  const query: [string, string][] = [];
  for (const item of items) {
    const { name, sign, value } = item;
    if (/.@$/.test(sign))
      throw new NotConvertible(`\`${name}${sign}${value}\` is read from a file. Write its content.`);
    if (sign === ':' && value === '') draft.leaveOut(`${name}:`);
    else if (sign === ':' || sign === ';') draft.headers.push({ name, value: value.trim() });
    else if (sign === '==') query.push([name, value]);
    else data.push(item);
  }
  draft.url = withQuery(draft.url, formText(query));
  return data;
}

function setData(draft: ConversionDraft, data: readonly Item[], kind: string): void {
  const [file, ...others] = data;
  // `@body.json`: the file is the body.
  if (file?.sign === '@' && file.name === '' && others.length === 0) {
    draft.bodyFile = file.value;
    if (/\.json$/i.test(file.value)) draft.imply('Content-Type', JSON_TYPE);
    else draft.note('HTTPie derives the Content-Type from the name of the file: add it.');
  } else if (kind === 'multipart' || (kind === 'form' && data.some(({ sign }) => sign === '@')))
    draft.form = data.map(partOf);
  else if (kind === 'json') setJson(draft, jsonOf(data));
  else {
    draft.imply('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8');
    draft.body = formText(data.map(({ name, value }) => [name, value]));
  }
}

/** `name=value`, `name@file`, `name@file;type=image/png`. */
function partOf({ name, sign, value }: Item): FormPart {
  if (sign !== '@') return { name, value };
  const [, file = '', type] = /^(.*?)(?:;type=([^;]+))?$/s.exec(value) ?? [];
  const part = { name, file, filename: file.replace(/^.*[/\\]/, '') };
  return type === undefined ? part : { ...part, content_type: type };
}

function setJson(draft: ConversionDraft, text: string | undefined, file?: string): void {
  if (text === undefined && file === undefined) return;
  draft.body = text;
  draft.bodyFile = file;
  implyJson(draft);
  draft.imply('Content-Type', JSON_TYPE);
}

function authenticate(draft: ConversionDraft, credentials: string, scheme: string): void {
  if (scheme === 'bearer') {
    draft.headers.push({ name: 'Authorization', value: `Bearer ${credentials}` });
    return;
  }
  const [, username = credentials, password] = /^([^:]*):(.*)$/s.exec(credentials) ?? [];
  if (scheme !== 'basic' && scheme !== 'digest') draft.leaveOut(`--auth-type=${scheme}`);
  draft.auth = { username, password: password ?? draft.placeholder('password') };
  if (scheme === 'digest') draft.auth.scheme = 'digest';
}

/** @throws NotConvertible for an invalid item */
function readItem(text: string): Record<'name' | 'sign' | 'value', string> {
  const [, name, sign, value] = ITEM.exec(text) ?? [];
  if (name === undefined || sign === undefined || value === undefined)
    throw new NotConvertible(`\`${text}\` is no item of HTTPie, such as name=value or Name:value.`);
  const plain = (part: string) => part.replace(/\\([:=@;\\])/g, '$1');
  return { name: plain(name), sign, value: plain(value) };
}

/** The object of `name=text` and `name:=JSON`, as Python writes JSON. */
function jsonOf(data: readonly Item[]): string {
  const entries = new Map<string, string>();
  for (const { name, sign, value } of data) {
    if (/[[\]]/.test(name) || sign === '@')
      throw new NotConvertible(`\`${name}${sign}${value}\` is nested, or a file. Write the JSON with --raw.`);
    entries.set(name, sign === ':=' ? json(name, value) : JSON.stringify(value));
  }
  return `{${[...entries].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`;
}

/** @throws NotConvertible for invalid JSON without variables */
function json(name: string, text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  if (errors.length === 0 || /\$|\{\{/.test(text)) return text;
  throw new NotConvertible(`The value of \`${name}:=\` is no JSON: \`${text}\`.`);
}
