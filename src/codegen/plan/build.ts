/** Builds a program plan from a request and a library's capabilities. All decisions about HTTP are made here, once. */
import type { NormalRequest } from '../../request/normalize.ts';
import { isForcedMethod } from '../../request/redirects.ts';
import { hasVariable } from '../../request/variables.ts';
import type { Style } from '../../schemas/code.ts';
import type { RequestAuth } from '../../schemas/request-shape.ts';
import { JSON_TYPE, planBody } from './body.ts';
import { type Capabilities, isLibcurl } from './capabilities.ts';
import { PlanContext } from './context.ts';
import { planHeaders } from './headers.ts';
import type { AuthScheme, Extra, HttpVersion, PlanAuth, PlanBody, ProgramPlan, Template } from './plan.ts';
import { isSentOnce, isSentWithT, planRedirects } from './redirects.ts';
import { planTransfer } from './transfer.ts';
import { hasDotSegments, planProxy, planUrl } from './url.ts';

/** The maximum of most timers in milliseconds (24 days); a longer timeout is planned as none. */
const ENDLESS = 2_147_483_647;

/** A URL, with or without a scheme, whose host is an IP address: `-4` and `-6` only affect host names. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*@)?(?:\[|[\d.]+(?:[:/?]|$))/i;

export interface PlanSettings {
  readonly known?: PlanBody;
  readonly extras?: readonly Extra[] | undefined;
  readonly style?: Style | undefined;
}

export function buildPlan(
  given: NormalRequest,
  library: Capabilities,
  { known, extras = [], style }: PlanSettings = {},
): ProgramPlan {
  const isMinimal = style === 'minimal';
  const request = isMinimal && !library.isCurl ? withDefaults(given, library) : given;
  const { options } = request;
  const asks = given.options.follow_redirects === true;
  const follows = asks && (options.follow_redirects === true || library.follows !== false);
  const context = new PlanContext(request, library, extras, follows);
  const method = request.verb !== undefined ? context.template(request.method) : planMethod(context);
  const { url, scheme, query } = planUrl(context);
  const { request_target, proxy, http_version, ip_version, timeout_ms, connect_timeout_ms } = options;
  const requestTarget = request_target === undefined ? undefined : planRequestTarget(context, request_target);
  const planned = planHeaders(context, planBody(context, known));
  const { headers, bodyHeaders, host, contentType, body, auth, removed, isUntyped, compressed } = planned;
  const isChunked = options.chunked === true;
  // Most libraries cannot send an empty body in chunks.
  const isByLibcurl = isLibcurl(library);
  const isEmpty = body.kind === 'none' || (body.kind === 'text' && body.text === '' && !isByLibcurl);
  const sendsChunks = isChunked && library.chunked && !isEmpty;
  if (isChunked && !sendsChunks)
    context.warnOfLibrary('option_unsupported', 'sends the body with its length instead of in chunks', '-H');
  const writesCode = extras.some(({ value }) => /%\{(?:http|response)_code\}/.test(value ?? ''));
  // Listed: V8 spreads an object into a literal of this size ten times slower.
  const plan: ProgramPlan = {
    isMinimal,
    method,
    verb: request.verb,
    isForced: isByLibcurl && isForcedMethod(request),
    isUpload: isByLibcurl && isSentWithT(request),
    url,
    scheme,
    hasDotSegments: isByLibcurl && hasDotSegments(request.url),
    query,
    requestTarget,
    headers,
    bodyHeaders,
    cookies: planned.cookies,
    host,
    contentType,
    body,
    removed,
    isUntyped,
    compressed: compressed && (request === given || library.decodes === true),
    auth: (request.auth && planAuth(context, request.auth)) ?? auth,
    redirects: context.follows ? planRedirects(context) : undefined,
    stopsAtRedirect: options.follow_redirects !== true && request === given,
    timeout: timeout_ms === undefined ? undefined : planTime(context, timeout_ms),
    connectTimeout:
      connect_timeout_ms === undefined ? undefined : planConnectTime(context, connect_timeout_ms),
    insecure: options.insecure === true,
    proxy: proxy === undefined ? undefined : planProxy(context, proxy),
    httpVersion: http_version === undefined ? undefined : planVersion(context, http_version),
    ipVersion: ip_version === undefined ? undefined : planFamily(context, ip_version),
    chunked: sendsChunks,
    transfer: planTransfer(context, isMinimal, writesCode),
    formEscape: options.form_escape,
    extras,
    variables: context.variables,
    refusal: context.refusal,
    packages: context.packages,
    warnings: context.warnings,
  };
  const { cert, key, cacert, unix_socket, address } = plan.transfer;
  const settings = [plan.proxy, plan.connectTimeout, plan.ipVersion, cert, key, cacert, unix_socket, address];
  const setsConnection = plan.insecure || settings.some(Boolean);
  if (request !== given && context.refusal === undefined) warnOfDefaults(context, given);
  const needed = library.package ?? (setsConnection ? library.settingsPackage : undefined);
  if (needed !== undefined) context.packages.push(needed);
  return plan;
}

/** What the minimal style leaves to the library, as the request shape and as curl names it. */
const DEFAULTS = [
  ['max_redirects', '--max-redirs'],
  ['timeout_ms', '-m'],
  ['connect_timeout_ms', '--connect-timeout'],
  ['fail', '-f'],
  ['retry', '--retry'],
  ['show_headers', '-i'],
] as const;

function withDefaults(request: NormalRequest, library: Capabilities): NormalRequest {
  const { follow_redirects: follows, ...options } = request.options;
  if (options.fail_with_body === true) delete options.fail;
  for (const [name] of DEFAULTS) if (!library.brief.includes(name)) delete options[name];
  const isSet = library.brief.includes('follow_redirects')
    ? library.redirects !== 'program' || request.method === 'GET' // else the loop is long
    : request.method === 'HEAD' && library.follows === 'but-head';
  const kept = follows === true && isSet ? { ...options, follow_redirects: true } : options;
  const { body, headers } = request;
  const isJson = headers.some(({ lower, value }) => lower === 'content-type' && JSON_TYPE.test(value));
  // A file of JSON is the same JSON with its line ends, which `-d` removes.
  const keeps = isJson && body.kind === 'file' && body.stripNewlines;
  return { ...request, body: keeps ? { ...body, stripNewlines: false } : body, options: kept };
}

/** Warns, once, of all in which the minimal style differs from the command. */
function warnOfDefaults(context: PlanContext, { method, options, body }: NormalRequest): void {
  const { name, follows, limit, throws } = context.library;
  const kept = context.request.options;
  const left = DEFAULTS.filter(
    ([option]) =>
      options[option] !== undefined && kept[option] === undefined && !(option === 'fail' && throws),
  ).map(([, option]) => option as string);
  if (options.compressed === true && context.library.decodes === 'complete') left.push('--compressed');
  const differs: string[] = [];
  const follow = options.follow_redirects === true;
  const isFollowing = kept.follow_redirects ?? (follows === 'but-head' ? method !== 'HEAD' : follows);
  if (isFollowing !== follow)
    differs.push(follow ? 'does not follow redirects' : 'follows redirects, which the command does not');
  if (throws && options.fail === undefined) differs.push('fails at a status from 400');
  if (limit !== undefined && kept.timeout_ms === undefined) differs.push(`gives up after ${limit}`);
  if (context.request.body !== body) differs.push('sends the file with its line ends');
  if (left.length > 0) differs.push(`leaves out ${left.join(', ')}`);
  const last = differs.pop();
  if (last === undefined) return;
  const all = differs.length === 0 ? last : `${differs.join('; ')}; and ${last}`;
  context.warn('minimal_style', `In the minimal style, the program with ${name} ${all}.`);
}

function planMethod(context: PlanContext): Template {
  const { method, verb, variables } = context.request;
  const { library } = context;
  let sent: string | undefined = method;
  if (verb === undefined && library.method !== undefined && !hasVariable(method, variables))
    sent = library.method(method);
  const does =
    sent === undefined ? `refuses the method ${method}` : `sends the method as ${sent} instead of ${method}`;
  if (sent !== method) context.warnOfLibrary('method_changed', does, '-X');
  return context.template(sent ?? method);
}

function planRequestTarget(context: PlanContext, requestTarget: string): Template | undefined {
  if (isLibcurl(context.library)) return context.template(requestTarget);
  context.leaveOut('--request-target', 'sends the path and query of the URL', 'target_changed');
  return undefined;
}

export const schemeOption = (kind: AuthScheme): string => (kind === 'any' ? '--anyauth' : `--${kind}`);

function planAuth(context: PlanContext, given: RequestAuth): PlanAuth | undefined {
  const { library } = context;
  const { scheme, username = '', password = '', provider } = given;
  const credentials = { username: context.template(username), password: context.template(password) };
  if (scheme === 'basic') return { kind: 'basic', ...credentials };
  const kind = scheme === 'any' && library.schemes.any === undefined ? 'digest' : scheme;
  const warn = (message: string, option = schemeOption(kind)) =>
    context.warn('auth_unsupported', message, option);
  if (kind !== scheme)
    warn(`${library.name} answers only Digest challenges; curl answers the others too.`, '--anyauth');
  const support = library.schemes[kind];
  const isOnce = support !== undefined && isSentOnce(context);
  if (support === undefined || isOnce) {
    const why = isOnce ? 'cannot send the body again after a challenge' : `has no support for ${kind}`;
    context.refuse(schemeOption(kind), why, 'auth_unsupported');
    return undefined;
  }
  if (support !== 'own') {
    context.packages.push(support.package);
    if (support.limit !== undefined) warn(support.limit);
  }
  return { kind, ...credentials, provider: provider === undefined ? undefined : context.template(provider) };
}

function planTime({ library }: PlanContext, milliseconds: number): number | undefined {
  const isEndless = milliseconds === 0 || milliseconds > ENDLESS;
  return isEndless && !library.isCurl ? undefined : milliseconds;
}

function planConnectTime(context: PlanContext, milliseconds: number): number | undefined {
  const time = planTime(context, milliseconds);
  if (time === undefined || context.library.connectTimeout) return time;
  context.leaveOut('--connect-timeout', 'has no such limit. Use `-m` to limit the whole request');
  return undefined;
}

function planVersion(context: PlanContext, version: HttpVersion): ProgramPlan['httpVersion'] {
  const known = context.library.versions[version];
  if (known === undefined)
    context.leaveOut(`--http${version}`, 'has no setting for it', 'http_version_unsupported');
  return known === 'option' ? version : undefined;
}

function planFamily(context: PlanContext, family: number): 4 | 6 | undefined {
  const { request } = context;
  if (ADDRESS.test(request.options.proxy ?? request.url)) return undefined;
  if (!context.library.ipVersion) context.leaveOut(`-${family}`, 'uses IPv4 and IPv6 addresses');
  return context.library.ipVersion ? (family === 4 ? 4 : 6) : undefined;
}
