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
  heads: {
    name: 'Name',
    prefix: 'Starts with',
    access: 'Access',
    used: 'Last used',
    expires: 'Expires',
    actions: 'Actions',
  },
  presets: {
    read: ['Read only', 'see playgrounds, results, usage and the audit log; convert commands'],
    run: ['Run', 'also execute requests, and delete their results'],
    everything: ['Everything', 'also change playgrounds and manage keys'],
    custom: ['Custom', 'choose each scope'],
  } satisfies Record<Preset | 'custom', [name: string, meaning: string]>,
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
          {id === own && <span class="muted"> (signed in with)</span>}
        </>
      ),
    ],
    [heads.prefix, ({ prefix }) => <code>{prefix}…</code>],
    [heads.access, ({ scopes }) => presetName(scopes) ?? scopes.join(', ')],
    [heads.used, (key) => <Time value={key.last_used_at} otherwise="never" />],
    [heads.expires, (key) => <Time value={key.expires_at} otherwise="never" />],
    [
      heads.actions,
      ({ id, name }) => (
        <a class="button danger" href={`/account/keys/${id}/revoke`}>
          Revoke
          <span class="hidden"> {plain(name)}</span>
        </a>
      ),
    ],
  ];
  return AccountPage({
    ...pageContext,
    title: 'API keys',
    section: 'keys',
    children: (
      <article>
        <h1>API keys</h1>
        {created !== undefined && (
          <section class="created" aria-labelledby="created-title">
            <h2 id="created-title">
              The key <Name text={created.name} />
            </h2>
            <p>Copy it now: it is shown only once.</p>
            <p>
              <code class="copyable" id="new-key">
                {created.key}
              </code>
            </p>
          </section>
        )}
        {keys.length > 0 && <ListTable label="Keys" columns={columns} items={keys} />}
        <Pages path="/account/keys" pagination={pagination} />
        <h2>Create a key</h2>
        <Problem message={problem} />
        <form method="post" action="/account/keys" class="fields">
          <Token token={pageContext.token} />
          <p class="field">
            <label for="key-name">Name</label>
            <input id="key-name" name="name" required maxLength={200} value={form?.name} />
          </p>
          <p class="field">
            <label for="key-expires">Expires (UTC)</label>
            <input id="key-expires" name="expires" type="date" value={form?.expires} />
          </p>
          <fieldset class="access">
            <legend>Access</legend>
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
              <legend>Scopes</legend>
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
              Create key
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
