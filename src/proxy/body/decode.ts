/** Decodes content codings (RFC 9110, section 8.4) chunk by chunk, with back-pressure to the source. */
import { pipeline, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { coalesced } from './coalesce.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Flushes the output after each chunk. Brotli's decoder does so by default. */
const FLUSHED = { flush: zlib.constants.Z_SYNC_FLUSH };

const DECODERS = new Map<string, (source: Bytes) => Bytes>([
  ['gzip', (source) => throughZlib(source, zlib.createGunzip(FLUSHED))],
  ['deflate', decodeDeflate],
  ['br', (source) => throughZlib(source, zlib.createBrotliDecompress())],
]);

/** Node has Zstandard from 22.15 on, and the types of Node 20 do not know it. */
const { createZstdDecompress } = zlib as {
  createZstdDecompress?: (options: { params: Record<number, number> }) => Transform;
};
if (createZstdDecompress !== undefined) {
  // ZSTD_d_windowLogMax: content coding zstd is limited to windows of 8 MiB (RFC 9659).
  const params = { 100: 23 };
  DECODERS.set('zstd', (source) => throughZlib(source, createZstdDecompress({ params })));
}

/** The value of `Accept-Encoding` that curl sends with `--compressed`, without what this Node cannot decode. */
export const ACCEPTED_CODINGS = ['deflate', 'gzip', 'br', 'zstd']
  .filter((name) => DECODERS.has(name))
  .join(', ');

/**
 * Removes content codings, outermost last. Each chunk is decoded and yielded before the next one is read.
 * @param codings as {@link parseCodings} returns them; with an unknown one nothing is decoded
 */
export function decode(
  source: Bytes,
  codings: readonly string[],
): { decoded: Bytes; unknownCodings: string[] } {
  const unknownCodings = codings.filter((coding) => !DECODERS.has(coding));
  const decoded =
    unknownCodings.length > 0
      ? source
      : codings.reduceRight<Bytes>((body, coding) => DECODERS.get(coding)?.(skipEmpty(body)) ?? body, source);
  return { decoded, unknownCodings };
}

/** Returns the codings of a header in the order in which they were applied; `x-` names are aliases (RFC 9110). */
export function parseCodings(contentEncoding: string): string[] {
  return contentEncoding
    .split(',')
    .map((coding) =>
      coding
        .trim()
        .toLowerCase()
        .replace(/^x-gzip$/, 'gzip'),
    )
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Skips decoding of an empty body, which is not an error: responses to HEAD and 304 have codings but no body. */
async function* skipEmpty(source: Bytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) if (chunk.length > 0) yield chunk;
}

async function* throughZlib(source: Bytes, transform: Transform): AsyncGenerator<Uint8Array> {
  let started = false;
  const marked = async function* () {
    for await (const chunk of source) {
      started = true;
      yield chunk;
    }
  };
  // The pipeline forwards errors to the transform, and destroys the source when the transform is destroyed.
  pipeline(marked, transform, () => {});
  try {
    yield* coalesced(transform);
  } catch (error) {
    if (started) throw error;
  } finally {
    transform.destroy();
  }
}

/** Decodes "deflate", which is zlib (RFC 1950) by RFC 9110 but raw deflate (RFC 1951) from many servers. */
async function* decodeDeflate(source: Bytes): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const [first = 0, second = 0] = head;
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  const whole = async function* () {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  yield* throughZlib(whole(), isZlib ? zlib.createInflate(FLUSHED) : zlib.createInflateRaw(FLUSHED));
}
