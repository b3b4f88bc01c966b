/** Shows UTC times in the reader's time zone, with a clock of 24 hours; all of a time is its title. */
export function showLocalTimes(scope: ParentNode): void {
  const full = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
  });
  for (const time of scope.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const date = new Date(time.dateTime);
    time.title = full.format(date);
    time.textContent = (SHOWN[time.dataset['local'] ?? ''] ?? clockOf)(date);
  }
}

const SHOWN: Readonly<Record<string, (date: Date) => string>> = {
  relative: ago,
  brief: (date) => (isToday(date) ? clockOf(date, 'medium') : dayOf(date)),
  seconds: (date) => clockOf(date, 'medium'),
};

const DAY = 86_400_000;

const isToday = (date: Date) => date.toDateString() === new Date().toDateString();

/** Returns the time of one of today, and the day of an older one too. */
export function clockOf(date: Date, timeStyle: 'short' | 'medium' = 'short'): string {
  const time = date.toLocaleTimeString(undefined, { timeStyle, hourCycle: 'h23' });
  return isToday(date) ? time : `${dayOf(date)}, ${time}`;
}

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
