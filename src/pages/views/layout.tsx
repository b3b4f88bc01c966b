/** The frame of every page: head, and the bar at the top. */
import type { ComponentChildren } from 'preact';
import { asset, iconSprite } from '../assets.ts';
import { AccountNav, type Section, SignOut } from './account-nav.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './inputs.tsx';

export interface LayoutProps {
  title: string;
  /** `auto` follows the browser. */
  theme?: 'dark' | 'light' | 'auto';
  /** Names of the modules that the page runs. */
  scripts?: readonly string[];
  /** More of the head. */
  head?: ComponentChildren;
  /** The part of the account that the page is of. Other pages show the account's links if a script says who reads them. */
  section?: Section;
  /** The page's own bar, in the place of the site's. */
  bar?: ComponentChildren;
  /** Without the bar, for a frame, and in the fonts of the system. */
  bare?: boolean;
  children: ComponentChildren;
}

const FONTS = ['inter-latin-wght-normal.woff2', 'jetbrains-mono-latin-wght-normal.woff2'];

/** The HTML document of a page. */
export function Layout(props: LayoutProps) {
  const { title, theme = 'auto', scripts = [], head, section, bar, bare = false, children } = props;
  return (
    <html lang="en" data-theme={theme} data-signed-in={section && ''}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        {!bare &&
          FONTS.map((name) => (
            <link rel="preload" href={asset(name)} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        <link rel="stylesheet" href={asset('style.css')} />
        {/* Not a module: it sets the theme before the first paint. A frame may have a fixed theme. */}
        {(!bare || theme === 'auto') && <script src={asset('theme.js')} />}
        {scripts.map((name) => (
          <script type="module" src={asset(name)} />
        ))}
        {head}
      </head>
      <body class={bare ? 'pg-bare' : undefined}>
        {/* Ours alone, made when the files were built. */}
        <svg hidden dangerouslySetInnerHTML={{ __html: iconSprite() }} />
        {!bare && <Bar section={section} own={bar} />}
        <main id="main">{children}</main>
      </body>
    </html>
  );
}

interface PublicHeadProps {
  title: string;
  description: string;
  url: string;
  /** Whether there is a picture of it at `.png`. */
  hasPicture?: boolean;
  children?: ComponentChildren;
}

/** What other sites and programs read of a public page, whose Markdown is beside it. */
export function PublicHead({ title, description, url, hasPicture = false, children }: PublicHeadProps) {
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <link rel="alternate" type="text/markdown" href={`${url}.md`} />
      {children}
      {Object.entries({
        ...{ type: 'website', site_name: 'Playgrounds', title, description, url },
        ...(hasPicture && {
          image: `${url}.png`,
          'image:width': 1200,
          'image:height': 630,
          'image:alt': title,
        }),
      }).map(([name, content]) => (
        <meta property={`og:${name}`} content={String(content)} />
      ))}
      <meta name="twitter:card" content={hasPicture ? 'summary_large_image' : 'summary'} />
    </>
  );
}

function Bar({ section, own }: { section: Section | undefined; own: ComponentChildren }) {
  return (
    <header class="pg-bar">
      <a class="pg-skip" href="#main">
        Skip to the content
      </a>
      <a class="pg-bar__logo" href={own === undefined ? '/' : '/account/playgrounds'}>
        <Logo />
        <span class="pg-bar__brand">Playgrounds</span>
      </a>
      {own ?? <SiteLinks section={section} />}
    </header>
  );
}

/** The style sheet turns the page to the other theme; a script only remembers. */
export const ThemeSwitch = () => (
  <label class="pg-btn pg-btn--icon pg-bar__theme" title="Other theme">
    <input type="checkbox" class="pg-hide" id="other-theme" />
    <Icon name="sun-moon" />
    <span class="pg-hide">Other theme (light or dark)</span>
  </label>
);

/** On a narrow screen the links of an account are a menu, which opens without scripts. */
function SiteLinks({ section }: { section: Section | undefined }) {
  return (
    <>
      <nav class="pg-bar__nav" aria-label="Site" id="site-menu" popover="auto">
        <AccountNav section={section} />
        <a class="pg-bar__link pg-bar__link--end" href="/docs">
          API
        </a>
      </nav>
      <ThemeSwitch />
      <a class="pg-bar__link pg-for-visitors" href="/account">
        Sign in
      </a>
      <SignOut />
      <IconButton
        icon="menu"
        label="Menu"
        class="pg-btn pg-btn--icon pg-bar__menu pg-for-account"
        popovertarget="site-menu"
      />
    </>
  );
}

function Logo() {
  return (
    <svg class="pg-logo" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect width="22" height="22" rx="6" />
      <path d="M8.2 6.9c0-.8.9-1.3 1.6-.9l5.6 3.4c.7.4.7 1.4 0 1.8l-2.2 1.3M8.2 10.4v5.2M8.2 15.6h5" />
    </svg>
  );
}
