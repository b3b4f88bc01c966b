/** The editor's form of a request: it changes the command, and the command changes it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, inBrowser, overflows, type World, world } from './world.ts';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A target that keeps the last request. */
async function recorder(t: Test): Promise<{ origin: string; last(): Received | undefined }> {
  let last: Received | undefined;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      last = { method, url, headers, body };
      response.end('received');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, last: () => last }; // listens on a port
}

/** The tabs that show the command or the form; on a phone, another switch has a `Command`, too. */
const views = (page: Page) => page.getByRole('group', { name: 'Edit the request as' });

/** The editor of a page, as people use it. */
function editorOf(page: Page) {
  const editor = page.locator('.cm-content');
  const lines = page.locator('.cm-line');
  const field = (label: string) => page.locator('#request-form').getByLabel(label, { exact: true });
  return {
    field,
    /** The radio button of a kind of body. */
    body: (name: string) => page.locator('#request-form').getByRole('radio', { name, exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    view: (name: 'Command' | 'Form') => views(page).getByRole('radio', { name, exact: true }).check(),
    /** The command as it stands in the editor, whether that is in view or not. */
    command: () => lines.evaluateAll((all) => all.map((line) => line.textContent).join('\n')),
    /** Waits until the command is this, and says what it is after ten seconds. */
    async becomes(t: Test, wanted: string): Promise<void> {
      const isThere = async () => (await this.command()) === wanted;
      for (const end = Date.now() + 10_000; Date.now() < end && !(await isThere()); )
        await new Promise((resolve) => setTimeout(resolve, 100));
      t.equal(await this.command(), wanted);
    },
    /** Replaces the command. */
    async type(command: string): Promise<void> {
      await this.view('Command');
      await editor.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete'); // typed over, Chromium would copy the style of what was there
      await page.keyboard.insertText(command);
    },
    async run(): Promise<void> {
      await page.locator('#response').evaluate((place) => place.replaceChildren());
      await page.getByRole('button', { name: 'Run' }).click();
      await page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    },
  };
}

async function open(w: World): Promise<Page> {
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/playgrounds/new`);
  await page.locator('.cm-content').waitFor();
  return page;
}

t.test('every control changes the command and what is sent', inBrowser, async (t) => {
  const w = await world(t, { PREVIEWS_PER_MINUTE: '1000' });
  const { origin, last } = await recorder(t);
  const page = await open(w);
  const complaints = complaintsOf(page);
  const editor = editorOf(page);
  const { field, button } = editor;

  await t.test('from nothing', async (t) => {
    await editor.view('Form');
    await field('URL').fill(`${origin}/items`);
    await editor.becomes(t, `curl '${origin}/items'`);
    await editor.run();
    t.match(last(), { method: 'GET', url: '/items', body: '' });
  });

  await t.test('query and headers', async (t) => {
    await button('Add a parameter').click();
    t.ok(
      await field('Name of parameter 1').evaluate((one) => one === document.activeElement),
      'the new row has the focus',
    );
    await field('Name of parameter 1').fill('q');
    await field('Value of parameter 1').fill('a b&c');
    await button('Add a parameter').click();
    await field('Name of parameter 2').fill('id');
    await field('Value of parameter 2').fill('{{id}}');
    await button('Add a header').click();
    await field('Name of header 1').fill('X-Trace');
    await field('Value of header 1').fill(`it's "1" $HOME`);
    const escaped = `'X-Trace: it'\\''s "1" $HOME'`;
    await editor.becomes(t, `curl '${origin}/items?q=a%20b%26c&id={{id}}' \\\n  -H ${escaped}`);
    await page.locator('#variables').getByLabel('id', { exact: true }).fill('7/8');
    await editor.run();
    t.match(last(), { url: '/items?q=a%20b%26c&id=7%2F8', headers: { 'x-trace': `it's "1" $HOME` } });

    await button('Remove parameter 1').click();
    t.ok(await button('Remove parameter 1').evaluate((one) => one === document.activeElement));
    await button('Remove parameter 1').click();
    t.ok(await button('Add a parameter').evaluate((one) => one === document.activeElement));
    await button('Remove header 1').click();
    await editor.becomes(t, `curl '${origin}/items'`);
  });

  await t.test('authentication', async (t) => {
    await field('Type of authentication').selectOption('Basic');
    await field('User').fill('ada');
    await field('Password').fill('pa:$s');
    await editor.becomes(t, `curl '${origin}/items' \\\n  -u 'ada:pa:$s'`);
    await editor.run();
    const basic = Buffer.from('ada:pa:$s').toString('base64');
    t.equal(last()?.headers.authorization, `Basic ${basic}`);
    await field('Type of authentication').selectOption('Bearer token');
    await field('Token').fill('{{token}}');
    await editor.becomes(t, `curl '${origin}/items' \\\n  -H 'Authorization: Bearer {{token}}'`);
    await page.locator('#variables').getByLabel('token', { exact: true }).fill('t0k3n');
    await editor.run();
    t.equal(last()?.headers.authorization, 'Bearer t0k3n');
    await field('Type of authentication').selectOption('None');
    await editor.becomes(t, `curl '${origin}/items'`);
  });

  await t.test('body by its kind', async (t) => {
    await editor.body('JSON').check();
    t.equal(await field('Method').inputValue(), 'POST', 'as curl would');
    t.equal(await field('Value of header 1').inputValue(), 'application/json');
    await field('Body').fill('{\n  "name": "Zoë’s"\n}');
    await editor.run();
    t.match(last(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{\n  "name": "Zoë’s"\n}',
    });

    await editor.body('Form').check();
    await button('Add a field').click();
    await field('Name of field 1').fill('text');
    await field('Value of field 1').fill('a\nb & c');
    await editor.becomes(t, `curl '${origin}/items' \\\n  -d 'text=a%0Ab%20%26%20c'`);
    await editor.run();
    t.match(last(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'text=a%0Ab%20%26%20c',
    });

    await editor.body('Multipart').check();
    await field('Name of part 1').fill('note');
    await field('Value of part 1').fill('hi; there');
    await editor.run();
    t.match(last()?.headers['content-type'], /^multipart\/form-data; boundary=/);
    t.match(last()?.body, /name="note"\r\n\r\nhi; there\r\n/);
    await button('Add a part').click();
    await field('Name of part 2').fill('photo');
    await field('Type of part 2').selectOption('File');
    await field('File of part 2').fill('pictures/cat.png');
    await editor.becomes(
      t,
      `curl '${origin}/items' \\\n  --form-string 'note=hi; there' \\\n  -F 'photo=@pictures/cat.png'`,
    );
    await field('File of part 2').fill('cat.txt');
    await field('Method').selectOption('PUT');
    await editor.becomes(
      t,
      `curl -X PUT '${origin}/items' \\\n  --form-string 'note=hi; there' \\\n  -F 'photo=@cat.txt'`,
    );

    await editor.body('Text').check();
    await field('Body').fill('@not a file');
    await editor.run();
    t.match(last(), { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: '@not a file' });
    await editor.body('None').check();
    await field('Method').selectOption('DELETE');
    await editor.becomes(t, `curl -X DELETE '${origin}/items'`);
    await editor.run();
    t.match(last(), { method: 'DELETE', body: '' });
  });

  await t.test('what cannot be written says why, and is not lost', async (t) => {
    const before = await editor.command();
    await button('Add a header').click();
    await field('Name of header 1').fill('not a name');
    await page.locator('#issues').filter({ hasText: 'header name' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('status').filter({ hasText: 'Not saved. Correct the request first.' }).waitFor();
    t.equal(await editor.command(), before);
    t.equal(await field('Name of header 1').inputValue(), 'not a name');
    await field('Name of header 1').fill('A');
    await page.keyboard.press('Control+s');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    t.equal(await editor.command(), `${before} \\\n  -H 'A;'`, 'saving takes what was just typed');
    t.match(page.url(), /\/account\/playgrounds\/[\w-]{36}$/);
  });
  t.strictSame(complaints, []);
});

t.test('the command changes the form', inBrowser, async (t) => {
  const w = await world(t, { PREVIEWS_PER_MINUTE: '1000' });
  const page = await open(w);
  const complaints = complaintsOf(page);
  const editor = editorOf(page);
  const { field, button } = editor;
  const first = `curl -sS -L -m 5 --limit-rate 10k '${w.target}/echo?a=1&b' -H "X-Token: $TOKEN" -u 'ada:x' -d '{"a":1}' -H 'Content-Type: application/json' | jq .`;

  await t.test('what the form does not show stays', async (t) => {
    await editor.type(first);
    await editor.view('Form');
    await field('Name of parameter 2').waitFor();
    t.equal(await field('Method').inputValue(), 'POST');
    t.equal(await field('URL').inputValue(), `${w.target}/echo`);
    t.equal(await field('Value of parameter 1').inputValue(), '1');
    t.equal(await field('Value of header 1').inputValue(), '$TOKEN', 'a variable stays one');
    t.equal(await field('User').inputValue(), 'ada');
    t.equal(await field('Body').inputValue(), '{"a":1}');
    await field('Value of parameter 1').fill('2');
    await editor.becomes(
      t,
      `curl -sSL -m 5 '${w.target}/echo?a=2&b' \\\n  --limit-rate '10k' \\\n  -u 'ada:x' \\\n  -H "X-Token: $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"a":1}' | jq .`,
    );
  });

  await t.test('typing goes on while the command follows', async (t) => {
    await field('Body').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and more', { delay: 150 });
    t.equal(await field('Body').inputValue(), '{"a":1} and more');
    t.ok(await field('Body').evaluate((one) => one === document.activeElement));
    await field('Body').fill('{}');
    await page.waitForTimeout(1_500);
    t.match(await editor.command(), `-d '{}' | jq .`);
  });

  await t.test('a change of the form is one step to undo', async (t) => {
    const before = await editor.command();
    await field('Method').selectOption('PATCH');
    const hasMethod = async () => (await editor.command()).includes('-X PATCH');
    for (let tries = 0; tries < 50 && !(await hasMethod()); tries += 1) await page.waitForTimeout(100);
    t.ok(await hasMethod());
    await editor.view('Command');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+z');
    await editor.becomes(t, before);
    await editor.view('Form');
    await page.locator('#request-form select').first().filter({ hasText: 'POST' }).waitFor();
    for (let tries = 0; tries < 50 && (await field('Method').inputValue()) !== 'POST'; tries += 1)
      await page.waitForTimeout(100);
    t.equal(await field('Method').inputValue(), 'POST', 'and the form follows');
  });

  await t.test('a command that has no form says why', async (t) => {
    const says = async (command: string, reason: string) => {
      await editor.type(command);
      await editor.view('Form');
      await page.locator('#request-form').filter({ hasText: reason }).waitFor();
      t.equal(await page.locator('#request-form :is(input, select, textarea)').count(), 0);
    };
    await says('curl https://a.example https://b.example', 'several requests');
    await says('curl "https://a.example', 'Correct the command first.');
    await says('T=1\ncurl https://a.example -H "T: $T"', 'Text before the word curl would be lost.');
    await says('curl -m 5 --keepalive-time $N https://a.example', 'the value of --keepalive-time');
    await says('curl --data-urlencode "q=$Q" https://a.example', 'curl would encode');
    await editor.type(`http PUT ${w.target}/echo`);
    await editor.view('Form');
    await field('URL').waitFor();
    t.equal(await field('Method').inputValue(), 'PUT', 'another format is converted');
  });

  await t.test('saving and reloading keep both', async (t) => {
    await page.keyboard.press('Control+s');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
    await page.reload();
    await editor.view('Form');
    await field('URL').waitFor();
    t.equal(await field('URL').inputValue(), `${w.target}/echo`);
    await button('Add a header').click();
    await field('Name of header 1').fill('X-Unsaved');
    await field('Value of header 1').fill('1');
    await editor.becomes(t, `curl -X PUT '${w.target}/echo' \\\n  -H 'X-Unsaved: 1'`);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await editor.view('Form');
    await field('Name of header 1').waitFor();
    t.equal(await field('Value of header 1').inputValue(), '1', 'what was not saved is offered again');
  });
  t.strictSame(complaints, []);
});

t.test('the form is usable by keyboard, at 390 pixels, in both themes', inBrowser, async (t) => {
  const w = await world(t, { PREVIEWS_PER_MINUTE: '1000' });
  const parts = `curl '${w.target}/echo?first=1&second=2' -H 'A: b' -u ada:x -F note=hi -F 'photo=@cat.png'`;
  const page = await w.signedIn({ viewport: { width: 390, height: 844 } });
  await page.goto(`${w.base}/account/playgrounds/new#curl=${encodeURIComponent(parts)}`);
  const editor = editorOf(page);
  await page.locator('.cm-content').waitFor();

  await t.test('keyboard', async (t) => {
    await views(page).getByRole('radio', { name: 'Command', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    t.ok(await views(page).getByRole('radio', { name: 'Form', exact: true }).isChecked());
    await editor.field('URL').waitFor();
    const reached: string[] = [];
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const one = document.activeElement;
        return one?.closest('#request-form')
          ? (one.getAttribute('aria-label') ??
              (one as HTMLInputElement).labels?.[0]?.textContent ??
              one.textContent ??
              '')
          : '';
      });
      if (label === '' && reached.length > 0) break;
      if (label !== '') reached.push(label);
    }
    t.strictSame(reached, [
      'Method',
      'URL',
      ...['Type of authentication', 'User', 'Password'],
      ...[1, 2].flatMap((n) => [
        `Name of parameter ${n}`,
        `Value of parameter ${n}`,
        `Remove parameter ${n}`,
      ]),
      'Add a parameter',
      ...['Name of header 1', 'Value of header 1', 'Remove header 1', 'Add a header'],
      'Multipart',
      ...['Name of part 1', 'Type of part 1', 'Value of part 1', 'Remove part 1'],
      ...['Name of part 2', 'Type of part 2', 'File of part 2', 'Remove part 2', 'Add a part'],
    ]);
    await editor.field('Method').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('/x');
    await editor.field('Name of header 1').focus();
    await page.keyboard.press('Enter');
    t.match(page.url(), /\/new$/, 'Enter in a field does not save');
    await editor.field('Value of parameter 1').focus();
    await page.keyboard.press('Enter');
    t.equal(await editor.field('Value of parameter 1').inputValue(), '1', 'and adds no line');
  });

  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    t.notOk(await overflows(page), `${width}: nothing is wider than the window`);
    const clipped = await page
      .locator('#request-form :is(input, select, textarea, button)')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { left, right, width, height } = one.getBoundingClientRect();
          const form = one.closest('form')?.getBoundingClientRect() ?? new DOMRect();
          const isInside = left >= form.left - 1 && right <= form.right + 1;
          return isInside && width >= 24 && height >= 24
            ? []
            : [`${one.ariaLabel} ${left}-${right} ${width}×${height}`];
        }),
      );
    t.strictSame(clipped, [], `${width}: every control is whole`);
  }
  t.strictSame(await findings(page), []);

  await t.test('without scripts there is the command alone', async (t) => {
    const { cookies } = await page.context().storageState();
    const plain = await w.open('/account/playgrounds/new', {
      javaScriptEnabled: false,
      storageState: { cookies, origins: [] },
    });
    t.equal(await plain.getByRole('radio', { name: 'Form', exact: true }).count(), 0);
    await plain.getByLabel('cURL command').fill(`curl ${w.target}/echo`);
    await plain.getByRole('button', { name: 'Save' }).click();
    await plain
      .getByRole('status')
      .filter({ hasText: /^Saved \d/ })
      .waitFor();
  });
});
