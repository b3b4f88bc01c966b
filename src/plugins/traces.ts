/**
 * Traces through OpenTelemetry's API, where whoever runs the server has set up a tracer before it
 * (`node --import ./otel.mjs dist/server.js`). Without one nothing is loaded and nothing is done.
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
