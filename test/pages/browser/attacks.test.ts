/** Pages in pages of others, and texts and answers that mean ill. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { answers, listen, longInBrowser, world } from './world.ts';

/** Notes in `shifts` what jumps in a page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

t.test('embedded in a page of another site', longInBrowser, async (t) => {
  const w = await world(t);
  const command = `curl '${w.target}/echo' -d x=1`;
  const id = await w.create({ name: 'Embedded', curl_command: command, public_runs: true });
  const page = await (await w.browser.newContext({ viewport: { width: 900, height: 700 } })).newPage();
  const site = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Foreign</title><p>Above</p><div style="height:4000px">Far</div>
      <div data-playground="${id}"></div><p id="below">Below</p>
      <script src="${w.base}/embed.js" async></script>`);
  });
  await watchShifts(page);
  await page.goto(site);
  const frame = page.locator('iframe');
  await frame.waitFor({ state: 'attached' });
  t.equal(await frame.evaluate((one: HTMLIFrameElement) => one.loading), 'lazy');
  await page.mouse.wheel(0, 2500);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('heading', { name: 'Embedded' }).waitFor();
  await page.waitForFunction(() => {
    const one = document.querySelector('iframe');
    return one !== null && one.clientHeight !== 480;
  });
  const sizes = await inside.locator('html').evaluate((html) => [html.scrollHeight, window.innerHeight]);
  t.ok(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0)) <= 2, `as high as its content: ${sizes}`);
  t.strictSame(await page.evaluate('shifts'), [], 'nothing that is seen has jumped');
  await inside.getByRole('button', { name: 'Run' }).click();
  await inside.locator('.outcome').filter({ hasText: '200 OK' }).waitFor();

  await w.call('PATCH', `/api/playgrounds/${id}`, { embed_origins: ['https://docs.example.com'] });
  await page.reload();
  await page.mouse.wheel(0, 3500);
  await page.waitForFunction(() => document.querySelector('iframe') !== null);
  await page.waitForTimeout(500);
  t.equal(
    await inside.getByRole('heading', { name: 'Embedded' }).count(),
    0,
    'not by other sites than are listed',
  );
  const account = await page.evaluate(async (url) => {
    const one = document.createElement('iframe');
    one.src = url;
    document.body.append(one);
    await new Promise((resolve) => one.addEventListener('load', resolve));
    return one.contentDocument === null;
  }, `${w.base}/account`);
  t.ok(account, 'the account is in no frame');
});

t.test('the code to embed keeps the height free', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'In sight', curl_command: `curl '${w.target}/echo' -d x=1` });
  const context = await w.browser.newContext({ viewport: { width: 900, height: 700 } });
  const own = await context.newPage();
  await own.goto(`${w.base}/p/${id}`);
  const code = own.locator('.embed-code code');
  t.notMatch(await code.textContent(), 'height');
  await own.locator('.embed-code summary').click();
  await own.frameLocator('.embed-code iframe').getByRole('heading', { name: 'In sight' }).waitFor();
  await code.filter({ hasText: /min-height:\d+px/ }).waitFor();
  const text = await code.textContent();
  const site = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Foreign</title><p>Above</p>${text}<p id="below">Below</p>`);
  });
  const page = await context.newPage();
  await watchShifts(page);
  await page.goto(site);
  await page.frameLocator('iframe').getByRole('heading', { name: 'In sight' }).waitFor();
  const height = await page.locator('iframe').evaluate((frame) => frame.clientHeight);
  t.match(text, `min-height:${height}px`, 'the frame is as high as it was in the preview');
  t.strictSame(await page.evaluate('shifts'), [], 'nothing has jumped');
});

t.test('hostile texts and answers', longInBrowser, async (t) => {
  const w = await world(t);
  const evil =
    `</title></script><img src=x onerror="window.pwned=true"><script>window.pwned=true</script>\u202e\u0000`.replace(
      '\0',
      '',
    );
  for (const path of Object.keys(answers)) {
    const id = await w.create({
      name: evil,
      curl_command: `curl '${w.target}${path}' -H 'X-A: <img src=x onerror=window.pwned=true>\u202e'`,
      public_runs: true,
    });
    const page = await w.open(`/p/${id}`);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.outcome').filter({ hasText: '200 OK' }).waitFor();
    for (const tab of ['Raw', 'Headers', 'Sent request', 'Body'])
      await page.locator(`.response-view input[value=${tab}]`).check();
    t.notOk(await page.evaluate('window.pwned === true'), path);
    t.equal(await page.locator('.response-view h1, .response-view iframe').count(), 0, 'never a page');
    if (path === '/large') {
      t.ok((await page.locator('*').count()) < 20_000, 'a large answer is folded');
      const began = Date.now();
      await page.locator('.json summary').nth(1).click();
      t.ok(Date.now() - began < 10_000, 'and unfolds');
    }
    if (path === '/picture')
      t.ok(await page.locator('img.picture').evaluate((one: HTMLImageElement) => one.naturalWidth > 0));
    if (path === '/binary') t.match(await page.locator('.response-view').textContent(), '00 ff 01 fe 41');
    if (path === '/text') t.match(await page.locator('.response-view').innerHTML(), 'data-code="U+202E"');
    t.strictSame(complaints, [], path);
    await page.context().close();
  }
  const away = await w.create({ curl_command: `curl -L ${w.target}/redirect`, public_runs: true });
  const page = await w.open(`/p/${away}`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('radio', { name: 'Redirects' }).check();
  t.match(await page.locator('.redirects').textContent(), /302.*\/redirect.*\/echo/s);
});
