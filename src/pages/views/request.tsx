/** A request in plain words: what is sent, as tables and formatted text. Pure. */
import type { ComponentChildren } from 'preact';
import type { ParsedRequest, RequestShape } from '../../schemas/request-shape.ts';
import { Method } from './method.tsx';
import { Code, Name, Shown } from './visible-text.tsx';

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

const TEXTS = {
  request: (method: string, parts: string) =>
    `${/^[AEIOU]/i.test(method) ? 'An' : 'A'} ${method} request with ${parts}.`,
  queries: (count: number) => counted(count, 'query parameter'),
  headers: (count: number) => counted(count, 'header'),
  authentication: (scheme: string) => `${scheme} authentication`,
  parts: (count: number) => `a form of ${counted(count, 'part')}`,
  fileAsBody: (file: string) => `the file ${file} as its body`,
  titles: {
    query: 'Query',
    headers: 'Headers',
    body: 'Body',
    form: 'Form',
    authentication: 'Authentication',
    options: 'Options',
  },
  heads: {
    pairs: ['Name', 'Value'],
    fields: ['Field', 'Value'],
    parts: ['Part', 'Content'],
    settings: ['Setting', 'Value'],
    options: ['Option', 'Meaning'],
  },
  bodyIsBinary: (bytes: number) => `The body is binary: ${counted(bytes, 'byte')}.`,
  partFilename: (name: string) => `as ${name}`,
  partFile: (name: string) => `the file ${name}`,
  partBinary: (base64: string) => `(binary, base64) ${base64}`,
  auth: {
    scheme: 'Scheme',
    username: 'User',
    password: 'Password',
    provider: 'Provider, region and service',
    signed_headers: 'Signed headers',
  } satisfies Record<keyof NonNullable<RequestShape['auth']>, string>,
  options: {
    redirects: 'Redirects',
    followed: 'followed',
    followedUpTo: (max: number) => `followed, up to ${max}`,
    timeout: 'Time limit',
    connectTimeout: 'Time limit to connect',
    seconds: (ms: number) => (ms === 0 ? 'none' : `${ms / 1000} s`),
    certificates: 'Certificates',
    insecure: 'any is accepted',
    compression: 'Compression',
    compressed: 'requested and decoded',
    httpVersion: 'HTTP version',
    proxy: 'Proxy',
    requestTarget: 'Request target',
    omittedHeaders: 'Headers left out',
    credentials: 'Credentials',
    authOnRedirect: 'also sent to other hosts after a redirect',
    keptMethod: 'Method kept on',
    body: 'Body',
    chunked: 'sent in chunks',
    expectContinue: 'sent after 100 Continue from the server',
    connection: 'Connection',
    ipVersion: (version: number | string) => `over IPv${version}`,
  },
} as const;

/** Characters of a body that are shown; the command above has all of it. */
const MAX_BODY_SHOWN = 16_384;

/** Method and URL, then whatever else the request has. */
export function RequestView({ request }: { request: ParsedRequest }) {
  const { method, url, headers, form = [], auth, options = {} } = request;
  const { base, query } = splitQuery(url);
  const { titles, heads } = TEXTS;
  const lines = options.header_list ?? Object.entries(headers).map(([name, value]) => ({ name, value }));
  return (
    <div class="request">
      <p class="target">
        <Method name={method} /> <Breakable text={base} />
      </p>
      <p class="summary">{inWords(request, query.length, lines.length)}</p>
      <Table title={titles.query} head={heads.pairs} rows={query} />
      <Table title={titles.headers} head={heads.pairs} rows={lines.map(({ name, value }) => [name, value])} />
      <BodyView request={request} />
      <Table title={titles.form} head={heads.parts} rows={form.map(partRow)} />
      <Table title={titles.authentication} head={heads.settings} rows={authRows(auth ?? {})} />
      <Table title={titles.options} head={heads.options} rows={optionRows(options)} />
    </div>
  );
}

/** A table of names and texts, each row a card on narrow screens; nothing where there are no rows. */
export function Table({
  title,
  head,
  rows,
}: {
  title: string;
  head: readonly [string, string];
  rows: readonly (readonly [string, string])[];
}) {
  if (rows.length === 0) return null;
  return (
    <table class="list pairs">
      <caption>{title}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col">{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr>
            <th scope="row">
              <Name text={name} />
            </th>
            <td>
              <bdi class="value">
                <Shown text={value} />
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Breakable({ text }: { text: string }) {
  return (
    <bdi class="url">
      <Shown text={text} />
    </bdi>
  );
}

/** The pairs of a query as they stand, percent-escapes undone where they can be. */
function splitQuery(url: string): { base: string; query: [string, string][] } {
  const at = url.indexOf('?');
  if (at < 0) return { base: url, query: [] };
  const query = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [readable(pair), '']
        : [readable(pair.slice(0, equals)), readable(pair.slice(equals + 1))];
    });
  return { base: url.slice(0, at), query };
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function inWords(request: ParsedRequest, queries: number, headers: number): string {
  const parts: string[] = [];
  if (queries > 0) parts.push(TEXTS.queries(queries));
  if (headers > 0) parts.push(TEXTS.headers(headers));
  const body = bodyInWords(request);
  if (body !== undefined) parts.push(body);
  if (request.auth !== undefined) parts.push(TEXTS.authentication(request.auth.scheme));
  const last = parts.pop();
  const list =
    last === undefined ? 'nothing else' : parts.length === 0 ? last : `${parts.join(', ')}${' and '}${last}`;
  return TEXTS.request(request.method, list);
}

function bodyInWords({ body, body_base64, body_file, form }: RequestShape): string | undefined {
  if (form !== undefined) return TEXTS.parts(form.length);
  if (body_file !== undefined) return TEXTS.fileAsBody(body_file);
  if (body_base64 !== undefined) return 'a binary body';
  if (body === undefined || body === null) return undefined;
  return prettyJson(body) === undefined ? 'a body' : 'a JSON body';
}

function BodyView({ request }: { request: RequestShape }): ComponentChildren {
  const { body, body_base64: base64, body_file: file, headers = {} } = request;
  const { titles, heads } = TEXTS;
  if (file !== undefined)
    return (
      <p>
        The body is the file <Name text={file} />.
      </p>
    );
  if (base64 !== undefined) return <p>{TEXTS.bodyIsBinary(byteLength(base64))}</p>;
  if (body === undefined || body === null || body === '') return null;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const pairs = /^application\/x-www-form-urlencoded/i.test(type) ? formPairs(text) : undefined;
  if (pairs !== undefined) return <Table title={titles.body} head={heads.fields} rows={pairs} />;
  const pretty = prettyJson(body);
  const shown = pretty ?? text;
  return (
    <figure class="code">
      <figcaption>{titles.body}</figcaption>
      <pre tabIndex={0} role="region" aria-label={titles.body}>
        <Code
          text={shown.slice(0, MAX_BODY_SHOWN)}
          language={pretty === undefined ? languageOf(type) : 'json'}
        />
      </pre>
      {shown.length > MAX_BODY_SHOWN && <p class="note">The rest of the body is in the command.</p>}
    </figure>
  );
}

const byteLength = (base64: string) => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

const languageOf = (type: string) => (/xml|html/i.test(type) ? 'xml' : '');

/** Pairs of a form, or undefined where it is no such list: one lonely text without `=`. */
function formPairs(text: string): [string, string][] | undefined {
  if (!text.includes('=')) return undefined;
  return splitQuery(`?${text}`).query;
}

/**
 * A JSON text laid out, each number and name as it was typed; undefined unless it is a JSON object or array.
 * @param body a text, or a value that is sent as JSON
 */
export function prettyJson(body: unknown): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return layOut(text);
}

/** Lays out a text that JSON.parse takes: only the blanks between its tokens change. */
function layOut(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:]/g) ?? [];
  let depth = 0;
  let out = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    if (token === '}' || token === ']') {
      depth -= 1;
      out += tokens[index - 1] === '{' || tokens[index - 1] === '[' ? token : line() + token;
    } else if (token === '{' || token === '[') {
      depth += 1;
      const next = tokens[index + 1];
      out += next === '}' || next === ']' ? token : token + line();
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

function partRow(part: NonNullable<RequestShape['form']>[number]): [string, string] {
  const { name, value, value_base64, file, filename, content_type } = part;
  const notes = [
    ...(filename === undefined ? [] : [TEXTS.partFilename(filename)]),
    ...(content_type === undefined ? [] : [content_type]),
  ];
  const content = file === undefined ? (value ?? TEXTS.partBinary(value_base64 ?? '')) : TEXTS.partFile(file);
  return [name, notes.length === 0 ? content : `${content} (${notes.join(', ')})`];
}

/** The settings of an authentication, by their names on the page. */
function authRows(auth: Partial<NonNullable<RequestShape['auth']>>): [string, string][] {
  const names = Object.keys(TEXTS.auth) as (keyof typeof TEXTS.auth)[]; // its own keys
  return names.flatMap((name): [string, string][] => {
    const value = auth[name];
    return value === undefined ? [] : [[TEXTS.auth[name], [value].flat().join(', ')]];
  });
}

/** Options in words, without those that only record how the command was written. */
function optionRows(options: NonNullable<RequestShape['options']>): [string, string][] {
  const texts = TEXTS.options;
  const rows: [string, string][] = [];
  if (options.follow_redirects) {
    const { max_redirects: max = 50 } = options;
    rows.push([texts.redirects, max < 0 ? texts.followed : texts.followedUpTo(max)]);
  }
  if (options.timeout_ms !== undefined) rows.push([texts.timeout, texts.seconds(options.timeout_ms)]);
  if (options.connect_timeout_ms !== undefined)
    rows.push([texts.connectTimeout, texts.seconds(options.connect_timeout_ms)]);
  if (options.insecure) rows.push([texts.certificates, texts.insecure]);
  if (options.compressed) rows.push([texts.compression, texts.compressed]);
  if (options.http_version !== undefined) rows.push([texts.httpVersion, options.http_version]);
  if (options.proxy !== undefined) rows.push([texts.proxy, options.proxy]);
  if (options.request_target !== undefined) rows.push([texts.requestTarget, options.request_target]);
  if (options.omit_headers !== undefined) rows.push([texts.omittedHeaders, options.omit_headers.join(', ')]);
  if (options.auth_on_redirect) rows.push([texts.credentials, texts.authOnRedirect]);
  if (options.keep_method_on !== undefined) rows.push([texts.keptMethod, options.keep_method_on.join(', ')]);
  if (options.chunked) rows.push([texts.body, texts.chunked]);
  if (options.expect_continue) rows.push([texts.body, texts.expectContinue]);
  if (options.ip_version !== undefined) rows.push([texts.connection, texts.ipVersion(options.ip_version)]);
  return rows;
}
