/** Documentation pages of other sites that run their own commands. */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { card, clickRun, labelsOf, open, ready, runnable } from './site-pages.ts';
import { findings, longInBrowser, world } from './world.ts';

/** Blocks as generators write them, each with its command. sites-generators.test.ts has the generators. */
const GENERATORS = {
  plain: (text: string) => `<pre><code>${text}</code></pre>`,
  VitePress: (text: string) =>
    `<div class="language-sh" style="position:relative"><button title="Copy Code" style="position:absolute;right:0">C</button><pre class="shiki"><code style="display:block">${text
      .split('\n')
      .map((line) => `<span class="line">${line}</span>`)
      .join('\n')}</code></pre></div>`,
  MkDocs: (text: string) =>
    `<div class="highlight"><pre style="position:relative"><span></span><button class="md-clipboard">C</button><code style="display:block;overflow:auto">${text}</code></pre></div>`,
  Sphinx: (text: string) =>
    `<div class="highlight-bash notranslate"><div class="highlight"><pre><span></span><span class="gp">$ </span>${text}\n</pre></div></div>`,
};

t.test('documentation pages', longInBrowser, async (t) => {
  const w = await world(t);
  const get = (path = '/') => `curl ${w.target}${path}`;

  await t.test('blocks as generators write them get a button, nothing moves, a click runs', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const blocks = Object.values(GENERATORS).map((block) => block(`${get('/text')} \\\n  -H 'A: b'`));
      const others = [
        GENERATORS.plain('curl https://elsewhere.example/'),
        GENERATORS.plain(`wget ${w.target}`),
        `<div data-playground="off">${GENERATORS.plain(get())}</div>`,
        `<pre data-playground="on"><code>curl $BASE/echo</code></pre>`,
      ];
      const style = `<style>:root{color-scheme:${colorScheme}}</style>`;
      const { page } = await open(t, w, style + [...blocks, ...others].join('<p>Text</p>'), { colorScheme });
      const complaints = complaintsOf(page);
      await ready(page, 5);
      t.strictSame(await runnable(page), [true, true, true, true, false, false, false, true]);
      t.equal(await page.evaluate(() => (window as unknown as { shift: number }).shift), 0, 'nothing moved');
      t.same(await findings(page), [], 'axe');
      for (const [index, name] of Object.keys(GENERATORS).entries()) {
        await clickRun(page, index);
        await card(page, index).getByRole('button', { name: 'Run' }).click();
        await card(page, index).getByText('200').first().waitFor();
        t.pass(`${name}: ran`);
      }
      t.same(complaints, []);
      await page.context().close();
    }
  });

  await t.test('the command above a card is folded in it, and still what is copied', async (t) => {
    const { page } = await open(t, w, GENERATORS.plain(`${get('/text')} -H 'A: b'`));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ready(page);
    await clickRun(page);
    const command = card(page).getByRole('region', { name: 'cURL command' });
    await card(page).getByText('Command', { exact: true }).waitFor();
    t.equal(await command.isVisible(), false);
    await card(page).getByRole('button', { name: 'Copy the code' }).click();
    await card(page).getByRole('button', { name: 'Copied' }).waitFor();
    t.match(await page.evaluate(() => navigator.clipboard.readText()), `${get('/text')} -H 'A: b'`);
    await card(page).getByText('Command', { exact: true }).click();
    t.equal(await command.isVisible(), true);
    await page.context().close();
  });

  await t.test(
    'a key is typed once in a tab; a request that changes something is confirmed once',
    async (t) => {
      const post = `curl -X POST ${w.target}/echo -H "X-Key: $TOKEN"`;
      const { page } = await open(t, w, GENERATORS.plain(post) + GENERATORS.plain(`${post} -d 2`));
      await ready(page, 2);
      await clickRun(page);
      await card(page).getByLabel('TOKEN').fill('hidden-value');
      await card(page)
        .getByText(/Sent by 127.* Your key is not stored\./)
        .waitFor();
      await card(page).getByRole('button', { name: 'Run' }).click();
      await card(page).getByText('This creates something on').waitFor();
      await card(page).getByRole('button', { name: 'Cancel' }).click();
      await card(page).getByRole('button', { name: 'Run' }).click();
      await card(page).getByRole('button', { name: 'Send' }).click();
      await card(page).getByText('200').first().waitFor();
      await clickRun(page, 1);
      t.equal(await card(page, 1).getByLabel('TOKEN').inputValue(), 'hidden-value', 'kept for the tab');
      await card(page, 1).getByRole('button', { name: 'Run' }).click();
      await card(page, 1).getByText('200').first().waitFor();
      t.equal(
        await card(page, 1).getByRole('button', { name: 'Send' }).count(),
        0,
        'confirmed once per page',
      );
      await card(page, 1).getByRole('button', { name: 'Forget' }).click();
      t.equal(await card(page, 1).getByLabel('TOKEN').inputValue(), '');
      t.same(await labelsOf(page), ['Close this command', 'Close this command']);
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.querySelectorAll('iframe')[1]?.hidden === true);
      t.same(await labelsOf(page), ['Close this command', 'Run this command']);
      await clickRun(page, 1, 30);
      t.notOk(await page.evaluate(() => document.querySelectorAll('iframe')[1]?.hidden), '40 px for fingers');
      t.notOk(w.log.some((line) => line.includes('hidden-value')));
      t.same(await page.context().cookies(), []);
      await page.context().close();
    },
  );

  await t.test('on a phone the button covers nothing of the command', async (t) => {
    const viewport = { width: 390, height: 844 };
    const { page } = await open(t, w, GENERATORS.plain(get(`/echo?long=${'x'.repeat(60)}`)), { viewport });
    await page.waitForFunction(() => document.querySelector('pre > span') !== null);
    const [button = 0, text = 0] = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('pre code') ?? document.body);
      const bottom = document.querySelector('pre > span')?.getBoundingClientRect().top;
      return [(bottom ?? 0) + 24, range.getBoundingClientRect().top];
    });
    t.ok(button <= text + 2, `it ends at ${button}, the text begins at ${text}`);
    await page.context().close();
  });

  await t.test('the button stays in its corner while a block is scrolled', async (t) => {
    const { page } = await open(t, w, GENERATORS.plain(get(`/echo?long=${'x'.repeat(300)}`)));
    await ready(page);
    const placeOf = () =>
      page.evaluate(() => document.querySelector('pre > span')?.getBoundingClientRect().right);
    const before = await placeOf();
    await page.evaluate(() => {
      const pre = document.querySelector('pre');
      if (pre === null) return;
      pre.style.overflow = 'auto';
      pre.scrollLeft = 150;
    });
    await page.waitForFunction(() => document.querySelector('pre')?.scrollLeft === 150);
    await page.waitForTimeout(100);
    t.equal(await placeOf(), before);
    await page.context().close();
  });

  await t.test('a page on another site, whose frames browsers give no storage', async (t) => {
    const block = (path: string) => GENERATORS.plain(`${get(path)} -H "X-Key: $TOKEN"`);
    const { page } = await open(t, w, block('/text') + block('/echo'), { isOtherSite: true });
    await ready(page, 2);
    await clickRun(page);
    await card(page).getByLabel('TOKEN').fill('hidden-value');
    await card(page).getByRole('button', { name: 'Run' }).click();
    await card(page).getByText('200').first().waitFor();
    await clickRun(page, 1);
    const key = card(page, 1).getByLabel('TOKEN');
    await card(page, 1).getByRole('button', { name: 'Forget' }).waitFor();
    t.equal(await key.inputValue(), 'hidden-value', 'typed once in a page');
    await card(page, 1).getByRole('button', { name: 'Run' }).click();
    await card(page, 1).getByText('hidden-value').first().waitFor();
    await card(page, 1).getByRole('button', { name: 'Forget' }).click();
    t.equal(await key.inputValue(), '');
    await page.context().close();
  });

  await t.test('a file that a block reads is picked', async (t) => {
    const { page } = await open(t, w, GENERATORS.plain(`${get('/echo')} -d @note.txt`));
    await ready(page);
    await clickRun(page);
    const buffer = Buffer.alloc(400_000, 'a');
    await card(page)
      .getByLabel('note.txt')
      .setInputFiles({ name: 'any.txt', mimeType: 'text/plain', buffer });
    await card(page).getByRole('button', { name: 'Run' }).click();
    await card(page).getByRole('button', { name: 'Send' }).click();
    await card(page).getByText('200 OK').first().waitFor();
    t.match(await card(page).locator('.pg-response').textContent(), /a{100}/, 'the target got it');
    await page.context().close();
  });

  await t.test('late content, navigation in the page, 500 blocks', async (t) => {
    const many = Array.from({ length: 500 }, (_, at) => GENERATORS.plain(`${get(`/${at}`)} -H 'Accept: x'`));
    const { page } = await open(t, w, `<div id="app">${GENERATORS.plain('none')}</div>`);
    await page.waitForTimeout(300);
    await page.evaluate((html) => {
      const app = document.querySelector('#app');
      if (app !== null) app.innerHTML = html;
    }, GENERATORS.VitePress(get()));
    await ready(page);
    await clickRun(page);
    await card(page).getByRole('button', { name: 'Run' }).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const layouts = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')
        ?.value ?? 0;
    const show = async (html: string, buttons: number) => {
      const before = await layouts();
      await page.evaluate((html) => {
        const app = document.querySelector('#app');
        if (app !== null) app.innerHTML = html;
      }, html);
      await page.waitForTimeout(500);
      const after = await layouts();
      t.equal((await runnable(page)).filter(Boolean).length, buttons);
      return after - before;
    };
    // A layout for each block would hold the page; `npm run bench -- browser` measures the time.
    const without = await show(`<div data-playground="off">${many.join('')}</div>`, 0);
    const laidOut = (await show(`<div>${many.join('')}</div>`, 500)) - without;
    t.ok(laidOut <= 10, `the page is laid out ${laidOut} times more for 500 blocks`);
    t.equal(await page.locator('iframe').count(), 0, 'the frame left with its block');
    await page.context().close();
  });

  await t.test('a strict policy of the page, and a page whose origin is not listed', async (t) => {
    const strict = await open(t, w, GENERATORS.plain(get()), { csp: true });
    const complaints = complaintsOf(strict.page);
    await ready(strict.page);
    await clickRun(strict.page);
    await card(strict.page).getByRole('button', { name: 'Run' }).click();
    await card(strict.page).getByText('200').first().waitFor();
    t.same(complaints, []);
    await strict.page.context().close();

    const other = await open(t, w, GENERATORS.plain(get()), { origins: ['https://docs.example.com'] });
    await other.page.waitForTimeout(500);
    t.strictSame(await runnable(other.page).catch(() => [false]), [false]);
    const inside = await other.page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const json = await fetch(`${url}.json`).then(
        () => 'read',
        () => 'refused',
      );
      const run = await fetch(`${url}/run`, { method: 'POST' }).then(
        ({ status }) => status,
        () => 'refused',
      );
      return { json, run };
    }, `${w.base}/s/${other.id}`);
    t.equal(inside.json, 'refused');
    t.match(String(inside.run), /403|refused/);
    t.equal(await other.page.frameLocator('iframe').locator('#card').count(), 0, 'the frame is empty');
    await other.page.context().close();
  });

  await t.test('the script is small', async (t) => {
    const text = await (await fetch(`${w.base}/embed.js`)).text();
    t.ok(text.length <= 6144, `${text.length} bytes, ${gzipSync(text).length} compressed`);
  });
});
