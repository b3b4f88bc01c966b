/**
 * The program plan, which an emitter prints. Everything about HTTP is decided in it: an emitter only writes its
 * language. Names of variables, imports and layout are the emitter's own.
 */
import type { LowerCase, Verb } from '../../request/normalize.ts';
import type { VariableDefault } from '../../request/variables.ts';
import type { RequestWarning } from '../../schemas/request-shape.ts';

/** A variable of the environment. The same object wherever the same variable stands. */
export interface PlanVariable {
  /** Name in the environment. */
  readonly name: string;
  /** What stands for it when the environment does not have it; without one, the program exits and names it. */
  readonly fallback: VariableDefault | undefined;
  /** As the command has it: `$TOKEN`, `{{token}}`, `$(date)`. */
  readonly written: string;
}

/** A text of the request: a plain one, or pieces of which some are variables (never empty, texts never adjacent). */
export type Template = string | readonly (string | PlanVariable)[];

export interface PlanHeader {
  readonly name: Template;
  /** The name in small letters, in which the lines of one name are alike. */
  readonly lower: LowerCase;
  readonly value: Template;
  /** Whether the value is ASCII; a library that takes no other text has to be given its UTF-8. */
  readonly isAscii: boolean;
}

/** A local file, or standard input. */
export type PlanFile = { readonly kind: 'path'; readonly path: Template } | { readonly kind: 'stdin' };

/** A JSON value as a literal of the language: duplicate keys do not occur, numbers and strings are written back as typed. */
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

/** Decoded pairs of a form or query. */
export interface PlanPairs {
  readonly kind: 'pairs';
  readonly pairs: readonly (readonly [name: Template, value: Template])[];
  readonly hasUniqueNames: boolean;
}

export type PlanBody =
  | { readonly kind: 'none' }
  /** Sent as its UTF-8. */
  | { readonly kind: 'text'; readonly text: Template }
  /** Only where the capabilities have `json`. The library names the type itself if it is the one of `json.type`. */
  | { readonly kind: 'json'; readonly value: JsonNode }
  /** application/x-www-form-urlencoded, only where the capabilities have `form`. */
  | PlanPairs
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly base64: string }
  /** `stripNewlines`: CR, LF and NUL are taken out. */
  | { readonly kind: 'file'; readonly file: PlanFile; readonly stripNewlines: boolean }
  /** `type`: the Content-Type to send in place of multipart/form-data, without its boundary. */
  | { readonly kind: 'multipart'; readonly parts: readonly PlanPart[]; readonly type: Template | undefined };

export interface PlanPart {
  readonly name: Template;
  readonly content:
    | { readonly kind: 'text'; readonly text: Template }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly base64: string }
    | { readonly kind: 'file'; readonly file: PlanFile };
  /** Undefined: none is sent, also for a file. */
  readonly filename: Template | undefined;
  readonly contentType: Template | undefined;
  /** More header lines, each a name and a value; empty unless the capabilities have `multipart.headers`. */
  readonly headers: readonly (readonly [name: Template, value: Template])[];
  /** All header lines as curl writes them, each a name and a value, for a program that writes them itself. */
  readonly lines: readonly (readonly [name: Template, value: Template])[];
  /** Whether `lines` are what any library makes of the name and filename: neither has quotes, controls or other than ASCII. */
  readonly isPlain: boolean;
}

export type AuthScheme = 'digest' | 'ntlm' | 'negotiate' | 'aws-sigv4' | 'any';

export type PlanAuth =
  | { readonly kind: 'basic'; readonly username: Template; readonly password: Template }
  /** Only where the capabilities have `bearer`; otherwise it is a header as any other. */
  | { readonly kind: 'bearer'; readonly token: Template }
  | {
      readonly kind: AuthScheme;
      readonly username: Template;
      readonly password: Template;
      /** aws-sigv4: `provider1[:provider2[:region[:service]]]` */
      readonly provider: Template | undefined;
    };

/** How redirects are followed: undefined where they are not. */
export interface PlanRedirects {
  /** How many at most; undefined: the library's own limit. -1: any number. */
  readonly max: number | undefined;
  /** libcurl only. Statuses after which a POST stays one. */
  readonly keepMethodOn: readonly number[];
  /** libcurl only. Credentials go to other hosts, too. */
  readonly trusted: boolean;
  /** For a program that follows them itself: headers that are for the first host only. */
  readonly forFirstHost: readonly LowerCase[];
  /** For the same: the statuses after which the body goes along no more, and the method is `next`. */
  readonly dropping: readonly number[];
  readonly next: Template;
  readonly nextVerb: Verb | undefined;
}

export interface PlanProxy {
  /** With its scheme and port. */
  readonly url: Template;
  readonly scheme: string;
  /** Undefined where a variable stands in it: then the program reads the URL. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  readonly username: Template | undefined;
  readonly password: Template | undefined;
}

export type HttpVersion = '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3';

/** How the response is handled, and the local files and settings that are used. Undefined where the library cannot. */
export interface PlanTransfer {
  /** The file that the response is written to, byte for byte, instead of being printed. */
  readonly output: Template | undefined;
  /** Status and headers are printed before the body. */
  readonly showsHeaders: boolean;
  /** The response has no body to print. */
  readonly isHead: boolean;
  /** A status from 400 on ends the program as a failure: before the body is printed, or after. */
  readonly fails: 'before' | 'after' | undefined;
  /** The body is printed as it arrives. */
  readonly streams: boolean;
  readonly retry:
    | {
        readonly count: number;
        readonly delay: number | undefined;
        readonly allErrors: boolean;
        /** After which it is repeated, with commas between them. */
        readonly statuses: string;
      }
    | undefined;
  readonly cert: Template | undefined;
  readonly key: Template | undefined;
  readonly cacert: Template | undefined;
  readonly unixSocket: Template | undefined;
  readonly localInterface: Template | undefined;
  readonly cookieFile: Template | undefined;
  readonly cookieJar: Template | undefined;
}

export interface ProgramPlan {
  readonly method: Template;
  /** The method where it is one of the usual; undefined for others and for variables. */
  readonly verb: Verb | undefined;
  /** libcurl only: the method is set with CURLOPT_CUSTOMREQUEST (`-X`). */
  readonly isForced: boolean;
  /** libcurl only: the body goes out as an upload (`-T`), which gives it no type. */
  readonly isUpload: boolean;
  /** The whole URL, with the query unless that is in `query`. Escaped as the library has to be given it. */
  readonly url: Template;
  /** `http` or `https`; undefined where the URL starts with a variable. */
  readonly scheme: string | undefined;
  /** Whether the path has dot segments to keep (an option of libcurl). */
  readonly hasDotSegments: boolean;
  /** Pairs of the query, only where the capabilities have `query`; `url` is without one then. */
  readonly query: PlanPairs | undefined;
  /** A raw request target to send in place of path and query; only where the capabilities have `requestTarget`. */
  readonly requestTarget: Template | undefined;
  /** In order; without what stands in `auth`, `host`, `contentType`, and what the library says by itself. */
  readonly headers: readonly PlanHeader[];
  /** Those of `capabilities.bodyHeaders`. */
  readonly bodyHeaders: readonly PlanHeader[];
  /** Where `capabilities.host` is `field`: the Host header to send. */
  readonly host: Template | undefined;
  /** Where `capabilities.contentType` is `body`: the Content-Type of a request that has a body. */
  readonly contentType: Template | undefined;
  /** Default headers of the library to take away, as the command spells them, and what the capabilities say takes them away. */
  readonly removed: readonly { readonly name: string; readonly by: string }[];
  /** Whether the body (text, bytes, file) goes out without a Content-Type although the library would give it one. */
  readonly isUntyped: boolean;
  readonly body: PlanBody;
  readonly auth: PlanAuth | undefined;
  readonly redirects: PlanRedirects | undefined;
  /** The response may be compressed, and is shown decoded. */
  readonly compressed: boolean;
  /** Milliseconds in all, at least 1. */
  readonly timeout: number | undefined;
  /** Milliseconds, at least 1. */
  readonly connectTimeout: number | undefined;
  readonly insecure: boolean;
  readonly proxy: PlanProxy | undefined;
  /** The version to tell the library; undefined where it speaks it anyway. */
  readonly httpVersion: HttpVersion | undefined;
  readonly ipVersion: 4 | 6 | undefined;
  /** The body goes out in chunks: it is not what the library does anyway. */
  readonly chunked: boolean;
  readonly expectContinue: boolean;
  readonly transfer: PlanTransfer;
  /** Whether multipart names are escaped with backslashes (libcurl only). */
  readonly formEscape: 'backslash' | undefined;
  /** The command itself only: a file that more options stand in (`--config`). */
  readonly configFile: Template | undefined;
  /** All variables in it, in the order of their first use. */
  readonly variables: readonly PlanVariable[];
  /** Packages that the program needs besides the library's own, as the capabilities name them. */
  readonly packages: readonly string[];
  readonly warnings: RequestWarning[];
}
