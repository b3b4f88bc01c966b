/** The script of the account pages: copy buttons, and times in the reader's time zone. */
import { addCopyButtons } from './lib/copy.ts';
import { showLocalTimes } from './lib/local-times.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { goOnSignedIn, keepUntilSignedIn } from './lib/prefill.ts';
import { signInByLink } from './lib/sign-in-link.ts';
import { rememberSignedIn, rememberSignOut } from './lib/signed-in.ts';
import { rememberTheme } from './lib/theme-switch.ts';

const signIn = document.querySelector<HTMLFormElement>('form[action="/account/sign-in"]');
if (signIn === null) goOnSignedIn();
else if (!signInByLink(signIn)) keepUntilSignedIn();
rememberTheme();
showLocalTimes(document);
showMacKeys();
addCopyButtons(document);
rememberSignedIn(signIn === null);
rememberSignOut();
// Comparing takes two results.
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement; // only forms are submitted
  const note = form.querySelector('[data-choose-two]');
  if (note === null) return;
  const isTwo = new FormData(form).getAll('test').length === 2;
  note.textContent = isTwo ? '' : 'Tick two results to compare them.';
  if (!isTwo) event.preventDefault();
});
// One menu at a time, closed by Escape and a click elsewhere.
document.addEventListener('click', ({ target }) => closeMenus(target as Element));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(document.body);
});
function closeMenus(target: Element): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.pg-menu[open]'))
    if (!menu.contains(target)) menu.open = false;
}
