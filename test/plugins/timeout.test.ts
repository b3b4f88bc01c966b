/** A request that takes too long is answered, whatever it waits for. Over sockets: injected bodies end otherwise. */
import { once } from 'node:events';
import { request } from 'node:http';
import t from 'tap';
import { testApp } from '../helper.ts';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  error: { code?: string; message?: string };
}

async function ask(url: string, method: string, key: string, body?: string, length = 0): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': length || body.length }),
  };
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.on('error', () => {}); // the connection may be closed before all is sent
  if (length === 0) outgoing.end(body);
  else outgoing.write(body);
  const [response] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { error = {} } = JSON.parse(Buffer.concat(chunks).toString());
  return { status: response.statusCode, headers: response.headers, error };
}

t.test('too long', async (t) => {
  const { app, database, key } = await testApp(t, 'pglite', { env: { REQUEST_TIMEOUT_MS: '1500' } });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const create = () =>
    ask(`${origin}/api/playgrounds`, 'POST', key, '{"curl_command":"curl http://a.example"}');
  t.equal((await create()).status, 201);
  t.equal((await create()).status, 201, 'the next requests are counted without the database');

  const half = await ask(`${origin}/api/playgrounds`, 'POST', key, '{', 100);
  t.match(half, { status: 408, error: { code: 'invalid_request', message: /too long to arrive/ } });

  // PGlite has one connection: while a transaction holds it, every query waits.
  let release = (): void => {};
  const held = database.db.transaction(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  for (const waiting of [create(), ask(`${origin}/api/playgrounds`, 'GET', key)]) {
    const answer = await waiting;
    t.match(answer, { status: 503, error: { code: 'service_unavailable', message: /in time/ } });
    t.match(answer.headers['retry-after'], /^[1-9]/);
  }
  release();
  await held;
  t.equal((await create()).status, 201, 'and it goes on');
});
