/**
 * JSON as a tree that folds: every number, name and order as it came, which values made by JSON.parse would not keep.
 * Parts that are folded are made only when they are opened, so that megabytes stay usable. Pure.
 */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { useState } from 'preact/hooks';
import { counted } from './format.tsx';
import { Button } from './inputs.tsx';
import { Isolated } from './visible-text.tsx';

/** Items that are unfolded at the start within the outermost list, in all; and of one list, before a button asks for more. */
const MAX_OPEN = 40;
const MAX_LIST = 100;
/** The deepest that is unfolded at the start. */
const OPEN_DEPTH = 3;
/** Characters of a string that are shown. */
const MAX_STRING = 2_000;

/** The tree of a text; undefined unless it is a JSON object or array. */
export function readJson(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true });
    return errors.length === 0 && root !== undefined && root.children !== undefined ? root : undefined;
  } catch {
    return undefined; // nested deeper than the stack
  }
}

export function JsonTree({ text, root, live }: { text: string; root: Node; live: boolean }) {
  return (
    <div class="pg-json" role="group" aria-label="JSON" tabIndex={0}>
      <Value text={text} node={root} depth={0} live={live} open={{ left: MAX_OPEN }} />
    </div>
  );
}

interface ValueProps {
  text: string;
  node: Node;
  depth: number;
  live: boolean;
  /** How many more items may be unfolded at the start. */
  open: { left: number };
  name?: string | undefined;
}

function Value(props: ValueProps) {
  const { text, node, name } = props;
  if (node.children !== undefined) return <Branch {...props} />;
  // As written in the text.
  const token = text.slice(node.offset, node.offset + node.length);
  const kind = node.type === 'string' ? 'str' : node.type === 'number' ? 'num' : 'lit';
  const shown = token.length > MAX_STRING ? `${token.slice(0, MAX_STRING)}…` : token;
  return (
    <div class="pg-json__row">
      <Label name={name} />
      <Isolated class={`pg-json__${kind}`} text={shown} />
    </div>
  );
}

function Branch({ text, node, depth, live, open, name }: ValueProps) {
  const children = node.children ?? [];
  const [isOpen, setOpen] = useState(() => {
    const fits = depth === 0 || (depth < OPEN_DEPTH && Math.min(children.length, MAX_LIST) <= open.left);
    if (fits) open.left -= Math.min(children.length, MAX_LIST);
    return fits;
  });
  const [shown, setShown] = useState(MAX_LIST);
  const brackets = node.type === 'array' ? '[]' : '{}';
  const what = counted(children.length, node.type === 'array' ? 'item' : 'field');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="pg-json__row">
        <Label name={name} />
        <span class="pg-json__count">
          {brackets[0]} {what} {brackets[1]}
        </span>
      </summary>
      <div class="pg-json__in">
        {isOpen &&
          children.slice(0, shown).map((child, index) => {
            const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
            if (value === undefined) return null;
            const label = key === undefined ? String(index) : String(key.value);
            return <Value text={text} node={value} depth={depth + 1} live={live} open={open} name={label} />;
          })}
        {isOpen && children.length > shown && live && (
          <Button onClick={() => setShown(shown + 10 * MAX_LIST)}>{children.length - shown} more</Button>
        )}
        {!live && (!isOpen || children.length > shown) && (
          <p class="pg-quiet pg-small">
            {isOpen ? `${children.length - shown} more` : what}: see the raw text.
          </p>
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
