import { randomUUID } from 'node:crypto';

let lastMs = 0;
let sequence = 0;

/**
 * A new id: UUIDv7 (RFC 9562), lower case, later ones of this process sorting after earlier ones. The twelve bits
 * after the time count within a millisecond (section 6.2, method 1); more than they hold, or a clock that goes back,
 * run the time ahead. The random rest is that of a UUIDv4, for which Node keeps randomness at hand.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = 0;
  } else if (sequence < 0xfff) {
    sequence += 1;
  } else {
    lastMs += 1;
    sequence = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const count = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an id at all: anything else is simply not found. */
export const isId = (text: string): boolean => UUID.test(text);
