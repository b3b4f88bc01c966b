/** Tabs that remember the reader's choice. */
const keyOf = (group: string): string => `tab ${group}`;

/** Returns the tab of a group that the reader selected last. */
export const remembered = (group: string): string | null => localStorage.getItem(keyOf(group));

/** Stores which tab of a group the reader selected, for this page and later ones. */
export function rememberTabs(scope: ParentNode = document): void {
  for (const tabs of scope.querySelectorAll<HTMLElement>('[data-remember]')) {
    const group = tabs.dataset['remember'] ?? '';
    const radios = [...tabs.querySelectorAll<HTMLInputElement>(':scope > .tablist input')];
    const last = radios.find(({ value }) => value === remembered(group));
    if (last !== undefined) last.checked = true;
    for (const radio of radios)
      radio.addEventListener('change', () => localStorage.setItem(keyOf(group), radio.value));
  }
}
