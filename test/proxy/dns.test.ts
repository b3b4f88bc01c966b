/** Names: every answer is judged, and what is judged is what is dialled. */
import t, { type Test } from 'tap';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { createResolver } from '../../src/proxy/connect/resolver.ts';
import type { ProxyConfig } from '../../src/proxy/execute.ts';
import { type DnsAnswer, type DnsQuestion, startDnsServer } from '../support/dns-server.ts';
import { startProxy } from '../support/proxy.ts';
import { type Responder, startRecorder } from '../support/recorder.ts';

const LOOPBACK = { addresses: ['127.0.0.1'] };

async function start(
  t: Test,
  answer: (question: DnsQuestion) => DnsAnswer,
  config: Partial<ProxyConfig> = {},
  respond?: Responder,
) {
  const dns = await startDnsServer(answer);
  const recorder = await startRecorder(respond);
  const noHosts = () => Promise.resolve([]);
  const proxy = startProxy({
    allow: parseAddressRules('127.0.0.1'),
    resolver: createResolver([dns.address], noHosts),
    ...config,
  });
  t.teardown(() => Promise.all([proxy.close(), recorder.close(), dns.close()]));
  const url = (name: string, path = '/') => `http://${name}:${recorder.port}${path}`;
  return { dns, recorder, proxy, url };
}

t.test('a name that is allowed; each family is asked for once, and only the one wanted', async (t) => {
  const { dns, proxy, recorder, url } = await start(t, ({ type }) => (type === 'A' ? LOOPBACK : {}));
  const { response, timings } = await proxy.send({ url: url('ok.test') });
  t.equal(response?.status, 200);
  t.type(timings.dns_ms, 'number');
  t.equal(dns.questions.length, 2);
  t.strictSame(new Set(dns.questions.map(({ type }) => type)), new Set(['A', 'AAAA']));
  t.match(recorder.requests[0]?.headers[0], ['Host', `ok.test:${recorder.port}`]);
  dns.questions.length = 0;
  t.equal((await proxy.send({ url: url('ok.test.'), options: { ip_version: 4 } })).response?.status, 200);
  t.strictSame(
    dns.questions.map(({ type, name }) => [type, name]),
    [['A', 'ok.test']],
  );
  t.equal((await proxy.send({ url: url('ok.test'), options: { ip_version: 6 } })).error?.code, 'dns_error');
});

t.test('one bad answer refuses the name: same words, nothing dialled, nothing told', async (t) => {
  const answers: Record<string, DnsAnswer> = {
    'private.test': { addresses: ['10.1.2.3'] },
    'mixed.test': { addresses: ['127.0.0.1', '10.1.2.3'] },
    'mixed-last.test': { addresses: ['127.0.0.1', '127.0.0.1', '127.0.0.1', '169.254.169.254'] },
    'v6.test': { addresses: ['127.0.0.1', '::1'] },
    'mapped.test': { addresses: ['127.0.0.1', '::ffff:127.0.0.1'] },
    'nat64.test': { addresses: ['127.0.0.1', '64:ff9b::7f00:1'] },
    'zero.test': { addresses: ['0.0.0.0'] },
    'azure.test': { addresses: ['168.63.129.16'] },
    'chain.test': { chain: ['a.test', 'b.test', 'localhost'], addresses: ['10.1.2.3'] },
    'chain-mixed.test': { chain: ['a.test'], addresses: ['127.0.0.1', '10.1.2.3'] },
  };
  const { proxy, recorder, url } = await start(t, ({ name }) => answers[name] ?? { code: 'NXDOMAIN' });
  for (const name of [...Object.keys(answers), 'db', 'x.internal', '10.1.2.3', '[::1]']) {
    const issues = await proxy.refused({ url: url(name) });
    t.strictSame(
      issues,
      [
        {
          field: '/url',
          code: 'destination_refused',
          message:
            'This destination is not allowed: only public addresses are, unless the operator allows others.',
        },
      ],
      name,
    );
  }
  t.equal(recorder.requests.length, 0);
});

t.test('rebinding: a name that turns bad is refused at the next hop', async (t) => {
  const { proxy, recorder, url, dns } = await start(
    t,
    ({ index, type }) =>
      type === 'A' ? { addresses: [index === 0 ? '127.0.0.1' : '10.1.2.3'], ttl: 0 } : {},
    {},
    () => ({ status: 302, headers: [['Location', '/again']] }),
  );
  const { error, status } = await proxy.send({
    url: url('rebind.test'),
    options: { follow_redirects: true },
  });
  t.match(
    { error, status },
    {
      status: 'failed',
      error: {
        code: 'destination_refused',
        message:
          'This destination is not allowed: only public addresses are, unless the operator allows others.',
      },
    },
  );
  t.equal(recorder.requests.length, 1);
  t.equal(
    dns.questions.filter(({ type }) => type === 'A').length,
    2,
    'no answer is asked for twice in a hop',
  );
});

t.test('chains, several addresses, the other family silent', async (t) => {
  const answers: Record<string, DnsAnswer> = {
    'chain.test': { chain: ['a.test', 'b.test', 'c.test', 'd.test'], addresses: ['127.0.0.1'] },
    'several.test': { addresses: ['127.0.0.3', '127.0.0.2', '127.0.0.1'] },
    'half.test': LOOPBACK,
  };
  const { proxy, url } = await start(
    t,
    ({ name, type }) =>
      name === 'half.test' && type === 'AAAA' ? { silent: true } : (answers[name] ?? { code: 'NXDOMAIN' }),
    { allow: parseAddressRules('127.0.0.0/30') },
  );
  for (const name of Object.keys(answers))
    t.equal((await proxy.send({ url: url(name) })).response?.status, 200, name);
});

t.test('internal names need every address allowed by name', async (t) => {
  const { proxy, url } = await start(t, ({ name }) =>
    name === 'public.internal'
      ? { addresses: ['8.8.8.8'] }
      : name === 'db' || name === 'ok.internal'
        ? LOOPBACK
        : { code: 'NXDOMAIN' },
  );
  t.equal((await proxy.send({ url: url('ok.internal') })).response?.status, 200);
  t.equal((await proxy.send({ url: url('db') })).response?.status, 200);
  t.equal((await proxy.send({ url: url('localhost') })).response?.status, 200);
  t.match(await proxy.refused({ url: url('public.internal') }), [{ code: 'destination_refused' }]);
  t.match(
    await proxy.refused({ url: url('none.internal') }),
    [{ code: 'destination_refused' }],
    'whether it exists is not told',
  );
});

t.test('names without an answer', async (t) => {
  const answers: Record<string, DnsAnswer> = {
    'nx.test': { code: 'NXDOMAIN' },
    'fail.test': { code: 'SERVFAIL' },
    'refuse.test': { code: 'REFUSED' },
    'empty.test': {},
    'dangling.test': { chain: ['nowhere.test'] },
    'loop.test': { chain: ['loop2.test', 'loop.test'] },
  };
  const { proxy, url } = await start(t, ({ name }) => answers[name] ?? { code: 'NXDOMAIN' });
  for (const name of Object.keys(answers)) {
    const { error, response, timings } = await proxy.send({ url: url(name) });
    t.match(error, { code: 'dns_error' }, `${name}: ${error?.message}`);
    t.equal(response, null);
    t.equal(timings.tcp_ms, null);
  }
});

t.test('silence and garbage end at the deadline and hold up nobody else', async (t) => {
  const { proxy, url, recorder } = await start(
    t,
    ({ name }) => (name.startsWith('garbage') ? { raw: Buffer.from('nonsense') } : { silent: true }),
    { timeoutMs: 3000 },
  );
  const settled: string[] = [];
  const send = async (name: string) => {
    const { error, status } = await proxy.send({ url: url(name) });
    settled.push(name);
    return error?.code ?? status;
  };
  const silent = Array.from({ length: 30 }, (_, index) =>
    send(`${index % 2 === 0 ? 'silent' : 'garbage'}${index}.test`),
  );
  const ordinary = await Promise.all(Array.from({ length: 30 }, () => send('127.0.0.1')));
  t.ok(ordinary.every((code) => code === 'completed'));
  t.ok(!settled.some((name) => name.startsWith('silent')), 'ordinary ones were not behind the silent ones');
  t.equal(recorder.requests.length, 30);
  for (const code of await Promise.all(silent)) t.match(code, /^(?:timeout|dns_error)$/);
});
