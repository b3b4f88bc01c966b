/** Playgrounds in pages of others: their frames, the script that places them, oEmbed. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { errorBody } from '../plugins/errors.ts';
import { getExample } from '../services/example-responses.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { sharedVersion } from '../services/shared-playgrounds.ts';
import { asset } from './assets.ts';
import { ASK_FIRST, Page, sendPage } from './respond.ts';
import { type Form, text, toShared } from './shared.ts';
import { EmbedCard, UnavailableCard } from './views/embed-card.tsx';
import { EMBED_HEIGHT } from './views/embed-size.ts';
import { Layout, toHtml } from './views/layout.tsx';
import { plain } from './views/visible-text.tsx';

export interface EmbedOptions {
  /** The address of the service as a request sees it, e.g. `https://playgrounds.example`. */
  origin: (request: FastifyRequest) => string;
}

/** What opens links outside of the frame. */
const OUTSIDE = <base target="_blank" />;

export const embedPages: FastifyPluginAsync<EmbedOptions> = async (app, { origin }) => {
  const { db } = app.database;
  /** Rendered cards by address, version and options: at most 16 MiB. */
  const cards = new LRUCache<string, Page & { sites: readonly string[] }>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ size }) => size,
  });
  const hidden = { schema: { hide: true } };

  app.get<{ Params: { id: string }; Querystring: Form }>('/embed/:id', hidden, async (request, reply) => {
    const { id } = request.params;
    const base = origin(request);
    const found = await sharedVersion(db, id);
    if (found === undefined) return sendUnavailable(request, reply, 'deleted', `${base}/`);
    const theme = text(request.query, 'theme');
    const asked = text(request.query, 'language');
    const playground = await getPlayground(db, null, id);
    const language = playground.languages.find((one) => one === asked);
    const key = [base, id, found.version, isTheme(theme) ? theme : '', language].join(' ');
    let card = cards.get(key);
    if (card === undefined) {
      const shared = toShared(playground);
      const example = await getExample(db, found.ownerId, id);
      const html = toHtml(
        Layout({
          title: plain(playground.name),
          asset,
          theme: isTheme(theme) ? theme : 'system',
          bare: true,
          scripts: ['page.js', 'embed-frame.js'],
          head: OUTSIDE,
          children: <EmbedCard {...{ shared, example, language }} home={`${base}/p/${id}`} />,
        }),
      );
      card = Object.assign(new Page(html), { sites: playground.embed_origins });
      // A playground that changed since the lookup is shown, but not cached under the older version.
      if (Date.parse(playground.updated_at) === found.version) cards.set(key, card);
    }
    const { sites } = card;
    if (isRefused(request, sites, base))
      return sendUnavailable(request, reply, 'restricted', `${base}/p/${id}`);
    const frames = sites.length === 0 ? '*' : sites.join(' ');
    return sendPage(request, reply, card, { cacheControl: ASK_FIRST, frames });
  });

  app.get('/embed.js', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .sendFile(asset('embed.js').replace('/assets/', ''), { cacheControl: false }),
  );

  app.get<{ Querystring: Form }>('/oembed', hidden, async (request, reply) => {
    const { url = '', format = 'json', maxwidth, maxheight } = request.query;
    if (format !== 'json')
      return reply
        .code(501)
        .send(errorBody(new ApiError('invalid_request', 'The only format is json.'), request.id));
    const base = origin(request);
    const id =
      /^\/(?:p|embed)\/([^/?#]+)$/.exec(
        String(url).startsWith(`${base}/`)
          ? String(url)
              .slice(base.length)
              .replace(/[?#].*$/s, '')
          : '',
      )?.[1] ?? '';
    const playground = await getPlayground(db, null, id);
    const width = atMost(720, maxwidth);
    const height = atMost(EMBED_HEIGHT, maxheight);
    return reply.header('cache-control', ASK_FIRST).send({
      version: '1.0',
      type: 'rich',
      provider_name: 'Playgrounds',
      provider_url: base,
      title: plain(playground.name),
      width,
      height,
      html: `<iframe src="${base}/embed/${id}" width="${width}" height="${height}" title="Playground" loading="lazy" style="border:0"></iframe>`,
      cache_age: 3600,
    });
  });
};

const isTheme = (text: string): text is 'dark' | 'light' => text === 'dark' || text === 'light';

/**
 * Whether a site asks for a frame that the owner does not allow it. Browsers enforce the list (`frame-ancestors`), with
 * an empty frame; a site that names itself in `Referer` gets a card that says why instead.
 */
function isRefused({ headers }: FastifyRequest, sites: readonly string[], base: string): boolean {
  const { referer = '', 'sec-fetch-dest': destination } = headers;
  if (sites.length === 0 || destination === 'document' || !URL.canParse(referer)) return false;
  const site = new URL(referer).origin;
  return site !== base && !sites.includes(site);
}

/** Sends a small card that any page may show: a link, and nothing of the playground. */
function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  why: 'deleted' | 'restricted',
  home: string,
): FastifyReply {
  const card = Layout({
    title: 'Playgrounds',
    asset,
    bare: true,
    head: OUTSIDE,
    children: <UnavailableCard why={why} home={home} />,
  });
  return sendPage(request, reply, new Page(toHtml(card)), {
    status: why === 'deleted' ? 404 : 403,
    frames: '*',
  });
}

/** A size that a consumer limits (oEmbed 1.0, section 2.2): what is no whole number limits nothing. */
function atMost(size: number, limit: string | string[] | undefined): number {
  const number = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : size;
  return Math.max(1, Math.min(size, number));
}

/** What puts a playground into any page. It reserves the height of the card, so that nothing moves. */
export const embedCode = (base: string, id: string): string =>
  `<div data-playground="${id}" style="min-height:${EMBED_HEIGHT}px"></div>\n<script src="${base}/embed.js" async></script>`;
