/** Results as example responses: the preview of what readers would see, pinning and removing. */
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';
import { previewExample } from '../services/example-responses.ts';
import { getOwnPlayground, updatePlayground } from '../services/playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { getTestRun } from '../services/stored-test-runs.ts';
import { asset } from './assets.ts';
import { Page, sendPage } from './respond.ts';
import { ACCOUNT, pageActor, signedIn } from './session.ts';
import { ExamplePreview } from './views/example.tsx';
import { toHtml } from './views/layout.tsx';

type ById = { Params: { id: string } };

/** Part of the account's pages, which sign in and protect forms. */
export const examplePages: FastifyPluginAsync = async (app) => {
  const { db } = app.database;
  const hidden = { schema: { hide: true } };
  const guarded = { ...hidden, preHandler: app.csrfProtection.bind(app) };

  /** The playground that a result belongs to. */
  const playgroundOf = async (accountId: string, testId: string): Promise<StoredPlayground> => {
    const { playground_id: id } = await getTestRun(db, accountId, testId);
    if (id === null)
      throw new ApiError('invalid_request', 'Save the playground first: this result belongs to none.');
    return getOwnPlayground(db, accountId, id);
  };

  const backTo = (reply: FastifyReply, id: string) =>
    reply.redirect(`${ACCOUNT}/playgrounds/${id}?saved`, 303);

  app.get<ById>(`${ACCOUNT}/tests/:id/example`, hidden, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const testId = request.params.id;
    const { id, name, curl_command: curlCommand } = await playgroundOf(accountId, testId);
    const preview = await previewExample(db, { accountId, id, curlCommand }, testId);
    const token = reply.generateCsrf();
    const page = ExamplePreview({ asset, token, ...preview, name, testId });
    return sendPage(request, reply, new Page(toHtml(page)));
  });

  app.post<ById>(`${ACCOUNT}/tests/:id/example`, guarded, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const testId = request.params.id;
    const { id } = await playgroundOf(actor.accountId, testId);
    await updatePlayground(db, actor, id, { example_test_id: testId }, undefined);
    return backTo(reply, id);
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/remove-example`, guarded, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    await getOwnPlayground(db, actor.accountId, id);
    await updatePlayground(db, actor, id, { example_test_id: null }, undefined);
    return backTo(reply, id);
  });
};
