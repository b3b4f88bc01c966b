/** Opens the log: JSON lines, or readable lines if standard output is a terminal. */
import { pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';

/** Format of a line on a terminal: the message, then the account and the target. */
const PRETTY: PrettyOptions = {
  ignore: 'pid,hostname',
  translateTime: 'SYS:HH:MM:ss.l',
  // The message has the other fields; errors are still shown with their stack.
  hideObject: true,
  messageFormat:
    '{msg}{if ms} {ms} ms{end}{if target.host} → {target.host} {target.outcome}{end}{if account_id} · account {account_id}{end}{if reqId} · request {reqId}{end}',
};

/**
 * Opens the log on standard output. A system call per line costs a fifth of a read request, so JSON lines are buffered
 * for at most 100 ms and flushed at exit. If the reader is too slow, lines are dropped so that memory is bounded.
 */
export async function openLog(): Promise<{ write(line: string): void }> {
  if (process.stdout.isTTY) return (await import('pino-pretty')).default({ ...PRETTY, sync: true });
  const output = pino.destination({
    dest: 1,
    sync: false,
    contentMode: 'buffer', // in text mode, the length of all pending lines is computed again for each line
    // A write runs on another thread, and waking it costs as much as two responses.
    minLength: 60 * 1024,
    maxWrite: 64 * 1024,
    periodicFlush: 100,
    maxLength: 8 * 1024 * 1024,
  });
  // The types of write() allow only strings.
  return { write: (line) => output.write(Buffer.from(line) as unknown as string) };
}
