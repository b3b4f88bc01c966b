/** Shows UTC times in the reader's format and time zone, with the zone's name. */
export function showLocalTimes(scope: ParentNode): void {
  const minutes: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  const formats = {
    minutes: new Intl.DateTimeFormat(undefined, minutes),
    seconds: new Intl.DateTimeFormat(undefined, { ...minutes, second: '2-digit' }),
  };
  for (const time of scope.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const format = time.dataset['local'] === 'seconds' ? formats.seconds : formats.minutes;
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
