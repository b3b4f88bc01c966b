/** The capabilities of a library, as a table of facts; build.ts draws the conclusions. */
import type { LowerCase, NormalPart } from '../../request/normalize.ts';
import type { RequestOptions } from '../../schemas/request-shape.ts';
import { type AuthScheme, type HttpVersion, TEXT_OPTIONS, type TextOption } from './plan.ts';

/** Built in, or with a package that `install` then names; `limit` is what that package cannot do, for the warning. */
export type Support = 'own' | { readonly package: string; readonly limit?: string };

/** A table of capabilities, a class so that all have one object shape; the defaults are what most libraries do. */
export class Capabilities {
  readonly name!: string;
  /** The curl command itself, which gets URL and headers unchanged. The other fields still apply. */
  readonly isCurl: boolean = false;
  /** A command that cannot have bytes, nor these characters. */
  readonly unsayable?: RegExp;
  /** Returns the method that is sent; undefined when the library refuses it. Absent: any token is sent unchanged. */
  readonly method?: (method: string) => string | undefined;
  readonly bodiless: readonly string[] = [];
  /** Whether it keeps dot segments in a path (`/a/../b`). */
  readonly dotSegments: boolean = true;
  /** Whether it keeps several slashes at the start of a path. */
  readonly leadingSlashes: boolean = true;
  /** Whether it accepts a `%` that starts no escape. If not, it is written as `%25`. */
  readonly barePercent: boolean = true;
  /** How it writes the pairs of a query; absent: it takes none. A query that it would write otherwise stays in the URL. */
  readonly query?: QueryEncoding;
  /** A query is part of the URL, and the program encodes the variables in it, and what is hard to read when encoded so. */
  readonly encodes?: QueryEncoding;
  /** Which repeated header lines are sent as separate lines. The others are joined. */
  readonly repeatedHeaders: 'all' | 'but-cookie' | 'but-user-agent' | 'none' = 'none';
  /** Allowed header values besides ASCII: any text, `encoded` (the program must encode it: `isAscii`), or none. */
  readonly headerText: 'any' | 'encoded' | 'ascii' = 'any';
  readonly neverEmpty: readonly LowerCase[] = [];
  /** Headers that it refuses or overwrites, besides those that frame messages. */
  readonly refusedHeaders?: ReadonlySet<LowerCase>;
  /** Whether Host is an ordinary header, or has its own field (`ProgramPlan.host`), or cannot be set. */
  readonly host: 'header' | 'field' | 'fixed' = 'header';
  /** It removes the brackets of an IPv6 address in its default Host. */
  readonly losesBrackets?: true;
  /** It sends a custom Host to an HTTP proxy as the host of the URL. */
  readonly confusesHosts?: true;
  /** Whether Content-Type is an ordinary header, or belongs to the body (`ProgramPlan.contentType`). */
  readonly contentType: 'header' | 'body' = 'header';
  /** Headers that it keeps with the body (`ProgramPlan.bodyHeaders`), an empty one if the request has none. */
  readonly bodyHeaders?: ReadonlySet<LowerCase>;
  /** Headers that it always sends, and those that it sends by default, each with the code that removes it. */
  readonly fixedHeaders: readonly LowerCase[] = ['host'];
  readonly removableHeaders: Readonly<Partial<Record<LowerCase, string>>> = {};
  /** The default Content-Type of a text, bytes or file body: `removable` when a program can avoid it. */
  readonly defaultType: 'none' | 'removable' | 'fixed' = 'none';
  /** The value of that default, if it is a form's: then it can be omitted. */
  readonly impliedType?: string;
  /** Undefined: a form is a text, as is a short one if `onlyEscaped`; `onlyUniqueNames`: it accepts no repeated or empty ones. */
  readonly form:
    | { readonly type: boolean; readonly onlyUniqueNames?: true; readonly onlyEscaped?: true }
    | undefined = { type: true };
  /** Undefined: JSON is a text. `type`: it sets application/json itself. `numbers`: those that it keeps as typed. */
  readonly json: JsonFacts | undefined = { type: false, numbers: 'text' };
  readonly multipart!: Multipart;
  /** Whether Basic credentials may be any text (UTF-8), or ASCII only. */
  readonly basic: 'any' | 'ascii' = 'any';
  readonly bearer: boolean = false;
  /** How it responds to challenges: built in, or with a package. */
  readonly schemes: Readonly<Partial<Record<AuthScheme, Support>>> = {};
  /** `curl`: exactly as curl. `program`: the program follows them in a short loop. Undefined: none are followed. */
  readonly redirects!: 'curl' | 'curl-but-uploads' | 'program' | RedirectCapabilities | undefined;
  readonly follows: boolean | 'but-head' = true;
  /** Options that are one argument of a call, which the minimal style keeps. */
  readonly brief: readonly (keyof RequestOptions)[] = [];
  /** Its time limit by default, as in "gives up after 5 s". */
  readonly limit: string | undefined = undefined;
  /** Whether a status from 400 is an error by default. */
  readonly throws: boolean = false;
  /** Whether it decodes responses, by default or by a setting (`ProgramPlan.compressed`), or only in the complete style. */
  readonly decodes: boolean | 'complete' = true;
  readonly connectTimeout: boolean = true;
  /** Supported proxy schemes (lower case), built in or with a package. */
  readonly proxies!: Readonly<Record<string, Support>>;
  /** Supported HTTP versions: by default (`default`), or on request (`option`). */
  readonly versions: Readonly<Partial<Record<HttpVersion, 'default' | 'option'>>> = { '1.1': 'default' };
  readonly ipVersion: boolean = false;
  /** Whether it stores the cookies of responses and sends them with the next request: `option` if the program asks for it. */
  readonly keepsCookies: 'never' | 'option' | 'always' = 'never';
  /** Other supported options of a transfer; a missing one causes a warning. All can save, print and stream the response. */
  readonly transfer: readonly ('retry' | 'resolve' | TextOption)[] = ['retry', 'cert', 'key', 'cacert'];
  /** The addresses of hosts that it can be given: any, or that of the URL's host. */
  readonly resolves: 'list' | 'own' = 'own';
  /** A package that it always requires, or only for connection settings (proxies, certificates and so on). */
  readonly package: string | undefined = undefined;
  readonly settingsPackage: string | undefined = undefined;
  /** Whether it can send a body in chunks. */
  readonly chunked: boolean = true;
  /** Whether it sends `Expect: 100-continue`. */
  readonly expectContinue: boolean = true;
  readonly connection: boolean = true;

  constructor(table: Table) {
    Object.assign(this, table, { multipart: { ...new Multipart(), ...table.multipart } });
  }
}

class Multipart {
  /** Which names and filenames are sent as by curl: `percent` (`"` as %22), `exact` (the program writes `lines`), or `wide` (plain ones, also non-ASCII). */
  readonly names: 'percent' | 'exact' | 'wide' = 'exact';
  readonly headers: boolean = true;
  /** Whether a part with a filename can lack a Content-Type. */
  readonly untypedFiles: boolean = true;
  readonly lineEnds: boolean = true;
  /** What it does differently for a part, as a verb phrase for the warning; covers what the other fields do not. */
  readonly objection?: (part: NormalPart) => string | undefined;
  /** Whether the form can have another Content-Type than multipart/form-data. */
  readonly ownType: boolean = false;
}

export interface JsonFacts {
  readonly type: boolean;
  readonly numbers: 'text' | 'big' | 'int64' | 'double';
  /** Keys that a literal cannot have, or that change position. */
  readonly refusedKeys?: RegExp;
}

/** The signature of a presigned URL is for the query as it stands. */
export const SIGNED = /(?:^|[?&])(?:x-(?:amz|goog)-[\w-]+|sig|signature)=/i;

/** Public APIs that document that they refuse a request without a User-Agent, which curl always sends. */
export const NEEDS_USER_AGENT =
  /^https:\/\/(?:api\.github\.com|[\w.-]+\.wiki[pm]edia\.org|api\.weather\.gov|crates\.io|nominatim\.openstreetmap\.org)\//i;

/** How a library encodes the names and values of a query. Letters, digits, `-`, `.` and `_` are the same in all. */
export interface QueryEncoding {
  readonly space: '+' | '%20';
  /** Which of `!'()*~` it writes unescaped. */
  readonly plain: string;
  /** Pairs only where the query has variables, or escapes other than of blanks: any other is easy to read in the URL. */
  readonly onlyEscaped?: true;
  readonly onlyUniqueNames?: true;
  /** It writes the pairs in the order of their names. */
  readonly sorts?: true;
}

/** `redirects` and `proxies` have no defaults, because libraries differ. */
type Table = Pick<Capabilities, 'name' | 'redirects' | 'proxies'> &
  Partial<Omit<Capabilities, 'multipart'>> & { readonly multipart?: Partial<Multipart> };

/** What libcurl does, by its command and by ext-curl. */
export const LIBCURL = {
  repeatedHeaders: 'all',
  defaultType: 'removable',
  impliedType: 'application/x-www-form-urlencoded',
  schemes: { digest: 'own', ntlm: 'own', negotiate: 'own', 'aws-sigv4': 'own', any: 'own' },
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.0': 'option', '1.1': 'option', '2': 'option', '2-prior-knowledge': 'option', '3': 'option' },
  ipVersion: true,
  transfer: ['retry', 'resolve', ...TEXT_OPTIONS.map(([name]) => name)],
  resolves: 'list',
} as const;

/** Whether libcurl sends the request, so that nothing differs. */
export function isLibcurl({ redirects }: Capabilities): boolean {
  return redirects === 'curl' || redirects === 'curl-but-uploads';
}

export interface RedirectCapabilities {
  readonly limit: boolean;
  /** Which methods become GET: POST only, all but GET and HEAD, all but HEAD, or all. */
  readonly toGet: Readonly<Record<301 | 302 | 303, 'post' | 'others' | 'all-but-head' | 'all'>>;
  /** Whether the body is kept after 301, 302 and 303 where the method stays. */
  readonly keepsBody: boolean;
  /** Headers that it drops after any redirect, or only after one to another host. */
  readonly drops?: readonly LowerCase[];
  readonly dropsElsewhere?: readonly LowerCase[];
  /** When it sets the Referer after a redirect, unless the program prevents it. */
  readonly addsReferer?: 'always' | 'unless-given';
  /** It uses a custom Host as the host of a relative redirect. */
  readonly toOwnHost?: true;
  /** Bodies that it cannot send a second time, after 307 and 308 or a challenge. */
  readonly once?: readonly ('file' | 'multipart')[];
}
