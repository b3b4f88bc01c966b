/**
 * Traces requests through OpenTelemetry's API, if the operator has set up a tracer before the server
 * (`node --import ./otel.mjs dist/server.js`). Without a tracer, loads and does nothing.
 */
import { ProxyTracerProvider, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

export default fp(
  async (app: FastifyInstance) => {
    const provider = trace.getTracerProvider();
    const configured =
      !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('playgrounds') !== undefined;
    if (!configured) return;
    const { FastifyOtelInstrumentation } = await import('@fastify/otel');
    await app.register(new FastifyOtelInstrumentation().plugin());
  },
  { name: 'traces' },
);
