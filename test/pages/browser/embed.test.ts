/** Playgrounds as cards in pages of other sites. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import {
  denyStorage,
  findings,
  inBrowser,
  listen,
  onOtherSite,
  overflows,
  settled,
  type World,
  world,
} from './world.ts';

/** Opens a page of another site that has this content. Layout shifts are added up in `shift`, messages kept in `messages`. */
async function openSite(
  t: Test,
  w: World,
  content: string,
  { isOtherSite = false, ...options }: BrowserContextOptions & { isOtherSite?: boolean } = {},
): Promise<Page> {
  const site = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Docs</title><p>Above</p>${content}${'<p>Below</p>'.repeat(40)}`);
  });
  const page = await w.newPage({ viewport: { width: 900, height: 700 }, ...options });
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0, messages: [] as unknown[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('message', ({ data }) => seen.messages.push(data));
  });
  if (isOtherSite) await denyStorage(page);
  await page.goto(isOtherSite ? onOtherSite(site) : site);
  return page;
}

const scriptOf = (w: World) => `<script src="${w.base}/embed.js" async></script>`;

t.test('cards in pages of other sites', inBrowser, async (t) => {
  const w = await world(t);
  await t.test('every way to embed shows a card that nothing moves around', async (t) => {
    const id = await w.create({
      name: 'Create a user',
      curl_command: `curl '${w.target}/large' -H "Authorization: Bearer $TOKEN"`,
      public_runs: true,
    });
    const own = await w.open(`/p/${id}`);
    const code = own.getByText('Embed it', { exact: true });
    await code.click();
    const snippet = (await own.locator('.pg-embed-code code').textContent()) ?? '';
    await own
      .frameLocator('iframe[title^=Preview]')
      .getByRole('heading', { name: 'Create a user' })
      .waitFor();
    const link = await own.locator('link[type="application/json+oembed"]').getAttribute('href');
    const { html: frame } = await (await fetch(link ?? '')).json();
    await own.context().close();

    const ways: Record<string, string> = {
      'the code that is copied': snippet,
      oEmbed: frame,
      'with a height': `<div data-playground="${id}" data-height="300" style="min-height:300px"></div>${scriptOf(w)}`,
      'far below': `<div style="height:4000px">Far</div>${snippet}`,
      'a frame': `<iframe src="${w.base}/embed/${id}?theme=dark" height="380" width="100%"></iframe>`,
      'an element that appears later': `<div id="app" style="min-height:380px"></div>${scriptOf(w)}
        <script>setTimeout(() => {
          const place = document.createElement('div');
          place.dataset.playground = '${id}';
          document.querySelector('#app').append(place);
        }, 500)</script>`,
      'an element that appears later, with its height': `<div id="app" style="min-height:300px"></div>${scriptOf(w)}
        <script>setTimeout(() => {
          const place = document.createElement('div');
          Object.assign(place.dataset, { playground: '${id}', height: '300' });
          document.querySelector('#app').append(place);
        }, 500)</script>`,
    };
    for (const [way, content] of Object.entries(ways)) {
      const page = await openSite(t, w, content);
      const complaints = complaintsOf(page);
      const element = page.locator('iframe');
      await element.waitFor({ state: 'attached' });
      if (way === 'far below') await page.mouse.wheel(0, 4200);
      const card = page.frameLocator('iframe');
      await card.getByRole('region', { name: 'cURL command' }).filter({ hasText: '$TOKEN' }).waitFor();
      // A click before the script is there sends the form, and its page is shown in no frame.
      await card
        .locator('html')
        .evaluate(
          () =>
            document.readyState === 'complete' || new Promise((loaded) => addEventListener('load', loaded)),
        );
      const language = card.getByRole('combobox', { name: 'Language of the code' });
      await language.selectOption('python');
      await card.getByRole('region', { name: 'Code in Python' }).waitFor();
      await language.selectOption('command');
      await card.getByLabel('TOKEN').fill('x');
      await card.getByRole('button', { name: 'Run' }).click();
      await card.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
      t.ok(
        await card.getByRole('region', { name: 'Response' }).isVisible(),
        `${way}: the response is in view`,
      );
      const height = await element.evaluate((one) => one.clientHeight);
      t.ok(height >= 160 && height <= 380, `${way}: ${height} pixels`);
      const shift = await page.evaluate<number>('shift');
      t.ok(shift <= 0.05, `${way}: layout shift ${shift}`);
      t.equal(
        await card.locator('html').evaluate((one) => one.scrollHeight - one.clientHeight),
        0,
        `${way}: one scroll bar`,
      );
      t.strictSame(complaints, []);
      await page.context().close();
    }
  });

  await t.test('a card is as high as its content, from 160 to 380 pixels', async (t) => {
    const command = `curl '${w.target}/large'`;
    const plain = await w.create({ curl_command: `curl '${w.target}/echo'` });
    const short = await w.create({ curl_command: command, public_runs: true });
    const long = await w.create({
      curl_command: `${command} ${[...Array(20).keys()].map((at) => `\\\n  -H "X-${at}: $V${at}"`).join(' ')}`,
      public_runs: true,
    });
    const two = await w.create({
      curl_command: `${command} \\\n-d '${'\n'.repeat(12)}{{a}} {{b}}'`,
      public_runs: true,
    });
    const gone = '019300a1-7c1e-7a51-8000-5a4e1d1f2b3c';
    const page = await openSite(
      t,
      w,
      [plain, short, long, gone, two].map((id) => `<div data-playground="${id}"></div>`).join('') +
        scriptOf(w),
      { viewport: { width: 900, height: 1600 } },
    );
    const isHigh = (at: number, least: number, most = least) =>
      page.waitForFunction(
        ([at, least, most]) => {
          const height = document.querySelectorAll('iframe')[at]?.clientHeight ?? 0;
          return height >= least && height <= most;
        },
        [at, least, most] as const,
      );
    t.ok(await isHigh(0, 160), 'a command alone');
    t.ok(await isHigh(1, 161, 300), 'a command that can be run');
    t.ok(await isHigh(2, 380), 'many fields');
    t.ok(await isHigh(3, 40, 100), 'a playground that is gone');
    const code = await page.frameLocator('iframe >> nth=4').locator('.pg-card__code:visible').boundingBox();
    t.ok((code?.height ?? 0) >= 130, 'two fields leave the command seven lines');
    const card = page.frameLocator('iframe >> nth=1');
    await card.getByRole('button', { name: 'Run' }).click();
    await card.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.ok(await isHigh(1, 380), 'it grows with the response');
    await page.context().close();
  });

  await t.test('on a phone a card is up to 512 pixels high, with lines of its response', async (t) => {
    const id = await w.create({
      curl_command: `curl '${w.target}/large' \\\n-d '${'\n'.repeat(12)}{{a}} {{b}} {{c}}'`,
      public_runs: true,
    });
    const page = await openSite(t, w, `<div data-playground="${id}"></div>${scriptOf(w)}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const card = page.frameLocator('iframe');
    for (const name of ['a', 'b', 'c']) await card.getByLabel(name, { exact: true }).fill('x');
    await card.getByRole('button', { name: 'Run' }).click();
    await card.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    await page.waitForFunction(() => document.querySelector('iframe')?.clientHeight === 512);
    const shown = await card.locator('.pg-response__set > .pg-set__pane:visible').evaluate((pane) => {
      const { bottom = 0 } = pane.closest('.pg-card')?.getBoundingClientRect() ?? {};
      return bottom - pane.getBoundingClientRect().top;
    });
    t.ok(shown >= 60, `${shown} pixels of the body`);
    t.ok(await card.getByRole('button', { name: 'Run' }).isVisible());
    await page.context().close();
  });

  await t.test('a card is copied in a page of another site, which grants nothing', async (t) => {
    const id = await w.create({ curl_command: `curl '${w.target}/echo'` });
    for (const content of [
      `<div data-playground="${id}"></div>${scriptOf(w)}`,
      `<iframe src="${w.base}/embed/${id}" height="380"></iframe>`,
    ]) {
      const page = await openSite(t, w, `<textarea></textarea>${content}`);
      const card = page.frameLocator('iframe');
      await card.getByRole('button', { name: 'Copy the code' }).click();
      await card.getByRole('button', { name: 'Copied' }).waitFor();
      await page.locator('textarea').click();
      await page.keyboard.press('Control+v');
      t.match(await page.locator('textarea').inputValue(), /^curl '.*\/echo'$/);
      await page.context().close();
    }
  });

  await t.test('a card on another site, which browsers give no storage', async (t) => {
    const id = await w.create({
      curl_command: `curl '${w.target}/echo?a={{a}}&b={{b}}'`,
      variables: [
        { name: 'a', default: 'one' },
        { name: 'b', default: 'team', choices: ['team', 'solo'] },
      ],
      public_runs: true,
    });
    const place = `<div data-playground="${id}"></div>`;
    const page = await openSite(t, w, place + place + scriptOf(w), { isOtherSite: true });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const card = page.frameLocator('iframe').first();
    await card.getByLabel('a', { exact: true }).fill('typed');
    await card.getByLabel('b', { exact: true }).selectOption('solo');
    await card.getByRole('region', { name: 'cURL command' }).filter({ hasText: 'a=typed&b=solo' }).waitFor();
    const other = page.frameLocator('iframe').nth(1).getByRole('region', { name: 'cURL command' });
    await other.filter({ hasText: 'a=typed&b=solo' }).waitFor();
    await card.getByRole('combobox', { name: 'Language of the code' }).selectOption('go');
    await card.getByRole('region', { name: 'Code in Go' }).filter({ hasText: 'solo' }).waitFor();
    await card.getByRole('button', { name: 'Copy the code' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    await card.getByRole('button', { name: 'Run' }).click();
    await card.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.strictSame(errors, []);
    await page.context().close();
  });

  await t.test('a program has the defaults before a field is touched, as after', async (t) => {
    const id = await w.create({
      curl_command: `curl '${w.target}/echo?limit={{limit}}' -H 'X-Key: {{key}}'`,
      variables: [
        { name: 'limit', default: '3 & 4' },
        { name: 'key', secret: true },
      ],
    });
    for (const path of ['/embed', '/p']) {
      const page = await w.open(`${path}/${id}`);
      if (path === '/p') await page.getByText('Code', { exact: true }).click();
      const menu = page.getByRole('combobox', { name: 'Language of the code' });
      const [python = ''] = await menu.getByRole('option', { name: 'Python' }).first().allInnerTexts();
      await menu.selectOption(python);
      const program = page.locator('pre[data-language=python]:visible').first();
      const before = await program.textContent();
      t.match(before, 'limit=3%20%26%204');
      t.match(before, /environ.*key/i, 'a secret is not written into it');
      await page.getByLabel('limit').fill('5');
      await page
        .locator('pre[data-language=python]:visible')
        .filter({ hasText: /limit\W+5/ })
        .waitFor();
      await page.getByLabel('limit').fill('3 & 4');
      await page.locator('pre[data-language=python]:visible').filter({ hasText: 'limit=3%20' }).waitFor();
      t.equal(await program.textContent(), before);
      await page.context().close();
    }
  });

  await t.test('theme and language of a card, and cards that appear later', async (t) => {
    const id = await w.create({ name: 'First', curl_command: `curl '${w.target}/echo'`, public_runs: true });
    const other = await w.create({ name: 'Second', curl_command: `curl '${w.target}/echo'`, theme: 'light' });
    const page = await openSite(
      t,
      w,
      `<div id="auto" data-playground="${other}"></div>
     <div id="light" data-playground="${id}" data-theme="light" data-language="go" data-accent="#0a7d5a"></div>
     ${scriptOf(w)}${scriptOf(w)}`,
      { colorScheme: 'dark' },
    );
    const complaints = complaintsOf(page);
    const cardIn = (place: string) => page.frameLocator(`#${place} iframe`);
    const theme = (place: string) =>
      cardIn(place)
        .locator('html')
        .evaluate((html) =>
          getComputedStyle(html)
            .colorScheme.split(' ')
            .filter(
              (one) =>
                matchMedia(`(prefers-color-scheme: ${one})`).matches ||
                getComputedStyle(html).colorScheme === one,
            )
            .join(),
        );
    t.equal(await theme('auto'), 'dark', "the reader's, whatever the owner chose for the page");
    t.equal(await theme('light'), 'light');
    const follows = async (change: () => void, wanted: string, what: string) => {
      await page.evaluate(change);
      await cardIn('auto').locator(`html[data-theme=${wanted}]`).waitFor();
      t.equal(await theme('auto'), wanted === 'auto' ? 'dark' : wanted, what);
    };
    await follows(() => document.documentElement.classList.add('light'), 'light', 'a class of the page');
    await follows(() => document.documentElement.classList.remove('light'), 'auto', "the reader's again");
    await follows(() => (document.documentElement.style.colorScheme = 'light'), 'light', 'color-scheme');
    await follows(
      () => {
        document.documentElement.style.colorScheme = '';
        document.documentElement.dataset['theme'] = 'dark';
      },
      'dark',
      'data-theme',
    );
    t.equal(await theme('light'), 'light', 'a card with a theme of its own keeps it');
    t.strictSame(
      await cardIn('light')
        .getByRole('button', { name: 'Run' })
        .evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]),
      ['rgb(10, 125, 90)', 'oklch(1 0 0)'],
    );
    await cardIn('light').getByRole('region', { name: 'Code in Go' }).waitFor();
    t.notOk(
      await cardIn('light').getByRole('region', { name: 'cURL command' }).isVisible(),
      'the code is in front',
    );

    await page.evaluate((id) => {
      const later = document.createElement('section');
      later.innerHTML = `<div id="later" data-playground="${id}" data-theme="dark"></div>`;
      document.body.append(later);
    }, id);
    await cardIn('later').getByRole('heading', { name: 'First' }).waitFor();
    await page.evaluate((id) => {
      const place = document.querySelector<HTMLElement>('#later');
      if (place !== null) place.dataset['playground'] = id;
    }, other);
    await cardIn('later').getByRole('heading', { name: 'Second' }).waitFor();
    t.equal(await page.locator('#later iframe').count(), 1, 'in the place of the other');

    await page.evaluate((id) => {
      const host = document.createElement('div');
      host.id = 'shadow';
      document.body.append(host);
      host.attachShadow({ mode: 'open' }).innerHTML = `<div data-playground="${id}"></div>`;
      (window as unknown as { Playgrounds: { scan(root: ParentNode): void } }).Playgrounds.scan(
        host.shadowRoot as ShadowRoot,
      );
    }, id);
    await page.frameLocator('#shadow iframe').getByRole('heading', { name: 'First' }).waitFor();
    const titles = await page
      .locator('iframe')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    t.strictSame([...titles].sort(), ['First', 'First (2)', 'Second', 'Second (2)'], 'frames are told apart');
    t.equal(titles.length, 4, 'one for each place, however often the script is there');
    t.equal(await page.evaluate(() => history.length), 2, 'no steps in the history of the browser');
    t.strictSame(complaints, []);
  });

  await t.test('a restricted or deleted playground is a small card with a link', async (t) => {
    const fields = { name: 'Hidden', curl_command: `curl '${w.target}/echo'` };
    const restricted = await w.create({ ...fields, embed_origins: ['https://docs.example.com'] });
    const taken = await w.create({ ...fields, is_public: false });
    const place = (id: string) => `<div data-playground="${id}" style="min-height:380px"></div>`;
    const page = await openSite(t, w, `${place(restricted)}${place(taken)}${place('none')}${scriptOf(w)}`);
    const card = (index: number) => page.frameLocator(`iframe >> nth=${index}`);
    const { host } = new URL(page.url());
    await card(0)
      .getByRole('heading', { name: `This playground cannot be shown on ${host}.` })
      .waitFor();
    t.equal(
      await card(0).getByRole('link', { name: 'Open' }).getAttribute('href'),
      `${w.base}/p/${restricted}`,
    );
    for (const index of [1, 2]) {
      await page.locator('iframe').nth(index).scrollIntoViewIfNeeded();
      await card(index)
        .getByRole('heading', { name: 'This playground is private, or it was deleted.' })
        .waitFor();
      t.equal(await card(index).getByRole('link').getAttribute('href'), `${w.base}/`);
    }
    t.equal(await page.evaluate('shift'), 0);
    t.equal(
      await page
        .locator('iframe')
        .first()
        .evaluate((one) => one.clientHeight < 100),
      true,
    );
    const frame = await openSite(t, w, `<iframe style="height:380px" src="${w.base}/embed/none"></iframe>`);
    const [words, whole] = await Promise.all(
      ['h1', 'article'].map((name) => frame.frameLocator('iframe').locator(name).boundingBox()),
    );
    t.equal(whole?.height, 380, 'it fills a frame that does not follow it');
    const middle = (words?.y ?? 0) + (words?.height ?? 0) / 2 - (whole?.y ?? 0);
    t.ok(Math.abs(middle - 190) < 4, `in the middle: ${middle}`);

    const site = new URL(page.url()).origin;
    await w.call('PATCH', `/api/playgrounds/${restricted}`, { embed_origins: [site] });
    await page.reload();
    await card(0).getByRole('heading', { name: 'Hidden' }).waitFor();
    const other = await openSite(
      t,
      w,
      `<iframe referrerpolicy="no-referrer" src="${w.base}/embed/${restricted}"></iframe>`,
    );
    await settled(other);
    t.equal(
      await other.frameLocator('iframe').getByRole('heading', { name: 'Hidden' }).count(),
      0,
      'browsers enforce the list where a site does not name itself',
    );
    const account = await other.evaluate(async (url) => {
      const one = document.createElement('iframe');
      one.src = url;
      document.body.append(one);
      await new Promise((resolve) => one.addEventListener('load', resolve));
      return one.contentDocument === null;
    }, `${w.base}/account`);
    t.ok(account, 'the account is in no frame');
  });

  await t.test('a value typed once fills all cards of that page, and reaches nobody else', async (t) => {
    const create = (name: string, header: string) =>
      w.create({ name, curl_command: `curl '${w.target}/echo' -H "${header}"`, public_runs: true });
    const first = await create('First', 'Authorization: Bearer $TOKEN');
    const second = await create('Second', 'X-Trace: $TOKEN/$OTHER');
    const place = (id: string) => `<div data-playground="${id}"></div>`;
    const page = await openSite(t, w, `${place(first)}${place(second)}${scriptOf(w)}`, {
      viewport: { width: 900, height: 1000 },
    });
    const complaints = complaintsOf(page);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await page.bringToFront(); // frames of a page behind are not loaded
    const cards = (of: Page) => [0, 1, 2].map((index) => of.frameLocator(`iframe >> nth=${index}`));
    const [one, two, three] = cards(page);
    await elsewhere.frameLocator('iframe >> nth=0').getByLabel('TOKEN').waitFor();
    await two?.getByLabel('TOKEN').waitFor();
    await one?.getByLabel('TOKEN').fill('s3cret');
    await two?.getByRole('region', { name: 'cURL command' }).filter({ hasText: 's3cret' }).waitFor();
    t.equal(await two?.getByLabel('TOKEN').inputValue(), 's3cret');
    t.equal(await two?.getByLabel('OTHER').inputValue(), '');
    await page.evaluate((id) => {
      const later = document.createElement('div');
      later.dataset['playground'] = id;
      document.body.prepend(later);
    }, first);
    await page
      .frameLocator('iframe >> nth=0')
      .getByRole('region', { name: 'cURL command' })
      .filter({ hasText: 's3cret' })
      .waitFor();
    t.ok(three, 'a card that appears later has it, too');
    const heard = await page.evaluate<object[]>('messages');
    t.ok(
      heard.every((message) => ['title', 'height'].includes(Object.keys(message).join())),
      'the page around the cards hears their names and heights only',
    );
    t.equal(
      await elsewhere.frameLocator('iframe >> nth=0').getByLabel('TOKEN').inputValue(),
      '',
      'nor another page',
    );
    const stored = await page
      .frames()[1]
      ?.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    t.notMatch(stored, 's3cret', 'nothing is stored');
    await page.reload();
    await one?.getByLabel('TOKEN').waitFor();
    t.equal(await one?.getByLabel('TOKEN').inputValue(), '', 'in memory only');
    t.strictSame(complaints, []);
  });

  await t.test('values stay among the cards of their owner, and secret ones in their card', async (t) => {
    const create = (name: string, fields = {}) =>
      w.create({ name, curl_command: `curl '${w.target}/echo' -H "X-A: $A/$B"`, ...fields });
    const first = await create('First');
    const second = await create('Second', { variables: [{ name: 'B', secret: true }] });
    const foreign = await create('Foreign');
    const places = [first, second, foreign].map((id) => `<div data-playground="${id}"></div>`).join('');
    const page = await openSite(t, w, `${places}${scriptOf(w)}`, { viewport: { width: 900, height: 1400 } });
    // As if another account had published it.
    await page.route(`**/embed/${foreign}*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/data-owner="[^"]+"/, 'data-owner="another"');
      await route.fulfill({ response, body });
    });
    await page.reload();
    const [one, two, three] = [0, 1, 2].map((index) => page.frameLocator(`iframe >> nth=${index}`));
    await two?.getByLabel('A', { exact: true }).waitFor();
    await three?.getByLabel('A', { exact: true }).waitFor();
    await one?.getByLabel('A', { exact: true }).fill('typed-a');
    await one?.getByLabel('B', { exact: true }).fill('typed-b');
    await two?.getByLabel('B', { exact: true }).fill('typed-secret');
    await two?.getByRole('region', { name: 'cURL command' }).filter({ hasText: 'typed-a' }).waitFor();
    t.equal(await two?.getByLabel('B', { exact: true }).inputValue(), 'typed-secret');
    t.equal(await one?.getByLabel('B', { exact: true }).inputValue(), 'typed-b');
    for (const name of ['A', 'B'])
      t.equal(
        await three?.getByLabel(name, { exact: true }).inputValue(),
        '',
        'not in the card of another owner',
      );
  });

  await t.test('a card is usable at 300 pixels, by keyboard, in both themes', async (t) => {
    const id = await w.create({
      name: `A long name ${'x'.repeat(100)}`,
      curl_command: `curl '${w.target}/echo' -H "A: $A" --limit-rate 1k`,
      public_runs: true,
    });
    const page = await w.open(`/embed/${id}`, { viewport: { width: 300, height: 380 } });
    t.strictSame(await findings(page), []);
    t.notOk(await overflows(page));
    const run = page.getByRole('button', { name: 'Run' });
    const box = await run.boundingBox();
    t.ok(box !== null && box.x >= 0 && box.x + box.width <= 300 && box.height < 48, 'Run is whole');
    await page.getByRole('combobox', { name: 'Language of the code' }).focus();
    await page.keyboard.press('ArrowDown');
    t.ok(await page.getByRole('region', { name: 'Code in Python' }).isVisible());
    t.strictSame(await findings(page), [], 'the code');
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('A', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    t.strictSame(await findings(page), [], 'the response');

    const plain = await w.open(`/embed/${id}`, { javaScriptEnabled: false });
    await plain.getByRole('combobox', { name: 'Language of the code' }).selectOption('python');
    await plain.getByRole('region', { name: 'Code in Python' }).waitFor();
  });
});
