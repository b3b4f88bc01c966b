/** Traces, where a tracer has been set up before the app is built. */
import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import t from 'tap';
import { testApp } from '../helper.ts';

t.test('without a tracer nothing is traced; with one each request is', async (t) => {
  const untraced = await testApp(t, 'pglite');
  t.notOk(untraced.app.hasPlugin('@fastify/otel'), 'nothing is loaded');
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  t.teardown(() => trace.disable());
  const { call } = await testApp(t, 'pglite');
  t.equal((await call('GET', '/api/usage')).statusCode, 200);
  const spans = exporter.getFinishedSpans();
  t.ok(
    spans.some(({ attributes }) => attributes['http.route'] === '/api/usage'),
    'the request',
    { spans: spans.map(({ name, attributes }) => ({ name, attributes })) },
  );
  t.notMatch(JSON.stringify(spans.map(({ attributes }) => attributes)), /pgk_/, 'without the key');
});
