/** The result of parsing a command: its request, or why there is none. */
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { Target } from './method.tsx';
import { RequestView } from './request.tsx';
import { Warnings } from './warnings.tsx';

export interface ParseResult {
  /** Undefined for a command that cannot be read. */
  request: ParsedRequest | undefined;
  /** Why there is no request; `offset` counts code points of the command. */
  problem: { message: string; offset?: number } | undefined;
}

export function ParseResultView({ result: { request, problem } }: { result: ParseResult }) {
  if (request === undefined)
    return <p class="pg-quiet">{problem?.message ?? 'Enter a command to see its request.'}</p>;
  return (
    <>
      <Target {...request} />
      <RequestView request={request} />
      <Warnings warnings={request.warnings} />
    </>
  );
}
