/** The program plan: all decisions about HTTP. Names of variables, imports and layout are up to the emitter. */
import type { LowerCase, Verb } from '../../request/normalize.ts';
import type { VariableDefault } from '../../request/variables.ts';
import type { RequestWarning } from '../../schemas/request-shape.ts';

/** An environment variable. Every use of one variable is the same object. */
export interface PlanVariable {
  readonly name: string;
  /** The default when the environment variable is not set; without one, the program exits and names it. */
  readonly fallback: VariableDefault | undefined;
  /** The text in the command: `$TOKEN`, `{{token}}`, `$(date)`. */
  readonly written: string;
  /** The text or variable that this one is the percent-encoded value of, in a query. */
  readonly decoded?: Template;
}

/** The size of the file that a download is resumed in, which the program determines. */
export const START: PlanVariable = { name: 'start', fallback: undefined, written: '' };
/** The value of a Cookie header that the program makes of a file. */
export const COOKIES: PlanVariable = { name: 'cookies', fallback: undefined, written: '' };

/** A text of the request: a plain one, or pieces of which some are variables (never empty, texts never adjacent). */
export type Template = string | readonly (string | PlanVariable)[];

export interface PlanHeader {
  readonly name: Template;
  /** The name in lower case, for comparison. */
  readonly lower: LowerCase;
  readonly value: Template;
  /** Whether the value is ASCII; a library that accepts no other text needs its UTF-8 bytes. */
  readonly isAscii: boolean;
}

export type PlanFile = { readonly kind: 'path'; readonly path: Template } | { readonly kind: 'stdin' };

/** A JSON value as a literal of the language: no duplicate keys; numbers and strings are serialised as typed. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly text: Template }
  /** A number as it was typed. */
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'constant'; readonly value: true | false | null };

export interface JsonMember {
  readonly key: Template;
  readonly value: JsonNode;
}

export interface PlanPairs {
  readonly kind: 'pairs';
  readonly pairs: readonly (readonly [name: Template, value: Template])[];
  readonly hasUniqueNames: boolean;
}

export type PlanBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: Template }
  /** Only where the capabilities have `json`. The library sets the type itself if it is that of `json.type`. */
  | { readonly kind: 'json'; readonly value: JsonNode }
  /** application/x-www-form-urlencoded, only where the capabilities have `form`. */
  | PlanPairs
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly base64: string }
  /** `stripNewlines`: CR, LF and NUL are removed. */
  | { readonly kind: 'file'; readonly file: PlanFile; readonly stripNewlines: boolean }
  /** `type`: the Content-Type to send instead of multipart/form-data, without its boundary. */
  | { readonly kind: 'multipart'; readonly parts: readonly PlanPart[]; readonly type: Template | undefined };

export interface PlanPart {
  readonly name: Template;
  readonly content:
    | { readonly kind: 'text'; readonly text: Template }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly base64: string }
    | { readonly kind: 'file'; readonly file: PlanFile };
  /** If undefined, none is sent, not even for a file. */
  readonly filename: Template | undefined;
  readonly contentType: Template | undefined;
  /** Further header lines, each a name and a value; empty unless the capabilities have `multipart.headers`. */
  readonly headers: readonly (readonly [name: Template, value: Template])[];
  /** All header lines as curl writes them, each a name and a value, for a program that writes them itself. */
  readonly lines: readonly (readonly [name: Template, value: Template])[];
  /** Whether any library writes `lines` for the name and filename: neither has quotes, controls or non-ASCII characters. */
  readonly isPlain: boolean;
}

export type AuthScheme = 'digest' | 'ntlm' | 'negotiate' | 'aws-sigv4' | 'any';

export type PlanAuth =
  | { readonly kind: 'basic'; readonly username: Template; readonly password: Template }
  /** Only where the capabilities have `bearer`; otherwise it is an ordinary header. */
  | { readonly kind: 'bearer'; readonly token: Template }
  | {
      readonly kind: AuthScheme;
      readonly username: Template;
      readonly password: Template;
      /** aws-sigv4: `provider1[:provider2[:region[:service]]]` */
      readonly provider: Template | undefined;
    };

export interface PlanRedirects {
  /** The maximum number; undefined: the library's default. -1: no limit. */
  readonly max: number | undefined;
  /** The library would set another Referer after a redirect; the program prevents it. */
  readonly addsReferer: boolean;
  /** libcurl only. Statuses after which a POST stays a POST. */
  readonly keepMethodOn: readonly number[];
  /** libcurl only. Credentials are also sent to other hosts. */
  readonly trusted: boolean;
  /** For a program that follows redirects itself: headers that are sent to the first host only. */
  readonly forFirstHost: readonly LowerCase[];
  /** Likewise: the statuses after which the body is dropped and the method is `next`. */
  readonly dropping: readonly number[];
  readonly next: Template;
  readonly nextVerb: Verb | undefined;
}

export interface PlanProxy {
  /** Includes scheme, port and credentials. */
  readonly url: Template;
  readonly server: Template;
  readonly scheme: string;
  /** Undefined if it contains a variable: then the program parses the URL. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** Whether the credentials have variables, whose values a program must escape in a URL. */
  readonly isOpen: boolean;
  readonly username: Template | undefined;
  readonly password: Template | undefined;
}

export type HttpVersion = '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3';

/** Options with a text that not every library supports, as the request shape and as curl name them. */
export const TEXT_OPTIONS = [
  ['cert', '--cert'],
  ['key', '--key'],
  ['cacert', '--cacert'],
  ['unix_socket', '--unix-socket'],
  ['interface', '--interface'],
  ['cookie_file', '-b'],
  ['cookie_jar', '-c'],
  ['config_file', '--config'],
] as const;
export type TextOption = (typeof TEXT_OPTIONS)[number][0];

/** How the response is handled, and which local files and settings are used; what is unsupported or unset is absent. */
export interface PlanTransfer extends Readonly<Partial<Record<TextOption, Template>>> {
  /** The file that the response is written to, byte for byte, instead of being printed. */
  readonly output: Template | undefined;
  /** `output`, if it gets the rest of a download (`-C -`): a header has its size, {@link START}. */
  readonly resumed: Template | undefined;
  /** Whether the program asks the library to send the cookies of responses after a redirect. */
  readonly keepsCookies: boolean;
  /** The status is printed before the body, its code alone or with its reason, and so are the headers. */
  readonly showsStatus: false | 'code' | 'line';
  readonly showsHeaders: boolean;
  /** The response has no body to print, or the command throws it away (`-o /dev/null`). */
  readonly isHead: boolean;
  readonly discards: boolean;
  /** A status of 400 or above makes the program fail: before the body is printed, or after. */
  readonly fails: 'before' | 'after' | undefined;
  /** The body is printed as it arrives. */
  readonly streams: boolean;
  readonly retry: PlanRetry | undefined;
  /** curl's entries for addresses of hosts, only where the capabilities have `resolves`. */
  readonly resolve: readonly Template[];
  /** The address that the library is to use for the URL's host. */
  readonly address: PlanAddress | undefined;
}

export interface PlanAddress {
  readonly host: string;
  readonly port: string;
  /** Without the brackets of IPv6. */
  readonly ip: Template;
}

export interface PlanRetry {
  readonly count: number;
  readonly delay: number | undefined;
  readonly allErrors: boolean;
  /** Whether it is retried after a refused connection. */
  readonly refused: boolean;
  /** Whether it is retried after an error, too: any one, or a timeout if the command has a time limit. */
  readonly catches: boolean;
  /** Statuses after which it is retried, separated by commas; undefined: all from 400 on. */
  readonly statuses: string | undefined;
}

/** An option that says nothing about the request; or `--data-urlencode` with the name of a field whose variable curl encodes. */
export interface Extra {
  readonly name: string;
  readonly value?: string | null | undefined;
}

export interface ProgramPlan {
  /** Imports, one call, print: without error handling and checks, with the defaults of the library. */
  readonly isMinimal: boolean;
  readonly method: Template;
  /** The method if it is a standard one; undefined for others and for variables. */
  readonly verb: Verb | undefined;
  /** libcurl only: the method is set with CURLOPT_CUSTOMREQUEST (`-X`). */
  readonly isForced: boolean;
  /** libcurl only: the body is sent as an upload (`-T`), which has no default type. */
  readonly isUpload: boolean;
  /** The whole URL, with the query unless that is in `query`. Escaped as the library requires. */
  readonly url: Template;
  /** `http` or `https`; undefined where the URL starts with a variable. */
  readonly scheme: string | undefined;
  /** Whether the path has dot segments to keep (an option of libcurl). */
  readonly hasDotSegments: boolean;
  /** Pairs of the query, only where the capabilities have `query`; `url` then has no query. */
  readonly query: PlanPairs | undefined;
  /** A raw request target to send instead of path and query; libcurl only. */
  readonly requestTarget: Template | undefined;
  /** In order; excludes those in `auth`, `host`, `contentType`, and those that the library sends by default. */
  readonly headers: readonly PlanHeader[];
  readonly bodyHeaders: readonly PlanHeader[];
  /** A file to read, and a dot and the host, of which a cookie's domain is the end: a header has {@link COOKIES}. */
  readonly cookies: { readonly file: Template; readonly domain: string } | undefined;
  /** The Host header to send, where `capabilities.host` is `field`. */
  readonly host: Template | undefined;
  /** The Content-Type of a request with a body, where `capabilities.contentType` is `body`. */
  readonly contentType: Template | undefined;
  /** Default headers of the library to remove, as the command spells them, and the code that removes them. */
  readonly removed: readonly { readonly name: string; readonly by: string }[];
  /** Whether the body (text, bytes, file) is sent without a Content-Type although the library has a default. */
  readonly isUntyped: boolean;
  readonly body: PlanBody;
  readonly auth: PlanAuth | undefined;
  readonly redirects: PlanRedirects | undefined;
  readonly stopsAtRedirect: boolean;
  /** The response may be compressed, and is printed decoded. */
  readonly compressed: boolean;
  /** Total timeout in milliseconds, at least 1. */
  readonly timeout: number | undefined;
  readonly connectTimeout: number | undefined;
  readonly insecure: boolean;
  readonly proxy: PlanProxy | undefined;
  /** The version to set; undefined where it is the library's default. */
  readonly httpVersion: HttpVersion | undefined;
  readonly ipVersion: 4 | 6 | undefined;
  /** The body is sent in chunks, which is not the library's default. */
  readonly chunked: boolean;
  readonly transfer: PlanTransfer;
  /** Whether multipart names are escaped with backslashes (libcurl only). */
  readonly formEscape: 'backslash' | undefined;
  /** The curl command only: options that the request does not contain. */
  readonly extras: readonly Extra[];
  /** All variables, in the order of their first use. */
  readonly variables: readonly PlanVariable[];
  /** Why the program only prints this sentence and stops: without the option it would do another thing. */
  readonly refusal: string | undefined;
  /** Packages that the program requires besides the library's own, as the capabilities name them. */
  readonly packages: readonly string[];
  readonly warnings: RequestWarning[];
}
