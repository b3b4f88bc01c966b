/** The collections of an account: the forms of its list of playgrounds. */
import type { FastifyPluginAsync } from 'fastify';
import { MAX_DESCRIPTION } from '../schemas/playground.ts';
import { createCollection, deleteCollection, updateCollection } from '../services/collections.ts';
import { assertFits } from './editor-form.ts';
import { ACCOUNT, pageActor, signedIn } from './session.tsx';
import { type Form, type RouteOptions, text } from './shared.ts';

/** @throws ApiError invalid_request for what the schema of the API would refuse */
function fieldsOf(form: Form) {
  const name = text(form, 'name').trim() || 'Collection';
  const description = text(form, 'description').replaceAll('\r\n', '\n');
  assertFits('A name', name, 200);
  assertFits('A description', description, MAX_DESCRIPTION);
  return { name, description, is_public: text(form, 'is_public') !== '' };
}

export const accountCollections: FastifyPluginAsync<RouteOptions> = async (app) => {
  const { db } = app.database;
  const list = `${ACCOUNT}/playgrounds`;

  app.post<{ Body: Form }>(`${ACCOUNT}/collections/`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = await createCollection(db, actor, fieldsOf(request.body));
    return reply.redirect(`${list}?collection=${id}`, 303);
  });

  app.post<{ Params: { id: string }; Body: Form }>(`${ACCOUNT}/collections/:id`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    const isDeleted = text(request.body, 'do') === 'delete';
    if (isDeleted) await deleteCollection(db, actor, id, undefined);
    else await updateCollection(db, actor, id, fieldsOf(request.body), undefined);
    return reply.redirect(isDeleted ? list : `${list}?collection=${id}`, 303);
  });
};
