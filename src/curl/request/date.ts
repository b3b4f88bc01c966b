/** Request pass: dates as curl_getdate(3) reads them, for `-z`. */

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Minutes west of Greenwich. */
const ZONES: Readonly<Record<string, number>> = {
  gmt: 0,
  ut: 0,
  utc: 0,
  wet: 0,
  bst: -60,
  wat: 60,
  ast: 240,
  adt: 180,
  est: 300,
  edt: 240,
  cst: 360,
  cdt: 300,
  mst: 420,
  mdt: 360,
  pst: 480,
  pdt: 420,
  yst: 540,
  ydt: 480,
  hst: 600,
  hdt: 540,
  cat: 600,
  ahst: 600,
  nt: 660,
  idlw: 720,
  cet: -60,
  met: -60,
  mewt: -60,
  mest: -120,
  cest: -120,
  mesz: -120,
  fwt: -60,
  fst: -120,
  eet: -120,
  wast: -420,
  wadt: -480,
  cct: -480,
  jst: -540,
  east: -600,
  eadt: -660,
  gst: -600,
  nzt: -720,
  nzst: -720,
  nzdt: -780,
  idle: -720,
  a: -60,
  b: -120,
  c: -180,
  d: -240,
  e: -300,
  f: -360,
  g: -420,
  h: -480,
  i: -540,
  k: -600,
  l: -660,
  m: -720,
  n: 60,
  o: 120,
  p: 180,
  q: 240,
  r: 300,
  s: 360,
  t: 420,
  u: 480,
  v: 540,
  w: 600,
  x: 660,
  y: 720,
  z: 0,
};
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?/;

interface Found {
  weekday?: true;
  month?: number;
  day?: number;
  year?: number;
  time?: [number, number, number];
  /** Seconds to add to get UTC. */
  zone?: number;
  expects: 'day' | 'year';
}

/** Milliseconds since 1970, or undefined when curl cannot read the date either. */
export function readDate(text: string): number | undefined {
  const found: Found = { expects: 'day' };
  let at = 0;
  for (let parts = 0; parts < 6; parts += 1) {
    while (at < text.length && !/[A-Za-z0-9]/.test(text[at] ?? '')) at += 1;
    if (at >= text.length) break;
    const letters = /^[A-Za-z]+/.exec(text.slice(at, at + 20))?.[0];
    const used = letters === undefined ? takeNumber(found, text, at) : takeWord(found, letters);
    if (used === 0) return undefined;
    at += used;
  }
  const { day, month, year, time = [0, 0, 0], zone = 0 } = found;
  if (day === undefined || month === undefined || year === undefined || year < 1583) return undefined;
  const [hours, minutes, seconds] = time;
  if (day > 31 || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  return Date.UTC(year, month, day, hours, minutes, seconds) + zone * 1000;
}

function takeWord(found: Found, letters: string): number {
  const word = letters.toLowerCase();
  if (found.weekday === undefined && WEEKDAYS.some((day) => word === day || word === day.slice(0, 3)))
    found.weekday = true;
  else if (found.month === undefined && MONTHS.includes(word)) found.month = MONTHS.indexOf(word);
  else if (found.zone === undefined && ZONES[word] !== undefined) found.zone = ZONES[word] * 60;
  else return 0;
  return letters.length;
}

function takeNumber(found: Found, text: string, at: number): number {
  const rest = text.slice(at, at + 40);
  const time = found.time === undefined ? TIME.exec(rest) : null;
  if (time !== null) {
    found.time = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)];
    return time[0].length;
  }
  const digits = /^\d+/.exec(rest)?.[0] ?? '';
  const value = Number(digits);
  const sign = text[at - 1];
  if (found.zone === undefined && digits.length === 4 && value <= 1400 && (sign === '+' || sign === '-')) {
    const offset = (Math.floor(value / 100) * 60 + (value % 100)) * 60;
    found.zone = sign === '+' ? -offset : offset;
    return 4;
  }
  if (
    digits.length === 8 &&
    found.year === undefined &&
    found.month === undefined &&
    found.day === undefined
  ) {
    found.year = Math.floor(value / 10_000);
    found.month = (Math.floor(value / 100) % 100) - 1;
    found.day = value % 100;
    return 8;
  }
  if (found.expects === 'day' && found.day === undefined) {
    found.expects = 'year';
    if (value > 0 && value < 32) {
      found.day = value;
      return digits.length;
    }
  }
  if (found.expects === 'year' && found.year === undefined) {
    found.year = value < 100 ? value + (value > 70 ? 1900 : 2000) : value;
    if (found.day === undefined) found.expects = 'day';
    return digits.length;
  }
  return 0;
}

/** RFC 9110 date: `Tue, 02 Jan 2024 03:04:05 GMT`. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}
