/** The service with a caller of POST /api/tests/stream, and what holds of every stream. */
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { type Driver, matchesSchema, type TestApp, type TestAppOptions, testApp } from '../helper.ts';
import { bytesOf, type ReceivedEvent, readEvents } from './stream-target.ts';

export interface Streaming extends TestApp {
  /** Sends the request and gives the response with its events still to come. */
  stream(
    body: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Response & { events: AsyncGenerator<ReceivedEvent> }>;
  origin: string;
  /** The newest stored result, once there is one. */
  newest(): Promise<{ id: string; status: string; [field: string]: unknown }>;
}

/** Starts the service on a port of its own. */
export async function streaming(t: Test, driver: Driver, options: TestAppOptions = {}): Promise<Streaming> {
  const world = await testApp(t, driver, options);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo; // a TCP server's address
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...world,
    origin,
    async stream(body, headers = {}, signal) {
      const response = await fetch(`${origin}/api/tests/stream`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
      return Object.assign(response, { events: readEvents(response.body ?? new ReadableStream()) });
    },
    async newest() {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const { data } = (await world.call('GET', '/api/tests')).json();
        if (data.length > 0) return (await world.call('GET', `/api/tests/${data[0].id}`)).json();
        await delay(25);
      }
      throw new Error('nothing was stored');
    },
  };
}

const SCHEMAS: Record<string, string> = {
  request: 'TestStreamRequest',
  redirect: 'TestStreamRedirect',
  response: 'TestStreamResponse',
  data: 'TestStreamData',
  result: 'TestStreamResult',
};

/** Asserts what holds of every stream, and that its result is the stored one. */
export async function isWhole(t: Test, world: Streaming, events: readonly ReceivedEvent[]): Promise<void> {
  for (const { event, data } of events) matchesSchema(t, SCHEMAS[event] ?? event, data, event);
  t.match(
    events.map(({ event }) => event).join(' '),
    /^request (?:redirect )*(?:response (?:data )*)?result$/,
  );
  const result = events.at(-1)?.data;
  const stored = (await world.call('GET', `/api/tests/${result.id}`)).json();
  const { response, ...rest } = stored;
  if (response === null) return void t.same(result, stored);
  const { body, ...head } = response;
  t.same(result, { ...rest, response: head }, 'the result is the stored one');
  const bytes = Buffer.from(body, response.body_encoding);
  // Half a character at a broken end is not kept, and not sent.
  t.ok(bytesOf(events).equals(bytes), 'the pieces are the body');
  const sum = response.chunks.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0);
  t.equal(sum, response.body_size, 'the chunks are the body');
  t.ok(response.chunks.length <= 1000);
}
