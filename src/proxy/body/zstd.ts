/**
 * Decodes Zstandard (RFC 8878) in bounded memory. node:zlib has it only from 22.15 on, so fzstd is used on every
 * version. fzstd decodes all its input at once and allocates whatever window a frame declares:
 * here each frame's header is read first and each block is passed separately, so that one step reads and
 * writes at most 128 KiB.
 */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Decompress } from 'fzstd';

/** RFC 9659: content coding zstd is limited to windows of 8 MiB. */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
const MAX_BLOCK_BYTES = 128 * 1024;
/**
 * fzstd moves its whole window for every block, so many tiny blocks in a large window are expensive.
 * Limits: bytes moved per body, and milliseconds of work before yielding to the event loop.
 */
const MAX_MOVED_BYTES = 4 * 1024 ** 3;
const MAX_TURN_MS = 5;
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const EMPTY = new Uint8Array(0);

/** Decodes a stream of frames. @throws Error when the data is not zstd, exceeds a limit, or ends early */
export async function* decodeZstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteReader(source);
  const workLimit = new WorkLimit();
  while (await input.fill(4)) {
    const magic = uint(input.peek(4));
    // RFC 8878, section 3.1.2: sixteen magic numbers of skippable frames.
    if ((magic & ~0xf) >>> 0 === SKIPPABLE_MAGIC) {
      await input.need(8);
      input.take(4);
      await input.skip(uint(input.take(4)));
    } else if (magic === MAGIC) yield* decodeFrame(input, workLimit);
    else throw new Error('not zstd');
  }
  if (input.length > 0) throw new Error('ends early');
}

async function* decodeFrame(input: ByteReader, workLimit: WorkLimit): AsyncGenerator<Uint8Array> {
  const { header, hasChecksum, window } = await readFrameHeader(input);
  let produced: Uint8Array[] = [];
  const decoder = new Decompress((chunk) => {
    if (chunk.length > 0) produced.push(chunk);
  });
  decoder.push(header);
  for (let last = false; !last; ) {
    await input.need(3);
    const blockHeader = uint(input.peek(3));
    last = (blockHeader & 1) === 1;
    const type = (blockHeader >> 1) & 3;
    const size = blockHeader >> 3;
    if (type === 3 || size > MAX_BLOCK_BYTES) throw new Error('invalid block');
    // An RLE block is one byte, repeated `size` times.
    const length = 3 + (type === 1 ? 1 : size);
    await input.need(length);
    await workLimit.spend(window + MAX_BLOCK_BYTES);
    // "Final" makes fzstd decode blocks of a few bytes instead of waiting for more.
    decoder.push(input.take(length), last);
    yield* produced;
    produced = [];
  }
  if (hasChecksum) {
    await input.need(4);
    // The checksum is not verified: TCP and TLS have their own.
    input.take(4);
  }
}

interface FrameHeader {
  header: Uint8Array;
  window: number;
  hasChecksum: boolean;
}

/** Reads a frame header (section 3.1.1.1), checks its window size, and clears the checksum flag. */
async function readFrameHeader(input: ByteReader): Promise<FrameHeader> {
  await input.need(6);
  const descriptor = input.peek(5)[4] ?? 0;
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const length = 5 + (singleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
  await input.need(length);
  const header = input.take(length).slice();
  const size = header.subarray(length - sizeBytes);
  const window = singleSegment
    ? sizeBytes > 4
      ? Number.POSITIVE_INFINITY
      : uint(size) + (sizeBytes === 2 ? 256 : 0)
    : windowBytes(header[5] ?? 0);
  if (window > MAX_WINDOW_BYTES) throw new Error('window too large');
  if (dictionaryBytes > 0) throw new Error('needs a dictionary');
  const hasChecksum = (descriptor & 0x04) !== 0;
  return {
    header: singleSegment ? withoutChecksum(header, descriptor) : streamingHeader(header),
    window,
    hasChecksum,
  };
}

function withoutChecksum(header: Uint8Array, descriptor: number): Uint8Array {
  header[4] = descriptor & ~0x04;
  return header;
}

/**
 * Returns the header extended to 18 bytes with an empty dictionary id and content size: fzstd buffers a header and
 * first block that are shorter together, which would delay the first event of a stream.
 */
function streamingHeader(header: Uint8Array): Uint8Array {
  const padded = new Uint8Array(18);
  padded.set(header.subarray(0, 4));
  padded[4] = 0xc3;
  padded[5] = header[5] ?? 0;
  return padded;
}

/** Returns the window size of a descriptor (section 3.1.1.1.2). */
function windowBytes(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Reads a little-endian integer of up to four bytes. */
function uint(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

/** Limits the work for one body and yields to the event loop in between. */
class WorkLimit {
  #moved = 0;
  #turnStarted = performance.now();

  async spend(bytes: number): Promise<void> {
    this.#moved += bytes;
    if (this.#moved > MAX_MOVED_BYTES) throw new Error('too many blocks for its window');
    if (performance.now() - this.#turnStarted < MAX_TURN_MS) return;
    await nextIteration();
    this.#turnStarted = performance.now();
  }
}

/** Reads exact numbers of bytes from a source of chunks. Buffers at most one request and one chunk. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array = EMPTY;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Reads until `count` bytes are buffered; false at the end of the source. */
  async fill(count: number): Promise<boolean> {
    if (this.#buffer.length >= count) return true;
    const parts = [this.#buffer];
    let total = this.#buffer.length;
    while (total < count) {
      const { done, value } = await this.#source.next();
      if (done === true) break;
      parts.push(value);
      total += value.length;
    }
    this.#buffer = Buffer.concat(parts);
    return total >= count;
  }

  async need(count: number): Promise<void> {
    if (!(await this.fill(count))) throw new Error('ends early');
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      await this.need(1);
      left -= this.take(Math.min(left, this.#buffer.length)).length;
    }
  }

  peek(count: number): Uint8Array {
    return this.#buffer.subarray(0, count);
  }

  take(count: number): Uint8Array {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }
}
