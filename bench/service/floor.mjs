/**
 * A process with the least that can do the service's work, as plain JavaScript: plain Fastify with postgres.js on the
 * same tables. No keys, limits, validation or parsing. Prints its URL.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import postgres from 'postgres';

const [databaseUrl, accountId] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 10 });
const app = Fastify();

app.get('/api/playgrounds/:id', async (request) => {
  const [row] = await sql`select * from playgrounds where id = ${request.params.id}`;
  return row;
});

app.get('/api/playgrounds', async () => {
  const [data, [total]] = await Promise.all([
    sql`select * from playgrounds where account_id = ${accountId} order by created_at desc, id desc limit 20`,
    sql`select count(*)::int as total from playgrounds where account_id = ${accountId}`,
  ]);
  return { data, pagination: { page: 1, limit: 20, ...total } };
});

app.post('/api/playgrounds', async (request, reply) => {
  const { name, curl_command } = request.body;
  const [row] = await sql`
    insert into playgrounds
      (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
    values
      (${randomUUID()}, ${accountId}, ${name}, ${name}, ${curl_command}, false, 'dark', ${['python']}, now(), now())
    returning *`;
  return reply.code(201).send(row);
});

for (const path of ['/api/parse-curl', '/api/generate-code']) app.post(path, async (request) => request.body);

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
