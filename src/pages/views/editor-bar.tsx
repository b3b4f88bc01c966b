/** The bar of the editor, in the place of the site's: name, state, Share, Save, Run, and a menu. */
import { SignOut } from './account-nav.tsx';
import type { EditedPlayground } from './editor.tsx';
import { Keep, Verbatim } from './fields.tsx';
import { Time } from './format.tsx';
import { Icon } from './icon.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { ThemeSwitch } from './layout.tsx';
import { Menu } from './menu.tsx';
import { Name } from './visible-text.tsx';

const STATES = { private: 'Private', public: 'Public', runnable: 'Public, runnable' };

interface EditorBarProps {
  /** Undefined for a new playground. */
  id: string | undefined;
  form: EditedPlayground;
  collection: string | undefined;
}

export function EditorBar({ id, form, collection }: EditorBarProps) {
  const state = !form.is_public ? 'private' : form.public_runs ? 'runnable' : 'public';
  return (
    <div class="pg-editor__bar">
      <a
        class="pg-bar__link pg-editor__crumb"
        href={`/account/playgrounds${collection === undefined ? '' : `?collection=${form.collection_id}`}`}
      >
        <span class="pg-cut">
          <Name text={collection ?? 'Playgrounds'} />
        </span>{' '}
        <span aria-hidden="true">/</span>
      </a>
      <div class="pg-editor__title">
        <label class="pg-hide" for="name">
          Name
        </label>
        <input
          class="pg-input pg-input--ghost pg-editor__name"
          id="name"
          name="name"
          form="editor"
          value={form.name}
          maxLength={200}
          placeholder="Untitled"
        />
        <div id="status" class="pg-quiet pg-small" role="status">
          <SaveState id={id} savedAt={form.updated_at} />
        </div>
      </div>
      <span class="pg-editor__state pg-second pg-small" data-part="state">
        <Icon name={state === 'private' ? 'lock' : 'globe'} />
        {STATES[state]}
      </span>
      <Button kind="quiet" icon="share-2" folds popovertarget="share">
        Share
      </Button>
      <Button type="submit" form="editor" data-needs-command>
        Save <kbd>Ctrl S</kbd>
      </Button>
      {/* Without scripts it runs what is saved. */}
      <Button
        {...{ type: 'submit', kind: 'primary', icon: 'play', id: 'run', form: 'run-values' }}
        class={id === undefined ? 'pg-scripted' : ''}
        data-needs-command
      >
        Run <kbd>Ctrl ↵</kbd>
      </Button>
      <ThemeSwitch />
      <Menu label="More">
        <div data-part="copy">
          {id !== undefined && (
            <ButtonLink kind="quiet" icon="copy" href={`/account/playgrounds/new?copy=${id}`}>
              Edit a copy
            </ButtonLink>
          )}
        </div>
        <Verbatim checked={false} form="run-values" />
        <Keep form="run-values" secret />
        <SignOut icon="log-out" />
        <div data-part="delete">
          {id !== undefined && (
            <>
              <hr />
              <form method="post" action={`/account/playgrounds/${id}/delete`}>
                <Button type="submit" kind="danger" icon="trash-2">
                  Delete
                </Button>
              </form>
            </>
          )}
        </div>
      </Menu>
    </div>
  );
}

/** When the form was saved as it is. */
function SaveState({ id, savedAt }: { id: string | undefined; savedAt: string | undefined }) {
  if (id === undefined) return 'Not saved yet';
  if (savedAt === undefined) return <span class="pg-unsaved">Unsaved</span>;
  return (
    <>
      Saved <Time value={savedAt} as="minutes" />
    </>
  );
}
