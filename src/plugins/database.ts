import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../db/client.ts';
import { forgetOldAnswers } from '../services/idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    database: Database;
  }
}

const CLEAN_EVERY_MS = 600_000;

/** The database, open and migrated. It is closed after everything that uses it. */
export default fp(
  async (app: FastifyInstance, { database }: { database: Database }) => {
    app.decorate('database', database);
    const timer = setInterval(() => {
      forgetOldAnswers(database.db).catch((error) => app.log.warn({ err: error }, 'cleaning failed'));
    }, CLEAN_EVERY_MS);
    timer.unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await database.close();
    });
  },
  { name: 'database' },
);
