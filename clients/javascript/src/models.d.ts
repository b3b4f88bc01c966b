/** The objects of the API. Written by clients/models.mjs from openapi/openapi.json. Do not edit. */
export type Language = 'python' | 'javascript' | 'curl' | 'go' | 'ruby' | 'php' | 'java' | 'csharp' | 'rust';
export type Scope = 'playgrounds:read' | 'playgrounds:write' | 'tests:read' | 'tests:execute' | 'code:generate' | 'curl:parse' | 'keys:manage' | 'usage:read' | 'audit:read';
export type Theme = 'dark' | 'light';
export type Sort = '-created_at' | 'created_at' | '-updated_at' | 'updated_at' | 'name' | '-name';

/** An API key, without the key itself. */
export interface ApiKey {
  /** The key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** First characters of the key, to tell keys apart. */
  prefix: string;
  /** What the key may do. */
  scopes: string[];
  /** When it was created. */
  created_at: string;
  /** When it stops working; null never. */
  expires_at: string | null;
  /** When it was last used, to the minute; null never. */
  last_used_at: string | null;
}

/** Something that was done to an account or its things. */
export interface AuditEvent {
  /** The event. */
  id: string;
  /** What was done. */
  action: string;
  actor: AuditActor;
  target: AuditTarget;
  /** More about it, such as the name of a key. */
  details: Record<string, unknown>;
  /** The request that did it, as in its X-Request-Id. */
  request_id: string | null;
  /** The client address it came from. */
  address: string | null;
  /** When. */
  created_at: string;
}

/** A new key. */
export interface CreateApiKeyRequest {
  /** What the key is for. */
  name: string;
  /** What the key may do; only scopes of the key that makes it. */
  scopes?: Scope[];
  /** When it stops working, in the future; null or absent. */
  expires_at?: string | null;
}

/** A new playground. */
export interface CreatePlaygroundRequest {
  /** Display name. */
  name?: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command: string;
  /** Anyone with a valid key may read a public playground by its id. */
  is_public?: boolean;
  /** Display theme. */
  theme?: 'dark' | 'light';
  /** Languages of the generated snippets. */
  languages?: Language[];
  /** Publish credentials in the command as they stand. */
  share_secrets?: boolean;
  /** Anyone may run a public playground from its page; such runs are charged to its owner and not stored. */
  public_runs?: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`); an empty list. */
  embed_origins?: string[];
}

/** A new API key. */
export interface CreatedApiKey {
  /** The key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** First characters of the key, to tell keys apart. */
  prefix: string;
  /** What the key may do. */
  scopes: string[];
  /** When it was created. */
  created_at: string;
  /** When it stops working; null never. */
  expires_at: string | null;
  /** When it was last used, to the minute; null never. */
  last_used_at: string | null;
  /** The key. */
  key: string;
}

/** A complete program in one language. */
export interface GeneratedProgram {
  /** Language of a generated program. */
  language: string;
  /** The library the program uses. */
  library: string;
  /** A complete program that runs as it stands. */
  code: string;
  /** Where the program means something else than the request. */
  warnings: RequestWarning[];
  /** Oldest versions it runs on. */
  requires: string;
  /** Name that `run` expects the program under. */
  filename: string;
  /** Command that installs the library, and the packages that this program takes; null when there is nothing to install. */
  install: string | null;
  /** Command that runs the program. */
  run: string;
}

/** A saved, shareable API-request example built around a cURL command. */
export interface Playground {
  /** The playground. */
  id: string;
  /** Display name. */
  name: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command: string;
  /** Anyone with a valid key may read a public playground by its id. */
  is_public: boolean;
  /** Display theme. */
  theme: string;
  /** Languages of the generated snippets. */
  languages: string[];
  /** Publish credentials in the command as they stand. */
  share_secrets: boolean;
  /** Anyone may run a public playground from its page; such runs are charged to its owner and not stored. */
  public_runs: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`); an empty list. */
  embed_origins: string[];
  /** Its page, which anyone may open while it is public. */
  url: string;
  /** The same page made for a frame in other sites. */
  embed_url: string;
  /** For its owner only. */
  warnings?: RequestWarning[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** One HTTP request. */
export interface RequestShape {
  /** HTTP method, case kept. */
  method?: string;
  /** Absolute http or https URL as curl would send it, query included, fragment dropped. */
  url?: string;
  /** Headers in order, beyond the sender's defaults. */
  headers?: Record<string, string>;
  /** A string is sent verbatim; any other JSON value is sent as JSON, with `Content-Type. */
  body?: unknown;
  /** A body that is not valid UTF-8 text, as base64. */
  body_base64?: string;
  /** The body is this local file of the user (`-` is standard input). */
  body_file?: string;
  /** multipart/form-data parts, in order. */
  form?: FormPart[];
  auth?: RequestAuth;
  options?: RequestOptions;
  /** What the command leaves open. */
  variables?: RequestVariable[];
  /** Everything in the command that the structure cannot say or the service will not do. */
  warnings?: RequestWarning[];
  /** Only for tests/execute, which parse-curl leaves to its caller. */
  playground_id?: string | null;
}

/** Something that could not be said or will not be done. */
export interface RequestWarning {
  /** Stable machine-readable reason. */
  code: string;
  /** The reason in words. */
  message: string;
  /** The curl option concerned, e.g. */
  option?: string;
  /** Code-point index in the command where it starts. */
  start?: number;
  /** Code-point index just past its end. */
  end?: number;
}

/** The stored result of one executed request. */
export interface TestRun {
  /** The test. */
  id: string;
  /** The playground it was run for, or null. */
  playground_id: string | null;
  /** How it ended. */
  status: string;
  request: SentRequest;
  /** What the target answered; null when it did not. */
  response: TestResponse | null;
  /** Why there is no answer; null when there is one. */
  error: TestError | null;
  timings: TestTimings;
  /** What was sent, or is told, otherwise than the request says. */
  warnings: RequestWarning[];
  /** When it was executed. */
  created_at: string;
}

/** A test result without `response.headers`, `response.body` and the request's body; texts that are very long end in `…`. */
export interface TestRunSummary {
  /** The test. */
  id: string;
  /** The playground it was run for, or null. */
  playground_id: string | null;
  /** How it ended. */
  status: string;
  request: SentRequestSummary;
  /** What the target answered; null when it did not. */
  response: TestResponseSummary | null;
  /** Why there is no answer; null when there is one. */
  error: TestError | null;
  timings: TestTimings;
  /** What was sent, or is told, otherwise than the request says. */
  warnings: RequestWarning[];
  /** When it was executed. */
  created_at: string;
}

/** Any non-empty subset of the fields; the others are left alone. */
export interface UpdatePlaygroundRequest {
  /** Display name. */
  name?: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command?: string;
  /** Anyone with a valid key may read a public playground by its id. */
  is_public?: boolean;
  /** Display theme. */
  theme?: 'dark' | 'light';
  /** Languages of the generated snippets. */
  languages?: Language[];
  /** Publish credentials in the command as they stand. */
  share_secrets?: boolean;
  /** Anyone may run a public playground from its page; such runs are charged to its owner and not stored. */
  public_runs?: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`); an empty list. */
  embed_origins?: string[];
}

/** What the account has used of its plan. */
export interface Usage {
  /** The plan of the account. */
  plan: string;
  /** Requests a UTC day. */
  limit: number;
  /** Requests of today, this one included. */
  used: number;
  /** Requests left today. */
  remaining: number;
  /** Unix time in seconds of the next UTC midnight. */
  reset: number;
  storage: UsageStorage;
  /** The last 30 days, newest first, today included. */
  days: UsageDay[];
}

/** Where in the list the page is. */
export interface Pagination {
  /** Null when the page was asked for by `cursor`. */
  page: number | null;
  /** Items per page, as asked for. */
  limit: number;
  /** Exact number of items in the whole list. */
  total: number;
  /** Pages of `limit` items; 0 for an empty list. */
  total_pages: number;
  /** What `cursor` takes for the next page; null at the end. */
  next_cursor: string | null;
}

/** Who did it. */
export interface AuditActor {
  /** How. */
  via: string;
  /** The API key that was used; null for none. */
  key_id: string | null;
}

/** What it was done to. */
export interface AuditTarget {
  /** What it is. */
  type: string;
  /** What it was done to. */
  id: string;
}

/** One multipart part. */
export interface FormPart {
  /** Field name of the part. */
  name: string;
  /** Text content, sent verbatim as UTF-8. */
  value?: string;
  /** Content that is not valid UTF-8 text, base64. */
  value_base64?: string;
  /** The content is this local file of the user (`-` is standard input). */
  file?: string;
  /** The `filename` parameter of the part. */
  filename?: string;
  /** Content-Type of the part. */
  content_type?: string;
  /** More header lines of the part, each `Name. */
  headers?: string[];
}

/** Authentication that is not a plain header. */
export interface RequestAuth {
  /** How the sender proves who it is. */
  scheme: string;
  /** The user name. */
  username?: string;
  /** The password. */
  password?: string;
  /** aws-sigv4 only. */
  provider?: string;
  /** aws-sigv4 only. */
  signed_headers?: string[];
}

/** One header line. */
export interface HeaderLine {
  /** Header name, case as sent. */
  name: string;
  /** Header value, exactly as sent. */
  value: string;
}

/** Whatever else changes what is sent or how the answer is treated. */
export interface RequestOptions {
  /** Follow redirects (`-L`). */
  follow_redirects?: boolean;
  /** How many redirects to follow (`--max-redirs`), default 50; -1 is no limit of its own. */
  max_redirects?: number;
  /** Redirect statuses after which a POST stays a POST (`--post301`, `--post302`, `--post303`). */
  keep_method_on?: number[];
  /** The method was forced (`-X`). */
  custom_method?: boolean;
  /** Send credentials to other hosts after a redirect too (`--location-trusted`). */
  auth_on_redirect?: boolean;
  /** Total time allowed (`-m`); 0 is none of its own. */
  timeout_ms?: number;
  /** Time allowed to connect; 0 is none of its own. */
  connect_timeout_ms?: number;
  /** Accept any TLS certificate (`-k`). */
  insecure?: boolean;
  /** Ask for a compressed answer and decode it (`--compressed`). */
  compressed?: boolean;
  /** HTTP version asked for. */
  http_version?: string;
  /** Proxy that the command goes through (`-x`), credentials included. */
  proxy?: string;
  /** More options are read from this local file of the user (`-K`; `-` is standard input), and anything may stand there; tests/execute refuses it. */
  config_file?: string;
  /** Request target to send instead of the path and query of `url` (`--request-target`). */
  request_target?: string;
  /** The exact header lines in order, present when the `headers` object cannot say them (a name sent more than once). */
  header_list?: HeaderLine[];
  /** Default headers of the sender that must not be sent (`-H "User-Agent:"`). */
  omit_headers?: string[];
  /** Send the body with chunked transfer coding. */
  chunked?: boolean;
  /** Send `Expect. */
  expect_continue?: boolean;
  /** The `Connection` header to send. */
  connection?: string;
  /** The `TE` header to send. */
  te?: string;
  /** CR, LF and NUL are taken out of `body_file` when it is read (`-d @file`). */
  strip_newlines?: boolean;
  /** How names and filenames of multipart parts are escaped. */
  form_escape?: string;
  /** Connect over IPv4 (4, `-4`) or IPv6 (6, `-6`) only. */
  ip_version?: number;
}

/** A shell variable, command substitution or placeholder that the command leaves open. */
export interface RequestVariable {
  /** Name without sigils, e.g. */
  name: string;
  /** The text as it stands in the other fields. */
  text: string;
  /** What to put in its place. */
  value?: string;
}

/** The request as it was sent, secrets masked. */
export interface SentRequest {
  /** The method, case kept. */
  method: string;
  /** The URL; secrets in it are masked. */
  url: string;
  /** As sent, the defaults of the service included; values of secrets are masked. */
  headers: Record<string, string>;
  /** The body as it was given. */
  body?: unknown;
  /** A body that is not valid UTF-8 text, as base64. */
  body_base64?: string;
  /** The parts of a multipart body, as they were given. */
  form?: unknown[];
  /** Bytes of the body sent. */
  body_size: number;
}

/** A redirect that was followed. */
export interface TestRedirect {
  /** Status of the redirect. */
  status: number;
  /** The URL that answered with the redirect. */
  url: string;
  /** Where it pointed, as received. */
  location: string;
  /** Set-Cookie headers of the redirect, as received. */
  set_cookies: string[];
}

/** The TLS session of the answer. */
export interface TlsSession {
  /** Protocol version. */
  version: string;
  /** Whom the certificate names. */
  subject: string | null;
  /** Who issued the certificate. */
  issuer: string | null;
  /** Until when the certificate is valid, RFC 3339. */
  valid_to: string | null;
  /** False when it was accepted only because of options.insecure. */
  authorized: boolean;
}

/** What the target answered. */
export interface TestResponse {
  /** Status of the answer. */
  status: number;
  /** The words beside the status, as received. */
  status_text: string;
  /** HTTP version of the answer. */
  http_version: string;
  /** Names in lower case, repeated values joined with `, `, `set-cookie` with newlines. */
  headers?: Record<string, string>;
  /** Decoded body. */
  body?: string;
  /** How `body` is to be read. */
  body_encoding: string;
  /** Decoded bytes kept. */
  body_size: number;
  /** Body bytes read from the wire, before decoding. */
  wire_size: number;
  /** The body was longer than what is kept. */
  truncated: boolean;
  /** The URL that answered, after redirects. */
  url: string;
  /** The redirects on the way to it, in order. */
  redirects: TestRedirect[];
  /** Address that answered; null when it is not a public one. */
  remote_address: string | null;
  /** The TLS session of the answer; null without TLS. */
  tls: TlsSession | null;
}

/** Why there is no answer. */
export interface TestError {
  /** Machine-readable reason. */
  code: string;
  /** The reason in words. */
  message: string;
  /** What the target redirected to before it failed; absent without any. */
  redirects?: TestRedirect[];
}

/** Where the time went, in milliseconds. */
export interface TestTimings {
  /** Name resolution; null when there was none. */
  dns_ms: number | null;
  /** TCP connect; null when there was none. */
  tcp_ms: number | null;
  /** TLS handshake; null when there was none. */
  tls_ms: number | null;
  /** From the request sent to the first byte of the answer. */
  first_byte_ms: number | null;
  /** From the first byte to the end. */
  download_ms: number | null;
  /** All of it, redirects included. */
  total_ms: number;
}

/** The request as it was sent, secrets masked, without its body; long texts end in `…`. */
export interface SentRequestSummary {
  /** The method, case kept. */
  method: string;
  /** The URL; secrets in it are masked. */
  url: string;
  /** As sent, the defaults of the service included; values of secrets are masked. */
  headers: Record<string, string>;
  /** Bytes of the body sent. */
  body_size: number;
}

/** What the target answered. */
export interface TestResponseSummary {
  /** Status of the answer. */
  status: number;
  /** The words beside the status, as received. */
  status_text: string;
  /** HTTP version of the answer. */
  http_version: string;
  /** How `body` is to be read. */
  body_encoding: string;
  /** Decoded bytes kept. */
  body_size: number;
  /** Body bytes read from the wire, before decoding. */
  wire_size: number;
  /** The body was longer than what is kept. */
  truncated: boolean;
  /** The URL that answered, after redirects. */
  url: string;
  /** The redirects on the way to it, in order. */
  redirects: TestRedirect[];
  /** Address that answered; null when it is not a public one. */
  remote_address: string | null;
  /** The TLS session of the answer; null without TLS. */
  tls: TlsSession | null;
}

/** Storage of test results. */
export interface UsageStorage {
  /** What your test results take. */
  used_bytes: number;
  /** What they may take; beyond it the oldest make room. */
  limit_bytes: number;
}

/** What was used on one day. */
export interface UsageDay {
  /** UTC calendar day. */
  date: string;
  /** Requests of that day. */
  requests: number;
}
