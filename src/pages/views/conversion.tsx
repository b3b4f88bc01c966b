/** A command of the start page, converted: as it was read, as a request, as code. */
import { Command } from './command.tsx';
import { Target } from './method.tsx';
import type { ParseResult } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { RequestView } from './request.tsx';
import { plain } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

export interface ConversionProps extends ParseResult {
  command: string;
  shells?: readonly Program[];
  programs: readonly Program[];
  /** What was done to a text that is no cURL command. */
  message?: string | undefined;
}

export function Conversion({ command, shells, request, problem, programs, message }: ConversionProps) {
  return (
    <div class="pg-columns">
      <div>
        {message !== undefined && <p class="pg-banner pg-banner--round">{plain(message)}</p>}
        {request !== undefined && <Target method={request.method} url={request.url} />}
        <Command command={command} request={request} problem={problem} shells={shells ?? []} />
        {request !== undefined && (
          <section class="pg-panel" aria-label="Request">
            <RequestView request={request} />
          </section>
        )}
        <Warnings warnings={request?.warnings} />
      </div>
      {programs.length > 0 && (
        <section class="pg-panel" aria-label="Code">
          <Programs programs={programs} />
        </section>
      )}
    </div>
  );
}
