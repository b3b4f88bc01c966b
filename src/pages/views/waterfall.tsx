/** The phases of a run as bars to scale. Pure. */
import type { TestRun } from '../../schemas/test-run.ts';
import { duration } from './format.tsx';

/** In the order in which they happen. */
const PHASES = [
  ['dns_ms', 'DNS'],
  ['tcp_ms', 'Connect'],
  ['tls_ms', 'TLS'],
  ['first_byte_ms', 'Waiting'],
  ['download_ms', 'Download'],
] as const;

/** The phases one after the other; `Queued` is what redirects and the service took before them. */
export function phasesOf(timings: TestRun['timings']): { title: string; ms: number }[] {
  const known = PHASES.flatMap(([key, title]) => {
    const ms = timings[key];
    return ms === null ? [] : [{ title, ms }];
  });
  if (known.length === 0) return [];
  const rest = timings.total_ms - known.reduce((sum, { ms }) => sum + ms, 0);
  return rest > timings.total_ms / 100 ? [{ title: 'Queued', ms: rest }, ...known] : known;
}

/** Shows the phases of a run as bars. */
export function Waterfall({ timings }: { timings: TestRun['timings'] }) {
  const phases = phasesOf(timings);
  if (phases.length === 0) return null;
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  const percent = (ms: number) => `${((ms / total) * 100).toFixed(2)}%`;
  const ticks = ticksOf(total);
  let from = 0;
  return (
    <table class="waterfall">
      <caption class="hidden">Where the time went</caption>
      <tbody>
        {phases.map(({ title, ms }) => {
          const start = from;
          from += ms;
          return (
            <tr>
              <th scope="row">{title}</th>
              <td class="number">{duration(ms)}</td>
              <td>
                <svg aria-hidden="true">
                  {ticks.map((tick) => (
                    <line x1={percent(tick)} x2={percent(tick)} y2="100%" />
                  ))}
                  <rect x={percent(start)} width={percent(Math.max(ms, total / 250))} height="100%" />
                </svg>
              </td>
            </tr>
          );
        })}
        <tr class="scale">
          <td />
          <td />
          <td>
            <svg aria-hidden="true">
              {ticks.map((tick) => (
                <text x={percent(tick)} y="11" text-anchor={tick === 0 ? 'start' : 'middle'}>
                  {tick >= 1000 ? `${tick / 1000} s` : `${tick} ms`}
                </text>
              ))}
            </svg>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Round durations from 0 on: three to six of them, the last one not at the edge, where its text would not fit. */
function ticksOf(total: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(total, 0.01)));
  const step = [0.2, 0.5, 1, 2].map((factor) => factor * power).find((one) => total / one < 5.5) ?? power;
  const ticks: number[] = [];
  for (let index = 0; index * step <= total * 0.92; index += 1)
    ticks.push(Number((index * step).toPrecision(6)));
  return ticks;
}
