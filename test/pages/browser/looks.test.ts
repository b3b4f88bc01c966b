/** How pages look: each page at four widths and in both themes; what they weigh. */
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import t from 'tap';
import { layoutProblems } from './geometry.ts';
import { coloursSettled, listen, longInBrowser, settled, violations, type World, world } from './world.ts';

const WIDTHS = [1440, 1024, 768, 390];
const THEMES = ['light', 'dark'] as const;

/** A page, or another state of the page of the row before it. */
interface Row {
  name: string;
  /** Where it is; undefined where the page of the row before goes on. */
  path?: string;
  /** Goes on until what is to be looked at is there. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Widths at which there is such a page; all of them unless named. */
  widths?: readonly number[];
  /** Which frame of the page is looked at; the page itself unless given. */
  frame?: number;
}

/** Playgrounds and results that fill the pages, with texts that are long. */
async function fill(w: World) {
  const long = 'x'.repeat(150);
  const value = { TOKEN: 'a', user: 'b' };
  const id = await w.create({
    name: `A long name ${long}`,
    curl_command: `curl '${w.target}/echo?${long}=${long}&page=2' -H "Authorization: Bearer $TOKEN" -H 'X-${long}: ${long}' --cacert ca.pem --json '{"name":"{{user}}","n":[1,2]}'`,
    public_runs: true,
  });
  const restricted = await w.create({ curl_command: 'curl h.example', embed_origins: ['https://a.example'] });
  const gone = await w.create({ name: `Deleted ${long}`, curl_command: 'curl h.example' });
  // More than one page of a list.
  for (let count = 0; count < 64; count += 1) await w.create({ curl_command: `curl h.example/${count}` });
  const run = async (body: object) => {
    const response = await w.call('POST', '/api/tests/execute', body);
    return ((await response.json()) as { id: string }).id;
  };
  const results = [
    await run({ playground_id: id, variables: value }),
    await run({ playground_id: id, variables: value }),
    await run({ url: 'http://127.0.0.1:1/', playground_id: id }),
  ] as const;
  const guide = await w.call('POST', '/api/collections', {
    name: `A guide ${long}`,
    is_public: true,
    playground_ids: [id, restricted],
  });
  const { id: collection } = (await guide.json()) as { id: string };
  await w.call('POST', '/api/keys', { name: `A key ${long}`, scopes: ['usage:read', 'tests:read'] });
  return { id, restricted, gone, results, collection, target: w.target };
}

const type = async (page: Page, labels: readonly string[]) => {
  for (const label of labels) await page.getByLabel(label, { exact: true }).fill('x');
};

/** What anybody can open. */
function readersPages(site: string, { id, restricted, collection }: Awaited<ReturnType<typeof fill>>): Row[] {
  const framed = (query: string) => `${site}/?${query}`;
  return [
    { name: 'start page', path: '/' },
    {
      name: 'start page: converted',
      path: '/',
      async prepare(page) {
        await page.getByRole('button', { name: 'Post JSON with a token' }).click();
        await page.locator('#result .pg-converted .pg-programs').waitFor();
      },
    },
    {
      name: 'start page: not a command',
      async prepare(page) {
        await page.getByRole('button', { name: 'Edit' }).click();
        await page.locator('#command').fill("curl 'http://x");
        await page.getByRole('button', { name: 'Convert' }).click();
        await page.locator('#result .pg-banner--danger').waitFor();
      },
    },
    { name: 'public page', path: `/p/${id}` },
    {
      name: 'public page: response',
      async prepare(page) {
        await type(page, ['TOKEN', 'user']);
        await page.locator('.pg-command .pg-chip--empty').first().waitFor({ state: 'detached' });
        const run = page.getByRole('button', { name: 'Run' });
        await run.scrollIntoViewIfNeeded();
        const before = await page.evaluate(() => scrollY);
        await run.click();
        await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
        const after = await page.evaluate(() => scrollY);
        t.ok(Math.abs(after - before) < 1, `Run does not scroll on a desktop: ${before}, ${after}`);
        await page.evaluate(() => scrollTo(0, 0));
      },
    },
    {
      name: 'public page: another library',
      async prepare(page) {
        await page.getByRole('radio', { name: 'Code', exact: true }).check();
        await page.getByRole('combobox', { name: 'Language of the code' }).selectOption('Python · httpx');
      },
    },
    {
      name: 'public page: headers of it',
      async prepare(page) {
        await page.getByRole('radio', { name: 'Response', exact: true }).check();
        await page.getByRole('radio', { name: 'Headers', exact: true }).check();
      },
    },
    {
      name: 'public page: code to embed',
      async prepare(page) {
        await page.getByText('Embed it', { exact: true }).click();
        await page.evaluate(() => scrollTo(0, 0));
      },
    },
    { name: 'collection', path: `/c/${collection}` },
    { name: 'embed', path: framed(id), frame: 1 },
    {
      name: 'embed: response',
      frame: 1,
      async prepare(page) {
        const card = page.frameLocator('iframe');
        for (const label of ['TOKEN', 'user']) await card.getByLabel(label, { exact: true }).fill('x');
        await card.getByRole('button', { name: 'Run' }).click();
        await card.locator('.pg-resp:not(.pg-resp--running)').waitFor();
      },
    },
    { name: 'embed: restricted', path: framed(restricted), frame: 1 },
    { name: 'embed: deleted', path: framed('none'), frame: 1 },
    { name: 'sign-in', path: '/account' },
    {
      name: 'sign-in: refused',
      async prepare(page) {
        await page.getByLabel('API key').fill('pgk_wrong');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'welcome link: used',
      path: '/account#sign-in=abcdefghijklmnopqrstuvwxyz012345',
      prepare: (page) => page.getByRole('alert').waitFor(),
    },
    { name: 'unknown path (404)', path: '/nowhere' },
    { name: 'wrong method (405)', path: '/account/sign-in' },
    {
      name: 'API documentation',
      path: '/docs',
      prepare: (page) => page.locator('.opblock-summary-control').first().waitFor(),
    },
    {
      name: 'API documentation: operation',
      async prepare(page) {
        await page.locator('#operations-Playgrounds-createPlayground .opblock-summary-control').click();
        await page.getByRole('textbox', { name: 'Request body' }).waitFor();
      },
    },
  ];
}

/** What somebody sees who is signed in. */
function ownersPages({ id, gone, results, target }: Awaited<ReturnType<typeof fill>>): Row[] {
  const [first, second, failed] = results;
  const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is no page 99' }).waitFor();
  const tab = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).check();
  return [
    { name: 'account', path: '/account' },
    {
      name: 'account: menu',
      prepare: (page) => page.getByRole('button', { name: 'Menu' }).click(),
      widths: [390],
    },
    {
      name: 'account: new collection',
      path: '/account/playgrounds',
      async prepare(page) {
        await page.getByRole('button', { name: 'New collection' }).filter({ visible: true }).click();
        await page.getByRole('dialog', { name: 'New collection' }).waitFor();
      },
    },
    { name: 'playgrounds: none found', path: '/account/playgrounds?search=nothing' },
    { name: 'playgrounds: no such page', path: '/account/playgrounds?page=99', prepare: alert },
    {
      name: 'playgrounds: one deleted',
      path: `/account/playgrounds/${gone}`,
      async prepare(page) {
        await page.getByLabel('More', { exact: true }).click();
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
    },
    {
      name: 'playgrounds: some ticked',
      path: '/account/playgrounds',
      async prepare(page) {
        for (const at of [1, 2]) await page.locator('tbody .pg-check__box').nth(at).check();
      },
    },
    {
      name: 'editor: new',
      path: '/account/playgrounds/new',
      prepare: (page) => page.locator('.cm-content').waitFor(),
    },
    {
      name: 'editor: form',
      async prepare(page) {
        await tab('Form')(page);
        await type(page, ['URL']);
        for (const item of ['parameter', 'header'])
          await page.getByRole('button', { name: `Add a ${item}` }).click();
        await page.getByLabel('Type of authentication').selectOption('Basic');
        await page.getByRole('radio', { name: 'Multipart' }).check();
        await page.getByRole('button', { name: 'Add a part' }).click();
      },
    },
    {
      name: 'editor',
      path: `/account/playgrounds/${id}`,
      async prepare(page) {
        await page.locator('.cm-content').waitFor();
        await page.locator('#variables [data-fills]').nth(1).waitFor();
        await page.locator('.cm-content .pg-chip').first().waitFor();
      },
    },
    { name: 'editor: form of it', prepare: tab('Form') },
    {
      name: 'editor: program',
      async prepare(page) {
        await tab('Command')(page);
        await tab('Code')(page);
      },
    },
    {
      name: 'editor: response',
      async prepare(page) {
        for (const input of await page.locator('#variables [data-fills]').all()) await input.fill('x');
        await page.locator('#run').click();
        await page.locator('#response .pg-resp:not(.pg-resp--running)').waitFor();
      },
    },
    { name: 'editor: history', prepare: tab('History') },
    { name: 'editor: share', prepare: (page) => page.getByRole('button', { name: 'Share' }).click() },
    { name: 'editor: share, embedded', prepare: tab('Embed') },
    { name: 'editor: results that succeeded', path: `/account/playgrounds/${id}?kind=success` },
    {
      name: 'editor: no such page of results',
      path: `/account/playgrounds/${id}?kind=success&page=99`,
      prepare: alert,
    },
    { name: 'test result', path: `/account/tests/${first}` },
    { name: 'test result: sent request', prepare: tab('Headers') },
    { name: 'test result: failed', path: `/account/tests/${failed}` },
    { name: 'example response', path: `/account/tests/${first}/example` },
    { name: 'compare', path: `/account/tests/compare?test=${first}&test=${second}` },
    { name: 'compare: one of them failed', path: `/account/tests/compare?test=${first}&test=${failed}` },
    { name: 'sites', path: '/account/sites' },
    {
      name: 'sites: one, with a page checked',
      async prepare(page) {
        await page.getByLabel('Name').fill('API docs');
        await page.getByLabel('Where the pages are').fill('https://docs.example.com');
        await page.getByLabel('Hosts that').fill(new URL(target).host);
        await page.getByRole('button', { name: 'Create site' }).click();
        await page.getByLabel('Address of the page').fill(`${target}/documentation`);
        await page.getByRole('button', { name: 'Check' }).click();
        await page.getByRole('table', { name: 'Commands of the page' }).waitFor();
      },
    },
    { name: 'keys', path: '/account/keys' },
    {
      name: 'keys: refused form',
      async prepare(page) {
        await page.getByLabel('Name').fill('Two things');
        await page.getByLabel('It can').selectOption('custom');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    {
      name: 'keys: one just made',
      path: '/account/keys',
      async prepare(page) {
        await page.getByLabel('Name').fill('CI');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.locator('.pg-created button').waitFor();
      },
    },
    {
      name: 'revoke a key',
      path: '/account/keys',
      prepare: (page) => page.getByRole('button', { name: 'Revoke CI' }).click(),
    },
    {
      name: 'usage',
      path: '/account/usage',
      prepare: (page) => page.getByText('As a table', { exact: true }).click(),
    },
    { name: 'audit log', path: '/account/audit' },
    { name: 'audit log: no such page', path: '/account/audit?page=99', prepare: alert },
    {
      name: 'editor: session ended',
      path: `/account/playgrounds/${id}`,
      async prepare(page) {
        await page.locator('.cm-content').click();
        await page.context().clearCookies();
        await page.keyboard.press('Control+s');
        await page.getByRole('dialog').getByLabel('API key').waitFor();
      },
    },
  ];
}

/** SCREENSHOTS=folder: a picture of each page in both themes. */
const PICTURES = process.env['SCREENSHOTS'];

/** Turns a document to a theme, by its switch where it does not follow the browser. */
async function turnTo(page: Page, frame: Frame, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await frame.evaluate((wanted) => {
    const { colorScheme } = getComputedStyle(document.documentElement);
    if (colorScheme === 'light' || colorScheme === 'dark')
      if (colorScheme !== wanted) document.querySelector<HTMLElement>('#other-theme')?.click();
  }, theme);
  await coloursSettled(frame);
}

t.test('each page at four widths, in both themes', longInBrowser, async (t) => {
  const w = await world(t);
  const data = await fill(w);
  const site = await listen(t, (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const id = request.url?.replace('/?', '');
    response.end(
      `<!doctype html><title>Docs</title><div data-playground="${id}"></div><script src="${w.base}/embed.js"></script>`,
    );
  });
  const checked: string[] = [];
  /** Checks one row of the table. */
  const check = async (page: Page, { name, path, prepare, widths = WIDTHS, frame = 0 }: Row) => {
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    if (path !== undefined) await page.goto(new URL(path, w.base).href);
    await prepare?.(page);
    await settled(page);
    const shown = page.frames()[frame];
    if (shown === undefined) throw new Error(`${name} has no frame ${frame}`);
    const cells: string[] = [];
    const cell = (column: string, problems: readonly string[]) => {
      cells.push(`${column} ${problems.length === 0 ? 'ok' : problems.length}`);
      t.strictSame(problems, [], `${name}, ${column}`);
    };
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      cell(String(width), await layoutProblems(shown));
    }
    for (const theme of THEMES) {
      await turnTo(page, shown, theme);
      cell(theme, await violations(shown));
      if (PICTURES === undefined) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      const file = `${name.replace(/\W+/g, '-')}-${theme}.png`;
      await page.screenshot({ path: join(PICTURES, file), fullPage: true });
      await page.setViewportSize({ width: widths.at(-1) ?? 390, height: 900 });
    }
    checked.push(`${name.padEnd(32)} ${cells.join('  ')}`);
  };
  const reader = await w.open('/p/none');
  for (const row of readersPages(site, data)) await check(reader, row);
  const owner = await w.signedIn();
  for (const row of ownersPages(data)) await check(owner, row);
  for (const line of checked) t.comment(line);
});

t.test(
  'tables fit a narrow screen, some as cards, and their columns align on a wide one',
  longInBrowser,
  async (t) => {
    const w = await world(t);
    const { id, results } = await fill(w);
    const page = await w.signedIn();
    /** The cells of each row of a table, with the label that the style sheet puts before a cell. */
    const rowsOf = (table: Locator) =>
      table.locator('tbody tr').evaluateAll((rows) =>
        rows.map((row) =>
          [...row.children]
            .filter((cell) => cell.getClientRects().length > 0)
            .map((cell) => {
              const { left, top, right, bottom } = cell.getBoundingClientRect();
              const { content } = getComputedStyle(cell, '::before');
              return { left, top, right, bottom, label: content.replaceAll('"', ''), is: cell.tagName };
            }),
        ),
      );
    const tables: [path: string, name: string, labels?: readonly string[]][] = [
      ['keys', 'Keys'],
      ['audit', 'Events'],
      [`playgrounds/${id}?kind=`, 'Results, the newest first'],
      [`tests/compare?test=${results[0]}&test=${results[2]}`, 'Headers that differ', ['Older', 'Newer']],
    ];
    for (const [path, name, labels] of tables) {
      await page.goto(`${w.base}/account/${path}`);
      await settled(page); // the editor draws its tables anew
      const table = page.getByRole('table', { name, exact: true }).first();
      await page.setViewportSize({ width: 390, height: 900 });
      const header = await page.getByRole('banner').boundingBox();
      t.ok(header !== null && header.height < 70, `navigation in one line: ${header?.height} pixels`);
      for (const [index, cells] of (await rowsOf(table)).entries()) {
        if (labels === undefined) {
          t.ok(
            cells.every(({ top, right }) => top === cells[0]?.top && right <= 390),
            `${name}, row ${index}: one row`,
          );
          continue;
        }
        t.ok(
          cells.every(
            ({ left, top }, at) =>
              at === 0 || (left === cells[0]?.left && top >= (cells[at - 1]?.bottom ?? 0)),
          ),
          `${name}, row ${index}: one cell below the other`,
        );
        const shown = cells.filter(({ is }) => is === 'TD').map(({ label }) => label);
        t.strictSame(shown, labels, 'each with what it is');
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      const wide = await rowsOf(table);
      t.ok(
        wide.every((cells) => new Set(cells.map(({ top }) => top)).size === 1),
        `${name}: rows`,
      );
      for (const at of wide[0]?.keys() ?? [])
        t.equal(new Set(wide.map((cells) => cells[at]?.left)).size, 1, `${name}: column ${at} aligns`);
    }
  },
);

t.test('budgets', longInBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({
    curl_command: `curl -L '${w.target}/users?team=core' -H "Authorization: Bearer $TOKEN" --json '{"name":"{{user}}"}'`,
    public_runs: true,
  });
  /** Bytes over the wire until a page is quiet. */
  const weigh = async (page: Page, path: string) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    const fonts = new Set<string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('.woff2')) fonts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!fonts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(w.base + path);
    await settled(page);
    return bytes;
  };
  const page = await weigh(await w.open('/p/none'), `/p/${id}`);
  t.ok(page <= 60_000, `the page of a playground: ${page} bytes`);
  const editor = await weigh(await w.signedIn(), `/account/playgrounds/${id}`);
  t.ok(editor <= 300_000, `the editor: ${editor} bytes`);
  t.comment(`over the wire: page ${page}, editor ${editor}`);
});

t.test('a command of 64 KiB is typed without lag', longInBrowser, async (t) => {
  const w = await world(t);
  const item = (id: number) => `{"id":${id},"name":"Ada Lovelace","token":"$TOKEN","tags":["a","b"]}`;
  const items = Array.from({ length: 940 }, (_, id) => item(id));
  for (const [shape, separator] of [
    ['in lines', ',\n'],
    ['in one line', ','],
  ] as const) {
    const id = await w.create({
      curl_command: `curl https://api.example.com/ -d "[${items.join(separator)}]"`,
    });
    const page = await w.signedIn();
    await page.goto(`${w.base}/account/playgrounds/${id}`);
    await page.locator('.cm-content').click();
    const typed = await page.evaluate(() => {
      const times: number[] = [];
      // From the key, through what it waits for, to the frame that shows it.
      addEventListener(
        'keydown',
        ({ timeStamp }) =>
          requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
        true,
      );
      Object.assign(window, { times });
      return document.querySelector<HTMLTextAreaElement>('#command')?.value.length ?? 0;
    });
    t.ok(typed > 60_000 && typed < 65_536, `${typed} characters`);
    for (const place of ['Control+Home', 'Control+End']) {
      await page.keyboard.press(place);
      if (place === 'Control+Home') for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(500);
      await page.evaluate('times.length = 0');
      for (let count = 0; count < 4; count += 1) {
        await page.keyboard.type(' -H x:y', { delay: 30 });
        await page.waitForTimeout(600); // the preview comes meanwhile
      }
      await page.waitForFunction('times.length === 28');
      const times = (await page.evaluate<number[]>('times')).toSorted((a, b) => a - b);
      const [median = 0, most = 0] = [times[14], times[27]].map((one) => Math.round(one ?? 0));
      t.comment(`64 KiB ${shape}, ${place}: a key takes ${median} ms, at most ${most} ms`);
      t.ok(median < 200, `${shape}, ${place}: ${median} ms`);
    }
    await page.context().close();
  }
});
