/** The page of a public collection: one guide of its playgrounds. */
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { Example } from '../../secrets/example.ts';
import { Description, plainText } from './description.tsx';
import { EmbedCard, OutsideLinks } from './embed-card.tsx';
import { type Shared, VariableField } from './fields.tsx';
import { Button, Select } from './inputs.tsx';
import { Layout, PublicHead } from './layout.tsx';
import { Method } from './method.tsx';
import { CopyMarkdown } from './share.tsx';
import { Name, plain } from './visible-text.tsx';

export interface CollectionPageProps {
  id: string;
  name: string;
  description: string;
  entries: readonly { shared: Shared; example: Example | undefined }[];
  /** The address of the service. */
  base: string;
  /** Whether it is shown in a page of another site. */
  isFrame: boolean;
}

export function CollectionPage({ id, name, description, entries, base, isFrame }: CollectionPageProps) {
  const all = entries.map(({ shared }) => shared);
  const values = valuesOf(all);
  const filled = new Set(values.map(({ name }) => name));
  const url = `${base}/c/${id}`;
  const summary = plainText(description, 200) || `${entries.length} API requests as cURL commands.`;
  const head = isFrame ? (
    <OutsideLinks />
  ) : (
    <PublicHead title={plain(name)} description={summary} url={url} />
  );
  return (
    <Layout title={plain(name)} bare={isFrame} scripts={['page.js', 'collection.js']} head={head}>
      <div class="pg-collection">
        <nav class="pg-collection__toc" aria-label="Contents">
          {entries.map(({ shared }, index) => (
            <a
              class="pg-collection__link"
              href={`#${shared.id}`}
              target="_self"
              aria-current={index === 0 ? 'true' : undefined}
            >
              <Name text={shared.name} />
              {shared.request !== undefined && <Method name={shared.request.method} />}
            </a>
          ))}
        </nav>
        <div class="pg-collection__main">
          <header class="pg-collection__head">
            <div>
              <h1>
                <Name text={name} />
              </h1>
              <Description text={description} />
              {entries.length === 0 && <p class="pg-quiet">No playground in this collection is public.</p>}
            </div>
            <div>
              <Button kind="quiet" icon="link" folds class="pg-scripted" data-copies="address" value={url}>
                Copy link
              </Button>
              <CopyMarkdown href={`/c/${id}.md`} folds />
            </div>
          </header>
          <Values all={all} fields={values} />
          {entries.map((entry) => (
            <Entry {...entry} {...{ base, filled }} />
          ))}
        </div>
      </div>
    </Layout>
  );
}

/** The variables that several playgrounds have, as the first of them describes each. */
function valuesOf(all: readonly Shared[]): PlaygroundVariable[] {
  const fields = all.flatMap((one) => one.fields);
  return fields.filter(
    ({ name }, index) =>
      fields.findIndex((one) => one.name === name) === index &&
      fields.some((one, at) => at > index && one.name === name),
  );
}

/** Fields that fill every card. Without scripts each card has its own. */
function Values({ all, fields }: { all: readonly Shared[]; fields: readonly PlaygroundVariable[] }) {
  const programs = new Map(
    all.flatMap((one) => one.programs.map(({ language, title }) => [language, title])),
  );
  if (fields.length === 0) return null;
  return (
    <form class="pg-panel pg-collection__values pg-scripted" aria-label="Values for all" autocomplete="off">
      <div class="pg-collection__fields">
        {fields.map((field, index) => (
          <VariableField field={field} id={`value-${index}`} value={field.default} />
        ))}
        <div class="pg-var">
          <label for="language-of-all">Language</label>
          <Select
            id="language-of-all"
            name="language"
            options={[['command', 'cURL'], ...[...programs].filter(([language]) => language !== 'curl')]}
          />
          <span class="pg-var__help">For all examples on this page</span>
        </div>
      </div>
      <p class="pg-panel__note">
        Fills every example below. Kept in this page, and sent only when you run one.
      </p>
    </form>
  );
}

type EntryProps = CollectionPageProps['entries'][number] & { base: string; filled: ReadonlySet<string> };

function Entry({ shared, base, ...card }: EntryProps) {
  const { id, name, description } = shared;
  return (
    <section id={id} aria-labelledby={`name-${id}`}>
      <header>
        <h2 id={`name-${id}`}>
          <a href={`#${id}`} target="_self">
            <Name text={name} />
          </a>
        </h2>
        <Description text={description} />
      </header>
      <EmbedCard
        {...card}
        shared={shared}
        home={`${base}/p/${id}`}
        language={undefined}
        owner=""
        isOneOfMany
      />
    </section>
  );
}
