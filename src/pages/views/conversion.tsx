/** A command of the start page, converted: as it was read, as a request, as code. */
import { Command } from './command.tsx';
import { fragmentOf } from './format.tsx';
import { Button, ButtonLink } from './inputs.tsx';
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
  /** Whether it is the example, which nobody saves. */
  isExample?: boolean;
}

export function Conversion(props: ConversionProps) {
  const { command, shells = [], request, problem, programs, message, isExample = false } = props;
  return (
    <>
      {request !== undefined && (
        <div class="pg-converted">
          <Target method={request.method} url={request.url} />
          {!isExample && <Actions command={command} />}
        </div>
      )}
      <div class="pg-columns">
        <div>
          {message !== undefined && <p class="pg-banner pg-banner--round">{plain(message)}</p>}
          <Command command={command} request={request} problem={problem} shells={shells} />
          {request !== undefined && (
            <section class="pg-panel" aria-label="Request">
              <h2 class="pg-panel__head">Request</h2>
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
    </>
  );
}

/** Scripts show the field again, and make the link. */
function Actions({ command }: { command: string }) {
  return (
    <span class="pg-row">
      <Button kind="quiet" icon="pencil" class="pg-scripted" data-edit>
        Edit
      </Button>
      <ButtonLink kind="quiet" href="/">
        Clear
      </ButtonLink>
      <Button kind="quiet" icon="link" class="pg-scripted" data-copies value={fragmentOf(command)}>
        Copy link
      </Button>
      <ButtonLink kind="primary" href={`/account/playgrounds/new${fragmentOf(command)}`}>
        Save as a playground
      </ButtonLink>
    </span>
  );
}
