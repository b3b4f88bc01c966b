/** Which blocks of a documentation page get a Run button: for the script of the page, and for the check of its owner. Pure. */

const CURL = /(?:^|[\s$|;&(`])curl(?:\.exe)?\s/;

const SCHEMES_PORT = /:(?:80|443)$/;

/** What generators put into a block besides its text, as a selector: names, classes, and what cannot be selected (Hugo). */
export const NOT_TEXT = 'button,nav,.linenos,.lineno,.ln,.line-numbers,[style*="user-select:none"]';

/** Whether a text has the word curl where a command may begin. */
export const hasCurl = (text: string): boolean => CURL.test(text);

/**
 * Whether a block gets a button: it has the word curl and the host of a target. This is a sign only: what else is wrong with the
 * command, the parser says after a click.
 * @param choice `data-playground` at the block or around it
 */
export function isRunnable(
  text: string,
  choice: string | null | undefined,
  targets: readonly string[],
): boolean {
  if (choice === 'on' || choice === 'off') return choice === 'on';
  return hasCurl(text) && text.split(/[\s'"`\\|;<>(),]+/).some((word) => isTarget(word, targets));
}

/** Whether a word is a URL of a target. */
function isTarget(word: string, targets: readonly string[]): boolean {
  const host = word
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(SCHEMES_PORT, '')
    .toLowerCase();
  return targets
    .map((target) => target.replace(SCHEMES_PORT, ''))
    .some((target) => (target.startsWith('*.') ? host.endsWith(target.slice(1)) : host === target));
}
