/** Large requests are masked in the pool; a secret is never stored because there was no time to find it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import t from 'tap';
import type { SentRequest } from '../../src/schemas/test-run.ts';
import { maskedRequest } from '../../src/services/masking.ts';
import { long } from '../support/full.ts';

const SIZE = 2_000_000;
const MASKED = { bodies: true, caller: 'a' };
const sent = (body: Partial<SentRequest>): SentRequest => ({
  method: 'POST',
  url: 'https://api.example/?token=zq81Kfma0s9Dl2',
  headers: { authorization: 'Bearer zq81Kfma0s9Dl2' },
  body_size: SIZE,
  ...body,
});

t.test('small and large bodies are masked alike', async (t) => {
  const row = { id: 1, password: 'zq81Kfma0s9Dl2', note: 'text' };
  for (const count of [2, 1_000]) {
    const { body, url } = await maskedRequest(
      sent({ body: Array.from({ length: count }, () => row) }),
      MASKED,
    );
    t.strictSame(
      body,
      Array.from({ length: count }, () => ({ ...row, password: '***' })),
    );
    t.equal(url, 'https://api.example/?token=***');
  }
});

t.test('the largest bodies hold the event loop for a moment only', { skip: long }, async (t) => {
  const pieces = ['key=', 'code=', 'a=%20%3D&'];
  for (const piece of pieces) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const body = `password=zq81Kfma0s9Dl2&${piece.repeat(SIZE / piece.length)}`;
    const masked = await maskedRequest(sent({ body }), MASKED);
    delay.disable();
    t.notMatch(JSON.stringify(masked), 'zq81Kfma0s9Dl2');
    t.ok(delay.percentile(99) < 500e6, `${piece}: ${Math.round(delay.percentile(99) / 1e6)} ms`);
  }
});

t.test('what cannot be searched becomes *** as a whole', { skip: long }, async (t) => {
  const secret = sent({ body: { password: 'zq81Kfma0s9Dl2', note: 'x'.repeat(20_000) } });
  // The pool takes 16 inputs at a time.
  const twenty = (request: SentRequest) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        maskedRequest({ ...request }, { bodies: true, caller: `caller ${index}` }),
      ),
    );
  const all = await twenty(secret);
  t.ok(all.some(({ body }) => body === '***'));
  t.notMatch(JSON.stringify(all), 'zq81Kfma0s9Dl2');
  const form = [
    { name: 'password', value: 'zq81Kfma0s9Dl2' },
    ...Array.from({ length: 2_000 }, () => ({ name: 'note', value: 'text' })),
  ];
  const { body: _, ...others } = sent({ form, body_base64: btoa('password=zq81Kfma0s9Dl2') });
  t.notMatch(JSON.stringify(await twenty(others)), 'zq81Kfma0s9Dl2');
});

t.test('the requests of one caller wait for each other', async (t) => {
  const secret = sent({ body: { password: 'zq81Kfma0s9Dl2', note: 'x'.repeat(20_000) } });
  const all = await Promise.all(Array.from({ length: 20 }, () => maskedRequest({ ...secret }, MASKED)));
  for (const { body } of all) t.match(body, { password: '***', note: /^x+$/ });
});

t.test('a request that is streamed and stored is masked once', async (t) => {
  const request = sent({ body: 'password=zq81Kfma0s9Dl2' });
  t.equal(await maskedRequest(request, MASKED), await maskedRequest(request, MASKED));
});

t.test('bodies stay as they are where the service does not mask them', async (t) => {
  const body = 'password=zq81Kfma0s9Dl2';
  t.match(await maskedRequest(sent({ body }), { bodies: false, caller: 'a' }), {
    body,
    url: 'https://api.example/?token=***',
  });
});
