/** Remembers the theme that the reader turns to. The style sheet alone does the turning. */
export function rememberTheme(): void {
  const page = document.documentElement;
  const other = document.querySelector<HTMLInputElement>('#other-theme');
  other?.addEventListener('change', () => {
    const scheme = getComputedStyle(page).colorScheme;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    // `color-scheme: light dark` follows the system.
    const now = scheme === 'dark' || scheme === 'light' ? scheme : system;
    localStorage.setItem('theme', now);
  });
}
