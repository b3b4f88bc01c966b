/** Options pass: what the options of one curl transfer (up to `--next`) ask for, before it becomes a request. */
import type { Span, Word } from '../word.ts';

/** One use of an option: how it was written, and its value. The span covers both. */
export interface Use extends Span {
  /** As written: `-d`, `--data`. */
  readonly name: string;
  readonly value: Word;
}

/** What decides the method: nothing or `-G`, -I, -F, -d, -T. */
export type Kind = 'get' | 'head' | 'form' | 'post' | 'put';

const DECIDING: Readonly<Record<Kind, string>> = {
  get: '-G (GET)',
  head: '-I (HEAD)',
  form: '-F (POST)',
  post: '-d (POST)',
  put: '-T (PUT)',
};

/** Why two options that decide the method cannot stand together. */
export function contradiction(one: Kind, other: Kind): string {
  const isHeadWithData = [one, other].includes('head') && [one, other].includes('post');
  const remedy = isHeadWithData ? '; with -G, -d goes to the query' : '';
  return `${DECIDING[one]} and ${DECIDING[other]} contradict each other${remedy}.`;
}

export type DataKind = 'text' | 'binary' | 'raw' | 'urlencode' | 'json';

export interface DataUse extends Use {
  readonly kind: DataKind;
}

export interface FormUse extends Use {
  readonly literal: boolean;
}

/** Authentication schemes that are on. `basic` is what curl uses when none is. */
export type Scheme = 'basic' | 'digest' | 'ntlm' | 'negotiate' | 'any';

/** The options of one transfer, by what they ask for. */
export class Transfer {
  urls: Use[] | undefined;
  uploads: Use[] | undefined;
  data: DataUse[] | undefined;
  form: FormUse[] | undefined;
  headers: Use[] | undefined;
  cookies: Use[] | undefined;
  queries: Use[] | undefined;
  method: Use | undefined;
  /** `-I`, `--no-head` or `-F`, whichever came first: curl allows only one of them. */
  kind: 'head' | 'get' | 'form' | undefined;
  head = false;
  get = false;
  json: Use | undefined;
  user: Use | undefined;
  bearer: Use | undefined;
  schemes: readonly Scheme[] = [];
  sigv4: Use | undefined;
  userAgent: Use | undefined;
  referer: Use | undefined;
  range: Use | undefined;
  resume: Use | undefined;
  timeCondition: Use | undefined;
  requestTarget: Use | undefined;
  compressed = false;
  insecure = false;
  follow: 'no' | 'yes' | 'spec' = 'no';
  trusted = false;
  keepMethodOn: readonly (301 | 302 | 303)[] = [];
  maxRedirects: number | undefined;
  timeoutMs: number | undefined;
  connectTimeoutMs: number | undefined;
  httpVersion: '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3' | '3-only' | undefined;
  ipVersion: 4 | 6 | undefined;
  /** `scheme` applies where the URL of the proxy has none. */
  proxy: { use: Use; scheme: string } | undefined;
  proxyUser: Use | undefined;
  noProxy: Use | undefined;
  pathAsIs = false;
  globOff = false;
  formEscape = false;
  protocols: ReadonlySet<string> | undefined;
  defaultProtocol: string | undefined;
  disallowUser = false;
  cookieJar: Use | undefined;
  /** The first is that of the first URL. */
  outputs: Use[] | undefined;
  outputDir: Use | undefined;
  /** `-O`: the file is called as the URL ends. */
  remoteName: Use | undefined;
  showHeaders = false;
  fail: 'at-once' | 'with-body' | undefined;
  retries: number | undefined;
  retryDelayMs: number | undefined;
  retryAllErrors = false;
  retryConnectionRefused = false;
  buffer = true;
  cert: Use | undefined;
  key: Use | undefined;
  cacert: Use | undefined;
  unixSocket: Use | undefined;
  resolve: Use[] | undefined;
  localInterface: Use | undefined;
  /** `-J`, which cannot be combined with `-C -`. */
  namedByHeader: Use | undefined;
  /** `-K` with a file that the text does not show: anything may stand in it. */
  configFile: Use | undefined;
  /** Options that say nothing about the request; those without an argument have no value. */
  extras: { readonly name: string; readonly value: Word | undefined }[] | undefined;
}
