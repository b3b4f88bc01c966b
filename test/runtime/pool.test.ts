import { join } from 'node:path';
import t from 'tap';
import { InputError } from '../../src/errors.ts';
import { openPool, WorkAborted } from '../../src/runtime/pool.ts';
import { generatePrograms, parseCommand } from '../../src/services/programs.ts';

const run = openPool(join(import.meta.dirname, 'failing-worker.ts'));

/** Workers take long to start while other tests run: what was given up meanwhile is tried again. */
async function eventually(name: string, input: unknown): Promise<unknown> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run(name, input);
    } catch (error) {
      if (!(error instanceof WorkAborted) || tries === 4) throw error;
    }
}

t.test('work returns values and refusals', async (t) => {
  t.same(await eventually('echo', { a: ['b'] }), { a: ['b'] });
  await t.rejects(run('refuse', null), new InputError({ field: '/a', code: 'b', message: 'No.' }));
  await t.rejects(run('fail', null), { name: 'TypeError', message: 'a mistake of ours' });
  await t.rejects(run('recurse', null), { name: 'RangeError' }, 'a stack that overflows');
});

t.test('work without an end is given up, and what waits behind it is done', async (t) => {
  const spinning = ['spin', 'spin'].map((name) => t.rejects(run(name, null), WorkAborted));
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
  await t.rejects(run('hoard', null), WorkAborted);
  t.equal(await eventually('echo', 1), 1);
});

t.test('more work than can wait is refused at once', async (t) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => run('sleep', null)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  t.ok(refused.length >= 20, `${refused.length} of 40`);
  for (const { reason } of refused) t.type(reason, WorkAborted);
});

t.test('small and large inputs have the same results', async (t) => {
  const command = (length: number) => `curl http://a.example/ -d '${'x'.repeat(length)}'`;
  for (const length of [10, 100_000]) {
    const shape = await parseCommand({ command: command(length), field: '/curl' });
    t.equal(shape.body, 'x'.repeat(length));
    const [go] = await generatePrograms({ shape, languages: ['go'], field: '/parsed' });
    t.match(go?.code, 'x'.repeat(length));
    await t.rejects(parseCommand({ command: `${command(length)} --nope`, field: '/curl' }), {
      name: 'InputError',
      issues: [{ field: '/curl', code: 'unknown_option' }],
    });
  }
});
