/**
 * JSON as a tree that folds: every number, name and order as it came, which values made by JSON.parse would not keep.
 * Parts that are folded are made only when they are opened, so that megabytes stay usable. Pure.
 */
import { useState } from 'preact/hooks';
import { counted } from './format.tsx';
import { Button } from './inputs.tsx';
import { membersOf } from './json-members.ts';
import { Isolated } from './visible-text.tsx';

/** Items that are unfolded at the start within the outermost list, in all; and of one list, before a button asks for more. */
const MAX_OPEN = 40;
const MAX_LIST = 100;
/** The deepest that is unfolded at the start. */
const OPEN_DEPTH = 3; // `message` of a chat completion
/** Characters of a string that are shown. */
const MAX_STRING = 2_000;

/** Whether a text is a JSON object or array. */
export function isTree(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // or it is nested deeper than the stack
  }
}

/** @param text one that {@link isTree} accepts */
export function JsonTree({ text, live }: { text: string; live: boolean }) {
  return (
    <div class="pg-json" role="group" aria-label="JSON" tabIndex={0}>
      <Value text={text.trim()} depth={0} live={live} open={{ left: MAX_OPEN }} />
    </div>
  );
}

interface ValueProps {
  /** The value as it was written. */
  text: string;
  depth: number;
  live: boolean;
  /** How many more items may be unfolded at the start. */
  open: { left: number };
  name?: string | undefined;
}

function Value(props: ValueProps) {
  const { text, name } = props;
  const isEmpty = /^[[{]\s*[\]}]/.test(text);
  if (/^[[{]/.test(text) && !isEmpty) return <Branch {...props} />;
  const kind = text.startsWith('"') ? 'str' : /^[-\d]/.test(text) ? 'num' : isEmpty ? 'count' : 'lit';
  const shown = text.length > MAX_STRING ? `${text.slice(0, MAX_STRING)}…` : text;
  return (
    <div class="pg-json__row">
      <Label name={name} />
      <Isolated class={`pg-json__${kind}`} text={shown} />
    </div>
  );
}

function Branch({ text, depth, live, open, name }: ValueProps) {
  const [members] = useState(() => membersOf(text));
  const { length } = members;
  const [isOpen, setOpen] = useState(() => {
    const fits = depth === 0 || (depth <= OPEN_DEPTH && Math.min(length, MAX_LIST) <= open.left);
    if (fits) open.left -= Math.min(length, MAX_LIST);
    return fits;
  });
  const [shown, setShown] = useState(MAX_LIST);
  const isArray = text.startsWith('[');
  const what = counted(length, isArray ? 'item' : 'field');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="pg-json__row">
        <Label name={name} />
        <span class="pg-json__count">{isArray ? `[ ${what} ]` : `{ ${what} }`}</span>
      </summary>
      <div class="pg-json__in">
        {isOpen &&
          members
            .slice(0, shown)
            .map(({ name = '', start, end }, index) => (
              <Value
                {...{ live, open }}
                text={text.slice(start, end)}
                depth={depth + 1}
                name={isArray ? String(index) : name}
              />
            ))}
        {isOpen && length > shown && live && (
          <Button onClick={() => setShown(shown + 10 * MAX_LIST)}>{length - shown} more</Button>
        )}
        {!live && (!isOpen || length > shown) && (
          <p class="pg-quiet pg-small">{isOpen ? `${length - shown} more` : what}: see the raw text.</p>
        )}
      </div>
    </details>
  );
}

function Label({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <Isolated class="pg-json__key" text={name} />
      <span class="pg-json__count">: </span>
    </>
  );
}
