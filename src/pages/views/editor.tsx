/** The editor of a playground: its command and settings, and the preview beside them. */
import type { ComponentChildren } from 'preact';
import { variableNames } from '../../request/variables.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { ParsedRequest, RequestWarning } from '../../schemas/request-shape.ts';
import { AccountPage, type PageContext, Problem, Token } from './account-page.tsx';
import { EditorBar } from './editor-bar.tsx';
import { HistoryTable } from './history-table.tsx';
import { type ParseResult, ParseResultView } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { Results, type ResultsProps } from './results.tsx';
import type { ShareLinks } from './share.tsx';
import { VariableSettings } from './variable-settings.tsx';

/** The fields of the form: those of the playground, before or after they were saved. */
export interface FormFields {
  name: string;
  curl_command: string;
  is_public: boolean;
  theme: 'dark' | 'light';
  languages: readonly string[];
  share_secrets: boolean;
  public_runs: boolean;
  embed_origins: readonly string[];
  variables: readonly PlaygroundVariable[];
}

export interface EditorProps extends PageContext {
  /** Undefined for a new one. */
  id: string | undefined;
  form: FormFields & { example_test_id?: string | null };
  result: ParseResult;
  programs: readonly Program[];
  languages: readonly { language: string; title: string }[];
  /** Undefined for a new one, and for a key that may not read them. */
  results: ResultsProps | undefined;
  /** Undefined for a new one. */
  links: ShareLinks | undefined;
  problem?: string | undefined;
  /** Credentials in its public command, which others see placeholders for. */
  secrets: readonly RequestWarning[];
  saved?: boolean;
  /** A nonce for the style sheets that the editor makes. */
  nonce: string;
}

const TEXTS = {
  ways: { command: 'Command', form: 'Form' },
  tabs: { request: 'Request', code: 'Code', response: 'Response', history: 'History' },
  settings: {
    legend: 'Settings',
    isPublic: 'Public: anyone with the link can view',
    publicRuns: 'Anyone can run it (counts toward your quota)',
    shareSecrets: 'Show secrets to readers',
    theme: 'Theme of its page',
    themes: { dark: 'dark', light: 'light' },
    languages: 'Languages of the code',
    embedOrigins: 'Sites that may embed it',
    embedPlaceholder: 'https://docs.example.com, one per line. Empty: any site',
  },
} as const;

type Tab = keyof typeof TEXTS.tabs;
const TABS = Object.keys(TEXTS.tabs) as Tab[]; // its own keys

/** The page of the editor. */
export function EditorPage({
  id,
  form,
  result,
  programs,
  languages,
  results,
  links,
  problem,
  secrets,
  saved,
  nonce,
  ...pageContext
}: EditorProps) {
  const { token } = pageContext;
  const panels: Record<Tab, ComponentChildren> = {
    request: (
      <div id="request">
        <ParseResultView result={result} />
      </div>
    ),
    code: (
      <div id="programs">
        {programs.length === 0 ? (
          <p class="muted">Correct the command first.</p>
        ) : (
          <Programs programs={programs} />
        )}
      </div>
    ),
    response: (
      <div id="response">
        <p class="muted">Run the request to see its response.</p>
      </div>
    ),
    history: (
      <div data-part="results">
        {results === undefined ? <HistoryTable runs={[]} /> : <Results {...results} />}
      </div>
    ),
  };
  return AccountPage({
    ...pageContext,
    title: id === undefined ? 'New playground' : form.name,
    section: 'playgrounds',
    scripts: ['editor.js'],
    head: <meta name="style-nonce" content={nonce} />,
    children: (
      <article class="editor" data-id={id}>
        <h1 class="hidden" data-part="title">
          {id === undefined ? 'New playground' : 'Playground'}
        </h1>
        <EditorBar {...{ id, form, links, token }} />
        <div id="status" class="good" role="status">
          {saved === true && problem === undefined && 'Saved.'}
        </div>
        <Problem message={problem} />
        <div data-part="secrets">
          {secrets.length > 0 && (
            <ul class="warnings" aria-label="Credentials in the command">
              {secrets.map(({ message }) => (
                <li>{message}</li>
              ))}
            </ul>
          )}
        </div>
        <div class="columns">
          <form
            id="editor"
            method="post"
            action={id === undefined ? '/account/playgrounds' : `/account/playgrounds/${id}`}
          >
            <Token token={token} />
            <div class="tabs" id="editing">
              {/* Shown only with scripts. Its controls belong to another form. */}
              <fieldset class="tablist scripted">
                <legend class="hidden">Edit the request as</legend>
                {Object.entries(TEXTS.ways).map(([way, title], index) => (
                  <label>
                    <input
                      type="radio"
                      name="editing"
                      form="request-form"
                      value={way}
                      defaultChecked={index === 0}
                    />
                    <span>{title}</span>
                  </label>
                ))}
              </fieldset>
              <div class="panel">
                <label for="command" id="command-label">
                  cURL command
                </label>
                <textarea
                  id="command"
                  name="curl_command"
                  rows={10}
                  required
                  spellcheck={false}
                  placeholder="Paste a cURL command: from a browser, cmd, PowerShell, or with prose around it"
                >
                  {form.curl_command}
                </textarea>
              </div>
              <div class="panel" id="request-form" />
            </div>
            <div id="issues" aria-live="polite" />
            <div id="variables" />
            <Settings form={form} languages={languages} request={result.request} />
          </form>
          <div class="tabs" id="views">
            <fieldset class="tablist">
              <legend class="hidden">Views of the command</legend>
              {TABS.map((tab, index) => (
                <label>
                  <input
                    type="radio"
                    name="view"
                    value={tab}
                    defaultChecked={index === 0}
                    aria-keyshortcuts={`Alt+${index + 1}`}
                  />
                  <span>{TEXTS.tabs[tab]}</span>
                </label>
              ))}
            </fieldset>
            {TABS.map((tab) => (
              <div class="panel">{panels[tab]}</div>
            ))}
          </div>
        </div>
        <div data-part="danger">
          {id !== undefined && (
            <p>
              <a class="danger" href={`/account/playgrounds/${id}/delete`}>
                Delete
              </a>
            </p>
          )}
        </div>
      </article>
    ),
  });
}

interface SettingsProps extends Pick<EditorProps, 'form' | 'languages'> {
  request: ParsedRequest | undefined;
}

function Settings({ form, languages, request }: SettingsProps) {
  const texts = TEXTS.settings;
  const names = request === undefined ? [] : variableNames(request);
  const variables = [...names].map((name) => form.variables.find((one) => one.name === name) ?? { name });
  const check = (name: keyof FormFields, text: string) => (
    <label class="choice">
      <input type="checkbox" name={name} value="yes" checked={form[name] === true} /> {text}
    </label>
  );
  return (
    <fieldset class="fields settings">
      <legend>{texts.legend}</legend>
      {check('is_public', texts.isPublic)}
      {check('public_runs', texts.publicRuns)}
      {check('share_secrets', texts.shareSecrets)}
      <p class="field">
        <label for="theme">{texts.theme}</label>
        <select id="theme" name="theme">
          {Object.entries(texts.themes).map(([theme, name]) => (
            <option value={theme} selected={theme === form.theme}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <fieldset class="choices">
        <legend>{texts.languages}</legend>
        {languages.map(({ language, title }) => (
          <label>
            <input
              type="checkbox"
              name="languages"
              value={language}
              checked={form.languages.includes(language)}
            />{' '}
            {title}
          </label>
        ))}
      </fieldset>
      <div id="variable-settings">
        <VariableSettings variables={variables} />
      </div>
      <p class="field">
        <label for="embed-origins">{texts.embedOrigins}</label>
        <textarea id="embed-origins" name="embed_origins" rows={2} placeholder={texts.embedPlaceholder}>
          {form.embed_origins.join('\n')}
        </textarea>
      </p>
    </fieldset>
  );
}
