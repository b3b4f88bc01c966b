/**
 * Runs the JavaScript library's flow in Chromium, as a page of another origin than the service's loads it: with `import`, from
 * the package as npm has installed it.
 *   node .ci/clients-in-chromium.mjs FOLDER    (with out/flow.js and node_modules; the environment is that of clients/live.mjs)
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const folder = resolve(process.argv[2]);
const names = ['PLAYGROUNDS_API_KEY', 'PLAYGROUNDS_BASE_URL', 'LIMITED_KEY', 'TARGET_URL', 'FLAKY_URL'];
const environment = { env: Object.fromEntries(names.map((name) => [name, process.env[name]])) };
const page = `<!doctype html><meta charset="utf-8"><title>flow</title>
<script type="importmap">{"imports": {"playgrounds-client": "/node_modules/playgrounds-client/src/index.js"}}</script>
<script>globalThis.environment = ${JSON.stringify(environment)};</script>
<script type="module" src="/out/flow.js"></script>`;

const server = createServer(async (request, response) => {
  if (request.url === '/') {
    response.setHeader('content-type', 'text/html').end(page);
    return;
  }
  const text = await readFile(join(folder, request.url)).catch(() => undefined);
  response.statusCode = text === undefined ? 404 : 200;
  response.setHeader('content-type', 'text/javascript').end(text);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const tab = await browser.newPage();
  const ended = new Promise((done) => {
    tab.on('console', (message) => {
      if (message.text() === 'ok') done('ok');
    });
    tab.on('pageerror', (error) => done(error.stack));
    setTimeout(() => done('the flow did not end in a minute'), 60_000).unref();
  });
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  console.log(await ended);
} finally {
  await browser.close();
  server.close();
}
