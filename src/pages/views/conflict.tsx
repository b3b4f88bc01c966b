/** Says that a playground was saved elsewhere meanwhile, and what differs. Pure. */
import { Banner } from './banner.tsx';
import { Time } from './format.tsx';
import { Button, ButtonLink, IconButton } from './inputs.tsx';
import { ListTable } from './table.tsx';
import { Shown } from './visible-text.tsx';

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
  const choices = (
    <>
      <Button kind="quiet" type="submit" form="editor">
        Save mine
      </Button>
      <ButtonLink kind="quiet" href={`/account/playgrounds/${id}`} data-discards>
        Load the other
      </ButtonLink>
    </>
  );
  const actions = (
    <>
      <Button popovertarget="differences">Compare</Button>
      {choices}
    </>
  );
  return (
    <>
      <Banner icon="git-branch" role="alert" actions={actions}>
        This playground was saved in another window at <Time value={savedAt} as="minutes" />. Your changes are
        not saved.
      </Banner>
      <div
        id="differences"
        class="pg-dialog pg-differences"
        popover="auto"
        role="dialog"
        aria-labelledby="differ-title"
      >
        <div class="pg-panel__head">
          <h2 id="differ-title">What differs</h2>
          <span class="pg-panel__end">
            <IconButton icon="x" label="Close" popovertarget="differences" popovertargetaction="hide" />
          </span>
        </div>
        <ListTable
          label="What differs"
          items={differences}
          columns={[
            ['Field', ({ label }) => label],
            ['Yours', ({ mine, saved }) => <Differing text={mine} other={saved} />],
            ['Saved', ({ mine, saved }) => <Differing text={saved} other={mine} />],
          ]}
        />
        <p class="pg-row pg-dialog__foot">{choices}</p>
      </div>
    </>
  );
}

/** A text with what the other one has not marked. */
const Differing = ({ text, other }: { text: string; other: string }) => (
  <bdi class="pg-value">
    {pieces(text, other).map(([same, differs, end]) => (
      <>
        <Shown text={same} />
        {differs !== '' && (
          <mark class="pg-differs">
            <Shown text={differs} />
          </mark>
        )}
        <Shown text={end} />
      </>
    ))}
  </bdi>
);

/**
 * Cuts each line that the other text has nowhere into what it begins with as the line in its place does, what differs, and
 * what it ends with as that.
 */
function pieces(text: string, other: string): [same: string, differs: string, end: string][] {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const [mine, theirs] = [new Set(lines), new Set(others)];
  const replaced = others.filter((line) => !mine.has(line));
  let nth = 0;
  return lines.map((line, index) => {
    const feed = index < lines.length - 1 ? '\n' : '';
    if (theirs.has(line)) return [line, '', feed];
    const before = replaced[nth] ?? '';
    nth += 1;
    const most = Math.min(line.length, before.length);
    let start = 0;
    while (start < most && line[start] === before[start]) start += 1;
    let end = 0;
    while (end < most - start && line.at(-1 - end) === before.at(-1 - end)) end += 1;
    const to = line.length - end;
    return [line.slice(0, start), line.slice(start, to), line.slice(to) + feed];
  });
}
