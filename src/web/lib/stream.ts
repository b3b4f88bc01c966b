/** Reads the events of a streamed run (the same as those of POST /api/tests/stream). */
import { createParser } from 'eventsource-parser';
import type { TestStreamEvent } from '../../schemas/test-stream.ts';

/** Yields the events. @throws TypeError when the connection is lost; AbortError when the request was aborted */
export async function* readRunEvents(response: Response): AsyncGenerator<TestStreamEvent> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let ready: TestStreamEvent[] = [];
  const parser = createParser({
    // The service sends only these events.
    onEvent: ({ event, data }) => ready.push({ event, data: JSON.parse(data) } as TestStreamEvent),
  });
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
    yield* ready;
    ready = [];
  }
}
