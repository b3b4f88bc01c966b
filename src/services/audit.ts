/** The audit trail: events are added in the transaction of the change that they record, and are never updated. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apiKeys, auditEvents } from '../db/schema.ts';
import type { AuditAction, AuditEvent, AuditWay, ListAuditQuery } from '../schemas/audit.ts';
import { newId } from '../store/ids.ts';
import { readList, shortList } from '../store/lists.ts';
import { assertStorable } from '../store/storable-text.ts';

/** Who acts, on which account, and how. */
export interface Actor {
  accountId: string;
  via: AuditWay;
  /** The API key that was used. */
  keyId: string | null;
  requestId: string | null;
  /** The client's IP address. */
  address: string | null;
}

/** An operator at the command line, acting on an account. */
export const cliActor = (accountId: string): Actor => ({ ...NOBODY, accountId, via: 'cli' });
/** The service itself, acting on an account. */
export const serviceActor = (accountId: string): Actor => ({ ...NOBODY, accountId, via: 'service' });

const NOBODY = { keyId: null, requestId: null, address: null };

/**
 * Adds an event to the trail of the actor's account.
 * @param targetId the account, key, playground, test or session that the action was done to
 * @param details short, and without secrets
 */
export async function recordEvent(
  db: Db,
  actor: Actor,
  action: AuditAction,
  targetId: string,
  details: Record<string, unknown> = {},
) {
  const [kind = ''] = action.split('.');
  await db.insert(auditEvents).values({
    id: newId(),
    accountId: actor.accountId,
    action,
    via: actor.via,
    keyId: actor.keyId,
    targetType: kind === 'plan' ? 'account' : kind,
    targetId,
    details,
    requestId: actor.requestId,
    address: actor.address,
    createdAt: new Date(),
  });
}

/** Events that a search reads: the newest. */
export const SEARCHED_EVENTS = 20_000;

interface EventFilter {
  /** What the events are about. */
  targetType?: string | undefined;
  /** A part of the name of what they are about, of other details, of the key that was used, or of the address. */
  search?: string;
  /** What else a search finds. */
  actions?: readonly AuditAction[];
}

/**
 * Reads a page of an account's trail, newest first.
 * @throws ApiError invalid_request for a search that no text can contain
 */
export function listEvents(db: Db, accountId: string, query: ListAuditQuery, filter: EventFilter = {}) {
  const { targetType, search = '', actions = [] } = filter;
  const own = eq(auditEvents.accountId, accountId);
  const about = targetType === undefined ? undefined : eq(auditEvents.targetType, targetType);
  const found = search === '' ? undefined : matching(accountId, search, actions);
  return readList(query, shortList(db, auditEvents, and(own, about, found)), toEvent);
}

/** The condition for the newest events that a search finds. Collation C folds only ASCII, the same on every database. */
function matching(accountId: string, search: string, actions: readonly AuditAction[]) {
  assertStorable(search, 'search', 'query');
  const { id, action, keyId, address, details } = auditEvents;
  const contains = (text: unknown, part: string) =>
    sql`strpos(lower(${text} collate "C"), lower(${part} collate "C")) > 0`;
  // Of the details, the values: their names are ours.
  const values = sql`regexp_replace(${details}, '"\\w+":', '', 'g')`;
  const oldest = sql`(select ${id} from ${auditEvents} where ${auditEvents.accountId} = ${accountId} order by ${id} desc offset ${SEARCHED_EVENTS} limit 1)`;
  const keys = sql`(select ${apiKeys.id} from ${apiKeys} where ${apiKeys.accountId} = ${accountId} and ${contains(apiKeys.name, search)})`;
  return and(
    sql`(${id} > ${oldest}) is not false`,
    or(
      contains(values, JSON.stringify(search).slice(1, -1)),
      contains(address, search),
      inArray(action, [...actions]),
      sql`${keyId} in ${keys}`,
    ),
  );
}

function toEvent(row: typeof auditEvents.$inferSelect): AuditEvent {
  return {
    id: row.id,
    action: row.action as AuditAction, // only listed actions are stored
    actor: { via: row.via as AuditWay, key_id: row.keyId },
    target: { type: row.targetType, id: row.targetId },
    details: row.details,
    request_id: row.requestId,
    address: row.address,
    created_at: row.createdAt.toISOString(),
  };
}
