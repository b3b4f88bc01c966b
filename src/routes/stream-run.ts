/** Executes a request and streams its events to the caller: POST /api/tests/stream, and Run on pages with scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, noteFailure, toApiError } from '../plugins/errors.ts';
import { runnerFor } from '../plugins/proxy.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import type { TestRun } from '../schemas/test-run.ts';
import type { Runner } from '../services/run-request.ts';
import { RunEvents, replayEvents, type SendEvent } from '../services/test-stream.ts';

export interface StreamRunOptions {
  /** The account whose limit of concurrent tests applies. */
  accountId: string;
  /** The public playground that a reader runs; absent for runs of the account itself. */
  publicPlayground?: string | undefined;
  /** Hosts that every hop must be one of. */
  hosts?: readonly string[] | undefined;
  /** Whether fields with secret names are masked in the request's body. */
  maskBodies: boolean;
  /** Runs the request. A `replayed` result was stored by an earlier call: its events are sent again. */
  execute: (run: Runner) => Promise<{ test: TestRun; replayed?: boolean }>;
}

/**
 * Sends the events of a test until its result. A caller that disconnects cancels the test.
 * @throws what `execute` throws before the first event; the response is an ordinary error then
 */
export async function streamRun(
  request: FastifyRequest,
  reply: FastifyReply,
  { maskBodies, execute, ...context }: StreamRunOptions,
): Promise<FastifyReply> {
  const stream = request.server.eventStream(reply);
  const send: SendEvent = ({ event, data }) => stream.send(event, data);
  const observer = new RunEvents(send, { bodies: maskBodies, caller: callerOf(request) });
  const run = runnerFor(request, reply, context, observer);
  try {
    const { test, replayed = false } = await execute(run);
    if (replayed) await replayEvents(test, send);
    else await observer.end(test);
  } catch (error) {
    await observer.sent;
    if (!stream.isStarted) throw error;
    noteFailure(request, toApiError(error));
    void stream.send('error', errorBody(toApiError(error), request.id));
  }
  stream.end();
  return reply;
}
