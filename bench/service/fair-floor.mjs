/**
 * What a good engineer gets from the ecosystem's plugins for the service's duties, as plain JavaScript: Fastify with
 * a Bearer key that is looked up in a cache, @fastify/rate-limit, @fastify/cors, request ids, a pino line a request,
 * bodies validated and serialised by TypeBox schemas, and postgres.js on the same tables. Parsing and generating return a
 * body that was made before. Prints its URL.
 */
import { createHash, randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { Type } from '@sinclair/typebox';
import Fastify, { LogController } from 'fastify';
import { LRUCache } from 'lru-cache';
import pino from 'pino';
import postgres from 'postgres';

const [databaseUrl, samples] = process.argv.slice(2);
/** A response body of the service for each operation. */
const { read, list, parse, generate } = JSON.parse(samples);

/** The schema of a value and of all that look like it. */
function schemaOf(value) {
  if (value === null) return Type.Union([Type.String(), Type.Null()]);
  if (Array.isArray(value)) return Type.Array(value.length > 0 ? schemaOf(value[0]) : Type.Any());
  if (typeof value === 'object')
    return Type.Object(
      Object.fromEntries(Object.entries(value).map(([name, part]) => [name, schemaOf(part)])),
    );
  return { string: Type.String(), number: Type.Number(), boolean: Type.Boolean() }[typeof value];
}

const sql = postgres(databaseUrl, { max: 10 });
const app = Fastify({
  loggerInstance: pino(pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 })),
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});

const accounts = new LRUCache({ max: 10_000, ttl: 2_000 });
app.decorateRequest('account', null);
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(key).digest('hex');
  request.account = accounts.get(hash);
  if (request.account !== undefined) return;
  const [row] = await sql`select account_id from api_keys where hash = ${hash} and revoked_at is null`;
  if (row === undefined) return reply.code(401).send({ error: { code: 'unauthorized' } });
  accounts.set(hash, row.account_id);
  request.account = row.account_id;
});
app.addHook('onResponse', async ({ method, url, ip, account, log }, { statusCode, elapsedTime }) => {
  log.info(
    { method, path: url, status: statusCode, ms: elapsedTime, address: ip, account_id: account },
    'done',
  );
});
await app.register(cors, { origin: '*', exposedHeaders: ['x-request-id'] });
await app.register(rateLimit, {
  max: 1_000_000_000,
  timeWindow: '1 day',
  keyGenerator: ({ account }) => account,
});

const toPlayground = (row, host) => ({
  ...{
    id: row.id,
    name: row.name,
    description: row.description,
    collection_id: row.collection_id,
    curl_command: row.curl_command,
    is_public: row.is_public,
    theme: row.theme,
  },
  ...{ languages: row.languages, share_secrets: row.share_secrets, public_runs: row.public_runs },
  ...{
    embed_origins: row.embed_origins,
    variables: JSON.parse(row.variables),
    example_test_id: row.example_test_id,
  },
  ...{ warnings: [], created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
  ...{ url: `http://${host}/p/${row.id}`, embed_url: `http://${host}/embed/${row.id}` },
});

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) });
app.get(
  '/api/playgrounds/:id',
  { schema: { params: Id, response: { 200: schemaOf(read) } } },
  async ({ params, account, host }, reply) => {
    const [row] = await sql`
      select * from playgrounds where id = ${params.id} and (account_id = ${account} or is_public)`;
    return row === undefined ? reply.code(404).send() : toPlayground(row, host);
  },
);

const Page = Type.Object({
  page: Type.Integer({ minimum: 1, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
app.get(
  '/api/playgrounds',
  { schema: { querystring: Page, response: { 200: schemaOf(list) } } },
  async ({ query: { page, limit }, account, host }) => {
    const [rows, [{ total }]] = await Promise.all([
      sql`
        select * from playgrounds where account_id = ${account}
        order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
      sql`select count(*)::int as total from playgrounds where account_id = ${account}`,
    ]);
    const pagination = { ...list.pagination, page, limit, total, total_pages: Math.ceil(total / limit) };
    return { data: rows.map((row) => toPlayground(row, host)), pagination };
  },
);

const Create = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  curl_command: Type.String({ minLength: 1, maxLength: 65_536 }),
});
app.post(
  '/api/playgrounds',
  { schema: { body: Create, response: { 201: schemaOf(read) } } },
  async ({ body: { name, curl_command }, account, host }, reply) => {
    const [row] = await sql`
      insert into playgrounds
        (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
      values
        (${randomUUID()}, ${account}, ${name}, ${name.toLowerCase()}, ${curl_command}, false, 'dark', ${['python']},
         now(), now())
      returning *`;
    return reply.code(201).send(toPlayground(row, host));
  },
);

const Curl = Type.Object({ curl: Type.String({ minLength: 1, maxLength: 65_536 }) });
app.post(
  '/api/parse-curl',
  { schema: { body: Curl, response: { 200: schemaOf(parse) } } },
  async () => parse,
);

const Generate = Type.Object({ parsed: schemaOf(parse), language: Type.String() });
app.post(
  '/api/generate-code',
  { schema: { body: Generate, response: { 200: schemaOf(generate) } } },
  async () => generate,
);

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
