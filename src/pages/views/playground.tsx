/** The page of a public playground. */
import type { ComponentChildren } from 'preact';
import { Command } from './command.tsx';
import { EMBED_HEIGHT } from './embed-size.ts';
import { Fields } from './fields.tsx';
import { Method } from './method.tsx';
import type { ParseResult } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { RequestView } from './request.tsx';
import { Name } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

/** A public playground, as its page shows it. */
export interface Shared extends ParseResult {
  id: string;
  name: string;
  command: string;
  programs: readonly Program[];
  /** Whether anybody may run it from its page. */
  runs: boolean;
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
}

export function PlaygroundView(props: PlaygroundViewProps) {
  const { shared, response, filled = new Map(), code, preview } = props;
  const { request, command, problem, id } = shared;
  const warnings = request?.warnings ?? [];
  return (
    <article class="playground" data-id={id}>
      <header>
        <h1>
          <Name text={shared.name} />
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
        <details class="embed-code">
          <summary>Embed it</summary>
          <p>In any page of the web:</p>
          <pre class="wrap">
            <code class="copyable">{code}</code>
          </pre>
          {/* Not loaded before it is unfolded. */}
          {preview !== undefined && (
            <iframe src={preview} title="Preview" loading="lazy" height={EMBED_HEIGHT} />
          )}
        </details>
      )}
    </article>
  );
}

export function hostOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/^.*@/, '') ?? url;
}
