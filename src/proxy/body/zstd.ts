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

/** Decodes a stream of frames. @throws Error when the data is not zstd, exceeds a limit, or ends early */
export async function* decodeZstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteReader(source);
  let moved = 0;
  let turnStarted = performance.now();
  while (!(await input.isAtEnd())) {
    const magic = uint(await input.read(4));
    // RFC 8878, section 3.1.2: sixteen magic numbers of skippable frames.
    if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
      await input.skip(uint(await input.read(4)));
      continue;
    }
    if (magic !== MAGIC) throw new Error('not zstd');
    const { window, hasChecksum } = await readFrameHeader(input);
    let produced: Uint8Array[] = [];
    const decoder = new Decompress((chunk) => {
      if (chunk.length > 0) produced.push(chunk);
    });
    decoder.push(decoderHeader(window));
    for (let last = false; !last; ) {
      const header = await input.read(3);
      const fields = uint(header);
      last = (fields & 1) === 1;
      const type = (fields >> 1) & 3;
      const size = fields >> 3;
      if (type === 3 || size > MAX_BLOCK_BYTES) throw new Error('invalid block');
      // An RLE block is one byte, repeated `size` times.
      const content = await input.read(type === 1 ? 1 : size);
      moved += windowBytes(window) + MAX_BLOCK_BYTES;
      if (moved > MAX_MOVED_BYTES) throw new Error('too many blocks for its window');
      if (performance.now() - turnStarted > MAX_TURN_MS) {
        await nextIteration();
        turnStarted = performance.now();
      }
      // "Final" makes fzstd decode blocks of a few bytes instead of waiting for more.
      decoder.push(Buffer.concat([header, content]), last);
      yield* produced;
      produced = [];
    }
    // The checksum is not verified: TCP and TLS have their own.
    if (hasChecksum) await input.read(4);
  }
}

/** Reads a frame header (section 3.1.1.1) after its magic number, and checks its window. @returns the window's descriptor */
async function readFrameHeader(input: ByteReader): Promise<{ window: number; hasChecksum: boolean }> {
  const [descriptor = 0] = await input.read(1);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  let [window = 0] = isSingleSegment ? [] : await input.read(1);
  if ((descriptor & 3) !== 0) throw new Error('needs a dictionary');
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const size = uint(await input.read(sizeBytes)) + (sizeBytes === 2 ? 256 : 0);
  // A single segment is its own window: here the next power of two.
  if (isSingleSegment) window = Math.max(0, Math.ceil(Math.log2(size)) - 10) << 3;
  if (windowBytes(window) > MAX_WINDOW_BYTES) throw new Error('window too large');
  return { window, hasChecksum: (descriptor & 0x04) !== 0 };
}

/**
 * Returns a frame header without checksum, with an empty dictionary id and content size: fzstd buffers a header and
 * first block that are shorter than 18 bytes together, which would delay the first event of a stream.
 */
function decoderHeader(window: number): Uint8Array {
  return Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xc3, window, ...new Array<number>(12).fill(0)]);
}

/** Returns the window size of a descriptor (section 3.1.1.1.2). */
function windowBytes(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

/** Reads a little-endian integer. */
function uint(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

/** Reads exact numbers of bytes from a source of chunks. Buffers at most one request and one chunk. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    await this.#fill(1);
    return this.#buffer.length === 0;
  }

  async read(count: number): Promise<Uint8Array> {
    await this.#fill(count);
    if (this.#buffer.length < count) throw new Error('ends early');
    const bytes = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return bytes;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const bytes = await this.read(Math.min(left, this.#buffer.length || 1));
      left -= bytes.length;
    }
  }

  async #fill(count: number): Promise<void> {
    const parts = [this.#buffer];
    for (let total = this.#buffer.length; total < count; ) {
      const { done, value } = await this.#source.next();
      if (done === true) break;
      parts.push(value);
      total += value.length;
    }
    if (parts.length > 1) this.#buffer = Buffer.concat(parts);
  }
}
