/** The documentation sites of an account: their settings, their tag, where readers fail, and a check of a page. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import type { PlaygroundVariable } from '../schemas/playground.ts';
import { checkPage } from '../services/site-check.ts';
import { readSiteStats } from '../services/site-counts.ts';
import { createSite, deleteSite, getSite, listSites, updateSite } from '../services/sites.ts';
import { assertFits, assertVariableFits, settingsIn } from './editor-form.ts';
import { sendView } from './respond.ts';
import { ACCOUNT, pageActor, signedIn } from './session.tsx';
import { type Form, pageOf, type RouteOptions, refusal, text, themeIn } from './shared.ts';
import {
  MAX_ROWS,
  type SiteForm,
  SitePage,
  type SitePageProps,
  SitesPage,
  type SitesProps,
} from './views/sites.tsx';

type ById = { Params: { id: string } };
type Post = ById & { Body: Form };

const SITES = `${ACCOUNT}/sites`;

export const accountSites: FastifyPluginAsync<RouteOptions> = async (app, { origin, runTimeoutMs }) => {
  const { db } = app.database;

  const sendList = async (
    request: FastifyRequest,
    reply: FastifyReply,
    more: Pick<SitesProps, 'form' | 'problem'> = {},
  ) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const { data: sites, pagination } = await listSites(db, accountId, pageOf(request));
    const page = <SitesPage {...{ sites, pagination, ...more }} />;
    return sendView(request, reply, page, { status: more.problem === undefined ? 200 : 400 });
  };

  const sendSite = async (
    request: FastifyRequest<ById>,
    reply: FastifyReply,
    more: Pick<SitePageProps, 'form' | 'problem' | 'check'> = {},
  ) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const site = await getSite(db, accountId, request.params.id);
    const stats = await readSiteStats(db, accountId, site.id);
    const page = <SitePage {...{ site, stats, base: origin(request), ...more }} />;
    const isRefused = more.problem !== undefined || more.check?.problem !== undefined;
    return sendView(request, reply, page, { status: isRefused ? 400 : 200 });
  };

  app.get(SITES, async (request, reply) => sendList(request, reply));

  app.post<{ Body: Form }>(SITES, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    try {
      const { id } = await createSite(db, actor, fieldsOf(request.body));
      return reply.redirect(`${SITES}/${id}`, 303);
    } catch (error) {
      return sendList(request, reply, { form: typedOf(request.body), problem: refusal(error) });
    }
  });

  app.get<ById>(`${SITES}/:id`, async (request, reply) => sendSite(request, reply));

  app.post<Post>(`${SITES}/:id`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    try {
      await updateSite(db, actor, id, fieldsOf(request.body), undefined);
      return reply.redirect(`${SITES}/${id}`, 303);
    } catch (error) {
      return sendSite(request, reply, { form: typedOf(request.body), problem: refusal(error) });
    }
  });

  app.post<Post>(`${SITES}/:id/check`, { config: { timeoutMs: runTimeoutMs } }, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:execute');
    const site = await getSite(db, accountId, request.params.id);
    const url = text(request.body, 'url').trim();
    try {
      const run = runnerFor(request, reply, { accountId });
      // Counts as a run, as in the editor.
      const charge = () => app.meter(request, reply);
      const page = await checkPage(db, { site, url, run, caller: accountId, charge });
      return sendSite(request, reply, { check: { url, page } });
    } catch (error) {
      return sendSite(request, reply, { check: { url, problem: refusal(error) } });
    }
  });

  app.post<ById>(`${SITES}/:id/delete`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    await deleteSite(db, actor, request.params.id, undefined);
    return reply.redirect(SITES, 303);
  });
};

/** The form of a site as it was typed. */
const typedOf = (form: Form): SiteForm => ({
  name: text(form, 'name'),
  origins: text(form, 'origins'),
  targets: text(form, 'targets'),
  runs_per_day: text(form, 'runs_per_day'),
  confirm: text(form, 'confirm') !== '',
  theme: themeIn(form),
  variables: variablesOf(form),
});

/** The rows of variables that have a name. */
function variablesOf(form: Form): PlaygroundVariable[] {
  const row = (index: number) => {
    const field = (what: string) => text(form, `variable:${index}:${what}`);
    return { name: field('name').trim(), ...settingsIn(field) };
  };
  return Array.from({ length: MAX_ROWS }, (_, index) => row(index)).filter(({ name }) => name !== '');
}

/** The fields of a site. @throws ApiError invalid_request for what the schema of the API would refuse */
function fieldsOf(form: Form) {
  const { name, origins, targets, runs_per_day: perDay, confirm, theme, variables } = typedOf(form);
  const refuse = (message: string) => new ApiError('invalid_request', message);
  const linesOf = (what: string, lines: string): string[] => {
    const found = [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
    if (found.length === 0) throw refuse(`Write at least one ${what}.`);
    if (found.length > 50) throw refuse(`At most 50 ${what}s can be listed.`);
    for (const one of found) assertFits(`An ${what}`.replace('An h', 'A h'), one, 255);
    return found;
  };
  if (name.trim() === '') throw refuse('Write a name.');
  assertFits('A name', name.trim(), 200);
  if (!/^\d{1,7}$/.test(perDay.trim()) || Number(perDay) > 1_000_000)
    throw refuse('Runs per day is a whole number from 0 to 1,000,000.');
  if (variables.length > 100) throw refuse('A site has at most 100 variables.');
  for (const variable of variables) assertVariableFits(variable);
  return {
    name: name.trim(),
    theme,
    variables,
    origins: linesOf('origin', origins),
    targets: linesOf('host', targets),
    runs_per_day: Number(perDay),
    confirm,
  };
}
