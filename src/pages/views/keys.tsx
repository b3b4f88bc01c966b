/** The page of an account's API keys. */
import { type ApiKey, SCOPE_MEANINGS, SCOPES, type Scope } from '../../schemas/account.ts';
import type { Pagination } from '../../schemas/common.ts';
import {
  AccountPage,
  type Columns,
  ListTable,
  type PageContext,
  Pages,
  Problem,
  Time,
  Token,
} from './account-page.tsx';
import { Name, plain } from './visible-text.tsx';

/** Scopes that are chosen together. */
export const PRESETS = {
  read: SCOPES.filter(
    (scope) => scope.endsWith(':read') || scope === 'code:generate' || scope === 'curl:parse',
  ),
  run: SCOPES.filter((scope) => scope !== 'playgrounds:write' && scope !== 'keys:manage'),
  everything: SCOPES,
} as const satisfies Record<string, readonly Scope[]>;
type Preset = keyof typeof PRESETS;

/** Whether a text names a preset. */
export const isPreset = (text: string): text is Preset => Object.hasOwn(PRESETS, text);

const TEXTS = {
  title: 'API keys',
  list: 'Keys',
  heads: {
    name: 'Name',
    prefix: 'Starts with',
    access: 'Access',
    used: 'Last used',
    expires: 'Expires',
    actions: 'Actions',
  },
  signedInWith: ' (signed in with)',
  never: 'never',
  revoke: 'Revoke',
  created: 'The key ',
  copyNow: 'Copy it now: it is shown only once.',
  create: 'Create a key',
  name: 'Name',
  expires: 'Expires (UTC)',
  access: 'Access',
  button: 'Create key',
  presets: {
    read: ['Read only', 'see playgrounds, results, usage and the audit log; convert commands'],
    run: ['Run', 'also execute requests, and delete their results'],
    everything: ['Everything', 'also change playgrounds and manage keys'],
    custom: ['Custom', 'choose each scope'],
  } satisfies Record<Preset | 'custom', [name: string, meaning: string]>,
  scopes: 'Scopes',
};

export interface KeysProps extends PageContext {
  keys: readonly ApiKey[];
  pagination: Pagination;
  /** A key that has just been made, shown this once. */
  created?: { name: string; key: string } | undefined;
  problem?: string | undefined;
  /** What was typed into a form that was refused. */
  form?: { name: string; access: string; scopes: readonly string[]; expires: string } | undefined;
  /** Scopes that the signed-in key can hand on. */
  scopes: ReadonlySet<string>;
  /** The key that was signed in with. */
  own: string;
}

/** The page of API keys, with the form for a new one. */
export function Keys({ keys, pagination, created, problem, form, scopes, own, ...pageContext }: KeysProps) {
  const { heads } = TEXTS;
  const columns: Columns<ApiKey> = [
    [
      heads.name,
      ({ id, name }) => (
        <>
          <Name text={name} />
          {id === own && <span class="muted">{TEXTS.signedInWith}</span>}
        </>
      ),
    ],
    [heads.prefix, ({ prefix }) => <code>{prefix}…</code>],
    [heads.access, ({ scopes }) => presetName(scopes) ?? scopes.join(', ')],
    [heads.used, (key) => <Time value={key.last_used_at} otherwise={TEXTS.never} />],
    [heads.expires, (key) => <Time value={key.expires_at} otherwise={TEXTS.never} />],
    [
      heads.actions,
      ({ id, name }) => (
        <a class="button danger" href={`/account/keys/${id}/revoke`}>
          {TEXTS.revoke}
          <span class="hidden"> {plain(name)}</span>
        </a>
      ),
    ],
  ];
  return AccountPage({
    ...pageContext,
    title: TEXTS.title,
    section: 'keys',
    children: (
      <article>
        <h1>{TEXTS.title}</h1>
        {created !== undefined && (
          <section class="created" aria-labelledby="created-title">
            <h2 id="created-title">
              {TEXTS.created}
              <Name text={created.name} />
            </h2>
            <p>{TEXTS.copyNow}</p>
            <p>
              <code class="copyable" id="new-key">
                {created.key}
              </code>
            </p>
          </section>
        )}
        {keys.length > 0 && <ListTable label={TEXTS.list} columns={columns} items={keys} />}
        <Pages path="/account/keys" pagination={pagination} />
        <h2>{TEXTS.create}</h2>
        <Problem message={problem} />
        <form method="post" action="/account/keys" class="fields">
          <Token token={pageContext.token} />
          <p class="field">
            <label for="key-name">{TEXTS.name}</label>
            <input id="key-name" name="name" required maxLength={200} value={form?.name} />
          </p>
          <p class="field">
            <label for="key-expires">{TEXTS.expires}</label>
            <input id="key-expires" name="expires" type="date" value={form?.expires} />
          </p>
          <fieldset class="access">
            <legend>{TEXTS.access}</legend>
            {Object.entries(TEXTS.presets).map(([preset, [name, meaning]]) => (
              <label class="choice">
                <input
                  type="radio"
                  name="access"
                  value={preset}
                  checked={preset === (form?.access ?? 'run')}
                />{' '}
                <strong>{name}</strong>: {meaning}
              </label>
            ))}
            <fieldset class="custom">
              <legend>{TEXTS.scopes}</legend>
              {SCOPES.filter((scope) => scopes.has(scope)).map((scope) => (
                <label class="choice">
                  <input
                    type="checkbox"
                    name="scopes"
                    value={scope}
                    checked={form?.scopes.includes(scope) ?? false}
                  />{' '}
                  <code>{scope}</code>: {SCOPE_MEANINGS[scope]}
                </label>
              ))}
            </fieldset>
          </fieldset>
          <p>
            <button type="submit" class="primary">
              {TEXTS.button}
            </button>
          </p>
        </form>
      </article>
    ),
  });
}

/** The preset that has exactly these scopes. */
function presetName(scopes: readonly string[]): string | undefined {
  const presets = Object.entries(PRESETS) as [Preset, readonly string[]][]; // its own keys
  const found = presets.find(
    ([, of]) => of.length === scopes.length && of.every((scope) => scopes.includes(scope)),
  );
  return found && TEXTS.presets[found[0]][0];
}
