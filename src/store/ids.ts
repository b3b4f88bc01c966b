import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Randomness for 256 ids: fetching it costs system calls, as many for one id as for all. */
const pool = new Uint8Array(256 * ID_BYTES);
let taken = pool.length;

/** Time and count of the last id. */
let msecs = 0;
let seq = 0;

/** A new id: UUIDv7 (RFC 9562), lower case, later ones sorting after earlier ones of this process. */
export function newId(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const random = pool.subarray(taken, taken + ID_BYTES);
  taken += ID_BYTES;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // The lower half of the count's range: it grows by one for each id of the millisecond (RFC 9562, section 6.2).
    const [, , , , , , a = 0, b = 0, c = 0, d = 0] = random;
    seq = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
  } else {
    seq = (seq + 1) >>> 0;
    if (seq === 0) msecs += 1;
  }
  return v7({ random, msecs, seq });
}

/** When an id was made, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an id at all: anything else is simply not found. */
export const isId = (text: string): boolean => UUID.test(text);
