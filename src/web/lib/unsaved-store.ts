/** What unsaved changes are stored by; apart from the editor's, as each page deletes them when somebody signs out. */
import { forBrowser, forTab } from './storage.ts';

export const PREFIX = 'unsaved ';

/** Whether the user gives the changes up: then they are not stored, and leaving does not warn. */
export const unsaved = { givenUp: false };

/** Deletes all unsaved changes from this browser, so that its next user does not see them. */
export function deleteUnsavedChanges(): void {
  unsaved.givenUp = true;
  forBrowser.clear(PREFIX);
  forTab.clear(); // values of variables
}
