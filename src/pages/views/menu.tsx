/** A menu behind a button: it opens without scripts. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  label: string;
  /** Shown with the label; without it, the menu has three dots. */
  icon?: IconName;
  /** Of the menus of a group, one is open at a time. */
  group?: string;
  children: ComponentChildren;
}

export function Menu({ label, icon, group, children }: MenuProps) {
  return (
    <details class="pg-menu" name={group}>
      {icon === undefined ? (
        <summary class="pg-btn pg-btn--icon" aria-label={label} title={label}>
          <Icon name="ellipsis" />
        </summary>
      ) : (
        <summary class="pg-btn pg-btn--secondary">
          <Icon name={icon} /> {label}
        </summary>
      )}
      <div class="pg-menu__list">{children}</div>
    </details>
  );
}
