/** What readers of a playground see, with what is replaced for them marked. */
import type { Playground } from '../../schemas/playground.ts';
import type { Example } from '../../secrets/example.ts';
import { AccountPage } from './account-page.tsx';
import type { Shared } from './fields.tsx';
import { counted } from './format.tsx';
import { ButtonLink, Submit } from './inputs.tsx';
import { PlaygroundView } from './playground.tsx';
import type { ShareLinks } from './share.tsx';

export interface ReaderPreviewProps {
  playground: Pick<Playground, 'is_public' | 'share_secrets'>;
  shared: Shared;
  /** The placeholders that replace credentials. */
  replaced: readonly string[];
  example: Example | undefined;
  links: ShareLinks;
  /** Playgrounds to publish after it. */
  then: readonly string[];
}

export function ReaderPreview({ playground, shared, replaced, example, links, then }: ReaderPreviewProps) {
  const { id } = shared;
  return (
    <AccountPage title="What readers see" section="playgrounds">
      <section class="pg-play pg-play__intro" aria-labelledby="preview-title">
        <h1 id="preview-title">What readers see</h1>
        <Replaced replaced={replaced} sharesSecrets={playground.share_secrets} />
        <form method="post" action={`/account/playgrounds/${id}/publish`}>
          {then.map((one) => (
            <input type="hidden" name="then" value={one} />
          ))}
          <p class="pg-row">
            {!playground.is_public && <Submit>Make it public</Submit>}
            <ButtonLink href={`/account/playgrounds/${id}`}>Back to the editor</ButtonLink>
            {then.length > 0 && <span class="pg-quiet">{counted(then.length, 'playground')} to go</span>}
          </p>
        </form>
      </section>
      <PlaygroundView
        shared={{ ...shared, runs: false }}
        replaced={replaced}
        example={example}
        links={links}
      />
    </AccountPage>
  );
}

/** Says what is replaced, and what is not. */
function Replaced({ replaced, sharesSecrets }: { replaced: readonly string[]; sharesSecrets: boolean }) {
  if (sharesSecrets)
    return <p class="pg-problem">Nothing is replaced, because “Show secrets to readers” is on.</p>;
  if (replaced.length === 0)
    return (
      <p>
        No credential was found. Check the command, the code and the example response: a secret without a
        telling name is not recognized.
      </p>
    );
  return (
    <p>
      {counted(replaced.length, 'credential')} replaced and marked in the command:{' '}
      {replaced.map((placeholder, index) => (
        <>
          {index > 0 && ', '}
          <code>{placeholder}</code>
        </>
      ))}
      . A secret without a telling name is not recognized.
    </p>
  );
}
