/** Options pass: the row of the option table. */
import type { ParseErrorCode, WarningCode } from '../../schemas/diagnostics.ts';
import type { Transfer, Use } from './transfer.ts';

/** The context of a row: the transfer that the option belongs to, and how to refuse it or to warn. */
export interface OptionContext {
  transfer: Transfer;
  /** @throws InputError always */
  refuse(use: Use, code: ParseErrorCode, message?: string): never;
  warn(use: Use, code: WarningCode, message?: string): void;
  /** Reads a config (`-K`). */
  config(use: Use): void;
  next(use: Use): void;
}

/**
 * - `used`: says something about the request
 * - `output`: changes only what curl prints or saves
 * - `ignored`: would change the transfer, but is not part of the request shape
 * - `none`: has no effect on HTTP
 * - `deprecated`: does nothing in curl any more
 * - `refused`: makes curl do something other than a request
 */
export type Effect = 'used' | 'output' | 'ignored' | 'none' | 'deprecated' | 'refused';

/** @param on false for `--no-…` */
export type Setter = (context: OptionContext, use: Use, on: boolean) => void;

export interface Option {
  readonly name: string;
  readonly short: string | undefined;
  /** The letter turns it off (`-N` is `--no-buffer`). */
  readonly shortIsNo: boolean;
  /** `flag` can be negated with `--no-`, `switch` cannot, `value` takes an argument. */
  readonly kind: 'flag' | 'switch' | 'value';
  readonly effect: Effect;
  /** For the docs, and the warning. */
  readonly note: string;
  readonly set: Setter | undefined;
}
