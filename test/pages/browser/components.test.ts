/** The page of all components, which only a service from source has. */
import { join } from 'node:path';
import t from 'tap';
import { testApp } from '../../helper.ts';
import { launchBrowser } from '../../support/browser.ts';
import { startServer, temporaryFolder } from '../../support/server-process.ts';
import { layoutProblems } from './geometry.ts';
import { coloursSettled, inBrowser, violations } from './world.ts';

/** SCREENSHOTS=folder: a picture in both themes. */
const PICTURES = process.env['SCREENSHOTS'];

t.test('all components fit at four widths, in both themes', inBrowser, async (t) => {
  const { app } = await testApp(t, 'pglite');
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await (await launchBrowser(t)).newPage();
  t.equal((await page.goto(`${base}/components`))?.status(), 200);
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    t.strictSame(await layoutProblems(page.mainFrame()), [], `${width} pixels`);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await coloursSettled(page.mainFrame());
    t.strictSame(await violations(page.mainFrame()), [], colorScheme);
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `components-${colorScheme}.png`), fullPage: true });
  }
});

t.test('in forced colors, what is chosen is seen', inBrowser, async (t) => {
  const { app } = await testApp(t, 'pglite');
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await (await launchBrowser(t)).newPage();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`${base}/components`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const group of ['tabs', 'seg', 'who']) {
    const radios = page.locator(`input[type=radio][name=${group}]`);
    const first = radios.first().locator('xpath=..');
    const choose = async (at: number) => {
      await radios.nth(at).check({ force: true });
      await radios.nth(at).blur();
      await page.mouse.move(0, 0);
      return (await first.screenshot()).toString('base64');
    };
    await choose(1); // or the first would not be chosen by the same hand
    const chosen = await choose(0);
    t.not(await choose(1), chosen, group);
  }
});

t.test('a build has no such page', async (t) => {
  const server = await startServer(t, { DATA_DIR: join(temporaryFolder(t), 'data') });
  t.equal((await server.fetch('/components')).status, 404);
});
