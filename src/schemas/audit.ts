/** The audit trail: changes to an account and its resources. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, PageOf, PageQuery, Timestamp } from './common.ts';
import { NullableString, Ref, StrictObject } from './helpers.ts';

/** The recorded actions. A closed list in the code, an open one for clients. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.renamed',
  'account.suspended',
  'account.resumed',
  'account.exported',
  'account.imported',
  'account.deleted',
  'plan.changed',
  'key.created',
  'key.revoked',
  'playground.published',
  'playground.unpublished',
  'playground.secrets_shared',
  'playground.secrets_hidden',
  'playground.deleted',
  'playground.restored',
  'collection.published',
  'collection.unpublished',
  'collection.deleted',
  'site.created',
  'site.updated',
  'site.deleted',
  'test.deleted',
  'session.started',
  'session.ended',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How an action was performed: with a key through the API, signed in on a page, on the operator's command line, or by the service. */
export const AUDIT_WAYS = ['api', 'page', 'cli', 'service'] as const;
export type AuditWay = (typeof AUDIT_WAYS)[number];

/** A string from an extensible list: an enum would break clients that were generated before. */
const openList = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({
    type: 'string',
    description: `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}; more may come.`,
    examples: values.slice(0, 1),
  });

export const AuditEvent = StrictObject(
  {
    id: Id('The event.'),
    action: openList(AUDIT_ACTIONS, 'What was done.'),
    actor: StrictObject(
      {
        via: openList(AUDIT_WAYS, 'How.'),
        key_id: NullableString({ description: 'The API key that was used; null for none.' }),
      },
      { title: 'AuditActor', description: 'Who did it.' },
    ),
    target: StrictObject(
      {
        type: Type.String({
          description:
            'What it is: `account`, `key`, `playground`, `collection`, `site`, `test` or `session`; more may come.',
          examples: ['key'],
        }),
        id: Id('What it was done to.'),
      },
      { title: 'AuditTarget', description: 'What it was done to.' },
    ),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Details, such as the name of a key. Never a secret.',
      examples: [{ name: 'CI', prefix: 'pgk_3kTMd2vQ' }],
    }),
    request_id: NullableString({ description: 'The X-Request-Id of the request that did it.' }),
    address: NullableString({ description: 'The address of the client.' }),
    created_at: Timestamp('When.'),
  },
  { $id: 'AuditEvent', description: 'A change to an account or its resources.' },
);
export type AuditEvent = Static<typeof AuditEvent>;

export const ListAuditQuery = StrictObject({ ...PageQuery });
export type ListAuditQuery = Static<typeof ListAuditQuery>;
export const AuditEventPage = PageOf(Ref(AuditEvent), 'AuditEventPage');
