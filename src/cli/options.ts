/** Reads and checks the values of command-line options. */
import { PLAN_NAMES, type Plan, SCOPES, type Scope } from '../schemas/account.ts';
import { AdminError } from '../services/accounts.ts';
import { parseTime } from '../services/api-keys.ts';

export interface Options {
  name?: string;
  plan?: string;
  'daily-limit'?: string;
  account?: string;
  scopes?: string;
  expires?: string;
  key?: string;
  prefix?: string;
  site?: string;
  url?: string;
  yes?: boolean;
  human?: boolean;
  check?: boolean;
  'no-migrate'?: boolean;
}

/** The options without a value. */
export const FLAGS: ReadonlySet<string> = new Set([
  'yes',
  'human',
  'check',
  'no-migrate',
] satisfies (keyof Options)[]);

/** Returns a required option. @throws AdminError when it is missing or cannot be stored */
export function need(
  options: Options,
  name: Exclude<keyof Options, 'yes' | 'human' | 'check' | 'no-migrate'>,
): string {
  const value = options[name]?.trim();
  if (value === undefined || value === '') throw new AdminError(`--${name} is required.`);
  if (value.length > (name === 'url' ? 4_000 : 200) || value.includes('\0') || !value.isWellFormed())
    throw new AdminError(`--${name} is too long, or has a NUL.`);
  return value;
}

/** Returns an option; undefined without it. @throws AdminError when it cannot be stored */
export function given(options: Options, name: Parameters<typeof need>[1]): string | undefined {
  return options[name] === undefined ? undefined : need(options, name);
}

/** Returns the plan of `--plan`. */
export function plan(options: Options): Plan {
  const value = need(options, 'plan');
  const found = PLAN_NAMES.find((name) => name === value);
  if (found === undefined) throw new AdminError(`--plan must be one of ${PLAN_NAMES.join(', ')}.`);
  return found;
}

/** Returns the limit in requests a day; null for the plan's limit. */
export function limit(options: Options): number | null {
  const value = options['daily-limit'];
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw new AdminError('--daily-limit must be a whole number from 1 to 999999999.');
  return Number(value);
}

/** Returns the scopes of `--scopes`; undefined without it. */
export function scopes(options: Options): Scope[] | undefined {
  if (options.scopes === undefined) return undefined;
  return options.scopes.split(',').map((text) => {
    const found = SCOPES.find((scope) => scope === text.trim());
    if (found === undefined)
      throw new AdminError(`--scopes: ${text.trim()} is not a scope. Scopes are ${SCOPES.join(', ')}.`);
    return found;
  });
}

const RFC3339 = /^\d{4}-\d\d-\d\d([Tt ]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/;

/** Returns the time of `--expires`, RFC 3339 or a day, which begins in UTC; null without it. */
export function expiry({ expires }: Options): Date | null {
  if (expires === undefined) return null;
  const time = RFC3339.test(expires) ? parseTime(expires) : undefined;
  if (time === undefined)
    throw new AdminError('--expires must be an RFC 3339 time, e.g. 2027-01-01T00:00:00Z.');
  if (time.getTime() <= Date.now()) throw new AdminError('--expires must be in the future.');
  return time;
}
