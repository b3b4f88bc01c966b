/** A command of the start page, converted: as it was read, with its variables, as a request, as code. */

import { LANGUAGES } from '../../codegen/index.ts';
import { Command } from './command.tsx';
import { Empty } from './empty.tsx';
import { Fields, RunButton, type Shared, untouched } from './fields.tsx';
import { fragmentOf } from './format.tsx';
import { Icon } from './icon.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { Target } from './method.tsx';
import { Programs } from './programs.tsx';
import { RequestView, requestFacts } from './request.tsx';
import { SignupNote } from './signup-note.tsx';
import { Tabs } from './tabs.tsx';
import { plain } from './visible-text.tsx';
import { Message, Warnings } from './warnings.tsx';

export interface ConversionProps {
  shared: Shared;
  /** What was done to a text that is no cURL command. */
  message?: string | undefined;
  signupNote?: string | undefined;
}

/** Where in a command it was refused; nothing for its beginning. */
function placeOf(command: string, offset = 0): string {
  if (offset === 0) return '';
  const start = Array.from(command).slice(0, offset).join('').length;
  const [refused] = /^[^\s`]*/.exec(command.slice(start, start + 40)) ?? [];
  return ` Line ${command.slice(0, start).split('\n').length}${refused ? `, at \`${refused}\`` : ''}.`;
}

export function Conversion({ shared, message, signupNote }: ConversionProps) {
  const { command, request, programs, problem } = shared;
  // The command stands in the field above.
  if (problem !== undefined)
    return (
      <p class="pg-banner pg-banner--danger">
        <Icon name="circle-alert" />
        <span class="pg-banner__text">
          <Message text={message ?? problem.message + placeOf(command, problem.offset)} />
        </span>
      </p>
    );
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
            <ButtonLink
              class="pg-btn pg-btn--primary pg-for-visitors"
              href={`/account/playgrounds/new${fragmentOf(command)}`}
            >
              Save as a playground
            </ButtonLink>
            <span class="pg-row pg-for-account">
              <span class="pg-quiet pg-small" role="status" data-save-state />
              <Button data-save>
                Save <kbd>Ctrl S</kbd>
              </Button>
              <RunButton form="run" hasKeys />
            </span>
          </span>
        </div>
      )}
      <div class="pg-columns">
        <div>
          {message !== undefined && <p class="pg-banner">{plain(message)}</p>}
          <Command {...shared} actions={<Actions />} />
          <Fields shared={shared} typed={untouched(shared)} own={ownFields(shared)}>
            <p class="pg-second">
              <b>Run and Save need an account.</b> <SignupNote note={signupNote} />
            </p>
            <ButtonLink href="/account">Sign in</ButtonLink>
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
          <Tabs
            label="View"
            group="view"
            front="code"
            class="pg-panel pg-converted__out"
            headClass="pg-panel__head pg-for-account"
            tabs={[
              { value: 'response', title: 'Response', content: <NotRun fields={shared.fields} /> },
              {
                value: 'code',
                title: 'Code',
                content: <Programs programs={programs} heading="Code" download={() => ''} />,
              },
            ]}
          />
        )}
      </div>
    </div>
  );
}

/** What makes it a playground of an account, and runs it as one of its commands. */
const ownFields = ({ command, fields }: Shared) => [
  ['curl_command', command] as const,
  ['playground_id', ''] as const,
  ...LANGUAGES.map((language) => ['languages', language] as const),
  ...fields.flatMap(({ name, secret }) => (secret ? [[`secret:${name}`, 'yes'] as const] : [])),
];

function NotRun({ fields }: Pick<Shared, 'fields'>) {
  const missing = fields.filter((one) => one.default === undefined).map(({ name }) => plain(name));
  const first =
    missing.length === 0
      ? 'Run it.'
      : missing.length === 1
        ? `Give ${missing[0]} its value, then Run.`
        : `Give ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} their values, then Run.`;
  return (
    <div id="response">
      <Empty icon="play" title="Not run yet">
        {first} The response comes here.
      </Empty>
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
