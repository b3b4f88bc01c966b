/** The script of a stored result's page: collapses, copies, downloads, replays. */
import { showResponse } from './lib/run.ts';

const place = document.querySelector<HTMLElement>('[data-run]');
if (place !== null) {
  const response = await fetch(location.href, { headers: { accept: 'application/json' } });
  if (response.ok) showResponse(place, await response.json());
}
