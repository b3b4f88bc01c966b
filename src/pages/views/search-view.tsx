/** Searches within a body: the values of JSON with their paths, folded ones too, or the lines of a text. */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { number } from './format.tsx';
import { membersOf } from './json-members.ts';
import { isTree } from './json-tree.tsx';
import { Isolated } from './visible-text.tsx';

/** Characters of a body that needs no search: all of it is in view. */
const SHORT = 2_000;
/** Rows that are listed, and characters of a value in one. */
const MAX_FOUND = 100;
const MAX_VALUE = 300;
/** What is deeper is searched as one text: each level is read once more. */
const MAX_DEPTH = 12;
/** Milliseconds without typing before a search. */
const PAUSE_MS = 120;

interface Row {
  path: string;
  value: string;
}

/** The values of a JSON text as they were written, or the lines of another one. */
function rowsOf(text: string): Row[] {
  if (!isTree(text)) return text.split('\n').map((value, index) => ({ path: String(index + 1), value }));
  const rows: Row[] = [];
  const collect = (value: string, path: string, depth: number) => {
    const members = depth < MAX_DEPTH && /^[[{]/.test(value) ? membersOf(value) : [];
    if (members.length === 0) rows.push({ path, value });
    for (const [index, { name = String(index), start, end }] of members.entries())
      collect(value.slice(start, end), path === '' ? name : `${path}.${name}`, depth + 1);
  };
  collect(text.trim(), '', 0);
  return rows;
}

/** A field above a body; what it finds is shown instead. */
export function Searchable({ text, children }: { text: string; children: ComponentChildren }) {
  const [query, setQuery] = useState('');
  const waiting = useRef<number | undefined>(undefined);
  const rows = useMemo(() => (query === '' ? [] : rowsOf(text)), [text, query === '']);
  if (text.length < SHORT) return children;
  const found = rows.filter(({ path, value }) => `${path}: ${value}`.toLowerCase().includes(query));
  return (
    <>
      <p class="pg-find">
        <input
          class="pg-input"
          type="search"
          aria-label="Search within the response"
          placeholder="Search within"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget: field }) => {
            clearTimeout(waiting.current);
            waiting.current = window.setTimeout(() => {
              setQuery(field.value.trim().toLowerCase());
              field.closest('.pg-set__pane')?.scrollTo({ top: 0 });
            }, PAUSE_MS);
          }}
        />
        <span class="pg-quiet pg-small" role="status">
          {query !== '' && `${number(found.length)} found`}
          {found.length > MAX_FOUND && `, the first ${MAX_FOUND} are shown`}
        </span>
      </p>
      {query === '' ? (
        children
      ) : (
        <ol class="pg-find__found">
          {found.slice(0, MAX_FOUND).map(({ path, value }) => (
            <li>
              <Isolated class="pg-events__path" text={path} />{' '}
              <Isolated class="pg-events__value" text={value.slice(0, MAX_VALUE)} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
