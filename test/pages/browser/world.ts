/** The built service, a target and a browser, for tests of the pages. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page, Request } from 'playwright-core';
import type { Test } from 'tap';
import { browserMissing, launchBrowser } from '../../support/browser.ts';
import { long } from '../../support/full.ts';
import { databaseSettings, KEY, startServer } from '../../support/server-process.ts';

export interface World {
  /** Where the service is. */
  base: string;
  /** Where the target of runs is. */
  target: string;
  browser: Browser;
  /** A page in a browser context of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  signedIn(options?: BrowserContextOptions): Promise<Page>;
  create(fields: object): Promise<string>;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** All that was logged. */
  log: string[];
  /** What the server printed before that. */
  welcome: string;
}

/** Serves on a free port; resolves with its origin. */
export async function listen(t: Test, handle: RequestListener): Promise<string> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
}

/** The address of a page on another site than the service: it listens on the same machine. */
export const onOtherSite = (origin: string): string => origin.replace('127.0.0.1', 'localhost');

/** Denies storage to the frames of a page, as browsers do that block what third parties store. */
export const denyStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (window.parent === window) return;
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });

/** Answers of every kind, by path. */
export const answers: Record<string, [type: string, body: string | Buffer]> = {
  '/html': ['text/html', '<h1>Hi</h1><script>window.parent.pwned = window.pwned = true</script>'],
  '/documentation': [
    'text/html',
    '<!doctype html><pre><code>curl https://other.example/</code></pre><pre><code>curl "</code></pre>',
  ],
  '/text': ['text/plain', `evil </pre><img src=x onerror="window.pwned=true">\u202e\u0007 end`],
  '/binary': ['application/octet-stream', Buffer.from([0, 255, 1, 254, 65])],
  '/picture': [
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  '/large': [
    'application/json',
    JSON.stringify(
      Array.from({ length: 60_000 }, (_, id) => ({
        id,
        name: `a name that is somewhat long ${id}`,
        tags: ['x'],
      })),
    ),
  ],
};

export async function world(t: Test, env: Record<string, string> = {}): Promise<World> {
  const log: string[] = [];
  const server = await startServer(t, {
    ...(await databaseSettings(t, 'pglite')),
    LOG_LEVEL: 'debug',
    PUBLIC_RUNS_PER_MINUTE: '1000',
    ...env,
  });
  server.child.stdout?.on('data', (lines: string) => log.push(lines));
  const base = server.origin;
  const call: World['call'] = (method, path, body, headers = {}) =>
    server.fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const target = await listen(t, (request, response) => {
    const known = answers[request.url ?? ''];
    if (request.url === '/redirect') {
      response.writeHead(302, { location: '/echo', 'set-cookie': 'a=1' }).end();
      return;
    }
    if (known !== undefined) {
      response.setHeader('content-type', known[0]);
      response.end(known[1]);
      return;
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ big: 1, headers: request.headers, body }).replace(
          '"big":1',
          '"big":12345678901234567890',
        ),
      );
    });
  });
  const browser = await launchBrowser(t);
  const newPage: World['newPage'] = async (options) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(20_000);
    const requests = new Set<Request>();
    unfinished.set(context, requests);
    context.on('request', (request) => requests.add(request));
    context.on('requestfinished', (request) => requests.delete(request));
    context.on('requestfailed', (request) => requests.delete(request));
    return context.newPage();
  };
  const open: World['open'] = async (path, options) => {
    const page = await newPage(options);
    await page.goto(`${base}${path}`);
    return page;
  };
  return {
    base,
    target,
    browser,
    log,
    welcome: server.welcome,
    newPage,
    open,
    call,
    async signedIn(options) {
      const page = await open('/account', options);
      await page.getByLabel('API key').fill(KEY);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/account/playgrounds');
      return page;
    },
    async create(fields) {
      const answer = await call('POST', '/api/playgrounds', { is_public: true, ...fields });
      const { id } = (await answer.json()) as { id: string };
      return id;
    },
  };
}

/** The requests of a browser context that have not ended yet. */
const unfinished = new WeakMap<BrowserContext, Set<Request>>();

/**
 * Waits until a page has all it asks for, and nothing in it has changed for half a second. Not by Playwright's
 * `networkidle`, which sometimes never comes (https://github.com/microsoft/playwright/issues/42598).
 */
export async function settled(page: Page): Promise<void> {
  const requests = unfinished.get(page.context());
  if (requests === undefined) throw new Error('not a page of World.newPage');
  await page.waitForLoadState();
  const end = Date.now() + 60_000;
  let asking: boolean;
  do {
    if (Date.now() > end) throw new Error(`not ended: ${[...requests].map((request) => request.url())}`);
    asking = requests.size > 0;
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let timer = setTimeout(resolve, 500);
          new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(resolve, 500);
          }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        }),
    );
  } while (asking || requests.size > 0);
}

/**
 * Waits for transitions: colours that are still on their way are those of neither theme. At most a second, for those within a
 * closed `<details>` do not go on.
 */
export function coloursSettled(frame: Frame): Promise<unknown> {
  return frame.evaluate(() => {
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    const late = new Promise((resolve) => setTimeout(resolve, 1000));
    return Promise.race([Promise.allSettled(changing.map(({ finished }) => finished)), late]);
  });
}

/** What axe finds wrong with a document as it is, without the frames in it. */
export async function violations(frame: Frame): Promise<string[]> {
  if ((await frame.evaluate('typeof window.axe')) === 'undefined') await frame.evaluate(axe.source);
  await coloursSettled(frame);
  const { violations } = await frame.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>("axe.run({ iframes: false, resultTypes: ['violations'] })");
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
  );
}

/**
 * What axe finds wrong with a page, in both themes. axe fails when elements come and go under it.
 * @param isRunning whether a clock changes the page all the time
 */
export async function findings(page: Page, isRunning = false): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (!isRunning) await settled(page);
    for (const violation of await violations(page.mainFrame()))
      found.push(`${page.url()} ${colorScheme}: ${violation}`);
  }
  return found;
}

/** Chooses in the Share dialog of the editor that anybody sees a playground, and whether they run it. A saved one goes on to the preview. */
export async function choosePublic(page: Page, runs = false): Promise<void> {
  const isNew = page.url().endsWith('/new');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  if (runs) await page.getByLabel('Readers can run it').check();
  // Not check(): a saved one goes on to another page before that looks again.
  await page.getByRole('radio', { name: 'Public' }).click();
  if (isNew) await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click();
  else await page.getByRole('heading', { name: 'What readers see' }).waitFor();
}

/** Whether the page is wider than its window. */
export const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** For tests that need a browser. */
export const inBrowser = { skip: browserMissing };
/** The same for what is left to the full run. */
export const longInBrowser = { skip: long || browserMissing };

/** The text or the name of what has the focus. */
export const focusedText = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.textContent?.trim() || (document.activeElement?.ariaLabel ?? ''),
  );
