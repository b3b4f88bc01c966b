/** Plans redirects, and warns where the library would follow an ordinary one differently from curl. */
import { hasHeader, lowerCase, type NormalRequest, VERBS } from '../../request/normalize.ts';
import { afterRedirect, isUpload, type Redirectable, type Redirected } from '../../request/redirects.ts';
import { isLibcurl, type RedirectCapabilities } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import type { PlanRedirects } from './plan.ts';

const HOST = lowerCase('host');
const CREDENTIALS = [
  { name: 'Authorization', lower: lowerCase('authorization') },
  { name: 'Cookie', lower: lowerCase('cookie') },
];

/**
 * Whether curl sends the body with `-T`. That appends the file's name to a path that ends in a slash (curl 7: also before a
 * query). Of standard input, and of /dev/null (used for an empty text), curl does not know the length: it sends Expect and
 * chunks.
 */
export function isSentWithT(request: NormalRequest): boolean {
  const { options, body, url } = request;
  const isEmpty = body.kind === 'text' && body.text === '';
  if (!(isEmpty || (body.kind === 'file' && !body.stripNewlines)) || !isUpload(request)) return false;
  const asks = options.chunked === true && options.expect_continue === true;
  if ((isEmpty || (body.kind === 'file' && body.path === '-')) && !asks) return false;
  return !/^[^?]*\/(?:\?|$)|^[^/]*\/\/[^/?]*(?:\?|$)/.test(url);
}

/** Warns of what the library does after a redirect, given as a verb phrase. */
const differs = (context: PlanContext, status: string, does: string, option = '-L'): void =>
  context.warn('redirect_differs', `After a ${status}, ${context.library.name} ${does}.`, option);

/** Plans how the program follows redirects; undefined where the library follows none, or does so by default. */
export function planRedirects(context: PlanContext): PlanRedirects | undefined {
  const { options } = context.request;
  const { name, redirects } = context.library;
  if (redirects === undefined) {
    context.warn('redirect_differs', `Redirects are not followed: ${name} has no setting for it.`, '-L');
    return undefined;
  }
  if (typeof redirects === 'object') {
    compareMethods(context, redirects);
    compareCredentials(context, redirects);
    if (redirects.toOwnHost === true && hasHeader(context.request.headers, HOST))
      differs(context, 'redirect to a relative URL', 'sends the request to the host of the Host header');
    if (options.max_redirects !== undefined && !redirects.limit)
      context.leaveOut('--max-redirs', 'has a fixed limit', 'redirect_differs');
  }
  if (options.request_target !== undefined && !isLibcurl(context.library))
    differs(context, 'redirect', 'sends the target of the new URL; curl sends `--request-target` again');
  const isPut =
    isUpload(context.request) &&
    (redirects === 'curl-but-uploads' || (context.library.isCurl && !isSentWithT(context.request)));
  if (isPut) differs(context, '303', 'sends PUT without the body; curl sends GET', '-T');
  if (options.follow_redirects !== true) return undefined;
  const dropping = [301, 302, 303].filter((status) => !afterRedirect(context.request, status).keepsBody);
  const { method } = afterRedirect(context.request, dropping[0] ?? 307);
  return {
    max: options.max_redirects,
    addsReferer:
      typeof redirects === 'object' &&
      (redirects.addsReferer === 'always' ||
        (redirects.addsReferer !== undefined && !hasHeader(context.request.headers, 'referer'))),
    keepMethodOn: isPut ? [301, 302] : (options.keep_method_on ?? []),
    trusted: options.auth_on_redirect === true,
    forFirstHost:
      options.auth_on_redirect === true ? [HOST] : [HOST, ...CREDENTIALS.map(({ lower }) => lower)],
    dropping,
    next: context.template(method),
    nextVerb: VERBS.get(method),
  };
}

function compareMethods(context: PlanContext, library: RedirectCapabilities): void {
  const { request } = context;
  const { method, options, body } = request;
  const inWords = ({ method: sent, keepsBody }: Redirected) =>
    `${sent}${body.kind === 'none' ? '' : keepsBody ? ' with the body' : ' without the body'}`;
  const statusesByText = new Map<string, number[]>();
  for (const status of [301, 302, 303] as const) {
    const next = librarySends(request, library, status);
    const wanted = afterRedirect(request, status);
    if (next.method === wanted.method && (body.kind === 'none' || next.keepsBody === wanted.keepsBody))
      continue;
    const text = `sends ${inWords(next)}; curl sends ${inWords(wanted)}`;
    statusesByText.set(text, [...(statusesByText.get(text) ?? []), status]);
  }
  const option = options.custom_method === true ? '-X' : '-L';
  for (const [text, statuses] of statusesByText) differs(context, statuses.join(' or '), text, option);
  if (isSentOnce(context)) differs(context, '307 or 308', `cannot send the body of the ${method} again`);
}

export function isSentOnce({ request, library }: PlanContext): boolean {
  const { kind } = request.body;
  const { redirects } = library;
  if (kind === 'none' || typeof redirects !== 'object') return false;
  const { once = [] } = redirects;
  return (kind === 'file' && once.includes('file')) || (kind === 'form' && once.includes('multipart'));
}

function librarySends(
  { method }: Redirectable,
  { toGet, keepsBody }: RedirectCapabilities,
  status: 301 | 302 | 303,
): Redirected {
  const becomesGet = {
    post: method === 'POST',
    others: method !== 'GET' && method !== 'HEAD',
    'all-but-head': method !== 'HEAD',
    all: true,
  }[toGet[status]];
  // A GET that stays a GET may still lose its body.
  return becomesGet ? { method: 'GET', keepsBody: false } : { method, keepsBody };
}

function compareCredentials(context: PlanContext, library: RedirectCapabilities): void {
  const { drops = [], dropsElsewhere = [] } = library;
  const { headers, auth, options } = context.request;
  const trusted = options.auth_on_redirect === true;
  for (const { name, lower } of CREDENTIALS) {
    const isSent =
      hasHeader(headers, lower) ||
      (lower === 'authorization' ? auth?.scheme === 'basic' : context.cookieFile !== undefined);
    if (!isSent) continue;
    if (drops.includes(lower))
      differs(context, 'redirect', `does not send ${name} again; curl sends it to the same host`);
    else if (dropsElsewhere.includes(lower) === trusted) {
      const does = trusted ? `does not send ${name}; curl does` : `still sends ${name}; curl does not`;
      differs(context, 'redirect to another host', does, trusted ? '--location-trusted' : '-L');
    }
  }
}
