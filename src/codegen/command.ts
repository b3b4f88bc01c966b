/** Writes the curl command of a request as somebody would type it: what the editor's form changes becomes text again. */
import { normalize } from '../request/normalize.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { CAPABILITIES, CommandWriter, type Extra } from './languages/curl.ts';
import { buildPlan } from './plan/build.ts';

/** `%NAME%` of cmd.exe and `$env:NAME` of PowerShell, which bash writes `${NAME}`. */
const OTHER_SHELLS = /^(?:%\w+%|!\w+!|\$env:\w+|\$\{env:\w+\})$/i;

const ANY_ORIGIN = 'http://placeholder.invalid';

/**
 * The command for bash. The shell's variables stay the shell's, and placeholders such as `{{token}}` stand as they are.
 * @param extras options that the request does not say
 * @throws InputError when the request contradicts itself
 */
export function writeCommand(request: RequestShape, extras: readonly Extra[] = []): string {
  const { variables = [], url, ...rest } = request;
  // A placeholder may stand for the beginning of the URL, which then has no scheme that could be read.
  const [start] = /^\{\{[^{}]*\}\}/.exec(url) ?? [];
  const ofShell = variables.filter(({ text }) => /^\$(?!\{\{)/.test(text) || OTHER_SHELLS.test(text));
  const plan = buildPlan(
    normalize({
      ...rest,
      url: start === undefined ? url : ANY_ORIGIN + url.slice(start.length),
      ...(ofShell.length > 0 && { variables: ofShell }),
    }),
    CAPABILITIES,
  );
  const { command } = new CommandWriter(plan, extras);
  return start === undefined ? command : command.replace(ANY_ORIGIN, () => start);
}
