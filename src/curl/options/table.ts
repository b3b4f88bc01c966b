/**
 * Options pass. THE option table: every option of curl 8.23 (`curl --help all` and the few that it does not list). What a
 * row says is all that the parser and the docs know about its options; options that are alike share a row.
 */
import type { Effect, Option, Setter } from './option.ts';
import * as set from './setters.ts';

const ROWS: Option[] = [];

/**
 * @param names `=` behind one: it takes a value; `+`: one that is not empty; `!`: it has no `--no-` form. A hyphen before a
 * letter: that turns it off
 */
function row(names: string, effect: Effect, note: string, setter?: Setter): void {
  for (const written of names.split(', ')) {
    const [, name = '', mark = '', no, short] = /^([\w.-]+)([=+!]?)(?: (-?)(.))?$/.exec(written) ?? [];
    const kind = mark === '' ? 'flag' : mark === '!' ? 'switch' : 'value';
    const check = mark === '+' ? set.text : undefined;
    ROWS.push({ name, short, shortIsNo: no === '-', kind, effect, note, set: setter ?? check });
  }
}

/* ---- options that say something about the request, or are refused, by name ---- */

row('anyauth!', 'used', '`auth.scheme` `any`', set.scheme('any'));
row('aws-sigv4=', 'used', '`auth.scheme` `aws-sigv4`', set.store('sigv4'));
row('basic', 'used', '`Authorization` header', set.scheme('basic'));
row('buffer -N', 'used', '`options.stream`', (context, use, on) =>
  set.option('stream', true)(context, use, !on),
);
row('cacert=', 'used', '`options.cacert`', set.word('cacert', set.text));
row('cert= E', 'used', '`options.cert`', set.store('cert'));
row('compressed', 'used', '`options.compressed`', set.option('compressed', true));
row('config= K', 'used', 'inline (`-K -` with a here-document); a file is `options.config_file`', set.config);
row('connect-timeout=', 'used', '`options.connect_timeout_ms`', set.milliseconds('connect_timeout_ms'));
row(
  'continue-at= C',
  'used',
  '`Range` header; a resumed upload is a warning',
  set.store('resume', set.offset),
);
row('cookie= b', 'used', '`Cookie` header; a file is `options.cookie_file`', set.add('cookies'));
row('cookie-jar= c', 'used', '`options.cookie_jar`', set.store('cookieJar', set.text));
row('data= d, data-ascii=', 'used', 'body', set.data('text'));
row('data-binary=', 'used', 'body', set.data('binary'));
row('data-raw=', 'used', 'body', set.data('raw'));
row('data-urlencode=', 'used', 'body, encoded', set.data('urlencode'));
row('digest', 'used', '`auth.scheme` `digest`', set.scheme('digest'));
row('disallow-username-in-url', 'used', 'refuses a URL with a user name', set.turn('disallowUser'));
row('dump-ca-embed!', 'refused', 'prints certificates');
row('etag-compare+', 'ignored', '`If-None-Match` from a local file');
row('fail f', 'used', '`options.fail`', set.fail(false));
row('fail-with-body', 'used', '`options.fail_with_body`', set.fail(true));
row('follow', 'used', '`options.follow_redirects`', set.put('follow', 'spec', 'no'));
row('form= F', 'used', '`form`', set.form(false));
row('form-escape', 'used', '`options.form_escape`', set.turn('formEscape'));
row('form-string=', 'used', '`form`', set.form(true));
row('get G', 'used', 'data go into the query', set.turn('get'));
row('globoff g', 'used', 'no globbing', set.turn('globOff'));
row('head I', 'used', '`method` HEAD', set.head);
row('header= H', 'used', '`headers`; a header file is a warning', set.add('headers'));
row('help= h', 'refused', 'prints help');
row('http1.0! 0', 'used', '`options.http_version`', set.httpVersion('1.0'));
row('http1.1!', 'used', '`options.http_version`', set.httpVersion('1.1'));
row('http2!', 'used', '`options.http_version`', set.httpVersion('2'));
row('http2-prior-knowledge!', 'used', '`options.http_version`', set.httpVersion('2-prior-knowledge'));
row('http3!', 'used', '`options.http_version`', set.httpVersion('3'));
row('http3-only!', 'used', '`options.http_version`', set.httpVersion('3-only'));
row('include', 'used', 'old name of --show-headers', set.option('show_headers', true));
row('insecure k', 'used', '`options.insecure`', set.option('insecure', true));
row('interface=', 'used', '`options.interface`', set.word('interface', set.text));
row('ipv4! 4', 'used', '`options.ip_version`', set.option('ip_version', 4));
row('ipv6! 6', 'used', '`options.ip_version`', set.option('ip_version', 6));
row('json=', 'used', 'body with JSON headers', set.data('json'));
row('key=', 'used', '`options.key`', set.local('key'));
row('location L', 'used', '`options.follow_redirects`', set.put('follow', 'yes', 'no'));
row('location-trusted', 'used', '`options.auth_on_redirect`', ({ transfer }, _, on) => {
  transfer.follow = on ? 'yes' : 'no';
  transfer.trusted = on;
});
row('manual M', 'refused', 'prints the manual');
row('max-redirs=', 'used', '`options.max_redirects`', set.maxRedirects);
row('max-time= m', 'used', '`options.timeout_ms`', set.milliseconds('timeout_ms'));
row('negotiate', 'used', '`auth.scheme` `negotiate`', set.scheme('negotiate'));
row('next! :', 'used', 'further requests; the first is parsed', (context, use) => context.next(use));
row('noproxy=', 'used', 'takes `options.proxy` away', set.store('noProxy'));
row('ntlm', 'used', '`auth.scheme` `ntlm`', set.scheme('ntlm'));
row('oauth2-bearer=', 'used', '`Authorization` header', set.store('bearer', set.text));
row('output= o', 'used', '`options.output`', set.add('outputs', set.text));
row('output-dir=', 'used', '`options.output`', set.store('outputDir', set.text));
row('path-as-is', 'used', 'dot segments stay in `url`', set.turn('pathAsIs'));
row('post301', 'used', '`options.keep_method_on`', set.keep(301));
row('post302', 'used', '`options.keep_method_on`', set.keep(302));
row('post303', 'used', '`options.keep_method_on`', set.keep(303));
row('proto=', 'used', 'refuses other protocols', set.protocols);
row('proto-default=', 'used', 'scheme of a URL without one', set.defaultProtocol);
row('proxy= x', 'used', '`options.proxy`', set.proxy(''));
row('proxy-user= U', 'used', 'credentials of `options.proxy`', set.store('proxyUser'));
row('proxy1.0=', 'used', '`options.proxy`', set.proxy('http'));
row('range= r', 'used', '`Range` header', set.store('range', set.text));
row('referer= e', 'used', '`Referer` header', set.store('referer'));
row('remote-name O, remote-name-all', 'used', '`options.output`', set.store('remoteName'));
row('request= X', 'used', '`method`', set.store('method', set.text));
row('request-target=', 'used', '`options.request_target`', set.requestTarget);
row('resolve=', 'used', '`options.resolve`', set.resolve);
row('retry=', 'used', '`options.retry`', set.retryCount);
row('retry-all-errors', 'used', '`options.retry`', set.retryOn('all_errors'));
row('retry-connrefused', 'used', '`options.retry`', set.retryOn('connection_refused'));
row('retry-delay=', 'used', '`options.retry`', set.retryDelay);
row('show-headers i', 'used', '`options.show_headers`', set.option('show_headers', true));
row('socks4=', 'used', '`options.proxy`', set.proxy('socks4'));
row('socks4a=', 'used', '`options.proxy`', set.proxy('socks4a'));
row('socks5=', 'used', '`options.proxy`', set.proxy('socks5'));
row('socks5-hostname=', 'used', '`options.proxy`', set.proxy('socks5h'));
row('time-cond= z', 'used', '`If-Modified-Since` header', set.store('timeCondition'));
row('unix-socket=', 'used', '`options.unix_socket`', set.local('unix_socket'));
row('upload-file= T', 'used', '`body_file`', set.add('uploads'));
row('url=', 'used', '`url`', set.add('urls', set.text));
row('url-query=', 'used', 'query of `url`', set.add('queries'));
row('user= u', 'used', '`Authorization` header or `auth`', set.store('user'));
row('user-agent= A', 'used', '`User-Agent` header', set.store('userAgent'));
row('variable=', 'none', 'for `--expand-…`, which is refused');
row('version V', 'refused', 'prints the version');

/* ---- options that change only what curl prints or saves ---- */

row('out-null', 'output', 'discards the response');
row('show-error S, stderr=', 'output', 'error messages');
row('fail-early', 'output', 'exit status');
row('write-out= w', 'output', 'prints facts about the transfer');
row('progress-bar #, progress-meter, silent s', 'output', 'progress display');
row(
  'clobber, create-dirs, create-file-mode=, remote-header-name J, remote-time R, remove-on-error, skip-existing, xattr',
  'output',
  'saving the output',
);
row('dump-header+ D, etag-save+', 'output', 'saving headers');
row('styled-output, suppress-connect-headers', 'output', 'shows the response header');
row('trace+, trace-ascii+, trace-config=, trace-ids, trace-time, verbose v', 'output', 'tracing');
row('disable q', 'output', 'whether .curlrc is read');
row('libcurl+', 'output', 'writes C code');

/* ---- options that the request shape cannot express ---- */

row('preproxy+, proxy-http2, proxy-http3, proxytunnel p', 'ignored', 'how the proxy is reached');
row('delegation=, service-name+', 'ignored', 'Kerberos');
row('haproxy-clientip+, haproxy-protocol', 'ignored', 'PROXY protocol');
row('ip-tos=, keepalive, mptcp, tcp-fastopen, tcp-nodelay, vlan-priority=', 'ignored', 'network packets');
row('keepalive-cnt=, keepalive-time=', 'ignored', 'TCP', set.count);
row('engine=', 'ignored', 'TLS; `list` is refused', set.matching(/^(?!list$)./s, 'not_a_request'));
row('sessionid, ssl-allow-beast, ssl-auto-client-cert, tls-earlydata, ssl-sessions+', 'ignored', 'TLS');
row(
  'alpn, ciphers+, curves+, ech+, sigalgs+, tls13-ciphers+, tlsv1! 1, tlsv1.0!, tlsv1.1!, tlsv1.2!, tlsv1.3!',
  'ignored',
  'TLS negotiation',
);
row(
  'proxy-ca-native, proxy-insecure, proxy-ssl-allow-beast, proxy-ssl-auto-client-cert, proxy-cacert+, proxy-capath+, proxy-cert-type+, proxy-ciphers+, proxy-crlfile+, proxy-key-type+, proxy-pinnedpubkey+, proxy-tls13-ciphers+, proxy-cert=, proxy-key=, proxy-pass=, proxy-tlsv1!',
  'ignored',
  'TLS to the proxy',
);
row('cert-status, ssl-no-revoke, ssl-revoke-best-effort, pinnedpubkey+', 'ignored', 'TLS verification');
row('tr-encoding', 'ignored', '`TE: gzip`');
row('cert-type+, key-type+, pass+', 'ignored', 'client certificate');
row('happy-eyeballs-timeout-ms=', 'ignored', 'connecting', set.count);
row('abstract-unix-socket+, connect-to=', 'ignored', 'connects elsewhere than the URL says');
row('crlf, use-ascii B', 'ignored', 'converts line ends of an upload');
row('junk-session-cookies j', 'ignored', 'cookie files');
row('netrc n, netrc-optional, netrc-file+', 'ignored', 'credentials from a local file');
row('proxy-header=', 'ignored', 'headers for the proxy');
row('alt-svc=, hsts=', 'ignored', 'local cache file');
row('ca-native, capath+, crlfile+', 'ignored', 'local certificates');
row(
  'dns-interface+, dns-ipv4-addr+, dns-ipv6-addr+, dns-servers+, doh-cert-status, doh-insecure, doh-url=',
  'ignored',
  'name resolution',
);
row('proto-redir=', 'ignored', 'protocols after redirects');
row(
  'proxy-anyauth, proxy-basic, proxy-digest, proxy-negotiate, proxy-ntlm, socks5-basic, socks5-gssapi, socks5-gssapi-nec, proxy-service-name+, socks5-gssapi-service+',
  'ignored',
  'proxy authentication',
);
row('http0.9, ignore-content-length, raw', 'ignored', 'reading the response');
row('retry-max-time=', 'ignored', 'retries', set.seconds);
row('parallel Z, parallel-immediate', 'ignored', 'several transfers at once');
row('parallel-max=, parallel-max-host=', 'ignored', 'several transfers at once', set.count);
row('max-filesize=', 'ignored', 'size of the response', set.size);
row('limit-rate=', 'ignored', 'speed', set.size);
row('speed-limit= Y, speed-time= y', 'ignored', 'speed', set.count);
row('local-port=', 'ignored', 'port of this side', set.matching(/^\d{1,5}(?:[ \t]?-[ \t]?\d{1,5})?$/));
row('rate=', 'ignored', 'pause between requests', set.matching(/^[1-9]\d{0,9}(?:\/\d*[smhd].*)?$/));
row('tls-max=', 'ignored', 'TLS negotiation', set.matching(/^(?:default|1\.[0-3])$/));
row('expect100-timeout=', 'ignored', 'waiting for `100 Continue`', set.seconds);

/* ---- options without an effect on HTTP ---- */

row(
  'disable-eprt, disable-epsv, eprt, epsv, ftp-create-dirs, ftp-pret, ftp-skip-pasv-ip, ftp-ssl, ftp-ssl-ccc, ftp-ssl-control, ftp-ssl-reqd, ftp-account+, ftp-alternative-to-user+, ftp-port+ P, ftp-method=, ftp-ssl-ccc-mode=, ftp-pasv!',
  'none',
  'FTP',
);
row(
  'append a, ipfs-gateway+, list-only l, quote= Q, ssl, ssl-reqd, telnet-option= t',
  'none',
  'other protocols',
);
row('compressed-ssh, hostpubmd5=, hostpubsha256+, pubkey+, knownhosts=', 'none', 'SSH');
row('tftp-blksize=', 'none', 'TFTP', set.count);
row('tftp-no-options', 'none', 'TFTP');
row(
  'login-options=, upload-flags=, mail-rcpt=, mail-auth+, mail-from+, sasl-authzid+, mail-rcpt-allowfails, sasl-ir',
  'none',
  'mail',
);

/* ---- options that do nothing any more ---- */

row('krb=, krb4=, false-start, tlsauthtype=, tlspassword=, tlsuser=', 'deprecated', 'no function');
row('proxy-tlsauthtype=, proxy-tlspassword=, proxy-tlsuser=', 'deprecated', 'no function');
row('egd-file=, random-file=, metalink, npn, ntlm-wb, sslv2! 2, sslv3! 3', 'deprecated', 'no function');

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
