/** Swagger UI in a real browser: every operation is tried as the page offers it. */
import t from 'tap';
import { testApp } from '../helper.ts';
import { browserMissing, complaintsOf, launchBrowser } from '../support/browser.ts';
import { long } from '../support/full.ts';

/** In the order in which a reader would try them: an id that one response shows goes into the next one's path. */
const OPERATIONS = [
  ['Playgrounds', 'createPlayground', 201],
  ['Playgrounds', 'listPlaygrounds', 200],
  ['Playgrounds', 'getPlayground', 200],
  ['Playgrounds', 'updatePlayground', 200],
  ['Code', 'parseCurl', 200],
  ['Code', 'generateCode', 200],
  ['Tests', 'executeTest', 200],
  ['Tests', 'listTests', 200],
  ['Tests', 'getTest', 200],
  ['Playgrounds', 'deletePlayground', 204],
  ['Keys', 'createKey', 201],
  ['Keys', 'listKeys', 200],
  ['Keys', 'getKey', 200],
  ['Keys', 'revokeKey', 204],
  ['Usage', 'getUsage', 200],
  ['Audit', 'listAuditEvents', 200],
  ['Operations', 'getHealth', 200],
  ['Operations', 'getReadiness', 200],
] as const;

t.test('every operation succeeds as it is offered', { skip: long || browserMissing }, async (t) => {
  const { app, key } = await testApp(t, 'pglite');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchBrowser(t);
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${origin}/docs`);
  t.equal(await page.title(), 'Playgrounds API');
  await page.locator('.btn.authorize').first().click();
  await page.locator('.auth-container input').fill(key);
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.locator('.auth-btn-wrapper .btn-done').click();
  const ids = new Map<string, string>();
  for (const [tag, operation, status] of OPERATIONS) {
    const block = page.locator(`#operations-${tag}-${operation}`);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.execute').waitFor();
    const field = block.locator('[data-param-name=id] input');
    if ((await field.count()) > 0) await field.fill(ids.get(tag) ?? '');
    await block.locator('.execute').click();
    const live = block.locator('.live-responses-table .response-col_status').last();
    await live.waitFor();
    t.equal(Number.parseInt(await live.innerText(), 10), status, operation);
    const body =
      status === 204 ? '' : await block.locator('.live-responses-table .microlight').first().innerText();
    const [, id] = /"id": "([0-9a-f-]{36})"/.exec(body) ?? [];
    if (id !== undefined) ids.set(tag, id);
    const examples = block.locator('.responses-table:not(.live-responses-table) .model-example:visible');
    t.ok((await examples.count()) <= 1, 'errors are a line each');
    await block.locator('.opblock-summary-control').click();
  }
  t.same(complaints, []);
});
