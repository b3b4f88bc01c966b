/** Sharing: links, copies, examples, and deleting that can be undone. */
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { findings, inBrowser, world } from './world.ts';

t.test('deleting can be undone', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'Dear', curl_command: `curl '${w.target}/echo'` });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.getByRole('link', { name: 'Delete Dear' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('status').filter({ hasText: 'Playground deleted.' }).waitFor();
  t.equal((await w.call('GET', `/api/playgrounds/${id}`)).status, 404);
  t.strictSame(await findings(page), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(`**/account/playgrounds/${id}`);
  t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Dear');
  t.equal((await w.call('GET', `/p/${id}`)).status, 200, 'its public page, too');
  t.strictSame(complaints, []);
});
