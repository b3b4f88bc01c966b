/** The examples of docs/importing.md: each is imported as its format, and is the request that the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { testApp } from '../helper.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/importing.md'), 'utf8');
const [, section = ''] = /\n## An example of each\n(.*)\n## What comes along\n/s.exec(PAGE) ?? [];
const examples = [...section.matchAll(/^(`{3,})\w+\n(.*?)^\1$/gms)].map(([, , text = '']) => text);

t.test('docs/importing.md', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const formats = ['postman', 'openapi', 'har', 'markdown', 'http'];
  t.equal(examples.length, formats.length);
  for (const [index, format] of formats.entries()) {
    const answer = await call('POST', '/api/import', { document: examples[index] });
    t.equal(answer.statusCode, 201, `${format}: ${answer.body}`);
    const imported = answer.json();
    t.match(imported, { format, skipped: [], warnings: [], playgrounds: { length: 1 } });
    t.same(imported.playgrounds[0].warnings, [], format);
    t.match(imported.playgrounds[0].name, format === 'har' ? /POST/ : 'Create a user');
    const { id } = imported.playgrounds[0];
    const parsed = parseCurl(imported.playgrounds[0].curl_command);
    t.match(parsed, { method: 'POST', url: 'https://api.example.com/users' });
    t.same(JSON.parse(String(parsed.body)), { name: 'Ada' });
    t.match(parsed.headers, { 'Content-Type': 'application/json' });
    t.equal((await call('GET', `/api/playgrounds/${id}`)).statusCode, 200);
  }
});
