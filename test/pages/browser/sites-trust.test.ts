/** Documentation pages that run their own commands: what a hostile page, a forged message or a server that is away can do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { card, clickRun, open, ready, runnable } from './site-pages.ts';
import { listen, longInBrowser, violations, type World, world } from './world.ts';

const block = (command: string) => `<pre><code>${command}</code></pre>`;
const keyed = (w: { target: string }) => block(`curl ${w.target}/echo -H "X-Key: $TOKEN"`);
/** A target that counts its runs. */
async function counting(t: Test) {
  const target = { runs: 0, url: '', host: '' };
  target.url = await listen(t, (_request, response) => {
    target.runs += 1;
    response.end('ok');
  });
  target.host = new URL(target.url).host;
  return target;
}

/** The frames of a page that show something of the service. */
const framesOf = (page: Page, w: World) => page.frames().filter((frame) => frame.url().startsWith(w.base));
const errorsOf = (page: Page) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
};

/** The service behind a server that can be made to drop the connections of some paths. */
async function behind(t: Test, w: World, isAway: (path: string) => boolean) {
  return listen(t, async (request, response) => {
    const { url = '', headers, method = 'GET' } = request;
    if (isAway(url)) return request.socket.destroy();
    const origin = headers.origin === undefined ? {} : { origin: headers.origin };
    const answer = await fetch(w.base + url, { method, headers: { ...origin } });
    const kept = ['content-type', 'access-control-allow-origin', 'content-security-policy'];
    for (const name of kept) response.setHeader(name, answer.headers.get(name) ?? '');
    return response.writeHead(answer.status).end(await answer.text());
  });
}

t.test('what others can do', longInBrowser, async (t) => {
  const w = await world(t);

  await t.test('a server that is away leaves the page as it was', async (t) => {
    const content = block(`curl ${w.target}/`) + block('other');
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => closed.once('listening', listening));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    for (const from of [`http://127.0.0.1:${port}`, await behind(t, w, (path) => path !== '/embed.js')]) {
      const { page } = await open(t, w, content, { from });
      const errors = errorsOf(page);
      await page.waitForTimeout(500);
      t.equal(await page.locator('main').innerHTML(), `<h1>Docs</h1>${content}`);
      t.same(errors, []);
      await page.context().close();
    }

    let isAway = false;
    const { page } = await open(t, w, content, { from: await behind(t, w, () => isAway) });
    const errors = errorsOf(page);
    await ready(page);
    isAway = true;
    await clickRun(page);
    await page.locator('iframe').waitFor();
    t.same(await page.locator('pre').allTextContents(), [`curl ${w.target}/`, 'other'], 'it went away later');
    await clickRun(page);
    t.notOk(await page.locator('iframe').isVisible(), 'a second click closes it');
    t.same(errors, []);
    await page.context().close();
  });

  await t.test('forged messages do nothing, and none has a value of the reader', async (t) => {
    const evil = await listen(t, (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<script>setInterval(() => { parent.postMessage({ close: true, height: 1999, title: "forged" }, "*"); ' +
          'for (let i = 0; i < parent.length; i += 1) parent[i].postMessage({ close: true, theme: "dark", values: {} }, "*") }, 20)</script>',
      );
    });
    const target = await counting(t);
    const { page } = await open(t, w, keyed({ target: target.url }), { targets: [target.host] });
    await page.evaluate(() => {
      const got: unknown[] = [];
      Object.assign(window, { got });
      addEventListener('message', ({ data, origin }) => got.push([origin, JSON.stringify(data)]));
    });
    await ready(page);
    await clickRun(page);
    await card(page).getByLabel('TOKEN').fill('hidden-value');
    const height = () =>
      page
        .locator('iframe')
        .first()
        .evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
      // From the page itself, too.
      const [first] = document.querySelectorAll('iframe');
      for (const data of [{ close: true }, { run: true }, { values: { TOKEN: 'x' } }, 'values', null])
        first?.contentWindow?.postMessage(data, '*');
      window.postMessage({ close: true, height: 1999 }, '*');
    }, evil);
    await page.waitForTimeout(500);
    t.equal(await height(), before);
    t.ok(await page.locator('iframe').first().isVisible());
    t.equal(await card(page).getByLabel('TOKEN').inputValue(), 'hidden-value');
    t.equal(target.runs, 0, 'nothing ran');
    await card(page).getByRole('button', { name: 'Run' }).click();
    await card(page).getByText('200').first().waitFor();
    const got = await page.evaluate(() => (window as unknown as { got: [string, string][] }).got);
    const ours = got.filter(([origin]) => origin === w.base).map(([, data]) => data);
    t.ok(ours.length > 0);
    for (const data of ours) t.match(data, /^\{"height":\d+\}$/);
    await page.context().close();
  });

  await t.test('no page but those of the site can show the frame, not even around one of them', async (t) => {
    const target = await counting(t);
    const command = `curl ${target.url}/`;
    const { id, at, page: honest } = await open(t, w, block(command), { targets: [target.host] });
    await ready(honest);
    const evil = await listen(t, (_request, response) => {
      response.setHeader('content-type', 'text/html');
      const src = `${w.base}/s/${id}?x#curl=${encodeURIComponent(command)}&origin=${encodeURIComponent(at)}`;
      response.end(
        `<iframe src="${src}"></iframe><iframe src="${src}" sandbox="allow-scripts allow-forms"></iframe><iframe id="docs" src="${at}" width="900" height="600"></iframe>
        <form method="post" action="${w.base}/s/${id}/run" target="result"><input name="curl_command" value="${command}"></form>
        <iframe name="result"></iframe><script>document.forms[0].submit()</script>`,
      );
    });
    const page = await w.newPage({ viewport: { width: 1000, height: 900 } });
    await page.goto(evil);
    const docs = page.frameLocator('#docs');
    await docs.locator('pre > span').waitFor({ state: 'attached' });
    const corner = await docs.locator('pre').boundingBox();
    t.ok(corner !== null);
    if (corner !== null) await page.mouse.click(corner.x + corner.width - 10, corner.y + 10);
    await docs.locator('iframe').waitFor();
    await page.waitForTimeout(500);
    for (const frame of framesOf(page, w)) {
      const text = await frame.locator('body').innerText();
      t.match(text, /another site/, `only the refused form: ${frame.url()}`);
      t.equal(await frame.locator('#card, article').count(), 0);
    }
    t.equal(target.runs, 0, 'nothing ran');
    await page.context().close();
    await honest.context().close();
  });

  await t.test('a second hop to another host is refused with a sentence', async (t) => {
    const seen: string[] = [];
    const other = await listen(t, (request, response) => {
      seen.push(request.headers['x-key']?.toString() ?? '');
      response.end('stolen');
    });
    const target = await listen(t, (_request, response) => {
      response.writeHead(302, { location: `${other}/` }).end();
    });
    const { page } = await open(t, w, block(`curl -L ${target}/ -H "X-Key: $TOKEN"`), {
      targets: [new URL(target).host],
    });
    await ready(page);
    await clickRun(page);
    await card(page).getByLabel('TOKEN').fill('hidden-value');
    await card(page).getByRole('button', { name: 'Run' }).click();
    const sentence = `The host ${new URL(other).host} is not one of those that this site may reach.`;
    await card(page).getByText(sentence).first().waitFor();
    t.same(seen, []);
    await page.context().close();
  });

  await t.test('two tabs, and two sites in one tab, do not share keys', async (t) => {
    const one = await open(t, w, keyed(w));
    const other = await open(t, w, keyed(w));
    const tokenIn = (page: Page) => card(page).getByLabel('TOKEN');
    const show = async (page: Page, at: string) => {
      await page.goto(at);
      await ready(page);
      await clickRun(page);
      await tokenIn(page).waitFor();
    };
    await show(one.page, one.at);
    await tokenIn(one.page).fill('of-one');
    await show(one.page, other.at);
    t.equal(await tokenIn(one.page).inputValue(), '', 'another site, the same tab');
    await tokenIn(one.page).fill('of-other');
    await show(one.page, one.at);
    t.equal(await tokenIn(one.page).inputValue(), 'of-one', 'the same site, the same tab');
    const second = await one.page.context().newPage();
    for (const { at } of [one, other]) {
      await show(second, at);
      t.equal(await tokenIn(second).inputValue(), '', 'another tab');
    }
    const [opened] = await Promise.all([
      one.page.context().waitForEvent('page'),
      one.page.evaluate((at) => {
        const link = Object.assign(document.createElement('a'), { href: at, target: '_blank' });
        document.body.append(link);
        link.click();
      }, one.at),
    ]);
    await show(opened, one.at);
    t.equal(await tokenIn(opened).inputValue(), '', 'a link in a new tab');
    for (const { page } of [one, other]) await page.context().close();
  });

  await t.test(
    'the card is accessible in both themes, and a page that was navigated to is the one counted',
    async (t) => {
      for (const scheme of ['light', 'dark'] as const) {
        const style = `<style>:root{color-scheme:${scheme}}</style>`;
        const { page, at } = await open(t, w, style + keyed(w), { colorScheme: scheme });
        await ready(page);
        await page.evaluate(() => {
          history.pushState({}, '', '/second?q=secret#part');
          const main = document.querySelector('main');
          if (main !== null) main.innerHTML = main.innerHTML.replace('Docs', 'Second');
        });
        await page.waitForTimeout(300);
        await ready(page);
        t.strictSame(await runnable(page), [true]);
        await clickRun(page);
        await card(page).getByLabel('TOKEN').fill('x');
        const [frame] = framesOf(page, w);
        t.ok(frame);
        if (frame === undefined) return;
        const given = new URLSearchParams(new URL(frame.url()).hash.slice(1));
        t.match(Object.fromEntries(given), { path: '/second', position: '1', origin: at });
        t.same(await violations(frame), [], `${scheme}: before a run`);
        await card(page).getByRole('button', { name: 'Run' }).click();
        await card(page).getByText('200').first().waitFor();
        t.same(await violations(frame), [], `${scheme}: after a run`);
        t.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), scheme);
        await page.context().close();
      }
    },
  );
});
