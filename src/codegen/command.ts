/** Writes the curl command of a request as somebody would type it: what the editor's form changes becomes text again. */
import { normalize } from '../request/normalize.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { CAPABILITIES, Command } from './languages/curl.ts';
import { buildPlan } from './plan/build.ts';

/** `%NAME%` of cmd.exe and `$env:NAME` of PowerShell, which bash writes `${NAME}`. */
const OTHER_SHELLS = /^(?:%\w+%|!\w+!|\$env:\w+|\$\{env:\w+\})$/i;

/**
 * The command for bash. The shell's variables stay the shell's, and placeholders such as `{{token}}` stand as they are.
 * @throws InputError when the request contradicts itself
 */
export function writeCommand(request: RequestShape): string {
  const { variables = [], ...rest } = request;
  const ofShell = variables.filter(({ text }) => /^\$(?!\{\{)/.test(text) || OTHER_SHELLS.test(text));
  const plan = buildPlan(
    normalize({ ...rest, ...(ofShell.length > 0 && { variables: ofShell }) }),
    CAPABILITIES,
  );
  return new Command(plan, true).command;
}
