/** The route of the audit trail. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AuditEventPage, ListAuditQuery } from '../schemas/audit.ts';
import { Ref } from '../schemas/helpers.ts';
import { listEvents } from '../services/audit.ts';
import { identityOf } from './headers.ts';
import { LINK, operation, pageLinks } from './operation.ts';

export const auditRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app.database;

  app.get(
    '/api/audit',
    operation({
      operationId: 'listAuditEvents',
      tag: 'Audit',
      summary: 'List audit events',
      description:
        'Returns changes to the account, newest first: keys, plan, visibility, shared secrets, deletions and sign-ins. Events never change. The operator sets how long they are kept.',
      scope: 'audit:read',
      querystring: ListAuditQuery,
      success: { status: 200, description: 'A page of events.', schema: Ref(AuditEventPage), headers: LINK },
    }),
    async (request, reply) => {
      const list = await listEvents(db, identityOf(request).accountId, request.query);
      reply.header('link', pageLinks(request.url, list.pagination));
      return list;
    },
  );
};
