/** What the curl generator writes, the parser reads as the same request. */
import t from 'tap';
import { isForcedMethod, urlPieces } from '../../src/codegen/generator.ts';
import { generateCode } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { normalize } from '../../src/request/normalize.ts';
import type { HttpRequest } from '../../src/schemas/http-request.ts';
import { CASES } from './support/cases.ts';

/** A request as it is compared: everything that is sent; header names that differ have no order. */
function essence(request: HttpRequest): unknown {
  const normal = normalize(request);
  const { url, hasPlainUrl: _, isOrdinary: __, body, headers, variables, options, ...rest } = normal;
  const { request_target: exact, custom_method: ___, ...others } = options;
  const { authority, scheme, target } = urlPieces(url) ?? {};
  return {
    ...rest,
    // A method that curl can only be told with -X is always a forced one.
    isForced: isForcedMethod(normal),
    // Without a scheme a proxy is an HTTP proxy.
    options:
      others.proxy?.includes('://') === false ? { ...others, proxy: `http://${others.proxy}` } : others,
    where: [scheme, authority, exact ?? target ?? url],
    body: body.kind === 'text' ? body.text : body,
    headers: headers
      .toSorted((a, b) => a.lower.localeCompare(b.lower))
      .map(({ name, value }) => ({ name, value })),
    variables: variables.map((variable) => variable.text).toSorted(),
  };
}

/** A literal `{{x}}` cannot be told from a placeholder once it stands in a command. */
function hasLiteralPlaceholder(request: HttpRequest): boolean {
  return request.variables === undefined && JSON.stringify(request).includes('{{');
}

for (const { name, request } of CASES) {
  const { code } = generateCode(request, 'curl');
  const parsed = parseCurl(code);
  if (!hasLiteralPlaceholder(request)) t.strictSame(essence(parsed), essence(request), `${name} reads back`);
  const { warnings: _, ...first } = parsed;
  const { warnings: __, ...second } = parseCurl(generateCode(parsed, 'curl').code);
  t.strictSame(second, first, `${name} is stable once it has been read`);
}
