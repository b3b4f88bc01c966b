/** The audit trail: what is told of, by whom, and to whom. */
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { accounts, auditEvents } from '../../src/db/schema.ts';
import type { AuditEvent } from '../../src/schemas/audit.ts';
import { setPlan } from '../../src/services/accounts.ts';
import { revokeAnyKey } from '../../src/services/api-keys.ts';
import { cliActor, recordEvent } from '../../src/services/audit.ts';
import { applyRetention } from '../../src/services/retention.ts';
import { saveSession } from '../../src/services/sessions.ts';
import { BATCH_ROWS } from '../../src/store/counted-rows.ts';
import { hasCommonHeaders, matchesSchema, onEachDatabase, testApp } from '../helper.ts';

onEachDatabase(t, 'who did what', async (t, driver) => {
  const { call, database, accountId, account } = await testApp(t, driver);
  const { db } = database;
  const events = async (headers?: Record<string, string>): Promise<AuditEvent[]> => {
    const answer = await call('GET', '/api/audit?limit=100', undefined, headers);
    t.equal(answer.statusCode, 200);
    matchesSchema(t, 'AuditEventPage', answer.json());
    hasCommonHeaders(t, answer);
    t.notMatch(answer.body, /pgk_[A-Za-z0-9]{20}/, 'no key');
    return answer.json().data;
  };
  t.match(
    (await events()).map(({ action, actor }) => [action, actor.via]),
    [
      ['key.created', 'cli'],
      ['account.created', 'cli'],
    ],
    'newest first',
  );
  const [{ target: own } = { target: { id: '' } }] = await events();

  const made = await call('POST', '/api/keys', { name: 'CI', scopes: ['curl:parse'] });
  const [created] = await events();
  t.match(created, {
    action: 'key.created',
    actor: { via: 'api', key_id: own.id },
    target: { type: 'key', id: made.json().id },
    details: { name: 'CI', prefix: made.json().prefix, scopes: ['curl:parse'], expires_at: null },
    request_id: made.headers['x-request-id'],
    address: '127.0.0.1',
  });
  const told = async (): Promise<string[]> => (await events()).map(({ action }) => action).slice(0, -3);
  t.same(await told(), [], 'reads are not told of');

  await call('DELETE', `/api/keys/${made.json().id}`);
  await call('DELETE', `/api/keys/${made.json().id}`);
  const post = (body: object) =>
    call('POST', '/api/playgrounds', { curl_command: 'curl http://a.example', ...body });
  const hidden = (await post({})).json();
  const shown = (await post({ is_public: true, name: 'Shown' })).json();
  await call('PATCH', `/api/playgrounds/${hidden.id}`, { is_public: true });
  await call('PATCH', `/api/playgrounds/${hidden.id}`, { is_public: true, theme: 'light' });
  await call('PATCH', `/api/playgrounds/${hidden.id}`, { is_public: false });
  await call('DELETE', `/api/playgrounds/${shown.id}`);
  await setPlan(db, accountId, 'enterprise', 7_000);
  t.same(await told(), [
    'plan.changed',
    'playground.deleted',
    'playground.unpublished',
    'playground.published',
    'playground.published',
    'key.revoked',
  ]);
  t.match(await events(), [
    {
      actor: { via: 'cli', key_id: null },
      details: { plan: 'enterprise', daily_limit: 7_000 },
      address: null,
    },
    { target: { type: 'playground', id: shown.id }, details: { name: 'Shown', is_public: true } },
  ]);

  // What fails is not told of: neither a stale If-Match nor somebody else's playground.
  const stranger = await account();
  const asStranger = { authorization: `Bearer ${stranger.key}` };
  const before = (await events()).length;
  await call('PATCH', `/api/playgrounds/${hidden.id}`, { is_public: true }, { 'if-match': '"stale"' });
  await call('DELETE', `/api/playgrounds/${hidden.id}`, undefined, asStranger);
  t.equal((await events()).length, before);
  t.same(
    (await events(asStranger)).map(({ action }) => action),
    ['key.created', 'account.created'],
    "an account sees nobody else's trail",
  );

  await revokeAnyKey(db, stranger.key);
  await revokeAnyKey(db, stranger.key);
  const trail = await db.select().from(auditEvents).where(eq(auditEvents.accountId, stranger.accountId));
  t.same(
    trail.map(({ action, via }) => [action, via]).sort(),
    [
      ['account.created', 'cli'],
      ['key.created', 'cli'],
      ['key.revoked', 'cli'],
    ],
    'a revocation on the command line, once',
  );

  const page = await call('GET', '/api/audit?limit=2&page=2');
  t.equal(page.json().data.length, 2);
  t.match(page.headers.link, /rel="next"/);
});

onEachDatabase(
  t,
  'an event is there only if what it tells of is, and goes when its time is over',
  async (t, driver) => {
    const { database, accountId } = await testApp(t, driver);
    const { db } = database;
    const undone = db.transaction(async (tx) => {
      await recordEvent(tx, cliActor(accountId), 'key.created', 'x');
      throw new Error('undone');
    });
    await t.rejects(undone, { message: 'undone' });
    const count = () => db.$count(auditEvents, eq(auditEvents.accountId, accountId));
    t.equal(await count(), 2);
    await recordEvent(db, cliActor(accountId), 'key.created', 'x');
    const old = new Date(Date.now() - 31 * 86_400_000);
    await db.update(auditEvents).set({ createdAt: old }).where(eq(auditEvents.targetId, 'x'));
    const retain = async (auditDays: number) => {
      const done = { dropped: 0, deleted: {} as Record<string, number> };
      const testDays = { free: 0, starter: 0, pro: 0, enterprise: 0 };
      await applyRetention(db, { testDays, auditDays }, done);
      return done.deleted;
    };
    await retain(0);
    await retain(32);
    t.equal(await count(), 3);
    await saveSession(db, 'expired', { keyHash: 'x', expiresAt: new Date(Date.now() - 1_000) });
    const backlog = 2 * BATCH_ROWS;
    await db.execute(sql`insert into audit_events (id, account_id, action, via, target_type, target_id, details, created_at)
      select gen_random_uuid(), ${accountId}, 'key.created', 'cli', 'key', 'x', '{}', cast(${old.toISOString()} as timestamptz) from generate_series(1, ${sql.raw(String(backlog))})`);
    t.match(await retain(30), { audit_events: backlog + 1, sessions: 1 });
    t.equal(await count(), 2);
  },
);

onEachDatabase(t, 'the keys of a suspended account are refused with the reason', async (t, driver) => {
  const { call, database, account } = await testApp(t, driver);
  const { accountId, key } = await account();
  await database.db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, accountId));
  for (const [method, path] of [
    ['GET', '/api/usage'],
    ['GET', '/api/playgrounds'],
    ['POST', '/api/keys'],
  ] as const) {
    const answer = await call(method, path, undefined, { authorization: `Bearer ${key}` });
    t.equal(answer.statusCode, 403);
    t.match(answer.json().error, { code: 'forbidden', message: /suspended.*operator/ });
    hasCommonHeaders(t, answer);
  }
});
