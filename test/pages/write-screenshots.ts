/**
 * Takes the pictures of docs/images with Debian's Chromium, the moving one with img2webp of Debian's package webp:
 *   npm run screenshots
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Frame, type Page } from 'playwright-core';
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
/** Words of a response that streams, as language models send them. */
const words = ['Streams', ' show', ' each', ' event', ' when', ' it', ' comes', '.'];
const target = createServer((request, response) => {
  if (request.url === '/v1/chat/completions') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, content] of words.entries()) {
      const data = { id: 'chatcmpl-1', choices: [{ index: 0, delta: { content } }] };
      setTimeout(() => response.write(`data: ${JSON.stringify(data)}\n\n`), 400 * index);
    }
    return; // stays open: the picture shows it while it comes
  }
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
const post = async (url: string, body: object): Promise<string> => {
  const made = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json<{ id: string }>().id;
};
const create = (name: string, curl_command: string) =>
  post('/api/playgrounds', { name, curl_command, is_public: true, public_runs: true });
const id = await create('Users of a team', command);
const chat = await create(
  'A chat that streams',
  `curl -N http://127.0.0.1:${port}/v1/chat/completions --json '{"stream": true}'`,
);

const collection = await post('/api/collections', {
  name: 'Getting started',
  description: 'The first two requests: **who is there**, and a chat.',
  is_public: true,
  playground_ids: [id, chat],
});

/** A page of somebody's documentation, whose commands run. */
const documentation = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Chat</title><style>
    body { font: 17px/1.6 Georgia, serif; max-width: 44em; margin: 2.5em auto; padding: 0 2em; color: #222 }
    pre { font: 14px/1.5 ui-monospace, monospace; background: #f4f1ea; padding: 1em; border-radius: 6px; overflow: auto }
  </style><h1>Chat</h1>
  <p>Send the messages so far. With <code>stream</code>, the answer comes word by word:</p>
  <pre><code>curl -N http://127.0.0.1:${port}/v1/chat/completions \\
  -H "Authorization: Bearer YOUR_API_KEY" \\
  --json '{"model": "small", "stream": true, "messages": [{"role": "user", "content": "What is new?"}]}'</code></pre>
  <p>Every event has the next piece of the text.</p>
  <script src="${base}/embed.js" data-site="${site}" async></script>`);
}).listen(0, '127.0.0.1');
await once(documentation, 'listening');
const docs = `http://127.0.0.1:${(documentation.address() as AddressInfo).port}`; // listens on a port
const site = await post('/api/sites', {
  name: 'Documentation',
  origins: [docs],
  targets: [`127.0.0.1:${port}`],
  confirm: false,
});

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });

/** Shows the random port as the host that a reader would expect, until {@link restore}. */
const tidy = (one: Page | Frame) =>
  one.evaluate((host) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: [node: Node, text: string, tidy: string | null][] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      node.nodeValue = text
        .replaceAll(`http://${host}`, 'https://api.example.com')
        .replaceAll(host, 'api.example.com')
        .replace(/Sent by [\d.:]+/, 'Sent by play.example.com');
      texts.push([node, text, node.nodeValue]);
    }
    Object.assign(window, { texts });
  }, `127.0.0.1:${port}`);
const restore = (one: Page | Frame) =>
  one.evaluate(() => {
    const { texts } = window as unknown as { texts: [Node, string, string | null][] }; // what `tidy` has kept
    // A text that has grown since stays.
    for (const [node, text, tidied] of texts) if (node.nodeValue === tidied) node.nodeValue = text;
  });
const shoot = async (name: string) => {
  await tidy(page);
  await page.screenshot({ path: `${folder}${name}.png` });
};

/** The frames of a moving picture: how long each is shown, and its file. */
const frames: { ms: number; path: string }[] = [];
const record = async (ms: number) => {
  const path = join(data, `${frames.length}.png`);
  for (const one of page.frames()) await tidy(one);
  await page.screenshot({ path });
  for (const one of page.frames()) await restore(one);
  frames.push({ ms, path });
};

await page.goto(`${base}/`);
await page
  .locator('#command')
  .fill('curl https://api.example.com/users -H "Authorization: Bearer $TOKEN" -d \'{"name":"Ada"}\'');
await page.getByRole('button', { name: 'Convert' }).click();
await page.locator('#result .pg-converted .pg-programs').waitFor();
await shoot('start');

await page.goto(`${base}/p/${id}`);
await page.getByLabel('TOKEN').fill('demo-token');
await page.getByLabel('role').fill('author');
await page.getByRole('button', { name: 'Run' }).click();
await page.locator('.pg-resp:not(.pg-resp--running)').waitFor();
await shoot('playground');

await page.setViewportSize({ width: 900, height: 700 });
await page.goto(`${base}/p/${chat}`);
await page.getByRole('button', { name: 'Run' }).click();
await page.getByText(words.join('')).waitFor();
await shoot('streaming');
await page.getByRole('button', { name: 'Stop' }).click();
await page.setViewportSize({ width: 1280, height: 860 });

await page.setViewportSize({ width: 1000, height: 860 });
await page.goto(docs);
// The button's shadow is closed: a mouse reaches into it, at the corner of the block.
const block = page.locator('pre:has(> span:first-child:empty)');
await block.waitFor();
const corner = await block.boundingBox();
if (corner === null) throw new Error('the block has no button');
await record(1500);
await page.mouse.click(corner.x + corner.width - 24, corner.y + 12);
const card = page.frameLocator('iframe');
await card.getByLabel('YOUR_API_KEY').waitFor();
await record(1200);
await card.getByLabel('YOUR_API_KEY').fill('demo-token');
await record(1000);
await card.getByRole('button', { name: 'Run' }).click();
for (const [index] of words.entries()) {
  await card
    .getByText(words.slice(0, index + 1).join(''))
    .first()
    .waitFor();
  await record(index === words.length - 1 ? 3000 : 300);
}
execFileSync('img2webp', [
  ...['-loop', '0', '-min_size', '-lossy', '-q', '80', '-m', '6'],
  ...frames.flatMap(({ ms, path }) => ['-d', String(ms), path]),
  ...['-o', `${folder}site.webp`],
]);
copyFileSync(frames.at(-1)?.path ?? '', `${folder}site.png`);
await card.getByRole('button', { name: 'Stop' }).click();
await page.setViewportSize({ width: 1280, height: 860 });

await page.goto(`${base}/c/${collection}`);
await shoot('collection');

await page.goto(`${base}/account`);
await page.getByLabel('API key').fill(key.key);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.goto(`${base}/account/playgrounds/${id}`);
await page.locator('.cm-content .pg-chip').first().waitFor();
for (const input of await page.locator('#variables [data-fills]').all()) await input.fill('demo');
await page.locator('#run').click();
await page.locator('#response .pg-resp:not(.pg-resp--running)').waitFor();
await page.locator('#run[aria-disabled=false]').waitFor();
await page.mouse.move(0, 0);
await page.waitForTimeout(300); // the colours of buttons fade
// The editor draws its own text anew: a copy of it is tidied.
await page.locator('.cm-editor').evaluate((editor) => editor.replaceWith(editor.cloneNode(true)));
await shoot('editor');
await page.goto(`${base}/account/keys`);
await shoot('keys');

for (const [name, command, isPublic] of [
  ['List users', 'curl https://api.example.com/v1/users?page=1', true],
  ['Create a user', 'curl https://api.example.com/v1/users --json \'{"name": "{{name}}"}\'', true],
  ['Rename a team', 'curl -X PATCH https://api.example.com/v1/teams/core --json \'{"name": "Core"}\'', false],
  ['Delete a webhook', 'curl -X DELETE https://hooks.example.com/v2/webhooks/{{id}}', false],
  ['Replace an avatar', 'curl -T cat.png https://api.example.com/v1/users/7/avatar', true],
] as const)
  await post('/api/playgrounds', { name, curl_command: command, is_public: isPublic });
await page.goto(`${base}/account/playgrounds`);
await page.getByLabel('Select List users').check();
await page.mouse.move(0, 0);
await shoot('list');

await page.goto(`${base}/docs`);
await page.locator('#operations-Code-parseCurl .opblock-summary-control').click();
await page.locator('#operations-Code-parseCurl .execute').waitFor();
await page.locator('#operations-Code-parseCurl').scrollIntoViewIfNeeded();
await shoot('docs');

await browser.close();
await app.close();
target.close();
documentation.close();
rmSync(data, { recursive: true });
