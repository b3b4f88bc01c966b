/** The editor: its height, a row for each variable, variables made of a selection and of placeholders, values kept for the tab. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, inBrowser, listen, longInBrowser, overflows, world } from './world.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'cURL command' });
const field = (page: Page, name: string) => page.locator('#variables').getByLabel(name, { exact: true });
const text = (page: Page) => page.locator('#command').inputValue();

/** Selects the first place of a text in the command. */
async function select(page: Page, wanted: string): Promise<void> {
  await editor(page).evaluate((content, wanted) => {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, wanted);
}

t.test('the editor', longInBrowser, async (t) => {
  const w = await world(t);
  const command = `curl '${w.target}/echo/<id>?page=2&x=%7Ba%7D' -H 'Authorization: Bearer YOUR_API_KEY' --json '{"model":"acme-2"}'`;
  const id = await w.create({ curl_command: command, is_public: false });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.goto(`${w.base}/account/playgrounds/${id}`);
  await editor(page).waitFor();

  await t.test('placeholders of documentation are offered as variables', async (t) => {
    const offer = page.getByRole('status').filter({ hasText: 'looks like a placeholder' });
    await offer.filter({ hasText: '<id>' }).getByRole('button', { name: 'Make it a variable' }).click();
    await field(page, 'id').waitFor();
    t.match(await text(page), '/echo/{{id}}?');
    await offer.filter({ hasText: 'YOUR_API_KEY' }).waitFor();
    t.strictSame(await findings(page), []);
    await offer.getByRole('button', { name: 'Make it a secret variable' }).click();
    await field(page, 'api_key').waitFor();
    t.match(await text(page), 'Bearer {{api_key}}');
    t.equal(await field(page, 'api_key').getAttribute('type'), 'password');
    t.equal(await offer.count(), 0);
    await editor(page).locator('.pg-chip').filter({ hasText: '{{api_key}}' }).waitFor();
    t.equal(await page.locator('.cm-lintRange-warning').count(), 0, 'a variable is a chip and no warning');
  });

  await t.test('a selection becomes a variable with its value', async (t) => {
    const make = page.getByRole('button', { name: 'Make it a variable' });
    t.notOk(await make.isVisible(), 'nothing is selected');
    await select(page, 'acme-2');
    await make.click();
    await field(page, 'model').waitFor();
    t.match(await text(page), '{"model":"{{model}}"}');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button', { name: 'Copy the command' });
    await button.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    t.equal(await page.evaluate(() => navigator.clipboard.readText()), await text(page));
    await button.waitFor();
    t.equal(await field(page, 'model').inputValue(), 'acme-2');
    await select(page, '%7Ba%7D');
    await page.keyboard.press('Control+e');
    await field(page, 'x').waitFor();
    t.equal(await field(page, 'x').inputValue(), '{a}', 'as it is typed: it is encoded for its place');
  });

  await t.test(
    'a chip shows its value, while the cursor is elsewhere; a better name is typed over it',
    async (t) => {
      const chip = editor(page).locator('.pg-chip[title=x]');
      t.equal(await page.evaluate(() => String(getSelection())), 'x', 'the name is selected, not its braces');
      t.equal(await chip.getAttribute('data-value'), null);
      await page.keyboard.type('filter');
      await field(page, 'filter').waitFor();
      t.match(await text(page), 'x={{filter}}');
      t.equal(await field(page, 'filter').inputValue(), '{a}', 'it keeps its value');
      const named = await text(page);
      await page.keyboard.press('Enter');
      t.equal(await text(page), named, 'Enter ends the naming and writes no line');
      await page.keyboard.type('!');
      t.match(await text(page), 'x={{filter}}!', 'the cursor is behind the braces');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+Home');
      await editor(page).locator('.pg-chip[data-value="{a}"]').waitFor({ state: 'attached' });
      await field(page, 'api_key').fill('sk_live_1');
      await editor(page).locator('.pg-chip[data-value="••••••••"]').waitFor({ state: 'attached' });
      await page.locator('#views').getByRole('radio', { name: 'Request' }).check();
      await page.locator('#request .pg-chip').filter({ hasText: 'acme-2' }).waitFor();
      const row = page.locator('.pg-var').filter({ has: page.getByText('filter', { exact: true }) });
      await row.getByTitle('Description, default, choices, secret').click();
      await row.getByLabel('Rename').fill('x');
      await page.keyboard.press('Enter');
      await field(page, 'x').waitFor();
      t.match(await text(page), 'x={{x}}');
      t.equal(await field(page, 'x').inputValue(), '{a}');
      await field(page, 'api_key').fill('');
    },
  );

  await t.test('a variable is one row, its settings are behind a gear', async (t) => {
    const row = page.locator('.pg-var').filter({ has: page.getByText('model', { exact: true }) });
    const settings = page.getByRole('group', { name: 'model', exact: true });
    t.notOk(await settings.isVisible());
    t.ok(((await row.boundingBox())?.height ?? 99) <= 50);
    await row.getByTitle('Description, default, choices, secret').click();
    t.equal(await settings.getByLabel('Default').inputValue(), 'acme-2');
    await settings.getByLabel('Description').fill('A model.');
    t.strictSame(await findings(page), []);
    const [panel, pane] = [await settings.boundingBox(), await page.locator('#variables').boundingBox()];
    const isInView = panel && pane && panel.y >= pane.y && panel.y + panel.height <= pane.y + pane.height;
    t.ok(isInView, 'all of the settings are in view');
    await row.getByText('A model.').waitFor({ state: 'hidden' });
    await page.getByLabel('Settings of model').focus();
    await page.keyboard.press('Enter');
    await row.getByText('A model.').waitFor();
    t.notOk(await settings.isVisible());
    t.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0, 'no run began');
    await page.keyboard.press('Control+s');
    await page
      .locator('#status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    const { variables } = await (await w.call('GET', `/api/playgrounds/${id}`)).json();
    t.match(variables, [
      { name: 'x', default: '{a}' },
      { name: 'api_key', secret: true },
      { name: 'model', default: 'acme-2', description: 'A model.' },
    ]);
  });

  await t.test('the last values are kept for the tab, a secret one if that is ticked', async (t) => {
    await field(page, 'id').fill('7');
    await field(page, 'api_key').fill('s3cret');
    await page.reload();
    t.equal(await field(page, 'id').inputValue(), '7');
    t.equal(await field(page, 'api_key').inputValue(), '', 'not a secret one');
    await field(page, 'api_key').fill('s3cret');
    await page.getByLabel('More', { exact: true }).click();
    await page.getByLabel('Keep secrets for this tab').check();
    await page.reload();
    t.equal(await field(page, 'api_key').inputValue(), 's3cret');
  });

  await t.test('the command has the height of the window', async (t) => {
    const box = await page.locator('.cm-editor').boundingBox();
    const result = await page.locator('#views').boundingBox();
    t.ok(box !== null && box.height > 200, `${box?.height}`);
    t.ok(result !== null && result.y + result.height <= 900, 'the response ends with the window');
    await page.setViewportSize({ width: 390, height: 800 });
    t.notOk(await overflows(page));
  });

  await t.test('on a phone Command and Result are switched at the bottom', async (t) => {
    const sides = page.getByRole('group', { name: 'Shown on a narrow screen' });
    const box = await sides.boundingBox();
    t.ok(box !== null && box.y > 700 && box.y + box.height <= 800, 'in reach of a thumb');
    t.notOk(await page.locator('#views').isVisible());
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('#response .pg-resp:not(.pg-resp--running)').waitFor();
    t.notOk(await editor(page).isVisible(), 'a run shows its result');
    t.strictSame(await findings(page), []);
    await sides.getByRole('radio', { name: 'Command' }).check();
    const name = page.locator('#name');
    await name.fill('A name that is longer than the phone is wide');
    await page.locator('#status').getByText('Unsaved', { exact: true }).waitFor();
    const [input, state] = [await name.boundingBox(), await page.locator('#status').boundingBox()];
    t.ok(
      input && state && state.y > input.y && state.x + state.width <= input.x + input.width,
      'the state is under the name',
    );
    await page.keyboard.press('Control+s');
    await page
      .locator('#status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    await field(page, 'id').fill('');
    await sides.getByRole('radio', { name: 'Result' }).check();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Enter a value for id').waitFor();
    t.ok(await field(page, 'id').evaluate((input) => input === document.activeElement));
  });

  await t.test('the bar names the collection', async () => {
    await w.call('POST', '/api/collections', { name: 'Users API', playground_ids: [id] });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await page.getByRole('banner').getByRole('link', { name: 'Users API' }).click();
    await page.waitForURL('**/account/playgrounds?collection=*');
  });
  t.strictSame(complaints, []);
});

t.test('a new playground: its secrets, a refused key, its first result', longInBrowser, async (t) => {
  const w = await world(t);
  const refusing = await listen(t, (_request, response) => response.writeHead(401).end('{}'));
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  const command = `curl ${refusing} -H 'Authorization: Bearer {{api_key}}' -d 'to={{user}}'`;
  await page.goto(`${w.base}/account/playgrounds/new#curl=${encodeURIComponent(command)}`);
  const key = field(page, 'api_key');
  await key.fill('sk_1');
  t.equal(await key.getAttribute('type'), 'password', 'its name says so');
  t.equal(await field(page, 'user').getAttribute('type'), 'text');
  await field(page, 'user').fill('ada');
  const history = page.locator('#views').getByRole('radio', { name: 'History' });
  const count = page.locator('#views [value=history] ~ .pg-seg__count');
  t.equal(await count.textContent(), '', 'none');
  await page.keyboard.press('Enter'); // in a field of a value
  await page.getByText('The API refused this key (401). Check it.').waitFor();
  t.equal(await key.getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Control+s');
  await page
    .locator('#status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor();
  t.equal(await count.textContent(), '1');
  await history.check();
  const row = page.getByRole('table', { name: 'Results' }).getByRole('row').nth(1);
  await row.getByRole('link', { name: '401 Unauthorized' }).waitFor();
  t.match(await row.getByRole('time').textContent(), /^\d\d:\d\d:\d\d$/, 'as the other rows');
  t.strictSame(complaints, []);
  const id = page.url().split('/').at(-1);

  await t.test('on a phone its readers are led to the field of the key', async (t) => {
    await w.call('PATCH', `/api/playgrounds/${id}`, { is_public: true, public_runs: true });
    const phone = await w.open(`/p/${id}`, { viewport: { width: 390, height: 500 } });
    for (const name of ['api_key', 'user']) await phone.getByLabel(name, { exact: true }).fill('sk_3');
    await phone.getByRole('button', { name: 'Run' }).click();
    await phone.getByRole('button', { name: 'Go to the field' }).click();
    const typed = phone.getByLabel('api_key', { exact: true });
    t.ok(await typed.evaluate((one) => one === document.activeElement));
    const { top = 0, height = 0 } = (await typed.evaluate((one) => one.getBoundingClientRect())) ?? {};
    t.ok(top >= 0 && top + height <= 500, 'in view');
  });

  await t.test('without scripts Run sends the saved command with the values', async (t) => {
    const storageState = await page.context().storageState();
    const plain = await w.open(`/account/playgrounds/${id}`, { javaScriptEnabled: false, storageState });
    await field(plain, 'api_key').fill('sk_2');
    await field(plain, 'user').fill('grace');
    await plain.getByRole('button', { name: 'Run' }).click();
    await plain.waitForURL('**/account/tests/*');
    await plain.getByText('401 Unauthorized').waitFor();
    await plain.goto(`${w.base}/account/playgrounds/new`);
    t.equal(await plain.getByRole('button', { name: 'Run' }).count(), 0, 'nothing is saved');
  });

  await t.test('Run on what is no command goes back to it', async (t) => {
    await page.goto(`${w.base}/account/playgrounds/new`);
    await editor(page).click();
    await page.keyboard.insertText('curl --nosuch https://x.example');
    await page
      .locator('.cm-lintRange-error')
      .filter({ hasText: /^--nosuch$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('.cm-content'));
    t.equal(
      await page.getByText('option --nosuch: is unknown').filter({ visible: true }).count(),
      1,
      'said once',
    );
  });
});

t.test('a reader keeps values for the tab', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({
    curl_command: `curl '${w.target}/echo/{{user}}' -H "X-Token: $TOKEN"`,
    public_runs: true,
    variables: [{ name: 'TOKEN', secret: true }],
  });
  const page = await w.open(`/p/${id}`);
  const values = async () => [
    await page.getByLabel('user', { exact: true }).inputValue(),
    await page.getByLabel('TOKEN', { exact: true }).inputValue(),
  ];
  const type = async () => {
    await page.getByLabel('user', { exact: true }).fill('ada');
    await page.getByLabel('TOKEN', { exact: true }).fill('s3cret');
  };
  t.equal(await page.locator('form').getByText('for this tab').count(), 0, 'not among the fields');
  const run = page.getByRole('button', { name: 'Run' });
  const empty = await run.boundingBox();
  await type();
  t.strictSame(await run.boundingBox(), empty, 'nothing moves at the first key');
  t.equal(await page.evaluate(() => sessionStorage.length), 0, 'not by itself');
  const more = page.getByLabel('More', { exact: true });
  await more.click();
  await page.getByLabel('Keep for this tab').check();
  await page.reload();
  t.strictSame(await values(), ['ada', ''], 'a secret has a tick of its own');
  await type();
  await more.click();
  await page.getByLabel('Keep secrets for this tab').check();
  t.strictSame(await findings(page), []);
  await page.reload();
  t.strictSame(await values(), ['ada', 's3cret']);
  await page.getByRole('region', { name: 'cURL command' }).filter({ hasText: 'ada' }).waitFor();
  await more.click();
  await page.getByLabel('Keep for this tab').uncheck();
  await page.getByLabel('Keep secrets for this tab').uncheck();
  await page.reload();
  t.strictSame(await values(), ['', '']);
});

t.test('files of the user are picked, sent and not stored', longInBrowser, async (t) => {
  const w = await world(t);
  const body = await w.create({ curl_command: `curl '${w.target}/echo' -d @note.txt`, public_runs: true });
  const form = await w.create({
    curl_command: `curl '${w.target}/echo' -F 'photo=@cat.png'`,
    public_runs: true,
  });
  const text = { name: 'any.txt', mimeType: 'text/plain', buffer: Buffer.from('one\ntwo') };
  const page = await w.open(`/p/${body}`);
  const run = async () => {
    await page.getByRole('button', { name: 'Run' }).first().click();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    return page.locator('.pg-response').textContent();
  };
  await page.getByRole('button', { name: 'Run' }).click();
  t.equal(await page.evaluate(() => document.activeElement?.id), 'file-0', 'a missing file is asked for');
  const picker = page.getByLabel('note.txt');
  t.equal(await picker.getAttribute('aria-invalid'), 'true');
  t.ok(
    await page.getByText('Choose a file for note.txt.').isVisible(),
    'at its field, as a missing value is',
  );
  t.equal(await picker.evaluate((one: HTMLInputElement) => one.required), false, 'not by the browser');
  await picker.setInputFiles(text);
  t.equal(await picker.getAttribute('aria-invalid'), null);
  t.match(await run(), '"onetwo"', 'as -d sends it');
  t.strictSame(await findings(page), []);
  await page.goto(`${w.base}/p/${form}`);
  await page.getByLabel('cat.png').setInputFiles({ ...text, buffer: Buffer.from([137, 80, 78, 71]) });
  t.match(await run(), /filename=\\"cat\.png\\"[\s\S]*image\/png/);
  await page.goto(`${w.base}/embed/${body}`);
  await page.getByLabel('note.txt').setInputFiles(text);
  t.match(await run(), '"onetwo"', 'from a card');
  t.strictSame(await findings(page), []);

  const plain = await w.open(`/p/${form}`, { javaScriptEnabled: false });
  t.notOk(await plain.getByText('cat.png', { exact: true }).isVisible(), 'a script sends files');
  await plain.getByRole('button', { name: 'Run' }).click();
  const help = plain.locator('.pg-var').filter({ hasText: 'cat.png' });
  t.match(await help.innerText(), 'A file can be picked only with JavaScript.', 'in the same place');

  const owner = await w.signedIn();
  await owner.goto(`${w.base}/account/playgrounds/${body}`);
  await owner.locator('.cm-content').waitFor();
  await owner.getByLabel('note.txt').setInputFiles(text);
  await owner.locator('#run').click();
  await owner.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
  t.strictSame(await findings(owner), []);
  const { data } = await (await w.call('GET', `/api/tests?playgroundId=${body}`)).json();
  const stored = await (await w.call('GET', `/api/tests/${data[0].id}`)).json();
  t.match(stored.request, { body: undefined, body_base64: undefined, body_size: 6 });
});

t.test('a save that fails moves nothing', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(
    `${w.base}/account/playgrounds/${await w.create({ curl_command: `curl ${w.target}/echo` })}`,
  );
  await editor(page).waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: false }).first();
  const before = await save.boundingBox();
  await page.route('**', (route) => route.abort());
  await page.keyboard.press('Control+s');
  const said = page.getByRole('alert').filter({ hasText: 'Not saved: the server did not respond.' });
  await said.waitFor();
  t.match(await page.locator('#status').textContent(), /^Unsaved/);
  t.strictSame(await save.boundingBox(), before);
  const tabs = await page.locator('#views > .pg-set__head').boundingBox();
  t.ok(((await said.boundingBox())?.y ?? 0) >= (tabs?.y ?? 999) + (tabs?.height ?? 0), 'below the tabs');
});
