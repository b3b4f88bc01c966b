/** A playground as a card in pages of others: its code, its fields, and its response. */
import { filesOf } from '../../request/files.ts';
import type { Example } from '../../secrets/example.ts';
import { Command } from './command.tsx';
import { ExampleView, exampleNote } from './example.tsx';
import { FileFields, RunButton, type Shared, untouched, VariableFields } from './fields.tsx';
import { highlightCode } from './highlight-code.ts';
import { Icon } from './icon.tsx';
import { CopyButton } from './inputs.tsx';
import { Layout, type LayoutProps } from './layout.tsx';
import { Method } from './method.tsx';
import { pathOf } from './playground.tsx';
import { firstOfEach, type Program, StyleBox, Styles } from './programs.tsx';
import { TabList } from './tabs.tsx';
import { Block, Code, Name, plain } from './visible-text.tsx';

export interface EmbedCardProps {
  shared: Shared;
  /** The response before a run. */
  example: Example | undefined;
  /** Where its own page is. */
  home: string;
  /** The language that the page around it asks for; its code is in front then. */
  language: string | undefined;
  /** The same for all cards of an owner, which share what a reader types. */
  owner: string;
  /** Whether other cards are in the same document: then ids and labels name the playground. */
  isOneOfMany?: boolean;
  /** The variables that a field for all cards of the page fills. */
  filled?: ReadonlySet<string>;
  /** Where a command of a documentation page is sent from, instead of a playground. */
  site?: SiteRun;
}

export interface SiteRun {
  /** Fields of the form besides the values. */
  hidden: Readonly<Record<string, string>>;
  /** Who sends the request and where it goes, or why it cannot be sent. */
  note: string;
  /** What the request may change; the reader confirms it first. */
  confirm: string | undefined;
}

/** Makes links open outside of the frame. */
export const OutsideLinks = () => <base target="_blank" />;

export function EmbedPage({ theme, ...card }: EmbedCardProps & { theme: NonNullable<LayoutProps['theme']> }) {
  return (
    <Layout
      title={plain(card.shared.name)}
      theme={theme}
      bare
      scripts={['page.js', 'embed-frame.js']}
      head={<OutsideLinks />}
    >
      <EmbedCard {...card} />
    </Layout>
  );
}

export function EmbedCard(props: EmbedCardProps) {
  const { shared, example, home, language, owner, site, filled, isOneOfMany = false } = props;
  const { id, name, request, fields, runs } = shared;
  const prefix = isOneOfMany ? `${id}-` : '';
  const ofIt = isOneOfMany ? ` of ${plain(name)}` : '';
  const canRun = request !== undefined && runs;
  const hasResponse = example !== undefined || canRun;
  const hasFields = fields.length > 0 || (canRun && filesOf(request).length > 0);
  return (
    <article
      class={hasResponse ? 'playground pg-card pg-set' : 'playground pg-card pg-card--plain pg-set'}
      data-id={id}
      data-owner={owner}
      data-request={site && JSON.stringify(request)}
      data-confirm={site?.confirm}
      aria-label={plain(name)}
    >
      <CardHead {...{ shared, home, language, prefix }} />
      <CardCode shared={shared} ofIt={ofIt} isBelowIt={site?.hidden['position'] !== undefined} />
      {request !== undefined && (fields.length > 0 || runs) && (
        <form
          id={`${prefix}run`}
          class={hasFields ? 'pg-card__vars' : undefined}
          method="post"
          action={site === undefined ? `/p/${id}/run#response` : `/s/${id}/run`}
          autocomplete="off"
          aria-label={`Variables${ofIt}`}
        >
          <VariableFields fields={fields} typed={untouched(shared)} {...{ prefix, filled }} isCompact />
          {canRun && <FileFields request={request} prefix={prefix} />}
          {Object.entries(site?.hidden ?? {}).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        </form>
      )}
      {site !== undefined && <p class="pg-card__note pg-panel__note">{site.note}</p>}
      {hasResponse && (
        <div class="pg-card__resp" id={`${prefix}response`}>
          {example === undefined ? (
            <p class="pg-wait">Run it to see the response.</p>
          ) : (
            <ExampleView
              example={example}
              note={exampleNote(example)}
              id={prefix}
              label={`Example response${ofIt}`}
            />
          )}
        </div>
      )}
    </article>
  );
}

const besidesCommand = (programs: readonly Program[]) =>
  firstOfEach(programs).filter(({ language }) => language !== 'curl');

/** The one line above the code: what is called, in which language, and Run. */
type CardHeadProps = Pick<EmbedCardProps, 'shared' | 'home' | 'language'> & { prefix: string };

function CardHead({ shared, home, language, prefix }: CardHeadProps) {
  const { name, request, programs, runs } = shared;
  const command = { value: 'command', title: 'cURL' };
  const languages = besidesCommand(programs).map((one) => ({ value: one.language, title: one.title }));
  return (
    <header class="pg-card__head pg-set__head">
      {prefix === '' && (
        <h1 class="pg-hide">
          <Name text={name} />
        </h1>
      )}
      <a class="pg-card__path" href={home} rel="noopener" title={`Open ${plain(name)} in Playgrounds`}>
        {request !== undefined && <Method name={request.method} />}
        <span class="pg-cut">
          <Name text={request === undefined ? name : pathOf(request.url)} />
        </span>
      </a>
      <span class="pg-card__end" data-remember={language === undefined ? 'language' : undefined}>
        {languages.length > 0 && (
          <TabList
            kind="menu"
            label="Language of the code"
            group="language"
            front={language === 'curl' ? 'command' : language}
            tabs={[command, ...languages]}
          />
        )}
        <CopyButton what="the code" />
        {request !== undefined && runs && <RunButton form={`${prefix}run`} />}
      </span>
    </header>
  );
}

interface CardCodeProps {
  shared: Shared;
  ofIt: string;
  /** Whether the card is below a block of a page with the same command. */
  isBelowIt: boolean;
}

/** The command, folded where it stands right above the card, and the program in each language with its first library. */
function CardCode({ shared, ofIt, isBelowIt }: CardCodeProps) {
  const programs = besidesCommand(shared.programs);
  const command = (
    <Command {...shared} typed={untouched(shared)} hasHead={false} label={`cURL command${ofIt}`} />
  );
  return (
    <>
      <div class="pg-set__pane pg-card__code" data-n={1}>
        {isBelowIt ? (
          <details class="pg-fold pg-card__fold" open={shared.problem !== undefined}>
            <summary class="pg-fold__summary">Command</summary>
            {command}
          </details>
        ) : (
          command
        )}
      </div>
      {programs.length > 0 && <StyleBox />}
      {programs.map((program, index) => (
        <div class="pg-set__pane pg-card__code" data-n={index + 2}>
          <Styles
            minimal={program.minimal && <CardProgram program={program.minimal} ofIt={`${ofIt}, minimal`} />}
            complete={<CardProgram program={program} ofIt={ofIt} />}
          />
        </div>
      ))}
    </>
  );
}

function CardProgram({ program, ofIt }: { program: Program; ofIt: string }) {
  const { language, library, style, title, code, filename } = program;
  return (
    <Block
      label={`Code in ${title}${ofIt}`}
      data-filename={filename}
      data-language={language}
      data-library={library}
      data-style={style}
    >
      <Code text={code} language={language} highlighter={highlightCode} />
    </Block>
  );
}

/** The card that replaces a playground that is gone, or may not be shown on a site. */
export function UnavailableCard({ site, home }: { site?: string; home: string }) {
  return (
    <article class="pg-card pg-card--gone">
      <Icon name="circle-slash" />
      <h1 class="pg-card__text">
        {site === undefined ? (
          'This playground is private, or it was deleted.'
        ) : (
          <>
            This playground cannot be shown on <b>{site}</b>.
          </>
        )}
      </h1>
      <a class="pg-btn pg-btn--secondary" href={home}>
        Open
      </a>
    </article>
  );
}
