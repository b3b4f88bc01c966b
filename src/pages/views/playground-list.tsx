/** The list of an account's playgrounds. */
import type { Pagination } from '../../schemas/common.ts';
import {
  AccountPage,
  type Columns,
  ListTable,
  type PageContext,
  Pages,
  Time,
  Token,
} from './account-page.tsx';
import { Name, plain } from './visible-text.tsx';

const TEXTS = {
  title: 'Playgrounds',
  notFound: (search: string) => `No name or command contains “${search}”.`,
  heads: { name: 'Name', visibility: 'Visibility', changed: 'Changed', actions: 'Actions' },
  visibility: { private: 'Private', public: 'Public', runnable: 'Public, runnable' },
};

export interface ListedPlayground {
  id: string;
  name: string;
  is_public: boolean;
  public_runs: boolean;
  updated_at: string;
}

const COLUMNS: Columns<ListedPlayground> = [
  [
    TEXTS.heads.name,
    ({ id, name }) => (
      <a href={`/account/playgrounds/${id}`}>
        <Name text={name} />
      </a>
    ),
  ],
  [
    TEXTS.heads.visibility,
    ({ id, name, is_public, public_runs }) =>
      is_public ? (
        <a href={`/p/${id}`}>
          {public_runs ? TEXTS.visibility.runnable : TEXTS.visibility.public}
          <span class="hidden">: open the page of {plain(name)}</span>
        </a>
      ) : (
        TEXTS.visibility.private
      ),
  ],
  [TEXTS.heads.changed, ({ updated_at }) => <Time value={updated_at} />],
  [
    TEXTS.heads.actions,
    ({ id, name }) => (
      <a class="button danger" href={`/account/playgrounds/${id}/delete`}>
        Delete
        <span class="hidden"> {plain(name)}</span>
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
  ...pageContext
}: PageContext & {
  playgrounds: readonly ListedPlayground[];
  pagination: Pagination;
  search: string;
  /** A playground that has just been deleted and can be restored. */
  deleted: string | undefined;
}) {
  return AccountPage({
    ...pageContext,
    title: TEXTS.title,
    section: 'playgrounds',
    children: (
      <article>
        <div class="title-row">
          <h1>{TEXTS.title}</h1>
          <a class="button primary" href="/account/playgrounds/new">
            New playground
          </a>
        </div>
        {deleted !== undefined && (
          <form method="post" action={`/account/playgrounds/${deleted}/restore`} class="notice">
            <Token token={pageContext.token} />
            <p role="status">Playground deleted.</p>
            <button type="submit">Undo</button>
          </form>
        )}
        <form method="get" action="/account/playgrounds" role="search" class="search">
          <label for="search">Name or command contains</label>
          <input id="search" type="search" name="search" value={search} maxLength={200} />
          <button type="submit">Search</button>
        </form>
        {pagination.total === 0 && (
          <p class="muted">
            {search === '' ? 'You have no playgrounds yet.' : TEXTS.notFound(plain(search))}
          </p>
        )}
        {playgrounds.length > 0 && <ListTable label={TEXTS.title} columns={COLUMNS} items={playgrounds} />}
        <Pages path="/account/playgrounds" pagination={pagination} query={search === '' ? {} : { search }} />
      </article>
    ),
  });
}
