/** A request in plain words: what is sent, as tables and formatted text. Pure. */
import type { ComponentChildren } from 'preact';
import type { ParsedRequest, RequestShape } from '../../schemas/request-shape.ts';
import { Method } from './method.tsx';
import { Code, Name, Shown } from './visible-text.tsx';

/** Characters of a body that are shown; the command above has all of it. */
const MAX_BODY_SHOWN = 16_384;

/** Method and URL, then whatever else the request has. */
export function RequestView({ request }: { request: ParsedRequest }) {
  const { method, url, headers, form = [], auth, options = {} } = request;
  const { base, query } = splitQuery(url);
  const lines = options.header_list ?? Object.entries(headers).map(([name, value]) => ({ name, value }));
  return (
    <div class="request">
      <p class="target">
        <Method name={method} /> <Breakable text={base} />
      </p>
      <p class="summary">{inWords(request, query.length, lines.length)}</p>
      <Table title="Query" head={['Name', 'Value']} rows={query} />
      <Table title="Headers" head={['Name', 'Value']} rows={lines.map(({ name, value }) => [name, value])} />
      <BodyView request={request} />
      <Table title="Form" head={['Part', 'Content']} rows={form.map(partRow)} />
      <Table
        title="Authentication"
        head={['Setting', 'Value']}
        rows={Object.entries(auth ?? {}).map(([name, value]) => [name.replaceAll('_', ' '), String(value)])}
      />
      <Table title="Options" head={['Option', 'Meaning']} rows={optionRows(options)} />
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

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

function inWords(request: ParsedRequest, queries: number, headers: number): string {
  const parts: string[] = [];
  if (queries > 0) parts.push(count(queries, 'query parameter'));
  if (headers > 0) parts.push(count(headers, 'header'));
  const body = bodyInWords(request);
  if (body !== undefined) parts.push(body);
  if (request.auth !== undefined) parts.push(`${request.auth.scheme} authentication`);
  const last = parts.pop();
  const list =
    last === undefined ? 'nothing else' : parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  const article = /^[AEIOU]/i.test(request.method) ? 'An' : 'A';
  return `${article} ${request.method} request with ${list}.`;
}

function bodyInWords({ body, body_base64, body_file, form }: RequestShape): string | undefined {
  if (form !== undefined) return `a form of ${count(form.length, 'part')}`;
  if (body_file !== undefined) return `the file ${body_file} as its body`;
  if (body_base64 !== undefined) return 'a binary body';
  if (body === undefined || body === null) return undefined;
  return `${prettyJson(body) === undefined ? 'a' : 'a JSON'} body`;
}

function BodyView({ request }: { request: RequestShape }): ComponentChildren {
  const { body, body_base64: base64, body_file: file, headers = {} } = request;
  if (file !== undefined)
    return (
      <p>
        The body is the file <Name text={file} />.
      </p>
    );
  if (base64 !== undefined)
    return <p>The body is {count(Math.floor((base64.length * 3) / 4), 'byte')} that are no text.</p>;
  if (body === undefined || body === null || body === '') return null;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const pairs = /^application\/x-www-form-urlencoded/i.test(type) ? formPairs(text) : undefined;
  if (pairs !== undefined) return <Table title="Body" head={['Field', 'Value']} rows={pairs} />;
  const pretty = prettyJson(body);
  const shown = pretty ?? text;
  return (
    <figure class="code">
      <figcaption>Body</figcaption>
      <pre tabIndex={0} role="region" aria-label="Body">
        <Code
          text={shown.slice(0, MAX_BODY_SHOWN)}
          language={pretty === undefined ? languageOf(type) : 'json'}
        />
      </pre>
      {shown.length > MAX_BODY_SHOWN && <p class="note">The rest of the body is in the command.</p>}
    </figure>
  );
}

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
    ...(filename === undefined ? [] : [`as ${filename}`]),
    ...(content_type === undefined ? [] : [content_type]),
  ];
  const content =
    file === undefined ? (value ?? `(binary, base64) ${value_base64 ?? ''}`) : `the file ${file}`;
  return [name, notes.length === 0 ? content : `${content} (${notes.join(', ')})`];
}

/** Options in words, without those that only record how the command was written. */
function optionRows(options: NonNullable<RequestShape['options']>): [string, string][] {
  const rows: [string, string][] = [];
  const seconds = (ms: number) => (ms === 0 ? 'no limit of its own' : `${ms / 1000} s`);
  if (options.follow_redirects) {
    const { max_redirects: max = 50 } = options;
    rows.push(['Redirects', max < 0 ? 'followed' : `followed, up to ${max}`]);
  }
  if (options.timeout_ms !== undefined) rows.push(['Time allowed', seconds(options.timeout_ms)]);
  if (options.connect_timeout_ms !== undefined)
    rows.push(['Time to connect', seconds(options.connect_timeout_ms)]);
  if (options.insecure) rows.push(['Certificates', 'any is accepted']);
  if (options.compressed) rows.push(['Compression', 'asked for and decoded']);
  if (options.http_version !== undefined) rows.push(['HTTP version', options.http_version]);
  if (options.proxy !== undefined) rows.push(['Proxy', options.proxy]);
  if (options.request_target !== undefined) rows.push(['Request target', options.request_target]);
  if (options.omit_headers !== undefined) rows.push(['Headers left out', options.omit_headers.join(', ')]);
  if (options.auth_on_redirect) rows.push(['Credentials', 'sent to other hosts after a redirect, too']);
  if (options.keep_method_on !== undefined) rows.push(['Method kept on', options.keep_method_on.join(', ')]);
  if (options.chunked) rows.push(['Body', 'sent in chunks']);
  if (options.expect_continue) rows.push(['Body', 'sent after 100 Continue from the server']);
  if (options.ip_version !== undefined) rows.push(['Connection', `over IPv${options.ip_version}`]);
  return rows;
}
