/** Request pass: what is no header and no body: redirects, time limits, versions, proxies. */

import { proxyUrl } from './proxies.ts';
import type { Job } from './request-draft.ts';
import type { CurlUrl } from './url.ts';

const UPLOADS: readonly (301 | 302)[] = [301, 302];

export function addSettings(job: Job, url: CurlUrl): void {
  const { transfer, kind, diagnostics } = job;
  const { options } = job.draft;
  const { follow, method, maxRedirects, timeoutMs, connectTimeoutMs, ipVersion, configFile } = transfer;
  if (follow !== 'no') options.follow_redirects = true;
  if (maxRedirects !== undefined) options.max_redirects = maxRedirects;
  // With --follow the method is changed by redirects as the standard says.
  if (method !== undefined && follow !== 'spec') options.custom_method = true;
  if (timeoutMs !== undefined) options.timeout_ms = timeoutMs;
  if (connectTimeoutMs !== undefined) options.connect_timeout_ms = connectTimeoutMs;
  if (transfer.insecure) options.insecure = true;
  if (transfer.compressed) options.compressed = true;
  if (follow !== 'no') {
    // An upload is no POST whatever -X calls it: curl drops its body after 303 only.
    const kept = kind === 'put' && method !== undefined ? UPLOADS : transfer.keepMethodOn;
    if (kept.length > 0) options.keep_method_on = [...kept];
    if (transfer.trusted) options.auth_on_redirect = true;
    warnOfMethod(job);
  }
  if (ipVersion !== undefined) options.ip_version = ipVersion;
  addVersion(job, url);
  addRequestTarget(job);
  const proxy = proxyUrl(job, url);
  if (proxy !== undefined) {
    options.proxy = proxy.url;
    diagnostics.warn('not_executable', proxy.place);
  }
  if (configFile !== undefined) {
    options.config_file = configFile.value;
    diagnostics.warn('config_file', configFile);
  }
}

/** `--follow` (curl 8.16) says a method of -X again only where RFC 9110, section 15.4, keeps it. */
function warnOfMethod({ transfer, kind, diagnostics }: Job): void {
  const { follow, method } = transfer;
  if (follow !== 'spec' || method === undefined) return;
  const text = method.value.outline;
  if (text === 'GET' || text === 'HEAD' || (text === 'POST' && (kind === 'post' || kind === 'form'))) return;
  const message = 'Some redirects make a GET of this with --follow; here the method stays.';
  diagnostics.warn('option_ignored', { ...method, name: '--follow' }, message);
}

function addVersion({ transfer, diagnostics, line, draft: { options } }: Job, { scheme }: CurlUrl): void {
  const version = transfer.httpVersion;
  if (version === undefined) return;
  if (version === '3-only' && scheme === 'http')
    throw diagnostics.error('unsupported_scheme', transfer.urls?.[0] ?? line.span, 'HTTP/3 needs https.');
  options.http_version = version === '3-only' ? '3' : version;
  if (version === '2' && scheme === 'http')
    diagnostics.warn('protocol_upgrade', { ...line.span, name: '--http2' });
}

function addRequestTarget({ transfer, diagnostics, draft }: Job): void {
  const target = transfer.requestTarget;
  if (target === undefined) return;
  draft.options.request_target = target.value;
  if (/[^\x21-\x7e\ufffc]/.test(target.value.outline))
    diagnostics.warn('option_ignored', target, 'The service sends only visible ASCII characters here.');
}
