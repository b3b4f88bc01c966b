/** Request pass: settings other than headers and body: redirects, time limits, versions, proxies. */
import { Word } from '../word.ts';
import { proxyUrl } from './proxies.ts';
import type { Job, Text } from './request-draft.ts';
import type { CurlUrl } from './url.ts';

const UPLOADS: readonly (301 | 302)[] = [301, 302];

/** Adds the options of the request: redirects, time limits, versions, proxies and files. */
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
    // An upload is not a POST, even with -X: curl drops its body only after 303.
    const kept = kind === 'put' && method !== undefined ? UPLOADS : transfer.keepMethodOn;
    if (kept.length > 0) options.keep_method_on = [...kept];
    if (transfer.trusted) options.auth_on_redirect = true;
    warnOfMethod(job);
  }
  if (ipVersion !== undefined) options.ip_version = ipVersion;
  addVersion(job, url);
  addRequestTarget(job);
  addTransferOptions(job);
  addLocalFiles(job);
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

/** Adds how the response is handled, and retries. */
function addTransferOptions({ transfer, draft }: Job): void {
  const { options } = draft;
  const { outputs, outputDir, remoteName, fail, retries, retryDelayMs } = transfer;
  // `-o -` is standard output.
  const name = outputs?.[0]?.value ?? (remoteName && nameOf(draft.url));
  if (name !== undefined && (typeof name === 'string' ? name : name.text) !== '-')
    options.output =
      outputDir === undefined ? name : Word.concat(outputDir.value, [outputDir.value, '/', name]);
  if (transfer.showHeaders) options.show_headers = true;
  if (fail !== undefined) options.fail = true;
  if (fail === 'with-body') options.fail_with_body = true;
  if (!transfer.buffer) options.stream = true;
  if (retries !== undefined && retries > 0)
    options.retry = {
      count: retries,
      ...(retryDelayMs !== undefined && retryDelayMs > 0 && { delay_ms: retryDelayMs }),
      ...(transfer.retryAllErrors && { all_errors: true }),
      ...(transfer.retryConnectionRefused && { connection_refused: true }),
    };
}

/** The last segment of a path; `curl_response` where there is none, as curl 8 calls it. */
function nameOf(url: Text): Text {
  const outline = typeof url === 'string' ? url : url.outline;
  const end = /[?#]|$/.exec(outline)?.index ?? outline.length;
  const start = outline.lastIndexOf('/', end - 1) + 1;
  if (start === end || start <= outline.indexOf('//') + 2) return 'curl_response';
  return url.slice(start, end);
}

/** Files, sockets, interfaces and addresses of the user's machine. */
function addLocalFiles({ transfer, diagnostics, draft: { options } }: Job): void {
  const { cert, key, cacert, unixSocket, resolve, localInterface, cookieJar } = transfer;
  for (const use of [cert, key, unixSocket])
    if (use?.value.isEmpty === false) diagnostics.warn('not_executable', use);
  if (cert !== undefined && !cert.value.isEmpty) {
    // `file:password`, unless the colon follows a drive letter.
    const colon = cert.value.outline.slice(2).search(/(?<!\\):/) + 2;
    options.cert = colon > 1 ? cert.value.slice(0, colon) : cert.value;
    if (colon > 1)
      diagnostics.warn(
        'option_ignored',
        cert,
        'The password of the certificate is left out; the request shape cannot express it.',
      );
  }
  if (key !== undefined) options.key = key.value;
  if (cacert !== undefined) options.cacert = cacert.value;
  if (unixSocket !== undefined) options.unix_socket = unixSocket.value;
  // `+` lets the entry expire, which a single request never sees.
  if (resolve !== undefined)
    options.resolve = resolve.map(({ value }) => value.slice(value.outline.startsWith('+') ? 1 : 0));
  if (localInterface !== undefined) options.interface = localInterface.value;
  if (cookieJar !== undefined && cookieJar.value.text !== '-') options.cookie_jar = cookieJar.value;
}

function addRequestTarget({ transfer, diagnostics, draft }: Job): void {
  const target = transfer.requestTarget;
  if (target === undefined) return;
  draft.options.request_target = target.value;
  if (/[^\x21-\x7e\ufffc]/.test(target.value.outline))
    diagnostics.warn(
      'option_ignored',
      target,
      'A request target has only visible ASCII characters; executing the request is refused.',
    );
}
