/** The script of the account pages: copy buttons, and times in the reader's time zone. */
import { connectButtons } from './lib/buttons.ts';
import { showLocalTimes } from './lib/local-times.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { goOnSignedIn, keepUntilSignedIn } from './lib/prefill.ts';
import { searchAsYouType } from './lib/search.ts';
import { signInByLink } from './lib/sign-in-link.ts';
import { rememberSignedIn, rememberSignOut } from './lib/signed-in.ts';
import { rememberTheme } from './lib/theme-switch.ts';

const signIn = document.querySelector<HTMLFormElement>('form[action="/account/sign-in"]');
if (signIn === null) goOnSignedIn();
else if (!signInByLink(signIn)) keepUntilSignedIn();
rememberTheme();
searchAsYouType();
showLocalTimes(document);
showMacKeys();
connectButtons();
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
