/** Sends one request over HTTP/1 through got, with our own request function. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import got, { type Method } from 'got';
import { coalesced } from '../body/coalesce.ts';
import {
  EXPECT_CONTINUE_MS,
  type Exchange,
  guardExchange,
  type HttpResponse,
  headerLines,
  informationalGuard,
} from './exchange.ts';
import { pace } from './pace.ts';
import { createRawRequest, stopReading } from './raw-request.ts';

/** Methods for which got expects no body. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * got without its default behaviour: no retries, redirects, decoding, cookies or timeouts (one
 * deadline covers all hops), and no dialling: its `request` function creates a request on our connection.
 */
const client = got.extend({
  // got copies these lists for each request.
  retry: { limit: 0, methods: [], statusCodes: [], errorCodes: [] },
  throwHttpErrors: false,
  followRedirect: false,
  decompress: false,
  isStream: true,
});

/** Sends over HTTP/1.x on a connection that is already open and checked. */
export const exchangeHttp1: Exchange = (wire, context) =>
  new Promise<HttpResponse>((resolve, reject) => {
    const { connection, signal } = context;
    const body = wire.expectContinue ? new Readable({ read() {} }) : wire.body && asBuffer(wire.body);
    let waiting: NodeJS.Timeout | undefined;
    const sendBody = () => {
      clearTimeout(waiting);
      if (!(body instanceof Readable) || body.readableEnded || body.destroyed) return;
      body.push(wire.body);
      body.push(null);
    };
    const { fail, close } = guardExchange(context, reject, (error) => {
      clearTimeout(waiting);
      stream.destroy(error);
    });
    pace(connection.socket);
    let head: ReturnType<typeof responseHead> | undefined;
    const createRequest = () => {
      const informational = informationalGuard((error) => {
        stopReading(request);
        fail(error);
      });
      const request = createRawRequest(wire, context, (response) => {
        // Read before got, which adds a reason phrase if the target sent none.
        head = responseHead(response);
        // node:http treats a 101 without a protocol as the final response.
        if (head.status < 200) informational(head.status);
      });
      request.on('information', ({ statusCode }) => informational(statusCode));
      request.on('continue', sendBody);
      request.on('upgrade', () => informational(101));
      // got listens once. Without this listener, a second error would end the process.
      request.on('error', () => {});
      if (body instanceof Readable) waiting = setTimeout(sendBody, EXPECT_CONTINUE_MS);
      return request;
    };
    // got refuses a body with HEAD; our request function writes it.
    const isHeadWithBody = body !== undefined && wire.method.toUpperCase() === 'HEAD';
    const stream = client.stream(new URL(wire.destination.href), {
      method: isHeadWithBody ? 'GET' : (wire.method as Method), // got's type has the usual ones; any token is sent
      ...(body === undefined ? {} : { body, allowGetBody: true }),
      request: createRequest,
    });
    // got waits for a body if the method allows one.
    if (body === undefined && !WITHOUT_BODY.has(wire.method.toUpperCase())) stream.end();
    stream.on('error', fail);
    stream.once('response', () => {
      clearTimeout(waiting);
      if (head !== undefined) resolve({ ...head, body: coalesced(stream), close });
    });
    if (signal.aborted) fail(signal.reason);
  });

/** Returns a Buffer on the same memory, which got sends without a copy. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function responseHead({ statusCode, statusMessage, httpVersion, rawHeaders }: IncomingMessage) {
  return {
    status: statusCode ?? 0,
    statusText: statusMessage ?? '',
    httpVersion,
    headers: headerLines(rawHeaders),
  };
}
