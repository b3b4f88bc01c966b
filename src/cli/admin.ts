/** The operator's command line: accounts, keys and plans. Each command prints one JSON object. */
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config.ts';
import { type Database, DatabaseError, openDatabase } from '../db/client.ts';
import { PLAN_NAMES, type Plan, SCOPES, type Scope } from '../schemas/account.ts';
import { AdminError, assertAccount, createAccount, listAccounts, setPlan } from '../services/accounts.ts';
import { insertKey, revokeAnyKey } from '../services/api-keys.ts';
import { cliActor } from '../services/audit.ts';
import { recountLists } from '../services/lists.ts';

const USAGE = `Usage: npm run -s admin -- COMMAND
  create-account --name N --plan P [--daily-limit N]
  create-key --account ID [--name N] [--scopes a,b] [--expires DATE]
  set-plan --account ID --plan P [--daily-limit N]
  revoke-key --key ID
  list-accounts
  recount-lists
Plans: ${PLAN_NAMES.join(', ')}. Scopes: ${SCOPES.join(', ')}. DATE is RFC 3339.`;

interface Options {
  name?: string;
  plan?: string;
  'daily-limit'?: string;
  account?: string;
  scopes?: string;
  expires?: string;
  key?: string;
}

type Command = (db: Database['db'], options: Options) => Promise<object>;

function need(options: Options, name: keyof Options): string {
  const value = options[name]?.trim();
  if (value === undefined || value === '') throw new AdminError(`--${name} is needed.`);
  if (value.length > 200 || value.includes('\0') || !value.isWellFormed())
    throw new AdminError(`--${name} is not valid.`);
  return value;
}

function plan(options: Options): Plan {
  const value = need(options, 'plan');
  const found = PLAN_NAMES.find((name) => name === value);
  if (found === undefined) throw new AdminError(`--plan must be one of ${PLAN_NAMES.join(', ')}.`);
  return found;
}

function limit(options: Options): number | null {
  const value = options['daily-limit'];
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw new AdminError('--daily-limit must be a whole number from 1 to 999999999.');
  return Number(value);
}

function scopes(options: Options): Scope[] | undefined {
  if (options.scopes === undefined) return undefined;
  return options.scopes.split(',').map((text) => {
    const found = SCOPES.find((scope) => scope === text.trim());
    if (found === undefined)
      throw new AdminError(`--scopes: ${text.trim()} is none of ${SCOPES.join(', ')}.`);
    return found;
  });
}

function expiry(options: Options): Date | null {
  if (options.expires === undefined) return null;
  const time = new Date(options.expires);
  const rfc3339 = /^(\d{4}-\d\d-\d\d)([Tt ]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/;
  const day = rfc3339.exec(options.expires)?.[1];
  // Date takes the 30th of February for the 2nd of March.
  const isDay = day !== undefined && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  if (!isDay || Number.isNaN(time.getTime()))
    throw new AdminError('--expires must be an RFC 3339 time, e.g. 2027-01-01T00:00:00Z.');
  if (time.getTime() <= Date.now()) throw new AdminError('--expires must be in the future.');
  return time;
}

const COMMANDS: Record<string, { options: (keyof Options)[]; run: Command }> = {
  'recount-lists': {
    options: [],
    run: async (db) => ({ lists: await recountLists(db) }),
  },
  'create-account': {
    options: ['name', 'plan', 'daily-limit'],
    run: async (db, options) => {
      const { accountId, key } = await createAccount(db, {
        name: need(options, 'name'),
        plan: plan(options),
        dailyLimit: limit(options),
      });
      return { account_id: accountId, key_id: key.id, api_key: key.key };
    },
  },
  'create-key': {
    options: ['account', 'name', 'scopes', 'expires'],
    run: async (db, options) => {
      const accountId = need(options, 'account');
      const given = scopes(options);
      const expiresAt = expiry(options);
      await assertAccount(db, accountId);
      const wanted = {
        name: options.name === undefined ? 'admin' : need(options, 'name'),
        ...(given === undefined ? {} : { scopes: given }),
        expiresAt,
      };
      const key = await db.transaction((tx) => insertKey(tx, cliActor(accountId), wanted));
      return { account_id: accountId, key_id: key.id, api_key: key.key };
    },
  },
  'set-plan': {
    options: ['account', 'plan', 'daily-limit'],
    run: async (db, options) => {
      const accountId = need(options, 'account');
      await setPlan(db, accountId, plan(options), limit(options));
      return { account_id: accountId, plan: plan(options) };
    },
  },
  'revoke-key': {
    options: ['key'],
    run: async (db, options) => {
      const revoked = await revokeAnyKey(db, need(options, 'key'));
      if (revoked === undefined) throw new AdminError('There is no such key.');
      return { key_id: revoked.keyId };
    },
  },
  'list-accounts': { options: [], run: async (db) => ({ accounts: await listAccounts(db) }) },
};

async function main(args: string[]): Promise<void> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new AdminError(name === '' ? USAGE : `There is no command ${name}.\n${USAGE}`);
  let options: Options;
  try {
    const known = Object.fromEntries(command.options.map((option) => [option, { type: 'string' as const }]));
    options = parseArgs({ args: rest, options: known, strict: true }).values as Options; // only the known, all strings
  } catch (error) {
    throw new AdminError(`${(error as Error).message}\n${USAGE}`);
  }
  const config = loadConfig();
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, poolSize: 2 });
  try {
    process.stdout.write(`${JSON.stringify(await command.run(database.db, options))}\n`);
  } finally {
    await database.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof AdminError || error instanceof ConfigError || error instanceof DatabaseError))
    throw error;
  process.stderr.write(`admin: ${error.message}\n`);
  process.exit(1);
}
