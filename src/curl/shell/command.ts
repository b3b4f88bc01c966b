/** Shell pass: its result, a list of commands with their values in any dialect. */
import type { InputError } from '../../errors.ts';
import type { PendingWarning } from '../diagnostics.ts';
import type { Span, Word } from '../word.ts';
import type { Scope } from './scope.ts';

export type Input =
  | { kind: 'text'; value: Word }
  | { kind: 'file'; path: Word }
  /** Something is piped in, but what is not known. */
  | { kind: 'unseen'; place?: Span }
  /** Nothing in the text says. */
  | { kind: 'none' };

/** Text of a POSIX shell, and the variables that are set where it is read. */
export interface ShellScript {
  readonly text: Word;
  readonly scope?: Scope;
  /** It stands between backticks. */
  readonly isBacktick?: boolean;
}

/** A simple command with its values. */
export interface Command extends Span {
  /** None where the command only assigns variables. */
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
  /** Warnings about how it is written. */
  readonly warnings: readonly PendingWarning[];
  /** Commands within its words whose output is not known: a curl command stands in them. */
  readonly nested: readonly ShellScript[];
}

export interface CommandList {
  readonly commands: readonly Command[];
  /** Names of the files that the commands write to. */
  readonly writes: ReadonlySet<string>;
  /** Why the text cannot be read beyond the last command. */
  readonly error?: InputError | undefined;
  /** About what the error is in. */
  readonly warnings?: readonly PendingWarning[];
}
