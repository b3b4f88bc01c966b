/** HTTP/2 as bytes, for targets that say what no HTTP/2 library would. */
import type { Socket } from 'node:net';

/** Frame types, RFC 9113, section 6. */
const DATA = 0;
const HEADERS = 1;
const SETTINGS_TYPE = 4;
const WINDOW_UPDATE = 8;

/** SETTINGS_INITIAL_WINDOW_SIZE, and what it is when nothing is said. */
const WINDOW_SETTING = 4;
const FIRST_WINDOW = 65_535;

export const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** One frame (RFC 9113, section 4.1). */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Settings of a peer that wants nothing special. */
export const SETTINGS = frame(SETTINGS_TYPE, 0, 0);
const SETTINGS_ACK = frame(SETTINGS_TYPE, 1, 0);
/** HEADERS that end the header block: `:status: 200` (RFC 7541, appendix A). */
export const HEADERS_200 = frame(HEADERS, 4, 1, Buffer.from([0x88]));
/** An empty DATA frame that ends the body. */
export const END_STREAM = frame(DATA, 1, 1);

/** The crumbs come in so many at a time. */
export const CRUMBS = 4000;
const TINY_FRAMES = Buffer.concat(Array<Buffer>(CRUMBS).fill(frame(DATA, 0, 1, Buffer.from('x'))));

/**
 * Answers the first request with a body in frames of one byte, as fast as the windows allow.
 * @param first what was received already, the preface at its start
 * @param batches of {@link CRUMBS} bytes each; without it the body never ends
 * @param whenSent when all of them are sent, END_STREAM is left to be sent
 */
export function tinyFrames(
  socket: Socket,
  first: Buffer,
  batches = Number.POSITIVE_INFINITY,
  whenSent: () => void = () => {},
): void {
  let received = first.subarray(PREFACE.length);
  let asked = false;
  let left = batches;
  /** By stream: 0 is the connection. */
  const windows = [FIRST_WINDOW, FIRST_WINDOW];
  const pump = () => {
    while (asked && left > 0 && Math.min(...windows) >= CRUMBS && !socket.destroyed) {
      left -= 1;
      for (const stream of windows.keys()) windows[stream] = (windows[stream] ?? 0) - CRUMBS;
      const room = socket.write(TINY_FRAMES);
      if (left === 0) whenSent();
      if (room) continue;
      socket.once('drain', pump);
      return;
    }
  };
  const take = (type: number, flags: number, stream: number, payload: Buffer) => {
    if (type === SETTINGS_TYPE && flags === 0) {
      for (let at = 0; at < payload.length; at += 6)
        if (payload.readUInt16BE(at) === WINDOW_SETTING) windows[1] = payload.readUInt32BE(at + 2);
      socket.write(SETTINGS_ACK);
    } else if (type === HEADERS) {
      socket.write(HEADERS_200);
      asked = true;
    } else if (type === WINDOW_UPDATE) windows[stream] = (windows[stream] ?? 0) + payload.readUInt32BE(0);
  };
  const parse = () => {
    while (received.length >= 9) {
      const end = 9 + received.readUIntBE(0, 3);
      if (received.length < end) break;
      take(received.readUInt8(3), received.readUInt8(4), received.readUInt32BE(5), received.subarray(9, end));
      received = received.subarray(end);
    }
    pump();
  };
  socket.write(SETTINGS);
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    parse();
  });
  parse();
}
