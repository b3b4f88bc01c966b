/** The examples of the OpenAPI document, as the running service gives them, with what changes from run to run made stable. */
import { format } from 'node:util';
import type { OperationExamples } from '../../src/plugins/openapi-examples.ts';
import { type Operation, UNKNOWN_ID, type World, walk } from './operations.ts';
import { TARGET_NAME } from './world.ts';

const NOW = '2026-11-20T09:30:00.000Z';
const DAY_MS = 86_400_000;
const REQUEST_ID = '019300a2-51b4-7e07-a3d6-20c8f1b94e66';
/** UUIDs in the order in which an operation shows them. */
const stableId = (count: number) => `019300a1-${format('%s', 1000 + count)}-7a51-8000-5a4e1d1f2b3c`;
const KEY = 'pgk_3kTMd2vQexampleOnlyAndNoKeyAtAll';
const TIMINGS = {
  dns_ms: 4.1,
  tcp_ms: 18.6,
  tls_ms: 21.9,
  first_byte_ms: 35.2,
  download_ms: 0.8,
  total_ms: 80.6,
  at_ms: 79.9,
};

/** Makes what the answers to one operation say stable, the same thing the same way everywhere. */
function makeStable(): (value: unknown, key?: string) => unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (id === UNKNOWN_ID) return id;
    const known = ids.get(id) ?? stableId(ids.size);
    ids.set(id, known);
    return known;
  };
  const time = (text: string) => (Math.abs(Date.parse(text) - Date.now()) < DAY_MS ? NOW : text);
  const day = (text: string) => {
    const ago = Math.round((Date.parse(new Date().toISOString().slice(0, 10)) - Date.parse(text)) / DAY_MS);
    return new Date(Date.parse(NOW.slice(0, 10)) - ago * DAY_MS).toISOString().slice(0, 10);
  };
  const ofText = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, idOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, time)
      .replace(/^\d{4}-\d\d-\d\d$/, day)
      .replace(/pgk_[\w-]+/g, (key) => KEY.slice(0, key.length))
      .replace(new RegExp(`${TARGET_NAME}:\\d+`, 'g'), 'example.com')
      .replace('http://localhost:80/', 'http://127.0.0.1:3000/');
  const stable = (value: unknown, key = ''): unknown => {
    if (key === 'request_id') return REQUEST_ID;
    if (key === 'reset') return Date.parse('2026-11-21') / 1000;
    if (key === 'last_used_at') return null; // written a little later than the answer
    if (key in TIMINGS && value !== null) return TIMINGS[key as keyof typeof TIMINGS]; // one of them, as just seen
    if (typeof value === 'string') return ofText(value);
    if (Array.isArray(value)) return value.map((item) => stable(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, stable(item, name)]));
  };
  return stable;
}

/** Server-sent events with the JSON of each made stable. */
const stableEvents = (body: string, stable: (value: unknown) => unknown): string =>
  body.replace(
    /^data: (.*)$/gm,
    (_line, json: string) => `data: ${JSON.stringify(stable(JSON.parse(json)))}`,
  );

const nameOf = (what: string) => what.toLowerCase().replace(/\W+/g, '_');

/** What an operation takes and answers; of answers with one status that say the same, the first. */
export async function recordOperation(operation: Operation, world: World): Promise<OperationExamples> {
  const stable = makeStable();
  const { key, accountId } = await world.account();
  const own: World = {
    ...world,
    key,
    accountId,
    call: (method, path, body, headers) =>
      world.call(method, path, body, { authorization: `Bearer ${key}`, ...headers }),
  };
  const examples: OperationExamples = { requests: {}, responses: {} };
  const steps = [];
  for await (const step of walk(operation, own)) steps.push(step);
  const plain = steps.pop(); // shown first: Swagger UI offers it
  for (const step of plain === undefined ? steps : [plain, ...steps]) {
    const { status, what, body, answer } = step;
    const name = what === '' ? operation.id : nameOf(what);
    const summary = what === '' ? 'A usual one' : `${what[0]?.toUpperCase()}${what.slice(1)}`;
    if (body !== undefined) examples.requests[name] = { summary, value: stable(body) };
    if (answer.body === '') continue;
    const isStream = answer.headers['content-type'] === 'text/event-stream';
    const isText = /^text\/plain/.test(String(answer.headers['content-type']));
    const value = isStream ? stableEvents(answer.body, stable) : stable(isText ? answer.body : answer.json());
    const others = examples.responses[status] ?? {};
    examples.responses[status] = others;
    const text = JSON.stringify(value);
    if (Object.values(others).some((other) => JSON.stringify(other.value) === text)) continue;
    others[name] = { summary, value };
  }
  return examples;
}

/** The response to a method that a path does not take, which the OpenAPI document cannot hold. */
export async function recordWrongMethod(world: World): Promise<OperationExamples> {
  const answer = await world.app.inject({ method: 'PUT', url: '/api/usage' });
  const value = makeStable()(answer.json());
  return { requests: {}, responses: { 405: { wrong_method: { summary: 'Another method', value } } } };
}
