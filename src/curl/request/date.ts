/** Request pass: the dates of `-z` in their usual forms; curl_getdate(3) reads more. */

const WEEKDAY = '(?:sun|mon|tue|wed|thu|fri|sat|(?:sun|mon|tues|wednes|thurs|fri|satur)day),? +';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
const TIME = '\\d{1,2}:[0-5]\\d(?::[0-5]\\d)?';
const DATE = new RegExp(
  `^(?:${WEEKDAY})?(?:\\d{1,2}[ -]${MONTH}|${MONTH} \\d{1,2},?)[ -](?:19|20)\\d\\d(?: ${TIME})?(?: (?:GMT|UTC|[+-]\\d{4}))?$`,
  'i',
);
const ZONE = /(?:[a-z]| [+-]\d{4})$/i;
const DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;

/**
 * The date as RFC 9110 writes it, `Tue, 02 Jan 2024 03:04:05 GMT`. It may be written so, as `2 Jan 2024`, `Jan 2 2024` or
 * `20240102`; without a zone it is UTC.
 * @returns undefined for a text in another form
 */
export function httpDate(text: string): string | undefined {
  const written = text.trim();
  if (!DATE.test(written) && !DIGITS.test(written)) return undefined;
  const date = new Date(written.replace(DIGITS, '$1-$2-$3') + (ZONE.test(written) ? '' : ' UTC'));
  return Number.isNaN(date.getTime()) ? undefined : date.toUTCString();
}
