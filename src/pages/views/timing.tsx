/** The phases of a run as one thin line to scale, which opens to their names and times. Pure. */
import type { TestRun } from '../../schemas/test-run.ts';
import { duration } from './format.tsx';

/** In the order in which they happen. */
const PHASES = [
  ['dns_ms', 'DNS', 'dns'],
  ['tcp_ms', 'Connect', 'connect'],
  ['tls_ms', 'TLS', 'tls'],
  ['first_byte_ms', 'Waiting', 'wait'],
  ['download_ms', 'Download', 'download'],
] as const;

interface Phase {
  title: string;
  /** Of the style sheet. */
  name: string;
  ms: number;
}

/** What {@link phasesOf} reads of a run. */
type TimedRun = Pick<TestRun, 'timings'> & {
  response: { redirects: readonly unknown[] } | null;
  error: { code: string; redirects?: readonly unknown[] } | null;
};

/** Failures during a phase, which then has no time of its own. */
const UNFINISHED = new Set(['timeout', 'cancelled', 'interrupted', 'connection_reset']);

/**
 * The phases one after the other. What their sum leaves of the whole is the phase that was under way when the run ended
 * without a response, the redirects before the last request, or the time that the service took before it.
 */
export function phasesOf({ timings, response, error }: TimedRun): Phase[] {
  const known = PHASES.flatMap(([key, title, name]) => {
    const ms = timings[key];
    return ms === null ? [] : [{ title, name, ms }];
  });
  const rest = timings.total_ms - known.reduce((sum, { ms }) => sum + ms, 0);
  if (rest <= timings.total_ms / 100) return known;
  if (error !== null && UNFINISHED.has(error.code) && timings.download_ms === null)
    return [...known, { ...underWay(timings), ms: rest }];
  const redirects = response?.redirects ?? error?.redirects ?? [];
  if (known.length === 0 && redirects.length === 0) return [];
  return [{ title: redirects.length > 0 ? 'Redirects' : 'Queued', name: 'queued', ms: rest }, ...known];
}

/** The phase that had begun and not ended. */
function underWay(timings: TestRun['timings']): Omit<Phase, 'ms'> {
  if (timings.first_byte_ms !== null) return { title: 'Download', name: 'download' };
  if (timings.tls_ms !== null || timings.tcp_ms !== null) return { title: 'Waiting', name: 'wait' };
  return { title: 'Connect', name: 'connect' };
}

/** The place of the line while a run goes on. */
export const RunningTiming = () => (
  <div class="pg-timing">
    <div class="pg-timing__summary">
      <span class="pg-timing__line pg-timing__line--running" />
    </div>
  </div>
);

export function Timing({ run }: { run: TimedRun }) {
  const phases = phasesOf(run);
  if (phases.length === 0) return null;
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  let from = 0;
  return (
    <details class="pg-timing">
      <summary class="pg-timing__summary">
        <span class="pg-hide">Timing: {duration(total)} in all</span>
        <svg class="pg-timing__line" viewBox="0 0 1000 3" preserveAspectRatio="none" aria-hidden="true">
          {phases.map(({ name, ms }) => {
            const start = from;
            from += (ms / total) * 1000;
            return (
              <rect
                class={`pg-timing__${name}`}
                x={start.toFixed(1)}
                width={Math.max(1, from - start - 2).toFixed(1)}
                height="3"
              />
            );
          })}
        </svg>
      </summary>
      <ul class="pg-timing__list">
        {phases.map(({ title, name, ms }) => (
          <li class="pg-timing__item">
            <svg class="pg-timing__key" viewBox="0 0 8 8" aria-hidden="true">
              <rect class={`pg-timing__${name}`} width="8" height="8" rx="2" />
            </svg>
            {title} <b>{duration(ms)}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}
