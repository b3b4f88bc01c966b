/**
 * A raw-recording HTTP/1.x server on 127.0.0.1: it keeps what a client put on the wire byte for byte, which
 * no HTTP library shows. Used to compare real curl, our proxy and the generated programs with each other.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** One request as it came in. Texts are latin1, one character a byte, so nothing is lost. */
export interface RecordedRequest {
  method: string;
  target: string;
  /** `HTTP/1.1` */
  version: string;
  /** Name and value of each header line in order; white space around the value taken off. */
  headers: [name: string, value: string][];
  /** The header lines exactly as received, without line ends. */
  rawHeaders: string[];
  /** The body after transfer decoding. */
  body: Buffer;
  /** Everything received, request line and framing included. */
  raw: Buffer;
}

/** What to answer. `raw` is written as it stands and replaces all the rest. */
export interface ScriptedResponse {
  status?: number;
  reason?: string;
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Uint8Array;
  raw?: string | Uint8Array;
  /** Close the connection without an answer. */
  hangUp?: boolean;
  /** Keep the connection open without an answer. */
  isSilent?: boolean;
  /** After the answer, connections are refused for so many milliseconds. */
  refusesFor?: number;
}

/** @param index how many requests came before this one */
export type Responder = (request: RecordedRequest, index: number) => ScriptedResponse;

export interface Recorder {
  /** Always 127.0.0.1; `host` is `127.0.0.1:<port>`. */
  port: number;
  host: string;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Completed requests, in the order in which they were completed. */
  requests: RecordedRequest[];
  /** The next request that is completed (or the oldest one not taken yet); rejects after `timeoutMs`. */
  next(timeoutMs?: number): Promise<RecordedRequest>;
  /** Forgets what was recorded. */
  clear(): void;
  close(): Promise<void>;
}

/** The value of a header, any case of its name; repeated lines joined with `, `. */
export function headerOf(
  request: { headers: readonly (readonly [string, string])[] },
  name: string,
): string | undefined {
  const values = request.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ');
}

/** Starts a recorder on a free port. Without a responder every request is answered 200 `ok`. */
export async function startRecorder(respond: Responder = () => ({})): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const waiting: ((request: RecordedRequest) => void)[] = [];
  const sockets = new Set<Socket>();
  let again: NodeJS.Timeout | undefined;
  let count = 0;
  let taken = 0;

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const reader = new RequestReader(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
    socket.on('data', (data) => {
      reader.push(data);
      const request = reader.read();
      if (request === undefined) return;
      // One request a connection: the answer says close.
      socket.removeAllListeners('data');
      socket.resume();
      requests.push(request);
      const answer = respond(request, count);
      count += 1;
      if (answer.hangUp === true) socket.destroy();
      else if (answer.isSilent !== true) socket.end(responseBytes(answer, request.method));
      if (answer.refusesFor !== undefined) {
        const { port } = server.address() as AddressInfo;
        server.close();
        again = setTimeout(() => server.listen(port, '127.0.0.1'), answer.refusesFor);
      }
      const waiter = waiting.shift();
      if (waiter !== undefined) {
        taken = requests.length;
        waiter(request);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const host = `127.0.0.1:${address.port}`;

  return {
    port: address.port,
    host,
    origin: `http://${host}`,
    requests,
    next(timeoutMs = 10_000) {
      const ready = requests[taken];
      if (ready !== undefined) {
        taken += 1;
        return Promise.resolve(ready);
      }
      return new Promise((resolve, reject) => {
        const waiter = (request: RecordedRequest) => {
          clearTimeout(timer);
          resolve(request);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(new Error(`no request within ${timeoutMs} ms`));
        }, timeoutMs);
        waiting.push(waiter);
      });
    },
    clear() {
      requests.length = 0;
      taken = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      clearTimeout(again);
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads one HTTP/1.x request out of arriving bytes. */
class RequestReader {
  #data = Buffer.alloc(0);
  #head: Omit<RecordedRequest, 'body' | 'raw'> | undefined;
  #bodyStart = 0;
  /** Gone once it has been called. */
  #sendContinue: (() => void) | undefined;

  constructor(sendContinue: () => void) {
    this.#sendContinue = sendContinue;
  }

  push(data: Buffer): void {
    this.#data = Buffer.concat([this.#data, data]);
  }

  /** The request once it is complete. A client that waits for `100 Continue` gets it here. */
  read(): RecordedRequest | undefined {
    if (this.#head === undefined) {
      const end = this.#data.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      this.#head = parseHead(this.#data.subarray(0, end).toString('latin1'));
      this.#bodyStart = end + 4;
    }
    const body = this.#body(this.#head);
    if (body !== undefined) return { ...this.#head, body, raw: this.#data };
    if (/100-continue/i.test(headerOf(this.#head, 'expect') ?? '')) {
      this.#sendContinue?.();
      this.#sendContinue = undefined;
    }
    return undefined;
  }

  #body(head: Omit<RecordedRequest, 'body' | 'raw'>): Buffer | undefined {
    const rest = this.#data.subarray(this.#bodyStart);
    if (/chunked/i.test(headerOf(head, 'transfer-encoding') ?? '')) return decodeChunked(rest);
    const length = Number(headerOf(head, 'content-length') ?? 0);
    return rest.length >= length ? rest.subarray(0, length) : undefined;
  }
}

function parseHead(head: string): Omit<RecordedRequest, 'body' | 'raw'> {
  const [requestLine = '', ...rawHeaders] = head.split('\r\n');
  const first = requestLine.indexOf(' ');
  const last = requestLine.lastIndexOf(' ');
  return {
    method: requestLine.slice(0, first),
    target: requestLine.slice(first + 1, last),
    version: requestLine.slice(last + 1),
    rawHeaders,
    headers: rawHeaders.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
    }),
  };
}

/** The decoded body, or undefined while the last chunk has not arrived. */
function decodeChunked(data: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = data.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(data.subarray(at, lineEnd).toString('latin1'), 16);
    const start = lineEnd + 2;
    if (size === 0) return data.indexOf('\r\n', start) < 0 ? undefined : Buffer.concat(chunks);
    if (!(size > 0)) throw new Error('bad chunk size');
    if (data.length < start + size + 2) return undefined;
    chunks.push(data.subarray(start, start + size));
    at = start + size + 2;
  }
}

function responseBytes(answer: ScriptedResponse, method: string): Uint8Array {
  if (answer.raw !== undefined)
    return typeof answer.raw === 'string' ? Buffer.from(answer.raw, 'latin1') : answer.raw;
  const body = Buffer.from(answer.body ?? 'ok');
  const status = answer.status ?? 200;
  const headers = answer.headers ?? [['Content-Type', 'text/plain']];
  const lines = [`HTTP/1.1 ${status} ${answer.reason ?? 'OK'}`];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  const said = (name: string) => headers.some(([key]) => key.toLowerCase() === name);
  if (!said('content-length') && !said('transfer-encoding') && status !== 204 && status !== 304)
    lines.push(`Content-Length: ${body.length}`);
  if (!said('connection')) lines.push('Connection: close');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return method === 'HEAD' || status === 204 || status === 304 ? head : Buffer.concat([head, body]);
}

/** One part of a multipart body. `headers` are the raw lines. */
export interface RecordedPart {
  headers: string[];
  body: Buffer;
}

/** The boundary of a multipart Content-Type. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/.*;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2];
}

/** Splits a multipart body (RFC 2046); undefined when it is not well-formed. Parts are kept byte for byte. */
export function splitMultipart(body: Buffer, boundary: string): RecordedPart[] | undefined {
  const parts: RecordedPart[] = [];
  let at = `--${boundary}`.length;
  if (body.subarray(0, at).toString('latin1') !== `--${boundary}`) return undefined;
  const delimiter = `\r\n--${boundary}`;
  while (body.subarray(at, at + 2).toString('latin1') === '\r\n') {
    const end = body.indexOf(delimiter, at, 'latin1');
    const headEnd = body.indexOf('\r\n\r\n', at, 'latin1');
    if (end < 0 || headEnd < 0 || headEnd > end) return undefined;
    parts.push({
      headers: body
        .subarray(at + 2, Math.max(at + 2, headEnd))
        .toString('latin1')
        .split('\r\n'),
      body: body.subarray(headEnd + 4, end),
    });
    at = end + delimiter.length;
  }
  return body.subarray(at, at + 4).toString('latin1') === '--\r\n' ? parts : undefined;
}
