/** Generates, identifies, lists and revokes API keys. */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { accounts, apiKeys } from '../db/schema.ts';
import { ApiError, invalid } from '../errors.ts';
import type {
  ApiKey,
  CreateApiKeyRequest,
  CreatedApiKey,
  ListApiKeysQuery,
  Plan,
  Scope,
} from '../schemas/account.ts';
import { SCOPES } from '../schemas/account.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId } from '../store/ids.ts';
import { readList, shortList } from '../store/lists.ts';
import { prepared } from '../store/prepared.ts';
import { assertStorable } from '../store/storable-text.ts';
import { type Actor, cliActor, recordEvent } from './audit.ts';
import { dailyLimit } from './quota.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 36; // 214 bits
const PREFIX_LENGTH = 'pgk_'.length + 8;

type Row = typeof apiKeys.$inferSelect;

export interface NewKey {
  id: string;
  /** The key itself: shown once, never stored. */
  key: string;
}

/** The sender of a request. */
export interface Identity {
  keyId: string;
  accountId: string;
  plan: Plan;
  /** Requests per UTC day. */
  limit: number;
  scopes: ReadonlySet<Scope>;
  /** When the key expires; null means never. */
  expiresAt: Date | null;
  /** Whether an operator has suspended the account. */
  suspended: boolean;
}

/** Returns a random key: `pgk_`, 36 characters of base62, and their CRC-32 for secret scanners. */
export function generateKey(): string {
  let secret = '';
  for (let at = 0; at < SECRET_LENGTH; at += 1) secret += BASE62[randomInt(BASE62.length)];
  return `pgk_${secret}${checksumOf(secret)}`;
}

function checksumOf(secret: string): string {
  let checksum = '';
  for (let rest = crc32(secret), at = 0; at < 6; at += 1, rest = Math.floor(rest / 62))
    checksum = BASE62.charAt(rest % 62) + checksum;
  return checksum;
}

/** Whether a key was mistyped: it looks like one of {@link generateKey}, but its checksum is another one. */
function isMistyped(key: string): boolean {
  const [, secret, checksum] = GENERATED_KEY.exec(key) ?? [];
  return secret !== undefined && checksumOf(secret) !== checksum;
}

const GENERATED_KEY = /^pgk_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/;
/** The format of BOOTSTRAP_API_KEY, which an operator chooses and which has no checksum. */
const CHOSEN_KEY = /^pgk_[A-Za-z0-9_-]{24,200}$/;

/** Reads the names of an account's keys by their ids, also of those that are revoked. */
export async function keyNames(db: Db, accountId: string, ids: readonly string[]) {
  const own = and(eq(apiKeys.accountId, accountId), inArray(apiKeys.id, [...ids]));
  const rows = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(own);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the stored form of a key: SHA-256, hex. */
export const hashKey = (key: string): string => hash('sha256', key);

/** Stores a new key for the actor's account, in the caller's transaction. Without given scopes it has all. */
export async function insertKey(
  tx: Db,
  actor: Actor,
  input: {
    name: string;
    scopes?: readonly Scope[] | undefined;
    expiresAt?: Date | null;
    key?: string | undefined;
  },
): Promise<NewKey & { row: Row }> {
  const key = input.key ?? generateKey();
  const row: Row = {
    id: newId(),
    accountId: actor.accountId,
    name: input.name,
    prefix: key.slice(0, PREFIX_LENGTH),
    hash: hashKey(key),
    scopes: SCOPES.filter((scope) => (input.scopes ?? SCOPES).includes(scope)),
    createdAt: new Date(),
    expiresAt: input.expiresAt ?? null,
    lastUsedAt: null,
    revokedAt: null,
  };
  await tx.insert(apiKeys).values(row);
  const { name, prefix, scopes, expiresAt } = row;
  await recordEvent(tx, actor, 'key.created', row.id, {
    name,
    prefix,
    scopes,
    expires_at: expiresAt?.toISOString() ?? null,
  });
  return { id: row.id, key, row };
}

const statements = prepared((db) => ({
  byHash: db
    .select({
      key: apiKeys,
      plan: accounts.plan,
      dailyLimit: accounts.dailyLimit,
      suspendedAt: accounts.suspendedAt,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .prepare('key_by_hash'),
}));

interface Known {
  identity: Identity;
  lastUsedAt: number;
}

/** The maximum age of a cached entry: revocation and plan changes take effect within this time. */
const FRESH_MS = 2_000;
const LAST_USED_EVERY_MS = 60_000;
/** Keys that are remembered, with some hundred bytes each. */
const MAX_KNOWN = 10_000;
/** Reads something from the database, or returns undefined where its caller has no right to that. */
export type Guard = <T>(read: () => Promise<T>) => Promise<T> | undefined;

const unguarded: Guard = (read) => read();

/**
 * Identifies senders by their keys. What no key can be is refused by its checksum, without the database. A hash that was
 * never valid here is looked up only as its caller's guard allows; one that was valid before is read again every two
 * seconds without asking it, so that a key in use works from an address whose limit others have used up.
 */
export class KeyRing {
  readonly #db: Db;
  /** By the hash of the key. */
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN, ttl: FRESH_MS, ttlResolution: 0 });
  /** Hashes that were valid when they were last read. */
  readonly #valid = new LRUCache<string, true>({ max: MAX_KNOWN });
  /** Concurrent requests share one read. */
  readonly #reading = new Map<string, Promise<Known | undefined>>();
  readonly #bootstrapKey: string | undefined;
  /** First characters of the oldest key: the only one that can be chosen and not generated. */
  #oldestPrefix: Promise<string | undefined> | undefined;

  /** @param bootstrapKey the configured key, which needs no checksum */
  constructor(db: Db, bootstrapKey?: string) {
    this.#db = db;
    this.#bootstrapKey = bootstrapKey;
  }

  /** Returns the identity of a key; undefined for an unknown, revoked or expired one, and where the guard refuses. */
  async identify(key: string, guard: Guard = unguarded): Promise<Identity | undefined> {
    const mayBeKnown =
      key === this.#bootstrapKey ||
      (!isMistyped(key) &&
        (GENERATED_KEY.test(key) || (CHOSEN_KEY.test(key) && (await this.#isOldest(key)))));
    return mayBeKnown ? this.identifyHash(hashKey(key), guard) : undefined;
  }

  /** Works like {@link identify} for a session, which has only the key's hash. */
  async identifyHash(hash: string, guard: Guard = unguarded): Promise<Identity | undefined> {
    const known = this.#known.get(hash) ?? (await this.#refresh(hash, guard));
    if (known === undefined) return undefined;
    const now = Date.now();
    const { identity } = known;
    if (identity.expiresAt !== null && identity.expiresAt.getTime() <= now) return undefined;
    if (now - known.lastUsedAt > LAST_USED_EVERY_MS) {
      known.lastUsedAt = now;
      const touching = this.#db.update(apiKeys).set({ lastUsedAt: new Date(now) });
      // A failure to record the use must not fail the request.
      touching.where(eq(apiKeys.id, identity.keyId)).catch(() => {});
    }
    return identity;
  }

  /** Removes a key that this process has just revoked from the cache. */
  forget(keyId: string): void {
    for (const [hash, { identity }] of this.#known) if (identity.keyId === keyId) this.#known.delete(hash);
  }

  async #refresh(hash: string, guard: Guard): Promise<Known | undefined> {
    let reading = this.#reading.get(hash);
    if (reading === undefined) {
      reading = (this.#valid.get(hash) ? unguarded : guard)(() => this.#read(hash));
      if (reading === undefined) return undefined;
      this.#reading.set(hash, reading);
      const forget = () => this.#reading.delete(hash);
      reading.then(forget, forget);
    }
    const known = await reading;
    if (known === undefined) this.#valid.delete(hash);
    else {
      this.#known.set(hash, known);
      this.#valid.set(hash, true);
    }
    return known;
  }

  /** Whether the oldest key begins like this one. That is read once: it was there before the server listened. */
  async #isOldest(key: string): Promise<boolean> {
    this.#oldestPrefix ??= this.#readOldestPrefix();
    const reading = this.#oldestPrefix;
    const prefix = await reading.catch((error: unknown) => {
      if (this.#oldestPrefix === reading) this.#oldestPrefix = undefined; // the next request tries again
      throw error;
    });
    return prefix === key.slice(0, PREFIX_LENGTH);
  }

  async #readOldestPrefix(): Promise<string | undefined> {
    const oldest = this.#db
      .select({ prefix: apiKeys.prefix })
      .from(apiKeys)
      .orderBy(apiKeys.createdAt)
      .limit(1);
    return (await oldest)[0]?.prefix;
  }

  async #read(hash: string): Promise<Known | undefined> {
    const [found] = await statements(this.#db).byHash.execute({ hash });
    if (found === undefined || found.key.revokedAt !== null) return undefined;
    const { key, suspendedAt } = found;
    const plan = found.plan as Plan; // only enum values are stored
    return {
      identity: {
        keyId: key.id,
        accountId: key.accountId,
        plan,
        limit: dailyLimit(plan, found.dailyLimit),
        scopes: new Set(key.scopes as Scope[]),
        expiresAt: key.expiresAt,
        suspended: suspendedAt !== null,
      },
      lastUsedAt: key.lastUsedAt?.getTime() ?? 0,
    };
  }
}

function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as Scope[], // only enum values are stored
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** The condition for an account's keys that are not revoked. */
const workingOf = (accountId: string) => and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));

const notFound = () => new ApiError('not_found', 'The key does not exist.');

/** Reads a page of an account's keys, newest first, without revoked ones. */
export function listKeys(db: Db, accountId: string, query: ListApiKeysQuery) {
  return readList(query, shortList(db, apiKeys, workingOf(accountId)), toApiKey);
}

/** @throws ApiError not_found */
export async function getKey(db: Db, accountId: string, id: string): Promise<ApiKey> {
  const [row] = isId(id)
    ? await db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.id, id), workingOf(accountId)))
    : [];
  if (row === undefined) throw notFound();
  return toApiKey(row);
}

/**
 * Creates a key for the account of the creating key. It cannot exceed that key's scopes or expiry, and inherits
 * its expiry when none is given.
 * @throws ApiError forbidden for a scope that the creator lacks or a later expiry, invalid_request for an expiry in the
 * past
 */
export async function createKey(
  db: Db,
  actor: Actor,
  maker: Identity,
  body: CreateApiKeyRequest,
): Promise<CreatedApiKey> {
  assertStorable(body.name, '/name');
  const scopes = body.scopes ?? [...maker.scopes];
  const missing = scopes.filter((scope) => !maker.scopes.has(scope));
  if (missing.length > 0)
    throw new ApiError(
      'forbidden',
      `A key cannot exceed its creator's scopes. The creator lacks ${missing.join(', ')}.`,
    );
  const expiresAt = expiry(body.expires_at) ?? maker.expiresAt;
  if (maker.expiresAt !== null && expiresAt !== null && expiresAt > maker.expiresAt)
    throw new ApiError(
      'forbidden',
      `A key cannot outlive its creator. Choose an expiry until ${maker.expiresAt.toISOString()}.`,
    );
  const wanted = { name: body.name, scopes, expiresAt };
  const { key, row } = await db.transaction((tx) => insertKey(tx, actor, wanted));
  return { ...toApiKey(row), key };
}

/** Parses an RFC 3339 time or day; undefined for one that does not exist: Date parses 30 February as 2 March. */
export function parseTime(text: string): Date | undefined {
  const time = new Date(text);
  const day = text.slice(0, 10);
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
  // A leap second is valid RFC 3339 but no Date; so are years that PostgreSQL cannot store.
  return isDay && time.getUTCFullYear() <= 9999 ? time : undefined;
}

function expiry(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const time = parseTime(text);
  if (time === undefined)
    throw invalid(
      '/expires_at',
      'invalid_time',
      'The expiry must be an existing time before the year 10000, such as 2030-01-31T12:00:00Z.',
    );
  if (time.getTime() <= Date.now())
    throw invalid('/expires_at', 'in_the_past', 'The expiry is in the past. Choose a future date.');
  return time;
}

/**
 * Revokes a key of the actor's account.
 * @throws ApiError not_found, precondition_failed
 */
export async function revokeKey(
  db: Db,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { accountId } = actor;
  assertMatch(ifMatch, await getKey(db, accountId, id));
  await db.transaction(async (tx) => {
    if (!(await revoke(tx, actor, and(eq(apiKeys.id, id), workingOf(accountId))))) throw notFound();
  });
}

/** Revokes a key by its id or by the key itself; for operators. Returns its id; undefined when there is no such key. */
export async function revokeAnyKey(db: Db, idOrKey: string): Promise<string | undefined> {
  const match = isId(idOrKey) ? eq(apiKeys.id, idOrKey) : eq(apiKeys.hash, hashKey(idOrKey));
  const [known] = await db
    .select({ keyId: apiKeys.id, accountId: apiKeys.accountId })
    .from(apiKeys)
    .where(match);
  if (known === undefined) return undefined;
  const working = and(match, isNull(apiKeys.revokedAt));
  await db.transaction((tx) => revoke(tx, cliActor(known.accountId), working));
  return known.keyId;
}

/**
 * Lists keys for operators, newest first: those of an account, or those that start with a leaked prefix.
 * Includes revoked and expired keys.
 * @param prefix a whole key, or its first characters
 */
export async function findKeys(
  db: Db,
  { accountId, prefix }: { accountId?: string | undefined; prefix?: string | undefined },
) {
  const stored = prefix?.slice(0, PREFIX_LENGTH);
  const rows = await db
    .select({ key: apiKeys, account: accounts.name })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(
      and(
        accountId === undefined ? undefined : eq(apiKeys.accountId, accountId),
        stored === undefined ? undefined : eq(sql`left(${apiKeys.prefix}, ${stored.length})`, stored),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ key, account }) => {
    const { id, ...shown } = toApiKey(key);
    const revoked_at = key.revokedAt?.toISOString() ?? null;
    return { key_id: id, account_id: key.accountId, account, ...shown, revoked_at };
  });
}

/** Revokes keys. Returns whether there was one. */
async function revoke(tx: Db, actor: Actor, which: SQL | undefined): Promise<boolean> {
  const [row] = await tx.update(apiKeys).set({ revokedAt: new Date() }).where(which).returning();
  if (row === undefined) return false;
  await recordEvent(tx, actor, 'key.revoked', row.id, { name: row.name, prefix: row.prefix });
  return true;
}
