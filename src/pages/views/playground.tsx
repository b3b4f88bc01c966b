/** The page of a public playground. */
import type { ComponentChildren } from 'preact';
import { Command } from './command.tsx';
import { Description } from './description.tsx';
import { Fields, type Shared, shownRequest, type Typed, untouched } from './fields.tsx';
import { ButtonLink, Submit } from './inputs.tsx';
import { Target } from './method.tsx';
import { Programs } from './programs.tsx';
import { RequestView } from './request.tsx';
import { CopyMarkdown, EmbedCode, type ShareLinks } from './share.tsx';
import { Name } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

export interface PlaygroundViewProps {
  shared: Shared;
  /** The response of a run without scripts. */
  response?: ComponentChildren;
  /** What the reader typed for that run. */
  typed?: Typed | undefined;
  /** Placeholders to mark, because they replace credentials. */
  replaced?: readonly string[];
  links: ShareLinks;
}

/** Shows a public playground. */
export function PlaygroundView(props: PlaygroundViewProps) {
  const { shared, response, replaced, links } = props;
  const { request, id, fields } = shared;
  const typed = props.typed ?? untouched(shared);
  return (
    <article class="playground" data-id={id}>
      <header>
        <h1>
          <Name text={shared.name} />
        </h1>
        <div class="request-bar">
          {request !== undefined && <Target method={request.method} url={request.url} />}
          <div class="buttons">
            {request !== undefined && shared.runs && <Submit form="run">Run</Submit>}
            <button type="button" class="scripted" data-copies="address" value={links.page}>
              Copy link
            </button>
            <ButtonLink href={`/account/playgrounds/new?copy=${id}`}>Edit a copy</ButtonLink>
            <CopyMarkdown href={links.markdown} />
          </div>
        </div>
      </header>
      <Description text={shared.description} />
      <div class="columns">
        <div>
          <Command {...shared} replaced={replaced} />
          <Warnings warnings={request?.warnings} />
          <Fields shared={shared} typed={typed} />
          <div id="response">{response}</div>
          {request !== undefined && (
            <section aria-labelledby="request-title">
              <h2 id="request-title">Request</h2>
              <RequestView request={shownRequest(request, fields, typed)} />
            </section>
          )}
        </div>
        {shared.programs.length > 0 && (
          <section aria-labelledby="programs-title">
            <h2 id="programs-title">Code</h2>
            <Programs programs={shared.programs} download={(language) => `/p/${id}/programs/${language}`} />
          </section>
        )}
      </div>
      <details class="embed-code">
        <summary>Embed it</summary>
        <EmbedCode links={links} />
      </details>
    </article>
  );
}

/** The host and port of a URL; the URL itself if it has none. */
export function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/^.*@/, '') ?? url;
}
