/** A real Chromium: the one that CHROMIUM names, or the first in the PATH. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { notInstalled } from './installed.ts';

const folders = (process.env['PATH'] ?? '').split(delimiter);
const paths = [
  process.env['CHROMIUM'],
  ...['chromium', 'chromium-browser'].flatMap((name) => folders.map((folder) => join(folder, name))),
];
const executablePath = paths.find((path) => path !== undefined && existsSync(path));

/** Why no browser test can run; false when one can. */
export const browserMissing: string | false = executablePath === undefined ? notInstalled('Chromium') : false;

/** Where Chromium is. */
export function browserPath(): string {
  if (executablePath === undefined) throw new Error('no Chromium: set CHROMIUM or apt-get install chromium');
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
