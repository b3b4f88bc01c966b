/**
 * Takes the pictures of docs/images with Debian's Chromium:
 *   npm run screenshots
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/db/client.ts';
import { createAccount } from '../../src/services/accounts.ts';
import { testConfig } from '../helper.ts';
import { browserPath } from '../support/browser.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
mkdirSync(folder, { recursive: true });

const users = [
  { id: 7, name: 'Ada Lovelace', roles: ['admin', 'author'], active: true },
  { id: 8, name: 'Grace Hopper', roles: ['author'], active: true },
];
const target = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: users, next: null }));
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const { port } = target.address() as AddressInfo; // listens on a port

const data = mkdtempSync(join(tmpdir(), 'playgrounds-'));
const database = await openDatabase({ url: undefined, dataDir: data, poolSize: 1 });
const app = await buildApp(testConfig(), { database });
const base = await app.listen({ host: '127.0.0.1', port: 0 });
const { key } = await createAccount(database.db, { name: 'docs', plan: 'pro', dailyLimit: null });

const command = `curl "http://127.0.0.1:${port}/v1/users?team=core" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Accept: application/json' \\
  --json '{"role": "{{role}}", "active": true}' \\
  --limit-rate 1M --max-time 10`;
const made = await app.inject({
  method: 'POST',
  url: '/api/playgrounds',
  headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
  payload: JSON.stringify({
    name: 'Users of a team',
    curl_command: command,
    is_public: true,
    public_runs: true,
  }),
});
const { id } = made.json<{ id: string }>();

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });

/** The random port as the one that a reader would expect. */
const tidy = (one: Page) =>
  one.evaluate((host) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      node.nodeValue = (node.nodeValue ?? '')
        .replaceAll(`http://${host}`, 'https://api.example.com')
        .replaceAll(host, 'api.example.com');
  }, `127.0.0.1:${port}`);
const shoot = async (name: string) => {
  await tidy(page);
  await page.screenshot({ path: `${folder}${name}.png` });
};

await page.goto(`${base}/`);
await page
  .locator('#command')
  .fill('curl https://api.example.com/users -H "Authorization: Bearer $TOKEN" -d \'{"name":"Ada"}\'');
await page.getByRole('button', { name: 'Convert' }).click();
await page.locator('#result .programs').waitFor();
await shoot('start');

await page.goto(`${base}/p/${id}`);
await page.getByLabel('TOKEN').fill('demo-token');
await page.getByLabel('role').fill('author');
await page.getByRole('button', { name: 'Run' }).click();
await page.locator('.outcome').waitFor();
await page.getByLabel('Program in Python').filter({ hasText: 'demo-token' }).waitFor();
await shoot('playground');

await page.goto(`${base}/account`);
await page.getByLabel('API key').fill(key.key);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.goto(`${base}/account/playgrounds/${id}`);
await page.locator('.cm-lintRange-warning').first().waitFor();
for (const input of await page.locator('#variables input').all()) await input.fill('demo');
await page.locator('#run').click();
await page.locator('#answer .outcome').waitFor();
// The editor draws its own text anew: it is shot as it stands.
await page.screenshot({ path: `${folder}editor.png` });
await page.goto(`${base}/account/keys`);
await shoot('keys');

await page.goto(`${base}/docs`);
await page.locator('#operations-Code-parseCurl .opblock-summary-control').click();
await page.locator('#operations-Code-parseCurl .execute').waitFor();
await page.locator('#operations-Code-parseCurl').scrollIntoViewIfNeeded();
await shoot('docs');

await browser.close();
await app.close();
target.close();
rmSync(data, { recursive: true });
