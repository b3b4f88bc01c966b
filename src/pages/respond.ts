/** Sending pages: security headers, entity tags, compression. */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { matchesNone } from '../store/etags.ts';

type Coding = 'br' | 'gzip' | 'identity';

/** A page that may be sent many times: rendered once, and compressed once in each coding that is requested. */
export class Page {
  readonly #tag: string;
  readonly #bytes: Partial<Record<Coding, Buffer>>;
  readonly #headers: Partial<Record<Coding, PageHeaders>> = {};
  readonly #type: string;

  /** @param type the media type with its charset */
  constructor(text: string, type = 'text/html; charset=utf-8') {
    this.#type = type;
    this.#bytes = { identity: Buffer.from(text) };
    this.#tag = hash('sha256', text, 'base64url').slice(0, 20);
  }

  /** Bytes that it takes at most: as it is, and compressed twice. */
  get size(): number {
    return 2 * (this.#bytes.identity?.length ?? 0);
  }

  /** Strong tags differ by coding (RFC 9110, section 8.8.3). */
  etag(coding: Coding): string {
    return `"${this.#tag}-${coding}"`;
  }

  /** The headers that it is sent with, made once: a page is always sent with the same options. */
  headers(coding: Coding, options: PageOptions): Readonly<PageHeaders> {
    this.#headers[coding] ??= {
      ...headersOf(this.etag(coding), coding, options),
      'content-type': this.#type,
    };
    return this.#headers[coding];
  }

  in(coding: Coding): Buffer {
    const plain = this.#bytes.identity ?? Buffer.alloc(0);
    this.#bytes[coding] ??= compress(plain, coding);
    return this.#bytes[coding];
  }
}

function compress(plain: Buffer, coding: Coding): Buffer {
  if (coding === 'gzip') return gzipSync(plain);
  return brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}

/** Codings by header: browsers send only a few different ones. */
const codings = new LRUCache<string, Coding>({ max: 100 });

/** The coding that a client takes (RFC 9110, section 12.5.3); one that it refuses by `q=0` is not taken. */
function codingFor({ headers }: FastifyRequest): Coding {
  const header = String(headers['accept-encoding'] ?? '');
  const known = codings.get(header);
  if (known !== undefined) return known;
  const accepted = header
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.replace(/;.*$/s, '').trim().toLowerCase());
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  codings.set(header, coding);
  return coding;
}

/** `Cache-Control` of what is public: no cache may show it unasked, for its owner may take it back at any time. */
export const ASK_FIRST = 'public, no-cache';

export interface PageOptions {
  status?: number;
  /** Default `private, no-store`: what a person has typed or owns is nobody else's. */
  cacheControl?: string;
  /** Sources of `frame-ancestors`. Default none. */
  frames?: string;
  /** A nonce for style sheets that a script makes. */
  styleNonce?: string;
  /** What the response depends on. Default `Accept-Encoding`. */
  vary?: string;
  /** Another origin that the page's scripts may send requests to. */
  connect?: string;
}

/** Headers of a page, by their names. */
type PageHeaders = Record<string, string> & { etag?: string };

function headersOf(etag: string, coding: Coding, options: PageOptions): PageHeaders {
  const { cacheControl = 'private, no-store', frames = "'none'" } = options;
  return {
    'cache-control': cacheControl,
    'content-security-policy': contentSecurityPolicy(frames, options),
    'referrer-policy': 'same-origin',
    vary: options.vary ?? 'Accept-Encoding',
    ...(frames === "'none'" ? { 'x-frame-options': 'DENY' } : {}),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    ...(cacheControl.includes('no-store') ? {} : { etag }),
  };
}

/** Builds the policy: only our own files, nothing inline, nothing from another host. */
function contentSecurityPolicy(frames: string, { styleNonce: nonce, connect }: PageOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    `connect-src 'self'${connect === undefined ? '' : ` ${connect}`}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ');
}

/** Sends a page in the coding that the client accepts, or 304. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  options: PageOptions = {},
): FastifyReply {
  const { status = 200 } = options;
  const coding = codingFor(request);
  const headers = page.headers(coding, options);
  reply.headers(headers);
  const wanted = request.headers['if-none-match'];
  if (
    status === 200 &&
    headers.etag !== undefined &&
    wanted !== undefined &&
    matchesNone(wanted, headers.etag)
  )
    return reply.code(304).send();
  return reply.code(status).send(page.in(coding));
}

/** Whether the response is for a person to read, rather than for a script of the page. */
export const wantsHtml = ({ headers }: FastifyRequest): boolean =>
  !/^(?:application\/json|text\/event-stream)/.test(headers.accept ?? '');

/** Whether a client rather reads Markdown than HTML (RFC 9110, section 12.5.1). Browsers do not. */
export function wantsMarkdown({ headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  if (!accept.includes('text/markdown')) return false;
  const weights = new Map(
    accept.split(',').map((item) => {
      const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [type, Number(weight)];
    }),
  );
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

/** Whether a script of the page reads the events of a run as they come. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  /^text\/event-stream/.test(headers.accept ?? '');
