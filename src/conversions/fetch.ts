/** Converts one `fetch(…)` call of JavaScript whose values are written out, as browsers copy it from their network panel. */
import { ConversionDraft, NotConvertible } from './conversion-draft.ts';
import { callArguments, STRINGIFY } from './javascript-values.ts';

/** Options that only say how a page and its browser treat the response. */
const OF_BROWSERS = /^(?:mode|keepalive|priority|referrerPolicy|window|duplex|signal)$/;
/** The Content-Type that fetch gives to a text. */
const TEXT_TYPE = 'text/plain;charset=UTF-8';

/** @throws NotConvertible where the text has no call that can be read */
export function convertFetch(text: string): ConversionDraft {
  const call = /\bfetch\s*\(/g;
  if (call.exec(text) === null) throw new NotConvertible('The text has no fetch(…) call.');
  const { values, end } = callArguments(text, call.lastIndex);
  const [address, options = {}] = values;
  if (address === undefined) throw new NotConvertible('fetch(…) has no URL.');
  const draft = new ConversionDraft();
  draft.options.follow_redirects = true;
  draft.url = urlOf(draft, textOf(address));
  for (const [name, value] of pairsOf(options)) if (value !== null) setOption(draft, name, value);
  if (draft.body !== undefined) draft.imply('Content-Type', TEXT_TYPE);
  if (/\bfetch\s*\(/.test(text.slice(end))) draft.note('Only the first of several fetch calls is converted.');
  return draft;
}

/** The page's own site is not in the text. */
function urlOf(draft: ConversionDraft, url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  if (!url.startsWith('/')) return url;
  draft.note('The URL is relative to its page: fill in `{{origin}}`, such as https://example.com.');
  return `{{origin}}${url}`;
}

function setOption(draft: ConversionDraft, name: string, value: unknown): void {
  if (name === 'method') draft.method = methodOf(textOf(value));
  else if (name === 'headers') {
    // Those that begin with a colon are of HTTP/2; curl makes its own.
    for (const [header, content] of pairsOf(value))
      if (!header.startsWith(':')) draft.headers.push({ name: header, value: textOf(content) });
  } else if (name === 'body') draft.body = textOf(value);
  else if (name === 'referrer') {
    if (/^https?:/.test(textOf(value))) draft.imply('Referer', textOf(value));
  } else if (name === 'redirect') {
    if (value !== 'follow') delete draft.options.follow_redirects;
  } else if (name === 'credentials') {
    if (value === 'include' && !draft.has('cookie'))
      draft.note(
        'The browser sends its cookies, which are not in the text: add a Cookie header if they matter.',
      );
  } else if (!OF_BROWSERS.test(name) && !(name === 'cache' && value === 'default')) draft.leaveOut(name);
}

/** The pairs of an object, or of a list of pairs. */
function pairsOf(value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value))
    return value.flatMap((pair) => (Array.isArray(pair) ? [[textOf(pair[0]), pair[1]]] : []));
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A text as it is, `JSON.stringify(…)` as JavaScript computes it. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const [stringified] = pairsOf(value);
  if (stringified?.[0] === STRINGIFY && Array.isArray(stringified[1])) {
    const [content, , indent] = stringified[1];
    return JSON.stringify(content ?? null, null, typeof indent === 'number' ? indent : 0);
  }
  const kind = Array.isArray(value) ? 'an array' : 'an object';
  throw new NotConvertible(`fetch(…) gets ${kind} where a text belongs. Is JSON.stringify(…) missing?`);
}

/** fetch writes these in capitals, however they are given. */
const methodOf = (method: string): string =>
  /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
