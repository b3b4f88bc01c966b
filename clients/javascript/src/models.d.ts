/** The objects of the API. Written by clients/models.mjs from openapi/openapi.json. Do not edit. */
export type Language = 'python' | 'javascript' | 'curl' | 'go' | 'ruby' | 'php' | 'java' | 'csharp' | 'rust';
export type Scope = 'playgrounds:read' | 'playgrounds:write' | 'tests:read' | 'tests:execute' | 'code:generate' | 'curl:parse' | 'keys:manage' | 'usage:read' | 'audit:read';
export type ProgramStyle = 'complete' | 'minimal';
export type Theme = 'auto' | 'dark' | 'light';
export type Sort = '-created_at' | 'created_at' | '-updated_at' | 'updated_at' | 'name' | '-name';

/** An API key, without the key itself. */
export interface ApiKey {
  /** The key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** First characters of the key, to recognise it. */
  prefix: string;
  /** The scopes of the key. */
  scopes: string[];
  /** When it was created. */
  created_at: string;
  /** When the key expires; null if it never does. */
  expires_at: string | null;
  /** When the key was last used, to the minute; null if never. */
  last_used_at: string | null;
}

/** A change to an account or its resources. */
export interface AuditEvent {
  /** The event. */
  id: string;
  /** What was done. */
  action: string;
  actor: AuditActor;
  target: AuditTarget;
  /** Details, such as the name of a key. */
  details: Record<string, unknown>;
  /** The X-Request-Id of the request that did it. */
  request_id: string | null;
  /** The address of the client. */
  address: string | null;
  /** When. */
  created_at: string;
}

/** Playgrounds in an order, with one page for all. */
export interface Collection {
  /** The collection. */
  id: string;
  /** Display name. */
  name: string;
  /** Markdown (CommonMark and tables), up to 10000 characters. */
  description: string;
  /** Whether anyone can view the collection's page, with those of its playgrounds that are public themselves. */
  is_public: boolean;
  /** Its playgrounds in their order; for other readers only the public ones. */
  playground_ids: string[];
  /** Only for the owner. */
  private_playground_ids?: string[];
  /** The collection's page. */
  url: string;
  /** When it was created. */
  created_at: string;
  /** When its fields or its list of playgrounds were last written. */
  updated_at: string;
}

/** A new key. */
export interface CreateApiKeyRequest {
  /** What the key is for. */
  name: string;
  /** The scopes of the key. */
  scopes?: Scope[];
  /** When the key expires, in the future. */
  expires_at?: string | null;
}

/** A new collection. */
export interface CreateCollectionRequest {
  /** Display name. */
  name: string;
  /** Markdown (CommonMark and tables), up to 10000 characters. */
  description?: string;
  /** Whether anyone can view the collection's page, with those of its playgrounds that are public themselves. */
  is_public?: boolean;
  /** The playgrounds in their order, at most 200 of your own. */
  playground_ids?: string[];
}

/** A new playground. */
export interface CreatePlaygroundRequest {
  /** Display name. */
  name?: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command: string;
  /** Markdown (CommonMark and tables) that readers see above the command, up to 10000 characters. */
  description?: string;
  /** The collection that it belongs to, as its last one. */
  collection_id?: string | null;
  /** Whether anyone can view the playground's page, and anyone with a valid key can read it by its id. */
  is_public?: boolean;
  /** Display theme; default `auto`. */
  theme?: Theme;
  /** Languages of the generated snippets. */
  languages?: Language[];
  /** Whether readers see the credentials in the command. */
  share_secrets?: boolean;
  /** Whether anyone can run a public playground from its page. */
  public_runs?: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`). */
  embed_origins?: string[];
  /** How pages ask for variables of the command, at most once each; a name that the command does not have is a 400. */
  variables?: PlaygroundVariable[];
  /** A stored test of the playground whose response readers see as an example, before running it or without. */
  example_test_id?: string | null;
}

/** A new site. */
export interface CreateSiteRequest {
  /** Display name. */
  name: string;
  /** Where the pages are, each as an origin. */
  origins: string[];
  /** Hosts that the commands of the pages may reach. */
  targets: string[];
  /** Runs of the site per UTC day; default 1000. */
  runs_per_day?: number;
  /** How pages ask for variables of their commands, at most once each. */
  variables?: PlaygroundVariable[];
  /** Display theme; default `auto`. */
  theme?: Theme;
  /** Whether readers confirm once per page before a request is sent that may change something; default true. */
  confirm?: boolean;
}

/** A new API key. */
export interface CreatedApiKey {
  /** The key. */
  id: string;
  /** What the key is for. */
  name: string;
  /** First characters of the key, to recognise it. */
  prefix: string;
  /** The scopes of the key. */
  scopes: string[];
  /** When it was created. */
  created_at: string;
  /** When the key expires; null if it never does. */
  expires_at: string | null;
  /** When the key was last used, to the minute; null if never. */
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
  /** How much of a program is written. */
  style: string;
  /** A complete program with imports, `main` and error handling. */
  code: string;
  /** How the program differs from the request. */
  warnings: RequestWarning[];
  /** Oldest versions that the program runs on. */
  requires: string;
  /** Name of the file that `run` expects. */
  filename: string;
  /** Project files that the program needs in its folder; absent if it needs none. */
  files?: ProjectFile[];
  /** Command, run in the folder of the program, that installs the library and the packages that this program needs; null if there is nothing to install. */
  install: string | null;
  /** Command that runs the program. */
  run: string;
}

/** What an import made, or would make. */
export interface ImportResponse {
  /** Format of a document. */
  format: string;
  /** The collection that the playgrounds are in; null for none. */
  collection: ImportedCollection | null;
  /** The playgrounds in the order of the document. */
  playgrounds: ImportedPlayground[];
  /** Requests that cannot be playgrounds, with the reason. */
  skipped: SkippedItem[];
  /** What the document as a whole has and playgrounds do not. */
  warnings: string[];
}

/** A request of the document that is a playground now. */
export interface ImportedPlayground {
  /** The playground; null for a dry run. */
  id: string | null;
  /** Display name. */
  name: string;
  /** Its cURL command. */
  curl_command: string;
  /** What the command cannot say or needs. */
  warnings: RequestWarning[];
}

/** A saved, shareable API-request example built around a cURL command. */
export interface Playground {
  /** The playground. */
  id: string;
  /** Display name. */
  name: string;
  /** Markdown (CommonMark and tables) that readers see above the command, up to 10000 characters. */
  description: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command: string;
  /** Whether anyone can view the playground's page, and anyone with a valid key can read it by its id. */
  is_public: boolean;
  /** Display theme; default `auto`. */
  theme: string;
  /** Languages of the generated snippets. */
  languages: string[];
  /** Whether readers see the credentials in the command. */
  share_secrets: boolean;
  /** Whether anyone can run a public playground from its page. */
  public_runs: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`). */
  embed_origins: string[];
  /** How pages ask for variables of the command, at most once each; a name that the command does not have is a 400. */
  variables: PlaygroundVariable[];
  /** The collection that it belongs to, as its last one. */
  collection_id: string | null;
  /** A stored test of the playground whose response readers see as an example, before running it or without. */
  example_test_id: string | null;
  /** The playground's page. */
  url: string;
  /** The page for frames in other sites. */
  embed_url: string;
  /** Only for the owner. */
  warnings?: RequestWarning[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The runs of a playground in the last 30 days. */
export interface PlaygroundStats {
  owner: RunCounts;
  readers: RunCounts;
  /** The last 30 days, newest first, today included. */
  days: PlaygroundDay[];
}

/** How pages ask readers for a variable of the playground's command. */
export interface PlaygroundVariable {
  /** A variable of the command, as parse-curl names it. */
  name: string;
  /** What readers should type. */
  description?: string;
  /** The value that its field starts with. */
  default?: string;
  /** The values that its field offers as a menu; the default is one of them. */
  choices?: string[];
  /** Whether pages mask what is typed, and leave it out of the command and the programs. */
  secret?: boolean;
}

/** One HTTP request. */
export interface RequestShape {
  /** HTTP method, in its own case. */
  method?: string;
  /** Absolute http or https URL as curl would send it, with the query, without the fragment. */
  url?: string;
  /** Headers in order, without the sender's defaults. */
  headers?: Record<string, string>;
  /** A string is sent verbatim. */
  body?: unknown;
  /** A body that is not valid UTF-8 text, as base64. */
  body_base64?: string;
  /** Path of a local file on the user's machine that is the body (`-` is standard input). */
  body_file?: string;
  /** multipart/form-data parts, in order. */
  form?: FormPart[];
  auth?: RequestAuth;
  options?: RequestOptions;
  /** Values that the command does not contain. */
  variables?: RequestVariable[];
  /** Parts of the command that this structure cannot represent or the service does not do. */
  warnings?: RequestWarning[];
  /** Only for tests/execute. */
  playground_id?: string | null;
}

/** A part of the command that is not represented or not done. */
export interface RequestWarning {
  /** Stable machine-readable reason. */
  code: string;
  /** The reason, as a sentence. */
  message: string;
  /** The curl option concerned, e.g. */
  option?: string;
  /** Code-point index in the command where it starts. */
  start?: number;
  /** Code-point index just past its end. */
  end?: number;
}

/** How often a playground was run, and how often without success. */
export interface RunCounts {
  /** All runs. */
  runs: number;
  /** Runs whose response had a status from 400 to 499. */
  status_4xx: number;
  /** Runs whose response had a status from 500 to 599. */
  status_5xx: number;
  /** Runs that failed, for example with a timeout. */
  failed: number;
}

/** A documentation site. */
export interface Site {
  /** The site. */
  id: string;
  /** Display name. */
  name: string;
  /** Where the pages are, each as an origin. */
  origins: string[];
  /** Hosts that the commands of the pages may reach. */
  targets: string[];
  /** Runs of the site per UTC day; default 1000. */
  runs_per_day: number;
  /** How pages ask for variables of their commands, at most once each. */
  variables: PlaygroundVariable[];
  /** Display theme; default `auto`. */
  theme: string;
  /** Whether readers confirm once per page before a request is sent that may change something; default true. */
  confirm: boolean;
  /** The address of the frame in which the pages of the site show a command. */
  url: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** How often a block of a site was opened and run, and how often without success. */
export interface SiteBlock {
  /** The path of the page; empty for blocks beyond the limit. */
  path: string;
  /** The position of the block on its page, from 1. */
  position: number;
  /** How often the block was opened. */
  shown: number;
  /** All runs. */
  runs: number;
  /** Runs whose response had a status from 400 to 499. */
  status_4xx: number;
  /** Runs whose response had a status from 500 to 599. */
  status_5xx: number;
  /** Runs that failed, for example with a timeout. */
  failed: number;
}

/** Where readers of a site run its commands, and where they fail. */
export interface SiteStats {
  /** The blocks with most runs without success in the last 30 days, at most 20. */
  failing: SiteBlock[];
  /** The days with runs of the last 30, newest first. */
  days: SiteDay[];
}

/** A request of the document that is no playground. */
export interface SkippedItem {
  /** Display name. */
  name: string;
  /** Why there is no playground, as a sentence. */
  reason: string;
}

/** The stored result of an executed request. */
export interface TestRun {
  /** The test. */
  id: string;
  /** The playground that the test belongs to, or null. */
  playground_id: string | null;
  /** How it ended. */
  status: string;
  request: SentRequest;
  /** The response of the target; null if no header block arrived. */
  response: TestResponse | null;
  /** Why the test failed; null when the target responded. */
  error: TestError | null;
  timings: TestTimings;
  /** Differences between the request and what was sent or recorded. */
  warnings: RequestWarning[];
  /** When it was executed. */
  created_at: string;
}

/** A test result without `response.headers`, `response.body` and the request's body. */
export interface TestRunSummary {
  /** The test. */
  id: string;
  /** The playground that the test belongs to, or null. */
  playground_id: string | null;
  /** How it ended. */
  status: string;
  request: SentRequestSummary;
  /** The response of the target; null if no header block arrived. */
  response: TestResponseSummary | null;
  /** Why the test failed; null when the target responded. */
  error: TestError | null;
  timings: TestTimings;
  /** Differences between the request and what was sent or recorded. */
  warnings: RequestWarning[];
  /** When it was executed. */
  created_at: string;
}

/** Event `data`. */
export interface TestStreamData {
  /** Milliseconds since the test started. */
  at_ms: number;
  /** Decoded bytes that are UTF-8; characters are never split between events. */
  text?: string;
  /** Decoded bytes as base64, from the first ones on that are not UTF-8 text. */
  base64?: string;
}

/** Event `redirect`. */
export interface TestStreamRedirect {
  /** Status of the redirect. */
  status: number;
  /** The URL that responded with the redirect. */
  url: string;
  /** Where it pointed, as received. */
  location: string;
  /** Set-Cookie headers of the redirect, as received. */
  set_cookies: string[];
}

/** Event `request`. */
export interface TestStreamRequest {
  /** The method, case kept. */
  method: string;
  /** The URL; secrets in it are masked. */
  url: string;
  /** As sent, with the service's default headers. */
  headers: Record<string, string>;
  /** The body as given. */
  body?: unknown;
  /** A body that is not valid UTF-8 text, as base64. */
  body_base64?: string;
  /** The parts of a multipart body, as given. */
  form?: unknown[];
  /** Bytes of the body sent. */
  body_size: number;
}

/** Event `response`. */
export interface TestStreamResponse {
  /** Status code of the response. */
  status: number;
  /** The reason phrase, as received. */
  status_text: string;
  /** HTTP version of the response. */
  http_version: string;
  /** Names in lower case, repeated values joined with `, `, `set-cookie` with newlines; secrets masked. */
  headers: Record<string, string>;
  /** The URL of the response, after redirects. */
  url: string;
  /** The redirects that were followed, in order. */
  redirects: TestRedirect[];
  /** Address of the server that responded; null if it is not public. */
  remote_address: string | null;
  /** The TLS session of the response; null without TLS. */
  tls: TlsSession | null;
  timings: TestTimings;
}

/** Event `result`. */
export interface TestStreamResult {
  /** The test. */
  id: string;
  /** The playground that the test belongs to, or null. */
  playground_id: string | null;
  /** How it ended. */
  status: string;
  request: SentRequest;
  /** The response of the target; null if no header block arrived. */
  response: TestStreamResultResponse | null;
  /** Why the test failed; null when the target responded. */
  error: TestError | null;
  timings: TestTimings;
  /** Differences between the request and what was sent or recorded. */
  warnings: RequestWarning[];
  /** When it was executed. */
  created_at: string;
}

/** Any non-empty subset of the fields. */
export interface UpdateCollectionRequest {
  /** Display name. */
  name?: string;
  /** Markdown (CommonMark and tables), up to 10000 characters. */
  description?: string;
  /** Whether anyone can view the collection's page, with those of its playgrounds that are public themselves. */
  is_public?: boolean;
  /** The playgrounds in their order, at most 200 of your own. */
  playground_ids?: string[];
}

/** Any non-empty subset of the fields. */
export interface UpdatePlaygroundRequest {
  /** Display name. */
  name?: string;
  /** Markdown (CommonMark and tables) that readers see above the command, up to 10000 characters. */
  description?: string;
  /** A cURL command that parses, up to 64 KiB. */
  curl_command?: string;
  /** Whether anyone can view the playground's page, and anyone with a valid key can read it by its id. */
  is_public?: boolean;
  /** Display theme; default `auto`. */
  theme?: Theme;
  /** Languages of the generated snippets. */
  languages?: Language[];
  /** Whether readers see the credentials in the command. */
  share_secrets?: boolean;
  /** Whether anyone can run a public playground from its page. */
  public_runs?: boolean;
  /** Sites that may embed a public playground, each as an origin (`https://docs.example.com`). */
  embed_origins?: string[];
  /** How pages ask for variables of the command, at most once each; a name that the command does not have is a 400. */
  variables?: PlaygroundVariable[];
  /** The collection that it belongs to, as its last one. */
  collection_id?: string | null;
  /** A stored test of the playground whose response readers see as an example, before running it or without. */
  example_test_id?: string | null;
}

/** Any non-empty subset of the fields. */
export interface UpdateSiteRequest {
  /** Display name. */
  name?: string;
  /** Where the pages are, each as an origin. */
  origins?: string[];
  /** Hosts that the commands of the pages may reach. */
  targets?: string[];
  /** Runs of the site per UTC day; default 1000. */
  runs_per_day?: number;
  /** How pages ask for variables of their commands, at most once each. */
  variables?: PlaygroundVariable[];
  /** Display theme; default `auto`. */
  theme?: Theme;
  /** Whether readers confirm once per page before a request is sent that may change something; default true. */
  confirm?: boolean;
}

/** The usage of the account and the limits of its plan. */
export interface Usage {
  /** The plan of the account. */
  plan: string;
  /** Limit of requests for each UTC day. */
  limit: number;
  /** Requests used today, including this one. */
  used: number;
  /** Requests left today. */
  remaining: number;
  /** Unix time in seconds of the next UTC midnight. */
  reset: number;
  storage: UsageStorage;
  /** The last 30 days, newest first, today included. */
  days: UsageDay[];
}

/** The position of the page in the list. */
export interface Pagination {
  /** Null if the page was requested with `cursor`. */
  page: number | null;
  /** Items per page, as requested. */
  limit: number;
  /** Exact number of items in the whole list. */
  total: number;
  /** Pages of `limit` items; 0 for an empty list. */
  total_pages: number;
  /** The `cursor` of the next page; null on the last page. */
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

/** A project file. */
export interface ProjectFile {
  /** Path in the folder of the program. */
  name: string;
  /** Content of the file. */
  content: string;
}

/** The collection that the playgrounds are in. */
export interface ImportedCollection {
  /** The collection; null for a new one of a dry run. */
  id: string | null;
  /** Its name. */
  name: string;
}

/** A library that programs are written with. */
export interface LanguageLibrary {
  /** What `library` of generate-code takes. */
  library: string;
  /** Oldest versions that the program runs on. */
  requires: string;
  /** Command, run in the folder of the program, that installs the library and the packages that this program needs; null if there is nothing to install. */
  install: string | null;
  /** Command that runs the program. */
  run: string;
}

/** A language that programs are written in. */
export interface LanguageDetails {
  /** Language of a generated program. */
  language: string;
  /** Display name. */
  title: string;
  /** Name of the file that `run` expects. */
  filename: string;
  /** Command that runs the program. */
  run: string;
  /** The default one first. */
  libraries: LanguageLibrary[];
}

/** The runs of one day. */
export interface PlaygroundDay {
  /** UTC calendar day. */
  date: string;
  owner: RunCounts;
  readers: RunCounts;
}

/** One multipart part. */
export interface FormPart {
  /** Field name of the part. */
  name: string;
  /** Text content, sent verbatim as UTF-8. */
  value?: string;
  /** Content that is not valid UTF-8 text, base64. */
  value_base64?: string;
  /** Path of a local file on the user's machine that is the content (`-` is standard input). */
  file?: string;
  /** The `filename` parameter of the part. */
  filename?: string;
  /** Content-Type of the part. */
  content_type?: string;
  /** More header lines of the part, each `Name. */
  headers?: string[];
}

/** Authentication that is not a fixed header. */
export interface RequestAuth {
  /** Authentication scheme. */
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

/** Try again after a transient failure. */
export interface RequestRetry {
  /** How often to try again after a transient failure (`--retry`). */
  count: number;
  /** Time between two attempts (`--retry-delay`); absent. */
  delay_ms?: number;
  /** Try again after any error (`--retry-all-errors`). */
  all_errors?: boolean;
  /** Try again after a refused connection (`--retry-connrefused`). */
  connection_refused?: boolean;
}

/** Everything else that changes what is sent or how the response is treated. */
export interface RequestOptions {
  /** Follow redirects (`-L`). */
  follow_redirects?: boolean;
  /** How many redirects to follow (`--max-redirs`), default 50; -1 means no limit. */
  max_redirects?: number;
  /** Redirect statuses after which a POST stays a POST (`--post301`, `--post302`, `--post303`). */
  keep_method_on?: number[];
  /** The method was forced (`-X`). */
  custom_method?: boolean;
  /** Send credentials to other hosts after a redirect too (`--location-trusted`). */
  auth_on_redirect?: boolean;
  /** Total time allowed (`-m`); 0 means no limit. */
  timeout_ms?: number;
  /** Time allowed to connect; 0 means no limit. */
  connect_timeout_ms?: number;
  /** Accept any TLS certificate (`-k`). */
  insecure?: boolean;
  /** Ask for a compressed response and decode it (`--compressed`). */
  compressed?: boolean;
  /** Requested HTTP version. */
  http_version?: string;
  /** Proxy of the command (`-x`), with its credentials. */
  proxy?: string;
  /** Path of a local file on the user's machine with more curl options (`-K`; `-` is standard input). */
  config_file?: string;
  /** Request target to send instead of the path and query of `url` (`--request-target`). */
  request_target?: string;
  /** The exact header lines in order, present if the `headers` object cannot represent them (a name is sent more than once). */
  header_list?: HeaderLine[];
  /** Default headers that are not sent (`-H "User-Agent:"`). */
  omit_headers?: string[];
  /** Send the body with chunked transfer coding. */
  chunked?: boolean;
  /** Send `Expect. */
  expect_continue?: boolean;
  /** The `Connection` header to send. */
  connection?: string;
  /** The `TE` header to send. */
  te?: string;
  /** Remove CR, LF and NUL from `body_file` when it is read (`-d @file`). */
  strip_newlines?: boolean;
  /** How names and filenames of multipart parts are escaped. */
  form_escape?: string;
  /** The response is saved in this file (`-o`, `-O`, `--output-dir`). */
  output?: string;
  /** Show the response headers, too (`-i`). */
  show_headers?: boolean;
  /** A status from 400 on is a failure (`-f`, `--fail-with-body`). */
  fail?: boolean;
  /** With `fail`. */
  fail_with_body?: boolean;
  retry?: RequestRetry;
  /** Show the response as it arrives (`-N`). */
  stream?: boolean;
  /** Client certificate (`-E`). */
  cert?: string;
  /** Private key of the client certificate (`--key`). */
  key?: string;
  /** Certificates to trust (`--cacert`). */
  cacert?: string;
  /** Unix domain socket to connect to (`--unix-socket`). */
  unix_socket?: string;
  /** Addresses to connect to instead of those that DNS has (`--resolve`), each `HOST:PORT:ADDRESS[,ADDRESS…]`; the host `*` is any. */
  resolve?: string[];
  /** Network interface or local address to send from (`--interface`). */
  interface?: string;
  /** Cookies are read from this file (`-b`); `/dev/null` has none. */
  cookie_file?: string;
  /** Cookies are written to this file (`-c`). */
  cookie_jar?: string;
  /** Connect over IPv4 (4, `-4`) or IPv6 (6, `-6`) only. */
  ip_version?: number;
}

/** A shell variable, command substitution or placeholder whose value the command does not contain. */
export interface RequestVariable {
  /** Name without sigils, e.g. */
  name: string;
  /** The text in the other fields. */
  text: string;
  /** The value that replaces it. */
  value?: string;
}

/** The blocks of one day. */
export interface SiteDay {
  /** UTC calendar day. */
  date: string;
  /** The blocks that were opened or run. */
  blocks: SiteBlock[];
}

/** The request as it was sent, secrets masked. */
export interface SentRequest {
  /** The method, case kept. */
  method: string;
  /** The URL; secrets in it are masked. */
  url: string;
  /** As sent, with the service's default headers. */
  headers: Record<string, string>;
  /** The body as given. */
  body?: unknown;
  /** A body that is not valid UTF-8 text, as base64. */
  body_base64?: string;
  /** The parts of a multipart body, as given. */
  form?: unknown[];
  /** Bytes of the body sent. */
  body_size: number;
}

/** A redirect that was followed. */
export interface TestRedirect {
  /** Status of the redirect. */
  status: number;
  /** The URL that responded with the redirect. */
  url: string;
  /** Where it pointed, as received. */
  location: string;
  /** Set-Cookie headers of the redirect, as received. */
  set_cookies: string[];
}

/** The TLS session of the response. */
export interface TlsSession {
  /** Protocol version. */
  version: string;
  /** Subject of the certificate. */
  subject: string | null;
  /** Issuer of the certificate. */
  issuer: string | null;
  /** When the certificate expires, RFC 3339. */
  valid_to: string | null;
  /** False if the certificate was accepted only because of `options.insecure`. */
  authorized: boolean;
}

/** Bytes of a body that arrived together. */
export interface ResponseChunk {
  /** Milliseconds since the test started. */
  at_ms: number;
  /** Decoded bytes. */
  bytes: number;
}

/** The response of the target. */
export interface TestResponse {
  /** Status code of the response. */
  status: number;
  /** The reason phrase, as received. */
  status_text: string;
  /** HTTP version of the response. */
  http_version: string;
  headers?: Record<string, string>;
  /** Decoded body. */
  body?: string;
  /** Encoding of `body`. */
  body_encoding: string;
  /** Decoded bytes kept. */
  body_size: number;
  /** Body bytes read from the wire, before decoding. */
  wire_size: number;
  /** The body is incomplete. */
  truncated: boolean;
  /** The URL of the response, after redirects. */
  url: string;
  /** The redirects that were followed, in order. */
  redirects: TestRedirect[];
  /** Address of the server that responded; null if it is not public. */
  remote_address: string | null;
  /** The TLS session of the response; null without TLS. */
  tls: TlsSession | null;
  /** Streamed tests only. */
  chunks?: ResponseChunk[];
}

/** Why the test failed. */
export interface TestError {
  /** Machine-readable reason. */
  code: string;
  /** The reason, as a sentence. */
  message: string;
  /** What the target redirected to before it failed; absent without any. */
  redirects?: TestRedirect[];
}

/** Durations in milliseconds. */
export interface TestTimings {
  /** Name resolution; null if there was none. */
  dns_ms: number | null;
  /** TCP connect; null if there was none. */
  tcp_ms: number | null;
  /** TLS handshake; null if there was none. */
  tls_ms: number | null;
  /** From sending the request to the first byte of the response. */
  first_byte_ms: number | null;
  /** From the first byte to the end. */
  download_ms: number | null;
  /** The whole test, redirects included. */
  total_ms: number;
}

/** The request as it was sent, secrets masked, without its body; long texts end in `…`. */
export interface SentRequestSummary {
  /** The method, case kept. */
  method: string;
  /** The URL; secrets in it are masked. */
  url: string;
  /** As sent, with the service's default headers. */
  headers: Record<string, string>;
  /** Bytes of the body sent. */
  body_size: number;
}

/** The response of the target. */
export interface TestResponseSummary {
  /** Status code of the response. */
  status: number;
  /** The reason phrase, as received. */
  status_text: string;
  /** HTTP version of the response. */
  http_version: string;
  /** Encoding of `body`. */
  body_encoding: string;
  /** Decoded bytes kept. */
  body_size: number;
  /** Body bytes read from the wire, before decoding. */
  wire_size: number;
  /** The body is incomplete. */
  truncated: boolean;
  /** The URL of the response, after redirects. */
  url: string;
  /** The redirects that were followed, in order. */
  redirects: TestRedirect[];
  /** Address of the server that responded; null if it is not public. */
  remote_address: string | null;
  /** The TLS session of the response; null without TLS. */
  tls: TlsSession | null;
}

/** The response of the target. */
export interface TestStreamResultResponse {
  /** Status code of the response. */
  status: number;
  /** The reason phrase, as received. */
  status_text: string;
  /** HTTP version of the response. */
  http_version: string;
  headers?: Record<string, string>;
  /** Encoding of `body`. */
  body_encoding: string;
  /** Decoded bytes kept. */
  body_size: number;
  /** Body bytes read from the wire, before decoding. */
  wire_size: number;
  /** The body is incomplete. */
  truncated: boolean;
  /** The URL of the response, after redirects. */
  url: string;
  /** The redirects that were followed, in order. */
  redirects: TestRedirect[];
  /** Address of the server that responded; null if it is not public. */
  remote_address: string | null;
  /** The TLS session of the response; null without TLS. */
  tls: TlsSession | null;
  /** Streamed tests only. */
  chunks?: ResponseChunk[];
}

/** Storage of test results. */
export interface UsageStorage {
  /** Bytes that your test results use. */
  used_bytes: number;
  /** Bytes that they may use. */
  limit_bytes: number;
}

/** What was used on one day. */
export interface UsageDay {
  /** UTC calendar day. */
  date: string;
  /** Requests of that day. */
  requests: number;
}

/** Whether the server can serve requests. */
export interface Readiness {
  /** `degraded` if some accounts get a 503 because a node of the database cluster is unavailable. */
  status: string;
  /** The unavailable nodes as `host:port`, if the status is `degraded`. */
  unavailable_nodes?: string[];
}

/** An event of a stream: what it is, and its data. More events may be added. */
export type TestStreamEvent =
  | { event: 'request'; data: TestStreamRequest }
  | { event: 'redirect'; data: TestStreamRedirect }
  | { event: 'response'; data: TestStreamResponse }
  | { event: 'data'; data: TestStreamData }
  | { event: 'result'; data: TestStreamResult };
