/** Says that a playground was saved elsewhere meanwhile, and what differs. Pure. */
import { Time } from './format.tsx';
import { ButtonLink, Submit } from './inputs.tsx';
import { ListTable } from './table.tsx';
import { Isolated } from './visible-text.tsx';

/** A field as it was sent, and as it is saved. */
export interface Difference {
  label: string;
  mine: string;
  saved: string;
}

export interface ConflictProps {
  id: string;
  /** Of what is saved: a form that names it is saved over it. */
  version: string;
  savedAt: string;
  differences: readonly Difference[];
}

/** Shows what can be done; the buttons work without scripts. */
export function Conflict({ id, savedAt, differences }: ConflictProps) {
  return (
    <div class="pg-banner pg-banner--warning" role="alert">
      <p>
        This playground was saved in another window at <Time value={savedAt} />. Your changes are not saved.
      </p>
      <p class="pg-row">
        <Submit form="editor">Save mine</Submit>
        <ButtonLink href={`/account/playgrounds/${id}`} data-discards>
          Load the other
        </ButtonLink>
      </p>
      <details>
        <summary>Compare</summary>
        <ListTable
          label="What differs"
          items={differences}
          columns={[
            ['Field', ({ label }) => label],
            ['Yours', ({ mine }) => <Isolated class="pg-value" text={mine} />],
            ['Saved', ({ saved }) => <Isolated class="pg-value" text={saved} />],
          ]}
        />
      </details>
    </div>
  );
}
