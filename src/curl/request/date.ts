/** Request pass: the dates of `-z` that people write. curl_getdate(3) reads more forms, which are left to a warning. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Tue, 02 Jan 2024 03:04:05 GMT`, `2-Jan-2024`, `20240102 10:11 +0530`; UTC where no zone is told. */
const DATE =
  /^(?:(?:[A-Z][a-z]{2,8},? +)?(\d{1,2})[ -]([A-Z][a-z]{2})[ -](\d{4})|(\d{4})(\d\d)(\d\d))(?: +(\d{1,2}):(\d\d)(?::(\d\d))?)?(?: +(?:GMT|UTC|([+-]\d\d)(\d\d)))?$/;

/** As RFC 9110 writes it, `Tue, 02 Jan 2024 03:04:05 GMT`; undefined for what is none of these forms. */
export function httpDate(text: string): string | undefined {
  const [
    whole,
    day,
    name,
    year,
    year2,
    month2,
    day2,
    hours = 0,
    minutes = 0,
    seconds = 0,
    zone = '+00',
    rest = 0,
  ] = DATE.exec(text) ?? [];
  const month = name === undefined ? Number(month2) - 1 : MONTHS.indexOf(name);
  const date = [Number(year ?? year2), month, Number(day ?? day2)] as const;
  if (whole === undefined || month < 0 || date[0] < 1583 || date[2] > 31 || date[2] === 0) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return undefined;
  const offset = Number(zone) * 60 + Math.sign(Number(zone)) * Number(rest);
  return new Date(Date.UTC(...date, Number(hours), Number(minutes) - offset, Number(seconds))).toUTCString();
}
