/** A raw target that writes its response when the test says so, and a reader of server-sent events. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';

/** @param request the first bytes of the request */
export type Respond = (socket: Socket, request: string) => void | Promise<void>;

export interface StreamTarget {
  url: string;
  /** Connections that were made, the closed ones too. */
  sockets: Socket[];
}

/** Calls `respond` with each connection as soon as a request has come. */
export async function startStreamTarget(t: Pick<Test, 'teardown'>, respond: Respond): Promise<StreamTarget> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => void respond(socket, String(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets }; // a TCP server's address
}

export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n';

/** A chunk of the chunked transfer coding. */
export const chunk = (data: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
};

/** Resolves when the socket is closed, with an error or without. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Writes bytes and waits until there is room for more, or the socket is closed. */
export function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
    if (socket.write(bytes) || socket.destroyed) done();
  });
}

/** Writes parts with a pause after each. */
export async function writeSlowly(
  socket: Socket,
  parts: Iterable<string | Uint8Array>,
  pauseMs: number,
): Promise<void> {
  for (const part of parts) {
    socket.write(part);
    await delay(pauseMs);
  }
}

export interface ReceivedEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  data: any;
  /** When it came, as performance.now() has it. */
  at: number;
}

/** Reads server-sent events as they come (WHATWG HTML, section 9.2.6; no ids, no retry). */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join('\n');
      if (field('data') !== '')
        yield { event: field('event'), data: JSON.parse(field('data')), at: performance.now() };
    }
  }
  if (text !== '') throw new Error(`half an event: ${text.slice(0, 200)}`);
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

/** The bytes of the body that the `data` events say. */
export const bytesOf = (events: readonly ReceivedEvent[]): Buffer =>
  Buffer.concat(
    events
      .filter(({ event }) => event === 'data')
      .map(({ data }) =>
        data.text === undefined ? Buffer.from(data.base64, 'base64') : Buffer.from(data.text),
      ),
  );
