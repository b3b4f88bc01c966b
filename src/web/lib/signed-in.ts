/**
 * Pages outside of the account do not get its cookie. If somebody signed in with this browser, they show the account's links
 * (theme.ts), and ask below `/account` whether that is still so, and whether its owner reads them.
 */
import { forBrowser } from './storage.ts';
import { deleteUnsavedChanges } from './unsaved-store.ts';

const KEY = 'signed-in';

/** Remembers that somebody is signed in, or not. */
export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) forBrowser.set(KEY, 'yes');
  else {
    forBrowser.remove(KEY);
    delete document.documentElement.dataset['signedIn'];
  }
}

/** Shows a page as its owner sees it, or as visitors do if the session has ended. */
export async function showSignedIn(): Promise<void> {
  if (forBrowser.get(KEY) === null) return;
  const copy = document.querySelector<HTMLAnchorElement>('a[data-edit-copy]');
  const response = await fetch(`/account/signed-in?playground=${copy?.dataset['editCopy'] ?? ''}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) return rememberSignedIn(false);
  rememberSignOut();
  const { owns } = await response.json();
  const words = copy?.querySelector('.pg-folds');
  if (!owns || copy === null || words === null || words === undefined) return;
  copy.href = `/account/playgrounds/${copy.dataset['editCopy']}`;
  words.textContent = 'Edit';
}

/** Signing out deletes what the account left in this browser. */
export function rememberSignOut(): void {
  document.querySelector('form[action="/account/sign-out"]')?.addEventListener('submit', () => {
    rememberSignedIn(false);
    deleteUnsavedChanges();
  });
}
