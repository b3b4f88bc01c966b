/**
 * Runs a request: resolve, normalise, charge, execute, mask, delete the oldest results, store or not. Called by the API,
 * the account's pages and the public page, each with its own policy.
 */
import { notRead } from '../curl/options/sources.ts';
import type { Db } from '../db/client.ts';
import { escapePointer, invalid } from '../errors.ts';
import { withFiles } from '../request/files.ts';
import { normalize } from '../request/normalize.ts';
import type { Plan } from '../schemas/account.ts';
import type { ExecuteTestRequest, ParsedRequest, RequestShape } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { type IdempotentRequest, idempotent, type StoredResponse } from './idempotency.ts';
import { maskedRequest } from './masking.ts';
import { ownerOf, parseCommand, requestOfPlayground } from './playgrounds.ts';
import { fillIn } from './programs.ts';
import { runCounts } from './run-counts.ts';
import type { Storage } from './storage.ts';
import { getTestRun } from './stored-test-runs.ts';
import { newTestRun, type Outcome, storeTestRun } from './test-runs.ts';

/**
 * Sends a request without unresolved variables and returns the outcome. The runner itself handles cancellation and
 * observers of the exchange: this service needs only the outcome.
 * @throws InputError or ApiError for a refused request; nothing is stored then
 */
export type Runner = (request: RequestShape) => Promise<Outcome>;

/** What to run: an explicit request, a command, or a playground's own command. */
export type RunSource =
  | { request: RequestShape; playgroundId: string | null }
  | { command: string; playgroundId: string | null; values: GivenValues }
  | { playgroundId: string; values: GivenValues };

/** Values for the variables of a command, by name. */
export interface GivenValues {
  readonly given: ReadonlyMap<string, string | undefined>;
  /**
   * Set for values of a form, which may be older than its command: unknown names are ignored, and each value is encoded
   * for its position unless it is verbatim. Absent for values of the API, which are used unchanged. The files are those that
   * the command names, in base64: they are sent and never stored.
   */
  readonly form?: { verbatim: boolean; files?: ReadonlyMap<string, string> };
}

export interface RunPolicy {
  /** The account that asks, which must be able to read the playground; null for an anonymous visitor. */
  viewer: string | null;
  /** The account or address that asks, see `pooled`. */
  caller: string;
  /**
   * Charges the run before anything is sent. Absent when it has already been charged.
   * @throws ApiError rate_limit_exceeded
   */
  charge?: (request: RequestShape) => Promise<void>;
  /** Where the result is stored, under the playground if there is one. If absent, the result is not stored. */
  store?: StorePolicy;
}

export interface StorePolicy {
  accountId: string;
  plan: Plan;
  storage: Storage;
  /** Whether secrets in the request's body are masked. */
  maskBodies: boolean;
}

/**
 * Runs a request.
 * @returns the result with secrets masked
 * @throws InputError, ApiError of the runner and the policy, and for a source that cannot be read or run; nothing is
 *   charged for an invalid request
 */
export function runRequest(db: Db, run: Runner, source: RunSource, policy: RunPolicy): Promise<TestRun> {
  const { store } = policy;
  return runAndKeep(db, run, source, policy, async (test) =>
    store === undefined ? test : storeTestRun(db, store.accountId, test),
  );
}

async function runAndKeep<T>(
  db: Db,
  run: Runner,
  source: RunSource,
  { viewer, caller, charge, store }: RunPolicy,
  keep: (test: TestRun) => Promise<T>,
): Promise<T> {
  const { request, warnings, ownerId } = await resolve(db, { viewer, caller }, source);
  const encoded = 'values' in source && source.values.form?.verbatim === false;
  const filled =
    (request.variables ?? []).length === 0 ? request : await fillIn(caller, { request, encoded });
  if (charge !== undefined) {
    normalize(filled); // throws if the runner would refuse the request
    await charge(filled);
  }
  const outcome = await run(filled);
  if (ownerId !== undefined && source.playgroundId !== null)
    runCounts(db).add({ ownerId, playgroundId: source.playgroundId, byOwner: ownerId === viewer }, outcome);
  const { body: _, body_base64: __, form: ___, ...head } = outcome.request;
  const hasFiles = 'values' in source && (source.values.form?.files?.size ?? 0) > 0;
  const sent = hasFiles ? head : outcome.request;
  const masked = {
    ...outcome,
    request: await maskedRequest(sent, { bodies: store?.maskBodies ?? true, caller }),
    warnings: [...warnings, ...outcome.warnings],
  };
  if (store === undefined) return keep(newTestRun(null, masked));
  const { accountId, plan, storage } = store;
  const test = newTestRun(source.playgroundId, masked);
  await storage.makeRoom(accountId, plan, sizeOf(test));
  return keep(test);
}

/**
 * Runs {@link runRequest} for POST /api/tests/execute: a known Idempotency-Key replays the stored response.
 * @throws ApiError as {@link runRequest}, {@link runSourceOf} and {@link idempotent}
 */
export function executeTest(
  db: Db,
  run: Runner,
  body: ExecuteTestRequest,
  { store, idempotency }: { store: StorePolicy; idempotency: IdempotentRequest | undefined },
): Promise<{ response: StoredResponse; replayed: boolean }> {
  const { accountId } = store;
  return idempotent(
    db,
    idempotency,
    (commit) =>
      runAndKeep(db, run, runSourceOf(body), { viewer: accountId, caller: accountId, store }, (test) =>
        commit(async (tx) => {
          const stored = await storeTestRun(tx, accountId, test);
          return { status: 200, location: undefined, body: JSON.stringify(stored), testId: stored.id };
        }),
      ),
    async (id) => JSON.stringify(await getTestRun(db, accountId, id)),
  );
}

/** Estimates the bytes that a result takes when it is stored. */
function sizeOf({ request, response, ...rest }: TestRun): number {
  const { body: sent, ...head } = request;
  const { body: received = '', ...status } = response ?? {};
  return request.body_size + received.length + JSON.stringify([head, status, rest]).length;
}

/**
 * Converts the body of POST /api/tests/execute to a source: an explicit request, or the playground's own command.
 * @throws ApiError invalid_request
 */
export function runSourceOf({ playground_id: playgroundId = null, ...body }: ExecuteTestRequest): RunSource {
  if (body.url !== undefined) return { request: { ...body, url: body.url }, playgroundId };
  if (playgroundId === null)
    throw invalid(
      '/url',
      'required',
      'url is missing. Give a request with a url, or a playground_id to run its command.',
    );
  const { variables = [], ...rest } = body;
  const extra = Object.entries(rest).find(([name, value]) => hasValue(name, value))?.[0];
  if (extra !== undefined)
    throw invalid(
      `/${extra}`,
      'conflicting_request',
      `${extra} needs a url. Without one the command of the playground runs as it is, and takes only variables.`,
    );
  const given = new Map(variables.map(({ name, value }) => [name, value]));
  return { playgroundId, values: { given } };
}

/** Whether a field of a request has a value; placeholders that generated clients send for absent fields do not count. */
function hasValue(name: string, value: unknown): boolean {
  if (value === null || name === 'warnings') return false;
  return name === 'body' || typeof value !== 'object' || Object.keys(value ?? {}).length > 0;
}

interface Resolved {
  /** The account of the source's playground. */
  ownerId?: string | undefined;
  request: RequestShape;
  /** Warnings of the command's parser. */
  warnings: TestRun['warnings'];
}

/**
 * Resolves a source to a request.
 * @throws ApiError not_found for a playground that the viewer cannot read; InputError
 */
async function resolve(
  db: Db,
  { viewer, caller }: Pick<RunPolicy, 'viewer' | 'caller'>,
  source: RunSource,
): Promise<Resolved> {
  if (!('request' in source) && !('command' in source)) {
    const { request, ownerId } = await requestOfPlayground(db, viewer, source.playgroundId);
    return { ...withValues(request, source.values), ownerId };
  }
  const ownerId = source.playgroundId === null ? undefined : await ownerOf(db, viewer, source.playgroundId);
  return 'request' in source
    ? { request: source.request, warnings: [], ownerId }
    : { ...withValues(await parseCommand(caller, source.command), source.values), ownerId };
}

/** Warnings about unresolved values, which are left out: each is given a value, or the request is refused. */
const UNRESOLVED_VALUES: ReadonlySet<string> = new Set(['variable', 'command_substitution', 'placeholder']);

/**
 * Gives the variables of a command their values.
 * @throws ApiError invalid_request for a name that the command does not have
 */
function withValues(parsed: ParsedRequest, { given, form }: GivenValues): Resolved {
  const { variables = [], warnings = [] } = parsed;
  const known = new Set(variables.map(({ name }) => name));
  const unknown = form === undefined ? [...given.keys()].find((name) => !known.has(name)) : undefined;
  if (unknown !== undefined) {
    const names = [...known].join(', ');
    throw invalid(
      `/variables/${escapePointer(unknown)}`,
      'unknown_variable',
      `The playground's command has no variable ${unknown}${names === '' ? '.' : `; it has ${names}.`}`,
    );
  }
  const withValues = variables.map((variable) => {
    const value = given.get(variable.name);
    return value === undefined ? variable : { ...variable, value };
  });
  const files = form?.files ?? new Map<string, string>();
  const picked = new Set([...files.keys()].map(notRead));
  return {
    request: withFiles({ ...parsed, variables: withValues }, files),
    warnings: warnings.filter(({ code, message }) => !UNRESOLVED_VALUES.has(code) && !picked.has(message)),
  };
}
