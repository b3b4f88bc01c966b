/** Writes the curl command of a request in the form in which people type it, after changes in the editor's form. */
import { normalize } from '../request/normalize.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { CAPABILITIES, CommandWriter } from './languages/curl.ts';
import { buildPlan } from './plan/build.ts';
import type { Extra } from './plan/plan.ts';

/** `%NAME%` of cmd.exe and `$env:NAME` of PowerShell, which are written `${NAME}` in bash. */
const OTHER_SHELLS = /^(?:%\w+%|!\w+!|\$env:\w+|\$\{env:\w+\})$/i;

const ANY_ORIGIN = 'http://placeholder.invalid';

/** Returns the command for bash. Shell variables and placeholders such as `{{token}}` stay as written. */
export function writeCommand(request: RequestShape, extras: readonly Extra[] = []): string {
  const { variables = [], url, ...rest } = request;
  // A placeholder may be the beginning of the URL, which then has no scheme to parse.
  const [start] = /^\{\{[^{}]*\}\}/.exec(url) ?? [];
  const ofShell = variables.filter(({ text }) => /^\$(?!\{\{)/.test(text) || OTHER_SHELLS.test(text));
  const plan = buildPlan(
    normalize({
      ...rest,
      url: start === undefined ? url : ANY_ORIGIN + url.slice(start.length),
      ...(ofShell.length > 0 && { variables: ofShell }),
    }),
    CAPABILITIES,
    { extras },
  );
  const { command } = new CommandWriter(plan, { isEdited: true });
  return start === undefined ? command : command.replace(ANY_ORIGIN, () => start);
}
