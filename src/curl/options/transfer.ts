/** Options pass: what the options of one curl transfer (up to `--next`) ask for, before it becomes a request. */
import type { RequestOptions } from '../../schemas/request-shape.ts';
import type { Span, Word } from '../word.ts';

/** A part of the request shape with a word wherever it may have a text. */
export type WithWords<T> = string extends T
  ? T | Word
  : T extends readonly (infer U)[]
    ? WithWords<U>[]
    : T extends object
      ? { -readonly [K in keyof T]: WithWords<T[K]> }
      : T;

/** One use of an option: how it was written, and its value. The span covers both. */
export interface Use extends Span {
  /** As written: `-d`, `--data`. */
  readonly name: string;
  readonly value: Word;
}

/** What decides the method: nothing or `-G`, -I, -F, -d, -T. */
export type Kind = 'get' | 'head' | 'form' | 'post' | 'put';

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
  /** Those of the request that options say by themselves. */
  readonly options: WithWords<RequestOptions> = {};
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
  readonly schemes = new Set<Scheme>();
  sigv4: Use | undefined;
  userAgent: Use | undefined;
  referer: Use | undefined;
  range: Use | undefined;
  resume: Use | undefined;
  timeCondition: Use | undefined;
  follow: 'no' | 'yes' | 'spec' = 'no';
  trusted = false;
  readonly keepMethodOn = new Set<301 | 302 | 303>();
  httpVersion: '1.0' | '1.1' | '2' | '2-prior-knowledge' | '3' | '3-only' | undefined;
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
  readonly retry: NonNullable<RequestOptions['retry']> = { count: 0 };
  cert: Use | undefined;
  /** `-K` with a file that the text does not show: anything may stand in it. */
  configFile: Use | undefined;
  /** Options that say nothing about the request; those without an argument have no value. */
  extras: { readonly name: string; readonly value: Word | undefined }[] | undefined;
}
