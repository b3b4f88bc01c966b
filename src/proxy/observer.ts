/** What a run reports while it is under way. Secrets are NOT masked. */
import type { SentRequest, TestRedirect, TestResponse, TestTimings } from '../schemas/test-run.ts';

/** A response without its body. */
export type ResponseHead = Pick<
  TestResponse,
  'status' | 'status_text' | 'http_version' | 'url' | 'redirects' | 'remote_address' | 'tls'
> & { headers: Record<string, string> };

/** Methods must not throw. */
export interface RunObserver {
  /** The destination is allowed and will be dialled; once. */
  request(request: SentRequest): void;
  /** A redirect is followed. */
  redirect(redirect: TestRedirect): void;
  /** The header block of the final response has come. */
  response(head: ResponseHead, timings: TestTimings): void;
  /**
   * Decoded bytes of the body have come. The target is not read until the promise resolves.
   * @param atMs milliseconds since the run started
   */
  data(bytes: Uint8Array, atMs: number): void | Promise<void>;
}
