/** Writes openapi/openapi.json and openapi/openapi-3.0.json; with --check only compares them. */
import { readFile, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { buildApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { fromPglite, PGLITE_EXTENSIONS } from '../db/client.ts';

const check = process.argv.includes('--check');
const app = await buildApp(loadConfig({ LOG_LEVEL: 'silent' }), {
  database: fromPglite(await PGlite.create({ extensions: PGLITE_EXTENSIONS })),
});
let stale = false;
for (const name of ['openapi.json', 'openapi-3.0.json']) {
  const { body } = await app.inject(`/${name}`);
  const text = `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  const file = new URL(`../../openapi/${name}`, import.meta.url);
  if (!check) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`openapi/${name} is not up to date: run npm run openapi.\n`);
    stale = true;
  }
}
await app.close();
process.exit(stale ? 1 : 0);
