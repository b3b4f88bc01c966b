/** The list of playgrounds: its rows, search, keys, selection, and undo in the place of questions. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, longInBrowser, overflows, world } from './world.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Playgrounds' }).locator('tbody tr');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();

t.test('the list of playgrounds', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.getByRole('heading', { name: 'Your first playground' }).waitFor();
  await page.getByLabel('Paste a command from any documentation.').fill('curl https://first.example/x');
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  await page.locator('.cm-content').filter({ hasText: 'first.example' }).waitFor();
  await page.goto(`${w.base}/account`);

  const users = 'https://api.example.com/users';
  await w.create({ name: 'Create a user', curl_command: `curl -X POST '${users}?a=b'`, public_runs: true });
  await w.create({ name: 'Read a user', curl_command: `curl ${users}/{{id}}` });
  const hidden = await w.create({ name: 'Secret one', curl_command: `curl ${users}`, is_public: false });
  const made = await w.call('POST', '/api/collections', { name: 'Users', playground_ids: [hidden] });
  t.equal(made.status, 201);
  await page.reload();
  t.equal(await rows(page).count(), 3);
  const row = rows(page).filter({ hasText: 'Create a user' });
  const shown = /POST.*Create a user.*api\.example\.com\/users.*Runnable.*0.*(?:Just now|min)/s;
  t.match(await row.textContent(), shown);
  t.match(await rows(page).filter({ hasText: 'Secret one' }).textContent(), 'Private');
  t.ok(((await row.boundingBox())?.height ?? 99) <= 37, 'rows of 36 pixels');
  t.strictSame(await findings(page), []);

  await page.keyboard.press('/');
  await page.keyboard.type('secret');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  t.match(page.url(), 'search=secret', 'the address finds the same');
  await page.getByLabel('Search names and commands').fill('');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3);
  const collections = page.getByRole('navigation', { name: 'Collections' });
  await collections.getByRole('link', { name: /^Users\s*1$/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await collections.getByRole('link', { name: 'All playgrounds' }).click();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3);

  await row.getByLabel('Actions for Create a user').click();
  t.strictSame(await findings(page), [], 'with an open menu');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Playground deleted.').waitFor();
  t.equal(await rows(page).count(), 2, 'deleted without a question');
  await undo(page);
  t.equal(await rows(page).count(), 3);

  const bar = page.locator('#picked');
  t.notOk(await bar.isVisible());
  await page.getByLabel('Select Create a user').check();
  await page.getByLabel('Select Read a user').check();
  await bar.getByText('2 selected').waitFor();
  await bar.getByRole('button', { name: 'Make private' }).click();
  t.equal(await rows(page).filter({ hasText: 'Private' }).count(), 3);
  await page.getByLabel('Select Read a user').check();
  await bar.getByLabel('Move to').selectOption('Users');
  await bar.getByRole('button', { name: 'Move' }).click();
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('combobox', { name: 'Collection', exact: true }).selectOption('Users');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
  const tools = await page.getByRole('search').boundingBox();
  t.ok(tools !== null && tools.height < 96, `the tools take two rows of a phone: ${tools?.height}`);
  const method = await rows(page).first().locator('.pg-method').boundingBox();
  t.equal(method?.x, tools?.x, 'a row starts with its method');
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.waitForURL('**/account/playgrounds/new');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${w.base}/account/playgrounds`);
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Private');
  await page.waitForURL('**seen=private**');
  t.equal(await rows(page).count(), 3);
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Runnable');
  await page.getByText('There is no such playground.').waitFor();
  await page.getByRole('combobox', { name: 'Who can see it' }).selectOption('Private');
  await rows(page).first().waitFor();
  await page.getByLabel('Select all').check();
  await bar.getByText('3 selected').waitFor();
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  t.notOk(await bar.isVisible());
  await page.getByLabel('Actions for Secret one').click();
  await page.getByText('Move to a collection').filter({ visible: true }).click();
  t.ok(await page.getByLabel('Select Secret one').isChecked(), 'the bar moves it');
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Name');
  await page.waitForURL('**order=name**');
  await rows(page).first().filter({ hasText: 'Create a user' }).waitFor();
  await page.locator('h1').click();
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
  await page.keyboard.press('j');
  t.match(await focused(), 'Create a user');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  t.match(await focused(), 'Read a user');

  for (const name of ['Create a user', 'Read a user']) await page.getByLabel(`Select ${name}`).check();
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  t.match(file, /Create a user[\s\S]*Read a user/);
  await bar.getByRole('button', { name: 'Publish' }).click();
  for (const name of ['Create a user', 'Read a user']) {
    await page.getByRole('heading', { name: 'What readers see' }).waitFor();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Make it public' }).click();
  }
  await page.locator('.cm-content').waitFor();
  await page.goto(`${w.base}/account/playgrounds?seen=public`);
  t.equal(await rows(page).count(), 2, 'each was shown before it was published');

  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'export.json'));
    return data;
  }, file);
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  await page.getByRole('heading', { name: '2 playgrounds imported' }).waitFor();
  t.strictSame(await findings(page), []);
  await page.getByRole('link', { name: 'Show them' }).click();
  t.equal(await rows(page).filter({ hasText: 'Private' }).count(), 2);
  for (const one of await rows(page).getByRole('checkbox').all()) await one.check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 playgrounds deleted.').waitFor();

  // Without scripts, on a phone.
  await page.getByRole('button', { name: 'New collection' }).filter({ visible: true }).click();
  const created = page.getByRole('dialog', { name: 'New collection' });
  await created.getByLabel('Name').fill('Billing');
  t.strictSame(await findings(page), [], 'with an open dialog');
  await created.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Private: only you').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Collection “Billing”' });
  await settings.getByLabel(/^Description/).fill('All *of* it.');
  await settings.getByLabel('Public: anyone with the link').check();
  await settings.getByRole('button', { name: 'Save' }).click();
  const address = await page.getByRole('link', { name: 'Open its page' }).getAttribute('href');
  t.match(await (await w.call('GET', address ?? '')).text(), 'All <em>of</em> it.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await settings.getByRole('button', { name: /^Delete/ }).click();
  await page.waitForURL('**/account/playgrounds');
  t.equal((await w.call('GET', address ?? '')).status, 404);

  const storageState = await page.context().storageState();
  const phone = { storageState, javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
  const plain = await w.open('/account/playgrounds', phone);
  for (const name of ['Create a user', 'Secret one']) await plain.getByLabel(`Select ${name}`).check();
  t.notOk(await overflows(plain));
  await plain.locator('#picked').getByRole('button', { name: 'Delete' }).click();
  await plain.getByText('2 playgrounds deleted.').waitFor();
  t.equal(await rows(plain).count(), 1);
  await undo(plain);
  t.equal(await rows(plain).count(), 3);
  t.strictSame(complaints, []);
});
