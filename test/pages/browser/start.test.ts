/** The first minutes: the first start of a server, and the examples of the start page. */
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, inBrowser, world } from './world.ts';

t.test('the first start leads into the account, to a sample playground', inBrowser, async (t) => {
  const w = await world(t, { BOOTSTRAP_API_KEY: '' });
  const secret = /\/account#sign-in=([\w-]+) /.exec(w.welcome)?.[1] ?? '';
  t.match(secret, /^[\w-]{32}$/, 'printed once');
  const page = await w.open(`/account#sign-in=${secret}`);
  const complaints = complaintsOf(page);
  await page.getByRole('heading', { name: 'Playgrounds', exact: true }).waitFor();
  t.notMatch(page.url(), secret);
  await page.getByRole('link', { name: 'Sample: releases on GitHub', exact: true }).click();
  await page.getByLabel('OWNER').waitFor();
  t.strictSame(complaints, []);

  const again = await w.open(`/account#sign-in=${secret}`);
  await again.getByRole('alert').filter({ hasText: 'This link was used already' }).waitFor();
  await again.goBack();
  t.notMatch(again.url(), secret, 'not in the history of the browser');
  t.notMatch(w.log.join(''), secret);

  const given = await world(t);
  t.match(given.welcome, /Account {3}http:\S+\/account\n/, 'no secret where the operator has set a key');
  t.match(await (await given.call('GET', '/api/playgrounds')).json(), { pagination: { total: 0 } });
});

t.test('examples, and Ctrl+Enter', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/');
  const complaints = complaintsOf(page);
  const field = page.getByRole('textbox', { name: /^A command/ });
  const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
  t.equal(await examples.count(), 3);
  for (const [index, part] of ['team=core', '--json', '-F'].entries()) {
    await examples.nth(index).click();
    await page.locator('#result').filter({ hasText: part }).waitFor();
    t.match(await field.inputValue(), part);
  }
  t.equal(await page.locator('#result .problem').count(), 0);
  await field.fill('curl https://api.example.com/typed');
  await page.keyboard.press('Control+Enter');
  await page.locator('#result .request').filter({ hasText: '/typed' }).waitFor();
  t.strictSame(await findings(page), []);
  t.strictSame(complaints, []);

  const plain = await w.open('/', { javaScriptEnabled: false });
  await plain.getByRole('button', { name: 'Post JSON with a token' }).click();
  await plain.getByRole('region', { name: 'Program in Python' }).waitFor();
  t.match(await plain.getByRole('textbox', { name: /^A command/ }).inputValue(), '--json');
});
