/**
 * Options pass. THE option table: every option of curl 8.23 (`curl --help all` and the few that it does not list), one
 * row each. What a row says is all that the parser and the docs know about an option.
 */
import type { Effect, Option, Setter } from './option.ts';
import * as set from './setters.ts';

const ROWS: Option[] = [];

const rows =
  (kind: Option['kind']) =>
  (names: string, effect: Effect, note: string, set?: Setter): void => {
    const [name = '', letter] = names.split(' ');
    const shortIsNo = letter?.startsWith('!') ?? false;
    ROWS.push({ name, short: shortIsNo ? letter?.slice(1) : letter, shortIsNo, kind, effect, note, set });
  };
const flag = rows('flag');
const toggle = rows('switch');
const value = rows('value');

/* ---- the table, by name ---- */

value('abstract-unix-socket', 'ignored', 'connects to a socket of the local machine', set.text);
flag('alpn', 'ignored', 'TLS negotiation');
value('alt-svc', 'ignored', 'local cache file');
toggle('anyauth', 'used', '`auth.scheme` `any`', set.scheme('any'));
flag('append a', 'none', 'FTP and SFTP');
value('aws-sigv4', 'used', '`auth.scheme` `aws-sigv4`', set.store('sigv4'));
flag('basic', 'used', '`Authorization` header', set.scheme('basic'));
flag('buffer !N', 'used', '`options.stream`', set.turn('buffer'));
flag('ca-native', 'ignored', 'certificate store');
value('cacert', 'used', '`options.cacert`', set.store('cacert', set.text));
value('capath', 'ignored', 'local certificates', set.text);
value('cert E', 'used', '`options.cert`', set.store('cert'));
flag('cert-status', 'ignored', 'TLS verification');
value('cert-type', 'ignored', 'client certificate', set.text);
value('ciphers', 'ignored', 'TLS negotiation', set.text);
flag('clobber', 'output', 'saving the output');
flag('compressed', 'used', '`options.compressed`', set.turn('compressed'));
flag('compressed-ssh', 'none', 'SSH');
value(
  'config K',
  'used',
  'inline (`-K -` with a here-document); a file is `options.config_file`',
  (context, use) => context.config(use),
);
value('connect-timeout', 'used', '`options.connect_timeout_ms`', (context, use) => {
  context.transfer.connectTimeoutMs = set.secondsToMs(context, use);
});
value('connect-to', 'ignored', 'connects elsewhere than the URL says');
value('continue-at C', 'used', '`Range` header; a resumed upload is a warning', (context, use) => {
  const { transfer } = context;
  if (transfer.range !== undefined) context.refuse('conflicting_options');
  set.matching(/^(?:-|\d{1,18})$/, 'invalid_number')(context, use, true);
  transfer.resume = use;
});
value('cookie b', 'used', '`Cookie` header; a cookie file is a warning', set.add('cookies'));
value('cookie-jar c', 'used', '`options.cookie_jar`', (context, use) => {
  set.text(context, use, true);
  context.transfer.cookieJar = use;
});
flag('create-dirs', 'output', 'saving the output');
value('create-file-mode', 'output', 'saving the output', set.matching(/^[0-7]{1,6}$/, 'invalid_number'));
flag('crlf', 'ignored', 'converts line ends of an upload');
value('crlfile', 'ignored', 'local certificate file', set.text);
value('curves', 'ignored', 'TLS negotiation', set.text);
value('data d', 'used', 'body', set.data('text'));
value('data-ascii', 'used', 'body', set.data('text'));
value('data-binary', 'used', 'body', set.data('binary'));
value('data-raw', 'used', 'body', set.data('raw'));
value('data-urlencode', 'used', 'body, encoded', set.data('urlencode'));
value('delegation', 'ignored', 'GSS-API');
flag('digest', 'used', '`auth.scheme` `digest`', set.scheme('digest'));
flag('disable q', 'output', 'whether .curlrc is read');
flag('disable-eprt', 'none', 'FTP');
flag('disable-epsv', 'none', 'FTP');
flag('disallow-username-in-url', 'used', 'refuses a URL with a user name', set.turn('disallowUser'));
value('dns-interface', 'ignored', 'name resolution', set.text);
value('dns-ipv4-addr', 'ignored', 'name resolution', set.text);
value('dns-ipv6-addr', 'ignored', 'name resolution', set.text);
value('dns-servers', 'ignored', 'name resolution', set.text);
flag('doh-cert-status', 'ignored', 'name resolution');
flag('doh-insecure', 'ignored', 'name resolution');
value('doh-url', 'ignored', 'name resolution');
toggle('dump-ca-embed', 'refused', 'prints certificates');
value('dump-header D', 'output', 'saving the response header', set.text);
value('ech', 'ignored', 'TLS negotiation', set.text);
value('egd-file', 'deprecated', 'no function');
value('engine', 'ignored', 'TLS; `list` is refused', (context, use, on) => {
  set.text(context, use, on);
  if (use.value.text === 'list') context.refuse('not_a_request');
});
flag('eprt', 'none', 'FTP');
flag('epsv', 'none', 'FTP');
value('etag-compare', 'ignored', '`If-None-Match` from a local file', (context, use, on) => {
  set.text(context, use, on);
  context.warn('local_file');
});
value('etag-save', 'output', 'saving the ETag', set.text);
value('expect100-timeout', 'ignored', 'waiting for `100 Continue`', set.seconds);
flag('fail f', 'used', '`options.fail`', ({ transfer }, _, on) => {
  transfer.fail = on ? 'at-once' : undefined;
});
flag('fail-early', 'output', 'exit status');
flag('fail-with-body', 'used', '`options.fail_with_body`', ({ transfer }, _, on) => {
  transfer.fail = on ? 'with-body' : undefined;
});
flag('false-start', 'deprecated', 'TLS negotiation');
flag('follow', 'used', '`options.follow_redirects`', ({ transfer }, _, on) => {
  transfer.follow = on ? 'spec' : 'no';
});
value('form F', 'used', '`form`', set.form(false));
flag('form-escape', 'used', '`options.form_escape`', set.turn('formEscape'));
value('form-string', 'used', '`form`', set.form(true));
value('ftp-account', 'none', 'FTP', set.text);
value('ftp-alternative-to-user', 'none', 'FTP', set.text);
flag('ftp-create-dirs', 'none', 'FTP');
value('ftp-method', 'none', 'FTP');
toggle('ftp-pasv', 'none', 'FTP');
value('ftp-port P', 'none', 'FTP', set.text);
flag('ftp-pret', 'none', 'FTP');
flag('ftp-skip-pasv-ip', 'none', 'FTP');
flag('ftp-ssl', 'none', 'FTP');
flag('ftp-ssl-ccc', 'none', 'FTP');
value('ftp-ssl-ccc-mode', 'none', 'FTP');
flag('ftp-ssl-control', 'none', 'FTP');
flag('ftp-ssl-reqd', 'none', 'FTP');
flag('get G', 'used', 'data go into the query', set.turn('get'));
flag('globoff g', 'used', 'no globbing', set.turn('globOff'));
value('happy-eyeballs-timeout-ms', 'ignored', 'connecting', set.count);
value('haproxy-clientip', 'ignored', 'PROXY protocol', set.text);
flag('haproxy-protocol', 'ignored', 'PROXY protocol');
flag('head I', 'used', '`method` HEAD', (context, _, on) => {
  context.transfer.head = on;
  set.claim(context, on ? 'head' : 'get');
});
value('header H', 'used', '`headers`; a header file is a warning', set.add('headers'));
value('help h', 'refused', 'prints help');
value('hostpubmd5', 'none', 'SSH', set.matching(/^.{32}$/s));
value('hostpubsha256', 'none', 'SSH', set.text);
value('hsts', 'ignored', 'local cache file');
flag('http0.9', 'ignored', 'accepts HTTP/0.9 responses');
toggle('http1.0 0', 'used', '`options.http_version`', set.put('httpVersion', '1.0'));
toggle('http1.1', 'used', '`options.http_version`', set.put('httpVersion', '1.1'));
toggle('http2', 'used', '`options.http_version`', set.put('httpVersion', '2'));
toggle(
  'http2-prior-knowledge',
  'used',
  '`options.http_version`',
  set.put('httpVersion', '2-prior-knowledge'),
);
toggle('http3', 'used', '`options.http_version`', set.put('httpVersion', '3'));
toggle('http3-only', 'used', '`options.http_version`', set.put('httpVersion', '3-only'));
flag('ignore-content-length', 'ignored', 'reading the response');
flag('include', 'used', 'old name of --show-headers', set.turn('showHeaders'));
flag('insecure k', 'used', '`options.insecure`', set.turn('insecure'));
value('interface', 'used', '`options.interface`', set.store('localInterface', set.text));
value('ip-tos', 'ignored', 'IP header', set.typeOfService);
value('ipfs-gateway', 'none', 'IPFS', set.text);
toggle('ipv4 4', 'used', '`options.ip_version`', set.put('ipVersion', 4));
toggle('ipv6 6', 'used', '`options.ip_version`', set.put('ipVersion', 6));
value('json', 'used', 'body with JSON headers', set.data('json'));
flag('junk-session-cookies j', 'ignored', 'cookie files');
flag('keepalive', 'ignored', 'TCP');
value('keepalive-cnt', 'ignored', 'TCP', set.count);
value('keepalive-time', 'ignored', 'TCP', set.count);
value('key', 'used', '`options.key`', set.store('key', set.text));
value('key-type', 'ignored', 'client key', set.text);
value('knownhosts', 'none', 'SSH');
value('krb', 'deprecated', 'FTP');
value('krb4', 'deprecated', 'FTP');
value('libcurl', 'output', 'writes C code', set.text);
value('limit-rate', 'ignored', 'speed', set.size);
flag('list-only l', 'none', 'FTP, POP3, SFTP');
value('local-port', 'ignored', 'port of this side', set.matching(/^\d{1,5}(?:[ \t]?-[ \t]?\d{1,5})?$/));
flag('location L', 'used', '`options.follow_redirects`', ({ transfer }, _, on) => {
  transfer.follow = on ? 'yes' : 'no';
});
flag('location-trusted', 'used', '`options.auth_on_redirect`', ({ transfer }, _, on) => {
  transfer.follow = on ? 'yes' : 'no';
  transfer.trusted = on;
});
value('login-options', 'none', 'mail');
value('mail-auth', 'none', 'mail', set.text);
value('mail-from', 'none', 'mail', set.text);
value('mail-rcpt', 'none', 'mail');
flag('mail-rcpt-allowfails', 'none', 'mail');
flag('manual M', 'refused', 'prints the manual');
value('max-filesize', 'ignored', 'size of the response', set.size);
value('max-redirs', 'used', '`options.max_redirects`', (context, use, on) => {
  set.matching(/^(?:\d{1,18}|-1)$/, 'invalid_number')(context, use, on);
  const given = set.known(context, use);
  if (given !== undefined) context.transfer.maxRedirects = Math.min(Number(given), 1_000_000);
});
value('max-time m', 'used', '`options.timeout_ms`', (context, use) => {
  context.transfer.timeoutMs = set.secondsToMs(context, use);
});
flag('metalink', 'deprecated', 'no function');
flag('mptcp', 'ignored', 'TCP');
flag('negotiate', 'used', '`auth.scheme` `negotiate`', set.scheme('negotiate'));
flag('netrc n', 'ignored', 'credentials from a local file');
value('netrc-file', 'ignored', 'credentials from a local file', set.text);
flag('netrc-optional', 'ignored', 'credentials from a local file');
toggle('next :', 'used', 'further requests; the first is parsed', (context) => context.next());
value('noproxy', 'used', 'takes `options.proxy` away', set.store('noProxy'));
flag('npn', 'deprecated', 'no function');
flag('ntlm', 'used', '`auth.scheme` `ntlm`', set.scheme('ntlm'));
flag('ntlm-wb', 'deprecated', 'no function');
value('oauth2-bearer', 'used', '`Authorization` header', set.store('bearer', set.text));
flag('out-null', 'output', 'discards the response');
value('output o', 'used', '`options.output`', (context, use, on) => {
  set.text(context, use, on);
  // The first URL has the first of them.
  context.transfer.output ??= use;
});
value('output-dir', 'used', '`options.output`', set.store('outputDir', set.text));
flag('parallel Z', 'ignored', 'several transfers at once');
flag('parallel-immediate', 'ignored', 'several transfers at once');
value('parallel-max', 'ignored', 'several transfers at once', set.count);
value('parallel-max-host', 'ignored', 'several transfers at once', set.count);
value('pass', 'ignored', 'client key', set.text);
flag('path-as-is', 'used', 'dot segments stay in `url`', set.turn('pathAsIs'));
value('pinnedpubkey', 'ignored', 'TLS verification', set.text);
flag('post301', 'used', '`options.keep_method_on`', set.keep(301));
flag('post302', 'used', '`options.keep_method_on`', set.keep(302));
flag('post303', 'used', '`options.keep_method_on`', set.keep(303));
value('preproxy', 'ignored', 'a proxy before the proxy', set.text);
flag('progress-bar #', 'output', 'progress display');
flag('progress-meter', 'output', 'progress display');
value('proto', 'used', 'refuses other protocols', (context, use) => {
  context.transfer.protocols = set.protocolSet(context, use);
});
value('proto-default', 'used', 'scheme of a URL without one', (context, use, on) => {
  set.text(context, use, on);
  const given = set.known(context, use)?.toLowerCase();
  if (given !== undefined && !set.PROTOCOLS.includes(given)) context.refuse('unsupported_scheme');
  context.transfer.defaultProtocol = given;
});
value('proto-redir', 'ignored', 'protocols after redirects');
value('proxy x', 'used', '`options.proxy`', set.proxy(''));
flag('proxy-anyauth', 'ignored', 'proxy authentication');
flag('proxy-basic', 'ignored', 'proxy authentication');
flag('proxy-ca-native', 'ignored', 'TLS to the proxy');
value('proxy-cacert', 'ignored', 'TLS to the proxy', set.text);
value('proxy-capath', 'ignored', 'TLS to the proxy', set.text);
value('proxy-cert', 'ignored', 'TLS to the proxy');
value('proxy-cert-type', 'ignored', 'TLS to the proxy', set.text);
value('proxy-ciphers', 'ignored', 'TLS to the proxy', set.text);
value('proxy-crlfile', 'ignored', 'TLS to the proxy', set.text);
flag('proxy-digest', 'ignored', 'proxy authentication');
value('proxy-header', 'ignored', 'headers for the proxy');
flag('proxy-http2', 'ignored', 'HTTP version to the proxy');
flag('proxy-http3', 'ignored', 'HTTP version to the proxy');
flag('proxy-insecure', 'ignored', 'TLS to the proxy');
value('proxy-key', 'ignored', 'TLS to the proxy');
value('proxy-key-type', 'ignored', 'TLS to the proxy', set.text);
flag('proxy-negotiate', 'ignored', 'proxy authentication');
flag('proxy-ntlm', 'ignored', 'proxy authentication');
value('proxy-pass', 'ignored', 'TLS to the proxy');
value('proxy-pinnedpubkey', 'ignored', 'TLS to the proxy', set.text);
value('proxy-service-name', 'ignored', 'proxy authentication', set.text);
flag('proxy-ssl-allow-beast', 'ignored', 'TLS to the proxy');
flag('proxy-ssl-auto-client-cert', 'ignored', 'TLS to the proxy');
value('proxy-tls13-ciphers', 'ignored', 'TLS to the proxy', set.text);
value('proxy-tlsauthtype', 'deprecated', 'TLS to the proxy');
value('proxy-tlspassword', 'deprecated', 'TLS to the proxy');
value('proxy-tlsuser', 'deprecated', 'TLS to the proxy');
toggle('proxy-tlsv1', 'ignored', 'TLS to the proxy');
value('proxy-user U', 'used', 'credentials of `options.proxy`', set.store('proxyUser'));
value('proxy1.0', 'used', '`options.proxy`', set.proxy('http'));
flag('proxytunnel p', 'ignored', 'CONNECT through the proxy');
value('pubkey', 'none', 'SSH', set.text);
value('quote Q', 'none', 'FTP and SFTP');
value('random-file', 'deprecated', 'no function');
value('range r', 'used', '`Range` header', (context, use, on) => {
  if (context.transfer.resume !== undefined) context.refuse('conflicting_options');
  set.text(context, use, on);
  context.transfer.range = use;
});
value('rate', 'ignored', 'pause between requests', set.matching(/^[1-9]\d{0,9}(?:\/\d*[smhd].*)?$/));
flag('raw', 'ignored', 'no decoding of the response');
value('referer e', 'used', '`Referer` header', set.store('referer'));
flag('remote-header-name J', 'output', 'saving the output', ({ transfer }, use, on) => {
  transfer.namedByHeader = on ? use : undefined;
});
flag('remote-name O', 'used', '`options.output`', ({ transfer }, use, on) => {
  transfer.remoteName = on ? use : undefined;
});
flag('remote-name-all', 'used', '`options.output`', ({ transfer }, use, on) => {
  transfer.remoteName = on ? use : undefined;
});
flag('remote-time R', 'output', 'saving the output');
flag('remove-on-error', 'output', 'saving the output');
value('request X', 'used', '`method`', set.store('method', set.text));
value('request-target', 'used', '`options.request_target`', set.store('requestTarget', set.text));
// `host:port:address`, `[+]…`, or `-host:port` to remove one.
value('resolve', 'ignored', 'name resolution', set.matching(/^-?\+?(?:\[[^\]]*\]|[^:]*):\d+/));
value('retry', 'used', '`options.retry`', (context, use, on) => {
  set.count(context, use, on);
  const given = set.known(context, use);
  if (given !== undefined) context.transfer.retries = Math.min(Math.abs(Number(given)), 1_000_000);
});
flag('retry-all-errors', 'used', '`options.retry`', set.turn('retryAllErrors'));
flag('retry-connrefused', 'ignored', 'retries');
value('retry-delay', 'used', '`options.retry`', (context, use) => {
  context.transfer.retryDelayMs = set.secondsToMs(context, use);
});
value('retry-max-time', 'ignored', 'retries', set.seconds);
value('sasl-authzid', 'none', 'mail', set.text);
flag('sasl-ir', 'none', 'mail');
value('service-name', 'ignored', 'Kerberos', set.text);
flag('sessionid', 'ignored', 'TLS');
flag('show-error S', 'output', 'error messages');
flag('show-headers i', 'used', '`options.show_headers`', set.turn('showHeaders'));
value('sigalgs', 'ignored', 'TLS negotiation', set.text);
flag('silent s', 'output', 'progress display');
flag('skip-existing', 'output', 'saving the output');
value('socks4', 'used', '`options.proxy`', set.proxy('socks4'));
value('socks4a', 'used', '`options.proxy`', set.proxy('socks4a'));
value('socks5', 'used', '`options.proxy`', set.proxy('socks5'));
flag('socks5-basic', 'ignored', 'proxy authentication');
flag('socks5-gssapi', 'ignored', 'proxy authentication');
flag('socks5-gssapi-nec', 'ignored', 'proxy authentication');
value('socks5-gssapi-service', 'ignored', 'proxy authentication', set.text);
value('socks5-hostname', 'used', '`options.proxy`', set.proxy('socks5h'));
value('speed-limit Y', 'ignored', 'speed', set.count);
value('speed-time y', 'ignored', 'speed', set.count);
flag('ssl', 'none', 'FTP and mail');
flag('ssl-allow-beast', 'ignored', 'TLS');
flag('ssl-auto-client-cert', 'ignored', 'TLS');
flag('ssl-no-revoke', 'ignored', 'TLS verification');
flag('ssl-reqd', 'none', 'FTP and mail');
flag('ssl-revoke-best-effort', 'ignored', 'TLS verification');
value('ssl-sessions', 'ignored', 'TLS', set.text);
toggle('sslv2 2', 'deprecated', 'no function');
toggle('sslv3 3', 'deprecated', 'no function');
value('stderr', 'output', 'error messages');
flag('styled-output', 'output', 'shows the response header');
flag('suppress-connect-headers', 'output', 'shows the response header');
flag('tcp-fastopen', 'ignored', 'TCP');
flag('tcp-nodelay', 'ignored', 'TCP');
value('telnet-option t', 'none', 'Telnet');
value('tftp-blksize', 'none', 'TFTP', set.count);
flag('tftp-no-options', 'none', 'TFTP');
value('time-cond z', 'used', '`If-Modified-Since` header', set.store('timeCondition'));
flag('tls-earlydata', 'ignored', 'TLS');
value('tls-max', 'ignored', 'TLS negotiation', set.matching(/^(?:default|1\.[0-3])$/));
value('tls13-ciphers', 'ignored', 'TLS negotiation', set.text);
value('tlsauthtype', 'deprecated', 'TLS authentication');
value('tlspassword', 'deprecated', 'TLS authentication');
value('tlsuser', 'deprecated', 'TLS authentication');
toggle('tlsv1 1', 'ignored', 'TLS negotiation');
toggle('tlsv1.0', 'ignored', 'TLS negotiation');
toggle('tlsv1.1', 'ignored', 'TLS negotiation');
toggle('tlsv1.2', 'ignored', 'TLS negotiation');
toggle('tlsv1.3', 'ignored', 'TLS negotiation');
flag('tr-encoding', 'ignored', '`TE: gzip`');
value('trace', 'output', 'tracing', set.text);
value('trace-ascii', 'output', 'tracing', set.text);
value('trace-config', 'output', 'tracing');
flag('trace-ids', 'output', 'tracing');
flag('trace-time', 'output', 'tracing');
value('unix-socket', 'used', '`options.unix_socket`', set.store('unixSocket', set.text));
value('upload-file T', 'used', '`body_file`', set.add('uploads'));
value(
  'upload-flags',
  'none',
  'mail',
  set.matching(/^(?:-?(?:answered|deleted|draft|flagged|seen)(?:,|$))+$/),
);
value('url', 'used', '`url`', set.add('urls', set.text));
value('url-query', 'used', 'query of `url`', set.add('queries'));
flag('use-ascii B', 'ignored', 'converts line ends of an upload');
value('user u', 'used', '`Authorization` header or `auth`', set.store('user'));
value('user-agent A', 'used', '`User-Agent` header', set.store('userAgent'));
value('variable', 'used', 'for `--expand-…`', (context, use) => context.variable(use));
flag('verbose v', 'output', 'tracing');
flag('version V', 'refused', 'prints the version');
value('vlan-priority', 'ignored', 'Ethernet header', set.matching(/^[0-7]$/));
value('write-out w', 'output', 'prints facts about the transfer');
flag('xattr', 'output', 'saving the output');

export const OPTIONS: readonly Option[] = ROWS;

const BY_NAME: ReadonlyMap<string, Option> = new Map(OPTIONS.map((option) => [option.name, option]));
const BY_LETTER: ReadonlyMap<string, Option> = new Map(
  OPTIONS.flatMap((option) => (option.short === undefined ? [] : [[option.short, option]])),
);

/** The option of a long name, without dashes, `no-` and `expand-`. curl 8.x takes no abbreviations. */
export function longOption(name: string): Option | undefined {
  return BY_NAME.get(name);
}

export function shortOption(letter: string): Option | undefined {
  return BY_LETTER.get(letter);
}
