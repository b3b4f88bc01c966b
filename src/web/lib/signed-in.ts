/**
 * Pages outside of the account do not get its cookie. They ask below `/account`, if somebody signed in with this browser, and
 * then show the account's links, and its owner Edit.
 */
import { h, render } from 'preact';
import { AccountNav, SignOut } from '../../pages/views/account-nav.tsx';
import { deleteUnsavedChanges } from './unsaved-changes.tsx';

const KEY = 'signed-in';

/** Remembers that somebody is signed in, or not. */
export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(KEY, 'yes');
  else {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['signedIn'];
  }
}

/** Shows a page as the signed-in account sees it. */
export async function showSignedIn(): Promise<void> {
  if (localStorage.getItem(KEY) === null || document.querySelector('[action="/account/sign-out"]') !== null)
    return;
  const copy = document.querySelector<HTMLAnchorElement>('a[data-edit-copy]');
  const response = await fetch(`/account/signed-in?playground=${copy?.dataset['editCopy'] ?? ''}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) return rememberSignedIn(false);
  const [nav, out] = [h(AccountNav, { section: undefined }), h(SignOut, {})].map((view) => {
    const place = document.createElement('div');
    render(view, place);
    return [...place.childNodes];
  });
  document.querySelector('#site-menu')?.prepend(...(nav ?? []));
  document.querySelector('.pg-bar > [href="/account"]')?.replaceWith(...(out ?? []));
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
