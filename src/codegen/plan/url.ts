/** Plans the URL in the form that a library accepts, and the proxy. */
import { escapeOf, percentDecode } from '../../request/percent.ts';
import { splitVariables } from '../../request/variables.ts';
import { concatenated, joined, spelled } from '../text/templates.ts';
import { isLibcurl, type QueryEncoding, SIGNED } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import { formDecode, formPairs } from './pairs.ts';
import type { PlanPairs, PlanProxy, Template } from './plan.ts';

/** Characters that a query and a path must escape (RFC 3986, section 2). */
const UNSAFE = /["<>\\^`{|}]|[^!-~]/gu;
const UNSAFE_IN_PATH = /["<>[\\\]^`{|}]|[^!-~]/gu;
const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
/** Surrounds the number of a variable. */
const MASK = '\0';
const MASKED = /\0(\d+)\0/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const PROXY = /^([^:/]*:\/\/)(?:([^/@]*)@)?(\[[^\]]*\]|[^/:]*)(?::(\d+))?\/?$/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Whether a path has dot segments, which libcurl keeps only with an option. */
export function hasDotSegments(url: string): boolean {
  return DOT_SEGMENT.test(/^\w+:\/\/[^/?]*([^?]*)/.exec(url)?.[1] ?? '');
}

export interface PlannedUrl {
  url: Template;
  scheme: string | undefined;
  query: PlanPairs | undefined;
}

export function planUrl(context: PlanContext): PlannedUrl {
  const { request, library } = context;
  const { url } = request;
  const match = /^(https?):\/\/([^/?]*)(.*)$/is.exec(url);
  if (match === null) return { url: context.template(url), scheme: undefined, query: undefined };
  const [, written = '', authority = '', target = ''] = match;
  const scheme = written.toLowerCase();
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? undefined : target.slice(mark + 1);
  if (request.options.request_target === undefined) comparePath(context, path, target);
  const pairs = query === undefined ? undefined : queryPairs(context, query);
  const search = query === undefined || pairs !== undefined ? '' : `?${escaped(context, query, false)}`;
  // Some libraries require the slash before a query.
  const start = path === '' && search !== '' && !library.isCurl ? '/' : escaped(context, path, true);
  const base = context.template(`${scheme}://${authority}${start}`);
  const isForm = !SIGNED.test(search) && formPairs(search.slice(1), context) !== undefined;
  const how = isForm ? library.encodes : undefined;
  const rest = how === undefined ? context.template(search) : encodedQuery(context, search, how);
  return { url: joined(base, rest), scheme, query: pairs };
}

/** Returns the pairs of a query; undefined where it stays in the URL, also because the library would write it otherwise. */
function queryPairs(context: PlanContext, query: string): PlanPairs | undefined {
  const { query: how } = context.library;
  if (how === undefined || SIGNED.test(query)) return undefined;
  const pairs = formPairs(query, context);
  if (pairs === undefined || (how.onlyUniqueNames === true && !pairs.hasUniqueNames)) return undefined;
  const literal = escaped(context, query, false);
  const isPlain = isReadable(literal) && context.blank(query) === query;
  if (isPlain && (how.onlyEscaped === true || !pairs.hasUniqueNames)) return undefined;
  const typed = (text: Template, own: (piece: string) => string) =>
    spelled(text, own, ({ written }) => written);
  const encode = (text: Template) => typed(text, (piece) => encoded(piece, how));
  const ordered = how.sorts ? pairs.pairs.toSorted(([a], [b]) => Number(a > b) - Number(a < b)) : pairs.pairs;
  const sent = ordered.map((pair) => pair.map(encode).join('=')).join('&');
  return sent === typed(context.template(literal), (piece) => piece) ? pairs : undefined;
}

const isReadable = (query: string): boolean => !/%(?!20)/.test(query);

/** Returns a query in which variables, and values that are hard to read, are encoded by the program. */
function encodedQuery(context: PlanContext, query: string, how: QueryEncoding): Template {
  const value = (text: string): Template => {
    const decoded = /^[?&]|=$/.test(text) || isReadable(text) ? undefined : formDecode(text);
    return decoded !== undefined && encoded(decoded, how) === text
      ? [{ name: '', fallback: undefined, written: text, decoded }]
      : text;
  };
  const pieces = [context.template(query)].flat().flatMap((piece): readonly Template[] => {
    if (typeof piece !== 'string') return [[{ ...piece, decoded: [piece] }]];
    return piece.split(/(?<==)|(?=&)/).map(value);
  });
  return concatenated(pieces);
}

export function encoded(text: string, { space, plain }: QueryEncoding): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (char) => (plain.includes(char) ? char : escapeOf(char)))
    .replaceAll('%20', space);
}

function comparePath(context: PlanContext, path: string, target: string): void {
  const { library } = context;
  if (!library.dotSegments && DOT_SEGMENT.test(path))
    context.warnOfLibrary(
      'target_changed',
      'resolves the ".." and "." of the path before it sends the request',
      '--path-as-is',
    );
  if (!library.leadingSlashes && path.startsWith('//'))
    context.warnOfLibrary('target_changed', 'sends one slash at the start of the path instead of several');
  if (!library.barePercent && context.blank(target).search(BARE_PERCENT) >= 0)
    context.warnOfLibrary('target_changed', 'sends a "%" that begins no escape as "%25"');
}

/** Escapes the unsafe characters of a path or query; variables stay. */
function escaped(context: PlanContext, text: string, isPath: boolean): string {
  return splitVariables(text, context.request.variables)
    .map((segment) => (segment.kind === 'text' ? escapedText(context, segment.text, isPath) : segment.text))
    .join('');
}

function escapedText({ library }: PlanContext, text: string, isPath: boolean): string {
  // The curl command accepts all but blanks and controls.
  if (library.isCurl) return text.replace(/[\0- \x7f]/g, encodeURIComponent);
  const safe = text.replace(isPath ? UNSAFE_IN_PATH : UNSAFE, encodeURIComponent);
  return library.barePercent ? safe : safe.replace(BARE_PERCENT, '%25');
}

/** Plans a proxy with curl's defaults: http, and port 1080 unless it uses TLS. The program escapes its variables. */
export function planProxy(context: PlanContext, proxy: string): PlanProxy | undefined {
  const { library, request } = context;
  const variables: string[] = [];
  // A variable may contain what separates the parts of a URL.
  const masked = splitVariables(proxy, request.variables)
    .map((part) => (part.kind === 'text' ? part.text : MASK + (variables.push(part.text) - 1) + MASK))
    .join('');
  const template = (text: string) =>
    context.template(text.replace(MASKED, (_, at) => variables[Number(at)] ?? ''));
  const given = masked.startsWith(MASK) || SCHEME.test(masked) ? masked : `http://${masked}`;
  const scheme = SCHEME.exec(given)?.[1]?.toLowerCase() ?? 'http';
  const support = library.proxies[scheme];
  if (support === undefined) {
    context.refuse('-x', `has no support for ${scheme} proxies`, 'proxy_unsupported');
    return undefined;
  }
  if (support !== 'own') context.packages.push(support.package);
  const hasPort = given.endsWith(MASK) || scheme === 'https' || /:\d+\/?$/.test(given);
  const url = hasPort ? given : `${given.replace(/\/$/, '')}:1080`;
  const [, start = '', login, host, port] = PROXY.exec(url) ?? [];
  const colon = login?.indexOf(':') ?? -1;
  const part = (text: string | undefined) =>
    text === undefined ? undefined : template(percentDecode(text) ?? text);
  // A lone variable may be both the name and the password.
  const isOpen = login?.includes(MASK) === true && (colon >= 0 || isLibcurl(library));
  const server = template(
    host === undefined ? url : `${start}${host}${port === undefined ? '' : `:${port}`}`,
  );
  return {
    url: template(url),
    server,
    scheme,
    address: host === undefined || host.includes(MASK) ? undefined : { host, port: Number(port ?? 443) },
    isOpen,
    username: part(colon < 0 ? login : login?.slice(0, colon)),
    password: part(login === undefined ? undefined : colon < 0 ? '' : login.slice(colon + 1)),
  };
}
