/** Plans the URL in the form that a library accepts, and the proxy. */
import { splitVariables } from '../../request/variables.ts';
import type { PlanContext } from './context.ts';
import { formPairs } from './pairs.ts';
import type { PlanPairs, PlanProxy, Template } from './plan.ts';

/** Characters that a query and a path must escape (RFC 3986, section 2). */
const UNSAFE = /["<>\\^`{|}]|[^!-~]/gu;
const UNSAFE_IN_PATH = /["<>[\\\]^`{|}]|[^!-~]/gu;
const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
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

/** Plans the URL and its query, and warns of what the library changes. */
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
  const isHard = query !== undefined && (/[%+]/.test(query) || context.blank(query) !== query);
  if (query !== undefined && (library.query === 'escaped' ? isHard : library.query)) {
    const start = context.template(`${scheme}://${authority}${escaped(context, path, true)}`);
    const pairs = formPairs(query, context);
    if (pairs !== undefined) return { url: start, scheme, query: pairs };
  }
  const search = query === undefined ? '' : `?${escaped(context, query, false)}`;
  // Some libraries require the slash before a query.
  const start = path === '' && query !== undefined && !library.isCurl ? '/' : escaped(context, path, true);
  return { url: context.template(`${scheme}://${authority}${start}${search}`), scheme, query: undefined };
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

/** Plans a proxy with curl's defaults for scheme and port: http, and 1080 unless it uses TLS. */
export function planProxy(context: PlanContext, proxy: string): PlanProxy | undefined {
  const { library } = context;
  const { variables } = context.request;
  const startsOpen = splitVariables(proxy, variables)[0]?.kind === 'variable';
  const given = startsOpen || /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(context.blank(given))?.[0].toLowerCase() ?? 'http';
  const support = library.proxies[scheme];
  if (support === undefined) {
    context.warn(
      'proxy_unsupported',
      `The proxy is left out: ${library.name} has no support for ${scheme} proxies.`,
      '-x',
    );
    return undefined;
  }
  if (support !== 'own') context.packages.push(support.package);
  const endsOpen = splitVariables(given, variables).at(-1)?.kind === 'variable';
  const hasPort = endsOpen || scheme === 'https' || /:\d+\/?$/.test(context.blank(given));
  const url = hasPort ? given : `${given.replace(/\/$/, '')}:1080`;
  const [, userinfo, host, port] =
    /^[^:/]*:\/\/(?:([^/@]*)@)?(\[[^\]]*\]|[^/:]*)(?::(\d+))?\/?$/.exec(url) ?? [];
  const colon = userinfo?.indexOf(':') ?? -1;
  const part = (text: string | undefined) =>
    text === undefined ? undefined : context.template(percentDecode(text));
  const isOpen = host === undefined || context.blank(host) !== host;
  return {
    url: context.template(url),
    scheme,
    address: isOpen ? undefined : { host, port: Number(port ?? 443) },
    username: part(colon < 0 ? userinfo : userinfo?.slice(0, colon)),
    password: part(userinfo === undefined ? undefined : colon < 0 ? '' : userinfo.slice(colon + 1)),
  };
}

/** Decodes percent escapes as UTF-8; returns the text itself if they are invalid. */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
