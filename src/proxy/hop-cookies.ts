/**
 * curl's cookie engine for the requests of one run. `-b FILE` and `-c FILE` turn it on; `-b NAME=VALUE` alone does not.
 * It starts empty, and nothing outlives the run. Limits, paths and order are those of curl's lib/cookie.c.
 */
import { Cookie, CookieJar } from 'tough-cookie';
import { FIELD_CONTROLS } from '../request/raw-text.ts';
import type { HeaderLine } from '../schemas/request-shape.ts';
import type { Destination } from './connect/destination.ts';
import { fromBytes, type HttpResponse } from './http/exchange.ts';

/** Cookies taken from one response. */
const MAX_COOKIES = 50;
/** Characters of a Set-Cookie line, of a name with its value, and of all cookies of a request. */
const MAX_LINE = 5_000;
const MAX_PAIR = 4_096;
const MAX_HEADER = 8_190;

export class HopCookies {
  readonly #jar = new CookieJar();

  /**
   * Keeps the cookies of a response.
   * @param sent the header lines of its request
   */
  store({ headers }: HttpResponse, destination: Destination, sent: readonly HeaderLine[]): void {
    const lines = headers.filter(([name]) => name === 'set-cookie').slice(0, MAX_COOKIES);
    for (const [, line] of lines) {
      const cookie = line.length > MAX_LINE ? undefined : Cookie.parse(fromBytes(line));
      if (cookie === undefined || cookie.key.length + cookie.value.length >= MAX_PAIR) continue;
      if (FIELD_CONTROLS.test(cookie.cookieString())) continue;
      cookie.path = cookiePath(line) ?? cookie.path;
      this.#jar.setCookieSync(cookie, cookieUrl(destination, sent), { ignoreError: true });
    }
  }

  /** Returns the lines with the cookies for that destination, which stand before those that the request has. */
  addTo(lines: HeaderLine[], destination: Destination): HeaderLine[] {
    const cookies = this.#jar.getCookiesSync(cookieUrl(destination, lines)).sort(inCurlsOrder);
    let value = '';
    for (const cookie of cookies) {
      const longer = (value === '' ? '' : `${value}; `) + cookie.cookieString();
      if (longer.length >= MAX_HEADER) break;
      value = longer;
    }
    if (value === '') return lines;
    const given = lines.filter(isCookie).map((line) => line.value);
    return [
      ...lines.filter((line) => !isCookie(line)),
      { name: 'Cookie', value: [value, ...given].filter((text) => text !== '').join('; ') },
    ];
  }
}

const isCookie = ({ name }: HeaderLine): boolean => name.toLowerCase() === 'cookie';

/** Returns the URL whose cookies a request takes part in: a Host header names the host, too. */
function cookieUrl({ href }: Destination, sent: readonly HeaderLine[]): URL {
  const url = new URL(href);
  url.host = sent.find(({ name }) => name.toLowerCase() === 'host')?.value ?? url.host;
  return url;
}

/** Returns the path of a Set-Cookie line; `/app/` includes `/app`, and a path that is none is `/`. */
function cookiePath(line: string): string | undefined {
  const attribute = line
    .split(';')
    .slice(1)
    .findLast((text) => /^\s*path\s*=/i.test(text));
  const path = attribute
    ?.slice(attribute.indexOf('=') + 1)
    .trim()
    .replace(/^"|"$/g, '');
  return path?.startsWith('/') === false ? '/' : path?.replace(/(?<=.)\/$/, '');
}

/** Longer paths, domains and names first, then newer cookies. */
function inCurlsOrder(a: Cookie, b: Cookie): number {
  const longer = (key: 'domain' | 'key') => (b[key]?.length ?? 0) - (a[key]?.length ?? 0);
  const byPath = pathLength(b) - pathLength(a);
  return byPath || longer('domain') || longer('key') || b.creationIndex - a.creationIndex;
}

/** A path that comes from the URL counts with its last slash. */
const pathLength = ({ path, pathIsDefault }: Cookie): number =>
  (path?.length ?? 0) + (pathIsDefault === true && path !== '/' ? 1 : 0);
