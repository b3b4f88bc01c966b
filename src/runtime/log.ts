/** Opens the log: JSON lines, or readable lines if standard output is a terminal. */
import { pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';

/** How a line looks on a terminal: the message says what happened, behind it who and where to. */
const PRETTY: PrettyOptions = {
  ignore: 'pid,hostname',
  translateTime: 'SYS:HH:MM:ss.l',
  // The rest is in the message; errors are shown with their stack all the same.
  hideObject: true,
  messageFormat: (line, messageKey) => {
    const {
      ms,
      account_id: account,
      target,
      reqId,
    } = line as {
      ms?: number;
      account_id?: string;
      target?: { host: string; outcome: string; ms: number | null };
      reqId?: string;
    }; // as request-log.ts writes it
    const parts = [String(line[messageKey])];
    if (ms !== undefined) parts.push(`${ms} ms`);
    if (target !== undefined) parts.push(`→ ${target.host} ${target.outcome}`);
    if (account !== undefined) parts.push(`account ${account}`);
    if (reqId !== undefined) parts.push(`request ${reqId}`);
    return parts.join('  ');
  },
};

/**
 * The log on standard output. A system call for each line costs a fifth of a read, so JSON lines are written together,
 * at most 100 ms late, and at the end of the process. A reader that does not keep up costs lines, not memory.
 */
export async function openLog(): Promise<{ write(line: string): void }> {
  if (process.stdout.isTTY) return (await import('pino-pretty')).default({ ...PRETTY, sync: true });
  const output = pino.destination({
    dest: 1,
    sync: false,
    contentMode: 'buffer', // of texts the length of all that wait is counted anew for each line
    // A write goes to another thread, and waking that costs as much as two responses.
    minLength: 60 * 1024,
    maxWrite: 64 * 1024,
    periodicFlush: 100,
    maxLength: 8 * 1024 * 1024,
  });
  // Its types know only texts.
  return { write: (line) => output.write(Buffer.from(line) as unknown as string) };
}
