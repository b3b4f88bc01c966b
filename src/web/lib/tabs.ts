/** Tabs that remember the reader's choice. */
import { forBrowser } from './storage.ts';

const keyOf = (group: string): string => `tab ${group}`;

/** Returns the tab of a group that the reader selected last. */
export const remembered = (group: string): string | null => forBrowser.get(keyOf(group));

/** Stores which tab of a group the reader selected, for this page and later ones; a language without its library, too. */
export function rememberTabs(scope: ParentNode = document): void {
  for (const tabs of scope.querySelectorAll<HTMLElement>('[data-remember]')) {
    const group = tabs.dataset['remember'] ?? '';
    const last = remembered(group);
    for (const one of tabs.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      `[name="${CSS.escape(group)}"]`,
    )) {
      if (one instanceof HTMLSelectElement) {
        const values = [...one.options].map(({ value }) => value);
        const [language] = last?.split(' ') ?? [];
        const found =
          values.find((value) => value === last) ?? values.find((value) => value.split(' ')[0] === language);
        one.value = found ?? one.value;
      } else if (one.value === last) one.checked = true;
      one.addEventListener('change', () =>
        forBrowser.set(keyOf(group), 'checked' in one && !one.checked ? '' : one.value),
      );
    }
  }
}
