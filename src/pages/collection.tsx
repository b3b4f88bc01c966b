/** The page of a public collection, and its Markdown. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { type SharedCollection, sharedCollection } from '../services/collections.ts';
import { getExample } from '../services/example-responses.ts';
import { playgroundsOf } from '../services/playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { collectionPage } from './large-views.tsx';
import { escaped, fenced } from './markdown.ts';
import { ASK_FIRST, Page, sendPage, wantsMarkdown } from './respond.ts';
import type { RouteOptions } from './shared.ts';
import { showPlayground } from './shown-command.ts';
import type { CollectionPageProps } from './views/collection.tsx';

interface ById {
  Params: { id: string };
}

/** What is sent: the page, its Markdown, or the page for a frame on another site. */
type As = 'page' | 'markdown' | 'frame';

/** Playgrounds whose code in all languages is on the page; the others have their command. */
const MAX_WITH_CODE = 50;

export const collectionPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { db } = app.database;
  const pages = new LRUCache<string, Page>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (page, key) => page.size + key.length,
  });

  const send = async (as: As, request: FastifyRequest<ById>, reply: FastifyReply) => {
    const shared = await sharedCollection(db, request.params.id);
    if (shared === undefined) throw new ApiError('not_found', 'There is no such public collection.');
    const base = options.origin(request);
    const key = `${base} ${as} ${shared.version}`;
    let page = pages.get(key);
    if (page === undefined) {
      await options.playgrounds.countMiss(request);
      page = await makePage(request, shared, base, as);
      pages.set(key, page);
    }
    return sendPage(request, reply, page, {
      cacheControl: ASK_FIRST,
      vary: 'Accept, Accept-Encoding',
      ...(as === 'frame' && { frames: '*' }),
    });
  };

  const makePage = async (
    request: FastifyRequest,
    shared: SharedCollection,
    base: string,
    as: As,
  ): Promise<Page> => {
    const { collection, ownerId } = shared;
    const all = await playgroundsOf(db, ownerId, collection.id, null);
    // One that only some sites may show is on none: the frame is one page for all of them.
    const playgrounds = as === 'frame' ? all.filter((one) => one.embed_origins.length === 0) : all;
    if (as === 'markdown')
      return new Page(toMarkdown(shared, playgrounds, base), 'text/markdown; charset=utf-8');
    const caller = callerOf(request);
    const entries: CollectionPageProps['entries'][number][] = [];
    // One after the other: a collection takes one thread of the pool.
    for (const [index, playground] of playgrounds.entries()) {
      const languages = index < MAX_WITH_CODE ? playground.languages : [];
      entries.push({
        shared: await showPlayground(caller, { ...playground, languages }),
        example: await getExample(db, ownerId, playground.id),
      });
    }
    return collectionPage(caller, { ...collection, entries, base, isFrame: as === 'frame' });
  };

  app.get<ById>('/c/:id', async (request, reply) =>
    send(wantsMarkdown(request) ? 'markdown' : 'page', request, reply),
  );
  app.get<ById>('/c/:id.md', async (request, reply) => send('markdown', request, reply));
  app.get<ById>('/embed/c/:id', async (request, reply) => send('frame', request, reply));
};

function toMarkdown(
  { collection: { id, name, description } }: SharedCollection,
  playgrounds: readonly StoredPlayground[],
  base: string,
): string {
  const text = (markdown: string) => (markdown.trim() === '' ? [] : [markdown.trim()]);
  return [
    `# ${escaped(name)}`,
    `[Open in Playgrounds](${base}/c/${id})`,
    ...text(description),
    ...playgrounds.flatMap((one) => [
      `## ${escaped(one.name)}`,
      ...text(one.description),
      fenced(one.curl_command, 'bash'),
      `[Open in Playgrounds](${base}/p/${one.id})`,
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}
