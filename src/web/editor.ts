/** The editor: the command with what parse-curl says of it underlined while it is typed, and everything beside it. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { h, render } from 'preact';
import { HistoryRow } from '../pages/views/history-table.tsx';
import { marksOf } from '../pages/views/marks.ts';
import { type Program, Programs } from '../pages/views/programs.tsx';
import { type Reading, ReadingView } from '../pages/views/reading.tsx';
import { addCopyButtons } from './lib/copy.ts';
import { showLocalTimes } from './lib/local-times.ts';
import { problem } from './lib/problem.ts';
import { showAnswer } from './lib/run.ts';
import { rememberTabs } from './lib/tabs.ts';

/** An element that the server's page has. */
function the<T extends Element>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

const page = the<HTMLElement>('article.editor');
const form = the<HTMLFormElement>('#editor');
const area = the<HTMLTextAreaElement>('#command');
const token = page.dataset['token'] ?? '';
let open: string[] = [];

/** Asks the server something that a form of ours could ask, and reads JSON. */
async function ask<T>(path: string, fields: Iterable<[string, string]>): Promise<T> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-csrf-token': token },
    body: new URLSearchParams([...fields]),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error?.message ?? 'The service did not answer.');
  return body;
}

const textFields = (): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)]);

// --- The editor itself

async function check(view: EditorView): Promise<Diagnostic[]> {
  const text = view.state.doc.toString();
  const reading = await ask<Reading & { programs: Program[] }>('/account/preview', [
    ...textFields().filter(([name]) => name === 'languages'),
    ['curl_command', text],
  ]);
  if (view.state.doc.toString() !== text) return [];
  show(reading);
  const { request, problem } = reading;
  const marks = [
    ...marksOf(text, request?.warnings ?? [], 'warning'),
    ...(problem?.offset === undefined ? [] : marksOf(text, [{ ...problem, start: problem.offset }], 'error')),
  ];
  const { length } = text;
  return marks.map(({ start, end, kind, title = '' }) => ({
    from: Math.min(start, Math.max(0, length - 1)),
    to: Math.min(end, length),
    severity: kind === 'error' ? 'error' : 'warning',
    message: title,
  }));
}

/** Colours of the style sheet, which knows light from dark. */
const colours = HighlightStyle.define([
  { tag: tags.string, class: 'h-string' },
  { tag: tags.comment, class: 'h-comment' },
  { tag: tags.variableName, class: 'h-variable' },
  { tag: tags.keyword, class: 'h-keyword' },
  { tag: tags.number, class: 'h-number' },
  { tag: tags.attributeName, class: 'h-attr' },
  { tag: tags.standard(tags.name), class: 'h-title' },
]);

const view = new EditorView({
  state: EditorState.create({
    doc: area.value,
    extensions: [
      EditorView.cspNonce.of(
        document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '',
      ),
      EditorView.contentAttributes.of({ 'aria-labelledby': 'command-label', spellcheck: 'false' }),
      EditorView.lineWrapping,
      lineNumbers(),
      history(),
      bracketMatching(),
      StreamLanguage.define(shell),
      syntaxHighlighting(colours),
      placeholder(area.placeholder),
      linter(check, { delay: 200 }),
      // Tab goes on to the next field: nobody is caught in here.
      keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap].filter(({ key }) => key !== 'Mod-Enter')),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) area.value = state.doc.toString();
      }),
    ],
  }),
});
area.hidden = true;
area.required = false; // what is hidden cannot be pointed at; the server says what is missing
area.after(view.dom);

// --- What becomes of the command

function show(reading: Reading & { programs: Program[] }): void {
  const issues = the('#issues');
  issues.textContent = reading.problem?.message ?? '';
  issues.className = reading.problem === undefined ? '' : 'problem';
  renew(the('#request'), h(ReadingView, { reading }));
  if (reading.programs.length > 0) {
    const programs = the('#programs');
    renew(programs, h(Programs, { programs: reading.programs }));
    rememberTabs(programs);
    addCopyButtons(programs);
  }
  showFields([...new Set((reading.request?.variables ?? []).map(({ name }) => name))]);
}

/** Puts a view in the place of whatever is there. */
function renew(place: Element, view: Parameters<typeof render>[0]): void {
  const fresh = document.createElement('div');
  render(view, fresh);
  place.replaceChildren(fresh);
}

/** A field for each variable, for running; what was typed stays while its variable does. */
function showFields(names: string[]): void {
  if (names.join('\n') === open.join('\n')) return;
  const place = the('#variables');
  const typed = new Map([...place.querySelectorAll('input')].map(({ name, value }) => [name, value]));
  open = names;
  place.replaceChildren(
    ...names.map((name) => {
      const field = document.createElement('label');
      field.className = 'field';
      const input = document.createElement('input');
      // Not a part of the form that is saved.
      input.setAttribute('form', 'run-values');
      input.name = `variable:${name}`;
      input.autocomplete = 'off';
      input.value = typed.get(input.name) ?? '';
      const text = document.createElement('bdi');
      text.textContent = name;
      field.append(text, input);
      return field;
    }),
  );
}

// --- Running

const runButton = the<HTMLButtonElement>('#run');
runButton.hidden = false;

async function run(): Promise<void> {
  if (runButton.disabled) return;
  runButton.disabled = true;
  choose('Answer');
  const place = the('#answer');
  place.textContent = 'Running…';
  const values = [...document.querySelectorAll<HTMLInputElement>('#variables input')];
  try {
    const result = await ask<Parameters<typeof showAnswer>[1] & Parameters<typeof HistoryRow>[0]['run']>(
      '/account/run',
      [
        ['curl_command', view.state.doc.toString()],
        ['playground_id', page.dataset['id'] ?? ''],
        ...values.map(({ name, value }): [string, string] => [name, value]),
      ],
    );
    showAnswer(place, result, 'answer');
    const row = document.createElement('tbody');
    render(h(HistoryRow, { run: result }), row);
    the('#history thead').after(row);
    showLocalTimes(row);
  } catch (error) {
    place.replaceChildren(problem(error));
  } finally {
    runButton.disabled = false;
  }
}

// --- Keyboard

const views = [...document.querySelectorAll<HTMLInputElement>('#views > .tablist input')];

function choose(name: string): void {
  const tab = views.find(({ value }) => value === name);
  if (tab !== undefined) tab.checked = true;
}

runButton.addEventListener('click', () => void run());
document.addEventListener('keydown', (event) => {
  const command = event.ctrlKey || event.metaKey;
  const tab = event.altKey && !command ? views[Number(event.code.replace('Digit', '')) - 1] : undefined;
  if (command && event.key === 'Enter') void run();
  else if (command && event.key.toLowerCase() === 's') form.requestSubmit();
  else if (tab !== undefined) {
    tab.checked = true;
    tab.focus();
  } else return;
  event.preventDefault();
});
