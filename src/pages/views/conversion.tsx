/** A command of the start page, converted: as it was read, with its variables, as a request, as code. */
import { Command } from './command.tsx';
import { Fields, type Shared, untouched } from './fields.tsx';
import { fragmentOf } from './format.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { Target } from './method.tsx';
import { Programs } from './programs.tsx';
import { RequestView } from './request.tsx';
import { SignupNote } from './signup-note.tsx';
import { plain } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

export interface ConversionProps {
  shared: Shared;
  /** What was done to a text that is no cURL command. */
  message?: string | undefined;
  signupNote?: string | undefined;
}

export function Conversion({ shared, message, signupNote }: ConversionProps) {
  const { command, request, programs } = shared;
  return (
    <div class="playground pg-converted" data-request={JSON.stringify(request)}>
      {request !== undefined && (
        <div class="pg-converted__head">
          <Target method={request.method} url={request.url} />
          <Actions command={command} />
        </div>
      )}
      <div class="pg-columns">
        <div>
          {message !== undefined && <p class="pg-banner pg-banner--round">{plain(message)}</p>}
          <Command {...shared} />
          <Fields shared={shared} typed={untouched(shared)}>
            <p class="pg-second">
              <b>Run and Save need an account.</b> <SignupNote note={signupNote} />
            </p>
            <ButtonLink href="/account">Sign in</ButtonLink>
          </Fields>
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
    </div>
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
