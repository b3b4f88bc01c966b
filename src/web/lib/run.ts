/** Shows the answer of a run, with what only scripts can do: copy and download all of it. */
import { h, render } from 'preact';
import { type Answered, AnswerView } from '../../pages/views/answer.tsx';
import { addCopyButton } from './copy.ts';
import { saveAs } from './save.ts';

export function showAnswer(place: Element, run: Answered, group: string): void {
  // A fresh element: nothing of the last answer, opened or closed, is kept.
  const fresh = document.createElement('div');
  place.replaceChildren(fresh);
  render(h(AnswerView, { run, group, live: true }), fresh);
  const raw = fresh.querySelector('[data-raw]');
  const { response } = run;
  if (raw === null || response === null) return;
  const { body = '', body_encoding: encoding, headers = {} } = response;
  const bytes = encoding === 'base64' ? Uint8Array.from(atob(body), (char) => char.charCodeAt(0)) : body;
  if (encoding !== 'base64') addCopyButton(raw, 'the answer', async () => body);
  const save = document.createElement('button');
  save.type = 'button';
  save.className = 'copy';
  save.textContent = 'Download';
  const extension = /json/.test(headers['content-type'] ?? '')
    ? 'json'
    : encoding === 'base64'
      ? 'bin'
      : 'txt';
  save.addEventListener('click', () => saveAs(`answer.${extension}`, bytes));
  raw.append(save);
}
