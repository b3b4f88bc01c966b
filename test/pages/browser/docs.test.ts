/** Swagger UI within our pages: a way back, both themes, weight. How it looks is in looks.test.ts. */
import type { Response } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { inBrowser, longInBrowser, settled, world } from './world.ts';

t.test('the documentation of the API', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/', { colorScheme: 'dark' });
  const complaints = complaintsOf(page);
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'API' }).click();
  const create = page.locator('#operations-Playgrounds-createPlayground .opblock-summary-control');
  await create.waitFor();
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark-mode'));
  t.ok(await isDark(), 'dark for who likes it dark');
  const method = page.locator('.opblock-post .opblock-summary-method').first();
  const shape = await method.evaluate((one) => getComputedStyle(one).backgroundColor);
  t.equal(shape, 'rgba(0, 0, 0, 0)', 'a method is coloured text in the dark too');
  await page.locator('.pg-bar__theme').click();
  t.notOk(await isDark(), 'until it is switched');
  await page.reload();
  await create.waitFor();
  t.notOk(await isDark(), 'which is remembered');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await create.waitFor();
  await create.click();
  await page.getByRole('textbox', { name: 'Request body' }).waitFor();
  const samples = page.locator('#operations-Playgrounds-createPlayground .samples');
  await samples.getByText('Code').click();
  await samples.getByText('import requests').waitFor();
  await samples.getByRole('combobox', { name: 'Language' }).selectOption('Go');
  await samples.getByText('net/http').waitFor();
  t.strictSame(complaints, []);
  await page.getByRole('link', { name: 'Playgrounds', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Paste a cURL command/ }).waitFor();
});

t.test('it stays in place while it loads, with playgrounds first', longInBrowser, async (t) => {
  const w = await world(t);
  for (const width of [1440, 390]) {
    const page = await w.open('/docs', { viewport: { width, height: 900 } });
    await page.locator('.opblock-summary-control').first().waitFor();
    await settled(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().reduce((sum, one) => sum + (one as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500); // none
        }),
    );
    t.ok(shift <= 0.02, `${width} pixels: a shift of ${shift}`);
    t.match(await page.locator('.opblock-tag').first().textContent(), 'Playgrounds');
    const about = page.locator('.about .info');
    t.notOk(await about.isVisible(), 'the introduction is folded');
    await page.getByText('About this API').click();
    t.ok(await about.isVisible());
  }
});

t.test('its files are sent compressed, and kept by the browser', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/p/none');
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/\/assets\/docs-/.test(response.url())) responses.push(response);
  });
  await page.goto(`${w.base}/docs`);
  await settled(page);
  t.equal(responses.length, 2, 'script and style sheet');
  let bytes = 0;
  for (const response of responses) {
    t.equal(response.headers()['content-encoding'], 'br');
    t.match(response.headers()['cache-control'], 'immutable');
    bytes += Number(response.headers()['content-length']);
  }
  t.ok(bytes < 450_000, `${bytes} bytes instead of 2.4 MB`);
});
