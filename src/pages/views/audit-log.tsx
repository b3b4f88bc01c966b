/** The page of an account's audit log. */
import type { AuditAction, AuditEvent, AuditWay } from '../../schemas/audit.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountArticle, Pages } from './account-page.tsx';
import { Time } from './format.tsx';
import { type Columns, ListTable, WIDE } from './table.tsx';
import { Name, plain } from './visible-text.tsx';

const WAYS: Record<AuditWay, string> = {
  api: 'API',
  page: 'these pages',
  cli: 'command line of the operator',
  service: 'the service',
};

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
  'playground.published': 'Playground made public',
  'playground.unpublished': 'Playground made private',
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

const COLUMNS: Columns<AuditEvent> = [
  ['Time', ({ created_at: time }) => <Time value={time} />],
  [
    'Event',
    (event) => (
      <>
        <b>{ACTIONS[event.action] ?? plain(event.action)}</b>{' '}
        <span class="pg-second">
          <Name text={subject(event)} />
        </span>
      </>
    ),
  ],
  ['How', ({ actor }) => WAYS[actor.via] ?? plain(actor.via), WIDE],
  ['Address', ({ address }) => <code>{plain(address ?? '–')}</code>, WIDE],
];

export function AuditLog({ events, pagination }: { events: readonly AuditEvent[]; pagination: Pagination }) {
  return (
    <AccountArticle title="Audit log" section="audit">
      <p class="pg-second">
        Changes to this account, the newest first. Nothing here can be changed or deleted.
      </p>
      {pagination.total === 0 && <p>Nothing has been recorded yet.</p>}
      <div class="pg-panel">
        <ListTable label="Events" columns={COLUMNS} items={events} isNamed={false} />
      </div>
      <Pages path="/account/audit" pagination={pagination} />
    </AccountArticle>
  );
}
