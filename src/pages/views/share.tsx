/** What shares a public playground: its link, the code to embed, the badge, oEmbed. */
import type { ComponentChildren } from 'preact';
import { EMBED_HEIGHT } from './embed-size.ts';
import { ButtonLink } from './inputs.tsx';

/**
 * Addresses and codes that share a public playground.
 * @param base the address of the service
 */
export function shareLinks(
  base: string,
  { id, embed_origins: sites }: { id: string; embed_origins: string[] },
) {
  const page = `${base}/p/${id}`;
  return {
    page,
    /** Code that puts it into any page. It reserves the height of the card, so that nothing moves. */
    embed: `<div data-playground="${id}" style="min-height:${EMBED_HEIGHT}px"></div>\n<script src="${base}/embed.js" async></script>`,
    /** The card that this code makes, where this site may show it. */
    preview: sites.length === 0 ? `/embed/${id}` : undefined,
    /** A line of Markdown with a badge, for READMEs. */
    badge: `[![Open in Playgrounds](${base}/badge.svg)](${page})`,
    oembed: `${base}/oembed?url=${encodeURIComponent(page)}`,
    markdown: `/p/${id}.md`,
  };
}
export type ShareLinks = ReturnType<typeof shareLinks>;

/** Shows everything that shares a playground. */
export function ShareView({ links }: { links: ShareLinks }) {
  return (
    <>
      <Copyable title="Link" text={links.page} />
      <p class="pg-row">
        <ButtonLink href={links.page}>Open the page</ButtonLink>
        <CopyMarkdown href={links.markdown} />
      </p>
      <EmbedCode links={links} />
      <Copyable title="Markdown badge" text={links.badge}>
        <p>
          <img src="/badge.svg" alt="Open in Playgrounds" height={20} />
        </p>
      </Copyable>
      <Copyable title="oEmbed" text={links.oembed}>
        <p class="pg-quiet pg-small">
          Sites that support oEmbed turn the link into a card on their own. They ask this address.
        </p>
      </Copyable>
    </>
  );
}

/** The code to embed, with the card that it makes; the card is loaded when it is seen. */
export function EmbedCode({ links: { embed, preview }, title }: { links: ShareLinks; title?: string }) {
  return (
    <Copyable title="Embed code" text={embed}>
      {preview === undefined ? (
        <p class="pg-quiet pg-small">
          The sites that may embed it are restricted, so there is no preview here.
        </p>
      ) : (
        <iframe
          src={preview}
          title={title === undefined ? 'Preview' : `Preview of ${title}`}
          allow="clipboard-write"
          loading="lazy"
          height={EMBED_HEIGHT}
        />
      )}
    </Copyable>
  );
}

/** Copies a playground as Markdown; without scripts it opens it. */
export function CopyMarkdown({ href, folds }: { href: string; folds?: boolean }) {
  return (
    <ButtonLink kind="quiet" icon="file-text" folds={folds} href={href} data-copies="content">
      Copy as Markdown
    </ButtonLink>
  );
}

function Copyable({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <pre class="pg-code__body pg-code__body--wrap" tabIndex={0} role="region" aria-label={`${title}: text`}>
        <code class="copyable" data-what={title.toLowerCase()}>
          {text}
        </code>
      </pre>
      {children}
    </section>
  );
}
