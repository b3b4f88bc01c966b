/** Results of tests/execute. The schema is called TestRun because the name Test breaks client generators. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, PageOf, PageQuery, Timestamp } from './common.ts';
import { Count, DescribedEnum, Int32, NullableString, optional, Ref, StrictObject } from './helpers.ts';
import type { RequestWarning } from './request-shape.ts';

const TEST_ERRORS = {
  dns_error: 'the host name does not resolve, or no name server responds',
  connection_refused: 'nothing listens at that address and port, or there is no route to it',
  connection_reset: 'the connection ended before the response did',
  timeout: 'a time limit was exceeded',
  tls_error: 'the TLS handshake failed, or the certificate is not trusted',
  too_many_redirects: 'more redirects than are followed',
  invalid_response: 'the response is not valid HTTP',
  response_too_large: 'the header block of the response is over the limit',
  destination_refused: 'a redirect to an address that the service does not send to',
  cancelled: 'the caller closed the connection, or the service shut down, before the run ended',
} as const;

/** An HTTP status that a target responded with. */
const Status = (description: string) => Int32(100, 999, description, { examples: [200] });

const ms = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, description });

export const SentRequest = StrictObject(
  {
    method: Type.String({ description: 'The method, case kept.', examples: ['GET'] }),
    url: Type.String({ description: 'The URL; secrets in it are masked.' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: "As sent, with the service's default headers. Secrets are masked.",
    }),
    ...optional({
      body: Type.Unsafe<unknown>({ description: 'The body as given: a string or any JSON value.' }),
      body_base64: Type.String({ description: 'A body that is not valid UTF-8 text, as base64.' }),
      form: Type.Array(Type.Unsafe<unknown>({ description: 'A part, as given.' }), {
        minItems: 0,
        maxItems: 2_000,
        description: 'The parts of a multipart body, as given.',
      }),
    }),
    body_size: Count({ description: 'Bytes of the body sent.' }),
  },
  { title: 'SentRequest', description: 'The request as it was sent, secrets masked.' },
);

export const TestRedirect = StrictObject(
  {
    status: Status('Status of the redirect.'),
    url: Type.String({ description: 'The URL that responded with the redirect.' }),
    location: Type.String({ description: 'Where it pointed, as received.' }),
    set_cookies: Type.Array(Type.String({ description: 'One header.' }), {
      minItems: 0,
      maxItems: 2_000,
      description: 'Set-Cookie headers of the redirect, as received.',
    }),
  },
  { title: 'TestRedirect', description: 'A redirect that was followed.' },
);

const Tls = Type.Unsafe<{
  version: string;
  subject: string | null;
  issuer: string | null;
  valid_to: string | null;
  authorized: boolean;
} | null>({
  title: 'TlsSession',
  description: 'The TLS session of the response; null without TLS.',
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['version', 'subject', 'issuer', 'valid_to', 'authorized'],
  properties: {
    version: { type: 'string', description: 'Protocol version.', examples: ['TLSv1.3'] },
    subject: { type: ['string', 'null'], description: 'Subject of the certificate.' },
    issuer: { type: ['string', 'null'], description: 'Issuer of the certificate.' },
    valid_to: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the certificate expires, RFC 3339.',
    },
    authorized: {
      type: 'boolean',
      description: 'False if the certificate was accepted only because of `options.insecure`.',
    },
  },
});

export const ResponseChunk = StrictObject(
  {
    at_ms: Type.Number({ minimum: 0, description: 'Milliseconds since the test started.' }),
    bytes: Count({ description: 'Decoded bytes.' }),
  },
  { title: 'ResponseChunk', description: 'Bytes of a body that arrived together.' },
);

export const TestResponse = StrictObject(
  {
    status: Status('Status code of the response.'),
    status_text: Type.String({ description: 'The reason phrase, as received.', examples: ['OK'] }),
    http_version: Type.String({ description: 'HTTP version of the response.', examples: ['1.1'] }),
    ...optional({
      headers: Type.Record(Type.String(), Type.String(), {
        title: 'ResponseHeaders',
        description:
          'Names in lower case, repeated values joined with `, `, `set-cookie` with newlines. Absent in lists.',
      }),
      body: Type.String({ description: 'Decoded body. Absent in lists.' }),
    }),
    body_encoding: DescribedEnum(
      { utf8: 'plain text', base64: 'base64, because the body is not valid UTF-8' },
      { description: 'Encoding of `body`.' },
    ),
    body_size: Count({ description: 'Decoded bytes kept.' }),
    wire_size: Count({ description: 'Body bytes read from the wire, before decoding.' }),
    truncated: Type.Boolean({
      description:
        'The body is incomplete: it was longer than what is kept, or `error` says why it broke off.',
    }),
    url: Type.String({ description: 'The URL of the response, after redirects.' }),
    redirects: Type.Array(TestRedirect, {
      minItems: 0,
      maxItems: 100,
      description: 'The redirects that were followed, in order.',
    }),
    remote_address: NullableString({
      description: 'Address of the server that responded; null if it is not public.',
    }),
    tls: Tls,
    chunks: Type.Optional(
      Type.Array(ResponseChunk, {
        minItems: 0,
        maxItems: 1_000,
        description:
          'Streamed tests only: when the bytes of the body came, in order. Beyond 1,000, neighbours are merged. Absent in lists.',
      }),
    ),
  },
  {
    title: 'TestResponse',
    description:
      'The response of the target; null if no header block arrived. With an `error`, it has what arrived before the failure.',
  },
);

export const TestError = StrictObject(
  {
    code: DescribedEnum(TEST_ERRORS, { description: 'Machine-readable reason.' }),
    message: Type.String({ description: 'The reason, as a sentence.' }),
    redirects: Type.Optional(
      Type.Array(TestRedirect, {
        minItems: 1,
        maxItems: 100,
        description: 'What the target redirected to before it failed; absent without any.',
      }),
    ),
  },
  { title: 'TestError', description: 'Why the test failed; null when the target responded.' },
);

export const TestTimings = StrictObject(
  {
    dns_ms: ms('Name resolution; null if there was none.'),
    tcp_ms: ms('TCP connect; null if there was none.'),
    tls_ms: ms('TLS handshake; null if there was none.'),
    first_byte_ms: ms('From sending the request to the first byte of the response.'),
    download_ms: ms('From the first byte to the end.'),
    total_ms: Type.Number({ minimum: 0, description: 'The whole test, redirects included.' }),
  },
  { title: 'TestTimings', description: 'Durations in milliseconds.' },
);

const NullableObject = <T>(schema: { [key: string]: unknown }) =>
  Type.Unsafe<T | null>({ ...schema, type: ['object', 'null'] });

export type SentRequest = Static<typeof SentRequest>;
export type TestRedirect = Static<typeof TestRedirect>;
export type ResponseChunk = Static<typeof ResponseChunk>;
export type TestResponse = Static<typeof TestResponse>;
export type TestError = Static<typeof TestError>;
export type TestTimings = Static<typeof TestTimings>;

export const TestRun = StrictObject(
  {
    id: Id('The test.'),
    playground_id: NullableString({ description: 'The playground that the test belongs to, or null.' }),
    status: DescribedEnum(
      {
        completed: 'the target responded, with any status',
        failed: 'it did not, or not to the end; `error` says why',
      },
      { description: 'How it ended.' },
    ),
    request: SentRequest,
    response: NullableObject<TestResponse>(TestResponse),
    error: NullableObject<TestError>(TestError),
    timings: TestTimings,
    warnings: Type.Array(Type.Unsafe<RequestWarning>({ $ref: 'RequestWarning#' }), {
      minItems: 0,
      maxItems: 10_000,
      description: 'Differences between the request and what was sent or recorded.',
    }),
    created_at: Timestamp('When it was executed.'),
  },
  { $id: 'TestRun', description: 'The stored result of an executed request.' },
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
    response: NullableObject<Omit<TestResponse, 'headers' | 'body' | 'chunks'>>({
      ...Type.Omit(TestResponse, ['headers', 'body', 'chunks']),
      title: 'TestResponseSummary',
    }),
  },
  {
    $id: 'TestRunSummary',
    description:
      "A test result without `response.headers`, `response.body` and the request's body. Very long texts end in `…`. Get the test by its id for everything.",
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

export const TestRunPage = PageOf(Ref(TestRunSummary), 'TestRunPage');
