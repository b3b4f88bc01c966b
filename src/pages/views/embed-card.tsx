/** A playground as a card in pages of others: its command, its code and its response as tabs of one height. */
import type { Example } from '../../secrets/example.ts';
import { Command } from './command.tsx';
import { ExampleView } from './example.tsx';
import type { Shared } from './fields.tsx';
import { Fields, untouched } from './fields.tsx';
import { Submit } from './inputs.tsx';
import { Layout, type LayoutProps } from './layout.tsx';
import { Target } from './method.tsx';
import { hostOf } from './playground.tsx';
import { Programs } from './programs.tsx';
import { Tabs } from './tabs.tsx';
import { Name, plain } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

export interface EmbedCardProps {
  shared: Shared;
  /** What the Response tab shows before a run. */
  example: Example | undefined;
  /** Where its own page is. */
  home: string;
  /** The language that the page around it asks for; its code is in front then. */
  language: string | undefined;
  /** The same for all cards of an owner, which share what a reader types. */
  owner: string;
}

/** Makes links open outside of the frame. */
export const OutsideLinks = () => <base target="_blank" />;

/** The page of a card, for a frame. */
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

/** Shows a playground as a card. */
export function EmbedCard({ shared, example, home, language, owner }: EmbedCardProps) {
  const { id, name, request, programs, runs } = shared;
  const command = (
    <>
      <Command {...shared} />
      <Warnings warnings={request?.warnings} />
      <Fields shared={shared} typed={untouched(shared)} />
    </>
  );
  const code = (
    <Programs
      // Only the program of the first library, without its project files.
      programs={programs.map((program) => ({ ...program, files: [], others: [] }))}
      selected={language}
      remember={language === undefined}
      download={(one) => `/p/${id}/programs/${one}`}
    />
  );
  const response = (
    <div id="response">
      {example === undefined ? (
        <p class="muted">Press Run to see the response.</p>
      ) : (
        <ExampleView example={example} />
      )}
    </div>
  );
  const hasResponse = example !== undefined || (request !== undefined && runs);
  return (
    <article class="playground embed" data-id={id} data-owner={owner}>
      <header>
        <div>
          <h1>
            <a href={home} rel="noopener">
              <Name text={name} />
            </a>
          </h1>
          {request !== undefined && <Target method={request.method} url={hostOf(request.url)} />}
        </div>
        {request !== undefined && runs && <Submit form="run">Run</Submit>}
      </header>
      <Tabs
        label="View"
        group="view"
        front={language === undefined ? 'command' : 'code'}
        tabs={[
          { value: 'command', title: 'Command', content: command },
          programs.length > 0 && { value: 'code', title: 'Code', content: code },
          hasResponse && { value: 'response', title: 'Response', content: response },
        ]}
      />
    </article>
  );
}

/** The card that replaces a playground that is gone or may not be embedded there. */
export function UnavailableCard({ why, home }: { why: 'deleted' | 'restricted'; home: string }) {
  const [title, text, link] =
    why === 'deleted'
      ? ["This playground isn't available", "It doesn't exist, or it is private.", 'Go to the start page']
      : [
          "This playground can't be embedded here",
          'Its owner allows it on other sites only.',
          'Open it in Playgrounds',
        ];
  return (
    <article class="unavailable">
      <h1>{title}</h1>
      <p>
        {text} <a href={home}>{link}</a>
      </p>
    </article>
  );
}
