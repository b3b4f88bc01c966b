/** What every page of somebody who is signed in has around it. */
import type { ComponentChildren } from 'preact';
import { Layout } from './layout.tsx';
import { plain } from './text.tsx';

export interface Around {
  asset: (name: string) => string;
  /** Proves that a form is ours. */
  token: string;
}

const SECTIONS = [
  ['playgrounds', 'Playgrounds'],
  ['keys', 'Keys'],
  ['usage', 'Usage'],
] as const;
export type Section = (typeof SECTIONS)[number][0];

export function Token({ token }: { token: string }) {
  return <input type="hidden" name="_csrf" value={token} />;
}

export interface AccountPageProps extends Around {
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
        {SECTIONS.map(([name, text]) => (
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

/** A problem that is told above a form. */
export function Problem({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="problem" role="alert">
      {plain(message)}
    </p>
  );
}
