import { join } from 'node:path';
import t from 'tap';
import { ApiError, InputError } from '../../src/errors.ts';
import { openPool } from '../../src/runtime/pool.ts';
import { generatePrograms, readSource } from '../../src/services/programs.ts';
import { long } from '../support/full.ts';

const pool = openPool(join(import.meta.dirname, 'failing-worker.ts'));
const run = (name: string, input: unknown, caller: string = name, waits = false) =>
  pool.run(name, input, { caller, waits });
t.teardown(() => pool.close());

const isGivenUp = (error: unknown) => error instanceof ApiError && error.code === 'service_unavailable';

/** Workers take long to start while other tests run: what was given up meanwhile is tried again. */
async function eventually(name: string, input: unknown): Promise<unknown> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run(name, input);
    } catch (error) {
      if (!isGivenUp(error) || tries === 4) throw error;
    }
}

t.test('work returns values and refusals', async (t) => {
  t.same(await eventually('echo', { a: ['b'] }), { a: ['b'] });
  await t.rejects(run('refuse', null), new InputError({ field: '/a', code: 'b', message: 'No.' }));
  await t.rejects(run('fail', null), { name: 'TypeError', message: 'a mistake of ours' });
  await t.rejects(run('recurse', null), { name: 'RangeError' }, 'a stack that overflows');
});

t.test('work without an end is given up, and what waits behind it is done', { skip: long }, async (t) => {
  const spinning = ['spin', 'spin'].map((name) =>
    t.rejects(run(name, null), { code: 'service_unavailable' }),
  );
  const waiting = ['echo', 'echo'].map((name) => eventually(name, name));
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 20);
  await Promise.all(spinning);
  t.same(await Promise.all(waiting), ['echo', 'echo']);
  clearInterval(timer);
  t.ok(ticks > 20, 'this thread went on meanwhile');
});

t.test('work that fills its memory is given up', async (t) => {
  await t.rejects(run('hoard', null), { code: 'service_unavailable' });
  t.equal(await eventually('echo', 1), 1);
});

t.test('more work than can wait is refused at once', async (t) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => run('sleep', null, `caller ${index}`)),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  t.ok(refused.length >= 20, `${refused.length} of 40`);
  for (const { reason } of refused) t.ok(isGivenUp(reason));
});

t.test('one caller has only a share of the pool', async (t) => {
  const large = 'x'.repeat(3 * 1024 * 1024);
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 12 }, () => run('sleep', large, 'greedy')),
    run('echo', 'other', 'other'),
    ...Array.from({ length: 6 }, () => run('sleep', large, 'patient', true)),
    ...Array.from({ length: 12 }, () => run('sleep', 'small', 'busy')),
  ]);
  const refused = outcomes.slice(0, 12).filter((outcome) => outcome.status === 'rejected');
  t.equal(refused.length, 6, 'four are under way, 6 Mi characters wait');
  for (const { reason } of refused)
    t.match(reason, { code: 'rate_limit_exceeded', statusCode: 429, headers: { 'retry-after': '1' } });
  t.match(outcomes[12], { status: 'fulfilled', value: 'other' });
  t.ok(
    outcomes.slice(13).every(({ status }) => status === 'fulfilled'),
    `what may wait for its share is done: ${JSON.stringify(outcomes.slice(13))}`,
  );
});

t.test('a closed pool has no workers any more', async (t) => {
  const other = openPool(join(import.meta.dirname, 'failing-worker.ts'));
  const sleeping = t.rejects(other.run('spin', null, { caller: 'a' }));
  await other.close();
  await sleeping;
});

t.test('small and large inputs have the same results', async (t) => {
  const command = (length: number) => `curl http://a.example/ -d '${'x'.repeat(length)}'`;
  for (const length of [10, 100_000]) {
    const { request: shape } = await readSource('a', { command: command(length), field: '/curl' });
    t.equal(shape.body, 'x'.repeat(length));
    const [go] = await generatePrograms('a', { shape, choices: [['go']], field: '/parsed' });
    t.match(go?.code, 'x'.repeat(length));
    await t.rejects(readSource('a', { command: `${command(length)} --nope`, field: '/curl' }), {
      name: 'InputError',
      issues: [{ field: '/curl', code: 'unknown_option' }],
    });
  }
});
