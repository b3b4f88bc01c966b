/** Request pass: the headers that options other than -H make, in the order in which curl writes them. */
import { NO_COOKIES } from '../../request/raw-text.ts';
import type { Use } from '../options/transfer.ts';
import { Word } from '../word.ts';
import type { Headers } from './headers.ts';
import type { Job } from './request-draft.ts';

/** The Content-Type that comes with `-d`, and with `--json`. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const NO_RANGE = 'curl sends this as the Content-Range of the body; it is left out.';
const APPENDS = 'curl appends to the file; a program writes it from its start.';
const STAYS = 'curl would set the Referer after each redirect; here it stays.';

/** Adds the headers that options other than -H make. */
export function addImpliedHeaders(job: Job, headers: Headers): void {
  const { userAgent } = job.transfer;
  addRange(job, headers);
  if (userAgent?.value.isEmpty === true) headers.omit('User-Agent');
  else if (userAgent !== undefined) headers.send('User-Agent', userAgent.value, userAgent);
  addReferer(job, headers);
  addCookies(job, headers);
  addTimeCondition(job, headers);
}

/** The Content-Type and Accept that come with data. */
export function addBodyHeaders({ transfer, kind }: Job, headers: Headers): void {
  const { json, data } = transfer;
  const first = data?.[0];
  if (json !== undefined) {
    headers.send('Content-Type', JSON_TYPE, json);
    headers.send('Accept', JSON_TYPE, json);
  } else if (kind === 'post' && first !== undefined) headers.send('Content-Type', FORM_TYPE, first);
}

const reads = ({ kind }: Job): boolean => kind === 'get' || kind === 'head';

function addRange(job: Job, headers: Headers): void {
  const { transfer, diagnostics } = job;
  const { range, resume } = transfer;
  if (resume !== undefined && range !== undefined) throw diagnostics.error('conflicting_options', resume);
  if (resume !== undefined) addResume(job, resume, headers);
  if (range === undefined) return;
  if (!reads(job)) {
    diagnostics.warn('option_ignored', range, NO_RANGE);
    return;
  }
  const text = range.value.outline;
  // curl appends a dash to a lone number.
  const isNumber = /^\d+$/.test(text);
  if (isNumber || (!range.value.hasUnresolved && !/^\d*-[\d,-]*$/.test(text)))
    diagnostics.warn('range_changed', range);
  headers.send('Range', Word.concat(range, ['bytes=', range.value, isNumber ? '-' : '']), range);
}

function addResume(job: Job, resume: Use, headers: Headers): void {
  const { transfer, kind, diagnostics } = job;
  const { text } = resume.value;
  if (text === '-') diagnostics.warn('resume_unknown', resume);
  else if (text !== undefined && Number(text) === 0) return;
  else if (reads(job)) {
    const from = text === undefined ? resume.value : String(Number(text));
    headers.send('Range', Word.concat(resume, ['bytes=', from, '-']), resume);
    if (transfer.outputs !== undefined || transfer.remoteName)
      diagnostics.warn('output_option', resume, APPENDS);
  }
  // curl 8.23 refuses it (43), older versions send that part.
  else if (kind === 'put') diagnostics.warn('upload_resume', resume);
  else
    throw diagnostics.error('conflicting_options', resume, `${resume.name}: curl cannot resume this upload`);
}

function addReferer({ transfer, diagnostics }: Job, headers: Headers): void {
  const { referer, follow } = transfer;
  if (referer === undefined) return;
  const text = referer.value.outline;
  const isAuto = text.endsWith(';auto');
  const value = isAuto ? referer.value.slice(0, text.length - ';auto'.length) : referer.value;
  if (!value.isEmpty) headers.send('Referer', value, referer);
  if (isAuto && follow !== 'no') diagnostics.warn('option_ignored', referer, STAYS);
}

function addCookies({ transfer, diagnostics, draft }: Job, headers: Headers): void {
  const { cookies = [], follow, cookieJar } = transfer;
  // A value without `=` is a file. An unresolved value may contain `=`, unless it is part of a path.
  const given = cookies.filter(
    ({ value: { outline, hasUnresolved } }) =>
      outline.includes('=') || (hasUnresolved && !outline.includes('/')),
  );
  for (const use of cookies) {
    if (use.value.outline.includes('=')) continue;
    if (!use.value.isEmpty) diagnostics.warn('cookie_file', use);
    // An empty name is that of an empty file: it only starts curl's cookie engine.
    draft.options.cookie_file ??= use.value.isEmpty ? Word.concat(use, [NO_COOKIES]) : use.value;
  }
  if (cookieJar?.value.text === '-') {
    diagnostics.warn('output_option', cookieJar, 'curl prints the cookies after the response.');
    if (follow !== 'no') draft.options.cookie_file ??= Word.concat(cookieJar, [NO_COOKIES]);
  }
  const first = given[0];
  if (first === undefined) return;
  const pieces: (Word | string)[] = [];
  for (const { value } of given) {
    if (pieces.length > 0) pieces.push(value.outline.startsWith(' ') ? ';' : '; ');
    pieces.push(value);
  }
  headers.send('Cookie', Word.concat(first.value, pieces), first);
}

function addTimeCondition({ transfer, diagnostics }: Job, headers: Headers): void {
  const use = transfer.timeCondition;
  if (use === undefined) return;
  const text = use.value.spelled;
  const sign = /^[-+=]/.exec(text)?.[0] ?? '';
  const date = httpDate(text.slice(sign.length));
  const name = sign === '=' ? 'Last-Modified' : sign === '-' ? 'If-Unmodified-Since' : 'If-Modified-Since';
  if (date === undefined) diagnostics.warn('date_ignored', use);
  else headers.send(name, date, use);
}

const DATE = /^(?:[A-Z][a-z]{2,8},? )?\d{1,2}[ -][A-Z][a-z]{2}[ -](?:19|2\d)\d\d(?: \d\d:\d\d(?::\d\d)?)?$/;

/**
 * A date as RFC 9110 or `date -R` writes it, with or without a time, as `Tue, 02 Jan 2024 03:04:05 GMT`.
 * @returns undefined for other forms, of which curl knows more
 */
function httpDate(text: string): string | undefined {
  const written = text.trim().replace(/ (?:GMT|UTC|Z)$/, '');
  const date = new Date(DATE.test(written) ? `${written} UTC` : '');
  return Number.isNaN(date.getTime()) ? undefined : date.toUTCString();
}
