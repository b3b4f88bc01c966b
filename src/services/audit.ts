/** The audit trail: events are added in the transaction of the change that they record, and are never updated. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { auditEvents } from '../db/schema.ts';
import type { AuditAction, AuditEvent, AuditWay, ListAuditQuery } from '../schemas/audit.ts';
import { newId } from '../store/ids.ts';
import { readList, shortList } from '../store/lists.ts';

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

/**
 * Reads a page of an account's trail, newest first.
 * @param targetType what the events are about; all when absent
 */
export function listEvents(db: Db, accountId: string, query: ListAuditQuery, targetType?: string) {
  const about = targetType === undefined ? undefined : eq(auditEvents.targetType, targetType);
  const own = and(eq(auditEvents.accountId, accountId), about);
  return readList(query, shortList(db, auditEvents, own), toEvent);
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
