import { h, render } from 'preact';
import { Code } from '../../pages/views/visible-text.tsx';
import type { Field } from './fields.ts';

/** Writes the chosen options of the card into the codes of the Share dialog and into the preview. */
export function followOptions(dialog: HTMLElement): void {
  dialog.addEventListener('change', ({ target }) => {
    const field = target as Field; // a control, as all that send this event
    if (field.dataset['option'] === undefined) return;
    const isChosen = ({ dataset, value }: Field) =>
      value !== '' &&
      !value.includes('"') &&
      (dataset['option'] !== 'accent' || CSS.supports('color', value));
    field.ariaInvalid = String(field.value !== '' && !isChosen(field));
    const chosen = [...dialog.querySelectorAll<Field>('[data-option]')]
      .filter(isChosen)
      .map(({ dataset, value }): [string, string] => [dataset['option'] ?? '', value]);
    const attributes = chosen.map(([name, value]) => ` data-${name}="${value}"`).join('');
    const query = chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
    for (const place of dialog.querySelectorAll<HTMLElement>('.pg-snippet pre')) {
      const { language = '' } = place.dataset;
      place.dataset['text'] ??= place.textContent ?? '';
      const text = place.dataset['text']
        .replace(/(?<=data-playground="[^"]*")/, attributes)
        .replace(/(iframe src="[^"]*)"/, `$1${query}"`);
      render(null, place);
      place.replaceChildren(); // rendered by the server
      render(h(Code, { text, language }), place);
    }
    const frame = dialog.querySelector('iframe');
    if (frame === null) return;
    // Chromium can drop the second of two addresses given to a lazy frame shortly after one another.
    frame.loading = 'eager';
    frame.src = `${frame.src.split('?')[0]}${query}`;
  });
}
