/** Nothing typed is ever lost: unsaved changes, leaving, sessions and forms that end while somebody types, saving in place. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { KEY } from '../../support/server-process.ts';
import { findings, inBrowser, world } from './world.ts';

const saved = async (page: Page) => {
  const status = page.locator('#status').filter({ hasNotText: 'Saving…' });
  await status.filter({ hasText: /\S/ }).waitFor();
  if (!/^Saved \d/.test((await status.textContent()) ?? ''))
    throw new Error(`not saved: ${await status.textContent()}`);
};
const command = (page: Page) => page.getByRole('textbox', { name: 'cURL command' });

/** Replaces the command. */
async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').waitFor(); // in the place of the plain field
  await command(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

t.test('unsaved changes are kept, and offered again', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/account/playgrounds/new`);
  await type(page, `curl '${w.target}/echo' -H "X-Token: $TEAM"`);
  await page.getByLabel('Name', { exact: true }).fill('Half done');
  await page.locator('#variables').getByLabel('TEAM', { exact: true }).fill('s3cret-value');

  let warned = 0;
  page.on('dialog', async (dialog) => {
    warned += 1;
    t.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
  });
  await page.reload();
  t.equal(warned, 1, 'leaving warns');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  t.match(stored, 'Half done');
  t.notMatch(stored, 's3cret-value', 'values of variables are not kept');
  t.equal(
    await page.locator('#variables').getByLabel('TEAM', { exact: true }).count(),
    0,
    'the command is not restored yet',
  );
  t.notMatch(stored, '_csrf');

  const offer = page.getByRole('status').filter({ hasText: 'You have unsaved changes' });
  await offer.getByRole('button', { name: 'Restore' }).click();
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half done');
  t.match(await command(page).textContent(), '/echo');
  await page.locator('#variables').getByLabel('TEAM', { exact: true }).fill('typed');
  await page.keyboard.press('Control+Enter');
  await page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
  await page.keyboard.press('Control+s');
  await saved(page);
  t.match(page.url(), /\/account\/playgrounds\/[0-9a-f-]{36}$/);
  t.match(await page.title(), 'Half done');
  t.ok(
    await page.locator('#response .pg-resp:not(.pg-resp--running)').isVisible(),
    'the response and its tab stay',
  );
  t.equal(
    await page.locator('#variables').getByLabel('TEAM', { exact: true }).inputValue(),
    'typed',
    'and the values',
  );
  await page.reload();
  t.equal(warned, 1, 'what is saved does not warn');
  t.equal(await offer.count(), 0, 'nor is it offered');
  t.equal(
    await page.locator('#variables').getByLabel('TEAM', { exact: true }).inputValue(),
    'typed',
    'the values go with the new playground, in this tab',
  );

  await page.getByLabel('Name', { exact: true }).fill('Another');
  await page.reload();
  await offer.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  t.equal(await offer.count(), 0, 'discarded for good');
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half done');

  await page.getByLabel('Name', { exact: true }).fill('Yet another');
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('Yet another'));
  await page.getByLabel('More').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  t.notMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), 'Yet another', 'signing out');
  t.strictSame(complaints, []);
});

t.test('a session that ends asks for the key and goes on', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/playgrounds/new`);
  await type(page, `curl '${w.target}/echo'`);
  await page.getByLabel('Name', { exact: true }).fill('Kept');
  await page.locator('#request').filter({ hasText: 'echo' }).waitFor({ state: 'attached' });
  const context = page.context();

  await context.clearCookies({ name: 'playgrounds_session' });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  t.strictSame(await findings(page), [], 'nothing for axe to find');
  await dialog.getByLabel('API key').fill(`${KEY}x`);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
  await dialog.getByLabel('API key').fill(KEY);
  await page.keyboard.press('Enter');
  await saved(page);
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept');

  await context.clearCookies({ name: 'playgrounds_form' });
  await type(page, `curl '${w.target}/echo?form'`);
  await page.keyboard.press('Control+s');
  await page.locator('#request').filter({ hasText: 'form' }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => /^Saved \d/.test(document.querySelector('#status')?.textContent ?? ''));
  const list = (await (await w.call('GET', '/api/playgrounds')).json()) as {
    data: { name: string; curl_command: string }[];
  };
  t.match(list.data, [{ name: 'Kept', curl_command: /echo\?form/ }], 'one playground, with the last text');

  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('alert')
    .filter({ hasText: 'You are signed out. What you typed is still here.' })
    .waitFor();
  t.match(await command(page).textContent(), '?form');
});
