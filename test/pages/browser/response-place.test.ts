/** Where the response of a run stands on pages: in view, without jumps, at the line that is read. */
import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { customers, event, isInView, type Streams, shifts, streams } from './streams.ts';
import { focusedText, inBrowser, listen, longInBrowser, settled, world } from './world.ts';

/** Starts a run and returns its response, which the test writes. */
async function run(page: Page, target: Streams) {
  await page.getByRole('button', { name: 'Run' }).click();
  return target.next();
}

/** The result of a run is shown, and stands. */
async function ended(page: Page): Promise<void> {
  await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
  await page.waitForTimeout(300);
}

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
      const stream = await run(page, target);
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
        const stream = await run(page, target);
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
        await ended(page);
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
    const stream = await run(page, target);
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
    await ended(page);
    await stands(`at the end, after line ${written}`);
    await page.context().close();
  }
});

t.test(
  'each view of a stream is followed, and keeps the row of who has scrolled up',
  inBrowser,
  async (t) => {
    const w = await world(t);
    const target = await streams(t);
    const id = await w.create({ curl_command: `curl -N ${target.origin}/`, public_runs: true });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const page = await w.open(`/p/${id}`, { viewport: { width, height } });
      const stream = await run(page, target);
      const pane = page.locator('.pg-response__set > .pg-set__pane:visible');
      let written = 0;
      const write = async (count: number) => {
        for (let at = 0; at < count; at += 1) {
          stream.write(event(`line ${written}\n\n`));
          written += 1;
        }
        await pane
          .getByText(new RegExp(`line ${written - 1}\\b`))
          .first()
          .waitFor();
        await page.waitForTimeout(200);
      };
      await write(60);
      for (const view of ['Events', 'Raw', 'Text', 'Events']) {
        await page.getByRole('radio', { name: view }).check();
        await write(60);
        const below = (await topOf(page, `line ${written - 1}`)) - height;
        t.ok(below < 0, `${view} at ${width}: its end is in view, ${below} px below`);
      }
      await page.mouse.move(width / 2, height - 80);
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(300);
      const read = `line ${written - 20}`;
      const before = await topOf(page, read);
      await write(60);
      stream.end();
      await ended(page);
      t.ok(Math.abs((await topOf(page, read)) - before) <= 2, `at ${width}: the row stands at the end`);
      await page.context().close();
    }
  },
);

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
    await ended(page);
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
  const stream = await run(page, target);
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
      const stream = await run(page, target);
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
