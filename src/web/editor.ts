/** The editor: the command with the parser's warnings underlined, the request as a form, and the preview. */
import type { Diagnostic } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { h, render } from 'preact';
import { Conflict } from '../pages/views/conflict.tsx';
import { FileFields } from '../pages/views/fields.tsx';
import { marksOf, variableMarks } from '../pages/views/marks.ts';
import { type ParseResult, ParseResultView } from '../pages/views/parse-result.tsx';
import { type Program, Programs, ProgramView } from '../pages/views/programs.tsx';
import { filesOf } from '../request/files.ts';
import { variableNames } from '../request/variables.ts';
import { commandEditor, replaceAll, showChips } from './lib/editor-command.ts';
import { EditorResults } from './lib/editor-results.ts';
import { EditorVariables } from './lib/editor-variables.ts';
import { clockOf, showLocalTimes } from './lib/local-times.ts';
import { VariableMaker } from './lib/make-variable.tsx';
import { markRefused } from './lib/missing.ts';
import { pickedFiles } from './lib/picked-files.ts';
import { prefillOf, takeValues } from './lib/prefill.ts';
import { problem, runProblem } from './lib/problem.ts';
import { RequestForm } from './lib/request-form.tsx';
import { runIn } from './lib/run.ts';
import { ask, openPage, post, type Refusal } from './lib/service.ts';
import { followOptions } from './lib/share-options.ts';
import { remembered, rememberTabs } from './lib/tabs.ts';
import { offer, putBack, UnsavedChanges, versionIn } from './lib/unsaved-changes.tsx';

/** States of changes that are not saved. */
const UNSAVED = 'Unsaved';
const ELSEWHERE = 'Saved elsewhere';
/** Shows what another window saved, where this one has nothing to lose. */
const LOAD = { href: '', textContent: 'Load it' };
const NOT_SAVED = 'Not saved: the server did not respond. Your changes are kept in this browser.';

/** Returns an element that the server's page always has. */
function the<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

const page = the<HTMLElement>('article.pg-editor');
const form = the<HTMLFormElement>('#editor');
const variables = new EditorVariables(the('#variables'), () => page.dataset['id'] ?? 'new');

/** A parsed command, and the programs of the selected language. */
type Preview = ParseResult & {
  programs: readonly Program[];
  /** The text converted to a cURL command, if it has another supported format. */
  conversion?: { command?: string; message: string };
  /** Why the command cannot be shown as a form. */
  reasons: string[];
};

let waiting: number | undefined;
/** The text of the last preview, and the command that a typed (not pasted) text is converted to when it is run or saved. */
let previewed: { text: string; command?: string; message?: string } | undefined;
/** Whether the last change was pasted: only pasted text is converted at once. */
let isPasted = false;
let conversionMessage = '';

/** Cache of the last preview. */
let shown: { text: string; language: string | undefined; found: Preview } | undefined;
/** Whether a change of the form is being written into the command; other edits are blocked until then. */
let isWriting = false;

/** The form. Its changes are written into the command after a short delay. */
const requestForm = new RequestForm(the('#request-form'), () => {
  clearTimeout(waiting);
  waiting = window.setTimeout(preview, 400);
});

/**
 * Previews the command, including a pending change of the form; if the limit per minute is reached, retries when it
 * resets.
 * @param isBackground whether nobody asked for it: then it never asks for a key
 */
async function preview(isBackground = true): Promise<Preview | undefined> {
  clearTimeout(waiting);
  const text = view.state.doc.toString();
  const language = languageInView();
  const { change } = requestForm;
  if (change === undefined && shown?.text === text && shown.language === language) return shown.found;
  const languages = language === undefined ? [] : [language];
  isWriting = change !== undefined;
  try {
    const found = await (change === undefined
      ? ask<Preview>(
          '/account/preview',
          [['curl_command', text], ...languages.map((one): [string, string] => ['language', one])],
          { isBackground },
        )
      : ask<Preview & { command?: string }>(
          '/account/rewrite',
          { ...change, language: languages },
          { isBackground },
        ));
    if (view.state.doc.toString() !== text || languageInView() !== language || requestForm.change !== change)
      return undefined;
    if (change !== undefined) return write(found, language);
    const { conversion } = found;
    previewed = { text, ...conversion };
    if (isPasted && convert()) return undefined;
    shown = { text, language, found };
    show(found, language);
    if (conversion?.command === undefined && conversion !== undefined) showIssue(conversion.message, false);
    return found;
  } catch (error) {
    const { message, retryAfter = 0 } = error as Partial<Refusal>; // ask() throws only these
    showIssue(message ?? '', false);
    if (retryAfter > 0) waiting = window.setTimeout(preview, retryAfter * 1000);
    return undefined;
  } finally {
    isWriting = false;
  }
}

/** Writes the form's command into the editor as one undoable change; a refused change stays in the form. */
function write(found: Preview & { command?: string }, language: string | undefined): Preview | undefined {
  const { command: insert, problem } = found;
  if (insert === undefined) {
    showIssue(problem?.message ?? '', true);
    return undefined;
  }
  conversionMessage = '';
  requestForm.written(insert);
  shown = { text: insert, language, found };
  if (insert !== view.state.doc.toString()) replaceAll(view, insert, { userEvent: 'form', filter: false });
  show(found, language);
  return found;
}

function showIssue(message: string, isProblem: boolean): void {
  const issues = the('#issues');
  issues.replaceChildren(...(message === '' ? [] : problem(new Error(message)).childNodes)); // its code as code
  issues.className = isProblem ? 'pg-problem' : '';
}

/** Converts text of another format to a command. Undo restores the text. */
function convert(): boolean {
  isPasted = false;
  const text = view.state.doc.toString();
  if (previewed?.text !== text || previewed.command === undefined) return false;
  conversionMessage = previewed.message ?? '';
  showIssue(conversionMessage, false);
  replaceAll(view, previewed.command);
  return true;
}

/**
 * Completes the command before it is run or saved: writes the form's change into it, or converts it.
 * @throws Error when the form has a change that cannot be written
 */
async function completeCommand(): Promise<void> {
  if (requestForm.change !== undefined) await preview(false);
  if (requestForm.change !== undefined) throw new Error(the('#issues').textContent ?? '');
  const text = view.state.doc.toString();
  if (/^\s*curl\s/.test(text)) return;
  if (previewed?.text !== text) await preview(false);
  convert();
}

/** Shows the values of the variables in the command and in the request. */
function fillChips(): void {
  const values = variables.chips;
  showChips(view, { values });
  for (const chip of document.querySelectorAll<HTMLElement>('#request [data-variable]')) {
    chip.dataset['text'] ??= chip.textContent ?? '';
    const value = values.get(chip.dataset['variable'] ?? '');
    chip.textContent = value ?? chip.dataset['text'];
    chip.classList.toggle('pg-chip--empty', value === undefined);
  }
}
the('#variables').addEventListener('input', fillChips);
the<HTMLElement>('#variables').addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && (target as Element).closest('.pg-var__gear') !== null)
    (target as HTMLElement).click();
});
the('#variables').addEventListener('change', ({ target }) => {
  const { dataset, value, parentElement } = target as HTMLInputElement; // what can change
  if (parentElement?.matches('.pg-var__gear'))
    parentElement.closest('.pg-var')?.scrollIntoView({ block: 'nearest' });
  if (dataset['renames'] !== undefined) maker.rename(dataset['renames'], value);
});

/** Previews the command, and returns its warnings with their places. */
async function check({ state }: EditorView): Promise<Diagnostic[]> {
  const text = state.doc.toString();
  const result = await preview();
  if (result === undefined) return [];
  const { request, problem } = result;
  const places = variableMarks(text, request?.variables ?? []);
  showChips(view, { places });
  // A variable is a chip and a field, not a warning.
  const isVariable = (mark: { start: number; end: number }) =>
    places.some(({ start, end }) => start === mark.start && end === mark.end);
  const marks = [
    ...marksOf(text, request?.warnings ?? [], 'warning').filter((mark) => !isVariable(mark)),
    ...(problem?.offset === undefined
      ? []
      : marksOf(text, [{ ...problem, start: problem.offset }], 'error').map((mark) => ({
          ...mark,
          end: mark.start + (/^\S+/.exec(text.slice(mark.start))?.[0].length ?? 1),
        }))),
  ];
  const { length } = text;
  return marks.map(({ start, end, kind, title = '' }) => ({
    from: Math.min(start, Math.max(0, length - 1)),
    to: Math.min(end, length),
    severity: kind === 'error' ? 'error' : 'warning',
    message: title,
  }));
}

const view = commandEditor(the('#command'), check, [
  EditorState.changeFilter.of(() => !isWriting),
  keymap.of([{ key: 'Mod-e', run: () => maker.makeSelected() }]),
  Prec.high(keymap.of(['Enter', 'Escape'].map((key) => ({ key, run: () => maker.endName() })))),
  EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    makeButton.hidden = !maker.canMake;
    if (!docChanged) return;
    const isBy = (event: string) => transactions.some((one) => one.isUserEvent(event));
    if (!isBy('form')) requestForm.change = undefined;
    isPasted = isBy('input.paste');
    if (isBy('input') || isBy('undo')) conversionMessage = '';
    the<HTMLTextAreaElement>('#command').value = state.doc.toString();
    noteEmpty();
    unsaved.note();
  }),
]);

/** A new one without a command has nothing to run or save. */
function noteEmpty(): void {
  const isEmpty = String(page.dataset['id'] === undefined && view.state.doc.length === 0);
  for (const button of document.querySelectorAll<HTMLButtonElement>('.pg-editor__bar > [data-needs-command]'))
    button.ariaDisabled = isEmpty;
}
noteEmpty();

form.addEventListener('click', ({ target }) => {
  const command = (target as Element).closest<HTMLElement>('[data-command]')?.dataset['command'];
  if (command !== undefined) replaceAll(view, command);
});

// What is typed or pasted into a new playground is its command. On a phone the keyboard would cover the examples.
if (page.dataset['id'] === undefined && matchMedia('(pointer: fine)').matches) view.focus();

const maker = new VariableMaker(view, variables);
const makeButton = the<HTMLButtonElement>('#make');
makeButton.addEventListener('click', () => maker.makeSelected());

// --- Unsaved changes

const status = the('#status');
let lastSaved = status.textContent ?? '';
const say = (state: string, ...why: Node[]) => {
  status.replaceChildren(state, ...why);
  status.classList.toggle('pg-unsaved', state === UNSAVED || state === ELSEWHERE);
};
const unsaved = new UnsavedChanges(form, page.dataset['id'] ?? 'new', (changed) => {
  if (saving) return;
  // What another window saved stays, until this one has dealt with it.
  if (lastSaved !== ELSEWHERE) return say(changed ? UNSAVED : lastSaved);
  say(ELSEWHERE, ...(changed ? [] : [Object.assign(document.createElement('a'), LOAD)]));
});
const changes = unsaved.offered;
const isStale = changes !== undefined && changes.version !== versionIn(form).value;
const offered =
  changes &&
  offer({ at: changes.at, isStale }, the('.pg-editor__cols'), {
    restore() {
      unsaved.offered = undefined;
      // Saving changes of an older version shows what differs.
      versionIn(form).value = changes.version;
      putBack(form, changes.fields);
      variables.putBack(changes.fields);
      replaceAll(view, changes.fields.find(([name]) => name === 'curl_command')?.[1] ?? '');
      view.focus();
    },
    discard: () => unsaved.discard(),
  });

variables.fill(takeValues());

const prefill = page.dataset['id'] === undefined ? prefillOf(location.hash) : undefined;
if (prefill !== undefined) {
  // Once: a reload must not overwrite what was typed since.
  history.replaceState(null, '', location.pathname);
  the<HTMLInputElement>('#name').value = prefill.name;
  replaceAll(view, prefill.curl);
}

// --- Saving in place: results and values of variables are kept

let saving = false;

/** The other windows of this browser learn what is saved. */
const windows = new BroadcastChannel('saved playground');
windows.addEventListener('message', ({ data }) => {
  if (data !== page.dataset['id']) return;
  lastSaved = ELSEWHERE;
  unsaved.note();
});

async function save(): Promise<void> {
  if (saving) return;
  saving = true;
  say('Saving…');
  try {
    await completeCommand();
    const sent = unsaved.now();
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
    const { id, version, preview } = await ask<{ id: string; version: string; preview?: string }>(
      new URL(form.action).pathname,
      fields,
      { away: NOT_SAVED },
    );
    const path = `/account/playgrounds/${id}`;
    history.replaceState(null, '', path);
    page.dataset['id'] = id;
    variables.saved();
    form.action = path;
    for (const run of form.querySelectorAll('[name=runs]')) run.remove();
    versionIn(form).value = version;
    offered?.remove();
    the('#conflict').replaceChildren();
    unsaved.saved(id, sent);
    if (preview !== undefined) return location.assign(preview);
    await renewParts(path, fields);
    results.offerExample(id);
    lastSaved = `Saved ${clockOf(new Date())}`;
    say(lastSaved);
    windows.postMessage(id);
  } catch (error) {
    const { conflict } = error as Partial<Refusal>; // other errors have none
    unsaved.settle(); // why it failed stays until the next change
    if (conflict === undefined) return say(UNSAVED, problem(notSaved(error)));
    lastSaved = ELSEWHERE;
    say(lastSaved);
    versionIn(form).value = conflict.version;
    renew(the('#conflict'), h(Conflict, conflict));
    showLocalTimes(the('#conflict'));
  } finally {
    saving = false;
  }
}

/** That it was not saved, and why: what stands below the request is not said again. */
function notSaved(error: unknown): Error {
  const { message } = error as Error;
  if (message === NOT_SAVED) return error as Error;
  const isBelow = message === the('#issues').textContent;
  return new Error(isBelow ? 'Not saved. Correct the request first.' : `Not saved: ${message}`);
}

/** Replaces the parts that depend on the saved state with those of the server's current page. */
async function renewParts(path: string, sent: [string, string][]): Promise<void> {
  const fresh = await openPage(path);
  document.title = fresh.title;
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const other = fresh.querySelector(`[data-part="${part.dataset['part']}"]`);
    if (other === null) continue;
    const front = part.querySelector<HTMLInputElement>('[name=share-as]:checked')?.value;
    part.replaceChildren(...other.childNodes);
    const tab = part.querySelector<HTMLInputElement>(`[name=share-as][value="${front}"]`);
    if (tab !== null) tab.checked = true;
    showLocalTimes(part);
  }
  // The name may be derived from the command; a name typed during the request is kept.
  const name = the<HTMLInputElement>('#name');
  if (name.value !== sent.find(([field]) => field === 'name')?.[1]) return;
  name.value = fresh.querySelector<HTMLInputElement>('#name')?.value ?? name.value;
  unsaved.named(name.value);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (the('.pg-editor__bar > [type=submit]').ariaDisabled === 'true') return view.focus();
  // The Share dialog has a submit button.
  const { name = '' } = (event.submitter ?? {}) as Partial<HTMLButtonElement>; // null when submitted by keyboard
  if (name === 'is_public') the<HTMLInputElement>('input[name=is_public][value=yes]').checked = true;
  void save();
});

/** Applies a change of the Share dialog by itself, to a playground that was saved. */
async function applySharing(): Promise<void> {
  const id = page.dataset['id'];
  if (id === undefined) return;
  const sent = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    isSharing(name) ? [[name, String(value)]] : [],
  );
  the('#share-problem').replaceChildren();
  try {
    const path = `/account/playgrounds/${id}`;
    const field = versionIn(form);
    const version: [string, string] = ['version', field.value];
    const fresh = await ask<{ version?: string }>(`${path}/share`, [...sent, version]);
    field.value = fresh.version ?? field.value;
    unsaved.savedSome(isSharing, sent);
    await renewParts(path, []);
  } catch (error) {
    the('#share-problem').replaceChildren(problem(error));
  }
}

/** After the preview of what readers see, the link is in sight. */
function openShare(): void {
  if (location.hash !== '#share') return;
  history.replaceState(null, '', location.pathname);
  const link = document.querySelector<HTMLInputElement>('[name=share-as][value=Link]');
  if (link !== null) link.checked = true;
  dialog.showPopover();
}

const SHARING = ['is_public', 'public_runs', 'share_secrets', 'theme', 'languages', 'embed_origins'];
const isSharing = (name: string): boolean => SHARING.includes(name);
const dialog = the<HTMLElement>('#share');
openShare();
/** One change after the other. */
let applied = Promise.resolve();
dialog.addEventListener('change', ({ target }) => {
  const { name, value } = target as HTMLInputElement; // what can change
  if (!isSharing(name) || page.dataset['id'] === undefined) return;
  if (name !== 'is_public' || value === '') {
    applied = applied.then(applySharing);
    return;
  }
  // What becomes public is what stands here.
  dialog.hidePopover();
  applied = applied.then(save);
});

the('#conflict').addEventListener('click', ({ target }) => {
  if ((target as Element).matches('[data-discards]')) unsaved.giveUp();
});

// --- The preview of the command

function show(result: Preview, language: string | undefined): void {
  const { request, reasons } = result;
  showIssue(result.problem?.message ?? conversionMessage, result.problem !== undefined);
  requestForm.show(view.state.doc.toString(), request, reasons);
  renew(the('#request'), h(ParseResultView, { result }));
  if (language !== undefined && result.request !== undefined) {
    showPrograms(language, result.programs);
  }
  maker.offer(the('#offers'), request?.warnings ?? []);
  if (request !== undefined && filesOf(request).join('\n') !== shownFiles) {
    shownFiles = filesOf(request).join('\n');
    renew(the('#files'), h(FileFields, { request, form: 'run-values' }));
  }
  if (result.problem === undefined)
    variables.show(result.request === undefined ? [] : [...variableNames(result.request)]);
  fillChips();
}

/** Names of the files that can be picked: the fields stay while they are the same. */
let shownFiles = [...the('#files').querySelectorAll<HTMLElement>('[data-file]')]
  .map(({ dataset }) => dataset['file'])
  .join('\n');

/** Replaces the content of an element with a view. */
function renew(place: Element, view: Parameters<typeof render>[0]): void {
  const fresh = document.createElement('div');
  render(view, fresh);
  place.replaceChildren(fresh);
}

/** Returns the languages selected in the settings, with each of their libraries. */
const chosenPrograms = () =>
  [...document.querySelectorAll<HTMLInputElement>('[name=languages]:checked')].flatMap((box) =>
    (box.dataset['libraries'] ?? '').split(',').map((library) => ({
      language: box.value,
      title: box.parentElement?.textContent?.trim() ?? box.value,
      library,
    })),
  );

/** Returns the language of the selected tab; undefined if there is no program. */
function languageInView(): string | undefined {
  if (!views.some(({ value, checked }) => value === 'code' && checked)) return undefined;
  const languages = chosenPrograms().map(({ language }) => language);
  const tab = document.querySelector<HTMLSelectElement>('#programs [name=language]')?.value;
  const wanted = [tab, remembered('language')].map((one) => one?.split(' ')[0] ?? '');
  return wanted.find((one) => languages.includes(one)) ?? languages[0];
}

/** Shows the programs of a language; other tabs are empty until selected. Tabs stay, so the focus is kept. */
function showPrograms(language: string, written: readonly Program[]): void {
  const place = the('#programs');
  const panels = () => [...place.querySelectorAll<HTMLElement>('.pg-programs > .pg-set__pane')];
  const programs = chosenPrograms();
  const shown = panels().map(({ dataset }) => dataset['language']);
  if (shown.join() !== programs.map((one) => one.language).join()) {
    renew(place, h(Programs, { programs }));
    rememberTabs(place);
    if (languageInView() !== language) void preview(); // another tab was remembered
  }
  for (const panel of panels()) {
    const found = written.find(({ library }) => library === panel.dataset['library']);
    if (panel.dataset['language'] !== language) panel.replaceChildren();
    else if (found === undefined) panel.textContent = 'This request cannot be written in this language.';
    else renew(panel, h(ProgramView, { program: found }));
  }
}

// --- Running

const results = new EditorResults(form, the('[data-part=results]'), the('#response'));
const runButton = the<HTMLButtonElement>('#run');

async function run(): Promise<void> {
  // aria-disabled, because a disabled button loses the focus.
  if (runButton.ariaDisabled === 'true') return;
  runButton.ariaDisabled = 'true';
  const place = the<HTMLElement>('#response');
  try {
    await completeCommand();
    showSide('Command'); // where a missing value is marked
    if ((await preview(false))?.problem !== undefined) return view.focus(); // its place and why are shown there
    const files = await pickedFiles(the('#files'));
    const values = variables.typed(); // after the files: the first field that is empty gets the focus
    if (values === undefined || files === undefined) return;
    const fields = [
      ['curl_command', view.state.doc.toString()],
      ['playground_id', page.dataset['id'] ?? ''],
      ...values,
      ...files,
    ] as [string, string][];
    choose(views.find(({ value }) => value === 'response'));
    const result = await runIn(place, (signal) =>
      post('/account/run', fields, { signal, accept: 'text/event-stream' }),
    );
    if (result === undefined) return;
    markRefused(variables.fields, result.response?.status, { place, show: () => showSide('Command') });
    await results.add(result, page.dataset['id']);
    const count = the('#views [value=history] ~ .pg-seg__count');
    count.textContent = String(Number(count.textContent) + 1);
  } catch (error) {
    choose(views.find(({ value }) => value === 'response'));
    place.replaceChildren(await runProblem(error, true));
  } finally {
    runButton.ariaDisabled = 'false';
  }
}

// --- Keyboard

const views = [...document.querySelectorAll<HTMLInputElement>('#views > .pg-set__head input')];

/** Shows a side of the editor on a narrow screen. */
function showSide(side: 'Command' | 'Result'): void {
  the<HTMLInputElement>(`[name=side][value=${side}]`).checked = true;
}

function choose(tab: HTMLInputElement | undefined): void {
  if (tab === undefined) return;
  showSide('Result');
  tab.checked = true;
  tab.dispatchEvent(new Event('change', { bubbles: true })); // as when it is clicked
}

rememberTabs(the('#programs'));
the('#editing').addEventListener('change', (event) => {
  if (!(event.target as Element).matches('[name=editing]')) return;
  view.requestMeasure();
  completeCommand().catch(() => undefined); // the error is shown with the issues
});
// Another language's program may not be loaded yet; those of its libraries are loaded with it.
the('#views').addEventListener('change', () => {
  if (languageInView() !== undefined) void preview();
});
the('#run-values').addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
followOptions(dialog);
document.addEventListener('keydown', (event) => {
  const command = event.ctrlKey || event.metaKey;
  const tab = event.altKey && !command ? views[Number(event.code.replace('Digit', '')) - 1] : undefined;
  if (command && event.key === 'Enter') void run();
  else if (command && event.key.toLowerCase() === 's') form.requestSubmit();
  else if (tab !== undefined) {
    choose(tab);
    tab.focus();
  } else return;
  event.preventDefault();
});
