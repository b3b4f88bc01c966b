/** The requests and responses in docs/api.md, written from the examples of the OpenAPI document. */
import { fillBlock } from './docs-blocks.ts';

interface Example {
  value: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  requestBody?: { content: Record<string, { examples?: Record<string, Example> }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { examples?: Record<string, Example> }> }
  >;
  security?: object[];
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}
/** Recorded responses by operation, status and name: openapi/examples.json. */
export type Recorded = Readonly<Record<string, { responses: Record<string, Record<string, Example>> }>>;

const ORIGIN = 'http://127.0.0.1:3000';
const AN_ID = '019300a1-1000-7a51-8000-5a4e1d1f2b3c';
const WIDTH = 100;
/** Lists of more objects than this are shortened. */
const SHOWN = 2;

/** The recorded response that shows the shape of errors. */
const ERROR_EXAMPLE = 'an_option_that_curl_does_not_have';

/** Returns the page with the reference of all operations and one example of an error. */
export function withApiExamples(page: string, document: OpenApi, recorded: Recorded): string {
  const value = recorded['parseCurl']?.responses['400']?.[ERROR_EXAMPLE]?.value;
  if (value === undefined)
    throw new Error(`openapi/examples.json has no 400 "${ERROR_EXAMPLE}" of parseCurl`);
  const command = post('/api/parse-curl', { curl: 'curl --no-such-option https://example.com/' });
  return fillBlock(fillBlock(page, 'endpoints', endpoints(document)), 'error', exchange(command, 400, value));
}

function endpoints({ paths }: OpenApi): string {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => endpoint(method.toUpperCase(), path, operation)),
    )
    .join('');
}

function endpoint(method: string, path: string, operation: Operation): string {
  const { summary, description = '', requestBody, responses, security = [] } = operation;
  const [status = '200', response] = Object.entries(responses).find(([code]) => code < '300') ?? [];
  const example = examplesOf(response?.content)[0]?.value;
  const body = examplesOf(requestBody?.content)[0]?.value;
  const url = path.replace('{id}', idOf(example) ?? AN_ID);
  const extra = method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`];
  const command =
    security.length === 0
      ? `curl ${ORIGIN}${url}`
      : body === undefined
        ? get(url, extra)
        : post(url, body, extra);
  return [
    `### ${summary}`,
    '',
    `\`${method} ${path}\``,
    '',
    ...(description === '' ? [] : [description, '']),
    exchange(command, Number(status), example),
  ].join('\n');
}

function examplesOf(content: Record<string, { examples?: Record<string, Example> }> | undefined): Example[] {
  return Object.values(Object.values(content ?? {})[0]?.examples ?? {});
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;
}

/** Formats a command and its response as Markdown. */
function exchange(command: string, status: number, value: unknown): string {
  const response =
    value === undefined
      ? `The response is \`${status}\` without a body.`
      : typeof value === 'string'
        ? `The response is \`${status}\`, a stream:\n\n\`\`\`text\n${value.trimEnd()}\n\`\`\``
        : `The response is \`${status}\`:\n\n\`\`\`json\n${layout(value)}\n\`\`\``;
  return `\`\`\`sh\n${command}\n\`\`\`\n\n${response}\n\n`;
}

function get(path: string, options: readonly string[] = []): string {
  return ['curl', ...options, '-H "Authorization: Bearer $API_KEY"', `${ORIGIN}${path}`].join(' ');
}

/** Returns a curl command that sends JSON; a body with single quotes comes from a here-document. */
function post(path: string, body: unknown, options: readonly string[] = []): string {
  const json = body === undefined ? undefined : layout(body);
  const quoted = json !== undefined && !json.includes("'") && !json.includes('\n');
  const data = json === undefined ? [] : [quoted ? `--json '${json}'` : "--json @- <<'END'"];
  const first = ['curl', ...options, '-H "Authorization: Bearer $API_KEY"', `${ORIGIN}${path}`].join(' ');
  const command = [first, ...data].join(' \\\n  ');
  return json === undefined || quoted ? command : `${command}\n${json}\nEND`;
}

/** Formats JSON: objects and lists that fit take one line; long lists are cut to the first items and an ellipsis. */
function layout(value: unknown, indent = ''): string {
  const line = oneLine(value);
  if (line.length + indent.length <= WIDTH && !isLong(value)) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = isLong(value) ? value.slice(0, SHOWN) : value;
    const rows = items.map((item) => deeper + layout(item, deeper));
    return `[\n${[...rows, ...(isLong(value) ? [`${deeper}…`] : [])].join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return line;
  const rows = Object.entries(value).map(
    ([name, item]) => `${deeper}${JSON.stringify(name)}: ${layout(item, deeper)}`,
  );
  return `{\n${rows.join(',\n')}\n${indent}}`;
}

/** Whether a value is a list of more objects than are shown. */
function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > SHOWN && value.every((item) => typeof item === 'object');
}

/** Formats JSON on one line, with spaces after colons and commas. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
