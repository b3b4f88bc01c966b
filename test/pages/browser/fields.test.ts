/** Variables as fields of a public page: descriptions, defaults, secrets, encoding, missing values. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { choosePublic, findings, inBrowser, world } from './world.ts';

t.test('variables are fields', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({
    curl_command: `curl '${w.target}/echo/{{team}}?q={{query}}' -H "X-Trace: $TRACE" -H "X-Token: $TOKEN" --json '{"text":"{{text}}"}'`,
    public_runs: true,
    variables: [
      { name: 'team', description: 'The short name of a team.', default: 'core' },
      { name: 'TOKEN', description: 'From your profile.', secret: true },
    ],
  });

  await t.test('with scripts', async (t) => {
    const page = await w.open(`/p/${id}`);
    const complaints = complaintsOf(page);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    t.equal(await field('team').inputValue(), 'core', 'its default');
    const description = await field('team').evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((one) => document.getElementById(one)?.textContent)
        .join(' '),
    );
    t.match(description, 'The short name of a team.');
    t.equal(await field('TOKEN').getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Run' }).click();
    t.equal(await field('query').getAttribute('aria-invalid'), 'true');
    t.ok(await field('query').evaluate((one) => one === document.activeElement), 'the first has the focus');
    await page.getByText('Enter a value for TOKEN').waitFor();
    t.equal(await page.locator('.pg-resp:not(.pg-resp--running)').count(), 0);
    t.strictSame(await findings(page), []);

    await field('query').fill('a b&c');
    t.equal(await field('query').getAttribute('aria-invalid'), null);
    await field('team').fill('a/b');
    await field('text').fill('say "hi"');
    await field('TRACE').fill(' 1 ');
    await field('TOKEN').fill('s3cret');
    const command = page.getByRole('region', { name: 'cURL command' });
    await command.filter({ hasText: '/echo/a%2Fb?q=a%20b%26c' }).waitFor();
    await command.filter({ hasText: '{"text":"say \\"hi\\""}' }).waitFor();
    t.notMatch(await page.locator('main').textContent(), 's3cret', 'a secret is shown nowhere');
    const sent = async () => {
      await page.getByRole('button', { name: 'Run' }).click();
      await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
      await page.getByRole('radio', { name: 'Headers', exact: true }).check();
      return page.locator('.pg-response').textContent();
    };
    const encoded = await sent();
    t.match(encoded, '/echo/a%2Fb?q=a%20b%26c');
    await page.getByRole('radio', { name: 'JSON' }).check();
    t.match(await page.locator('.pg-response').textContent(), 's3cret', 'but sent');

    await page.getByLabel('More').click();
    await page.getByLabel('Insert values as typed').check();
    await command.filter({ hasText: '/echo/a/b?q=a b&c' }).waitFor();
    await field('query').fill('x&y=1');
    t.match(await sent(), '/echo/a/b?q=x&y=1', 'as typed on request');
    t.strictSame(complaints, []);
  });

  await t.test('without scripts', async (t) => {
    const page = await w.open(`/p/${id}`, { javaScriptEnabled: false });
    const field = (name: string) => page.getByLabel(name, { exact: true });
    t.match(
      await page.getByRole('region', { name: 'cURL command' }).textContent(),
      '/echo/core',
      'the default',
    );
    await field('query').fill('a b&c');
    await page.getByRole('button', { name: 'Run' }).click();
    t.equal(await field('TOKEN').getAttribute('aria-invalid'), 'true');
    await page.getByText('Enter a value for TOKEN').waitFor();
    t.equal(await field('query').inputValue(), 'a b&c', 'what was typed stays');
    t.notMatch(await page.locator('main').textContent(), 'variables, as');
    for (const name of ['text', 'TRACE', 'TOKEN']) await field(name).fill('x"y');
    await page.getByRole('button', { name: 'Run' }).click();
    t.match(await page.locator('.pg-resp:not(.pg-resp--running)').textContent(), '200 OK');
    t.match(await page.locator('.pg-response').textContent(), 'q=a%20b%26c');
  });

  await t.test(
    'placeholders of hidden credentials are secret; where curl encodes, the command has the value',
    async (t) => {
      const other = await w.create({
        curl_command: `curl '${w.target}/echo' -H 'Authorization: Bearer ghp_${'a1B2'.repeat(9)}' --data-urlencode "q=$Q"`,
      });
      const page = await w.open(`/p/${other}`);
      t.equal(await page.locator('input[type=password]').count(), 1);
      await page.getByLabel('Q', { exact: true }).fill('a b');
      await page.getByRole('region', { name: 'cURL command' }).filter({ hasText: '"q=a b"' }).waitFor();
    },
  );
});

t.test('a default that is a credential is hidden like those of the command', inBrowser, async (t) => {
  const w = await world(t);
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const id = await w.create({
    curl_command: `curl '${w.target}/echo/{{lang}}' -H "X-Note: $NOTE" -H "X-Other: $OTHER"`,
    variables: [
      { name: 'NOTE', description: 'Anything.', default: token },
      { name: 'OTHER', choices: ['x', token] },
      { name: 'lang', default: 'en', choices: ['en', 'de'] },
    ],
  });
  const page = await w.open(`/p/${id}`);
  t.equal(await page.getByLabel('NOTE', { exact: true }).inputValue(), '');
  t.equal(await page.getByLabel('NOTE', { exact: true }).getAttribute('type'), 'password');
  t.equal(await page.getByLabel('OTHER', { exact: true }).getAttribute('type'), 'password');
  const markdown = await (await fetch(`${w.base}/p/${id}.md`)).text();
  t.notMatch((await page.content()) + markdown, token);
  t.match(markdown, '- `lang` · Default: `en` · One of `en`, `de`\n- `NOTE` · Anything.');
});

/** Opens the settings of a variable. */
const gear = async (page: Page, name: string) => {
  const box = page.getByLabel(`Settings of ${name}`);
  if (!(await box.isChecked())) await box.locator('xpath=..').click();
};

t.test('the owner says how the page asks', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  const command = `curl '${w.target}/echo?lang={{lang}}' -H "X-Token: $GUEST"`;
  const settings = (name: string) => page.getByRole('group', { name, exact: true });
  const saved = async () => {
    await page.keyboard.press('Control+s');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
  };

  await t.test('with scripts', async (t) => {
    await page.goto(`${w.base}/account/playgrounds/new#curl=${encodeURIComponent(command)}`);
    await gear(page, 'lang');
    await gear(page, 'GUEST');
    await settings('lang').getByLabel('Description').fill('A language, such as en.');
    await settings('lang').getByLabel('Default').fill('en');
    await settings('lang').getByLabel('Choices').fill('en\na b');
    await settings('GUEST').getByLabel('Default').fill('leaks');
    await settings('GUEST').getByLabel('Secret').check();
    t.ok(await settings('GUEST').getByLabel('Default').isDisabled(), 'a secret one has no default');
    const field = (name: string) => page.locator('#variables').getByLabel(name, { exact: true });
    t.equal(await field('lang').inputValue(), 'en', 'running starts with the default');
    t.strictSame(await field('lang').locator('option').allTextContents(), ['', 'en', 'a b'], 'a menu');
    t.equal(await field('GUEST').getAttribute('type'), 'password');
    t.ok(await settings('GUEST').getByLabel('Choices').isDisabled(), 'nor choices');
    t.strictSame(await findings(page), []);

    await page.keyboard.press('Control+Enter');
    t.equal(await field('GUEST').getAttribute('aria-invalid'), 'true', 'a missing value marks its field');
    await page.getByText('Enter a value for GUEST').waitFor();
    await field('lang').selectOption('a b');
    await field('GUEST').fill('s3cret');
    await page.keyboard.press('Control+Enter');
    await page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.match(await page.locator('#response').textContent(), 'lang=a%20b', 'encoded for its place');

    await saved();
    t.equal(await field('lang').inputValue(), 'a b', 'what was typed stays');
    await page.getByLabel('Name', { exact: true }).fill('Asks');
    await choosePublic(page);
    await page.getByRole('heading', { name: 'Asks' }).waitFor();
    await page.getByRole('button', { name: 'Make it public' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    await page.keyboard.press('Escape'); // Share, which is open again
    await gear(page, 'lang');
    await gear(page, 'GUEST');
    t.equal(await settings('lang').getByLabel('Description').inputValue(), 'A language, such as en.');
    t.equal(await settings('lang').getByLabel('Default').inputValue(), 'en');
    t.equal(await settings('lang').getByLabel('Choices').inputValue(), 'en\na b');
    t.ok(await settings('GUEST').getByLabel('Secret').isChecked());
    t.strictSame(complaints, []);
  });

  await t.test('what is not saved is offered again', async (t) => {
    const id = /playgrounds\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
    await gear(page, 'lang');
    await settings('lang').getByLabel('Description').fill('Changed.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await gear(page, 'lang');
    t.equal(await settings('lang').getByLabel('Description').inputValue(), 'Changed.');
    await saved();
    const { variables } = await (await w.call('GET', `/api/playgrounds/${id}`)).json();
    t.strictSame(variables, [
      { name: 'lang', description: 'Changed.', default: 'en', choices: ['en', 'a b'] },
      { name: 'GUEST', secret: true },
    ]);
  });

  await t.test('a command without the variable loses its settings', async (t) => {
    const id = /playgrounds\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
    await page.getByRole('textbox', { name: 'cURL command' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`curl ${w.target}/echo -H "X-Token: $GUEST"`);
    await settings('lang').waitFor({ state: 'detached' });
    await saved();
    const { variables } = await (await w.call('GET', `/api/playgrounds/${id}`)).json();
    t.strictSame(variables, [{ name: 'GUEST', secret: true }]);
  });

  await t.test('without scripts', async (t) => {
    const id = await w.create({ curl_command: command });
    const { cookies } = await page.context().storageState();
    const plain = await w.open(`/account/playgrounds/${id}`, {
      javaScriptEnabled: false,
      storageState: { cookies, origins: [] },
    });
    await gear(plain, 'lang');
    await gear(plain, 'GUEST');
    await plain.getByRole('group', { name: 'lang', exact: true }).getByLabel('Default').fill('de');
    await plain.getByRole('group', { name: 'GUEST', exact: true }).getByLabel('Secret').check();
    await plain.getByRole('group', { name: 'GUEST', exact: true }).getByLabel('Default').fill('x');
    await plain.getByRole('button', { name: 'Save' }).click();
    t.match(await plain.getByRole('alert').textContent(), 'GUEST is secret');
    await gear(plain, 'GUEST');
    await plain.getByRole('group', { name: 'GUEST', exact: true }).getByLabel('Default').fill('');
    await plain.getByRole('button', { name: 'Save' }).click();
    await plain
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    await gear(plain, 'lang');
    t.equal(
      await plain.getByRole('group', { name: 'lang', exact: true }).getByLabel('Default').inputValue(),
      'de',
    );
  });
});
