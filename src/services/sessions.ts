/** Sessions of people who are signed in to the pages of their account. */
import { hash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { sessions } from '../db/schema.ts';

export interface StoredSession {
  /** SHA-256 of the key that was signed in with, hex. */
  keyHash: string;
  expiresAt: Date;
}

/** Whoever reads the table cannot be somebody else with it: the id itself is in the cookie only. */
const hashOf = (id: string): string => hash('sha256', id);

/** A session that has not expired. */
export async function findSession(db: Db, id: string): Promise<StoredSession | undefined> {
  const [row] = await db
    .select({ keyHash: sessions.keyHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.idHash, hashOf(id)));
  return row !== undefined && row.expiresAt.getTime() > Date.now() ? row : undefined;
}

export async function saveSession(db: Db, id: string, session: StoredSession): Promise<void> {
  await db
    .insert(sessions)
    .values({ idHash: hashOf(id), ...session })
    .onConflictDoUpdate({ target: sessions.idHash, set: session });
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hashOf(id)));
}

/** Deletes what has expired. */
export async function forgetOldSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()));
}
