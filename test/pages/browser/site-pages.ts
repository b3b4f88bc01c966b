/** Documentation pages with the tag of a site, for tests of their buttons and cards. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'tap';
import { denyStorage, listen, onOtherSite, type World } from './world.ts';

export interface Site {
  id: string;
  page: Page;
  /** The origin of the page, which has the same content at every path. */
  at: string;
}

interface SiteOptions extends BrowserContextOptions {
  /** Origins that the site lists; default that of the page. */
  origins?: string[];
  /** Hosts that it lists; default the target of the world. */
  targets?: string[];
  /** Whether the page has a strict policy: what docs/embedding.md asks for, and nothing else. */
  csp?: boolean;
  /** Where the tag loads the script from; default the service. */
  from?: string;
  /** Whether the page is on another site than the service, whose frames have no storage. */
  isOtherSite?: boolean;
}

/** Creates a site. @returns its id */
export async function createSite(w: World, origins: string[], targets = [new URL(w.target).host]) {
  const fields = { name: 'Docs', origins, targets, variables: [{ name: 'TOKEN', secret: true }] };
  const created = await w.call('POST', '/api/sites', fields);
  return ((await created.json()) as { id: string }).id;
}

/** Opens a page with the script of a site; its layout shifts are added up in `shift`. */
export async function open(t: Test, w: World, content: string, given: SiteOptions = {}): Promise<Site> {
  const { origins, targets, csp = false, from = w.base, isOtherSite = false, ...options } = given;
  let id = '';
  const origin = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (csp)
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${from}; connect-src ${from}; frame-src ${from}; require-trusted-types-for 'script'`,
      );
    response.end(
      `<!doctype html><html lang="en"><title>Docs</title><script src="${from}/embed.js" data-site="${id}" async></script><main><h1>Docs</h1>${content}</main>`,
    );
  });
  const at = isOtherSite ? onOtherSite(origin) : origin;
  id = await createSite(w, origins ?? [at], targets);
  const page = await w.newPage({ viewport: { width: 900, height: 900 }, ...options });
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (isOtherSite) await denyStorage(page);
  await page.goto(at);
  return { id, page, at };
}

/** The shadow of a button is closed: a block has one if its first child is an empty element without text. */
export const runnable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('pre')].map(
      (pre) => (pre.firstElementChild as HTMLElement | null)?.style.float === 'right',
    ),
  );

/** Waits until so many blocks have a button. */
export const ready = (page: Page, count = 1) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('pre > span')].filter(
        (one) => (one as HTMLElement).style.float === 'right',
      ).length >= wanted,
    count,
  );

/** The labels of the buttons of blocks, which browsers tell assistive technology from closed shadows, too. */
export async function labelsOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ role }) => role?.value === 'button').map(({ name }) => String(name?.value));
}

/**
 * Clicks Run of a block once the page stands still: playwright does not reach into closed shadows, a mouse does.
 * @param down where in the button, in pixels from its upper edge
 */
export async function clickRun(page: Page, index = 0, down = 10): Promise<void> {
  const cornerOf = () =>
    page.evaluate((nth) => {
      const holder = [...document.querySelectorAll<HTMLElement>('pre > span')].filter(
        (one) => one.style.float === 'right',
      )[nth];
      holder?.scrollIntoView({ block: 'center' });
      const { right = 0, top = 0 } = holder?.getBoundingClientRect() ?? {};
      return { x: right - 10, y: top + 10 };
    }, index);
  // Cards above grow with their responses.
  let corner = await cornerOf();
  for (let still = 0; still < 5; ) {
    await page.waitForTimeout(50);
    const now = await cornerOf();
    still = now.y === corner.y ? still + 1 : 0;
    corner = now;
  }
  await page.mouse.click(corner.x, corner.y - 10 + down);
}

/** The card of a block that was opened. */
export const card = (page: Page, nth = 0) => page.frameLocator('iframe').nth(nth);
