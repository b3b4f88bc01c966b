import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { createHostsFile, parseHosts } from '../../src/proxy/connect/hosts-file.ts';
import { createResolver } from '../../src/proxy/connect/resolver.ts';

t.test('reads what hosts(5) allows', async (t) => {
  const hosts = parseHosts(
    '# comment\n127.0.0.1\tlocalhost  Loop\n::1 loop # more\n10.0.0.7 db.example\r\nnot-an-address x\n1.2.3 short\n\n',
  );
  t.same(hosts.get('localhost'), ['127.0.0.1']);
  t.same(hosts.get('loop'), ['127.0.0.1', '::1'], 'names in any case, addresses of several lines');
  t.same(hosts.get('db.example'), ['10.0.0.7']);
  t.notOk(hosts.has('x') || hosts.has('short') || hosts.has('#'));
});

t.test('answers before the name servers, in the family asked for', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'hosts');
  writeFileSync(file, '127.0.0.9 Named.Example.com\n');
  // Nobody listens on port 1: an answer can only come from the file.
  const resolver = createResolver(['127.0.0.1:1'], createHostsFile(file));
  const { signal } = new AbortController();
  t.same(await resolver.resolve('named.example.COM', 4, signal), ['127.0.0.9']);
  t.same(await resolver.resolve('named.example.com', 6, signal), []);
  await t.rejects(resolver.resolve('other.example.com', 4, signal));
});

t.test('a file that is not there names nothing', async (t) => {
  t.same(await createHostsFile('/nonexistent/hosts')('a.example'), []);
});
