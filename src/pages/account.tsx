/** The account: sign in, keys, usage, playgrounds and their editor. Everything is done by the services of the API. */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { toApiError } from '../plugins/errors.ts';
import { SCOPES } from '../schemas/account.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { createKey, getKey, type Identity, listKeys, revokeKey } from '../services/api-keys.ts';
import { listEvents } from '../services/audit.ts';
import { deleteWithUndo, restorePlayground } from '../services/delete-playground.ts';
import { previewExample } from '../services/example-responses.ts';
import {
  createPlayground,
  getOwnPlayground,
  getPlayground,
  listPlaygrounds,
  updatePlayground,
} from '../services/playgrounds.ts';
import { type Runner, runRequest } from '../services/run-request.ts';
import { getTestRun } from '../services/stored-test-runs.ts';
import { adoptTestRuns, isResultKind, listResultsOfKind, listTestRuns } from '../services/test-runs.ts';
import { isId } from '../store/ids.ts';
import { assertFits, fieldsOf, NEW_PLAYGROUND, readForm } from './editor-form.ts';
import { comparison, editorPage, resultPage } from './large-views.tsx';
import { previews } from './previews.ts';
import { readerPreviews } from './reader-preview.tsx';
import { sendView, wantsHtml } from './respond.ts';
import {
  ACCOUNT,
  pageActor,
  sendLarge,
  sessionEnded,
  sessions,
  signedIn,
  signIn,
  signOut,
} from './session.tsx';
import { commandOf, type Form, list, type RouteOptions, runForScript, text, typedIn } from './shared.ts';
import { readPasted, showCommand } from './shown-command.ts';
import { Confirm } from './views/account-page.tsx';
import { AuditLog } from './views/audit-log.tsx';
import type { EditedPlayground } from './views/editor.tsx';
import { ExamplePreview } from './views/example.tsx';
import { isPreset, Keys, type KeysProps, PRESETS } from './views/keys.tsx';
import { PlaygroundList } from './views/playground-list.tsx';
import { ResultsPage, type ResultsProps } from './views/results.tsx';
import { shareLinks } from './views/share.tsx';
import { SignIn } from './views/sign-in.tsx';
import { UsagePage } from './views/usage.tsx';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a form of the account works without a session. */
    withoutSession?: boolean;
  }
}

type ById = { Params: { id: string } };

const SIGN_INS_PER_MINUTE = 20;
const PAGE_SIZE = 20;
/** Results of a playground that a list shows. */
const HISTORY = 50;

export const accountPages: FastifyPluginAsync<RouteOptions> = async (app, options) => {
  const { origin, runTimeoutMs, maskRequestBodies } = options;
  const { db } = app.database;
  await app.register(sessions);

  // Errors thrown here reach the error handler of all pages.
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof ApiError && error.code === 'unauthorized' && wantsHtml(request))
      return reply.redirect(signInAddress(request), 303);
    throw error;
  });

  // Before a body is read: the limit of an address without a session, and the session.
  app.addHook('onRequest', async (request, reply) => {
    if (request.identity !== null) return;
    await app.meter(request, reply);
    if (request.method === 'POST' && !request.routeOptions.config.withoutSession) throw sessionEnded();
  });

  // --- Signing in and out

  app.get<{ Querystring: Form }>(ACCOUNT, async (request, reply) => {
    if (request.identity !== null)
      return reply.redirect(pageAfterSignIn(request.query, origin(request)), 303);
    const next = text(request.query, 'next');
    // Whoever came to copy a playground and has no account goes on with it on the start page.
    const copied = /^\/account\/playgrounds\/new\?copy=([\w-]+)$/.exec(next)?.[1];
    const found = copied && (await getPlayground(db, null, copied).catch(() => undefined));
    const without = found && `/#curl=${encodeURIComponent(found.curl_command)}`;
    return sendView(request, reply, <SignIn next={next} without={without} />);
  });

  const signIns = { config: { rateLimit: { max: SIGN_INS_PER_MINUTE }, withoutSession: true } };
  app.post<{ Body: Form }>(`${ACCOUNT}/sign-in`, signIns, async (request, reply) => {
    const { body } = request;
    try {
      await signIn(app, request, reply, { key: text(body, 'key').trim(), link: text(body, 'link') });
    } catch (error) {
      const { statusCode: status, message } = toApiError(error);
      if (status !== 401 && status !== 403) throw error;
      return sendView(request, reply, <SignIn problem={message} next={text(body, 'next')} />, { status });
    }
    return reply.redirect(pageAfterSignIn(body, origin(request)), 303);
  });

  app.post(`${ACCOUNT}/sign-out`, { config: { withoutSession: true } }, async (request, reply) => {
    await signOut(app, request, reply);
    return reply.redirect(ACCOUNT, 303);
  });

  // --- Keys

  const keysPage = async (
    request: FastifyRequest,
    identity: Identity,
    more: Pick<KeysProps, 'created' | 'problem' | 'form'>,
  ) => {
    const { data: keys, pagination } = await listKeys(db, identity.accountId, pageOf(request));
    return (
      <Keys keys={keys} pagination={pagination} scopes={identity.scopes} own={identity.keyId} {...more} />
    );
  };

  app.get(`${ACCOUNT}/keys`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    const created = await takeCreated(request, reply, identity);
    return sendView(request, reply, await keysPage(request, identity, { created }));
  });

  /** The key of the cookie that {@link CREATED} names, once: the cookie goes. */
  const takeCreated = async (request: FastifyRequest, reply: FastifyReply, { accountId }: Identity) => {
    const key = request.cookies[CREATED];
    if (key === undefined) return undefined;
    reply.clearCookie(CREATED, createdOptions);
    const known = await app.keyRing.identify(key);
    if (known?.accountId !== accountId) return undefined;
    return { name: (await getKey(db, accountId, known.keyId)).name, key };
  };

  app.post<{ Body: Form }>(`${ACCOUNT}/keys`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    const access = text(request.body, 'access');
    const chosen: readonly string[] = isPreset(access) ? PRESETS[access] : list(request.body, 'scopes');
    // A key cannot grant scopes that it lacks.
    const scopes = SCOPES.filter((scope) => chosen.includes(scope) && identity.scopes.has(scope));
    const expires = text(request.body, 'expires');
    const name = text(request.body, 'name').trim();
    try {
      assertFits('A name', name, 200);
      if (scopes.length === 0) throw new ApiError('invalid_request', 'Choose at least one scope.');
      const created = await createKey(db, pageActor(request, identity), identity, {
        name: name || 'key',
        scopes,
        expires_at: expires === '' ? null : `${expires}T00:00:00Z`,
      });
      return reply
        .setCookie(CREATED, created.key, { ...createdOptions, maxAge: 60 })
        .redirect(`${ACCOUNT}/keys`, 303);
    } catch (error) {
      const form = { name, access, scopes, expires };
      const page = await keysPage(request, identity, { problem: refusal(error), form });
      return sendView(request, reply, page, { status: 400 });
    }
  });

  app.get<ById>(`${ACCOUNT}/keys/:id/revoke`, async (request, reply) => {
    const { accountId, keyId } = signedIn(request, 'keys:manage');
    const { id, name, prefix } = await getKey(db, accountId, request.params.id);
    const own = id === keyId ? ' You signed in with this key: you will be signed out.' : '';
    const page = (
      <Confirm
        section="keys"
        title={`Revoke the key ${name}?`}
        text={`Anything using this key (${prefix}…) stops working within seconds. This can't be undone.${own}`}
        action={`${ACCOUNT}/keys/${id}/revoke`}
        button="Revoke"
        back={`${ACCOUNT}/keys`}
      />
    );
    return sendView(request, reply, page);
  });

  app.post<ById>(`${ACCOUNT}/keys/:id/revoke`, async (request, reply) => {
    const identity = signedIn(request, 'keys:manage');
    await revokeKey(db, pageActor(request, identity), request.params.id, undefined);
    app.keyRing.forget(request.params.id);
    return reply.redirect(`${ACCOUNT}/keys`, 303);
  });

  // --- Usage and audit log

  app.get(`${ACCOUNT}/usage`, async (request, reply) => {
    const { accountId, plan, limit } = signedIn(request, 'usage:read');
    const [usage, storage] = await Promise.all([
      app.quota.usage(accountId, plan, limit),
      app.storage.usage(accountId, plan),
    ]);
    return sendView(request, reply, <UsagePage usage={{ ...usage, storage }} />);
  });

  app.get(`${ACCOUNT}/audit`, async (request, reply) => {
    const { accountId } = signedIn(request, 'audit:read');
    const { data: events, pagination } = await listEvents(db, accountId, pageOf(request));
    return sendView(request, reply, <AuditLog events={events} pagination={pagination} />);
  });

  // --- Playgrounds

  app.get<{ Querystring: Form }>(`${ACCOUNT}/playgrounds`, async (request, reply) => {
    const { accountId } = signedIn(request, 'playgrounds:read');
    const search = text(request.query, 'search').slice(0, 200);
    const { data: playgrounds, pagination } = await listPlaygrounds(db, accountId, {
      ...pageOf(request),
      sort: '-created_at',
      search,
      searchCommands: true,
    });
    const id = text(request.query, 'deleted');
    const deleted = isId(id) ? id : undefined;
    return sendView(request, reply, <PlaygroundList {...{ playgrounds, pagination, search, deleted }} />);
  });

  const own = (accountId: string, id: string) => getOwnPlayground(db, accountId, id);

  /** The playground of a result, where the account has it. */
  const playgroundOf = async (accountId: string, { playground_id: id }: TestRun) =>
    id === null ? undefined : own(accountId, id).catch(() => undefined);

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

  app.get<ById & { Querystring: Form }>(`${ACCOUNT}/playgrounds/:id/results`, async (request, reply) => {
    const identity = signedIn(request, 'tests:read');
    const { id, name } = await own(identity.accountId, request.params.id);
    const results = await resultsOf(identity, id, request.query);
    return sendView(request, reply, <ResultsPage {...results} name={name} />);
  });

  const editor = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id, form, problem }: { id: string | undefined; form: EditedPlayground; problem?: string },
  ) => {
    const identity = signedIn(request, 'playgrounds:read');
    const mayReadResults = id !== undefined && identity.scopes.has('tests:read');
    const { curl_command: command, languages } = form;
    const {
      programs,
      request: parsed,
      problem: unread,
    } = await showCommand(identity.accountId, {
      text: command,
      languages,
    });
    const nonce = randomBytes(12).toString('base64');
    const page = {
      id,
      form,
      result: { request: parsed, problem: unread },
      programs,
      results: mayReadResults ? await resultsOf(identity, id, {}) : undefined,
      links: id === undefined ? undefined : shareLinks(origin(request), { ...form, id }),
      problem,
      saved: 'saved' in (request.query as object),
      nonce,
    };
    const status = problem === undefined ? 200 : 400;
    return sendLarge(request, reply, editorPage, page, { status, styleNonce: nonce });
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

  const backTo = (reply: FastifyReply, id: string) =>
    reply.redirect(`${ACCOUNT}/playgrounds/${id}?saved`, 303);

  /** @param id undefined for a new one */
  const save = async (request: FastifyRequest<{ Body: Form }>, reply: FastifyReply, id?: string) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const before = id === undefined ? undefined : await own(actor.accountId, id);
    const form = await readForm(actor.accountId, request.body);
    try {
      const { name, ...fields } = fieldsOf(form);
      // An unchanged name is not sent, so that a default name still follows the command.
      const renamed = name === undefined || name === before?.name ? fields : { ...fields, name };
      // It becomes public on the page that shows its owner what readers will see.
      const isPublished = fields.is_public === true && before?.is_public !== true;
      const changed = isPublished ? { ...renamed, is_public: false } : renamed;
      const saved =
        id === undefined
          ? await createPlayground(db, actor, changed)
          : await updatePlayground(db, actor, id, changed, undefined);
      await adoptTestRuns(db, actor.accountId, { playgroundId: saved.id, ids: list(request.body, 'runs') });
      const preview = `${ACCOUNT}/playgrounds/${saved.id}/preview`;
      if (!wantsHtml(request)) return { id: saved.id, ...(isPublished && { preview }) };
      return isPublished ? reply.redirect(preview, 303) : backTo(reply, saved.id);
    } catch (error) {
      if (!wantsHtml(request)) throw error;
      return editor(request, reply, { id, form, problem: refusal(error) });
    }
  };

  app.post<{ Body: Form }>(`${ACCOUNT}/playgrounds`, async (request, reply) => save(request, reply));

  app.post<ById & { Body: Form }>(`${ACCOUNT}/playgrounds/:id`, async (request, reply) =>
    save(request, reply, request.params.id),
  );

  app.get<ById>(`${ACCOUNT}/playgrounds/:id/delete`, async (request, reply) => {
    const { accountId } = signedIn(request, 'playgrounds:write');
    const { id, name } = await own(accountId, request.params.id);
    const page = (
      <Confirm
        section="playgrounds"
        title="Delete this playground?"
        text={`“${name}”, its results and its public page are deleted. You can undo this for an hour.`}
        action={`${ACCOUNT}/playgrounds/${id}/delete`}
        button="Delete"
        back={`${ACCOUNT}/playgrounds/${id}`}
      />
    );
    return sendView(request, reply, page);
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/delete`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    await deleteWithUndo(db, actor, id);
    return reply.redirect(`${ACCOUNT}/playgrounds?deleted=${id}`, 303);
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/restore`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = request.params;
    await restorePlayground(db, actor, id);
    return reply.redirect(`${ACCOUNT}/playgrounds/${id}`, 303);
  });

  // --- Running

  app.post<{ Body: Form }>(
    `${ACCOUNT}/run`,
    { config: { timeoutMs: runTimeoutMs } },
    async (request, reply) => {
      const { accountId, plan } = signedIn(request, 'tests:execute');
      const typed = typedIn(request.body);
      const wanted = {
        command: (await readPasted(accountId, commandOf(request.body))).command,
        playgroundId: text(request.body, 'playground_id') || null,
        values: { given: typed.values, form: typed },
      };
      const runWith = (runner: Runner) =>
        runRequest(db, runner, wanted, {
          viewer: accountId,
          caller: accountId,
          // A run counts as a request; other requests of these pages do not count.
          charge: () => app.meter(request, reply),
          store: { accountId, plan, storage: app.storage, maskBodies: maskRequestBodies },
        });
      return runForScript(request, reply, { accountId, maskBodies: maskRequestBodies }, runWith);
    },
  );

  // --- Results

  app.get<{ Querystring: Form }>(`${ACCOUNT}/tests/compare`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const [first, second, ...rest] = list(request.query, 'test');
    if (first === undefined || second === undefined || rest.length > 0)
      throw new ApiError('invalid_request', 'Choose two results to compare.');
    const named = async (id: string) => {
      const run = await getTestRun(db, accountId, id);
      return { run, name: (await playgroundOf(accountId, run))?.name };
    };
    await app.meter(request, reply); // as much work as a run
    return sendLarge(request, reply, comparison, { runs: [await named(first), await named(second)] });
  });

  app.get<ById>(`${ACCOUNT}/tests/:id`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const run = await getTestRun(db, accountId, request.params.id);
    reply.header('cache-control', 'private, no-store');
    if (!wantsHtml(request)) return run;
    const playground = await playgroundOf(accountId, run);
    const example = playground && (playground.example_test_id === run.id ? 'pinned' : 'possible');
    return sendLarge(request, reply, resultPage, { run, example });
  });

  // --- Results as example responses

  /** The playground that a result can be an example of. */
  const playgroundOfExample = async (accountId: string, testId: string) => {
    const { playground_id: id } = await getTestRun(db, accountId, testId);
    if (id === null)
      throw new ApiError('invalid_request', 'Save the playground first: this result belongs to none.');
    return own(accountId, id);
  };

  app.get<ById>(`${ACCOUNT}/tests/:id/example`, async (request, reply) => {
    const { accountId } = signedIn(request, 'tests:read');
    const testId = request.params.id;
    const { id, name, curl_command: curlCommand } = await playgroundOfExample(accountId, testId);
    const preview = await previewExample(db, { accountId, id, curlCommand }, testId);
    return sendView(request, reply, <ExamplePreview {...preview} name={name} testId={testId} />);
  });

  app.post<ById>(`${ACCOUNT}/tests/:id/example`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const testId = request.params.id;
    const { id } = await playgroundOfExample(actor.accountId, testId);
    await updatePlayground(db, actor, id, { example_test_id: testId }, undefined);
    return backTo(reply, id);
  });

  app.post<ById>(`${ACCOUNT}/playgrounds/:id/remove-example`, async (request, reply) => {
    const actor = pageActor(request, signedIn(request, 'playgrounds:write'));
    const { id } = await own(actor.accountId, request.params.id);
    await updatePlayground(db, actor, id, { example_test_id: null }, undefined);
    return backTo(reply, id);
  });

  await app.register(previews, options);
  await app.register(readerPreviews, options);
};

/**
 * A cookie that carries a new key to the page after its form, which shows it once. Reloading that page makes no second
 * key and shows none, and the server keeps the key nowhere.
 */
const CREATED = 'playgrounds_created';
const createdOptions = {
  path: `${ACCOUNT}/keys`,
  httpOnly: true,
  sameSite: 'strict',
  secure: 'auto',
} as const;

/** The page for signing in, which leads back to where somebody was going. */
const signInAddress = ({ method, url }: FastifyRequest): string =>
  (method === 'GET' || method === 'HEAD') && url.length <= MAX_NEXT
    ? `${ACCOUNT}?next=${encodeURIComponent(url)}`
    : ACCOUNT;

/** Characters of an address to go to after signing in; clients refuse very long headers. */
const MAX_NEXT = 4_000;

/** Where to go after signing in: a page of the account, and nothing else, as the URL parser writes it. */
function pageAfterSignIn(form: unknown, origin: string): string {
  const next = text(form as Form, 'next'); // of a query or a form
  if (URL.canParse(next, origin)) {
    const url = new URL(next, origin);
    const isOurs = url.origin === new URL(origin).origin && url.pathname.startsWith(`${ACCOUNT}/`);
    const path = url.pathname + url.search + url.hash;
    if (isOurs && path.length <= MAX_NEXT) return path;
  }
  return `${ACCOUNT}/playgrounds`;
}

function pageNumber(query: Form): number {
  const page = text(query, 'page');
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

/** The page of a list that a request asks for. */
const pageOf = ({ query }: FastifyRequest) => ({ page: pageNumber(query as Form), limit: PAGE_SIZE });

/**
 * Returns the message to show for a refused form.
 * @throws what the user's input did not cause
 */
function refusal(error: unknown): string {
  const { statusCode, message } = toApiError(error);
  if (statusCode === 404 || statusCode >= 500) throw error;
  return message;
}
