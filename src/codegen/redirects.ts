/** How curl follows redirects, for the programs that have to be told. Knows no language. */
import { DEFAULT_MAX_REDIRECTS, hasHeader, type NormalRequest } from '../request/normalize.ts';
import { firstHeader, holdsBodyBack, type Warnings } from './generator.ts';

/** The statuses after which curl may send something else. */
const REDIRECTS = [301, 302, 303] as const;

/** What a program that makes the requests of a chain of redirects itself has to know. */
export interface RedirectPlan {
  /** The statuses after which the body goes along no more. */
  dropping: readonly (301 | 302 | 303)[];
  /** The method from then on. */
  next: string;
  /** How many redirects there may be; undefined when there may be any number. */
  limit: number | undefined;
}

export function redirectPlan(request: NormalRequest): RedirectPlan {
  const dropping = REDIRECTS.filter((status) => !redirected(request, status).keepsBody);
  const [example] = dropping;
  const next = example === undefined ? request.method : redirected(request, example).method;
  const limit = request.options.max_redirects ?? DEFAULT_MAX_REDIRECTS;
  return { dropping, next, limit: limit < 0 ? undefined : limit };
}

/** What is sent after a redirect: the method, and whether the body goes along. */
export interface Redirected {
  method: string;
  keepsBody: boolean;
}

/**
 * What curl sends after a redirect of that status (lib/http.c, Curl_http_follow): a POST becomes a GET without a body after
 * 301, 302 and 303 unless told to stay, an upload becomes a GET only after 303, and a method given with `-X` is
 * said again in any case.
 */
export function redirected(request: NormalRequest, status: 301 | 302 | 303): Redirected {
  const { method, options, body } = request;
  const forced = isForcedMethod(request);
  const keeps =
    body.kind === 'none' && (forced || method === 'GET' || method === 'HEAD')
      ? true
      : isUpload(request)
        ? status !== 303
        : (options.keep_method_on?.includes(status) ?? false);
  return keeps ? { method, keepsBody: true } : { method: forced ? method : 'GET', keepsBody: false };
}

/** Whether redirects are the usual ones: GET or HEAD stay, anything else becomes a GET after 301, 302 and 303. */
export function redirectsPlainly(request: NormalRequest): boolean {
  if (['GET', 'HEAD'].includes(request.method) && request.body.kind === 'none') return true;
  return REDIRECTS.every((status) => {
    const { method, keepsBody } = redirected(request, status);
    return method === 'GET' && !keepsBody;
  });
}

/** Whether curl is told the method with `-X`, or has no other way to be told. */
export function isForcedMethod(request: NormalRequest): boolean {
  const { method, options, body } = request;
  if (options.custom_method === true) return true;
  if (body.kind === 'none') return method !== 'GET' && method !== 'HEAD';
  return method !== 'POST' && !isUpload(request);
}

/** Whether the body is what `-T` sends: then curl says PUT without being told. */
export function isUpload({ method, options, body }: NormalRequest): boolean {
  return method === 'PUT' && options.custom_method !== true && body.kind === 'file' && !body.stripNewlines;
}

/** Whether a header (name in lower case) goes to the first host alone, not to another one that a redirect names. */
export function isForFirstHost(lower: string, { options }: NormalRequest): boolean {
  return (
    lower === 'host' ||
    (options.auth_on_redirect !== true && (lower === 'authorization' || lower === 'cookie'))
  );
}

/**
 * Whether the Content-Type is the one that curl gives to the body by itself (`-d`, `-F`). After a redirect it
 * goes away with the body; one that the command gives stays.
 */
export function typeIsImplied({ body, headers }: NormalRequest): boolean {
  const type = firstHeader(headers, 'content-type');
  if (body.kind === 'form') return type === undefined;
  // A command that gives the same may spell the name otherwise.
  return (
    body.kind !== 'none' &&
    type?.name === 'Content-Type' &&
    type.value === 'application/x-www-form-urlencoded'
  );
}

/** Whether curl, after some redirect, sends the Content-Type that the command gives although the body is gone. */
export function keepsTypeAlone(request: NormalRequest): boolean {
  const { body, headers, options } = request;
  return (
    options.follow_redirects === true &&
    body.kind !== 'none' &&
    hasHeader(headers, 'content-type') &&
    !typeIsImplied(request) &&
    REDIRECTS.some((status) => !redirected(request, status).keepsBody)
  );
}

/** Says where a program that writes a form by hand names its boundary in a request without the form. */
export function declareWrittenType(request: NormalRequest, warnings: Warnings): void {
  if (holdsBodyBack(request))
    warnings.add(
      'header_changed',
      'The Content-Type with the boundary of the form goes out before the challenge, too.',
      '--digest',
    );
  if (mayDropBody(request)) declareKeptBoundary(warnings);
}

/** Says that a program goes on to name the boundary of a form that a redirect dropped. */
export function declareKeptBoundary(warnings: Warnings): void {
  warnings.add(
    'redirect_differs',
    'The Content-Type with the boundary of the form is sent again when a redirect drops the form.',
    '-L',
  );
}

/** Whether some redirect drops the body. */
export function mayDropBody(request: NormalRequest): boolean {
  const { options, body } = request;
  if (options.follow_redirects !== true || body.kind === 'none') return false;
  return REDIRECTS.some((status) => !redirected(request, status).keepsBody);
}

/** Says that a program speaks of no chunks when a redirect dropped the body, of which curl goes on to speak. */
export function declareUnsaidChunks(warnings: Warnings): void {
  warnings.add(
    'redirect_differs',
    'Transfer-Encoding goes away with the body; curl sends it again when a redirect drops that.',
    '-L',
  );
}
