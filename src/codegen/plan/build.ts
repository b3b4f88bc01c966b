/** From a request and what a library can to the plan of a program: every decision about HTTP is made here, once. */
import type { NormalRequest } from '../../request/normalize.ts';
import { isForcedMethod } from '../../request/redirects.ts';
import { hasVariable } from '../../request/variables.ts';
import { planBody } from './body.ts';
import { type Capabilities, isLibcurl } from './capabilities.ts';
import { planHeaders } from './headers.ts';
import type { AuthScheme, Plan, PlanAuth, PlanBody, Template } from './plan.ts';
import { isSentOnce, isSentWithT, planRedirects } from './redirects.ts';
import { hasDotSegments, planProxy, planUrl } from './url.ts';
import { Draft } from './warnings.ts';

/** Milliseconds beyond which timers of most libraries end at once: no limit to them (24 days). */
const ENDLESS = 2_147_483_647;

/** A URL, with or without a scheme, whose host is an address: `-4` and `-6` choose among those of a name. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*@)?(?:\[|[\d.]+(?:[:/?]|$))/i;

/** @param known the body as it is planned for another client of the same language */
export function buildPlan(request: NormalRequest, library: Capabilities, known?: PlanBody): Plan {
  const draft = new Draft(request, library);
  const { options } = request;
  const method = planMethod(draft);
  const { url, scheme, query } = planUrl(draft);
  const target = planTarget(draft);
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
    isPlainUrl: request.hasPlainUrl,
    scheme,
    hasDotSegments: isByLibcurl && !request.hasPlainUrl && hasDotSegments(request.url),
    query,
    target,
    headers,
    bodyHeaders,
    host,
    contentType,
    removed,
    isUntyped,
    body: formType === undefined ? body : withType(body, formType),
    auth: planAuth(draft) ?? auth,
    redirects: planRedirects(draft),
    compressed,
    timeout: planTime(draft, options.timeout_ms),
    connectTimeout: planConnectTime(draft),
    insecure: planInsecure(draft),
    proxy: planProxy(draft),
    httpVersion: planVersion(draft),
    ipVersion: planFamily(draft),
    chunked: sendsChunks,
    expectContinue: options.expect_continue === true && library.expectContinue === 'option' && !isEmpty,
    formEscape: options.form_escape,
    configFile: planConfig(draft),
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

function planTarget(draft: Draft): Template | undefined {
  const { request_target: target, proxy } = draft.request.options;
  if (target === undefined) return undefined;
  if (draft.library.target) {
    if (proxy !== undefined && !isLibcurl(draft.library))
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

/** Credentials that are more than a header; undefined where there are none, or none that the library can use. */
function planAuth(draft: Draft): PlanAuth | undefined {
  const { request, library } = draft;
  if (request.auth === undefined) return undefined;
  const { scheme, username = '', password = '', provider } = request.auth;
  const credentials = { username: draft.template(username), password: draft.template(password) };
  if (scheme === 'basic') return { kind: 'basic', ...credentials };
  let kind: AuthScheme = scheme;
  if (scheme === 'any' && library.schemes.any === undefined) {
    draft.warn('auth_unsupported', `${library.name} answers a Digest challenge, and no other.`, '--anyauth');
    kind = 'digest';
  }
  const means = library.schemes[kind];
  if (means === undefined) {
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
  if (means !== 'own') {
    draft.packages.push(means.package);
    if (means.limit !== undefined) draft.warn('auth_unsupported', means.limit, SCHEME_OPTIONS[kind]);
  }
  if (!isLibcurl(library) && request.options.request_target !== undefined && library.target)
    draft.warn(
      'auth_unsupported',
      'curl answers a challenge for path and query of the URL, the program for the request target.',
      SCHEME_OPTIONS[kind],
    );
  return { kind, ...credentials, provider: provider === undefined ? undefined : draft.template(provider) };
}

function planTime({ library }: Draft, milliseconds: number | undefined): number | undefined {
  const isEndless = milliseconds === undefined || milliseconds === 0 || milliseconds > ENDLESS;
  return isEndless && !library.isCurl ? undefined : milliseconds;
}

function planConnectTime(draft: Draft): number | undefined {
  const { library, request } = draft;
  const time = planTime(draft, request.options.connect_timeout_ms);
  if (time === undefined || library.connectTimeout) return time;
  draft.warn('option_unsupported', `${library.name} has no such time limit.`, '--connect-timeout');
  return undefined;
}

function planInsecure(draft: Draft): boolean {
  if (draft.request.options.insecure !== true) return false;
  if (!draft.library.insecure)
    draft.warn('option_unsupported', `${draft.library.name} checks every certificate.`, '-k');
  return draft.library.insecure;
}

function planVersion(draft: Draft): Plan['httpVersion'] {
  const { http_version: version } = draft.request.options;
  const usual = draft.library.asksForUpgrade && !/^https:/i.test(draft.request.url) ? '1.1' : undefined;
  if (version === undefined) return usual;
  const known = draft.library.versions[version];
  if (known === undefined) {
    draft.warn(
      'http_version_unsupported',
      `${draft.library.name} does not speak HTTP/${version.replace('-prior-knowledge', '')} when asked to.`,
      `--http${version}`,
    );
    return usual;
  }
  return known === 'option' ? version : undefined;
}

function planConfig(draft: Draft): Template | undefined {
  const { config_file: path } = draft.request.options;
  if (path === undefined) return undefined;
  if (draft.library.isCurl) return draft.template(path);
  draft.warn('option_unsupported', `More options may stand in ${path}, which only curl reads.`, '--config');
  return undefined;
}

function planFamily(draft: Draft): 4 | 6 | undefined {
  const { ip_version: family, proxy } = draft.request.options;
  if (family === undefined || ADDRESS.test(proxy ?? draft.request.url)) return undefined;
  if (!draft.library.ipVersion)
    draft.warn(
      'option_unsupported',
      `${draft.library.name} takes whatever address a name has.`,
      `-${family}`,
    );
  return draft.library.ipVersion ? (family === 4 ? 4 : 6) : undefined;
}
