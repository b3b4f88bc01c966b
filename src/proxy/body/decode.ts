/** Reading a body: transfer counted, content codings undone, both bounded, with back-pressure to the socket. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Failure } from '../failures.ts';
import { Chunks, joined } from './coalesce.ts';
import { decodeZstd } from './zstd.ts';

export interface BodyLimits {
  /** Decoded bytes kept. */
  maxBytes: number;
  /** Bytes read from the wire: a coding that yields nothing for ever ends here. */
  maxWireBytes: number;
}

export interface ReadBody {
  bytes: Buffer;
  wireSize: number;
  truncated: boolean;
  /** Content codings that are not known here; the body is kept as it came then. */
  unknownCodings: string[];
}

type Bytes = AsyncIterable<Uint8Array>;

/** More layers than anybody uses; curl's limit too. */
const MAX_CODINGS = 5;

const DECODERS: Readonly<Record<string, (source: Bytes) => Bytes>> = {
  gzip: (source) => throughZlib(source, createGunzip()),
  deflate: decodeDeflate,
  br: (source) => throughZlib(source, createBrotliDecompress()),
  zstd: decodeZstd,
};

/**
 * Reads a body up to the limits and undoes its content codings (RFC 9110, section 8.4).
 * Stops reading, and lets go of the source, as soon as a limit is reached.
 * @param contentEncoding the header as received, lines joined with commas
 * @throws Failure `invalid_response` when the body is not what its coding says; the source's own error
 */
export async function readBody(
  source: Bytes,
  contentEncoding: string,
  limits: BodyLimits,
): Promise<ReadBody> {
  const codings = parseCodings(contentEncoding);
  const unknownCodings = codings.filter((coding) => DECODERS[coding] === undefined);
  if (codings.length > MAX_CODINGS)
    throw new Failure('invalid_response', `The body has more than ${MAX_CODINGS} content codings.`);
  if (codings.length === 0 && source instanceof Readable) return collect(source, limits);
  const wire = new CountedSource(source instanceof Readable ? joined(source) : source, limits.maxWireBytes);
  const decoded =
    unknownCodings.length > 0
      ? wire
      : codings.reduceRight<Bytes>((body, coding) => DECODERS[coding]?.(skipEmpty(body)) ?? body, wire);
  const chunks = new Chunks();
  let size = 0;
  let truncated = false;
  try {
    for await (const chunk of decoded) {
      const room = limits.maxBytes - size;
      chunks.add(chunk.length > room ? chunk.subarray(0, room) : chunk);
      size += Math.min(chunk.length, room);
      truncated = chunk.length > room;
      if (truncated) break;
    }
  } catch (cause) {
    if (wire.error !== undefined) throw wire.error;
    // What was decoded before the wire limit is still good.
    if (!wire.cut) {
      const message = `The body is not valid ${codings.join(', ')}, as its Content-Encoding says, or ends early.`;
      throw new Failure('invalid_response', message, { cause });
    }
  }
  return {
    bytes: chunks.bytes(),
    wireSize: wire.size,
    truncated: truncated || wire.cut,
    unknownCodings,
  };
}

/**
 * Reads a body without codings, by events: most bodies are one short chunk, and going through iterators takes as long
 * as all else that is done with it.
 */
function collect(source: Readable, { maxBytes }: BodyLimits): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const chunks = new Chunks();
    let wireSize = 0;
    const done = () => {
      source.off('data', take).off('end', finish).off('error', fail).off('close', breakOff);
      source.pause();
    };
    const finish = () => {
      done();
      const bytes = chunks.bytes();
      const truncated = wireSize > maxBytes;
      resolve({
        bytes: truncated ? bytes.subarray(0, maxBytes) : bytes,
        wireSize,
        truncated,
        unknownCodings: [],
      });
    };
    const take = (chunk: Buffer) => {
      chunks.add(chunk);
      wireSize += chunk.length;
      if (wireSize > maxBytes) finish();
    };
    const fail = (error: unknown) => {
      done();
      reject(error);
    };
    const breakOff = () => fail(source.errored ?? new Error('closed'));
    if (source.destroyed) return breakOff();
    source.on('data', take).once('end', finish).once('error', fail).once('close', breakOff);
  });
}

/** Codings in the order in which they were applied; `x-` names are old ones of the same (RFC 9110). */
function parseCodings(contentEncoding: string): string[] {
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

/** Counts what comes from the wire, cuts it at a limit, and keeps the source's error apart from decoders'. */
class CountedSource implements Bytes {
  readonly #source: Bytes;
  readonly #limit: number;
  size = 0;
  cut = false;
  error: unknown;

  constructor(source: Bytes, limit: number) {
    this.#source = source;
    this.#limit = limit;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#source) {
        this.size += chunk.length;
        yield chunk;
        if (this.size > this.#limit) {
          this.cut = true;
          return;
        }
      }
    } catch (error) {
      this.error = error;
      throw error;
    }
  }
}

/** An empty body is no broken gzip: nothing is decoded at all (HEAD and 304 have codings and no body). */
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
  // The pipeline hands errors to the transform and, when that is let go, lets go of the source.
  pipeline(marked, transform, () => {});
  try {
    for await (const chunk of transform) yield chunk;
  } catch (error) {
    if (started) throw error;
  } finally {
    transform.destroy();
  }
}

/** "deflate" is zlib (RFC 1950) by the book and raw deflate (RFC 1951) from many servers. */
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
  yield* throughZlib(whole(), isZlib ? createInflate() : createInflateRaw());
}
