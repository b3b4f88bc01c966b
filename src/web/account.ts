/** The script of the account pages: copy buttons, and times in the reader's time zone. */
import { addCopyButtons } from './lib/copy.ts';
import { showLocalTimes } from './lib/local-times.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { goOnSignedIn, keepUntilSignedIn } from './lib/prefill.ts';
import { signInByLink } from './lib/sign-in-link.ts';
import { rememberTheme } from './lib/theme-switch.ts';
import { deleteUnsavedChanges } from './lib/unsaved-changes.ts';

const signIn = document.querySelector<HTMLFormElement>('form[action="/account/sign-in"]');
if (signIn === null) goOnSignedIn();
else if (!signInByLink(signIn)) keepUntilSignedIn();
rememberTheme();
showLocalTimes(document);
showMacKeys();
addCopyButtons(document);
document.querySelector('form[action="/account/sign-out"]')?.addEventListener('submit', deleteUnsavedChanges);
