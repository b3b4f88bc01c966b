/** The frame of an account's pages, and the parts that they share. */
import type { ComponentChildren } from 'preact';
import type { Pagination } from '../../schemas/common.ts';
import { Layout } from './layout.tsx';
import { Message } from './warnings.tsx';

export interface PageContext {
  asset: (name: string) => string;
  /** Proves that a form is ours. */
  token: string;
}

const TEXTS = {
  sections: { playgrounds: 'Playgrounds', keys: 'Keys', usage: 'Usage', audit: 'Audit log' },
  position: (page: number, last: number) => `Page ${page} of ${last}`,
  noSuchPage: (page: number, last: number) =>
    last === 1
      ? `There is no page ${page}: the list has one page.`
      : `There is no page ${page}: the list has ${last} pages.`,
};

export type Section = keyof typeof TEXTS.sections;

/** The hidden field that proves that a form is ours. */
export function Token({ token }: { token: string }) {
  return <input type="hidden" name="_csrf" value={token} />;
}

export interface AccountPageProps extends PageContext {
  title: string;
  section?: Section;
  scripts?: readonly string[];
  head?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of somebody who is signed in. */
export function AccountPage({
  asset,
  token,
  title,
  section,
  scripts = [],
  head,
  children,
}: AccountPageProps) {
  return Layout({
    title: `${title} · Playgrounds`,
    asset,
    scripts: ['account.js', ...scripts],
    head,
    nav: (
      <>
        {Object.entries(TEXTS.sections).map(([name, text]) => (
          <a href={`/account/${name}`} aria-current={name === section ? 'page' : undefined}>
            {text}
          </a>
        ))}
        <form method="post" action="/account/sign-out">
          <Token token={token} />
          <button type="submit">Sign out</button>
        </form>
      </>
    ),
    children,
  });
}

/** A problem, shown above a form. */
export function Problem({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="problem" role="alert">
      <Message text={message} />
    </p>
  );
}

/** A time in UTC, which a script shows in the reader's format and zone; to the second where it tells results apart. */
export function Time({ value, otherwise = '', precise = false }: TimeProps) {
  if (value === null) return <>{otherwise}</>;
  return (
    <time dateTime={value} data-local={precise ? 'seconds' : 'minutes'}>
      {value.slice(0, precise ? 19 : 16).replace('T', ' ')} UTC
    </time>
  );
}

interface TimeProps {
  value: string | null;
  otherwise?: string;
  precise?: boolean;
}

/** Asks before something that cannot be undone. */
export function Confirm({
  title,
  text,
  action,
  button,
  back,
  section,
  ...pageContext
}: PageContext & {
  title: string;
  text: string;
  action: string;
  button: string;
  back: string;
  section: Section;
}) {
  return AccountPage({
    ...pageContext,
    title,
    section,
    children: (
      <article class="narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <form method="post" action={action}>
          <Token token={pageContext.token} />
          <p class="buttons">
            <button type="submit" class="danger">
              {button}
            </button>{' '}
            <a class="button" href={back}>
              Keep it
            </a>
          </p>
        </form>
      </article>
    ),
  });
}

/** A column's heading and what it shows of an item. The first column names the item. */
export type Columns<Item> = readonly (readonly [head: string, cell: (item: Item) => ComponentChildren])[];

/**
 * A list of things as a table; on narrow screens each row is a card.
 */
export function ListTable<Item>({
  label,
  columns,
  items,
}: {
  label: string;
  columns: Columns<Item>;
  items: readonly Item[];
}) {
  return (
    <table class="list" aria-label={label}>
      <thead>
        <tr>
          {columns.map(([head]) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr>
            {columns.map(([head, cell], index) =>
              index === 0 ? <th scope="row">{cell(item)}</th> : <td data-head={head}>{cell(item)}</td>,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagesProps {
  path: string;
  pagination: Pagination;
  query?: Readonly<Record<string, string>> | undefined;
}

const linkOf = ({ path, query }: PagesProps, page: number) =>
  `${path}?${new URLSearchParams({ ...query, page: String(page) })}`;

/** Says that a list has no such page. */
export function NoSuchPage(props: PagesProps) {
  const { page, total_pages: pages } = props.pagination;
  const last = Math.max(1, pages);
  if (page === null || page <= last) return null;
  return (
    <p role="alert">
      {TEXTS.noSuchPage(page, last)} <a href={linkOf(props, last)}>Go to the last page</a>
    </p>
  );
}

/** Links to the other pages of a list; a page past the end says so. */
export function Pages(props: PagesProps) {
  const { page, total_pages: last } = props.pagination;
  const link = (number: number) => linkOf(props, number);
  if (page === null || (page === 1 && last <= 1)) return null;
  if (page > Math.max(1, last)) return <NoSuchPage {...props} />;
  return (
    <nav class="pages" aria-label="Pages">
      {page > 1 && (
        <a href={link(page - 1)} rel="prev">
          Newer
        </a>
      )}
      <span>{TEXTS.position(page, last)}</span>
      {page < last && (
        <a href={link(page + 1)} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}
