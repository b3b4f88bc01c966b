/** The script of the start page: converts commands in place. */
import { h, render } from 'preact';
import { Conversion } from '../pages/views/conversion.tsx';
import { connectButtons } from './lib/buttons.ts';
import { fieldsOf } from './lib/fields.ts';
import { clockOf } from './lib/local-times.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { enliven } from './lib/playground.ts';
import { keepValues, prefillOf } from './lib/prefill.ts';
import { problem, runProblem } from './lib/problem.ts';
import { ask, post } from './lib/service.ts';
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
  if (playground === null) return;
  const save = playground.querySelector<HTMLButtonElement>('[data-save]');
  const run = playground.querySelector<HTMLFormElement>('form[action="/account/run"]');
  if (save === null || run === null)
    return enliven(playground, {
      needsNothing: true,
      send: async (_fields, signal) => (await import('./lib/sample-run.ts')).replaySample(signal),
    });
  const send = (fields: [string, string][], signal: AbortSignal) =>
    post('/account/run', fields, { signal, accept: 'text/event-stream' });
  // The result is stored with the playground when it is saved.
  enliven(playground, { send, done: ({ id }) => addField(run, 'runs', id) });
  save.addEventListener('click', () => void saveIt(save, run));
};
prefill();
// A keyboard of a phone would hide what the page says.
if (area?.value === '' && matchMedia('(min-width: 60rem) and (pointer: fine)').matches)
  area.focus({ preventScroll: true });
connect();
rememberTabs(document);
connectButtons();
addEventListener('hashchange', prefill);

function addField(form: HTMLFormElement, name: string, value: string): void {
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
}

/** Saves the command as a playground of the account. Its editor gets the values that were typed. */
async function saveIt(button: HTMLButtonElement, run: HTMLFormElement): Promise<void> {
  const state = button.parentElement?.querySelector('[data-save-state]');
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  state?.replaceChildren('Saving…');
  try {
    const fields = [...new FormData(run)]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(([name]) => !/^(?:variable|file):/.test(name));
    const { id } = await ask<{ id: string }>('/account/playgrounds', fields);
    addField(run, 'playground_id', id);
    for (const field of run.querySelectorAll('[name=runs], [name=playground_id][value=""]')) field.remove();
    const open = document.createElement('a');
    const href = `/account/playgrounds/${id}`;
    Object.assign(open, { className: 'pg-btn pg-btn--secondary', href, textContent: 'Open in the editor' });
    open.addEventListener('click', () => keepValues(fieldsOf(run)));
    const hadFocus = button === document.activeElement;
    button.replaceWith(open);
    if (hadFocus) open.focus();
    state?.replaceChildren(`Saved ${clockOf(new Date())}`);
  } catch (error) {
    button.ariaDisabled = 'false';
    state?.replaceChildren(problem(error));
  }
}

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
  const save = document.querySelector<HTMLButtonElement>('[data-save]');
  if (!save?.checkVisibility()) return;
  event.preventDefault();
  save.click();
});

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
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return;
    event.preventDefault(); // it runs nothing
    form.requestSubmit();
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
      const conversion = await ask<Parameters<typeof Conversion>[0]>('/', [['curl_command', command]]);
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
      place.replaceChildren(await runProblem(error));
    }
  };
  // A text that the browser kept on the way back is shown again.
  addEventListener('pageshow', ({ persisted }) => {
    const isKept = !persisted && area.value !== area.defaultValue && !article.hasAttribute('data-pasted');
    if (isKept && prefillOf(location.hash) === undefined) void convert();
  });
}
