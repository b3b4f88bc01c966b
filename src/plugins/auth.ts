/** Identifies the sender of a request by its API key, and checks the key's scopes. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors.ts';
import type { Scope } from '../schemas/account.ts';
import { SUSPENDED } from '../services/accounts.ts';
import { type Identity, KeyRing } from '../services/api-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keyRing: KeyRing;
  }
  interface FastifyRequest {
    /** Set for a request under /api with a valid key. */
    identity: Identity | null;
  }
}

/** Sets the identity of a request from its API key; null without a valid key. */
export async function identify(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (key?.startsWith('pgk_'))
    request.identity =
      (await app.keyRing.identify(key, (read) => app.withinAddressLimit(request.ip, read))) ?? null;
}

/**
 * Returns the sender of a request that needs a scope, or `any` valid key.
 * @throws ApiError unauthorized or forbidden
 */
export function requireScope(request: FastifyRequest, scope: Scope | 'any'): Identity {
  const { identity } = request;
  if (identity === null)
    throw new ApiError(
      'unauthorized',
      request.headers.authorization === undefined
        ? undefined
        : 'The API key is not valid: send Authorization: Bearer <API_KEY> with a key that is neither expired nor revoked.',
      { headers: { 'www-authenticate': 'Bearer' } },
    );
  if (identity.suspended) throw new ApiError('forbidden', SUSPENDED);
  if (scope !== 'any' && !identity.scopes.has(scope))
    throw new ApiError('forbidden', `The API key lacks the scope ${scope}. Use a key that has it.`);
  return identity;
}

export default fp(
  async (app: FastifyInstance, { bootstrapApiKey }: { bootstrapApiKey: string | undefined }) => {
    app.decorate('keyRing', new KeyRing(app.database.db, bootstrapApiKey));
    app.decorateRequest('identity', null);
  },
  { name: 'auth', dependencies: ['database'] },
);
