/** Request pass: credentials: a header where that says it all, else the request's `auth`. */
import { basicAuthorization } from '../../request/basic.ts';
import type { Scheme, Use } from '../options/transfer.ts';
import { byteText, Word } from '../word.ts';
import type { Headers } from './headers.ts';
import type { Job, Line } from './request-draft.ts';
import type { CurlUrl } from './url.ts';

interface Credentials {
  username: Word;
  password: Word;
}

/** Before any other header is made: curl writes Authorization first. */
export function addCredentials(job: Job, url: CurlUrl, headers: Headers): void {
  const { user, bearer, schemes, disallowUser } = job.transfer;
  if (url.user === undefined && user === undefined && bearer === undefined && schemes.size === 0) return;
  if (url.user !== undefined && disallowUser) throw job.diagnostics.error('user_in_url', url.user);
  const scheme = schemes.size > 1 ? 'any' : ([...schemes][0] ?? 'basic');
  const credentials = readCredentials(job, url);
  if (headers.custom('authorization') === undefined) {
    warnOfRedirect(job, url);
    send(job, scheme, credentials, headers);
    // A custom header replaces the authentication.
  } else if (user !== undefined && scheme !== 'basic' && isKnown(credentials))
    job.diagnostics.warn('auth_not_sent', user);
}

const isKnown = ({ username, password }: Credentials) => !username.isEmpty || !password.isEmpty;

function send(job: Job, scheme: Scheme, credentials: Credentials, headers: Headers): void {
  const { draft, diagnostics } = job;
  const { user, bearer, sigv4, schemes } = job.transfer;
  if (sigv4 !== undefined) {
    if (isKnown(credentials))
      draft.auth = {
        scheme: 'aws-sigv4',
        ...credentials,
        provider: sigv4.value.isEmpty ? 'aws:amz' : sigv4.value,
      };
  } else if (bearer !== undefined) {
    if (schemes.size === 0)
      headers.send('Authorization', Word.concat(bearer.value, ['Bearer ', bearer.value]), bearer);
    // With several schemes curl sends no credentials at first.
    else diagnostics.warn('auth_not_sent', bearer);
  } else if (!isKnown(credentials) && (user === undefined || /basic|digest/.test(scheme))) return;
  else if (scheme === 'basic') addBasic(job, credentials, headers);
  else {
    draft.auth = { scheme, ...credentials };
    if (/ntlm|negotiate/.test(scheme)) diagnostics.warn('not_executable', user ?? credentials.username);
  }
}

function addBasic(job: Job, { username, password }: Credentials, headers: Headers): void {
  const { user } = job.transfer;
  if (username.hasUnresolved || password.hasUnresolved) {
    if (user !== undefined && !user.value.outline.includes(':'))
      job.diagnostics.warn('credentials_in_variable', user);
    job.draft.auth = { scheme: 'basic', username, password };
    return;
  }
  const both = Word.concat(username, [username, ':', password]);
  const place: Use = user ?? { name: '--url', value: username, start: username.start, end: password.end };
  headers.send('Authorization', basicAuthorization(both.text ?? both.bytes), place);
}

function readCredentials(job: Job, url: CurlUrl): Credentials {
  const { user } = job.transfer;
  const none = Word.text('', job.line.span);
  const username = decoded(job, url.user ?? none);
  const password = decoded(job, url.password ?? none);
  if (user === undefined) return { username, password };
  const [name = none, given] = user.value.split(':', 2);
  // Without a user name, curl uses the credentials of the URL.
  if (name.isEmpty) return { username, password: url.password === undefined ? (given ?? none) : password };
  if (given === undefined && !name.hasUnresolved) job.diagnostics.warn('password_prompt', user);
  return { username: name, password: given ?? none };
}

function decoded({ diagnostics }: Job, word: Word): Word {
  if (!word.outline.includes('%')) return word;
  const text = word.fill(/%([0-9A-Fa-f]{2})/g, ([, hex = '']) =>
    Word.text(byteText(Number.parseInt(hex, 16)), word, true),
  );
  if (text.outline.includes('\0')) throw diagnostics.error('invalid_url', word);
  return text;
}

/**
 * The user of a URL is for that URL and those that are relative to it; one of -u is for the whole host. So it is
 * in curl 8.23; 7.88 made no difference.
 */
function warnOfRedirect({ transfer: { user, follow }, diagnostics }: Job, url: CurlUrl): void {
  if (url.user === undefined || follow === 'no') return;
  if (user === undefined || /^(?::|$)/.test(user.value.outline))
    diagnostics.warn('user_after_redirect', url.user);
}

/** curl signs the lines of -H (and --json) only, not the headers that other options make. */
export function limitSignature({ transfer, draft: { auth, lines } }: Job, headers: Headers): void {
  if (auth?.scheme !== 'aws-sigv4') return;
  const names: Pick<Line, 'name' | 'key'>[] = [...lines];
  if (headers.custom('content-length') !== undefined && headers.hasBody)
    names.push({ name: 'Content-Length', key: 'content-length' });
  const ofJson = transfer.json === undefined ? [] : ['content-type', 'accept'];
  const keys = new Set([...headers.keys(), ...ofJson]);
  const signed = names.filter(({ key }) => keys.has(key));
  if (signed.length < names.length) auth.signed_headers = signed.map(({ name }) => name);
}
