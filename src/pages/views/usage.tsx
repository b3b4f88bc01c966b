/** The page of an account's usage. */
import type { ComponentChildren } from 'preact';
import type { Usage } from '../../schemas/account.ts';
import type { BusyPlayground, RunsOfToday } from '../../schemas/playground.ts';
import { AccountPage } from './account-page.tsx';
import { counted, number, Time } from './format.tsx';
import { Icon } from './icon.tsx';
import { type Columns, ListTable } from './table.tsx';
import { Name } from './visible-text.tsx';

/** A size as people write it, in the largest unit of which there is at least one. */
function bytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${number(Number((value / 1024 ** power).toFixed(1)))} ${units[power]}`;
}

interface UsagePageProps {
  usage: Usage;
  today: RunsOfToday;
  /** How often readers may run one playground in a day. */
  perDay: number;
}

/** Answers three questions: how much is left, what uses it, and what happens at the limit. */
export function UsagePage({ usage, today, perDay }: UsagePageProps) {
  const { plan, limit, used, remaining, reset, days, storage } = usage;
  const midnight = new Date(reset * 1000).toISOString();
  return (
    <AccountPage title="Usage" section="usage">
      <article class="pg-page">
        <div class="pg-page__head">
          <h1>Usage</h1>
          <span class="pg-badge">Plan: {plan}</span>
        </div>
        {used >= limit * NOTICE && (
          <p class="pg-banner pg-banner--round pg-banner--warning" role="status">
            <Icon name="triangle-alert" />
            <span>
              <strong>
                {remaining === 0
                  ? 'The daily limit is reached.'
                  : `${Math.floor((used / limit) * 100)} % of today’s requests are used.`}
              </strong>{' '}
              {remaining === 0 ? 'Runs work again at' : 'At the limit, runs stop until'}{' '}
              <Time value={midnight} />. Your pages stay online.
            </span>
          </p>
        )}
        <div class="pg-stats">
          <Stat title="Requests today" value={number(used)} of={`of ${number(limit)}`} part={used / limit}>
            {number(remaining)} left. Resets at <Time value={midnight} />
          </Stat>
          <Stat
            title="By readers today"
            value={number(today.byReaders)}
            of={`in ${counted(today.readPlaygrounds, 'playground')}`}
          >
            At most {number(perDay)} a day for one playground
          </Stat>
          <Stat
            title="Stored results"
            value={bytes(storage.used_bytes)}
            of={`of ${bytes(storage.limit_bytes)}`}
            part={storage.used_bytes / storage.limit_bytes}
          >
            The oldest are deleted first
          </Stat>
        </div>
        <section class="pg-panel" aria-labelledby="month">
          <h2 class="pg-panel__head" id="month">
            Last 30 days
            <span class="pg-panel__end pg-panel__note">
              {counted(
                days.reduce((sum, { requests }) => sum + requests, 0),
                'request',
              )}
            </span>
          </h2>
          <div class="pg-usage">
            <Plot days={days} limit={limit} />
            <details class="pg-fold">
              <summary class="pg-fold__summary">As a table</summary>
              <ListTable
                label="Requests of the last 30 days"
                columns={[
                  ['Day (UTC)', ({ date }) => date],
                  ['Requests', ({ requests }) => number(requests)],
                ]}
                items={days}
              />
            </details>
          </div>
        </section>
        <div class="pg-columns">
          <section class="pg-panel" aria-labelledby="top">
            <h2 class="pg-panel__head" id="top">
              Most runs today
            </h2>
            {today.top.length === 0 && <p class="pg-wait">No playground was run today.</p>}
            <ListTable label="Playgrounds with the most runs today" columns={TOP} items={today.top} />
          </section>
          <section class="pg-panel" aria-labelledby="limit">
            <h2 class="pg-panel__head" id="limit">
              At the limit
            </h2>
            <ul class="pg-usage pg-second">
              <li>Runs stop, yours and those of readers, until 00:00 UTC. Readers see why.</li>
              <li>Pages, code and example responses stay.</li>
              <li>
                The API responds with 429 and <code class="pg-inline">Retry-After</code>.
              </li>
            </ul>
          </section>
        </div>
      </article>
    </AccountPage>
  );
}

/** The part of the limit from which on the page says so. */
const NOTICE = 0.8;

const TOP: Columns<BusyPlayground> = [
  [
    'Playground',
    ({ id, name }) => (
      <a href={`/account/playgrounds/${id}`}>
        <Name text={name} />
      </a>
    ),
  ],
  ['You', ({ owner }) => number(owner)],
  ['Readers', ({ readers }) => number(readers)],
];

interface StatProps {
  title: string;
  value: string;
  of: string;
  /** Of the limit, from 0 to 1. */
  part?: number;
  children: ComponentChildren;
}

function Stat({ title, value, of, part, children }: StatProps) {
  return (
    <section class="pg-panel pg-stat" aria-label={title}>
      <span class="pg-quiet">{title}</span>
      <p>
        <b class="pg-stat__number">{value}</b> <span class="pg-quiet">{of}</span>
      </p>
      {part !== undefined && <meter class="pg-stat__meter" value={part} high={NOTICE} aria-label={title} />}
      <span class="pg-quiet pg-small">{children}</span>
    </section>
  );
}

const HEIGHT = 120;
const STEP = 20;

/** A limit this many times what was used is not drawn: the bars would vanish. */
const FAR = 5;
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(date));

/** A bar for each day, the oldest first, below the limit. */
function Plot({ days, limit }: { days: Usage['days']; limit: number }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const top = limit <= most * FAR ? Math.max(most, limit) : most;
  const heightOf = (requests: number) => (requests / top) * (HEIGHT - 16);
  const width = days.length * STEP;
  return (
    <svg
      class="pg-chart"
      viewBox={`0 0 ${width} ${HEIGHT + 20}`}
      role="img"
      aria-label="Requests per day. The table has the numbers."
    >
      <text x="0" y="10">
        {top === limit ? `Limit ${number(limit)}` : number(most)}
      </text>
      {top >= limit && (
        <line
          class="pg-chart__limit"
          x2={width}
          y1={HEIGHT - heightOf(limit)}
          y2={HEIGHT - heightOf(limit)}
        />
      )}
      {days.toReversed().map(({ date, requests }, index) => {
        const height = Math.max(requests === 0 ? 0 : 1, heightOf(requests));
        const isToday = index === days.length - 1;
        return (
          <g data-day={date} data-requests={requests}>
            <title>{`${date}: ${counted(requests, 'request')}`}</title>
            <rect class="pg-chart__slot" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
            <rect
              class={`pg-chart__bar ${isToday ? 'pg-chart__bar--today' : ''}`.trim()}
              x={index * STEP + 2}
              y={HEIGHT - height}
              width={STEP - 4}
              height={height}
              rx="1"
            />
            {(isToday || (index % 7 === 0 && index < days.length - 2)) && (
              <text
                x={isToday ? width : index * STEP}
                y={HEIGHT + 15}
                text-anchor={isToday ? 'end' : undefined}
              >
                {isToday ? 'Today' : dayOf(date)}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}
