/** Shell pass: what it hands on: commands of words, whatever the dialect. */
import type { Span, Word } from './word.ts';

export type Input =
  | { kind: 'text'; value: Word }
  | { kind: 'file'; path: Word }
  /** Something is piped in, but what is not known. */
  | { kind: 'unseen'; place?: Span }
  /** Nothing in the text says. */
  | { kind: 'none' };

/** A text of so many words is none that a person pastes. */
export const MAX_WORDS = 10_000;

export type Dialect = 'posix' | 'cmd' | 'powershell';

/** A simple command with its values, as the shell of any dialect runs it. */
export interface Command extends Span {
  readonly words: readonly Word[];
  readonly stdin: Input;
  /** The variables that the text sets and programs get: for curl those of a proxy and `--variable %NAME` count. */
  readonly environment: ReadonlyMap<string, Word>;
  /** What ended it: `|`, `&&`, `;`, a line end, … or nothing at the end of the text. */
  readonly operator: string;
  readonly fault?: { readonly message: string; readonly place: Span } | undefined;
  readonly redirected?: Span | undefined;
  /** Where the loop is begun that it stands in. */
  readonly loop?: Span | undefined;
}

/** What the locate pass hands on: one run of curl. */
export interface CurlCommand extends Span {
  /** All after the word `curl`. */
  readonly args: readonly Word[];
  readonly stdin: Input;
  readonly environment: ReadonlyMap<string, Word>;
  /** Contents of files that the text makes (`cat > body.json <<EOF`), by name without `./`. */
  readonly files: ReadonlyMap<string, Word>;
  readonly dialect: Dialect;
}
