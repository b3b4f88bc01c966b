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
    const { local } = time.dataset;
    const format = local === 'seconds' ? formats.seconds : formats.minutes;
    const date = new Date(time.dateTime);
    const short = local === 'relative' ? ago : local === 'brief' ? clockOrDay : undefined;
    const shown = local === 'clock' ? clockOf(date) : format.format(date);
    time.title = short === undefined ? time.dateTime : shown;
    time.textContent = short?.(date) ?? shown;
  }
}

/** Returns the time of one of today, and the day of an older one too. */
export const clockOf = (date: Date): string =>
  date.toLocaleString(undefined, {
    timeStyle: 'short',
    ...(date.toDateString() !== new Date().toDateString() && { dateStyle: 'medium' }),
  });

const DAY = 86_400_000;

/** Returns the time of today, or the day before. */
const clockOrDay = (date: Date): string =>
  date.toDateString() === new Date().toDateString()
    ? date.toLocaleTimeString(undefined, { hourCycle: 'h23' })
    : dayOf(date);

/** Returns how long ago a time was, or in how many days it comes: minutes and hours of today, then the day. */
function ago(date: Date): string {
  const minutes = Math.floor((Date.now() - date.getTime()) / 60_000);
  const days = Math.ceil(-minutes / 60 / 24);
  if (minutes < -1) return days === 1 ? 'In 1 day' : `In ${days} days`;
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (date.toDateString() === new Date(Date.now() - DAY).toDateString()) return 'Yesterday';
  return dayOf(date);
}

/** Returns a day, with its year when that is another one. */
function dayOf(date: Date): string {
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString(undefined, {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}
