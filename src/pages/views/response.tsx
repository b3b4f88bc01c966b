/**
 * The response of a run, while it is received and when it is complete. Pure: on the server without scripts, in the
 * browser with them.
 */
import type { ComponentChildren } from 'preact';
import type { TestRedirect, TestResponse, TestRun } from '../../schemas/test-run.ts';
import { type BodyEvent, EventList, eventFormat, eventsOf } from './events.tsx';
import { adviceOf, FailureCard, type FailureCode, failureTitle } from './failure.tsx';
import { counted, duration, number, size } from './format.tsx';
import { Button } from './inputs.tsx';
import { isTree, JsonTree } from './json-tree.tsx';
import { Status, statusClass, Target } from './method.tsx';
import { byteLength } from './request.tsx';
import { Searchable } from './search-view.tsx';
import { answerTextOf, type StreamText, streamTextOf } from './stream-text.ts';
import { type Growing, LeftOut, Part, Speed, StreamTextView } from './stream-view.tsx';
import { Pairs } from './table.tsx';
import { Tabs } from './tabs.tsx';
import { RunningTiming, Timing } from './timing.tsx';
import { Block, Code, Name, plain } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

/** The outcome of a run: from the service or, where a run was stopped or interrupted, built by the page. */
export type Result = Pick<TestRun, 'status' | 'request' | 'response' | 'timings' | 'warnings'> & {
  error: { code: FailureCode; message: string; redirects?: TestResponse['redirects'] } | null;
};

/** Characters of JSON that become a tree without scripts, which fold it. */
const MAX_STILL_JSON = 200_000;
/** Characters of a text and bytes of a dump that are shown; more of them make pages slow, and nobody reads them. */
export const MAX_TEXT = 100_000;
const MAX_HEX = 4_096;

export interface ResponseProps {
  run: Result;
  /** Tells its views apart from others of the page. */
  group: string;
  /** Whether scripts are there to unfold what is folded. */
  live: boolean;
  /** Whether it was recorded: then there is nothing to do about it. */
  isExample?: boolean;
  /** Said beside the views, such as that it is an example. */
  note?: string | undefined;
  /** The view that the reader chose before, which is in front where there is one of its name. */
  front?: string | undefined;
  /** Its name for screen readers. Default Response. */
  label?: string;
  /** Copies the body, at the right of the views; and buttons at their left, so that the views stay where they are. */
  copy?: ComponentChildren;
  tools?: ComponentChildren;
}

/** Shows the outcome of a run: its body first. */
export function ResponseView({
  run,
  group,
  live,
  isExample = false,
  note,
  front,
  label = 'Response',
  copy,
  tools,
}: ResponseProps) {
  const { response, error, warnings } = run;
  const events = response === null ? undefined : bodyEvents(response);
  const text = events && streamTextOf(events, 2, isLines(response));
  return (
    <section class="pg-response" aria-label={label}>
      {error !== null && (
        <FailureCard
          code={error.code}
          message={error.message}
          ms={run.timings.total_ms}
          arrived={response && arrivedOf(run, response)}
          url={run.request.url}
        />
      )}
      {response === null ? (
        <>
          <Timing run={run} />
          <Warnings warnings={warnings} />
          {run.request.url !== '' && <SentView run={run} />}
        </>
      ) : (
        <Tabs
          kind="seg"
          label="Parts of the response"
          group={group}
          front={front}
          class="pg-response__set"
          before={
            <>
              {error === null ? (
                <Status head={response} />
              ) : (
                <span class="pg-badge pg-badge--warning">Partial body</span>
              )}
              <span class="pg-resp__meta">
                <span>{duration(run.timings.total_ms)}</span>
                <span>{size(response.body_size)}</span>
                <Speed stream={text} />
              </span>
              {note !== undefined && <span class="pg-badge">{note}</span>}
              {tools && <span class="pg-resp__more">{tools}</span>}
            </>
          }
          after={
            <>
              <span class="pg-resp__tools">{copy}</span>
              <Timing run={run} />
            </>
          }
          headClass="pg-resp"
          tabs={partsOf(run, response, { live, isExample, events, text })}
        />
      )}
    </section>
  );
}

/** What of a response had arrived when its run failed, and how long nothing came before that. */
function arrivedOf({ timings }: Result, response: TestResponse): string {
  const { status, status_text: words, body_size: bytes, body = '', body_encoding, chunks = [] } = response;
  const events = isLines(response) ? 0 : (bodyEvents(response)?.length ?? 0);
  const lines = body_encoding === 'utf8' ? body.split('\n').filter((line) => line !== '').length : 0;
  const amount = events > 0 ? counted(events, 'event') : lines > 0 ? counted(lines, 'line') : size(bytes);
  const what = [`${status} ${plain(words)}`.trim(), amount];
  const silence = timings.total_ms - (chunks.at(-1)?.at_ms ?? timings.total_ms);
  const then = silence < 1000 ? '' : `, then nothing for ${duration(silence)}`;
  return `The server sent ${what.join(' and ')}${then}.`;
}

const Aside = (props: { children: ComponentChildren }) => <p class="pg-response__rest pg-quiet" {...props} />;

interface Parts extends Pick<ResponseProps, 'live' | 'isExample'> {
  events: BodyEvent[] | undefined;
  text: StreamText | undefined;
}

/** The views of a response, its body first. */
function partsOf(run: Result, response: TestResponse, { live, isExample, events, text }: Parts) {
  const { error, warnings } = run;
  const end = error?.code === 'timeout' && run.timings.total_ms;
  const body = bodyView(response, live);
  const answer =
    events === undefined && response.body !== undefined ? answerTextOf(response.body) : undefined;
  const advice = error === null && !isExample && adviceOf(response);
  const isCut = response.truncated && error === null;
  const first = (view: ComponentChildren) => (
    <>
      {advice && <Aside>{advice}</Aside>}
      {isCut && <Aside>The response is longer than what is kept. This is its beginning.</Aside>}
      {view}
    </>
  );
  return [
    text !== undefined && { title: 'Text', content: first(<StreamTextView stream={text} />) },
    events !== undefined && {
      title: isLines(response) ? 'Lines' : 'Events',
      count: events.length,
      content: <EventList {...{ events, live, end }} />,
    },
    events === undefined && { ...body, content: first(body.content) },
    answer !== undefined && { title: 'Text', content: <StreamTextView stream={answer} /> },
    { title: 'Raw', content: <RawView response={response} /> },
    {
      title: 'Headers',
      count: Object.keys(response.headers ?? {}).length,
      content: (
        <>
          <Warnings warnings={warnings} />
          <HeadersView response={response} />
          <SentView run={run} />
        </>
      ),
    },
  ];
}

/** A run in progress, or one that is replayed. */
export interface Running extends Growing {
  /** Milliseconds since it started. */
  elapsed: number;
  /** Decoded bytes that came until now. */
  received: number;
  head: Pick<TestResponse, 'status' | 'status_text' | 'http_version' | 'headers'> | null;
  /** The body: its events, or its text as far as it is text. */
  events: readonly BodyEvent[] | undefined;
  text: string;
  isBinary: boolean;
  isReplay: boolean;
}

interface RunningProps extends Pick<ResponseProps, 'front'> {
  running: Running;
  onStop: () => void;
}

export function RunningView({ running, front, onStop }: RunningProps) {
  const { elapsed, received, head, events, isReplay, isFollowed } = running;
  const text = events && streamTextOf(events, 1, isLines(head));
  return (
    <section class="pg-response pg-response--running" aria-label="Response" aria-busy="true">
      <Tabs
        kind="seg"
        label="Parts of the response"
        group="running"
        front={front}
        class="pg-response__set"
        headClass="pg-resp pg-resp--running"
        before={
          <>
            {head === null ? (
              <strong class="pg-status pg-status--wait pg-status--live">Waiting</strong>
            ) : (
              <Status head={head} isLive />
            )}
            <span class="pg-resp__meta">
              <span class="pg-clock">{(elapsed / 1000).toFixed(1)} s</span>
              {head !== null && <span class="pg-clock">{size(received)}</span>}
              <Speed stream={text} />
            </span>
            {isReplay && <span class="pg-badge">Replay</span>}
          </>
        }
        after={
          <>
            <span class="pg-resp__tools">
              <Button icon="square" class={isReplay ? undefined : 'pg-resp__stop'} onClick={onStop}>
                Stop
              </Button>
            </span>
            <RunningTiming />
          </>
        }
        tabs={[
          text !== undefined && {
            title: 'Text',
            content: <StreamTextView stream={text} isFollowed={isFollowed} />,
          },
          events !== undefined && {
            title: isLines(head) ? 'Lines' : 'Events',
            count: events.length,
            content: <EventList events={events} live isFollowed={isFollowed} />,
          },
          head !== null && {
            title: events === undefined ? 'Text' : 'Raw',
            content: <RunningText {...running} />,
          },
          head === null && { title: 'Body', content: <Skeleton /> },
        ]}
      />
    </section>
  );
}

function RunningText({ text, isBinary, isFollowed }: Pick<Running, 'text' | 'isBinary' | 'isFollowed'>) {
  if (isBinary) return <p class="pg-wait">Binary data: shown when the run has ended.</p>;
  const view = (part: string) => (
    <Block label="Text of the response" wraps>
      <Code text={part} />
    </Block>
  );
  return <Part {...{ text, isFollowed, view }} />;
}

/** The shape of what comes. */
const Skeleton = () => (
  <div class="pg-skeleton" aria-hidden="true">
    {Array.from({ length: 6 }, () => (
      <span class="pg-skel" />
    ))}
  </div>
);

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

/** Whether its events are lines of JSON. */
const isLines = (head: Pick<TestResponse, 'headers'> | null): boolean =>
  eventFormat(head?.headers?.['content-type'] ?? '') === 'lines';

/** The events of a body that has them; undefined for one that is one thing. */
function bodyEvents(response: TestResponse): BodyEvent[] | undefined {
  const { body = '', body_encoding: encoding, chunks } = response;
  const format = encoding === 'base64' ? undefined : eventFormat(response.headers?.['content-type'] ?? '');
  if (format === undefined) return undefined;
  return eventsOf(body, format, chunks);
}

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)$/;

const typeOf = ({ headers = {} }: TestResponse): string =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';

/** The first view of a body, with its title. */
function bodyView(response: TestResponse, live: boolean) {
  const { body = '', body_encoding: encoding } = response;
  const type = typeOf(response);
  if (body === '') return { title: 'Body', content: <p class="pg-wait">The response has no body.</p> };
  if (IMAGE.test(type)) {
    // SVG is safe here: an image element runs no scripts.
    const data = encoding === 'base64' ? `;base64,${body}` : `,${encodeURIComponent(body)}`;
    const image = <img class="pg-picture" alt="The response" src={`data:${type}${data}`} />;
    return { title: 'Image', content: <p class="pg-response__rest">{image}</p> };
  }
  if (encoding === 'base64') return { title: 'Bytes', content: <Hex base64={body} /> };
  if (type === 'text/html') {
    const document = body.slice(0, MAX_TEXT);
    // Nothing in it runs or loads: no scripts, and the policy of this page.
    const content = (
      <div class="pg-preview">
        {/<(?:img|script|link)\b/i.test(document) && (
          <p class="pg-quiet pg-small">Scripts do not run, and nothing is loaded from elsewhere.</p>
        )}
        <iframe title="Preview of the response" sandbox="" srcDoc={document} />
      </div>
    );
    return { title: 'Preview', content };
  }
  const isSmall = live || body.length < MAX_STILL_JSON;
  const language = /xml/.test(type) ? 'xml' : /javascript/.test(type) ? 'javascript' : '';
  const isJson = /[/+]json$/.test(type) || /^\s*[[{]/.test(body);
  const isJsonTree = isSmall && isJson && isTree(body);
  const view = isJsonTree ? <JsonTree text={body} live={live} /> : <Text text={body} language={language} />;
  const content = live ? <Searchable text={body}>{view}</Searchable> : view;
  return { title: isJson ? 'JSON' : 'Text', content };
}

function Hex({ base64 }: { base64: string }) {
  const bytes = Uint8Array.from(atob(base64.slice(0, Math.ceil(MAX_HEX / 3) * 4)), (char) =>
    char.charCodeAt(0),
  );
  const all = byteLength(base64);
  return (
    <>
      <Block label="Bytes of the response">
        <code>{hexDump(bytes.subarray(0, MAX_HEX))}</code>
      </Block>
      {all > MAX_HEX && (
        <Aside>
          The first {size(MAX_HEX)} of {size(all)}.
        </Aside>
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
      <Block label="Text of the response" wraps data-body>
        <Code text={text.slice(0, MAX_TEXT)} language={language} />
      </Block>
      {text.length > MAX_TEXT && (
        <LeftOut edge="bottom">
          The first {number(MAX_TEXT)} of {number(text.length)} characters. Copy and Download have all.
        </LeftOut>
      )}
    </>
  );
}

/** The body as it came. */
function RawView({ response }: { response: TestResponse }) {
  const { body = '', body_encoding: encoding } = response;
  if (encoding === 'base64') return <Hex base64={body} />;
  return <Text text={body} language={typeOf(response) === 'text/html' ? 'xml' : ''} />;
}

function HeadersView({ response }: { response: TestResponse }) {
  const rows = Object.entries(response.headers ?? {}).flatMap(([name, value]) =>
    (name === 'set-cookie' ? value.split('\n') : [value]).map((one): [string, string] => [name, one]),
  );
  const { tls, remote_address: address, url, http_version: http } = response;
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
          ['Protocol', `HTTP/${http}`],
          ['Address', address ?? undefined],
          ['TLS', tls !== null && `${tls.version}${subject}${untrusted}`],
        ]}
      />
    </>
  );
}

/** The redirects; those of a circle once. */
function Redirects({ redirects }: Pick<TestResponse, 'redirects'>) {
  if (redirects.length === 0) return null;
  const folded = new Map<string, { one: TestRedirect; times: number }>();
  for (const one of redirects) {
    const line = JSON.stringify(one);
    folded.set(line, { one, times: (folded.get(line)?.times ?? 0) + 1 });
  }
  return (
    <>
      <p class="pg-kv__label">Redirects</p>
      <ol class="pg-redirects">
        {[...folded.values()].map(({ one: { status, url, location, set_cookies: cookies }, times }) => (
          <li>
            <strong class={statusClass(status)}>{status}</strong> <Name text={url} /> →{' '}
            <Name text={location} />
            {times > 1 && <span class="pg-quiet">, {number(times)} times</span>}
            {cookies.map((cookie) => (
              <div class="pg-quiet">
                Set-Cookie: <Name text={cookie} />
              </div>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}

/** What was sent, redirects included. */
function SentView({ run: { request, response, error } }: { run: Result }) {
  const redirects = response?.redirects ?? error?.redirects ?? [];
  return (
    <details class="pg-fold pg-sent" open={error?.code === 'too_many_redirects'}>
      <summary class="pg-fold__summary">Sent request</summary>
      <Redirects redirects={redirects} />
      <div class="pg-response__rest">
        <Target {...request} />
      </div>
      <Pairs title="Headers sent" rows={Object.entries(request.headers)} />
      <Aside>{request.body_size === 0 ? 'No body.' : `A body of ${size(request.body_size)}.`}</Aside>
    </details>
  );
}
