/**
 * Reads a body: counts the transfer, decodes it chunk by chunk, bounds both, and keeps what was received before a
 * failure.
 */
import { Failure } from '../failures.ts';
import { ChunkBuffer } from './coalesce.ts';
import { type Bytes, decode, parseCodings } from './decode.ts';

export interface BodyLimits {
  /** Decoded bytes kept. */
  maxBytes: number;
  /** Limit of bytes read from the wire; ends a coding that consumes input without producing output. */
  maxWireBytes: number;
}

export interface ReadBody {
  bytes: Buffer;
  wireSize: number;
  /** A limit was reached. */
  truncated: boolean;
  /** Why it ends early: the source's own error, or a Failure `invalid_response`; the bytes before it are kept. */
  error: unknown;
  /** Unsupported content codings; the body is then kept as received. */
  unknownCodings: string[];
}

/** Receives decoded bytes as they arrive; reading from the target pauses until its promise resolves. */
export type ChunkListener = (bytes: Uint8Array) => void | Promise<void>;

/** Maximum number of content codings, as in curl. */
const MAX_CODINGS = 5;

/**
 * Reads a body up to the limits and removes its content codings (RFC 9110, section 8.4).
 * Stops reading, and closes the source, as soon as a limit is reached.
 * @param contentEncoding the header as received, lines joined with commas
 */
export async function readBody(
  source: Bytes,
  contentEncoding: string,
  limits: BodyLimits,
  onChunk?: ChunkListener,
): Promise<ReadBody> {
  const codings = parseCodings(contentEncoding);
  const wire = { size: 0, isCut: false, error: undefined as unknown };
  /** The source up to its limit. An error ends it normally, so that decoders flush all their output. */
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        wire.size += chunk.length;
        yield chunk;
        wire.isCut = wire.size > limits.maxWireBytes;
        if (wire.isCut) return;
      }
    } catch (error) {
      wire.error = error;
    }
  }
  const { decoded, unknownCodings } = decode(counted(), codings);
  const chunks = new ChunkBuffer();
  let size = 0;
  let truncated = false;
  let error: unknown;
  try {
    if (codings.length > MAX_CODINGS)
      throw new Failure('invalid_response', `The body has more than ${MAX_CODINGS} content codings.`);
    for await (const chunk of decoded) {
      const room = limits.maxBytes - size;
      truncated = chunk.length > room;
      const kept = truncated ? chunk.subarray(0, room) : chunk;
      chunks.add(kept);
      size += kept.length;
      if (onChunk !== undefined && kept.length > 0) await onChunk(kept);
      if (truncated) break;
    }
    error = wire.error;
  } catch (cause) {
    error = wire.error ?? cause;
    // At the wire limit every coding ends early; that is not an error.
    if (wire.error === undefined && wire.isCut) error = undefined;
    else if (wire.error === undefined && !(cause instanceof Failure))
      error = new Failure(
        'invalid_response',
        `The body is not valid ${codings.join(', ')}, as its Content-Encoding says, or ends early.`,
        { cause },
      );
  }
  return {
    bytes: chunks.bytes(),
    wireSize: wire.size,
    truncated: truncated || wire.isCut,
    error: truncated ? undefined : error,
    unknownCodings,
  };
}
