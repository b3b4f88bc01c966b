/** The example response of a playground: a stored result that its owner shows to readers. */
import type { Example } from '../../secrets/example.ts';
import { AccountPage, type PageContext, Token } from './account-page.tsx';
import { ResponseView } from './response.tsx';

const TEXTS = {
  recorded: (day: string) => `Recorded on ${day}. Credentials in it are masked as ***.`,
  use: 'Use as example response',
  preview: (name: string) => `Readers of “${name}” see exactly this, before they run it or without running.`,
};

/** Shows an example response with the day of its recording. */
export function ExampleView({ example }: { example: Example }) {
  return (
    <section aria-labelledby="example-title">
      <h2 id="example-title">Example response</h2>
      <p class="note">{TEXTS.recorded(example.created_at.slice(0, 10))}</p>
      <ResponseView run={example} group="example" live={false} />
    </section>
  );
}

export interface ExamplePreviewProps extends PageContext {
  example: Example;
  /** Names of what is masked. */
  masked: readonly string[];
  /** The playground's. */
  name: string;
  testId: string;
}

/** What readers would see of a result, to decide whether they do. */
export function ExamplePreview({ example, masked, name, testId, ...pageContext }: ExamplePreviewProps) {
  return AccountPage({
    ...pageContext,
    title: TEXTS.use,
    section: 'playgrounds',
    children: (
      <article>
        <h1>{TEXTS.use}</h1>
        <p>{TEXTS.preview(name)}</p>
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
          <Token token={pageContext.token} />
          <p class="buttons">
            <button type="submit" class="primary">
              {TEXTS.use}
            </button>
            <a class="button" href={`/account/tests/${testId}`}>
              Cancel
            </a>
          </p>
        </form>
        <ExampleView example={example} />
      </article>
    ),
  });
}
