/** The page of an account's usage. */
import type { ComponentChildren } from 'preact';
import type { Usage } from '../../schemas/account.ts';
import type { BusyPlayground, RunsOfToday } from '../../schemas/playground.ts';
import { AccountPage, Panel } from './account-page.tsx';
import { Banner } from './banner.tsx';
import { counted, dayOf, number, untilMidnight } from './format.tsx';
import { Icon } from './icon.tsx';
import { ButtonLink } from './inputs.tsx';
import { Method } from './method.tsx';
import { type Columns, ListTable, NUMBER } from './table.tsx';
import { Name } from './visible-text.tsx';

/** A size as people write it, in the largest unit of which there is at least one. */
function bytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${number(Number((value / 1024 ** power).toFixed(1)))} ${units[power]}`;
}

interface UsagePageProps {
  usage: Usage;
  /** The busiest with the method of its command, where it can be read. */
  today: Omit<RunsOfToday, 'top'> & { top: readonly (BusyPlayground & { method?: string | undefined })[] };
  /** How often readers may run one playground in a day. */
  perDay: number;
  /** Where to ask for a higher limit. */
  contact: string | undefined;
}

/** Answers three questions: how much is left, what uses it, and what happens at the limit. */
export function UsagePage({ usage, today, perDay, contact }: UsagePageProps) {
  const { plan, limit, used, remaining, reset, days, storage } = usage;
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const midnight = untilMidnight(Math.max(0, Math.round(reset - Date.now() / 1000)));
  return (
    <AccountPage title="Usage" section="usage">
      <article class="pg-page">
        <div class="pg-page__head">
          <h1>Usage</h1>
          <span class="pg-badge">Plan: {plan}</span>
        </div>
        {used >= limit * NOTICE && (
          <Banner
            isRound
            icon="triangle-alert"
            role="status"
            actions={contact !== undefined && <ButtonLink href={contact}>Ask for more</ButtonLink>}
          >
            <strong>
              {remaining === 0
                ? 'The daily limit is reached.'
                : `${Math.floor((used / limit) * 100)} % of today’s requests are used.`}
            </strong>{' '}
            {remaining === 0 ? 'Runs work again at' : 'At the limit, runs stop until'} {midnight}. Your pages
            stay online.
          </Banner>
        )}
        <div class="pg-stats">
          <Stat title="Requests today" value={number(used)} of={`of ${number(limit)}`} part={used / limit}>
            {number(remaining)} left. Resets at {midnight}
          </Stat>
          <Stat
            title="By readers today"
            value={number(today.byReaders)}
            of={today.byReaders === 0 ? '' : `in ${counted(today.readPlaygrounds, 'playground')}`}
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
        <Panel title="Last 30 days" note={counted(total, 'request')}>
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
        </Panel>
        <div class="pg-columns">
          <Panel title="Most requests today">
            {used === 0 && <p class="pg-wait">No request was sent today.</p>}
            <ListTable
              label="What used the most requests today"
              class="pg-list pg-top"
              naming={1}
              columns={TOP}
              items={usesOf(today, used, perDay)}
            />
          </Panel>
          <Panel title="At the limit">
            <ul class="pg-usage pg-second">
              <li>
                <Icon name="circle-slash" /> Runs stop, yours and those of readers, until 00:00 UTC. Readers
                see why.
              </li>
              <li>
                <Icon name="globe" /> Pages, code and example responses stay.
              </li>
              <li>
                <Icon name="terminal" />
                <span>
                  The API responds with 429 and <code class="pg-inline">Retry-After</code>.
                </span>
              </li>
            </ul>
          </Panel>
        </div>
      </article>
    </AccountPage>
  );
}

/** The part of the limit from which on the page says so. */
const NOTICE = 0.8;

interface Use extends Partial<Pick<BusyPlayground, 'id' | 'name'>> {
  method?: string | undefined;
  by: string;
  requests: number;
}

/** The playgrounds with the most runs, and what was sent to the API without running one. */
function usesOf({ top, runs }: UsagePageProps['today'], used: number, perDay: number): Use[] {
  const uses = top.map(({ owner, readers, ...of }): Use => {
    const both = `you ${number(owner)}, readers ${number(readers)}`;
    const by = readers === 0 ? 'you' : owner === 0 ? 'readers' : both;
    // All that readers may send is no number to look for.
    return { ...of, by: readers < perDay ? by : 'readers, limit reached', requests: owner + readers };
  });
  const others = used - runs;
  return others <= 0 ? uses : [...uses, { by: 'you', requests: others }];
}

const TOP: Columns<Use> = [
  ['Method', ({ method }) => method !== undefined && <Method name={method} />],
  [
    'Playground',
    ({ id, name = '' }) =>
      id === undefined ? (
        'Other requests of the API'
      ) : (
        <a href={`/account/playgrounds/${id}`}>
          <Name text={name} />
        </a>
      ),
  ],
  ['By', ({ by }) => <span class="pg-quiet">{by}</span>],
  ['Requests', ({ requests }) => <b>{number(requests)}</b>, NUMBER],
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

/** A limit this many times what was used is not drawn: the bars would vanish. */
const FAR = 20;

/** A bar for each day, the oldest first, below the limit. Its labels are text: they keep their size. */
function Plot({ days, limit }: { days: Usage['days']; limit: number }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const top = limit <= most * FAR ? Math.max(most, limit) : most;
  const all = days.toReversed();
  return (
    <div class="pg-chart">
      <span class="pg-chart__scale" aria-hidden="true">
        <span>{number(top)}</span> <span>{top > 1 && number(top / 2)}</span> <span>0</span>
      </span>
      <svg
        viewBox={`0 0 ${all.length} ${top}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Requests per day. The table has the numbers."
      >
        {top >= limit && <line class="pg-chart__limit" x2={all.length} y1={top - limit} y2={top - limit} />}
        <line x2={all.length} y1={top / 2} y2={top / 2} />
        {all.map(({ date, requests }, index) => (
          <g data-day={date} data-requests={requests}>
            <title>{`${date}: ${counted(requests, 'request')}`}</title>
            <rect class="pg-chart__slot" x={index} width="1" height={top} />
            <rect
              class={requests >= limit ? 'pg-chart__bar pg-chart__bar--full' : 'pg-chart__bar'}
              x={index + 0.1}
              y={top - requests}
              width="0.8"
              height={requests}
            />
          </g>
        ))}
        <line x2={all.length} y1={top} y2={top} />
      </svg>
      <span class="pg-chart__days" aria-hidden="true">
        {all.map(({ date }, index) => index % 7 === 0 && index < 28 && <span>{dayOf(date)}</span>)}
        <span>Today</span>
      </span>
    </div>
  );
}
