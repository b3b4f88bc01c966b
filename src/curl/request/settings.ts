/** Request pass: what is no header and no body: redirects, time limits, versions, proxies. */
import type { Draft, Job, Kind } from './draft.ts';
import { proxyUrl } from './proxies.ts';
import { type CurlUrl, withoutBytes } from './url.ts';

/** After which redirects an upload keeps its body. */
const UPLOADS: readonly (301 | 302)[] = [301, 302];

export function addSettings(job: Job, draft: Draft, kind: Kind, url: CurlUrl): void {
  const { operation } = job;
  const { options } = draft;
  const { follow, method, maxRedirects, timeoutMs, connectTimeoutMs } = operation;
  if (follow !== 'no') options.follow_redirects = true;
  if (maxRedirects !== undefined) options.max_redirects = maxRedirects;
  // With --follow the method is changed by redirects as the standard says.
  if (method !== undefined && follow !== 'spec') options.custom_method = true;
  if (timeoutMs !== undefined) options.timeout_ms = timeoutMs;
  if (connectTimeoutMs !== undefined) options.connect_timeout_ms = connectTimeoutMs;
  if (operation.insecure) options.insecure = true;
  if (operation.compressed) options.compressed = true;
  if (follow !== 'no') {
    // An upload is no POST whatever -X calls it: curl drops its body after 303 only.
    const kept = kind === 'put' && method !== undefined ? UPLOADS : operation.keepMethodOn;
    if (kept.length > 0) options.keep_method_on = [...kept];
    if (operation.trusted) options.auth_on_redirect = true;
    warnOfMethod(job, kind);
  }
  if (operation.ipVersion !== undefined) options.ip_version = operation.ipVersion;
  addVersion(job, draft, url);
  addRequestTarget(job, draft);
  addProxy(job, draft, url);
  addConfigFile(job, draft);
}

/** `--follow` (curl 8.16) says a method of -X again only where RFC 9110, section 15.4, keeps it. */
function warnOfMethod({ operation, diagnostics }: Job, kind: Kind): void {
  const { follow, method } = operation;
  if (follow !== 'spec' || method === undefined) return;
  const text = method.value.outline;
  if (text === 'GET' || text === 'HEAD' || (text === 'POST' && (kind === 'post' || kind === 'form'))) return;
  diagnostics.warn(
    'option_ignored',
    `Some redirects make a GET of this with --follow; here the method stays ${method.value.text ?? 'as it is'}.`,
    method,
    '--follow',
  );
}

function addVersion({ operation, diagnostics, line }: Job, { options }: Draft, { scheme }: CurlUrl): void {
  const version = operation.httpVersion;
  if (version === undefined) return;
  if (version === '3-only' && scheme === 'http')
    throw diagnostics.error(
      'unsupported_scheme',
      'curl: (3) HTTP/3 requested for non-HTTPS URL',
      operation.urls[0] ?? line.span,
    );
  options.http_version = version === '3-only' ? '3' : version;
  if (version === '2' && scheme === 'http')
    diagnostics.warn(
      'protocol_upgrade',
      'Over plain http curl asks for an upgrade to HTTP/2 with extra headers.',
      line.span,
      '--http2',
    );
}

function addRequestTarget({ operation, diagnostics }: Job, { options }: Draft): void {
  const target = operation.requestTarget;
  if (target === undefined) return;
  options.request_target = withoutBytes(target.value, 'request target', diagnostics);
  const text = target.value.segments.map((segment) => (segment.kind === 'text' ? segment.text : '')).join('');
  if (target.value.hasBytes || /[^\x21-\x7e]/.test(text))
    diagnostics.warn(
      'option_ignored',
      'curl sends the request target as it is; the service sends only one of visible ASCII characters.',
      target,
      target.name,
    );
}

function addProxy(job: Job, { options }: Draft, url: CurlUrl): void {
  const proxy = proxyUrl(job, url.scheme, url.host.outline.toLowerCase());
  if (proxy === undefined) return;
  options.proxy = proxy.url;
  job.diagnostics.warn(
    'not_executable',
    'Programs use this proxy; the service sends no test through a proxy of yours.',
    proxy.place,
    job.operation.proxy?.use.name,
  );
}

function addConfigFile({ operation, diagnostics }: Job, { options }: Draft): void {
  const use = operation.configFile;
  if (use === undefined) return;
  options.config_file = use.value;
  const name = use.value.outline === '-' ? 'standard input' : (use.value.text ?? 'this file');
  diagnostics.warn(
    'config_file',
    `The options in ${name} are not known, and anything may stand there: this is not executed.`,
    use,
    use.name,
  );
}
