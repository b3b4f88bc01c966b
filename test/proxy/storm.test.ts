/**
 * 64 of the worst targets at once, again and again, while ordinary requests keep flowing in the same process:
 * every one of them ends, memory and sockets come back, and the figures are printed. The bounds are wide enough
 * for a busy machine; what they catch is unbounded growth and a held event loop, not a slow minute.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import type { ExecuteOutcome } from '../../src/proxy/execute.ts';
import { long } from '../support/full.ts';
import { startProxy } from '../support/proxy.ts';
import { runStormServer, STORM, stormRequest } from './hostile/storm-server.ts';

const AT_ONCE = 64;
const ROUNDS = 3;
const STORM_TIMEOUT_MS = 1500;
const ORDINARY_TIMEOUT_MS = 20_000;
const KEPT = 1024 * 1024;
/** 64 tests that keep 1 MiB each, several times over while it is decoded and turned into text. */
const MAX_GROWTH_BYTES = 700 * 1024 * 1024;
const MAX_STALL_MS = 5000;

t.test('a storm of bad targets', { skip: long }, async (t) => {
  const server = await runStormServer();
  const proxy = startProxy({
    allow: parseAddressRules('127.0.0.1'),
    timeoutMs: ORDINARY_TIMEOUT_MS,
    maxResponseBytes: KEPT,
  });
  t.teardown(() => Promise.all([proxy.close(), server.close()]));
  const ordinary = async () => {
    const started = performance.now();
    const { response } = await proxy.execute({ url: `${server.origin}/ok` }, 'ordinary');
    return { ok: response?.status === 200, took: performance.now() - started };
  };
  for (let warm = 0; warm < 20; warm += 1) await ordinary();

  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();

  let storming = true;
  const flow = async () => {
    const taken: { ok: boolean; took: number }[] = [];
    while (storming) {
      taken.push(await ordinary());
      await sleep(5);
    }
    return taken;
  };
  const flowing = Promise.all([flow(), flow()]);
  const ended = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes: Promise<ExecuteOutcome>[] = Array.from({ length: AT_ONCE }, (_, index) =>
      proxy.execute(
        stormRequest(server.origin, STORM[index % STORM.length] ?? '', {
          follow_redirects: true,
          timeout_ms: STORM_TIMEOUT_MS,
          compressed: true,
        }),
        `storm${index}`,
      ),
    );
    for (const { error, status, response } of await Promise.all(outcomes)) {
      const end = error?.code ?? `${status}${response?.truncated === true ? ', truncated' : ''}`;
      ended.set(end, (ended.get(end) ?? 0) + 1);
    }
  }
  storming = false;
  const taken = (await flowing).flat();
  loop.disable();
  clearInterval(sampler);

  const times = taken.map(({ took }) => took).toSorted((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  const stall = loop.max / 1e6;
  t.comment(
    `${AT_ONCE * ROUNDS} bad targets ended: ${[...ended].map(([end, count]) => `${count} ${end}`).join('; ')}`,
  );
  t.comment(
    `${times.length} ordinary requests meanwhile: median ${times[times.length >> 1]?.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  t.comment(
    `longest stall ${stall.toFixed(1)} ms; peak memory ${mib(peak)} MiB, ${mib(peak - before)} more than before`,
  );
  t.equal(
    [...ended.values()].reduce((sum, count) => sum + count, 0),
    AT_ONCE * ROUNDS,
    'every one has ended',
  );
  t.notOk(ended.has('completed'), 'none of them got away with it');
  t.ok(
    taken.every(({ ok }) => ok),
    'every ordinary request was answered',
  );
  t.ok(times.length >= 20, 'they kept flowing');
  t.ok(peak - before < MAX_GROWTH_BYTES, `memory grew by ${mib(peak - before)} MiB`);
  t.ok(stall < MAX_STALL_MS, `the event loop was never held for ${stall.toFixed(0)} ms`);
  for (let waited = 0; openSockets() > 0 && waited < 10_000; waited += 50) await sleep(50);
  t.equal(openSockets(), 0, 'no socket is left');
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

function mib(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
