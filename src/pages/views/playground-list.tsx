/** The list of an account's playgrounds. */
import type { Pagination } from '../../schemas/common.ts';
import type { Playground } from '../../schemas/playground.ts';
import { AccountPage, Pages } from './account-page.tsx';
import { Time } from './format.tsx';
import { type Columns, ListTable } from './table.tsx';
import { Name, plain } from './visible-text.tsx';

type ListedPlayground = Pick<Playground, 'id' | 'name' | 'is_public' | 'public_runs' | 'updated_at'>;

const columns = (runs: ReadonlyMap<string, number>): Columns<ListedPlayground> => [
  [
    'Name',
    ({ id, name }) => (
      <a href={`/account/playgrounds/${id}`}>
        <Name text={name} />
      </a>
    ),
  ],
  [
    'Visibility',
    ({ id, name, is_public, public_runs }) =>
      is_public ? (
        <a href={`/p/${id}`}>
          {public_runs ? 'Public, runnable' : 'Public'}
          <span class="pg-hide">: open the page of {plain(name)}</span>
        </a>
      ) : (
        'Private'
      ),
  ],
  ['Runs in 30 days', ({ id }) => (runs.get(id) ?? 0).toLocaleString('en')],
  ['Changed', ({ updated_at }) => <Time value={updated_at} />],
  [
    'Actions',
    ({ id, name }) => (
      <a class="pg-btn pg-btn--danger" href={`/account/playgrounds/${id}/delete`}>
        Delete
        <span class="pg-hide"> {plain(name)}</span>
      </a>
    ),
  ],
];

/** The page that lists playgrounds. */
export function PlaygroundList({
  playgrounds,
  pagination,
  search,
  deleted,
  runs,
}: {
  playgrounds: readonly ListedPlayground[];
  pagination: Pagination;
  search: string;
  /** A playground that has just been deleted and can be restored. */
  deleted: string | undefined;
  /** Runs in the last 30 days, by playground. */
  runs: ReadonlyMap<string, number>;
}) {
  return (
    <AccountPage title="Playgrounds" section="playgrounds">
      <article class="pg-page">
        <div class="pg-page__head">
          <h1>Playgrounds</h1>
          <a class="pg-btn pg-btn--primary" href="/account/playgrounds/new">
            New playground
          </a>
        </div>
        {deleted !== undefined && (
          <form
            method="post"
            action={`/account/playgrounds/${deleted}/restore`}
            class="pg-banner pg-banner--round"
          >
            <p role="status">Playground deleted.</p>
            <button type="submit" class="pg-btn pg-btn--secondary">
              Undo
            </button>
          </form>
        )}
        <form method="get" action="/account/playgrounds" role="search" class="pg-row pg-search">
          <label for="search">Name or command contains</label>
          <input class="pg-input" id="search" type="search" name="search" value={search} maxLength={200} />
          <button type="submit" class="pg-btn pg-btn--secondary">
            Search
          </button>
        </form>
        {pagination.total === 0 && (
          <p class="pg-quiet">
            {search === ''
              ? 'You have no playgrounds yet.'
              : `No name or command contains “${plain(search)}”.`}
          </p>
        )}
        <ListTable label="Playgrounds" columns={columns(runs)} items={playgrounds} />
        <Pages path="/account/playgrounds" pagination={pagination} query={search === '' ? {} : { search }} />
      </article>
    </AccountPage>
  );
}
