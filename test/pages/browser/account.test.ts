/** The account in a browser: addresses that are wrong, deep links, lists, presets of scopes, the audit log. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { complaintsOf } from '../../support/browser.ts';
import { KEY } from '../../support/server-process.ts';
import { findings, inBrowser, longInBrowser, world } from './world.ts';

t.test('browsers get pages for wrong addresses, others JSON', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/nowhere');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await heading("This page doesn't exist").waitFor();
  for (const path of ['/p/', '/p/none', '/account/none', '/docs/none', '/a%ff', '/assets/x.js']) {
    const response = await page.goto(w.base + path);
    t.match(response?.headers()['content-type'], 'text/html', path);
    t.equal(await page.getByRole('link', { name: 'Go to the start page' }).count(), 1, path);
  }
  t.equal((await page.goto(`${w.base}/account/sign-in`))?.status(), 405);
  await heading("This page can't be opened directly").waitFor();
  t.strictSame(await findings(page), []);

  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [method, path, status] of [
    ['HEAD', '/nowhere', 404],
    ['POST', '/nowhere', 404],
    ['DELETE', '/account', 405],
    ['HEAD', '/account/run', 405],
  ] as const) {
    const response = await fetch(w.base + path, { method, headers: html });
    t.equal(response.status, status, `${method} ${path}`);
    t.match(response.headers.get('content-type'), 'text/html', `${method} ${path}`);
    t.match(response.headers.get('content-security-policy'), "default-src 'none'");
    const other = await fetch(w.base + path, { method });
    t.match(other.headers.get('content-type'), 'application/json', `${method} ${path} by a program`);
  }
  const api = await fetch(`${w.base}/api/nowhere`, { headers: html });
  t.match(api.headers.get('content-type'), 'application/json', 'the API');
});

t.test('a deep link survives signing in, with its fragment', inBrowser, async (t) => {
  const w = await world(t);
  const page = await w.open('/account/keys?page=3');
  const signIn = async (key: string) => {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn(`${KEY}x`);
  await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
  const field = page.getByLabel('API key');
  t.equal(await field.getAttribute('aria-invalid'), 'true', 'the field is marked');
  await field.fill(KEY);
  await page.getByRole('button', { name: 'Show' }).click();
  t.equal(await field.getAttribute('type'), 'text');
  t.strictSame(await findings(page), []);
  await signIn(KEY);
  await page.waitForURL('**/account/keys?page=3');
  await page.getByRole('alert').filter({ hasText: 'There is no page 3: the list has one page.' }).waitFor();
  await page.getByRole('link', { name: 'Go to the last page' }).click();
  await page.getByRole('table', { name: 'Keys' }).waitFor();
  await page.goto(`${w.base}/nowhere`);
  await page.getByRole('link', { name: 'Go to your playgrounds' }).waitFor();

  const fresh = await w.open('/account/playgrounds/new#curl=curl%20https%3A%2F%2Fapi.example.com%2Fdeep');
  await fresh.getByText('Your command is kept until then.').waitFor();
  await fresh.getByLabel('API key').fill(KEY);
  await fresh.getByRole('button', { name: 'Sign in' }).click();
  await fresh.locator('.cm-content').filter({ hasText: 'api.example.com/deep' }).waitFor();
});

t.test('presets of scopes, the time until the limit is reset, the audit log', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'Busy', curl_command: `curl -X PUT '${w.target}/echo'` });
  await w.call('POST', '/api/tests/execute', { playground_id: id });
  const page = await w.signedIn({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
  const complaints = complaintsOf(page);
  await page.getByRole('link', { name: 'Keys' }).click();
  const scopes = page.getByRole('group', { name: 'Scopes' });
  t.notOk(await scopes.isVisible());
  await page.getByLabel('Name').fill('Reader');
  await page.getByLabel('It can').selectOption('read');
  const date = page.getByLabel('Date (UTC)');
  t.notOk(await date.isVisible());
  await page.getByLabel('Expires').selectOption('On a date');
  t.ok(await date.isVisible(), 'a date where it is asked for');
  await page.getByLabel('Expires').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Create key' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  t.match(await row('Reader').textContent(), /Read only.*In 30 days/);
  await page.getByLabel('Name').fill('Two things');
  await page.getByLabel('It can').selectOption('custom');
  await scopes.getByLabel('tests:execute: execute requests and delete their results').check();
  await scopes.getByLabel('usage:read').check();
  await page.getByRole('button', { name: 'Create key' }).click();
  t.match(await row('Two things').textContent(), 'Custom, 2 scopes');

  await page.getByRole('link', { name: 'Usage' }).click();
  const text = await page.locator('main').textContent();
  t.match(text, /Resets at 00:00 UTC, in \d+ h \d+ min/);
  t.match(text, 'The oldest are deleted first');

  t.match(text, /Other requests of the API.*\d/, 'what runs no playground is counted too');
  const most = page.getByRole('table', { name: 'What used the most requests today' });
  t.match(await most.getByRole('row').nth(1).textContent(), /PUT.*Busy.*you.*1/, 'with its method');
  await page.setViewportSize({ width: 390, height: 844 });
  const today = await page.getByText('Today', { exact: true }).boundingBox();
  t.ok((today?.height ?? 0) >= 16, 'labels of the chart keep their size on a phone');
  t.strictSame(await findings(page), []);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole('link', { name: 'Audit log' }).click();
  const events = page.getByRole('table', { name: 'Events' });
  t.match(
    await events.getByRole('row').nth(1).textContent(),
    /Key created.*Two things.*these pages.*127\.0\.0\.1/,
  );
  t.match(await events.textContent(), 'Signed in');
  t.match(await events.getByRole('row').nth(1).textContent(), 'first key', 'which key did it');
  t.match(await page.locator('main').textContent(), /\d+ of \d+ events\. Kept for 365 days\./);
  await page.getByRole('combobox', { name: 'Events' }).selectOption('Sign-ins');
  await page.waitForURL('**kind=session');
  t.notMatch(await events.textContent(), 'Key created');
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  t.match(
    await readFile(await (await csv).path(), 'utf8'),
    /^"Time",.*\r\n"\d{4}-[^\r]*"Signed in","","first key"/,
  );
  const time = events.locator('tbody time').first();
  t.equal(
    await time.textContent(),
    (await time.getAttribute('datetime'))?.slice(11, 19),
    'in UTC, as headed',
  );
  await page.getByRole('combobox', { name: 'Events' }).selectOption('All events');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('two THINGS');
  await page.waitForURL('**search=two+THINGS');
  t.equal(await events.locator('tbody tr').count(), 1, 'the search is one for the name of what was changed');
  t.equal(await events.locator('mark').textContent(), 'Two things', 'and marked');
  await page.keyboard.type(' x');
  await page.getByText('No event contains “two THINGS x”.').waitFor();
  t.strictSame(await findings(page), []);
  t.strictSame(complaints, []);
});

t.test('search in commands; results go further back and are filtered', inBrowser, async (t) => {
  const w = await world(t);
  const id = await w.create({ name: 'Findable', curl_command: `curl '${w.target}/echo' -H 'X-Needle: 1'` });
  await w.create({ name: 'Another', curl_command: 'curl https://api.example.com' });
  const page = await w.signedIn();
  const complaints = complaintsOf(page);
  await page.getByLabel('Search names and commands').fill('x-NEEDLE');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Findable', exact: true }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Another', exact: true }).count(), 0);
  await page.getByLabel('Search names and commands').fill('nothing like it');
  await page.keyboard.press('Enter');
  await page.getByText('No name or command contains “nothing like it”.').waitFor();

  for (let batch = 0; batch < 6; batch += 1)
    await Promise.all(
      Array.from({ length: 9 }, () => w.call('POST', '/api/tests/execute', { playground_id: id })),
    );
  await w.call('PATCH', `/api/playgrounds/${id}`, { curl_command: 'curl http://127.0.0.1:1/' });
  await w.call('POST', '/api/tests/execute', { playground_id: id });

  await page.goto(`${w.base}/account/playgrounds/${id}`);
  await page.locator('.cm-content').waitFor();
  await page.getByRole('radio', { name: 'History' }).check();
  const rows = page.locator('#history tbody tr');
  t.equal(await rows.count(), 50);
  await page.getByRole('link', { name: 'Older results' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#history tbody tr').length === 5);
  t.equal(await page.getByRole('link', { name: 'Older results' }).count(), 0);
  await page.goBack();
  await page.getByRole('radio', { name: 'History' }).check();
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'No response' });
  await page.getByRole('status').filter({ hasText: '1 result' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#history tbody tr').length === 1);
  t.strictSame(complaints, []);

  const { storageState } = { storageState: await page.context().storageState() };
  const plain = await w.open(`/account/playgrounds/${id}?kind=`, {
    storageState,
    javaScriptEnabled: false,
  });
  await plain.getByLabel('Show', { exact: true }).selectOption({ label: 'Successful (status below 400)' });
  await plain.getByRole('button', { name: 'Filter' }).click();
  await plain.getByRole('status').filter({ hasText: '54 results' }).waitFor();
  await plain.getByRole('link', { name: 'Older results' }).click();
  await plain.locator('#history tbody tr').nth(3).waitFor();
  t.equal(await plain.locator('#history tbody tr').count(), 4, 'without scripts, too');
});

t.test('a limit that is reached counts down', longInBrowser, async (t) => {
  const w = await world(t, { ANONYMOUS_PER_MINUTE: '1' });
  const id = await w.create({ name: 'Busy', curl_command: `curl '${w.target}/echo'` });
  const page = await w.open(`/p/${id}`);
  const refused = page.getByRole('heading', { name: 'Too many requests' });
  // A minute may end between two requests, not between three.
  for (let more = 0; more < 2 && !(await refused.isVisible()); more += 1) {
    const other = await w.create({ curl_command: `curl '${w.target}/echo'` });
    await page.goto(`${w.base}/p/${other}`);
  }
  await refused.waitFor();
  const timer = page.getByRole('timer');
  await timer.filter({ hasText: /^Try again in \d+ s\.$/ }).waitFor();
  t.notMatch(await page.locator('main').textContent(), 'Retry-After', 'in words for people');
  t.ok(await page.getByRole('link', { name: 'Try again' }).isVisible());
  t.ok(await page.getByRole('link', { name: 'Go to the start page' }).isVisible(), 'and a way back');
  const read = async () => (await fetch(`${w.base}/account`, { headers: { accept: 'text/html' } })).text();
  t.match((await read()) + (await read()) + (await read()), />Try again in \d+ s\.</, 'without scripts, too');
  const before = await timer.textContent();
  await page.waitForFunction((text) => document.querySelector('[role=timer]')?.textContent !== text, before);
  t.strictSame(await findings(page, true), []);
});
