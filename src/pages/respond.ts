/** Sending pages: security headers, entity tags, compression. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { matchesNone } from '../store/etags.ts';

type Coding = 'br' | 'gzip' | 'identity';

/** A page that may be sent many times: rendered once, and compressed once in each coding that is requested. */
export class Page {
  readonly type: string;
  readonly #tag: string;
  readonly #plain: Buffer;
  readonly #compressed: Partial<Record<Coding, Promise<Buffer>>> = {};

  /** @param type the media type with its charset; pictures are compressed already */
  constructor(content: string | Uint8Array, type = 'text/html; charset=utf-8') {
    this.type = type;
    this.#plain = Buffer.from(content);
    this.#tag = hash('sha256', content, 'base64url').slice(0, 20);
  }

  /** Bytes that it takes at most: as it is, and compressed twice. */
  get size(): number {
    return 2 * this.#plain.length;
  }

  /** Strong tags differ by coding (RFC 9110, section 8.8.3). */
  etag(coding: Coding): string {
    return `"${this.#tag}-${coding}"`;
  }

  async in(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') return this.#plain;
    this.#compressed[coding] ??= compress(this.#plain, coding);
    return this.#compressed[coding];
  }
}

/** Renders a view to a page. */
export const render = (view: VNode): Page => new Page(toHtml(view));

/** Renders a view to the text of a page. */
export const toHtml = (view: VNode): string => `<!doctype html>${renderToString(view)}`;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Compresses outside of this thread: a page may have megabytes. */
function compress(plain: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(plain);
  return brotlied(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}

/** The coding that a client takes (RFC 9110, section 12.5.3); one that it refuses by `q=0` is not taken. */
function codingFor({ headers }: FastifyRequest): Coding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((item) => !/;\s*q=0(?:\.0*)?\s*$/.test(item))
    .map((item) => item.replace(/;.*$/s, '').trim().toLowerCase());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** `Cache-Control` of public pages: caches revalidate them each time, because the owner may change or delete the playground. */
export const ASK_FIRST = 'public, no-cache';

export interface PageOptions {
  status?: number;
  /** Default `private, no-store`. */
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

/** Features of browsers that no page uses; copying needs `clipboard-write`. */
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()';

/** Builds the policy: only our own files, nothing inline, nothing from another host. */
function contentSecurityPolicy({ frames = "'none'", styleNonce: nonce, connect }: PageOptions): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
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
  const { status = 200, cacheControl = 'private, no-store', vary = 'Accept-Encoding', frames } = options;
  const coding = page.type.startsWith('image/') ? 'identity' : codingFor(request);
  const etag = page.etag(coding);
  const isCacheable = !cacheControl.includes('no-store');
  reply.headers({
    'cache-control': cacheControl,
    'content-security-policy': contentSecurityPolicy(options),
    'content-type': page.type,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'same-origin',
    vary,
    ...(frames === undefined ? { 'x-frame-options': 'DENY' } : {}),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    ...(isCacheable ? { etag } : {}),
  });
  const wanted = request.headers['if-none-match'];
  if (status === 200 && isCacheable && wanted !== undefined && matchesNone(wanted, etag))
    return reply.code(304).send();
  reply.code(status);
  page.in(coding).then(
    (bytes) => reply.send(bytes),
    (error: Error) => reply.send(error),
  );
  return reply;
}

/** Sends a view that is rendered for this request alone. */
export const sendView = (request: FastifyRequest, reply: FastifyReply, view: VNode, options?: PageOptions) =>
  sendPage(request, reply, render(view), options);

/** Whether the response is for a person to read, rather than for a script of the page. */
export const wantsHtml = ({ headers }: FastifyRequest): boolean =>
  !/^(?:application\/json|text\/event-stream)/.test(headers.accept ?? '');

/** Whether a client prefers Markdown to HTML (RFC 9110, section 12.5.1). Browsers do not name it. */
export function wantsMarkdown({ headers: { accept = '' } }: FastifyRequest): boolean {
  const weightOf = (type: string) => {
    const [, parameters] = new RegExp(`(?:^|,)\\s*text/${type}([^,]*)`, 'i').exec(accept) ?? [];
    return parameters === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(parameters)?.[1] ?? 1);
  };
  return weightOf('markdown') > 0 && weightOf('markdown') >= weightOf('html');
}

/** Whether a script of the page reads the events of a run as they come. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  /^text\/event-stream/.test(headers.accept ?? '');
