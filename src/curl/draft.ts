/** What becomes of an operation. */
import type { ParsedRequest, RequestOptions } from '../schemas/request-shape.ts';
import type { Operation } from './operation.ts';

/** The request before open values are written out: every text may hold marks. */
export type Draft = Omit<ParsedRequest, 'variables' | 'warnings'>;

/** The Content-Type that comes with `-d`, and with `--json`. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/** What the options of an operation say that are not rare; undefined when that is nothing. */
export function usualOptions(operation: Operation): RequestOptions | undefined {
  const { follow, insecure, compressed, maxRedirects, timeoutMs, connectTimeoutMs } = operation;
  // With --follow the method is changed by redirects as the standard says.
  const forced = operation.method !== undefined && follow !== 'spec';
  const limits = maxRedirects ?? timeoutMs ?? connectTimeoutMs;
  if (follow === 'no' && !forced && !insecure && !compressed && limits === undefined) return undefined;
  const options: RequestOptions = {};
  if (follow !== 'no') options.follow_redirects = true;
  if (maxRedirects !== undefined) options.max_redirects = maxRedirects;
  if (forced) options.custom_method = true;
  if (timeoutMs !== undefined) options.timeout_ms = timeoutMs;
  if (connectTimeoutMs !== undefined) options.connect_timeout_ms = connectTimeoutMs;
  if (insecure) options.insecure = true;
  if (compressed) options.compressed = true;
  return options;
}
