/**
 * The flow that every client goes through, live (see clients/live.mjs for the environment). Type checked, then run in Node and
 * in Chromium, where `environment` stands for the process's.
 */
import {
  type Attempt,
  InvalidRequestError,
  NotFoundError,
  Playgrounds,
  type PlaygroundsError,
  PreconditionFailedError,
  RateLimitError,
  RequestCancelledError,
  ServiceUnavailableError,
  UnauthorizedError,
} from 'playgrounds-client';

const { process, environment: inPage }: { [name: string]: { env: Record<string, string> } } =
  Object(globalThis);
const env = (process ?? inPage)?.env ?? {};
const environment = (name: string): string => env[name] ?? '';
const service = { apiKey: environment('PLAYGROUNDS_API_KEY'), baseUrl: environment('PLAYGROUNDS_BASE_URL') };
const target = environment('TARGET_URL');
const mark = `javascript ${Math.random().toString(36).slice(2)}`;
const client = new Playgrounds(process ? {} : service);

function check(fine: boolean | undefined, seen?: unknown): asserts fine {
  if (!fine) throw new Error(`not as it should be: ${JSON.stringify(seen)}`);
}
const same = (one: unknown, other: unknown) =>
  check(JSON.stringify(one) === JSON.stringify(other), [one, other]);

async function refused<E extends PlaygroundsError>(
  kind: new (message: string) => E,
  call: () => Promise<unknown>,
): Promise<E> {
  const error: unknown = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  check(error instanceof kind, error);
  return error;
}
async function ids(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const item of items) found.push(item.id);
  return found;
}

const unauthorized = await refused(UnauthorizedError, () =>
  new Playgrounds({ ...service, apiKey: 'pgk_wrong' }).usage.get(),
);
same([unauthorized.status, unauthorized.code], [401, 'unauthorized']);
check(unauthorized.requestId !== undefined);

const create = (n: number) =>
  client.playgrounds.create({
    curl_command: `curl ${target}${n}`,
    name: `${mark} ${n}`,
    is_public: n === 0,
    theme: 'light',
    languages: ['python', 'go'],
    share_secrets: false,
    public_runs: false,
    embed_origins: ['https://example.com'],
    variables: [],
  });
const made = await create(0);
const second = await create(1);
const third = await create(2);
same(made.languages, ['python', 'go']);
same(await ids(client.playgrounds.list({ search: mark, limit: 2 })), [third.id, second.id, made.id]);
same(await ids(client.playgrounds.list({ search: mark, is_public: true, sort: 'name' })), [made.id]);
const page = await client.playgrounds.page({ page: 1, search: mark, limit: 2 });
same([page.pagination.total, page.data.length], [3, 2]);
const cursor = page.pagination.next_cursor ?? '';
const rest = await client.playgrounds.page({ search: mark, limit: 2, cursor });
same([rest.data[0]?.id, rest.pagination.next_cursor], [made.id, null]);

const { playground: first, etag } = await client.playgrounds.getWithEtag(made.id);
const changed = await client.playgrounds.update(first.id, { name: `${mark} changed` }, { ifMatch: etag });
same(changed.name, `${mark} changed`);
await refused(PreconditionFailedError, () =>
  client.playgrounds.update(first.id, { theme: 'light' }, { ifMatch: etag }),
);
const again = await client.playgrounds.update(first.id, {
  curl_command: `curl ${target}0`,
  theme: 'dark',
  is_public: true,
  languages: ['go'],
  share_secrets: false,
  public_runs: false,
  embed_origins: [],
  variables: [],
});
same([again.theme, again.languages], ['dark', ['go']]);

const spare = await client.collections.create({ name: mark });
const pair = await client.collections.create({
  name: mark,
  description: 'Two of *three*.',
  is_public: true,
  playground_ids: [third.id, second.id],
});
same(await ids(client.playgrounds.list({ collection_id: pair.id })), [third.id, second.id]);
const { collection, etag: pairEtag } = await client.collections.getWithEtag(pair.id);
same(collection.playground_ids, [third.id, second.id]);
const details = { name: `${mark} one`, description: '', is_public: false };
await client.collections.update(pair.id, { playground_ids: [second.id], ...details }, { ifMatch: pairEtag });
await refused(PreconditionFailedError, () => client.collections.delete(pair.id, { ifMatch: pairEtag }));
const newest = await client.collections.page({ page: 1, limit: 1 });
same(newest.data[0]?.id, pair.id);
same((await ids(client.collections.list({ limit: 1 }))).slice(0, 2), [pair.id, spare.id]);
await client.playgrounds.update(third.id, { collection_id: pair.id, description: 'The *third*.' });
same((await client.collections.get(pair.id)).playground_ids, [second.id, third.id]);
await client.collections.delete(pair.id);
same((await client.playgrounds.get(second.id)).collection_id, null);
const guide = `# ${mark}\n\n## One\n\n\`\`\`\ncurl ${target}\n\`\`\`\n`;
const dry = await client.collections.import(guide, {
  format: 'markdown',
  collection_name: mark,
  dry_run: true,
});
same([dry.playgrounds[0]?.id, dry.skipped, dry.collection], [null, [], { id: null, name: mark }]);
const imported = await client.collections.import(guide, { collection_id: spare.id });
same(imported.playgrounds[0]?.name, 'One');
const exported = await client.collections.export(spare.id);
same([exported.includes(`curl ${target}`), exported.startsWith('<!-- collection')], [true, true]);
same(JSON.parse(await client.collections.export(spare.id, 'postman')).item[0].name, 'One');
const gone = await client.collections.create({ name: mark });
const doomed = await client.playgrounds.create({
  curl_command: `curl ${target}`,
  description: 'Gone *soon*.',
  collection_id: gone.id,
});
await client.collections.delete(gone.id, { playgrounds: 'delete' });
await refused(NotFoundError, () => client.playgrounds.get(doomed.id));

const site = await client.sites.create({
  name: mark,
  origins: ['https://docs.example'],
  targets: ['api.example'],
  runs_per_day: 5,
  variables: [{ name: 'TOKEN', secret: true }],
  theme: 'dark',
  confirm: false,
});
const { etag: siteEtag } = await client.sites.getWithEtag(site.id);
await client.sites.update(
  site.id,
  {
    name: `${mark} docs`,
    origins: ['https://*.docs.example'],
    targets: ['*.api.example'],
    runs_per_day: 6,
    variables: [],
    theme: 'auto',
    confirm: true,
  },
  { ifMatch: siteEtag },
);
await refused(PreconditionFailedError, () => client.sites.delete(site.id, { ifMatch: siteEtag }));
const spareSite = await client.sites.create({
  name: mark,
  origins: ['https://docs.example'],
  targets: ['api.example'],
});
same((await ids(client.sites.list({ limit: 1 }))).slice(0, 2), [spareSite.id, site.id]);
same((await client.sites.page({ page: 1, limit: 1 })).data[0]?.id, spareSite.id);
same((await client.sites.get(site.id)).runs_per_day, 6);
same((await client.sites.stats(site.id)).days, []);
await client.sites.delete(site.id);

const parsed = await client.curl.parse(`curl -m 3000000 -u ada:secret ${target}users -d name=$NAME`);
same([parsed.method, parsed.options?.timeout_ms], ['POST', 3_000_000_000]);
const run = await client.tests.execute(
  { ...parsed, playground_id: first.id },
  { variables: { NAME: 'Ada' }, idempotencyKey: mark.replace(' ', '-') },
);
same([run.status, run.response?.status], ['completed', 200]);
same((await client.playgrounds.update(first.id, { example_test_id: run.id })).example_test_id, run.id);
same((await client.playgrounds.update(first.id, { example_test_id: null })).example_test_id, null);
same(await ids(client.tests.list({ playground_id: first.id })), [run.id]);
const tests = await client.tests.page({ page: 1, limit: 1, playground_id: first.id });
same([tests.data[0]?.id, tests.pagination.total], [run.id, 1]);
same((await client.tests.get(run.id)).response?.body, run.response?.body);
check((await client.code.generate(parsed, 'go')).code.includes('net/http'));
const programs = await client.code.generateAll({ playground_id: first.id }, ['ruby', 'php']);
same(
  programs.map(({ language }) => language),
  ['ruby', 'php'],
);
const minimal = { libraries: ['axios', 'httpx'], style: 'minimal' } as const;
const [httpx, axios] = await client.code.generateAll({ curl: `curl ${target}` }, [], minimal);
same([httpx?.library, axios?.library, axios?.style], ['httpx', 'axios', 'minimal']);
same((await client.code.generateAll(parsed, ['go'])).length, 1);
const brief = await client.code.generate({ playground_id: first.id }, 'go', { style: 'minimal' });
same(brief.style, 'minimal');
const stats = await client.playgrounds.stats(first.id);
same([stats.owner.runs, stats.readers.runs, stats.days[0]?.owner.runs, stats.days.length], [1, 0, 1, 30]);
const other = await client.code.generate({ curl: `curl ${target}` }, 'python', { library: 'requests' });
same(other.library, 'requests');
same((await client.code.languages())[0]?.language, 'python');
await client.tests.delete(run.id);
same((await client.tests.execute({ playground_id: first.id })).playground_id, first.id);
await client.tests.execute({ url: target });

const kinds: string[] = [];
let received = '';
const idempotencyKey = `${mark}-s`.replace(' ', '-');
for await (const event of client.tests.stream({ url: `${target}events` }, { idempotencyKey })) {
  kinds.push(event.event);
  if (event.event === 'data') received += event.data.text ?? '';
}
same([kinds[0], kinds[1], kinds.at(-1)], ['request', 'response', 'result']);
same(received, 'data: é 1\n\ndata: é 2\n\ndata: é 3\n\n');
const open = await client.curl.parse(`curl ${target}events/$N`);
const endless = { variables: { N: 'endless' } };
for await (const { event } of client.tests.stream({ ...open, playground_id: first.id }, endless))
  if (event === 'data') break;
for (let tries = 0; ; tries += 1) {
  const [newest] = (await client.tests.page({ playground_id: first.id, limit: 1 })).data;
  if (newest?.error?.code === 'cancelled') break;
  check(tries < 50, newest);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await refused(RequestCancelledError, async () => {
  for await (const _ of client.tests.stream(open, { ...endless, signal: AbortSignal.timeout(300) }));
});
await refused(InvalidRequestError, () => client.tests.stream({ url: 'http://10.0.0.1' }).next());

const invalid = await refused(InvalidRequestError, () => client.curl.parse('curl --no-such-option x'));
same([invalid.details[0]?.field, invalid.details[0]?.offset], ['/curl', 5]);
await refused(NotFoundError, () => client.playgrounds.get('0'));
const limited = await refused(RateLimitError, () =>
  new Playgrounds({ ...service, apiKey: environment('LIMITED_KEY') }).curl.parse('curl x'),
);
check((limited.retryAfter ?? 0) > 0);

const attempts: Attempt[] = [];
const onAttempt = (one: Attempt) => attempts.push(one);
const flaky = new Playgrounds({ ...service, baseUrl: environment('FLAKY_URL'), onAttempt });
await flaky.playgrounds.create({ curl_command: `curl ${target}`, name: `${mark} once` });
same(
  attempts.map(({ number, status, retryInMs }) => [number, status, retryInMs ?? null]),
  [
    [1, 503, 1000],
    [2, 201, null],
  ],
);
same((await ids(client.playgrounds.list({ search: `${mark} once` }))).length, 1);
await refused(ServiceUnavailableError, () => flaky.usage.get({ maxRetries: 0 }));
await refused(RequestCancelledError, () => flaky.audit.page({}, { signal: AbortSignal.timeout(300) }));

const expires_at = new Date(Date.now() + 86_400_000).toISOString();
const key = await client.keys.create({ name: 'flow', scopes: ['usage:read'], expires_at });
same((await new Playgrounds({ ...service, apiKey: key.key }).usage.get()).plan, 'pro');
same((await client.keys.get(key.id)).name, 'flow');
for (const items of [
  client.tests.list({ limit: 1 }),
  client.keys.list({ limit: 1 }),
  client.audit.list({ limit: 1 }),
]) {
  await items.next();
  check((await items.next()).value !== undefined);
}
await client.keys.revoke(key.id);
check(!(await ids(client.keys.list())).includes(key.id));
same((await client.keys.page({ page: 1, limit: 1 })).pagination.limit, 1);
same((await client.audit.page({ page: 1, limit: 1 })).data[0]?.id, (await ids(client.audit.list()))[0]);

for (const id of await ids(client.playgrounds.list({ search: mark }))) await client.playgrounds.delete(id);
await refused(NotFoundError, () => client.playgrounds.get(first.id));
console.log('ok');
