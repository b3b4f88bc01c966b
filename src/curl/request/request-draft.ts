/** Request pass: the request while it is put together. Its texts are words, whose unresolved values are still typed. */
import type { ParsedRequest, RequestOptions } from '../../schemas/request-shape.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Kind, Transfer, WithWords } from '../options/transfer.ts';
import type { CommandLine } from '../options/walk.ts';
import type { Word } from '../word.ts';

export type Text = Word | string;

export interface Line {
  name: Text;
  /** The name in lower case, as an outline. */
  key: string;
  value: Text;
}

/** All that is sent and done, but for the headers, which are lines until their texts are written. */
export interface RequestDraft
  extends WithWords<Omit<ParsedRequest, 'headers' | 'body' | 'options' | 'warnings' | 'variables'>> {
  lines: Line[];
  body?: Text;
  options: WithWords<RequestOptions>;
}

/** The context of each step of the pass. */
export interface Job {
  readonly line: CommandLine;
  /** The first transfer, whose request is made. */
  readonly transfer: Transfer;
  readonly kind: Kind;
  readonly draft: RequestDraft;
  readonly diagnostics: Diagnostics;
}
