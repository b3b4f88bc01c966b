/** A strip across a page, or a part of it: what blocks or can be lost, with what can be done at its right. Pure. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface BannerProps {
  icon: IconName;
  role: 'alert' | 'status';
  /** Buttons; the first is the one that helps. */
  actions: ComponentChildren;
  isRound?: boolean;
  children: ComponentChildren;
}

export const Banner = ({ icon, role, actions, isRound = false, children }: BannerProps) => (
  <div class={`pg-banner pg-banner--warning${isRound ? '' : ' pg-banner--strip'}`} role={role}>
    <Icon name={icon} />
    <p class="pg-banner__text">{children}</p>
    <span class="pg-banner__end">{actions}</span>
  </div>
);
