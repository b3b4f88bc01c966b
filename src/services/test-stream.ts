/** Converts a running test, or a stored result, to events. Secrets are masked. */
import { chunkEnds } from '../request/body-charset.ts';
import { maskRedirect, maskResponse } from '../request/mask.ts';
import type { SentRequest, TestRedirect, TestResponse, TestRun, TestTimings } from '../schemas/test-run.ts';
import type { TestStreamEvent, TestStreamEvents, TestStreamResult } from '../schemas/test-stream.ts';
import { type MaskingOptions, maskedRequest } from './masking.ts';

/** Sends an event; if it returns a promise, the caller waits until it resolves. */
export type SendEvent = (event: TestStreamEvent) => void | Promise<void>;

/** Decodes a body in pieces that never split a character; switches to base64 at the first bytes that are not UTF-8. */
class TextPieces {
  /** Bytes of an incomplete character. */
  #held: Uint8Array = new Uint8Array(0);
  #isBinary = false;

  /** Returns the text of the bytes so far; undefined when there is none. */
  take(bytes: Uint8Array, isLast = false): { text: string } | { base64: string } | undefined {
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const text = this.#isBinary ? undefined : decode(all, isLast);
    this.#isBinary = text === undefined;
    this.#held = all.subarray(text === undefined ? all.length : Buffer.byteLength(text));
    if (text === '' || all.length === 0) return undefined;
    return text === undefined ? { base64: Buffer.from(all).toString('base64') } : { text };
  }
}

/** Returns the whole characters of the bytes; undefined when they are not UTF-8 text. */
function decode(bytes: Uint8Array, isLast: boolean): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes, { stream: !isLast });
    // A body with NUL is also stored as base64.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

type ResponseHead = Omit<TestStreamEvents['response'], 'timings'>;

/** Sends the events of a run. Its methods implement the proxy's observer. */
export class RunEvents {
  readonly #send: SendEvent;
  readonly #masking: MaskingOptions;
  readonly #pieces = new TextPieces();
  #isRequestSent = false;
  #lastMs = 0;
  /** Resolves when every event so far has been sent: later ones wait while a large request is masked. */
  #sent: Promise<void> = Promise.resolve();

  constructor(send: SendEvent, masking: MaskingOptions) {
    this.#send = send;
    this.#masking = masking;
  }

  request(request: SentRequest): void {
    this.#isRequestSent = true;
    const masked = maskedRequest(request, this.#masking);
    void this.#queue(async () => ({ event: 'request', data: await masked }));
  }

  redirect(redirect: TestRedirect): void {
    void this.#queue({ event: 'redirect', data: maskRedirect(redirect) });
  }

  response(head: ResponseHead, timings: TestTimings): void {
    void this.#queue({ event: 'response', data: { ...maskResponse(head), timings } });
  }

  data(bytes: Uint8Array, atMs: number): Promise<void> {
    this.#lastMs = atMs;
    return this.#sendPiece(this.#pieces.take(bytes));
  }

  /** Sends the remaining events: an incomplete character, the request of a run that never connected, the result. */
  end(test: TestRun): Promise<void> {
    if (!this.#isRequestSent) void this.#queue({ event: 'request', data: test.request });
    if (test.response !== null && !test.response.truncated)
      void this.#sendPiece(this.#pieces.take(new Uint8Array(0), true));
    return this.#queue({ event: 'result', data: withoutBody(test) });
  }

  /** Resolves when every event so far has been sent. */
  get sent(): Promise<void> {
    return this.#sent;
  }

  #queue(event: TestStreamEvent | (() => Promise<TestStreamEvent>)): Promise<void> {
    this.#sent = this.#sent.then(async () => this.#send(typeof event === 'function' ? await event() : event));
    return this.#sent;
  }

  #sendPiece(piece: ReturnType<TextPieces['take']>): Promise<void> {
    return piece === undefined
      ? this.#sent
      : this.#queue({ event: 'data', data: { at_ms: this.#lastMs, ...piece } });
  }
}

function withoutBody({ response, ...test }: TestRun): TestStreamResult {
  if (response === null) return { ...test, response };
  const { body: _, ...rest } = response;
  const { id, playground_id, status, request, ...others } = test;
  return { id, playground_id, status, request, response: rest, ...others };
}

/** Sends the events of a stored result in order, without delays. */
export async function replayEvents(test: TestRun, send: SendEvent): Promise<void> {
  const { request, response, error, timings } = test;
  await send({ event: 'request', data: request });
  for (const redirect of response?.redirects ?? error?.redirects ?? [])
    await send({ event: 'redirect', data: redirect });
  if (response !== null) {
    await send({ event: 'response', data: { ...headOf(response), timings } });
    const body = Buffer.from(response.body ?? '', response.body_encoding);
    const pieces = new TextPieces();
    let at = 0;
    const chunks = response.chunks ?? [{ at_ms: timings.total_ms, bytes: body.length }];
    for (const { at_ms, end } of chunkEnds(chunks, body.length)) {
      const piece = pieces.take(body.subarray(at, end), end === body.length && !response.truncated);
      at = end;
      if (piece !== undefined) await send({ event: 'data', data: { at_ms, ...piece } });
    }
  }
  await send({ event: 'result', data: withoutBody(test) });
}

function headOf(response: TestResponse): ResponseHead {
  const { status, status_text, http_version, headers = {}, url, redirects, remote_address, tls } = response;
  return { status, status_text, http_version, headers, url, redirects, remote_address, tls };
}
