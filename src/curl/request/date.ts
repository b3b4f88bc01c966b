/** Request pass: the dates of `-z`. */

/** As RFC 9110 and `date -R` write it, without and with a time; and `20240102`. */
const WRITTEN =
  /^(?:[A-Za-z]{3,9},? )?(\d{1,2})[ -]([A-Za-z]{3})[ -](\d{4})(?: (\d\d:\d\d(?::\d\d)?))?(?: (?:GMT|UTC|Z))?$/;
const NUMBERS = /^(\d{4})(\d\d)(\d\d)$/;

/**
 * The date as RFC 9110 writes it, `Tue, 02 Jan 2024 03:04:05 GMT`.
 * @returns undefined for other forms, of which curl knows more
 */
export function httpDate(text: string): string | undefined {
  const [, day, month, year, time = '00:00'] = WRITTEN.exec(text.trim()) ?? [];
  const [, y, m, d] = NUMBERS.exec(text.trim()) ?? [];
  const date = new Date(day === undefined ? `${y}-${m}-${d}T00:00Z` : `${day} ${month} ${year} ${time} UTC`);
  return date.getUTCFullYear() >= 1583 ? date.toUTCString() : undefined;
}
