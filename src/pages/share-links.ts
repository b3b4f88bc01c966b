/** Addresses and codes that share a public playground. */
import { embedCode } from './embed.tsx';
import type { ShareLinks } from './views/share.tsx';

/** @param base the address of the service */
export function shareLinks(
  base: string,
  { id, embed_origins: sites }: { id: string; embed_origins: readonly string[] },
): ShareLinks {
  const page = `${base}/p/${id}`;
  return {
    page,
    embed: embedCode(base, id),
    preview: sites.length === 0 ? `/embed/${id}` : undefined,
    badge: `[![Open in Playgrounds](${base}/badge.svg)](${page})`,
    oembed: `${base}/oembed?url=${encodeURIComponent(page)}`,
    markdown: `/p/${id}.md`,
  };
}
