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
  queries: Use[];
  headers: Use[];
  cookies: Use[];
  method: Use | undefined;
  /** `-I`, `--no-head` or `-F`, whichever came first: curl allows only one of them. */
  kind: 'head' | 'get' | 'form' | undefined;
  head: boolean;
  get: boolean;
  json: Use | undefined;
  user: Use | undefined;
  bearer: Use | undefined;
  userAgent: Use | undefined;
  referer: Use | undefined;
  range: Use | undefined;
  resume: Use | undefined;
  timeCondition: Use | undefined;
  requestTarget: Use | undefined;
  /** Authentication schemes that are on. `basic` is what curl uses when none is. */
  schemes: ('basic' | 'digest' | 'ntlm' | 'negotiate' | 'any')[];
  sigv4: Use | undefined;
  pathAsIs: boolean;
  globOff: boolean;
  compressed: boolean;
  insecure: boolean;
  formEscape: boolean;
  follow: 'no' | 'yes' | 'spec';
  trusted: boolean;
  keepMethodOn: (301 | 302 | 303)[];
  maxRedirects: number | undefined;
  timeoutMs: number | undefined;
  connectTimeoutMs: number | undefined;
  httpVersion: '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3' | undefined;
  ipVersion: 4 | 6 | undefined;
  proxy: { use: Use; scheme: string } | undefined;
  proxyUser: Use | undefined;
  noProxy: Use | undefined;
  protocols: ReadonlySet<string> | undefined;
  defaultProtocol: string | undefined;
  disallowUser: boolean;
  /** `-J`, which cannot be combined with `-C -`. */
  namedByHeader: Use | undefined;
}

/** All properties are there from the start: operations of one shape are read the fastest. */
export function newOperation(): Operation {
  return {
    urls: [],
    uploads: [],
    data: [],
    form: [],
    queries: [],
    headers: [],
    cookies: [],
    method: undefined,
    kind: undefined,
    json: undefined,
    user: undefined,
    bearer: undefined,
    userAgent: undefined,
    referer: undefined,
    range: undefined,
    resume: undefined,
    timeCondition: undefined,
    requestTarget: undefined,
    sigv4: undefined,
    maxRedirects: undefined,
    timeoutMs: undefined,
    connectTimeoutMs: undefined,
    httpVersion: undefined,
    ipVersion: undefined,
    proxy: undefined,
    proxyUser: undefined,
    noProxy: undefined,
    protocols: undefined,
    defaultProtocol: undefined,
    namedByHeader: undefined,
    head: false,
    get: false,
    schemes: [],
    pathAsIs: false,
    globOff: false,
    compressed: false,
    insecure: false,
    formEscape: false,
    follow: 'no',
    trusted: false,
    keepMethodOn: [],
    disallowUser: false,
  };
}
