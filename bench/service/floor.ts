/**
 * A process with the least that can do the service's work: plain Fastify with postgres.js on the same tables, plain
 * Fastify with got. No keys, limits, validation, parsing, address policy or stored results.
 */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import Fastify from 'fastify';
import got from 'got';
import postgres from 'postgres';

const [databaseUrl = '', accountId = ''] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 10 });
const app = Fastify();

app.get<{ Params: { id: string } }>('/api/playgrounds/:id', async (request) => {
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

app.post<{ Body: { name: string; curl_command: string } }>('/api/playgrounds', async (request, reply) => {
  const { name, curl_command } = request.body;
  const [row] = await sql`
    insert into playgrounds
      (id, account_id, name, name_folded, curl_command, is_public, theme, languages, created_at, updated_at)
    values
      (${randomUUID()}, ${accountId}, ${name}, ${name}, ${curl_command}, false, 'dark', ${['python']}, now(), now())
    returning *`;
  return reply.code(201).send(row);
});

// A connection for each request, as the proxy does: it must not hand one account's connection to another.
const agent = { http: new Agent({ keepAlive: false }) };

app.post<{ Body: { url: string } }>('/api/tests/execute', async (request) => {
  const response = await got(request.body.url, { agent, retry: { limit: 0 }, throwHttpErrors: false });
  return { status: response.statusCode, headers: response.headers, body: response.body };
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: new URL(app.listeningOrigin).port });
