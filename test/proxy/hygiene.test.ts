/** What is refused before anything is resolved, what is told about it, and what must not be refused. */
import t from 'tap';
import { InputError } from '../../src/errors.ts';
import { createAddressPolicy } from '../../src/proxy/connect/address-policy.ts';
import { parseDestination } from '../../src/proxy/connect/destination.ts';
import { isInternalName } from '../../src/proxy/connect/resolver.ts';
import { checkUrlText } from '../../src/request/raw-text.ts';
import { startProxy } from '../support/proxy.ts';
import { INSIDE, OUTSIDE } from './canary/vectors.ts';

const policy = createAddressPolicy({ allow: [], deny: [], ownAddresses: () => [] });

t.test('spellings of addresses: judged by what they mean', async (t) => {
  for (const host of INSIDE)
    for (const scheme of ['http', 'https']) {
      const target = parseDestination(`${scheme}://${host}/`);
      t.ok(policy.refusal(target.hostname, target.port), `${scheme}://${host} is ${target.hostname}`);
    }
  for (const [host, address] of OUTSIDE) {
    const { hostname } = parseDestination(`http://${host}/`);
    t.equal(hostname, address);
    t.equal(policy.refusal(hostname, 80), undefined, `${host} is ${hostname}`);
  }
});

t.test('names that mean something on this side only', async (t) => {
  for (const name of [
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata',
    'db',
    'x.home.arpa',
    'router.lan',
    'kubernetes.default.svc.cluster.local',
    'ip-10-0-0-1.ec2.internal',
    'a.localdomain',
    'x.corp',
    'x.intranet',
    'x.private',
    'x.home',
  ])
    t.equal(isInternalName(parseDestination(`http://${name}/`).hostname), true, name);
  for (const name of [
    'example.com',
    'localhost.example.com',
    'internal.example',
    'local.test',
    'mylocalhost.com',
    'a.locals',
    'corp.com',
    'xn--bcher-kva.example',
  ])
    t.equal(isInternalName(name), false, name);
});

/** The code of the issue for `/url`, or the host when the URL is taken. */
function refusalOf(url: string): string {
  try {
    checkUrlText(url);
    return `taken: ${parseDestination(url).hostname}`;
  } catch (error) {
    if (!(error instanceof InputError) || error.issues[0].field !== '/url') throw error;
    return error.issues[0].code;
  }
}

t.test('raw text that parsers repair is refused, and why is told', async (t) => {
  const refused: readonly (readonly [url: string, code: string])[] = [
    ['http:/x/', 'invalid_url'],
    ['http:x', 'invalid_url'],
    ['http:///x', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http:\\\\x\\', 'invalid_url'],
    ['http:\\/x', 'invalid_url'],
    ['http://x\\y/', 'invalid_url'],
    ['http://x/\\y', 'invalid_url'],
    ['http://good.example\\@evil.example/', 'invalid_url'],
    ['ht\ntp://x/', 'invalid_url'],
    ['http://x\t/', 'invalid_url'],
    ['http://x/\r\nHost: y', 'invalid_url'],
    ['http://x/\0', 'invalid_url'],
    ['http://x/a b', 'invalid_url'],
    [' http://x/', 'invalid_url'],
    ['http://x/ ', 'invalid_url'],
    ['http://x/\x7f', 'invalid_url'],
    ['http://x/?\x1f', 'invalid_url'],
    ['//x/', 'invalid_url'],
    ['/x', 'invalid_url'],
    ['x', 'invalid_url'],
    ['', 'invalid_url'],
    ['ftp://x/', 'unsupported_scheme'],
    ['file://x/etc/passwd', 'unsupported_scheme'],
    ['unix://x', 'unsupported_scheme'],
    ['gopher://x:70/', 'unsupported_scheme'],
    ['ws://x/', 'unsupported_scheme'],
    ['javascript://x/%0aalert(1)', 'unsupported_scheme'],
    ['http://a@b@c/', 'invalid_url'],
    ['http://x:0/', 'invalid_port'],
    ['http://x:65536/', 'invalid_host'],
    ['http://x:-1/', 'invalid_host'],
    ['http://x:80:80/', 'invalid_host'],
    ['http://x:a/', 'invalid_host'],
    ['http://[::1/', 'invalid_host'],
    ['http://::1/', 'invalid_host'],
    ['http://[::1%25eth0]/', 'invalid_host'],
    ['http://[1.2.3.4]/', 'invalid_host'],
    ['http://256.1.1.1/', 'invalid_host'],
    ['http://1.2.3.4.5/', 'invalid_host'],
    ['http://a..b/', 'invalid_host'],
    ['http://.a.b/', 'invalid_host'],
    ['http://-a.example/', 'invalid_host'],
    ['http://a%00b/', 'invalid_host'],
    ['http://a%2fb/', 'invalid_host'],
    ['http://a%0d%0ab/', 'invalid_host'],
    ['http://a%40b/', 'invalid_host'],
    ['http://a^b/', 'invalid_host'],
    ['http://a|b/', 'invalid_host'],
    ['http://a<b/', 'invalid_host'],
    ['http://a,b/', 'invalid_host'],
    ['http://a;b/', 'invalid_host'],
    ['http://a*b.example/', 'invalid_host'],
    ['http://$x.example/', 'invalid_host'],
    [`http://${'a'.repeat(64)}.example/`, 'invalid_host'],
    [`http://${'a.'.repeat(127)}example/`, 'invalid_host'],
    ['http://%zz/', 'invalid_host'],
  ];
  for (const [url, code] of refused) t.equal(refusalOf(url), code, JSON.stringify(url));
});

t.test('unusual but legal spellings are sent as they stand', async (t) => {
  const table: readonly (readonly [
    url: string,
    hostname: string,
    port: number,
    authority: string,
    path: string,
  ])[] = [
    ['http://example.com', 'example.com', 80, 'example.com', '/'],
    ['HTTP://EXAMPLE.com/', 'example.com', 80, 'EXAMPLE.com', '/'],
    ['https://example.com:443/', 'example.com', 443, 'example.com', '/'],
    ['http://example.com:443/', 'example.com', 443, 'example.com:443', '/'],
    ['http://example.com:/x', 'example.com', 80, 'example.com', '/x'],
    ['http://example.com:00080/', 'example.com', 80, 'example.com', '/'],
    ['http://example.com:65535/', 'example.com', 65_535, 'example.com:65535', '/'],
    ['http://example.com./', 'example.com', 80, 'example.com.', '/'],
    ['http://bücher.example/', 'xn--bcher-kva.example', 80, 'xn--bcher-kva.example', '/'],
    ['http://xn--bcher-kva.example/', 'xn--bcher-kva.example', 80, 'xn--bcher-kva.example', '/'],
    ['http://日本語.example/', 'xn--wgv71a119e.example', 80, 'xn--wgv71a119e.example', '/'],
    ['http://faß.example/', 'xn--fa-hia.example', 80, 'xn--fa-hia.example', '/'],
    ['http://ex%61mple.com/', 'example.com', 80, 'example.com', '/'],
    ['http://_dmarc.example.com/', '_dmarc.example.com', 80, '_dmarc.example.com', '/'],
    ['http://a_b.example.com/', 'a_b.example.com', 80, 'a_b.example.com', '/'],
    ['http://3com.example/', '3com.example', 80, '3com.example', '/'],
    ['http://a--b.example/', 'a--b.example', 80, 'a--b.example', '/'],
    [`http://${'a'.repeat(63)}.example/`, `${'a'.repeat(63)}.example`, 80, `${'a'.repeat(63)}.example`, '/'],
    ['http://[2606:4700::0001]/', '2606:4700::1', 80, '[2606:4700::1]', '/'],
    ['http://[2606:4700::1]:8080/', '2606:4700::1', 8080, '[2606:4700::1]:8080', '/'],
    ['http://h.example?q', 'h.example', 80, 'h.example', '/?q'],
    ['http://h.example/?', 'h.example', 80, 'h.example', '/?'],
    ['http://h.example//a//b', 'h.example', 80, 'h.example', '//a//b'],
    ['http://h.example/../a/./b/..', 'h.example', 80, 'h.example', '/../a/./b/..'],
    ['http://h.example/%2e%2E/%zz%', 'h.example', 80, 'h.example', '/%2e%2E/%zz%'],
    ['http://h.example/"<>{}|^`[]', 'h.example', 80, 'h.example', '/"<>{}|^`[]'],
    ["http://h.example/a'b;c=d,e@f:g!$&()*+", 'h.example', 80, 'h.example', "/a'b;c=d,e@f:g!$&()*+"],
    ['http://h.example/größe?größe', 'h.example', 80, 'h.example', '/gr%C3%B6%C3%9Fe?größe'],
    ['http://h.example/?a=\\d+', 'h.example', 80, 'h.example', '/?a=\\d+'],
    ['http://h.example/?u=http://127.0.0.1/', 'h.example', 80, 'h.example', '/?u=http://127.0.0.1/'],
    [`http://h.example/?${'\\'.repeat(60_000)}`, 'h.example', 80, 'h.example', `/?${'\\'.repeat(60_000)}`],
    [`http://h.example/${'x'.repeat(60_000)}`, 'h.example', 80, 'h.example', `/${'x'.repeat(60_000)}`],
  ];
  for (const [url, hostname, port, authority, pathAndQuery] of table) {
    checkUrlText(url);
    t.match(parseDestination(url), { hostname, port, authority, pathAndQuery }, url.slice(0, 80));
  }
});

t.test('methods, headers and options that must not reach the wire', async (t) => {
  const proxy = startProxy({ maxRequestBytes: 1000 });
  t.teardown(() => proxy.close());
  const url = 'http://127.0.0.1:9/';
  const refused = async (
    request: Parameters<typeof proxy.send>[0],
    field: string,
    code: string,
    told: string,
  ) => {
    const issues = await proxy.refused(request).catch((error: unknown) => {
      throw new Error(told, { cause: error });
    });
    t.match(issues[0], { field, code }, told);
    t.ok((issues[0]?.message.length ?? 0) > 20, 'and why');
  };
  for (const method of ['CONNECT', 'TRACE', 'TRACK', 'connect', 'Trace'])
    await refused({ url, method }, '/method', 'method_refused', method);
  for (const method of ['GET /', 'A B', 'GET\r\n', 'G\0', 'Ü', '(x)', 'a:b'])
    await refused({ url, method }, '/method', 'invalid_method', JSON.stringify(method));
  for (const [name, value] of [
    ['Connection', 'close'],
    ['connection', 'x-secret'],
    ['Keep-Alive', 'timeout=5'],
    ['Transfer-Encoding', 'chunked'],
    ['transfer-ENCODING', 'identity'],
    ['TE', 'trailers'],
    ['Trailer', 'X'],
    ['Upgrade', 'websocket'],
    ['Expect', '100-continue'],
    ['Proxy-Authorization', 'Basic x'],
    ['Proxy-Connection', 'keep-alive'],
    ['proxy-anything', 'x'],
    ['HTTP2-Settings', 'x'],
    ['Content-Length', '5'],
    ['Content-Length', '0, 0'],
    ['Content-Length', '-0'],
  ] as const)
    await refused(
      { url, headers: { [name]: value } },
      `/headers/${name}`,
      'header_refused',
      `${name}: ${value}`,
    );
  for (const value of ['a\r\nb', 'a\nb', 'a\rb', 'a\0b', 'a\x01b', 'a\x7fb', 'a\x1bb'])
    await refused(
      { url, headers: { 'X-A': value } },
      '/headers/X-A',
      'invalid_header_value',
      JSON.stringify(value),
    );
  for (const name of ['X A', 'X:', 'X\r\nY', '', 'Ü', 'a(b'])
    await refused(
      { url, headers: { [name]: 'x' } },
      `/headers/${name}`,
      'invalid_header_name',
      JSON.stringify(name),
    );
  for (const host of ['a b', 'a/b', 'a@b', 'a:b', 'a:123456', 'a,b', 'a\\b', '[::1', 'a?b', 'a#b'])
    await refused({ url, headers: { Host: host } }, '/headers/Host', 'invalid_header_value', `Host: ${host}`);
  await refused(
    {
      url,
      headers: { Host: 'a, b' },
      options: {
        header_list: [
          { name: 'Host', value: 'a' },
          { name: 'Host', value: 'b' },
        ],
      },
    },
    '/headers/Host',
    'header_refused',
    'two Hosts',
  );
  for (const target of ['/a b', '/\r\n', '/ü', '\0'])
    await refused(
      { url, options: { request_target: target } },
      '/options/request_target',
      'invalid_request_target',
      JSON.stringify(target),
    );
  await refused(
    { url, options: { proxy: 'http://p:1' } },
    '/options/proxy',
    'not_executable',
    'a proxy of its own',
  );
  await refused(
    { url, body: 'x', options: { chunked: true, http_version: '1.0' } },
    '/options/chunked',
    'not_executable',
    'chunks in 1.0',
  );
  await refused({ url, body_file: '/etc/passwd' }, '/body_file', 'local_file', 'a local file');
  await refused(
    {
      url,
      form: [
        { name: 'a', value: 'b' },
        { name: 'f', file: 'x' },
      ],
    },
    '/form/1/file',
    'local_file',
    'a file part',
  );
  await refused({ url, body: 'x'.repeat(1001) }, '/body', 'body_too_large', 'a large body');
  await refused(
    { url, form: [{ name: 'a', value: 'x'.repeat(1001) }] },
    '/form',
    'body_too_large',
    'a large form',
  );
  await refused(
    { url, headers: { A: 'x'.repeat(60_000), B: 'x'.repeat(6000) } },
    '/headers',
    'headers_too_large',
    'large headers',
  );
  await refused(
    { url, headers: { A: '$T' }, variables: [{ name: 'T', text: '$T' }] },
    '/variables/T',
    'missing_variable',
    'no value',
  );
  await refused(
    { url, variables: [{ name: 'T', text: '$T', value: 'x' }] },
    '/variables/T',
    'unknown_variable',
    'a variable that the request does not have',
  );
  await refused(
    { url: 'http://$H/', variables: [{ name: 'H', text: '$H', value: '127.0.0.1/\r\nX: y' }] },
    '/url',
    'invalid_url',
    'a variable that breaks out',
  );
});
