/**
 * The response of a run, while it is received and when it is complete. Pure: on the server without scripts, in the
 * browser with them.
 */
import type { ComponentChildren } from 'preact';
import type { TestResponse, TestRun } from '../../schemas/test-run.ts';
import { type BodyEvent, EventList, eventFormat, eventsOf } from './events.tsx';
import { FailureCard, type FailureCode, failureTitle } from './failure.tsx';
import { duration, size } from './format.tsx';
import { hexDump } from './hex.ts';
import { JsonTree, readJson } from './json-tree.tsx';
import { Method, statusClass } from './method.tsx';
import { Table } from './request.tsx';
import { Code, Name, plain } from './visible-text.tsx';
import { Message } from './warnings.tsx';
import { Waterfall } from './waterfall.tsx';

const TEXTS = {
  events: (count: number) => `${count.toLocaleString('en')} event${count === 1 ? '' : 's'}`,
  tabs: {
    body: 'Body',
    events: 'Events',
    raw: 'Raw',
    headers: 'Headers',
    sent: 'Sent request',
    warnings: 'Warnings',
  },
  longer: (kept: string) => `The response is longer than what is kept. This is its beginning, ${kept}.`,
  latest: (characters: string) => `The latest ${characters} characters.`,
  firstBytes: (shown: string, all: string) => `The first ${shown} of ${all}.`,
  firstCharacters: (shown: string, all: string) =>
    `The first ${shown} of ${all} characters. Copy and Download have all of them.`,
  connectionHead: ['Detail', 'Value'],
  headersHead: ['Name', 'Value'],
  bodySent: (bytes: string) => `A body of ${bytes}.`,
  failedAfter: (failure: string, time: string) => `${failure} after ${time}.`,
  incomplete: (failure: string) => `incomplete: ${failure}`,
  summary: (status: string, time: string, facts: string) => `Response ${status} in ${time}, ${facts}.`,
} as const;

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
  const { tabs } = TEXTS;
  return (
    <section class="response-view" aria-label="Response">
      <p class="outcome">
        <Status head={response} />
        <span>{duration(timings.total_ms)}</span>
        {response !== null && <span>{size(response.body_size)}</span>}
        {response !== null && <span>HTTP/{response.http_version}</span>}
        {events !== undefined && <span>{TEXTS.events(events.length)}</span>}
        {onReplay !== undefined && (
          <button type="button" onClick={onReplay}>
            Replay
          </button>
        )}
      </p>
      {error !== null && <FailureCard code={error.code} message={error.message} />}
      {response?.truncated === true && error === null && (
        <p class="note">{TEXTS.longer(size(response.body_size))}</p>
      )}
      <Waterfall timings={timings} />
      <Tabs
        group={group}
        tabs={[
          ...(response === null
            ? []
            : [
                events === undefined
                  ? { title: tabs.body, content: <BodyView response={response} live={live} /> }
                  : { title: tabs.events, content: <EventList events={events} live={live} /> },
                { title: tabs.raw, content: <RawView response={response} /> },
                { title: tabs.headers, content: <HeadersView response={response} /> },
              ]),
          ...redirectsTab(response?.redirects ?? error?.redirects ?? []),
          { title: tabs.sent, content: <SentView request={request} /> },
          ...(warnings.length === 0
            ? []
            : [
                {
                  title: tabs.warnings,
                  content: <WarningList messages={warnings.map(({ message }) => message)} />,
                },
              ]),
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
        {events !== undefined && <span class="clock">{TEXTS.events(events.length)}</span>}
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
              <p class="note">{TEXTS.latest(MAX_RUNNING_TEXT.toLocaleString('en'))}</p>
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

function Status({ head }: { head: Pick<Response, 'status' | 'status_text'> | null }) {
  if (head === null) return null;
  return (
    <strong class={statusClass(head.status)}>
      {head.status} {plain(head.status_text)}
    </strong>
  );
}

/** What a screen reader says when a run has ended: one sentence. */
export function summaryOf({ response, error, timings }: Result): string {
  const time = duration(timings.total_ms);
  if (response === null)
    return TEXTS.failedAfter(error === null ? 'No response' : failureTitle(error.code), time);
  const events = bodyEvents(response);
  const counted = events === undefined ? '' : `, ${TEXTS.events(events.length)}`;
  const what = `${response.status} ${plain(response.status_text)}`.trim();
  const end = error === null ? '' : `, ${TEXTS.incomplete(failureTitle(error.code))}`;
  return TEXTS.summary(what, time, `${size(response.body_size)}${counted}${end}`);
}

/** The events of a body that has them; undefined for one that is one thing. */
function bodyEvents(response: Response): BodyEvent[] | undefined {
  const { body = '', body_encoding: encoding, chunks } = response;
  const format = encoding === 'base64' ? undefined : eventFormat(response.headers?.['content-type'] ?? '');
  if (format === undefined) return undefined;
  return eventsOf(body, format, chunks);
}

function Tabs({
  group,
  tabs,
}: {
  group: string;
  tabs: readonly { title: string; content: ComponentChildren }[];
}) {
  return (
    <div class="tabs">
      <fieldset class="tablist">
        <legend class="hidden">Parts of the response</legend>
        {tabs.map(({ title }, index) => (
          <label>
            <input type="radio" name={group} value={title} defaultChecked={index === 0} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {tabs.map(({ content }) => (
        <div class="panel">{content}</div>
      ))}
    </div>
  );
}

const typeOf = ({ headers = {} }: Response): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

function BodyView({ response, live }: { response: Response; live: boolean }) {
  const { body = '', body_encoding: encoding } = response;
  const type = typeOf(response);
  if (body === '') return <p class="muted">The response has no body.</p>;
  // SVG is safe here: an image element runs no scripts.
  if (/^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)$/.test(type))
    return (
      <p>
        <img class="picture" alt="The response" src={dataUrl(type, response)} />
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

function dataUrl(type: string, { body = '', body_encoding }: Response): string {
  return body_encoding === 'base64'
    ? `data:${type};base64,${body}`
    : `data:${type},${encodeURIComponent(body)}`;
}

function Hex({ base64 }: { base64: string }) {
  const bytes = Uint8Array.from(atob(base64.slice(0, Math.ceil(MAX_HEX / 3) * 4)), (char) =>
    char.charCodeAt(0),
  );
  const all = Math.floor((base64.length * 3) / 4);
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Bytes of the response">
        <code>{hexDump(bytes.subarray(0, MAX_HEX))}</code>
      </pre>
      {all > MAX_HEX && <p class="note">{TEXTS.firstBytes(size(MAX_HEX), size(all))}</p>}
    </>
  );
}

function Text({ text, language = '' }: { text: string; language?: string }) {
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Text of the response" class="wrap">
        <Code text={text.slice(0, MAX_TEXT)} language={language} />
      </pre>
      {text.length > MAX_TEXT && (
        <p class="note">
          {TEXTS.firstCharacters(MAX_TEXT.toLocaleString('en'), text.length.toLocaleString('en'))}
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
  const facts: [string, string][] = [
    ['URL', url],
    ...(address === null ? [] : [['Address', address] as [string, string]]),
    ...(tls === null
      ? []
      : [
          [
            'TLS',
            `${tls.version}${tls.subject === null ? '' : `, ${tls.subject}`}${tls.authorized ? '' : `, ${'certificate not trusted'}`}`,
          ] as [string, string],
        ]),
  ];
  return (
    <>
      <Table title="Headers" head={TEXTS.headersHead} rows={rows} />
      <Table title="Connection" head={TEXTS.connectionHead} rows={facts} />
    </>
  );
}

function redirectsTab(redirects: Response['redirects']) {
  if (redirects.length === 0) return [];
  const content = (
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
  return [{ title: `${'Redirects'} (${redirects.length})`, content }];
}

function SentView({ request }: { request: Result['request'] }) {
  return (
    <>
      <p class="target">
        <Method name={request.method} /> <Name text={request.url} />
      </p>
      <Table title="Headers sent" head={TEXTS.headersHead} rows={Object.entries(request.headers)} />
      <p class="muted">{request.body_size === 0 ? 'No body.' : TEXTS.bodySent(size(request.body_size))}</p>
    </>
  );
}

function WarningList({ messages }: { messages: readonly string[] }) {
  return (
    <ul class="warnings">
      {messages.map((message) => (
        <li>
          <Message text={message} />
        </li>
      ))}
    </ul>
  );
}
