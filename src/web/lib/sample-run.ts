/** Run in the example of the start page: its recorded answer comes as it came, and nothing is sent. */
import { SAMPLE_RESPONSE } from '../../pages/views/sample.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns what the service would send for a run. */
export function replaySample(signal: AbortSignal): Response {
  const { request, response, timings } = SAMPLE_RESPONSE;
  const { body = '', ...head } = response ?? {};
  const pieces = body.split(/(?<=\n\n)/);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string, data: object) => {
        if (!signal.aborted)
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      };
      signal.addEventListener('abort', () => controller.error(signal.reason));
      const started = performance.now();
      send('request', request);
      await pause(timings.first_byte_ms ?? 0);
      send('response', { ...head, timings });
      for (const text of pieces) {
        await pause((timings.download_ms ?? 0) / pieces.length);
        send('data', { text, at_ms: performance.now() - started });
      }
      send('result', { ...SAMPLE_RESPONSE, response: head });
      if (!signal.aborted) controller.close();
    },
  });
  return new Response(stream);
}
