/** The bar at the top of the editor: name, state, Save, Share and Run; and the Share dialog. */
import type { Playground } from '../../schemas/playground.ts';
import { ButtonLink, Submit } from './inputs.tsx';
import { type ShareLinks, ShareView } from './share.tsx';

const STATES = { private: 'Private', public: 'Public', runnable: 'Public, runnable' };

interface EditorBarProps {
  /** Undefined for a new playground. */
  id: string | undefined;
  form: Pick<Playground, 'name' | 'is_public' | 'public_runs'> & Partial<Pick<Playground, 'example_test_id'>>;
  /** Undefined for a new playground. */
  links: ShareLinks | undefined;
  /** Whether it has just been saved. */
  saved: boolean;
}

/** Shows the bar and the Share dialog. */
export function EditorBar({ id, form, links, saved }: EditorBarProps) {
  const state = !form.is_public ? 'private' : form.public_runs ? 'runnable' : 'public';
  return (
    <>
      <div class="pg-editor__bar">
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
          placeholder="Method, host and path"
        />
        <span class="pg-badge" data-part="state">
          {STATES[state]}
        </span>
        <div id="status" class="pg-quiet" role="status">
          {saved && 'Saved.'}
        </div>
        <div class="pg-row">
          <button type="submit" class="pg-btn pg-btn--secondary" form="editor">
            Save <kbd>Ctrl S</kbd>
          </button>
          <button type="button" class="pg-btn pg-btn--secondary" popovertarget="share">
            Share
          </button>
          <button type="button" id="run" class="pg-btn pg-btn--primary" hidden>
            Run <kbd>Ctrl ⏎</kbd>
          </button>
        </div>
      </div>
      {/* A popover opens without scripts. */}
      <div id="share" class="pg-dialog pg-share" popover="auto" role="dialog" aria-labelledby="share-title">
        <div class="pg-page__head">
          <h2 id="share-title">Share</h2>
          <button
            type="button"
            class="pg-btn pg-btn--secondary"
            popovertarget="share"
            popovertargetaction="hide"
          >
            Close
          </button>
        </div>
        <div data-part="sharing">
          {id === undefined || links === undefined ? (
            <p>Save the playground before you share it.</p>
          ) : (
            <>
              {form.is_public ? (
                <ShareView links={links} />
              ) : (
                <>
                  <p>
                    Only you can see this playground. To share it, check what readers will see and make it
                    public: anyone with the link can view it then.
                  </p>
                  <Submit form="editor" name="is_public" value="yes">
                    See what readers will see
                  </Submit>
                </>
              )}
              <PinnedExample id={id} testId={form.example_test_id ?? null} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function PinnedExample({ id, testId }: { id: string; testId: string | null }) {
  return (
    <section aria-label="Example response">
      <h3>Example response</h3>
      {testId === null ? (
        <p class="pg-quiet pg-small">
          Readers see no response until they run it. To show one, open a result in History and choose “Use as
          example response”.
        </p>
      ) : (
        <form method="post" action={`/account/playgrounds/${id}/remove-example`}>
          <p>Readers see this response on the page and in embeds, without running.</p>
          <p class="pg-row">
            <ButtonLink href={`/account/tests/${testId}`}>See the result</ButtonLink>
            <button type="submit" class="pg-btn pg-btn--secondary">
              Remove the example
            </button>
          </p>
        </form>
      )}
    </section>
  );
}
