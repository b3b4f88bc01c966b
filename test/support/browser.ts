/** A real Chromium, as Debian packages it. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';

const PATHS = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath = PATHS.find((path) => path !== undefined && existsSync(path));

/** Why no browser test can run; undefined when one can. */
export const browserMissing =
  executablePath === undefined ? 'no Chromium: set CHROMIUM or apt-get install chromium' : undefined;

/** Where Chromium is. */
export function browserPath(): string {
  if (executablePath === undefined) throw new Error(browserMissing);
  return executablePath;
}

/** A browser that talks to this machine only; closed at the end of the test. */
export async function launchBrowser(t: Test): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  t.teardown(() => browser.close());
  return browser;
}

/** What a page complains about from now on: errors of scripts, the console's, requests that leave this machine. */
export function complaintsOf(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') found.push(`asked ${hostname}`);
  });
  return found;
}
