/**
 * Logs one line for each request after its response: account, path, address, status and duration. Never logs keys,
 * query strings, headers or bodies.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The target and outcome of an executed test, for the log and the metrics. */
export interface TargetOutcome {
  /** The account that is charged. */
  accountId: string;
  /** Host and port as the URL has them. */
  host: string;
  /** `completed`, or the error's code. */
  outcome: string;
  /** Milliseconds of the whole exchange; null when nothing was sent. */
  ms: number | null;
  /** Milliseconds of each phase, for the metrics; null for a phase that did not occur. */
  timings?: Readonly<Record<string, number | null>>;
}

declare module 'fastify' {
  interface FastifyInstance {}
  interface FastifyRequest {
    /** Set by requests that execute a test. */
    target: TargetOutcome | null;
    /** Why the service failed, where it did. */
    failure: { level: 'warn' | 'error'; err: unknown } | null;
  }
}

/** An API key, or the beginning of one. */
const KEY = /pgk_[\w-]+/g;

const round = (ms: number): number => Math.round(ms * 10) / 10;

/**
 * Writes a request's line as soon as its response has been sent, or its client has disconnected.
 * @param decoded the path without percent-encoding; the line has it as it was sent, unless a key is in it
 */
export function logAfterResponse(request: FastifyRequest, reply: FastifyReply, decoded: string): void {
  const began = performance.now();
  request.target ??= null; // a request with a malformed URL lacks what plugins decorate
  request.failure ??= null;
  reply.raw.on('close', () => {
    const { identity, target, failure } = request;
    const masked = decoded.replace(KEY, 'pgk_…');
    const path = (masked === decoded ? request.url : masked).replace(/\?.*$/s, '');
    const { headersSent, writableEnded } = reply.raw;
    const status = headersSent ? reply.statusCode : null;
    request.log[failure?.level ?? 'info'](
      {
        method: request.method,
        path,
        status,
        ms: round(performance.now() - began),
        address: request.ip,
        ...(identity === null
          ? target && { account_id: target.accountId }
          : { account_id: identity.accountId, key_id: identity.keyId }),
        ...(target && { target: { host: target.host, outcome: target.outcome, ms: target.ms } }),
        ...(writableEnded ? {} : { aborted: true }),
        ...(failure && { err: failure.err }),
      },
      `${request.method} ${path} ${writableEnded ? status : 'aborted by the client'}`,
    );
  });
}

export default fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('target', null);
    app.decorateRequest('failure', null);
  },
  { name: 'request-log' },
);
