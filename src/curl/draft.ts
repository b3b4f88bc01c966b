/** What becomes of an operation. */
import type { ParsedRequest, RequestOptions } from '../schemas/http-request.ts';
import type { Operation } from './operation.ts';

/** The request before open values are written out: every text may hold marks. */
export type Draft = Omit<ParsedRequest, 'variables' | 'warnings'>;

/** The Content-Type that comes with `-d`, and with `--json`. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';

/** What the options of an operation say that are not rare; undefined when that is nothing. */
export function usualOptions({
  follow,
  method,
  insecure,
  compressed,
}: Operation): RequestOptions | undefined {
  // With --follow the method is changed by redirects as the standard says.
  const forced = method !== undefined && follow !== 'spec';
  if (follow === 'no' && !forced && !insecure && !compressed) return undefined;
  const options: RequestOptions = {};
  if (follow !== 'no') options.follow_redirects = true;
  if (forced) options.custom_method = true;
  if (insecure) options.insecure = true;
  if (compressed) options.compressed = true;
  return options;
}
