/** Commands as documentation writes them. */
import { coversHost, notAHost } from './hosts.ts';

/** `YOUR_API_KEY`, but not the name of a variable or within a placeholder. */
const YOURS = /(?<![\w$%{<-])YOUR_[A-Z0-9_]+(?![\w}>])/g;
/** `<id>`: one word, so no tag of HTML or XML with attributes, and no redirection. */
const ANGLED = /<([A-Za-z][\w-]{0,63})>/g;

const END_TAG = /<\/([\w-]+)>/g;
/** Tags of HTML that need no end tag. */
const ALONE = 'br hr img p li dt dd tr th td'.split(' ');

/**
 * Turns what readers of a documentation page replace by hand into placeholders: `YOUR_API_KEY`, and `<id>` within quotes, too.
 * Where the text has `</id>`, `<id>` is a tag of XML or HTML and stays.
 */
export function withPlaceholders(command: string): string {
  const tags = new Set([...ALONE, ...[...command.matchAll(END_TAG)].map(([, name = '']) => name)]);
  return command
    .replace(YOURS, '{{$&}}')
    .replace(ANGLED, (text, name: string) => (tags.has(name) ? text : `{{${name}}}`));
}

/** Whether the host of a URL is not known before the reader has typed it. */
export const hasVariable = (url: string): boolean =>
  /^https?:\/\/[^/?#]*[${<]/i.test(url) || !URL.canParse(url);

/** Says that a site may not reach the host of a command; undefined if it may, or if the host is not known yet. */
export const refusedHost = (targets: readonly string[], url: string): string | undefined =>
  hasVariable(url) || coversHost(targets, url) ? undefined : notAHost(url);
