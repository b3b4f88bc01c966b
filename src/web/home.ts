/** The script of the start page: converts commands in place. */
import { h, render } from 'preact';
import { Conversion } from '../pages/views/conversion.tsx';
import { connectButtons } from './lib/buttons.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { enliven } from './lib/playground.ts';
import { prefillOf } from './lib/prefill.ts';
import { problem } from './lib/problem.ts';
import { showSignedIn } from './lib/signed-in.ts';
import { rememberTabs } from './lib/tabs.ts';
import { rememberTheme } from './lib/theme-switch.ts';

rememberTheme();
showMacKeys();
void showSignedIn();
const article = document.querySelector<HTMLElement>('.pg-home');
const form = document.querySelector<HTMLFormElement>('#try');
const place = document.querySelector<HTMLElement>('#result');
const area = document.querySelector<HTMLTextAreaElement>('#command');

function prefill(): void {
  const found = prefillOf(location.hash);
  if (found === undefined || area === null) return;
  area.value = found.curl;
  place?.replaceChildren(); // the example is not of this command
}
const connect = () => {
  const playground = document.querySelector<HTMLElement>('.playground');
  if (playground !== null) enliven(playground);
};
prefill();
connect();
rememberTabs(document);
connectButtons();
addEventListener('hashchange', prefill);

if (article !== null && form !== null && place !== null && area !== null) {
  // The result follows what is typed; what is pasted it replaces.
  let waiting: number | undefined;
  let isTyped = false;
  area.addEventListener('input', (event) => {
    clearTimeout(waiting);
    isTyped = !(event instanceof InputEvent && event.inputType === 'insertFromPaste');
    const isWorthIt = area.value.trim().length > 5;
    if (isWorthIt) waiting = window.setTimeout(() => void convert(), isTyped ? 400 : 0);
  });
  form.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const example = event.submitter?.dataset['command'];
    if (example !== undefined) area.value = example;
    isTyped = false;
    void convert();
  });
  place.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-edit]')) return;
    article.removeAttribute('data-pasted');
    area.focus();
  });
  const textOf = () => String(new FormData(form).get('curl_command')).replaceAll('\r\n', '\n');
  const convert = async () => {
    clearTimeout(waiting);
    const command = textOf();
    try {
      const response = await fetch('/', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ curl_command: command }),
      });
      const conversion = await response.json();
      if (!response.ok) throw new Error(conversion.error.message);
      if (textOf() !== command) return; // more was typed since then
      if (conversion.message !== undefined) area.value = conversion.shared.command;
      const fresh = document.createElement('div');
      render(h(Conversion, conversion), fresh);
      place.replaceChildren(...fresh.childNodes);
      rememberTabs(place);
      connect();
      if (isTyped || conversion.shared.request === undefined) return;
      article.setAttribute('data-pasted', '');
      place.focus();
    } catch (error) {
      place.replaceChildren(problem(error));
    }
  };
}
