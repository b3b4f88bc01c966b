/** The keys of an account. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { SCOPES } from '../schemas/account.ts';
import { createKey, getKey, type Identity, listKeys, revokeKey } from '../services/api-keys.ts';
import { DAY_MS } from '../services/quota.ts';
import { assertFits } from './editor-form.ts';
import { sendView } from './respond.ts';
import { ACCOUNT, pageActor, signedIn } from './session.tsx';
import { type Form, list, pageOf, type RouteOptions, refusal, text } from './shared.ts';
import { isPreset, Keys, type KeysProps, LIVES, PRESETS } from './views/keys.tsx';

type ById = { Params: { id: string } };

/**
 * A cookie that carries a new key to the page after its form, which shows it once. Reloading that page makes no second
 * key and shows none, and the server keeps the key nowhere.
 */
const CREATED = 'playgrounds_created';
const createdOptions = {
  path: `${ACCOUNT}/keys`,
  httpOnly: true,
  sameSite: 'strict',
  secure: 'auto',
} as const;

export const keyPages: FastifyPluginAsync<RouteOptions> = async (app) => {
  const { db } = app.database;

  const keysPage = async (
    request: FastifyRequest,
    identity: Identity,
    more: Pick<KeysProps, 'created' | 'problem' | 'form'>,
  ) => {
    const { data: keys, pagination } = await listKeys(db, identity.accountId, pageOf(request));
    const { scopes, keyId: own } = identity;
    return <Keys {...{ keys, pagination, scopes, own, soon: Date.now() + 7 * DAY_MS, ...more }} />;
  };

  app.get(`${ACCOUNT}/keys`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    const created = await takeCreated(request, reply, identity);
    return sendView(request, reply, await keysPage(request, identity, { created }));
  });

  /** The key of the cookie that {@link CREATED} names, once: the cookie goes. */
  const takeCreated = async (request: FastifyRequest, reply: FastifyReply, { accountId }: Identity) => {
    const created = request.cookies[CREATED];
    if (created === undefined) return undefined;
    reply.clearCookie(CREATED, createdOptions);
    const [id = '', key = ''] = created.split(' ');
    // Not identified by the key: that would count as its first use.
    const known = await getKey(db, accountId, id).catch(() => undefined);
    return known && key.startsWith(known.prefix) ? { name: known.name, key } : undefined;
  };

  app.post<{ Body: Form }>(`${ACCOUNT}/keys`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    const access = text(request.body, 'access');
    const chosen: readonly string[] = isPreset(access) ? PRESETS[access] : list(request.body, 'scopes');
    // A key cannot grant scopes that it lacks.
    const scopes = SCOPES.filter((scope) => chosen.includes(scope) && identity.scopes.has(scope));
    const [expires, date] = [text(request.body, 'expires'), text(request.body, 'expires_on')];
    const name = text(request.body, 'name').trim();
    try {
      assertFits('A name', name, 200);
      if (scopes.length === 0) throw new ApiError('invalid_request', 'Choose at least one scope.');
      const created = await createKey(db, pageActor(request, identity), identity, {
        name: name || 'key',
        scopes,
        expires_at: expiryOf(expires, date),
      });
      return reply
        .setCookie(CREATED, `${created.id} ${created.key}`, { ...createdOptions, maxAge: 60 })
        .redirect(`${ACCOUNT}/keys`, 303);
    } catch (error) {
      const form = { name, access, scopes, expires, date };
      const page = await keysPage(request, identity, { problem: refusal(error), form });
      return sendView(request, reply, page, { status: 400 });
    }
  });

  app.post<ById>(`${ACCOUNT}/keys/:id/revoke`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    await revokeKey(db, pageActor(request, identity), request.params.id, undefined);
    app.keyRing.forget(request.params.id);
    return reply.redirect(`${ACCOUNT}/keys`, 303);
  });
};

/** When a key expires that lives so many days, until a date, or for ever. */
function expiryOf(expires: string, date: string): string | null {
  if (!Object.hasOwn(LIVES, expires)) throw new ApiError('invalid_request', 'Choose when it expires.');
  if (expires === 'date') return `${date}T00:00:00Z`;
  return expires === '' ? null : new Date(Date.now() + Number(expires) * DAY_MS).toISOString();
}
