/** From a request and what a library can to the plan of a program: every decision about HTTP is made here, once. */
import type { NormalRequest } from '../../request/normalize.ts';
import { isForcedMethod } from '../../request/redirects.ts';
import { hasVariable } from '../../request/variables.ts';
import type { RequestAuth } from '../../schemas/request-shape.ts';
import { planBody } from './body.ts';
import { type Capabilities, isLibcurl } from './capabilities.ts';
import { planHeaders } from './headers.ts';
import type { AuthScheme, HttpVersion, PlanAuth, PlanBody, ProgramPlan, Template } from './plan.ts';
import { isSentOnce, isSentWithT, planRedirects } from './redirects.ts';
import { planTransfer } from './transfer.ts';
import { hasDotSegments, planProxy, planUrl } from './url.ts';
import { Draft } from './warnings.ts';

/** Milliseconds beyond which timers of most libraries end at once: no limit to them (24 days). */
const ENDLESS = 2_147_483_647;

/** A URL, with or without a scheme, whose host is an address: `-4` and `-6` choose among those of a name. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*@)?(?:\[|[\d.]+(?:[:/?]|$))/i;

/** @param known the body as it is planned for another client of the same language */
export function buildPlan(request: NormalRequest, library: Capabilities, known?: PlanBody): ProgramPlan {
  const draft = new Draft(request, library);
  const { options } = request;
  const isUsual = request.verb !== undefined && library.lacksPatch !== true;
  const method = isUsual ? draft.template(request.method) : planMethod(draft);
  const { url, scheme, query } = planUrl(draft);
  const { request_target, proxy, http_version, ip_version, config_file, timeout_ms, connect_timeout_ms } =
    options;
  const target = request_target === undefined ? undefined : planTarget(draft, request_target);
  const body = planBody(draft, known);
  const { headers, bodyHeaders, host, contentType, formType, auth, removed, isUntyped, compressed } =
    planHeaders(draft, body);
  const isChunked = options.chunked === true;
  // Most libraries have no chunks of an empty body.
  const isByLibcurl = isLibcurl(library);
  const isEmpty = body.kind === 'none' || (body.kind === 'text' && body.text === '' && !isByLibcurl);
  const canSend = library.chunked === 'but-forms' ? body.kind !== 'multipart' : library.chunked;
  const sendsChunks = isChunked && canSend && !isEmpty;
  if (isChunked && !sendsChunks)
    draft.warn('option_unsupported', `${library.name} sends the length of the body instead of chunks.`, '-H');
  return {
    method,
    verb: request.verb,
    isForced: isByLibcurl && isForcedMethod(request),
    isUpload: isByLibcurl && isSentWithT(request),
    url,
    scheme,
    hasDotSegments: isByLibcurl && hasDotSegments(request.url),
    query,
    target,
    headers,
    bodyHeaders,
    host,
    contentType,
    removed,
    isUntyped,
    body: formType === undefined ? body : withType(body, formType),
    auth: request.auth === undefined ? auth : (planAuth(draft, request.auth) ?? auth),
    redirects: options.follow_redirects === true ? planRedirects(draft) : undefined,
    compressed,
    timeout: timeout_ms === undefined ? undefined : planTime(draft, timeout_ms),
    connectTimeout: connect_timeout_ms === undefined ? undefined : planConnectTime(draft, connect_timeout_ms),
    insecure: options.insecure === true && planInsecure(draft),
    proxy: proxy === undefined ? undefined : planProxy(draft, proxy),
    httpVersion: http_version === undefined ? undefined : planVersion(draft, http_version),
    ipVersion: ip_version === undefined ? undefined : planFamily(draft, ip_version),
    chunked: sendsChunks,
    expectContinue: options.expect_continue === true && library.expectContinue === 'option' && !isEmpty,
    transfer: planTransfer(draft),
    formEscape: options.form_escape,
    configFile: config_file === undefined ? undefined : planConfig(draft, config_file),
    variables: draft.variables,
    packages: draft.packages,
    warnings: draft.warnings,
  };
}

function withType(body: PlanBody, type: Template): PlanBody {
  return body.kind === 'multipart' ? { ...body, type } : body;
}

function planMethod(draft: Draft): Template {
  const { method, verb, variables } = draft.request;
  const { library } = draft;
  let sent: string | undefined = method;
  if (verb === 'PATCH' && library.lacksPatch === true) sent = undefined;
  else if (verb === undefined && library.method !== undefined && !hasVariable(method, variables))
    sent = library.method(method);
  if (sent !== method)
    draft.warn(
      'method_changed',
      sent === undefined
        ? `${library.name} knows no method ${method}.`
        : `${library.name} sends ${sent} instead of ${method}.`,
      '-X',
    );
  return draft.template(sent ?? method);
}

function planTarget(draft: Draft, target: string): Template | undefined {
  if (draft.library.target) {
    if (draft.request.options.proxy !== undefined && !isLibcurl(draft.library))
      draft.warn('target_changed', `${draft.library.name} tells a proxy the host before the target.`, '-x');
    return draft.template(target);
  }
  draft.warn(
    'target_changed',
    `${draft.library.name} sends path and query of the URL, no other request target.`,
    '--request-target',
  );
  return undefined;
}

const SCHEME_OPTIONS: Readonly<Record<AuthScheme, string>> = {
  digest: '--digest',
  ntlm: '--ntlm',
  negotiate: '--negotiate',
  'aws-sigv4': '--aws-sigv4',
  any: '--anyauth',
};

/** Credentials that are more than a header; undefined where the library cannot use them. */
function planAuth(draft: Draft, given: RequestAuth): PlanAuth | undefined {
  const { request, library } = draft;
  const { scheme, username = '', password = '', provider } = given;
  const credentials = { username: draft.template(username), password: draft.template(password) };
  if (scheme === 'basic') return { kind: 'basic', ...credentials };
  let kind: AuthScheme = scheme;
  if (scheme === 'any' && library.schemes.any === undefined) {
    draft.warn('auth_unsupported', `${library.name} answers a Digest challenge, and no other.`, '--anyauth');
    kind = 'digest';
  }
  const support = library.schemes[kind];
  if (support === undefined) {
    draft.warn(
      'auth_unsupported',
      `${library.name} does not know the authentication scheme ${kind}; the request goes out without credentials.`,
      SCHEME_OPTIONS[kind],
    );
    return undefined;
  }
  if (isSentOnce(draft)) {
    draft.warn(
      'auth_unsupported',
      `${library.name} cannot send the body again after a challenge; the request goes out without credentials.`,
      SCHEME_OPTIONS[kind],
    );
    return undefined;
  }
  if (library.asciiSecrets === true && !/^[\0-\x7f]*$/.test(`${username}${password}`))
    draft.warn(
      'auth_unsupported',
      `${library.name} answers a challenge wrongly where user or password are not ASCII.`,
      SCHEME_OPTIONS[kind],
    );
  if (support !== 'own') {
    draft.packages.push(support.package);
    if (support.limit !== undefined) draft.warn('auth_unsupported', support.limit, SCHEME_OPTIONS[kind]);
  }
  if (!isLibcurl(library) && request.options.request_target !== undefined && library.target)
    draft.warn(
      'auth_unsupported',
      'curl answers a challenge for path and query of the URL, the program for the request target.',
      SCHEME_OPTIONS[kind],
    );
  return { kind, ...credentials, provider: provider === undefined ? undefined : draft.template(provider) };
}

function planTime({ library }: Draft, milliseconds: number): number | undefined {
  const isEndless = milliseconds === 0 || milliseconds > ENDLESS;
  return isEndless && !library.isCurl ? undefined : milliseconds;
}

function planConnectTime(draft: Draft, milliseconds: number): number | undefined {
  const { library } = draft;
  const time = planTime(draft, milliseconds);
  if (time === undefined || library.connectTimeout) return time;
  draft.warn(
    'option_unsupported',
    `The program leaves out \`--connect-timeout\`: ${library.name} has no such limit. Use \`-m\` to limit the whole request.`,
    '--connect-timeout',
  );
  return undefined;
}

function planInsecure(draft: Draft): boolean {
  if (!draft.library.insecure)
    draft.warn('option_unsupported', `${draft.library.name} checks every certificate.`, '-k');
  return draft.library.insecure;
}

function planVersion(draft: Draft, version: HttpVersion): ProgramPlan['httpVersion'] {
  const known = draft.library.versions[version];
  if (known === undefined) {
    draft.warn(
      'http_version_unsupported',
      `${draft.library.name} does not speak HTTP/${version.replace('-prior-knowledge', '')} when asked to.`,
      `--http${version}`,
    );
    return undefined;
  }
  return known === 'option' ? version : undefined;
}

function planConfig(draft: Draft, path: string): Template | undefined {
  if (draft.library.isCurl) return draft.template(path);
  draft.warn('option_unsupported', `More options may stand in ${path}, which only curl reads.`, '--config');
  return undefined;
}

function planFamily(draft: Draft, family: number): 4 | 6 | undefined {
  const { request } = draft;
  if (ADDRESS.test(request.options.proxy ?? request.url)) return undefined;
  if (!draft.library.ipVersion)
    draft.warn(
      'option_unsupported',
      `${draft.library.name} takes whatever address a name has.`,
      `-${family}`,
    );
  return draft.library.ipVersion ? (family === 4 ? 4 : 6) : undefined;
}
