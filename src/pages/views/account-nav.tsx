/** The links of the account in the bar at the top. Pure. */
import { Icon, type IconName } from './icon.tsx';

const SECTIONS = {
  playgrounds: 'Playgrounds',
  sites: 'Sites',
  keys: 'Keys',
  usage: 'Usage',
  audit: 'Audit log',
};

export type Section = keyof typeof SECTIONS;

/** @param section that the page is of */
export function AccountNav({ section }: { section: Section | undefined }) {
  return Object.entries(SECTIONS).map(([name, text]) => (
    <a
      class="pg-bar__link pg-for-account"
      href={`/account/${name}`}
      aria-current={name === section ? 'page' : undefined}
    >
      {text}
    </a>
  ));
}

export const SignOut = ({ icon }: { icon?: IconName }) => (
  <form method="post" action="/account/sign-out" class="pg-for-account">
    <button type="submit" class="pg-bar__link">
      {icon !== undefined && <Icon name={icon} />}
      Sign out
    </button>
  </form>
);
