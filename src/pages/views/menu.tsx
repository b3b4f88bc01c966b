/** A menu behind a button: it opens without scripts. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** Shows a menu of more actions. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <details class="pg-menu">
      <summary class="pg-btn pg-btn--icon" aria-label={label} title={label}>
        <Icon name="ellipsis" />
      </summary>
      <div class="pg-menu__list">{children}</div>
    </details>
  );
}
