/**
 * Links that contain a command: `/#curl=…` and `/account/playgrounds/new#curl=…&name=…`, percent-encoded. A fragment
 * is never sent to a server, and nothing runs automatically.
 */
import { fragmentOf } from '../../pages/views/format.tsx';
import { percentDecode } from '../../request/percent.ts';
import type { Field } from './fields.ts';
import { forTab } from './storage.ts';

interface Prefill {
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
        const text = value.join('=');
        return [name, percentDecode(text) ?? text];
      }),
  );
  const curl = fields.get('curl') ?? '';
  return curl === '' ? undefined : { curl, name: fields.get('name') ?? '' };
}

/** Returns a link to the editor with a command. */
export const editorLink = (curl: string): string => `/account/playgrounds/new${fragmentOf(curl)}`;

const KEY = 'prefill';

/** Stores the fragment in this tab, because signing in loses it. */
export function keepUntilSignedIn(): void {
  if (prefillOf(location.hash) !== undefined) forTab.set(KEY, location.hash);
  const note = document.querySelector<HTMLElement>('[data-kept]');
  if (note !== null) note.hidden = forTab.get(KEY) === null;
}

/** Opens the editor with the stored fragment, once. */
export function goOnSignedIn(): void {
  const kept = forTab.get(KEY);
  if (kept === null) return;
  forTab.remove(KEY);
  location.replace(`/account/playgrounds/new${kept}`);
}

const VALUES = 'values';

/** Keeps what a reader typed for the editor, which opens next in this tab. */
export function keepValues(fields: readonly Field[]): void {
  forTab.set(VALUES, JSON.stringify(fields.map(({ name, value }) => [name, value])));
}

/** Returns the kept values by the names of their fields, once. */
export function takeValues(): Map<string, string> {
  const kept = forTab.get(VALUES);
  forTab.remove(VALUES);
  return new Map(JSON.parse(kept ?? '[]'));
}
