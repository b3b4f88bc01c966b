/** The frame of an account's pages, and the parts that they share. */
import type { ComponentChildren } from 'preact';
import type { Pagination } from '../../schemas/common.ts';
import type { Section } from './account-nav.tsx';
import { Button, ButtonLink, Submit } from './inputs.tsx';
import { Layout } from './layout.tsx';
import { Name } from './visible-text.tsx';
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
export const AccountPage = ({ title, scripts = [], ...page }: AccountPageProps) => (
  <Layout title={`${title} · Playgrounds`} scripts={['account.js', ...scripts]} {...page} />
);

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

interface PanelProps {
  title: string;
  id?: string;
  note?: string;
  children: ComponentChildren;
}

/** A part of such a page, with its heading. */
export const Panel = ({ title, id, note, children }: PanelProps) => (
  <section class="pg-panel" aria-label={title} id={id}>
    <h2 class="pg-panel__head">
      {title} {note !== undefined && <span class="pg-panel__note">{note}</span>}
    </h2>
    {children}
  </section>
);

/** The heading of a page below another one, with a link to that. */
export const Under = (page: { href: string; name: string; children: ComponentChildren }) => (
  <>
    <a class="pg-up" href={page.href}>
      <Name text={page.name} />
    </a>{' '}
    / {page.children}
  </>
);

/** A problem, shown above a form. */
export function Problem({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="pg-problem" role="alert">
      <Message text={message} />
    </p>
  );
}

interface FormDialogProps {
  id: string;
  title: string;
  action: string;
  /** What it does. */
  button: string;
  kind?: 'primary' | 'danger';
  /** What it does rarely: its name and words. */
  apart?: readonly [does: string, words: string] | undefined;
  children: ComponentChildren;
}

/** A form in a dialog, which a button with its id as `popovertarget` opens, without scripts too. */
export function FormDialog({ id, title, action, button, kind, apart, children }: FormDialogProps) {
  return (
    <div class="pg-dialog" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <form method="post" action={action} class="pg-dialog__form">
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <p class="pg-row pg-dialog__foot">
          <Button popovertarget={id} popovertargetaction="hide" autofocus={kind === 'danger'}>
            Cancel
          </Button>
          <Submit kind={kind ?? 'primary'}>{button}</Submit>
          {apart && (
            <Button
              type="submit"
              kind="danger"
              class="pg-dialog__apart"
              name="do"
              value={apart[0]}
              formNoValidate
            >
              {apart[1]}
            </Button>
          )}
        </p>
      </form>
    </div>
  );
}

/** Asks before something that cannot be undone. */
export const Confirm = ({ children, ...dialog }: FormDialogProps) => (
  <FormDialog kind="danger" {...dialog}>
    <p>{children}</p>
  </FormDialog>
);

interface PagesProps {
  path: string;
  pagination: Pagination;
  query?: Readonly<Record<string, string>> | undefined;
  /** In the place of the number of the page. */
  children?: ComponentChildren;
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
  if (page === null || (page === 1 && last <= 1 && props.children === undefined)) return null;
  if (page > Math.max(1, last)) return <NoSuchPage {...props} />;
  return (
    <nav class="pg-pages" aria-label="Pages">
      <span>{props.children ?? `Page ${page} of ${last}`}</span>
      {page > 1 && (
        <ButtonLink href={linkOf(props, page - 1)} rel="prev">
          Newer
        </ButtonLink>
      )}
      {page < last && (
        <ButtonLink href={linkOf(props, page + 1)} rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
