/** Tables; on narrow screens they lose their columns of little weight, or each row is a card. Pure. */
import type { ComponentChildren } from 'preact';
import { Isolated, Name, plain } from './visible-text.tsx';

/** A column's heading, what it shows of an item, and a class: numbers stand at the right, wide screens alone have the rest. */
export type Columns<Item> = readonly (readonly [
  head: string,
  cell: (item: Item) => ComponentChildren,
  look?: Look,
])[];

export const NUMBER = 'pg-list__num';
export const WIDE = 'pg-list__wide';
type Look = typeof NUMBER | typeof WIDE | `${typeof NUMBER} ${typeof WIDE}`;

/** Headings of columns of controls; only for screen readers. */
const HIDDEN = ['Select', 'Compare', 'Actions'];

/** Ticks all rows; a script does it. */
const SelectAll = () => (
  <input class="pg-check__box pg-scripted" type="checkbox" form="picked" aria-label="Select all" data-all />
);

interface ListTableProps<Item> {
  /** Its name: shown above it, or else only for screen readers. */
  caption?: string | undefined;
  label?: string;
  columns: Columns<Item>;
  items: readonly Item[];
  rowClass?: (item: Item) => string;
  /** Whether the two columns need no headings on narrow screens. */
  isPairs?: boolean;
  /** A look of its own, where rows are no cards on narrow screens. */
  class?: string;
  /** The index of the column that names the item; -1 for none. Default the first. */
  naming?: number;
}

/** A list of things; nothing where there are none. */
export function ListTable<Item>(props: ListTableProps<Item>) {
  const { caption, label, columns, items, rowClass, isPairs = false, naming = 0 } = props;
  const isCards =
    !isPairs && props.class === undefined && !columns.some(([, , look]) => look?.includes(WIDE));
  if (items.length === 0) return null;
  return (
    <table
      class={props.class ?? (isPairs ? 'pg-kv' : isCards ? 'pg-list pg-list--cards' : 'pg-list')}
      aria-label={label}
    >
      {caption !== undefined && (
        <caption class={isPairs ? 'pg-kv__label' : 'pg-list__label'}>{caption}</caption>
      )}
      {isPairs && (
        <colgroup>
          <col class="pg-kv__names" />
        </colgroup>
      )}
      <thead class={isPairs ? 'pg-hide' : undefined}>
        <tr>
          {columns.map(([head, , look]) => (
            <th scope="col" class={look}>
              {HIDDEN.includes(head) ? <span class="pg-hide">{head}</span> : head}
              {head === 'Select' && <SelectAll />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr class={rowClass?.(item)}>
            {columns.map(([head, cell, look], index) =>
              index === naming ? (
                <th scope="row">{cell(item)}</th>
              ) : (
                <td class={look} data-head={isCards && !HIDDEN.includes(head) ? head : undefined}>
                  {cell(item)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A text with what was searched for marked in it. */
export function Marked({ text, search }: { text: string; search: string }) {
  if (search === '') return <Name text={text} />;
  const wanted = new RegExp(`(${search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'i');
  return (
    <bdi>
      {text.split(wanted).map((part, index) => {
        const shown = plain(part);
        return index % 2 === 0 ? shown : <mark class="pg-found">{shown}</mark>;
      })}
    </bdi>
  );
}

/** A text that may be a variable's. */
export const VARIABLE = /(\{\{[^{}]*\}\}|\$\w+|\$\{\w+\})/;

interface PairsProps {
  title?: string;
  head?: readonly [string, string];
  /** Rows without a text are left out. */
  rows: readonly (readonly [string, string | false | undefined])[];
  /** Names of the variables that values may have, by how they are written. */
  variables?: ReadonlyMap<string, string>;
}

/** Names and texts; nothing where there are none. */
export function Pairs({ title, head = ['Name', 'Value'], rows: all, variables = new Map() }: PairsProps) {
  const rows = all.filter((row): row is [string, string] => typeof row[1] === 'string');
  const columns: Columns<[string, string]> = [
    [head[0], ([name]) => <Name text={name} />],
    [
      head[1],
      ([, value]) =>
        value.split(variables.size === 0 ? /(?!)/ : VARIABLE).map((part) => {
          const name = variables.get(part);
          if (name === undefined) return <Isolated class="pg-value" text={part} />;
          return <Isolated class="pg-chip pg-chip--empty" text={part} data-variable={name} />;
        }),
    ],
  ];
  return <ListTable caption={title} columns={columns} items={rows} isPairs />;
}
