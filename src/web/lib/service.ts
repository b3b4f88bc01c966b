/**
 * Sends requests of the editor. If the session has expired, it signs in again and repeats, so that nothing typed is lost.
 */
import type { ConflictProps } from '../../pages/views/conflict.tsx';

/** A request that the service refused. */
export interface Refusal extends Error {
  /** Seconds until a limit that is reached is over; 0 for another reason. */
  retryAfter: number;
  /** What differs, when the playground was saved elsewhere. */
  conflict?: ConflictProps;
}

interface ErrorBody extends Pick<Refusal, 'conflict'> {
  error?: { message: string; details?: { code: string }[] };
}

interface PostOptions {
  signal?: AbortSignal;
  /** The media type of the response, if it is not JSON. */
  accept?: string;
  /** Whether nobody asked for the request: then it never asks for a key. */
  isBackground?: boolean;
  /** What to say when the service does not respond. */
  away?: string;
}

const AWAY = 'The service cannot be reached. What you typed is still here.';

/** Shared by requests that fail concurrently, so that the key is asked for once. */
let renewing: Promise<void> | undefined;

/**
 * Posts a form's fields, or JSON, and reads JSON.
 * @throws as {@link post}
 */
export async function ask<T>(
  path: string,
  fields: [string, string][] | object,
  options?: PostOptions,
): Promise<T> {
  return (await post(path, fields, options)).json();
}

/**
 * Posts a form's fields, or an object as JSON.
 * @throws Refusal, or Error when the service is unreachable or the user does not sign in again
 */
export async function post(
  path: string,
  fields: [string, string][] | object,
  { signal, accept = 'application/json', isBackground = false, away }: PostOptions = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = {
      method: 'POST',
      headers: {
        accept,
        ...(!Array.isArray(fields) && { 'content-type': 'application/json' }),
      },
      body: Array.isArray(fields) ? new URLSearchParams(fields) : JSON.stringify(fields),
      ...(signal && { signal }),
    };
    const response = await reach(path, sent, away);
    if (response.ok) return response;
    const { error, conflict }: ErrorBody = await response.json();
    const { message = 'The service did not respond. Try again.' } = error ?? {};
    if (response.status === 401 && isBackground)
      throw new Error('Your session has ended. Run or save to sign in again.');
    if (response.status !== 401 || attempt === 3) {
      const retryAfter = response.status === 429 ? Number(response.headers.get('retry-after')) : 0;
      throw Object.assign(new Error(message), { retryAfter, conflict, code: error?.details?.[0]?.code });
    }
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    await renewing;
  }
}

/** Loads a page of the account as a document without showing it. */
export async function openPage(path: string): Promise<Document> {
  const response = await reach(path);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

async function reach(path: string, options?: RequestInit, away = AWAY): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch {
    throw new Error(away);
  }
}

/** Signs in again when the session has ended. */
async function renew(): Promise<void> {
  for (let problem = ''; ; ) {
    const page = await openPage('/account/playgrounds/new');
    if (page.querySelector('input[name=key]') === null) return;
    const key = await askForKey(problem);
    if (key === undefined) throw new Error('You are signed out. What you typed is still here.');
    const response = await reach('/account/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ key }),
    });
    problem = response.ok ? '' : 'This key is not valid. Paste another one.';
  }
}

/** Asks for a key; undefined when the dialog is closed without one. */
function askForKey(problem: string): Promise<string | undefined> {
  const dialog = document.createElement('dialog');
  dialog.className = 'pg-dialog';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML = `<form method="dialog" class="pg-dialog__form">
    <h2 id="sign-in-title">Sign in again</h2>
    <p>Your session has ended. What you typed is still here.</p>
    <p class="pg-problem" role="alert"></p>
    <p class="pg-field"><label for="sign-in-key">API key</label>
      <input class="pg-input" id="sign-in-key" type="password" required autocomplete="current-password" spellcheck="false"></p>
    <p class="pg-row pg-dialog__foot"><button class="pg-btn pg-btn--primary" value="sign-in">Sign in</button>
      <button class="pg-btn pg-btn--secondary" value="cancel" formnovalidate>Cancel</button></p>
  </form>`; // only our own texts
  const alert = dialog.querySelector('.pg-problem');
  if (alert !== null) alert.textContent = problem;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const key = dialog.querySelector<HTMLInputElement>('input')?.value.trim();
      dialog.remove();
      resolve(dialog.returnValue === 'sign-in' ? key : undefined);
    });
  });
}
