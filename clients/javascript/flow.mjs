/** The flow that every client goes through, live: node flow.mjs (see clients/live.mjs for the environment). */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  InvalidRequestError,
  NotFoundError,
  Playgrounds,
  PreconditionFailedError,
  RateLimitError,
  ServiceUnavailableError,
  UnauthorizedError,
} from 'playgrounds-client';

const { TARGET_URL: target, LIMITED_KEY, FLAKY_URL } = process.env;
const mark = `javascript ${randomBytes(4).toString('hex')}`;
const client = new Playgrounds();

async function refused(kind, call) {
  const error = await call().then(
    () => assert.fail(`${kind.name} expected`),
    (thrown) => thrown,
  );
  assert.ok(error instanceof kind, error);
  assert.ok(error.requestId);
  return error;
}
async function all(items) {
  const found = [];
  for await (const item of items) found.push(item.id);
  return found;
}

const unauthorized = await refused(UnauthorizedError, () =>
  new Playgrounds({ apiKey: 'pgk_wrong' }).usage.get(),
);
assert.deepEqual([unauthorized.status, unauthorized.code], [401, 'unauthorized']);

const made = [];
for (let n = 0; n < 3; n += 1)
  made.push(
    await client.playgrounds.create({
      curl_command: `curl ${target}${n}`,
      name: `${mark} ${n}`,
      is_public: n === 0,
    }),
  );
assert.equal(made[0].languages[0], 'python');
assert.deepEqual(await all(client.playgrounds.list({ search: mark })), made.map(({ id }) => id).reverse());
const page = await client.playgrounds.page({ search: mark, limit: 2 });
assert.deepEqual([page.pagination.total, page.data.length], [3, 2]);
const rest = await client.playgrounds.page({ search: mark, limit: 2, cursor: page.pagination.next_cursor });
assert.deepEqual([rest.data[0].id, rest.pagination.next_cursor], [made[0].id, null]);

const { playground: first, etag } = await client.playgrounds.getWithEtag(made[0].id);
const changed = await client.playgrounds.update(first.id, { name: `${mark} changed` }, { ifMatch: etag });
assert.equal(changed.name, `${mark} changed`);
await refused(PreconditionFailedError, () =>
  client.playgrounds.update(first.id, { theme: 'light' }, { ifMatch: etag }),
);

const parsed = await client.curl.parse(`curl -m 3000000 -u ada:secret ${target}users -d name=Ada`);
assert.deepEqual([parsed.method, parsed.options.timeout_ms], ['POST', 3_000_000_000]);
const run = await client.tests.execute({ ...parsed, playground_id: first.id });
assert.deepEqual([run.status, run.response.status], ['completed', 200]);
assert.deepEqual(await all(client.tests.list({ playgroundId: first.id })), [run.id]);
assert.equal((await client.tests.get(run.id)).response.body, run.response.body);
assert.match((await client.code.generate(parsed, 'go')).code, /net\/http/);
await client.tests.delete(run.id);
assert.equal((await client.tests.execute({ playground_id: first.id })).playground_id, first.id);

const invalid = await refused(InvalidRequestError, () => client.curl.parse('curl --no-such-option x'));
assert.deepEqual([invalid.details[0].field, invalid.details[0].offset], ['/curl', 5]);
await refused(NotFoundError, () => client.playgrounds.get('0'));
const limited = await refused(RateLimitError, () =>
  new Playgrounds({ apiKey: LIMITED_KEY }).curl.parse('curl x'),
);
assert.ok(limited.retryAfter > 0);

const flaky = new Playgrounds({ baseUrl: FLAKY_URL });
await flaky.playgrounds.create({ curl_command: `curl ${target}`, name: `${mark} once` });
assert.equal((await all(client.playgrounds.list({ search: `${mark} once` }))).length, 1);
await refused(ServiceUnavailableError, () =>
  new Playgrounds({ baseUrl: FLAKY_URL, maxRetries: 0 }).usage.get(),
);

const key = await client.keys.create({ name: 'flow', scopes: ['usage:read'] });
assert.equal((await new Playgrounds({ apiKey: key.key }).usage.get()).plan, 'pro');
await client.keys.revoke(key.id);
assert.ok(!(await all(client.keys.list())).includes(key.id));

for (const id of await all(client.playgrounds.list({ search: mark }))) await client.playgrounds.delete(id);
await refused(NotFoundError, () => client.playgrounds.get(first.id));
console.log('ok');
