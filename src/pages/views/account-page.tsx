/** The frame of an account's pages, and the parts that they share. */
import type { ComponentChildren } from 'preact';
import type { Pagination } from '../../schemas/common.ts';
import type { Section } from './account-nav.tsx';
import { ButtonLink, Submit } from './inputs.tsx';
import { Layout } from './layout.tsx';
import { Message } from './warnings.tsx';

interface AccountPageProps {
  title: string;
  section: Section;
  scripts?: readonly string[];
  head?: ComponentChildren;
  /** In the place of the site's bar. */
  bar?: ComponentChildren;
  children: ComponentChildren;
}

/** A page for a signed-in user. */
export function AccountPage({ title, section, scripts = [], head, bar, children }: AccountPageProps) {
  return (
    <Layout
      title={`${title} · Playgrounds`}
      scripts={['account.js', ...scripts]}
      head={head}
      bar={bar}
      section={section}
    >
      {children}
    </Layout>
  );
}

/** Such a page with one column below a heading, by default its title. */
export function AccountArticle({
  heading,
  children,
  ...page
}: AccountPageProps & { heading?: ComponentChildren }) {
  return (
    <AccountPage {...page}>
      <article class="pg-page">
        <h1>{heading ?? page.title}</h1>
        {children}
      </article>
    </AccountPage>
  );
}

/** A problem, shown above a form. */
export function Problem({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="pg-problem" role="alert">
      <Message text={message} />
    </p>
  );
}

interface ConfirmProps extends Pick<AccountPageProps, 'title' | 'section'> {
  text: string;
  action: string;
  button: string;
  back: string;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, action, button, back, section }: ConfirmProps) {
  return (
    <AccountPage title={title} section={section}>
      <article class="pg-page__narrow">
        <h1>{title}</h1>
        <p>{text}</p>
        <form method="post" action={action}>
          <p class="pg-row">
            <Submit>{button}</Submit> <ButtonLink href={back}>Keep it</ButtonLink>
          </p>
        </form>
      </article>
    </AccountPage>
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
      There is no page {page}: the list has {last === 1 ? 'one page' : `${last} pages`}.{' '}
      <a href={linkOf(props, last)}>Go to the last page</a>
    </p>
  );
}

/** Links to the other pages of a list; a page past the end says so. */
export function Pages(props: PagesProps) {
  const { page, total_pages: last } = props.pagination;
  if (page === null || (page === 1 && last <= 1)) return null;
  if (page > Math.max(1, last)) return <NoSuchPage {...props} />;
  return (
    <nav class="pg-pages" aria-label="Pages">
      {page > 1 && (
        <a href={linkOf(props, page - 1)} rel="prev">
          Newer
        </a>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <a href={linkOf(props, page + 1)} rel="next">
          Older
        </a>
      )}
    </nav>
  );
}
