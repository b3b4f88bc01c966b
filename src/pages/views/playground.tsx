/** The page of a public playground, and the same for a frame. */
import type { ComponentChildren } from 'preact';
import { Command } from './command.tsx';
import { Method } from './method.tsx';
import type { ParseResult } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { RequestView } from './request.tsx';
import { Name } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

/** What is known of a playground that may be shown to anybody. */
export interface Shared extends ParseResult {
  id: string;
  name: string;
  command: string;
  programs: readonly Program[];
  /** Whether anybody may run it from its page. */
  runs: boolean;
}

/** Names of what a reader can fill in: the same name may stand in several spellings. */
function openNames({ request }: Shared): string[] {
  return [...new Set((request?.variables ?? []).map(({ name }) => name))];
}

export interface PlaygroundViewProps {
  shared: Shared;
  /** The response of a run without scripts. */
  response?: ComponentChildren;
  /** Values that the reader gave to that run. */
  filled?: ReadonlyMap<string, string>;
  /** Code to copy that puts the playground into other pages. */
  code?: string;
  /** The frame that this code makes, where this page may show it. */
  preview?: string | undefined;
  /** In a frame: where its own page is. */
  home?: string;
}

export function PlaygroundView(props: PlaygroundViewProps) {
  const { shared, response, filled = new Map(), code, preview, home } = props;
  const { request, command, problem, id } = shared;
  const warnings = request?.warnings ?? [];
  return (
    <article class="playground" data-id={id}>
      <header>
        <h1>
          {home === undefined ? (
            <Name text={shared.name} />
          ) : (
            <a href={home} rel="noopener">
              <Name text={shared.name} />
            </a>
          )}
        </h1>
        {request !== undefined && (
          <p class="target">
            <Method name={request.method} /> <Name text={hostOf(request.url)} />
          </p>
        )}
      </header>
      <div class="columns">
        <div>
          <Command command={command} warnings={warnings} request={request} problem={problem} />
          <Warnings warnings={warnings} />
          <Fields shared={shared} filled={filled} />
          <div id="response">{response}</div>
          {request !== undefined && (
            <section aria-labelledby="request-title">
              <h2 id="request-title">The request</h2>
              <RequestView request={request} />
            </section>
          )}
        </div>
        {shared.programs.length > 0 && (
          <section aria-labelledby="programs-title">
            <h2 id="programs-title">The program</h2>
            <Programs programs={shared.programs} download={(language) => `/p/${id}/programs/${language}`} />
          </section>
        )}
      </div>
      {code !== undefined && (
        <details class="embed-code" data-preview={preview}>
          <summary>Embed it</summary>
          <p>In any page of the web:</p>
          <pre class="wrap">
            <code class="copyable">{code}</code>
          </pre>
        </details>
      )}
    </article>
  );
}

/** A field for each variable, and the button that runs the request. */
function Fields({ shared, filled }: { shared: Shared; filled: ReadonlyMap<string, string> }) {
  const names = openNames(shared);
  if (shared.request === undefined || (names.length === 0 && !shared.runs)) return null;
  return (
    <form class="fields" method="post" action={`/p/${shared.id}/run`} autocomplete="off">
      {names.length > 0 && (
        <fieldset>
          <legend>Fill in</legend>
          <p class="note">
            What you type stays in this page
            {shared.runs ? ' until you run the request, and is not stored then' : ''}.
          </p>
          {names.map((name, index) => (
            <p class="field">
              <label for={`variable-${index}`}>
                <Name text={name} />
              </label>
              <input
                id={`variable-${index}`}
                name={`variable:${name}`}
                data-fills={name}
                value={filled.get(name)}
                autocomplete="off"
                autocapitalize="off"
                spellcheck={false}
              />
            </p>
          ))}
        </fieldset>
      )}
      {shared.runs && (
        <p>
          <button type="submit" class="primary">
            Run
          </button>
        </p>
      )}
    </form>
  );
}

export function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/^.*@/, '') ?? url;
}
