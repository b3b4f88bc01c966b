/** Pages on paper: the command and the response unfolded, and nothing to press. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { answers, inBrowser, world } from './world.ts';

answers['/deep'] = ['application/json', '{"a":{"b":{"c":{"d":{"e":{"f":"the deepest"}}}},"none":{}}}'];

/** The text that a page has when it is printed. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() =>
    addEventListener('beforeprint', () => document.body.setAttribute('data-paper', document.body.innerText)),
  );
  await page.pdf();
  return (await page.locator('body').getAttribute('data-paper')) ?? '';
}

t.test('a playground and a collection', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({
    name: 'On paper',
    description: 'What it is **for**.',
    curl_command: `curl '${w.target}/deep' -H "X-Key: $KEY" --limit-rate 1M --keepalive-time 9`,
    public_runs: true,
  });
  const guide = await w.call('POST', '/api/collections', {
    name: 'Guide',
    is_public: true,
    playground_ids: [id],
  });
  const { id: collection } = (await guide.json()) as { id: string };
  for (const path of [`/p/${id}`, `/c/${collection}`]) {
    const page = await w.open(path);
    await page.getByLabel('KEY').first().fill('a1');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    const deepest = page.locator('.pg-json').getByText('the deepest');
    t.equal(await deepest.count(), 0, 'folded on the screen');
    const text = await printed(page);
    t.match(text, 'On paper', path);
    t.match(text, /What it is for\./);
    t.match(text, '/deep', 'the command');
    t.match(text, '200 OK');
    t.match(text, 'the deepest', 'unfolded');
    for (const one of ['Complete', 'Copy', 'Search within', 'Keep for this tab'])
      t.notMatch(text, new RegExp(`^\\s*${one}\\b`, 'm'), one);
    t.notOk(await page.getByLabel('KEY').first().isVisible(), 'no field');
    t.notOk(await page.getByRole('button', { name: 'Run' }).isVisible());
    for (const fold of await page.locator('.pg-fold:not([open])').all())
      t.notOk(await fold.isVisible(), 'no fold that is closed');
    await page.emulateMedia({ media: 'screen' });
    await deepest.waitFor({ state: 'detached' });
  }
});
