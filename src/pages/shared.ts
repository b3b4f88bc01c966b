/** What the routes of pages share: reading forms and commands, and rendering each version of a public playground once. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Library } from '../codegen/emitter.ts';
import { EMITTERS, generateCode, type Language } from '../codegen/index.ts';
import { type Conversion, convert } from '../conversions/index.ts';
import { parseCurl } from '../curl/index.ts';
import { ApiError, InputError, invalid, unescapePointer } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { type Encoding, encodingsByText, variableNames } from '../request/variables.ts';
import { type StreamRunOptions, streamRun } from '../routes/stream-run.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import type { TestRun } from '../schemas/test-run.ts';
import type { Example } from '../secrets/example.ts';
import { getExample } from '../services/example-responses.ts';
import { getPlayground } from '../services/playgrounds.ts';
import type { Runner } from '../services/run-request.ts';
import { sharedVersion } from '../services/shared-playgrounds.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { type Page, wantsEvents } from './respond.ts';
import { missingText, type Shared, type Typed } from './views/fields.tsx';
import { variableMarks } from './views/marks.ts';
import type { ParseResult } from './views/parse-result.tsx';
import type { Program } from './views/programs.tsx';

/** The settings that pages need. */
export interface PagesOptions {
  /** Address of the service where it is not the one that a request was sent to. */
  publicUrl: string | undefined;
  /** A URI where vulnerabilities are reported. */
  securityContact: string | undefined;
  publicRunsPerMinute: number;
  publicRunsPerDay: number;
  previewsPerMinute: number;
  requestTimeoutMs: number;
  maskRequestBodies: boolean;
  egress: { timeoutMs: number };
}

/** The same, as the routes take them. */
export interface RouteOptions extends PagesOptions {
  /** The address of the service as a request sees it, e.g. `https://playgrounds.example`. */
  origin: (request: FastifyRequest) => string;
  /** How long a run may take with everything around it, in milliseconds. */
  runTimeoutMs: number;
}

/** The programs of a request with each library; a language whose generator refuses it is left out. */
export function programsOf(request: ParsedRequest | undefined, languages: readonly Language[]): Program[] {
  if (request === undefined) return [];
  return languages.flatMap((language) => {
    const { title, libraries } = EMITTERS[language];
    const write = ({ name }: Library) => ({ title, ...generateCode(request, language, name) });
    try {
      const [first, ...others]: readonly [Library, ...Library[]] = libraries;
      return [{ ...write(first), others: others.map(write) }];
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
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

/** A text as a command: what is none of curl's is converted where it can be, and a message says so. */
export function convertedCommand(text: string): { command: string; conversion: Conversion | undefined } {
  const conversion = convert(text);
  return { command: conversion?.command ?? text, conversion };
}

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

/** Parses a command for a page, which also shows why one is refused. */
export function readCommand(command: string): ParseResult {
  try {
    return { request: parseCurl(command), problem: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, offset } = error.issues[0];
    return { request: undefined, problem: { message, ...(offset === undefined ? {} : { offset }) } };
  }
}

/** What the page of a playground shows. */
export function toShared(playground: StoredPlayground): Shared {
  const { id, name, curl_command: command, languages, public_runs: runs, variables } = playground;
  const { request, problem } = readCommand(command);
  const programs = programsOf(request, languages);
  const names = request === undefined ? [] : variableNames(request);
  const fields = [...names].map((name) => variables.find((one) => one.name === name) ?? { name });
  const encodings = request === undefined ? [] : encodingsIn(command, request);
  return { id, name, command, request, problem, programs, runs, fields, encodings };
}

/** Tells whether two public playgrounds have the same owner, and nothing else about it. */
const ownerTag = (accountId: string): string =>
  createHash('sha256').update(`owner ${accountId}`).digest('base64url').slice(0, 22);

/**
 * Renders public playgrounds once for each version, and keeps the pages in a cache.
 * @param maxMiB of the cache
 */
export function playgroundCache({ database: { db } }: FastifyInstance, maxMiB: number) {
  const cache = new LRUCache<string, { page: Page; sites: readonly string[] }>({
    maxSize: maxMiB * 1024 * 1024,
    sizeCalculation: ({ page }) => page.size,
  });
  /**
   * The page, and the sites that may embed it; undefined for what is private and for what never was.
   * @param variant tells the pages of one playground apart
   */
  return async (
    id: string,
    variant: string,
    render: (
      shared: Shared,
      example: Example | undefined,
      playground: StoredPlayground,
      owner: string,
    ) => Page,
  ) => {
    const version = await sharedVersion(db, id);
    if (version === undefined) return undefined;
    const key = `${id} ${version.version} ${variant}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const [playground, example] = await Promise.all([
      getPlayground(db, null, id),
      getExample(db, version.ownerId, id),
    ]);
    const found = {
      page: render(toShared(playground), example, playground, ownerTag(version.ownerId)),
      sites: playground.embed_origins,
    };
    // A playground that changed since the lookup is shown, but not cached under the older version.
    if (Date.parse(playground.updated_at) === version.version) cache.set(key, found);
    return found;
  };
}

/**
 * How a value is written at each place where a variable stands in a command, so that the command sends what the request
 * does. The command is read once more with a mark at each place: where curl itself encodes (`--data-urlencode`), the mark's
 * comma is not found in the request, and the value is written as it is.
 */
function encodingsIn(command: string, request: ParsedRequest): Encoding[] {
  const byText = encodingsByText(request);
  const places = variableMarks(command, request.variables ?? []);
  const marks = places.map(({ start, end }, index) => {
    const found = byText.get(command.slice(start, end)) ?? new Set();
    return found.size === 0 || (found.size === 1 && found.has('none')) ? undefined : `Pg${index},v`;
  });
  if (marks.every((mark) => mark === undefined)) return places.map(() => 'none');
  let marked = '';
  let from = 0;
  for (const [index, { start, end }] of places.entries()) {
    marked += command.slice(from, start) + (marks[index] ?? command.slice(start, end));
    from = end;
  }
  const { request: read } = readCommand(marked + command.slice(from));
  if (read === undefined) return places.map(() => 'none');
  const variables = marks.flatMap((mark) => (mark === undefined ? [] : [{ name: mark, text: mark }]));
  const found = encodingsByText({ ...read, variables });
  return marks.map((mark) => [...(found.get(mark ?? '') ?? [])].find((one) => one !== 'none') ?? 'none');
}

/** What a form of a page says: the fields called `variable:NAME` that are not empty, and whether to insert them as typed. */
export function typedIn(given: Form | null | undefined): Typed {
  const form = given ?? {};
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(form))
    if (name.startsWith('variable:') && typeof value === 'string' && value !== '')
      values.set(name.slice('variable:'.length), value);
  return { values, verbatim: text(form, 'verbatim') !== '' };
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
 * @param onMissing what to do instead of refusing
 * @throws ApiError, InputError
 */
export async function runTyped<T>(run: () => Promise<T>, onMissing?: () => T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const issue =
      error instanceof InputError ? error.issues.find(({ code }) => code === 'missing_variable') : undefined;
    if (issue === undefined) throw error;
    if (onMissing !== undefined) return onMissing();
    const { code, field } = issue;
    const name = unescapePointer(field.replace('/variables/', ''));
    const message = `${missingText(name)}. If it has no field, reload the page.`;
    throw invalid(field, code, message);
  }
}
