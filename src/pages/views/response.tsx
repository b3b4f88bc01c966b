/**
 * The response of a run, while it is received and when it is complete. Pure: on the server without scripts, in the
 * browser with them.
 */
import type { TestResponse, TestRun } from '../../schemas/test-run.ts';
import { type BodyEvent, EventList, eventFormat, eventsOf } from './events.tsx';
import { FailureCard, type FailureCode, failureTitle } from './failure.tsx';
import { counted, duration, number, size } from './format.tsx';
import { JsonTree, readJson } from './json-tree.tsx';
import { Status, statusClass, Target } from './method.tsx';
import { byteLength } from './request.tsx';
import { Pairs } from './table.tsx';
import { Tabs } from './tabs.tsx';
import { Code, Name, plain } from './visible-text.tsx';
import { WarningList } from './warnings.tsx';
import { Waterfall } from './waterfall.tsx';

/** The outcome of a run: from the service or, where a run was stopped or interrupted, built by the page. */
export type Result = Pick<TestRun, 'status' | 'request' | 'response' | 'timings' | 'warnings'> & {
  error: { code: FailureCode; message: string; redirects?: TestResponse['redirects'] } | null;
};
type Response = TestResponse;

/** Characters of JSON that become a tree without scripts, which fold it. */
const MAX_STILL_JSON = 200_000;
/** Characters of a text and bytes of a dump that are shown; more of them make pages slow, and nobody reads them. */
const MAX_TEXT = 100_000;
const MAX_HEX = 4_096;
/** Characters at the end of a text that is still coming. */
const MAX_RUNNING_TEXT = 20_000;

export interface ResponseProps {
  run: Result;
  /** Tells its tabs apart from others of the page. */
  group: string;
  /** Whether scripts are there to unfold what is folded. */
  live: boolean;
  /** Shows the body once more as it came. */
  onReplay?: (() => void) | undefined;
}

/** Shows the outcome of a run. */
export function ResponseView({ run, group, live, onReplay }: ResponseProps) {
  const { response, error, timings, request, warnings } = run;
  const events = response === null ? undefined : bodyEvents(response);
  const redirects = response?.redirects ?? error?.redirects ?? [];
  return (
    <section class="response-view" aria-label="Response">
      <p class="outcome">
        <Status head={response} />
        <span>{duration(timings.total_ms)}</span>
        {response !== null && <span>{size(response.body_size)}</span>}
        {response !== null && <span>HTTP/{response.http_version}</span>}
        {events !== undefined && <span>{counted(events.length, 'event')}</span>}
        {onReplay !== undefined && (
          <button type="button" onClick={onReplay}>
            Replay
          </button>
        )}
      </p>
      {error !== null && <FailureCard code={error.code} message={error.message} />}
      {response?.truncated === true && error === null && (
        <p class="note">
          The response is longer than what is kept. This is its beginning, {size(response.body_size)}.
        </p>
      )}
      <Waterfall timings={timings} />
      <Tabs
        label="Parts of the response"
        group={group}
        tabs={[
          response !== null &&
            (events === undefined
              ? { title: 'Body', content: <BodyView response={response} live={live} /> }
              : { title: 'Events', content: <EventList events={events} live={live} /> }),
          response !== null && { title: 'Raw', content: <RawView response={response} /> },
          response !== null && { title: 'Headers', content: <HeadersView response={response} /> },
          redirects.length > 0 && {
            title: `Redirects (${redirects.length})`,
            content: <Redirects redirects={redirects} />,
          },
          { title: 'Sent request', content: <SentView request={request} /> },
          warnings.length > 0 && { title: 'Warnings', content: <WarningList warnings={warnings} /> },
        ]}
      />
    </section>
  );
}

/** A run in progress, or one that is replayed. */
export interface Running {
  /** Milliseconds since it started. */
  elapsed: number;
  /** Decoded bytes that came until now. */
  received: number;
  head: Pick<Response, 'status' | 'status_text' | 'http_version'> | null;
  /** The body: its events, or its text as far as it is text. */
  events: readonly BodyEvent[] | undefined;
  text: string;
  isBinary: boolean;
  isReplay: boolean;
}

/** Shows a run in progress. */
export function RunningView({ running, onStop }: { running: Running; onStop: () => void }) {
  const { elapsed, received, head, events, text, isBinary, isReplay } = running;
  return (
    <section class="response-view running" aria-label="Response" aria-busy="true">
      <p class="outcome">
        {head === null ? <strong>Waiting for the response…</strong> : <Status head={head} />}
        <span class="clock">{(elapsed / 1000).toFixed(1)} s</span>
        <span class="clock">{size(received)}</span>
        {events !== undefined && <span class="clock">{counted(events.length, 'event')}</span>}
        {isReplay && <span class="muted">Replay</span>}
        <button type="button" onClick={onStop}>
          Stop
        </button>
      </p>
      {events !== undefined ? (
        <EventList events={events} live running />
      ) : isBinary ? (
        <p class="muted">Binary data: shown when the run has ended.</p>
      ) : (
        head !== null && (
          <>
            {text.length > MAX_RUNNING_TEXT && (
              <p class="note">The latest {number(MAX_RUNNING_TEXT)} characters.</p>
            )}
            <pre tabIndex={0} role="region" aria-label="Text of the response" class="wrap">
              <Code text={text.slice(-MAX_RUNNING_TEXT)} />
            </pre>
          </>
        )
      )}
    </section>
  );
}

/** What a screen reader says when a run has ended: one sentence. */
export function summaryOf({ response, error, timings }: Result): string {
  const time = duration(timings.total_ms);
  if (response === null) return `${error === null ? 'No response' : failureTitle(error.code)} after ${time}.`;
  const events = bodyEvents(response);
  const facts = [
    size(response.body_size),
    ...(events === undefined ? [] : [counted(events.length, 'event')]),
    ...(error === null ? [] : [`incomplete: ${failureTitle(error.code)}`]),
  ];
  const status = `${response.status} ${plain(response.status_text)}`.trim();
  return `Response ${status} in ${time}, ${facts.join(', ')}.`;
}

/** The events of a body that has them; undefined for one that is one thing. */
function bodyEvents(response: Response): BodyEvent[] | undefined {
  const { body = '', body_encoding: encoding, chunks } = response;
  const format = encoding === 'base64' ? undefined : eventFormat(response.headers?.['content-type'] ?? '');
  if (format === undefined) return undefined;
  return eventsOf(body, format, chunks);
}

function BodyView({ response, live }: { response: Response; live: boolean }) {
  const { body = '', body_encoding: encoding, headers = {} } = response;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (body === '') return <p class="muted">The response has no body.</p>;
  // SVG is safe here: an image element runs no scripts.
  if (/^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)$/.test(type))
    return (
      <p>
        <img
          class="picture"
          alt="The response"
          src={`data:${type}${encoding === 'base64' ? `;base64,${body}` : `,${encodeURIComponent(body)}`}`}
        />
      </p>
    );
  if (encoding === 'base64') return <Hex base64={body} />;
  const isJson = /[/+]json$/.test(type) || /^\s*[[{]/.test(body);
  const json = isJson && (live || body.length < MAX_STILL_JSON) ? readJson(body) : undefined;
  if (json !== undefined) return <JsonTree text={body} root={json} live={live} />;
  return (
    <Text
      text={body}
      language={/html|xml/.test(type) ? 'xml' : /javascript/.test(type) ? 'javascript' : ''}
    />
  );
}

function Hex({ base64 }: { base64: string }) {
  const bytes = Uint8Array.from(atob(base64.slice(0, Math.ceil(MAX_HEX / 3) * 4)), (char) =>
    char.charCodeAt(0),
  );
  const all = byteLength(base64);
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Bytes of the response">
        <code>{hexDump(bytes.subarray(0, MAX_HEX))}</code>
      </pre>
      {all > MAX_HEX && (
        <p class="note">
          The first {size(MAX_HEX)} of {size(all)}.
        </p>
      )}
    </>
  );
}

/** Bytes as people read them: offset, sixteen bytes, what is printable of them. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join('\n');
}

function Text({ text, language = '' }: { text: string; language?: string }) {
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Text of the response" class="wrap">
        <Code text={text.slice(0, MAX_TEXT)} language={language} />
      </pre>
      {text.length > MAX_TEXT && (
        <p class="note">
          The first {number(MAX_TEXT)} of {number(text.length)} characters. Copy and Download have all of
          them.
        </p>
      )}
    </>
  );
}

/** The body as it came, to copy or download where scripts are there. */
function RawView({ response }: { response: Response }) {
  const { body = '', body_encoding: encoding } = response;
  return (
    <div class="raw">
      <p class="actions" data-raw="" />
      {encoding === 'base64' ? <Hex base64={body} /> : <Text text={body} />}
    </div>
  );
}

function HeadersView({ response }: { response: Response }) {
  const rows = Object.entries(response.headers ?? {}).flatMap(([name, value]) =>
    (name === 'set-cookie' ? value.split('\n') : [value]).map((one): [string, string] => [name, one]),
  );
  const { tls, remote_address: address, url } = response;
  const subject = tls?.subject == null ? '' : `, ${tls.subject}`;
  const untrusted = tls?.authorized === false ? ', certificate not trusted' : '';
  return (
    <>
      <Pairs title="Headers" rows={rows} />
      <Pairs
        title="Connection"
        head={['Detail', 'Value']}
        rows={[
          ['URL', url],
          ['Address', address ?? undefined],
          ['TLS', tls !== null && `${tls.version}${subject}${untrusted}`],
        ]}
      />
    </>
  );
}

function Redirects({ redirects }: Pick<Response, 'redirects'>) {
  return (
    <ol class="redirects">
      {redirects.map(({ status, url, location, set_cookies: cookies }) => (
        <li>
          <strong class={statusClass(status)}>{status}</strong> <Name text={url} /> → <Name text={location} />
          {cookies.map((cookie) => (
            <div class="muted">
              Set-Cookie: <Name text={cookie} />
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

function SentView({ request }: { request: Result['request'] }) {
  return (
    <>
      <Target {...request} />
      <Pairs title="Headers sent" rows={Object.entries(request.headers)} />
      <p class="muted">{request.body_size === 0 ? 'No body.' : `A body of ${size(request.body_size)}.`}</p>
    </>
  );
}
