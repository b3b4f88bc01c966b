/** Plans how the response is handled, and which local files and settings are used. */
import type { NormalRequest } from '../../request/normalize.ts';
import { NO_COOKIES } from '../../request/raw-text.ts';
import type { RequestOptions } from '../../schemas/request-shape.ts';
import { isLibcurl } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import { type PlanTransfer, TEXT_OPTIONS, type Template, type TextOption } from './plan.ts';

/** Plans the options of the transfer; unsupported ones are left out with a warning. */
export function planTransfer(context: PlanContext, isMinimal: boolean, writesCode: boolean): PlanTransfer {
  const { request } = context;
  const { options } = request;
  const { retry, output } = options;
  const discards = !context.library.isCurl && (output === '/dev/null' || output === 'NUL');
  const showsHeaders = !discards && (options.show_headers === true || request.method === 'HEAD');
  const showsCode = discards || writesCode;
  return {
    output: output === undefined || output === '-' || discards ? undefined : context.template(output),
    discards,
    showsStatus: showsHeaders || (!isMinimal && !showsCode) ? 'line' : showsCode && 'code',
    showsHeaders,
    isHead: request.method === 'HEAD' || discards,
    fails: options.fail === true ? (options.fail_with_body === true ? 'after' : 'before') : undefined,
    streams: output === undefined && request.method !== 'HEAD' && isStream(request, options),
    retry:
      retry === undefined || !can(context, 'retry', '--retry')
        ? undefined
        : {
            count: retry.count,
            delay: retry.delay_ms,
            allErrors: retry.all_errors === true,
            catches: Boolean(retry.all_errors || (options.timeout_ms ?? options.connect_timeout_ms)),
            // The curl manual, --retry. With -f, an error status is an error, too.
            statuses:
              retry.all_errors === true && options.fail === true ? undefined : '408, 429, 500, 502, 503, 504',
          },
    keepsCookies: planCookies(context),
    ...planTexts(context),
  };
}

/** Plans curl's cookie engine, which only matters after a redirect; warns where the library keeps other cookies. */
function planCookies(context: PlanContext): boolean {
  const { library, request } = context;
  const { follow_redirects: follows, cookie_file: file, cookie_jar: jar } = request.options;
  if (follows !== true || isLibcurl(library)) return false;
  const isWanted = file !== undefined || jar !== undefined;
  if (isWanted ? library.keepsCookies === 'never' : library.keepsCookies === 'always')
    context.warn(
      'cookies_differ',
      `After a redirect, ${library.name} sends ${isWanted ? 'no cookies of responses; curl does' : 'the cookies of responses; curl does so only with -b or -c'}.`,
      isWanted ? (file === undefined ? '-c' : '-b') : '-L',
    );
  return isWanted && library.keepsCookies !== 'never';
}

function planTexts(context: PlanContext): Partial<Record<TextOption, Template>> {
  const texts: Partial<Record<TextOption, Template>> = {};
  for (const [name, option] of TEXT_OPTIONS) {
    const given = context.request.options[name];
    if (given === NO_COOKIES && !isLibcurl(context.library)) continue;
    if (given !== undefined && can(context, name, option)) texts[name] = context.template(given);
  }
  return texts;
}

/** Options without which the program would send another request. */
const NEEDED: Partial<Record<'retry' | TextOption, string>> = {
  unix_socket: 'cannot connect to a Unix domain socket',
  cookie_file: 'cannot read cookies from a file',
};

function can(context: PlanContext, name: 'retry' | TextOption, option: string): boolean {
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
