/** A stored result comes alive: folding, copying, downloading. */
import { showAnswer } from './lib/run.ts';

const place = document.querySelector<HTMLElement>('[data-run]');
if (place !== null) {
  const answer = await fetch(location.href, { headers: { accept: 'application/json' } });
  if (answer.ok) showAnswer(place, await answer.json(), 'answer');
}
