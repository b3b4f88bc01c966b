/** Explains why a run failed and what to do about it. Pure. */
import type { TestError } from '../../schemas/test-run.ts';
import { duration } from './format.tsx';
import { Message } from './warnings.tsx';

/** Codes that only the page itself has: the connection between it and this service ended. */
export type FailureCode = TestError['code'] | 'interrupted';

/** What happened, in its first sentence, and the remedy. */
const FAILURES: Record<FailureCode, string> = {
  dns_error:
    'Host not found. Check the spelling of the host. Names that only your network knows cannot be reached from here.',
  connection_refused:
    'Connection refused. Check the host and the port, and that the server is running and reachable from the internet.',
  connection_reset:
    'Connection lost. The server closed the connection too early. Run it again; if it happens again, look into the log of the server.',
  timeout: 'Timeout. Run it again, or allow it more time: `-m` in the command is the limit.',
  tls_error:
    'TLS error. Check the certificate of the server. For a test server, -k in the command accepts any certificate.',
  too_many_redirects:
    'Too many redirects. Look at the redirects below: the server may redirect in a circle, or wait for a cookie.',
  invalid_response:
    'Invalid response. Check that the port speaks HTTP, and whether the URL should begin with http:// or https://.',
  response_too_large:
    'Response headers too large. Make the server send fewer or shorter headers, for example fewer cookies.',
  destination_refused:
    'Destination refused. Requests are sent to public addresses only. Use one, or ask the operator of this service to allow yours.',
  cancelled: 'Stopped. What was received until then is below. Run it again for all of it.',
  interrupted:
    'Connection to this service lost. Check your connection and run it again. What was received until then is below.',
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
}

export function FailureCard({ code, message, ms, arrived }: FailureCardProps) {
  const title = failureTitle(code);
  const shown = code === 'timeout' && ms !== undefined ? `Timed out after ${duration(ms)}` : title;
  // How long a timeout took is in its title.
  const said = [
    code === 'timeout' && arrived ? '' : message,
    arrived ?? '',
    FAILURES[code].slice(title.length + 2),
  ];
  return (
    <div class="pg-fail">
      <p class="pg-fail__title">
        <span class={`pg-status pg-status--${code === 'cancelled' ? 'wait' : 'failed'}`}>{shown}</span>
      </p>
      <p class="pg-fail__text">
        <Message text={said.join(' ')} />
      </p>
    </div>
  );
}
