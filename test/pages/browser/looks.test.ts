/** Small screens, both themes, accessibility, weight. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import t from 'tap';
import { findings, longInBrowser, overflows, world } from './world.ts';

t.test('small screens, both themes, nothing for axe to find', longInBrowser, async (t) => {
  const w = await world(t);
  const long = 'x'.repeat(150);
  const id = await w.create({
    name: `A long name ${long}`,
    curl_command: `curl '${w.target}/echo?${long}=${long}' -H "Authorization: Bearer $TOKEN" --cacert ca.pem --json '{"name":"{{user}}","n":[1,2]}'`,
    public_runs: true,
  });
  const small: BrowserContextOptions = { viewport: { width: 390, height: 800 } };
  const reader = await w.open(`/p/${id}`, small);
  const check = async (page: Page, what: string) => {
    t.strictSame(await findings(page), [], what);
    t.notOk(await overflows(page), `${what} fits`);
  };
  await reader.getByLabel('TOKEN').fill('a');
  await reader.getByLabel('user').fill('b');
  await reader.getByRole('button', { name: 'Run' }).click();
  await reader.locator('.outcome').waitFor();
  await check(reader, 'a playground with an answer');
  for (const path of ['/', '/account', `/embed/${id}`, '/p/none']) {
    await reader.goto(w.base + path);
    await check(reader, path);
  }
  await reader.goto(`${w.base}/`);
  await reader.locator('#command').fill('curl https://api.example.com/users -d a=1');
  await reader.getByRole('button', { name: 'Convert' }).click();
  await reader.locator('#result .programs').waitFor();
  await check(reader, 'the start with a command');
  const owner = await w.signedIn(small);
  for (const path of [
    'playgrounds',
    'keys',
    'usage',
    'playgrounds/new',
    `playgrounds/${id}`,
    `playgrounds/${id}/delete`,
  ]) {
    await owner.goto(`${w.base}/account/${path}`);
    if (path.endsWith('new') || path.endsWith(id)) await owner.locator('.cm-content').waitFor();
    await check(owner, path);
  }
  await owner.goto(`${w.base}/account/playgrounds/${id}`);
  await owner.locator('#variables [data-fills]').first().waitFor();
  for (const input of await owner.locator('#variables [data-fills]').all()) await input.fill('x');
  await owner.locator('#run').click();
  await owner.locator('#response .outcome').waitFor();
  await owner.locator('#run').click();
  await owner.locator('#history tbody tr').nth(1).waitFor({ state: 'attached' });
  await owner.keyboard.press('Alt+4');
  await check(owner, 'the history');
  for (const box of await owner.locator('#history [name=test]').all()) await box.check();
  await owner.getByRole('button', { name: 'Compare two' }).click();
  await owner.waitForURL('**/compare?**');
  await check(owner, 'two results');
});

t.test('budgets', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({
    curl_command: `curl -L '${w.target}/users?team=core' -H "Authorization: Bearer $TOKEN" --json '{"name":"{{user}}"}'`,
    public_runs: true,
  });
  /** Bytes over the wire until a page is quiet. */
  const weigh = async (page: Page, path: string) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(w.base + path, { waitUntil: 'networkidle' });
    return bytes;
  };
  const page = await weigh(await w.open('/p/none'), `/p/${id}`);
  t.ok(page <= 60_000, `the page of a playground: ${page} bytes`);
  const editor = await weigh(await w.signedIn(), `/account/playgrounds/${id}`);
  t.ok(editor <= 300_000, `the editor: ${editor} bytes`);
  t.comment(`over the wire: page ${page}, editor ${editor}`);
});
