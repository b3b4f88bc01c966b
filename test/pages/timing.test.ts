/** The phases of a run, as its timing line names them. */
import t from 'tap';
import { phasesOf } from '../../src/pages/views/timing.tsx';

const NONE = { dns_ms: null, tcp_ms: null, tls_ms: null, first_byte_ms: null, download_ms: null };
const names = (run: Parameters<typeof phasesOf>[0]) => phasesOf(run).map(({ title }) => title);

t.test('a run that ends early names the phase that was under way', async (t) => {
  const failed = (timings: object, code = 'timeout') =>
    names({ timings: { ...NONE, total_ms: 3000, ...timings }, response: null, error: { code } });
  t.strictSame(failed({}), ['Connect']);
  t.strictSame(failed({ dns_ms: 5, tcp_ms: 20 }), ['DNS', 'Connect', 'Waiting'], 'not Queued');
  t.strictSame(failed({ tcp_ms: 20, first_byte_ms: 10 }, 'cancelled'), ['Connect', 'Waiting', 'Download']);
  t.strictSame(failed({ tcp_ms: 2999 }, 'connection_refused'), ['Connect']);
});

t.test('redirects are not the queue', async (t) => {
  const timings = { ...NONE, tcp_ms: 10, first_byte_ms: 20, download_ms: 5, total_ms: 500 };
  const run = (redirects: unknown[]) => names({ timings, response: { redirects }, error: null });
  t.strictSame(run([{}]), ['Redirects', 'Connect', 'Waiting', 'Download']);
  t.strictSame(run([]), ['Queued', 'Connect', 'Waiting', 'Download']);
});
