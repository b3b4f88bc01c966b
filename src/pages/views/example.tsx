/** The example response of a playground: a stored result that its owner shows to readers. */
import type { Example } from '../../secrets/example.ts';
import { AccountPage } from './account-page.tsx';
import { ButtonLink, Submit } from './inputs.tsx';
import { ResponseView } from './response.tsx';

/** Shows an example response with the day of its recording. */
export function ExampleView({ example }: { example: Example }) {
  return (
    <section aria-labelledby="example-title">
      <h2 id="example-title">Example response</h2>
      <p class="note">Recorded on {example.created_at.slice(0, 10)}. Credentials in it are masked as ***.</p>
      <ResponseView run={example} group="example" live={false} />
    </section>
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
    <AccountPage title="Use as example response" section="playgrounds">
      <article>
        <h1>Use as example response</h1>
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
          <p class="buttons">
            <Submit>Use as example response</Submit>
            <ButtonLink href={`/account/tests/${testId}`}>Cancel</ButtonLink>
          </p>
        </form>
        <ExampleView example={example} />
      </article>
    </AccountPage>
  );
}
