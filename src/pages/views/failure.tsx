/** Explains why a run failed and what to do about it. Pure. */
import type { TestError, TestResponse } from '../../schemas/test-run.ts';
import { duration, number, timeLeft, untilMidnight } from './format.tsx';
import { Button } from './inputs.tsx';
import { plain } from './visible-text.tsx';
import { Message } from './warnings.tsx';

/** Codes that only the page itself has: the connection between it and this service ended. */
export type FailureCode = TestError['code'] | 'interrupted';

/** What happened, in its first sentence, and the remedy. */
const FAILURES: Record<FailureCode, string> = {
  dns_error:
    'Host not found. Check the spelling of the host. Names that only your network knows cannot be reached from here.',
  connection_refused: 'Connection refused. Check the host and the port, or try again in a minute.',
  connection_reset: 'Connection lost. Run it again; if it happens again, look into the log of the server.',
  timeout: 'Timeout. Run it again, or allow it more time.',
  tls_error:
    'TLS error. Check the certificate of the server. For a test server, -k in the command accepts any certificate.',
  too_many_redirects:
    'Too many redirects. Look at the redirects below: the server may redirect in a circle, or wait for a cookie.',
  invalid_response:
    'Invalid response. Check that the port speaks HTTP, and whether the URL should begin with http:// or https://.',
  response_too_large:
    'Response headers too large. Make the server send fewer or shorter headers, for example fewer cookies.',
  destination_refused: 'Destination not allowed. Run the command on your own machine.',
  cancelled: 'Stopped. Run it again for all of it.',
  interrupted: 'Connection to this service lost. Check your connection and run it again.',
};

export const failureTitle = (code: FailureCode): string =>
  FAILURES[code].slice(0, FAILURES[code].indexOf('.'));

interface FailureCardProps {
  code: FailureCode;
  message: string;
  /** How long it took, in milliseconds. */
  ms?: number;
  /** What had arrived until then. */
  arrived?: string | null;
  /** Of the request. */
  url?: string;
}

/** What happened, in the words of a reader where the service's are about its own part. */
function happened({ code, message, arrived, url = '' }: FailureCardProps): string {
  const [, what, limit, isOurs] = /^No complete (\w+) within (\d+) ms(,)?/.exec(message) ?? [];
  // How long a timeout took is in its title.
  if (code === 'timeout' && limit !== undefined) {
    const option = what === 'connection' ? '--connect-timeout' : '-m';
    const whose = isOurs
      ? `of this server is ${duration(Number(limit))}`
      : `is \`${option} ${Number(limit) / 1000}\` in the command`;
    return `${arrived ?? 'The server sent nothing.'} The limit ${whose}.`;
  }
  if (message === 'The target refused the connection.' && URL.canParse(url)) {
    const { protocol, hostname, port } = new URL(url);
    return `Nothing listens on port ${port || (protocol === 'https:' ? 443 : 80)} of \`${hostname}\`.`;
  }
  if (message.startsWith('This destination is not allowed'))
    return 'This server sends requests to public addresses only.';
  return [message, arrived ?? ''].join(' ');
}

export function FailureCard(props: FailureCardProps) {
  const { code, ms } = props;
  const title = failureTitle(code);
  const shown = code === 'timeout' && ms !== undefined ? `Timed out after ${duration(ms)}` : title;
  return (
    <div class="pg-fail">
      <p class="pg-fail__title">
        <span class={`pg-status pg-status--${code === 'cancelled' ? 'wait' : 'failed'}`}>{shown}</span>
      </p>
      <p class="pg-fail__text">
        <Message text={`${happened(props)} ${FAILURES[code].slice(title.length + 2)}`} />
      </p>
      {code === 'destination_refused' && <CopyCommand />}
    </div>
  );
}

const CopyCommand = () => (
  <p class="pg-fail__end">
    <Button icon="copy" class="pg-scripted" data-copies="command">
      Copy the command
    </Button>
  </p>
);

/** What to do about a response that is an error of the API, beside its own words; a refused key is marked at its field. */
export function adviceOf({ status, headers = {} }: TestResponse): string | undefined {
  const after = headers['retry-after'] ?? '';
  if ((status === 429 || status === 503) && after !== '')
    return `The API asks to wait ${/^\d{1,7}$/.test(after) ? timeLeft(Number(after)) : `until ${plain(after)}`}.`;
  if (status === 429) return 'The API limits how often it is called. Wait a moment, then run it again.';
  if (status === 404) return 'The API has nothing at this URL. Check its path and the values in it.';
  return status >= 500 ? 'The API failed. Try again in a minute.' : undefined;
}

/** Limits that reset later than this, in seconds, are those of a day. */
const DAILY = 90;

export interface LimitProps {
  /** Of the service. Its first sentence says which limit it is. */
  message: string;
  /** Seconds until it is over. */
  retryAfter: number;
  /** Whether it is read by the owner of pages. */
  isOwner: boolean;
}

/** A limit of this service that is reached, when it is over, and what works until then. */
export function LimitCard({ message, retryAfter, isOwner }: LimitProps) {
  const isDaily = retryAfter > DAILY;
  const [which = ''] = message.replace(/\d{4,}/g, (digits) => number(Number(digits))).split(/\.(?: |$)/);
  return (
    <div class="pg-fail">
      <p class="pg-fail__title">
        <span class="pg-status pg-status--wait">{which}</span>
      </p>
      <p class="pg-fail__text">
        <span data-countdown={isDaily ? undefined : retryAfter}>
          {isDaily
            ? `Runs work again at ${untilMidnight(retryAfter)}.`
            : `Try again in ${timeLeft(retryAfter)}.`}
        </span>
        {isDaily && isOwner && ' Your pages stay online. '}
        {isDaily && isOwner && <a href="/account/usage">See the usage</a>}
      </p>
      {!isOwner && <CopyCommand />}
    </div>
  );
}
