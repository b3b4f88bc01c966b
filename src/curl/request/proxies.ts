/** Request pass: which proxy curl goes through: that of the options, or that of the environment (curl's manual, ENVIRONMENT). */
import type { Place } from '../diagnostics.ts';
import { joinWords, Word } from '../word.ts';
import type { Job } from './request-draft.ts';
import type { CurlUrl } from './url.ts';

const SCHEME = /^[A-Za-z][\w+.-]*(?=:\/\/)/;

/** The proxy for a URL, with the credentials of `-U`; undefined when there is none. */
export function proxyUrl(job: Job, { scheme, host }: CurlUrl): { url: Word; place: Place } | undefined {
  const { proxy, proxyUser } = job.transfer;
  if (proxy === undefined && job.line.environment.size === 0) return undefined;
  // curl ignores HTTP_PROXY: in a CGI program, it is the Proxy header of the client.
  const upper = scheme === 'http' ? [] : [`${scheme.toUpperCase()}_PROXY`];
  const text = proxy?.use.value ?? firstOf(job, [`${scheme}_proxy`, ...upper, 'all_proxy', 'ALL_PROXY']);
  if (text === undefined || text.isEmpty || isDirect(job, host.outline.toLowerCase())) return undefined;
  const own = SCHEME.exec(text.outline)?.[0];
  const rest = own === undefined ? text : text.slice(own.length + 3);
  const pieces: (Word | string)[] = [`${own ?? (proxy?.scheme || 'http')}://`];
  if (proxyUser !== undefined && !rest.outline.includes('@')) {
    const user = proxyUser.value.split(':', 2).map((piece) => piece.map(encodeURIComponent));
    pieces.push(joinWords(text, user, ':'), '@');
  }
  return { url: Word.concat(text, [...pieces, rest]), place: proxy?.use ?? text };
}

/** Whether the host is reached without a proxy, as `--noproxy` or the environment lists it. */
function isDirect(job: Job, host: string): boolean {
  const hosts = job.transfer.noProxy?.value ?? firstOf(job, ['no_proxy', 'NO_PROXY']);
  if (hosts === undefined) return false;
  const items = hosts.outline.toLowerCase().split(/[\s,]+/);
  if (items.some((item) => item.includes('/')))
    job.diagnostics.warn('option_ignored', hosts, 'The networks in this list are not read; host names are.');
  return items.some((item) => {
    const name = item.replace(/^\./, '');
    return item === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
}

/** The first variable of the environment that is set to something. */
function firstOf({ line }: Job, names: readonly string[]): Word | undefined {
  return names.map((name) => line.environment.get(name)).find((value) => value?.isEmpty === false);
}
