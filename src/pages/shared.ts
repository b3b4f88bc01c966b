/** What the routes of pages share: reading forms and commands, and rendering each version of a public playground once. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, InputError, invalid, limitReached, unescapePointer } from '../errors.ts';
import { toApiError } from '../plugins/errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { type StreamRunOptions, streamRun } from '../routes/stream-run.ts';
import { sizeOf } from '../runtime/pool.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import type { Example } from '../secrets/example.ts';
import { getExample } from '../services/example-responses.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { type Runner, type RunSource, runRequest } from '../services/run-request.ts';
import { type SharedVersion, sharedVersion } from '../services/shared-playgrounds.ts';
import { type StoredPlayground, textsForReaders } from '../services/sharing.ts';
import { type Page, wantsEvents } from './respond.ts';
import { showPlayground } from './shown-command.ts';
import { missingText, type Shared, type Typed } from './views/fields.tsx';

/** The settings that pages need. */
export interface PagesOptions {
  /** Address of the service where it is not the one that a request was sent to. */
  publicUrl: string | undefined;
  /** How to get an account, in the operator's words. */
  signupNote: string | undefined;
  /** A URI where vulnerabilities are reported. */
  securityContact: string | undefined;
  publicRunsPerMinute: number;
  publicRunsPerDay: number;
  previewsPerMinute: number;
  anonymousPerMinute: number;
  requestTimeoutMs: number;
  maskRequestBodies: boolean;
  egress: { timeoutMs: number };
  /** Days that the audit log goes back; 0 for ever. */
  auditRetentionDays: number;
}

/** The same, as the routes take them. */
export interface RouteOptions extends PagesOptions {
  /** The address of the service as a request sees it, e.g. `https://playgrounds.example`. */
  origin: (request: FastifyRequest) => string;
  /** How long a run may take with everything around it, in milliseconds. */
  runTimeoutMs: number;
  playgrounds: PlaygroundCache;
}

/**
 * The command of a form. Browsers send line ends as CRLF, which the command did not have.
 * @throws ApiError invalid_request for one that is longer than a playground's may be
 */
export function commandOf(form: Form | undefined): string {
  const command = text(form, 'curl_command').replaceAll('\r\n', '\n');
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
    throw new ApiError('invalid_request', `The command is longer than ${MAX_COMMAND_BYTES / 1024} KiB.`);
  return command;
}

/** Bytes of a run with files in base64: as many as the API takes. */
export const runLimit = (app: FastifyInstance): number => app.initialConfig.bodyLimit ?? 1024 * 1024;

/** A form's fields, or a query's. */
export type Form = Readonly<Record<string, string | string[] | undefined>>;

/** The one value of a field; empty where there is none. */
export function text(form: Form | undefined, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value : '';
}

/** All values of a field. */
export function list(form: Form | undefined, name: string): string[] {
  return [form?.[name] ?? []].flat();
}

/** The theme that a form or a query names. */
export const themeIn = (form: Form | undefined): 'auto' | 'dark' | 'light' =>
  (['dark', 'light'] as const).find((theme) => theme === text(form, 'theme')) ?? 'auto';

/** A public playground as pages show it. */
interface Known {
  shared: Shared;
  example: Example | undefined;
  playground: StoredPlayground;
  /** The public collection that it is in. */
  collection: { id: string; name: string } | null;
  /** The same for all playgrounds of an owner, and tells nothing else about it. */
  owner: string;
}

const keyOf = (id: string, { version, collection }: SharedVersion): string =>
  `${id} ${version} ${collection?.id} ${collection?.updatedAt.getTime()}`;

const ownerTag = (accountId: string): string =>
  createHash('sha256').update(`owner ${accountId}`).digest('base64url').slice(0, 22);

/**
 * Reads public playgrounds once for each version, and renders each of their pages once. What is not in the cache counts
 * against the limit of the address.
 */
export class PlaygroundCache {
  readonly #db: FastifyInstance['database']['db'];
  readonly #count: ReturnType<FastifyInstance['createRateLimit']>;
  readonly #known = new LRUCache<string, Known>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (known) => 2 * sizeOf(known, 16 * 1024 * 1024),
  });
  readonly #pages = new LRUCache<string, { page: Page; sites: readonly string[] }>({
    maxSize: 48 * 1024 * 1024,
    sizeCalculation: ({ page }) => page.size,
  });

  /** @param perMinute what an address may ask for that is not in the cache */
  constructor(app: FastifyInstance, perMinute: number) {
    this.#db = app.database.db;
    this.#count = app.createRateLimit({ max: perMinute });
  }

  /** Reads a public playground; undefined for a private or unknown one. */
  async find(request: FastifyRequest, id: string): Promise<Known | undefined> {
    const version = await sharedVersion(this.#db, id);
    if (version === undefined) return undefined;
    const cached = this.#known.get(keyOf(id, version));
    if (cached !== undefined) return cached;
    await this.countMiss(request);
    return this.#read(request, id, version);
  }

  /**
   * A page of a playground, and the sites that may embed it; undefined as {@link find}.
   * @param variant tells the pages of one playground apart
   */
  async page(request: FastifyRequest, id: string, variant: string, render: (known: Known) => Promise<Page>) {
    const version = await sharedVersion(this.#db, id);
    if (version === undefined) return undefined;
    const key = keyOf(id, version);
    const cached = this.#pages.get(`${key} ${variant}`);
    if (cached !== undefined) return cached;
    await this.countMiss(request);
    const known = this.#known.get(key) ?? (await this.#read(request, id, version));
    const found = { page: await render(known), sites: known.playground.embed_origins };
    if (isOf(version, known)) this.#pages.set(`${key} ${variant}`, found);
    return found;
  }

  async #read(request: FastifyRequest, id: string, version: SharedVersion): Promise<Known> {
    const [playground, example] = await Promise.all([
      getPlayground(this.#db, null, id),
      getExample(this.#db, version.ownerId, id),
    ]);
    const shared = await showPlayground(callerOf(request), playground);
    const { collection: of, ownerId } = version;
    const collection = of && {
      id: of.id,
      name: (await textsForReaders(ownerId, { name: of.name, description: '' })).name,
    };
    const known = { shared, example, playground, collection, owner: ownerTag(ownerId) };
    if (isOf(version, known)) this.#known.set(keyOf(id, version), known);
    return known;
  }

  /** Counts what is not in a cache against the limit of the address. @throws ApiError rate_limit_exceeded */
  async countMiss(request: FastifyRequest): Promise<void> {
    const counted = await this.#count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw limitReached(
        counted.ttl,
        (seconds) => `Too many pages in this minute. Try again in ${seconds} s.`,
      );
  }
}

/** A playground that changed since the lookup is shown, but not cached under the older version. */
const isOf = ({ version }: SharedVersion, { playground }: Known): boolean =>
  Date.parse(playground.updated_at) === version;

/** What a form of a page says: the fields called `variable:NAME` and `file:NAME` that are not empty, and whether to insert values as typed. */
export function typedIn(given: Form | null | undefined): Typed & { files: ReadonlyMap<string, string> } {
  const form = given ?? {};
  const named = (prefix: string) =>
    new Map(
      Object.entries(form).flatMap(([name, value]): [string, string][] =>
        name.startsWith(prefix) && typeof value === 'string' && value !== ''
          ? [[name.slice(prefix.length), value]]
          : [],
      ),
    );
  return { values: named('variable:'), files: named('file:'), verbatim: text(form, 'verbatim') !== '' };
}

/**
 * Runs what a reader asks for, charged to the owner once it has a place in the proxy. The result is not stored.
 * @throws ApiError, InputError as {@link runRequest}
 */
export function runForReader(
  request: FastifyRequest,
  execute: Runner,
  source: RunSource,
  { charge, ...runner }: ReaderRun,
): Promise<TestRun> {
  const { database, proxy } = request.server;
  let release = () => {};
  const run: Runner = (wanted) => {
    release();
    return execute(wanted);
  };
  const reserve = async (wanted: RequestShape) => {
    release = proxy.reserve(runner);
    await charge(wanted);
  };
  const policy = { viewer: null, caller: callerOf(request), charge: reserve };
  return runRequest(database.db, run, source, policy).finally(() => release());
}

interface ReaderRun {
  accountId: string;
  publicPlayground: string;
  charge: (request: RequestShape) => Promise<void>;
}

/** Runs a request for a script of a page, which reads the events as they come, or the result. */
export async function runForScript(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Omit<StreamRunOptions, 'execute'>,
  run: (runner: Runner) => Promise<TestRun>,
) {
  reply.header('cache-control', 'private, no-store');
  if (!wantsEvents(request)) return runTyped(() => run(runnerFor(request, reply, options)));
  const execute = async (runner: Runner) => ({ test: await runTyped(() => run(runner)) });
  return streamRun(request, reply, { ...options, execute });
}

/**
 * Runs what a form asks for. A missing value is reported in the words of the page, which may be older than the command.
 * @param onMissing what to do instead of refusing; also for a missing file
 * @throws ApiError, InputError
 */
export async function runTyped<T>(run: () => Promise<T>, onMissing?: () => T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const issues = error instanceof InputError ? error.issues : [];
    const issue = issues.find(({ code }) => code === 'missing_variable');
    if (onMissing !== undefined && (issue ?? issues.find(({ code }) => code === 'local_file')))
      return onMissing();
    if (issue === undefined) throw error;
    const { code, field } = issue;
    const name = unescapePointer(field.replace('/variables/', ''));
    const message = `${missingText(name)} If it has no field, reload the page.`;
    throw invalid(field, code, message);
  }
}

/** Items of a page of a list. */
export const PAGE_SIZE = 64;

/** The number of the page of a list that a query asks for. */
export function pageNumber(query: Form): number {
  const page = text(query, 'page');
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

/** The page of a list that a request asks for. */
export const pageOf = ({ query }: FastifyRequest) => ({ page: pageNumber(query as Form), limit: PAGE_SIZE });

/**
 * Returns the message to show for a refused form.
 * @throws what the user's input did not cause
 */
export function refusal(error: unknown): string {
  const { statusCode, message } = toApiError(error);
  if (statusCode === 404 || statusCode >= 500) throw error;
  return message;
}
