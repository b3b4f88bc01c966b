/** Results of tests/execute. Called TestRun: a schema called Test breaks client generators. */
import { type Static, Type } from '@sinclair/typebox';
import { Page, PageQuery } from './common.ts';
import { NullableString, Ref, StrictObject, StringEnum } from './helpers.ts';
import type { RequestWarning } from './request-shape.ts';

export const TEST_ERROR_CODES = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'timeout',
  'tls_error',
  'too_many_redirects',
  'invalid_response',
  'response_too_large',
  'destination_refused',
] as const;

const ms = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, description });

export const SentRequest = StrictObject(
  {
    method: Type.String(),
    url: Type.String({ description: 'Passwords in it are masked.' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'As sent, the defaults of the service included; values of secrets are masked.',
    }),
    body: Type.Optional(Type.Unsafe<unknown>({ description: 'The body as it was given.' })),
    body_base64: Type.Optional(Type.String()),
    form: Type.Optional(Type.Array(Type.Unsafe<unknown>({}))),
    body_size: Type.Integer({ minimum: 0, description: 'Bytes of the body sent.' }),
  },
  { title: 'SentRequest', description: 'The request as it was sent, secrets masked.' },
);

const Redirect = StrictObject(
  {
    status: Type.Integer(),
    url: Type.String({ description: 'The URL that answered with the redirect.' }),
    location: Type.String({ description: 'Where it pointed, as received.' }),
    set_cookies: Type.Array(Type.String(), {
      description: 'Set-Cookie headers of the redirect, as received.',
    }),
  },
  { title: 'TestRedirect' },
);

const Tls = Type.Unsafe<{
  version: string;
  subject: string | null;
  issuer: string | null;
  valid_to: string | null;
  authorized: boolean;
} | null>({
  title: 'TlsSession',
  description: 'The TLS session of the answer; null without TLS.',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['version', 'subject', 'issuer', 'valid_to', 'authorized'],
  properties: {
    version: { type: 'string', examples: ['TLSv1.3'] },
    subject: { type: ['string', 'null'], description: 'Certificate subject.' },
    issuer: { type: ['string', 'null'] },
    valid_to: { type: ['string', 'null'], description: 'RFC 3339.' },
    authorized: {
      type: 'boolean',
      description: 'False when it was accepted only because of options.insecure.',
    },
  },
});

export const TestResponse = StrictObject(
  {
    status: Type.Integer(),
    status_text: Type.String(),
    http_version: Type.String({ examples: ['1.1'] }),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Names in lower case, repeated values joined with `, `, `set-cookie` with newlines. Absent in lists.',
      }),
    ),
    body: Type.Optional(Type.String({ description: 'Decoded body. Absent in lists.' })),
    body_encoding: StringEnum(['utf8', 'base64'], { description: 'How `body` is to be read.' }),
    body_size: Type.Integer({ minimum: 0, description: 'Decoded bytes kept.' }),
    wire_size: Type.Integer({ minimum: 0, description: 'Body bytes read from the wire, before decoding.' }),
    truncated: Type.Boolean({ description: 'The body was longer than what is kept.' }),
    url: Type.String({ description: 'The URL that answered, after redirects.' }),
    redirects: Type.Array(Redirect),
    remote_address: NullableString({
      description: 'Address that answered; null when it is not a public one.',
    }),
    tls: Tls,
  },
  { title: 'TestResponse', description: 'What the target answered; null when it did not.' },
);

export const TestError = StrictObject(
  {
    code: StringEnum(TEST_ERROR_CODES),
    message: Type.String(),
    redirects: Type.Optional(
      Type.Array(Redirect, {
        description: 'What the target redirected to before it failed; absent without any.',
      }),
    ),
  },
  { title: 'TestError', description: 'Why there is no answer; null when there is one.' },
);

export const TestTimings = StrictObject(
  {
    dns_ms: ms('Name resolution; null when there was none.'),
    tcp_ms: ms('TCP connect; null when there was none.'),
    tls_ms: ms('TLS handshake; null when there was none.'),
    first_byte_ms: ms('From the request sent to the first byte of the answer.'),
    download_ms: ms('From the first byte to the end.'),
    total_ms: Type.Number({ minimum: 0, description: 'All of it, redirects included.' }),
  },
  { title: 'TestTimings', description: 'Where the time went, in milliseconds.' },
);

const NullableObject = <T>(schema: { [key: string]: unknown }) =>
  Type.Unsafe<T | null>({ ...schema, type: ['object', 'null'] });

export type SentRequest = Static<typeof SentRequest>;
export type TestResponse = Static<typeof TestResponse>;
export type TestError = Static<typeof TestError>;
export type TestTimings = Static<typeof TestTimings>;

export const TestRun = StrictObject(
  {
    id: Type.String({ description: 'UUIDv7.' }),
    playground_id: NullableString({ description: 'The playground it was run for, or null.' }),
    status: StringEnum(['completed', 'failed'], {
      description: '`completed`: the target answered, whatever it said. `failed`: it did not; see `error`.',
    }),
    request: SentRequest,
    response: NullableObject<TestResponse>(TestResponse),
    error: NullableObject<TestError>(TestError),
    timings: TestTimings,
    warnings: Type.Array(Type.Unsafe<RequestWarning>({ $ref: 'RequestWarning#' })),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'TestRun', description: 'The stored result of one executed request.' },
);
export type TestRun = Static<typeof TestRun>;

/** A list entry: without headers and body of the response, and without the body of the request. */
export const TestRunSummary = StrictObject(
  {
    ...TestRun.properties,
    request: {
      ...Type.Omit(SentRequest, ['body', 'body_base64', 'form']),
      title: 'SentRequestSummary',
      description: 'The request as it was sent, secrets masked, without its body; long texts end in `…`.',
    },
    response: NullableObject<Omit<TestResponse, 'headers' | 'body'>>({
      ...Type.Omit(TestResponse, ['headers', 'body']),
      title: 'TestResponseSummary',
    }),
  },
  {
    $id: 'TestRunSummary',
    description:
      "A test result without `response.headers`, `response.body` and the request's body; texts that are very long end in `…`. The result itself has all of it.",
  },
);
export type TestRunSummary = Static<typeof TestRunSummary>;

export const ListTestRunsQuery = StrictObject({
  ...PageQuery,
  playgroundId: Type.Optional(
    Type.String({ description: 'Only the tests of this playground; without it, all of your tests.' }),
  ),
});
export type ListTestRunsQuery = Static<typeof ListTestRunsQuery>;

export const TestRunPage = Page(Ref(TestRunSummary), 'TestRunPage');
