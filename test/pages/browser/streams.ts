/** Targets whose responses come in pieces, and where a page shows them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip, type Gzip } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { listen } from './world.ts';

/** A target whose open responses the test writes itself. */
export interface Streams {
  origin: string;
  /** The next request that comes, with its response's header block sent. */
  next(): Promise<{ write(text: string): void; end(): void; closed: Promise<void> }>;
}

const TYPES: Record<string, string> = { '/lines': 'application/x-ndjson', '/log': 'text/plain' };

export async function streams(t: Test): Promise<Streams> {
  type Open = Awaited<ReturnType<Streams['next']>>;
  const opened: Open[] = [];
  const waiting: ((open: Open) => void)[] = [];
  const origin = await listen(t, (request: IncomingMessage, response: ServerResponse) => {
    const zipped = request.url === '/gzip';
    const type = TYPES[request.url ?? ''] ?? 'text/event-stream';
    response.writeHead(200, { 'content-type': type, ...(zipped && { 'content-encoding': 'gzip' }) });
    response.flushHeaders();
    let gzip: Gzip | undefined;
    if (zipped) {
      gzip = createGzip();
      gzip.pipe(response);
    }
    const body = gzip ?? response;
    const open: Open = {
      write(text) {
        body.write(text);
        gzip?.flush();
      },
      end: () => void body.end(),
      closed: new Promise((resolve) => response.on('close', resolve)),
    };
    const taker = waiting.shift();
    if (taker === undefined) opened.push(open);
    else taker(open);
  });
  return {
    origin,
    async next() {
      return opened.shift() ?? new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** A target that sends thirty customers as JSON after so many milliseconds. */
export function customers(t: Test, delay: () => number): Promise<string> {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `customer ${id}` }));
  return listen(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end(JSON.stringify(rows)), delay());
  });
}

export const event = (delta: string) => `event: delta\ndata: ${JSON.stringify({ delta, index: 1 })}\n\n`;

export const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** Layout shifts of a page since it was opened, those right after an input left out. */
export const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
