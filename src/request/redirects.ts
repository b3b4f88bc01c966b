/** Determines what curl sends after a redirect, for the proxy and for the program plans that compare libraries with curl. Pure. */
import type { RequestOptions } from '../schemas/request-shape.ts';
import type { RequestBody } from './normalize.ts';

/** The parts of a request that determine what is sent after a redirect. */
export interface Redirectable {
  readonly method: string;
  readonly options: RequestOptions;
  /** `form`: multipart/form-data. */
  readonly body: { readonly kind: RequestBody['kind'] };
}

export interface Redirected {
  readonly method: string;
  /** Whether the body is sent again; true for a request without a body. */
  readonly keepsBody: boolean;
}

/**
 * Returns the method and body after a redirect (lib/http.c, http_follow; checked with curl 8.23): a POST becomes a GET
 * without a body after 301, 302 and 303 unless an option keeps it, an upload (`-T`) only after 303, and a method given with `-X`
 * is always sent again, without the body where the body is dropped.
 */
export function afterRedirect(request: Redirectable, status: number): Redirected {
  const { method, options, body } = request;
  const stays = { method, keepsBody: true };
  if (status !== 301 && status !== 302 && status !== 303) return stays;
  const forced = isForcedMethod(request);
  if (body.kind === 'none' && (forced || method === 'GET' || method === 'HEAD')) return stays;
  if (isUpload(request)) return status === 303 ? { method: 'GET', keepsBody: false } : stays;
  if (options.keep_method_on?.includes(status)) return stays;
  return { method: forced ? method : 'GET', keepsBody: false };
}

/** Whether the method is forced with `-X`, or can only be set with it. */
export function isForcedMethod({ method, options, body }: Redirectable): boolean {
  if (options.custom_method === true) return true;
  if (body.kind === 'none') return method !== 'GET' && method !== 'HEAD';
  return method !== 'POST' && !(method === 'PUT' && body.kind !== 'form');
}

/** Whether the body is an upload (`-T`): a PUT that was not set with `-X`. (With `-X`, parse-curl sets `keep_method_on`.) */
export function isUpload({ method, options, body }: Redirectable): boolean {
  return method === 'PUT' && body.kind !== 'none' && body.kind !== 'form' && options.custom_method !== true;
}
