/** What two requests must have in common to be the same for curl. */
import { normalize } from '../../../src/request/normalize.ts';
import { isForcedMethod } from '../../../src/request/redirects.ts';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';

/** A request as it is compared: everything that is sent; header names that differ have no order. */
export function essence(request: RequestShape): unknown {
  const normal = normalize(request);
  const { url, method, body, headers, variables, options, ...rest } = normal;
  const { request_target: exact, custom_method: __, ...others } = options;
  // Without redirects there is nobody else to trust.
  if (others.follow_redirects !== true) delete others.auth_on_redirect;
  return {
    ...rest,
    method,
    // A method that curl can only be told with -X is always a forced one.
    isForced: isForcedMethod({ method, options, body }),
    // Without a scheme a proxy is an HTTP proxy.
    options:
      others.proxy?.includes('://') === false ? { ...others, proxy: `http://${others.proxy}` } : others,
    where: [spelt(url), exact],
    body: body.kind === 'text' ? body.text : body,
    headers: headers
      .toSorted((a, b) => a.lower.localeCompare(b.lower))
      // Of blanks alone curl sends nothing.
      .map(({ lower, value }) => ({ lower, value: value.trim() === '' ? '' : value })),
    variables: variables.map((variable) => variable.text).toSorted(),
  };
}

/** A URL with its path as curl writes it: escapes in capitals, all but ASCII as escapes; no scheme in capitals. */
function spelt(url: string): string {
  return url
    .replace(/^https?(?=:)/i, (scheme) => scheme.toLowerCase())
    .replace(/^[^?]*/, (path) =>
      path
        .replace(/[^\0-\x7f]+/g, encodeURIComponent)
        .replace(/%[0-9a-f]{2}/gi, (found) => found.toUpperCase()),
    )
    .replace(/^(https?:\/\/[^/?]*)(?=\?|$)/, '$1/');
}
