/** A stored result with scripts: folding, copying, downloading, replaying. */
import { showResponse } from './lib/run.ts';

const place = document.querySelector<HTMLElement>('[data-run]');
if (place !== null) {
  const response = await fetch(location.href, { headers: { accept: 'application/json' } });
  if (response.ok) showResponse(place, await response.json());
}
