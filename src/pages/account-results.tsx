/** Runs of the editor, and stored results: shown, compared, used as example responses. */
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { previewExample } from '../services/example-responses.ts';
import { getOwnPlayground, updatePlayground } from '../services/playgrounds.ts';
import { type Runner, type RunSource, runRequest } from '../services/run-request.ts';
import { getTestRun } from '../services/stored-test-runs.ts';
import { comparison, resultPage } from './large-views.tsx';
import { sendView, wantsHtml } from './respond.ts';
import { ACCOUNT, pageActor, sendLarge, signedIn } from './session.tsx';
import {
  commandOf,
  type Form,
  list,
  type RouteOptions,
  runForScript,
  runLimit,
  runTyped,
  text,
  typedIn,
} from './shared.ts';
import { readPasted } from './shown-command.ts';
import { ExamplePreview } from './views/example.tsx';

type ById = { Params: { id: string } };

export const resultPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { runTimeoutMs, maskRequestBodies } = options;
  const { db } = app.database;

  const own = (accountId: string, id: string) => getOwnPlayground(db, accountId, id);

  /** The playground of a result, where the account has it. */
  const playgroundOf = async (accountId: string, { playground_id: id }: TestRun) =>
    id === null ? undefined : own(accountId, id).catch(() => undefined);

  const backTo = (reply: FastifyReply, id: string) => reply.redirect(`${ACCOUNT}/playgrounds/${id}`, 303);

  app.post<{ Body: Form }>(
    `${ACCOUNT}/run`,
    { config: { timeoutMs: runTimeoutMs }, bodyLimit: runLimit(app) },
    async (request, reply) => {
      const { accountId, plan } = signedIn(request, 'tests:execute');
      const typed = typedIn(request.body);
      const playgroundId = text(request.body, 'playground_id') || null;
      const values = { given: typed.values, form: typed };
      // Without scripts, the form has the values alone, for the saved command.
      const wanted: RunSource =
        playgroundId !== null && request.body?.['curl_command'] === undefined
          ? { playgroundId, values }
          : { command: (await readPasted(accountId, commandOf(request.body))).command, playgroundId, values };
      const runWith = (runner: Runner) =>
        runRequest(db, runner, wanted, {
          viewer: accountId,
          caller: accountId,
          // A run counts as a request; other requests of these pages do not count.
          charge: () => app.meter(request, reply),
          store: { accountId, plan, storage: app.storage, maskBodies: maskRequestBodies },
        });
      const settings = { accountId, maskBodies: maskRequestBodies };
      if (!wantsHtml(request)) return runForScript(request, reply, settings, runWith);
      const { id } = await runTyped(() => runWith(runnerFor(request, reply, settings)));
      return reply.redirect(`${ACCOUNT}/tests/${id}`, 303);
    },
  );

  app.get<{ Querystring: Form }>(`${ACCOUNT}/tests/compare`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const [first, second, ...rest] = list(request.query, 'test');
    if (first === undefined || second === undefined || rest.length > 0)
      throw new ApiError('invalid_request', 'Choose two results to compare.');
    const named = async (id: string) => {
      const run = await getTestRun(db, accountId, id);
      return { run, name: (await playgroundOf(accountId, run))?.name };
    };
    await app.meter(request, reply); // as much work as a run
    return sendLarge(request, reply, comparison, { runs: [await named(first), await named(second)] });
  });

  app.get<ById>(`${ACCOUNT}/tests/:id`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const run = await getTestRun(db, accountId, request.params.id);
    reply.header('cache-control', 'private, no-store');
    if (!wantsHtml(request)) return run;
    const playground = await playgroundOf(accountId, run);
    const example = playground && (playground.example_test_id === run.id ? 'pinned' : 'possible');
    return sendLarge(request, reply, resultPage, { run, name: playground?.name, example });
  });

  /** The playground that a result can be an example of. */
  const playgroundOfExample = async (accountId: string, testId: string) => {
    const { playground_id: id } = await getTestRun(db, accountId, testId);
    if (id === null)
      throw new ApiError('invalid_request', 'Save the playground first: this result belongs to none.');
    return own(accountId, id);
  };

  app.get<ById>(`${ACCOUNT}/tests/:id/example`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const testId = request.params.id;
    const { id, name, curl_command: curlCommand } = await playgroundOfExample(accountId, testId);
    const preview = await previewExample(db, { accountId, id, curlCommand }, testId);
    return sendView(request, reply, <ExamplePreview {...preview} name={name} testId={testId} />);
  });

  app.post<ById>(`${ACCOUNT}/tests/:id/example`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const testId = request.params.id;
    const { id } = await playgroundOfExample(actor.accountId, testId);
    await updatePlayground(db, actor, id, { example_test_id: testId }, undefined);
    return backTo(reply, id);
  });
};
