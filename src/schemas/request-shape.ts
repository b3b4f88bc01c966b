/**
 * The request shape, which all modules share: parse-curl returns it, generate-code takes it as `parsed`, and
 * tests/execute runs it.
 */
import { type Static, Type } from '@sinclair/typebox';
import { WARNING_CODES } from './diagnostics.ts';
import {
  DescribedEnum,
  EMPTY_IS_ABSENT,
  Index,
  Int32,
  ONE_OF_FIELDS,
  optional,
  StrictObject,
  VALUES_BY_NAME,
} from './helpers.ts';

/** Maximum length of a text: that of a request body, so that every parse result is accepted as input. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
export const MAX_HEADERS = 2_000;
export const MAX_FORM_PARTS = 2_000;
/** As many as a parsed command has at most. */
const MAX_VARIABLES = 700;

const Text = (description: string) => Type.String({ maxLength: MAX_TEXT_LENGTH, description });
const NonEmpty = (description: string, options: { examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description, ...options });
const Flag = (description: string) => Type.Boolean({ description });
const Milliseconds = (description: string) =>
  Type.Integer({ format: 'int64', minimum: 0, maximum: 4_294_967_295, description });

export const HeaderLine = StrictObject(
  {
    name: NonEmpty('Header name, case as sent.'),
    value: Text('Header value, exactly as sent.'),
  },
  { title: 'HeaderLine', description: 'One header line.' },
);

export const FormPart = StrictObject(
  {
    name: Text('Field name of the part.'),
    ...optional({
      value: Type.String({ description: 'Text content, sent verbatim as UTF-8.' }),
      value_base64: Type.String({ description: 'Content that is not valid UTF-8 text, base64.' }),
      file: NonEmpty(
        "Path of a local file on the user's machine that is the content (`-` is standard input). Generated programs read it; tests/execute refuses it.",
      ),
      filename: Text('The `filename` parameter of the part. If absent, none is sent, even for a file.'),
      content_type: Text('Content-Type of the part. If absent, none is sent.'),
      headers: Type.Array(Type.String({ maxLength: MAX_TEXT_LENGTH }), {
        minItems: 0,
        maxItems: 100,
        description:
          'More header lines of the part, each `Name: value`. A `Content-Disposition` replaces the one built from `name` and `filename`; an empty one (`Content-Disposition:`) leaves it out.',
      }),
    }),
  },
  {
    title: 'FormPart',
    description: 'One multipart part. Exactly one of `value`, `value_base64` and `file` is present.',
  },
);

const Auth = StrictObject(
  {
    scheme: DescribedEnum(
      {
        basic:
          'the user name or password contains a variable; without one, Basic is an `Authorization` header instead',
        digest: '`--digest`',
        ntlm: '`--ntlm`',
        negotiate: '`--negotiate`',
        'aws-sigv4': '`--aws-sigv4`',
        any: '`--anyauth`, no credentials at first, then the strongest scheme that the server offers',
      },
      { title: 'AuthScheme', description: 'Authentication scheme.' },
    ),
    ...optional({
      username: Text('The user name.'),
      password: Text('The password.'),
      provider: Text('aws-sigv4 only: `provider1[:provider2[:region[:service]]]`.'),
      signed_headers: Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }), {
        minItems: 0,
        maxItems: MAX_HEADERS,
        description:
          'aws-sigv4 only: the headers to sign besides Host, the date and the payload hash. Absent: all of `headers`.',
      }),
    }),
  },
  { title: 'RequestAuth', description: 'Authentication that is not a fixed header.' },
);

const RequestOptions = StrictObject(
  optional({
    follow_redirects: Flag('Follow redirects (`-L`). Default false.'),
    max_redirects: Int32(
      -1,
      1_000_000,
      'How many redirects to follow (`--max-redirs`), default 50; -1 means no limit.',
    ),
    keep_method_on: Type.Array(Type.Integer({ format: 'int32', minimum: 301, maximum: 303 }), {
      minItems: 0,
      uniqueItems: true,
      maxItems: 3,
      description:
        'Redirect statuses after which a POST stays a POST (`--post301`, `--post302`, `--post303`).',
    }),
    custom_method: Flag('The method was forced (`-X`): it is used again after every redirect, as curl does.'),
    auth_on_redirect: Flag('Send credentials to other hosts after a redirect too (`--location-trusted`).'),
    timeout_ms: Milliseconds('Total time allowed (`-m`); 0 means no limit.'),
    connect_timeout_ms: Milliseconds('Time allowed to connect; 0 means no limit.'),
    insecure: Flag('Accept any TLS certificate (`-k`).'),
    compressed: Flag('Ask for a compressed response and decode it (`--compressed`).'),
    http_version: DescribedEnum(
      {
        '1.0': '`-0`',
        '1.1': '`--http1.1`',
        '2': '`--http2`, or 1.1 if the server supports no other',
        '2-prior-knowledge': '`--http2-prior-knowledge`',
        '3': '`--http3`',
      },
      { title: 'RequestHttpVersion', description: 'Requested HTTP version.' },
    ),
    proxy: Text(
      'Proxy of the command (`-x`), with its credentials. Generated programs use it; tests/execute refuses it.',
    ),
    config_file: NonEmpty(
      "Path of a local file on the user's machine with more curl options (`-K`; `-` is standard input). tests/execute refuses it.",
    ),
    request_target: NonEmpty(
      'Request target to send instead of the path and query of `url` (`--request-target`).',
    ),
    header_list: Type.Array(HeaderLine, {
      [EMPTY_IS_ABSENT]: true,
      minItems: 0,
      maxItems: MAX_HEADERS,
      description:
        'The exact header lines in order, present if the `headers` object cannot represent them (a name is sent more than once). It must agree with `headers`: same names, values joined with `, ` (`Cookie` with `; `). An empty list is an absent one.',
    }),
    omit_headers: Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }), {
      minItems: 0,
      maxItems: MAX_HEADERS,
      description: 'Default headers that are not sent (`-H "User-Agent:"`).',
    }),
    chunked: Flag('Send the body with chunked transfer coding.'),
    expect_continue: Flag('Send `Expect: 100-continue` and wait for it.'),
    connection: DescribedEnum(
      { close: 'end the connection afterwards', 'keep-alive': 'keep it open' },
      { title: 'ConnectionHeader', description: 'The `Connection` header to send.' },
    ),
    te: DescribedEnum(
      { trailers: 'trailers are accepted' },
      { title: 'TeHeader', description: 'The `TE` header to send.' },
    ),
    strip_newlines: Flag('Remove CR, LF and NUL from `body_file` when it is read (`-d @file`).'),
    form_escape: DescribedEnum(
      { backslash: 'with backslashes instead of percent signs (`--form-escape`)' },
      { title: 'FormEscape', description: 'How names and filenames of multipart parts are escaped.' },
    ),
    output: NonEmpty('The response is saved in this file (`-o`, `-O`, `--output-dir`).'),
    show_headers: Flag('Show the response headers, too (`-i`).'),
    fail: Flag('A status from 400 on is a failure (`-f`, `--fail-with-body`).'),
    fail_with_body: Flag('With `fail`: the response is still shown (`--fail-with-body`).'),
    retry: StrictObject(
      {
        count: Int32(0, 1_000_000, 'How often to try again after a transient failure (`--retry`).'),
        ...optional({
          delay_ms: Milliseconds(
            'Time between two attempts (`--retry-delay`); absent: 1 s, doubled each time.',
          ),
          all_errors: Flag('Try again after any error (`--retry-all-errors`).'),
          connection_refused: Flag('Try again after a refused connection (`--retry-connrefused`).'),
        }),
      },
      { title: 'RequestRetry', description: 'Try again after a transient failure.' },
    ),
    stream: Flag('Show the response as it arrives (`-N`).'),
    cert: NonEmpty('Client certificate (`-E`). tests/execute refuses it.'),
    key: NonEmpty('Private key of the client certificate (`--key`). tests/execute refuses it.'),
    cacert: NonEmpty('Certificates to trust (`--cacert`). tests/execute trusts the usual ones.'),
    unix_socket: NonEmpty('Unix domain socket to connect to (`--unix-socket`). tests/execute refuses it.'),
    resolve: Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }), {
      [EMPTY_IS_ABSENT]: true,
      minItems: 0,
      maxItems: MAX_HEADERS,
      description:
        'Addresses to connect to instead of those that DNS has (`--resolve`), each `HOST:PORT:ADDRESS[,ADDRESS…]`; the host `*` is any. The last one for a host and port applies.',
      examples: [['example.com:443:203.0.113.7']],
    }),
    interface: NonEmpty('Network interface or local address to send from (`--interface`).'),
    cookie_file: NonEmpty(
      'Cookies are read from this file (`-b`); `/dev/null` has none. With it or `cookie_jar`, tests/execute keeps the cookies of responses for the later requests of the run, but has no file.',
    ),
    cookie_jar: NonEmpty('Cookies are written to this file (`-c`).'),
    ip_version: Type.Integer({
      format: 'int32',
      minimum: 4,
      maximum: 6,
      multipleOf: 2,
      description: 'Connect over IPv4 (4, `-4`) or IPv6 (6, `-6`) only.',
    }),
  }),
  {
    title: 'RequestOptions',
    description: 'Everything else that changes what is sent or how the response is treated.',
  },
);

const Variable = StrictObject(
  {
    name: NonEmpty('Name without sigils, e.g. `TOKEN`.'),
    text: NonEmpty('The text in the other fields: `$TOKEN`, `${TOKEN}`, `{{token}}`, `$(date)`.'),
    ...optional({
      value: Type.String({ description: 'The value that replaces it. Required for tests/execute.' }),
    }),
  },
  {
    title: 'RequestVariable',
    description:
      'A shell variable, command substitution or placeholder whose value the command does not contain.',
  },
);

export const RequestWarning = StrictObject(
  {
    code: Type.String({
      description: `Stable machine-readable reason. Those of parse-curl: ${Object.keys(WARNING_CODES).join(', ')}.`,
      examples: ['option_ignored'],
    }),
    message: Type.String({ description: 'The reason, as a sentence.' }),
    ...optional({
      option: Type.String({ description: 'The curl option concerned, e.g. `--cacert`.' }),
      start: Index('Code-point index in the command where it starts.'),
      end: Index('Code-point index just past its end.'),
    }),
  },
  { $id: 'RequestWarning', description: 'A part of the command that is not represented or not done.' },
);

const properties = optional({
  method: NonEmpty('HTTP method, in its own case. Default as input: GET, or POST if there is a body.', {
    examples: ['POST'],
  }),
  url: NonEmpty(
    'Absolute http or https URL as curl would send it, with the query, without the fragment. Path and query are sent unchanged. Required as input, unless `playground_id` names the command to run.',
    { examples: ['https://api.example.com/users?page=1'] },
  ),
  headers: Type.Record(Type.String(), Type.String({ maxLength: MAX_TEXT_LENGTH }), {
    maxProperties: MAX_HEADERS,
    description:
      "Headers in order, without the sender's defaults. The values of a repeated header are joined with `, ` (`Cookie` with `; `).",
    examples: [{ 'Content-Type': 'application/json', Authorization: 'Bearer $TOKEN' }],
  }),
  body: Type.Unsafe<unknown>({
    description:
      'A string is sent verbatim. Any other JSON value is sent as JSON, with `Content-Type: application/json` unless a content type is given. `null` means no body; to send JSON null, use the string `null`.',
    examples: ['{"name":"Ada"}'],
  }),
  body_base64: Type.String({ description: 'A body that is not valid UTF-8 text, as base64.' }),
  body_file: NonEmpty(
    "Path of a local file on the user's machine that is the body (`-` is standard input). Generated programs read it. tests/execute refuses it with a 400, because the service cannot read it.",
  ),
  form: Type.Array(FormPart, {
    [EMPTY_IS_ABSENT]: true,
    minItems: 0,
    maxItems: MAX_FORM_PARTS,
    description: 'multipart/form-data parts, in order. An empty list means no form.',
  }),
  auth: Auth,
  options: RequestOptions,
  variables: Type.Array(Variable, {
    [VALUES_BY_NAME]: true,
    minItems: 0,
    maxItems: MAX_VARIABLES,
    description:
      'Values that the command does not contain. Generated programs read them from the environment, or use the default in the text (`${NAME:-default}`). tests/execute needs a `value` for each. As input, this can also be an object of values by name (`{"TOKEN": "abc"}`), and `text` can be left out; then it means all places where a variable of that name is written.',
  }),
  warnings: Type.Array(Type.Unsafe<Static<typeof RequestWarning>>({ $ref: 'RequestWarning#' }), {
    minItems: 0,
    maxItems: 10_000,
    description:
      'Parts of the command that this structure cannot represent or the service does not do. Ignored as input.',
  }),
  playground_id: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      "Only for tests/execute: the playground that the test belongs to. Without `url`, the playground's own command is run, and only `variables` may be given besides.",
  }),
});

export const RequestShape = StrictObject(properties, {
  $id: 'RequestShape',
  examples: [
    { method: 'GET', url: 'https://example.com/users?page=1', headers: { Accept: 'application/json' } },
  ],
  description:
    'One HTTP request. parse-curl returns it, generate-code takes it as `parsed`, and tests/execute runs it. The result of parse-curl always has `method`, `url` and `headers`. At most one of `body`, `body_base64`, `body_file` and `form` is present.',
  // Validation leaves two bodies to normalize(), which names both; this is for the OpenAPI document.
  [ONE_OF_FIELDS]: ['body', 'body_base64', 'body_file', 'form'],
});

/** One HTTP request. */
export type RequestShape = Omit<Static<typeof RequestShape>, 'url' | 'playground_id'> & { url: string };
/** The input of tests/execute: without `url` the playground's own command is run. */
export type ExecuteTestRequest = Static<typeof RequestShape>;
export type HeaderLine = Static<typeof HeaderLine>;
export type FormPart = Static<typeof FormPart>;
export type RequestAuth = Static<typeof Auth>;
export type RequestOptions = Static<typeof RequestOptions>;
export type Variable = Static<typeof Variable>;
export type RequestWarning = Static<typeof RequestWarning>;

/** The parser's result: method, url and headers are always present. */
export type ParsedRequest = RequestShape & Required<Pick<RequestShape, 'method' | 'url' | 'headers'>>;
