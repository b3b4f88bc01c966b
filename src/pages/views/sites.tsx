/** The pages of an account's documentation sites. */
import type { Pagination } from '../../schemas/common.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { CheckedBlock, CheckedPage, Site, SiteBlock, SiteStats } from '../../schemas/site.ts';
import { AccountArticle, Confirm, Pages, Panel, Problem, Under } from './account-page.tsx';
import { counted, number } from './format.tsx';
import { Button, Choice, CopyButton, Field, MenuField, type Options, Submit, TextArea } from './inputs.tsx';
import { type Columns, ListTable, NUMBER, WIDE } from './table.tsx';
import { VariableSettings } from './variable-rows.tsx';
import { Block, Name, plain } from './visible-text.tsx';
import { Message, WarningList } from './warnings.tsx';

const PATH = '/account/sites';

type StoredSite = Omit<Site, 'url'>;

/** What a form has. */
export interface SiteForm {
  name: string;
  /** One a line, as `targets`. */
  origins: string;
  targets: string;
  runs_per_day: string;
  confirm: boolean;
  theme: Site['theme'];
  variables: PlaygroundVariable[];
}

/** Rows for new variables: as many more with each saving. */
const EMPTY_ROWS = 2;
export const MAX_ROWS = 100 + EMPTY_ROWS;

const NEW: SiteForm = {
  ...{ name: '', origins: '', targets: '', runs_per_day: '1000', confirm: true },
  ...{ theme: 'auto', variables: [] },
};

const THEMES: Options = [
  ['auto', 'As its page'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const formOf = (site: StoredSite): SiteForm => ({
  ...site,
  ...{ origins: site.origins.join('\n'), targets: site.targets.join('\n') },
  runs_per_day: String(site.runs_per_day),
});

export interface SitesProps {
  sites: readonly StoredSite[];
  pagination: Pagination;
  /** What was typed into the form for a new one, and why it was refused. */
  form?: SiteForm | undefined;
  problem?: string | undefined;
}

const SITES: Columns<StoredSite> = [
  [
    'Name',
    ({ id, name }) => (
      <a href={`${PATH}/${id}`}>
        <Name text={name} />
      </a>
    ),
  ],
  ['Origins of its pages', ({ origins }) => plain(origins.join(', '))],
  ['Hosts of its commands', ({ targets }) => plain(targets.join(', ')), WIDE],
  ['Runs per day', ({ runs_per_day: perDay }) => number(perDay), `${NUMBER} ${WIDE}`],
];

/** The page that lists sites, with the form for a new one. */
export function SitesPage({ sites, pagination, form = NEW, problem }: SitesProps) {
  return (
    <AccountArticle title="Sites" section="sites" heading="Documentation sites">
      <p class="pg-second">
        One line in the pages of your documentation gives each curl command on them a Run button.
      </p>
      <div class="pg-panel">
        <ListTable label="Sites" columns={SITES} items={sites} />
      </div>
      <Pages path={PATH} pagination={pagination} />
      <Problem message={problem} />
      <Panel title="Create a site">
        <Settings action={PATH} form={form} button="Create site" />
      </Panel>
    </AccountArticle>
  );
}

function Lines({ name, ...area }: Record<'name' | 'label' | 'value' | 'placeholder', string>) {
  return (
    <TextArea
      id={`site-${name}`}
      name={name}
      class="pg-input--mono"
      rows={3}
      required
      spellcheck={false}
      {...area}
    />
  );
}

function Settings({ action, form, button }: { action: string; form: SiteForm; button: string }) {
  return (
    <form method="post" action={action} class="pg-form pg-form--two">
      <Field label="Name" id="site-name" name="name" required maxLength={200} value={form.name} />
      <Lines
        name="origins"
        label="Where the pages are: one origin a line"
        value={form.origins}
        placeholder={'https://docs.example.com\nhttps://*.preview.example.com'}
      />
      <Lines
        name="targets"
        label="Hosts that their commands may reach: one a line"
        value={form.targets}
        placeholder={'api.example.com\n*.eu.example.com'}
      />
      <Field
        label="Runs per day, of all readers"
        id="site-runs"
        name="runs_per_day"
        type="number"
        min={0}
        max={1_000_000}
        required
        value={form.runs_per_day}
      />
      <MenuField
        label="Theme of its cards"
        id="site-theme"
        name="theme"
        options={THEMES}
        value={form.theme}
      />
      <Choice type="checkbox" name="confirm" value="yes" checked={form.confirm}>
        Readers confirm once per page before a request is sent that may change something
      </Choice>
      <Variables variables={form.variables} />
      <p>
        <Submit>{button}</Submit>
      </p>
    </form>
  );
}

/** A row for each variable, and empty ones for more. A row without a name is none. */
function Variables({ variables }: Pick<SiteForm, 'variables'>) {
  const empty = Array.from({ length: EMPTY_ROWS }, () => ({ name: '' }));
  return (
    <details class="pg-fold" open={variables.length > 0}>
      <summary class="pg-fold__summary">How readers are asked for variables</summary>
      <div class="pg-form">
        {[...variables, ...empty].map((variable: PlaygroundVariable, index) => (
          <VariableRow variable={variable} index={index} />
        ))}
        <p class="pg-quiet">Empty a name to remove its row. Save for more rows.</p>
      </div>
    </details>
  );
}

function VariableRow({ variable, index }: { variable: PlaygroundVariable; index: number }) {
  const { name } = variable;
  const field = (what: string) => ({ id: `variable-${index}-${what}`, name: `variable:${index}:${what}` });
  return (
    <fieldset class="pg-form__row">
      <legend class="pg-hide">{name === '' ? 'New variable' : <Name text={name} />}</legend>
      <Field label="Variable" {...field('name')} value={name} maxLength={200} spellcheck={false} />
      <VariableSettings variable={variable} field={field} />
    </fieldset>
  );
}

export interface SitePageProps extends Pick<SitesProps, 'form' | 'problem'> {
  site: StoredSite;
  stats: SiteStats;
  /** Address of the service. */
  base: string;
  /** The page that was checked: what was found, or why it could not be read. */
  check?: { url: string; page?: CheckedPage; problem?: string };
}

/** The page of a site. */
export function SitePage({ site, stats, base, form, problem, check }: SitePageProps) {
  const { id, name } = site;
  return (
    <AccountArticle
      title={plain(name)}
      section="sites"
      heading={
        <Under href={PATH} name="Sites">
          <Name text={name} />
        </Under>
      }
    >
      {stats.days.length > 0 && <Stats {...stats} />}
      <Panel title="The tag" note="Put this line into the <head> of every page.">
        <div class="pg-tag">
          <Block label="The tag: text" wraps>
            <code>{`<script src="${base}/embed.js" data-site="${id}" async></script>`}</code>
          </Block>
          <CopyButton what="the tag" />
        </div>
      </Panel>
      <Panel title="Check a page of your documentation" id="check">
        <form method="post" action={`${PATH}/${id}/check#check`} class="pg-form">
          <Field
            label="Address of the page"
            help="A check counts as a run."
            problem={check?.problem}
            id="check-url"
            name="url"
            type="url"
            required
            value={check?.url ?? ''}
            placeholder="https://docs.example.com/users"
          />
          <p>
            <Button type="submit">Check</Button>
          </p>
        </form>
        {check?.page !== undefined && (
          <div class="pg-form">
            <Checked {...check.page} />
          </div>
        )}
      </Panel>
      <Problem message={problem} />
      <Panel title="Settings">
        <Settings action={`${PATH}/${id}`} form={form ?? formOf(site)} button="Save" />
      </Panel>
      <p>
        <Button kind="danger" popovertarget="delete">
          Delete this site
        </Button>
      </p>
      <Confirm
        id="delete"
        title={`Delete “${plain(name)}”?`}
        action={`${PATH}/${id}/delete`}
        button="Delete site"
      >
        Its pages no longer run anything, and its counts are deleted. This can't be undone.
      </Confirm>
    </AccountArticle>
  );
}

const BLOCK: Columns<SiteBlock> = [
  ['Page', ({ path }) => (path === '' ? 'others together' : <Name text={path} />)],
  ['Block', ({ position }) => (position === 0 ? '–' : number(position))],
  ['Opened', ({ shown }) => number(shown)],
  ['Runs', ({ runs }) => number(runs)],
  ['400–499', ({ status_4xx: count }) => number(count)],
  ['500–599', ({ status_5xx: count }) => number(count)],
  ['No response', ({ failed }) => number(failed)],
];

function Stats({ failing, days }: SiteStats) {
  return (
    <section aria-labelledby="failing">
      <h2 id="failing">Where do readers fail</h2>
      {failing.length === 0 && <p>No run failed in the last 30 days.</p>}
      <ListTable label="Where do readers fail" columns={BLOCK} items={failing} />
      <details>
        <summary>Each day</summary>
        {days.map(({ date, blocks }) => (
          <ListTable caption={`${date} (UTC)`} columns={BLOCK} items={blocks} />
        ))}
      </details>
    </section>
  );
}

const CHECKED: Columns<CheckedBlock> = [
  ['Command', ({ command }) => <Name text={command} />],
  ['Block', ({ position }) => position ?? '–'],
  ['Runs', ({ runs }) => (runs ? 'Yes' : 'No')],
  [
    'Why not',
    ({ line, reason }) => (
      <>
        {line !== null && `Line ${line}: `}
        <Message text={reason} />
      </>
    ),
  ],
  ['What helps', ({ remedy }) => <Message text={remedy} />],
];

/** What a check found. */
function Checked({ url, blocks, problems }: CheckedPage) {
  const runs = blocks.filter((block) => block.runs).length;
  return (
    <>
      <p role="status">
        <Name text={url} />: {runs} of {counted(blocks.length, 'curl command')} {runs === 1 ? 'runs' : 'run'}.
      </p>
      <WarningList label="The page" warnings={problems.map((message) => ({ message }))} />
      <ListTable label="Commands of the page" columns={CHECKED} items={blocks} />
    </>
  );
}
