/** The form of a public playground: a field for each variable, and Run. */
import type { Shared } from './playground.tsx';
import { Name } from './visible-text.tsx';

/** Names of what a reader can fill in: the same name may stand in several spellings. */
function variableNames({ request }: Shared): string[] {
  return [...new Set((request?.variables ?? []).map(({ name }) => name))];
}

export interface FieldsProps {
  shared: Shared;
  /** Values that the reader gave. */
  filled: ReadonlyMap<string, string>;
  /** Whether the button that runs is elsewhere in the page, and has `form="run"`. */
  isRunElsewhere?: boolean;
}

/** A field for each variable, and the button that runs the request. */
export function Fields({ shared, filled, isRunElsewhere = false }: FieldsProps) {
  const names = variableNames(shared);
  if (shared.request === undefined || (names.length === 0 && !shared.runs)) return null;
  return (
    <form
      class={names.length === 0 && isRunElsewhere ? undefined : 'fields'}
      id="run"
      method="post"
      action={`/p/${shared.id}/run`}
      autocomplete="off"
    >
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
      {shared.runs && !isRunElsewhere && (
        <p>
          <button type="submit" class="primary">
            Run
          </button>
        </p>
      )}
    </form>
  );
}
