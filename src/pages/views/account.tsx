/** The pages of an account: signing in, keys, usage, the list of playgrounds. */
import { type ApiKey, SCOPES, type Usage } from '../../schemas/account.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountPage, type Around, Problem, type Section, Token } from './account-page.tsx';
import { Layout } from './layout.tsx';
import { Name, plain } from './text.tsx';

export function SignIn({ asset, token, problem }: Around & { problem?: string | undefined }) {
  return Layout({
    title: 'Sign in · Playgrounds',
    asset,
    scripts: ['account.js'],
    children: (
      <article class="narrow">
        <h1>Sign in to your account</h1>
        <p>
          Paste an API key that may manage keys (<code>keys:manage</code>). The first one was printed when the
          server started for the first time.
        </p>
        <Problem message={problem} />
        <form method="post" action="/account/sign-in" class="fields" autocomplete="off">
          <Token token={token} />
          <p class="field">
            <label for="key">API key</label>
            <input
              id="key"
              name="key"
              type="password"
              required
              autocomplete="current-password"
              spellcheck={false}
            />
          </p>
          <p>
            <button type="submit" class="primary">
              Sign in
            </button>
          </p>
          <p class="note">
            The key is not kept: a cookie remembers for a week that you are signed in. Revoking the key ends
            it.
          </p>
        </form>
      </article>
    ),
  });
}

function Time({ value, otherwise }: { value: string | null; otherwise: string }) {
  if (value === null) return <>{otherwise}</>;
  return (
    <time dateTime={value} data-local="">
      {value.slice(0, 16).replace('T', ' ')} UTC
    </time>
  );
}

export interface KeysProps extends Around {
  keys: readonly ApiKey[];
  pagination: Pagination;
  /** A key that has just been made, shown this once. */
  created?: { name: string; key: string } | undefined;
  problem?: string | undefined;
  /** What was typed into a form that was refused. */
  draft?: { name: string; scopes: readonly string[]; expires: string } | undefined;
  /** Scopes that the signed-in key can hand on. */
  scopes: ReadonlySet<string>;
  /** The key that was signed in with. */
  own: string;
}

export function Keys({ keys, pagination, created, problem, draft, scopes, own, ...around }: KeysProps) {
  return AccountPage({
    ...around,
    title: 'API keys',
    section: 'keys',
    children: (
      <article>
        <h1>API keys</h1>
        {created !== undefined && (
          <section class="created" aria-labelledby="created-title">
            <h2 id="created-title">
              The key <Name text={created.name} />
            </h2>
            <p>Copy it now: it is shown only this once.</p>
            <p>
              <code class="copyable" id="new-key">
                {created.key}
              </code>
            </p>
          </section>
        )}
        <div class="scroll" tabIndex={0} role="region" aria-label="Keys">
          <table>
            <thead>
              <tr>
                {['Name', 'Begins with', 'May', 'Last used', 'Expires'].map((head) => (
                  <th scope="col">{head}</th>
                ))}
                <th scope="col">
                  <span class="hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr>
                  <th scope="row">
                    <Name text={key.name} />
                    {key.id === own && <span class="muted"> (signed in with)</span>}
                  </th>
                  <td>
                    <code>{key.prefix}…</code>
                  </td>
                  <td>{key.scopes.length === SCOPES.length ? 'everything' : key.scopes.join(', ')}</td>
                  <td>
                    <Time value={key.last_used_at} otherwise="never" />
                  </td>
                  <td>
                    <Time value={key.expires_at} otherwise="never" />
                  </td>
                  <td>
                    <a class="button danger" href={`/account/keys/${key.id}/revoke`}>
                      Revoke<span class="hidden"> {plain(key.name)}</span>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Pages path="/account/keys" pagination={pagination} />
        <h2>A new key</h2>
        <Problem message={problem} />
        <form method="post" action="/account/keys" class="fields">
          <Token token={around.token} />
          <p class="field">
            <label for="key-name">Name</label>
            <input id="key-name" name="name" required maxLength={200} value={draft?.name} />
          </p>
          <p class="field">
            <label for="key-expires">Expires (UTC)</label>
            <input id="key-expires" name="expires" type="date" value={draft?.expires} />
          </p>
          <fieldset class="choices">
            <legend>It may</legend>
            {SCOPES.filter((scope) => scopes.has(scope)).map((scope) => (
              <label>
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={draft === undefined ? scope !== 'keys:manage' : draft.scopes.includes(scope)}
                />{' '}
                {scope}
              </label>
            ))}
          </fieldset>
          <p>
            <button type="submit" class="primary">
              Create key
            </button>
          </p>
        </form>
      </article>
    ),
  });
}

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  text,
  action,
  button,
  back,
  section,
  ...around
}: Around & {
  title: string;
  text: string;
  action: string;
  button: string;
  back: string;
  section: Section;
}) {
  return AccountPage({
    ...around,
    title,
    section,
    children: (
      <article class="narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <form method="post" action={action}>
          <Token token={around.token} />
          <p class="buttons">
            <button type="submit" class="danger">
              {button}
            </button>{' '}
            <a class="button" href={back}>
              Keep it
            </a>
          </p>
        </form>
      </article>
    ),
  });
}

export function UsagePage({ usage, ...around }: Around & { usage: Usage }) {
  const { plan, limit, used, remaining, reset, days, storage } = usage;
  const number = (value: number) => value.toLocaleString('en');
  const mebibytes = (bytes: number) => number(Math.ceil(bytes / 1024 / 1024));
  return AccountPage({
    ...around,
    title: 'Usage',
    section: 'usage',
    children: (
      <article>
        <h1>Usage</h1>
        <section aria-labelledby="today">
          <h2 id="today">Today</h2>
          <p>
            <strong>{number(used)}</strong> of {number(limit)} requests of the plan <strong>{plan}</strong>;{' '}
            {number(remaining)} left.
          </p>
          <meter
            class="usage"
            min={0}
            max={limit}
            value={used}
            high={limit * 0.8}
            aria-label="Requests of today"
          >
            {used} of {limit}
          </meter>
          <p class="note">
            The count starts again at <Time value={new Date(reset * 1000).toISOString()} otherwise="" />.
          </p>
          <p>
            Results of tests take {mebibytes(storage.used_bytes)} of {mebibytes(storage.limit_bytes)} MiB;
            beyond that the oldest make room.
          </p>
        </section>
        <section aria-labelledby="month">
          <h2 id="month">The last 30 days</h2>
          <Plot days={days} />
          <details>
            <summary>As a table</summary>
            <table class="narrow-table">
              <caption class="hidden">Requests of the last 30 days</caption>
              <thead>
                <tr>
                  <th scope="col">Day (UTC)</th>
                  <th scope="col">Requests</th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ date, requests }) => (
                  <tr>
                    <th scope="row">{date}</th>
                    <td>{number(requests)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </section>
      </article>
    ),
  });
}

const HEIGHT = 120;
const STEP = 20;

/** A bar for each day, the oldest first. */
function Plot({ days }: { days: Usage['days'] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 20}`}
      role="img"
      aria-label="Requests a day; the table has the numbers"
    >
      <text x="0" y="10">
        {most.toLocaleString('en')}
      </text>
      {days.toReversed().map(({ date, requests }, index) => {
        const height = Math.max(requests === 0 ? 0 : 1, (requests / most) * (HEIGHT - 16));
        return (
          <g data-day={date} data-requests={requests}>
            <title>{`${date}: ${requests.toLocaleString('en')} requests`}</title>
            <rect class="slot" x={index * STEP} y="0" width={STEP} height={HEIGHT} />
            <rect class="bar" x={index * STEP + 3} y={HEIGHT - height} width={STEP - 6} height={height} />
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

/** Links to the other pages of a list. */
export function Pages({
  path,
  pagination,
  query = {},
}: {
  path: string;
  pagination: Pagination;
  query?: Readonly<Record<string, string>>;
}) {
  const { page, total_pages: last } = pagination;
  if (page === null || last < 2) return null;
  const link = (number: number) => `${path}?${new URLSearchParams({ ...query, page: String(number) })}`;
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 && (
        <a href={link(page - 1)} rel="prev">
          Newer
        </a>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <a href={link(page + 1)} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}

export interface ListedPlayground {
  id: string;
  name: string;
  is_public: boolean;
  public_runs: boolean;
  updated_at: string;
}

export function PlaygroundList({
  playgrounds,
  pagination,
  search,
  ...around
}: Around & {
  playgrounds: readonly ListedPlayground[];
  pagination: Pagination;
  search: string;
}) {
  return AccountPage({
    ...around,
    title: 'Playgrounds',
    section: 'playgrounds',
    children: (
      <article>
        <div class="title-row">
          <h1>Playgrounds</h1>
          <a class="button primary" href="/account/playgrounds/new">
            New playground
          </a>
        </div>
        <form method="get" action="/account/playgrounds" role="search" class="search">
          <label for="search">Name contains</label>
          <input id="search" type="search" name="search" value={search} maxLength={200} />
          <button type="submit">Search</button>
        </form>
        {playgrounds.length === 0 ? (
          <p class="muted">{search === '' ? 'There are none yet.' : 'None has a name like this.'}</p>
        ) : (
          <div class="scroll" tabIndex={0} role="region" aria-label="Playgrounds">
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Seen by</th>
                  <th scope="col">Changed</th>
                  <th scope="col">
                    <span class="hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {playgrounds.map(({ id, name, is_public, public_runs, updated_at }) => (
                  <tr>
                    <th scope="row">
                      <a href={`/account/playgrounds/${id}`}>
                        <Name text={name} />
                      </a>
                    </th>
                    <td>
                      {is_public ? <a href={`/p/${id}`}>everybody</a> : 'you'}
                      {is_public && public_runs && ', who may run it'}
                    </td>
                    <td>
                      <Time value={updated_at} otherwise="" />
                    </td>
                    <td>
                      <a class="button danger" href={`/account/playgrounds/${id}/delete`}>
                        Delete<span class="hidden"> {plain(name)}</span>
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <Pages path="/account/playgrounds" pagination={pagination} query={search === '' ? {} : { search }} />
      </article>
    ),
  });
}
