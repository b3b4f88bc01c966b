/**
 * Options pass. THE option table: every option of curl 8.23 (`curl --help all` and the few that it does not list). What a
 * row says is all that the parser and the docs know about its options; options that are alike share a row.
 */
import type { Effect, Option, Setter } from './option.ts';
import * as set from './setters.ts';

const ROWS: Option[] = [];

const rows =
  (kind: Option['kind']) =>
  (names: string, effect: Effect, note: string, set?: Setter): void => {
    for (const written of names.split(', ')) {
      const [name = '', letter] = written.split(' ');
      const shortIsNo = letter?.startsWith('!') ?? false;
      ROWS.push({ name, short: shortIsNo ? letter?.slice(1) : letter, shortIsNo, kind, effect, note, set });
    }
  };
const flag = rows('flag');
const toggle = rows('switch');
const value = rows('value');

/* ---- options that say something about the request, or are refused, by name ---- */

toggle('anyauth', 'used', '`auth.scheme` `any`', set.scheme('any'));
value('aws-sigv4', 'used', '`auth.scheme` `aws-sigv4`', set.store('sigv4'));
flag('basic', 'used', '`Authorization` header', set.scheme('basic'));
flag('buffer !N', 'used', '`options.stream`', set.turn('buffer'));
value('cacert', 'used', '`options.cacert`', set.store('cacert', set.text));
value('cert E', 'used', '`options.cert`', set.store('cert'));
flag('compressed', 'used', '`options.compressed`', set.turn('compressed'));
value(
  'config K',
  'used',
  'inline (`-K -` with a here-document); a file is `options.config_file`',
  (context, use) => context.config(use),
);
value('connect-timeout', 'used', '`options.connect_timeout_ms`', set.milliseconds('connectTimeoutMs'));
value(
  'continue-at C',
  'used',
  '`Range` header; a resumed upload is a warning',
  set.store('resume', set.offset),
);
value('cookie b', 'used', '`Cookie` header; a file is `options.cookie_file`', set.add('cookies'));
value('cookie-jar c', 'used', '`options.cookie_jar`', set.store('cookieJar', set.text));
value('create-file-mode', 'output', 'saving the output', set.matching(/^[0-7]{1,6}$/, 'invalid_number'));
value('data d, data-ascii', 'used', 'body', set.data('text'));
value('data-binary', 'used', 'body', set.data('binary'));
value('data-raw', 'used', 'body', set.data('raw'));
value('data-urlencode', 'used', 'body, encoded', set.data('urlencode'));
flag('digest', 'used', '`auth.scheme` `digest`', set.scheme('digest'));
flag('disallow-username-in-url', 'used', 'refuses a URL with a user name', set.turn('disallowUser'));
toggle('dump-ca-embed', 'refused', 'prints certificates');
value('engine', 'ignored', 'TLS; `list` is refused', set.matching(/^(?!list$)./s, 'not_a_request'));
value('etag-compare', 'ignored', '`If-None-Match` from a local file', set.text);
flag('fail f', 'used', '`options.fail`', set.put('fail', 'at-once', undefined));
flag('fail-with-body', 'used', '`options.fail_with_body`', set.put('fail', 'with-body', undefined));
flag('follow', 'used', '`options.follow_redirects`', set.put('follow', 'spec', 'no'));
value('form F', 'used', '`form`', set.form(false));
flag('form-escape', 'used', '`options.form_escape`', set.turn('formEscape'));
value('form-string', 'used', '`form`', set.form(true));
flag('get G', 'used', 'data go into the query', set.turn('get'));
flag('globoff g', 'used', 'no globbing', set.turn('globOff'));
flag('head I', 'used', '`method` HEAD', (context, use, on) => {
  context.transfer.head = on;
  set.claim(context, use, on ? 'head' : 'get');
});
value('header H', 'used', '`headers`; a header file is a warning', set.add('headers'));
value('help h', 'refused', 'prints help');
toggle('http1.0 0', 'used', '`options.http_version`', set.httpVersion('1.0'));
toggle('http1.1', 'used', '`options.http_version`', set.httpVersion('1.1'));
toggle('http2', 'used', '`options.http_version`', set.httpVersion('2'));
toggle('http2-prior-knowledge', 'used', '`options.http_version`', set.httpVersion('2-prior-knowledge'));
toggle('http3', 'used', '`options.http_version`', set.httpVersion('3'));
toggle('http3-only', 'used', '`options.http_version`', set.httpVersion('3-only'));
flag('include', 'used', 'old name of --show-headers', set.turn('showHeaders'));
flag('insecure k', 'used', '`options.insecure`', set.turn('insecure'));
value('interface', 'used', '`options.interface`', set.store('localInterface', set.text));
toggle('ipv4 4', 'used', '`options.ip_version`', set.put('ipVersion', 4, undefined));
toggle('ipv6 6', 'used', '`options.ip_version`', set.put('ipVersion', 6, undefined));
value('json', 'used', 'body with JSON headers', set.data('json'));
value('key', 'used', '`options.key`', set.store('key', set.text));
value('local-port', 'ignored', 'port of this side', set.matching(/^\d{1,5}(?:[ \t]?-[ \t]?\d{1,5})?$/));
flag('location L', 'used', '`options.follow_redirects`', set.put('follow', 'yes', 'no'));
flag('location-trusted', 'used', '`options.auth_on_redirect`', ({ transfer }, _, on) => {
  transfer.follow = on ? 'yes' : 'no';
  transfer.trusted = on;
});
flag('manual M', 'refused', 'prints the manual');
value('max-redirs', 'used', '`options.max_redirects`', set.number('maxRedirects', /^(?:\d{1,18}|-1)$/));
value('max-time m', 'used', '`options.timeout_ms`', set.milliseconds('timeoutMs'));
flag('negotiate', 'used', '`auth.scheme` `negotiate`', set.scheme('negotiate'));
toggle('next :', 'used', 'further requests; the first is parsed', (context, use) => context.next(use));
value('noproxy', 'used', 'takes `options.proxy` away', set.store('noProxy'));
flag('ntlm', 'used', '`auth.scheme` `ntlm`', set.scheme('ntlm'));
value('oauth2-bearer', 'used', '`Authorization` header', set.store('bearer', set.text));
value('output o', 'used', '`options.output`', set.add('outputs', set.text));
value('output-dir', 'used', '`options.output`', set.store('outputDir', set.text));
flag('path-as-is', 'used', 'dot segments stay in `url`', set.turn('pathAsIs'));
flag('post301', 'used', '`options.keep_method_on`', set.keep(301));
flag('post302', 'used', '`options.keep_method_on`', set.keep(302));
flag('post303', 'used', '`options.keep_method_on`', set.keep(303));
value('proto', 'used', 'refuses other protocols', set.protocols);
value('proto-default', 'used', 'scheme of a URL without one', set.defaultProtocol);
value('proxy x', 'used', '`options.proxy`', set.proxy(''));
value('proxy-user U', 'used', 'credentials of `options.proxy`', set.store('proxyUser'));
value('proxy1.0', 'used', '`options.proxy`', set.proxy('http'));
value('range r', 'used', '`Range` header', set.store('range', set.text));
value('rate', 'ignored', 'pause between requests', set.matching(/^[1-9]\d{0,9}(?:\/\d*[smhd].*)?$/));
value('referer e', 'used', '`Referer` header', set.store('referer'));
flag('remote-header-name J', 'output', 'saving the output', set.mark('namedByHeader'));
flag('remote-name O, remote-name-all', 'used', '`options.output`', set.mark('remoteName'));
value('request X', 'used', '`method`', set.store('method', set.text));
value('request-target', 'used', '`options.request_target`', set.store('requestTarget', set.text));
value('resolve', 'used', '`options.resolve`', set.resolve);
value('retry', 'used', '`options.retry`', set.number('retries', set.COUNT));
flag('retry-all-errors', 'used', '`options.retry`', set.turn('retryAllErrors'));
flag('retry-connrefused', 'used', '`options.retry`', set.turn('retryConnectionRefused'));
value('retry-delay', 'used', '`options.retry`', set.milliseconds('retryDelayMs'));
flag('show-headers i', 'used', '`options.show_headers`', set.turn('showHeaders'));
value('socks4', 'used', '`options.proxy`', set.proxy('socks4'));
value('socks4a', 'used', '`options.proxy`', set.proxy('socks4a'));
value('socks5', 'used', '`options.proxy`', set.proxy('socks5'));
value('socks5-hostname', 'used', '`options.proxy`', set.proxy('socks5h'));
value('time-cond z', 'used', '`If-Modified-Since` header', set.store('timeCondition'));
value('tls-max', 'ignored', 'TLS negotiation', set.matching(/^(?:default|1\.[0-3])$/));
value('unix-socket', 'used', '`options.unix_socket`', set.store('unixSocket', set.text));
value('upload-file T', 'used', '`body_file`', set.add('uploads'));
value('url', 'used', '`url`', set.add('urls', set.text));
value('url-query', 'used', 'query of `url`', set.add('queries'));
value('user u', 'used', '`Authorization` header or `auth`', set.store('user'));
value('user-agent A', 'used', '`User-Agent` header', set.store('userAgent'));
value('variable', 'none', 'for `--expand-…`, which is refused');
flag('version V', 'refused', 'prints the version');
value('vlan-priority', 'ignored', 'Ethernet header', set.matching(/^[0-7]$/));

/* ---- options that change only what curl prints or saves ---- */

flag('out-null', 'output', 'discards the response');
flag('show-error S', 'output', 'error messages');
value('stderr', 'output', 'error messages');
flag('fail-early', 'output', 'exit status');
value('write-out w', 'output', 'prints facts about the transfer');
flag('progress-bar #, progress-meter, silent s', 'output', 'progress display');
value('etag-save', 'output', 'saving the ETag', set.text);
flag(
  'clobber, create-dirs, remote-time R, remove-on-error, skip-existing, xattr',
  'output',
  'saving the output',
);
value('dump-header D', 'output', 'saving the response header', set.text);
flag('styled-output, suppress-connect-headers', 'output', 'shows the response header');
value('trace, trace-ascii', 'output', 'tracing', set.text);
value('trace-config', 'output', 'tracing');
flag('trace-ids, trace-time, verbose v', 'output', 'tracing');
flag('disable q', 'output', 'whether .curlrc is read');
value('libcurl', 'output', 'writes C code', set.text);

/* ---- options that the request shape cannot express ---- */

flag('proxytunnel p', 'ignored', 'CONNECT through the proxy');
value('delegation', 'ignored', 'GSS-API');
flag('proxy-http2, proxy-http3', 'ignored', 'HTTP version to the proxy');
value('ip-tos', 'ignored', 'IP header', set.typeOfService);
value('service-name', 'ignored', 'Kerberos', set.text);
value('haproxy-clientip', 'ignored', 'PROXY protocol', set.text);
flag('haproxy-protocol', 'ignored', 'PROXY protocol');
flag('keepalive, mptcp, tcp-fastopen, tcp-nodelay', 'ignored', 'TCP');
value('keepalive-cnt, keepalive-time', 'ignored', 'TCP', set.count);
flag('sessionid, ssl-allow-beast, ssl-auto-client-cert, tls-earlydata', 'ignored', 'TLS');
value('ssl-sessions', 'ignored', 'TLS', set.text);
flag('alpn', 'ignored', 'TLS negotiation');
value('ciphers, curves, ech, sigalgs, tls13-ciphers', 'ignored', 'TLS negotiation', set.text);
toggle('tlsv1 1, tlsv1.0, tlsv1.1, tlsv1.2, tlsv1.3', 'ignored', 'TLS negotiation');
flag(
  'proxy-ca-native, proxy-insecure, proxy-ssl-allow-beast, proxy-ssl-auto-client-cert',
  'ignored',
  'TLS to the proxy',
);
value(
  'proxy-cacert, proxy-capath, proxy-cert-type, proxy-ciphers, proxy-crlfile, proxy-key-type, proxy-pinnedpubkey, proxy-tls13-ciphers',
  'ignored',
  'TLS to the proxy',
  set.text,
);
value('proxy-cert, proxy-key, proxy-pass', 'ignored', 'TLS to the proxy');
toggle('proxy-tlsv1', 'ignored', 'TLS to the proxy');
flag('cert-status, ssl-no-revoke, ssl-revoke-best-effort', 'ignored', 'TLS verification');
value('pinnedpubkey', 'ignored', 'TLS verification', set.text);
flag('tr-encoding', 'ignored', '`TE: gzip`');
value('preproxy', 'ignored', 'a proxy before the proxy', set.text);
flag('http0.9', 'ignored', 'accepts HTTP/0.9 responses');
flag('ca-native', 'ignored', 'certificate store');
value('cert-type', 'ignored', 'client certificate', set.text);
value('key-type, pass', 'ignored', 'client key', set.text);
value('happy-eyeballs-timeout-ms', 'ignored', 'connecting', set.count);
value('connect-to', 'ignored', 'connects elsewhere than the URL says');
value('abstract-unix-socket', 'ignored', 'connects to a socket of the local machine', set.text);
flag('crlf, use-ascii B', 'ignored', 'converts line ends of an upload');
flag('junk-session-cookies j', 'ignored', 'cookie files');
flag('netrc n, netrc-optional', 'ignored', 'credentials from a local file');
value('netrc-file', 'ignored', 'credentials from a local file', set.text);
value('proxy-header', 'ignored', 'headers for the proxy');
value('alt-svc, hsts', 'ignored', 'local cache file');
value('crlfile', 'ignored', 'local certificate file', set.text);
value('capath', 'ignored', 'local certificates', set.text);
value('dns-interface, dns-ipv4-addr, dns-ipv6-addr, dns-servers', 'ignored', 'name resolution', set.text);
flag('doh-cert-status, doh-insecure', 'ignored', 'name resolution');
value('doh-url', 'ignored', 'name resolution');
flag('raw', 'ignored', 'no decoding of the response');
value('proto-redir', 'ignored', 'protocols after redirects');
flag(
  'proxy-anyauth, proxy-basic, proxy-digest, proxy-negotiate, proxy-ntlm, socks5-basic, socks5-gssapi, socks5-gssapi-nec',
  'ignored',
  'proxy authentication',
);
value('proxy-service-name, socks5-gssapi-service', 'ignored', 'proxy authentication', set.text);
flag('ignore-content-length', 'ignored', 'reading the response');
value('retry-max-time', 'ignored', 'retries', set.seconds);
flag('parallel Z, parallel-immediate', 'ignored', 'several transfers at once');
value('parallel-max, parallel-max-host', 'ignored', 'several transfers at once', set.count);
value('max-filesize', 'ignored', 'size of the response', set.size);
value('limit-rate', 'ignored', 'speed', set.size);
value('speed-limit Y, speed-time y', 'ignored', 'speed', set.count);
value('expect100-timeout', 'ignored', 'waiting for `100 Continue`', set.seconds);

/* ---- options without an effect on HTTP ---- */

flag(
  'disable-eprt, disable-epsv, eprt, epsv, ftp-create-dirs, ftp-pret, ftp-skip-pasv-ip, ftp-ssl, ftp-ssl-ccc, ftp-ssl-control, ftp-ssl-reqd',
  'none',
  'FTP',
);
value('ftp-account, ftp-alternative-to-user, ftp-port P', 'none', 'FTP', set.text);
value('ftp-method, ftp-ssl-ccc-mode', 'none', 'FTP');
toggle('ftp-pasv', 'none', 'FTP');
flag('append a', 'none', 'FTP and SFTP');
value('quote Q', 'none', 'FTP and SFTP');
flag('ssl, ssl-reqd', 'none', 'FTP and mail');
flag('list-only l', 'none', 'FTP, POP3, SFTP');
value('ipfs-gateway', 'none', 'IPFS', set.text);
flag('compressed-ssh', 'none', 'SSH');
value('hostpubmd5', 'none', 'SSH', set.matching(/^.{32}$/s));
value('hostpubsha256, pubkey', 'none', 'SSH', set.text);
value('knownhosts', 'none', 'SSH');
value('tftp-blksize', 'none', 'TFTP', set.count);
flag('tftp-no-options', 'none', 'TFTP');
value('telnet-option t', 'none', 'Telnet');
value('login-options, mail-rcpt', 'none', 'mail');
value('mail-auth, mail-from, sasl-authzid', 'none', 'mail', set.text);
value(
  'upload-flags',
  'none',
  'mail',
  set.matching(/^(?:-?(?:answered|deleted|draft|flagged|seen)(?:,|$))+$/),
);
flag('mail-rcpt-allowfails, sasl-ir', 'none', 'mail');

/* ---- options that do nothing any more ---- */

value('krb, krb4', 'deprecated', 'FTP');
value('tlsauthtype, tlspassword, tlsuser', 'deprecated', 'TLS authentication');
flag('false-start', 'deprecated', 'TLS negotiation');
value('proxy-tlsauthtype, proxy-tlspassword, proxy-tlsuser', 'deprecated', 'TLS to the proxy');
value('egd-file, random-file', 'deprecated', 'no function');
flag('metalink, npn, ntlm-wb', 'deprecated', 'no function');
toggle('sslv2 2, sslv3 3', 'deprecated', 'no function');

/** By name. */
export const OPTIONS: readonly Option[] = ROWS.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** By long name, without dashes, `no-` and `expand-`. curl 8.x takes no abbreviations. */
export const LONG_OPTIONS: ReadonlyMap<string, Option> = new Map(
  OPTIONS.map((option) => [option.name, option]),
);
/** By letter. */
export const SHORT_OPTIONS: ReadonlyMap<string, Option> = new Map(
  OPTIONS.flatMap((option) => (option.short === undefined ? [] : [[option.short, option]])),
);
