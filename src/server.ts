/** The server's command line: handles signals, then arguments, and only then loads the server. */
import { parseArgs } from 'node:util';
import { VERSION } from './runtime/version.ts';
import './runtime/stop-signals.ts';

const USAGE = `Usage: npm start -- [--no-migrate]
  --no-migrate  exits if migrations are due instead of applying them
  --help        prints this text
  --version     prints the version
Settings are environment variables, described in docs/configuration.md. Accounts and keys: npm run -s admin -- help.
`;

/** Returns the arguments; undefined when they have been answered or refused. */
function readArguments(): { migrate: boolean } | undefined {
  const flag = { type: 'boolean' } as const;
  try {
    const { values, positionals } = parseArgs({
      options: { help: { ...flag, short: 'h' }, version: flag, 'no-migrate': flag },
      allowPositionals: true,
    });
    const [first] = positionals;
    if (first !== undefined && first !== 'help') throw new Error(`Unexpected argument '${first}'`);
    if (values.help !== true && first === undefined && values.version !== true)
      return { migrate: values['no-migrate'] !== true };
    process.stdout.write(values.version === true ? `${VERSION}\n` : USAGE);
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.\s/); // advice on writing positional arguments follows
    process.stderr.write(
      `playgrounds: ${problem}. --help shows the arguments; settings are environment variables.\n`,
    );
    process.exitCode = 1;
  }
  return undefined;
}

const given = readArguments();
if (given !== undefined) await (await import('./start.ts')).start(given);
