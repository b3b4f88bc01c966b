/** The page of an account's API keys. */
import { type ApiKey, SCOPE_MEANINGS, SCOPES, type Scope } from '../../schemas/account.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountArticle, Pages, Problem } from './account-page.tsx';
import { Time } from './format.tsx';
import { Choice, Field, Submit } from './inputs.tsx';
import { type Columns, ListTable } from './table.tsx';
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

export const isPreset = (text: string): text is Preset => Object.hasOwn(PRESETS, text);

const PRESET_TEXTS: Record<Preset | 'custom', [name: string, meaning: string]> = {
  read: ['Read only', 'see playgrounds, results, usage and the audit log; convert commands'],
  run: ['Run', 'also execute requests, and delete their results'],
  everything: ['Everything', 'also change playgrounds and manage keys'],
  custom: ['Custom', 'choose each scope'],
};

export interface KeysProps {
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

export function Keys({ keys, pagination, created, problem, form, scopes, own }: KeysProps) {
  const columns: Columns<ApiKey> = [
    [
      'Name',
      ({ id, name }) => (
        <>
          <Name text={name} />
          {id === own && <span class="pg-quiet"> (signed in with)</span>}
        </>
      ),
    ],
    ['Starts with', ({ prefix }) => <code>{prefix}…</code>],
    ['Access', ({ scopes }) => presetName(scopes) ?? scopes.join(', ')],
    ['Last used', ({ last_used_at: used }) => (used === null ? 'never' : <Time value={used} />)],
    ['Expires', ({ expires_at: end }) => (end === null ? 'never' : <Time value={end} />)],
    [
      'Actions',
      ({ id, name }) => (
        <a class="pg-btn pg-btn--danger" href={`/account/keys/${id}/revoke`}>
          Revoke
          <span class="pg-hide"> {plain(name)}</span>
        </a>
      ),
    ],
  ];
  return (
    <AccountArticle title="API keys" section="keys">
      {created !== undefined && (
        <section class="pg-banner pg-banner--round pg-created" aria-labelledby="created-title">
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
      <ListTable label="Keys" columns={columns} items={keys} />
      <Pages path="/account/keys" pagination={pagination} />
      <h2>Create a key</h2>
      <Problem message={problem} />
      <form method="post" action="/account/keys" class="pg-panel pg-form">
        <Field label="Name" id="key-name" name="name" required maxLength={200} value={form?.name} />
        <Field label="Expires (UTC)" id="key-expires" name="expires" type="date" value={form?.expires} />
        <fieldset class="pg-access">
          <legend>Access</legend>
          {Object.entries(PRESET_TEXTS).map(([preset, [name, meaning]]) => (
            <Choice type="radio" name="access" value={preset} checked={preset === (form?.access ?? 'run')}>
              <strong>{name}</strong>: {meaning}
            </Choice>
          ))}
          <fieldset class="pg-access__custom">
            <legend>Scopes</legend>
            {SCOPES.filter((scope) => scopes.has(scope)).map((scope) => (
              <Choice type="checkbox" name="scopes" value={scope} checked={form?.scopes.includes(scope)}>
                <code>{scope}</code>: {SCOPE_MEANINGS[scope]}
              </Choice>
            ))}
          </fieldset>
        </fieldset>
        <p>
          <Submit>Create key</Submit>
        </p>
      </form>
    </AccountArticle>
  );
}

/** The preset that has exactly these scopes. */
function presetName(scopes: readonly string[]): string | undefined {
  const presets = Object.entries(PRESETS) as [Preset, readonly string[]][]; // its own keys
  const found = presets.find(
    ([, of]) => of.length === scopes.length && of.every((scope) => scopes.includes(scope)),
  );
  return found && PRESET_TEXTS[found[0]][0];
}
