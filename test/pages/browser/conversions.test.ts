/** Other formats than cURL: pasted into the editor and the start page, with and without scripts. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { inBrowser, world } from './world.ts';

/** Pastes a text into the command, in the place of all. */
async function paste(page: Page, text: string): Promise<void> {
  const command = page.getByRole('textbox', { name: 'cURL command' });
  await page.locator('.cm-content').waitFor();
  await command.click();
  await page.keyboard.press('Control+a');
  await command.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

t.test('a pasted fetch call becomes a command', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/playgrounds/new`);
  await paste(page, "fetch('https://api.example.com/users', {method: 'delete', cache: 'no-store'})");
  await page.locator('#issues', { hasText: /^Converted from fetch\. cache is left out\.$/ }).waitFor();
  t.equal(await page.locator('#issues code').textContent(), 'cache');
  t.match(
    await page.getByRole('textbox', { name: 'cURL command' }).textContent(),
    /curl -L -X DELETE 'https:\/\/api\.example\.com\/users'/,
  );
  await paste(page, 'wget -r https://example.com/');
  await page.getByText('makes wget fetch several documents').waitFor();

  for (const javaScriptEnabled of [true, false]) {
    const start = await w.open('/', { javaScriptEnabled });
    await start.locator('#command').fill('http POST api.example.com/items sku=A-1');
    await start.getByRole('button', { name: 'Convert' }).click();
    await start.getByText('Converted from HTTPie.').waitFor();
    t.match(await start.locator('#command').inputValue(), /^curl 'http:\/\/api\.example\.com\/items'/);
  }
});

t.test('what was typed in another format is converted when it is run or saved', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.signedIn();
  await page.goto(`${w.base}/account/playgrounds/new`);
  const command = page.getByRole('textbox', { name: 'cURL command' });
  const type = async (text: string) => {
    await page.locator('.cm-content').waitFor();
    await command.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  };
  await type(`http PUT ${w.target}/echo sku=A-1`);
  await page.keyboard.press('Control+Enter');
  await page.locator('#response .pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
  t.match(await command.textContent(), /^curl -X PUT '/);
  t.match(await page.locator('#issues').textContent(), 'Converted from HTTPie.');

  await type(`wget --header 'X-A: 1' ${w.target}/echo`);
  await page.keyboard.press('Control+s');
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved \d/ })
    .waitFor();
  t.match(await command.textContent(), /^curl .*X-A: 1/);
  await command.click();
  await page.keyboard.press('Control+z');
  t.match(await command.textContent(), /^wget /, 'Undo brings the text back');
});
