/** Options pass: what the rows of the table do. Values are checked as curl checks them: what it refuses is refused here as well. */
import type { ParseErrorCode } from '../../schemas/diagnostics.ts';
import type { OptionContext, Setter } from './option.ts';
import { contradiction, type DataKind, type Scheme, type Transfer, type Use } from './transfer.ts';

/** The value as text; undefined, with a warning, for one that is not known. */
function known(context: OptionContext, use: Use): string | undefined {
  const { text } = use.value;
  if (text === undefined)
    context.warn(use, 'option_ignored', `The value of ${use.name} is not known; the option is left out.`);
  return text;
}

/* ---- checks, which a value that is not known passes ---- */

export const matching =
  (pattern: RegExp, code: ParseErrorCode = 'invalid_value'): Setter =>
  (context, use) => {
    const { text } = use.value;
    if (text !== undefined && !pattern.test(text)) context.refuse(use, code);
  };

export const text: Setter = (context, use) => {
  if (use.value.isEmpty) context.refuse(use, 'blank_value');
};
export const COUNT = /^\d{1,18}$/;
export const count = matching(COUNT, 'invalid_number');
export const offset = matching(/^(?:-|\d{1,18})$/, 'invalid_number');
export const size = matching(/^\d+(?:\.\d+)?[bBkKmMgGtTpP]?$/, 'invalid_number');
/** Names of differentiated services and of types of service, as curl spells them, or a number up to 255. */
export const typeOfService = matching(
  /^(?:AF[1-4][1-3]|CE|CS[0-7]|ECT[01]|EF|LE|LOWCOST|LOWDELAY|MINCOST|RELIABILITY|THROUGHPUT|VOICE-ADMIT|1?\d?\d|2[0-4]\d|25[0-5])$/,
);
export const seconds: Setter = (context, use) => {
  if (use.value.text !== undefined) secondsToMs(context, use);
};

/** Seconds with decimals to milliseconds; what follows the number is not looked at, as in curl. Undefined for a value that is not known. */
function secondsToMs(context: OptionContext, use: Use): number | undefined {
  const given = known(context, use);
  if (given === undefined) return undefined;
  const match = /^(\d{1,15})(?:\.(\d+))?/.exec(given);
  if (match === null || /^\d+\.$/.test(given)) context.refuse(use, 'invalid_number');
  const ms = Number(match[1] ?? 0) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'));
  return Math.min(ms, 4_294_967_295);
}

const PROTOCOLS = (
  'dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt mqtts pop3 pop3s rtmp rtmpe rtmps rtmpt ' +
  'rtmpte rtmpts rtsp scp sftp smb smbs smtp smtps telnet tftp ws wss'
).split(' ');

/** `=https`, `-all,https`, `+ftp`: which protocols are allowed afterwards. */
export const protocols: Setter = (context, use) => {
  const given = known(context, use);
  if (given === undefined) return;
  const allowed = new Set(PROTOCOLS);
  for (const item of given.split(',')) {
    const sign = /^[-+=]*/.exec(item)?.[0].at(-1) ?? '+';
    const name = item.replace(/^[-+=]+/, '').toLowerCase();
    const named = name === 'all' ? PROTOCOLS : [name];
    if (item === '') continue;
    if (name !== 'all' && !PROTOCOLS.includes(name)) context.refuse(use, 'invalid_value');
    if (sign === '=') allowed.clear();
    for (const protocol of named) {
      if (sign === '-') allowed.delete(protocol);
      else allowed.add(protocol);
    }
  }
  context.transfer.protocols = allowed;
};

export const defaultProtocol: Setter = (context, use, on) => {
  text(context, use, on);
  const given = known(context, use)?.toLowerCase();
  if (given !== undefined && !PROTOCOLS.includes(given)) context.refuse(use, 'unsupported_scheme');
  context.transfer.defaultProtocol = given;
};

/** Only one of -I, -F, -d and -T can decide the method. */
export function claim(context: OptionContext, use: Use, kind: NonNullable<Transfer['kind']>): void {
  const { transfer } = context;
  if (transfer.kind !== undefined && transfer.kind !== kind)
    context.refuse(use, 'conflicting_methods', contradiction(transfer.kind, kind));
  transfer.kind = kind;
}

/* ---- what an option says ---- */

/** The fields of an transfer that hold a T. */
type Fields<T> = {
  [K in keyof Transfer]: [T, Transfer[K]] extends [Transfer[K], T] ? K : never;
}[keyof Transfer];

/** @param check what the value must pass first */
export const store =
  (field: Fields<Use | undefined>, check?: Setter): Setter =>
  (context, use, on) => {
    check?.(context, use, on);
    context.transfer[field] = use;
  };
export const add =
  (field: Fields<Use[] | undefined>, check?: Setter): Setter =>
  (context, use, on) => {
    check?.(context, use, on);
    const uses = context.transfer[field] ?? [];
    uses.push(use);
    context.transfer[field] = uses;
  };
/** `host:port:address`, or `-host:port`, which removes an entry that the command itself does not have. */
export const resolve: Setter = (context, use, on) => {
  matching(/^-?\+?(?:\[[^\]]*\]|[^:]*):\d+/)(context, use, on);
  if (use.value.outline.startsWith('-'))
    context.warn(use, 'option_ignored', `${use.name} only removes an entry here; it is left out.`);
  else add('resolve')(context, use, on);
};
/** Keeps which use turned something on. */
export const mark =
  (field: Fields<Use | undefined>): Setter =>
  ({ transfer }, use, on) => {
    transfer[field] = on ? use : undefined;
  };
export const milliseconds =
  (field: Fields<number | undefined>): Setter =>
  (context, use) => {
    context.transfer[field] = secondsToMs(context, use);
  };
/** A number, at most a million. */
export const number =
  (field: Fields<number | undefined>, pattern: RegExp): Setter =>
  (context, use, on) => {
    matching(pattern, 'invalid_number')(context, use, on);
    const given = known(context, use);
    if (given !== undefined) context.transfer[field] = Math.min(Number(given), 1_000_000);
  };
/** @param off what `--no-…` sets */
export const put =
  <K extends keyof Transfer>(field: K, value: Transfer[K], off: Transfer[K]): Setter =>
  ({ transfer }, _, on) => {
    transfer[field] = on ? value : off;
  };
export const turn = (field: Fields<boolean>): Setter => put(field, true, false);
export const httpVersion = (version: Transfer['httpVersion']): Setter =>
  put('httpVersion', version, undefined);
export const data =
  (kind: DataKind): Setter =>
  ({ transfer }, { name, value, start, end }) => {
    const use = { name, value, start, end, kind };
    transfer.data ??= [];
    transfer.data.push(use);
    if (kind === 'json') transfer.json = use;
  };
export const form =
  (literal: boolean): Setter =>
  (context, use) => {
    const { name, value, start, end } = use;
    if (!value.outline.includes('=')) context.refuse(use, 'form_without_name');
    claim(context, use, 'form');
    context.transfer.form ??= [];
    context.transfer.form.push({ name, value, start, end, literal });
  };
export const scheme =
  (name: Scheme): Setter =>
  ({ transfer }, _, on) => {
    transfer.schemes = withOrWithout(transfer.schemes, name, on);
  };
export const keep =
  (status: 301 | 302 | 303): Setter =>
  ({ transfer }, _, on) => {
    transfer.keepMethodOn = withOrWithout(transfer.keepMethodOn, status, on);
  };
export const proxy =
  (proxyScheme: string): Setter =>
  (context, use, on) => {
    if (proxyScheme !== '') text(context, use, on);
    context.transfer.proxy = { use, scheme: proxyScheme };
  };

function withOrWithout<T>(list: readonly T[], item: T, on: boolean): T[] {
  const others = list.filter((other) => other !== item);
  return on ? [...others, item] : others;
}
