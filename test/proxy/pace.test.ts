/** Reading in pieces: nothing is lost or out of order, and no target holds the event loop. */
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { pace } from '../../src/proxy/http/pace.ts';
import { long } from '../support/full.ts';
import { startProxy } from '../support/proxy.ts';
import { runStormServer, stormRequest } from './hostile/storm-server.ts';

/** A socket that is never connected, paced, and what its reader has got from it. */
async function startReading(onPiece: (piece: Buffer, socket: Socket) => void = () => {}) {
  const socket = new Socket({ readable: true, writable: true });
  pace(socket);
  const events: (number | string)[] = [];
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    events.push(piece.length);
    onPiece(piece, socket);
  });
  socket.on('end', () => events.push('end'));
  // It flows from the next turn on.
  await nextTurn();
  return { socket, events, received: () => Buffer.concat(pieces) };
}

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

const BYTES = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));

t.test('pieces come in order, the end after them', async (t) => {
  const { socket, events, received } = await startReading();
  socket.push(BYTES.subarray(0, 100));
  socket.push(BYTES.subarray(100));
  socket.push(null);
  while (!events.includes('end')) await nextTurn();
  t.ok(received().equals(BYTES), 'every byte, in order');
  t.equal(events.at(-1), 'end');
  t.ok(events.length > 3, 'in pieces');
});

t.test('a slow reader gets a few milliseconds a turn', async (t) => {
  const { socket, events, received } = await startReading(() => spin(3));
  socket.push(BYTES);
  socket.push(null);
  let turns = 0;
  for (; !events.includes('end'); turns += 1) {
    const before = received().length;
    await nextTurn();
    t.ok(received().length - before <= 3 * 4096, 'a turn has been short');
  }
  t.ok(turns >= 4, `${turns} turns`);
  t.ok(received().equals(BYTES));
});

t.test('a pause of the reader holds between pieces', async (t) => {
  const { socket, events, received } = await startReading((_piece, reading) => {
    spin(1);
    reading.pause();
  });
  socket.push(BYTES);
  socket.push(null);
  for (let count = 1; count <= Math.ceil(BYTES.length / 4096); count += 1) {
    await nextTurn();
    await nextTurn();
    t.equal(received().length, Math.min(count * 4096, BYTES.length));
    socket.resume();
    while (received().length === count * 4096) await nextTurn();
  }
  while (!events.includes('end')) await nextTurn();
  t.ok(received().equals(BYTES));
});

t.test('nothing comes after the socket is destroyed', async (t) => {
  const { socket, received } = await startReading((_piece, reading) => reading.destroy());
  socket.push(BYTES);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  t.equal(received().length, 4096);
});

for (const crumbs of ['endless-tiny-chunks', 'endless-tiny-frames'])
  t.test(`64 times ${crumbs} leave room for ordinary requests`, { skip: long }, async (t) => {
    const server = await runStormServer();
    const proxy = startProxy({ allow: parseAddressRules('127.0.0.1'), timeoutMs: 20_000 });
    t.teardown(() => Promise.all([proxy.close(), server.close()]));
    let storming = true;
    const storm = Array.from({ length: 64 }, (_, index) =>
      proxy.execute(stormRequest(server.origin, crumbs, { timeout_ms: 4000 }), `storm${index}`),
    );
    const ended = Promise.all(storm).finally(() => {
      storming = false;
    });
    let answered = 0;
    while (storming) {
      const { response } = await proxy.execute({ url: `${server.origin}/ok` }, 'ordinary');
      if (response?.status === 200) answered += 1;
    }
    for (const { status, error, response } of await ended)
      t.ok(error?.code === 'timeout' || response?.truncated, `${status} ${error?.code}`);
    // Two or three without pieces, two hundred with them.
    t.ok(answered >= 10, `${answered} ordinary requests were answered meanwhile`);
  });
