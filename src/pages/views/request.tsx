/** What a request sends besides its method and URL, as tables and formatted text. Pure. */
import type { ParsedRequest, RequestShape } from '../../schemas/request-shape.ts';
import { counted, size } from './format.tsx';
import { isJson, linesOfJson } from './json-lines.ts';
import { membersOf } from './json-members.ts';
import type { Mark } from './marks.ts';
import { Pairs, VARIABLE } from './table.tsx';
import { Block, Code, Name } from './visible-text.tsx';

/** Characters of a body that are shown; the command above has all of it. */
const MAX_BODY_SHOWN = 16_384;

interface RequestViewProps {
  request: ParsedRequest;
  /** Whether query, headers and the members of a JSON body are one table. */
  isSummary?: boolean | undefined;
}

export function RequestView({ request, isSummary = false }: RequestViewProps) {
  const { url, form = [], options = {} } = request;
  const query = splitQuery(url);
  const headers = headersOf(request);
  const members = isSummary ? membersOfBody(request) : undefined;
  const variables = new Map(request.variables?.map(({ text, name }) => [text, name]));
  return (
    <div class="pg-request">
      {isSummary ? (
        <Pairs rows={[...query, ...headers, ...(members ?? [])]} variables={variables} />
      ) : (
        <>
          <Pairs title="Query" rows={query} variables={variables} />
          <Pairs title="Headers" rows={headers} variables={variables} />
        </>
      )}
      {members === undefined && <BodyView request={request} variables={variables} />}
      <Pairs title="Form" head={['Part', 'Content']} rows={form.map(partRow)} />
      <AuthView auth={request.auth ?? {}} />
      <OptionsView options={options} />
    </div>
  );
}

function headersOf({ headers, options = {} }: ParsedRequest): [string, string][] {
  return options.header_list?.map(({ name, value }) => [name, value]) ?? Object.entries(headers);
}

/** What a request sends, in a few words. */
export function requestFacts(request: ParsedRequest): string {
  const { body, body_base64: base64, form = [] } = request;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const bytes = base64 === undefined ? new TextEncoder().encode(text).length : byteLength(base64);
  const kind = isJson(text) ? 'JSON body' : 'body';
  return [
    counted(headersOf(request).length, 'header'),
    ...(form.length > 0
      ? [counted(form.length, 'part')]
      : body || base64
        ? [`${kind} of ${size(bytes)}`]
        : []),
  ].join(', ');
}

/** What is directly in a JSON object: values as they stand, the size of those that have more in them. */
function membersOfBody({ body }: RequestShape): [string, string][] | undefined {
  const text = (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).trim();
  if (!text.startsWith('{') || text.length > MAX_BODY_SHOWN || !isJson(text)) return undefined;
  return membersOf(text).map(({ name = '', start, end }) => [name, shortOf(text.slice(start, end))]);
}

function shortOf(value: string): string {
  if (value.startsWith('"')) return JSON.parse(value);
  if (value.startsWith('[')) return `[ ${counted(membersOf(value).length, 'item')} ]`;
  return value.startsWith('{') ? `{ ${counted(membersOf(value).length, 'field')} }` : value;
}

/** The pairs of a query as they stand, percent-escapes undone where they can be. */
function splitQuery(url: string): [string, string][] {
  const pairs = url
    .replace(/^[^?]*\??/, '')
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [readable(name), readable(value)];
  });
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Where the texts of variables stand in another text. */
const variablesIn = (text: string, variables: ReadonlyMap<string, string>): Mark[] =>
  [...text.matchAll(new RegExp(VARIABLE, 'g'))].flatMap(({ 0: part, index: start }) => {
    const name = variables.get(part);
    return name === undefined ? [] : { start, end: start + part.length, kind: 'variable' as const, name };
  });

function BodyView({ request, variables }: { request: RequestShape; variables: ReadonlyMap<string, string> }) {
  const { body, body_base64: base64, body_file: file, headers = {} } = request;
  if (file !== undefined)
    return (
      <p>
        The body is the file <Name text={file} />.
      </p>
    );
  if (base64 !== undefined) return <p>The body is binary: {counted(byteLength(base64), 'byte')}.</p>;
  if (body === undefined || body === null || body === '') return null;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  // A lonely text without `=` is no list of pairs.
  if (/^application\/x-www-form-urlencoded/i.test(type) && text.includes('='))
    return (
      <Pairs title="Body" head={['Field', 'Value']} rows={splitQuery(`?${text}`)} variables={variables} />
    );
  const pretty = prettyJson(body);
  const shown = pretty ?? text;
  const head = shown.slice(0, MAX_BODY_SHOWN);
  const language = pretty !== undefined ? 'json' : /xml|html/i.test(type) ? 'xml' : '';
  return (
    <figure class="pg-code">
      <figcaption class="pg-code__head">Body</figcaption>
      <Block label="Body">
        <Code text={head} language={language} marks={variablesIn(head, variables)} />
      </Block>
      {shown.length > MAX_BODY_SHOWN && (
        <p class="pg-quiet pg-small">The rest of the body is in the command.</p>
      )}
    </figure>
  );
}

/** The length of what is encoded. */
export const byteLength = (base64: string) => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/**
 * A JSON text laid out, each number and name as it was typed; undefined unless it is a JSON object or array.
 * @param body a text, or a value that is sent as JSON
 */
function prettyJson(body: unknown): string | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text !== undefined && isJson(text) ? [...linesOfJson(text)].join('\n') : undefined;
}

function partRow(part: NonNullable<RequestShape['form']>[number]): [string, string] {
  const { name, value, value_base64: base64 = '', file, filename, content_type: type } = part;
  const content = file === undefined ? (value ?? `(binary, base64) ${base64}`) : `the file ${file}`;
  const notes = [filename !== undefined && `as ${filename}`, type].filter((note) => typeof note === 'string');
  return [name, notes.length === 0 ? content : `${content} (${notes.join(', ')})`];
}

/** The settings of an authentication, by their names on the page. */
function AuthView({ auth }: { auth: Partial<NonNullable<RequestShape['auth']>> }) {
  return (
    <Pairs
      title="Authentication"
      head={['Setting', 'Value']}
      rows={[
        ['Scheme', auth.scheme],
        ['User', auth.username],
        ['Password', auth.password],
        ['Provider, region and service', auth.provider],
        ['Signed headers', auth.signed_headers?.join(', ')],
      ]}
    />
  );
}

/** Options in words, without those that only record how the command was written. */
function OptionsView({ options }: { options: NonNullable<RequestShape['options']> }) {
  const { max_redirects: max = 50 } = options;
  const seconds = (ms: number | undefined) => ms !== undefined && (ms === 0 ? 'none' : `${ms / 1000} s`);
  return (
    <Pairs
      title="Options"
      head={['Option', 'Meaning']}
      rows={[
        ['Redirects', options.follow_redirects && (max < 0 ? 'followed' : `followed, up to ${max}`)],
        ['Time limit', seconds(options.timeout_ms)],
        ['Time limit to connect', seconds(options.connect_timeout_ms)],
        ['Certificates', options.insecure && 'any is accepted'],
        ['Compression', options.compressed && 'requested and decoded'],
        ['HTTP version', options.http_version],
        ['Proxy', options.proxy],
        ['Request target', options.request_target],
        ['Headers left out', options.omit_headers?.join(', ')],
        ['Credentials', options.auth_on_redirect && 'also sent to other hosts after a redirect'],
        ['Method kept on', options.keep_method_on?.join(', ')],
        ['Body', options.chunked && 'sent in chunks'],
        ['Body', options.expect_continue && 'sent after 100 Continue from the server'],
        ['Connection', options.ip_version !== undefined && `over IPv${options.ip_version}`],
      ]}
    />
  );
}
