/** A place that is still empty: what comes here, and how. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}

export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div class="pg-empty">
    <Icon name={icon} />
    <p class="pg-empty__title">{title}</p>
    <p class="pg-empty__text">{children}</p>
  </div>
);
