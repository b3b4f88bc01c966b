/** The first minutes: the first start of a server, and the examples of the start page. */
import { sql } from 'drizzle-orm';
import t from 'tap';
import { sessions } from '../../../src/db/schema.ts';
import { hashKey } from '../../../src/services/api-keys.ts';
import { createSignInLink } from '../../../src/services/sessions.ts';
import { testApp } from '../../helper.ts';
import { complaintsOf, launchBrowser } from '../../support/browser.ts';
import { findings, inBrowser, longInBrowser, world } from './world.ts';

t.test('the first start leads into the account, to a sample playground', inBrowser, async (t) => {
  const w = await world(t, { BOOTSTRAP_API_KEY: '' });
  const secret = /\/account#sign-in=([\w-]+) /.exec(w.welcome)?.[1] ?? '';
  t.match(secret, /^[\w-]{32}$/, 'printed once');
  const page = await w.open(`/account#sign-in=${secret}`);
  const complaints = complaintsOf(page);
  await page.getByRole('heading', { name: 'Playgrounds', exact: true }).waitFor();
  t.notMatch(page.url(), secret);
  await page.getByRole('link', { name: 'Sample: releases on GitHub', exact: true }).click();
  await page.getByLabel('OWNER', { exact: true }).waitFor();
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

t.test('a link that is too old leads to a page that says so', inBrowser, async (t) => {
  const { app, key, database } = await testApp(t, 'pglite');
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const secret = await createSignInLink(database.db, hashKey(key));
  // As if eleven minutes had passed.
  await database.db.update(sessions).set({ expiresAt: sql`${sessions.expiresAt} - interval '11 minutes'` });
  const page = await (await launchBrowser(t)).newPage();
  await page.goto(`${base}/account#sign-in=${secret}`);
  await page
    .getByRole('alert')
    .filter({ hasText: 'it is older than ten minutes. Paste an API key.' })
    .waitFor();
  t.notMatch(page.url(), secret);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your first playground' }).waitFor();
});

t.test('examples, Ctrl+Enter and ⌘+Enter', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/');
  const complaints = complaintsOf(page);
  const field = page.getByRole('textbox', { name: /^A command/ });
  const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
  t.equal(await examples.count(), 3);
  t.equal(await field.evaluate((one) => one === document.activeElement), true, 'typing goes into it');
  t.match(await page.locator('.pg-home__intro').textContent(), 'as code in nine languages');
  await field.fill("curl https://api.example.com \\\n  -H 'Accept: x/y");
  await page.keyboard.press('Control+Enter');
  const refused = page.locator('#result').getByText('A quote is never closed. Add the quote that ends it.');
  t.match(await refused.textContent(), "Line 2, at 'Accept:.");
  await page.reload();
  for (const [index, part] of ['team=core', '--json', 'stream'].entries()) {
    await examples.nth(index).click();
    await page.locator('#result').filter({ hasText: part }).waitFor();
    t.notOk(await page.locator('#command').isVisible(), 'the result takes the place of the field');
    await page.getByRole('button', { name: 'Edit' }).click();
    t.match(await field.inputValue(), part);
  }
  t.equal(await page.locator('#result .pg-banner--danger').count(), 0);
  await field.fill('curl https://api.example.com/typed');
  await page.keyboard.press('Control+Enter');
  await page.locator('#result .pg-url').filter({ hasText: '/typed' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('curl https://api.example.com/mac');
  await page.keyboard.press('Meta+Enter');
  await page.locator('#result .pg-url').filter({ hasText: '/mac' }).waitFor();
  t.equal(
    await page.getByRole('button', { name: 'Copy link' }).getAttribute('value'),
    `/#curl=${encodeURIComponent('curl https://api.example.com/mac')}`,
  );
  await page.getByRole('link', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'This is a playground' }).waitFor();
  t.equal(await field.inputValue(), '');
  t.notOk(await page.getByRole('button', { name: 'Convert' }).isVisible(), 'what is pasted needs none');
  const places = await page.locator('main > footer a').all();
  for (const place of places)
    t.equal((await fetch(new URL((await place.getAttribute('href')) ?? '', w.base))).status, 200);
  t.equal(places.length, 3, 'at the foot');
  t.strictSame(complaints, []);

  const id = await w.create({ curl_command: 'curl https://api.example.com/users', public_runs: true });
  const mac = await w.open('/p/none');
  await mac.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }));
  await mac.goto(`${w.base}/p/${id}`);
  await mac.getByRole('button', { name: 'Run' }).filter({ hasText: '⌘ ↵' }).waitFor();

  const plain = await w.open('/', { javaScriptEnabled: false });
  await plain.getByRole('button', { name: 'Post JSON with a token' }).click();
  await plain.getByRole('region', { name: 'Code in Python' }).waitFor();
  t.match(await plain.getByRole('textbox', { name: /^A command/ }).inputValue(), '--json');
});

t.test(
  'what is pasted is shown at once; an example before; how to get an account',
  longInBrowser,
  async (t) => {
    const note = 'Write to api-team@acme.example or see https://acme.example/keys';
    const w = await world(t, { SIGNUP_NOTE: note });
    const page = await w.open('/');
    const result = page.locator('#result');
    const sample = result.getByRole('article', { name: 'Ask the model' });
    t.match(await sample.textContent(), 'Authorization: Bearer');
    await sample.getByText('An idempotency key is a unique value').waitFor();
    await sample.getByLabel('question').fill('Why?');
    await sample
      .getByRole('region', { name: /^cURL command/ })
      .filter({ hasText: '"Why?"' })
      .waitFor();
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByRole('button', { name: 'Stop' }).waitFor();
    await sample.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await sample.getByText('An idempotency key is a unique value').waitFor();
    const field = page.getByRole('textbox', { name: /^A command/ });
    t.equal(await field.inputValue(), '');
    const accounts = page.getByRole('region', { name: 'Accounts' });
    t.match(await accounts.textContent(), `save, share and run your own: ${note}`);
    await accounts.getByRole('link', { name: 'Sign in with a key' }).waitFor();
    t.equal(
      await page.getByRole('link', { name: 'api-team' }).getAttribute('href'),
      'mailto:api-team@acme.example',
    );
    t.strictSame(await findings(page), []);
    await field.click();
    await page.keyboard.insertText('curl -X PUT https://api.example.com/pasted -u "{{user}}:$API_KEY"');
    await result
      .locator('.pg-url')
      .first()
      .filter({ hasText: 'PUT https://api.example.com/pasted' })
      .waitFor();
    t.equal(await result.getByRole('heading', { name: /^This is/ }).count(), 0);
    t.ok(await result.getByText('Run and Save need an account.').isVisible(), 'before Save is clicked');
    t.match(await result.textContent(), `Run and Save need an account. ${note}`);
    t.equal(await result.getByLabel('API_KEY').getAttribute('type'), 'password');
    await result.getByLabel('user').fill('ada');
    await result.getByRole('region', { name: 'cURL command' }).first().filter({ hasText: 'ada:' }).waitFor();
    await result
      .getByRole('region', { name: 'Code in Python' })
      .filter({ hasText: '"ada"' })
      .first()
      .waitFor();
    t.strictSame(await findings(page), []);
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('fetch("https://api.example.com/fetched")');
    await result.filter({ hasText: '/fetched' }).waitFor();
    t.match(await field.inputValue(), /^curl .*fetched/);
    await field.fill(
      `curl https://api.example.com/a?b=c --json '{"model":"m","big":1e400,"list":[{"a":1}],"of":{"a":1,"b":2}}'`,
    );
    const request = result.getByRole('region', { name: 'Request', exact: true });
    await request.getByText('2 headers, JSON body of 61 B').waitFor();
    const cells = (await request.getByRole('row').allTextContents()).slice(1);
    t.strictSame(cells, [
      ...['bc', 'Content-Typeapplication/json', 'Acceptapplication/json'],
      ...['modelm', 'big1e400', 'list[ 1 item ]', 'of{ 2 fields }'],
    ]);
    // Back from signing in, the result is there again.
    const plain = result.getByRole('link', { name: 'Save as a playground' });
    await plain.click();
    await page.getByText('Your command is kept until then.').waitFor();
    await page.getByText(note).waitFor();
    await page.goBack();
    await request.getByText('2 headers, JSON body of 61 B').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await field.fill('curl https://api.example.com/ --nosuch');
    await page.keyboard.press('Control+Enter');
    await result.getByText('option --nosuch: is unknown').waitFor();
    t.equal(await result.locator('pre').count(), 0, 'the command is in the field alone');
    t.strictSame(await findings(page), []);
  },
);

t.test('an account runs and saves in place', longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/`);
  const command = `curl ${w.target}/echo -H "Authorization: Bearer $TOKEN" --json '{"name": "{{name}}"}'`;
  await page.getByRole('textbox', { name: /^A command/ }).fill(command);
  await page.keyboard.press('Control+Enter');
  const result = page.locator('#result');
  await result.getByRole('region', { name: 'Code in Python' }).waitFor();
  t.strictSame(await findings(page), []);
  const download = page.waitForEvent('download');
  await result.getByRole('link', { name: 'Download main.py' }).click();
  t.equal((await download).suggestedFilename(), 'main.py', 'the code as a file');
  await page.keyboard.press('Control+Enter');
  await result.getByText('Enter a value for TOKEN').waitFor();
  await result.getByLabel('TOKEN').fill('sk_typed');
  await result.getByLabel('name').fill('Ada');
  await page.keyboard.press('Control+Enter');
  await result.locator('#response').getByText('200 OK').waitFor();
  t.match(await result.locator('#response').textContent(), 'Ada');
  t.strictSame(await findings(page), []);
  const posted = page.waitForRequest((request) => request.url().endsWith('/account/playgrounds'));
  await page.keyboard.press('Control+s');
  t.notMatch((await posted).postData(), 'sk_typed', 'values are not sent');
  await result.getByText(/^Saved \d/).waitFor();
  await result.getByRole('link', { name: 'Open in the editor' }).click();
  await page
    .locator('#status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor();
  await page.locator('.cm-content').waitFor();
  const field = page.locator('#variables').getByLabel('TOKEN', { exact: true });
  t.equal(await field.getAttribute('type'), 'password', 'a secret stays one');
  t.equal(await field.inputValue(), 'sk_typed', 'what was typed goes along');
  t.equal(await page.locator('#history tbody tr').count(), 1, 'so does the result');
  t.strictSame(complaints, []);

  // A visitor has neither.
  const visitor = await w.open('/');
  const runs: string[] = [];
  visitor.on('request', (request) => runs.push(new URL(request.url()).pathname));
  await visitor.getByRole('textbox', { name: /^A command/ }).fill(`curl ${w.target}/echo`);
  await visitor.keyboard.press('Control+Enter');
  await visitor.getByRole('region', { name: 'Code in Python' }).waitFor();
  await visitor.keyboard.press('Control+Enter');
  t.notOk(await visitor.getByRole('button', { name: /^Run/ }).isVisible());
  t.notOk(runs.includes('/account/run'));
});
