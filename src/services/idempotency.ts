/** Idempotency-Key: a repeated request is executed once and gets the same response for 24 hours. */
import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../store/ids.ts';

/** How long a response is replayed. */
const KEEP_MS = 24 * 3_600_000;
/** How often the release of a key is retried while the database is unavailable. */
const RELEASE_EVERY_MS = 1_000;

export interface StoredResponse {
  status: number;
  location: string | undefined;
  /** The JSON text exactly as sent. */
  body: string;
  /** The stored test that the body contains: its id is stored instead of a second copy. */
  testId?: string;
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

/** Rebuilds the body of a response from the stored test that it contains. */
export type ReadTest = (testId: string) => Promise<string>;

/** Stores the response in the transaction of the work. */
export type SaveResponse = (tx: Db, response: StoredResponse) => Promise<void>;

/**
 * Executes work at most once per key.
 * @param request undefined when the caller sent no key: the work is executed without a check
 * @param work must pass its response to `save` inside the transaction of the work
 * @param readTest for responses that contain a test
 * @throws ApiError conflict for a key reused with another body or still in flight; rethrows the errors of `readTest`
 */
export async function idempotent(
  db: Db,
  request: IdempotentRequest | undefined,
  work: (save: SaveResponse | undefined) => Promise<StoredResponse>,
  readTest: ReadTest = async () => '',
): Promise<{ response: StoredResponse; replayed: boolean }> {
  if (request === undefined) return { response: await work(undefined), replayed: false };
  const { accountId, operation, key } = request;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body) ?? '')
    .digest('hex');
  const attempt = newId();
  const claim = { accountId, operation, key, bodyHash, attempt, createdAt: new Date() };
  const thisKey = and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  );
  // The second attempt is for a key that was just released or has expired.
  for (let round = 0; ; round += 1) {
    const claimed = await db
      .insert(idempotencyKeys)
      .values(claim)
      .onConflictDoNothing()
      .returning({ attempt: idempotencyKeys.attempt });
    if (claimed.length > 0) break;
    const [known] = await db.select().from(idempotencyKeys).where(thisKey);
    if (known !== undefined) {
      const age = Date.now() - known.createdAt.getTime();
      const over = known.status === null ? age > request.abandonedAfterMs : age > KEEP_MS;
      if (!over) {
        if (known.bodyHash !== bodyHash)
          throw new ApiError(
            'conflict',
            'The Idempotency-Key was used with another request body. Use a new key.',
          );
        if (known.status === null)
          throw new ApiError(
            'conflict',
            'A request with this Idempotency-Key is still in progress. Try again when it has ended.',
          );
        const { status, location, testId } = known;
        const body = known.body ?? (testId === null ? '' : await readTest(testId));
        return { response: { status, location: location ?? undefined, body }, replayed: true };
      }
      await db.delete(idempotencyKeys).where(and(thisKey, eq(idempotencyKeys.attempt, known.attempt)));
    }
    if (round === 3)
      throw new ApiError(
        'conflict',
        'A request with this Idempotency-Key is still in progress. Try again when it has ended.',
      );
  }

  const thisAttempt = and(thisKey, eq(idempotencyKeys.attempt, attempt), isNull(idempotencyKeys.status));
  try {
    const response = await work(async (tx, { status, location, body, testId = null }) => {
      const saved = await tx
        .update(idempotencyKeys)
        .set({ status, location: location ?? null, body: testId === null ? body : null, testId })
        .where(thisAttempt)
        .returning({ attempt: idempotencyKeys.attempt });
      if (saved.length === 0)
        throw new ApiError('conflict', 'Another request took over this Idempotency-Key.');
    });
    return { response, replayed: false };
  } catch (error) {
    // Nothing was done, so the caller may retry with the same key, even if the database failed.
    const release = () => db.delete(idempotencyKeys).where(thisAttempt);
    await release().catch(() => releaseLater(release, Date.now() + request.abandonedAfterMs));
    throw error;
  }
}

/** Retries the release of a key until the database is available or the key counts as abandoned. */
function releaseLater(release: () => PromiseLike<unknown>, until: number): void {
  const timer = setTimeout(() => {
    release().then(
      () => {},
      () => {
        if (Date.now() < until) releaseLater(release, until);
      },
    );
  }, RELEASE_EVERY_MS);
  timer.unref();
}
