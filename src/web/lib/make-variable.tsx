/** Turns text of the command into a variable: a selection, or what looks like a placeholder of documentation. */
import type { EditorView } from '@codemirror/view';
import { render } from 'preact';
import { Banner } from '../../pages/views/banner.tsx';
import { Button } from '../../pages/views/inputs.tsx';
import { marksOf } from '../../pages/views/marks.ts';
import { plain } from '../../pages/views/visible-text.tsx';
import { isSecretName } from '../../request/secret-names.ts';
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { placesOf } from './editor-command.ts';
import type { EditorVariables } from './editor-variables.ts';

const MAKE = { variable: 'Make it a variable', secret: 'Make it a secret variable' };

/** Characters before and behind the cursor in which the braces of a name are looked for. */
const MAX_NAME = 100;

/** A word that a name may be. */
const wordOf = (text: string): string =>
  /[A-Za-z_]\w*/.exec(text.replaceAll(/[\s.-]/g, '_').replace(/_+$/, ''))?.[0] ?? 'value';

/** The name for a value by what stands before it: a key of JSON, a header, a parameter. */
export function nameBefore(before: string): string {
  const [, name = '', scheme] = /([\w-]{1,60})["']?[:=] ?["']?(\w{1,20} )?$/.exec(before.slice(-100)) ?? [];
  if (/^authorization$/i.test(name)) return /basic/i.test(scheme ?? '') ? 'credentials' : 'token';
  return wordOf(name);
}

/** The name that a placeholder has: `api_key` of `YOUR_API_KEY`. */
export const nameIn = (placeholder: string): string =>
  wordOf(placeholder.replace(/^[<[:]*(?:your[ _-]+)?/i, '').replace(/[>\]]$/, '')).toLowerCase();

/** A text of the command as its value is typed: without the encoding of its place, which is written for each run. */
function typedFor(text: string): string {
  try {
    if (/%[\dA-F]{2}/i.test(text)) return decodeURIComponent(text);
    return text.includes('\\') ? JSON.parse(`"${text}"`) : text;
  } catch {
    return text;
  }
}

/** Offers to make variables in the editor. */
export class VariableMaker {
  readonly #view: EditorView;
  readonly #variables: EditorVariables;
  readonly #ignored = new Set<string>();

  constructor(view: EditorView, variables: EditorVariables) {
    this.#view = view;
    this.#variables = variables;
  }

  /** Whether the selection can become a variable: a part of one line without a variable in it. */
  get canMake(): boolean {
    const { from, to } = this.#view.state.selection.main;
    return from < to && !/[\n{}]/.test(this.#view.state.sliceDoc(from, to));
  }

  /** Makes the selection a variable, which starts with it as its value. */
  makeSelected(): boolean {
    if (!this.canMake) return false;
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const wanted = nameBefore(state.sliceDoc(Math.max(0, from - 100), from));
    let name = wanted;
    for (let count = 2; this.#variables.names.includes(name); count += 1) name = `${wanted}${count}`;
    this.#variables.make(name, typedFor(state.sliceDoc(from, to)), isSecretName(name));
    this.#write(name, [{ from, to }]);
    // A better name is typed over it, within the braces.
    this.#view.dispatch({ selection: { anchor: from + 2, head: from + 2 + name.length } });
    return true;
  }

  /** Puts the cursor behind the braces that it stands in: a name has no second line. */
  endName(): boolean {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const isName = /\{\{\w*$/.test(state.sliceDoc(Math.max(0, from - MAX_NAME), to));
    const [rest] = /^\w*\}\}/.exec(state.sliceDoc(to, to + MAX_NAME)) ?? [];
    if (!isName || rest === undefined) return false;
    this.#view.dispatch({ selection: { anchor: to + rest.length } });
    return true;
  }

  /** Writes another name in all places of a variable, whose settings and value it gets. */
  rename(before: string, wanted: string): void {
    if (wanted.trim() === '') return;
    const name = wordOf(wanted);
    this.#variables.show([...new Set(this.#variables.names.map((one) => (one === before ? name : one)))]);
    this.#write(name, placesOf(this.#view, before));
  }

  #write(name: string, places: readonly { from: number; to: number }[]): void {
    const changes = places.map((place) => ({ ...place, insert: `{{${name}}}` }));
    this.#view.dispatch({ changes, userEvent: 'input' });
    this.#view.focus();
  }

  /** Offers to make the first placeholder of documentation a variable, wherever it stands. */
  offer(place: Element, warnings: readonly RequestWarning[]): void {
    const text = this.#view.state.doc.toString();
    const found = marksOf(
      text,
      warnings.filter(({ code }) => code === 'looks_like_placeholder'),
      'warning',
    ).map(({ start: from, end: to }) => ({ from, to, written: text.slice(from, to) }));
    const first = found.find(({ written }) => !this.#ignored.has(written))?.written;
    render(null, place);
    if (first === undefined) return;
    const name = nameIn(first);
    const make = () => {
      this.#variables.make(name, '', isSecretName(name));
      this.#write(
        name,
        found.filter(({ written }) => written === first),
      );
      render(null, place);
    };
    const ignore = () => {
      this.#ignored.add(first);
      this.offer(place, warnings);
    };
    render(
      <Banner
        icon="lock"
        role="status"
        actions={
          <>
            <Button onClick={make}>{isSecretName(name) ? MAKE.secret : MAKE.variable}</Button>
            <Button kind="quiet" onClick={ignore}>
              Ignore
            </Button>
          </>
        }
      >
        <code>{plain(first)}</code>
        {' looks like a placeholder.'}
      </Banner>,
      place,
    );
  }
}
