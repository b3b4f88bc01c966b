/** Plans how the response is handled, and which local files and settings are used. */
import type { NormalRequest } from '../../request/normalize.ts';
import type { RequestOptions } from '../../schemas/request-shape.ts';
import type { TransferOption } from './capabilities.ts';
import type { PlanContext } from './context.ts';
import type { PlanTransfer, Template } from './plan.ts';

const NAMES: Readonly<Record<TransferOption, string>> = {
  retry: '--retry',
  cert: '--cert',
  key: '--key',
  cacert: '--cacert',
  unix_socket: '--unix-socket',
  interface: '--interface',
  cookie_file: '-b',
  cookie_jar: '-c',
};

/** Plans the options of the transfer; unsupported ones are left out with a warning. */
export function planTransfer(context: PlanContext): PlanTransfer {
  const { request } = context;
  const { options } = request;
  const { retry, output } = options;
  const file = (name: Exclude<TransferOption, 'retry'>): Template | undefined => {
    const given = options[name];
    return given === undefined || !can(context, name) ? undefined : context.template(given);
  };
  return {
    output: output === undefined || output === '-' ? undefined : context.template(output),
    showsHeaders: options.show_headers === true || request.method === 'HEAD',
    isHead: request.method === 'HEAD',
    fails: options.fail === true ? (options.fail_with_body === true ? 'after' : 'before') : undefined,
    streams: output === undefined && request.method !== 'HEAD' && isStream(request, options),
    retry:
      retry === undefined || !can(context, 'retry')
        ? undefined
        : {
            count: retry.count,
            delay: retry.delay_ms,
            allErrors: retry.all_errors === true,
            // The curl manual, --retry.
            statuses: '408, 429, 500, 502, 503, 504',
          },
    cert: file('cert'),
    key: file('key'),
    cacert: file('cacert'),
    unixSocket: file('unix_socket'),
    localInterface: file('interface'),
    cookieFile: file('cookie_file'),
    cookieJar: file('cookie_jar'),
  };
}

function can(context: PlanContext, name: TransferOption): boolean {
  const { library } = context;
  if (library.transfer.includes(name)) return true;
  context.warn(
    'option_unsupported',
    `\`${NAMES[name]}\` is left out: ${library.name} has no setting for it. Add it in your own code.`,
    NAMES[name],
  );
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
