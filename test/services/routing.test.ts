/**
 * The way beyond one PostgreSQL is sharding by account (Citus: `account_id` as the distribution column). Every statement
 * that the service sends about an account's things must name the account, so that one shard can answer it.
 */
import t from 'tap';
import { newTestRun, type Outcome, storeTestRun } from '../../src/services/test-runs.ts';
import { testApp } from '../helper.ts';
import { postgresMissing } from '../support/postgres.ts';

const COMMAND = 'curl https://api.example.com/users';

/** Tables that are distributed by account; accounts and keys are small and stand on every node (reference tables). */
const DISTRIBUTED =
  /"(playgrounds|test_runs|list_segments|usage_days|idempotency_keys|audit_events|public_runs)"/;

/** What runs on every shard, and why it may. */
const EVERYWHERE: readonly [statement: RegExp, why: string][] = [
  [
    /^select .* from "playgrounds" where "playgrounds"\."id" = (\$1 for update|any\(string_to_array\(\$1, ','\)::uuid\[\]\))$/,
    'public playgrounds of others are asked for by their ids alone: one index probe a shard for each',
  ],
  [
    /^update "test_runs" set "playground_id" = \$1 where \("test_runs"\."playground_id" = \$2 and "test_runs"\."account_id" <> \$3\)$/,
    'a playground is deleted: tests that others ran on it while it was public',
  ],
  [/^insert into "test_runs" .*for key share\)/, 'a test of a public playground of somebody else locks that'],
];

t.test('every statement names the account', { skip: postgresMissing() ?? false }, async (t) => {
  const { call, database, accountId } = await testApp(t, 'postgres');
  const seen = new Set<string>();
  database.queries.listen((_name, _ms, text) => seen.add(text.replace(/\s+/g, ' ')));
  const made = async (body: object) => (await call('POST', '/api/playgrounds', body)).json().id as string;
  const id = await made({ curl_command: COMMAND });
  await made({ curl_command: COMMAND, is_public: true });
  for (const query of [
    '',
    '?page=2',
    '?search=users',
    '?search=u',
    '?is_public=true&sort=name',
    '?sort=-updated_at',
  ])
    await call('GET', `/api/playgrounds${query}`);
  await call('GET', `/api/playgrounds/${id}`);
  await call('PATCH', `/api/playgrounds/${id}`, { is_public: true });
  const run = await storeTestRun(database.db, accountId, newTestRun(id, OUTCOME));
  await storeTestRun(database.db, accountId, newTestRun(null, OUTCOME));
  for (const query of ['', `?playgroundId=${id}`]) await call('GET', `/api/tests${query}`);
  await call('GET', `/api/tests/${run.id}`);
  await call('DELETE', `/api/tests/${run.id}`);
  await call('DELETE', `/api/playgrounds/${id}`);
  await call('GET', '/api/usage');
  await call('GET', '/api/audit');
  await call('POST', '/api/keys', { name: 'x' }, { 'idempotency-key': 'k' });
  t.ok(seen.size > 25, `${seen.size} statements`);
  const excused = new Set<RegExp>();
  for (const statement of seen) {
    if (!DISTRIBUTED.test(statement)) continue;
    const everywhere = EVERYWHERE.find(([known]) => known.test(statement));
    if (everywhere !== undefined) excused.add(everywhere[0]);
    const routed = /"account_id" = \$|insert into "\w+" \([^)]*"account_id"/.test(statement);
    t.ok(routed || everywhere, everywhere?.[1] ?? statement);
  }
  t.equal(excused.size, EVERYWHERE.length, 'nothing is excused that is not sent');
});

const OUTCOME: Outcome = {
  status: 'completed',
  request: { method: 'GET', url: 'https://api.example.com/', headers: {}, body_size: 0 },
  response: null,
  error: null,
  timings: { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null, total_ms: 1 },
  warnings: [],
};
