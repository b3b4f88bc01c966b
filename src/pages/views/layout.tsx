/** The frame of every page: head, header, footer. */
import type { ComponentChildren } from 'preact';
import { asset } from '../assets.ts';

export interface LayoutProps {
  title: string;
  /** `auto` follows the browser. */
  theme?: 'dark' | 'light' | 'auto';
  /** Names of the modules that the page runs. */
  scripts?: readonly string[];
  /** More of the head. */
  head?: ComponentChildren;
  /** Shown in the header beside the brand. */
  nav?: ComponentChildren;
  /** Without header and footer, for a frame. */
  bare?: boolean;
  children: ComponentChildren;
}

/** The HTML document of a page. */
export function Layout(props: LayoutProps) {
  const { title, theme = 'auto', scripts = [], head, nav, bare = false, children } = props;
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={asset('style.css')} />
        {/* Not a module: it sets the theme before the first paint. A frame may have a fixed theme. */}
        {(!bare || theme === 'auto') && <script src={asset('theme.js')} />}
        {scripts.map((name) => (
          <script type="module" src={asset(name)} />
        ))}
        {head}
      </head>
      <body class={bare ? 'bare' : undefined}>
        {!bare && (
          <header class="site">
            <a class="skip" href="#main">
              Skip to the content
            </a>
            <a class="brand" href="/">
              <span aria-hidden="true">▷</span> Playgrounds
            </a>
            <div class="bar">
              {/* On a narrow screen the links are a menu, which opens without scripts. */}
              <button type="button" class="menu" popovertarget="site-menu">
                Menu
              </button>
              <nav aria-label="Site" id="site-menu" popover="auto">
                {nav}
                <a href="/docs">API</a>
                <a href="/account">Account</a>
              </nav>
              {/* The style sheet turns the page to the other theme; a script only remembers. */}
              <label class="switch">
                <input type="checkbox" id="other-theme" />
                <span aria-hidden="true">◐</span>
                <span class="hidden">Other theme (light or dark)</span>
              </label>
            </div>
          </header>
        )}
        <main id="main">{children}</main>
        {!bare && (
          <footer class="site">
            <p>A saved API request: open, run and embed it, or get it as code.</p>
          </footer>
        )}
      </body>
    </html>
  );
}
