/** Stores the sessions of people who are signed in to their account's pages. */
import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { sessions } from '../db/schema.ts';

export interface StoredSession {
  /** SHA-256 of the key that was used to sign in, hex. */
  keyHash: string;
  expiresAt: Date;
}

/** Hashes a session id: only the cookie contains the id, so a copy of the table does not let anyone sign in. */
const hashOf = (id: string): string => hash('sha256', id);

/** Reads a session that has not expired. */
export async function findSession(db: Db, id: string): Promise<StoredSession | undefined> {
  const [row] = await db
    .select({ keyHash: sessions.keyHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.idHash, hashOf(id)));
  return row !== undefined && row.expiresAt.getTime() > Date.now() ? row : undefined;
}

/** Stores a session under the hash of its id. */
export async function saveSession(db: Db, id: string, session: StoredSession): Promise<void> {
  await db
    .insert(sessions)
    .values({ idHash: hashOf(id), ...session })
    .onConflictDoUpdate({ target: sessions.idHash, set: session });
}

/** Deletes a session. */
export async function endSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hashOf(id)));
}

const LINK_LIFE_MS = 10 * 60_000;

/** Hashes the secret of a sign-in link, with a prefix so that it is never accepted as a session id. */
const linkHashOf = (secret: string): string => `link ${hashOf(secret)}`;

/**
 * Creates a single-use sign-in link that is valid for ten minutes.
 * @param keyHash the hash of the key that it signs in with
 * @returns the link's secret, of which only the hash is stored
 */
export async function createSignInLink(db: Db, keyHash: string): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await db.insert(sessions).values({ idHash: linkHashOf(secret), keyHash, expiresAt });
  return secret;
}

/** Consumes a sign-in link; undefined when it was used before or has expired. */
export async function takeSignInLink(
  db: Db,
  secret: string,
): Promise<Pick<StoredSession, 'keyHash'> | undefined> {
  const [row] = await db
    .delete(sessions)
    .where(and(eq(sessions.idHash, linkHashOf(secret)), gt(sessions.expiresAt, new Date())))
    .returning({ keyHash: sessions.keyHash });
  return row;
}
