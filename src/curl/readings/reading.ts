/** A way in which a text may be read that no shell can read as it stands. */
import type { Dialect } from './dialect.ts';
import type { Cut } from './source.ts';

/** One shell text that a text has when it is read so. */
export interface Excerpt {
  readonly cuts: readonly Cut[];
  /** What is taken away, as the end of a sentence. */
  readonly removed: string;
  /** The shell that the marks tell. */
  readonly dialect?: Dialect | undefined;
}

export interface Reading {
  /** What the text is read as: `a makefile recipe`. */
  readonly name: string;
  /** The texts of the reading, the first in the text first; none where the text does not have its marks. */
  read(text: string): Iterable<Excerpt>;
  /** It takes a part of a line: not where a shell has found a command in the text that curl refuses. */
  readonly isPart?: true;
  /** The text after the command may be prose. */
  readonly isOpen?: true;
}

/** What an argument of curl begins with: an option, a quote, an address; no other word of a sentence, nor a version. */
export const ARGUMENT = String.raw`(?:-[-\w#]|["'$\\<^[\u2010-\u2015\u2018\u201c\u201e]|\{\{|https?:|localhost\b|%\w+%|(?!\d+(?:\.\d+){1,2}[,.;)]*(?:\s|$))[\w-]+(?:\.[\w-]+)+(?:[\/:?\s]|$)|[\w-]{1,63}(?::\d|\/\S))`;

/** A list of packages goes on behind `curl \`: with `git \`, or `&& rm …`. */
const PACKAGES = String.raw`[ \t]*\\[ \t]*\n[ \t]*(?:&&|(?!localhost\b)[a-z][\w+-]*[ \t]*(?:\\|[&;]|\n|$))`;

/** The beginning of a curl command. */
export const CURL = String.raw`(?:sudo +)?curl(?:\.exe)?(?!${PACKAGES})(?:[ \t\u00a0]+(?=${ARGUMENT})|[ \t]*[\\^${'`'}][ \t]*$)`;

/** Commands that only name or print what follows them. */
export const MENTION =
  /(?:^|\n)(?=[^\n]*$)(?:[^\n]*[;&|])?[ \t]*(?:echo|printf|print|man|which|type|grep|history|Write-\w+)\b/i;
