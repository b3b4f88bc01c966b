/**
 * Fills the values that a reader typed for variables into the command and the programs of the page. All of it happens in
 * the browser: no typed value leaves the page before the reader runs the request.
 */
import { h, render } from 'preact';
import { generateCode, type Language } from '../../codegen/index.ts';
import { HIDDEN } from '../../pages/views/command.tsx';
import type { Typed } from '../../pages/views/fields.tsx';
import { highlightCode } from '../../pages/views/highlight-code.ts';
import { type Quotes, shellText } from '../../pages/views/marks.ts';
import { RequestView } from '../../pages/views/request.tsx';
import { Code } from '../../pages/views/visible-text.tsx';
import { type Encoding, encodeValue, fillVariables } from '../../request/variables.ts';
import type { Style } from '../../schemas/code.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { setWhole } from './buttons.ts';

/** What a reader typed. */
interface Filled extends Typed {
  /** Variables whose secret value is typed. */
  hidden: ReadonlySet<string>;
}

/** Fills values into the command, the tables of the request and the programs of a page. */
export function fill(scope: ParentNode, request: ParsedRequest, typed: Filled): void {
  const filled = fillVariables(request, typed.values, typed);
  fillCommand(scope, typed);
  fillRequest(scope, filled);
  fillPrograms(scope, filled);
}

function fillRequest(scope: ParentNode, filled: ParsedRequest): void {
  const fresh = document.createElement('div');
  const old = scope.querySelector('.pg-request');
  render(h(RequestView, { request: filled, isSummary: true }), fresh);
  old?.replaceWith(...fresh.children);
}

function fillPrograms(scope: ParentNode, filled: ParsedRequest): void {
  for (const text of scope.querySelectorAll<HTMLElement>('pre[data-language][data-library]')) {
    const { language, library, style } = text.dataset;
    if (language === undefined) continue;
    // Written by the server from the lists.
    const settings = { library, style: style as Style | undefined };
    const { code } = generateCode(filled, language as Language, settings);
    render(null, text);
    text.replaceChildren(); // rendered by the server
    render(Code({ text: code, language, highlighter: highlightCode }), text);
    setWhole(text, code);
  }
}

function fillCommand(scope: ParentNode, { values, verbatim, hidden }: Filled): void {
  for (const place of scope.querySelectorAll<HTMLElement>('.pg-command [data-variable]')) {
    place.dataset['text'] ??= place.textContent ?? '';
    const name = place.dataset['variable'] ?? '';
    const value = values.get(name);
    const quotes = (place.dataset['quotes'] ?? 'none') as Quotes; // written by the server
    const encoding = (place.dataset['encoding'] ?? 'none') as Encoding; // also written by the server
    const written = value === undefined || verbatim ? value : encodeValue(value, encoding);
    const isHidden = hidden.has(name);
    place.textContent = isHidden
      ? HIDDEN
      : written === undefined
        ? place.dataset['text']
        : shellText(written, quotes);
    place.classList.toggle('pg-chip--empty', written === undefined && !isHidden);
  }
}
