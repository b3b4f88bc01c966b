/** The events that a run reports. Secrets are NOT masked. */
import type { SentRequest, TestRedirect, TestResponse, TestTimings } from '../schemas/test-run.ts';

/** A response without its body. */
export type ResponseHead = Pick<
  TestResponse,
  'status' | 'status_text' | 'http_version' | 'url' | 'redirects' | 'remote_address' | 'tls'
> & { headers: Record<string, string> };

/** Methods must not throw. */
export interface RunObserver {
  /** Called once, when the destination is allowed and before it is dialled. */
  request(request: SentRequest): void;
  /** Called for each redirect that is followed. */
  redirect(redirect: TestRedirect): void;
  /** Called when the header block of the final response has arrived. */
  response(head: ResponseHead, timings: TestTimings): void;
  /**
   * Called with decoded bytes of the body. Reading from the target pauses until the promise resolves.
   * @param atMs milliseconds since the run started
   */
  data(bytes: Uint8Array, atMs: number): void | Promise<void>;
}
