/** Request pass: the headers that options other than -H make, in the order in which curl writes them. */
import type { Use } from '../options/operation.ts';
import { Word } from '../shell/word.ts';
import { httpDate } from './date.ts';
import type { Draft, Job, Kind } from './draft.ts';
import { bodyLength, type Headers } from './headers.ts';

/** The Content-Type that comes with `-d`, and with `--json`. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

export function addMadeHeaders(job: Job, draft: Draft, kind: Kind, headers: Headers): void {
  const { userAgent } = job.operation;
  addRange(job, draft, kind, headers);
  if (userAgent?.value.isEmpty) headers.omit('User-Agent');
  else if (userAgent !== undefined) headers.send('User-Agent', userAgent.value, userAgent);
  addReferer(job, headers);
  addCookies(job, headers);
  addTimeCondition(job, headers);
}

/** The Content-Type and Accept that come with data. */
export function addBodyHeaders({ operation }: Job, kind: Kind, headers: Headers): void {
  const { json, data } = operation;
  const [first] = data;
  if (json !== undefined) {
    headers.send('Content-Type', JSON_TYPE, json);
    headers.send('Accept', JSON_TYPE, json);
  } else if (kind === 'post' && first !== undefined) headers.send('Content-Type', FORM_TYPE, first);
}

function addRange(job: Job, draft: Draft, kind: Kind, headers: Headers): void {
  const { operation, diagnostics } = job;
  const { range, resume } = operation;
  const reads = kind === 'get' || kind === 'head';
  if (range !== undefined) {
    const text = range.value.outline;
    // A number without a dash behind it: curl makes that number and a dash the whole range.
    const number = /^0*(\d{1,18})(?![\d-])/.exec(text)?.[1];
    const value = number === undefined ? range.value : `${number}-`;
    if (number !== undefined || (!range.value.hasOpen && !/^[\d,-]+$/.test(text)))
      diagnostics.warn(
        'range_changed',
        number === undefined
          ? 'Not a range of bytes: what the server makes of it is uncertain.'
          : `curl makes this range ${number}-.`,
        range,
        range.name,
      );
    const length = reads ? undefined : bodyLength(draft);
    if (reads) headers.send('Range', Word.concat(range, 'bytes=', value), range);
    else if (length !== undefined)
      headers.send('Content-Range', Word.concat(range, 'bytes ', value, `/${length}`), range);
    else
      diagnostics.warn(
        'option_ignored',
        'curl sends this range as Content-Range with the length of the body, which is not known.',
        range,
        range.name,
      );
  }
  if (resume !== undefined) addResume(job, resume, kind, headers);
}

function addResume({ operation, diagnostics }: Job, resume: Use, kind: Kind, headers: Headers): void {
  const text = resume.value.text;
  if (text === '-') {
    if (operation.namedByHeader !== undefined)
      throw diagnostics.error(
        'conflicting_options',
        'curl: --continue-at and --remote-header-name cannot be combined',
        resume,
      );
    const message = 'Where to resume depends on the size of a local file; no Range is sent.';
    diagnostics.warn('resume_unknown', message, resume, resume.name);
  } else if (text !== undefined && Number(text) === 0) return;
  else if (kind === 'get' || kind === 'head')
    headers.send(
      'Range',
      Word.concat(resume, 'bytes=', text === undefined ? resume.value : String(Number(text)), '-'),
      resume,
    );
  else if (kind === 'put')
    // curl 8.23 refuses to (43); all before it send that part, and the newest is not everybody's.
    diagnostics.warn(
      'upload_resume',
      'curl sends the rest of the file from there, with Content-Range; here all of it is sent.',
      resume,
      resume.name,
    );
  else
    throw diagnostics.error('conflicting_options', `${resume.name}: curl cannot resume this upload`, resume);
}

function addReferer({ operation, diagnostics }: Job, headers: Headers): void {
  const { referer, follow } = operation;
  if (referer === undefined) return;
  const text = referer.value.outline;
  const isAuto = text.endsWith(';auto');
  const value = isAuto ? referer.value.slice(0, text.length - ';auto'.length) : referer.value;
  if (!value.isEmpty) headers.send('Referer', value, referer);
  if (isAuto && follow !== 'no')
    diagnostics.warn('option_ignored', 'The Referer after a redirect is not set.', referer, referer.name);
}

function addCookies({ operation, diagnostics }: Job, headers: Headers): void {
  const { cookies, follow, cookieJar } = operation;
  const notKept = (use: Use) =>
    diagnostics.warn('option_ignored', 'Cookies of answers are not kept.', use, use.name);
  // With a jar curl keeps cookies, and sends them after a redirect.
  if (cookieJar !== undefined && follow !== 'no') notKept(cookieJar);
  const pieces: (Word | string)[] = [];
  for (const use of cookies) {
    const text = use.value.outline;
    const isOpen = use.value.hasOpen;
    const isGiven = isOpen || text.includes('=');
    if (isOpen && !text.includes('='))
      diagnostics.warn(
        'cookie_file',
        'What the variable holds is sent as cookies; without a "=" in it curl takes it for the name of a file.',
        use,
        use.name,
      );
    if (isGiven) pieces.push(pieces.length === 0 ? '' : text.startsWith(' ') ? ';' : '; ', use.value);
    else if (text === '') notKept(use);
    else diagnostics.warn('cookie_file', `The cookies in ${use.value.spelled} are not known.`, use, use.name);
  }
  const [first] = cookies.filter(({ value }) => value.hasOpen || value.outline.includes('='));
  if (first !== undefined) headers.send('Cookie', Word.concat(first.value, ...pieces), first);
}

function addTimeCondition({ operation, diagnostics }: Job, headers: Headers): void {
  const use = operation.timeCondition;
  if (use === undefined) return;
  const text = use.value.spelled;
  const sign = /^[-+=]/.exec(text)?.[0] ?? '';
  const date = httpDate(text.slice(sign.length));
  const names: Readonly<Record<string, string>> = { '=': 'Last-Modified', '-': 'If-Unmodified-Since' };
  if (date !== undefined) headers.send(names[sign] ?? 'If-Modified-Since', date, use);
  else
    diagnostics.warn(
      'date_ignored',
      'This date is not read: curl reads more forms, or looks for a file of that name. No condition is sent.',
      use,
      use.name,
    );
}
