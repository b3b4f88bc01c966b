/** The operator's command line for accounts, keys and plans. Each command prints one JSON object. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { DatabaseError, type Db, isDatabaseUnavailable, openDatabase, reason } from '../db/client.ts';
import { distribute } from '../db/distribute.ts';
import { MigrationsDueError } from '../db/migrate.ts';
import { ApiError, InputError } from '../errors.ts';
import { proxyOf } from '../plugins/proxy.ts';
import { VERSION } from '../runtime/version.ts';
import { PLAN_NAMES, SCOPES } from '../schemas/account.ts';
import { exportAccount, importAccount } from '../services/account-export.ts';
import {
  AdminError,
  assertAccount,
  createAccount,
  deleteAccount,
  listAccounts,
  renameAccount,
  resumeAccount,
  setPlan,
  suspendAccount,
} from '../services/accounts.ts';
import { findKeys, insertKey, revokeAnyKey } from '../services/api-keys.ts';
import { cliActor, listEvents } from '../services/audit.ts';
import { checkPage } from '../services/site-check.ts';
import { siteForReaders } from '../services/sites.ts';
import { recountLists } from '../store/counted-rows.ts';
import { expiry, FLAGS, given, limit, need, type Options, plan, scopes } from './options.ts';

interface AdminCommand {
  /** The arguments as the usage shows them. */
  usage: string;
  /** What the command does beyond its name. */
  about?: string;
  options: (keyof Options)[];
  /** The options whose values stand without a name, in order. */
  positional?: (keyof Options)[];
  /** Returns undefined when the command has written its output itself. */
  run(db: Db, options: Options, config: Config): Promise<object | undefined>;
}

/** A command for the account of `--account`, whose id is the first field of the output. */
const ofAccount = (
  options: (keyof Options)[],
  usage: string,
  run: (db: Db, accountId: string, options: Options) => Promise<object>,
): AdminCommand => ({
  usage: `--account ID${usage}`,
  options: ['account', ...options],
  run: async (db, own) => {
    const accountId = need(own, 'account');
    return { account_id: accountId, ...(await run(db, accountId, own)) };
  },
});

const COMMANDS: Record<string, AdminCommand> = {
  'create-account': {
    usage: '--name N --plan P [--daily-limit N]',
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
  'list-accounts': { usage: '', options: [], run: async (db) => ({ accounts: await listAccounts(db) }) },
  'rename-account': ofAccount(['name'], ' --name N', async (db, accountId, options) => {
    const name = need(options, 'name');
    await renameAccount(db, accountId, name);
    return { name };
  }),
  'set-plan': ofAccount(
    ['plan', 'daily-limit'],
    ' --plan P [--daily-limit N]',
    async (db, accountId, options) => {
      await setPlan(db, accountId, plan(options), limit(options));
      return { plan: plan(options) };
    },
  ),
  'suspend-account': ofAccount([], '', async (db, accountId) => {
    await suspendAccount(db, accountId);
    return { suspended: true };
  }),
  'resume-account': ofAccount([], '', async (db, accountId) => {
    await resumeAccount(db, accountId);
    return { suspended: false };
  }),
  'delete-account': ofAccount(['yes'], ' --yes', async (db, accountId, options) => {
    await assertAccount(db, accountId);
    if (options.yes !== true)
      throw new AdminError(
        `This permanently deletes account ${accountId} with its keys, playgrounds and tests. Confirm with --yes; export-account saves a copy first.`,
      );
    await deleteAccount(db, accountId);
    return { deleted: true };
  }),
  'export-account': {
    usage: '--account ID',
    about: 'to standard output, as JSON lines',
    options: ['account'],
    run: async (db, options) => {
      await exportAccount(db, need(options, 'account'), async (line) => {
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      });
      return undefined;
    },
  },
  'import-account': {
    usage: '',
    about: 'from standard input',
    options: [],
    run: async (db) => {
      const { accountId, rows } = await importAccount(db, linesOf(process.stdin));
      return { account_id: accountId, rows };
    },
  },
  'create-key': ofAccount(
    ['name', 'scopes', 'expires'],
    ' [--name N] [--scopes a,b] [--expires DATE]',
    async (db, accountId, options) => {
      const wanted = {
        name: given(options, 'name') ?? 'admin',
        scopes: scopes(options),
        expiresAt: expiry(options),
      };
      await assertAccount(db, accountId);
      const key = await db.transaction((tx) => insertKey(tx, cliActor(accountId), wanted));
      return { key_id: key.id, api_key: key.key };
    },
  ),
  'list-keys': {
    usage: '[--account ID] [--prefix P]',
    options: ['account', 'prefix'],
    run: async (db, options) => {
      const accountId = given(options, 'account');
      if (accountId !== undefined) await assertAccount(db, accountId);
      return { keys: await findKeys(db, { accountId, prefix: given(options, 'prefix') }) };
    },
  },
  'revoke-key': {
    usage: '--key ID',
    options: ['key'],
    run: async (db, options) => {
      const keyId = await revokeAnyKey(db, need(options, 'key'));
      if (keyId === undefined)
        throw new AdminError('The key does not exist. list-keys lists the keys of an account.');
      return { key_id: keyId };
    },
  },
  'list-events': {
    usage: '--account ID',
    about: 'the newest 100 of the audit trail',
    options: ['account'],
    // Includes accounts that have been deleted.
    run: async (db, options) => ({
      events: (await listEvents(db, need(options, 'account'), { page: 1, limit: 100 })).data,
    }),
  },
  'check-site': {
    usage: 'SITE URL',
    about: 'which commands of a documentation page its site runs, and why not; counts for nobody',
    options: [],
    positional: ['site', 'url'],
    run: checkSite,
  },
  distribute: {
    usage: '',
    about: 'over the nodes of a Citus cluster; run it again if it was interrupted',
    options: [],
    run: distribute,
  },
  migrate: {
    usage: '[--check]',
    about: 'applies the migrations that are due; --check only lists them, with status 2 if there are any',
    options: ['check'],
    // Opening the database has applied them.
    run: async () => ({ migrations_due: [] }),
  },
  'recount-lists': {
    usage: '',
    about: 'counts the totals of lists anew',
    options: [],
    run: async (db) => ({ lists: await recountLists(db) }),
  },
};

/** Checks a page with the proxy of the server's settings. */
async function checkSite(db: Db, options: Options, config: Config): Promise<object> {
  const id = need(options, 'site');
  const found = await siteForReaders(db, id);
  if (found === undefined) throw new AdminError(`There is no site ${id}.`);
  const { site, ownerId } = found;
  const proxy = proxyOf(config, VERSION);
  const { signal } = new AbortController();
  try {
    const page = await checkPage(db, {
      ...{ site, url: need(options, 'url'), caller: ownerId },
      run: (request) => proxy.execute(request, { accountId: ownerId, signal }),
      charge: async () => {},
    });
    return { site_id: id, ...page };
  } finally {
    await proxy.close();
  }
}

/** Iterates over the lines of a stream. Starts reading at the first call of next(): readline drops lines without a listener. */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  yield* createInterface({ input });
}

/** Prints the result of a command for people: lists of objects as tables, the rest line by line. */
function printForPeople(result: object): void {
  for (const [name, value] of Object.entries(result)) {
    const isTable = Array.isArray(value) && typeof value[0] === 'object';
    console.log(`${name}:${isTable ? '' : ` ${cell(value)}`}`);
    if (isTable)
      console.table(
        value.map((row) => Object.fromEntries(Object.entries(row).map(([key, item]) => [key, cell(item)]))),
      );
  }
}

/** A value on one line. Users choose the names: control characters could move the terminal's cursor. */
const cell = (value: unknown): unknown =>
  value instanceof Object
    ? JSON.stringify(value)
    : typeof value === 'string'
      ? value.replace(/\p{Cc}/gu, '\uFFFD')
      : value;

/** Returns the usage of one command, or of all. */
function usageOf(name?: string): string {
  const row = ([command, { usage, about }]: [string, AdminCommand]): string =>
    `${`${command} ${usage}`.trim().padEnd(35)}${about === undefined ? '' : `  ${about}`}`.trimEnd();
  const lines =
    name === undefined
      ? ['COMMAND [OPTIONS]', ...Object.entries(COMMANDS).map(row), 'help [COMMAND]', '--version']
      : [row([name, commandOf(name)])];
  return `Usage: npm run -s admin -- ${lines.join('\n  ')}
--human prints lines and tables instead of JSON. --no-migrate fails if migrations are due instead of applying them.
Plans: ${PLAN_NAMES.join(', ')}. Scopes: ${SCOPES.join(', ')}.
DATE is RFC 3339. P of --prefix is a key, or how it begins.
`;
}

/** Returns the command of a name. @throws AdminError if there is none */
function commandOf(name: string): AdminCommand {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command;
  throw new AdminError(`There is no command ${name}. npm run -s admin -- help lists the commands.`);
}

/** Parses the arguments of a command. @throws AdminError for unknown ones */
function optionsOf(name: string, command: AdminCommand, args: string[]): Options {
  const known = Object.fromEntries(
    [...command.options, 'human', 'no-migrate'].map((option) => [
      option,
      { type: FLAGS.has(option) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { positional = [] } = command;
  try {
    const { values, positionals } = parseArgs({
      ...{ args, options: known, allowPositionals: positional.length > 0 },
    });
    const named = positional.map((option, at) => [option, positionals[at]]);
    if (positionals.length !== positional.length) throw new Error(`Give ${command.usage}`);
    return { ...values, ...Object.fromEntries(named) }; // only known options, with their types
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.\s/); // advice on writing positional arguments follows
    throw new AdminError(`${problem}. npm run -s admin -- ${name} --help shows the options.`);
  }
}

/** Whether an argument asks for the usage. */
const asksForHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

async function main([name = 'help', ...args]: string[]): Promise<void> {
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return;
  }
  if (name === 'help' || asksForHelp(name)) {
    process.stdout.write(usageOf(args[0]));
    return;
  }
  const command = commandOf(name);
  if (args.some(asksForHelp)) {
    process.stdout.write(usageOf(name));
    return;
  }
  const options = optionsOf(name, command, args);
  const config = loadConfig();
  const migrate = options.check !== true && options['no-migrate'] !== true;
  const { databaseUrl: url, dataDir } = config;
  const print =
    options.human === true ? printForPeople : (result: object) => console.log(JSON.stringify(result));
  const database = await openDatabase({ url, dataDir, poolSize: 2, migrate }).catch((error: Error) => {
    if (options.check !== true || !(error.cause instanceof MigrationsDueError)) throw error;
    print({ migrations_due: error.cause.due });
    process.exitCode = 2;
  });
  try {
    const result = database && (await command.run(database.db, options, config));
    if (result !== undefined) print(result);
  } finally {
    await database?.close();
  }
}

/** Returns the message of an error that an operator can act on. @throws any other error */
function explain(error: unknown): string {
  const ours = [AdminError, ApiError, ConfigError, DatabaseError, InputError];
  if (ours.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isDatabaseUnavailable(error)) return `The database is unavailable: ${reason(error).split('\n', 1)[0]}`;
  throw error;
}

// A closed pipe (`export-account | head`) is not reported as an error.
process.stdout.on('error', () => process.exit(1));
try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`admin: ${explain(error)}\n`);
  process.exit(1);
}
