/** Routes without a key: public playgrounds as pages and as files, and their runs. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { streamRun } from '../routes/stream-run.ts';
import { getExample } from '../services/example-responses.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { chargePublicRun } from '../services/public-runs.ts';
import { type Runner, runRequest } from '../services/run-request.ts';
import { type SharedVersion, sharedVersion } from '../services/shared-playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { asset } from './assets.ts';
import { toMarkdown } from './markdown.ts';
import { ASK_FIRST, Page, sendPage, wantsEvents, wantsHtml, wantsMarkdown } from './respond.ts';
import { shareLinks } from './share-links.ts';
import { type Form, runTyped, text, toShared, typedIn } from './shared.ts';
import { ExampleView } from './views/example.tsx';
import { Layout, toHtml } from './views/layout.tsx';
import { hostOf, PlaygroundView, type PlaygroundViewProps, type Shared } from './views/playground.tsx';
import { ResponseView } from './views/response.tsx';
import { plain } from './views/visible-text.tsx';

export interface PublicOptions {
  /** The address of the service as a request sees it, e.g. `https://playgrounds.example`. */
  origin: (request: FastifyRequest) => string;
  publicRunsPerMinute: number;
  publicRunsPerDay: number;
  /** How long a run may take with everything around it, in milliseconds. */
  runTimeoutMs: number;
}

const TEXTS = {
  description: (target: string, languages: string) =>
    `A ${target} request as a cURL command and as a program in ${languages}.`,
};

type Params = { Params: { id: string } };

export const publicPages: FastifyPluginAsync<PublicOptions> = async (app, options) => {
  const { origin, publicRunsPerMinute, publicRunsPerDay, runTimeoutMs } = options;
  const { db } = app.database;
  /** Rendered pages by address and version: at most 32 MiB. */
  const pages = new LRUCache<string, Page>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ size }) => size,
  });
  const hidden = { schema: { hide: true } };

  /** @throws ApiError not_found: the same for what is private and for what never was */
  const find = async (id: string): Promise<SharedVersion> => {
    const found = await sharedVersion(db, id);
    if (found === undefined) throw new ApiError('not_found', 'There is no such public playground.');
    return found;
  };

  /** A playground as somebody without an account may see it. */
  const read = (id: string): Promise<StoredPlayground> => getPlayground(db, null, id);

  /** Sends the page of a playground or its Markdown, made anew only when the playground has changed. */
  const send = async (kind: 'page' | 'markdown', request: FastifyRequest<Params>, reply: FastifyReply) => {
    const { id } = request.params;
    const found = await find(id);
    const base = origin(request);
    const key = `${kind} ${base} ${id} ${found.version}`;
    let page = pages.get(key);
    if (page === undefined) {
      const [playground, example] = await Promise.all([read(id), getExample(db, found.ownerId, id)]);
      const shared = toShared(playground);
      const response = example && <ExampleView example={example} />;
      page =
        kind === 'page'
          ? new Page(toHtml(SharedPage({ playground, base, shared, response })))
          : new Page(toMarkdown(shared, example, `${base}/p/${id}`), 'text/markdown; charset=utf-8');
      // A playground that changed since the lookup is shown, but not cached under the older version.
      if (Date.parse(playground.updated_at) === found.version) pages.set(key, page);
    }
    // The page and its Markdown share one address.
    return sendPage(request, reply, page, { cacheControl: ASK_FIRST, vary: 'Accept, Accept-Encoding' });
  };

  app.get<Params>('/p/:id', hidden, async (request, reply) =>
    send(wantsMarkdown(request) ? 'markdown' : 'page', request, reply),
  );
  app.get<Params>('/p/:id.md', hidden, async (request, reply) => send('markdown', request, reply));

  // The script of the page reads it to fill variables in.
  app.get<Params>('/p/:id/request', hidden, async (request, reply) => {
    const { id } = request.params;
    const shared = toShared(await read(id));
    if (shared.request === undefined) throw new ApiError('not_found', 'The command can no longer be read.');
    return reply.header('cache-control', ASK_FIRST).send(shared.request);
  });

  app.get<{ Params: { id: string; language: string }; Querystring: Form }>(
    '/p/:id/programs/:language',
    hidden,
    async (request, reply) => {
      const { id, language } = request.params;
      const library = text(request.query, 'library');
      const { programs } = toShared(await read(id));
      const first = programs.find((one) => one.language === language);
      const program =
        library === '' ? first : [first, ...(first?.others ?? [])].find((one) => one?.library === library);
      if (program === undefined) throw new ApiError('not_found', 'There is no program in this language.');
      return reply
        .header('cache-control', ASK_FIRST)
        .header('content-disposition', `attachment; filename="${program.filename}"`)
        .type('text/plain; charset=utf-8')
        .send(program.code);
    },
  );

  app.post<Params & { Body: Form }>(
    '/p/:id/run',
    { ...hidden, config: { timeoutMs: runTimeoutMs, rateLimit: { max: publicRunsPerMinute } } },
    async (request, reply) => {
      const { id } = request.params;
      const { ownerId } = await find(id);
      const playground = await read(id);
      if (!playground.public_runs)
        throw new ApiError('forbidden', 'The owner of this playground does not let readers run it.');
      const typed = typedIn(request.body ?? {});
      const values = { given: typed.values, form: typed };
      // Charged to the owner. The result is shown to the reader and not stored.
      const charge = () =>
        chargePublicRun(db, app.quota, { ownerId, playgroundId: id, perDay: publicRunsPerDay });
      const runWith = (runner: Runner) =>
        runRequest(db, runner, { playgroundId: id, values }, { viewer: null, charge });
      const page = (view: Pick<SharedPageProps, 'response' | 'typed'>) =>
        new Page(
          toHtml(SharedPage({ playground, shared: toShared(playground), base: origin(request), ...view })),
        );
      reply.header('cache-control', 'private, no-store');
      if (wantsEvents(request))
        return streamRun(request, reply, {
          accountId: ownerId,
          maskBodies: true,
          execute: async (runner) => ({ test: await runTyped(() => runWith(runner)) }),
        });
      if (!wantsHtml(request))
        return reply.send(await runTyped(() => runWith(runnerFor(request, reply, ownerId))));
      return runTyped(
        async () => {
          const run = await runWith(runnerFor(request, reply, ownerId));
          const response = <ResponseView run={run} group="response" live={false} />;
          return sendPage(request, reply, page({ response, typed }));
        },
        () => sendPage(request, reply, page({ typed: { ...typed, marksMissing: true } }), { status: 400 }),
      );
    },
  );

  app.get('/badge.svg', hidden, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .sendFile(asset('badge.svg').replace('/assets/', ''), { cacheControl: false }),
  );
};

interface SharedPageProps extends Omit<PlaygroundViewProps, 'links'> {
  playground: StoredPlayground;
  base: string;
}

function SharedPage({ playground, base, ...view }: SharedPageProps) {
  const { title, head } = describe(view.shared, base);
  return Layout({
    title,
    asset,
    theme: playground.theme,
    scripts: ['page.js'],
    head,
    children: <PlaygroundView {...view} links={shareLinks(base, playground)} />,
  });
}

function describe({ id, name, request, programs }: Shared, base: string) {
  const target = request === undefined ? 'cURL' : `${request.method} ${hostOf(request.url)}`;
  const url = `${base}/p/${id}`;
  const title = plain(`${target} · ${name}`);
  const languages = programs.map((one) => one.title).join(', ');
  const description = plain(TEXTS.description(target, languages));
  const head = (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={`${url}.md`} />
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
  );
  return { title, head };
}
