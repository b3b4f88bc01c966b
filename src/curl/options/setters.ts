/** Options pass: what the rows of the table do. Values are checked as curl checks them: what it refuses is refused here as well. */
import type { ParseErrorCode } from '../../schemas/diagnostics.ts';
import type { OptionContext, Setter } from './option.ts';
import type { DataKind, Scheme, Transfer, Use } from './transfer.ts';

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
export const count = matching(/^\d{1,18}$/, 'invalid_number');
export const offset = matching(/^(?:-|\d{1,18})$/, 'invalid_number');
export const size = matching(/^\d+(?:\.\d+)?[bBkKmMgGtTpP]?$/, 'invalid_number');
export const seconds = matching(/^\d(?!\d*\.$)/, 'invalid_number');

/* ---- values that must be known ---- */

/** The value as text, once it has passed a check; undefined, with a warning, for one that is not known. */
function known(context: OptionContext, use: Use, check?: Setter): string | undefined {
  check?.(context, use, true);
  const { text } = use.value;
  if (text === undefined)
    context.warn(use, 'option_ignored', `The value of ${use.name} is not known; the option is left out.`);
  return text;
}

/** A number, at most a million. */
function numberOf(context: OptionContext, use: Use, check: Setter): number | undefined {
  const given = known(context, use, check);
  return given === undefined ? undefined : Math.min(Number(given), 1_000_000);
}

/** Seconds with decimals; what follows the number is not looked at, as in curl. */
function millisecondsOf(context: OptionContext, use: Use): number | undefined {
  const given = known(context, use, seconds);
  if (given === undefined) return undefined;
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d+))?/.exec(given) ?? [];
  return Math.min(Number(whole) * 1000 + Number(decimals.slice(0, 3).padEnd(3, '0')), 4_294_967_295);
}

/** `=https`, `-all,https`, `+ftp`: whether http and https are allowed afterwards. */
export const protocols: Setter = (context, use) => {
  const given = known(context, use);
  if (given === undefined) return;
  const allowed = new Set(['http', 'https']);
  for (const item of given.toLowerCase().split(',')) {
    const [, sign = '', name = ''] = /^[-+=]*?([-+=]?)([^-+=].*)?$/s.exec(item) ?? [];
    if (sign === '=') allowed.clear();
    for (const protocol of name === 'all' ? ['http', 'https'] : [name])
      if (sign === '-') allowed.delete(protocol);
      else allowed.add(protocol);
  }
  context.transfer.protocols = allowed;
};

export const defaultProtocol: Setter = (context, use) => {
  context.transfer.defaultProtocol = known(context, use, text)?.toLowerCase();
};

/* ---- options of the request ---- */

/** Sets a field, or takes it away. */
function assign<T, K extends keyof T>(record: Partial<T>, name: K, value: T[K] | undefined): void {
  if (value === undefined) delete record[name];
  else record[name] = value;
}

type Options = Transfer['options'];
type OptionsOf<T> = { [K in keyof Options]-?: T extends Options[K] ? K : never }[keyof Options];

export const option =
  <K extends keyof Options>(name: K, value: Options[K]): Setter =>
  ({ transfer: { options } }, _, on) =>
    assign(options, name, on ? value : undefined);
/** @param check what the value must pass first */
export const word =
  (name: OptionsOf<Use['value']>, check?: Setter): Setter =>
  (context, use, on) => {
    check?.(context, use, on);
    context.transfer.options[name] = use.value;
  };
/** A file or a socket of the user's machine. */
export const local =
  (name: 'key' | 'unix_socket'): Setter =>
  (context, use, on) => {
    word(name, text)(context, use, on);
    context.warn(use, 'not_executable');
  };
export const milliseconds =
  (name: 'timeout_ms' | 'connect_timeout_ms'): Setter =>
  (context, use) =>
    assign(context.transfer.options, name, millisecondsOf(context, use));
export const maxRedirects: Setter = (context, use) => {
  const most = numberOf(context, use, matching(/^(?:\d{1,18}|-1)$/, 'invalid_number'));
  if (most !== undefined) context.transfer.options.max_redirects = most;
};
export const retryCount: Setter = (context, use) => {
  context.transfer.retry.count = numberOf(context, use, count) ?? context.transfer.retry.count;
};
export const retryDelay: Setter = (context, use) =>
  assign(context.transfer.retry, 'delay_ms', millisecondsOf(context, use) || undefined);
export const retryOn =
  (name: 'all_errors' | 'connection_refused'): Setter =>
  ({ transfer: { retry } }, _, on) =>
    assign(retry, name, on || undefined);
export const fail =
  (withBody: boolean): Setter =>
  ({ transfer: { options } }, _, on) => {
    assign(options, 'fail', on || undefined);
    assign(options, 'fail_with_body', (on && withBody) || undefined);
  };
/** `host:port:address`, or `-host:port`, which removes an entry that the command itself does not have. */
export const resolve: Setter = (context, use, on) => {
  matching(/^-?\+?(?:\[[^\]]*\]|[^:]*):\d+/)(context, use, on);
  const { options } = context.transfer;
  const { value, name } = use;
  if (value.outline.startsWith('-')) {
    context.warn(use, 'option_ignored', `${name} only removes an entry here; it is left out.`);
    return;
  }
  options.resolve ??= [];
  // `+` lets the entry expire, which a single request never sees.
  options.resolve.push(value.slice(value.outline.startsWith('+') ? 1 : 0));
};
const TARGET_REFUSED =
  'A request target has only visible ASCII characters; executing the request is refused.';
export const requestTarget: Setter = (context, use, on) => {
  word('request_target', text)(context, use, on);
  if (/[^\x21-\x7e\ufffc]/.test(use.value.outline)) context.warn(use, 'option_ignored', TARGET_REFUSED);
};

/* ---- what else an option says ---- */

/** The fields of a transfer that hold a T. */
type Fields<T> = {
  [K in keyof Transfer]: [T, Transfer[K]] extends [Transfer[K], T] ? K : never;
}[keyof Transfer];

/** @param check what the value must pass first */
export const store =
  (field: Fields<Use | undefined>, check?: Setter): Setter =>
  (context, use, on) => {
    check?.(context, use, on);
    context.transfer[field] = on ? use : undefined;
  };
export const add =
  (field: Fields<Use[] | undefined>, check?: Setter): Setter =>
  (context, use, on) => {
    check?.(context, use, on);
    const uses = context.transfer[field] ?? [];
    uses.push(use);
    context.transfer[field] = uses;
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
  ({ transfer }, use) => {
    const { name, value, start, end } = use;
    transfer.data ??= [];
    transfer.data.push({ name, value, start, end, kind });
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
export const config: Setter = (context, use) => context.config(use);
export const head: Setter = (context, use, on) => {
  context.transfer.head = on;
  claim(context, use, on ? 'head' : 'get');
};
export const scheme =
  (name: Scheme): Setter =>
  ({ transfer: { schemes } }, _, on) => {
    if (on) schemes.add(name);
    else schemes.delete(name);
  };
export const keep =
  (status: 301 | 302 | 303): Setter =>
  ({ transfer: { keepMethodOn } }, _, on) => {
    if (on) keepMethodOn.add(status);
    else keepMethodOn.delete(status);
  };
export const proxy =
  (proxyScheme: string): Setter =>
  (context, use, on) => {
    if (proxyScheme !== '') text(context, use, on);
    context.transfer.proxy = { use, scheme: proxyScheme };
  };

/** Only one of -I, -F, -d and -T can decide the method. */
function claim(context: OptionContext, use: Use, kind: NonNullable<Transfer['kind']>): void {
  const { transfer } = context;
  if (transfer.kind !== undefined && transfer.kind !== kind) context.refuse(use, 'conflicting_methods');
  transfer.kind = kind;
}
