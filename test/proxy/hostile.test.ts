/** Every hostile behaviour ends as a result with the right code, within the deadline, and leaves nothing open. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { createResolver } from '../../src/proxy/connect/resolver.ts';
import type { ExecuteOutcome } from '../../src/proxy/execute.ts';
import { ca } from '../support/certificates.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { startProxy } from '../support/proxy.ts';
import type { Behaviour } from './hostile/behaviour.ts';
import { BEHAVIOURS, KEPT } from './hostile/behaviours.ts';
import { startHostileServers } from './hostile/servers.ts';

/** For behaviours that end at the deadline. The others get long enough for the busiest of machines. */
const SHORT_MS = 1200;
const LONG_MS = 30_000;
/** How much later than its deadline a result may come on a busy machine. */
const SLACK_MS = 20_000;

t.test('hostile targets', async (t) => {
  t.ok(BEHAVIOURS.length >= 120, `${BEHAVIOURS.length} behaviours`);
  const dns = await startDnsServer(({ name }) =>
    name === 'target.test'
      ? { addresses: ['127.0.0.1'] }
      : name === 'inside.test'
        ? { addresses: ['10.1.2.3'] }
        : { code: 'NXDOMAIN' },
  );
  const servers = await startHostileServers(BEHAVIOURS);
  const proxy = startProxy({
    allow: parseAddressRules('127.0.0.1'),
    deny: parseAddressRules('127.0.0.1:1'),
    timeoutMs: LONG_MS,
    maxResponseBytes: KEPT,
    maxRedirects: 5,
    resolver: createResolver([dns.address]),
    certificateAuthorities: [ca.cert],
  });
  t.teardown(() => Promise.all([proxy.close(), servers.close(), dns.close()]));
  const indexes = [...BEHAVIOURS.keys()];
  const worker = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
      const behaviour = BEHAVIOURS[index];
      if (behaviour === undefined) continue;
      const started = performance.now();
      const limit = [behaviour.expect].flat().includes('timeout') ? SHORT_MS : LONG_MS;
      const options = { ...behaviour.request?.options, timeout_ms: limit };
      const outcome = await proxy.send({ ...behaviour.request, options, url: servers.urlOf(index) });
      const took = performance.now() - started;
      judge(t, behaviour, outcome);
      if (took > limit + SLACK_MS) t.fail(`${behaviour.name}: ended after ${took} ms`);
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  for (let waited = 0; servers.open() > 0 && waited < 10_000; waited += 20) await sleep(20);
  t.equal(servers.open(), 0, 'no connection is left open');
});

function judge(t: Test, behaviour: Behaviour, outcome: ExecuteOutcome): void {
  const got = outcome.error?.code ?? outcome.status;
  const told = `${behaviour.name}: ${got} ${outcome.error?.message ?? ''}`;
  const as: readonly string[] = [behaviour.expect].flat();
  if (!as.includes(got)) t.fail(`${told}, expected ${as.join(' or ')}`);
  else if (behaviour.check?.(outcome) === false) t.fail(`${told}: ${JSON.stringify(outcome).slice(0, 1500)}`);
  else t.pass(told);
}
