/** Request pass: which proxy curl goes through: that of the options, or that of the environment (curl's manual, ENVIRONMENT). */
import { type Span, Word } from '../shell/word.ts';
import type { Job } from './draft.ts';

const SCHEME = /^[A-Za-z][\w+.-]*(?=:\/\/)/;

/** A proxy as it is written, and its scheme where that does not stand in it. */
interface Proxy {
  text: Word;
  scheme: string;
  place: Span;
}

/**
 * The proxy for a URL, with the credentials of `-U`; undefined when there is none.
 * @param scheme `http` or `https`
 * @param host in lower case
 */
export function proxyUrl(job: Job, scheme: string, host: string): { url: Word; place: Span } | undefined {
  const proxy = proxyFor(job, scheme);
  if (proxy === undefined || isDirect(job, host)) return undefined;
  const { text, place } = proxy;
  const own = SCHEME.exec(text.outline)?.[0];
  const rest = own === undefined ? text : text.slice(own.length + 3);
  const user = job.operation.proxyUser;
  const credentials =
    user === undefined || rest.outline.includes('@') ? [] : [proxyCredentials(user.value), '@'];
  return { url: Word.concat(text, `${own ?? (proxy.scheme || 'http')}://`, ...credentials, rest), place };
}

/** Whether there is an HTTP proxy for URLs of http, whatever their host. */
export function hasHttpProxy(job: Job): boolean {
  const proxy = proxyFor(job, 'http');
  if (proxy === undefined || directHosts(job) !== undefined) return false;
  return !/^socks/i.test(SCHEME.exec(proxy.text.outline)?.[0] ?? proxy.scheme);
}

function proxyFor({ operation: { proxy }, line }: Job, scheme: string): Proxy | undefined {
  if (proxy !== undefined) {
    const { use, scheme: own } = proxy;
    return use.value.isEmpty ? undefined : { text: use.value, scheme: own, place: use };
  }
  if (line.environment.size === 0) return undefined;
  // HTTP_PROXY is none: to a CGI program that is the Proxy header of its caller.
  const upper = scheme === 'http' ? [] : [`${scheme.toUpperCase()}_PROXY`];
  const text = firstOf(line.environment, [`${scheme}_proxy`, ...upper, 'all_proxy', 'ALL_PROXY']);
  return text === undefined ? undefined : { text, scheme: 'http', place: text };
}

/** The hosts that are reached without a proxy, as `--noproxy` or the environment lists them. */
function directHosts({ operation: { noProxy }, line }: Job): Word | undefined {
  return noProxy?.value ?? firstOf(line.environment, ['no_proxy', 'NO_PROXY']);
}

function isDirect(job: Job, host: string): boolean {
  const hosts = directHosts(job);
  const items = hosts === undefined ? [] : hosts.outline.split(/[\s,]+/);
  if (hosts !== undefined && items.some((item) => item.includes('/')))
    job.diagnostics.warn('option_ignored', 'Networks that are reached without a proxy are not read.', hosts);
  return items.some((item) => {
    const name = item.toLowerCase().replace(/^\./, '');
    return item === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
}

/** The first that is set to something. */
function firstOf(environment: ReadonlyMap<string, Word>, names: readonly string[]): Word | undefined {
  for (const name of names) {
    const value = environment.get(name);
    if (value !== undefined && !value.isEmpty) return value;
  }
  return undefined;
}

function proxyCredentials(user: Word): Word {
  const pieces = user.split(':', 2).map((piece) => piece.map(encodeURIComponent));
  return Word.concat(user, ...pieces.flatMap((piece, index) => (index === 0 ? [piece] : [':', piece])));
}
