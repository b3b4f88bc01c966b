/** Explains why a run failed and what to do about it. Pure. */
import type { TestError } from '../../schemas/test-run.ts';
import { Message } from './warnings.tsx';

/** Codes that only the page itself has: the connection between it and this service ended. */
export type FailureCode = TestError['code'] | 'interrupted';

const FAILURES: Record<FailureCode, { title: string; advice: string }> = {
  dns_error: {
    title: 'Host not found',
    advice: 'Check the spelling of the host. Names that only your network knows cannot be reached from here.',
  },
  connection_refused: {
    title: 'Connection refused',
    advice: 'Check the host and the port, and that the server is running and reachable from the internet.',
  },
  connection_reset: {
    title: 'Connection lost',
    advice:
      'The server closed the connection too early. Run it again; if it happens again, look into the log of the server.',
  },
  timeout: {
    title: 'Timeout',
    advice: 'Run it again, or request less at once. A --max-time in the command may be too short.',
  },
  tls_error: {
    title: 'TLS error',
    advice:
      'Check the certificate of the server. For a test server, -k in the command accepts any certificate.',
  },
  too_many_redirects: {
    title: 'Too many redirects',
    advice: 'Look at the Redirects tab: the server may redirect in a circle, or wait for a cookie.',
  },
  invalid_response: {
    title: 'Invalid response',
    advice: 'Check that the port speaks HTTP, and whether the URL should begin with http:// or https://.',
  },
  response_too_large: {
    title: 'Response headers too large',
    advice: 'Make the server send fewer or shorter headers, for example fewer cookies.',
  },
  destination_refused: {
    title: 'Destination refused',
    advice:
      'Requests are sent to public addresses only. Use one, or ask the operator of this service to allow yours.',
  },
  cancelled: {
    title: 'Stopped',
    advice: 'What was received until then is below. Run it again for all of it.',
  },
  interrupted: {
    title: 'Connection to this service lost',
    advice: 'Check your connection and run it again. What was received until then is below.',
  },
};

export const failureTitle = (code: FailureCode): string => FAILURES[code].title;

/** Shows a failure with its remedy. */
export function FailureCard({ code, message }: { code: FailureCode; message: string }) {
  const { title, advice } = FAILURES[code];
  return (
    <div class="pg-fail">
      <p class="pg-fail__title">
        <span class={`pg-status pg-status--${code === 'cancelled' ? 'wait' : 'failed'}`}>{title}</span>
      </p>
      <p class="pg-fail__text">
        <Message text={message} /> {advice}
      </p>
    </div>
  );
}
