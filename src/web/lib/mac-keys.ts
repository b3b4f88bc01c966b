/** Shows the shortcuts of a page with Mac keys on a Mac. */
export function showMacKeys(): void {
  if (!/^(?:Mac|iP)/.test(navigator.platform)) return;
  for (const key of document.querySelectorAll('kbd'))
    key.textContent = key.textContent?.replace('Ctrl', '⌘') ?? '';
}
