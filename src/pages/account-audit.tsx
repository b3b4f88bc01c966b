/** The audit log of an account, as a page and as a file. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ListAuditQuery } from '../schemas/audit.ts';
import { keyNames } from '../services/api-keys.ts';
import { listEvents, SEARCHED_EVENTS } from '../services/audit.ts';
import { sendView } from './respond.ts';
import { ACCOUNT, signedIn } from './session.tsx';
import { type Form, pageOf, type RouteOptions, text } from './shared.ts';
import { AuditLog, actionsWith, eventCells, KINDS } from './views/audit-log.tsx';
import { oneOf } from './views/playground-list.tsx';

/** Events in a file: the newest. */
const MAX_ROWS = 5_000;

export const auditPages: FastifyPluginAsync<RouteOptions> = async (app, { auditRetentionDays: keptDays }) => {
  const { db } = app.database;

  /** The events that a query asks for, with the names of their keys. */
  const eventsOf = async (request: FastifyRequest, page: ListAuditQuery) => {
    const { accountId } = signedIn(request, 'audit:read');
    const query = request.query as Form;
    const kind = oneOf(KINDS, text(query, 'kind'));
    const search = text(query, 'search').trim().slice(0, 200);
    const filter = { targetType: kind || undefined, search, actions: actionsWith(search) };
    const { data: events, pagination } = await listEvents(db, accountId, page, filter);
    const used = new Set(events.flatMap(({ actor }) => actor.key_id ?? []));
    return {
      events,
      pagination,
      kind,
      search,
      searched: SEARCHED_EVENTS,
      keys: await keyNames(db, accountId, [...used]),
    };
  };

  app.get(`${ACCOUNT}/audit`, async (request, reply) =>
    sendView(request, reply, <AuditLog {...(await eventsOf(request, pageOf(request)))} {...{ keptDays }} />),
  );

  app.get(`${ACCOUNT}/audit.csv`, async (request, reply) => {
    const { events, keys } = await eventsOf(request, { limit: MAX_ROWS });
    const head = ['Time', 'Event', 'Of', 'Key', 'How', 'Address'];
    const rows = [head, ...events.map((event) => [event.created_at, ...eventCells(event, keys)])];
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join(''));
  });
};

/** A cell of RFC 4180. A spreadsheet must not read a name as a formula. */
const cellOf = (value: string): string => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
