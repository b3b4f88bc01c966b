/** Links that bring a command along in their fragment. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { KEY } from '../../support/server-process.ts';
import { choosePublic, inBrowser, world } from './world.ts';

const CURL = `curl 'https://api.example.com/a?b=1&c=%20' -H "X: ü+$A" # 100%`;
const FRAGMENT = `#curl=${encodeURIComponent(CURL)}&name=${encodeURIComponent('Ümläut & co')}`;

async function inEditor(page: Page): Promise<string> {
  await page.locator('.cm-content').filter({ hasText: 'api.example.com' }).waitFor();
  return (await page.locator('#command').inputValue()) ?? '';
}

t.test('a link fills the start page and the editor, and runs nothing', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/');
  const complaints = complaintsOf(page);
  const posted: string[] = [];
  const urls: string[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await page.goto(`${w.base}/${FRAGMENT}`);
  const field = page.getByRole('textbox', { name: /^A command/ });
  t.equal(await field.inputValue(), CURL);
  t.strictSame(posted, [], 'nothing is sent by itself');
  await page.getByRole('button', { name: 'Convert' }).click();
  await page.getByRole('region', { name: 'Code in Python' }).waitFor();

  await page.getByRole('link', { name: 'Save as a playground' }).click();
  await page.getByLabel('API key').fill(KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/account/playgrounds/new');
  t.equal(await inEditor(page), CURL, 'the text is kept through signing in');
  t.equal(await page.evaluate(() => sessionStorage.length), 0, 'and no longer than that');

  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${w.base}/account/playgrounds${FRAGMENT}`);
  t.match(await page.locator('h1').textContent(), 'first playground', 'only the editor takes one');
  await page.goto(`${w.base}/account/playgrounds/new${FRAGMENT}`);
  t.equal(await inEditor(page), CURL);
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ümläut & co');
  t.equal(new URL(page.url()).hash, '', 'taken once');
  t.notOk(
    posted.some((path) => path.endsWith('/run')),
    'nothing is run by itself',
  );
  await choosePublic(page);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Make it public' }).click();
  await page
    .locator('#status')
    .filter({ hasText: /^Saved/ })
    .waitFor();
  t.notMatch(urls.map((url) => url.split('#')[0]).join(' '), 'X%3A', 'the fragment reaches no server');
  t.notMatch(w.log.join(''), 'ml%C3%A4ut');
  t.strictSame(complaints, []);
});
