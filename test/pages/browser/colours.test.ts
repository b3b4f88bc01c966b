/** The colours of methods and of classes of status: told apart, and legible in both themes. */
import type { Locator } from 'playwright-core';
import t from 'tap';
import { listen, longInBrowser, world } from './world.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const STATUSES = [200, 301, 404, 503];

/** The colour of an element's text, and that of what is behind it. */
const coloursOf = (element: Locator) =>
  element.evaluate((one) => {
    let behind: Element | null = one;
    while (behind !== null && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
      behind = behind.parentElement;
    const ground = getComputedStyle(behind ?? document.documentElement).backgroundColor;
    return [getComputedStyle(one).color, ground] as const;
  });

/** The relative luminance of `rgb(…)` (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((one) => {
    const part = Number(one) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

t.test('each method and each class of status has its colour', longInBrowser, async (t) => {
  const w = await world(t);
  const origin = await listen(t, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end(),
  );
  // A card follows the theme of the browser.
  const page = await w.open('/p/none');
  const found = new Map<string, string[]>();
  const look = async (kind: string, name: string, element: Locator) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const [colour, ground] = await coloursOf(element);
      const ratio = contrast(colour, ground);
      t.ok(ratio >= 4.5, `${name}, ${colorScheme}: contrast ${ratio.toFixed(2)}`);
      const list = `${kind}, ${colorScheme}`;
      found.set(list, [...(found.get(list) ?? []), colour]);
    }
  };
  const open = async (command: string) => {
    const id = await w.create({ curl_command: command, public_runs: true });
    await page.goto(`${w.base}/embed/${id}`);
  };
  for (const method of METHODS) {
    await open(`curl ${method === 'HEAD' ? '-I' : `-X ${method}`} ${origin}/200`);
    await look('methods', method, page.getByText(method, { exact: true }).first());
  }
  for (const status of STATUSES) {
    await open(`curl ${origin}/${status}`);
    await page.getByRole('button', { name: 'Run' }).click();
    const shown = page.locator('.pg-resp:not(.pg-resp--running) strong').filter({ hasText: String(status) });
    await shown.waitFor();
    await look('statuses', String(status), shown);
  }
  for (const [list, colours] of found) t.equal(new Set(colours).size, colours.length, `${list} differ`);
});
