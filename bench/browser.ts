/**
 * What readers of the pages wait for, in a real Chromium with a cold cache, on loopback: bytes over the wire (scripts apart, fonts
 * left out), the largest paint, shifts of the layout through a run, the slowest answer to a key, and 2.7 MB of JSON on the screen.
 * On a documentation page with 500 commands, what its thread computes for the buttons.
 * Medians of five; needs Chromium (CHROMIUM, or in the PATH).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { openDatabase } from '../src/db/client.ts';
import { createAccount } from '../src/services/accounts.ts';
import { cliActor } from '../src/services/audit.ts';
import { createCollection } from '../src/services/collections.ts';
import { createPlayground } from '../src/services/playgrounds.ts';
import { createSite } from '../src/services/sites.ts';
import { browserMissing, browserPath } from '../test/support/browser.ts';
import { startPostgres, stopPostgres } from '../test/support/postgres.ts';
import { median, Processes } from './processes.ts';

const ROUNDS = 5;
const LARGE = JSON.stringify(
  Array.from({ length: 40_000 }, (_, id) => ({
    id,
    name: `a name that is somewhat long ${id}`,
    tags: ['x'],
  })),
);

interface Sums {
  shift: number;
  paint: number;
  /** The longest time from an input to the next paint, and the longest task. */
  input: number;
  task: number;
}

/** Runs in the page: adds up what the browser reports. */
function observe(): void {
  const seen = Object.assign(window, { sums: { shift: 0, paint: 0, input: 0, task: 0 } }).sums;
  const watch = (type: string, take: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  watch('layout-shift', ({ value }) => {
    seen.shift += value;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.paint = startTime;
  });
  watch('event', ({ duration }) => {
    seen.input = Math.max(seen.input, duration);
  });
  watch('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration);
  });
}

const sumsOf = (page: Page) => page.evaluate<Sums>('sums');

/** Opens a page with an empty cache. @returns the page, and its bytes over the wire: scripts, and all but fonts */
async function open(context: BrowserContext, url: string) {
  const page = await context.newPage();
  // tsx keeps the names of functions by a helper of its own, which a page lacks.
  await page.addInitScript('globalThis.__name = (one) => one');
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes = { scripts: 0, all: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Font') return;
    bytes.all += encodedDataLength;
    if (kinds.get(requestId) === 'Script') bytes.scripts += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForTimeout(500);
  return { page, bytes };
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

export async function benchBrowser(): Promise<void> {
  if (browserMissing !== false) return console.log(browserMissing);
  const postgres = await startPostgres({ persistent: false });
  const processes = new Processes();
  const target = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(LARGE),
  ).listen(0, '127.0.0.1');
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const database = await openDatabase({ url: postgres.url, dataDir: '', poolSize: 2 });
    const account = await createAccount(database.db, { name: 'bench', plan: 'pro', dailyLimit: null });
    const actor = cliActor(account.accountId);
    const to = `http://127.0.0.1:${(target.address() as AddressInfo).port}`; // a TCP server's address
    const create = (at: number) =>
      createPlayground(database.db, actor, {
        name: `List users ${at}`,
        curl_command: `curl '${to}/users?page=${at}' -H "Authorization: Bearer $TOKEN"`,
        is_public: true,
        public_runs: true,
      });
    const ids: string[] = [];
    for (let at = 0; at < 64; at += 1) ids.push((await create(at)).id);
    const members = { name: 'Guide', is_public: true, playground_ids: ids.slice(0, 20) };
    const collection = await createCollection(database.db, actor, members);
    const documentation = await documentationPage((origins) =>
      createSite(database.db, actor, { name: 'Docs', origins, targets: ['api.example.com'] }),
    );
    await database.close();
    const { url } = await processes.startService({
      ...{
        DATABASE_URL: postgres.url,
        LOG_LEVEL: 'error',
        PUBLIC_RUNS_PER_MINUTE: '1000',
        ANONYMOUS_PER_MINUTE: '10000',
      },
      EGRESS_ALLOW: '127.0.0.0/8',
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await open(context, `${url}/account`).then(async ({ page }) => {
      await page.getByLabel('API key').fill(account.key.key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/account/**');
      await page.close();
    });
    const pages = {
      'public page': `/p/${ids[0]}`,
      card: `/embed/${ids[0]}`,
      'collection of 20': `/c/${collection.id}`,
      'list of 64': '/account/playgrounds',
      usage: '/account/usage',
      editor: `/account/playgrounds/${ids[0]}`,
    };
    for (const [name, path] of Object.entries(pages)) {
      const rounds: (Sums & { scripts: number; all: number })[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { page, bytes } = await open(context, url + path);
        rounds.push({ ...(await sumsOf(page)), ...bytes });
        await page.close();
      }
      const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
      console.log(
        `${name}: scripts ${kb(of(({ scripts }) => scripts))}, all ${kb(of(({ all }) => all))}, largest paint ${of(({ paint }) => paint).toFixed()} ms, layout shift ${of(({ shift }) => shift).toFixed(3)}`,
      );
    }
    await benchSearch(context, url + pages['list of 64']);
    await benchRun(context, `${url}/p/${ids[1]}`);
    await benchButtons(context, `${documentation.at}/?${url}`).finally(() => documentation.server.close());
  } finally {
    await browser.close();
    target.close();
    await processes.stop();
    await stopPostgres(postgres);
  }
}

/** Somebody searches the list, which follows what is typed. */
async function benchSearch(context: BrowserContext, url: string): Promise<void> {
  const inputs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page } = await open(context, url);
    await page.getByRole('searchbox').pressSequentially('list users 63', { delay: 120 });
    await page.getByRole('status').filter({ hasText: '1 of 64' }).waitFor();
    await page.waitForTimeout(300);
    inputs.push((await sumsOf(page)).input);
    await page.close();
  }
  console.log(`searching the list: a key is painted within ${median(inputs).toFixed()} ms`);
}

/** A reader types a key, and runs a request whose response is large. */
async function benchRun(context: BrowserContext, url: string): Promise<void> {
  const rounds: (Sums & { shown: number })[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page } = await open(context, url);
    await page.getByLabel('TOKEN').pressSequentially('secret', { delay: 60 });
    const typed = await sumsOf(page);
    await page.evaluate(() => {
      (window as unknown as { sums: Sums }).sums.task = 0;
    });
    const began = performance.now();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.pg-resp:not(.pg-resp--running)').filter({ hasText: '200 OK' }).waitFor();
    const shown = performance.now() - began;
    await page.waitForTimeout(300);
    rounds.push({ ...(await sumsOf(page)), input: typed.input, shown });
    await page.close();
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  console.log(
    `typing and a run of ${kb(LARGE.length)}: a key is painted within ${of(({ input }) => input).toFixed()} ms, the response after ${of(({ shown }) => shown).toFixed()} ms, longest task ${of(({ task }) => task).toFixed()} ms, layout shift ${of(({ shift }) => shift).toFixed(3)}`,
  );
}

const BLOCKS = Array.from(
  { length: 500 },
  (_, at) => `<p>Text</p><pre><code>curl https://api.example.com/${at} -H 'Accept: a/b'</code></pre>`,
).join('');

/** A page with 500 commands. Its query is the address of the service, if it has the tag of the site. */
async function documentationPage(create: (origins: string[]) => Promise<{ id: string }>) {
  let id = '';
  const server = createServer(({ url = '' }, response) => {
    const service = url.startsWith('/?') ? url.slice(2) : undefined;
    const tag = `<script src="${service}/embed.js" data-site="${id}" async></script>`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Docs</title>${service === undefined ? '' : tag}${BLOCKS}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server's address
  id = (await create([at])).id;
  return { at, server };
}

/** What the thread of a page computes with the tag, and without it. */
async function benchButtons(context: BrowserContext, url: string): Promise<void> {
  const rounds: { with: number; without: number; script: number; task: number }[] = [];
  const metricsOf = async (address: string) => {
    const page = await context.newPage();
    await page.addInitScript('globalThis.__name = (one) => one');
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.waitForTimeout(500);
    const { metrics } = await session.send('Performance.getMetrics');
    const ms = (name: string) => 1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
    const { task } = await sumsOf(page);
    await page.close();
    return { all: ms('TaskDuration'), script: ms('ScriptDuration'), task };
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { all, script, task } = await metricsOf(url);
    const without = await metricsOf(new URL('/', url).href);
    rounds.push({ with: all, without: without.all, script, task });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick)).toFixed();
  console.log(
    `500 commands of a documentation page: ${of((one) => one.with - one.without)} ms of CPU for the buttons (${of(({ script }) => script)} ms of script; ${of(({ without }) => without)} ms for the page without), longest task ${of(({ task }) => task)} ms (0: none above 50)`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchBrowser();
