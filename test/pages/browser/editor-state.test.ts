/** What the editor says about itself is true: saved or not, saved elsewhere, its history; and who is signed in. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { KEY } from '../../support/server-process.ts';
import { findings, longInBrowser, type World, world } from './world.ts';

const status = (page: Page, text: RegExp | string) =>
  page.locator('#status').filter({ hasText: text }).waitFor();
const name = (page: Page) => page.getByLabel('Name', { exact: true });
const ran = (page: Page) =>
  page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();

/** Opens a page of the account in another tab of the same browser. */
async function tab(w: World, page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(w.base + path);
  return other;
}

t.test('saved, unsaved, saved elsewhere', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'First', curl_command: `curl '${w.target}/echo'` });
  const path = `/account/playgrounds/${id}`;
  const page = await w.signedIn();
  await page.goto(w.base + path);
  await name(page).fill('Draft');
  await status(page, 'Unsaved');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  await name(page).fill('Draft 2');
  await status(page, 'Unsaved');
  await page.reload();
  const offer = page.getByRole('button', { name: 'Restore' });
  await offer.waitFor();
  await name(page).fill('Saved meanwhile');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  t.equal(await offer.count(), 0, 'a draft is not offered over what was just saved');

  const other = await tab(w, page, path);
  await name(page).fill('By the first');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  const state = other.locator('#status');
  await state.getByRole('link', { name: 'Load it' }).waitFor();
  await name(other).evaluate((field: HTMLInputElement) => {
    field.value = 'A name of about forty letters, or more'; // as the server gives it
  });
  for (const width of [360, 390, 769, 820, 1024, 1440]) {
    await other.setViewportSize({ width, height: 800 });
    const [first, ...others] = await other
      .locator('#status, .pg-editor__bar > :not(.pg-editor__title)')
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right] as const),
      );
    t.ok(first && others.every(([left, right]) => right <= first[0] || left >= first[1]), `at ${width}`);
    t.equal(await state.evaluate((one) => one.scrollWidth <= one.clientWidth), true, `whole at ${width}`);
  }
  await other.locator('#status').getByRole('link', { name: 'Load it' }).click();
  await other.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#name')?.value === 'By the first',
  );
  await status(other, /^Saved \d\d:\d\d$/);
  await name(page).fill('By the first again');
  await page.keyboard.press('Control+s');
  await status(other, 'Saved elsewhere');
  await name(other).fill('By the second');
  await other.keyboard.press('Control+s');
  await status(other, 'Saved elsewhere');
  await other.keyboard.type('!');
  await other.waitForTimeout(500);
  await status(other, /^Saved elsewhere$/); // until it is dealt with, and with nothing that loses what is typed
  await name(other).fill('By the second');
  const conflict = other.getByRole('alert').filter({ hasText: 'saved in another window at' });
  await conflict.getByText('Compare', { exact: true }).click();
  const differences = other.getByRole('dialog', { name: 'What differs' });
  const row = differences.getByRole('row').filter({ hasText: 'Name' });
  t.match(await row.textContent(), /By the second.*By the first again/);
  t.strictSame(await differences.locator('mark').allTextContents(), ['second', 'first again']);
  t.strictSame(await findings(other), []);
  t.ok(await differences.getByRole('link', { name: 'Load the other' }).isVisible());
  await differences.getByRole('button', { name: 'Save mine' }).click();
  await status(other, /^Saved \d/);
  t.equal(await conflict.count(), 0);
  await other.reload();
  t.equal(await name(other).inputValue(), 'By the second');

  // The first tab is older now; its draft, too.
  await name(page).fill('Old draft');
  await status(page, 'Saved elsewhere');
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'The playground was saved since then.' }).waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.keyboard.press('Control+s');
  await status(page, 'Saved elsewhere');
  await page.getByRole('link', { name: 'Load the other' }).click();
  await page.waitForLoadState();
  t.equal(await name(page).inputValue(), 'By the second');
  t.equal(await page.getByRole('button', { name: 'Restore' }).count(), 0, 'the draft is given up');

  const storageState = await page.context().storageState();
  const plain = await w.open(path, { storageState, javaScriptEnabled: false });
  await name(page).fill('By scripts');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  await name(plain).fill('Without scripts');
  await plain.getByRole('button', { name: /^Save/ }).first().click();
  await plain.getByRole('alert').filter({ hasText: 'saved in another window' }).waitFor();
  t.equal(await name(plain).inputValue(), 'Without scripts', 'nothing typed is lost');
  await plain.getByRole('button', { name: 'Save mine' }).click();
  await status(plain, /^Saved \d/);
  t.equal(await name(plain).inputValue(), 'Without scripts');

  // What Share applies leaves the rest unsaved, and hides no conflict.
  await page.reload();
  await name(page).fill('Not saved by Share');
  await page.getByRole('button', { name: 'Share' }).click();
  const applied = () => page.waitForResponse((response) => response.url().endsWith('/share'));
  const dark = applied();
  await page.getByRole('dialog', { name: 'Share' }).getByText('Dark', { exact: true }).click();
  await dark;
  await status(page, 'Unsaved');
  const stored = async () => (await w.call('GET', `/api/playgrounds/${id}`)).json();
  t.match(await stored(), { theme: 'dark', name: 'Without scripts' });
  await w.call('PATCH', `/api/playgrounds/${id}`, { name: 'By the API' });
  const light = applied();
  await page.getByRole('dialog', { name: 'Share' }).getByText('Light', { exact: true }).click();
  await light;
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').filter({ hasText: 'saved in another window' }).waitFor();
  t.match(await stored(), { theme: 'light', name: 'By the API' });
  await page.getByRole('link', { name: 'Load the other' }).click();
  await page.waitForLoadState();

  // Pinning an example changes nothing of the form.
  await w.call('POST', '/api/tests/execute', { playground_id: id });
  const [{ id: run }] = ((await (await w.call('GET', '/api/tests')).json()) as { data: [{ id: string }] })
    .data;
  await page.reload();
  await w.call('PATCH', `/api/playgrounds/${id}`, { example_test_id: run });
  await name(page).fill('No conflict');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  const history = page.locator('#views label').filter({ hasText: 'History' });
  t.match(await history.textContent(), /1$/);
  await page.keyboard.press('Control+Enter');
  await history.filter({ hasText: '2' }).waitFor();
});

t.test('history, comparing, and a session that ends in the background', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/playgrounds/new#curl=${encodeURIComponent(`curl '${w.target}/echo'`)}`);
  await page.locator('.cm-content').filter({ hasText: 'echo' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await ran(page);
  const example = page.locator('#response').getByRole('link', { name: 'Use as example response' });
  t.equal(await example.count(), 0, 'not before it is saved');
  await page.keyboard.press('Control+s');
  await status(page, /^Saved \d/);
  t.equal(await example.count(), 1, 'after Run, then Save');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('radio', { name: 'History' }).check();
  await page.waitForFunction(() => document.querySelectorAll('#history tbody tr').length === 2);
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'No response' });
  await page.getByRole('status').filter({ hasText: 'There are no such results.' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await ran(page);
  await page.getByRole('radio', { name: 'History' }).check();
  t.equal(await page.locator('#history tbody tr').count(), 0, 'the filter holds for new results');
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'All results' });
  await page.waitForFunction(() => document.querySelectorAll('#history tbody tr').length === 3);

  await page.locator('#history input').first().check();
  await page.getByRole('button', { name: 'Compare two' }).click();
  await page.getByRole('alert').filter({ hasText: 'Tick two results to compare them.' }).waitFor();
  t.match(page.url(), /\/account\/playgrounds\//, 'the editor stays');
  await page.locator('#history input').nth(1).check();
  await page.getByRole('button', { name: 'Compare two' }).click();
  await page.getByRole('heading', { name: 'Two results' }).waitFor();

  await page.goBack();
  await page.locator('.cm-content').click();
  await page.context().clearCookies();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' -v');
  await page.locator('#issues').filter({ hasText: 'Your session has ended.' }).waitFor();
  t.equal(await page.getByRole('dialog').count(), 0, 'no dialog by itself');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
});

t.test('who is signed in, outside of the account', longInBrowser, async (t) => {
  const w = await world(t);
  const fields = { curl_command: 'curl https://api.example.com/{{thing}}', public_runs: true };
  const id = await w.create({ name: 'Mine', ...fields });
  const page = await w.signedIn();
  for (const path of [`/p/${id}`, '/nowhere', '/p/none', '/']) {
    await page.goto(w.base + path);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }
  await page.getByRole('textbox', { name: /^A command/ }).fill('curl https://api.example.com/{{thing}}');
  await page.getByText('Give thing its value, then Run.').waitFor({ state: 'attached' });
  t.notOk(await page.getByText('Run and Save need an account.').isVisible(), 'who has one');
  t.notOk(await page.getByRole('region', { name: 'Accounts' }).isVisible());
  await page.goto(`${w.base}/p/${id}`);
  await page.getByLabel('thing').fill('typed');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL(`**/account/playgrounds/${id}`);
  t.equal(
    await page.locator('#variables').getByLabel('thing', { exact: true }).inputValue(),
    'typed',
    'it goes along',
  );
  await page.goto(`${w.base}/p/${id}`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();

  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${w.base}/p/${id}`);
  await page.getByLabel('thing').fill('of a reader');
  t.notOk(requests.includes('/account/signed-in'), 'who is not signed in is not asked for');
  await page.getByRole('link', { name: 'Edit a copy' }).click();
  await page.getByLabel('API key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#variables').getByLabel('thing', { exact: true }).waitFor();
  t.equal(await page.locator('#variables').getByLabel('thing', { exact: true }).inputValue(), 'of a reader');
});

t.test('a new key was never used', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/keys`);
  await page.getByLabel('Name').fill('Fresh');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.locator('.pg-created').waitFor();
  t.match(await page.locator('#new-key').textContent(), /^pgk_/);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Fresh' });
  t.equal(await row.getByRole('cell').nth(2).textContent(), 'Never');
});

t.test('a card of a playground that is gone has the theme of its page', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/embed/none?theme=dark', { colorScheme: 'light' });
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  t.equal(scheme, 'dark');
});
