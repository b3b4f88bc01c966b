/** The script of the start page: converts commands in place. */
import { h, render } from 'preact';
import { Conversion } from '../pages/views/conversion.tsx';
import { addCopyButtons } from './lib/copy.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { editorLink, prefillOf } from './lib/prefill.ts';
import { problem } from './lib/problem.ts';
import { showSignedIn } from './lib/signed-in.ts';
import { rememberTabs } from './lib/tabs.ts';
import { rememberTheme } from './lib/theme-switch.ts';

rememberTheme();
showMacKeys();
void showSignedIn();
const form = document.querySelector<HTMLFormElement>('#try');
const place = document.querySelector('#result');
const area = document.querySelector<HTMLTextAreaElement>('#command');
const save = document.querySelector<HTMLAnchorElement>('#save');

function prefill(): void {
  const found = prefillOf(location.hash);
  if (found === undefined || area === null) return;
  area.value = found.curl;
  place?.replaceChildren(); // the example is not of this command
}
prefill();
addEventListener('hashchange', prefill);
if (save !== null) {
  save.hidden = false;
  save.addEventListener('click', () => {
    save.href = editorLink(area?.value ?? '');
  });
}
if (form !== null && place !== null) {
  // The result follows what is pasted or typed.
  let waiting: number | undefined;
  area?.addEventListener('input', () => {
    clearTimeout(waiting);
    const isWorthIt = area.value.trim().length > 5;
    if (isWorthIt) waiting = window.setTimeout(() => form.requestSubmit(), 400);
  });
  form.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const example = event.submitter?.dataset['command'];
    if (example !== undefined && area !== null) area.value = example;
    clearTimeout(waiting);
    const command = String(new FormData(form).get('curl_command')).replaceAll('\r\n', '\n');
    try {
      const response = await fetch('/', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ curl_command: command }),
      });
      const conversion = await response.json();
      if (!response.ok) throw new Error(conversion.error.message);
      const fresh = document.createElement('div');
      const typed = String(new FormData(form).get('curl_command')).replaceAll('\r\n', '\n');
      if (typed !== command) return; // more was typed since then
      if (area !== null && conversion.message !== undefined) area.value = conversion.command;
      render(h(Conversion, conversion), fresh);
      place.replaceChildren(fresh);
      rememberTabs(fresh);
      addCopyButtons(fresh);
    } catch (error) {
      place.replaceChildren(problem(error));
    }
  });
}
