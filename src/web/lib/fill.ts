/**
 * Writes what a reader typed for variables into the command and the programs of the page. All of it happens here, in
 * the browser: nothing that is typed leaves the page before the reader runs the request.
 */
import { render } from 'preact';
import { generateCode, type Language } from '../../codegen/index.ts';
import { type Quotes, shellText } from '../../pages/views/marks.ts';
import { Code } from '../../pages/views/visible-text.tsx';
import { substituteVariables } from '../../request/variables.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { setWhole } from './copy.ts';

export type Values = ReadonlyMap<string, string>;

/** The request with values for some of its variables; the others stay open. */
function withValues(request: ParsedRequest, values: Values): ParsedRequest {
  const variables = request.variables ?? [];
  // An open one stands for itself, so that its text is not taken for a shorter one's.
  const known = variables.map((variable) => ({
    ...variable,
    value: values.get(variable.name) ?? variable.text,
  }));
  const filled = substituteVariables({ ...request, variables: known });
  const open = variables.filter(({ name }) => !values.has(name));
  return {
    method: request.method,
    headers: request.headers,
    ...filled,
    ...(open.length > 0 && { variables: open }),
  };
}

export function fillPrograms(scope: ParentNode, request: ParsedRequest, values: Values): void {
  const filled = withValues(request, values);
  for (const panel of scope.querySelectorAll<HTMLElement>('.programs .panel')) {
    const text = panel.querySelector<HTMLElement>('pre');
    const language = panel.dataset['language'];
    if (text === null || language === undefined) continue;
    const { code } = generateCode(filled, language as Language); // written by the server from the list
    render(null, text);
    text.replaceChildren(); // what the server made
    render(Code({ text: code, language }), text);
    setWhole(text, code);
  }
}

export function fillCommand(scope: ParentNode, values: Values): void {
  for (const place of scope.querySelectorAll<HTMLElement>('.command [data-variable]')) {
    place.dataset['text'] ??= place.textContent ?? '';
    const value = values.get(place.dataset['variable'] ?? '');
    const quotes = (place.dataset['quotes'] ?? 'none') as Quotes; // written by the server
    place.textContent = value === undefined ? place.dataset['text'] : shellText(value, quotes);
  }
}
