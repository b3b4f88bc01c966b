/**
 * Converts one `fetch(…)` call whose arguments are JSON, as browsers copy it from their network panel. Single quotes and
 * names without quotes are read, too; everything else is an expression, which has no value here.
 */
import { type ParseError, parse } from 'jsonc-parser';
import { named } from '../curl/diagnostics.ts';
import { ConversionDraft, NotConvertible } from './conversion-draft.ts';

/** Options that only say how a page and its browser treat the response. */
const OF_BROWSERS = /^(?:mode|keepalive|priority|referrerPolicy|window|duplex|signal)$/;
const COOKIES =
  'The browser sends its cookies, which are not in the text: add a Cookie header if they matter.';
/** The Content-Type that fetch gives to a text. */
const TEXT_TYPE = 'text/plain;charset=UTF-8';
/** No request has so many objects and lists: reading them takes memory for each level. */
const MAX_BRACKETS = 1000;
const CALL = /\bfetch\s*\(/;
/** A string in either quotes, a template, or the name of a pair. */
const TOKEN =
  /"(?:[^"\\\n]|\\[\s\S])*"|'((?:[^'\\\n]|\\[\s\S])*)'|`[^`]*`|(?<![\w$])([A-Za-z_$][\w$]{0,80})(?=\s{0,20}:)|\\[\s\S]/g;

/** @throws NotConvertible where the text has no call that can be read */
export function convertFetch(text: string): ConversionDraft {
  const call = CALL.exec(text);
  if (call === null) throw new NotConvertible('The text has no fetch(…) call.');
  const { values, rest } = readArguments(text.slice(call.index + call[0].length));
  const [address, options = {}] = values;
  if (address === undefined) throw new NotConvertible('fetch(…) has no URL.');
  const draft = new ConversionDraft();
  draft.url = urlOf(draft, textOf(address));
  const given = pairsOf(options).filter(([, value]) => value !== null);
  const { headers, method, body, referrer, redirect, credentials, ...others } = Object.fromEntries(given);
  // Those that begin with a colon are of HTTP/2; curl makes its own.
  for (const [name, value] of pairsOf(headers))
    if (!name.startsWith(':')) draft.headers.push({ name, value: textOf(value) });
  if (method !== undefined) draft.method = methodOf(textOf(method));
  if (body !== undefined) {
    draft.body = textOf(body);
    draft.imply('Content-Type', TEXT_TYPE);
  }
  if (typeof referrer === 'string' && /^https?:/.test(referrer)) draft.imply('Referer', referrer);
  if (redirect === undefined || redirect === 'follow') draft.options.follow_redirects = true;
  if (credentials === 'include' && !draft.has('cookie')) draft.note(COOKIES);
  for (const [name, value] of Object.entries(others))
    if (!OF_BROWSERS.test(name) && value !== 'default') draft.leaveOut(name);
  if (CALL.test(rest)) draft.note('Only the first of several fetch calls is converted.');
  return draft;
}

/** The arguments of a call, and the text behind it. */
function readArguments(text: string): { values: unknown[]; rest: string } {
  const json = text.replace(TOKEN, (written, single?: string, name?: string) => {
    if (name !== undefined) return `"${name}"`;
    return single === undefined
      ? written
      : `"${single.replace(/\\'|"/g, (char) => (char === '"' ? '\\"' : "'"))}"`;
  });
  if (json.split(/[[{]/, MAX_BRACKETS).length === MAX_BRACKETS)
    throw new NotConvertible('The values are nested too deeply.');
  // The first syntax error is the parenthesis that closes the call.
  const errors: ParseError[] = [];
  parse(`[${json}`, errors, { allowTrailingComma: true });
  const at = (errors[0]?.offset ?? json.length + 1) - 1;
  const rest = json.slice(at);
  const isClosed = rest.startsWith(')');
  errors.length = 0;
  const values: unknown = parse(`[${json.slice(0, at)}]`, errors, { allowTrailingComma: true });
  if (isClosed && errors.length === 0 && Array.isArray(values)) return { values, rest };
  const [shown] = isClosed ? [] : (/^(?:`[^`]*`|[^\s,;:()[\]{}]{1,60})/.exec(rest) ?? []);
  if (shown === undefined) throw new NotConvertible('The call is not complete.');
  throw new NotConvertible(
    `${named(shown)} is not a value that the text shows. Write the value there, or a placeholder such as "{{token}}".`,
  );
}

/** The page's own site is not in the text. */
function urlOf(draft: ConversionDraft, url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  if (!url.startsWith('/')) return url;
  draft.note('The URL is relative to its page: fill in `{{origin}}`, such as https://example.com.');
  return `{{origin}}${url}`;
}

/** The pairs of an object, or of a list of pairs. */
function pairsOf(value: unknown): [name: string, value: unknown][] {
  if (Array.isArray(value))
    return value.flatMap((pair) => (Array.isArray(pair) ? [[textOf(pair[0]), pair[1]]] : []));
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  const kind = Array.isArray(value) ? 'an array' : 'an object';
  throw new NotConvertible(`fetch(…) gets ${kind} where a text belongs. Write the text there, in quotes.`);
}

/** fetch writes these in capitals, however they are given. */
const methodOf = (method: string): string =>
  /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
