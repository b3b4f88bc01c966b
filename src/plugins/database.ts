import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../db/client.ts';
import { forgetOldEvents } from '../services/audit.ts';
import { forgetOldAnswers } from '../services/idempotency.ts';
import { forgetOldSessions } from '../services/sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    database: Database;
  }
}

export interface DatabaseOptions {
  database: Database;
  auditRetentionDays: number;
}

const CLEAN_EVERY_MS = 600_000;

/** The database, open and migrated. It is closed after everything that uses it. */
export default fp(
  async (app: FastifyInstance, { database, auditRetentionDays }: DatabaseOptions) => {
    app.decorate('database', database);
    const timer = setInterval(() => {
      Promise.all([
        forgetOldAnswers(database.db),
        forgetOldEvents(database.db, auditRetentionDays),
        forgetOldSessions(database.db),
      ]).catch((error) => app.log.warn({ err: error }, 'cleaning failed'));
    }, CLEAN_EVERY_MS);
    timer.unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await database.close();
    });
  },
  { name: 'database' },
);
