/** The routes of imports and exports. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { acceptDocuments } from '../plugins/json.ts';
import { IdParams } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import { ExportQuery, ImportRequest, ImportResponse, MAX_IMPORT_BYTES } from '../schemas/import.ts';
import { exportCollection } from '../services/exports.ts';
import { idempotent } from '../services/idempotency.ts';
import { prepareImport } from '../services/imports.ts';
import { actorOf, IDEMPOTENCY, idempotentRequest, identityOf, sendStoredResponse } from './headers.ts';
import { LOCATION, operation, REPLAYED } from './operation.ts';

/** Milliseconds for the largest document, and for those before it. */
const IMPORT_TIMEOUT_MS = 60_000;

export const importRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app.database;
  acceptDocuments(app);

  app.post(
    '/api/import',
    {
      ...operation({
        operationId: 'importDocument',
        tag: 'Collections',
        summary: 'Import a document',
        description:
          'Makes private playgrounds of the requests in a Postman collection, an OpenAPI document, a HAR file, Markdown or an `.http` file, all or none. Variables stay variables, credentials become placeholders. What cannot be imported is in `warnings` and `skipped`. Nothing that the document refers to is fetched.',
        scope: 'playgrounds:write',
        timeoutMs: IMPORT_TIMEOUT_MS,
        headers: IDEMPOTENCY,
        body: Ref(ImportRequest),
        success: {
          status: 201,
          description: 'The created playgrounds. Location is their collection, or the list of playgrounds.',
          schema: Ref(ImportResponse),
          headers: { ...LOCATION, ...REPLAYED },
          otherwise200: 'What an import would create, for a dry run.',
        },
        errors: [409],
      }),
      bodyLimit: MAX_IMPORT_BYTES,
    },
    async (request, reply) => {
      const { response, replayed } = await idempotent(db, idempotentRequest(request), async (commit) => {
        const store = await prepareImport(actorOf(request), request.body);
        return commit(async (tx) => {
          const done = await store(tx);
          const body = JSON.stringify(done);
          if (request.body.dry_run === true) return { status: 200, location: undefined, body };
          const id = done.collection?.id;
          return { status: 201, location: id ? `/api/collections/${id}` : '/api/playgrounds', body };
        });
      });
      return sendStoredResponse(reply, response, replayed);
    },
  );

  app.get(
    '/api/collections/:id/export',
    operation({
      operationId: 'exportCollection',
      tag: 'Collections',
      summary: 'Export a collection',
      description:
        'Returns a file of a collection of your own or a public one, with what you can see of it. Credentials in your own commands are in it.',
      scope: 'playgrounds:read',
      params: IdParams,
      querystring: ExportQuery,
      success: {
        status: 200,
        description: 'The file. Content-Disposition has its name.',
        schema: Type.String({ description: 'The text of the file.' }),
        contentType: 'text/plain',
        headers: {
          'Content-Disposition': {
            description: 'The name of the file.',
            type: 'string',
            examples: ['attachment; filename="users.md"'],
          },
        },
      },
      errors: [404],
    }),
    async (request, reply) => {
      const { params, query } = request;
      const { text, filename } = await exportCollection(
        db,
        identityOf(request).accountId,
        params.id,
        query.format,
      );
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(text);
    },
  );
};
