/** The page of an account's usage. */
import type { Usage } from '../../schemas/account.ts';
import { AccountPage } from './account-page.tsx';
import { counted, number, Time } from './format.tsx';
import { ListTable } from './table.tsx';

/** A size as people write it, in the largest unit of which there is at least one. */
function bytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${number(Number((value / 1024 ** power).toFixed(1)))} ${units[power]}`;
}

/** The page of usage. */
export function UsagePage({ usage }: { usage: Usage }) {
  const { plan, limit, used, remaining, reset, days, storage } = usage;
  return (
    <AccountPage title="Usage" section="usage">
      <article class="pg-page">
        <h1>Usage</h1>
        <section aria-labelledby="today">
          <h2 id="today">Today</h2>
          <p>
            <strong>{number(used)}</strong> of {number(limit)} requests of the plan <strong>{plan}</strong>;{' '}
            {number(remaining)} left.
          </p>
          <meter
            class="pg-usage"
            min={0}
            max={limit}
            value={used}
            high={limit * 0.8}
            aria-label="Requests of today"
          >
            {used} / {limit}
          </meter>
          <p class="pg-quiet pg-small">
            Resets at <Time value={new Date(reset * 1000).toISOString()} />
          </p>
          <p>
            Stored results: {bytes(storage.used_bytes)} of {bytes(storage.limit_bytes)}. The oldest are
            deleted first.
          </p>
        </section>
        <section aria-labelledby="month">
          <h2 id="month">The last 30 days</h2>
          <Plot days={days} />
          <details>
            <summary>As a table</summary>
            <div class="pg-page__narrow">
              <ListTable
                label="Requests of the last 30 days"
                columns={[
                  ['Day (UTC)', ({ date }) => date],
                  ['Requests', ({ requests }) => number(requests)],
                ]}
                items={days}
              />
            </div>
          </details>
        </section>
      </article>
    </AccountPage>
  );
}

const HEIGHT = 120;
const STEP = 20;

/** A bar for each day, the oldest first. */
function Plot({ days }: { days: Usage['days'] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return (
    <svg
      class="pg-chart"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 20}`}
      role="img"
      aria-label="Requests per day. The table has the numbers."
    >
      <text x="0" y="10">
        {number(most)}
      </text>
      {days.toReversed().map(({ date, requests }, index) => {
        const height = Math.max(requests === 0 ? 0 : 1, (requests / most) * (HEIGHT - 16));
        return (
          <g data-day={date} data-requests={requests}>
            <title>{`${date}: ${counted(requests, 'request')}`}</title>
            <rect class="pg-chart__slot" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
            <rect
              class="pg-chart__bar"
              x={index * STEP + 3}
              y={HEIGHT - height}
              width={STEP - 6}
              height={height}
            />
            {index % 7 === 0 && (
              <text x={index * STEP} y={HEIGHT + 15}>
                {date.slice(5)}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={days.length * STEP} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}
