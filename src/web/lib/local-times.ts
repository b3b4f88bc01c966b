/** Shows times that came in UTC in the reader's zone and language. */
export function showLocalTimes(scope: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const zoned = new Intl.DateTimeFormat(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  for (const time of scope.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = time.dateTime;
    time.textContent = (time.dataset['local'] === 'zone' ? zoned : format).format(new Date(time.dateTime));
  }
}
