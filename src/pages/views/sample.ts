/** A playground and its example response, which the start page shows before a command is pasted. */
import type { Example } from '../../secrets/example.ts';

export const SAMPLE = {
  ...{ id: 'sample', name: 'Ask the model', description: '', public_runs: true },
  curl_command: `curl https://api.acme.example/v1/chat/completions \\
  -H "Authorization: Bearer {{api_key}}" \\
  --json '{"model": "acme-2", "stream": true, "messages":
    [{"role": "user", "content": "{{question}}"}]}'`,
  variables: [
    { name: 'api_key', description: 'sk_test_…', secret: true },
    { name: 'question', default: 'What is an idempotency key?' },
  ],
};

const ANSWER =
  'An idempotency key is a unique value that a client sends with a request, so that the server can recognise a retry of the same request and not do the work twice.';
const URL_OF_IT = 'https://api.acme.example/v1/chat/completions';
const BODY = [
  ...[...ANSWER.matchAll(/\S+\s*/g)].map(([content]) => ({ choices: [{ delta: { content } }] })),
  { usage: { prompt_tokens: 14, completion_tokens: 36 } },
];
export const SAMPLE_RESPONSE: Example = {
  status: 'completed',
  request: { method: 'POST', url: URL_OF_IT, headers: {}, body_size: 120 },
  response: {
    ...{ status: 200, status_text: 'OK', http_version: '2', url: URL_OF_IT, redirects: [] },
    headers: { 'content-type': 'text/event-stream' },
    body: BODY.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    ...{ body_encoding: 'utf8', body_size: 2013, wire_size: 2013, truncated: false },
    ...{ remote_address: null, tls: null },
  },
  ...{ error: null, warnings: [], created_at: '2026-11-26T12:00:00.000Z' },
  timings: { dns_ms: 4, tcp_ms: 12, tls_ms: 20, first_byte_ms: 410, download_ms: 2364, total_ms: 2810 },
};

/** Commands to try on the start page. */
export const EXAMPLES = {
  get: {
    method: 'GET',
    name: 'Get with a query',
    command: `curl 'https://api.example.com/users?team=core&page=2' \\
  -H 'Accept: application/json'`,
  },
  json: {
    method: 'POST',
    name: 'Post JSON with a token',
    command: `curl https://api.example.com/users \\
  -H "Authorization: Bearer $TOKEN" \\
  --json '{"name": "{{name}}", "role": "author"}'`,
  },
  stream: { method: 'POST', name: 'Stream a chat completion', command: SAMPLE.curl_command },
} as const;
