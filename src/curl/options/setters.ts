/** Options pass: what the rows of the table do. Values are checked as curl checks them: what it refuses is refused here as well. */
import type { ParseErrorCode } from '../../schemas/diagnostics.ts';
import type { DataKind, Operation, Scheme, Use } from './operation.ts';
import type { Setter, Target } from './table.ts';

/** Why curl refuses a value. */
type Failure = [code: ParseErrorCode, message: string];

/** The value as text; undefined, with a warning, for one that is not known. */
export function known(target: Target, use: Use): string | undefined {
  const text = use.value.text;
  if (text === undefined)
    target.warn('option_ignored', `The value of ${use.name} is not known; the option is left out.`);
  return text;
}

/** A check that a value which is not known passes. */
const check =
  (fails: (text: string, target: Target, use: Use) => Failure | undefined): Setter =>
  (target, use) => {
    const text = use.value.text;
    const failure = text === undefined ? undefined : fails(text, target, use);
    if (failure !== undefined) target.refuse(failure[0], `${use.name}: ${failure[1]}`);
  };

export const NO_NUMBER: Failure = ['invalid_number', 'expected a proper numerical parameter'];
const BADLY_USED: Failure = ['invalid_value', 'is badly used here'];

export const text: Setter = (target, use) => {
  if (use.value.isEmpty)
    target.refuse('blank_value', `${use.name}: blank argument where content is expected`);
};

function countFailure(given: string): Failure | undefined {
  if (/^-\d+$/.test(given) && Number(given) !== 0)
    return ['invalid_number', 'expected a positive numerical parameter'];
  return /^-?\d{1,18}$/.test(given) ? undefined : NO_NUMBER;
}

export const count = check(countFailure);

export const seconds = check((_, target, use) => {
  secondsToMs(target, use);
  return undefined;
});

export const size = check((given) => {
  if (!/^\d+/.test(given)) return NO_NUMBER;
  return /^\d+(?:\.\d+)?[bBkKmMgGtTpP]?$/.test(given) ? undefined : ['invalid_number', 'is badly used here'];
});

export const matching = (pattern: RegExp, failure = BADLY_USED): Setter =>
  check((given) => (pattern.test(given) ? undefined : failure));

/** Names of differentiated services and of types of service, as curl spells them, or a number up to 255. */
export const typeOfService = matching(
  /^(?:AF[1-4][1-3]|CE|CS[0-7]|ECT[01]|EF|LE|LOWCOST|LOWDELAY|MINCOST|RELIABILITY|THROUGHPUT|VOICE-ADMIT|1?\d?\d|2[0-4]\d|25[0-5])$/,
);

/** Seconds with decimals to milliseconds; what follows the number is not looked at, as in curl. Undefined for a value that is not known. */
export function secondsToMs(target: Target, use: Use): number | undefined {
  const given = known(target, use);
  if (given === undefined) return undefined;
  const match = /^(\d{1,15})(?:\.(\d+))?/.exec(given);
  if (match === null || /^\d+\.$/.test(given)) target.refuse(NO_NUMBER[0], `${use.name}: ${NO_NUMBER[1]}`);
  const ms = Number(match[1] ?? 0) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'));
  return Math.min(ms, 4_294_967_295);
}

export const PROTOCOLS = [
  'dict',
  'file',
  'ftp',
  'ftps',
  'gopher',
  'gophers',
  'http',
  'https',
  'imap',
  'imaps',
  'ldap',
  'ldaps',
  'mqtt',
  'mqtts',
  'pop3',
  'pop3s',
  'rtmp',
  'rtmpe',
  'rtmps',
  'rtmpt',
  'rtmpte',
  'rtmpts',
  'rtsp',
  'scp',
  'sftp',
  'smb',
  'smbs',
  'smtp',
  'smtps',
  'telnet',
  'tftp',
  'ws',
  'wss',
];

/** `=https`, `-all,https`, `+ftp`: which protocols are allowed afterwards. */
export function protocolSet(target: Target, use: Use): Set<string> | undefined {
  const given = known(target, use);
  if (given === undefined) return undefined;
  const allowed = new Set(PROTOCOLS);
  for (const item of given.split(',')) {
    const sign = /^[-+=]*/.exec(item)?.[0].at(-1) ?? '+';
    const name = item.replace(/^[-+=]+/, '').toLowerCase();
    const named = name === 'all' ? PROTOCOLS : [name];
    if (item === '') continue;
    if (name !== 'all' && !PROTOCOLS.includes(name))
      target.refuse('invalid_value', `${use.name}: is badly used here: unknown protocol ${name}`);
    if (sign === '=') allowed.clear();
    for (const protocol of named) {
      if (sign === '-') allowed.delete(protocol);
      else allowed.add(protocol);
    }
  }
  return allowed;
}

/** Only one of -I, -F, -d and -T can decide the method. */
export function claim(target: Target, kind: NonNullable<Operation['kind']>, use: Use): void {
  const { operation } = target;
  if (operation.kind !== undefined && operation.kind !== kind)
    target.refuse('conflicting_methods', `${use.name}: only one HTTP request method can be selected`);
  operation.kind = kind;
}

/* ---- what an option says ---- */

export const data =
  (kind: DataKind): Setter =>
  ({ operation }, { name, value, start, end }) => {
    const use = { name, value, start, end, kind };
    operation.data.push(use);
    if (kind === 'json') operation.json = use;
  };
export const form =
  (literal: boolean): Setter =>
  (target, use) => {
    const { name, value, start, end } = use;
    if (!value.outline.includes('='))
      target.refuse('form_without_name', `${name}: is badly used here: a part is written name=content`);
    claim(target, 'form', use);
    target.operation.form.push({ name, value, start, end, literal });
  };
export const scheme =
  (name: Scheme): Setter =>
  ({ operation }, _, on) => {
    operation.schemes = withOrWithout(operation.schemes, name, on);
  };
export const version =
  (httpVersion: NonNullable<Operation['httpVersion']>): Setter =>
  ({ operation }) => {
    operation.httpVersion = httpVersion;
  };
export const keep =
  (status: 301 | 302 | 303): Setter =>
  ({ operation }, _, on) => {
    operation.keepMethodOn = withOrWithout(operation.keepMethodOn, status, on);
  };
export const proxy =
  (proxyScheme: string): Setter =>
  (target, use, on) => {
    if (proxyScheme !== '') text(target, use, on);
    target.operation.proxy = { use, scheme: proxyScheme };
  };

function withOrWithout<T>(list: readonly T[], item: T, on: boolean): T[] {
  const others = list.filter((other) => other !== item);
  return on ? [...others, item] : others;
}
