/** Commands on the pages of documentation sites: the frame below a block, its form, and its runs. */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError, invalid, limitReached } from '../errors.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { coversHost, coversOrigin, notAHost } from '../request/hosts.ts';
import { isSecretName } from '../request/secret-names.ts';
import { refusedHost, withPlaceholders } from '../request/site-command.ts';
import type { PlaygroundVariable } from '../schemas/playground.ts';
import type { RequestShape } from '../schemas/request-shape.ts';
import { chargePublicRun } from '../services/public-runs.ts';
import { siteCounts } from '../services/site-counts.ts';
import { siteForReaders } from '../services/sites.ts';
import { siteCard } from './large-views.tsx';
import { sendPage, sendView } from './respond.ts';
import {
  commandOf,
  type Form,
  type RouteOptions,
  runForReader,
  runForScript,
  runLimit,
  text,
  themeIn,
  typedIn,
} from './shared.ts';
import { showPlayground } from './shown-command.ts';
import { OutsideLinks } from './views/embed-card.tsx';
import { Layout } from './views/layout.tsx';

/** Runs of one host by the readers of all sites in a minute, for each that one address may start. */
const RUNS_PER_HOST = 30;

type ById = { Params: { id: string } };
type Post = ById & { Body: Form };

/** @throws ApiError not_found */
async function find(db: FastifyInstance['database']['db'], id: string) {
  const found = await siteForReaders(db, id);
  if (found === undefined) throw new ApiError('not_found', 'There is no such site.');
  return found;
}

export const sitePages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin, previewsPerMinute, playgrounds } = options;
  const { db } = app.database;
  await app.register(siteRuns, options);

  // The script of a page reads which blocks it can run. Other origins learn nothing.
  app.get<ById>('/s/:id.json', async (request, reply) => {
    await playgrounds.countMiss(request);
    const { site } = await find(db, request.params.id);
    const { origin: from = '' } = request.headers;
    reply.headers({ vary: 'Origin', 'cache-control': 'private, no-store' });
    if (!coversOrigin(site.origins, from)) {
      reply.removeHeader('access-control-allow-origin');
      throw new ApiError('forbidden', 'This site does not list the origin of the page.');
    }
    return reply.header('access-control-allow-origin', from).send({ targets: site.targets });
  });

  app.get<ById & { Querystring: Form }>('/s/:id', async (request, reply) => {
    await playgrounds.countMiss(request);
    const { site } = await find(db, request.params.id);
    const frame = (
      <Layout
        title="Run a command"
        theme={site.theme === 'auto' ? themeIn(request.query) : site.theme}
        bare
        scripts={['site-frame.js']}
        head={<OutsideLinks />}
      >
        <div id="card" aria-live="polite" />
      </Layout>
    );
    return sendView(request, reply, frame, { frames: site.origins.join(' ') });
  });

  const config = { rateLimit: { max: previewsPerMinute } };
  app.post<Post>('/s/:id/form', { config }, async (request, reply) => {
    const { site, ownerId } = await find(db, request.params.id);
    siteCounts(db).shown({ ownerId, siteId: site.id, ...placeOf(request.body) });
    const base = origin(request);
    const command = withPlaceholders(commandOf(request.body));
    const { id, name, variables } = site;
    const shared = await showPlayground(callerOf(request), {
      ...{ id, name, variables: variables.map(secretByName), description: '', public_runs: true },
      ...{ curl_command: command, languages: [...LANGUAGES] },
    });
    const to = shared.request?.url ?? '';
    const fields = shared.fields.map(secretByName);
    const outside = shared.request && refusedHost(site.targets, to);
    const card = await siteCard(callerOf(request), {
      shared: {
        ...shared,
        fields,
        runs: shared.request !== undefined && outside === undefined,
      },
      ...{ example: undefined, language: undefined, owner: '' },
      home: `${base}/#curl=${encodeURIComponent(command)}`,
      site: {
        hidden: {
          curl_command: command,
          path: text(request.body, 'path'),
          position: text(request.body, 'position'),
        },
        note: shared.request === undefined ? '' : (outside ?? noteOf(base, to, fields)),
        confirm: site.confirm ? changeOf(shared.request, to) : undefined,
      },
    });
    return sendPage(request, reply, card);
  });
};

const siteRuns: FastifyPluginAsync<RouteOptions> = async (app, { publicRunsPerMinute, runTimeoutMs }) => {
  const { db } = app.database;
  const hosts = new WeakMap<FastifyRequest, string>();
  const countHost = app.createRateLimit({
    max: RUNS_PER_HOST * publicRunsPerMinute,
    keyGenerator: (request) => hosts.get(request) ?? '',
  });
  /** Counts a run of all readers against the limit of its host. @throws ApiError rate_limit_exceeded */
  const limitHost = async (request: FastifyRequest, url: string) => {
    hosts.set(request, new URL(url).host);
    const counted = await countHost(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw limitReached(
        counted.ttl,
        (seconds) => `Too many readers send requests to this host. Try again in ${seconds} s.`,
      );
  };

  const config = { timeoutMs: runTimeoutMs, rateLimit: { max: publicRunsPerMinute } };
  app.post<Post>('/s/:id/run', { config, bodyLimit: runLimit(app) }, async (request, reply) => {
    const { site, ownerId } = await find(db, request.params.id);
    const { id, targets, runs_per_day: perDay } = site;
    const typed = typedIn(request.body);
    const command = withPlaceholders(commandOf(request.body));
    const source = { command, playgroundId: null, values: { given: typed.values, form: typed } };
    const runner = { accountId: ownerId, publicPlayground: id, hosts: targets };
    const charge = async ({ url }: RequestShape) => {
      if (!coversHost(targets, url)) throw invalid('/url', 'destination_refused', notAHost(url));
      await limitHost(request, url);
      await chargePublicRun(db, app.quota, { what: 'site', ownerId, id, perDay });
    };
    return runForScript(request, reply, { ...runner, maskBodies: true }, async (execute) => {
      const result = await runForReader(request, execute, source, { ...runner, charge });
      siteCounts(db).run({ ownerId, siteId: id, ...placeOf(request.body) }, result);
      return result;
    });
  });
};

/** Where a block is, as its page says: counted, and shown to the owner. */
function placeOf(form: Form) {
  const path = text(form, 'path')
    .replace(/[?#].*$/s, '')
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, 300);
  const position = text(form, 'position');
  return { path: path === '' ? '/' : path, position: /^[1-9]\d{0,3}$/.test(position) ? Number(position) : 1 };
}

/** Documentation that does not describe a variable is read with care: keys are masked. */
const secretByName = (field: PlaygroundVariable): PlaygroundVariable => ({
  secret: isSecretName(field.name),
  ...field,
});

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'its host');

const noteOf = (base: string, to: string, fields: readonly PlaygroundVariable[]): string =>
  `Sent by ${new URL(base).host} to ${hostOf(to)}.${fields.some(({ secret }) => secret) ? ' Your key is not stored.' : ''}`;

const CHANGES: ReadonlyMap<string, string> = new Map([
  ['POST', 'creates'],
  ['PUT', 'changes'],
  ['PATCH', 'changes'],
  ['DELETE', 'deletes'],
]);

/** Says what a request may change; undefined for one that only reads. */
function changeOf(request: { method: string } | undefined, to: string): string | undefined {
  const { method = 'GET' } = request ?? {};
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return undefined;
  return `This ${CHANGES.get(method) ?? 'may change'} something on ${hostOf(to)}.`;
}
