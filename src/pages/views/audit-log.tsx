/** The page of an account's audit log. */
import { AUDIT_ACTIONS, type AuditAction, type AuditEvent, type AuditWay } from '../../schemas/audit.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountArticle, Pages } from './account-page.tsx';
import { counted, dayOf, number } from './format.tsx';
import { Button, SearchField, Select } from './inputs.tsx';
import { type Columns, ListTable, Marked, WIDE } from './table.tsx';
import { plain } from './visible-text.tsx';

const WAYS: Record<AuditWay, string> = {
  api: 'API',
  page: 'these pages',
  cli: 'operator',
  service: 'the service',
};

/** What events are about; the first is all of them. */
export const KINDS = {
  '': 'All events',
  session: 'Sign-ins',
  key: 'Keys',
  playground: 'Playgrounds',
  collection: 'Collections',
  site: 'Sites',
  test: 'Results',
  account: 'Account',
} as const;

const ACTIONS: Record<AuditAction, string> = {
  'account.created': 'Account created',
  'account.renamed': 'Account renamed',
  'account.suspended': 'Account suspended',
  'account.resumed': 'Account resumed',
  'account.exported': 'Account exported',
  'account.imported': 'Account imported',
  'account.deleted': 'Account deleted',
  'plan.changed': 'Plan changed',
  'key.created': 'Key created',
  'key.revoked': 'Key revoked',
  'playground.published': 'Made public',
  'playground.unpublished': 'Made private',
  'playground.secrets_shared': 'Secrets shown to readers',
  'playground.secrets_hidden': 'Secrets hidden from readers',
  'playground.deleted': 'Playground deleted',
  'playground.restored': 'Playground restored',
  'collection.published': 'Collection made public',
  'collection.unpublished': 'Collection made private',
  'collection.deleted': 'Collection deleted',
  'site.created': 'Site created',
  'site.updated': 'Site changed',
  'site.deleted': 'Site deleted',
  'test.deleted': 'Result deleted',
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
};

/** The actions whose words contain a text. */
export const actionsWith = (text: string): AuditAction[] =>
  AUDIT_ACTIONS.filter((action) => ACTIONS[action].toLowerCase().includes(text.toLowerCase()));

/** What an event is about: by its name where it is recorded, else by its id; a session has neither. */
function subject({ details, target }: AuditEvent): string {
  if (target.type === 'session') return '';
  const name = details['name'] ?? details['to'] ?? details['plan'];
  return typeof name === 'string' ? name : target.id;
}

/** What was done, to what, with which key, how and from where, as texts. */
export function eventCells(event: AuditEvent, keys: ReadonlyMap<string, string>): string[] {
  const { action, actor, address } = event;
  const key = keys.get(actor.key_id ?? '') ?? '';
  return [ACTIONS[action] ?? action, subject(event), key, WAYS[actor.via] ?? actor.via, address ?? ''];
}

interface AuditLogProps {
  events: readonly AuditEvent[];
  pagination: Pagination;
  kind: keyof typeof KINDS;
  search: string;
  /** How many of the newest events a search reads. */
  searched: number;
  /** The names of the keys that were used, by their ids. */
  keys: ReadonlyMap<string, string>;
  /** Days that events are kept; 0 for ever. */
  keptDays: number;
}

const columnsOf = (keys: ReadonlyMap<string, string>, search: string): Columns<AuditEvent> => [
  [
    'Time (UTC)',
    ({ created_at: time }) => (
      <time class="pg-quiet pg-cut" dateTime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
        {time.startsWith(new Date().toISOString().slice(0, 10)) ? time.slice(11, 19) : dayOf(time)}
      </time>
    ),
  ],
  [
    'Event',
    (event) => (
      <>
        <b>
          <Marked text={ACTIONS[event.action] ?? event.action} search={search} />
        </b>{' '}
        <span class="pg-second">
          <Marked text={subject(event)} search={search} />
        </span>
      </>
    ),
  ],
  [
    'Key',
    ({ actor }) => (
      <>
        <Marked text={keys.get(actor.key_id ?? '') ?? ''} search={search} />{' '}
        <span class="pg-quiet">{WAYS[actor.via] ?? plain(actor.via)}</span>
      </>
    ),
    WIDE,
  ],
  [
    'Address',
    ({ address }) => (
      <code>
        <Marked text={address ?? '–'} search={search} />
      </code>
    ),
    WIDE,
  ],
];

const PATH = '/account/audit';

export function AuditLog({ events, pagination, kind, search, searched, keys, keptDays }: AuditLogProps) {
  const query = Object.fromEntries(Object.entries({ search, kind }).filter(([, value]) => value !== ''));
  return (
    <AccountArticle title="Audit log" section="audit">
      <form method="get" action={PATH} role="search" class="pg-tools">
        <SearchField value={search} />
        <Select kind="quiet" name="kind" aria-label="Events" options={Object.entries(KINDS)} value={kind} />
        <Button type="submit" class="pg-unscripted">
          Show
        </Button>
        <span class="pg-tools__end">
          <Button type="submit" kind="quiet" icon="download" formAction={`${PATH}.csv`}>
            Download as CSV
          </Button>
        </span>
      </form>
      <div data-part="list">
        <div class="pg-panel">
          <ListTable label="Events" columns={columnsOf(keys, search)} items={events} naming={-1} />
          {pagination.total === 0 && (
            <p class="pg-wait">
              {search === '' ? 'There is no such event.' : `No event contains “${plain(search)}”.`}
            </p>
          )}
        </div>
        <Pages path={PATH} pagination={pagination} query={query}>
          {pagination.total > 0 && `${number(events.length)} of ${counted(pagination.total, 'event')}. `}
          {search !== '' && `Searched: the newest ${number(searched)}. `}
          {keptDays > 0 && `Kept for ${counted(keptDays, 'day')}.`}
        </Pages>
      </div>
    </AccountArticle>
  );
}
