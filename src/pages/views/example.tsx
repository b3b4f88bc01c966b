/** The example response of a playground: a stored result that its owner shows to readers. */
import type { Example } from '../../secrets/example.ts';
import { AccountArticle } from './account-page.tsx';
import { dayOf } from './format.tsx';
import { ButtonLink, IconButton, Submit } from './inputs.tsx';
import { MAX_TEXT, ResponseView } from './response.tsx';

/** Says what it is and when it was recorded, in UTC. */
export const exampleNote = ({ created_at }: Example): string => `Example, recorded ${dayOf(created_at)}`;

interface ExampleViewProps {
  example: Example;
  note?: string | undefined;
  /** Tells it apart from others of the page. */
  id?: string;
  label?: string;
}

/** Shows an example response. Credentials in it are masked as ***. */
export function ExampleView({ example, note, id = '', label = 'Example response' }: ExampleViewProps) {
  const { body = '', body_encoding: encoding } = example.response ?? {};
  const copy = encoding === 'utf8' && body.length <= MAX_TEXT && (
    <IconButton icon="copy" label="Copy the response" data-copies="body" />
  );
  return (
    <ResponseView run={example} group={`${id}example`} live={false} isExample {...{ label, note, copy }} />
  );
}

export interface ExamplePreviewProps {
  example: Example;
  /** Names of what is masked. */
  masked: readonly string[];
  /** The playground's. */
  name: string;
  testId: string;
}

/** What readers would see of a result, to decide whether they do. */
export function ExamplePreview({ example, masked, name, testId }: ExamplePreviewProps) {
  return (
    <AccountArticle title="Use as example response" section="playgrounds">
      <p>Readers of “{name}” see exactly this, before they run it or without running.</p>
      {masked.length === 0 ? (
        <p>
          No credential was found in it. Read it before you show it: a secret without a telling name is not
          recognised.
        </p>
      ) : (
        <section aria-label="Masked as ***">
          <p>Masked as ***:</p>
          <ul>
            {masked.map((one) => (
              <li>
                <code>{one}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form method="post" action={`/account/tests/${testId}/example`}>
        <p class="pg-row">
          <Submit>Use as example response</Submit>
          <ButtonLink href={`/account/tests/${testId}`}>Cancel</ButtonLink>
        </p>
      </form>
      <div class="pg-panel">
        <ExampleView example={example} />
      </div>
    </AccountArticle>
  );
}
