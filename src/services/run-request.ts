/**
 * Running a request: resolve, normalise, charge, execute, mask, delete the oldest results, store or not. The API, the account's page and
 * the public page call it, each with its policy.
 */
import type { Db } from '../db/client.ts';
import { escapePointer } from '../errors.ts';
import { normalize } from '../request/normalize.ts';
import { substituteVariables } from '../request/variables.ts';
import type { Plan } from '../schemas/account.ts';
import type { ExecuteTestRequest, ParsedRequest, RequestShape } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { invalid } from '../store/storable-text.ts';
import { type IdempotentRequest, idempotent, type StoredResponse } from './idempotency.ts';
import { getPlayground, parseCommand, requestOfPlayground } from './playgrounds.ts';
import type { Storage } from './storage.ts';
import { getTestRun } from './stored-test-runs.ts';
import { newTestRun, type Outcome, storeTestRun } from './test-runs.ts';

/**
 * Sends a request without open variables and reports the outcome. Whatever watches the exchange (the signal that ends
 * it, an observer of its events) is the runner's own: this service needs only the outcome.
 * @throws InputError or ApiError for a request that is refused; nothing is stored then
 */
export type Runner = (request: RequestShape) => Promise<Outcome>;

/** What to run: a request as it is, a command, or a playground's own command. */
export type RunSource =
  | { request: RequestShape; playgroundId: string | null }
  | { command: string; playgroundId: string | null; values: GivenValues }
  | { playgroundId: string; values: GivenValues };

/** Values for the variables of a command, by name. */
export interface GivenValues {
  readonly given: ReadonlyMap<string, string | undefined>;
  /**
   * For values of a form, which may be older than its command: names that the command does not have are left out, and
   * each value is encoded for its place unless it is verbatim. Absent for those of the API, which are taken as they are.
   */
  readonly form?: { verbatim: boolean };
}

export interface RunPolicy {
  /** The account that asks: it must be able to read the playground. Null is anybody. */
  viewer: string | null;
  /**
   * Charges the run before anything is sent. Absent when it has been charged.
   * @throws ApiError rate_limit_exceeded
   */
  charge?: () => Promise<void>;
  /** Where the result is stored, under the playground if there is one. Absent: it is not stored. */
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
 * @throws InputError, ApiError as the runner and the policy, and for what cannot be read or run; nothing is charged for
 *   a request that is not valid
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
  { viewer, charge, store }: RunPolicy,
  keep: (test: TestRun) => Promise<T>,
): Promise<T> {
  const { request, warnings } = await resolve(db, viewer, source);
  const encoded = 'values' in source && source.values.form?.verbatim === false;
  const filled = substituteVariables(request, { encoded });
  if (charge !== undefined) {
    normalize(filled); // throws for what the runner would refuse
    await charge();
  }
  const outcome = await run(filled);
  const reported = { ...outcome, warnings: [...warnings, ...outcome.warnings] };
  if (store === undefined) return keep(newTestRun(null, reported));
  const { accountId, plan, storage, maskBodies } = store;
  const test = newTestRun(source.playgroundId, reported, maskBodies);
  await storage.makeRoom(accountId, plan, sizeOf(test));
  return keep(test);
}

/**
 * {@link runRequest} for POST /api/tests/execute: with an Idempotency-Key that is known, responds as before.
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
    (save) =>
      runAndKeep(db, run, runSourceOf(body), { viewer: accountId, store }, async (test) => {
        if (save === undefined) return responseOf(await storeTestRun(db, accountId, test));
        return db.transaction(async (tx) => {
          const response = responseOf(await storeTestRun(tx, accountId, test));
          await save(tx, response);
          return response;
        });
      }),
    async (id) => JSON.stringify(await getTestRun(db, accountId, id)),
  );
}

const responseOf = (test: TestRun): StoredResponse => ({
  status: 200,
  location: undefined,
  body: JSON.stringify(test),
  testId: test.id,
});

/** Estimates the bytes that a result takes when it is stored. */
function sizeOf({ request, response, ...rest }: TestRun): number {
  const { body: sent, ...head } = request;
  const { body: received = '', ...status } = response ?? {};
  return request.body_size + received.length + JSON.stringify([head, status, rest]).length;
}

/**
 * Reads the body of POST /api/tests/execute: an explicit request, or the playground's own command.
 * @throws ApiError invalid_request
 */
export function runSourceOf({ playground_id: playgroundId = null, ...body }: ExecuteTestRequest): RunSource {
  if (body.url !== undefined) return { request: { ...body, url: body.url }, playgroundId };
  if (playgroundId === null)
    throw invalid({
      in: 'body',
      field: '/url',
      code: 'required',
      message: 'url is missing. Give a request with a url, or a playground_id to run its command.',
    });
  const { variables = [], ...rest } = body;
  const extra = Object.entries(rest).find(([name, value]) => asksForSomething(name, value))?.[0];
  if (extra !== undefined)
    throw invalid({
      in: 'body',
      field: `/${extra}`,
      code: 'conflicting_request',
      message: `${extra} needs a url. Without one the command of the playground runs as it is, and takes only variables.`,
    });
  const given = new Map(variables.map(({ name, value }) => [name, value]));
  return { playgroundId, values: { given } };
}

/** Whether a field of a request has a value; what generated clients send for an absent field does not count. */
function asksForSomething(name: string, value: unknown): boolean {
  if (value === null || name === 'warnings') return false;
  return name === 'body' || typeof value !== 'object' || Object.keys(value ?? {}).length > 0;
}

interface Resolved {
  request: RequestShape;
  /** What the command could not say. */
  warnings: TestRun['warnings'];
}

/**
 * Finds the request that is to be run.
 * @throws ApiError not_found for a playground that the viewer cannot read; InputError
 */
async function resolve(db: Db, viewer: string | null, source: RunSource): Promise<Resolved> {
  if (!('request' in source) && !('command' in source))
    return filledIn(await requestOfPlayground(db, viewer, source.playgroundId), source.values);
  if (source.playgroundId !== null) await getPlayground(db, viewer, source.playgroundId);
  return 'request' in source
    ? { request: source.request, warnings: [] }
    : filledIn(parseCommand(source.command), source.values);
}

/** Warnings that a variable has no value: it is given one, or the request is refused. */
const OPEN_VALUES: ReadonlySet<string> = new Set(['variable', 'command_substitution', 'placeholder']);

/**
 * A command's request, its variables with the values that are given.
 * @throws ApiError invalid_request for a name that the command does not have
 */
function filledIn(parsed: ParsedRequest, { given, form }: GivenValues): Resolved {
  const { variables = [], warnings = [] } = parsed;
  const known = new Set(variables.map(({ name }) => name));
  const unknown = form === undefined ? [...given.keys()].find((name) => !known.has(name)) : undefined;
  if (unknown !== undefined) {
    const names = [...known].join(', ');
    throw invalid({
      in: 'body',
      field: `/variables/${escapePointer(unknown)}`,
      code: 'unknown_variable',
      message: `The playground's command has no variable ${unknown}${names === '' ? '.' : `; it has ${names}.`}`,
    });
  }
  const withValues = variables.map((variable) => {
    const value = given.get(variable.name);
    return value === undefined ? variable : { ...variable, value };
  });
  return {
    request: { ...parsed, variables: withValues },
    warnings: warnings.filter(({ code }) => !OPEN_VALUES.has(code)),
  };
}
