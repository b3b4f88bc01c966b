/** What readers of a playground would see, for its owner to check before it becomes public. */
import type { FastifyPluginAsync } from 'fastify';
import { getExample } from '../services/example-responses.ts';
import { previewForReaders, updatePlayground } from '../services/playgrounds.ts';
import { isId } from '../store/ids.ts';
import { readerPreview } from './large-views.tsx';
import { ACCOUNT, pageActor, sendLarge, signedIn } from './session.tsx';
import { type Form, list, type RouteOptions } from './shared.ts';
import { showPlayground } from './shown-command.ts';
import { shareLinks } from './views/share.tsx';

type ById = { Params: { id: string } };

/** Part of the account's pages, which sign in and protect forms. */
export const readerPreviews: FastifyPluginAsync<RouteOptions> = async (app, { origin }) => {
  const { db } = app.database;

  app.get<ById & { Querystring: Form }>(`${ACCOUNT}/playgrounds/:id/preview`, async (request, reply) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const { playground, replaced } = await previewForReaders(db, accountId, request.params.id);
    const example = await getExample(db, accountId, playground.id);
    const links = shareLinks(origin(request), playground);
    const shared = await showPlayground(accountId, playground);
    const then = list(request.query, 'then').filter(isId);
    return sendLarge(request, reply, readerPreview, { playground, shared, replaced, example, links, then });
  });

  app.post<ById & { Body: Form }>(`${ACCOUNT}/playgrounds/:id/publish`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = await updatePlayground(db, actor, request.params.id, { is_public: true }, undefined);
    const [next, ...then] = list(request.body, 'then').filter(isId);
    const query = new URLSearchParams(then.map((one) => ['then', one]));
    const address = next === undefined ? `${id}#share` : `${next}/preview?${query}`;
    return reply.redirect(`${ACCOUNT}/playgrounds/${address}`, 303);
  });
};
