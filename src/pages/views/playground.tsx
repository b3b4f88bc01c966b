/** The page of a public playground: what it is at the left, what it returns at the right. */
import type { ComponentChildren } from 'preact';
import type { Example } from '../../secrets/example.ts';
import { Command } from './command.tsx';
import { Description } from './description.tsx';
import { ExampleView, exampleNote } from './example.tsx';
import { Fields, Keep, type Shared, type Typed, untouched, Verbatim } from './fields.tsx';
import { Icon } from './icon.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { Menu } from './menu.tsx';
import { Target } from './method.tsx';
import { Programs } from './programs.tsx';
import { CopyMarkdown, EmbedCode, type ShareLinks } from './share.tsx';
import { Tabs } from './tabs.tsx';
import { Name } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

export interface PlaygroundViewProps {
  shared: Shared;
  /** The response that the owner pinned. */
  example?: Example | undefined;
  /** The response of a run without scripts, shown instead. */
  response?: ComponentChildren;
  /** What the reader typed for that run. */
  typed?: Typed | undefined;
  /** Placeholders to mark, because they replace credentials. */
  replaced?: readonly string[];
  links: ShareLinks;
  /** The public collection that it is in. */
  collection?: { id: string; name: string } | null | undefined;
}

export function PlaygroundView(props: PlaygroundViewProps) {
  const { shared, replaced, links, collection } = props;
  const { request, id, fields } = shared;
  const typed = props.typed ?? untouched(shared);
  return (
    <article class="playground pg-play" data-id={id}>
      <div class="pg-play__bar">
        {collection && (
          <a class="pg-play__collection" href={`/c/${collection.id}#${id}`}>
            <Icon name="folder" /> <Name text={collection.name} />
          </a>
        )}
        <Button kind="quiet" icon="link" folds class="pg-scripted" data-copies="address" value={links.page}>
          Copy link
        </Button>
        <ButtonLink
          kind="quiet"
          icon="pencil"
          folds
          href={`/account/playgrounds/new?copy=${id}`}
          data-edit-copy={id}
        >
          Edit a copy
        </ButtonLink>
        <Menu label="More">
          <CopyMarkdown href={links.markdown} />
          {fields.length > 0 && <Verbatim checked={typed.verbatim} form="run" />}
          {fields.some(({ secret }) => secret !== true) && <Keep form="run" />}
          {fields.some(({ secret }) => secret === true) && <Keep form="run" secret />}
        </Menu>
      </div>
      <div class="pg-play__cols">
        <div class="pg-play__left">
          <header class="pg-play__head">
            <h1 class="pg-play__title">
              <Name text={shared.name} />
            </h1>
            {request !== undefined && (
              <Target method={request.method} url={request.url.replace(/\?.*$/s, '')} />
            )}
          </header>
          <Description text={shared.description} />
          <Command {...shared} typed={typed} replaced={replaced} />
          <Fields shared={shared} typed={typed} hasRun={props.response !== undefined} />
        </div>
        <Results {...props} />
        <div class="pg-play__notes">
          <Warnings warnings={request?.warnings} />
          <details class="pg-fold pg-embed-code">
            <summary class="pg-fold__summary">Embed it</summary>
            <EmbedCode links={links} title={shared.name} />
          </details>
        </div>
      </div>
    </article>
  );
}

/** The response and the code: in view before and after a run. */
function Results({ shared, example, response }: PlaygroundViewProps) {
  const { id, programs, runs, request } = shared;
  const hasResponse = response !== undefined || example !== undefined || (runs && request !== undefined);
  const before =
    example === undefined ? (
      <p class="pg-wait">Run it to see the response.</p>
    ) : (
      <ExampleView example={example} />
    );
  return (
    <section class="pg-play__right" aria-label="Response and code">
      <Tabs
        label="View"
        group="view"
        class="pg-panel pg-pane"
        headClass="pg-panel__head"
        tabs={[
          hasResponse && {
            value: 'response',
            title: 'Response',
            content: (
              <div id="response" class="pg-pane__in">
                {response ?? before}
              </div>
            ),
          },
          programs.length > 0 && {
            value: 'code',
            title: 'Code',
            content: (
              <Programs programs={programs} download={(language) => `/p/${id}/programs/${language}`} />
            ),
          },
        ]}
        after={
          <span class="pg-panel__end" data-example-note>
            {response !== undefined && <span class="pg-panel__note">Just now</span>}
            {response !== undefined && example !== undefined && (
              <ButtonLink kind="quiet" href={`/p/${id}`}>
                Show the example
              </ButtonLink>
            )}
            {response === undefined && example !== undefined && (
              <span class="pg-badge">{exampleNote(example)}</span>
            )}
          </span>
        }
      />
    </section>
  );
}

/** The host and port of a URL; the URL itself if it has none. */
export function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/^.*@/, '') ?? url;
}

/** The path of a URL without its query; the URL itself if it has none. */
export function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(url)?.[1] ?? hostOf(url);
}
