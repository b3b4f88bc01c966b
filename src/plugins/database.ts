/** Opens the database for the application, and closes it. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../db/client.ts';
import { runCounts } from '../services/run-counts.ts';
import { siteCounts } from '../services/site-counts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    database: Database;
  }
}

export interface DatabaseOptions {
  database: Database;
  /** Milliseconds from which a query is logged; 0 logs none. */
  slowQueryMs: number;
}

/** The database, open and migrated. It is closed after everything that uses it. */
export default fp(
  async (app: FastifyInstance, { database, slowQueryMs }: DatabaseOptions) => {
    app.decorate('database', database);
    if (slowQueryMs > 0)
      database.queries.listen((name, ms, text) => {
        if (ms >= slowQueryMs)
          app.log.warn({ query: name, ms: Math.round(ms), text: text.slice(0, 500) }, 'slow query');
      });
    app.addHook('onClose', async () => {
      await Promise.all([runCounts(database.db).close(), siteCounts(database.db).close()]);
      await database.close();
    });
  },
  { name: 'database' },
);
