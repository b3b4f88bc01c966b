/** Writes the chosen options of the card into the codes of the Share dialog and into the preview. */
export function followOptions(dialog: HTMLElement): void {
  dialog.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset['option'] === undefined) return;
    const chosen = [...dialog.querySelectorAll<HTMLSelectElement>('[data-option]')]
      .filter(({ value }) => value !== '')
      .map(({ dataset, value }): [string, string] => [dataset['option'] ?? '', value]);
    const attributes = chosen.map(([name, value]) => ` data-${name}="${value}"`).join('');
    const query = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
    for (const code of dialog.querySelectorAll<HTMLElement>('pre > code')) {
      code.dataset['text'] ??= code.textContent ?? '';
      code.textContent = code.dataset['text']
        .replace(/(?<=data-playground="[^"]*")/, attributes)
        .replace(/(iframe src="[^"]*)"/, `$1${query}"`);
    }
    const frame = dialog.querySelector('iframe');
    if (frame === null) return;
    // Chromium can drop the second of two addresses given to a lazy frame shortly after one another.
    frame.loading = 'eager';
    frame.src = `${frame.src.split('?')[0]}${query}`;
  });
}
