/** Checks the origins and hosts that an owner lists. */
import { invalid } from '../errors.ts';
import { isHostRule, isOriginRule } from '../request/hosts.ts';

/**
 * Checks that each is an origin as browsers serialise it, because it becomes a source of `frame-ancestors`.
 * @param wildcard whether `https://*.example.com` is one, for all subdomains
 * @throws ApiError invalid_request naming the first invalid one
 */
export function assertOrigins(origins: readonly string[] = [], field: string, wildcard = false): void {
  const wrong = origins.findIndex((origin) => !isOriginRule(origin, wildcard));
  if (wrong < 0) return;
  const given = origins[wrong] ?? '';
  const likely = URL.canParse(given) ? new URL(given).origin : '';
  throw invalid(
    `/${field}/${wrong}`,
    'invalid_origin',
    `\`${given}\` is not an origin. Write its scheme, host and port only, such as ${isOriginRule(likely, wildcard) ? likely : 'https://docs.example.com'}.`,
  );
}

/**
 * Checks that each is a host, with or without `*.` and a port.
 * @throws ApiError invalid_request naming the first invalid one
 */
export function assertTargets(targets: readonly string[] = []): void {
  const wrong = targets.findIndex((target) => !isHostRule(target));
  if (wrong < 0) return;
  const given = targets[wrong] ?? '';
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const likely = URL.canParse(url) ? new URL(url).host : '';
  throw invalid(
    `/targets/${wrong}`,
    'invalid_target',
    `\`${given}\` is not a host. Write it without a scheme and a path, such as ${isHostRule(likely) ? likely : 'api.example.com'} or *.example.com.`,
  );
}
