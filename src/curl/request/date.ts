/** Request pass: the dates of `-z`, read as curl_getdate(3) reads them (lib/parsedate.c is the model). */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat|(?:sun|mon|tues|wednes|thurs|fri|satur)day)$/;
/** Hours east of Greenwich. Military letters but Z are left out: curl changed their signs. */
const ZONES: ReadonlyMap<string, number> = new Map(
  `nzdt 13,idle 12,nzt 12,nzst 12,eadt 11,east 10,gst 10,jst 9,cct 8,wadt 8,wast 7,mest 2,cest 2,mesz 2,fst 2,eet 2,bst 1,
  cet 1,met 1,mewt 1,fwt 1,gmt 0,ut 0,utc 0,wet 0,z 0,wat -1,adt -3,ast -4,edt -4,est -5,cdt -5,cst -6,mdt -6,mst -7,pdt -7,
  pst -8,ydt -8,yst -9,hdt -9,hst -10,cat -10,ahst -10,nt -11,idlw -12`
    .split(',')
    .map((zone): [string, number] => [zone.trim().split(' ')[0] ?? '', Number(zone.trim().split(' ')[1])]),
);
/** A name, a time, or digits, with the sign before them. curl skips what stands between. */
const PIECE = /([a-z]+)|(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?|([+-]?)(\d+)/g;

/**
 * The date as RFC 9110 writes it, `Tue, 02 Jan 2024 03:04:05 GMT`. Names of days, months and zones, a time, numbers for
 * the day and the year, and `20240102` may stand in any order; without a zone it is UTC.
 * @returns undefined for what curl does not take for a date
 */
export function httpDate(text: string): string | undefined {
  let [year, month, day]: (number | undefined)[] = [];
  let time: readonly number[] | undefined;
  let zone: number | undefined;
  let isWeekdayRead = false;
  let isDayTried = false;
  const pieces = [...text.toLowerCase().matchAll(PIECE)].slice(0, 6);
  for (const [, name, hours, minutes, seconds = '0', sign, digits = ''] of pieces) {
    const value = Number(digits);
    const hour = ZONES.get(name ?? '');
    if (name !== undefined) {
      if (!isWeekdayRead && WEEKDAY.test(name)) isWeekdayRead = true;
      else if (month === undefined && MONTHS.includes(name)) month = MONTHS.indexOf(name);
      else if (zone === undefined && hour !== undefined) zone = hour * 60;
      else return undefined;
    } else if (hours !== undefined) {
      if (time !== undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60)
        return undefined;
      time = [Number(hours), Number(minutes), Number(seconds)];
    } else if (zone === undefined && sign !== '' && digits.length === 4 && value <= 1400)
      zone = (Math.floor(value / 100) * 60 + (value % 100)) * (sign === '-' ? -1 : 1);
    else if (digits.length === 8 && (year ?? month ?? day) === undefined) {
      year = Math.floor(value / 10_000);
      month = Math.floor((value % 10_000) / 100) - 1;
      day = value % 100;
    } else if (!isDayTried && day === undefined && value > 0 && value < 32) {
      day = value;
      isDayTried = true;
    } else if (year === undefined && digits.length <= 8) {
      year = value < 100 ? value + (value > 70 ? 1900 : 2000) : value;
      isDayTried = day !== undefined;
    } else return undefined;
  }
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (year < 1583 || day > 31 || month > 11) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = time ?? [];
  return new Date(Date.UTC(year, month, day, hours, minutes - (zone ?? 0), seconds)).toUTCString();
}
