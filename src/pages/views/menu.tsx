/** A menu behind a button: it opens without scripts. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface MenuProps {
  label: string;
  /** Of the menus of a group, one is open at a time. */
  group?: string;
  children: ComponentChildren;
}

export function Menu({ label, group, children }: MenuProps) {
  return (
    <details class="pg-menu" name={group}>
      <summary class="pg-btn pg-btn--icon" aria-label={label} title={label}>
        <Icon name="ellipsis" />
      </summary>
      <div class="pg-menu__list">{children}</div>
    </details>
  );
}
