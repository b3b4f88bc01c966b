/** The page of an account's audit log. */
import type { AuditAction, AuditEvent, AuditWay } from '../../schemas/audit.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountArticle, Pages } from './account-page.tsx';
import { counted, number, Time } from './format.tsx';
import { Button, ButtonLink, Select } from './inputs.tsx';
import { type Columns, ListTable, WIDE } from './table.tsx';
import { Name, plain } from './visible-text.tsx';

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
  /** The names of the keys that were used, by their ids. */
  keys: ReadonlyMap<string, string>;
  /** Days that events are kept; 0 for ever. */
  keptDays: number;
}

const columnsOf = (keys: ReadonlyMap<string, string>): Columns<AuditEvent> => [
  [
    'Time',
    ({ created_at: time }) => (
      <span class="pg-quiet pg-cut">
        <Time value={time} brief />
      </span>
    ),
  ],
  [
    'Event',
    (event) => (
      <>
        <b>{plain(ACTIONS[event.action] ?? event.action)}</b>{' '}
        <span class="pg-second">
          <Name text={subject(event)} />
        </span>
      </>
    ),
  ],
  [
    'Key',
    ({ actor }) => (
      <>
        <Name text={keys.get(actor.key_id ?? '') ?? ''} />{' '}
        <span class="pg-quiet">{WAYS[actor.via] ?? plain(actor.via)}</span>
      </>
    ),
    WIDE,
  ],
  ['Address', ({ address }) => <code>{plain(address ?? '–')}</code>, WIDE],
];

const PATH = '/account/audit';

export function AuditLog({ events, pagination, kind, keys, keptDays }: AuditLogProps) {
  const query = kind === '' ? undefined : { kind };
  return (
    <AccountArticle title="Audit log" section="audit">
      <form method="get" action={PATH} class="pg-row">
        <Select
          kind="quiet"
          name="kind"
          aria-label="Events"
          options={Object.entries(KINDS)}
          value={kind}
          data-submits
        />
        <Button type="submit" class="pg-unscripted">
          Show
        </Button>
        <span class="pg-panel__end">
          <ButtonLink kind="quiet" icon="download" href={`/account/audit.csv?kind=${kind}`}>
            Download as CSV
          </ButtonLink>
        </span>
      </form>
      <div class="pg-panel">
        <ListTable label="Events" columns={columnsOf(keys)} items={events} naming={-1} />
      </div>
      <Pages path={PATH} pagination={pagination} query={query}>
        {number(events.length)} of {counted(pagination.total, 'event')}.{' '}
        {keptDays > 0 && `Kept for ${counted(keptDays, 'day')}.`}
      </Pages>
    </AccountArticle>
  );
}
