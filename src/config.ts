/** Reads the environment into one frozen, typed Config. No other file reads process.env. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type AddressRule, BAD_PORTS, parseAddressRules } from './proxy/connect/address-policy.ts';
import { PLAN_NAMES, type Plan } from './schemas/account.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings. */
export type Config = ReturnType<typeof loadConfig>;

/** An invalid setting; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every setting.
 * @throws ConfigError naming the first invalid setting
 */
export function loadConfig(env: Environment = process.env) {
  const databaseUrl = secret(env, 'DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.');
  if (databaseUrl !== undefined && !URL.canParse(databaseUrl))
    throw new ConfigError('DATABASE_URL is not a valid URL.');
  const bootstrapApiKey = secret(env, 'BOOTSTRAP_API_KEY');
  if (bootstrapApiKey !== undefined && !/^pgk_[A-Za-z0-9_-]{24,200}$/.test(bootstrapApiKey))
    throw new ConfigError('BOOTSTRAP_API_KEY must be pgk_ and 24 to 200 of A-Z a-z 0-9 _ -.');
  const maxTotal = integer(env, 'EGRESS_MAX_TOTAL', 100, 1, 100_000);
  return Object.freeze({
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    /** URL of PostgreSQL; undefined for PGlite in `dataDir`. */
    databaseUrl,
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 1, 1000),
    dataDir: resolve(text(env, 'DATA_DIR') ?? 'data'),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    /** Fastify's trustProxy: false, true, a number of hops or addresses. */
    trustProxy: trustProxy(text(env, 'TRUST_PROXY')),
    publicUrl: httpUrl('PUBLIC_URL', text(env, 'PUBLIC_URL'))?.replace(/(?<!\/)\/+$/, ''),
    /** A URI where vulnerabilities are reported, for security.txt. */
    securityContact: contact(env, 'SECURITY_CONTACT'),
    signupNote: text(env, 'SIGNUP_NOTE'),
    /** Whether npm runs the server through a shell, which does not forward signals. */
    startedByNpm: env['npm_lifecycle_event'] !== undefined,
    bootstrapApiKey,
    bootstrapPlan: oneOf(env, 'BOOTSTRAP_PLAN', PLAN_NAMES, 'pro'),
    maxBodyBytes: integer(env, 'MAX_BODY_BYTES', 2 * 1024 * 1024, 128 * 1024, 64 * 1024 * 1024),
    /** Whether fields with secret names are masked in the request bodies that are stored. */
    maskRequestBodies: oneOf(env, 'MASK_REQUEST_BODIES', ['true', 'false'], 'true') === 'true',
    /** Requests per address without a valid key. */
    anonymousPerMinute: integer(env, 'ANONYMOUS_PER_MINUTE', 300, 1, 1_000_000),
    /** Limits of public playground runs from their pages: per minute and address, per day and playground. */
    publicRunsPerMinute: integer(env, 'PUBLIC_RUNS_PER_MINUTE', 10, 1, 1_000_000),
    publicRunsPerDay: integer(env, 'PUBLIC_RUNS_PER_DAY', 500, 0, 1_000_000_000),
    previewsPerMinute: integer(env, 'PREVIEWS_PER_MINUTE', 60, 1, 1_000_000),
    /** How long a request may wait for the database; after that it is a 503. */
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS', 20_000, 100, 600_000),
    /** Days that tests are kept, per plan; 0 keeps them forever, as for `auditRetentionDays`. */
    testRetentionDays: perPlan(env, 'TEST_RETENTION_DAYS', '90', 36_500),
    storageBytes: perPlan(
      env,
      'PLAN_STORAGE_MB',
      'free=100,starter=1024,pro=10240,enterprise=102400',
      1_000_000_000,
      1024 * 1024,
    ),
    auditRetentionDays: integer(env, 'AUDIT_RETENTION_DAYS', 365, 0, 36_500),
    /** How long requests are still served after a signal to stop, while /readyz is 503. */
    shutdownDelayMs: integer(env, 'SHUTDOWN_DELAY_MS', 0, 0, 600_000),
    streamTimeoutMs: integer(env, 'STREAM_TIMEOUT_MS', 120_000, 100, 3_600_000),
    /** Time between the comments that keep the connection of a stream open. */
    streamHeartbeatMs: integer(env, 'STREAM_HEARTBEAT_MS', 15_000, 100, 600_000),
    /** How long running requests may take at shutdown. */
    shutdownGraceMs: integer(env, 'SHUTDOWN_GRACE_MS', 35_000, 0, 600_000),
    /** Undefined if there are no metrics. */
    metricsPort:
      text(env, 'METRICS_PORT') === undefined ? undefined : integer(env, 'METRICS_PORT', 0, 0, 65_535),
    metricsHost: text(env, 'METRICS_HOST') ?? '127.0.0.1',
    /** Duration from which a query is logged; 0 logs none. */
    slowQueryMs: integer(env, 'SLOW_QUERY_MS', 1_000, 0, 600_000),
    egress: Object.freeze({
      allow: addressRules(env, 'EGRESS_ALLOW'),
      deny: addressRules(env, 'EGRESS_DENY'),
      denyPorts: ports(env, 'EGRESS_DENY_PORTS') ?? BAD_PORTS,
      proxyUrl: httpUrl('EGRESS_PROXY_URL', secret(env, 'EGRESS_PROXY_URL')),
      timeoutMs: integer(env, 'EGRESS_TIMEOUT_MS', 30_000, 100, 600_000),
      maxResponseBytes: integer(env, 'EGRESS_MAX_RESPONSE_BYTES', 5 * 1024 * 1024, 0, 256 * 1024 * 1024),
      maxHeaderBytes: integer(env, 'EGRESS_MAX_HEADER_BYTES', 64 * 1024, 1024, 1024 * 1024),
      maxRedirects: integer(env, 'EGRESS_MAX_REDIRECTS', 20, 0, 50),
      maxPerAccount: integer(env, 'EGRESS_MAX_PER_ACCOUNT', 10, 1, 10_000),
      maxTotal,
      /** Runs of readers of public playgrounds, which never use their owner's: concurrent ones, and their time. */
      publicMaxPerPlayground: integer(env, 'PUBLIC_RUNS_MAX_PER_PLAYGROUND', 3, 1, 10_000),
      publicMaxTotal: integer(
        env,
        'PUBLIC_RUNS_MAX_TOTAL',
        Math.max(1, Math.floor(maxTotal / 4)),
        1,
        100_000,
      ),
      publicTimeoutMs: integer(env, 'PUBLIC_RUNS_TIMEOUT_MS', 60_000, 100, 600_000),
    }),
  });
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Reads a secret from the variable, or from the file that the variable with `_FILE` names. */
function secret(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  const file = text(env, `${name}_FILE`);
  if (file === undefined) return value;
  if (value !== undefined) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE: ${(error as Error).message}`);
  }
  if (content === '') throw new ConfigError(`${name}_FILE: ${file} is empty.`);
  return content;
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new ConfigError(
      `${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`,
    );
  return number;
}

/** Parses one number for all plans, numbers of plans by name, or both: `90,free=7`. */
function perPlan(
  env: Environment,
  name: string,
  fallback: string,
  max: number,
  unit = 1,
): Readonly<Record<Plan, number>> {
  const wrong = (value: string) =>
    new ConfigError(
      `${name} must be whole numbers from 0 to ${max}: one for all plans, or by plan as in ${JSON.stringify(fallback.includes('=') ? fallback : '90,free=7')}, not ${JSON.stringify(value)}.`,
    );
  const read = (value: string): Record<string, number> =>
    Object.fromEntries(
      value.split(',').map((part) => {
        const [plan = '', number = ''] = part.includes('=') ? part.split('=', 2) : ['all', part];
        const known = ['all', ...PLAN_NAMES].includes(plan.trim());
        if (!known || !/^\d{1,10}$/.test(number.trim()) || Number(number) > max) throw wrong(value);
        return [plan.trim(), Number(number)];
      }),
    );
  const defaults = read(fallback);
  const given = read(text(env, name) ?? fallback);
  const numbers = PLAN_NAMES.map((plan) => [
    plan,
    (given[plan] ?? given['all'] ?? defaults[plan] ?? defaults['all'] ?? 0) * unit,
  ]);
  return Object.freeze(Object.fromEntries(numbers)) as Record<Plan, number>; // a number for each name
}

function oneOf<const T extends readonly string[]>(
  env: Environment,
  name: string,
  values: T,
  fallback: T[number],
): T[number] {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not ${JSON.stringify(value)}.`);
  return found;
}

/** Parses address ranges. @throws ConfigError naming the invalid entry */
function addressRules(env: Environment, name: string): readonly AddressRule[] {
  try {
    return parseAddressRules(text(env, name) ?? '');
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads TCP ports: a comma-separated list, or `none`. */
function ports(env: Environment, name: string): readonly number[] | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const numbers = value === 'none' ? [] : value.split(',').map((item) => item.trim());
  if (numbers.some((item) => !/^\d{1,5}$/.test(item) || Number(item) > 65_535))
    throw new ConfigError(
      `${name} must be none, or comma-separated ports such as 25,587, not ${JSON.stringify(value)}.`,
    );
  return numbers.map(Number);
}

function httpUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  // The value is not repeated in the message: it may hold credentials.
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    throw new ConfigError(`${name} must be an http:// or https:// URL.`);
  return value;
}

/** Reads a contact URI (RFC 9116, section 2.5.3). */
function contact(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*|tel:[-+\d]+)$/i.test(value))
    throw new ConfigError(`${name} must be a mailto:, https:// or tel: URI, not ${JSON.stringify(value)}.`);
  return value;
}

/** Parses `true`, `false`, a number of hops, or comma-separated addresses and CIDR ranges. */
function trustProxy(value: string | undefined): boolean | number | string {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,3}$/.test(value)) return Number(value);
  const names = ['loopback', 'linklocal', 'uniquelocal'];
  for (const item of value.split(',').map((part) => part.trim())) {
    const [address = '', bits = '0'] = item.split('/');
    const version = isIP(address);
    const valid =
      names.includes(item) ||
      (version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (!valid)
      throw new ConfigError(
        'TRUST_PROXY must be true, false, a number of hops, or comma-separated addresses or CIDR ranges.',
      );
  }
  return value;
}
