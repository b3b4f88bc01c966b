/**
 * Links that bring a command along: `/#curl=…` and `/account/playgrounds/new#curl=…&name=…`, percent-encoded. A fragment
 * never reaches a server, and nothing runs by itself.
 */
export interface Prefill {
  curl: string;
  name: string;
}

/** Reads the command in a fragment; undefined without one. */
export function prefillOf(fragment: string): Prefill | undefined {
  const fields = new Map(
    fragment
      .replace(/^#/, '')
      .split('&')
      .map((field) => {
        const [name = '', ...value] = field.split('=');
        return [name, decoded(value.join('='))];
      }),
  );
  const curl = fields.get('curl') ?? '';
  return curl === '' ? undefined : { curl, name: fields.get('name') ?? '' };
}

/** A link to the editor that brings a command along. */
export const editorLink = (curl: string): string =>
  `/account/playgrounds/new#curl=${encodeURIComponent(curl)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that nobody encoded
  }
}

const KEY = 'prefill';

/** Signing in loses the fragment: kept in this tab until then. */
export function keepUntilSignedIn(): void {
  if (prefillOf(location.hash) !== undefined) sessionStorage.setItem(KEY, location.hash);
}

/** Opens the editor with the kept fragment, once. */
export function goOnSignedIn(): void {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return;
  sessionStorage.removeItem(KEY);
  location.replace(`/account/playgrounds/new${kept}`);
}
