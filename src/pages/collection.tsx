/** The page of a public collection, and its Markdown. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { type SharedCollection, sharedCollection } from '../services/collections.ts';
import { playgroundsOf } from '../services/playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { escaped, fenced } from './markdown.ts';
import { ASK_FIRST, Page, render, sendPage, wantsMarkdown } from './respond.ts';
import type { RouteOptions } from './shared.ts';
import { Description, plainText } from './views/description.tsx';
import { Layout } from './views/layout.tsx';
import { Name, plain } from './views/visible-text.tsx';

interface ById {
  Params: { id: string };
}

/** Characters of a command; longer ones are only linked. */
const MAX_COMMAND = 4_000;

export const collectionPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { db } = app.database;
  const pages = new LRUCache<string, Page>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (page, key) => page.size + key.length,
  });

  const send = async (isMarkdown: boolean, request: FastifyRequest<ById>, reply: FastifyReply) => {
    const shared = await sharedCollection(db, request.params.id);
    if (shared === undefined) throw new ApiError('not_found', 'There is no such public collection.');
    const base = options.origin(request);
    const key = `${base} ${isMarkdown} ${shared.version}`;
    let page = pages.get(key);
    if (page === undefined) {
      await options.playgrounds.countMiss(request);
      page = await makePage(shared, base, isMarkdown);
      pages.set(key, page);
    }
    return sendPage(request, reply, page, { cacheControl: ASK_FIRST, vary: 'Accept, Accept-Encoding' });
  };

  const makePage = async (shared: SharedCollection, base: string, isMarkdown: boolean): Promise<Page> => {
    const { collection, ownerId } = shared;
    const playgrounds = await playgroundsOf(db, ownerId, collection.id, null);
    return isMarkdown
      ? new Page(toMarkdown(shared, playgrounds, base), 'text/markdown; charset=utf-8')
      : render(<CollectionPage shared={shared} playgrounds={playgrounds} base={base} />);
  };

  app.get<ById>('/c/:id', async (request, reply) => send(wantsMarkdown(request), request, reply));
  app.get<ById>('/c/:id.md', async (request, reply) => send(true, request, reply));
};

interface CollectionProps {
  shared: SharedCollection;
  playgrounds: readonly StoredPlayground[];
  base: string;
}

function CollectionPage({ shared, playgrounds, base }: CollectionProps) {
  const { id, name, description } = shared.collection;
  const url = `${base}/c/${id}`;
  const summary = plainText(description, 200) || `${playgrounds.length} API requests as cURL commands.`;
  const head = (
    <>
      <meta name="description" content={summary} />
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={`${url}.md`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Playgrounds" />
      <meta property="og:title" content={plain(name)} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={url} />
    </>
  );
  return (
    <Layout title={plain(name)} scripts={['page.js']} head={head}>
      <article class="pg-collection">
        <h1>
          <Name text={name} />
        </h1>
        <Description text={description} />
        {playgrounds.length === 0 && <p class="pg-quiet">No playground in this collection is public.</p>}
        {playgrounds.map((one) => (
          <section id={one.id} aria-labelledby={`name-${one.id}`}>
            <h2 id={`name-${one.id}`}>
              <a href={`/p/${one.id}`}>
                <Name text={one.name} />
              </a>
            </h2>
            <Description text={one.description} />
            {one.curl_command.length <= MAX_COMMAND && (
              <pre class="pg-code pg-code__body" tabIndex={0}>
                <code>{one.curl_command}</code>
              </pre>
            )}
          </section>
        ))}
      </article>
    </Layout>
  );
}

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
