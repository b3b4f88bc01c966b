/** A playground as a card in pages of others: its command, its code and its response as tabs of one height. */
import type { ComponentChildren } from 'preact';
import type { Example } from '../../secrets/example.ts';
import { Command } from './command.tsx';
import { ExampleView } from './example.tsx';
import { Fields, untouched } from './fields.tsx';
import { Method } from './method.tsx';
import { hostOf, type Shared } from './playground.tsx';
import { Programs } from './programs.tsx';
import { Name } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

const TEXTS = {
  tabs: { command: 'Command', code: 'Code', response: 'Response' },
  unavailable: {
    deleted: ["This playground isn't available", "It doesn't exist, or it is private."],
    restricted: ["This playground can't be embedded here", 'Its owner allows it on other sites only.'],
  },
} as const;

export interface EmbedCardProps {
  shared: Shared;
  /** What the Response tab shows before a run. */
  example: Example | undefined;
  /** Where its own page is. */
  home: string;
  /** The language that the page around it asks for; its code is in front then. */
  language: string | undefined;
}

/** Shows a playground as a card. */
export function EmbedCard({ shared, example, home, language }: EmbedCardProps) {
  const { id, name, request, command, problem, programs, runs, encodings } = shared;
  const warnings = request?.warnings ?? [];
  const panels: Partial<Record<keyof typeof TEXTS.tabs, ComponentChildren>> = {
    command: (
      <>
        <Command
          command={command}
          warnings={warnings}
          request={request}
          problem={problem}
          encodings={encodings}
        />
        <Warnings warnings={warnings} />
        <Fields shared={shared} typed={untouched(shared)} isRunElsewhere />
      </>
    ),
  };
  if (programs.length > 0)
    panels.code = (
      <Programs
        programs={programs}
        selected={language}
        remember={language === undefined}
        isBrief
        download={(one) => `/p/${id}/programs/${one}`}
      />
    );
  if (example !== undefined || (request !== undefined && runs))
    panels.response = (
      <div id="response">
        {example === undefined ? (
          <p class="muted">Press Run to see the response.</p>
        ) : (
          <ExampleView example={example} />
        )}
      </div>
    );
  const front = language === undefined ? 'command' : 'code';
  const tabs = Object.keys(panels) as (keyof typeof TEXTS.tabs)[]; // its own keys
  return (
    <article class="playground embed" data-id={id}>
      <header>
        <div>
          <h1>
            <a href={home} rel="noopener">
              <Name text={name} />
            </a>
          </h1>
          {request !== undefined && (
            <p class="target">
              <Method name={request.method} /> <Name text={hostOf(request.url)} />
            </p>
          )}
        </div>
        {request !== undefined && runs && (
          <button type="submit" form="run" class="primary">
            Run
          </button>
        )}
      </header>
      <div class="tabs">
        <fieldset class="tablist">
          <legend class="hidden">View</legend>
          {tabs.map((tab) => (
            <label>
              <input type="radio" name="view" value={tab} checked={tab === front} />
              <span>{TEXTS.tabs[tab]}</span>
            </label>
          ))}
        </fieldset>
        {tabs.map((tab) => (
          <div class="panel">{panels[tab]}</div>
        ))}
      </div>
    </article>
  );
}

/** What stands in the place of a playground that cannot be shown there. */
export function UnavailableCard({ why, home }: { why: 'deleted' | 'restricted'; home: string }) {
  const [title, text] = TEXTS.unavailable[why];
  return (
    <article class="unavailable">
      <h1>{title}</h1>
      <p>
        {text} <a href={home}>{why === 'deleted' ? 'Go to the start page' : 'Open it in Playgrounds'}</a>
      </p>
    </article>
  );
}
