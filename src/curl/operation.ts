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
  method?: Use | undefined;
  /** `-I`, `--no-head` or `-F`, whichever came first: curl allows only one of them. */
  kind?: 'head' | 'get' | 'form';
  head: boolean;
  get: boolean;
  json?: Use;
  user?: Use;
  bearer?: Use;
  userAgent?: Use;
  referer?: Use | undefined;
  range?: Use;
  resume?: Use;
  timeCondition?: Use;
  requestTarget?: Use;
  /** Authentication schemes that are on. `basic` is what curl uses when none is. */
  schemes: ('basic' | 'digest' | 'ntlm' | 'negotiate' | 'any')[];
  sigv4?: Use;
  pathAsIs: boolean;
  globOff: boolean;
  compressed: boolean;
  insecure: boolean;
  formEscape: boolean;
  follow: 'no' | 'yes' | 'spec';
  trusted: boolean;
  keepMethodOn: (301 | 302 | 303)[];
  maxRedirects?: number;
  timeoutMs?: number;
  connectTimeoutMs?: number;
  httpVersion?: '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3' | undefined;
  ipVersion?: 4 | 6;
  proxy?: { use: Use; scheme: string };
  proxyUser?: Use;
  noProxy?: Use;
  protocols?: ReadonlySet<string>;
  defaultProtocol?: string;
  disallowUser: boolean;
  /** `-J`, which cannot be combined with `-C -`. */
  namedByHeader?: Use | undefined;
}

export function newOperation(): Operation {
  return {
    urls: [],
    uploads: [],
    data: [],
    form: [],
    queries: [],
    headers: [],
    cookies: [],
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
