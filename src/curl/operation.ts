/** What the options of one curl operation (up to `--next`) ask for, before it becomes a request. */
import type { Span, Word } from './context.ts';

/** One use of an option: how it was written, and its value. The span covers both. */
export interface Use extends Span {
  /** As written: `-d`, `--data`. */
  name: string;
  value: Word;
}

export type DataKind = 'text' | 'binary' | 'raw' | 'urlencode' | 'json';

export interface DataUse extends Use {
  kind: DataKind;
}

export interface FormUse extends Use {
  literal: boolean;
}

export interface Operation {
  urls: Use[];
  uploads: Use[];
  data: DataUse[];
  form: FormUse[];
  headers: Use[];
  cookies: Use[];
  method: Use | undefined;
  /** `-I`, `--no-head` or `-F`, whichever came first: curl allows only one of them. */
  kind: 'head' | 'get' | 'form' | undefined;
  head: boolean;
  get: boolean;
  json: Use | undefined;
  user: Use | undefined;
  userAgent: Use | undefined;
  referer: Use | undefined;
  compressed: boolean;
  insecure: boolean;
  follow: 'no' | 'yes' | 'spec';
  maxRedirects: number | undefined;
  timeoutMs: number | undefined;
  connectTimeoutMs: number | undefined;
  /** What most commands do not say. Shared until something is said: {@link rare} gives one to write to. */
  rare: Readonly<RareOptions>;
}

/** What options say that few commands have. */
export interface RareOptions {
  queries: Use[];
  bearer: Use | undefined;
  range: Use | undefined;
  resume: Use | undefined;
  timeCondition: Use | undefined;
  requestTarget: Use | undefined;
  /** Authentication schemes that are on. `basic` is what curl uses when none is. */
  schemes: ('basic' | 'digest' | 'ntlm' | 'negotiate' | 'any')[];
  sigv4: Use | undefined;
  pathAsIs: boolean;
  globOff: boolean;
  formEscape: boolean;
  trusted: boolean;
  keepMethodOn: (301 | 302 | 303)[];
  httpVersion: '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3' | '3-only' | undefined;
  ipVersion: 4 | 6 | undefined;
  proxy: { use: Use; scheme: string } | undefined;
  proxyUser: Use | undefined;
  noProxy: Use | undefined;
  /** The environment, where it names proxies. */
  environment: ReadonlyMap<string, string> | undefined;
  protocols: ReadonlySet<string> | undefined;
  defaultProtocol: string | undefined;
  disallowUser: boolean;
  cookieJar: Use | undefined;
  /** `-J`, which cannot be combined with `-C -`. */
  namedByHeader: Use | undefined;
}

/** The list of what was not said; nothing is ever added to it itself. */
const NONE: never[] = [];

/** The list with one more item: what was empty becomes a list of its own. */
export function added<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

const NOTHING_RARE: Readonly<RareOptions> = {
  bearer: undefined,
  range: undefined,
  resume: undefined,
  timeCondition: undefined,
  requestTarget: undefined,
  schemes: NONE,
  sigv4: undefined,
  pathAsIs: false,
  globOff: false,
  formEscape: false,
  trusted: false,
  keepMethodOn: NONE,
  httpVersion: undefined,
  ipVersion: undefined,
  proxy: undefined,
  proxyUser: undefined,
  noProxy: undefined,
  environment: undefined,
  protocols: undefined,
  defaultProtocol: undefined,
  disallowUser: false,
  cookieJar: undefined,
  namedByHeader: undefined,
  queries: NONE,
};

/** Whether no rare option was given. */
export function isUsual({ rare: said }: Operation): boolean {
  return said === NOTHING_RARE;
}

/** The rare options of an operation, to write to. */
export function rare(operation: Operation): RareOptions {
  if (operation.rare === NOTHING_RARE) operation.rare = { ...NOTHING_RARE };
  return operation.rare;
}

/** All properties are there from the start: operations of one shape are read the fastest. */
export function newOperation(): Operation {
  return {
    urls: NONE,
    uploads: NONE,
    data: NONE,
    form: NONE,
    headers: NONE,
    cookies: NONE,
    method: undefined,
    kind: undefined,
    json: undefined,
    user: undefined,
    userAgent: undefined,
    referer: undefined,
    head: false,
    get: false,
    compressed: false,
    insecure: false,
    follow: 'no',
    maxRedirects: undefined,
    timeoutMs: undefined,
    connectTimeoutMs: undefined,
    rare: NOTHING_RARE,
  };
}
