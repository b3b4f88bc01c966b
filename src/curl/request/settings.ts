/** Request pass: settings other than headers and body: redirects, time limits, versions, proxies. */
import { Word } from '../word.ts';
import { proxyUrl } from './proxies.ts';
import type { Job, Text } from './request-draft.ts';
import type { CurlUrl } from './url.ts';

/** Adds what the options of the command say together: redirects, versions, proxies and files. */
export function addSettings(job: Job, url: CurlUrl): void {
  const { transfer, kind, diagnostics } = job;
  const { options } = job.draft;
  const { follow, method, retry, configFile } = transfer;
  // With --follow the method is changed by redirects as the standard says.
  if (method !== undefined && follow !== 'spec') options.custom_method = true;
  if (follow !== 'no') {
    options.follow_redirects = true;
    // An upload is not a POST, even with -X: curl drops its body only after 303.
    const kept = kind === 'put' && method !== undefined ? [301, 302] : [...transfer.keepMethodOn];
    if (kept.length > 0) options.keep_method_on = kept;
    if (transfer.trusted) options.auth_on_redirect = true;
    warnOfMethod(job);
  }
  if (retry.count > 0) options.retry = retry;
  addVersion(job, url);
  addFiles(job);
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
  const message = 'With --follow some redirects change the method to GET; here it stays.';
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

const NO_PASSWORD = 'The password of the certificate is left out; the request shape cannot express it.';

/** The files of the response, the cookies and the certificate. */
function addFiles({ transfer, draft, diagnostics }: Job): void {
  const { options } = draft;
  const { outputs, outputDir, remoteName, cookieJar, cert } = transfer;
  // `-o -` is standard output.
  const name = outputs?.[0]?.value ?? (remoteName && nameOf(draft.url));
  if (name !== undefined && (typeof name === 'string' ? name : name.text) !== '-')
    options.output =
      outputDir === undefined ? name : Word.concat(outputDir.value, [outputDir.value, '/', name]);
  if (cookieJar !== undefined && cookieJar.value.text !== '-') options.cookie_jar = cookieJar.value;
  if (cert === undefined || cert.value.isEmpty) return;
  // `file:password`, unless the colon follows a drive letter.
  const colon = cert.value.outline.slice(2).search(/(?<!\\):/) + 2;
  options.cert = colon > 1 ? cert.value.slice(0, colon) : cert.value;
  diagnostics.warn('not_executable', cert);
  if (colon > 1) diagnostics.warn('option_ignored', cert, NO_PASSWORD);
}

/** The last segment of a path; `curl_response` where there is none, as curl 8 calls it. */
function nameOf(url: Text): Text {
  const outline = typeof url === 'string' ? url : url.outline;
  const end = /[?#]|$/.exec(outline)?.index ?? outline.length;
  const start = outline.lastIndexOf('/', end - 1) + 1;
  if (start === end || start <= outline.indexOf('//') + 2) return 'curl_response';
  return url.slice(start, end);
}
