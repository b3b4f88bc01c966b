/** Options pass: what the rows of the table do. Values are checked as curl checks them: what it refuses is refused here as well. */
import type { ParseErrorCode } from '../../schemas/diagnostics.ts';
import type { DataKind, Operation, Scheme, Use } from './operation.ts';
import type { Setter, Target } from './table.ts';

/** The value as text; undefined, with a warning, for one that is not known. */
export function known(target: Target, { name, value }: Use): string | undefined {
  const { text } = value;
  if (text === undefined) target.warn('option_ignored', `The value of ${name} is not known.`);
  return text;
}

/* ---- checks, which a value that is not known passes ---- */

export const matching =
  (pattern: RegExp, code: ParseErrorCode = 'invalid_value'): Setter =>
  (target, { value: { text } }) => {
    if (text !== undefined && !pattern.test(text)) target.refuse(code);
  };

export const text: Setter = (target, { value }) => {
  if (value.isEmpty) target.refuse('blank_value');
};
export const count = matching(/^(?:-0+|\d{1,18})$/, 'invalid_number');
export const size = matching(/^\d+(?:\.\d+)?[bBkKmMgGtTpP]?$/, 'invalid_number');
export const seconds: Setter = (target, use) => {
  if (use.value.text !== undefined) secondsToMs(target, use);
};
/** Names of differentiated services and of types of service, as curl spells them, or a number up to 255. */
export const typeOfService = matching(
  /^(?:AF[1-4][1-3]|CE|CS[0-7]|ECT[01]|EF|LE|LOWCOST|LOWDELAY|MINCOST|RELIABILITY|THROUGHPUT|VOICE-ADMIT|1?\d?\d|2[0-4]\d|25[0-5])$/,
);

/** Seconds with decimals to milliseconds; what follows the number is not looked at, as in curl. Undefined for a value that is not known. */
export function secondsToMs(target: Target, use: Use): number | undefined {
  const given = known(target, use);
  if (given === undefined) return undefined;
  const match = /^(\d{1,15})(?:\.(\d+))?/.exec(given);
  if (match === null || /^\d+\.$/.test(given)) target.refuse('invalid_number');
  const ms = Number(match[1] ?? 0) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'));
  return Math.min(ms, 4_294_967_295);
}

export const PROTOCOLS = (
  'dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt mqtts pop3 pop3s rtmp rtmpe rtmps rtmpt ' +
  'rtmpte rtmpts rtsp scp sftp smb smbs smtp smtps telnet tftp ws wss'
).split(' ');

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
    if (name !== 'all' && !PROTOCOLS.includes(name)) target.refuse('invalid_value');
    if (sign === '=') allowed.clear();
    for (const protocol of named) {
      if (sign === '-') allowed.delete(protocol);
      else allowed.add(protocol);
    }
  }
  return allowed;
}

/** Only one of -I, -F, -d and -T can decide the method. */
export function claim(target: Target, kind: NonNullable<Operation['kind']>): void {
  const { operation } = target;
  if (operation.kind !== undefined && operation.kind !== kind) target.refuse('conflicting_methods');
  operation.kind = kind;
}

/* ---- what an option says ---- */

/** The fields of an operation that hold a T. */
type Fields<T> = {
  [K in keyof Operation]: [T, Operation[K]] extends [Operation[K], T] ? K : never;
}[keyof Operation];

/** @param check what the value must pass first */
export const store =
  (field: Fields<Use | undefined>, check?: Setter): Setter =>
  (target, use, on) => {
    check?.(target, use, on);
    target.operation[field] = use;
  };
export const add =
  (field: Fields<Use[] | undefined>, check?: Setter): Setter =>
  (target, use, on) => {
    check?.(target, use, on);
    const uses = target.operation[field];
    // Most have one, and an array that grows has room for many.
    if (uses === undefined) target.operation[field] = [use];
    else uses.push(use);
  };
export const turn =
  (field: Fields<boolean>): Setter =>
  ({ operation }, _, on) => {
    operation[field] = on;
  };
export const data =
  (kind: DataKind): Setter =>
  ({ operation }, { name, value, start, end }) => {
    const use = { name, value, start, end, kind };
    if (operation.data === undefined) operation.data = [use];
    else operation.data.push(use);
    if (kind === 'json') operation.json = use;
  };
export const form =
  (literal: boolean): Setter =>
  (target, { name, value, start, end }) => {
    if (!value.outline.includes('=')) target.refuse('form_without_name');
    claim(target, 'form');
    target.operation.form ??= [];
    target.operation.form.push({ name, value, start, end, literal });
  };
export const scheme =
  (name: Scheme): Setter =>
  ({ operation }, _, on) => {
    operation.schemes = withOrWithout(operation.schemes, name, on);
  };
export const put =
  <K extends keyof Operation>(field: K, value: Operation[K]): Setter =>
  ({ operation }) => {
    operation[field] = value;
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
