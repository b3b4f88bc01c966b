/** The list of an account's playgrounds. */
import type { Collection } from '../../schemas/collection.ts';
import type { Pagination } from '../../schemas/common.ts';
import type { ImportResponse } from '../../schemas/import.ts';
import type { Playground } from '../../schemas/playground.ts';
import { AccountArticle, FormDialog, Pages, Problem } from './account-page.tsx';
import { counted, fragmentOf, number, Time } from './format.tsx';
import { Icon } from './icon.tsx';
import {
  Button,
  ButtonLink,
  Choice,
  Field,
  IconButton,
  type Options,
  SearchField,
  Select,
  Submit,
  TextArea,
} from './inputs.tsx';
import { Menu } from './menu.tsx';
import { Method } from './method.tsx';
import { hostOf, pathOf } from './playground.tsx';
import { EXAMPLES } from './sample.ts';
import { type Columns, ListTable, Marked, NUMBER, WIDE } from './table.tsx';
import { Toast } from './toast.tsx';
import { Name, plain } from './visible-text.tsx';
import { WarningList } from './warnings.tsx';

type ListedPlayground = Pick<Playground, 'id' | 'name' | 'is_public' | 'public_runs' | 'updated_at'> & {
  /** What its command calls; undefined for a command that can no longer be read. */
  target: { method: string; url: string } | undefined;
};

type ListedCollection = Pick<Collection, 'id' | 'name' | 'description' | 'is_public' | 'playground_ids'>;

interface PlaygroundListProps {
  playgrounds: readonly ListedPlayground[];
  pagination: Pagination;
  search: string;
  /** The collection that is shown, or `none`; empty for all playgrounds. */
  collection: string;
  collections: readonly ListedCollection[];
  order: keyof typeof ORDERS;
  seen: keyof typeof VISIBILITIES;
  /** Playgrounds that have just been deleted and can be restored, and how many have been imported. */
  deleted: readonly { id: string; name: string }[];
  imported: number;
  /** A document that was not imported, and why. */
  refused: { document: string; problem: string } | undefined;
  /** Of all the account's playgrounds, and of those in no collection. */
  totals: { all: number; uncollected: number };
  /** Runs in the last 30 days, by playground. */
  runs: ReadonlyMap<string, number>;
}

const PATH = '/account/playgrounds';

/** The orders and filters that the menus have; the first is the usual one. */
export const ORDERS = { '': 'Last changed', name: 'Name', '-created_at': 'Last created' } as const;
export const VISIBILITIES = {
  '': 'Private and public',
  private: 'Private',
  public: 'Public',
  runnable: 'Runnable',
} as const;

/** What a query says of a menu; the usual choice instead of anything else. */
export const oneOf = <Key extends string>(menu: Readonly<Record<Key, string>>, text: string): Key | '' =>
  Object.hasOwn(menu, text) ? (text as Key) : ''; // one of its keys

export function PlaygroundList(props: PlaygroundListProps) {
  const { playgrounds, pagination, search, collection, collections, order, seen, refused } = props;
  const isEmpty = pagination.total === 0;
  const query = Object.fromEntries(
    Object.entries({ search, collection, order, seen }).filter(([, value]) => value !== ''),
  );
  const shown = collections.find(({ id }) => id === collection);
  const isFirst = isEmpty && Object.keys(query).length === 0;
  return (
    <AccountArticle
      title="Playgrounds"
      section="playgrounds"
      scripts={['list.js']}
      heading={
        isFirst ? 'Your first playground' : shown === undefined ? undefined : <Name text={shown.name} />
      }
    >
      {refused && (
        <div class="pg-unscripted">
          <Problem message={`Nothing was imported. ${refused.problem}`} />
        </div>
      )}
      <Collections {...props} />
      <CollectionDialog id="new-collection" />
      <ImportDialog action={`${PATH}/import?${new URLSearchParams(query)}`} refused={refused} />
      {isFirst ? (
        <FirstPlayground />
      ) : (
        <div class="pg-listing">
          <Picked collections={collections} />
          <Tools {...props} />
          <div data-part="list">
            <OneCollection collection={shown} />
            {isEmpty && <NoneFound {...props} />}
            <ListTable
              class="pg-list pg-rows"
              label="Playgrounds"
              columns={columnsOf(props)}
              items={playgrounds}
              naming={-1}
            />
            <Found {...props} />
            <Pages path={PATH} pagination={pagination} query={query} />
          </div>
        </div>
      )}
      <Done {...props} />
      <p class="pg-drop" hidden>
        Drop the file to import it
      </p>
    </AccountArticle>
  );
}

/** What has just been done. It stays in view without moving the list. */
function Done({ deleted, imported }: PlaygroundListProps) {
  const [first] = deleted;
  if (first === undefined)
    return imported === 0 ? null : (
      <Toast>{counted(imported, 'playground')} imported, private. Any credentials became placeholders.</Toast>
    );
  return (
    <Toast action={`${PATH}/restore`} button="Undo" fields={deleted.map(({ id }) => ['playground', id])}>
      {deleted.length > 1 ? (
        `${deleted.length} playgrounds deleted`
      ) : (
        <>
          Deleted “<Name text={first.name} />”
        </>
      )}
    </Toast>
  );
}

/** How many of all a search has found. */
function Found({ search, pagination: { total }, totals: { all } }: PlaygroundListProps) {
  if (search === '' || total === 0) return null;
  return (
    <p class="pg-quiet pg-listing__found" role="status">
      {number(total)} of {counted(all, 'playground')} {total === 1 ? 'contains' : 'contain'} “{plain(search)}”
    </p>
  );
}

/** The collections beside the list; on narrow screens they are a menu of the search. */
function Collections({ collection, collections, totals }: PlaygroundListProps) {
  const sizes = new Map<string, number>([
    ...collections.map(({ id, playground_ids: members }) => [id, members.length] as const),
    ...([
      ['', totals.all],
      ['none', totals.uncollected],
    ] as const),
  ]);
  return (
    <nav class="pg-side" aria-label="Collections">
      {[['', 'All playgrounds'] as const, ...optionsOf(collections)].map(([id, name], index) => (
        <>
          {index === 1 && (
            <h2 class="pg-side__head">
              Collections <IconButton icon="plus" label="New collection" popovertarget="new-collection" />
            </h2>
          )}
          <a
            class="pg-side__item"
            href={id === '' ? PATH : `${PATH}?collection=${id}`}
            aria-current={id === collection ? 'page' : undefined}
          >
            <Icon name={id === '' ? 'terminal' : 'folder'} />
            <span class="pg-cut">{name}</span>
            <span class="pg-side__count">{number(sizes.get(id) ?? 0)}</span>
          </a>
        </>
      ))}
      {collections.length === 0 && (
        <p class="pg-side__none">
          Group playgrounds of one API. A collection has a page, and its values are typed once.
        </p>
      )}
    </nav>
  );
}

/** What the collection that is shown is for its readers. */
function OneCollection({ collection }: { collection: ListedCollection | undefined }) {
  if (collection === undefined) return null;
  const { id, is_public: isPublic } = collection;
  return (
    <>
      <p class="pg-row">
        <span class="pg-rows__seen">
          <Icon name={isPublic ? 'globe' : 'lock'} />
          {isPublic ? 'Public: readers see its public playgrounds' : 'Private: only you'}
        </span>
        {isPublic && (
          <ButtonLink kind="quiet" icon="link" href={`/c/${id}`}>
            Open its page
          </ButtonLink>
        )}
        <Button kind="quiet" icon="settings" popovertarget="collection">
          Settings
        </Button>
      </p>
      <CollectionDialog id="collection" collection={collection} />
    </>
  );
}

/** Creates a collection, or changes one. */
function CollectionDialog({ id, collection }: { id: string; collection?: ListedCollection }) {
  const title = collection === undefined ? 'New collection' : `Collection “${plain(collection.name)}”`;
  return (
    <FormDialog
      {...{ id, title }}
      action={`/account/collections/${collection?.id ?? ''}`}
      button={collection === undefined ? 'Create' : 'Save'}
      apart={collection && ['delete', 'Delete, and keep its playgrounds']}
    >
      <Field
        label="Name"
        id={`${id}-name`}
        name="name"
        value={collection?.name}
        required
        maxLength={200}
        placeholder="An API, or a part of one"
      />
      <TextArea
        label="Description (Markdown)"
        id={`${id}-description`}
        name="description"
        value={collection?.description}
        rows={4}
      />
      <Choice type="checkbox" name="is_public" value="yes" checked={collection?.is_public}>
        Public: anyone with the link sees its page, with those of its playgrounds that are public
      </Choice>
    </FormDialog>
  );
}

function Tools({ search, collection, collections, order, seen }: PlaygroundListProps) {
  return (
    <form method="get" action={PATH} role="search" class="pg-tools">
      <SearchField value={search} placeholder="Search names and commands" />
      {collections.length > 0 && (
        <Select
          name="collection"
          aria-label="Collection"
          class="pg-tools__collection"
          options={[['', 'All playgrounds'], ...optionsOf(collections)]}
          value={collection}
        />
      )}
      <Select
        kind="quiet"
        name="seen"
        aria-label="Who can see it"
        options={Object.entries(VISIBILITIES)}
        value={seen}
      />
      <Select kind="quiet" name="order" aria-label="Order" options={Object.entries(ORDERS)} value={order} />
      <Button type="submit" class="pg-unscripted">
        Search
      </Button>
      <span class="pg-tools__end">
        <Button
          kind="quiet"
          class="pg-tools__collection"
          icon="folder-plus"
          folds
          popovertarget="new-collection"
        >
          New collection
        </Button>
        <Button kind="quiet" icon="upload" folds popovertarget="import-dialog">
          Import
        </Button>
        <ButtonLink kind="primary" icon="plus" href={`${PATH}/new`} aria-keyshortcuts="n" data-new>
          New playground
        </ButtonLink>
      </span>
    </form>
  );
}

const optionsOf = (collections: PlaygroundListProps['collections']): Options => [
  ...collections.map(({ id, name }) => [id, plain(name)] as const),
  ['none', 'No collection'],
];

const PICKED = [
  ['publish', 'globe', 'Publish'],
  ['export', 'download', 'Export'],
  ['hide', 'lock', 'Make private'],
] as const;

/** What to do with the ticked rows: in the place of the search while one is ticked, without scripts too. */
function Picked({ collections }: Pick<PlaygroundListProps, 'collections'>) {
  return (
    <form method="post" action={`${PATH}/picked`} id="picked" class="pg-picked" aria-label="Selection">
      <div class="pg-picked__bar">
        <b data-picked>Selected</b>
        {collections.length > 0 && (
          <Menu label="Move" icon="folder" group="rows">
            {optionsOf(collections).map(([id, name]) => (
              <Button type="submit" kind="quiet" name="do" value={`move:${id}`}>
                <span class="pg-cut">{name}</span>
              </Button>
            ))}
          </Menu>
        )}
        {PICKED.map(([value, icon, text]) => (
          <Button type="submit" name="do" value={value} icon={icon} folds>
            {text}
          </Button>
        ))}
        <Button type="submit" name="do" value="delete" kind="danger" icon="trash-2">
          Delete
        </Button>
        <IconButton icon="x" label="Clear the selection" type="reset" />
      </div>
    </form>
  );
}

const columnsOf = ({ runs, collections, search }: PlaygroundListProps): Columns<ListedPlayground> => [
  [
    'Select',
    ({ id, name }) => (
      <input
        class="pg-check__box"
        type="checkbox"
        form="picked"
        name="playground"
        value={id}
        id={`pick-${id}`}
        aria-label={`Select ${plain(name)}`}
      />
    ),
  ],
  ['Method', ({ target }) => target && <Method name={target.method} />],
  [
    'Name',
    ({ id, name, target }) => (
      <a href={`${PATH}/${id}`}>
        <Marked text={name} search={search} />
        <span class="pg-rows__sub" aria-hidden="true">
          {target && plain(pathOf(target.url))}
        </span>
      </a>
    ),
  ],
  ['Host and path', ({ target }) => target && <HostAndPath url={target.url} search={search} />, WIDE],
  [
    'Who can see it',
    ({ is_public: isPublic, public_runs: runnable }) => (
      <span class="pg-rows__seen">
        <Icon name={!isPublic ? 'lock' : runnable ? 'play' : 'globe'} />
        {!isPublic ? 'Private' : runnable ? 'Runnable' : 'Public'}
      </span>
    ),
    WIDE,
  ],
  ['Runs, 30 days', ({ id }) => number(runs.get(id) ?? 0), `${NUMBER} ${WIDE}`],
  ['Changed', ({ updated_at: changed }) => <Time value={changed} as="relative" />, NUMBER],
  [
    'Actions',
    ({ id, name, is_public: isPublic }) => (
      <Menu label={`Actions for ${plain(name)}`} group="rows">
        {isPublic && (
          <>
            <ButtonLink kind="quiet" icon="external-link" href={`/p/${id}`}>
              Open its page
            </ButtonLink>
            <Button kind="quiet" icon="link" class="pg-scripted" data-copies="address" value={`/p/${id}`}>
              Copy link
            </Button>
          </>
        )}
        <ButtonLink kind="quiet" icon="copy" href={`${PATH}/new?copy=${id}`}>
          Duplicate
        </ButtonLink>
        <form method="post" action={`${PATH}/picked`}>
          <input type="hidden" name="playground" value={id} />
          {collections.length > 0 && (
            <label class="pg-btn pg-btn--quiet" for={`pick-${id}`}>
              <Icon name="folder" /> Move to a collection
            </label>
          )}
          {isPublic ? (
            <Button type="submit" kind="quiet" name="do" value="hide" icon="lock">
              Make private
            </Button>
          ) : (
            <Button type="submit" kind="quiet" name="do" value="publish" icon="globe">
              Publish
            </Button>
          )}
          <hr />
          <Button type="submit" kind="danger" name="do" value="delete" icon="trash-2">
            Delete
          </Button>
        </form>
      </Menu>
    ),
  ],
];

/** Characters of an address that a row has. */
const MAX_ADDRESS = 300;

function HostAndPath({ url, search }: { url: string; search: string }) {
  const [host, path] = [hostOf(url), pathOf(url)];
  const parts = (path === host ? path : host + path).slice(0, MAX_ADDRESS).split(/(\{\{[^{}]*\}\})/);
  return (
    <span class="pg-rows__mono">
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          <Marked text={part} search={search} />
        ) : (
          <span class="pg-rows__var">{plain(part)}</span>
        ),
      )}
    </span>
  );
}

/** What an empty list starts with. */
function FirstPlayground() {
  return (
    <form method="get" action={`${PATH}/new`} class="pg-start" data-first>
      <label class="pg-second" for="first">
        Paste a command from any documentation. You see what it sends before you save it.
      </label>
      <div class="pg-panel pg-paste">
        <textarea
          class="pg-textarea pg-input--mono"
          id="first"
          rows={7}
          spellcheck={false}
          autofocus
          placeholder="curl https://api.example.com/v1/users -H 'Authorization: Bearer …'"
        />
        <div class="pg-row pg-start__foot">
          <p class="pg-row pg-scripted">
            <span class="pg-quiet">Try</span>
            {Object.values(EXAMPLES).map(({ name, command }) => (
              <ButtonLink kind="quiet" href={`${PATH}/new${fragmentOf(command)}`}>
                {name}
              </ButtonLink>
            ))}
          </p>
          <Submit>Open in the editor</Submit>
        </div>
      </div>
      <div class="pg-row pg-quiet pg-small">
        <span>Have many?</span>
        <Button kind="quiet" icon="upload" popovertarget="import-dialog">
          Import them
        </Button>
        <span>
          A program can create them with the <a href="/docs">API</a>.
        </span>
      </div>
    </form>
  );
}

function NoneFound({ search, collection }: PlaygroundListProps) {
  return (
    <p class="pg-row pg-quiet">
      {search !== ''
        ? `No name or command contains “${plain(search)}”.`
        : collection === '' || collection === 'none'
          ? 'There is no such playground.'
          : 'No playgrounds here yet. Tick some in the list, and move them here.'}
      <ButtonLink href={PATH}>Show all</ButtonLink>
    </p>
  );
}

/** Takes a document; a script fills it with what is dropped or pasted. */
function ImportDialog({ action, refused }: Pick<PlaygroundListProps, 'refused'> & { action: string }) {
  return (
    <FormDialog id="import-dialog" title="Import" action={action} button="Import">
      <TextArea
        label="A Postman collection, an OpenAPI document, a HAR or .http file, or Markdown"
        id="document"
        name="document"
        class="pg-input--mono"
        rows={8}
        spellcheck={false}
        required
        value={refused?.document}
        aria-invalid={refused !== undefined}
      />
      <Problem message={refused?.problem} />
      <p class="pg-row pg-quiet pg-scripted">
        <label class="pg-btn pg-btn--secondary pg-file">
          <Icon name="upload" /> Choose a file
          <input class="pg-hide" type="file" id="import-file" />
        </label>
        Or drop it on the list, or paste its text there.
      </p>
    </FormDialog>
  );
}

/** What came of an import. */
export function Imported({ collection, playgrounds, skipped, warnings }: ImportResponse) {
  const list = collection?.id == null ? PATH : `${PATH}?collection=${collection.id}`;
  return (
    <AccountArticle
      title="Import"
      section="playgrounds"
      heading={`${counted(playgrounds.length, 'playground')} imported`}
    >
      <p>They are private. Any credentials became placeholders.</p>
      <WarningList
        label="Left out"
        warnings={[
          ...skipped.map(({ name, reason }) => ({ message: `${name}: ${reason}` })),
          ...warnings.map((message) => ({ message })),
        ]}
      />
      <p>
        <ButtonLink kind="primary" href={list}>
          Show them
        </ButtonLink>
      </p>
    </AccountArticle>
  );
}
