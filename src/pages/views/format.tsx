/** Durations, sizes, counts and times as people read them. Pure. */
export const duration = (ms: number, digits = 1): string =>
  Math.round(ms) < 1000
    ? `${Number(ms.toFixed(ms < 10 ? 1 : 0))} ms`
    : `${(ms / 1000).toFixed(digits).replace(/\.0$/, '')} s`;

export const size = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** A number with its thousands apart. */
export const number = (value: number): string => value.toLocaleString('en');

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A number within a sentence: a small one as a word. */
export const inWords = (value: number): string => WORDS[value] ?? number(value);

/** How many there are of something, e.g. `1 header`, `2 headers`. */
export const counted = (count: number, what: string): string =>
  `${number(count)} ${what}${count === 1 ? '' : 's'}`;

/** How long something takes yet, e.g. `11 h 42 min`; with seconds in the last minute. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ');
}

/** When the limit of the day is reset. */
export const untilMidnight = (seconds: number): string => `00:00 UTC, in ${timeLeft(seconds)}`;

/** A day as in `Nov 28`, with the year if it is not this one. */
export const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en', {
    ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...(Number(time.slice(0, 4)) !== new Date().getUTCFullYear() && { year: 'numeric' }),
  });

/** How much of a time is read: how long ago it was, its day or of today's the time, or the time with the day of an older one. */
interface TimeProps {
  value: string;
  as: 'relative' | 'brief' | 'minutes' | 'seconds';
}

/** A time in UTC, which a script shows in the reader's format and zone. */
export function Time({ value, as }: TimeProps) {
  const until = as === 'seconds' ? 19 : 16;
  return (
    <time dateTime={value} data-local={as}>
      {as === 'relative' ? dayOf(value) : `${value.slice(0, until).replace('T', ' ')} UTC`}
    </time>
  );
}

/** The part of an address that has a command and is never sent to a server. */
export const fragmentOf = (command: string): string => `#curl=${encodeURIComponent(command)}`;
