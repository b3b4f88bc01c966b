/** A command of the start page, converted: as it was read, with its variables, as a request, as code. */
import { Command } from './command.tsx';
import { Fields, type Shared, untouched } from './fields.tsx';
import { fragmentOf } from './format.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { Target } from './method.tsx';
import { Programs } from './programs.tsx';
import { RequestView, requestFacts } from './request.tsx';
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
          <span class="pg-row">
            <Button
              kind="quiet"
              icon="link"
              class="pg-scripted"
              data-copies="address"
              value={`/${fragmentOf(command)}`}
            >
              Copy link
            </Button>
            <ButtonLink kind="primary" href={`/account/playgrounds/new${fragmentOf(command)}`}>
              Save as a playground
            </ButtonLink>
          </span>
        </div>
      )}
      <div class="pg-columns">
        <div>
          {message !== undefined && <p class="pg-banner">{plain(message)}</p>}
          <Command {...shared} actions={<Actions />} />
          <Fields shared={shared} typed={untouched(shared)}>
            <p class="pg-second pg-for-visitors">
              <b>Run and Save need an account.</b> <SignupNote note={signupNote} />
            </p>
            <ButtonLink class="pg-btn pg-btn--secondary pg-for-visitors" href="/account">
              Sign in
            </ButtonLink>
            <p class="pg-second pg-for-account">
              <b>Save it to run it.</b> What you type stays in this page.
            </p>
          </Fields>
          {request !== undefined && (
            <section class="pg-panel" aria-label="Request">
              <h2 class="pg-panel__head">
                Request <span class="pg-panel__end pg-panel__note">{requestFacts(request)}</span>
              </h2>
              <RequestView request={request} isSummary />
            </section>
          )}
          <Warnings warnings={request?.warnings} />
        </div>
        {programs.length > 0 && (
          <section class="pg-panel" aria-label="Code">
            <Programs programs={programs} heading="Code" />
          </section>
        )}
      </div>
    </div>
  );
}

/** Scripts show the field again. */
const Actions = () => (
  <>
    <Button kind="quiet" class="pg-scripted" data-edit>
      Edit
    </Button>
    <ButtonLink kind="quiet" href="/">
      Clear
    </ButtonLink>
  </>
);
