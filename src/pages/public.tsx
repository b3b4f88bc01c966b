/** Routes without a key: public playgrounds as pages and as files, and their runs. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { chargePublicRun } from '../services/public-runs.ts';
import { type Runner, runRequest } from '../services/run-request.ts';
import { sharedVersion } from '../services/shared-playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { toMarkdown } from './markdown.ts';
import { ASK_FIRST, Page, render, sendPage, sendView, wantsHtml, wantsMarkdown } from './respond.ts';
import { type Form, type RouteOptions, runForScript, runTyped, text, typedIn } from './shared.ts';
import { showPlayground } from './shown-command.ts';
import { ExampleView } from './views/example.tsx';
import { Layout } from './views/layout.tsx';
import { hostOf, PlaygroundView, type PlaygroundViewProps } from './views/playground.tsx';
import { ResponseView } from './views/response.tsx';
import { shareLinks } from './views/share.tsx';
import { plain } from './views/visible-text.tsx';

const notShared = () => new ApiError('not_found', 'There is no such public playground.');

type ById = { Params: { id: string } };

export const publicPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin, publicRunsPerMinute, publicRunsPerDay, runTimeoutMs, playgrounds } = options;
  const { db } = app.database;

  /** A playground as somebody without an account may see it. */
  const find = async (request: FastifyRequest, id: string) => {
    const known = await playgrounds.find(request, id);
    if (known === undefined) throw notShared();
    return known;
  };

  const send = async (kind: 'page' | 'markdown', request: FastifyRequest<ById>, reply: FastifyReply) => {
    const { id } = request.params;
    const base = origin(request);
    const found = await playgrounds.page(request, id, `${kind} ${base}`, (known) => {
      const { shared, example, playground } = known;
      if (kind === 'markdown')
        return new Page(toMarkdown(shared, example, `${base}/p/${id}`), 'text/markdown; charset=utf-8');
      const response = example && <ExampleView example={example} />;
      return render(<SharedPage {...{ playground, base, shared, response }} />);
    });
    if (found === undefined) throw notShared();
    // The page and its Markdown share one address.
    return sendPage(request, reply, found.page, { cacheControl: ASK_FIRST, vary: 'Accept, Accept-Encoding' });
  };

  app.get<ById>('/p/:id', async (request, reply) =>
    send(wantsMarkdown(request) ? 'markdown' : 'page', request, reply),
  );
  app.get<ById>('/p/:id.md', async (request, reply) => send('markdown', request, reply));

  // The script of the page reads it to fill variables in.
  app.get<ById>('/p/:id/request', async (request, reply) => {
    const { request: parsed } = (await find(request, request.params.id)).shared;
    if (parsed === undefined) throw new ApiError('not_found', 'The command can no longer be read.');
    return reply.header('cache-control', ASK_FIRST).send(parsed);
  });

  app.get<{ Params: { id: string; language: string }; Querystring: Form }>(
    '/p/:id/programs/:language',
    async (request, reply) => {
      const { id, language } = request.params;
      const library = text(request.query, 'library');
      const { programs } = (await find(request, id)).shared;
      const program = programs
        .flatMap(({ others = [], ...first }) => [first, ...others])
        .find((one) => one.language === language && (library === '' || one.library === library));
      if (program === undefined) throw new ApiError('not_found', 'There is no program in this language.');
      return reply
        .header('cache-control', ASK_FIRST)
        .header('content-disposition', `attachment; filename="${program.filename}"`)
        .type('text/plain; charset=utf-8')
        .send(program.code);
    },
  );

  app.post<ById & { Body: Form }>(
    '/p/:id/run',
    { config: { timeoutMs: runTimeoutMs, rateLimit: { max: publicRunsPerMinute } } },
    async (request, reply) => {
      const { id } = request.params;
      const shared = await sharedVersion(db, id);
      if (shared === undefined) throw notShared();
      const { ownerId } = shared;
      const playground = await getPlayground(db, null, id);
      if (!playground.public_runs)
        throw new ApiError('forbidden', 'The owner of this playground does not let readers run it.');
      const typed = typedIn(request.body);
      const values = { given: typed.values, form: typed };
      // Charged to the owner. The result is shown to the reader and not stored.
      const runner = { accountId: ownerId, publicPlayground: id };
      const runWith = async (execute: Runner) => {
        let release = () => {};
        const charge = async () => {
          release = app.proxy.reserve(runner);
          await chargePublicRun(db, app.quota, { ownerId, playgroundId: id, perDay: publicRunsPerDay });
        };
        const run: Runner = (wanted) => {
          release();
          return execute(wanted);
        };
        return runRequest(
          db,
          run,
          { playgroundId: id, values },
          { viewer: null, caller: callerOf(request), charge },
        ).finally(() => release());
      };
      if (!wantsHtml(request)) return runForScript(request, reply, { ...runner, maskBodies: true }, runWith);
      const view = {
        playground,
        shared: await showPlayground(callerOf(request), playground),
        base: origin(request),
      };
      return runTyped(
        async () => {
          const run = await runWith(runnerFor(request, reply, runner));
          const response = <ResponseView run={run} group="response" live={false} />;
          return sendView(request, reply, <SharedPage {...view} response={response} typed={typed} />);
        },
        () => {
          const page = <SharedPage {...view} typed={{ ...typed, marksMissing: true }} />;
          return sendView(request, reply, page, { status: 400 });
        },
      );
    },
  );
};

interface SharedPageProps extends Omit<PlaygroundViewProps, 'links'> {
  playground: StoredPlayground;
  base: string;
}

function SharedPage({ playground, base, ...view }: SharedPageProps) {
  const { id, name, request, programs } = view.shared;
  const target = request === undefined ? 'cURL' : `${request.method} ${hostOf(request.url)}`;
  const url = `${base}/p/${id}`;
  const title = plain(`${target} · ${name}`);
  const languages = programs.map((one) => one.title).join(', ');
  const description = plain(`A ${target} request as a cURL command and as a program in ${languages}.`);
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
  return (
    <Layout title={title} theme={playground.theme} scripts={['page.js']} head={head}>
      <PlaygroundView {...view} links={shareLinks(base, playground)} />
    </Layout>
  );
}
