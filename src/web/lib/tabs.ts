/** Tabs that remember the reader's choice. */
const keyOf = (group: string): string => `tab ${group}`;

/** Returns the tab of a group that the reader selected last. */
export const remembered = (group: string): string | null => localStorage.getItem(keyOf(group));

/** Stores which tab of a group the reader selected, for this page and later ones. */
export function rememberTabs(scope: ParentNode = document): void {
  for (const tabs of scope.querySelectorAll<HTMLElement>('[data-remember]')) {
    const group = tabs.dataset['remember'] ?? '';
    for (const one of tabs.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      `[name="${CSS.escape(group)}"]`,
    )) {
      const isMenu = one instanceof HTMLSelectElement;
      const last = remembered(group);
      if (!isMenu && one.value === last) one.checked = true;
      if (isMenu && [...one.options].some(({ value }) => value === last)) one.value = last ?? one.value;
      one.addEventListener('change', () => localStorage.setItem(keyOf(group), one.value));
    }
  }
}
