/** The capabilities of a library, as a table. Facts only: build.ts draws the conclusions. */
import type { LowerCase, NormalPart } from '../../request/normalize.ts';
import type { AuthScheme, HttpVersion } from './plan.ts';

/** By itself, or with a package that `install` then names; `limit` is what that package cannot do, for the warning. */
export type Support = 'own' | { readonly package: string; readonly limit?: string };

/** Options of a transfer that not every library has, as the request shape calls them. */
export type TransferOption =
  | 'retry'
  | 'cert'
  | 'key'
  | 'cacert'
  | 'unix_socket'
  | 'interface'
  | 'cookie_file'
  | 'cookie_jar';

/**
 * A table. Omits what most libraries do. A class (whose constructor sets each field) because tables that leave
 * out one or another field would be as many kinds of objects, which takes longer to read.
 */
export class Capabilities {
  /** What warnings call it: `requests`, `HttpClient`. */
  readonly name!: string;
  /** It is the command itself, which gets URL and headers as they stand. The other fields still count. */
  readonly isCurl: boolean = false;
  /** What goes out for any other method; undefined when it refuses it. Absent: any token as it stands. */
  readonly method?: (method: string) => string | undefined;
  /** Methods with which it sends no body. */
  readonly bodiless: readonly string[] = [];
  /** Whether it sends a raw request target. */
  readonly requestTarget: boolean = false;
  /** Whether it leaves dot segments in a path (`/a/../b`) alone. */
  readonly dotSegments: boolean = true;
  /** Whether it leaves several slashes at the start of a path alone. */
  readonly leadingSlashes: boolean = true;
  /** Whether it takes a `%` that starts no escape. If not, it is written as `%25`. */
  readonly barePercent: boolean = true;
  /** Whether it takes the query as pairs, or one with escapes or variables only; otherwise the query stays in the URL. */
  readonly query: boolean | 'escaped' = false;
  /** Which lines of one header name go out as such. The others are joined. */
  readonly repeatedHeaders: 'all' | 'but-cookies' | 'but-agents' | 'none' = 'none';
  /** What a header value may be besides ASCII: any text, `encoded` (the program has to encode it: `isAscii`), or nothing. */
  readonly headerText: 'any' | 'encoded' | 'ascii' = 'any';
  /** Headers that it does not send without a value. */
  readonly neverEmpty: 'all' | readonly LowerCase[] = [];
  /** Headers that it refuses to be given, or overwrites, besides those that frame messages. */
  readonly refusedHeaders?: ReadonlySet<LowerCase>;
  /** Whether a Host is a header as any other, or has a field of its own (`ProgramPlan.host`), or cannot be set. */
  readonly host: 'header' | 'field' | 'fixed' = 'header';
  /** It takes the brackets off an IPv6 address in the Host that it sends by itself. */
  readonly losesBrackets?: true;
  /** It tells an HTTP proxy a Host of the program's own for the host of the URL. */
  readonly confusesHosts?: true;
  /** Whether the Content-Type is a header as any other, or belongs to the body (`ProgramPlan.contentType`). */
  readonly contentType: 'header' | 'body' = 'header';
  /** Headers that it has with the body (`ProgramPlan.bodyHeaders`), an empty one where the request has none. */
  readonly bodyHeaders?: ReadonlySet<LowerCase>;
  /** Headers that it sends by itself: `by` is what the program says to take one away; `fixed`: nothing does. */
  readonly defaultHeaders!: Readonly<Partial<Record<LowerCase, 'fixed' | { readonly by: string }>>>;
  /** The Content-Type that it gives to a text, bytes or file body without one: `removable` when a program can avoid it. */
  readonly defaultType: 'none' | 'removable' | 'fixed' = 'none';
  /** The Content-Type that is that default, where it is a form's: then it can be omitted. */
  readonly impliedType?: string;
  /** Absent: a form is a text. `type`: it names the type itself; `onlyUniqueNames`: it takes no other (nor empty) ones. */
  readonly form?: { readonly type: boolean; readonly onlyUniqueNames?: true };
  /** Absent: JSON is a text. `number`: what its serialiser writes for a token. `type`: it names application/json itself. */
  readonly json?: {
    readonly type: boolean;
    readonly number: (token: string) => string;
    /** Keys that a literal cannot have, or puts elsewhere than they were typed. */
    readonly refusedKeys?: RegExp;
  };
  readonly multipart!: Multipart;
  /** Whether the credentials of Basic may be any text (UTF-8), or ASCII only. */
  readonly basic: 'any' | 'ascii' = 'any';
  /** Whether it has a call of its own for a bearer token. */
  readonly bearer: boolean = false;
  /** How it answers challenges: by itself, or with a package. */
  readonly schemes!: Readonly<Partial<Record<AuthScheme, Support>>>;
  /** `curl`: exactly as curl. `program`: the program itself does it in a short loop. Undefined: it follows none. */
  readonly redirects!: 'curl' | 'curl-but-uploads' | 'program' | RedirectCapabilities | undefined;
  /** Whether it decodes responses, by default or by a setting (`ProgramPlan.compressed` in either case). */
  readonly decodes: boolean = true;
  readonly connectTimeout: boolean = true;
  /** Whether it has a setting that accepts any certificate. */
  readonly insecure: boolean = true;
  /** Schemes of proxies (small letters) that it can use, by itself or with a package. */
  readonly proxies!: Readonly<Record<string, Support>>;
  /** Versions that it speaks by default (`default`), or on request (`option`). */
  readonly versions!: Readonly<Partial<Record<HttpVersion, 'default' | 'option'>>>;
  readonly ipVersion: boolean = false;
  /** What else of a transfer its programs do; what is missing is a warning. All save, show and stream the response. */
  readonly transfer: readonly TransferOption[] = [];
  /** Package that it needs besides its own, or only for settings of the connection (proxies, certificates and so on). */
  readonly package: string | undefined = undefined;
  readonly settingsPackage: string | undefined = undefined;
  /** Which bodies it can send in chunks: any, all but a form, or none. */
  readonly chunked: boolean | 'but-forms' = true;
  /** How the library is made to wait for 100 Continue: by the header like any other, or by a setting (`ProgramPlan.expectContinue`). */
  readonly expectContinue: 'header' | 'option' | 'none' = 'header';
  /** Whether it sends a `Connection` and `TE` that it is given. */
  readonly connection: boolean = true;
  readonly te: boolean = true;

  constructor(table: Table) {
    Object.assign(this, table, { multipart: { ...MULTIPART, ...table.multipart } });
  }
}

/** What a library supports in a multipart form. */
interface Multipart {
  /** Whether names and filenames go out as curl writes them: `percent` (`"` as %22), `exact` (the program writes `lines`), `plain` ones only, or those and `wide` ones (other than ASCII). */
  readonly names: 'percent' | 'exact' | 'plain' | 'wide';
  /** Whether a part can have header lines of its own. */
  readonly headers: boolean;
  /** Whether a part without a filename can have a Content-Type. */
  readonly textType: boolean;
  /** Whether a part that has a filename can be without a Content-Type. */
  readonly untypedFiles: boolean;
  /** Whether bytes or a file can be a part without a filename. */
  readonly namelessFiles: boolean;
  /** Whether texts keep their line ends. */
  readonly lineEnds: boolean;
  /** What it does differently in a part, as a verb phrase for the warning; for what the other fields do not cover. */
  readonly objection?: (part: NormalPart) => string | undefined;
  /** Whether the whole can have another Content-Type than multipart/form-data. */
  readonly ownType: boolean;
}

const MULTIPART: Multipart = {
  names: 'exact',
  headers: true,
  textType: true,
  untypedFiles: true,
  namelessFiles: true,
  lineEnds: true,
  ownType: false,
};

/** The required facts of a library, and the optional ones. */
interface Table
  extends Partial<Omit<Capabilities, 'multipart' | RequiredFact>>,
    Pick<Capabilities, RequiredFact> {
  readonly multipart?: Partial<Multipart>;
}

/** Required facts: each library must state them, because no two agree. */
type RequiredFact = 'name' | 'defaultHeaders' | 'schemes' | 'redirects' | 'proxies' | 'versions';

/** Whether it is curl that sends it, so that nothing is different. */
export function isLibcurl({ redirects }: Capabilities): boolean {
  return redirects === 'curl' || redirects === 'curl-but-uploads';
}

export interface RedirectCapabilities {
  /** Whether the number can be limited. */
  readonly limit: boolean;
  /** Which methods become GET: POST only, all but GET and HEAD, all but HEAD, or all. */
  readonly toGet: Readonly<Record<301 | 302 | 303, 'post' | 'others' | 'all-but-head' | 'all'>>;
  /** Whether the body goes along after 301, 302 and 303 where the method stays. */
  readonly keepsBody: boolean;
  /** Headers that it drops after any redirect, or only after one to another host. */
  readonly drops?: readonly LowerCase[];
  readonly dropsElsewhere?: readonly LowerCase[];
  /** It takes a Host of the program's own for the host of a relative redirect. */
  readonly toOwnHost?: true;
  /** Bodies that it cannot send a second time, after 307 and 308 or a challenge. */
  readonly once?: readonly ('file' | 'multipart' | 'chunked')[];
}
