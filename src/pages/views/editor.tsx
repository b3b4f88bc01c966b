/** The editor of a playground: its command and settings, and the preview beside them. */
import { variableNames } from '../../request/variables.ts';
import type { Playground } from '../../schemas/playground.ts';
import { AccountPage, Problem } from './account-page.tsx';
import { Conflict, type ConflictProps } from './conflict.tsx';
import { EditorBar } from './editor-bar.tsx';
import { Empty } from './empty.tsx';
import { FileFields } from './fields.tsx';
import { HistoryTable } from './history-table.tsx';
import { Button, IconButton } from './inputs.tsx';
import { Method } from './method.tsx';
import { type ParseResult, ParseResultView } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';
import { Results, type ResultsProps } from './results.tsx';
import { EXAMPLES } from './sample.ts';
import { ShareDialog, type ShareLinks } from './share.tsx';
import { TabList, Tabs } from './tabs.tsx';
import { VariableRows } from './variable-rows.tsx';
import { WarningList } from './warnings.tsx';

/** The fields of the form: those of the playground, before or after they were saved. */
export type FormFields = Omit<
  Playground,
  'id' | 'url' | 'embed_url' | 'collection_id' | 'created_at' | 'updated_at' | 'warnings' | 'example_test_id'
>;

/** A playground as the editor shows it, which only has the rest when it was saved. */
export type EditedPlayground = FormFields &
  Partial<Pick<Playground, 'warnings' | 'example_test_id' | 'collection_id' | 'updated_at'>>;

interface EditorProps {
  /** Undefined for a new one. */
  id: string | undefined;
  form: EditedPlayground;
  /** The name of its collection. */
  collection: string | undefined;
  result: ParseResult;
  programs: readonly Program[];
  /** Undefined for a new one, and for a key that may not read them. */
  results: ResultsProps | undefined;
  /** The tab in front, where it is not the first: results that were filtered without scripts, or older ones. */
  front: 'history' | undefined;
  /** Undefined for a new one. */
  links: ShareLinks | undefined;
  /** How often readers may run it in a day. */
  perDay: number;
  problem?: string | undefined;
  /** It was saved elsewhere since the form was loaded. */
  conflict?: ConflictProps | undefined;
  /** Of what the form shows, before it is changed. */
  version: string;
  /** A nonce for the style sheets that the editor makes. */
  nonce: string;
}

const SIDES = [{ title: 'Command' }, { title: 'Result' }];

export function EditorPage(props: EditorProps) {
  const { id, form, result, programs, results, front, links, problem, conflict, nonce } = props;
  const names = result.request === undefined ? [] : variableNames(result.request);
  const variables = [...names].map((name) => form.variables.find((one) => one.name === name) ?? { name });
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
      {id === undefined && (
        <Empty icon="terminal" title="No command yet">
          The request and its code appear here while you type. Run sends it, and the response comes here.
        </Empty>
      )}
      <p class="pg-quiet pg-wait">
        Run it to see the response.
        <span class="pg-unscripted"> Save it first: what is saved is sent.</span>
      </p>
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
      bar={<EditorBar {...{ id, form }} collection={props.collection} />}
    >
      <article class="pg-editor" data-id={id}>
        <h1 class="pg-hide" data-part="title">
          {id === undefined ? 'New playground' : 'Playground'}
        </h1>
        <ShareDialog {...{ id, form, links, perDay: props.perDay }} />
        <div id="conflict">{conflict && <Conflict {...conflict} />}</div>
        <Problem message={problem} />
        <form id="run-values" method="post" action="/account/run">
          <input type="hidden" name="playground_id" value={id} />
        </form>
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
            <Editing command={form.curl_command} isNew={id === undefined} />
            <div id="issues" aria-live="polite" />
            <div id="variables">
              <VariableRows variables={variables} />
            </div>
            <div id="files">
              {result.request !== undefined && <FileFields request={result.request} form="run-values" />}
            </div>
            <details class="pg-fold pg-editor__about">
              <summary class="pg-fold__summary">Description (Markdown)</summary>
              <textarea
                class="pg-textarea"
                name="description"
                aria-label="Description of the playground"
                rows={4}
                placeholder="Readers see it above the command"
              >
                {form.description}
              </textarea>
            </details>
          </form>
          <Tabs
            id="views"
            label="Views of the command"
            group="view"
            tabs={[
              { value: 'response', title: 'Response', content: response },
              { value: 'request', title: 'Request', content: request },
              { value: 'code', title: 'Code', content: code },
              { value: 'history', title: 'History', count: results?.pagination.total ?? 0, content: history },
            ]}
            front={front}
            hasShortcuts
          />
          <div class="pg-editor__side">
            <TabList
              kind="seg"
              label="Shown on a narrow screen"
              group="side"
              tabs={SIDES}
              front={front && 'Result'}
            />
          </div>
        </div>
      </article>
    </AccountPage>
  );
}

/** The command, as text and as a form. */
function Editing({ command, isNew }: { command: string; isNew: boolean }) {
  return (
    <div class="pg-set" id="editing">
      {/* Shown only with scripts. Its controls belong to another form. */}
      <div class="pg-set__head pg-panel__head pg-scripted">
        <TabList
          label="Edit the request as"
          group="editing"
          form="request-form"
          tabs={[
            { value: 'command', title: 'Command' },
            { value: 'form', title: 'Form' },
          ]}
        />
        <span class="pg-panel__end">
          <Button kind="quiet" id="make" hidden>
            Make it a variable
          </Button>
          <IconButton icon="copy" label="Copy the command" data-copies="field" value="command" />
        </span>
      </div>
      <div id="offers" />
      <div class="pg-set__pane" data-n="1">
        <label class="pg-hide" for="command" id="command-label">
          cURL command
        </label>
        <textarea
          class="pg-textarea pg-input--mono"
          id="command"
          name="curl_command"
          rows={10}
          required
          spellcheck={false}
          placeholder="curl https://api.example.com/v1/users"
        >
          {command}
        </textarea>
        {isNew && <Starts />}
      </div>
      <div class="pg-set__pane" data-n="2" id="request-form" />
    </div>
  );
}

/** Commands to start from, while there is none; a script writes them. */
const Starts = () => (
  <div class="pg-editor__starts pg-scripted">
    <p class="pg-second">
      Paste a cURL command, a <code class="pg-inline">fetch()</code> call, a PowerShell, HTTPie or wget
      command, or a URL. Or start from one:
    </p>
    {Object.values(EXAMPLES).map(({ name, method, command }) => (
      <Button data-command={command}>
        <Method name={method} /> {name}
      </Button>
    ))}
  </div>
);
