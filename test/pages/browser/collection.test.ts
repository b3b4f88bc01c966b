/** The page of a collection: contents, values that are typed once, cards that run, paper. */
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { shifts } from './streams.ts';
import { findings, longInBrowser, overflows, world } from './world.ts';

t.test('a collection is one guide', longInBrowser, async (t) => {
  const w = await world(t);
  const create = (name: string, command: string) =>
    w.create({
      name,
      description: `About *${name}*.`,
      curl_command: command,
      public_runs: true,
      variables: [{ name: 'token', secret: true, description: 'Your test key' }],
    });
  const auth = `-H 'X-Token: {{token}}'`;
  const list = await create('List users', `curl '${w.target}/echo?list={{base}}' ${auth}`);
  const make = await create('Make a user', `curl '${w.target}/echo?make={{base}}' ${auth} -d name={{name}}`);
  const fields = { name: 'Users', description: 'All *of* it.', is_public: true };
  const made = await w.call('POST', '/api/collections', { ...fields, playground_ids: [list, make] });
  const { id } = (await made.json()) as { id: string };

  const page = await w.open(`/c/${id}`);
  const complaints = complaintsOf(page);
  t.strictSame(await findings(page), []);
  t.ok((await shifts(page)) < 0.01, 'nothing moves while it loads');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  t.match(await contents.textContent(), /List users.*GET.*Make a user.*POST/s);
  const current = contents.locator('[aria-current]');
  t.match(await current.textContent(), 'List users', 'where one is');
  const card = (name: string) => page.getByRole('article', { name });
  const values = page.getByRole('form', { name: 'Values for all' });
  t.equal(await values.getByRole('textbox').count(), 2, 'what both need: base and token');
  t.notOk(await card('List users').getByLabel('token').isVisible(), 'it is asked for once');
  await card('List users').getByRole('button', { name: 'Run' }).click();
  await values.getByText('Enter a value for base').waitFor();
  t.ok(await values.getByLabel('base').evaluate((field) => field === document.activeElement), 'and there');
  await values.getByLabel('base').fill('typed');
  await values.getByLabel('token').fill('s3cret');
  t.equal(await values.getByLabel('token').getAttribute('type'), 'password');
  await values.getByRole('button', { name: 'Show the value' }).click();
  t.equal(await values.getByLabel('token').getAttribute('type'), 'text', 'a reader can check what was typed');
  for (const name of ['List users', 'Make a user']) {
    await card(name).getByText('typed').first().waitFor();
    t.notOk(await card(name).getByLabel('token').isVisible(), 'one field for all');
    t.notMatch(await card(name).textContent(), 's3cret');
  }
  t.ok(await card('Make a user').getByLabel('name').isVisible(), 'its own field stays');
  await card('List users').getByRole('button', { name: 'Run' }).click();
  const response = card('List users').locator('.pg-resp:not(.pg-resp--running)');
  await response.filter({ hasText: '200 OK' }).waitFor();
  t.match(await card('List users').locator('.pg-card__resp').textContent(), 's3cret', 'it was sent');
  t.match(await card('Make a user').locator('.pg-card__resp').textContent(), 'Run it to see the response.');
  await card('Make a user').getByLabel('name').fill('Ada');
  await page.keyboard.press('Control+Enter');
  await card('Make a user').getByText('200 OK', { exact: true }).waitFor();
  t.equal(await page.locator('.pg-resp:not(.pg-resp--running)').count(), 2);
  await card('List users').getByRole('radio', { name: 'Raw' }).check();
  t.ok(await card('Make a user').getByRole('radio', { name: 'JSON' }).isChecked(), 'each has its own views');
  await values.getByLabel('Language').selectOption('python');
  await card('List users').getByText('import requests').filter({ visible: true }).waitFor();
  await card('List users').getByRole('combobox', { name: 'Language of the code' }).selectOption('go');
  await card('Make a user').getByText('package main').filter({ visible: true }).waitFor();
  await contents.getByRole('link', { name: 'Make a user' }).click();
  t.match(page.url(), `#${make}`);
  await current.filter({ hasText: 'Make a user' }).waitFor();
  await contents.getByRole('link', { name: 'List users' }).click();
  await current.filter({ hasText: 'List users' }).waitFor();
  await page.keyboard.press('End');
  await current.filter({ hasText: 'Make a user' }).waitFor();
  // A key while the page still scrolls can be lost.
  await page.waitForFunction(() => scrollY + innerHeight > document.documentElement.scrollHeight - 2);
  await page.keyboard.press('Home');
  await current.filter({ hasText: 'List users' }).waitFor();
  t.strictSame(complaints, []);

  await page.emulateMedia({ media: 'print' });
  t.notOk(await contents.isVisible());
  t.notOk(await values.isVisible());
  t.notOk(await page.getByText('Complete', { exact: true }).first().isVisible());
  t.notOk(await card('List users').getByRole('button', { name: 'Run' }).isVisible());
  for (const part of await page.locator('.pg-card, .pg-card__code').all())
    t.ok(await part.evaluate((one) => one.scrollHeight <= one.clientHeight + 2), 'nothing is cut on paper');

  const one = await w.open(`/p/${list}`);
  const names = ['Users', 'Copy link', 'Edit a copy', 'More'];
  await one.locator('.pg-play__bar').waitFor();
  t.match(
    await one
      .locator('.pg-play__bar :is(a, button, summary)')
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent?.trim()).slice(0, 4)),
    names,
    'the keyboard reaches them from left to right',
  );
  const plain = await w.open(`/c/${id}`, { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  t.notOk(await overflows(plain));
  t.notOk(await plain.getByLabel('Values for all').isVisible());
  const second = plain.getByRole('article', { name: 'Make a user' });
  for (const name of ['base', 'token', 'name']) await second.getByLabel(name).fill('x');
  await second.getByRole('button', { name: 'Run' }).click();
  await plain.waitForURL(`**/p/${make}/run#response`);
  await plain.getByText('200 OK', { exact: true }).waitFor();
});
