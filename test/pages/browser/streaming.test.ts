/** Run on pages: the response while it comes, Stop, Replay, failures, two results. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip, type Gzip } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, inBrowser, listen, longInBrowser, settled, world } from './world.ts';

/** A target whose open responses the test writes itself. */
interface Streams {
  origin: string;
  /** The next request that comes, with its response's header block sent. */
  next(): Promise<{ write(text: string): void; end(): void; closed: Promise<void> }>;
}

const TYPES: Record<string, string> = { '/lines': 'application/x-ndjson', '/log': 'text/plain' };

async function streams(t: Test): Promise<Streams> {
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
function customers(t: Test, delay: () => number): Promise<string> {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, name: `customer ${id}` }));
  return listen(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end(JSON.stringify(rows)), delay());
  });
}

const event = (delta: string) => `event: delta\ndata: ${JSON.stringify({ delta, index: 1 })}\n\n`;

const isInView = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

const focusedText = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.textContent?.trim() || (document.activeElement?.ariaLabel ?? ''),
  );

/** Layout shifts of a page since it was opened, those right after an input left out. */
const shifts = (page: Page) =>
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

t.test('a public page shows the body as it comes', inBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  const id = await w.create({ curl_command: `curl -N ${target.origin}/`, public_runs: true });
  const page = await w.open(`/p/${id}`, { viewport: { width: 390, height: 700 } });
  const complaints = complaintsOf(page);
  const run = page.getByRole('button', { name: 'Run' });
  const response = page.getByRole('region', { name: 'Response', exact: true });
  const events = page.getByRole('region', { name: 'Events' });
  const stop = response.getByRole('button', { name: 'Stop' });
  await run.focus();
  await page.keyboard.press('Enter');
  const first = await target.next();
  first.write(event('Hel'));
  await response.getByText('Hel', { exact: true }).waitFor();
  t.ok(await isInView(stop), 'Run, which stops, too, is out of view');
  t.ok(await isInView(response.locator('.pg-resp')), 'in view on a narrow screen');
  t.match(await response.locator('.pg-resp').textContent(), /200 OK.*\d\.\d s.*\d+ B.*Events1/s);
  t.match(await focusedText(page), /^Stop/, 'the focus stays, where Run was');
  await page.getByRole('radio', { name: 'Events' }).check();
  await events.getByText('"Hel"', { exact: true }).waitFor();
  const clock = response.locator('.pg-clock').first();
  const before = await clock.textContent();
  await page.waitForFunction((text) => document.querySelector('.pg-clock')?.textContent !== text, before);
  first.write(event('lo'));
  await events.getByText('"lo"', { exact: true }).waitFor();
  await events.getByText('"lo"', { exact: true }).click();
  t.match(
    await events.getByRole('group', { name: 'JSON' }).textContent(),
    /delta: "lo"/,
    'its JSON, unfolded',
  );
  t.match(await events.locator('.pg-events__time').first().textContent(), /\d m?s$/, 'its time');
  t.strictSame(await findings(page, true), [], 'nothing for axe while it runs');
  await page.getByRole('button', { name: 'Stop' }).first().focus();
  first.end();
  await stop.waitFor({ state: 'detached' });
  t.match(await page.getByRole('status').textContent(), /^Response 200 OK in [\d.]+ m?s, \d+ B, 2 events\.$/);
  t.match(await focusedText(page), /^Run/, 'the focus stays');
  t.ok(await isInView(response.locator('.pg-resp')), 'the result, too');
  t.equal(await events.locator('li').count(), 2);
  t.strictSame(await findings(page), [], 'nothing for axe in the result');

  await page.getByRole('button', { name: 'Replay' }).click();
  await stop.waitFor();
  await stop.click();
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  t.equal(await events.locator('li').count(), 2, 'the result is there again');
  t.match(await focusedText(page), /^Replay$/, 'where Stop was');

  await run.click();
  const second = await target.next();
  second.write(event('never ends'));
  await events.getByText('never ends').waitFor();
  await stop.click();
  await second.closed;
  await response.getByText('You stopped the run.').waitFor();
  t.match(await events.textContent(), 'never ends', 'what came is still there');
  t.match(await page.getByRole('status').textContent(), /incomplete: Stopped\.$/);
  t.match(
    await response.locator('.pg-timing__list').textContent(),
    /Waiting.*Download/,
    'until it was stopped',
  );
  t.strictSame(complaints, []);
});

t.test('a timeout says what had arrived', longInBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  const id = await w.create({ curl_command: `curl -N -m 3 ${target.origin}/`, public_runs: true });
  const page = await w.open(`/p/${id}`);
  await page.getByRole('button', { name: 'Run' }).click();
  const stream = await target.next();
  stream.write(event('only this'));

  await page.getByText(/^Timed out after 3(?:\.\d)? s$/).waitFor();
  const words = await page.locator('.pg-fail__text').textContent();
  t.match(words, /The server sent 200 OK and 1 event, then nothing for (?:2\.\d|3) s\./);
  t.match(words, /The limit is -m 3 in the command\. Run it again, or allow it more time\./);
  t.match(await page.locator('#response').textContent(), 'only this');
});

t.test('an embedded playground streams too, gzip and JSON lines included', longInBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  for (const path of ['gzip', 'lines']) {
    const id = await w.create({ curl_command: `curl -N ${target.origin}/${path}`, public_runs: true });
    const page = await w.open(`/embed/${id}`);
    await page.getByRole('button', { name: 'Run' }).click();
    const stream = await target.next();
    for (const word of ['one', 'two']) {
      stream.write(path === 'lines' ? `${JSON.stringify({ word })}\n` : event(word));
      await page.getByRole('radio', { name: path === 'lines' ? 'Lines' : 'Events' }).check();
      await page.getByRole('region', { name: 'Events' }).getByText(`"${word}"`).waitFor();
    }
    t.ok(await page.getByRole('button', { name: 'Stop' }).isVisible(), 'before its end');
    stream.end();
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    t.ok((await shifts(page)) <= 0.05);
  }
});

t.test(
  'a stream is followed on a phone until the reader scrolls, with Stop in view',
  inBrowser,
  async (t) => {
    const w = await world(t);
    const target = await streams(t);
    const id = await w.create({
      curl_command: `curl -N ${target.origin}/ -H 'A: {{a}}' -d '{{b}} {{c}}'`,
      public_runs: true,
    });
    for (const path of ['/p', '/embed']) {
      const page = await w.open(`${path}/${id}`, {
        viewport: { width: 390, height: path === '/p' ? 700 : 512 },
      });
      for (const name of ['a', 'b', 'c']) await page.getByLabel(name, { exact: true }).fill('x');
      await page.getByRole('button', { name: 'Run' }).click();
      const stream = await target.next();
      const text = page.locator('.pg-stream');
      const write = async (from: number) => {
        for (let at = from; at < from + 20; at += 1) {
          stream.write(event(`word${at} ${'and so on '.repeat(12)}`));
          await page.waitForTimeout(60);
        }
        await text.getByText(`word${from + 19} `).waitFor();
        await page.waitForTimeout(300);
      };
      const end = () =>
        text.evaluate((one) => {
          const card = one.closest('.pg-card')?.getBoundingClientRect().bottom ?? innerHeight;
          return one.getBoundingClientRect().bottom - Math.min(innerHeight, card);
        });
      await write(1);
      t.ok((await end()) <= 2, `${path}: the end is in view, ${await end()}`);
      t.ok((await end()) >= -120, `${path}: and not far above, ${await end()}`);
      const stop = page.getByRole('button', { name: 'Stop' });
      const inView = await Promise.all((await stop.all()).map(isInView));
      t.ok(inView.includes(true), `${path}: Stop is in view`);
      await text.hover();
      await page.mouse.wheel(0, -300);
      await page.waitForTimeout(300);
      const before = await end();
      await write(21);
      t.ok((await end()) > before + 300, `${path}: not after the reader scrolled up`);
      await page.mouse.wheel(0, 20_000);
      await page.waitForTimeout(300);
      stream.end();
      await page.getByRole('button', { name: 'Replay' }).waitFor();
      await page.context().close();
    }
  },
);

t.test(
  'who has scrolled up in a stream, or stops it, keeps the line that they read',
  inBrowser,
  async (t) => {
    const w = await world(t);
    const target = await streams(t);
    const id = await w.create({ curl_command: `curl -N ${target.origin}/`, public_runs: true });
    for (const [path, width, height] of [
      ['/p', 1440, 900],
      ['/p', 390, 844],
      ['/embed', 720, 380],
      ['/embed', 350, 512],
    ] as const)
      for (const how of ['ends above', 'stops'] as const) {
        const what = `${path} at ${width} ${how}`;
        const page = await w.open(`${path}/${id}`, { viewport: { width, height } });
        await page.getByRole('button', { name: 'Run' }).click();
        const stream = await target.next();
        const lines = page.locator('.pg-stream > p');
        for (let at = 0; at < 120; at += 20) {
          for (let line = at; line < at + 20; line += 1) stream.write(event(`line ${line}\n\n`));
          await lines.nth(at + 19).waitFor();
        }
        await page.waitForTimeout(300);
        const isAbove = how.endsWith('above');
        if (isAbove) {
          await page.locator('.pg-stream').hover();
          await page.mouse.wheel(0, -700);
          await page.waitForTimeout(300);
        }
        const top = (line: number) => lines.nth(line).evaluate((one) => one.getBoundingClientRect().top);
        t.ok((await top(60)) < 0, `${what}: it is scrolled`);
        const before = await top(119);
        t.equal(before < height, !isAbove, `${what}: its end is in view`);
        if (how.startsWith('stops')) {
          const stops = await page.getByRole('button', { name: 'Stop' }).all();
          const inView = await Promise.all(stops.map(isInView));
          // By hand: playwright scrolls to what is sticky.
          const box = await stops[inView.indexOf(true)]?.boundingBox();
          await page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
        } else stream.end();
        await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
        await page.waitForTimeout(200);
        const moved = (await top(119)) - before;
        // At the end, what is below the text of a running stream goes away.
        t.ok(Math.abs(moved) <= (isAbove ? 2 : 40), `${what}: its last line moved by ${moved}`);
        await page.context().close();
      }
  },
);

/** Where a text of the response stands, in pixels from the top of the window. */
const topOf = (page: Page, text: string) =>
  page.locator('.pg-response__set > .pg-set__pane:visible').evaluate((pane, text) => {
    const nodes = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const at = node.textContent?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      return range.getBoundingClientRect().top;
    }
    throw new Error(`${text} is not shown`);
  }, text);

t.test('who has scrolled up in a text keeps the line, however long it gets', longInBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  const log = (at: number) => `line ${at} of a log that is long enough for this\n`;
  const answer = (at: number) => event(`line ${at} of an answer that is long enough for this\n\n`);
  for (const [path, line, where, width, height, far, ends] of [
    ['/log', log, '/p', 1440, 900, 700, [300]],
    ['/log', log, '/embed', 350, 512, 700, [300]],
    ['/log', log, '/p', 390, 844, 700, [700, 2500]],
    ['/log', log, '/p', 1440, 900, 90_000, [700, 2500]],
    ['/', answer, '/p', 1440, 900, 700, [700, 2500]],
    ['/', answer, '/embed', 350, 512, 700, [700]],
  ] as const) {
    const what = `${where} at ${width}, ${far} up in ${path}`;
    const id = await w.create({ curl_command: `curl -N ${target.origin}${path}`, public_runs: true });
    const page = await w.open(`${where}/${id}`, { viewport: { width, height } });
    await page.getByRole('button', { name: 'Run' }).click();
    const stream = await target.next();
    const body = page.locator('.pg-response__set > .pg-set__pane:visible');
    const write = async (from: number, to: number) => {
      for (let at = from; at < to; at += 1) {
        stream.write(line(at));
        if (at % 100 === 99) await page.waitForTimeout(150);
      }
      await page.waitForTimeout(300);
    };
    await write(0, 300);
    await body.getByText('line 299 ').waitFor();
    const box = await body.boundingBox();
    await page.mouse.move(width / 2, Math.min((box?.y ?? 0) + (box?.height ?? 0), height) - 60);
    await page.mouse.wheel(0, -far);
    await page.waitForTimeout(300);
    const read = far > 700 ? 'line 1 ' : 'line 285 ';
    const before = await topOf(page, read);
    t.ok((await topOf(page, 'line 299 ')) > before + 100, `${what}: it is scrolled`);
    let written = 300;
    const stands = async (when: string) =>
      t.ok(Math.abs((await topOf(page, read)) - before) <= 2, `${what}: the line stands ${when}`);
    for (const end of ends) {
      await write(written, end);
      written = end;
      await stands(`after line ${end}`);
    }
    stream.end();
    await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
    await page.waitForTimeout(300);
    await stands(`at the end, after line ${written}`);
    await page.context().close();
  }
});

t.test('the place of a response stands while a run waits', inBrowser, async (t) => {
  const w = await world(t);
  let delay = 0;
  const target = await customers(t, () => delay);
  const ids = await Promise.all(
    [1, 2].map((at) => w.create({ curl_command: `curl ${target}/${at}`, public_runs: true })),
  );
  const guide = await w.call('POST', '/api/collections', {
    name: 'Guide',
    is_public: true,
    playground_ids: ids,
  });
  const host = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><meta name="viewport" content="width=device-width"><div data-playground="${ids[0]}"></div>` +
        `<p>Below</p><script src="${w.base}/embed.js" async></script>`,
    );
  });
  const { id: guideId } = await guide.json();
  for (const [url, width] of [
    [`${w.base}/p/${ids[0]}`, 390],
    [`${w.base}/c/${guideId}`, 390],
    [`${w.base}/c/${guideId}`, 1440],
    [host, 390],
    [host, 1440],
  ] as const) {
    const page = await w.newPage({ viewport: { width, height: 844 } });
    await page.goto(url);
    await settled(page); // without its script, Run of a card sends its form
    const within = url === host ? page.frameLocator('iframe') : page;
    const run = within.getByRole('button', { name: /^Run/ }).first();
    delay = 0;
    await run.click();
    await within.getByText('customer 0').first().waitFor();
    await page.waitForTimeout(500);
    delay = 800;
    const shifted = await shifts(page);
    await page.evaluate(() => {
      const heights: number[] = [];
      Object.assign(window, { heights });
      const measured = document.querySelector('iframe') ?? document.documentElement;
      setInterval(() => heights.push(measured.scrollHeight || measured.clientHeight), 8);
    });
    await run.click();
    await within.getByRole('button', { name: 'Stop' }).first().waitFor();
    await run.waitFor();
    await page.waitForTimeout(300);
    const heights: number[] = await page.evaluate(() => Reflect.get(window, 'heights'));
    const what = `${new URL(url).pathname.slice(0, 3)} at ${width}`;
    t.equal(Math.min(...heights), heights[0], `${what}: nothing comes up`);
    t.equal(Math.max(...heights), heights[0], `${what}: nothing goes down`);
    t.equal(await shifts(page), shifted, `${what}: nothing moves`);
    await page.context().close();
  }
});

t.test('on a phone the window stays where a run waits when its response comes', inBrowser, async (t) => {
  const w = await world(t);
  const order = { lines: [{ sku: 'a' }, { sku: 'b' }], ship_to: { name: 'Ada', city: 'London', zip: '1' } };
  const target = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    const text = JSON.stringify(Array(12).fill(order));
    setTimeout(() => response.write(text.slice(0, 700)), 2500);
    setTimeout(() => response.end(text.slice(700)), 3000);
  });
  const id = await w.create({
    description: 'Some words\n\n'.repeat(9),
    curl_command: `curl ${target}/{{a}}/{{b}}`,
    variables: [
      { name: 'a', default: '1' },
      { name: 'b', default: '2' },
    ],
    public_runs: true,
  });
  const phone = { hasTouch: true, isMobile: true };
  for (const [width, height] of [
    [390, 844],
    [360, 740],
    [820, 1180],
  ] as const) {
    const page = await w.open(`/p/${id}`, { viewport: { width, height }, ...phone });
    await page.getByRole('button', { name: /^Run/ }).first().tap();
    const waits = page.locator('.pg-resp--running');
    await waits.waitFor();
    await page.waitForTimeout(300);
    t.ok(await isInView(waits), `${width}: what waits is in view`);
    const before = await page.evaluate(() => scrollY);
    await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
    await page.waitForTimeout(300);
    t.equal(await page.evaluate(() => scrollY), before, `${width}`);
    t.ok((await shifts(page)) <= 0.02, `${width}: nothing jumps, ${await shifts(page)}`);
    await page.context().close();
  }
});

t.test(
  'a run in a guide keeps the head of its card in view, and shows the response',
  inBrowser,
  async (t) => {
    const w = await world(t);
    const target = await customers(t, () => 600);
    const command = (path: string) => `curl ${target}${path} \\\n${"  -H 'A: a' \\\n".repeat(6)}  -H 'B: b'`;
    const ids = await Promise.all(
      ['/1', '/2', '/3'].map((path) => w.create({ curl_command: command(path), public_runs: true })),
    );
    const fields = { name: 'Guide', is_public: true, playground_ids: ids };
    const { id } = await (await w.call('POST', '/api/collections', fields)).json();
    for (const [width, height, at] of [
      [390, 844, 126],
      [390, 844, 684],
      [820, 1180, 406],
      [1180, 820, 660],
    ] as const) {
      const page = await w.open(`/c/${id}`, { viewport: { width, height }, hasTouch: true });
      const what = `${width} at ${at}`;
      const card = page.locator('.pg-card').nth(1);
      const head = card.locator('.pg-card__head');
      await head.evaluate((one, at) => scrollBy(0, one.getBoundingClientRect().top - at), at);
      const run = card.locator('[data-run-button]');
      await run.tap();
      await card.getByText('customer 0').first().waitFor();
      await page.waitForTimeout(200);
      const isSeen = (one: Locator) =>
        one.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      t.ok(await isSeen(run), `${what}: Run is not under the bar of the page`);
      t.ok(await isSeen(card.locator('.pg-resp .pg-status')), `${what}: nor the status under the head`);
      await page.context().close();
    }
  },
);

t.test('a replay that is stopped keeps the line, too', longInBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  const id = await w.create({ curl_command: `curl -N ${target.origin}/`, public_runs: true });
  const page = await w.open(`/p/${id}`);
  await page.getByRole('button', { name: 'Run' }).click();
  const stream = await target.next();
  const lines = page.locator('.pg-stream > p');
  for (let at = 0; at < 80; at += 1) {
    stream.write(event(`line ${at}\n\n`));
    await page.waitForTimeout(40);
  }
  stream.end();
  await page.getByRole('button', { name: 'Replay' }).click();
  await lines.nth(50).waitFor();
  const stop = page.getByRole('button', { name: 'Stop' }).last();
  // At once: the next lines come while a click is sent.
  const seen = await stop.evaluate((button: HTMLElement) => {
    const { length } = document.querySelectorAll('.pg-stream > p');
    button.click();
    return length - 3;
  });
  await lines.nth(79).waitFor();
  const at = await lines.nth(seen).evaluate((one) => one.getBoundingClientRect().top);
  const pane = (await page.locator('.pg-pane').boundingBox()) ?? { y: 0, height: 0 };
  t.ok(at > pane.y && at < pane.y + pane.height, `line ${seen} is in view: ${at}`);
});

/** A piece of a chat completion, and its last event. */
const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const last = (reason: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: reason }], usage: { completion_tokens: 96 } })}\n\n`;

t.test(
  'nothing jumps when a stream ends, and a card says how fast it was in its line',
  inBrowser,
  async (t) => {
    const w = await world(t);
    const target = await streams(t);
    const id = await w.create({ curl_command: `curl -N ${target.origin}/`, public_runs: true });
    for (const [path, width, reason] of [
      ['/p', 390, 'length'],
      ['/p', 1280, 'stop'],
      ['/embed', 390, 'stop'],
      ['/embed', 720, 'stop'],
    ] as const) {
      const page = await w.open(`${path}/${id}`, { viewport: { width, height: 700 } });
      await page.getByRole('button', { name: 'Run' }).click();
      const stream = await target.next();
      for (let at = 0; at < 8; at += 1) {
        stream.write(piece(`word${at} `));
        await page.waitForTimeout(120);
      }
      const text = page.locator('.pg-stream');
      await text.getByText('word7').waitFor();
      const top = () => text.evaluate((one) => one.getBoundingClientRect().top);
      const before = await top();
      stream.write(last(reason));
      stream.end();
      await page.getByRole('button', { name: 'Replay' }).waitFor();
      const what = `${path} at ${width}`;
      t.ok(Math.abs((await top()) - before) <= 2, `${what}: the words stay, ${(await top()) - before}`);
      const moved = await shifts(page);
      t.ok(moved <= 0.02, `${what}: ${moved}`);
      const facts = page.locator('.pg-stream__facts');
      const line = await page.locator('.pg-resp').innerText();
      const isCard = path === '/embed';
      t.equal(/\d tokens\/s/.test(line), isCard, `${what}: ${line}`);
      t.equal(await facts.isVisible(), !isCard);
      t.equal(await page.locator('.pg-timing').isVisible(), !isCard);
      if (!isCard) {
        t.equal(
          /Ended early length/.test(await facts.innerText()),
          reason === 'length',
          'only if it is not the end',
        );
        const ends = await page.evaluate(() =>
          ['.pg-timing__line', '.pg-resp'].map(
            (name) => document.querySelector(name)?.getBoundingClientRect().right ?? 0,
          ),
        );
        t.ok(Math.abs((ends[1] ?? 0) - (ends[0] ?? 0) - 16) <= 1, `the bar ends at the right edge, ${ends}`);
      }
      await page.context().close();
    }
  },
);

t.test('an error of the API: its body, and what to do', inBrowser, async (t) => {
  const w = await world(t);
  const origin = await listen(t, ({ url = '' }, response) => {
    const headers = { location: url, 'content-type': 'application/json' };
    const wait = url === '/429' ? { 'retry-after': '30' } : {};
    response.writeHead(Number(url.slice(1)), { ...headers, ...wait }).end('{"body":[],"none":{}}');
  });
  const page = await w.newPage();
  for (const [status, words] of [
    [429, 'The API asks to wait 30 s.'],
    [404, 'The API has nothing at this URL. Check its path and the values in it.'],
    [502, 'The API failed. Try again in a minute.'],
    [400, ''],
  ] as const) {
    const id = await w.create({ curl_command: `curl ${origin}/${status}`, public_runs: true });
    await page.goto(`${w.base}/p/${id}`);
    await page.getByRole('button', { name: 'Run' }).click();
    const tree = page.getByRole('group', { name: 'JSON' });
    await tree.waitFor();
    t.match(await tree.innerText(), /body: \[\]\s+none: \{\}/, 'the body is there');
    t.equal(await tree.locator('details').count(), 1, 'what is empty does not open');
    const line = (await page.locator('.pg-response__rest').allInnerTexts())[0] ?? '';
    t.ok(line.startsWith(words || 'GET '), `${status}: ${line}`);
  }
  const circle = await w.create({ curl_command: `curl -L ${origin}/302`, public_runs: true });
  await page.goto(`${w.base}/p/${circle}`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Too many redirects').first().waitFor();
  const lines = page.locator('.pg-redirects li');
  t.equal(await lines.count(), 1, 'a circle is one line');
  t.match(await lines.innerText(), /302 .*, \d\d times$/);
});

t.test('the editor streams, and its history has the run', inBrowser, async (t) => {
  const w = await world(t);
  const target = await streams(t);
  const id = await w.create({ curl_command: `curl -N ${target.origin}/`, is_public: false });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/account/playgrounds/${id}`);
  await page.getByRole('button', { name: /^Run/ }).click();
  const first = await target.next();
  first.write(event('from the editor'));
  const events = page.getByRole('region', { name: 'Events' });
  await page.getByText('from the editor', { exact: true }).waitFor();
  t.match(await focusedText(page), /^Run/, 'the focus stays');
  await page.getByRole('radio', { name: 'Events' }).check();
  first.write(event('end'));
  await events.getByText('"end"').waitFor();
  first.end();
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  t.match(await page.getByRole('status').filter({ hasText: 'Response' }).textContent(), /2 events\.$/);

  await page.getByRole('button', { name: /^Run/ }).click();
  const second = await target.next();
  second.write(event('stopped'));
  await events.getByText('stopped').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await second.closed;
  await page.getByText('You stopped the run.').waitFor();
  const list = async () => (await (await w.call('GET', '/api/tests')).json()) as { data: { id: string }[] };
  while ((await list()).data.length < 2) await page.waitForTimeout(50);
  const runs = (await list()).data;
  const stored = (await (await w.call('GET', `/api/tests/${runs[0]?.id}`)).json()) as object;
  t.match(stored, { status: 'failed', error: { code: 'cancelled' }, response: { truncated: true } });

  await page.goto(`${w.base}/account/tests/${runs[1]?.id}`);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  await page.getByRole('radio', { name: 'Events' }).check();
  t.equal(await events.locator('li').count(), 2, 'a stored result is replayed to its end');

  await page.goto(`${w.base}/account/tests/compare?test=${runs[0]?.id}&test=${runs[1]?.id}`);
  const [older, newer] = [
    page.getByRole('region', { name: 'Older', exact: true }),
    page.getByRole('region', { name: 'Newer', exact: true }),
  ];
  t.match(await older.textContent(), 'from the editor');
  t.match(await newer.textContent(), 'stopped');
  const [left, right] = [await older.boundingBox(), await newer.boundingBox()];
  t.ok((left?.x ?? 0) < (right?.x ?? 0), 'the older one is on the left');
  t.strictSame(complaints, []);
});

t.test('results side by side: JSON laid out', longInBrowser, async (t) => {
  const w = await world(t);
  let version = 0;
  const origin = await listen(t, (_request, response) => {
    version += 1;
    response.setHeader('content-type', 'application/json');
    response.end(
      `{"same":1,"user":{"name":"Ada","visits":9007199254740993${version}},"tags":["a"${version > 1 ? ',"b"' : ''}]}`,
    );
  });
  const playground_id = await w.create({ name: 'Visits', curl_command: `curl ${origin}` });
  for (let run = 0; run < 2; run += 1) await w.call('POST', '/api/tests/execute', { playground_id });
  const { data } = (await (await w.call('GET', '/api/tests')).json()) as { data: { id: string }[] };
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/tests/compare?test=${data[0]?.id}&test=${data[1]?.id}`);
  const differing = page.getByRole('region', { name: 'Body of the newer result' }).locator('.line.new');
  const texts = await differing.allInnerTexts();
  t.strictSame(
    texts.map((text) => text.trim()),
    ['"visits": 90071992547409932', '"a",', '"b"'],
  );
  const removed = page.getByRole('region', { name: 'Body of the older result' }).locator('.line.removed');
  t.equal(await removed.count(), 2, 'what the newer one has no more is marked as removed');
  await page.getByText('other headers').waitFor();
  const headers = page.getByRole('table', { name: 'Headers that differ' });
  t.strictSame(await headers.locator('tbody th').allInnerTexts(), ['content-length'], 'not the date');
  await page.getByRole('link', { name: 'Visits' }).click();
  await page.waitForURL(`**/account/playgrounds/${playground_id}`);
  await page.goBack();
  for (const side of ['Older', 'Newer']) {
    const region = page.getByRole('region', { name: side, exact: true });
    await region.getByRole('heading', { name: new RegExp(`^${side} \\d\\d:\\d\\d:\\d\\d 200 OK`) }).waitFor();
  }
  t.strictSame(await findings(page), []);
});

t.test('a failure is a card with its remedy', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ curl_command: 'curl http://127.0.0.1:1/', public_runs: true });
  for (const width of [390, 768, 1024, 1440]) {
    const page = await w.open(`/p/${id}`, { viewport: { width, height: 700 } });
    await page.getByRole('button', { name: 'Run' }).click();
    const card = page.locator('.pg-fail');
    await card.waitFor();
    t.match(await card.textContent(), /Connection refused.*Nothing listens on port 1 of 127\.0\.0\.1\./s);
    t.match(await page.getByRole('status').textContent(), /^Connection refused after [\d.]+ m?s\.$/);
    t.ok(await isInView(card), `in view at ${width} px`);
  }
});

t.test('a destination that is refused: why, and the command for the own machine', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ curl_command: 'curl http://10.0.0.1/admin', public_runs: true });
  const page = await w.open(`/p/${id}`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Destination not allowed', { exact: true }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), 'curl http://10.0.0.1/admin');
});

t.test('a limit of ours is shown as a failure, with what works until then', inBrowser, async (t) => {
  for (const [limit, words] of [
    ['PUBLIC_RUNS_PER_DAY', /daily limit of runsRuns work again at 00:00 UTC, in /s],
    ['PUBLIC_RUNS_PER_MINUTE', /^More than 1 requests a minuteTry again in \d+ (?:s|min)\./s],
  ] as const) {
    const w = await world(t, { [limit]: '1' });
    const id = await w.create({ curl_command: `curl ${w.target}/text`, public_runs: true });
    const page = await w.open(`/p/${id}`);
    const card = page.locator('.pg-fail');
    // A minute may end between two runs, not between three.
    for (let count = 0; count < 3 && !(await card.isVisible()); count += 1) {
      await page.getByRole('button', { name: /^Run/ }).click();
      await card.or(page.locator('.pg-resp:not(.pg-resp--running)')).first().waitFor();
      await page.waitForTimeout(500);
    }
    t.match(await card.textContent(), words);
    t.ok(await card.getByRole('button', { name: 'Copy the command' }).isVisible());
    t.notMatch(await card.textContent(), 'stay online', 'a reader has no pages');
    t.strictSame(await findings(page, true), []);

    const plain = await w.open(`/p/${id}`, { javaScriptEnabled: false });
    const same = plain.locator('#response .pg-fail');
    for (let count = 0; count < 2 && !(await same.isVisible()); count += 1)
      await plain.getByRole('button', { name: /^Run/ }).click();
    t.match(await same.textContent(), words, 'on the same page without scripts');
    t.ok(await plain.getByRole('button', { name: 'Run again' }).isVisible());
  }
});

t.test('search within a response finds what is folded', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ curl_command: `curl ${w.target}/large`, public_runs: true });
  const page = await w.open(`/p/${id}`);
  await page.getByRole('button', { name: 'Run' }).click();
  const search = page.getByRole('searchbox', { name: 'Search within the response' });
  await search.fill('LONG 59999');
  await page.getByText('1 found', { exact: true }).waitFor();
  await search.fill('');
  await page.getByRole('group', { name: 'JSON' }).hover();
  await page.mouse.wheel(0, 2_000);
  await search.fill('long 1');
  await page.getByText(/the first 100 are shown/).waitFor();
  const found = page.locator('.pg-find__found > li').first();
  const field = await search.boundingBox();
  t.ok(
    ((await found.boundingBox())?.y ?? 0) >= (field?.y ?? 0) + (field?.height ?? 0),
    'the first is in view',
  );
  await search.fill('LONG 59999');
  await page.getByText('1 found', { exact: true }).waitFor();
  t.match(await page.locator('.pg-find__found').textContent(), /^59999\.name ".* long 59999"$/);
  t.strictSame(await findings(page), []);
  await search.fill('');
  await page.getByRole('group', { name: 'JSON' }).waitFor();
});

t.test('after Run the response is in view at each width; the focus stays', longInBrowser, async (t) => {
  const w = await world(t);
  const headers = Array.from({ length: 30 }, (_, at) => `-H 'X-${at}: ${at}'`).join(' \\\n');
  const id = await w.create({ curl_command: `curl ${w.target}/echo ${headers}`, public_runs: true });
  const page = await w.signedIn();
  for (const width of [390, 768, 1024, 1440])
    for (const path of [`/p/${id}`, `/account/playgrounds/${id}`]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(w.base + path);
      const run = page.getByRole('button', { name: /^Run/ });
      await run.focus();
      await page.keyboard.press('Enter');
      const outcome = page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' });
      await outcome.waitFor();
      const status = page
        .getByRole('status')
        .filter({ hasText: /^Response 200 OK in [\d.]+ m?s, [\d.]+ \S+\.$/ });
      await status.waitFor({ state: 'attached' });
      t.ok(await isInView(outcome), `${path}: in view at ${width} px`);
      t.match(await focusedText(page), /^Run/, 'the focus stays');
    }
});

t.test('a body in another charset is shown as execute decodes it', inBrowser, async (t) => {
  const w = await world(t);
  const bodies: Record<string, [type: string, ...pieces: Buffer[]]> = {
    gbk: ['text/plain; charset=gbk', Buffer.from('c4e3bac3a3accac0bde7a3a1', 'hex')],
    latin1: [
      'text/html; charset=iso-8859-1',
      Buffer.from('caf\xe9 ', 'latin1'),
      Buffer.from('cr\xe8me', 'latin1'),
    ],
    halves: ['text/plain; charset=shift_jis', Buffer.from('93fa96', 'hex'), Buffer.from('7b8cea', 'hex')],
  };
  const texts = { gbk: '你好，世界！', latin1: 'café crème', halves: '日本語' };
  const origin = await listen(t, async (request: IncomingMessage, response: ServerResponse) => {
    const [type = '', ...pieces] = bodies[request.url?.slice(1) ?? ''] ?? [];
    response.writeHead(200, { 'content-type': type });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 400)); // longer than what is shown at once
    }
    response.end();
  });
  for (const [path, text] of Object.entries(texts)) {
    const page = await w.signedIn();
    const id = await w.create({ curl_command: `curl -N ${origin}/${path}` });
    await page.goto(`${w.base}/account/playgrounds/${id}`);
    await page.getByRole('button', { name: /^Run/ }).click();
    const shown = page.getByRole('region', { name: 'Text of the response' }).first();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    await page.getByRole('radio', { name: 'Raw' }).check();
    await shown.filter({ hasText: text }).waitFor();
    t.equal(await shown.textContent(), text);
    const replay = page.getByRole('button', { name: 'Replay' });
    if (path === 'gbk') continue; // one piece
    await replay.click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await replay.waitFor();
    t.equal(await shown.textContent(), text, 'and so after a replay');
  }
});
