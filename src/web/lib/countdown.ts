/** Counts down on the page of a limit that is reached, and then offers to load the page again. */
export function countDown(): void {
  const place = document.querySelector<HTMLElement>('[data-countdown]');
  if (place === null) return;
  const end = Date.now() + Number(place.dataset['countdown']) * 1000;
  const show = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left > 0) {
      const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
      const time = [hours && `${hours} h`, minutes && `${minutes} min`, !hours && `${left % 60} s`];
      place.textContent = `Try again in ${time.filter(Boolean).join(' ')}.`;
      return;
    }
    clearInterval(timer);
    const again = document.createElement('button');
    Object.assign(again, { className: 'pg-btn pg-btn--secondary', textContent: 'Try again' });
    again.addEventListener('click', () => location.reload());
    place.replaceChildren(again);
  };
  const timer = setInterval(show, 1000);
  show();
}
