/** Idempotency-Key: a repeated request is executed once and gets the same response for 24 hours. */
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../store/ids.ts';
import { DAY_MS } from './quota.ts';

/** How long a response is replayed. */
const KEEP_MS = DAY_MS;
/** How often the release of a key is retried while the database is unavailable. */
const RELEASE_EVERY_MS = 1_000;

export interface StoredResponse {
  status: number;
  location: string | undefined;
  /** The JSON text exactly as sent. */
  body: string;
  /** The stored test that the body contains: its id is stored instead of a second copy. */
  testId?: string;
  /** Stored instead of a body that must not be. */
  replayedBody?: string;
}

export interface IdempotentRequest {
  accountId: string;
  /** Method and path. */
  operation: string;
  /** The header as sent. */
  key: string;
  body: unknown;
  /** Milliseconds after which a request in flight is presumed dead with its process; longer than any request may take. */
  abandonedAfterMs: number;
}

/** Stores the result of the work and returns the response: within a transaction if the caller sent a key. */
type Commit = (store: (db: Db) => Promise<StoredResponse>) => Promise<StoredResponse>;

/**
 * Executes work at most once per key.
 * @param request undefined when the caller sent no key: the work is executed without a check
 * @param work must store its result with `commit`
 * @param readTest rebuilds the body of a response from the stored test that it contains
 * @throws ApiError conflict for a key reused with another body or still in flight; rethrows the errors of `readTest`
 */
export async function idempotent(
  db: Db,
  request: IdempotentRequest | undefined,
  work: (commit: Commit) => Promise<StoredResponse>,
  readTest: (testId: string) => Promise<string> = async () => '',
): Promise<{ response: StoredResponse; replayed: boolean }> {
  if (request === undefined) return { response: await work((store) => store(db)), replayed: false };
  const { accountId, operation, key } = request;
  const bodyHash = hash('sha256', JSON.stringify(request.body) ?? '');
  const attempt = newId();
  const claim = { accountId, operation, key, bodyHash, attempt, createdAt: new Date() };
  const thisKey = and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
  // Further attempts are for a key that was just released or has expired.
  for (let round = 0; ; round += 1) {
    const claimed = await db
      .insert(idempotencyKeys)
      .values(claim)
      .onConflictDoNothing()
      .returning({ attempt: idempotencyKeys.attempt });
    if (claimed.length > 0) break;
    const [known] = await db.select().from(idempotencyKeys).where(thisKey);
    const keptMs = known?.status === null ? request.abandonedAfterMs : KEEP_MS;
    if (known !== undefined && Date.now() - known.createdAt.getTime() <= keptMs) {
      if (known.bodyHash !== bodyHash)
        throw new ApiError(
          'conflict',
          'The Idempotency-Key was used with another request body. Use a new key.',
        );
      const { status, location, testId } = known;
      if (status === null) throw inProgress();
      const body = known.body ?? (testId === null ? '' : await readTest(testId));
      return { response: { status, location: location ?? undefined, body }, replayed: true };
    }
    if (round === 3) throw inProgress();
    if (known !== undefined)
      await db.delete(idempotencyKeys).where(and(thisKey, eq(idempotencyKeys.attempt, known.attempt)));
  }

  const thisAttempt = and(thisKey, eq(idempotencyKeys.attempt, attempt), isNull(idempotencyKeys.status));
  const commit: Commit = (store) =>
    db.transaction(async (tx) => {
      const response = await store(tx);
      const { status, location, body, testId = null, replayedBody = body } = response;
      const saved = await tx
        .update(idempotencyKeys)
        .set({ status, location: location ?? null, body: testId === null ? replayedBody : null, testId })
        .where(thisAttempt)
        .returning({ attempt: idempotencyKeys.attempt });
      if (saved.length === 0)
        throw new ApiError('conflict', 'Another request took over this Idempotency-Key.');
      return response;
    });
  try {
    return { response: await work(commit), replayed: false };
  } catch (error) {
    // Nothing was done, so the caller may retry with the same key, even if the database failed.
    const release = () => db.delete(idempotencyKeys).where(thisAttempt);
    await release().catch(() => void releaseLater(release, Date.now() + request.abandonedAfterMs));
    throw error;
  }
}

const inProgress = () =>
  new ApiError(
    'conflict',
    'A request with this Idempotency-Key is still in progress. Try again when it has ended.',
  );

/** Retries the release of a key until the database is available or the key counts as abandoned. */
async function releaseLater(release: () => PromiseLike<unknown>, until: number): Promise<void> {
  while (Date.now() < until) {
    await setTimeout(RELEASE_EVERY_MS, undefined, { ref: false });
    const isReleased = await release().then(
      () => true,
      () => false,
    );
    if (isReleased) return;
  }
}
