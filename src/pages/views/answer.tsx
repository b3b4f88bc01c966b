/** What a target answered, as people read it. Pure: on the server without scripts, in the browser with them. */
import type { ComponentChildren } from 'preact';
import type { TestRun } from '../../schemas/test-run.ts';
import { hexDump } from './hex.ts';
import { JsonTree, readJson } from './json-tree.tsx';
import { Table } from './request.tsx';
import { Code, Name, plain } from './text.tsx';

export type Answered = Pick<TestRun, 'status' | 'request' | 'response' | 'error' | 'timings' | 'warnings'>;
type Response = NonNullable<TestRun['response']>;

/** Characters of JSON that become a tree without scripts, which fold it. */
const MAX_STILL_JSON = 200_000;
/** Characters of a text and bytes of a dump that are shown; more of them make pages slow, and nobody reads them. */
const MAX_TEXT = 100_000;
const MAX_HEX = 4_096;

export interface AnswerProps {
  run: Answered;
  /** Tells its tabs apart from others of the page. */
  group: string;
  /** Whether scripts are there to unfold what is folded. */
  live: boolean;
}

export function AnswerView({ run, group, live }: AnswerProps) {
  const { response, error, timings, request, warnings } = run;
  return (
    <section class="answer-view" aria-label="Answer">
      <p class="outcome">
        {response === null ? (
          <strong class="bad">{error === null ? 'No answer' : headline(error.code)}</strong>
        ) : (
          <strong class={statusClass(response.status)}>
            {response.status} {plain(response.status_text)}
          </strong>
        )}
        <span>{duration(timings.total_ms)}</span>
        {response !== null && <span>{size(response.body_size)}</span>}
        {response !== null && <span>HTTP/{response.http_version}</span>}
      </p>
      {error !== null && (
        <p class="problem" role="alert">
          {plain(error.message)}
        </p>
      )}
      {response?.truncated === true && (
        <p class="note">
          The answer was longer than what is kept: this is its beginning, {size(response.body_size)}.
        </p>
      )}
      <Waterfall timings={timings} />
      <Tabs
        group={group}
        tabs={[
          ...(response === null
            ? []
            : [
                { title: 'Body', content: <BodyView response={response} live={live} /> },
                { title: 'Raw', content: <RawView response={response} /> },
                { title: 'Headers', content: <HeadersView response={response} /> },
              ]),
          ...redirectsTab(response?.redirects ?? error?.redirects ?? []),
          { title: 'Sent', content: <SentView request={request} /> },
          ...(warnings.length === 0
            ? []
            : [{ title: 'Remarks', content: <Remarks messages={warnings.map(({ message }) => message)} /> }]),
        ]}
      />
    </section>
  );
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
        <legend class="hidden">Parts of the answer</legend>
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

function statusClass(status: number): string {
  return status < 300 ? 'good' : status < 400 ? 'fair' : 'bad';
}

const HEADLINES: Record<string, string> = {
  dns_error: 'The name was not found',
  connection_refused: 'Nobody listens there',
  connection_reset: 'The connection broke',
  timeout: 'It took too long',
  tls_error: 'No safe connection',
  too_many_redirects: 'Too many redirects',
  invalid_response: 'The answer makes no sense',
  response_too_large: 'The answer is too large',
  destination_refused: 'This destination is refused',
};
const headline = (code: string) => HEADLINES[code] ?? 'It failed';

export const duration = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;

export const size = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

const PHASES = [
  ['dns_ms', 'Name'],
  ['tcp_ms', 'Connect'],
  ['tls_ms', 'TLS'],
  ['first_byte_ms', 'Wait'],
  ['download_ms', 'Download'],
] as const;

/** Where the time went, one phase after the other; what redirects and the service took is the rest. */
export function Waterfall({ timings }: { timings: TestRun['timings'] }) {
  const known = PHASES.flatMap(([key, title]) => {
    const ms = timings[key];
    return ms === null ? [] : [{ title, ms }];
  });
  if (known.length === 0) return null;
  const total = Math.max(
    timings.total_ms,
    known.reduce((sum, { ms }) => sum + ms, 0),
  );
  const rest = total - known.reduce((sum, { ms }) => sum + ms, 0);
  const rows = rest > total / 100 ? [{ title: 'Before', ms: rest }, ...known] : known;
  let from = 0;
  return (
    <table class="waterfall">
      <caption class="hidden">Where the time went</caption>
      <tbody>
        {rows.map(({ title, ms }) => {
          const start = from;
          from += ms;
          return (
            <tr>
              <th scope="row">{title}</th>
              <td>{duration(ms)}</td>
              <td>
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    x={((start / total) * 100).toFixed(2)}
                    width={Math.max(0.4, (ms / total) * 100).toFixed(2)}
                    height="6"
                  />
                </svg>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const typeOf = ({ headers = {} }: Response): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

function BodyView({ response, live }: { response: Response; live: boolean }) {
  const { body = '', body_encoding: encoding } = response;
  const type = typeOf(response);
  if (body === '') return <p class="muted">The answer has no body.</p>;
  // SVG too: an image element runs no scripts.
  if (/^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)$/.test(type))
    return (
      <p>
        <img class="picture" alt="The answer" src={dataUrl(type, response)} />
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
      <pre tabIndex={0} role="region" aria-label="Bytes of the answer">
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

function Text({ text, language = '' }: { text: string; language?: string }) {
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Text of the answer" class="wrap">
        <Code text={text.slice(0, MAX_TEXT)} language={language} />
      </pre>
      {text.length > MAX_TEXT && (
        <p class="note">
          The first {MAX_TEXT.toLocaleString('en')} of {text.length.toLocaleString('en')} characters. Copy and
          download have all of them.
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
            `${tls.version}${tls.subject === null ? '' : `, ${tls.subject}`}${tls.authorized ? '' : ', certificate not trusted'}`,
          ] as [string, string],
        ]),
  ];
  return (
    <>
      <Table title="Headers" head={['Name', 'Value']} rows={rows} />
      <Table title="Connection" head={['Fact', 'Value']} rows={facts} />
    </>
  );
}

function redirectsTab(redirects: Response['redirects']) {
  if (redirects.length === 0) return [];
  const content = (
    <ol class="redirects">
      {redirects.map(({ status, url, location, set_cookies: cookies }) => (
        <li>
          <strong>{status}</strong> <Name text={url} /> → <Name text={location} />
          {cookies.map((cookie) => (
            <div class="muted">
              Set-Cookie: <Name text={cookie} />
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
  return [{ title: `Redirects (${redirects.length})`, content }];
}

function SentView({ request }: { request: Answered['request'] }) {
  return (
    <>
      <p class="target">
        <span class="method">{plain(request.method)}</span> <Name text={request.url} />
      </p>
      <Table title="Headers sent" head={['Name', 'Value']} rows={Object.entries(request.headers)} />
      <p class="muted">{request.body_size === 0 ? 'No body.' : `A body of ${size(request.body_size)}.`}</p>
    </>
  );
}

function Remarks({ messages }: { messages: readonly string[] }) {
  return (
    <ul class="warnings">
      {messages.map((message) => (
        <li>{plain(message)}</li>
      ))}
    </ul>
  );
}
