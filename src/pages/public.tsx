/** Routes without a key: public playgrounds as pages and as files, and their runs. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { chargePublicRun } from '../services/public-runs.ts';
import type { Runner } from '../services/run-request.ts';
import { sharedVersion } from '../services/shared-playgrounds.ts';
import { sharedPage } from './large-views.tsx';
import { toMarkdown } from './markdown.ts';
import { drawPicture } from './picture.tsx';
import { ASK_FIRST, Page, sendPage, wantsHtml, wantsMarkdown } from './respond.ts';
import {
  type Form,
  type RouteOptions,
  runForReader,
  runForScript,
  runLimit,
  runTyped,
  text,
  typedIn,
} from './shared.ts';
import { showPlayground } from './shown-command.ts';

const notShared = () => new ApiError('not_found', 'There is no such public playground.');

type ById = { Params: { id: string } };

export const publicPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin, publicRunsPerMinute, publicRunsPerDay, runTimeoutMs, playgrounds } = options;
  const { db } = app.database;

  /** Reads a playground as an anonymous visitor sees it. */
  const find = async (request: FastifyRequest, id: string) => {
    const known = await playgrounds.find(request, id);
    if (known === undefined) throw notShared();
    return known;
  };

  const send = async (kind: 'page' | 'markdown', request: FastifyRequest<ById>, reply: FastifyReply) => {
    const { id } = request.params;
    const base = origin(request);
    const found = await playgrounds.page(request, id, `${kind} ${base}`, async (known) => {
      const { shared, example, playground, collection } = known;
      if (kind === 'markdown')
        return new Page(toMarkdown(shared, example, `${base}/p/${id}`), 'text/markdown; charset=utf-8');
      return sharedPage(callerOf(request), { playground, base, shared, example, collection });
    });
    if (found === undefined) throw notShared();
    // The page and its Markdown share one address.
    return sendPage(request, reply, found.page, { cacheControl: ASK_FIRST, vary: 'Accept, Accept-Encoding' });
  };

  app.get<ById>('/p/:id', async (request, reply) =>
    send(wantsMarkdown(request) ? 'markdown' : 'page', request, reply),
  );
  app.get<ById>('/p/:id.md', async (request, reply) => send('markdown', request, reply));

  app.get<ById>('/p/:id.png', async (request, reply) => {
    const found = await playgrounds.page(
      request,
      request.params.id,
      'picture',
      async ({ shared: { name, command, request: parsed } }) =>
        new Page(await drawPicture(callerOf(request), { name, command, request: parsed }), 'image/png'),
    );
    if (found === undefined) throw notShared();
    return sendPage(request, reply, found.page, { cacheControl: ASK_FIRST });
  });

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
      const isMinimal = text(request.query, 'style') === 'minimal';
      const program = programs
        .map(({ minimal, ...complete }) => (isMinimal ? (minimal ?? complete) : complete))
        .find((one) => one.language === language && (library === '' || one.library === library));
      if (program === undefined) throw new ApiError('not_found', 'There is no program in this language.');
      return reply
        .header('cache-control', ASK_FIRST)
        .header('content-disposition', `attachment; filename="${program.filename}"`)
        .type('text/plain; charset=utf-8')
        .send(program.code);
    },
  );

  const limitRuns = app.rateLimit({ max: publicRunsPerMinute });
  const refusals = new WeakMap<FastifyRequest, { run?: TestRun; limit: ApiError }>();
  /**
   * Counts a run before its body is read. A form beyond the limit is read all the same, because its page keeps what was
   * typed: as often as its address may ask for pages.
   */
  const countRun = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await limitRuns.call(app, request, reply);
    } catch (error) {
      if (!wantsHtml(request)) throw error;
      await playgrounds.countMiss(request);
      refusals.set(request, limitOf(error));
    }
  };

  app.post<ById & { Body: Form }>(
    '/p/:id/run',
    { config: { timeoutMs: runTimeoutMs }, onRequest: countRun, bodyLimit: runLimit(app) },
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
      const charge = () =>
        chargePublicRun(db, app.quota, { what: 'playground', ownerId, id, perDay: publicRunsPerDay });
      const runWith = (execute: Runner) =>
        runForReader(request, execute, { playgroundId: id, values }, { ...runner, charge });
      if (!wantsHtml(request)) return runForScript(request, reply, { ...runner, maskBodies: true }, runWith);
      const caller = callerOf(request);
      const { example, collection } = await find(request, id);
      const known = { playground, example, collection, base: origin(request) };
      const view = { ...known, shared: await showPlayground(caller, playground) };
      const { run, limit } =
        refusals.get(request) ??
        (await runTyped<{ run?: TestRun; limit?: ApiError }>(
          () => runWith(runnerFor(request, reply, runner)).then((run) => ({ run }), limitOf),
          () => ({}),
        ));
      const status = run !== undefined ? 200 : (limit?.statusCode ?? 400);
      const marks = { marksMissing: status === 400, status: run?.response?.status };
      const refused = limit && { message: limit.message, retryAfter: Number(limit.headers['retry-after']) };
      const page = { ...view, run, limit: refused, typed: { ...typed, ...marks } };
      reply.headers(limit?.headers ?? {});
      return sendPage(request, reply, await sharedPage(caller, page), { status });
    },
  );
};

/** A limit of ours that refused a run. @throws any other error */
function limitOf(thrown: unknown): { limit: ApiError } {
  if (thrown instanceof ApiError && thrown.code === 'rate_limit_exceeded') return { limit: thrown };
  throw thrown;
}
