/** Counts down until a limit that is reached is over. */
import { timeLeft } from '../../pages/views/format.tsx';

export function countDown(within: ParentNode = document): void {
  const place = within.querySelector<HTMLElement>('[data-countdown]');
  if (place === null) return;
  const end = Date.now() + Number(place.dataset['countdown']) * 1000;
  const show = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    place.textContent = left > 0 ? `Try again in ${timeLeft(left)}.` : 'Try again now.';
    if (left <= 0) clearInterval(timer);
  };
  const timer = setInterval(show, 1000);
  show();
}
