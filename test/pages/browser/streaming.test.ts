/** Run on pages: the response while it comes, Stop, Replay, failures, two results. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { event, isInView, shifts, streams } from './streams.ts';
import { findings, focusedText, inBrowser, listen, longInBrowser, world } from './world.ts';

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
