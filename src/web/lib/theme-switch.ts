import { forBrowser } from './storage.ts';

/** Returns the current theme. */
export function currentTheme(): 'dark' | 'light' {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  // `color-scheme: light dark` follows the system.
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Stores the theme that the reader selects. The style sheet does the switching. */
export function rememberTheme(): void {
  const other = document.querySelector<HTMLInputElement>('#other-theme');
  other?.addEventListener('change', () => forBrowser.set('theme', currentTheme()));
}
