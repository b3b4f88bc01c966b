/** Plans how the response is handled, and which local files and settings are used. */
import { hasHeader, type NormalRequest } from '../../request/normalize.ts';
import { NO_COOKIES } from '../../request/raw-text.ts';
import type { RequestOptions } from '../../schemas/request-shape.ts';
import { isLibcurl } from './capabilities.ts';
import { NOWHERE, type PlanContext } from './context.ts';
import { type PlanTransfer, TEXT_OPTIONS, type Template, type TextOption } from './plan.ts';

export function planTransfer(context: PlanContext, isMinimal: boolean, writesCode: boolean): PlanTransfer {
  const { request } = context;
  const { options } = request;
  const { retry, output } = options;
  const discards = !context.library.isCurl && NOWHERE.has(output ?? '');
  const showsHeaders = !discards && (options.show_headers === true || request.method === 'HEAD');
  const showsCode = discards || writesCode;
  const limit = options.timeout_ms ?? options.connect_timeout_ms;
  // What is not the rest must not get into the file.
  const isGuarded = context.resumes && !isLibcurl(context.library);
  const fails = options.fail === true ? (options.fail_with_body === true ? 'after' : 'before') : undefined;
  if (isGuarded)
    context.warn(
      'option_unsupported',
      'If the file is complete already, the program ends with HTTP 416; curl ends well.',
      '-C',
    );
  return {
    output: output === undefined || output === '-' || discards ? undefined : context.template(output),
    resumed: context.resumes ? context.template(output ?? '') : undefined,
    discards,
    showsStatus: showsHeaders || (!isMinimal && !showsCode) ? 'line' : showsCode && 'code',
    showsHeaders,
    isHead: request.method === 'HEAD' || discards,
    fails: isGuarded ? 'before' : fails,
    streams: output === undefined && request.method !== 'HEAD' && isStream(request, options),
    retry:
      retry === undefined || !can(context, 'retry', '--retry')
        ? undefined
        : {
            count: retry.count,
            delay: retry.delay_ms,
            allErrors: retry.all_errors === true,
            refused: retry.connection_refused === true,
            catches: Boolean(retry.all_errors || retry.connection_refused || limit),
            // The curl manual, --retry. With -f, an error status is an error, too.
            statuses:
              retry.all_errors === true && options.fail === true ? undefined : '408, 429, 500, 502, 503, 504',
          },
    keepsCookies: planCookies(context, isMinimal),
    ...planAddresses(context),
    ...planTexts(context),
  };
}

/** Plans curl's cookie engine, which only matters after a redirect; warns where the library keeps other cookies. */
function planCookies(context: PlanContext, isMinimal: boolean): boolean {
  const { library, request } = context;
  const { follow_redirects, cookie_file: file, cookie_jar: jar } = request.options;
  const isWanted = file !== undefined || jar !== undefined;
  const isSession = file !== undefined && (file === NO_COOKIES || file === jar);
  const isByDefault = isSession || (context.follows && library.keepsCookies === 'always');
  const follows = follow_redirects ?? (isMinimal && isByDefault && library.follows !== false);
  if (!follows || isLibcurl(library)) return false;
  if (isWanted ? library.keepsCookies === 'never' : library.keepsCookies === 'always')
    context.warn(
      'cookies_differ',
      `After a redirect, ${library.name} sends ${isWanted ? 'no cookies of responses; curl does' : 'the cookies of responses; curl does so only with -b or -c'}.`,
      isWanted ? (file === undefined ? '-c' : '-b') : '-L',
    );
  return isWanted && library.keepsCookies !== 'never';
}

function planTexts(context: PlanContext): Partial<Record<TextOption, Template>> {
  const { library, request } = context;
  const texts: Partial<Record<TextOption, Template>> = {};
  for (const [name, option] of TEXT_OPTIONS) {
    const given = request.options[name];
    if (given === NO_COOKIES && !isLibcurl(library)) continue;
    if (given === undefined || (name === 'cookie_file' && context.cookieFile !== undefined)) continue;
    if (name === 'cookie_file' && !isLibcurl(library) && hasHeader(request.headers, 'cookie'))
      context.refuse(option, 'cannot send the cookies of a file with others');
    else if (can(context, name, option)) texts[name] = context.template(given);
  }
  const isDotless = /^https?:\/\/[\w-]+(?:[:/?]|$)/.test(request.url);
  // Only Python has a jar besides libcurl: http.cookiejar appends ".local" to such a host.
  const hasOwnJar = library.transfer.includes('cookie_jar') && !isLibcurl(library);
  if (hasOwnJar && (texts.cookie_file ?? texts.cookie_jar) !== undefined && isDotless)
    context.warnOfLibrary('option_unsupported', 'shares no cookies with curl for a host without a dot');
  return texts;
}

/** Plans the addresses of hosts; a library with one setting for it stops at those of other hosts. */
function planAddresses(context: PlanContext): Pick<PlanTransfer, 'resolve' | 'address'> {
  const { resolve: entries = [], proxy, follow_redirects: follows } = context.request.options;
  const none = { resolve: [], address: undefined };
  if (entries.length === 0 || !can(context, 'resolve', '--resolve')) return none;
  if (context.library.resolves === 'list')
    return { ...none, resolve: entries.map((entry) => context.template(entry)) };
  const [, scheme, host = '', port = scheme === 'http' ? '80' : '443'] =
    /^(https?):\/\/(\[[^\]]*\]|[^/?:]*)(?::(\d+))?/.exec(context.request.url) ?? [];
  const own = `${host}:${port}:`.toLowerCase();
  const applies = entries.filter((entry) => entry.toLowerCase().startsWith(own));
  // To a proxy curl gives the name.
  if (proxy !== undefined || (applies.length === 0 && follows !== true)) return none;
  const [ip = '', ...more] = applies.map((entry) => entry.slice(own.length));
  if (applies.length < entries.length || more.length > 0 || /,/.test(ip) || context.blank(host) !== host)
    context.refuse('--resolve', 'can be given one address, of the host of the URL');
  return { ...none, address: { host, port, ip: context.template(ip.replace(/^\[|\]$/g, '')) } };
}

/** Options without which the program would send another request. */
const NEEDED: Partial<Record<'retry' | 'resolve' | TextOption, string>> = {
  resolve: 'cannot be given the address of a host',
  unix_socket: 'cannot connect to a Unix domain socket',
};

function can(context: PlanContext, name: 'retry' | 'resolve' | TextOption, option: string): boolean {
  if (context.library.transfer.includes(name)) return true;
  const why = NEEDED[name];
  if (why === undefined) context.leaveOut(option, 'has no setting for it. Add it in your own code');
  else context.refuse(option, why);
  return false;
}

/** Whether the response is streamed: by an option, or because the request asks for a stream. */
function isStream({ headers, body }: NormalRequest, { stream }: RequestOptions): boolean {
  if (stream !== undefined) return stream;
  const asksForEvents = headers.some(
    ({ lower, value }) => lower === 'accept' && /^text\/event-stream\b/i.test(value),
  );
  const isObject = body.kind === 'text' && /^\s*\{/.test(body.text);
  return asksForEvents || (isObject && /"stream"\s*:\s*true\b/.test(body.text));
}
