/** Sharing: links, copies, examples, and deleting that can be undone. */
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { KEY } from '../../support/server-process.ts';
import { findings, inBrowser, overflows, type World, world } from './world.ts';

const saved = (page: Page) =>
  page
    .locator('#status')
    .filter({ hasText: /^Saved/ })
    .waitFor();
/** Clicks a button and returns what it copies, which is there a moment later. */
async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (text !== '') return text;
    await page.waitForTimeout(50);
  }
  throw new Error('nothing was copied');
}
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };
const editorText = async (page: Page) => {
  await page.locator('.cm-content').waitFor();
  return page.locator('#command').inputValue();
};

t.test('sharing', inBrowser, async (t) => {
  const w = await world(t);

  await t.test('the bar of the editor: name, state, Share, Run', async (t) => {
    const id = await w.create({ name: 'Mine', curl_command: `curl '${w.target}/echo'`, is_public: false });
    const page = await w.signedIn(CLIPBOARD);
    const complaints = complaintsOf(page);
    await page.goto(`${w.base}/account/playgrounds/${id}`);
    await page.locator('.cm-content').waitFor();
    t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Mine');
    const state = page.locator('[data-part=state]');
    t.equal(await state.textContent(), 'Private');
    t.match(await page.getByRole('button', { name: /^Run/ }).getAttribute('class'), 'primary');

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Mine”' });
    await dialog.getByText('Only you can see this playground.').waitFor();
    t.strictSame(await findings(page), [], 'nothing for axe to find while it is private');
    await dialog.getByRole('button', { name: 'See what readers will see' }).click();
    await page.getByRole('heading', { name: 'What readers see' }).waitFor();
    t.strictSame(await findings(page), [], 'nothing for axe to find in the preview');
    await page.getByRole('button', { name: 'Make it public' }).click();
    await saved(page);
    t.equal(await state.textContent(), 'Public');
    await dialog.getByRole('region', { name: 'Link' }).getByText(`${w.base}/p/${id}`).waitFor();
    t.ok(await dialog.getByRole('radio', { name: 'Public' }).isChecked());
    const show = (name: string) => dialog.getByRole('radio', { name, exact: true }).check();
    const button = (name: string) => dialog.getByRole('button', { name });
    t.equal(await copiedBy(button('Copy link').last()), `${w.base}/p/${id}`, 'in the foot, from every tab');
    await page.setViewportSize({ width: 390, height: 844 });
    t.match(await dialog.boundingBox(), { x: 0, width: 390 }, 'on a phone from edge to edge');
    await page.setViewportSize({ width: 1280, height: 720 });
    await show('Embed');
    t.ok(await dialog.locator('iframe[title=Preview]').isVisible(), 'the card is seen first');
    t.match(await dialog.textContent(), /Counts toward your quota: \d+ runs a day at most/);
    await show('Link');
    t.match(await copiedBy(button('Copy as Markdown')), /^# Mine\n/);
    await show('Embed');
    t.match(
      await copiedBy(button('Copy embed code')),
      new RegExp(`<div data-playground="${id}".*<script src="${w.base}/embed.js"`, 's'),
    );
    await dialog
      .frameLocator('iframe[title=Preview]')
      .getByRole('heading', { name: 'Mine' })
      .waitFor({ state: 'attached' });
    t.strictSame(await findings(page), [], 'nothing for axe to find');
    await dialog.getByLabel('language of the card').selectOption('Go');
    await dialog.getByLabel('theme of the card').selectOption('dark');
    t.match(
      await copiedBy(button('Copy embed code')),
      `"${id}" data-language="go" data-theme="dark"\n     style`,
    );
    const card = dialog.frameLocator('iframe[title=Preview]');
    await card.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await card.getByRole('region', { name: 'Code in Go' }).waitFor();
    const colour = dialog.getByLabel('Color of the card');
    await colour.fill('"nonsense');
    await colour.blur();
    t.equal(await colour.getAttribute('aria-invalid'), 'true');
    const wrong = dialog.getByText('Not a CSS color').and(page.locator(':visible'));
    await wrong.waitFor();
    t.notMatch(await copiedBy(button('Copy embed code')), 'nonsense');
    await colour.fill('#0a7d5a');
    await colour.blur();
    await wrong.waitFor({ state: 'detached' });
    t.match(await copiedBy(button('Copy embed code')), 'data-theme="dark" data-accent="#0a7d5a"');
    await card.locator('html[style*="0a7d5a"]').waitFor({ state: 'attached' });
    await colour.fill('');
    await colour.blur();
    await show('React');
    t.match(
      await copiedBy(button('Copy react component')),
      `/embed/${id}?language=go&theme=dark"\n    title="Mine"`,
    );
    t.match(await copiedBy(button('Copy mdx')), /^<iframe src=.*\/>$/s);
    await show('Markdown');
    t.equal((await fetch(await copiedBy(button('Copy oembed')))).status, 200, 'the address answers');
    t.equal(
      await copiedBy(button('Copy markdown badge')),
      `[![Open in Playgrounds](${w.base}/badge.svg)](${w.base}/p/${id})`,
    );

    await dialog.getByLabel('Readers can run it').check();
    await dialog
      .locator('.pg-langs__one')
      .filter({ hasText: /^Java$/ })
      .click();
    await page.locator('[data-part=state]').filter({ hasText: 'Public, runnable' }).waitFor();
    const applied = page.waitForResponse(
      (response) =>
        response.url().endsWith('/share') && /theme=dark/.test(response.request().postData() ?? ''),
    );
    await dialog.getByRole('radio', { name: 'Dark' }).check();
    await applied;
    t.ok(await dialog.getByRole('radio', { name: 'Markdown' }).isChecked(), 'the tab stays in front');
    const published = await (await w.call('GET', `/api/playgrounds/${id}`)).json();
    t.match(published, { public_runs: true, theme: 'dark' });
    t.notOk(published.languages.includes('java'), 'languages are chips');
    await dialog.getByRole('button', { name: 'Close' }).click();
    t.strictSame(complaints, []);

    await page.setViewportSize({ width: 390, height: 800 });
    t.notOk(await overflows(page), 'the bar fits a narrow screen');
    await page.getByRole('button', { name: 'Share' }).click();
    const box = await dialog.boundingBox();
    t.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, 'so does the dialog');
    await page.context().close();
  });

  await t.test('the bar of a public page: method, URL, Run, Copy link, Edit a copy', async (t) => {
    const id = await w.create({
      name: 'Shared',
      curl_command: `curl '${w.target}/echo?team=core' -H 'Authorization: Bearer abcd1234efgh5678'`,
      public_runs: true,
    });
    const page = await w.open(`/p/${id}`, CLIPBOARD);
    const complaints = complaintsOf(page);
    const bar = page.getByRole('article');
    t.match(await bar.textContent(), `GET ${w.target}/echo`);
    t.equal(await copiedBy(bar.getByRole('button', { name: 'Copy link' })), `${w.base}/p/${id}`);
    await page.getByLabel('More').click();
    t.match(await copiedBy(bar.getByRole('button', { name: 'Copy as Markdown' })), /^# Shared\n/);
    await page.getByLabel('token').fill('x');
    await bar.getByRole('button', { name: 'Run' }).click();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.strictSame(await findings(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const run = await page.getByRole('button', { name: 'Run again' }).boundingBox();
    const response = await topOf(page.getByRole('region', { name: 'Response and code' }));
    t.ok(response - ((run?.y ?? 0) + (run?.height ?? 0)) < 120, 'on a phone the response follows Run');
    t.ok((await topOf(page.getByText('Embed it'))) > response, 'what is folded comes after it');
    await page.setViewportSize({ width: 1280, height: 720 });

    await bar.getByRole('link', { name: 'Edit a copy' }).click();
    const without = page.getByRole('link', { name: 'Continue without an account' });
    await without.waitFor();
    await page.getByLabel('API key').fill(KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/playgrounds/new?copy=*');
    t.match(await editorText(page), '/echo?team=core', 'its owner gets it as it is');
    t.equal(await page.locator('[data-part=state]').textContent(), 'Private');
    await page.keyboard.press('Control+s');
    await saved(page);
    const copy = page.url().split('/').at(-1);
    t.not(copy, id);
    t.equal((await w.call('GET', `/p/${copy}`)).status, 404, 'a copy is private');
    t.strictSame(complaints, []);
    await page.context().close();
  });

  await t.test("without an account and without scripts; the owner's secrets are placeholders", async (t) => {
    const id = await w.create({
      name: 'Shared',
      curl_command: `curl '${w.target}/echo' -H 'Authorization: Bearer abcd1234efgh5678'`,
    });
    const plain = await w.open(`/p/${id}`, { javaScriptEnabled: false });
    t.notOk(await plain.getByRole('button', { name: 'Copy link' }).isVisible(), 'only scripts can copy');
    await plain.getByLabel('More').click();
    const markdown = plain.getByRole('link', { name: 'Copy as Markdown' });
    t.equal(await markdown.getAttribute('href'), `/p/${id}.md`);
    await plain.getByRole('link', { name: 'Edit a copy' }).click();
    await plain.getByRole('heading', { name: 'Sign in to Playgrounds' }).waitFor();
    await plain.context().close();

    const page = await w.open(`/account?next=/account/playgrounds/new?copy=${id}`);
    await page.getByRole('link', { name: 'Continue without an account' }).click();
    await page.waitForURL(`${w.base}/#curl=*`);
    const text = await page.getByRole('textbox', { name: /^A command/ }).inputValue();
    t.match(text, 'Bearer {{token}}');
    t.notMatch(text, 'abcd1234efgh5678');
    await page.context().close();
  });

  await t.test('a result is pinned as the example response, and removed', (t) => pinning(t, w));
});

async function pinning(t: Test, w: World): Promise<void> {
  const secret = 'zxcv-0192-echo';
  const id = await w.create({
    name: 'With an example',
    curl_command: `curl '${w.target}/echo' --json '{"city":"Vienna","password":"${secret}"}'`,
  });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/account/playgrounds/${id}`);
  await page.locator('.cm-content').waitFor();
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('#response .pg-resp:not(.pg-resp--running)').waitFor();
  t.match(await page.locator('#response').textContent(), secret, 'the owner sees all of it');
  await page.locator('#response').getByRole('link', { name: 'Use as example response' }).click();
  await page.getByRole('heading', { name: 'Use as example response' }).waitFor();
  const names = page.getByRole('region', { name: 'Masked as ***' });
  t.match(await names.textContent(), 'password', 'it says what is masked');
  t.match(await page.locator('main').textContent(), 'Vienna');
  t.notMatch(await page.content(), secret, 'and shows it as readers see it');
  t.strictSame(await findings(page), []);
  await page.getByRole('button', { name: 'Use as example response' }).click();
  await page.waitForURL(`**/account/playgrounds/${id}`);

  const reader = await w.open(`/p/${id}`);
  const example = reader.getByRole('region', { name: 'Example response' });
  await example.getByText('Vienna').first().waitFor();
  t.notMatch(await reader.content(), secret);
  t.strictSame(await findings(reader), []);
  await reader.goto(`${w.base}/embed/${id}`);
  await reader.getByRole('region', { name: 'Example response' }).waitFor();
  t.notMatch(await reader.content(), secret);
  await reader.context().close();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('link', { name: 'See the result' }).waitFor();
  await dialog.getByRole('button', { name: 'Remove the example' }).click();
  await page.waitForURL(`**/account/playgrounds/${id}`);
  t.notMatch(await (await w.call('GET', `/p/${id}`)).text(), 'Example response');

  await page.keyboard.press('Alt+4');
  await page.locator('#history tbody a').first().click();
  await page.getByRole('link', { name: 'Use as example response' }).click();
  await page.getByRole('button', { name: 'Use as example response' }).click();
  await page.waitForURL(`**/account/playgrounds/${id}`);
  t.match(await (await w.call('GET', `/p/${id}`)).text(), 'Example response', 'from the history, too');
  t.strictSame(complaints, []);
  await page.context().close();
}

t.test('deleting can be undone', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'Dear', curl_command: `curl '${w.target}/echo'` });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.getByLabel('Actions for Dear').click();
  await page.getByRole('row').filter({ hasText: 'Dear' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^Deleted “/).waitFor();
  t.equal((await w.call('GET', `/api/playgrounds/${id}`)).status, 404);
  t.strictSame(await findings(page), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Dear' }).waitFor();
  t.equal((await w.call('GET', `/p/${id}`)).status, 200, 'its public page, too');
  t.strictSame(complaints, []);
});
