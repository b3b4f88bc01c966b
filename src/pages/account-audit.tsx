/** The audit log of an account, as a page and as a file. */
import type { FastifyPluginAsync } from 'fastify';
import type { AuditEvent } from '../schemas/audit.ts';
import { keyNames } from '../services/api-keys.ts';
import { listEvents } from '../services/audit.ts';
import { sendView } from './respond.ts';
import { ACCOUNT, signedIn } from './session.tsx';
import { type Form, pageOf, type RouteOptions, text } from './shared.ts';
import { AuditLog, eventCells, KINDS } from './views/audit-log.tsx';
import { oneOf } from './views/playground-list.tsx';

/** Events in a file: the newest. */
const MAX_ROWS = 5_000;

export const auditPages: FastifyPluginAsync<RouteOptions> = async (app, { auditRetentionDays: keptDays }) => {
  const { db } = app.database;

  const keysOf = (accountId: string, events: readonly AuditEvent[]) =>
    keyNames(db, accountId, [...new Set(events.flatMap(({ actor }) => actor.key_id ?? []))]);

  app.get<{ Querystring: Form }>(`${ACCOUNT}/audit`, async (request, reply) => {
    const { accountId } = signedIn(request, 'audit:read');
    const kind = oneOf(KINDS, text(request.query, 'kind'));
    const { data: events, pagination } = await listEvents(db, accountId, pageOf(request), kind || undefined);
    const keys = await keysOf(accountId, events);
    return sendView(request, reply, <AuditLog {...{ events, pagination, kind, keys, keptDays }} />);
  });

  app.get<{ Querystring: Form }>(`${ACCOUNT}/audit.csv`, async (request, reply) => {
    const { accountId } = signedIn(request, 'audit:read');
    const kind = oneOf(KINDS, text(request.query, 'kind'));
    const { data } = await listEvents(db, accountId, { limit: MAX_ROWS }, kind || undefined);
    const keys = await keysOf(accountId, data);
    const head = ['Time', 'Event', 'Of', 'Key', 'How', 'Address'];
    const rows = [head, ...data.map((event) => [event.created_at, ...eventCells(event, keys)])];
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .type('text/csv; charset=utf-8')
      .send(rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join(''));
  });
};

/** A cell of RFC 4180. A spreadsheet must not read a name as a formula. */
const cellOf = (value: string): string => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
