/** The editor of the command: CodeMirror in the place of the text area, with the colours of the other pages. */
import { defaultKeymap, historyKeymap, isolateHistory, history as undo } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import {
  EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { highlightCode } from '../../pages/views/highlight-code.ts';
import type { Mark } from '../../pages/views/marks.ts';

/**
 * Inserts a typed character before the browser does: in a line of 64 KiB the browser takes a tenth of a second.
 * Other input (compositions, pasted text) is handled as usual.
 */
function typeDirectly({ inputType, data }: InputEvent, view: EditorView): boolean {
  if (inputType !== 'insertText' || data === null || view.composing) return false;
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** The colours of the command, as elsewhere on the pages. */
const colours = StateField.define<DecorationSet>({
  create: ({ doc }) => coloured(doc.toString()),
  update: (old, { docChanged, newDoc }) => (docChanged ? coloured(newDoc.toString()) : old),
  provide: (field) => EditorView.decorations.from(field),
});

function coloured(command: string): DecorationSet {
  const marks: Range<Decoration>[] = [];
  let at = 0;
  for (const { text, kind } of highlightCode(command, 'curl')) {
    if (kind !== '') marks.push(Decoration.mark({ class: `pg-h-${kind}` }).range(at, at + text.length));
    at += text.length;
  }
  return Decoration.set(marks);
}

interface Chips {
  /** Where variables stand. */
  places: readonly Mark[];
  /** What is shown there, by the name of the variable. */
  values: ReadonlyMap<string, string>;
}

const chipsChanged = StateEffect.define<Partial<Chips>>();

/** The variables of the command; until it is read again they move with the text. */
const chips = StateField.define<Chips>({
  create: () => ({ places: [], values: new Map() }),
  update({ places, values }, { changes, effects }) {
    const to = changes.mapPos.bind(changes);
    const moved = places.map((mark) => ({ ...mark, start: to(mark.start, 1), end: to(mark.end, -1) }));
    const found = effects.find((effect) => effect.is(chipsChanged))?.value;
    return { places: moved, values, ...found };
  },
  provide: (field) => EditorView.decorations.compute([field, 'selection'], (state) => chipsIn(state, field)),
});

/** Draws the variables with their values; one that the selection touches shows its text. */
function chipsIn(state: EditorState, field: StateField<Chips>): DecorationSet {
  const { from, to } = state.selection.main;
  const { places, values } = state.field(field);
  const drawn = places.flatMap(({ start, end, name = '' }) => {
    if (start >= end) return [];
    const value = values.get(name);
    const isTouched = from <= end && to >= start;
    const attributes = { title: name, ...(value !== undefined && !isTouched && { 'data-value': value }) };
    const look = value === undefined ? 'pg-chip pg-chip--empty' : 'pg-chip';
    return Decoration.mark({ class: look, attributes }).range(start, end);
  });
  return Decoration.set(drawn);
}

/** The places of a variable in the command. */
export const placesOf = (view: EditorView, name: string) =>
  view.state
    .field(chips)
    .places.filter((place) => place.name === name)
    .map(({ start: from, end: to }) => ({ from, to }));

/** Shows where the variables stand, in the order of the text, or what is in their places. */
export const showChips = (view: EditorView, changed: Partial<Chips>): void =>
  view.dispatch({ effects: chipsChanged.of(changed) });

/**
 * Puts an editor behind a text area and hides that.
 * @param check returns what is wrong with the text, a moment after it has changed
 */
export function commandEditor(
  area: HTMLTextAreaElement,
  check: (view: EditorView) => Promise<Diagnostic[]>,
  more: Extension,
): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
  const attributes = { 'aria-labelledby': 'command-label', spellcheck: 'false', tabindex: '0' };
  const extensions = [
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of(attributes),
    EditorView.lineWrapping,
    EditorView.domEventHandlers({ beforeinput: typeDirectly }),
    lineNumbers(),
    highlightActiveLineGutter(),
    undo(),
    bracketMatching(),
    chips, // around the colours
    colours,
    placeholder(area.placeholder),
    linter(check, { delay: 400 }),
    // Tab moves to the next field: the editor is no keyboard trap.
    keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap].filter(({ key }) => key !== 'Mod-Enter')),
    more,
  ];
  const view = new EditorView({ state: EditorState.create({ doc: area.value, extensions }) });
  area.hidden = true;
  area.required = false; // browsers cannot focus a hidden field; the server reports a missing command
  area.after(view.dom);
  return view;
}

/** Replaces the text as one step of Undo. */
export function replaceAll(view: EditorView, insert: string, more: Partial<TransactionSpec> = {}): void {
  const changes = { from: 0, to: view.state.doc.length, insert };
  view.dispatch({ changes, annotations: isolateHistory.of('full'), ...more });
}
