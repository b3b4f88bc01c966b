/** What anybody may open without a key: the page of a public playground and its programs. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { getPlayground } from '../services/playgrounds.ts';
import { sharedVersion } from '../services/shared-playgrounds.ts';
import { asset } from './assets.ts';
import { Page, sendPage } from './respond.ts';
import { Memory, toShared } from './shared.ts';
import { NotFound } from './views/errors.tsx';
import { Layout, toHtml } from './views/layout.tsx';
import { hostOf, PlaygroundView, type Shared } from './views/playground.tsx';
import { plain } from './views/text.tsx';

export interface PublicOptions {
  /** The address of the service as a request sees it, e.g. `https://playgrounds.example`. */
  origin: (request: FastifyRequest) => string;
}

export const publicPages: FastifyPluginAsync<PublicOptions> = async (app, { origin }) => {
  const { db } = app.database;
  const pages = new Memory<Page>();
  const hidden = { schema: { hide: true } };

  app.get<{ Params: { id: string } }>('/p/:id', hidden, async (request, reply) => {
    const { id } = request.params;
    const found = await sharedVersion(db, id);
    if (found === undefined) return sendPage(request, reply, notFound(), { status: 404 });
    const base = origin(request);
    const version = String(found.version);
    let page = pages.get(`${base} ${id}`, version);
    if (page === undefined) {
      const playground = await getPlayground(db, null, id);
      const shared = toShared(playground);
      page = new Page(toHtml(SharedPage({ shared, theme: playground.theme, base })));
      if (Date.parse(playground.updated_at) === found.version) pages.set(`${base} ${id}`, version, page);
    }
    // No cache may show it unasked: the owner may take it back at any time.
    return sendPage(request, reply, page, { cacheControl: 'public, no-cache' });
  });

  app.get<{ Params: { id: string; language: string } }>(
    '/p/:id/programs/:language',
    hidden,
    async (request, reply) => {
      const { id, language } = request.params;
      const found = await sharedVersion(db, id);
      const shared = found && toShared(await getPlayground(db, null, id));
      const program = shared?.programs.find((one) => one.language === language);
      if (program === undefined) return sendPage(request, reply, notFound(), { status: 404 });
      return reply
        .header('cache-control', 'public, no-cache')
        .header('content-disposition', `attachment; filename="${program.filename}"`)
        .type('text/plain; charset=utf-8')
        .send(program.code);
    },
  );
};

/** The same for what is private and for what never was. */
export const notFound = () => new Page(toHtml(NotFound({ asset })));

function SharedPage({ shared, theme, base }: { shared: Shared; theme: 'dark' | 'light'; base: string }) {
  const { id, name, request } = shared;
  const target = request === undefined ? 'cURL' : `${request.method} ${hostOf(request.url)}`;
  const url = `${base}/p/${id}`;
  const title = plain(`${target} · ${name}`);
  const description = plain(
    `A ${target} request as a cURL command and as a program in ${shared.programs.map((one) => one.title).join(', ')}.`,
  );
  return Layout({
    title,
    asset,
    theme,
    scripts: ['page.js'],
    head: (
      <>
        <meta name="description" content={description} />
        <link rel="canonical" href={url} />
        <link
          rel="alternate"
          type="application/json+oembed"
          href={`${base}/oembed?url=${encodeURIComponent(url)}`}
          title={title}
        />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Playgrounds" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={url} />
        <meta name="twitter:card" content="summary" />
      </>
    ),
    children: <PlaygroundView shared={shared} code={embedCode(base, id)} />,
  });
}

/** What puts a playground into any page. */
const embedCode = (base: string, id: string) =>
  `<div data-playground="${id}"></div>\n<script src="${base}/embed.js" async></script>`;
