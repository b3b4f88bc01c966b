/** Texts and answers that mean ill. */
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { answers, longInBrowser, world } from './world.ts';

t.test('hostile texts and answers', longInBrowser, async (t) => {
  const w = await world(t);
  const evil =
    `</title></script><img src=x onerror="window.pwned=true"><script>window.pwned=true</script>\u202e\u0000`.replace(
      '\0',
      '',
    );
  for (const path of Object.keys(answers)) {
    const id = await w.create({
      name: evil,
      curl_command: `curl '${w.target}${path}' -H 'X-A: <img src=x onerror=window.pwned=true>\u202e'`,
      public_runs: true,
    });
    const page = await w.open(`/p/${id}`);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    for (const tab of ['Raw', 'Headers']) await page.getByRole('radio', { name: tab, exact: true }).check();
    await page.locator('.pg-response input').first().check();
    t.notOk(await page.evaluate('window.pwned === true'), path);
    t.equal(await page.locator('.pg-response h1').count(), 0, 'never a part of the page');
    for (const frame of await page.locator('.pg-response iframe').all())
      t.equal(await frame.getAttribute('sandbox'), '', 'a page only where nothing runs');
    if (path === '/large') {
      t.ok((await page.locator('*').count()) < 20_000, 'a large answer is folded');
      const began = Date.now();
      await page.locator('.pg-json summary').nth(1).click();
      t.ok(Date.now() - began < 10_000, 'and unfolds');
    }
    if (path === '/picture')
      t.ok(await page.locator('img.pg-picture').evaluate((one: HTMLImageElement) => one.naturalWidth > 0));
    if (path === '/binary') t.match(await page.locator('.pg-response').textContent(), '00 ff 01 fe 41');
    if (path === '/text') t.match(await page.locator('.pg-response').innerHTML(), 'data-code="U+202E"');
    // What is shown of a page runs nothing.
    const others = complaints.filter((one) => !/^Blocked script execution in 'about:srcdoc'/.test(one));
    t.strictSame(others, [], path);
    await page.context().close();
  }
  const away = await w.create({ curl_command: `curl -L ${w.target}/redirect`, public_runs: true });
  const page = await w.open(`/p/${away}`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('radio', { name: 'Headers' }).check();
  t.match(await page.locator('.pg-redirects').textContent(), /302.*\/redirect.*\/echo/s);
});
