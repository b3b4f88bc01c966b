/** Quotes words for cmd.exe and PowerShell, as they are typed at the prompt. */
import type { RequestWarning } from '../../../schemas/request-shape.ts';
import type { PlanVariable, Template } from '../../plan/plan.ts';
import { plainText, spelled } from '../../text/templates.ts';
import type { Shell } from './shell.ts';

/** What the C runtime of curl.exe reads within double quotes: a quote has a backslash, backslashes before one are doubled. */
const argument = (text: string): string =>
  text.replace(
    /(?<!\\)\\+(?:"|$)|"/g,
    (run) => `${run.replace('"', '').replaceAll('\\', '\\\\')}${run.endsWith('"') ? '\\"' : ''}`,
  );

/** `%NAME%`, which cmd.exe would replace; not two hexadecimal digits between escapes of a URL. */
const CMD_NAME = /%(?![0-9A-Fa-f]{2}%)[A-Za-z_]\w*(?::[^%\n]*)?%|!/;

/** Returns a word in plain quotes; with special characters in it, all have a caret, also the quotes. */
function cmdWord(text: Template): string {
  const own = plainText(text);
  // A caret at the end of a line joins the next one.
  // Of an odd number of quotes, one stays open for cmd.exe.
  const quotes = own.split('"').length - 1;
  const isPlain =
    !CMD_NAME.test(own) &&
    !/[\r\n]/.test(own) &&
    (quotes === 0 || (quotes % 2 === 0 && !/[&|<>^]/.test(own)));
  const caret = (written: string) => written.replace(/[\^&|<>"()%!]/g, '^$&').replace(/\r?\n/g, '^\n\n');
  const names: string[] = [];
  const written = argument(spelled(text, String, ({ name }) => `\0${names.push(name) - 1}\0`));
  const whole = isPlain ? `"${written}"` : caret(`"${written}"`);
  return whole.replace(/\0(\d+)\0/g, (_, at) => `%${names[Number(at)]}%`);
}

/** Returns a word for PowerShell: in single quotes, or in double quotes around variables. */
function powershellWord(text: Template): string {
  if (typeof text === 'string') return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  return `"${expandable(text, /["`$\u201c-\u201e]/g)}"`;
}

/** Returns a text with variables, with a backtick before each special character. */
function expandable(text: readonly (string | PlanVariable)[], special: RegExp): string {
  const own = (piece: string) => piece.replace(special, '`$&');
  const inner = spelled(text, own, ({ name }) => `\${env:${name.replace(/[{}`]/g, '`$&')}}`);
  return inner.replace(/\$\{env:(\w+)\}(?![\w:.[{])/g, '$env:$1');
}

export const CMD: Shell = { program: 'curl.exe', next: ' ^\n  ', nothing: 'NUL', word: cmdWord };

export const POWERSHELL: Shell = {
  program: 'curl.exe',
  next: ' `\n  ',
  nothing: 'NUL',
  word: powershellWord,
  /** A here-string: Windows PowerShell takes quotes out of an argument. JSON and `-d` do not mind its line end. */
  piped(text, isJson) {
    const own = plainText(text);
    const isLine = !/[\r\n\0]/.test(own);
    if (!own.includes('"') || /[^\n -~]/.test(own) || /^['"]@/m.test(own) || !(isLine || isJson))
      return undefined;
    const quote = typeof text === 'string' ? "'" : '"';
    const lines = typeof text === 'string' ? text : expandable(text, /[`$]/g);
    return { producer: `@${quote}\n${lines}\n${quote}@ | `, option: isLine ? '-d' : '--data-binary' };
  },
};

/** Warns of double quotes in an argument of a command for PowerShell. */
export function quoteWarnings(code: string): RequestWarning[] {
  const command = code.replace(/^@(['"])\n.*\n\1@ \|/s, '');
  const words = command.match(/'[^']*'|"[^"`]*(?:`.[^"`]*)*"?/gs) ?? [];
  if (!words.some((word) => (word.startsWith("'") ? word.includes('"') : word.includes('`"')))) return [];
  const message =
    'Windows PowerShell 5.1 takes the double quotes out of an argument; PowerShell 7.3 and later send them.';
  return [{ code: 'option_unsupported', message }];
}
