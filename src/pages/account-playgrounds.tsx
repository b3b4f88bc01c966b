/** The playgrounds of an account, and their editor. */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../errors.ts';
import { errorBody } from '../plugins/errors.ts';
import { MAX_IMPORT_BYTES } from '../schemas/import.ts';
import type { UpdatePlaygroundRequest } from '../schemas/playground.ts';
import type { Identity } from '../services/api-keys.ts';
import type { Actor } from '../services/audit.ts';
import { getCollection, listCollections } from '../services/collections.ts';
import { deleteWithUndo, restorablePlaygrounds, restorePlayground } from '../services/delete-playground.ts';
import { exportPlaygrounds } from '../services/exports.ts';
import { prepareImport } from '../services/imports.ts';
import {
  countPlaygrounds,
  createPlayground,
  getOwnPlayground,
  getPlayground,
  listPlaygrounds,
  updatePlayground,
} from '../services/playgrounds.ts';
import { recentRuns } from '../services/run-counts.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { adoptTestRuns, isResultKind, listResultsOfKind, listTestRuns } from '../services/test-runs.ts';
import { etagOf } from '../store/etags.ts';
import { isId } from '../store/ids.ts';
import { conflictOf, fieldsOf, NEW_PLAYGROUND, readForm, readSharing, versionOf } from './editor-form.ts';
import { editorPage } from './large-views.tsx';
import { sendView, wantsHtml } from './respond.ts';
import { ACCOUNT, pageActor, sendLarge, signedIn } from './session.tsx';
import {
  type Form,
  list,
  PAGE_SIZE,
  pageNumber,
  pageOf,
  type RouteOptions,
  refusal,
  text,
} from './shared.ts';
import { showCommand, targetsOf } from './shown-command.ts';
import type { ConflictProps } from './views/conflict.tsx';
import type { EditedPlayground, FormFields } from './views/editor.tsx';
import { Imported, ORDERS, oneOf, PlaygroundList, VISIBILITIES } from './views/playground-list.tsx';
import type { ResultsProps } from './views/results.tsx';
import { shareLinks } from './views/share.tsx';

type ById = { Params: { id: string } };
type Refused = { document: string; problem: string };

/** Results of a playground that a list shows. */
const HISTORY = 50;
/** Collections that the menus of the list have. */
const MAX_COLLECTIONS = 100;
/** Characters of a refused document that stay in its field; a longer one is in a file. */
const MAX_KEPT = 200_000;

const LIST = `${ACCOUNT}/playgrounds`;

/** The address of the list as it was seen, and what its toast says. */
function listAddress({ headers: { referer = '' } }: FastifyRequest, said: readonly [string, string][] = []) {
  const seen = URL.canParse(referer) ? new URL(referer) : undefined;
  const query = new URLSearchParams(seen?.pathname === LIST ? seen.search : '');
  for (const name of ['deleted', 'imported']) query.delete(name);
  for (const [name, value] of said) query.append(name, value);
  return query.size === 0 ? LIST : `${LIST}?${query}`;
}

const deletedToast = (ids: readonly string[]) => ids.map((id): [string, string] => ['deleted', id]);

/** The page that shows what readers will see of the first, and goes on to the others. */
const previewAddress = ([first, ...rest]: readonly string[]): string =>
  first === undefined
    ? LIST
    : `${ACCOUNT}/playgrounds/${first}/preview?${new URLSearchParams(rest.map((id) => ['then', id]))}`;

export const playgroundPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin } = options;
  const { db } = app.database;

  /** Sends the list that a query asks for. @param refused an import, which stays in its dialog */
  const sendList = async (request: FastifyRequest, reply: FastifyReply, refused?: Refused) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const query = request.query as Form;
    const search = text(query, 'search').slice(0, 200);
    const collection = text(query, 'collection');
    const order = oneOf(ORDERS, text(query, 'order'));
    const seen = oneOf(VISIBILITIES, text(query, 'seen'));
    const removed = list(query, 'deleted').filter(isId).slice(0, PAGE_SIZE);
    const [{ data, pagination }, { data: collections }, totals, deleted] = await Promise.all([
      listPlaygrounds(db, accountId, {
        ...pageOf(request),
        sort: order || '-updated_at',
        ...(seen !== '' && { is_public: seen !== 'private', isRunnable: seen === 'runnable' }),
        search,
        searchCommands: true,
        ...(collection !== '' && { collection_id: collection }),
      }),
      listCollections(db, accountId, { limit: MAX_COLLECTIONS, page: 1 }),
      countPlaygrounds(db, accountId),
      restorablePlaygrounds(db, accountId, removed),
    ]);
    const commands = data.map((one) => one.curl_command);
    // Commands that take too long to read must not keep their owner from the list.
    const targets = await targetsOf(accountId, commands).catch(() => []);
    const playgrounds = data.map((one, index) => ({ ...one, target: targets[index] }));
    const ids = data.map((one) => one.id);
    const view = (
      <PlaygroundList
        {...{ playgrounds, pagination, search, collection, collections, order, seen, totals, deleted }}
        refused={refused}
        imported={Number(/^\d{1,4}$/.exec(text(query, 'imported')) ?? 0)}
        runs={await recentRuns(db, accountId, ids)}
      />
    );
    return sendView(request, reply, view, { status: refused === undefined ? 200 : 400 });
  };
  app.get(LIST, async (request, reply) => sendList(request, reply));

  type Change = (actor: Actor, id: string, where: string) => Promise<unknown>;
  const update = (actor: Actor, id: string, fields: UpdatePlaygroundRequest) =>
    updatePlayground(db, actor, id, fields, undefined);
  const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
    ['delete', (actor, id) => deleteWithUndo(db, actor, id)],
    ['hide', (actor, id) => update(actor, id, { is_public: false })],
    ['move', (actor, id, to) => update(actor, id, { collection_id: to === 'none' ? null : to })],
  ]);

  // What is done with the ticked rows of the list.
  app.post<{ Body: Form }>(`${ACCOUNT}/playgrounds/picked`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const ids = list(request.body, 'playground').filter(isId).slice(0, PAGE_SIZE);
    const [what = '', where = ''] = text(request.body, 'do').split(':');
    // Each becomes public on the page that shows what readers will see.
    if (what === 'publish') return reply.redirect(previewAddress(ids), 303);
    if (what === 'export') return sendExport(reply, actor.accountId, ids);
    const change = CHANGES.get(what);
    if (change === undefined)
      throw invalid('/do', 'enum', 'The form does not say what to do with the playgrounds.');
    for (const id of ids) await change(actor, id, where);
    return reply.redirect(listAddress(request, what === 'delete' ? deletedToast(ids) : []), 303);
  });

  /** Sends playgrounds as a file that an import reads again. */
  const sendExport = async (reply: FastifyReply, accountId: string, ids: readonly string[]) => {
    const rows = await Promise.all(ids.map((id) => getOwnPlayground(db, accountId, id)));
    const of = { name: 'Playgrounds', description: '', format: 'postman' } as const;
    const { text: file, filename } = await exportPlaygrounds(accountId, rows, of);
    return reply
      .header('content-disposition', `attachment; filename="${filename}"`)
      .type('application/octet-stream')
      .send(file);
  };

  app.post<{ Body: Form }>(
    `${ACCOUNT}/playgrounds/import`,
    { bodyLimit: MAX_IMPORT_BYTES },
    async (request, reply) => {
      const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
      const document = text(request.body, 'document');
      const result = await prepareImport(actor, { document })
        .then((store) => store(db))
        .catch(refusal);
      const kept = document.length <= MAX_KEPT ? document : '';
      if (typeof result === 'string') return sendList(request, reply, { document: kept, problem: result });
      const { collection, playgrounds, skipped, warnings } = result;
      if (skipped.length + warnings.length > 0) return sendView(request, reply, <Imported {...result} />);
      const query = {
        imported: `${playgrounds.length}`,
        ...(collection?.id && { collection: collection.id }),
      };
      return reply.redirect(`${LIST}?${new URLSearchParams(query)}`, 303);
    },
  );

  app.post<{ Body: Form }>(`${ACCOUNT}/playgrounds/restore`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const ids = list(request.body, 'playground').filter(isId).slice(0, PAGE_SIZE);
    for (const id of ids) await restorePlayground(db, actor, id);
    return reply.redirect(listAddress(request), 303);
  });

  const own = (accountId: string, id: string) => getOwnPlayground(db, accountId, id);

  /** Results of a playground as its list shows them. */
  const resultsOf = async ({ accountId }: Identity, id: string, form: Form): Promise<ResultsProps> => {
    const kind = text(form, 'kind');
    const cursor = text(form, 'cursor');
    const from = cursor === '' ? { page: pageNumber(form) } : { cursor };
    const query = { playgroundId: id, limit: HISTORY, ...from };
    const { data, pagination } = isResultKind(kind)
      ? await listResultsOfKind(db, accountId, query, kind)
      : await listTestRuns(db, accountId, query);
    return { id, kind, runs: data, pagination };
  };

  const editor = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: { id: string | undefined; form: EditedPlayground; problem?: string; conflict?: ConflictProps },
  ) => {
    const { id, form, problem, conflict } = page;
    const query = request.query as Form;
    const identity = signedIn(request, 'playgrounds:read');
    const mayReadResults = id !== undefined && identity.scopes.has('tests:read');
    const { curl_command: command, languages, collection_id: collection } = form;
    const shown = await showCommand(identity.accountId, { text: command, languages });
    const nonce = randomBytes(12).toString('base64');
    const view = {
      ...page,
      collection: collection ? (await getCollection(db, identity.accountId, collection)).name : undefined,
      // A refused form keeps the version that it was made of.
      version: text(request.body as Form, 'version') || versionOf(form),
      result: shown,
      programs: shown.programs,
      results: mayReadResults ? await resultsOf(identity, id, query) : undefined,
      front: ['kind', 'cursor', 'page'].some((name) => name in query) ? ('history' as const) : undefined,
      links: id === undefined ? undefined : shareLinks(origin(request), { ...form, id }),
      perDay: options.publicRunsPerDay,
      nonce,
    };
    const status = conflict !== undefined ? 412 : problem === undefined ? 200 : 400;
    return sendLarge(request, reply, editorPage, view, { status, styleNonce: nonce });
  };

  app.get<{ Querystring: Form }>(`${ACCOUNT}/playgrounds/new`, async (request, reply) => {
    const copied = text(request.query, 'copy');
    if (copied === '') return editor(request, reply, { id: undefined, form: NEW_PLAYGROUND });
    // A copy has placeholders for the owner's credentials. It is private and not saved yet.
    const { accountId } = signedIn(request, 'playgrounds:read');
    const { name, curl_command, theme, languages, variables } = await getPlayground(db, accountId, copied);
    const form = { ...NEW_PLAYGROUND, name, curl_command, theme, languages, variables };
    return editor(request, reply, { id: undefined, form });
  });

  app.get<ById>(`${ACCOUNT}/playgrounds/:id`, async (request, reply) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const form = await own(accountId, request.params.id);
    return editor(request, reply, { id: request.params.id, form });
  });

  const backTo = (reply: FastifyReply, id: string) => reply.redirect(`${ACCOUNT}/playgrounds/${id}`, 303);

  /** Refuses to save over what was saved elsewhere since the form was loaded. */
  const sendConflict = (request: FastifyRequest, reply: FastifyReply, form: FormFields, c: ConflictProps) => {
    if (wantsHtml(request)) return editor(request, reply, { id: c.id, form, conflict: c });
    const error = new ApiError('precondition_failed', 'This playground was saved in another window.');
    return reply.code(412).send({ ...errorBody(error, request.id), conflict: c });
  };

  /** Saves a form. @param before what it changes; undefined for a new one */
  const store = async (actor: Actor, form: FormFields, before: StoredPlayground | undefined) => {
    const { name, ...fields } = fieldsOf(form);
    // An unchanged name is not sent, so that a default name still follows the command.
    const renamed = name === undefined || name === before?.name ? fields : { ...fields, name };
    // It becomes public on the page that shows its owner what readers will see.
    const isPublished = fields.is_public === true && before?.is_public !== true;
    const changed = isPublished ? { ...renamed, is_public: false } : renamed;
    const saved =
      before === undefined
        ? await createPlayground(db, actor, changed)
        : await updatePlayground(db, actor, before.id, changed, etagOf(before));
    return { saved, preview: isPublished ? `${ACCOUNT}/playgrounds/${saved.id}/preview` : undefined };
  };

  /** @param id undefined for a new one */
  const save = async (request: FastifyRequest<{ Body: Form }>, reply: FastifyReply, id?: string) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const before = id === undefined ? undefined : await own(actor.accountId, id);
    const form = await readForm(actor.accountId, request.body);
    const conflict = before && conflictOf(form, before, text(request.body, 'version'));
    if (conflict !== undefined) return sendConflict(request, reply, form, conflict);
    try {
      const { saved, preview } = await store(actor, form, before);
      await adoptTestRuns(db, actor.accountId, { playgroundId: saved.id, ids: list(request.body, 'runs') });
      if (!wantsHtml(request)) return { id: saved.id, version: versionOf(saved), preview };
      return preview === undefined ? backTo(reply, saved.id) : reply.redirect(preview, 303);
    } catch (error) {
      if (!wantsHtml(request)) throw error;
      return editor(request, reply, { id, form, problem: refusal(error) });
    }
  };

  app.post<{ Body: Form }>(`${ACCOUNT}/playgrounds`, async (request, reply) => save(request, reply));

  app.post<ById & { Body: Form }>(`${ACCOUNT}/playgrounds/:id`, async (request, reply) =>
    save(request, reply, request.params.id),
  );

  // What the Share dialog changes applies at once; what is typed in the editor stays unsaved.
  app.post<ById & { Body: Form }>(`${ACCOUNT}/playgrounds/:id/share`, async (request) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const before = await own(actor.accountId, request.params.id);
    const { saved } = await store(actor, { ...before, ...readSharing(request.body) }, before);
    // A form that is older keeps its version, so that saving it shows what differs.
    const isCurrent = text(request.body, 'version') === versionOf(before);
    return isCurrent ? { version: versionOf(saved) } : {};
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/delete`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    await deleteWithUndo(db, actor, id);
    return reply.redirect(listAddress(request, deletedToast([id])), 303);
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/remove-example`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = await own(actor.accountId, request.params.id);
    await updatePlayground(db, actor, id, { example_test_id: null }, undefined);
    return backTo(reply, id);
  });
};
