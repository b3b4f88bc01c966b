/** Which proxy curl goes through: that of the options, or that of the environment (curl's manual, ENVIRONMENT). */
import type { RareOptions } from './operation.ts';

const NAMES = /^(?:https?|all|no)_proxy$/i;
const SCHEME = /^[A-Za-z][\w+.-]*(?=:\/\/)/;

/** Whether the environment says anything about proxies. */
export function namesProxy(environment: ReadonlyMap<string, string>): boolean {
  if (environment.size === 0) return false;
  for (const name of environment.keys()) if (NAMES.test(name)) return true;
  return false;
}

/**
 * The proxy for a URL, with the credentials of `-U`; undefined when there is none.
 * @param scheme `http` or `https`
 * @param host in lower case
 */
export function proxyUrl(scheme: string, host: string, options: RareOptions): string | undefined {
  const proxy = proxyFor(scheme, options);
  if (proxy === undefined || isDirect(host, options)) return undefined;
  const own = SCHEME.exec(proxy.text)?.[0];
  const rest = own === undefined ? proxy.text : proxy.text.slice(own.length + 3);
  const user = options.proxyUser;
  const credentials = user === undefined || rest.includes('@') ? '' : `${proxyCredentials(user.value.text)}@`;
  return `${own ?? (proxy.scheme || 'http')}://${credentials}${rest}`;
}

/** Whether there is an HTTP proxy for URLs of http, whatever their host. */
export function hasHttpProxy(options: RareOptions): boolean {
  const proxy = proxyFor('http', options);
  if (proxy === undefined || directHosts(options) !== undefined) return false;
  return !/^socks/i.test(SCHEME.exec(proxy.text)?.[0] ?? proxy.scheme);
}

/** The proxy as it is written, and its scheme where that does not stand in it. */
function proxyFor(
  scheme: string,
  { proxy, environment }: RareOptions,
): { text: string; scheme: string } | undefined {
  if (proxy !== undefined)
    return proxy.use.value.text === '' ? undefined : { text: proxy.use.value.text, scheme: proxy.scheme };
  // HTTP_PROXY is none: to a CGI program that is the Proxy header of its caller.
  const upper = scheme === 'http' ? [] : [`${scheme.toUpperCase()}_PROXY`];
  const text = firstOf(environment, [`${scheme}_proxy`, ...upper, 'all_proxy', 'ALL_PROXY']);
  return text === undefined ? undefined : { text, scheme: 'http' };
}

/** The hosts that are reached without a proxy, as `--noproxy` or the environment lists them. */
function directHosts({ noProxy, environment }: RareOptions): string | undefined {
  return noProxy?.value.text ?? firstOf(environment, ['no_proxy', 'NO_PROXY']);
}

function isDirect(host: string, options: RareOptions): boolean {
  const hosts = directHosts(options)?.split(/[\s,]+/) ?? [];
  return hosts.some((item) => {
    const name = item.toLowerCase().replace(/^\./, '');
    return (
      item === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`))) || isInNetwork(host, item)
    );
  });
}

/** The first that is set to something. */
function firstOf(
  environment: ReadonlyMap<string, string> | undefined,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const value = environment?.get(name);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Whether an IPv4 address is in a network: `10.0.0.0/8`. */
function isInNetwork(host: string, network: string): boolean {
  const [address = '', length = ''] = network.split('/');
  if (!IPV4.test(host) || !IPV4.test(address) || !/^\d{1,2}$/.test(length) || Number(length) > 32)
    return false;
  const size = 2 ** (32 - Number(length));
  const [a, b] = [host, address].map((text) =>
    Math.floor(text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) / size),
  );
  return a === b;
}

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

function proxyCredentials(text: string): string {
  const colon = text.indexOf(':');
  const encode = (piece: string) => (piece.isWellFormed() ? encodeURIComponent(piece) : piece);
  return colon < 0 ? encode(text) : `${encode(text.slice(0, colon))}:${encode(text.slice(colon + 1))}`;
}
