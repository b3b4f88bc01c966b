/** What shares a public playground: its link, the code to embed, the badge, oEmbed. */
import type { ComponentChildren } from 'preact';
import { EMBED_HEIGHT } from './embed-size.ts';

const TEXTS = {
  textOf: (title: string) => `${title}: text`,
};

export interface ShareLinks {
  page: string;
  /** Code that puts it into any page. */
  embed: string;
  /** The card that this code makes, where this site may show it. */
  preview: string | undefined;
  /** A line of Markdown with a badge, for READMEs. */
  badge: string;
  oembed: string;
  /** Its Markdown. */
  markdown: string;
}

/** Shows everything that shares a playground. */
export function ShareView({ links }: { links: ShareLinks }) {
  return (
    <>
      <Copyable title="Link" text={links.page} />
      <p class="buttons">
        <a class="button" href={links.page}>
          Open the page
        </a>
        <CopyMarkdown href={links.markdown} />
      </p>
      <EmbedCode links={links} />
      <Copyable title="Markdown badge" text={links.badge}>
        <p>
          <img src="/badge.svg" alt="Open in Playgrounds" height={20} />
        </p>
      </Copyable>
      <Copyable title="oEmbed" text={links.oembed}>
        <p class="note">
          Sites that support oEmbed turn the link into a card on their own. They ask this address.
        </p>
      </Copyable>
    </>
  );
}

/** The code to embed, with the card that it makes; the card is loaded when it is seen. */
export function EmbedCode({ links: { embed, preview } }: { links: ShareLinks }) {
  return (
    <Copyable title="Embed code" text={embed}>
      {preview === undefined ? (
        <p class="note">The sites that may embed it are restricted, so there is no preview here.</p>
      ) : (
        <iframe src={preview} title="Preview" loading="lazy" height={EMBED_HEIGHT} />
      )}
    </Copyable>
  );
}

/** Copies a playground as Markdown; without scripts it opens it. */
export function CopyMarkdown({ href }: { href: string }) {
  return (
    <a class="button" href={href} data-copies="content">
      Copy as Markdown
    </a>
  );
}

function Copyable({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre class="wrap" tabIndex={0} role="region" aria-label={TEXTS.textOf(title)}>
        <code class="copyable" data-what={title.toLowerCase()}>
          {text}
        </code>
      </pre>
      {children}
    </section>
  );
}
