/** The editor of a playground: its command and settings, and the preview beside them. */
import { EMITTERS, LANGUAGES } from '../../codegen/index.ts';
import { variableNames } from '../../request/variables.ts';
import type { Playground } from '../../schemas/playground.ts';
import { AccountPage, Problem } from './account-page.tsx';
import { Conflict, type ConflictProps } from './conflict.tsx';
import { EditorBar } from './editor-bar.tsx';
import { HistoryTable } from './history-table.tsx';
import { Button, Choice } from './inputs.tsx';
import { type ParseResult, ParseResultView } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { Results, type ResultsProps } from './results.tsx';
import type { ShareLinks } from './share.tsx';
import { TabList, Tabs } from './tabs.tsx';
import { VariableSettings } from './variable-settings.tsx';
import { WarningList } from './warnings.tsx';

/** The fields of the form: those of the playground, before or after they were saved. */
export type FormFields = Omit<
  Playground,
  'id' | 'url' | 'embed_url' | 'collection_id' | 'created_at' | 'updated_at' | 'warnings' | 'example_test_id'
>;

/** A playground as the editor shows it, which only has the rest when it was saved. */
export type EditedPlayground = FormFields & Partial<Pick<Playground, 'warnings' | 'example_test_id'>>;

interface EditorProps {
  /** Undefined for a new one. */
  id: string | undefined;
  form: EditedPlayground;
  result: ParseResult;
  programs: readonly Program[];
  /** Undefined for a new one, and for a key that may not read them. */
  results: ResultsProps | undefined;
  /** Undefined for a new one. */
  links: ShareLinks | undefined;
  problem?: string | undefined;
  /** It was saved elsewhere since the form was loaded. */
  conflict?: ConflictProps | undefined;
  /** Of what the form shows, before it is changed. */
  version: string;
  saved: boolean;
  /** A nonce for the style sheets that the editor makes. */
  nonce: string;
}

/** The page of the editor. */
export function EditorPage(props: EditorProps) {
  const { id, form, result, programs, results, links, problem, conflict, saved, nonce } = props;
  const request = (
    <div id="request">
      <ParseResultView result={result} />
    </div>
  );
  const code = (
    <div id="programs">
      {programs.length === 0 ? (
        <p class="pg-quiet">Correct the command first.</p>
      ) : (
        <Programs programs={programs} />
      )}
    </div>
  );
  const response = (
    <div id="response">
      <p class="pg-quiet">Run the request to see its response.</p>
    </div>
  );
  const history = (
    <div data-part="results">
      {results === undefined ? <HistoryTable runs={[]} /> : <Results {...results} />}
    </div>
  );
  return (
    <AccountPage
      title={id === undefined ? 'New playground' : form.name}
      section="playgrounds"
      scripts={['editor.js']}
      head={<meta name="style-nonce" content={nonce} />}
    >
      <article class="pg-editor" data-id={id}>
        <h1 class="pg-hide" data-part="title">
          {id === undefined ? 'New playground' : 'Playground'}
        </h1>
        <EditorBar {...{ id, form, links }} saved={saved && problem === undefined} />
        <div id="conflict">{conflict && <Conflict {...conflict} />}</div>
        <Problem message={problem} />
        <div data-part="secrets">
          <WarningList label="Credentials in the command" warnings={form.warnings ?? []} />
        </div>
        <div class="pg-editor__cols">
          <form
            id="editor"
            method="post"
            action={id === undefined ? '/account/playgrounds' : `/account/playgrounds/${id}`}
          >
            <input type="hidden" name="version" value={conflict?.version ?? props.version} />
            <div class="pg-set" id="editing">
              {/* Shown only with scripts. Its controls belong to another form. */}
              <TabList
                label="Edit the request as"
                group="editing"
                class="pg-set__head pg-scripted"
                form="request-form"
                tabs={[
                  { value: 'command', title: 'Command' },
                  { value: 'form', title: 'Form' },
                ]}
              />
              <div class="pg-set__pane" data-n="1">
                <label for="command" id="command-label">
                  cURL command
                </label>
                <textarea
                  class="pg-textarea pg-input--mono"
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
              <div class="pg-set__pane" data-n="2" id="request-form" />
            </div>
            <div id="issues" aria-live="polite" />
            <div id="variables" />
            <Settings form={form} request={result.request} />
          </form>
          <Tabs
            id="views"
            label="Views of the command"
            group="view"
            tabs={[
              { value: 'request', title: 'Request', content: request },
              { value: 'code', title: 'Code', content: code },
              { value: 'response', title: 'Response', content: response },
              { value: 'history', title: 'History', content: history },
            ]}
            hasShortcuts
          />
        </div>
        <div data-part="danger">
          {id !== undefined && (
            <form method="post" action={`/account/playgrounds/${id}/delete`}>
              <Button type="submit" kind="danger">
                Delete
              </Button>
            </form>
          )}
        </div>
      </article>
    </AccountPage>
  );
}

function Settings({ form, request }: { form: FormFields; request: ParseResult['request'] }) {
  const names = request === undefined ? [] : variableNames(request);
  const variables = [...names].map((name) => form.variables.find((one) => one.name === name) ?? { name });
  return (
    <fieldset class="pg-panel pg-form">
      <legend>Settings</legend>
      <p class="pg-field">
        <label for="description">Description (Markdown)</label>
        <textarea class="pg-textarea" id="description" name="description" rows={4}>
          {form.description}
        </textarea>
      </p>
      <Choice type="checkbox" name="is_public" value="yes" checked={form.is_public}>
        Public: anyone with the link can view
      </Choice>
      <Choice type="checkbox" name="public_runs" value="yes" checked={form.public_runs}>
        Anyone can run it (counts toward your quota)
      </Choice>
      <Choice type="checkbox" name="share_secrets" value="yes" checked={form.share_secrets}>
        Show secrets to readers
      </Choice>
      <p class="pg-field">
        <label for="theme">Theme of its page</label>
        <select class="pg-select" id="theme" name="theme">
          {['auto', 'dark', 'light'].map((theme) => (
            <option value={theme} selected={theme === form.theme}>
              {theme}
            </option>
          ))}
        </select>
      </p>
      <fieldset class="pg-row">
        <legend>Languages of the code</legend>
        {LANGUAGES.map((language) => (
          <label class="pg-check">
            <input
              class="pg-check__box"
              type="checkbox"
              name="languages"
              value={language}
              checked={form.languages.includes(language)}
            />{' '}
            {EMITTERS[language].title}
          </label>
        ))}
      </fieldset>
      <div id="variable-settings">
        <VariableSettings variables={variables} />
      </div>
      <p class="pg-field">
        <label for="embed-origins">Sites that may embed it</label>
        <textarea
          class="pg-textarea"
          id="embed-origins"
          name="embed_origins"
          rows={2}
          placeholder="https://docs.example.com, one per line. Empty: any site"
        >
          {form.embed_origins.join('\n')}
        </textarea>
      </p>
    </fieldset>
  );
}
