/** A strip across the editor: what blocks or can be lost, with what can be done at its right. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  icon: IconName;
  role: 'alert' | 'status';
  /** Buttons; the first is the one that helps. */
  actions: ComponentChildren;
  children: ComponentChildren;
}

export const Banner = ({ icon, role, actions, children }: BannerProps) => (
  <div class="pg-banner pg-banner--warning pg-banner--strip" role={role}>
    <Icon name={icon} />
    <p class="pg-banner__text">{children}</p>
    <span class="pg-banner__end">{actions}</span>
  </div>
);
