/** The ways that people go through the pages: the writer, the reader, the operator, by keyboard alone. */
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { choosePublic, inBrowser, longInBrowser, world } from './world.ts';

t.test("the writer's way", inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/account/playgrounds/new`);
  await page.locator('.cm-content').click();
  await page.keyboard.insertText(
    `Try this:\n\`\`\`\ncurl '${w.target}/echo' -H "X-Token: $WHO" --limit-rate 10k -d '{"a":1}'\n\`\`\``,
  );
  await page.locator('.cm-lintRange-warning').filter({ hasText: '--limit-rate' }).waitFor();
  t.ok((await page.locator('.cm-content .pg-h-string').count()) > 0, 'coloured');
  t.equal(await page.locator('.cm-content .pg-chip').textContent(), '$WHO', 'a variable is a chip');
  t.match(await page.locator('#request').textContent(), 'POST', 'the request beside it');
  await page.locator('#variables [data-fills]').fill('from-the-owner');
  await page.keyboard.press('Control+Enter');
  await page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
  t.match(await page.locator('#response').textContent(), /12345678901234567890/, 'numbers as they came');
  await page.locator('#response .pg-timing rect').first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  await page.keyboard.press('Alt+3');
  await page.getByRole('region', { name: 'Code in Python' }).filter({ hasText: 'requests' }).waitFor();
  const code = page.locator('#programs');
  t.equal(await code.getByRole('combobox').count(), 1, 'one menu of languages with their libraries');
  await code.getByRole('combobox').selectOption('Python · httpx');
  await page.getByRole('region', { name: 'Code in Python with httpx,' }).waitFor();
  await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('Go · net/http');
  await page.getByRole('region', { name: 'Code in Go' }).filter({ hasText: 'package main' }).waitFor();
  t.strictSame(
    asked.map((body) => new URLSearchParams(body).get('language')),
    ['python', 'go'],
    'only the program in view is asked for',
  );
  await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('Python · httpx');
  await page
    .getByRole('region', { name: 'Code in Python with httpx,' })
    .filter({ hasText: 'import httpx' })
    .waitFor();
  await choosePublic(page, true);
  await page.getByLabel('Name', { exact: true }).fill('My playground');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Make it public' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click();
  const id = /playgrounds\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
  t.match(await page.locator('article').textContent(), `data-playground="${id}"`, 'code to embed it');

  await page.locator('#variables [data-fills]').fill('one');
  await page.keyboard.press('Meta+Enter');
  const rows = page.locator('#history tbody tr');
  await rows.nth(1).waitFor({ state: 'attached' });
  await page.keyboard.press('Alt+4');
  t.equal(await rows.count(), 2, 'its history, with the run before it was saved');
  for (const box of await page.locator('#history [name=test]').all()) await box.check();
  await page.getByRole('button', { name: 'Compare two' }).click();
  await page.waitForURL('**/tests/compare?**');
  t.equal(await page.locator('.pg-compare__sides > section').count(), 2, 'two results side by side');
  await page.goBack();
  await page.keyboard.press('Alt+4');
  await page.locator('#history a').first().click();
  await page.locator('.pg-response').waitFor();
  t.strictSame(complaints, []);

  await t.test('read by a stranger without scripts', async (t) => {
    const plain = await w.open(`/p/${id}`, { javaScriptEnabled: false });
    await plain.getByRole('radio', { name: 'Code', exact: true }).check();
    t.match(await plain.title(), /^POST 127\.0\.0\.1:\d+ · My playground$/);
    await plain.getByRole('combobox', { name: 'Language of the code' }).selectOption('Go · net/http');
    t.ok(await plain.getByRole('region', { name: 'Code in Go' }).isVisible(), 'tabs');
    t.notOk(await plain.getByRole('region', { name: 'Code in Python' }).isVisible());
    await plain.getByRole('combobox', { name: 'Language of the code' }).selectOption('Java · OkHttp');
    const shown = plain.getByRole('region', { name: /^Code in Java/ });
    t.equal(await shown.count(), 1, 'one library at a time');
    t.match(await shown.textContent(), 'OkHttpClient');
    t.notMatch(await shown.textContent(), 'followRedirects', 'minimal at first');
    await plain.getByLabel('Complete').check();
    t.match(await shown.textContent(), 'followRedirects', 'complete on demand');
    await plain.getByRole('combobox', { name: 'Shell of the command' }).selectOption('PowerShell');
    const command = plain.getByRole('region', { name: /^cURL command/ });
    t.match(await command.textContent(), /curl\.exe.*\$env:WHO/s, 'the command for PowerShell');
    t.match(
      await plain.locator('.pg-play__notes').textContent(),
      /The body is JSON, but it is sent as a form/,
    );
    const panel = plain.locator('.pg-programs__complete').filter({ has: shown });
    t.match(await panel.getByText('-cp "lib/*"').textContent(), 'Main.java', 'it is run in its own way');
    await panel.getByText('pom.xml').click();
    t.match(
      await panel.locator('details pre').textContent(),
      'okhttp-jvm',
      'with the project file that it needs',
    );
    const href = await panel.getByRole('link', { name: 'Download' }).getAttribute('href');
    t.match(await (await fetch(new URL(href ?? '', plain.url()))).text(), 'OkHttpClient', 'its own download');
    await plain.getByLabel('WHO').fill('typed-without-scripts');
    await plain.getByRole('button', { name: 'Run' }).click();
    t.match(await plain.locator('.pg-resp:not(.pg-resp--running)').textContent(), '200 OK');
    t.match(await plain.locator('.pg-response').textContent(), 'typed-without-scripts');
    t.notMatch(plain.url(), 'typed');
  });

  await t.test('read by a stranger with scripts', async (t) => {
    const reader = await w.open(`/p/${id}`);
    const complaints = complaintsOf(reader);
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    const secret = `S3cret'"$x`;
    const code = reader.getByRole('radio', { name: 'Code', exact: true });
    await code.check();
    await reader.getByLabel('WHO').fill(secret);
    const program = reader.getByRole('region', { name: 'Code in Python' });
    await program.filter({ hasText: 'S3cret' }).waitFor();
    t.notMatch(await program.textContent(), 'WHO', 'the value instead of the variable');
    await reader.getByRole('combobox', { name: 'Language of the code' }).selectOption('Python · httpx');
    const other = reader.getByRole('region', { name: 'Code in Python with httpx,' });
    t.match(await other.textContent(), /import httpx[\s\S]*S3cret/, 'in the other library, too');
    t.match(
      await reader.getByRole('region', { name: 'cURL command' }).textContent(),
      `S3cret'\\"\\$x`,
      'quoted for the shell',
    );
    t.notMatch(asked.join('\n'), 'S3cret', 'nothing leaves the page');
    await reader.getByRole('button', { name: 'Run' }).click();
    await reader.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.match(await reader.locator('.pg-response').textContent(), 'S3cret');
    const kept = await reader.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
    );
    t.notMatch(kept, 'S3cret');
    t.notMatch(w.log.join(''), 'S3cret');
    await reader.reload();
    await code.check();
    t.ok(await other.isVisible(), 'the choice of a library is remembered');
    await reader.getByRole('combobox', { name: 'Language of the code' }).selectOption('Rust · reqwest');
    await reader.reload();
    await code.check();
    t.ok(await reader.getByRole('region', { name: 'Code in Rust' }).isVisible(), 'the choice is remembered');
    const theme = () => reader.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    t.equal(await theme(), 'light dark', 'the theme of the reader');
    await reader.locator('.pg-bar__theme').click();
    t.equal(await theme(), 'dark');
    await reader.reload();
    t.equal(await theme(), 'dark', 'the theme too');
    t.strictSame(complaints, []);
  });
});

t.test("the operator's way", longInBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('Name').fill('CI');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.locator('#new-key').textContent())?.trim() ?? '';
  const keys = async () => (await page.getByRole('table', { name: 'Keys' }).getByRole('row').all()).length;
  const before = await keys();
  t.ok(await page.locator('.pg-created button').isVisible(), 'to be copied');
  const use = () => w.call('GET', '/api/usage', undefined, { authorization: `Bearer ${key}` });
  t.equal((await use()).status, 200);
  await page.getByRole('link', { name: 'Usage' }).click();
  t.match(await page.locator('main').textContent(), '1 of 500,000');
  t.equal(await page.locator('.pg-chart g').count(), 30);
  await page.getByRole('link', { name: 'Keys' }).click();
  t.notMatch(await page.content(), key);
  await page.reload();
  t.equal(await keys(), before, 'reloading makes no second key');
  await page.getByRole('button', { name: 'Revoke CI' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.waitForURL('**/account/keys');
  t.equal((await use()).status, 401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  t.strictSame(complaints, []);
});

t.test('by keyboard alone', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ curl_command: `curl '${w.target}/echo' -H "A: $A"`, public_runs: true });
  const page = await w.open(`/p/${id}`);
  const focused = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim() || '');
  const tabTo = async (wanted: string | RegExp) => {
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      if (new RegExp(wanted).test(await focused())) return true;
    }
    return false;
  };
  await page.keyboard.press('Tab');
  t.match(await focused(), 'Skip to the content');
  t.ok(await tabTo('^variable-0$'));
  await page.keyboard.type('typed');
  t.ok(await tabTo('^Run'));
  await page.keyboard.press('Enter');
  await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
  await page.getByRole('radio', { name: 'Response', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('combobox', { name: 'Language of the code' }).focus();
  await page.keyboard.press('ArrowDown');
  t.ok(
    await page.getByRole('region', { name: 'Code in Python with httpx,' }).isVisible(),
    'arrows switch tabs',
  );

  const writer = await w.signedIn();
  await writer.goto(`${w.base}/account/playgrounds/${id}`);
  await writer.locator('.cm-content').focus();
  await writer.keyboard.press('Tab');
  t.notOk(
    await writer.locator('.cm-content').evaluate((one) => one === document.activeElement),
    'Tab leaves the editor',
  );
});
