/** The health checks. */
import { setTimeout } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';
import { StrictObject, StringEnum } from '../schemas/helpers.ts';
import { operation } from './operation.ts';

const PING_MS = 2_000;
/** How long a response waits for the check of the nodes, in milliseconds. */
const NODES_MS = 500;

const Health = StrictObject(
  { status: StringEnum(['ok'], { description: 'Always `ok`.' }) },
  { title: 'Health', description: "The server's health: any response with status 200 is healthy." },
);

const Readiness = StrictObject(
  {
    status: StringEnum(['ok', 'degraded'], {
      description:
        '`degraded` if some accounts get a 503 because a node of the database cluster is unavailable.',
    }),
    unavailable_nodes: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 0,
        maxItems: 1_000,
        description: 'The unavailable nodes as `host:port`, if the status is `degraded`.',
      }),
    ),
  },
  {
    title: 'Readiness',
    description: 'Whether the server can serve requests: with status 200 it can, of all accounts or of most.',
  },
);

/**
 * Returns a function that checks the nodes, at most once at a time. A node that does not respond takes seconds: then the
 * function returns what the last check found.
 */
function nodeCheck({ unreachableNodes }: FastifyInstance['database']): () => Promise<readonly string[]> {
  let found: readonly string[] = [];
  let checking: Promise<void> | undefined;
  const check = async () => {
    found = await unreachableNodes().catch(() => found);
    checking = undefined;
  };
  return async () => {
    checking ??= check();
    await Promise.race([checking, setTimeout(NODES_MS, undefined, { ref: false })]);
    return found;
  };
}

export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const unreachableNodes = nodeCheck(app.database);
  app.get(
    '/healthz',
    operation({
      operationId: 'getHealth',
      tag: 'Operations',
      summary: 'Check liveness',
      description: 'Returns 200 while the process runs. Does not use the database.',
      success: { status: 200, description: 'The process runs.', schema: Health },
    }),
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    operation({
      operationId: 'getReadiness',
      tag: 'Operations',
      summary: 'Check readiness',
      description:
        'Returns 200 if the database responds within two seconds and the server is not shutting down. If a node of a database cluster is unavailable, the status is `degraded`: other accounts are served as usual.',
      success: { status: 200, description: 'The server is ready.', schema: Readiness },
    }),
    async () => {
      if (app.stopping) throw unavailable('The server is shutting down.');
      const late = setTimeout(PING_MS, undefined, { ref: false }).then(() => {
        throw new Error('no response in time');
      });
      let nodes: readonly string[];
      try {
        await Promise.race([app.database.ping(), late]);
        nodes = await unreachableNodes();
      } catch (cause) {
        throw unavailable('The database is unavailable.', cause);
      }
      if (nodes.length === 0) return { status: 'ok' as const };
      return { status: 'degraded' as const, unavailable_nodes: nodes.slice(0, 1_000) };
    },
  );
};
