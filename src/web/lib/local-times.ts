/** Times that came in UTC as the reader's clock and language say them. */
export function showLocalTimes(scope: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of scope.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
