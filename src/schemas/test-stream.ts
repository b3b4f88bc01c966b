/** Events of POST /api/tests/stream: the data of each is one of these as JSON. */
import { type Static, Type } from '@sinclair/typebox';
import { ErrorResponse } from './common.ts';
import { optional, Ref, StrictObject } from './helpers.ts';
import { SentRequest, TestRedirect, TestResponse, TestRun, TestTimings } from './test-run.ts';

export const TestStreamRequest = StrictObject(SentRequest.properties, {
  $id: 'TestStreamRequest',
  description: 'Event `request`: the request as it is sent, secrets masked. First, and once.',
});

export const TestStreamRedirect = StrictObject(TestRedirect.properties, {
  $id: 'TestStreamRedirect',
  description: 'Event `redirect`: a redirect that is followed.',
});

export const TestStreamResponse = StrictObject(
  {
    ...Type.Pick(TestResponse, ['status', 'status_text', 'http_version']).properties,
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        'Names in lower case, repeated values joined with `, `, `set-cookie` with newlines; secrets masked.',
    }),
    ...Type.Pick(TestResponse, ['url', 'redirects', 'remote_address', 'tls']).properties,
    timings: TestTimings,
  },
  { $id: 'TestStreamResponse', description: 'Event `response`: the header block of the response has come.' },
);

export const TestStreamData = StrictObject(
  {
    at_ms: Type.Number({ minimum: 0, description: 'Milliseconds since the test started.' }),
    ...optional({
      text: Type.String({
        description: 'Decoded bytes that are UTF-8; characters are never split between events.',
      }),
      base64: Type.String({
        description: 'Decoded bytes as base64, from the first ones on that are not UTF-8 text.',
      }),
    }),
  },
  {
    $id: 'TestStreamData',
    description:
      'Event `data`: a piece of the body, as `text` or as `base64`. All pieces together are the body that is kept.',
  },
);

export const TestStreamResult = StrictObject(
  {
    ...TestRun.properties,
    response: Type.Unsafe<Omit<TestResponse, 'body'> | null>({
      ...Type.Omit(TestResponse, ['body']),
      title: 'TestStreamResultResponse',
      type: ['object', 'null'],
    }),
  },
  {
    $id: 'TestStreamResult',
    description: 'Event `result`: the stored result without `response.body`. Last, and once.',
  },
);

export type TestStreamResult = Static<typeof TestStreamResult>;

/** By the name of the event. */
export interface TestStreamEvents {
  request: Static<typeof TestStreamRequest>;
  redirect: Static<typeof TestStreamRedirect>;
  response: Static<typeof TestStreamResponse>;
  data: Static<typeof TestStreamData>;
  result: TestStreamResult;
  /** The run has ended and its result could not be stored. */
  error: Static<typeof ErrorResponse>;
}

export type TestStreamEvent = {
  [Name in keyof TestStreamEvents]: { event: Name; data: TestStreamEvents[Name] };
}[keyof TestStreamEvents];

/** The body of the response, for the OpenAPI document. */
export const TestStream = Type.Unsafe<string>({
  type: 'string',
  description:
    'Server-sent events (WHATWG). `event` is `request`, `redirect`, `response`, `data` or `result`, `data` one line of JSON: TestStreamRequest, TestStreamRedirect, TestStreamResponse, TestStreamData, TestStreamResult. An event `error` (ErrorResponse) comes in place of `result` when the result could not be stored. Comments keep the connection open.',
  'x-event-data': {
    request: Ref(TestStreamRequest),
    redirect: Ref(TestStreamRedirect),
    response: Ref(TestStreamResponse),
    data: Ref(TestStreamData),
    result: Ref(TestStreamResult),
    error: Ref(ErrorResponse),
  },
});
