/** The page of an account's keys. */
import { type ApiKey, SCOPE_MEANINGS, SCOPES, type Scope } from '../../schemas/account.ts';
import type { Pagination } from '../../schemas/common.ts';
import { AccountArticle, Confirm, Pages, Panel, Problem } from './account-page.tsx';
import { counted, Time } from './format.tsx';
import { Icon } from './icon.tsx';
import { Button, Choice, Field, MenuField, Submit } from './inputs.tsx';
import { type Columns, ListTable, NUMBER, WIDE } from './table.tsx';
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

const PRESET_TEXTS: Record<Preset | 'custom', string> = {
  read: 'Read only',
  run: 'Run (and read)',
  everything: 'Everything (and manage keys)',
  custom: 'Custom: choose scopes',
};

/** Days that a key can live, and the other choices. */
export const LIVES = { 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year', '': 'Never', date: 'On a date' };

export interface KeysProps {
  keys: readonly ApiKey[];
  pagination: Pagination;
  /** A key that has just been made, shown this once. */
  created?: { name: string; key: string } | undefined;
  problem?: string | undefined;
  /** What was typed into a form that was refused. */
  form?:
    | { name: string; access: string; scopes: readonly string[]; expires: string; date: string }
    | undefined;
  /** Scopes that the signed-in key can hand on. */
  scopes: ReadonlySet<string>;
  /** The key that was signed in with. */
  own: string;
  /** What expires before this (milliseconds since 1970) is marked. */
  soon: number;
}

export function Keys({ keys, pagination, created, problem, form, scopes, own, soon }: KeysProps) {
  const columns: Columns<ApiKey> = [
    [
      'Name',
      ({ id, name }) => (
        <>
          <Name text={name} /> {id === own && <span class="pg-badge">This session</span>}
        </>
      ),
    ],
    ['Key', ({ prefix }) => <code>{prefix}…</code>, WIDE],
    ['Can', ({ scopes }) => <span title={scopes.join(', ')}>{presetName(scopes)}</span>, WIDE],
    ['Last used', ({ last_used_at: used }) => <span class="pg-second">{lastUse(used)}</span>],
    ['Expires', ({ expires_at: end }) => <Expiry end={end} soon={soon} />, WIDE],
    [
      'Actions',
      ({ id, name }) => (
        <Button kind="quiet" popovertarget={`revoke-${id}`}>
          Revoke
          <span class="pg-hide"> {plain(name)}</span>
        </Button>
      ),
      NUMBER,
    ],
  ];
  return (
    <AccountArticle title="Keys" section="keys">
      <p class="pg-second">
        Programs and people sign in with a key. A key cannot do more than the key that created it.
      </p>
      {created !== undefined && (
        <section class="pg-banner pg-created" aria-labelledby="created-title">
          <Icon name="key-round" />
          <h2 id="created-title">
            Copy the key “<Name text={created.name} />” now. It is shown only once.
          </h2>
          <p class="pg-row">
            <code id="new-key">{created.key}</code>
            <Button icon="copy" class="pg-scripted" data-copies="">
              Copy
            </Button>
          </p>
        </section>
      )}
      <div class="pg-panel">
        <ListTable label="Keys" columns={columns} items={keys} />
      </div>
      {keys.map(({ id, name, prefix, last_used_at: used }) => (
        <Confirm
          id={`revoke-${id}`}
          title={`Revoke “${plain(name)}”?`}
          action={`/account/keys/${id}/revoke`}
          button="Revoke key"
        >
          Anything using <code class="pg-inline">{prefix}…</code> stops working within seconds. This can't be
          undone.{' '}
          <span class="pg-second">
            {used === null ? 'It was never used.' : <>Last use: {lastUse(used)}.</>}
          </span>
          {id === own && ' You signed in with this key: you will be signed out.'}
        </Confirm>
      ))}
      <Pages path="/account/keys" pagination={pagination} />
      <Panel title="New key">
        <form method="post" action="/account/keys" class="pg-form pg-newkey">
          <Field
            label="Name"
            id="key-name"
            name="name"
            required
            maxLength={200}
            placeholder="Where you use it"
            value={form?.name}
          />
          <MenuField
            label="It can"
            id="key-access"
            name="access"
            options={Object.entries(PRESET_TEXTS)}
            value={form?.access ?? 'run'}
          />
          <MenuField
            label="Expires"
            id="key-expires"
            name="expires"
            options={Object.entries(LIVES)}
            value={form?.expires ?? '90'}
          />
          <Submit>Create key</Submit>
          <div class="pg-newkey__date">
            <Field label="Date (UTC)" id="key-date" name="expires_on" type="date" value={form?.date} />
          </div>
          <fieldset class="pg-newkey__custom">
            <legend class="pg-hide">Scopes</legend>
            {SCOPES.filter((scope) => scopes.has(scope)).map((scope) => (
              <Choice type="checkbox" name="scopes" value={scope} checked={form?.scopes.includes(scope)}>
                <code>{scope}</code>: {SCOPE_MEANINGS[scope]}
              </Choice>
            ))}
          </fieldset>
          <Problem message={problem} />
        </form>
      </Panel>
    </AccountArticle>
  );
}

const lastUse = (used: string | null) => (used === null ? 'Never' : <Time value={used} as="relative" />);

/** Marks an expiry that is near. */
function Expiry({ end, soon }: { end: string | null; soon: number }) {
  if (end === null) return 'Never';
  return (
    <span class={Date.parse(end) < soon ? 'pg-badge pg-badge--warning' : undefined}>
      <Time value={end} as="relative" />
    </span>
  );
}

/** The preset that has exactly these scopes, or how many there are. */
function presetName(scopes: readonly string[]): string {
  const presets = Object.entries(PRESETS) as [Preset, readonly string[]][]; // its own keys
  const found = presets.find(
    ([, of]) => of.length === scopes.length && of.every((scope) => scopes.includes(scope)),
  );
  return found === undefined
    ? `Custom, ${counted(scopes.length, 'scope')}`
    : PRESET_TEXTS[found[0]].replace(/ \(.*/, '');
}
