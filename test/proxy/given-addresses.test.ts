/** `--resolve`: the same commands through real curl and through the service; the address policy holds for what is given. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { missing } from '../support/installed.ts';
import { startProxy } from '../support/proxy.ts';
import { headerOf, startRecorder } from '../support/recorder.ts';

/** No name has an address. */
const resolver = { resolve: () => Promise.resolve([]) };

const COMMANDS = {
  'one host': '--resolve a.test:PORT:127.0.0.1 http://a.test:PORT/x',
  'any host': "--resolve '*:PORT:127.0.0.1' http://a.test:PORT/",
  'in upper case': '--resolve A.TEST:PORT:127.0.0.1 http://a.Test:PORT/',
  'the last one': '--resolve a.test:PORT:127.9.9.9 --resolve a.test:PORT:127.0.0.1 http://a.test:PORT/',
  'an entry that expires': '--resolve +a.test:PORT:127.0.0.1 http://a.test:PORT/',
  'one that is removed': '--resolve -b.test:PORT --resolve a.test:PORT:127.0.0.1 http://a.test:PORT/',
  'two families': "-4 --resolve 'a.test:PORT:[::1],127.0.0.1' http://a.test:PORT/",
  'an internal name': '--resolve api.internal:PORT:127.0.0.1 http://api.internal:PORT/',
  'after a redirect':
    '-L --resolve a.test:PORT:127.0.0.1 --resolve b.test:PORT:127.0.0.1 http://a.test:PORT/to-b',
} as const;

t.test('what arrives is what curl sends', { skip: missing('curl', 'curl', '--version') }, async (t) => {
  const recorder = await startRecorder(({ target }) =>
    target === '/to-b'
      ? { status: 302, headers: [['Location', `http://b.test:${recorder.port}/`]] }
      : { status: 200 },
  );
  const proxy = startProxy({ allow: parseAddressRules('127.0.0.1'), resolver });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const record = async (run: () => Promise<unknown>) => {
    recorder.clear();
    await run();
    return recorder.requests.map((request) => `${headerOf(request, 'host')}${request.target}`);
  };
  for (const [name, text] of Object.entries(COMMANDS)) {
    const command = `curl ${text.replaceAll('PORT', String(recorder.port))}`;
    const expected = await record(() =>
      once(spawn('sh', ['-c', `${command} -sq --max-time 5`], { stdio: 'ignore' }), 'close'),
    );
    const { warnings: _, ...request } = parseCurl(command);
    t.same(await record(() => proxy.send(request)), expected, name);
    t.equal(expected.length, name === 'after a redirect' ? 2 : 1, `${name}: curl arrived`);
  }
});

t.test('the address policy holds for given addresses', async (t) => {
  const recorder = await startRecorder();
  const proxy = startProxy({ allow: parseAddressRules('127.0.0.1'), resolver });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const refused = (...resolve: string[]) =>
    proxy.refused({ url: `http://a.test:${recorder.port}/`, options: { resolve } });
  for (const address of ['10.1.2.3', '169.254.169.254', '127.0.0.1,10.1.2.3', '::1', '[::ffff:127.0.0.1]'])
    t.match(await refused(`a.test:${recorder.port}:${address}`), [{ code: 'destination_refused' }], address);
  for (const entry of [
    'a.test',
    'a.test:80',
    'a.test:80:',
    'a.test:80:b.test',
    'a.test:80:127.0.0.1,',
    ':x:1.2.3.4',
  ])
    t.match(
      await refused('b.test:80:127.0.0.1', entry),
      [{ field: '/options/resolve/1', code: 'invalid_address' }],
      entry,
    );
  t.equal(recorder.requests.length, 0, 'nothing was dialled');
});

t.test('a forward proxy looks names up itself', async (t) => {
  const proxy = startProxy({ proxyUrl: 'http://127.0.0.1:9' });
  t.teardown(() => proxy.close());
  t.match(await proxy.refused({ url: 'http://a.test/', options: { resolve: ['a.test:80:1.2.3.4'] } }), [
    { field: '/options/resolve', code: 'not_executable' },
  ]);
});
