/** Remembers which tab of a group the reader chose, for this page and the next ones. */
export function rememberTabs(scope: ParentNode = document): void {
  for (const tabs of scope.querySelectorAll<HTMLElement>('[data-remember]')) {
    const key = `tab ${tabs.dataset['remember']}`;
    const radios = [...tabs.querySelectorAll<HTMLInputElement>('.tablist input')];
    const last = radios.find(({ value }) => value === localStorage.getItem(key));
    if (last !== undefined) last.checked = true;
    for (const radio of radios)
      radio.addEventListener('change', () => localStorage.setItem(key, radio.value));
  }
}
