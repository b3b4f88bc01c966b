/** Programs that a machine may have or not. What needs one that is missing is skipped. */
import { spawnSync } from 'node:child_process';

/** The reason to skip a test without a program. The reporter gathers these in one line at the end. */
export const notInstalled = (program: string): string => `${program}: not installed`;

/**
 * Why a test that needs a program is skipped; false when the program is there.
 * @param program its name for people, with what else it needs
 * @param command what ends with status 0 when it is there
 */
export function missing(program: string, command: string, ...args: string[]): string | false {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0 ? false : notInstalled(program);
}
