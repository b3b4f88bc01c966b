/** Playgrounds in pages of others: their frames, and oEmbed. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { errorBody } from '../plugins/errors.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { embedPage } from './large-views.tsx';
import { ASK_FIRST, sendPage, sendView } from './respond.ts';
import { type Form, type RouteOptions, text, themeIn } from './shared.ts';
import { escapeHtml, plainText } from './views/description.tsx';
import { OutsideLinks, UnavailableCard } from './views/embed-card.tsx';
import { EMBED_HEIGHT } from './views/embed-size.ts';
import { Layout, type LayoutProps } from './views/layout.tsx';
import { plain } from './views/visible-text.tsx';

export const embedPages: FastifyPluginAsync<RouteOptions> = async (app, { origin, playgrounds }) => {
  const { db } = app.database;

  app.get<{ Params: { id: string }; Querystring: Form }>('/embed/:id', async (request, reply) => {
    const { id } = request.params;
    const base = origin(request);
    const home = `${base}/p/${id}`;
    const theme = themeIn(request.query);
    const language = LANGUAGES.find((one) => one === text(request.query, 'language'));
    const card = await playgrounds.page(
      request,
      id,
      `${base} ${theme} ${language}`,
      ({ shared, example, playground, owner }) =>
        embedPage(callerOf(request), {
          ...{ theme, shared, example, home, owner },
          language: playground.languages.find((one) => one === language),
        }),
    );
    if (card === undefined) return sendUnavailable(request, reply, { home: `${base}/`, theme });
    const { page, sites } = card;
    const refused = refusedSite(request, sites, base);
    if (refused !== undefined) return sendUnavailable(request, reply, { site: refused, home, theme });
    const frames = sites.length === 0 ? '*' : sites.join(' ');
    return sendPage(request, reply, page, { cacheControl: ASK_FIRST, frames });
  });

  app.get<{ Querystring: Form }>('/oembed', async (request, reply) => {
    const { format = 'json', maxwidth, maxheight } = request.query;
    if (format !== 'json')
      return reply
        .code(501)
        .send(errorBody(new ApiError('invalid_request', 'The only format is json.'), request.id));
    const base = origin(request);
    const url = text(request.query, 'url');
    const path = url.startsWith(`${base}/`) ? url.slice(base.length) : '';
    const id = /^\/(?:p|embed)\/([^/?#]+)(?:[?#].*)?$/s.exec(path)?.[1] ?? '';
    const playground = await getPlayground(db, null, id);
    const width = atMost(720, maxwidth);
    const height = atMost(EMBED_HEIGHT, maxheight);
    return reply.header('cache-control', ASK_FIRST).send({
      version: '1.0',
      type: 'rich',
      provider_name: 'Playgrounds',
      provider_url: base,
      title: plain(playground.name),
      ...(playground.description !== '' && { description: plainText(playground.description, 300) }),
      width,
      height,
      html: `<iframe src="${base}/embed/${id}" width="${width}" height="${height}" title="${escapeHtml(plain(playground.name))}" allow="clipboard-write" loading="lazy" style="border:0"></iframe>`,
      cache_age: 3600,
    });
  });
};

/**
 * Returns the host of a site that asks for a frame that the owner does not allow it. Browsers enforce the list (`frame-ancestors`), with
 * an empty frame; a site that names itself in `Referer` gets a card that says why instead.
 */
function refusedSite(
  { headers }: FastifyRequest,
  sites: readonly string[],
  base: string,
): string | undefined {
  const { referer = '', 'sec-fetch-dest': destination } = headers;
  if (sites.length === 0 || destination === 'document' || !URL.canParse(referer)) return undefined;
  const { origin, host } = new URL(referer);
  return origin === base || sites.includes(origin) ? undefined : host;
}

/** Sends a small card that any page may show: a link, and nothing of the playground. */
function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  { theme, ...card }: Parameters<typeof UnavailableCard>[0] & Required<Pick<LayoutProps, 'theme'>>,
): FastifyReply {
  const page = (
    <Layout
      title="Unavailable playground"
      theme={theme}
      bare
      scripts={['embed-frame.js']}
      head={<OutsideLinks />}
    >
      <UnavailableCard {...card} />
    </Layout>
  );
  return sendView(request, reply, page, { status: card.site === undefined ? 404 : 403, frames: '*' });
}

/** A size that a consumer limits (oEmbed 1.0, section 2.2): what is no whole number limits nothing. */
function atMost(size: number, limit: string | string[] | undefined): number {
  const number = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : size;
  return Math.max(1, Math.min(size, number));
}
